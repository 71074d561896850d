package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/spf13/pflag"

	"lightsout/board"
	"lightsout/census"
	"lightsout/puzzlefile"
)

// tableFlags ask info for a table, a row per board: of a family, of the boards of a FILE, or of those
// among them that meet a condition.
type tableFlags struct {
	columns, where string
	jobs           int
}

func (f *tableFlags) declare(flags *pflag.FlagSet) {
	flags.String("m", "", "a table for M in `LIST`, e.g. 5,7-9; --board holds M: grid:MxN")
	flags.String("n", "", "the same for N in `LIST`: grid:NxN, torus:5xN, hypercube:2N+1")
	flags.String("k", "", "the same for K in `LIST`")
	flags.StringVar(&f.columns, "columns", "", "a table of these `COLUMNS`, e.g. nullity,min; see lightsout help columns")
	takesOneOf(flags, "columns", columnNames())
	flags.StringVar(&f.where, "where", "", "only boards that meet this `CONDITION`, e.g. 'nullity>0 && min<=5'")
	flags.IntVarP(&f.jobs, "jobs", "j", 0, "`J` boards of a table at a time (default: one per core)")
	onlyInMore(flags, "k", "jobs")
}

// tableLetters are the flags with the numbers of a family, named like its letters.
var tableLetters = []string{"m", "n", "k"}

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

func columnNames() []string {
	var names []string
	for _, c := range census.Columns() {
		names = append(names, c.Name)
	}
	return names
}

// tableOnly are the formats that only tables have.
var tableOnly = []string{"table", "csv", "jsonl", "bfile", "graph6"}

// isTable reports whether a table is asked for.
func (c *infoCommand) isTable() bool {
	return c.given(append([]string{"columns", "where"}, tableLetters...)...) || slices.Contains(tableOnly, c.format.format) || c.familyLetter() != ""
}

func (c *infoCommand) given(names ...string) bool { return anyGiven(c.puzzles.flags, names...) }

// familyLetter is a letter of --board that stands for a number but has no range; "" if there is none.
func (c *infoCommand) familyLetter() string {
	for _, letter := range tableLetters {
		if spec := c.puzzles.board; !strings.HasPrefix(spec, "graph:") && !c.given(letter) && strings.Contains(spec, strings.ToUpper(letter)) {
			return letter
		}
	}
	return ""
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
	stream   stream[tablePiece]
	index    int    // of the next line of a b-file
	unproved int    // cells
	first    string // of these
}

// tablePiece is what came of some boards besides rows: of puzzles of a file, or else of one member.
type tablePiece struct {
	row      tableRow // with the board, or the letters of one, if no record has it
	unproved int      // cells
	first    string   // of these
	header   string   // of graph6
}

// errTableEnds ends a b-file at its first value that is not known.
var errTableEnds = errors.New("the table ends")

// tabulate writes the table.
func (c *infoCommand) tabulate(ctx context.Context, con *console, args []string) (err error) {
	t := &infoTable{infoCommand: c, con: con, index: 1}
	if err := t.prepare(args); err != nil {
		return err
	}
	t.stream = stream[tablePiece]{con: con, jobs: c.table.jobs, flow: true, each: t.each}
	next, stop, err := t.source(args)
	if err != nil {
		return err
	}
	defer stop()
	done, bar := 0, con.workBar("boards")
	t.stream.done = func(p *piece[tablePiece], text []byte) []byte {
		bar.clear()
		if done++; t.family != nil && !con.terminal && p.said.Len() == 0 && t.family.Size().IsInt64() {
			bar.show("table", done, int(t.family.Size().Int64()))
		}
		return t.done(p, text)
	}
	err = t.stream.run(ctx, next)
	bar.clear()
	return t.finish(err)
}

// prepare reads the flags.
func (t *infoTable) prepare(args []string) error {
	c := t.infoCommand
	if letter := c.familyLetter(); letter != "" {
		return usagef("--board %s is a family of boards: give the range of %s, as in --%s 1-9", c.puzzles.board, strings.ToUpper(letter), letter)
	}
	if c.quiet || c.chaseTable || c.distribution || c.symmetries || c.depth {
		return usagef("a table has columns: ask for --columns depth,symmetries in it, and for --quiet, --chase-table and --distribution board by board")
	}
	if len(args) > 0 && slices.Contains(columnNames(), strings.TrimSuffix(args[0], ",")) && c.given("columns") {
		if _, err := os.Stat(args[0]); err != nil {
			return usagef("%s was taken for a FILE; put commas between columns, and no blanks: --columns %s,%[1]s", strings.TrimSuffix(args[0], ","), strings.TrimSuffix(c.table.columns, ","))
		}
	}
	if len(args) > 0 && c.given(tableLetters...) {
		return usagef("--m, --n and --k make a table of boards: they go with --board, not with FILE")
	}
	numbers := map[string]census.Numbers{}
	for _, letter := range tableLetters {
		if !c.given(letter) {
			continue
		}
		var err error
		if numbers[letter], err = parseNumbers(letter, c.puzzles.flags.Lookup(letter).Value.String()); err != nil {
			return err
		}
		if upper := strings.ToUpper(letter); !strings.Contains(c.puzzles.board, upper) {
			return usagef("--%s needs an %s in --board, for example grid:%[2]sx%[2]s or torus:5x%[2]s, to put the numbers in", letter, upper)
		}
	}
	var letters []string
	if len(numbers) > 0 {
		var err error
		if t.family, err = census.ParseFamily(c.puzzles.board, numbers); err != nil {
			return usagef("%v", err)
		}
		letters = t.family.Letters()
	}
	for _, f := range tableFormats {
		if slices.Contains(f.names, c.format.format) {
			t.form = f
		}
	}
	if c.given("where") {
		var err error
		if t.where, err = census.ParseCondition(c.table.where, letters); err != nil {
			return usagef("--where %q: %v", clipSpec(c.table.where), err)
		}
	}
	list := c.table.columns
	if !c.given("columns") {
		list = t.form.usual
	} else if list == "" {
		return usagef("--columns: no column given; see lightsout help columns")
	}
	if list != "" {
		var err error
		if t.columns, err = census.ParseColumns(list, letters); err != nil {
			return usagef("--columns: %v", err)
		}
	}
	if c.format.format != "bfile" { // which has an index instead
		for _, letter := range slices.Backward(letters) {
			if !slices.ContainsFunc(t.columns, func(c census.Column) bool { return c.Name == letter }) {
				t.columns = slices.Insert(t.columns, 0, census.Column{Name: letter})
			}
		}
	}
	return t.validate(args)
}

