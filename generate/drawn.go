package generate

import (
	"context"
	"fmt"
	"math/big"

	"lightsout/solve"
)

// drawn draws candidates until one passes. The source draws evenly and holds every puzzle exactly
// once, so each puzzle is equally likely to be the first that passes: rejection sampling. Puzzles may
// repeat, and every puzzle of the source is within reach.
type drawn struct {
	from     drawer
	filter   filter
	seed     uint64
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
		t.weight = -1
		t.random.restart(d.seed, drawing, index, attempt)
		d.from.draw(t)
		ok, err := d.filter.passes(ctx, t)
		if ok || err != nil {
			return err
		}
		if attempt%64 == 63 && ctx.Err() != nil {
			return ctx.Err()
		}
	}
	return &solve.GaveUpError{Cause: fmt.Errorf("none of %d candidates for puzzle %d meets the options; there may be none", d.attempts, index)}
}

func (d *drawn) reach() (*big.Int, bool) { return nil, false }
func (d *drawn) even() bool              { return d.from.even() }
