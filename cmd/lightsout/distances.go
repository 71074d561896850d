package main

import (
	"context"
	"errors"
	"fmt"
	"math/big"

	"lightsout/board"
	"lightsout/census"
)

// distances is what info says of how far states are from dark.
type distances struct {
	depth        *census.Depth // nil: not asked for, and not needed
	distribution []*big.Int
	outOfReach   error // why there is no distribution, if one was asked for
}

// distancesJSON has the fields of the contract; those not asked for are left out.
type distancesJSON struct {
	Depth        *int     `json:"depth,omitempty"`
	DepthLower   *int     `json:"depth_lower,omitempty"`
	DepthUpper   *int     `json:"depth_upper,omitempty"`
	DepthExample []int    `json:"depth_example,omitempty"`
	Distribution []string `json:"distribution,omitempty"`
}

// findDistances asks for what is wanted. A distribution that is out of reach is replaced by what is
// known of the depth.
func findDistances(ctx context.Context, con *console, b *board.Board, depth, distribution bool) (d distances, err error) {
	if distribution {
		d.distribution, err = census.Distribution(ctx, b)
		var far *census.OutOfReachError
		switch {
		case errors.As(err, &far), errors.Is(err, context.DeadlineExceeded):
			d.outOfReach, depth = err, true
		case err != nil:
			return d, err
		}
	}
	if depth {
		bar := con.status("depth at least %d, at most %d")
		d.depth, err = census.FindDepth(ctx, b, bar.show)
		bar.clear()
		if err != nil {
			return d, err
		}
		if ctx.Err() != nil && !errors.Is(cause(ctx), context.DeadlineExceeded) {
			return d, cause(ctx)
		}
	}
	if d.depth != nil && d.distribution != nil {
		if n := len(d.distribution) - 1; n < d.depth.Lower || n > d.depth.Upper {
			return d, fmt.Errorf("%s: depth %d by counting, but %d to %d by search; please report this", b.Spec(), n, d.depth.Lower, d.depth.Upper)
		} else if n < d.depth.Upper {
			d.depth.Upper, d.depth.Proof = n, "all states counted"
		}
	}
	return d, nil
}

// open reports whether something asked for is not known.
func (d distances) open() bool {
	return d.outOfReach != nil || d.depth != nil && !d.depth.Proved()
}

func (d distances) json() (j distancesJSON) {
	for _, n := range d.distribution {
		j.Distribution = append(j.Distribution, n.String())
	}
	switch {
	case d.depth == nil:
	case d.depth.Proved():
		j.Depth = &d.depth.Lower
	default:
		j.DepthLower, j.DepthUpper = &d.depth.Lower, &d.depth.Upper
	}
	if d.depth != nil && d.depth.Example.Len() > 0 {
		j.DepthExample = d.depth.Example.Indices()
	}
	return j
}

func (d distances) text(con *console, b *board.Board, ascii bool, row func(name, format string, args ...any)) {
	if d.outOfReach != nil {
		row("distribution", "%v", d.outOfReach)
	}
	if d.depth != nil {
		if d.depth.Proved() {
			row("depth", "%d (%s)", d.depth.Lower, d.depth.Proof)
		} else {
			row("depth", ">= %d", d.depth.Lower)
			row("depth", "<= %d (%s)", d.depth.Upper, d.depth.Proof)
		}
		if d.depth.Example.Len() > 0 {
			row("example", "%s needs %s", stateText(b, d.depth.Example), plural(d.depth.Lower, "press", "presses"))
			brush, _ := brushes(con, ascii)
			drawing{board: b, lit: d.depth.Example, marked: d.depth.Presses, brush: brush}.draw(con.out)
		}
	}
	for w, n := range d.distribution {
		row(fmt.Sprintf("needing %d", w), "%s", n)
	}
}
