package decode

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"lightsout/gf2"
	"lightsout/internal/matching"
)

// Code is a parity-check matrix by columns, and what each flip costs.
type Code struct {
	Checks  int
	Columns [][]int32 // per bit, the checks that its flip violates; one named twice cancels
	Cost    []int64   // per bit, none negative; nil means 1 each
}

// maxTotal bounds the sum of all costs, so that no sum overflows.
const maxTotal = matching.MaxTotal

func (c *Code) check() error {
	if c.Checks < 0 {
		return fmt.Errorf("decode: %d checks", c.Checks)
	}
	for j, column := range c.Columns {
		for _, i := range column {
			if i < 0 || int(i) >= c.Checks {
				return fmt.Errorf("decode: bit %d violates check %d of %d", j, i, c.Checks)
			}
		}
	}
	if c.Cost == nil {
		return nil
	}
	if len(c.Cost) != len(c.Columns) {
		return fmt.Errorf("decode: %d costs for %d bits", len(c.Cost), len(c.Columns))
	}
	var sum int64
	for j, cost := range c.Cost {
		if cost < 0 || cost > maxTotal {
			return fmt.Errorf("decode: bit %d costs %d, not from 0 to %d", j, cost, int64(maxTotal))
		}
		if sum += cost; sum > maxTotal {
			return fmt.Errorf("decode: the costs add up to more than %d", int64(maxTotal))
		}
	}
	return nil
}

// Options steer a decoder. The zero value is what most callers want.
type Options struct {
	// MaxMemory bounds, in bytes, the tables of one shot; 0 means 1 GiB. A shot that needs more is
	// answered without proof.
	MaxMemory int64

	// region is not 0 if the code is a region of a larger one, and then bounds the cost of its plan: it is
	// proved cheaply or not at all.
	region float64
}

// Shot is the answer to one syndrome.
type Shot struct {
	Flips    gf2.Vec // a bit for each column
	Cost     int64   // of the flips
	Lower    int64   // no explanation costs less; equal to Cost if Proved
	Proved   bool
	Stopped  error // if not Proved, why: the context's error, ErrSteps, ErrMemory or ErrWide
	Possible bool  // some flips explain the syndrome; otherwise Flips is all zero
}

// Decoder answers syndromes of one code. It is safe for concurrent use.
type Decoder struct {
	code  *Code
	parts []*part
	odd   gf2.Vec // checks that no bit violates
}

// Why an answer is not proved.
var (
	ErrSteps  = errors.New("the search reached its fixed number of steps")
	ErrMemory = errors.New("memory limit reached")
	ErrWide   = errors.New("the code is too wide for a proof")
)

// ErrSyndrome says that a syndrome does not have a bit for each check.
var ErrSyndrome = errors.New("decode: syndrome of the wrong length")

// NewDecoder prepares a decoder for the code, which must not change any more.
func NewDecoder(ctx context.Context, c *Code, o Options) (*Decoder, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	if o.MaxMemory <= 0 {
		o.MaxMemory = 1 << 30
	}
	costs := c.Cost
	if costs == nil {
		costs = slices.Repeat([]int64{1}, len(c.Columns))
	}
	parts, odd, err := split(ctx, c, costs, o)
	if err != nil {
		return nil, err
	}
	return &Decoder{code: c, parts: parts, odd: odd}, nil
}

// Decode finds the cheapest flips that explain the syndrome. When the context ends it returns the best
// it has, not proved; an error means that the syndrome has the wrong length.
func (d *Decoder) Decode(ctx context.Context, syndrome gf2.Vec) (Shot, error) {
	if syndrome.Len() != d.code.Checks {
		return Shot{}, fmt.Errorf("%w: %d bits for %d checks", ErrSyndrome, syndrome.Len(), d.code.Checks)
	}
	shot := Shot{Flips: gf2.NewVec(len(d.code.Columns)), Possible: true, Proved: true}
	if syndrome.Overlap(d.odd) > 0 {
		return Shot{Flips: gf2.NewVec(len(d.code.Columns))}, nil
	}
	for _, p := range d.parts {
		if !p.decode(ctx, syndrome, &shot) {
			return Shot{Flips: gf2.NewVec(len(d.code.Columns))}, nil
		}
	}
	return shot, nil
}
