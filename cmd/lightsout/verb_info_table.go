package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
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

// isTable reports whether a table is asked for.
func (c *infoCommand) isTable() bool {
	spec, _ := c.spec()
	family := strings.ContainsAny(spec, "MN") && !strings.HasPrefix(spec, "graph:")
	return family || c.question.kind == manyRecords || slices.Contains(census.SheetFormats(), c.format)
}

// infoTable writes a table.
type infoTable struct {
	info    *infoCommand
	con     *console
	sheet   *census.Sheet
	stream  stream[tableRow]
	running atomic.Int32 // rows being made
}

// tableRow is a row on its way.
type tableRow struct {
	census.Row
	letters map[string]int // of a member of a family
	puzzle  func() (*board.Puzzle, error)
}

// name is how messages call a board.
func (r *tableRow) name() string {
	if r.Origin != "" {
		return r.Origin
	}
	return clipSpec(r.Board.Spec())
}

// errTableEnds ends a b-file at its first value that is not known.
var errTableEnds = errors.New("the table ends")

// tabulate writes the table.
func (c *infoCommand) tabulate(ctx context.Context) error {
	t := &infoTable{info: c, con: c.con}
	var err error
	if t.sheet, err = c.describe(c.args); err != nil {
		return err
	}
	done := func(_ *piece[tableRow], text []byte) []byte { return t.sheet.Done(text) }
	t.stream = stream[tableRow]{con: c.con, jobs: c.number("jobs"), flow: true, each: t.each, done: done}
	next, stop, err := t.source(c.args)
	if err != nil {
		return err
	}
	defer stop()
	c.con.several()
	err = t.stream.run(ctx, next)
	ends := errors.Is(err, errTableEnds)
	if err == nil || ends || ctx.Err() != nil {
		c.con.Out.Write(t.sheet.End())
	}
	if err != nil && !ends {
		return err
	}
	if n := t.stream.bad; n > 1 {
		fmt.Fprintf(c.con.Err, "lightsout: %d boards could not be read\n", n)
	}
	if ends {
		return cutShort{reported: t.stream.outcome}
	}
	return t.stream.outcome.after(nil)
}

// describe is the sheet that the flags ask for.
func (c *infoCommand) describe(args []string) (*census.Sheet, error) {
	switch {
	case c.given("quiet", "chase-table", "distribution", "symmetries", "depth"):
		return nil, usagef("a table has columns: ask for --columns depth,symmetries in it, and for --quiet, " +
			"--chase-table and --distribution board by board")
	case len(args) > 0 && c.given(tableLetters...):
		return nil, usagef("--m and --n make a table of boards: they go with --board, not with FILE")
	}
	spec, err := c.spec()
	if err != nil {
		return nil, err
	}
	typed := func(flag string) *string {
		if !c.given(flag) {
			return nil
		}
		return new(c.text(flag))
	}
	o := census.SheetOptions{
		Spec: spec, Format: c.format, Numbers: map[string]string{}, Columns: typed("columns"), Where: typed("where"),
	}
	for _, letter := range tableLetters {
		if c.given(letter) {
			o.Numbers[letter] = c.text(letter)
		}
	}
	sheet, err := census.NewSheet(o)
	if wrong, ok := errors.AsType[*census.FieldError](err); ok && wrong.Field != "" {
		return nil, usagef("--%v; see lightsout help columns", err)
	} else if err != nil {
		return nil, usagef("%v; see lightsout help columns", err)
	}
	return sheet, nil
}

