package census

import (
	"context"
	"errors"
	"math/big"

	"lightsout/board"
	"lightsout/internal/covering"
)

// ErrLong says that a distribution takes too long for [Distribution], but not for [LongDistribution].
var ErrLong = covering.ErrLong

// Distribution counts the solvable states of a board by the presses they need: entry w is how many
// need w presses, and the last entry is that of the depth. It counts by formula, by regions or one by
// one, whichever is least work. It gives a *[board.TooLargeError] if none of these is feasible; that is also
// [ErrLong] if [LongDistribution] counts the board.
// progress, if not nil, is called with how many parts of the counting are done, from several goroutines.
func Distribution(ctx context.Context, b *board.Board, progress func(done, all int)) ([]*big.Int, error) {
	return distribution(ctx, b, covering.Options{Progress: progress})
}

// LongDistribution is Distribution for boards where counting by regions takes hours. save is called when a number of
// parts is done, and when the context ends: state, which may be called until save returns, has what is needed to go on
// from there. These numbers grow, from a second or a minute of work to an hour on boards where much is merged in memory,
// which takes up to 8 GB or three quarters of the limit that runtime/debug has. saved is such a state, or nil to begin. If
// counting by regions would take months, it gives a *[board.TooLargeError] too.
func LongDistribution(ctx context.Context, b *board.Board, saved []byte, save func(done, all int, state func() []byte), progress func(done, all int)) ([]*big.Int, error) {
	return distribution(ctx, b, covering.Options{Progress: progress, Save: save, Saved: saved})
}

func distribution(ctx context.Context, b *board.Board, o covering.Options) ([]*big.Int, error) {
	if b.States() > 2 {
		t, err := NewColours(ctx, b, o.Progress)
		if err != nil {
			return nil, err
		}
		return t.Distribution(), nil
	}
	quiet, err := quietPatterns(ctx, b)
	if err != nil {
		return nil, err
	}
	list, err := parts(b)
	if err != nil {
		return nil, err
	}
	if list != nil {
		return distributionOfParts(ctx, list, o)
	}
	if o.Progress == nil {
		o.Progress = func(int, int) {}
	}
	counter := covering.NewCounter(b, quiet)
	if listable(b) && counter.Exceeds(b.Switches()) {
		t, err := NewTable(ctx, b, nil)
		if err != nil {
			return nil, err
		}
		return t.Distribution(), nil
	}
	return counter.Count(ctx, o)
}

// distributionOfParts counts parts one by one. What is saved is that of the first one that takes hours; of a second one
// there is no place for it.
func distributionOfParts(ctx context.Context, list []part, o covering.Options) ([]*big.Int, error) {
	counts, saves := []*big.Int{big.NewInt(1)}, o.Save != nil
	for _, p := range list {
		own, err := distribution(ctx, p.Board, covering.Options{Progress: o.Progress})
		if errors.Is(err, ErrLong) && saves {
			saves = false
			own, err = distribution(ctx, p.Board, o)
		}
		if err != nil {
			return nil, err
		}
		counts = convolved(counts, own)
	}
	return counts, nil
}
