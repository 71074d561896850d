package treewidth

import (
	"context"
	"iter"
	"math"
	"math/big"
	"slices"

	"lightsout/gf2"
	"lightsout/internal/reserve"
)

// Minima is all lightest words of a coset.
type Minima struct {
	Word gf2.Vec // one of them
	// Count is how many there are; nil if what it takes to count them does not fit the memory.
	Count *big.Int
	all   iter.Seq[gf2.Vec]
}

// All yields the lightest words one by one, each once, always in the same order. It yields none if Count
// is nil.
func (m Minima) All() iter.Seq[gf2.Vec] {
	if m.Count == nil {
		return func(func(gf2.Vec) bool) {}
	}
	return m.all
}

// AllMinimum is [Program.Minimum] for all words that are as light.
func (p *Program) AllMinimum(ctx context.Context, word gf2.Vec, costs []int, memory int64) (Minima, error) {
	if p.room(ctx, costs, true, memory) != nil {
		w, err := p.Minimum(ctx, word, costs, memory)
		return Minima{Word: w}, err
	}
	left := memory - int64(p.Memory(costs, true))
	if small(p.switches, costs) {
		return allMinimum[int32](ctx, p, word, costs, left)
	}
	return allMinimum[int64](ctx, p, word, costs, left)
}

// UpTo yields every word of the coset that costs up to limit, with its cost, each once. An error is ErrMemory or the
// context's.
func (p *Program) UpTo(ctx context.Context, word gf2.Vec, costs []int, limit int, memory int64,
	yield func(gf2.Vec, int) bool) error {
	if err := p.room(ctx, costs, true, memory); err != nil {
		return err
	}
	if small(p.switches, costs) {
		return upTo[int32](ctx, p, word, costs, min(limit, math.MaxInt32), yield)
	}
	return upTo[int64](ctx, p, word, costs, limit, yield)
}

// complete is a run that keeps the tables from which nodes choose. They tell every choice that is as good as the best.
func complete[C cost](ctx context.Context, p *Program, word gf2.Vec, costs []int) (*run[C], error) {
	r := newRun[C](p)
	r.ctx, r.word, r.costs = ctx, word, costs
	return r, r.forwards()
}

// allMinimum may take so much memory for counting.
func allMinimum[C cost](ctx context.Context, p *Program, word gf2.Vec, costs []int, memory int64) (Minima, error) {
	r, err := complete[C](ctx, p, word, costs)
	if err != nil {
		return Minima{}, err
	}
	m := Minima{Word: r.first(), all: func(yield func(gf2.Vec) bool) {
		r.words(0, func(word gf2.Vec, _ C) bool { return yield(word) })
	}}
	reached, err := r.reach(memory)
	if err == ErrMemory {
		return m, nil
	} else if err != nil {
		return m, err
	}
	m.Count, err = r.count(reached)
	return m, err
}

func upTo[C cost](ctx context.Context, p *Program, word gf2.Vec, costs []int, limit int,
	yield func(gf2.Vec, int) bool) error {
	r, err := complete[C](ctx, p, word, costs)
	if err != nil {
		return err
	}
	if least := r.weigh(r.first()); limit >= least {
		r.words(C(limit-least), func(word gf2.Vec, over C) bool {
			return ctx.Err() == nil && yield(word, least+int(over))
		})
	}
	return ctx.Err()
}

func (r *run[C]) weigh(word gf2.Vec) (sum int) {
	for j := range word.Ones() {
		sum += r.costOf(j)
	}
	return sum
}

// option is coefficients of a node's columns, and how much more they cost than the best for the same state.
type option[C cost] struct {
	x    uint64
	over C
}

// options appends those for a state of a node.
func (r *run[C]) options(dst []option[C], i int, state uint32) []option[C] {
	n := &r.nodes[i]
	if n.kernel == 0 {
		return append(dst, option[C]{x: uint64(state)})
	}
	s := &r.sums
	s.link(r, n)
	begin := len(dst)
	var least C
	for k := range 1 << n.kernel {
		x := uint64(state) | uint64(k)<<n.out
		cost := s.at(x)
		if k == 0 || cost < least {
			least = cost
		}
		dst = append(dst, option[C]{x, cost})
	}
	for k := range dst[begin:] {
		dst[begin+k].over -= least
	}
	return dst
}

