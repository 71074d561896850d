package solve

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/fewest"
	"lightsout/internal/treewidth"
)

// reduced is a question about the fewest presses without what is decided: its columns are the switches that may be
// pressed or not, and those that are pressed alike are one column. Package fewest speaks of columns, of words over them
// and of what these cost. Everything that leaves them for the whole puzzle goes through here, and nothing else adds what
// the required switches cost.
type reduced struct {
	columns  [][]int // the switches of each column; nil: every switch is a column
	switches int
	costs    []int   // of each column; nil: 1 each
	pressed  gf2.Vec // the switches that every answer presses
	paid     int     // what they cost
	engine   string  // whose columns they are
}

// reduce is the problem in its columns.
func (pr *problem) reduce() *reduced {
	r := &reduced{columns: pr.columns(), switches: pr.equations.Switches(), costs: pr.asked.Costs, pressed: pr.pressed, engine: pr.engine.name}
	if r.columns == nil {
		return r
	}
	r.paid = pr.asked.cost(board.Bits(pr.pressed))
	r.costs = make([]int, len(r.columns))
	for c, group := range r.columns {
		for _, x := range group {
			r.costs[c] += int(pr.asked.costOf(x))
		}
	}
	return r
}

// size is how many columns there are.
func (r *reduced) size() int {
	if r.columns == nil {
		return r.switches
	}
	return len(r.columns)
}

// word is presses of switches as a word over the columns.
func (r *reduced) word(presses gf2.Vec) gf2.Vec {
	if r.columns == nil {
		return presses
	}
	word := gf2.NewVec(len(r.columns))
	for c, group := range r.columns {
		word.Set(c, presses.Bit(group[0]))
	}
	return word
}

// words is some sets of presses as words over the columns.
func (r *reduced) words(presses []gf2.Vec) []gf2.Vec {
	if r.columns == nil {
		return presses
	}
	list := make([]gf2.Vec, len(presses))
	for i, x := range presses {
		list[i] = r.word(x)
	}
	return list
}

// times is how often presses press each column.
func (r *reduced) times(presses board.State) []uint8 {
	if r.columns == nil {
		return presses.Digits()
	}
	times := make([]uint8, len(r.columns))
	for c, group := range r.columns {
		times[c] = uint8(presses.At(group[0]))
	}
	return times
}

// labels is a label of each switch as a label of each column; nil if there are none.
func (r *reduced) labels(ofSwitches []int) []int {
	if r.columns == nil || ofSwitches == nil {
		return ofSwitches
	}
	list := make([]int, len(r.columns))
	for c, group := range r.columns {
		list[c] = ofSwitches[group[0]]
	}
	return list
}

// graph is the equations in the columns.
func (r *reduced) graph(b *board.Board) *fewest.Graph {
	flips := b.AppendToggles
	if r.columns != nil {
		flips = func(dst []int, column int) []int { return groupFlips(b, dst, r.columns[column]) }
	}
	return &fewest.Graph{Lights: b.Lights(), Columns: r.size(), Flips: flips}
}

// whole is the presses that a word over the columns stands for.
func (r *reduced) whole(word board.State) board.State {
	if r.columns == nil {
		return word
	}
	if word.Mod() == 2 {
		return board.Bits(widen(r.columns, word.Bits(), r.pressed))
	}
	wide := board.NewState(r.switches, word.Mod())
	for c, times := range word.All() {
		for _, x := range r.columns[c] {
			wide.Set(x, times)
		}
	}
	return wide
}

// cost is what presses cost, or must cost at least, if their word does.
func (r *reduced) cost(ofWord int) int { return ofWord + r.paid }

// ofCost is what a word costs whose presses cost so much.
func (r *reduced) ofCost(cost int) int { return cost - r.paid }

// found is what was found out about words as what is known about presses.
func (r *reduced) found(ctx context.Context, f fewest.Found) found {
	k := f.Known
	k.Best, k.Cost, k.Lower, k.Stopped = r.whole(k.Best), r.cost(k.Cost), r.cost(k.Lower), ended(ctx, k.Stopped)
	out := found{Known: k, lightest: f.Count, sets: f.Sets}
	if f.Count != nil {
		out.each = r.list(f.Each)
	}
	return out
}

// list is words as answers.
func (r *reduced) list(words answers) answers {
	return func(ctx context.Context) iter.Seq2[board.State, error] {
		return func(yield func(board.State, error) bool) {
			for word, err := range words(ctx) {
				if err != nil {
					yield(board.State{}, &GaveUpError{Engine: r.engine, Cause: err})
					return
				}
				if !yield(r.whole(word), nil) {
					return
				}
			}
		}
	}
}

// ended is why a search of package fewest or treewidth was stopped, in the terms of this package. A context that
// ended because memory ran out, or because of a limit that has a name, says so.
func ended(ctx context.Context, err error) error {
	switch {
	case errors.Is(err, fewest.ErrMemory), errors.Is(err, treewidth.ErrMemory):
		return fmt.Errorf("%w: its tables would not fit", errMemory)
	case err != nil && ctx.Err() != nil:
		return context.Cause(ctx)
	case errors.Is(err, fewest.ErrSums), errors.Is(err, fewest.ErrSize):
		return errTooLong
	}
	return err
}

// errTooLong says that a search without a limit of time gave up all the same.
var errTooLong = errors.New("the proof would take too long")

// residues is the question where lights have more than two states.
func (pr *problem) residues(ctx context.Context, r *reduced, presses board.State) (*fewest.Residues, error) {
	kernel, err := pr.algebra.linear.(*ring).kernel(ctx)
	if err != nil {
		return nil, err
	}
	barred := int64(1) // added to a price that must not be paid
	k := pr.puzzle.Board.States()
	for c := range r.size() {
		barred += int64(r.costOf(c)) * int64(k-1)
	}
	out := &fewest.Residues{States: k, Word: r.times(presses), Kernel: kernel, Price: make([][]int64, r.size()), Most: barred - 1}
	for c := range out.Price {
		for n := range k {
			out.Price[c] = append(out.Price[c], int64(n)*int64(r.costOf(c)))
		}
		x := c
		if r.columns != nil {
			x = r.columns[c][0]
		}
		if pr.once.Has(x) { // it must be pressed
			out.Price[c][0] += barred
		}
	}
	if pr.asked.AtMost != nil { // then a press costs one
		out.Most = min(int64(*pr.asked.AtMost), out.Most)
	}
	out.Fits = func(cost int64) bool {
		return cost < barred && (!pr.asked.counted() || pr.asked.Conditions.keepsBounds(int(cost)))
	}
	return out, nil
}

func (r *reduced) costOf(column int) int {
	if r.costs == nil {
		return 1
	}
	return r.costs[column]
}

// maxPrice bounds the sum of all prices, so that nothing overflows.
const maxPrice = math.MaxInt64 / 2

// affordable is an error if prices cannot be added up.
func (pr *problem) affordable() error {
	total, required := int64(1), int64(1+pr.once.Weight())
	for x := range pr.puzzle.Board.Switches() {
		total += pr.asked.costOf(x) * int64(pr.puzzle.Board.States()-1)
	}
	if total > maxPrice/required {
		return fmt.Errorf("the costs are too large to add up: %d for all switches", total)
	}
	return nil
}

func (s Conditions) costOf(x int) int64 {
	if s.Costs == nil {
		return 1
	}
	return int64(s.Costs[x])
}
