package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"math/big"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"

	"lightsout/board"
	"lightsout/census"
	"lightsout/puzzlefile"
)

// info writes a table, a row per board: of a family, of the boards of a FILE, or of those among them that meet a
// condition.

// tableLetters are the flags with the numbers of a family, named like its letters.
var tableLetters = []string{"m", "n"}

// parseNumbers reads the value of a flag that takes a LIST, such as 1,4-7.
func parseNumbers(flag, text string) (list census.Numbers, err error) {
	for part := range strings.SplitSeq(text, ",") {
		from, to, err := parseRange(flag, strings.TrimSpace(part))
		if err != nil {
			return nil, err
		}
		list = append(list, [2]int{from, to})
	}
	return list, nil
}

// tableOnly are the formats that only tables have.
var tableOnly = []string{"table", "csv", "jsonl", "bfile", "graph6"}

// isTable reports whether a table is asked for.
func (c *infoCommand) isTable() bool {
	spec, _ := c.spec()
	family := strings.ContainsAny(spec, "MN") && !strings.HasPrefix(spec, "graph:")
	return family || c.question.kind == manyRecords || slices.Contains(tableOnly, c.format)
}

// infoTable writes a table.
type infoTable struct {
	*infoCommand
	con     *console
	family  *census.Family    // nil if the boards come from a file or there is just one
	columns []census.Column   // nil if the input is passed on
	where   *census.Condition // nil: all
	form    tableFormat
	running atomic.Int32 // rows being made

	// Of what is written so far:
	stream stream[tableRow]
	begun  bool
	index  int // of the next line of a b-file
}

// tableRow is a board and the values of its columns.
type tableRow struct {
	board   *board.Board
	letters map[string]int // of a member of a family
	puzzle  func() (*board.Puzzle, error)
	values  []census.Value
	id      json.RawMessage
	origin  string
	text    string // the line it was read from, if rows are written in that format
}

// name is how messages call a board.
func (r *tableRow) name() string {
	if r.origin != "" {
		return r.origin
	}
	return clipSpec(r.board.Spec())
}

// errTableEnds ends a b-file at its first value that is not known.
var errTableEnds = errors.New("the table ends")

// tabulate writes the table.
func (c *infoCommand) tabulate(ctx context.Context, con *console, args []string) error {
	t := &infoTable{infoCommand: c, con: con, index: 1}
	if err := t.prepare(args); err != nil {
		return err
	}
	t.stream = stream[tableRow]{con: con, jobs: c.number("jobs"), flow: true, each: t.each, done: t.done}
	next, stop, err := t.source(args)
	if err != nil {
		return err
	}
	defer stop()
	con.result.kind = manyRecords
	err = t.stream.run(ctx, next)
	ends := errors.Is(err, errTableEnds)
	if err != nil && !ends {
		return err
	}
	if !t.begun {
		con.Out.WriteString(t.form.head(t))
	}
	if n := t.stream.bad; n > 1 {
		fmt.Fprintf(con.Err, "lightsout: %d boards could not be read\n", n)
	}
	if ends {
		return cutShort{reported: t.stream.outcome}
	}
	return t.stream.outcome.after(nil)
}

