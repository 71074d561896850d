package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"strconv"
	"strings"
	"time"

	"lightsout/board"
)

// reopen goes on with the table of -o FILE, or begins it: it cuts off a row that is not whole, has what
// follows written there row by row, and returns the pieces that are missing. A file that holds another
// table stays as it is.
func (t *infoTable) reopen(ctx context.Context, _ []string) (next func() (*tablePiece, error), stop func(), err error) {
	if _, err := os.Stat(t.format.file); errors.Is(err, fs.ErrNotExist) {
		noteNoFile(t.con, t.format.file, "the table")
	}
	file, err := os.OpenFile(t.format.file, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, nil, err
	}
	kept := &keptTable{infoTable: t, ctx: ctx}
	member, done := iter.Pull(t.members())
	kept.next, stop = member, func() {
		done()
		file.Close()
	}
	if err := kept.keep(file); err != nil {
		stop()
		return nil, nil, err
	}
	t.con.write(file)
	if kept.size == 0 {
		t.con.out.WriteString(t.form.head(t))
	}
	return func() (*tablePiece, error) {
		if len(kept.missing) > 0 {
			first := kept.missing[0]
			kept.missing = kept.missing[1:]
			return &tablePiece{members: []map[string]int{first}, missing: true}, nil
		}
		return cutMember(member)
	}, stop, nil
}

// keptTable is the part of a table that a file holds.
type keptTable struct {
	*infoTable
	ctx    context.Context
	next   func() (map[string]int, bool) // the members that the file does not hold
	passed int                           // how many it held, or left out
	// missing are those that it left out, with --where: either they do not meet the condition, or that was undecided.
	missing []map[string]int
	size    int64 // of the whole rows
	line    int
	took    time.Duration // to compare rows
}

// keep leaves the file at the end of its last whole row.
func (k *keptTable) keep(file *os.File) error {
	info, err := file.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = usagef("--resume: %s is not a regular file", k.format.file)
	}
	if err == nil {
		err = k.read(file)
	}
	if err == nil {
		err = file.Truncate(k.size)
	}
	if err == nil {
		_, err = file.Seek(k.size, io.SeekStart)
	}
	return err
}

// read goes through the whole rows, and compares them with what this table would have there.
func (k *keptTable) read(file io.Reader) error {
	in := bufio.NewReader(file)
	head := k.form.head(k.infoTable)
	for {
		text, err := in.ReadString('\n')
		if errors.Is(err, io.EOF) {
			return k.cut(text, head)
		}
		if err != nil {
			return err
		}
		k.line++
		if k.size == 0 && head != "" {
			if text != head {
				return k.other(text, hasThere(head))
			}
		} else if err := k.row(text); err != nil {
			return err
		}
		k.size += int64(len(text))
	}
}

// cut looks at what follows the whole rows: a row that is not whole is written again. Anything else is not ours
// to cut off.
func (k *keptTable) cut(text, head string) error {
	k.line++
	if text == "" || k.size == 0 && head != "" && strings.HasPrefix(head, text) {
		return nil
	}
	if k.size == 0 && head != "" {
		return k.other(text, hasThere(head))
	}
	passed, should := 0, tableEnds
	for member := range k.members() {
		if passed++; passed <= k.passed {
			continue
		}
		b, err := board.ParseColours(k.family.Spec(member))
		if err != nil {
			return err
		}
		key := k.form.key(k.infoTable, tableRow{board: b, letters: member}, k.index)
		if strings.HasPrefix(text, key) || strings.HasPrefix(key, text) {
			return nil
		}
		should = k.beginsThere(key)
		if k.where == nil {
			break
		}
	}
	return k.other(text, should)
}

// other refuses a file because of a line; should is what this table has there.
func (k *keptTable) other(found, should string) error {
	return usagef("--resume: %s:%d: not a row of this table: the file has %s, and %s; it was made with another --board, range, --columns, --format, --where, --on, --goal or --seed, or changed since; give the same flags, or name another file", k.format.file, k.line, shownRow(found), should)
}

// hasThere says which row this table has there.
func hasThere(row string) string { return "this table has " + shownRow(row) + " there" }

// beginsThere says how the row begins that this table has there. Only with --where that is not known.
func (k *keptTable) beginsThere(key string) string {
	if k.where != nil {
		return "no row of this table from there on begins so"
	}
	return "the row of this table there begins " + shownRow(key)
}

const tableEnds = "this table ends before it"

// shownRow is a row in quotation marks, without the blanks that align it, and cut off if it is long.
func shownRow(row string) string {
	const most = 100
	row = strings.Join(strings.Fields(row), " ")
	if letters := []rune(row); len(letters) > most {
		row = string(letters[:most]) + "…"
	}
	if strconv.CanBackquote(row) && strings.Contains(row, `"`) {
		return "`" + row + "`"
	}
	return strconv.Quote(row)
}

// row finds the member that a row is about. Only with --where members may be missing.
func (k *keptTable) row(text string) error {
	should := tableEnds
	for {
		member, ok := k.next()
		if !ok {
			return k.other(text, should)
		}
		k.passed++
		b, err := board.ParseColours(k.family.Spec(member))
		if err != nil {
			return err
		}
		key := k.form.key(k.infoTable, tableRow{board: b, letters: member}, k.index)
		rest, ok := strings.CutPrefix(text, key)
		if !ok {
			if should = k.beginsThere(key); k.where != nil {
				k.missing = append(k.missing, member)
				continue
			}
			return k.other(text, should)
		}
		k.index++
		open := k.form.open(rest)
		if open {
			k.outcome = worse(k.outcome, exitGaveUp)
			if k.unproved++; k.first == "" {
				k.first = fmt.Sprintf("%s:%d: kept with a cell that is not proved", k.format.file, k.line)
			}
		}
		if k.rows++; k.rows > comparedRows || open || k.took > comparedTime {
			return nil
		}
		began := time.Now()
		err = k.same(b, member, text)
		k.took += time.Since(began)
		return err
	}
}

// The first rows, mostly of the smallest boards, are made again: as many, and as long as it takes no more
// than this.
const (
	comparedRows = 10
	comparedTime = time.Second
)

// same compares a row with what it would be now: another board, or other lights, soon show.
func (k *keptTable) same(b *board.Board, member map[string]int, text string) error {
	p := &tablePiece{}
	row, err := k.add(k.ctx, p, k.described(b, member), nil)
	if err != nil {
		return err
	}
	wanted := string(row)
	if k.format.format == "bfile" {
		wanted = fmt.Sprintf("%d %s", k.index-1, row)
	}
	switch {
	case p.outcome != exitDone || wanted == text:
		return nil
	case wanted == "":
		return k.other(text, "--where leaves this board out")
	}
	return k.other(text, hasThere(wanted))
}
