package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math/big"
	"time"

	"github.com/spf13/pflag"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/chase"
	"lightsout/solve"
)

var infoVerb = verb{
	name: "info", args: "[FILE]", summary: "what a board is like: rank, nullity, quiet patterns, depth, symmetries",
	details: "Quiet patterns are presses that change nothing: any answer plus a quiet pattern is an\nanswer too. Nullity is how many independent ones there are. Depth is how many presses the\nhardest solvable state needs.",
	examples: []example{
		{"lightsout info --board 5x5 --quiet", "the two quiet patterns of the classic"},
		{"lightsout info --board 5x5 --chase-table", "the light-chasing lookup table"},
		{"lightsout info --board 9x9 --depth", "the hardest state of 9x9, proved"},
	},
	setup: func(flags *pflag.FlagSet) func(context.Context, *console, []string) error {
		c := &infoCommand{}
		c.puzzles.declareBoard(flags)
		c.puzzles.declareInput(flags)
		c.puzzles.byRows = true // only the board matters
		flags.StringVar(&c.n, "n", "", "a table for N in `RANGE`, e.g. 1-100; --board holds N: grid:NxN")
		flags.BoolVar(&c.quiet, "quiet", false, "a basis of the quiet patterns")
		flags.BoolVar(&c.chaseTable, "chase-table", false, "bottom row → top row, for grids up to 12 columns")
		flags.BoolVar(&c.depth, "depth", false, "how many presses the hardest state needs, and such a state")
		flags.BoolVar(&c.distribution, "distribution", false, "how many solvable states need 0, 1, 2, … presses")
		flags.BoolVar(&c.symmetries, "symmetries", false, "how many symmetries the board has")
		flags.DurationVar(&c.timeout, "timeout", 0, "give up after this long, e.g. 30s; 0 is never")
		c.format.declare(flags, "text", "json")
		return c.run
	},
}

type infoCommand struct {
	puzzles                       puzzleFlags
	format                        formatFlags
	n                             string
	quiet, chaseTable, symmetries bool
	depth, distribution           bool
	timeout                       time.Duration
}

// infoJSON is the record of a board; what was not asked for is left out.
type infoJSON struct {
	Board            string      `json:"board"`
	Lights           int         `json:"lights"`
	Switches         int         `json:"switches"`
	Rank             int         `json:"rank"`
	Nullity          int         `json:"nullity"`
	SolvableFraction json.Number `json:"solvable_fraction"`
	Solutions        *big.Int    `json:"solutions"`
	QuietPatterns    *[][]int    `json:"quiet_patterns,omitempty"`
	distancesJSON
	Symmetries *big.Int     `json:"symmetries,omitempty"`
	ChaseTable []chase.Rule `json:"chase_table,omitempty"`
}

func (c *infoCommand) run(ctx context.Context, con *console, args []string) error {
	if err := checkTimeout(c.timeout); err != nil {
		return err
	}
	ctx, cancel := withTimeout(ctx, c.timeout)
	defer cancel()
	if err := c.format.open(con); err != nil {
		return err
	}
	if c.n != "" {
		return c.table(ctx, con, args)
	}
	if len(args) == 0 {
		b, err := c.puzzles.theBoard(con)
		if err == nil && b == nil {
			b, err = board.Parse("classic")
		}
		if err != nil {
			return err
		}
		return c.one(ctx, con, b)
	}
	return c.puzzles.each(ctx, con, args, func(p *board.Puzzle) error { return c.one(ctx, con, p.Board) })
}

// newInfo is what follows from the rank of a board.
func newInfo(b *board.Board, rank int) infoJSON {
	nullity := b.Switches() - rank
	return infoJSON{
		Board: b.Spec(), Lights: b.Lights(), Switches: b.Switches(), Rank: rank, Nullity: nullity,
		SolvableFraction: powerOfHalf(b.Lights() - rank), Solutions: answersOf(nullity),
	}
}

// answersOf is how many answers a solvable puzzle has.
func answersOf(nullity int) *big.Int { return new(big.Int).Lsh(big.NewInt(1), uint(nullity)) }

