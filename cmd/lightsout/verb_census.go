package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/bits"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"lightsout/board"
	"lightsout/census"
	"lightsout/census/database"
	"lightsout/internal/textboard"
	"lightsout/puzzlefile"
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
	boards, err := c.parse(c.args)
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
	switch c.question.asked {
	case "path":
		return c.paths(ctx, boards)
	case "db":
		return c.database(ctx, boards)
	}
	for _, b := range boards {
		k.con.concerns(b, "")
		if err := c.one(ctx, b); err != nil {
			return err
		}
	}
	return nil
}

// validate refuses what does not go together.
func (c *censusCommand) validate(boards []*board.Board) error {
	csv := c.format == "csv"
	switch {
	case c.text("db") == "-":
		return usagef("--db -: a database cannot go to standard output; name a file")
	case c.text("db") == ":memory:":
		return usagef("--db :memory: would be gone at the end; name a file")
	case csv && len(boards) > 1:
		return usagef("--format csv takes one board at a time, not %d", len(boards))
	}
	for _, b := range boards {
		if err := c.takesStates(b); err != nil {
			return err
		}
	}
	return nil
}

// parse reads the boards: an argument that is a number is the side of a square.
func (c *censusCommand) parse(args []string) (boards []*board.Board, err error) {
	specs := c.texts("board")
	for _, arg := range args {
		if n, err := strconv.Atoi(arg); err == nil && arg[0] != '0' {
			arg = fmt.Sprintf("%dx%d", n, n)
		}
		specs = append(specs, arg)
	}
	if len(specs) == 0 {
		specs = []string{"5x5"}
	}
	seen := map[string]bool{}
	for _, spec := range specs {
		b, err := puzzlefile.ParseBoard(spec)
		if err != nil {
			if info, e := os.Stat(spec); e == nil && info.Mode().IsRegular() {
				return nil, usagef("%v; the board of a graph file is graph:%s", err, spec)
			}
			return nil, err
		}
		if !seen[b.Spec()] {
			boards = append(boards, b)
		}
		seen[b.Spec()] = true
	}
	return boards, nil
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
	if c.format == "json" {
		facts, err := newInfo(ctx, b)
		if err != nil {
			return err
		}
		return writeJSON(c.con.Out, censusJSON{
			Board: b.Spec(), Lights: b.Lights(), Switches: b.Switches(), Rank: facts.Rank, Nullity: facts.Nullity,
			QuietOrder: facts.QuietOrder,
			Answers:    facts.Answers, States: strconv.Itoa(t.Len()), Depth: len(counts) - 1,
			Distribution: decimals(counts),
		})
	}
	fmt.Fprintf(c.con.Out, "%s: %s, depth %d\n", b.Spec(), textboard.Count(t.Len(), "solvable state", "solvable states"),
		len(counts)-1)
	for w, n := range counts {
		fmt.Fprintf(c.con.Out, "%4d  %s\n", w, n)
	}
	return nil
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

func (c *censusCommand) paths(ctx context.Context, boards []*board.Board) error {
	for i, b := range boards {
		shape := b.Shape()
		if !shape.Cross || b.Spec() != fmt.Sprintf("grid:%dx%[1]d", shape.Dims[0]) {
			return usagef("--path is for square grids, not %s", b.Spec())
		}
		steps, err := census.SquarePath(ctx, shape.Dims[0])
		if err != nil {
			return err
		}
		if c.format == "json" {
			object := pathJSON{Board: b.Spec(), PressCount: len(steps)}
			for _, s := range steps {
				object.Steps = append(object.Steps, stepJSON{s.State.String(), s.Row*shape.Dims[0] + s.Col})
			}
			if err := writeJSON(c.con.Out, object); err != nil {
				return err
			}
			continue
		}
		if i > 0 {
			fmt.Fprintln(c.con.Out)
		}
		for _, s := range steps {
			fmt.Fprintln(c.con.Out, s)
		}
	}
	return nil
}
