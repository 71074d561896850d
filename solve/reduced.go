package solve

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/fewest"
	"lightsout/internal/treewidth"
)

// reduced is a system with what its columns cost. Linear algebra, package fewest and breadth-first search speak of
// words over the columns and of what these cost. Everything that leaves them for the whole puzzle goes through here:
// presses, costs, bounds, counts and lists. Nothing else adds what the required switches press or cost.
type reduced struct {
	*system
	costs []int // of each column; nil: 1 each
	paid  int   // what the required switches cost
}

// reduce is a system under costs of switches.
func reduce(sy *system, c Conditions) reduced {
	r := reduced{system: sy, costs: c.Costs}
	if sy.columns == nil {
		return r
	}
	r.paid = c.cost(board.Bits(sy.pressed))
	r.costs = make([]int, len(sy.columns))
	for i, group := range sy.columns {
		for _, x := range group {
			r.costs[i] += c.costOf(x)
		}
	}
	return r
}

// size is how many columns there are.
func (sy *system) size() int {
	if sy.columns == nil {
		return sy.equations.Switches()
	}
	return len(sy.columns)
}

// first is the first switch of a column.
func (sy *system) first(column int) int {
	if sy.columns == nil {
		return column
	}
	return sy.columns[column][0]
}

// graph is the equations in the columns.
func (sy *system) graph() *fewest.Graph {
	b := sy.equations
	flips := b.AppendToggles
	if sy.columns != nil {
		flips = func(dst []int, column int) []int { return groupFlips(b, dst, sy.columns[column]) }
	}
	return &fewest.Graph{Lights: b.Lights(), Columns: sy.size(), Flips: flips}
}

// groupFlips appends what pressing several switches together flips.
func groupFlips(b *board.Board, dst []int, group []int) []int {
	if len(group) == 1 {
		return b.AppendToggles(dst, group[0])
	}
	odd := map[int]bool{}
	for _, s := range group {
		for _, l := range b.Toggles(s) {
			odd[l] = !odd[l]
		}
	}
	from := len(dst)
	for l, flips := range odd {
		if flips {
			dst = append(dst, l)
		}
	}
	slices.Sort(dst[from:])
	return dst
}

// whole is the presses that a word stands for.
func (sy *system) whole(word board.State) board.State {
	if sy.columns == nil {
		return word
	}
	wide := sy.wide(word)
	if sy.pressed.IsZero() {
		return wide
	}
	return wide.Plus(board.Bits(sy.pressed))
}

// wide is the presses of the columns that a word names.
func (sy *system) wide(word board.State) board.State {
	wide := board.NewState(sy.equations.Switches(), sy.equations.States())
	for c, times := range word.All() {
		for _, x := range sy.columns[c] {
			wide.Set(x, times)
		}
	}
	return wide
}

// quiet is the quiet patterns as presses.
func (pr *problem) quiet(ctx context.Context) ([]gf2.Vec, error) {
	words, err := pr.algebra.linear.Quiet(ctx)
	list := Sets(words)
	if pr.columns != nil {
		for i, w := range words {
			list[i] = pr.wide(w).Bits()
		}
	}
	return list, err
}

// cost is what presses cost, or must cost at least, if their word does.
func (r *reduced) cost(ofWord int) int { return ofWord + r.paid }

// ofCost is what a word costs whose presses cost so much.
func (r *reduced) ofCost(cost int) int { return cost - r.paid }

// costOf is what a column costs.
func (r *reduced) costOf(column int) int {
	if r.costs == nil {
		return 1
	}
	return r.costs[column]
}

// flips is how many free switches every answer presses at least, from the number of lights that must change, but for
// some that are spared, and the most that one press flips.
func (sy *system) flips(spared int) int {
	most := max(sy.puzzle.Board.Shape().MostToggles, 1)
	return (max(0, sy.change.Size()-spared) + most - 1) / most
}

// byFlips is how many presses an answer has at least, and what they cost, if some lights are spared.
func (pr *problem) byFlips(spared int) (presses, cost int) {
	n := pr.flips(spared)
	return n + pr.pressed.Weight(), pr.cost(n * pr.asked.cheapest())
}

// found is what was found out about words as what is known about presses.
func (pr *problem) found(ctx context.Context, f fewest.Found) fewest.Found {
	k := &f.Known
	k.Best, k.Cost, k.Lower, k.Stopped = pr.whole(k.Best), pr.cost(k.Cost), pr.cost(k.Lower), ended(ctx, k.Stopped)
	if f.Each != nil {
		f.Each = pr.list(f.Each)
	}
	return f
}

// list is words as answers, those that keep to the bounds.
func (pr *problem) list(words answers) answers {
	return func(ctx context.Context) iter.Seq2[board.State, error] {
		return func(yield func(board.State, error) bool) {
			for word, err := range words(ctx) {
				if err != nil {
					yield(board.State{}, &GaveUpError{Engine: pr.engine.name, Cause: err})
					return
				}
				presses := pr.whole(word)
				if pr.asked.counted() && !pr.asked.keepsBounds(presses.Weight()) {
					continue
				}
				if !yield(presses, nil) {
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
func (pr *problem) residues(ctx context.Context, word board.State) (*fewest.Residues, error) {
	kernel, err := pr.algebra.linear.(*ring).kernel(ctx)
	if err != nil {
		return nil, err
	}
	barred := int64(1) // added to a price that must not be paid
	k := pr.equations.States()
	for c := range pr.size() {
		barred += int64(pr.costOf(c)) * int64(k-1)
	}
	out := &fewest.Residues{States: k, Word: word.Digits(), Kernel: kernel, Most: barred - 1}
	out.Price = make([][]int64, pr.size())
	for c := range out.Price {
		for n := range k {
			out.Price[c] = append(out.Price[c], int64(n)*int64(pr.costOf(c)))
		}
		if pr.once.Has(pr.first(c)) { // it must be pressed
			out.Price[c][0] += barred
		}
	}
	if pr.asked.AtMost != nil { // then a press costs one
		out.Most = min(int64(*pr.asked.AtMost), out.Most)
	}
	out.Fits = func(cost int64) bool {
		return cost < barred && (!pr.asked.counted() || pr.asked.keepsBounds(int(cost)))
	}
	return out, nil
}

// affordable is an error if prices cannot be added up.
func (pr *problem) affordable() error {
	total, required := int64(1), int64(1+pr.once.Weight())
	for x := range pr.puzzle.Board.Switches() {
		total += int64(pr.asked.costOf(x)) * int64(pr.puzzle.Board.States()-1)
	}
	if total > maxPrice/required {
		return fmt.Errorf("the costs are too large to add up: %d for all switches", total)
	}
	return nil
}
