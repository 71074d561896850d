package generate

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
	"time"

	"lightsout/board"
)

// BoardPlan says how the puzzles of a board are made, before any is.
type BoardPlan struct {
	Board *board.Board
	// Unsolvable: these are the puzzles without an answer.
	Unsolvable bool
	// Uniform: all puzzles that meet the options are equally likely; with levels, those of a level; if distinct up to
	// symmetry, all classes. Only the engines presses:K and sat are not.
	Uniform bool
	// Limit is how many distinct puzzles are within reach: indices in the batch of the board must be below it. It is
	// 2^64-1 if puzzles may repeat.
	Limit uint64
	// Missing is presses that are left out: of those asked for, what no puzzle needs, as far as that is known; of
	// levels without a range, what is too rare to be drawn.
	Missing []Range
	// Short is the levels of a ramp that have fewer puzzles than their share.
	Short []Short
	// MinPresses: the fewest presses of every puzzle are found. Otherwise a puzzle's MinPresses is usually -1;
	// Options.Minimum asks for them, on boards that are not too large for it.
	MinPresses bool

	text string
}

// Short is a level of a ramp with fewer distinct puzzles than its share. The other levels have the more.
type Short struct {
	Presses    Range
	Has, Share uint64
}

func (s Short) String() string {
	return fmt.Sprintf("%d of %v presses instead of %d", s.Has, s.Presses, s.Share)
}

// String is the plan in some lines: how puzzles are made, how evenly, and what that costs.
func (p BoardPlan) String() string { return p.text }

// Plans is how the puzzles of each list of the batch are made; of boards that are alike there is one. Lists of puzzles
// without an answer come last.
func (b *Batch) Plans() []BoardPlan {
	var plans []BoardPlan
	if b.ready() != nil {
		return nil
	}
	for _, g := range b.lists {
		plans = append(plans, g.explain())
	}
	return plans
}

// explain is the plan of the generator.
func (g *generator) explain() BoardPlan {
	p := BoardPlan{Board: g.board, Uniform: g.options.uniform(), Limit: g.limit(), Missing: g.missing, Short: g.scarce,
		MinPresses: g.weighs(), Unsolvable: g.unsolvable()}
	var text strings.Builder
	line := func(name, format string, args ...any) {
		fmt.Fprintf(&text, "%-10s%s\n", name, fmt.Sprintf(format, args...))
	}
	line("board", "%s%s", g.board.Spec(), map[bool]string{true: ", puzzles without an answer"}[p.Unsolvable])
	tried, before, perPuzzle := uint64(0), 0.0, 0.0
	for _, l := range g.levels {
		line("puzzles", "%s", l.explain())
		tried, before = tried+l.tried, before+float64(l.tried)*float64(l.from.cost())
		perPuzzle = max(perPuzzle, l.rate*float64(l.from.cost()))
	}
	for _, r := range g.missing {
		line("left out", "%v presses: no puzzle needs so many, or they are too rare to be drawn", r)
	}
	for _, s := range g.scarce {
		line("short", "%v: there are no more, and the other levels have the rest", s)
	}
	which := map[bool]string{true: "of a number of presses", false: "that meet the options"}[g.options.leveled()]
	if p.Uniform {
		line("even", "yes; all puzzles %s are equally likely", which)
	} else {
		line("even", "no: --engine %s is not uniform, some puzzles are likelier than others", g.options.Engine)
	}
	if g.distinct() {
		line("distinct", "yes; %d are within reach", p.Limit)
	} else {
		line("distinct", "no: a puzzle may come again")
	}
	if g.weighs() {
		perPuzzle += float64(g.cost)
	}
	line("cost", "%d candidates tried before the first puzzle, about %v of one core; then about %v for each, without "+
		"writing it", tried, time.Duration(before).Round(time.Millisecond), time.Duration(perPuzzle).Round(10))
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

func (l *level) explain() string {
	how := l.from.name
	if l.presses != nil {
		how = fmt.Sprintf("presses %v: %s", l.presses, how)
	}
	if n := l.from.size; n != nil {
		how += fmt.Sprintf(", %s in all", magnitude(n))
	}
	if g := l.from.wanted.of; g != nil && g.unsolvable() {
		how = "those without an answer among the " + how
	}
	switch d, isBlocks := l.drawing.(*blocks); {
	case l.passed > 0:
		how += fmt.Sprintf(", each tried before the first puzzle; %d passed", l.passed)
	case isBlocks:
		how += fmt.Sprintf(", permuted; of every %d in turn, %d", d.length, d.puzzles)
	default:
		how += fmt.Sprintf(", drawn at random, %.3g for each puzzle", l.rate)
	}
	return how + " (" + l.way + ")"
}

// limit is how many puzzles there are for sure if they are to be distinct: indices must be below it.
func (g *generator) limit() (limit uint64) {
	for bit := 63; bit >= 0; bit-- {
		if n := limit | 1<<bit; len(g.short(n)) == 0 {
			limit = n
		}
	}
	return limit
}

// short is the levels of which the first n puzzles take more than are within reach.
func (g *generator) short(n uint64) (levels []int) {
	for i, count := range g.order.Counts(n) {
		if reach, _ := g.levels[i].reach(); count > reach {
			levels = append(levels, i)
		}
	}
	return levels
}

// check refuses a batch of the first so many puzzles that goes beyond the limit.
func (g *generator) check(end uint64) error {
	short := g.short(end)
	if len(short) == 0 {
		return nil
	}
	limit, what := g.limit(), "distinct puzzles of this kind are within reach"
	var few []string
	sum, all := uint64(0), true
	for i := range g.levels {
		reach, every := g.levels[i].reach()
		if sum, all = sum+reach, all && every; slices.Contains(short, i) {
			few = append(few, fmt.Sprintf("%d of %v", reach, g.levels[i].presses))
		}
	}
	switch {
	case g.options.Levels == "even":
		return g.tooFew(end, slices.Max(g.order.Counts(end)), few)
	case g.options.leveled() && end <= g.order.Length():
		limit = sum
	case all && !g.options.leveled():
		what = "such puzzles exist"
	}
	return g.refuseCount(end, "only", new(big.Int).SetUint64(limit), what)
}

// magnitude is a number, in scientific notation if it is long.
func magnitude(n *big.Int) string {
	if n.BitLen() <= 64 {
		return n.String()
	}
	return "about " + new(big.Float).SetInt(n).Text('g', 3)
}