// prepare reads the flags.
func (t *infoTable) prepare(args []string) error {
	c := t.infoCommand
	switch {
	case c.given("quiet", "chase-table", "distribution", "symmetries", "depth"):
		return usagef("a table has columns: ask for --columns depth,symmetries in it, and for --quiet, --chase-table " +
			"and --distribution board by board")
	case len(args) > 0 && c.given(tableLetters...):
		return usagef("--m and --n make a table of boards: they go with --board, not with FILE")
	case len(args) > 1:
		return usagef("one puzzle or file at a time, not %d: %s", len(args), strings.Join(args, " "))
	case c.format == "graph6" && c.given("columns"):
		return usagef("--format graph6 passes graphs on as they are; it has no --columns")
	}
	numbers := map[string]census.Numbers{}
	for _, letter := range tableLetters {
		if c.given(letter) {
			var err error
			if numbers[letter], err = parseNumbers(letter, c.text(letter)); err != nil {
				return err
			}
		}
	}
	spec, err := c.spec()
	if err != nil {
		return err
	}
	family, err := census.ParseFamily(spec, numbers)
	if err != nil {
		return usagef("%v; see lightsout help columns", err)
	}
	letters := family.Letters()
	if len(letters) > 0 {
		t.family = family
	}
	for _, f := range tableFormats {
		if slices.Contains(f.names, c.format) {
			t.form = f
		}
	}
	if c.given("where") {
		if t.where, err = census.ParseCondition(c.text("where"), letters); err != nil {
			return usagef("--where %q: %v", clipSpec(c.text("where")), err)
		}
	}
	list := t.form.usual
	if c.given("columns") {
		list = c.text("columns")
	}
	if list != "" || c.given("columns") {
		if t.columns, err = census.ParseColumns(list, letters); err != nil {
			return usagef("--columns: %v; see lightsout help columns", err)
		}
	}
	if c.format == "bfile" { // which has an index instead of the letter
		return t.sequence()
	}
	for _, letter := range slices.Backward(letters) {
		if !slices.ContainsFunc(t.columns, func(c census.Column) bool { return c.Name == letter }) {
			t.columns = slices.Insert(t.columns, 0, census.Column{Name: letter})
		}
	}
	return nil
}

// sequence refuses what is not a sequence, for a b-file, and numbers it by the letter unless a condition picks rows.
func (t *infoTable) sequence() error {
	switch {
	case t.family == nil || len(t.family.Letters()) != 1:
		return usagef("a b-file is of a family with one letter, as in --board grid:NxN --n 1-9")
	case len(t.columns) != 1 || t.columns[0].Fraction:
		return usagef("a b-file holds one sequence of whole numbers: name one of --columns, for example --columns " +
			"nullity")
	case t.where != nil:
		return nil
	case len(t.family.Numbers()[0]) > 1:
		return usagef("a b-file is numbered without gaps: give one range, as in --n 1-9, or another --format")
	}
	t.index = t.family.Numbers()[0][0][0]
	return nil
}

// source cuts the boards into pieces: those of FILE, or of the family one at a time, since the next may take much
// longer, or else --board or the classic.
func (t *infoTable) source(args []string) (next func() (*piece[tableRow], error), stop func(), err error) {
	var given *board.Board
	if t.family == nil {
		if given, err = t.puzzles.theBoard(t.con); err != nil {
			return nil, nil, err
		}
	}
	if len(args) > 0 {
		t.puzzles.empty = true // what a sieve before this one let pass may be nothing
		r, src, err := t.puzzles.reader(t.con, args[0], given)
		if err != nil {
			return nil, nil, err
		}
		return t.stream.cut(r), src.Close, nil
	}
	rows := func(yield func(map[string]int) bool) { yield(nil) }
	if t.family != nil {
		rows = t.family.Rows()
	} else if given == nil {
		given, _ = board.Parse("classic")
	}
	pull, stop := iter.Pull(rows)
	return func() (*piece[tableRow], error) {
		letters, ok := pull()
		if !ok {
			return nil, io.EOF
		}
		return &piece[tableRow]{note: tableRow{board: given, letters: letters}}, nil
	}, stop, nil
}

// each writes the row of a board: of the command line, or of a record. What is wrong with a line of a file is reported
// in its place.
func (t *infoTable) each(ctx context.Context, p *piece[tableRow], record *puzzlefile.Record, err error) error {
	row := p.note
	switch {
	case errors.Is(err, puzzlefile.ErrNeedsBoard):
		return withFlagHint(err)
	case err != nil:
	case record != nil:
		row = t.read(p, record)
		if err = t.add(ctx, p, row); err != nil && ctx.Err() == nil {
			err = fmt.Errorf("%s: %w", row.origin, err)
		}
	default:
		if row.board == nil {
			if row.board, err = puzzlefile.ParseBoard(t.family.Spec(row.letters)); err != nil {
				return err
			}
		}
		row.puzzle = func() (*board.Puzzle, error) { return t.puzzles.onBoard(row.board) }
		return t.add(ctx, p, row)
	}
	if err == nil || ctx.Err() != nil {
		return err
	}
	p.badLine()
	fmt.Fprintf(&p.said, "lightsout: %v\n", err)
	return nil
}

