package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/bits"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"lightsout/board"
	"lightsout/census"
	"lightsout/census/database"
	"lightsout/internal/textboard"
	"lightsout/solve"
)

var censusVerb = verb{
	name: "census", args: "[SPEC | N]…", count: count{0, anyNumber},
	summary: "every state of a small board by how many presses it needs",
	takes:   "board db path format json output timeout max-memory",
	choices: map[string]func() []string{"format": func() []string { return append(textOrJSON(), "csv") }},
	limits:  "the command", run: runCensus,
	questions: []question{
		{about: "a table", takes: "format json output", kind: manyRecords},
		{asked: "db", kind: manyRecords},
		{asked: "path", takes: "format json output", kind: manyRecords, formats: "text json"},
	},
}

type censusCommand struct{ *call }

// censusJSON is what is known of all states of a board.
type censusJSON struct {
	Board        string   `json:"board"`
	Lights       int      `json:"lights"`
	Switches     int      `json:"switches"`
	Rank         *int     `json:"rank,omitempty"`
	Nullity      *int     `json:"nullity,omitempty"`
	QuietOrder   string   `json:"quiet_order,omitempty"`
	Answers      string   `json:"answers"` // of each solvable state
	States       string   `json:"states"`  // how many states are solvable
	Depth        int      `json:"depth"`
	Distribution []string `json:"distribution"`
}

// pathJSON is a shortest path, in the form of the steps of solve --steps.
type pathJSON struct {
	Board      string     `json:"board"`
	PressCount int        `json:"press_count"`
	Steps      []stepJSON `json:"steps"` // the path
}

