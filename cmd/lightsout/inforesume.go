package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"strings"
	"time"

	"lightsout/board"
)

// reopen goes on with the table of -o FILE, or begins it: it cuts off a row that is not whole, has what
// follows written there row by row, and returns the pieces that are missing. A file that holds another
// table stays as it is.
func (t *infoTable) reopen(ctx context.Context, _ []string) (next func() (*tablePiece, error), stop func(), err error) {
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
	return func() (*tablePiece, error) { return cutMember(member) }, stop, nil
}

// keptTable is the part of a table that a file holds.
type keptTable struct {
	*infoTable
	ctx    context.Context
	next   func() (map[string]int, bool) // the members that the file does not hold
	passed int                           // how many it held, or left out
	size   int64                         // of the whole rows
	line   int
	took   time.Duration // to compare rows
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
				return k.other()
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
	passed := 0
	for member := range k.members() {
		if passed++; passed <= k.passed || k.size == 0 && head != "" {
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
		if k.where == nil {
			break
		}
	}
	return k.other()
}

func (k *keptTable) other() error {
	return usagef("--resume: %s:%d: not a row of this table; the file was made with another board, range, format or other columns", k.format.file, k.line)
}

// row finds the member that a row is about. Only with --where members may be missing.
func (k *keptTable) row(text string) error {
	for {
		member, ok := k.next()
		if !ok {
			return k.other()
		}
		k.passed++
		b, err := board.ParseColours(k.family.Spec(member))
		if err != nil {
			return err
		}
		rest, ok := strings.CutPrefix(text, k.form.key(k.infoTable, tableRow{board: b, letters: member}, k.index))
		switch {
		case !ok && k.where != nil:
			continue
		case !ok:
			return k.other()
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
	if k.format.format == "bfile" {
		_, text, _ = strings.Cut(text, " ")
	}
	if p.outcome == exitDone && string(row) != text {
		return k.other()
	}
	return nil
}
