package treewidth

import (
	"context"
	"math"
	"slices"
	"sync"
	"sync/atomic"

	"lightsout/gf2"
)

// Compiled finds the cheapest word of many cosets of one code. It is safe for concurrent use once it has costs.
//
// It takes a tree of columns ([Matrix.Trees]), not an order of vertices as [Plan] does, and works on blocks of 32
// costs, of a byte each and by assembly where that is possible. That takes longer to prepare and needs a basis of the
// code, so it is not for large graphs. For a word it is a hundred times as fast: the colour code of distance 21 takes
// 0.03 ms, and over the best order of vertices a Plan takes 3.5 ms.
type Compiled struct {
	Basis []gf2.Vec // of the code, mostly short words

	program *program // nil: it would be too wide
	walkers []walker // for lanes of growing size
	first   atomic.Int32
}

// walker runs a program.
type walker interface {
	minimum(ctx context.Context, word, out gf2.Vec) outcome
	memory() float64
}

// Compile takes the columns of a parity-check matrix, none of which names a check twice. The error is the context's.
func Compile(ctx context.Context, checks int, columns [][]int32) (*Compiled, error) {
	c := &Compiled{}
	for t := range NewMatrix(checks, columns).Trees() {
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case c.Basis == nil: // the first is a path
			path := spansOfNull(ctx, checks, columns, t.Order)
			if path == nil {
				return nil, ctx.Err()
			}
			c.Basis, c.program = path.words(), newChainProgram(path)
		default:
			if q := newProgram(ctx, checks, columns, t, c.Basis); q != nil && (c.program == nil || q.cost < c.program.cost) {
				c.program = q
			}
		}
		if c.program != nil && c.program.width <= narrowWidth || len(columns) > maxTrees {
			break
		}
	}
	return c, ctx.Err()
}

// maxTrees is how many columns a code may have for trees to be tried: their orders are wide elsewhere, and
// that takes long.
const maxTrees = 1 << 13

// narrowWidth is a width at which other programs are not worth making.
const narrowWidth = 10

// Cost is how long a search takes, roughly, in nanoseconds: infinitely long if the code is too wide.
func (c *Compiled) Cost() float64 {
	if c.program == nil {
		return math.Inf(1)
	}
	return c.program.cost
}

// SetCosts says what each column costs, and how many bytes the tables of a search may take. It reports whether a
// search is possible.
func (c *Compiled) SetCosts(costs []int64, memory int64) bool {
	if c.program == nil {
		return false
	}
	add := func(most int64, w walker) {
		if slices.Max(costs) <= most && w.memory() <= float64(memory) {
			c.walkers = append(c.walkers, w)
		}
	}
	add(math.MaxUint8/2, newPooled(newEngine(c.program, kernels8, costs)))
	add(math.MaxUint32/2, newPooled(newEngine(c.program, portable[uint32](), costs)))
	return len(c.walkers) > 0
}

// Minimum finds the cheapest word of the coset of a word. It reports false if the context ends first, or if no lanes
// are wide enough for the costs.
func (c *Compiled) Minimum(ctx context.Context, word, out gf2.Vec) bool {
	for k := int(c.first.Load()); k < len(c.walkers); k++ {
		if result := c.walkers[k].minimum(ctx, word, out); result != overflowed {
			return result == finished
		}
		c.first.Store(int32(k + 1)) // so it would for most words
	}
	return false
}

// pooled lends memory to an engine.
type pooled[T lane] struct {
	*engine[T]
	pool sync.Pool
}

func newPooled[T lane](e *engine[T]) *pooled[T] {
	p := &pooled[T]{engine: e}
	p.pool.New = func() any { return e.newScratch() }
	return p
}

func (p *pooled[T]) minimum(ctx context.Context, word, out gf2.Vec) outcome {
	s := p.pool.Get().(*scratch[T])
	defer p.pool.Put(s)
	return p.run(ctx, s, word, out)
}