func runCensus(ctx context.Context, k *call) error {
	c := &censusCommand{k}
	boards, err := c.parse()
	if err == nil {
		err = c.result()
	}
	if err == nil {
		err = c.validate(boards)
	}
	if err != nil {
		return err
	}
	if len(boards) > 1 {
		k.con.several()
	}
	ctx, cancel := withTimeout(ctx, c.lapse("timeout"))
	defer cancel()
	if c.given("db") {
		return c.database(ctx, boards)
	}
	for i, b := range boards {
		k.con.concerns(b, "")
		if c.yes("path") {
			err = c.path(ctx, b, i > 0)
		} else {
			err = c.one(ctx, b)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// validate refuses what does not go together.
func (c *censusCommand) validate(boards []*board.Board) error {
	switch {
	case c.text("db") == "-":
		return usagef("--db -: a database cannot go to standard output; name a file")
	case c.text("db") == ":memory:":
		return usagef("--db :memory: would be gone at the end; name a file")
	case c.format == "csv" && len(boards) > 1:
		return usagef("--format csv takes one board at a time, not %d", len(boards))
	}
	for _, b := range boards {
		if err := c.takesStates(b); err != nil {
			return err
		}
	}
	return nil
}

// parse reads the boards, each once: an argument that is a number is the side of a square.
func (c *censusCommand) parse() (boards []*board.Board, err error) {
	specs := c.texts("board")
	for _, arg := range c.args {
		if n, err := strconv.Atoi(arg); err == nil && arg[0] != '0' {
			arg = fmt.Sprintf("%dx%d", n, n)
		}
		specs = append(specs, arg)
	}
	all, err := (&puzzles{call: c.call, colours: true}).boards(specs)
	for _, b := range all {
		if !slices.ContainsFunc(boards, func(known *board.Board) bool { return known.Spec() == b.Spec() }) {
			boards = append(boards, b)
		}
	}
	return boards, err
}

// maxCounted is about how many switches a board may have for info --distribution to count its states.
const maxCounted = 64

// one writes the table of a board: all of it, or how many states need how many presses.
func (c *censusCommand) one(ctx context.Context, b *board.Board) error {
	bar := c.con.WorkBar("states")
	defer bar.Clear()
	t, err := census.NewTable(ctx, b, func(done, all int) { bar.Show("searching "+b.Spec(), done, all) })
	var large *board.TooLargeError
	switch {
	case errors.As(err, &large) && c.format != "csv" && b.States() == 2:
		instead := "--distribution counts the states without a table"
		if b.Switches() > maxCounted {
			instead = "--depth gives bounds on the presses of its hardest state"
		}
		return fmt.Errorf("%w; lightsout info --board %s %s", err, b.Spec(), instead)
	case err != nil:
		return err
	}
	if c.format == "csv" {
		err := t.WriteCSV(ctx, c.con.Out, func(done, all int) { bar.Show("writing "+b.Spec(), done, all) })
		if _, failed := c.con.Out.Write(nil); failed != nil {
			return reported(exitUsage) // what could not be written is reported when the output is closed
		}
		return err
	}
	counts := t.Distribution()
	bar.Clear()
	facts, err := newInfo(ctx, b)
	if err != nil {
		return err
	}
	record := censusJSON{Board: b.Spec(), Lights: b.Lights(), Switches: b.Switches(), Rank: facts.Rank,
		Nullity: facts.Nullity, QuietOrder: facts.QuietOrder, Answers: facts.Answers, States: strconv.Itoa(t.Len()),
		Depth: len(counts) - 1, Distribution: decimals(counts)}
	return c.con.tell(record, func() {
		fmt.Fprintf(c.con.Out, "%s: %s, depth %d\n", b.Spec(),
			textboard.Count(t.Len(), "solvable state", "solvable states"), record.Depth)
		for w, n := range counts {
			fmt.Fprintf(c.con.Out, "%4d  %s\n", w, n)
		}
	})
}

func (c *censusCommand) database(ctx context.Context, boards []*board.Board) error {
	if err := c.con.Use("--db", c.text("db")); err != nil {
		return err
	}
	if err := c.forecast(ctx, boards); err != nil {
		return err
	}
	bar := c.con.WorkBar("states")
	bar.Tell = func(line string) { fmt.Fprintf(c.con.Err, "lightsout: %s\n", line) }
	defer bar.Clear()
	err := database.Write(ctx, c.text("db"), boards, database.Options{Progress: bar.Show})
	if errors.Is(err, fs.ErrNotExist) {
		return usagef("--db %s: there is no folder %s; make it first", c.text("db"), filepath.Dir(c.text("db")))
	}
	return err
}

// What a state takes in a database, in bytes and of a processor, and how many states take a while.
const (
	stateBytes = 25
	stateTime  = 1200 * time.Nanosecond
	manyStates = 1 << 20
)

// forecast says how large a database of many states becomes, and how long it takes.
func (c *censusCommand) forecast(ctx context.Context, boards []*board.Board) error {
	states := 0
	for _, b := range boards {
		k, err := solve.Nullity(ctx, b)
		if err != nil {
			return err
		}
		if rank := b.Switches() - k; rank < bits.UintSize-2 { // larger boards are refused
			states += 1 << rank
		}
	}
	if states >= manyStates {
		fmt.Fprintf(c.con.Err, "lightsout: note: %d states take about %d MB and %v of a processor\n", states,
			states*stateBytes/1_000_000, (time.Duration(states) * stateTime).Round(time.Second))
	}
	return nil
}

// path writes a shortest path from all on; again says that it is not the first.
func (c *censusCommand) path(ctx context.Context, b *board.Board, again bool) error {
	shape := b.Shape()
	if !shape.Cross || b.Spec() != fmt.Sprintf("grid:%dx%[1]d", shape.Dims[0]) {
		return usagef("--path is for square grids, not %s", b.Spec())
	}
	steps, err := census.SquarePath(ctx, shape.Dims[0])
	if err != nil {
		return err
	}
	record := pathJSON{Board: b.Spec(), PressCount: len(steps)}
	for _, s := range steps {
		record.Steps = append(record.Steps, stepJSON{s.State.String(), s.Row*shape.Dims[0] + s.Col})
	}
	return c.con.tell(record, func() {
		if again {
			fmt.Fprintln(c.con.Out)
		}
		for _, s := range steps {
			fmt.Fprintln(c.con.Out, s)
		}
	})
}
