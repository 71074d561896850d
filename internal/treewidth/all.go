package treewidth

import (
	"context"
	"iter"
	"math"
	"math/big"
	"slices"

	"lightsout/gf2"
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

// AllMinimum is [Plan.Minimum] for all words that are as light.
func (p *Plan) AllMinimum(ctx context.Context, word gf2.Vec, costs []int, memory int64) (Minima, error) {
	left := memory - int64(p.Memory(costs, true))
	switch {
	case left < 0:
		w, err := p.Minimum(ctx, word, costs, memory)
		return Minima{Word: w}, err
	case small(p.switches, costs):
		return newComplete[int32](ctx, p, word, costs).allMinimum(left)
	}
	return newComplete[int64](ctx, p, word, costs).allMinimum(left)
}

// Within yields every word of the coset that costs up to limit, with its cost, each once. An error is ErrMemory or the
// context's.
func (p *Plan) Within(ctx context.Context, word gf2.Vec, costs []int, limit int, memory int64, yield func(gf2.Vec, int) bool) error {
	switch {
	case p.Memory(costs, true) > float64(memory):
		return ErrMemory
	case small(p.switches, costs):
		return newComplete[int32](ctx, p, word, costs).within(min(limit, math.MaxInt32), yield)
	}
	return newComplete[int64](ctx, p, word, costs).within(limit, yield)
}

// allMinimum may take so much memory for counting.
func (c *complete[C]) allMinimum(memory int64) (Minima, error) {
	if err := c.fill(); err != nil {
		return Minima{}, err
	}
	m := Minima{Word: c.first(), all: func(yield func(gf2.Vec) bool) {
		c.words(0, func(word gf2.Vec, _ C) bool { return yield(word) })
	}}
	reached, err := c.reach(memory)
	if err == ErrMemory {
		return m, nil
	} else if err != nil {
		return m, err
	}
	m.Count, err = c.count(reached)
	return m, err
}

func (c *complete[C]) within(limit int, yield func(gf2.Vec, int) bool) error {
	if err := c.fill(); err != nil {
		return err
	}
	least := 0
	for j := range c.first().Ones() {
		least += c.costOf(j)
	}
	if limit >= least {
		c.words(C(limit-least), func(word gf2.Vec, over C) bool {
			return c.ctx.Err() == nil && yield(word, least+int(over))
		})
	}
	return c.ctx.Err()
}

// complete is a run that keeps the tables from which nodes choose. They tell every choice that is as good as the best.
type complete[C cost] struct {
	*run[C]
	tables [][]C
}

func newComplete[C cost](ctx context.Context, p *Plan, word gf2.Vec, costs []int) *complete[C] {
	r := newRun[C](p)
	r.ctx, r.word, r.costs = ctx, word, costs
	return &complete[C]{run: r, tables: make([][]C, len(p.nodes))}
}

func (c *complete[C]) fill() error {
	for i := range c.nodes {
		if c.stopped(i) {
			return c.ctx.Err()
		}
		n := &c.nodes[i]
		if n.out > 0 { // nobody asks what a root costs
			left, right := c.children(i)
			c.tables[i] = c.apply(n, left, right, nil)
		}
		if n.kernel > 0 {
			continue
		}
		for _, child := range []int32{n.left, n.right} { // there is nothing to choose
			if child >= 0 {
				c.recycle(c.tables[child])
				c.tables[child] = nil
			}
		}
	}
	return nil
}

func (c *complete[C]) children(i int) (left, right []C) {
	n := &c.nodes[i]
	if n.left >= 0 {
		left = c.tables[n.left]
	}
	if n.right >= 0 {
		right = c.tables[n.right]
	}
	return left, right
}

// option is coefficients of a node's columns, and how much more they cost than the best for the same state.
type option[C cost] struct {
	x    uint64
	over C
}

// best appends the options for a state of a node that cost up to slack more than the least.
func (c *complete[C]) best(dst []option[C], i int, state uint32, slack C) []option[C] {
	n := &c.nodes[i]
	if n.kernel == 0 {
		return append(dst, option[C]{x: uint64(state)})
	}
	s := &c.sums
	left, right := c.children(i)
	s.link(c.run, n, left, right)
	begin := len(dst)
	var least C
	for k := range 1 << n.kernel {
		x := uint64(state) | uint64(k)<<n.out
		cost := s.at(x)
		if k == 0 || cost < least {
			least = cost
		}
		if cost-least <= slack {
			dst = append(dst, option[C]{x, cost})
		}
	}
	kept := dst[:begin]
	for _, o := range dst[begin:] {
		if o.over -= least; o.over <= slack {
			kept = append(kept, o)
		}
	}
	return kept
}

// reach is the states of each node that some lightest word goes through, in ascending order.
func (c *complete[C]) reach(memory int64) ([][]uint32, error) {
	reached := make([][]uint32, len(c.nodes))
	var best []option[C]
	for i := len(c.nodes) - 1; i >= 0; i-- {
		if i%256 == 0 && c.ctx.Err() != nil {
			return nil, c.ctx.Err()
		}
		n := &c.nodes[i]
		if n.out == 0 {
			reached[i] = []uint32{0}
		}
		slices.Sort(reached[i])
		reached[i] = slices.Compact(reached[i])
		// A big integer for each state, besides its number; most are small.
		if memory -= int64(64 * len(reached[i])); memory < 0 {
			return nil, ErrMemory
		}
		for _, state := range reached[i] {
			best = c.best(best[:0], i, state, 0)
			for _, o := range best {
				for child, at := range []int32{n.left, n.right} {
					if at >= 0 {
						reached[at] = append(reached[at], c.image(n, child, o.x))
					}
				}
			}
		}
	}
	return reached, nil
}

// count multiplies the numbers of ways through the parts of the tree.
func (c *complete[C]) count(reached [][]uint32) (*big.Int, error) {
	ways := make([][]*big.Int, len(c.nodes))
	of := func(at int32, state uint32) *big.Int {
		k, _ := slices.BinarySearch(reached[at], state)
		return ways[at][k]
	}
	var best []option[C]
	var roots []*big.Int
	var product big.Int
	for i := range c.nodes {
		if i%256 == 0 && c.ctx.Err() != nil {
			return nil, c.ctx.Err()
		}
		n := &c.nodes[i]
		for _, state := range reached[i] {
			sum := new(big.Int)
			best = c.best(best[:0], i, state, 0)
			for _, o := range best {
				switch {
				case n.left < 0:
					sum.Add(sum, one)
				case n.right < 0:
					sum.Add(sum, of(n.left, c.image(n, 0, o.x)))
				default:
					product.Mul(of(n.left, c.image(n, 0, o.x)), of(n.right, c.image(n, 1, o.x)))
					sum.Add(sum, &product)
				}
			}
			ways[i] = append(ways[i], sum)
		}
		for _, at := range []int32{n.left, n.right} {
			if at >= 0 {
				ways[at] = nil
			}
		}
		if n.out == 0 {
			roots = append(roots, ways[i][0])
			ways[i] = nil
		}
	}
	return multiply(roots), nil
}

var one = big.NewInt(1)

// multiply halves the list, so that the factors are of about the same size.
func multiply(list []*big.Int) *big.Int {
	switch len(list) {
	case 0:
		return new(big.Int).Set(one)
	case 1:
		return list[0]
	}
	half := len(list) / 2
	return new(big.Int).Mul(multiply(list[:half]), multiply(list[half:]))
}

// first is one of the lightest words.
func (c *complete[C]) first() (word gf2.Vec) {
	c.words(0, func(w gf2.Vec, _ C) bool {
		word = w
		return false
	})
	return word
}

// words yields all words that cost up to slack more than the least, and how much more. Each node counts through its
// options, the root slowest.
func (c *complete[C]) words(slack C, yield func(word gf2.Vec, over C) bool) {
	word := c.word.Clone()
	state := make([]uint32, len(c.nodes))
	taken := make([]uint64, len(c.nodes)) // coefficients
	pressed := make([]bool, len(c.nodes))
	left := make([]C, len(c.nodes)+1) // of the slack, once the nodes from here on are settled
	left[len(c.nodes)] = slack
	var options []option[C]
	take := func(i int, o option[C]) {
		n := &c.nodes[i]
		taken[i], left[i] = o.x, left[i+1]-o.over
		if p := n.presses(o.x); p != pressed[i] {
			pressed[i] = p
			word.Flip(int(n.vertex))
		}
		for child, at := range []int32{n.left, n.right} {
			if at >= 0 {
				state[at] = c.image(n, child, o.x)
			}
		}
	}
	for i := len(c.nodes); ; { // the nodes from i on are settled
		for i--; i >= 0; i-- {
			options = c.best(options[:0], i, state[i], left[i+1])
			take(i, options[0])
		}
		if !yield(word.Clone(), slack-left[0]) {
			return
		}
		for i = 0; i < len(c.nodes); i++ {
			if c.nodes[i].kernel == 0 {
				continue
			}
			options = c.best(options[:0], i, state[i], left[i+1])
			k := slices.IndexFunc(options, func(o option[C]) bool { return o.x == taken[i] })
			if k+1 < len(options) {
				take(i, options[k+1])
				break
			}
		}
		if i == len(c.nodes) {
			return
		}
	}
}
