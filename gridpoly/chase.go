package gridpoly

import (
	"context"
	"runtime"

	"golang.org/x/sync/errgroup"
)

// step sets next to above + lights plus each cell of here and its neighbours, taking the row for
// one with ends and leaving rubbish past the last column.
func step(next, above, here, lights []uint64) {
	n := len(here)
	next, above = next[:n], above[:n]
	left, this := uint64(0), here[0]
	if lights == nil {
		for i := range n {
			var right uint64
			if i+1 < n {
				right = here[i+1]
			}
			next[i] = above[i] ^ this ^ (this<<1 | left>>63) ^ (this>>1 | right<<63)
			left, this = this, right
		}
		return
	}
	lights = lights[:n]
	for i := range n {
		var right uint64
		if i+1 < n {
			right = here[i+1]
		}
		next[i] = above[i] ^ lights[i] ^ this ^ (this<<1 | left>>63) ^ (this>>1 | right<<63)
		left, this = this, right
	}
}

// finish joins the ends of a row if they meet, and clears the bits past the last column.
func finish(shape Shape, next, here []uint64) {
	last := shape.Cols - 1
	if shape.WrapCols {
		next[0] ^= here[last/64] >> (last % 64) & 1
		next[last/64] ^= here[0] & 1 << (last % 64)
	}
	next[len(next)-1] &= shape.lastWord()
}

// checkEvery is how many words are written between two looks at the context.
const checkEvery = 1 << 22

// chase goes down the rows of a board.
type chase struct {
	shape  Shape
	lights Lights // nil for none
	// next gives the memory for row i. If it is nil, two rows are overwritten in turn.
	next func(i int) []uint64
}

// run chases the lights of rows from, …, to-1, beginning with p_(from-1) above and p_from here. It
// hands p_from, …, p_(to-1) to visit, unless that is nil, and returns p_(to-1) and p_to.
func (c *chase) run(ctx context.Context, from, to int, above, here []uint64,
	visit func(row []uint64) error) (last, beyond []uint64, err error) {
	var rows Rows
	if c.lights != nil {
		rows = c.lights.From(from)
	}
	var lights []uint64
	buf := make([]uint64, len(here))
	untilCheck := 0
	for i := from; i < to; i++ {
		if untilCheck -= len(here); untilCheck < 0 {
			if err := ctx.Err(); err != nil {
				return nil, nil, err
			}
			untilCheck = checkEvery
		}
		if rows != nil {
			if lights, err = rows(buf); err != nil {
				return nil, nil, err
			}
		}
		if visit != nil {
			if err := visit(here); err != nil {
				return nil, nil, err
			}
		}
		next := above
		if c.next != nil {
			next = c.next(i + 1)
		}
		step(next, above, here, lights)
		finish(c.shape, next, here)
		above, here = here, next
	}
	return above, here, nil
}

// blocks cuts the rows of a board into stretches that are chased independently of each other, each
// from a state that the polynomials supply.
type blocks struct {
	rows, length int
}

// blockLights is how many lights make a stretch worth its share of polynomial arithmetic.
const blockLights = 1 << 21

// blocksPerWorker is above one so that a worker that is held up does not hold up all.
const blocksPerWorker = 4

func cutRows(shape Shape) blocks {
	count := blocksPerWorker * runtime.GOMAXPROCS(0)
	if worth := shape.Rows / max(1, blockLights/shape.Cols, 64); worth < count {
		count = max(worth, 1)
	}
	return blocks{rows: shape.Rows, length: (shape.Rows + count - 1) / count}
}

func (b blocks) count() int { return (b.rows + b.length - 1) / b.length }

// rangeOf is the rows of block k.
func (b blocks) rangeOf(k int) (from, to int) {
	return k * b.length, min((k+1)*b.length, b.rows)
}

// each calls work for every block, several at a time.
func (b blocks) each(ctx context.Context, work func(ctx context.Context, k int) error) error {
	if b.count() == 1 {
		return work(ctx, 0)
	}
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for k := range b.count() {
		group.Go(func() error { return work(ctx, k) })
	}
	return group.Wait()
}
