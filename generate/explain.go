package generate

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
	"time"
)

// Plan says how the puzzles of a generator are made, before any is.
type Plan struct {
	// Uniform: all puzzles that meet the options are equally likely; with levels, those of a level; if distinct up to
	// symmetry, all classes.
	Uniform bool
	// Limit is how many distinct puzzles are within reach: indices must be below it. It is nil if puzzles may repeat.
	Limit *big.Int
	// MinPresses: the fewest presses of every puzzle are found. Otherwise an Item's MinPresses is usually -1;
	// Options.Minimum asks for them, on boards that are not too large for it.
	MinPresses bool

	text string
}

// String is the plan in some lines: how puzzles are made, how evenly, and what that costs.
func (p Plan) String() string { return p.text }

// Plan is the plan of the generator.
func (g *Generator) Plan() Plan {
	p := Plan{Uniform: g.uniform(), Limit: g.limit(), MinPresses: g.weighs()}
	var text strings.Builder
	line := func(name, format string, args ...any) {
		fmt.Fprintf(&text, "%-10s%s\n", name, fmt.Sprintf(format, args...))
	}
	f := g.algebra.facts()
	line("board", "%s", g.board.Spec())
	if f.states == nil {
		line("states", "not counted, as the board is large and nothing that was asked for needs it")
	} else {
		line("states", "%v can be drawn, each with %v", magnitude(f.states), plural(f.answers, "answer"))
	}
	for i := range g.levels {
		line("puzzles", "%s", g.levels[i].explain())
	}
	line("even", "%s", g.explainEvenness())
	switch _, all := g.levels[0].reach(); {
	case p.Limit == nil:
		line("distinct", "no: a puzzle may come again")
	case all && len(g.levels) == 1:
		line("distinct", "yes; %v are within reach, and no others exist", magnitude(p.Limit))
	default:
		line("distinct", "yes; %v are within reach", magnitude(p.Limit))
	}
	switch {
	case !slices.ContainsFunc(g.levels, func(l level) bool { return !l.known() }):
		line("presses", "the fewest are those that are drawn: no other answer is as short")
	case f.compared:
		line("presses", "the fewest are found by comparing %v for each puzzle", plural(f.answers, "answer"))
	case p.MinPresses:
		line("presses", "the fewest are found by a search for each puzzle, which may take long")
	default:
		line("presses", "the fewest are not found; --min searches for them")
	}
	line("cost", "%s", g.explainCost())
	text.WriteString("\nThe ways to make puzzles, in the order in which they are tried:\n")
	for _, w := range ways {
		mark := ' '
		if slices.ContainsFunc(g.levels, func(l level) bool { return l.way == w.name }) {
			mark = '>'
		}
		fmt.Fprintf(&text, "%c %-8s%s:\n%10s%s\n", mark, w.name, w.when, "", w.how)
	}
	p.text = text.String()
	return p
}

// uniform reports whether the puzzles of every level are equally likely.
func (g *Generator) uniform() bool {
	return !slices.ContainsFunc(g.levels, func(l level) bool { return !l.even() })
}

// known reports whether the fewest presses of puzzles need not be looked for.
func (l *level) known() bool {
	d, ok := l.drawing.(*drawn)
	if !ok {
		return false
	}
	sets, ok := d.candidates.(pressSets)
	return ok && sets.only
}

func (l *level) explain() string {
	presses := ""
	if l.presses != nil {
		presses = fmt.Sprintf("of %v presses: ", l.presses)
	}
	var how string
	switch d := l.drawing.(type) {
	case *listed:
		how = fmt.Sprintf("%d of %v %v, which were all tried", d.puzzles.count(), magnitude(d.size()), d)
	case *blocks:
		how = fmt.Sprintf("a permutation of %v %v", magnitude(d.size()), d)
		if d.blockSize != everyCandidate {
			how += fmt.Sprintf(", in blocks of %d that yield %d puzzles each", d.length, d.puzzles)
		}
	default:
		how = fmt.Sprintf("%v, drawn at random", d)
		if n := d.size(); n != nil {
			how = fmt.Sprintf("one of %v %v, drawn at random", magnitude(n), d)
		}
		if l.rate > 1 {
			how += fmt.Sprintf(", %.3g for each puzzle", l.rate)
		}
	}
	return presses + how + " (" + l.way + ")"
}

func (g *Generator) explainEvenness() string {
	o := g.options
	switch {
	case o.Method != "nullspace":
		return fmt.Sprintf("no: --method %s is not uniform, some puzzles are likelier than others", o.Method)
	case !g.uniform():
		return "no: these are variations of the hardest state known, and other states that hard are not within reach"
	case o.Even:
		return "yes; each number of presses equally often, and all puzzles of a number equally likely"
	case o.Levels != 0:
		return "yes; the levels in turn, and all puzzles of a level equally likely"
	case o.Distinct == "symmetry":
		return "yes; all puzzles that meet the options are equally likely, up to symmetry"
	}
	return "yes; all puzzles that meet the options are equally likely"
}

func (g *Generator) explainCost() string {
	tried, perPuzzle := uint64(0), 0.0
	for _, l := range g.levels {
		tried += l.tried
		perPuzzle = max(perPuzzle, l.rate*float64(l.cost()))
	}
	if g.weighs() {
		perPuzzle += float64(g.algebra.facts().cost)
	}
	text := fmt.Sprintf("about %v of one core for a puzzle, without writing it", time.Duration(perPuzzle).Round(10))
	if tried > 0 {
		text = fmt.Sprintf("%s tried before the first puzzle; %s", plural(new(big.Int).SetUint64(tried), "candidate"), text)
	}
	return text
}

// magnitude is a number, in scientific notation if it is long.
func magnitude(n *big.Int) string {
	if n.BitLen() <= 64 {
		return n.String()
	}
	return "about " + new(big.Float).SetInt(n).Text('g', 3)
}

func plural(n *big.Int, thing string) string {
	if n.IsInt64() && n.Int64() == 1 {
		return "1 " + thing
	}
	return magnitude(n) + " " + thing + "s"
}
