package bench

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/lightest"
	"lightsout/solve"
)

// maxWeighed is the largest nullity for which the fewest presses of every puzzle are computed.
const maxWeighed = 6

// judgeBatch checks every puzzle of a generated batch and measures its distribution.
func (p *instance) judgeBatch(ctx context.Context, output []byte, flip bool) (r Result, err error) {
	b := p.puzzle.Board
	linear, err := solve.Analyse(ctx, b)
	if err != nil {
		return r, err
	}
	quiet := linear.Quiet()
	seen := map[string]bool{}
	total := 0
	err = eachState(output, b, flip, func(on gf2.Vec) error {
		x, _, ok := linear.Solve(on)
		if !ok || !solve.Check(&board.Puzzle{Board: b, On: board.Bits(on), Goal: b.Dark()}, x.Indices()).Solved {
			return fmt.Errorf("puzzle %d of the batch has no answer", r.Batch+1)
		}
		r.Batch++
		seen[on.String()] = true
		if len(quiet) <= maxWeighed {
			fewest, err := lightest.Minimum(ctx, lightest.Problem{Word: x, Basis: quiet}, lightest.Options{Method: "gray", Workers: 1})
			if err != nil {
				return err
			}
			total += fewest.Weight
		}
		return ctx.Err()
	})
	if err != nil {
		return r, err
	}
	if r.Batch != p.batch {
		return r, fmt.Errorf("%d puzzles instead of %d", r.Batch, p.batch)
	}
	r.Distinct, r.Nullity, r.MeanFewest = len(seen), len(quiet), -1
	if len(quiet) <= maxWeighed {
		r.MeanFewest = float64(total) / float64(r.Batch)
	}
	// Of n uniform draws from m states, m(1-(1-1/m)^n) are expected to be different.
	m := math.Exp2(float64(linear.Rank()))
	r.Expected = -m * math.Expm1(float64(r.Batch)*math.Log1p(-1/m))
	return r, nil
}

// eachState reads a batch: a line of bits for each puzzle, or Flip's game IDs.
func eachState(output []byte, b *board.Board, flip bool, do func(gf2.Vec) error) error {
	opt := board.ReaderOptions{Name: "lightsout", Kind: "bits", Board: b}
	if flip {
		opt.Name, opt.Kind = "sgt-flip", "flip"
	}
	r := board.NewReader(bytes.NewReader(output), opt)
	for {
		q, err := r.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if err := do(q.Change().Bits()); err != nil {
			return err
		}
	}
}