// validate refuses what does not go together.
func (t *infoTable) validate(args []string) error {
	c := t.infoCommand
	name := c.format.format
	switch {
	case name == "graph6" && c.table.columns != "":
		return usagef("--format graph6 passes graphs on as they are; it has no --columns")
	case name == "bfile" && len(t.columns) != 1:
		return usagef("a b-file holds one sequence: name one of --columns, for example --columns nullity")
	case name == "bfile" && t.columns[0].Fraction:
		return usagef("a b-file holds whole numbers; %s is a fraction", t.columns[0].Name)
	case name == "bfile" && t.family == nil:
		return usagef("a b-file is of a family: give --board with an N, and --n with a range")
	case name == "bfile" && len(t.family.Letters()) > 2:
		return usagef("a b-file is of a family with one letter or two; set one to a number")
	case name == "bfile" && (t.where == nil || len(t.family.Letters()) == 2) && slices.ContainsFunc(t.family.Numbers(), func(n census.Numbers) bool { return len(n) > 1 }):
		return usagef("a b-file is numbered without gaps: give one range, as in --n 1-9, or another --format")
	}
	if len(args) > 1 {
		return usagef("one FILE at a time, not %d", len(args))
	}
	if t.family != nil { // before there is a head of the table
		for first := range t.members() {
			if _, err := puzzlefile.ParseBoard(t.family.Spec(first)); err != nil {
				return err
			}
			break
		}
	}
	if t.family != nil && name == "bfile" && t.where == nil && len(t.family.Letters()) == 1 {
		t.index = t.family.Numbers()[0][0][0]
	}
	return nil
}

// members is the family in the order of the table.
func (t *infoTable) members() iter.Seq[map[string]int] {
	if t.format.format == "bfile" && len(t.family.Letters()) == 2 {
		return t.family.Antidiagonals()
	}
	return t.family.Rows()
}

// source begins the table, and cuts its boards into pieces.
func (t *infoTable) source(args []string) (next func() (*piece[tablePiece], error), stop func(), err error) {
	defer func() {
		if err == nil {
			t.con.out.WriteString(t.form.head(t))
		}
	}()
	var given *board.Board
	if t.family == nil {
		if given, err = t.puzzles.theBoard(t.con); err != nil {
			return nil, nil, err
		}
	}
	if len(args) == 0 {
		pull, stop := iter.Pull(t.named(given))
		return func() (*piece[tablePiece], error) { // one at a time: the next may take much longer
			row, ok := pull()
			if !ok {
				return nil, io.EOF
			}
			return &piece[tablePiece]{note: tablePiece{row: row}}, nil
		}, stop, nil
	}
	t.puzzles.empty = true // what a sieve before this one let pass may be nothing
	r, src, err := t.puzzles.reader(t.con, args[0], given)
	if err != nil {
		return nil, nil, err
	}
	return t.stream.cut(r), src.close, nil
}

// named is the boards of the command line: the family, or --board, or the classic.
func (t *infoTable) named(given *board.Board) iter.Seq[tableRow] {
	return func(yield func(tableRow) bool) {
		if t.family == nil {
			if given == nil {
				given, _ = board.Parse("classic")
			}
			yield(tableRow{board: given})
			return
		}
		for letters := range t.members() {
			if !yield(tableRow{letters: letters}) {
				return
			}
		}
	}
}

// finish says what the rows do not say. A table that ended early has no file.
func (t *infoTable) finish(err error) error {
	con := t.con
	if e := con.out.Flush(); e != nil {
		return e
	}
	if err != nil && !errors.Is(err, errTableEnds) {
		con.dropFile()
		return err
	}
	if t.unproved > 0 {
		more := ""
		if t.unproved > 1 {
			more = fmt.Sprintf("; %d cells in all are not proved", t.unproved)
		}
		fmt.Fprintf(con.err, "lightsout: %s%s\n", t.first, more)
	}
	if n := t.stream.bad; n > 1 {
		fmt.Fprintf(con.err, "lightsout: %d boards could not be read\n", n)
	}
	return t.stream.outcome.after(nil)
}
