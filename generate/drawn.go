package generate

import (
	"context"
	"fmt"

	"lightsout/solve"
)

// drawn draws candidates until one passes. Candidates are drawn evenly and hold every puzzle exactly
// once, so each puzzle is equally likely to be the first that passes: rejection sampling. Puzzles may
// repeat, and every puzzle is within reach.
type drawn struct {
	pool
	attempts uint64
}

// How many candidates are tried for one puzzle before giving up. Where a pilot has found a puzzle
// there are so many that it does not happen.
const (
	attemptsUntested = 1 << 20
	attemptsPiloted  = 1 << 25
)

func (d *drawn) find(ctx context.Context, t *trial, index, _ uint64) error {
	for attempt := range d.attempts {
		d.begin(t, index, attempt)
		d.draw(t)
		if d.attempts == 1 {
			return nil // every candidate is a puzzle
		}
		ok, err := d.wanted.passes(ctx, t)
		if ok || err != nil {
			return err
		}
		if attempt%64 == 63 && ctx.Err() != nil {
			return ctx.Err()
		}
	}
	return &solve.GaveUpError{Cause: fmt.Errorf("none of %d candidates for puzzle %d meets the options; there "+
		"may be none", d.attempts, index)}
}

func (d *drawn) reach() (uint64, bool) { return anyNumber, false }
