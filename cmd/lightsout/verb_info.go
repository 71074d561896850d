package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"time"

	"lightsout/board"
	"lightsout/census"
	"lightsout/internal/automorphism"
	"lightsout/internal/chase"
	"lightsout/internal/textboard"
	"lightsout/solve"
)

var infoVerb = verb{
	name: "info", args: "[PUZZLE]", count: count{0, 1},
	summary: "facts about a board: what can be solved, in how many ways, how hard it " +
		"gets",
	takes: "board on goal seed input m n columns where quiet chase-table depth distribution symmetries timeout " +
		"format json output",
	rare:    "jobs max-memory",
	choices: map[string]func() []string{"input": puzzleKinds, "format": infoFormats},
	run:     runInfo,
	questions: []question{
		{about: "the facts of one board; a table has --columns", limits: "each board",
			takes: "quiet chase-table depth distribution symmetries"},
		{asked: "columns|where", limits: "each cell of a table", takes: "m n jobs on goal seed", kind: manyRecords},
		{asked: "m|n", limits: "each cell of a table", takes: "columns where jobs", kind: manyRecords},
	},
}

func infoFormats() []string { return append(textOrJSON(), census.SheetFormats()...) }

type infoCommand struct {
	*call
	puzzles puzzles
	format  string
	timeout time.Duration
}

// infoJSON is the record of a board; what was not asked for is left out.
type infoJSON struct {
	Board            string      `json:"board"`
	Lights           int         `json:"lights"`
	Switches         int         `json:"switches"`
	Names            []string    `json:"names,omitempty"` // of the nodes, where they have names
	Rank             *int        `json:"rank,omitempty"`
	Nullity          *int        `json:"nullity,omitempty"`
	QuietOrder       string      `json:"quiet_order,omitempty"`
	SolvableFraction json.Number `json:"solvable_fraction"`        // the part of all states that is solvable
	Answers          string      `json:"answers,omitempty"`        // of each solvable state
	QuietPatterns    *[][]int    `json:"quiet_patterns,omitempty"` // a basis of the quiet patterns
}

// groupJSON is written after it, and after the distances.
type groupJSON struct {
	Symmetries *big.Int      `json:"symmetries,omitempty"`  // how many symmetries the board has, in full
	ChaseTable *[]chase.Rule `json:"chase_table,omitempty"` // the rules of light chasing
}

func runInfo(ctx context.Context, k *call) error {
	c := &infoCommand{call: k, puzzles: puzzles{call: k, colours: true, listed: true}, timeout: k.lapse("timeout")}
	con, args := k.con, k.args
	var err error
	c.format, err = c.result(con)
	if err != nil {
		return err
	}
	if c.isTable() {
		return c.tabulate(ctx, con, args)
	}
	if len(args) == 0 {
		b, err := c.puzzles.theBoard(con)
		if err == nil && b == nil {
			b, err = board.Parse("classic")
		}
		if err != nil {
			return err
		}
		con.concerns(b, "")
		return c.one(ctx, con, b)
	}
	outcome := reported(exitDone)
	err = c.puzzles.each(ctx, con, args, func(p *board.Puzzle) error {
		err := c.one(ctx, con, p.Board)
		if cut, ok := errors.AsType[cutShort](err); ok && con.result.kind == manyRecords && ctx.Err() == nil {
			// its record says so
			outcome, err = worse(outcome, cut.reported), nil
		}
		return err
	})
	return outcome.after(err)
}

// newInfo is what follows from the rank of a board.
func newInfo(ctx context.Context, b *board.Board) (facts infoJSON, err error) {
	known := census.Facts{Board: b}
	nullity, err := known.Find(ctx, "nullity")
	if err == nil && !nullity.Known() {
		err = nullity.Stopped
	}
	if err != nil {
		return facts, err
	}
	fraction, err := known.Find(ctx, "solvable-fraction")
	if err != nil {
		return facts, err
	}
	answers, err := known.Find(ctx, "answers")
	facts = infoJSON{Board: b.Spec(), Lights: b.Lights(), Switches: b.Switches(), Names: b.Names(),
		SolvableFraction: fraction.Fraction}
	if answers.Known() {
		facts.Answers = answers.Lower.String()
	}
	if nullity.Infinite {
		facts.QuietOrder = facts.Answers
	} else {
		k := int(nullity.Lower.Int64())
		facts.Nullity, facts.Rank = &k, new(b.Switches()-k)
	}
	return facts, err
}

