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
	// symmetry, all classes. Only the methods presses and sat are not.
	Uniform bool
	// Limit is how many distinct puzzles are within reach: indices must be below it. It is 2^64-1 if puzzles may repeat,
	// or if that is not known before all candidates are tried (Options.PlanOnly).
	Limit uint64
	// Missing is presses that are left out: of those asked for, what no puzzle needs, as far as that is known; of levels
	// without a range, what is too rare to be drawn.
	Missing []Range
	// MinPresses: the fewest presses of every puzzle are found. Otherwise an Item's MinPresses is usually -1;
	// Options.Minimum asks for them, on boards that are not too large for it.
	MinPresses bool

	text string
}

// String is the plan in some lines: how puzzles are made, how evenly, and what that costs.
func (p Plan) String() string { return p.text }

// Plan is the plan of the generator.
func (g *Generator) Plan() Plan {
	p := Plan{Uniform: g.options.Method == "nullspace", Limit: g.limit(), Missing: g.missing, MinPresses: g.weighs()}
	var text strings.Builder
	line := func(name, format string, args ...any) {
		fmt.Fprintf(&text, "%-10s%s\n", name, fmt.Sprintf(format, args...))
	}
	f := &g.facts
	line("board", "%s", g.board.Spec())
	if f.states == nil {
		line("states", "not counted, as the board is large and nothing that was asked for needs it")
	} else {
		line("states", "%v can be drawn, each with %v", magnitude(f.states), plural(f.answers, "answer"))
	}
	for i := range g.levels {
		line("puzzles", "%s", g.levels[i].explain())
	}
	for _, r := range g.missing {
		line("left out", "%v presses: no puzzle needs so many, or they are too rare to be drawn", r)
	}
	line("even", "%s", g.explainEvenness())
	switch _, all := g.levels[0].reach(); {
	case !g.distinct():
		line("distinct", "no: a puzzle may come again")
	case p.Limit == anyNumber && g.options.PlanOnly:
		line("distinct", "yes; how many there are is known once all candidates were tried")
	case all && len(g.levels) == 1:
		line("distinct", "yes; %d are within reach, and no others exist", p.Limit)
	default:
		line("distinct", "yes; %d are within reach", p.Limit)
	}
	switch {
	case !slices.ContainsFunc(g.levels, func(l level) bool { return !l.of().only || g.alike != nil }):
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

func (l *level) explain() string {
	presses := ""
	if l.presses != nil {
		presses = fmt.Sprintf("of %v presses: ", l.presses)
		if *l.presses == (Range{1, 1}) {
			presses = "of 1 press: "
		}
	}
	how := l.of().name
	if n := l.of().size; n != nil {
		how += fmt.Sprintf(", %v in all", magnitude(n))
	}
	switch d := l.drawing.(type) {
	case *listed:
		if how += ", each tried before the first puzzle"; d.puzzles != nil {
			how += fmt.Sprintf("; %d passed", len(d.puzzles))
		}
	case *blocks:
		if how += ", permuted"; d.blockSize != everyCandidate {
			how += fmt.Sprintf(", in blocks of %d that yield %v each", d.length, plural(new(big.Int).SetUint64(d.puzzles), "puzzle"))
		}
	default:
		if how += ", drawn at random"; l.rate > 1 {
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
	tried, before, perPuzzle := new(big.Int), 0.0, 0.0
	for _, l := range g.levels {
		tried.Add(tried, new(big.Int).SetUint64(l.tried))
		before += float64(l.tried) * float64(l.of().cost())
		perPuzzle = max(perPuzzle, l.rate*float64(l.of().cost()))
	}
	if g.weighs() {
		perPuzzle += float64(g.cost)
	}
	text := fmt.Sprintf("about %v of one core for a puzzle, without writing it", time.Duration(perPuzzle).Round(10))
	if tried.Sign() > 0 {
		first := max(time.Duration(before).Round(10*time.Millisecond), 10*time.Millisecond)
		text = fmt.Sprintf("%s tried before the first puzzle, which takes about %v of one core; then %s", plural(tried, "candidate"), first, text)
	}
	return text
}

// limit is how many puzzles there are for sure if they are to be distinct: indices must be below it.
func (g *Generator) limit() (limit uint64) {
	for bit := 63; bit >= 0; bit-- {
		if n := limit | 1<<bit; len(g.short(n)) == 0 {
			limit = n
		}
	}
	return limit
}

// short is the levels of which the first n puzzles take more than are within reach.
func (g *Generator) short(n uint64) (levels []int) {
	for i, count := range g.order.counts(n) {
		if reach, _ := g.levels[i].reach(); count > reach {
			levels = append(levels, i)
		}
	}
	return levels
}

// check refuses a batch of the first so many puzzles that goes beyond the limit.
func (g *Generator) check(end uint64) error {
	short, spec := g.short(end), g.board.Spec()
	if len(short) == 0 {
		return nil
	}
	limit, all := g.levels[0].reach()
	switch {
	case g.options.leveled():
		var few []string
		for _, i := range short {
			reach, _ := g.levels[i].reach()
			few = append(few, fmt.Sprintf("%d of %v", reach, g.levels[i].presses))
		}
		return refusef("%d puzzles take %d distinct ones of each number of presses, and %s has too few: within reach are only %s presses",
			end, slices.Max(g.order.counts(end)), spec, strings.Join(few, ", "))
	case !all:
		return refusef("only %d distinct puzzles of this kind are within reach on %s, and %d were asked for", limit, spec, end)
	case g.options.Distinct == "symmetry":
		spec += " up to symmetry"
	}
	return refusef("only %d such puzzles exist on %s, and %d were asked for", limit, spec, end)
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
