package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"
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
	summary: "facts about a board: what can be solved, in how many ways, how hard it gets",
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
	var err error
	if err := c.result(); err != nil {
		return err
	}
	if c.isTable() {
		return c.tabulate(ctx)
	}
	if len(k.args) == 0 {
		b, err := c.puzzles.theBoard()
		if err == nil && b == nil {
			b, err = board.Parse("classic")
		}
		if err != nil {
			return err
		}
		k.con.concerns(b, "")
		return c.one(ctx, b)
	}
	outcome := reported(exitDone)
	err = c.puzzles.each(ctx, func(p *board.Puzzle) error {
		err := c.one(ctx, p.Board)
		if cut, ok := errors.AsType[cutShort](err); ok && k.con.result.kind == manyRecords && ctx.Err() == nil {
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

// boardFacts is what was found out about a board.
type boardFacts struct {
	info      infoJSON
	distances distancesJSON
	group     groupJSON
	board     *board.Board
	quiet     []board.State
	hardest   census.Distances
	stopped   string // why something that was asked for is not known; "" if all is
}

// one writes all that was asked about a board, or what of it is known when the time is over.
func (c *infoCommand) one(ctx context.Context, b *board.Board) error {
	ctx, cancel := withTimeout(ctx, c.timeout)
	defer cancel()
	if err := c.takesStates(b); err != nil {
		return err
	}
	f := &boardFacts{board: b}
	var err error
	f.info, err = newInfo(rankContext(ctx, b), b)
	if atLimit(ctx, err) {
		cut := cutShort{reported: exitGaveUp, nothing: true, why: solve.Why(err)}
		if c.con.json {
			return cmp.Or(c.con.stopped(c.con.Out, err), error(cut))
		}
		c.sizeRows(b)
		c.row("stopped", "%s", cut.why)
		return cut
	}
	if err != nil {
		return err
	}
	for _, part := range []struct {
		asked bool
		find  func(context.Context, *boardFacts) error
	}{
		{c.yes("quiet"), c.findQuiet},
		{c.yes("chase-table"), func(_ context.Context, f *boardFacts) error {
			rules, err := chase.Table(b)
			f.group.ChaseTable = new(append([]chase.Rule{}, rules...))
			return err
		}},
		{c.yes("symmetries"), func(ctx context.Context, f *boardFacts) error {
			all, err := automorphism.Of(ctx, b)
			if err == nil {
				f.group.Symmetries = all.Order()
			}
			return err
		}},
		{c.yes("depth") || c.yes("distribution"), c.findDistances},
	} {
		if !part.asked {
			continue
		}
		switch err := part.find(ctx, f); {
		case atLimit(ctx, err):
			f.stopped = cmp.Or(f.stopped, solve.Why(cause(ctx)))
		case err != nil && ctx.Err() != nil:
			return cause(ctx)
		case err != nil:
			return err
		}
	}
	f.distances.Stopped = f.reasons()
	if c.format == "json" {
		err = writeJSON(c.con.Out, joined{f.info, f.distances, f.group})
	} else {
		c.tell(f)
	}
	if err == nil && f.distances.Stopped != "" {
		return bestKnown
	}
	return err
}

// findQuiet finds a basis of the quiet patterns; generators where the number of states is not prime.
func (c *infoCommand) findQuiet(ctx context.Context, f *boardFacts) error {
	linear, err := solve.Analyse(ctx, f.board)
	if err == nil {
		f.quiet, err = linear.Quiet(ctx)
	}
	if err != nil {
		return err
	}
	f.info.QuietPatterns = &[][]int{}
	for _, pattern := range f.quiet {
		*f.info.QuietPatterns = append(*f.info.QuietPatterns, pattern.Indices())
	}
	return nil
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
func (c *call) row(name, format string, args ...any) {
	fmt.Fprintf(c.con.Out, "%-16s %s\n", name, fmt.Sprintf(format, args...))
}

// sizeRows write what needs no algebra.
func (c *call) sizeRows(b *board.Board) {
	c.row("board", "%s", b.Spec())
	states := ""
	if b.States() > 2 {
		states = fmt.Sprintf(", with %d states", b.States())
	}
	c.row("lights", "%d%s", b.Lights(), states)
	c.row("switches", "%d", b.Switches())
}

func (c *infoCommand) tell(f *boardFacts) {
	c.sizeRows(f.board)
	if f.info.Rank != nil {
		c.row("rank", "%d", *f.info.Rank)
		c.row("nullity", "%d", *f.info.Nullity)
	}
	solvable, answers := algebraRows(f.board, f.info)
	c.row("solvable", "%s", solvable)
	c.row("answers", "%s for each solvable state", answers)
	if f.group.Symmetries != nil {
		c.row("symmetries", "%v", f.group.Symmetries)
	}
	c.distanceRows(f)
	if f.info.QuietPatterns != nil {
		c.drawQuiet(f)
	}
	if f.group.ChaseTable != nil {
		lines, _ := chase.New(f.board)
		lines.WriteTable(c.con.Out, *f.group.ChaseTable)
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

func (c *infoCommand) drawQuiet(f *boardFacts) {
	brush, _ := textboard.Brushes(c.con.Colours)
	if len(f.quiet) == 0 {
		fmt.Fprintln(c.con.Out, "\nno quiet patterns: no puzzle has more than one answer")
	}
	for i, v := range f.quiet {
		fmt.Fprintf(c.con.Out, "\nquiet pattern %d of %d: %s\n", i+1, len(f.quiet), pressLine(f.board, v))
		textboard.Drawing{Board: f.board, Lit: f.board.Dark(), Marked: v, Brush: brush}.Draw(c.con.Out)
	}
}

// distancesJSON has the fields of the contract; those not asked for are left out.
type distancesJSON struct {
	Depth        *int     `json:"depth,omitempty"`
	DepthLower   *int     `json:"depth_lower,omitempty"`   // not proved: at least this many
	DepthUpper   *int     `json:"depth_upper,omitempty"`   // not proved: at most this many
	DepthExample *[]int   `json:"depth_example,omitempty"` // the lights of a state that needs so many presses
	Distribution []string `json:"distribution,omitempty"`
	Stopped      string   `json:"stopped,omitempty"`
}

// findDistances asks for what is wanted about how far states are from dark.
func (c *infoCommand) findDistances(ctx context.Context, f *boardFacts) (err error) {
	depth, counts := c.con.Status("depth at least %d, at most %d"), c.con.Status("states counted: %d of %d parts")
	defer depth.Clear()
	defer counts.Clear()
	f.hardest, err = census.FindDistances(ctx, f.board, c.yes("depth"), c.yes("distribution"),
		census.DistanceProgress{Depth: depth.Show, Counts: counts.Show})
	f.stopped = cmp.Or(solve.Why(f.hardest.Stopped), f.stopped)
	f.distances.Distribution = decimals(f.hardest.Distribution)
	d := f.hardest.Depth
	switch {
	case d == nil:
		return err
	case d.Proved():
		f.distances.Depth = &d.Lower
	default:
		if f.hardest.Stopped == nil {
			f.stopped = "a proof of the depth would take too long"
		}
		f.distances.DepthLower, f.distances.DepthUpper = &d.Lower, &d.Upper
	}
	if d.Example.Len() > 0 {
		f.distances.DepthExample = new(d.Example.Indices()) // none is an example too
	}
	return err
}

// reasons is why something is not known.
func (f *boardFacts) reasons() string {
	list := []string{solve.Why(f.hardest.OutOfReach), f.stopped}
	list = slices.DeleteFunc(slices.Compact(list), func(why string) bool { return why == "" })
	return strings.Join(list, "; ")
}

// decimals writes numbers that may be too large for a reader's integers.
func decimals(numbers []*big.Int) (list []string) {
	for _, n := range numbers {
		list = append(list, n.String())
	}
	return list
}

// exampleText is a state as a picture, or the names of the lights that are on.
func exampleText(b *board.Board, state board.State) string {
	if b.Names() == nil || state.IsZero() {
		return textboard.State(b, state.String())
	}
	return textboard.Cells(b, state) + " on"
}

func (c *infoCommand) distanceRows(f *boardFacts) {
	if d := f.hardest.Depth; d != nil {
		if d.Proved() {
			c.row("depth", "%d (%s)", d.Lower, d.Proof)
		} else {
			c.row("depth", ">= %d", d.Lower)
			c.row("depth", "<= %d (%s)", d.Upper, d.Proof)
		}
		if d.Example.Len() > 0 {
			c.row("example", "%s needs %s", exampleText(f.board, d.Example),
				textboard.Count(d.Lower, "press", "presses"))
			brush, _ := textboard.Brushes(c.con.Colours)
			textboard.Drawing{Board: f.board, Lit: d.Example, Marked: d.Presses, Brush: brush}.DrawWithLegend(c.con.Out)
		}
	}
	for w, n := range f.hardest.Distribution {
		c.row(fmt.Sprintf("needing %d", w), "%s", n)
	}
	unreached := solve.Why(f.hardest.OutOfReach)
	if unreached != "" {
		c.row("distribution", "%s", unreached)
	}
	if f.stopped != "" && f.stopped != unreached {
		c.row("stopped", "%s", f.stopped)
	}
}