// one writes all that was asked about a board, or what of it is known when the time is over.
func (c *infoCommand) one(ctx context.Context, con *console, b *board.Board) error {
	ctx, cancel := withTimeout(ctx, c.timeout)
	defer cancel()
	if err := c.takesStates(b); err != nil {
		return err
	}
	facts, err := newInfo(rankContext(ctx, b), b)
	if atLimit(ctx, err) {
		cut := cutShort{reported: exitGaveUp, nothing: true, why: solve.Why(err)}
		if con.json {
			return cmp.Or(con.stopped(con.Out, err), error(cut))
		}
		sizeRows(con, b)
		row(con, "stopped", "%s", solve.Why(err))
		return cut
	}
	if err != nil {
		return err
	}
	var quiet []board.State
	var hardest distances
	var group groupJSON
	stopped := ""
	for _, part := range []struct {
		asked bool
		find  func() error
	}{
		{c.yes("quiet"), func() (err error) {
			linear, err := solve.Analyse(ctx, b)
			if err == nil {
				quiet, err = linear.Quiet(ctx) // a basis; generators where the number of states is not prime
			}
			if err != nil {
				return err
			}
			facts.QuietPatterns = &[][]int{}
			for _, pattern := range quiet {
				*facts.QuietPatterns = append(*facts.QuietPatterns, pattern.Indices())
			}
			return nil
		}},
		{c.yes("chase-table"), func() error {
			rules, err := chase.Table(b)
			group.ChaseTable = new(append([]chase.Rule{}, rules...))
			return err
		}},
		{c.yes("symmetries"), func() error {
			all, err := automorphism.Of(ctx, b)
			if err == nil {
				group.Symmetries = all.Order()
			}
			return err
		}},
		{c.yes("depth") || c.yes("distribution"), func() (err error) {
			hardest, err = c.findDistances(ctx, con, b)
			return err
		}},
	} {
		if !part.asked {
			continue
		}
		switch err := part.find(); {
		case atLimit(ctx, err):
			stopped = solve.Why(cause(ctx))
		case err != nil && ctx.Err() != nil:
			return cause(ctx)
		case err != nil:
			return err
		}
	}
	hardest.stopped = cmp.Or(hardest.stopped, stopped)
	distances := hardest.json()
	if c.format == "json" {
		err = writeJSON(con.Out, joined{facts, distances, group})
	} else {
		c.tell(con, b, facts, group, quiet, hardest)
	}
	if err == nil && distances.Stopped != "" {
		return bestKnown
	}
	return err
}

// rankContext is the context for the rank of a board: that of a small one takes milliseconds, and is
// told even if the time is over.
func rankContext(ctx context.Context, b *board.Board) context.Context {
	const small = 1024
	if max(b.Lights(), b.Switches()) <= small {
		return context.WithoutCancel(ctx)
	}
	return ctx
}

// row writes a fact.
func row(con *console, name, format string, args ...any) {
	fmt.Fprintf(con.Out, "%-16s %s\n", name, fmt.Sprintf(format, args...))
}

// sizeRows write what needs no algebra.
func sizeRows(con *console, b *board.Board) {
	row(con, "board", "%s", b.Spec())
	states := ""
	if b.States() > 2 {
		states = fmt.Sprintf(", with %d states", b.States())
	}
	row(con, "lights", "%d%s", b.Lights(), states)
	row(con, "switches", "%d", b.Switches())
}

func (c *infoCommand) tell(con *console, b *board.Board, facts infoJSON, group groupJSON, quiet []board.State,
	hardest distances) {
	sizeRows(con, b)
	if facts.Rank != nil {
		row(con, "rank", "%d", *facts.Rank)
		row(con, "nullity", "%d", *facts.Nullity)
	}
	solvable, answers := algebraRows(b, facts)
	row(con, "solvable", "%s", solvable)
	row(con, "answers", "%s for each solvable state", answers)
	if group.Symmetries != nil {
		row(con, "symmetries", "%v", group.Symmetries)
	}
	hardest.text(con, b)
	if facts.QuietPatterns != nil {
		c.drawQuiet(con, b, quiet)
	}
	if group.ChaseTable != nil {
		lines, _ := chase.New(b)
		lines.WriteTable(con.Out, *group.ChaseTable)
	}
}

// algebraRows says how many states are solvable, and how many answers each has. Presses lead to K^switches/answers of
// the K^lights states.
func algebraRows(b *board.Board, facts infoJSON) (solvable, answers string) {
	if b.States() == 2 {
		solvable, answers = powerText(b.Lights()-*facts.Rank), powerText(*facts.Nullity)
	} else {
		n, _ := new(big.Int).SetString(facts.Answers, 10)
		one := new(big.Int).Mul(n, power(b.States(), max(0, b.Lights()-b.Switches())))
		one.Quo(one, power(b.States(), max(0, b.Switches()-b.Lights())))
		solvable, answers = textboard.Number(one, maxDigits), textboard.Number(n, maxDigits)
	}
	if solvable = "1 state in " + solvable; solvable == "1 state in 1" {
		solvable = "every state"
	}
	if answers += " answers"; answers == "1 answers" {
		answers = "1 answer"
	}
	return solvable, answers
}

// powerText is 2^k, which may be too large to be computed.
func powerText(k int) string {
	if k > 40 {
		return fmt.Sprintf("2^%d", k)
	}
	return fmt.Sprint(1 << k)
}

func power(base, k int) *big.Int {
	return new(big.Int).Exp(big.NewInt(int64(base)), big.NewInt(int64(k)), nil)
}

func (c *infoCommand) drawQuiet(con *console, b *board.Board, quiet []board.State) {
	brush, _ := textboard.Brushes(con.Colours)
	if len(quiet) == 0 {
		fmt.Fprintln(con.Out, "\nno quiet patterns: no puzzle has more than one answer")
	}
	for i, v := range quiet {
		fmt.Fprintf(con.Out, "\nquiet pattern %d of %d: %s\n", i+1, len(quiet), pressLine(b, v))
		textboard.Drawing{Board: b, Lit: b.Dark(), Marked: v, Brush: brush}.Draw(con.Out)
	}
}
