package fewest

import (
	"context"
	"iter"
	"math/big"

	"lightsout/board"
	"lightsout/internal/zmod"
)

// Residues is a coset of numbers modulo K, more than 2: how often each column is pressed.
type Residues struct {
	States int
	Word   []uint8
	Kernel *zmod.Kernel
	Price  [][]int64 // of each column, by how often it is pressed
	// Fits reports whether a word may cost so much, and none that costs more than Most does.
	Fits func(cost int64) bool
	Most int64
}

// cost is what the word costs that is given.
func (r *Residues) cost() (sum int64) {
	for c, times := range r.Word {
		sum += r.Price[c][times]
	}
	return sum
}

// dimension is how many numbers choose a word; 0 if there is only one.
func (r *Residues) dimension() int { return len(r.Kernel.Words) }

// state is a word as a state.
func (r *Residues) state(word []uint8) board.State {
	s := board.NewState(len(word), r.States)
	for c, times := range word {
		s.Set(c, int(times))
	}
	return s
}

// UpTo yields the words that fit and cost at most so much. It ends with an error if the context does.
func (r *Residues) UpTo(ctx context.Context, most int64) iter.Seq2[board.State, error] {
	return func(yield func(board.State, error) bool) {
		more := true
		visit := func(p *zmod.Place) bool {
			if r.Fits(p.Cost) {
				more = yield(r.state(p.Word()), nil)
			}
			return more
		}
		if err := zmod.NewCoset(r.Word, r.Kernel, r.Price).Below(ctx, &most, visit); err != nil && more {
			yield(board.State{}, err)
		}
	}
}

func branchSteps(_ context.Context, d *Decision) (float64, error) {
	k := d.problem.Residues.Kernel
	order, _ := new(big.Float).SetInt(k.Order()).Float64()
	return order * float64(4*len(k.Words)+4), nil
}

// runBranch goes through all words that may be better, depth first. If any of them will do, it stops at the first.
func runBranch(ctx context.Context, d *Decision) (bool, error) {
	r := d.problem.Residues
	coset := zmod.NewCoset(r.Word, r.Kernel, r.Price)
	best, count, most, floor := int64(-1), int64(0), r.Most, coset.Floor()
	var word []uint8
	err := coset.Below(ctx, &most, func(p *zmod.Place) bool {
		switch {
		case !r.Fits(p.Cost):
		case best < 0 || p.Cost < best:
			best, count, word = p.Cost, 1, p.Word()
			if d.options.Progress != nil {
				d.options.Progress(int(best), int(min(floor, best)))
			}
			most = best
			return d.options.Ask != Any
		case p.Cost == best:
			count++
		}
		return true
	})
	switch {
	case word == nil && err == nil:
		return true, ErrEmpty
	case word == nil:
		return true, err
	}
	d.found.Known = Known{Best: r.state(word), Cost: int(best)}
	if err != nil || d.options.Ask == Any {
		d.found.Raise(int(floor), atCheapest)
		d.found.Stop(err)
		return true, nil
	}
	proof := Reason{Method: Branch, Proof: withNumber(AllCompared, r.Kernel.Order())}
	d.found.Raise(int(best), proof)
	d.found.Count = big.NewInt(count)
	d.found.Each = func(ctx context.Context) iter.Seq2[board.State, error] { return r.UpTo(ctx, best) }
	return true, nil
}

// atCheapest bounds what words cost where no search has ended.
var atCheapest = Reason{Method: Branch, Proof: "all switches are pressed as seldom as they can be",
	Bound: "what switches that are pressed alike cost at least"}
