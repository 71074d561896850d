package puzzlefile

import (
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// csv has a puzzle on a line, below a line of column names:
//
//	index,on,lit,min_presses,presses,board,nullity,answers,chase_presses
//	0,110100000,3,1,0,grid:3x3,0,1,5
//
// on has a 0 or a 1 for every light, or the digit of its state, lit is how many are on, presses are switches counted
// from 0, as in JSON, with spaces between them, board is as in header.go. The columns after it are as in jsonl, and
// empty where jsonl has null; a data set in parts has one more column, split, and one that was not drawn evenly has
// split and uniform, which is false. Where some puzzles have no answer, witness follows these, and has the lights that
// show it. The later pieces of a batch have no line of names, so that pieces concatenate; one
// that stands between puzzles is passed over. A file without the column board needs [ReaderOptions].Board.

const csvHead = "index,on,lit,min_presses,presses,board,nullity,answers,chase_presses"

var csvColumns = strings.Split(csvHead+",split,uniform,witness", ",")

// csvLengths is how many columns a line may have if no line names them: board and those after it were
// not always there, and not every data set is in parts or uneven.
var csvLengths = []int{5, 6, len(csvColumns) - 3, len(csvColumns) - 2, len(csvColumns) - 1, len(csvColumns)}

// looksCSV knows a row of names, also one that was cut off and stands alone, and a row without them by its lights and
// its board, which may be given, or at least by how many lights are on.
func looksCSV(r *Reader, at int) bool {
	line, _ := r.peek(at)
	if !strings.ContainsAny(line, ",;\t") {
		return false
	}
	fields, _ := r.csvFields(line)
	if isCSVHead(fields) {
		_, isTable := columnsOf(fields)
		return !isTable
	}
	if strings.HasPrefix(csvHead, line) {
		if _, more := r.peek(at + 1); !more {
			return true
		}
	}
	if len(fields) < csvLengths[0] {
		return false
	}
	_, isNumber := number(fields[0], 0, maxListed)
	on := fields[1]
	if !isNumber || on == "" || strings.Trim(on, stateDigits) != "" {
		return false
	}
	if b := r.opt.Board; b != nil && len(on) == b.Lights() {
		return true
	}
	if i := slices.Index(csvColumns, "board"); len(fields) > i && isBoardText(fields[i]) {
		return true
	}
	return len(on) > 2 && fields[2] == strconv.Itoa(strings.Count(on, "1"))
}

// isCSVHead recognises a row of names of columns: on or board is among them.
func isCSVHead(fields []string) bool { return len(fields) > 1 && slices.Contains(fields, "on") }

func (r *Reader) nextCSV() (*Record, error) {
	for line, ok := r.skip(); ok; line, ok = r.skip() {
		fields, err := r.csvFields(line)
		if err != nil {
			return nil, fmt.Errorf("not CSV: %w", cmp.Or(errors.Unwrap(err), err))
		}
		if isCSVHead(fields) {
			r.csvHead(fields)
			continue
		}
		rec := r.csvRecord(fields)
		rec.Origin = r.origin(r.number)
		return rec, nil
	}
	return nil, nil
}

// csvFields cuts a line at commas, unless the first line is one of names with semicolons or tabs between them, as other
// programs write it.
func (r *Reader) csvFields(line string) (fields []string, err error) {
	for _, comma := range cmp.Or(r.comma, ";\t,") {
		in := csv.NewReader(strings.NewReader(line))
		in.Comma, r.comma = comma, string(comma)
		fields, err = in.Read()
		unknown := func(name string) bool { return !slices.Contains(csvColumns, name) }
		if isCSVHead(fields) && (comma == ',' || !slices.ContainsFunc(fields, unknown)) {
			break
		}
	}
	return fields, err
}

// csvHead takes the names of the columns. If one is wrong, every row below is.
func (r *Reader) csvHead(fields []string) {
	r.columns, r.badHead = fields, nil
	for i, name := range fields {
		if !slices.Contains(csvColumns, name) {
			r.badHead = fmt.Errorf("there is no column %q; the columns are %s",
				clip(name), strings.Join(csvColumns, " "))
		} else if slices.Contains(fields[:i], name) {
			r.badHead = fmt.Errorf("the column %s is there twice", name)
		}
	}
	check(r.badHead)
}

func (r *Reader) csvRecord(fields []string) *Record {
	check(r.badHead)
	columns := r.columns
	if columns == nil {
		columns = csvColumns[:len(csvColumns)-3]
		if slices.Contains(csvLengths, len(fields)) {
			columns = csvColumns[:len(fields)]
		}
	}
	if len(fields) != len(columns) {
		fail("%d fields; the columns are %s", len(fields), strings.Join(columns, ","))
	}
	field := func(name string) string {
		if i := slices.Index(columns, name); i >= 0 {
			return fields[i]
		}
		return ""
	}
	b := r.opt.Board
	if text := field("board"); text != "" {
		b = r.writtenBoard(text, r.number)
	}
	if b == nil {
		panic(ErrNeedsBoard)
	}
	p, err := parseBits(b, field("on"))
	if err != nil {
		fail("on: %w", err)
	}
	rec := &Record{Puzzle: *p, Answers: field("answers"), Split: field("split")}
	if text := field("index"); text != "" {
		if rec.Index, err = strconv.ParseUint(text, 10, 64); err != nil {
			fail("index: %q is not a number from 0", text)
		}
	}
	if text := field("lit"); text != "" {
		checkLit(text, p.On)
	}
	for _, count := range []struct {
		name string
		most int
		to   **int
	}{
		{"min_presses", b.Switches() * (b.States() - 1), &rec.MinPresses},
		{"nullity", b.Switches(), &rec.Nullity},
		{"chase_presses", maxListed, &rec.ChasePresses},
	} {
		if text := field(count.name); text != "" {
			n, ok := number(text, 0, count.most)
			if *count.to = &n; !ok {
				fail("%s: %q is not a number from 0 to %d", count.name, text, count.most)
			}
		}
	}
	if text := field("uniform"); text != "" {
		even, err := strconv.ParseBool(text)
		refuse(err != nil, "uniform: %q is neither true nor false", text)
		rec.Uneven = !even
	}
	if slices.Contains(columns, "presses") {
		rec.Presses, rec.badPresses = csvList(field("presses"), "switch", b.Switches())
	}
	if text := field("witness"); text != "" {
		rec.Presses = nil
		if rec.Witness, err = csvList(text, "light", b.Lights()); err != nil {
			fail("witness: %w", err)
		}
	}
	return rec
}

func csvList(text, what string, count int) (list []int, err error) {
	defer catch(&err)
	list = []int{}
	for _, word := range strings.Fields(text) {
		list = append(list, numberIn(word, 0, count-1, "is not a "+what+": they are numbered 0 to %d", count-1))
	}
	return list, nil
}

func (w *Writer) prepareCSV() error {
	board := boardText(w.board)
	if strings.ContainsAny(board, `,"`) {
		board = quotedText(board)
	}
	w.layout, w.after = Layout{Head: csvHead + "\n", Presses: true}, []byte("\n")
	w.spec = []byte(board)
	w.record = w.csv
	return nil
}

func (w *Writer) csv(dst []byte, r *Record) []byte {
	dst = append(strconv.AppendUint(dst, r.Index, 10), ',')
	dst = append(w.states(dst, r), ',')
	dst = append(strconv.AppendInt(dst, int64(r.On.Size()), 10), ',')
	dst = append(appendCount(dst, r.MinPresses, ""), ',')
	dst = append(append(appendNumbers(dst, r.Presses, ' '), ','), w.spec...)
	dst = appendCount(append(dst, ','), r.Nullity, "")
	dst = append(append(dst, ','), r.Answers...)
	dst = appendCount(append(dst, ','), r.ChasePresses, "")
	if w.splits {
		dst = append(append(dst, ','), r.Split...)
	}
	switch {
	case w.uneven && r.Uneven:
		dst = append(dst, ",false"...)
	case w.uneven:
		dst = append(dst, ',')
	}
	if w.refutes {
		dst = appendNumbers(append(dst, ','), r.Witness, ' ')
	}
	return dst
}