// source cuts the boards into pieces: those of FILE, or of the family one at a time, since the next may take much
// longer, or else --board or the classic.
func (t *infoTable) source(args []string) (next func() (*piece[tableRow], error), stop func(), err error) {
	var given *board.Board
	if t.sheet.Family == nil {
		if given, err = t.info.puzzles.theBoard(); err != nil {
			return nil, nil, err
		}
	}
	if len(args) > 0 {
		t.info.puzzles.empty = true // what a sieve before this one let pass may be nothing
		r, src, err := t.info.puzzles.reader(args[0], given)
		if err != nil {
			return nil, nil, err
		}
		return t.stream.cut(r), src.Close, nil
	}
	rows := func(yield func(map[string]int) bool) { yield(nil) }
	if t.sheet.Family != nil {
		rows = t.sheet.Family.Rows()
	} else if given == nil {
		given, _ = board.Parse("classic")
	}
	pull, stop := iter.Pull(rows)
	return func() (*piece[tableRow], error) {
		letters, ok := pull()
		if !ok {
			return nil, io.EOF
		}
		return &piece[tableRow]{note: tableRow{Row: census.Row{Board: given}, letters: letters}}, nil
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
		if err = t.add(ctx, p, &row); err != nil && ctx.Err() == nil {
			err = fmt.Errorf("%s: %w", row.Origin, err)
		}
	default:
		if row.Board == nil {
			if row.Board, err = puzzlefile.ParseBoard(t.sheet.Family.Spec(row.letters)); err != nil {
				return err
			}
		}
		row.puzzle = func() (*board.Puzzle, error) { return t.info.puzzles.onBoard(row.Board) }
		return t.add(ctx, p, &row)
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
	if kind == t.sheet.Passes() {
		text = strings.TrimPrefix(strings.TrimPrefix(record.Text, ">>graph6<<"), ">>sparse6<<")
	}
	puzzle := func() (*board.Puzzle, error) { return &record.Puzzle, t.info.puzzles.override(&record.Puzzle) }
	return tableRow{
		Row: census.Row{Board: record.Board, ID: record.ID, Origin: record.Origin, Text: text}, puzzle: puzzle,
	}
}

// add writes the row of a board if it meets the condition.
func (t *infoTable) add(ctx context.Context, p *piece[tableRow], row *tableRow) error {
	running := t.running.Add(1)
	defer t.running.Add(-1)
	if w := row.Board.Warning(); w != "" {
		fmt.Fprintf(&p.said, "lightsout: note: %s\n", w)
	}
	facts := &census.Facts{
		Board: row.Board, Puzzle: row.puzzle, Letters: row.letters, Workers: max(1, runtime.GOMAXPROCS(0)/int(running)),
	}
	if limit := t.info.timeout; limit > 0 {
		facts.Limit = func(ctx context.Context) (context.Context, context.CancelFunc) { return withTimeout(ctx, limit) }
	}
	if t.sheet.Where != nil {
		holds, open, err := t.sheet.Where.Holds(ctx, facts)
		switch {
		case err != nil:
			return err
		case len(open) > 0:
			return t.undecided(ctx, p, row, facts, open)
		case !holds:
			return nil
		}
	}
	columns := t.sheet.Columns
	if t.sheet.PassesOn(row.Text) {
		columns = nil
	}
	for _, c := range columns {
		v, err := facts.Find(ctx, c.Name)
		if err != nil {
			return err
		}
		if c.Name == "answers" && t.sheet.Usual() {
			v.Stopped = nil // it is too large to write, and nobody asked for it
		}
		row.Values = append(row.Values, v)
		if !v.Known() && v.Stopped != nil {
			if t.unproved(p, row, fmt.Sprintf("%s is %s", c.Name, v.Words())); p.ended != nil {
				return nil
			}
		}
	}
	text, err := t.sheet.Append(p.out.AvailableBuffer(), &row.Row)
	p.out.Write(text)
	return err
}

// undecided reports what is known of columns that leave a condition open.
func (t *infoTable) undecided(ctx context.Context, p *piece[tableRow], row *tableRow, f *census.Facts,
	columns []string) error {
	var words []string
	for _, name := range columns {
		v, err := f.Find(ctx, name)
		if err != nil {
			return err
		}
		words = append(words, fmt.Sprintf("%s is %s", name, v.Words()))
	}
	t.unproved(p, row, "undecided: "+strings.Join(words, ", "))
	return nil
}

// unproved reports what is not known of a board. A b-file ends there.
func (t *infoTable) unproved(p *piece[tableRow], row *tableRow, words string) {
	p.outcome = worse(p.outcome, exitGaveUp)
	before := ""
	if t.sheet.Ends() {
		before, p.ended = "the b-file ends before ", errTableEnds
	}
	fmt.Fprintf(&p.said, "lightsout: %s%s: %s\n", before, row.name(), words)
}
