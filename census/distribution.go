package census

import (
	"context"
	"math/big"

	"lightsout/board"
	"lightsout/internal/covering"
)

// Distribution counts the solvable states of a board by the presses they need: entry w is how many
// need w presses, and the last entry is that of the depth. It counts by formula, by regions or one by
// one, whichever is least work. It gives a *[board.TooLargeError] if none of these is feasible.
// progress, if not nil, is called with how many parts of the counting are done, from several goroutines.
func Distribution(ctx context.Context, b *board.Board, progress func(done, all int)) ([]*big.Int, error) {
	if err := board.Check(b); err != nil {
		return nil, err
	}
	if b.States() > 2 {
		return distributionByTable(ctx, b, progress)
	}
	quiet, list, err := quietAndParts(ctx, b)
	if err != nil {
		return nil, err
	}
	if list != nil {
		return distributionOfParts(ctx, list, progress)
	}
	if progress == nil {
		progress = func(int, int) {}
	}
	return covering.Count(ctx, b, quiet, progress)
}

// distributionByTable lists every state.
func distributionByTable(ctx context.Context, b *board.Board, progress func(done, all int)) ([]*big.Int, error) {
	t, err := NewTable(ctx, b, progress)
	if err != nil {
		return nil, err
	}
	return t.Distribution(), nil
}

// distributionOfParts counts parts one by one.
func distributionOfParts(ctx context.Context, list []part, progress func(done, all int)) ([]*big.Int, error) {
	counts := []*big.Int{big.NewInt(1)}
	for _, p := range list {
		own, err := Distribution(ctx, p.Board, progress)
		if err != nil {
			return nil, err
		}
		if counts, err = covering.Convolve(ctx, counts, own); err != nil {
			return nil, err
		}
	}
	return counts, nil
}
