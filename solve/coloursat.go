package solve

import (
	"context"
	"iter"
)

func (c *colouring) sat(ctx context.Context, q question) (colourFinding, error) {
	return c.satAbove(ctx, q, 0)
}

func (c *colouring) satAbove(ctx context.Context, q question, lower int) (colourFinding, error) {
	return colourFinding{}, &RefusedError{Engine: "sat", Reason: "modular sums are not encoded yet", Needs: modular}
}

func (c *colouring) satAll(ctx context.Context) iter.Seq2[[]uint8, error] {
	return func(yield func([]uint8, error) bool) {
		_, err := c.sat(ctx, anyAnswer)
		yield(nil, err)
	}
}
