package solve

import (
	"context"
	"iter"

	"lightsout/board"
	"lightsout/gf2"
)

// reduced is a question about the fewest presses of a board with two states, without what is decided: its columns are
// the switches that may be pressed or not, and those that are pressed alike are one column. Ways to the fewest presses
// speak of columns, of words over them and of what these cost. Everything that leaves them for the whole puzzle goes
// through here, and nothing else adds what the required switches cost.
type reduced struct {
	columns [][]int // the switches of each column; nil: every switch is a column
	costs   []int   // of each column; nil: 1 each
	pressed gf2.Vec // the switches that every answer presses
	paid    int     // what they cost
}

// reduce is the problem in its columns.
func (pr *problem) reduce() *reduced {
	r := &reduced{columns: pr.columns(), costs: pr.Costs, pressed: pr.base, paid: pr.cost(board.Bits(pr.base))}
	if r.columns == nil {
		return r
	}
	r.costs = make([]int, len(r.columns))
	for c, group := range r.columns {
		for _, x := range group {
			r.costs[c] += int(pr.costOf(x))
		}
	}
	return r
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

// whole is the presses that a word over the columns stands for.
func (r *reduced) whole(word gf2.Vec) board.State {
	return board.Bits(widen(r.columns, word, r.pressed))
}

// known is what is known about words as what is known about presses.
func (r *reduced) known(ctx context.Context, k Known) Known {
	k.Best, k.Cost, k.Lower, k.Stopped = r.whole(k.Best.Bits()), r.cost(k.Cost), r.cost(k.Lower), ended(ctx, k.Stopped)
	return k
}

// cost is what presses cost, or must cost at least, if their word does.
func (r *reduced) cost(ofWord int) int { return ofWord + r.paid }

// ofWord is what a word costs whose presses cost so much.
func (r *reduced) ofWord(cost int) int { return cost - r.paid }

// list is words as answers.
func (r *reduced) list(words iter.Seq[gf2.Vec]) answers {
	return listOf(func(yield func(board.State) bool) {
		for word := range words {
			if !yield(r.whole(word)) {
				return
			}
		}
	})
}