// read is a puzzle of a file.
func (t *infoTable) read(p *piece[tableRow], record *puzzlefile.Record) tableRow {
	text, kind := "", p.records.Kind()
	if kind == "sparse6" {
		kind = "graph6" // nauty's tools take both
	}
	if kind == t.form.passes {
		text = strings.TrimPrefix(strings.TrimPrefix(record.Text, ">>graph6<<"), ">>sparse6<<")
	}
	puzzle := func() (*board.Puzzle, error) { return &record.Puzzle, t.puzzles.override(&record.Puzzle) }
	return tableRow{board: record.Board, puzzle: puzzle, id: record.ID, origin: record.Origin, text: text}
}

// add writes the row of a board if it meets the condition.
func (t *infoTable) add(ctx context.Context, p *piece[tableRow], row tableRow) error {
	running := t.running.Add(1)
	defer t.running.Add(-1)
	if w := row.board.Warning(); w != "" {
		fmt.Fprintf(&p.said, "lightsout: note: %s\n", w)
	}
	facts := &census.Facts{Board: row.board, Puzzle: row.puzzle, Letters: row.letters,
		Workers: max(1, runtime.GOMAXPROCS(0)/int(running))}
	if t.timeout > 0 {
		facts.Limit = func(ctx context.Context) (context.Context,
			context.CancelFunc) {
			return withTimeout(ctx, t.timeout)
		}
	}
	if t.where != nil {
		holds, open, err := t.where.Holds(ctx, facts)
		switch {
		case err != nil:
			return err
		case len(open) > 0:
			return t.undecided(ctx, p, row, facts, open)
		case !holds:
			return nil
		}
	}
	columns := t.columns
	if t.passesOn(row) {
		columns = nil
	}
	for _, c := range columns {
		v, err := facts.Find(ctx, c.Name)
		if err != nil {
			return err
		}
		if c.Name == "answers" && t.text("columns") == "" {
			v.Stopped = nil // it is too large to write, and nobody asked for it
		}
		row.values = append(row.values, v)
		if !v.Known() && v.Stopped != nil {
			if t.unproved(p, row, fmt.Sprintf("%s is %s", c.Name, openWords(v))); p.ended != nil {
				return nil
			}
		}
	}
	text, err := t.form.row(p.out.AvailableBuffer(), t, row)
	p.out.Write(text)
	return err
}

// passesOn reports whether the line that a board was read from is written as it is.
func (t *infoTable) passesOn(row tableRow) bool {
	return t.where != nil && t.text("columns") == "" && row.text != ""
}

// undecided reports what is known of columns that leave a condition open.
func (t *infoTable) undecided(ctx context.Context, p *piece[tableRow], row tableRow, f *census.Facts,
	columns []string) error {
	var words []string
	for _, name := range columns {
		v, err := f.Find(ctx, name)
		if err != nil {
			return err
		}
		words = append(words, fmt.Sprintf("%s is %s", name, openWords(v)))
	}
	t.unproved(p, row, "undecided: "+strings.Join(words, ", "))
	return nil
}

// unproved reports what is not known of a board. A b-file ends there.
func (t *infoTable) unproved(p *piece[tableRow], row tableRow, words string) {
	p.outcome = worse(p.outcome, exitGaveUp)
	before := ""
	if t.format == "bfile" {
		before, p.ended = "the b-file ends before ", errTableEnds
	}
	fmt.Fprintf(&p.said, "lightsout: %s%s: %s\n", before, row.name(), words)
}

// openWords is a value without proof, and why it has none.
func openWords(v census.Value) string {
	words := "not known"
	if text := cell(v, census.Column{}, "yes", "no", (*big.Int).String); text != "?" {
		words = text
	}
	if v.Stopped != nil {
		words += " (" + why(v.Stopped) + ")"
	}
	return words
}

// done is what is written of the rows of a piece.
func (t *infoTable) done(_ *piece[tableRow], text []byte) []byte {
	if t.format == "bfile" {
		var numbered []byte
		for line := range bytes.Lines(text) {
			numbered = fmt.Appendf(numbered, "%d %s", t.index, line)
			t.index++
		}
		text = numbered
	}
	if !t.begun {
		t.begun = true
		return append([]byte(t.form.head(t)), text...)
	}
	return text
}
