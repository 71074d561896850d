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

// Plans is how the puzzles of each list of the batch are made; of boards that are alike there is one.
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
		MinPresses: g.weighs()}
	var text strings.Builder
	line := func(name, format string, args ...any) {
		fmt.Fprintf(&text, "%-10s%s\n", name, fmt.Sprintf(format, args...))
	}
	line("board", "%s", g.board.Spec())
	for i := range g.levels {
		line("puzzles", "%s", g.levels[i].explain())
	}
	for _, r := range g.missing {
		line("left out", "%v presses: no puzzle needs so many, or they are too rare to be drawn", r)
	}
	for _, s := range g.scarce {
		line("short", "%v: there are no more, and the other levels have the rest", s)
	}
	switch {
	case !p.Uniform:
		line("even", "no: --engine %s is not uniform, some puzzles are likelier than others", g.options.Engine)
	case g.options.leveled():
		line("even", "yes; all puzzles of a number of presses are equally likely")
	default:
		line("even", "yes; all puzzles that meet the options are equally likely")
	}
	if g.distinct() {
		line("distinct", "yes; %d are within reach", p.Limit)
	} else {
		line("distinct", "no: a puzzle may come again")
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

func (l *level) explain() string {
	how := l.from.name
	if l.presses != nil {
		how = fmt.Sprintf("presses %v: %s", l.presses, how)
	}
	if n := l.from.size; n != nil {
		how += fmt.Sprintf(", %s in all", magnitude(n))
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

func (g *generator) explainCost() string {
	tried, before, perPuzzle := uint64(0), 0.0, 0.0
	for _, l := range g.levels {
		tried += l.tried
		before += float64(l.tried) * float64(l.from.cost())
		perPuzzle = max(perPuzzle, l.rate*float64(l.from.cost()))
	}
	if g.weighs() {
		perPuzzle += float64(g.cost)
	}
	return fmt.Sprintf("%d candidates tried before the first puzzle, about %v of one core; then about %v for each, "+
		"without writing it",
		tried, time.Duration(before).Round(time.Millisecond), time.Duration(perPuzzle).Round(10))
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
	for i, count := range g.order.counts(n) {
		if reach, _ := g.levels[i].reach(); count > reach {
			levels = append(levels, i)
		}
	}
	return levels
}

// check refuses a batch of the first so many puzzles that goes beyond the limit.
func (g *generator) check(end uint64) error {
	short, spec := g.short(end), g.board.Spec()
	if len(short) == 0 {
		return nil
	}
	limit, all := g.levels[0].reach()
	switch {
	case g.options.Levels == "even":
		var few []string
		for _, i := range short {
			reach, _ := g.levels[i].reach()
			few = append(few, fmt.Sprintf("%d of %v", reach, g.levels[i].presses))
		}
		return g.tooFew(end, slices.Max(g.order.counts(end)), few)
	case g.options.leveled():
		if limit = g.limit(); end <= g.order.length() {
			limit = 0
			for i := range g.levels {
				reach, _ := g.levels[i].reach()
				limit += reach
			}
		}
		return refusef("a ramp on %s has only %d such puzzles within reach, and %d were asked for", spec, limit, end)
	case !all:
		return refusef("only %d distinct puzzles of this kind are within reach on %s, and %d were asked for", limit,
			spec, end)
	}
	return refusef("only %d such puzzles exist on %s%s, and %d were asked for", limit, spec, g.upToSymmetry(), end)
}

// magnitude is a number, in scientific notation if it is long.
func magnitude(n *big.Int) string {
	if n.BitLen() <= 64 {
		return n.String()
	}
	return "about " + new(big.Float).SetInt(n).Text('g', 3)
}