func (c *infoCommand) one(ctx context.Context, con *console, b *board.Board) error {
	nullity, err := solve.Nullity(ctx, b)
	if err != nil {
		return err
	}
	facts := newInfo(b, b.Switches()-nullity)
	var quiet []gf2.Vec
	if c.quiet {
		if quiet, err = (solve.Solver{}).Quiet(ctx, b); err != nil {
			return err
		}
		lists := make([][]int, len(quiet))
		for i, v := range quiet {
			lists[i] = v.Indices()
		}
		facts.QuietPatterns = &lists
	}
	if c.chaseTable {
		if facts.ChaseTable, err = chase.Table(b); err != nil {
			return err
		}
	}
	var hardest distances
	if c.depth || c.distribution {
		if hardest, err = findDistances(ctx, con, b, c.depth, c.distribution); err != nil {
			return err
		}
		facts.distancesJSON = hardest.json()
	}
	if c.symmetries {
		group, err := b.Symmetries(ctx)
		switch {
		case err != nil && ctx.Err() != nil:
			return fmt.Errorf("the symmetries of %s: %w", b.Spec(), cause(ctx))
		case err != nil:
			return err
		}
		facts.Symmetries = group.Order()
	}
	if c.format.format == "json" {
		err = writeJSON(con.out, facts)
	} else {
		c.text(con, b, facts, quiet, hardest)
	}
	if err == nil && hardest.open() {
		return reported(exitGaveUp)
	}
	return err
}

// powerOfHalf is 2^-k as a JSON number, exact in its digits even where a float64 would be 0.
func powerOfHalf(k int) json.Number {
	f := new(big.Float).SetMantExp(big.NewFloat(1), -k)
	return json.Number(f.Text('g', 17))
}

func (c *infoCommand) text(con *console, b *board.Board, facts infoJSON, quiet []gf2.Vec, hardest distances) {
	w := con.out
	row := func(name, format string, args ...any) {
		fmt.Fprintf(w, "%-16s %s\n", name, fmt.Sprintf(format, args...))
	}
	row("board", "%s", b.Spec())
	row("lights", "%d", facts.Lights)
	row("switches", "%d", facts.Switches)
	row("rank", "%d", facts.Rank)
	row("nullity", "%d", facts.Nullity)
	if k := facts.Lights - facts.Rank; k == 0 {
		row("solvable", "every state")
	} else if k <= 20 {
		row("solvable", "1 state in %d", 1<<k)
	} else {
		row("solvable", "1 state in 2^%d", k)
	}
	row("solutions", "%s for each solvable state", countWords(facts.Solutions))
	if facts.Symmetries != nil {
		row("symmetries", "%v", facts.Symmetries)
	}
	hardest.text(con, b, c.format.ascii, row)
	if c.quiet {
		c.drawQuiet(con, b, quiet)
	}
	if c.chaseTable {
		arrow := "→"
		if c.format.ascii {
			arrow = "->"
		}
		fmt.Fprintf(w, "\nleft on the bottom row %s press on the top row (columns)\n", arrow)
		if len(facts.ChaseTable) == 0 {
			fmt.Fprintln(w, "  nothing is ever left: chasing alone solves this board")
		}
		for _, r := range facts.ChaseTable {
			fmt.Fprintf(w, "  %s %s %s\n", commaList(r.Bottom), arrow, commaList(r.Top))
		}
	}
}

func (c *infoCommand) drawQuiet(con *console, b *board.Board, quiet []gf2.Vec) {
	brush, _ := brushes(con, c.format.ascii)
	dark := gf2.NewVec(b.Lights())
	if len(quiet) == 0 {
		fmt.Fprintln(con.out, "\nno quiet patterns: no puzzle has more than one answer")
	}
	for i, v := range quiet {
		fmt.Fprintf(con.out, "\nquiet pattern %d of %d: %s\n", i+1, len(quiet), pressLine(v))
		drawing{board: b, lit: dark, marked: v, brush: brush}.draw(con.out)
	}
}
