package decode

import (
	"context"
	"errors"
	"fmt"
	"math"

	"lightsout/gf2"
)

// Code is a parity-check matrix by columns, and what each flip costs.
type Code struct {
	Checks  int
	Columns [][]int32 // per bit, the checks that its flip violates; one named twice cancels
	// Cost per bit; nil means 1 each. A negative cost is a bit that is more likely flipped than not.
	Cost []int64
}

// maxTotal bounds the sum of all costs, so that no sum overflows.
const maxTotal = math.MaxInt64 / 4

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
		if cost < -maxTotal || cost > maxTotal {
			return fmt.Errorf("decode: bit %d costs %d, more than %d", j, cost, int64(maxTotal))
		}
		if sum += max(cost, -cost); sum > maxTotal {
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
}

// Shot is the answer to one syndrome.
type Shot struct {
	Flips    gf2.Vec // a bit for each column
	Cost     int64   // of the flips
	Lower    int64   // no explanation costs less; equal to Cost if Proved
	Proved   bool
	Possible bool // some flips explain the syndrome; otherwise Flips is all zero
}

// Decoder answers syndromes of one code.
type Decoder struct {
	code   *Code
	system *gf2.System
	plan   *plan
}

// ErrSyndrome says that a syndrome does not have a bit for each check.
var ErrSyndrome = errors.New("decode: syndrome of the wrong length")

// NewDecoder prepares a decoder for the code, which must not change any more.
func NewDecoder(ctx context.Context, c *Code, o Options) (*Decoder, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	d := &Decoder{code: c}
	m := gf2.NewMatrix(c.Checks, len(c.Columns))
	for j, column := range c.Columns {
		for _, i := range column {
			m.Flip(int(i), j)
		}
	}
	var err error
	if d.system, err = gf2.NewSystem(ctx, m); err != nil {
		return nil, err
	}
	order := make([]int, len(c.Columns))
	for j := range order {
		order[j] = j
	}
	d.plan = newPlan(m, order)
	if d.plan.width > 30 {
		return nil, fmt.Errorf("decode: the code needs 2^%d states", d.plan.width)
	}
	return d, ctx.Err()
}

// Decode finds the cheapest flips that explain the syndrome. When the context ends it returns the best
// it has, not proved; an error means that the syndrome has the wrong length.
func (d *Decoder) Decode(ctx context.Context, syndrome gf2.Vec) (Shot, error) {
	if syndrome.Len() != d.code.Checks {
		return Shot{}, fmt.Errorf("%w: %d bits for %d checks", ErrSyndrome, syndrome.Len(), d.code.Checks)
	}
	n := len(d.code.Columns)
	x, _, ok := d.system.Solve(syndrome)
	if !ok {
		return Shot{Flips: gf2.NewVec(n)}, nil
	}
	shot := Shot{Possible: true, Flips: x}
	word, proved := d.plan.run(ctx, d.code.costs(), x)
	if proved {
		shot.Flips, shot.Proved = word, true
	}
	for j, c := range d.code.costs() {
		if shot.Flips.Bit(j) {
			shot.Cost += c
		}
		shot.Lower += min(c, 0)
	}
	if proved {
		shot.Lower = shot.Cost
	}
	return shot, nil
}

func (c *Code) costs() []int64 {
	if c.Cost != nil {
		return c.Cost
	}
	ones := make([]int64, len(c.Columns))
	for j := range ones {
		ones[j] = 1
	}
	return ones
}
