package gridpoly

import (
	"context"
	"math"
	"runtime"

	"golang.org/x/sync/errgroup"
)

// blocks divides the rows of a board into ranges that are chased independently, each from a state
// that the polynomials supply.
type blocks struct {
	rows, length int
}

// blockWords is how many words of work are worth a goroutine.
const blockWords = 1 << 15

// blocksPerWorker is above one so that a delayed worker does not delay the others.
const blocksPerWorker = 2

// cutEvenly cuts a board of any size for work that is the same on every row.
func cutEvenly(shape Shape) blocks {
	return cut(shape.Rows, blockWords/shape.words()+1)
}

// cutForChase cuts a board for chasing, where every block needs about a dozen products of whole rows.
// Chasing a row of n words costs about n units of time, a product 1.5·n^1.585. With at least
// 40·n^0.585 rows to a block the products take less than half of the time.
func cutForChase(shape Shape) blocks {
	n := float64(shape.words())
	return cut(shape.Rows, max(blockWords/shape.words()+1, int(40*math.Pow(n, 0.585))))
}

// cutLike cuts a board for reading cells: at the block boundaries of a pattern among them, if there is one.
func cutLike(shape Shape, cells ...Lights) blocks {
	for _, c := range cells {
		if p, ok := c.(*Pattern); ok {
			return p.blocks
		}
	}
	return cutEvenly(shape)
}

// cut makes blocks of at least so many rows.
func cut(rows, atLeast int) blocks {
	count := max(1, min(rows/atLeast, blocksPerWorker*runtime.GOMAXPROCS(0)))
	return blocks{rows: rows, length: (rows + count - 1) / count}
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