// best appends the options for a state of a node that cost up to slack more than the least.
func (r *run[C]) best(dst []option[C], i int, state uint32, slack C) []option[C] {
	return slices.DeleteFunc(r.options(dst, i, state), func(o option[C]) bool { return o.over > slack })
}

// reach is the states of each node that some lightest word goes through, in ascending order.
func (r *run[C]) reach(memory int64) ([][]uint32, error) {
	reached := make([][]uint32, len(r.nodes))
	var best []option[C]
	for i := len(r.nodes) - 1; i >= 0; i-- {
		if i%256 == 0 && r.ctx.Err() != nil {
			return nil, r.ctx.Err()
		}
		n := &r.nodes[i]
		if n.out == 0 {
			reached[i] = []uint32{0}
		}
		slices.Sort(reached[i])
		reached[i] = slices.Compact(reached[i])
		// A big integer for each state, besides its number; most are small.
		bytes := int64(64 * len(reached[i]))
		if memory -= bytes; memory < 0 || reserve.For(r.ctx, bytes) != nil {
			return nil, ErrMemory
		}
		for _, state := range reached[i] {
			best = r.best(best[:0], i, state, 0)
			for _, o := range best {
				for k, at := range n.children() {
					reached[at] = append(reached[at], r.image(n, k, o.x))
				}
			}
		}
	}
	return reached, nil
}

// count multiplies the numbers of ways through the parts of the tree.
func (r *run[C]) count(reached [][]uint32) (*big.Int, error) {
	ways := make([][]*big.Int, len(r.nodes))
	var best []option[C]
	all, product := big.NewInt(1), new(big.Int)
	for i := range r.nodes {
		if i%256 == 0 && r.ctx.Err() != nil {
			return nil, r.ctx.Err()
		}
		n := &r.nodes[i]
		for _, state := range reached[i] {
			sum := new(big.Int)
			best = r.best(best[:0], i, state, 0)
			for _, o := range best {
				product.SetInt64(1)
				for k, at := range n.children() {
					place, _ := slices.BinarySearch(reached[at], r.image(n, k, o.x))
					product.Mul(product, ways[at][place])
				}
				sum.Add(sum, product)
			}
			ways[i] = append(ways[i], sum)
		}
		for _, at := range n.children() {
			ways[at] = nil
		}
		if n.out == 0 {
			all.Mul(all, ways[i][0])
		}
	}
	return all, nil
}

// first is one of the lightest words.
func (r *run[C]) first() (word gf2.Vec) {
	r.words(0, func(w gf2.Vec, _ C) bool {
		word = w
		return false
	})
	return word
}

// words yields all words that cost up to slack more than the least, and how much more. Each node counts through its
// options, the root slowest.
func (r *run[C]) words(slack C, yield func(word gf2.Vec, over C) bool) {
	word := r.word.Clone()
	state := make([]uint32, len(r.nodes))
	taken := make([]uint64, len(r.nodes)) // coefficients
	pressed := make([]bool, len(r.nodes))
	left := make([]C, len(r.nodes)+1) // of the slack, once the nodes from here on are settled
	left[len(r.nodes)] = slack
	var options []option[C]
	take := func(i int, o option[C]) {
		n := &r.nodes[i]
		taken[i], left[i] = o.x, left[i+1]-o.over
		if p := n.presses(o.x); p != pressed[i] {
			pressed[i] = p
			word.Flip(int(n.vertex))
		}
		for k, at := range n.children() {
			state[at] = r.image(n, k, o.x)
		}
	}
	for i := len(r.nodes); ; { // the nodes from i on are settled
		for i--; i >= 0; i-- {
			options = r.best(options[:0], i, state[i], left[i+1])
			take(i, options[0])
		}
		if !yield(word.Clone(), slack-left[0]) {
			return
		}
		for i = 0; i < len(r.nodes); i++ {
			if r.nodes[i].kernel == 0 {
				continue
			}
			options = r.best(options[:0], i, state[i], left[i+1])
			k := slices.IndexFunc(options, func(o option[C]) bool { return o.x == taken[i] })
			if k+1 < len(options) {
				take(i, options[k+1])
				break
			}
		}
		if i == len(r.nodes) {
			return
		}
	}
}
