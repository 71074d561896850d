package main

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"lightsout/board"
	"lightsout/census"
	"lightsout/internal/textboard"
	"lightsout/solve"
)

// distances is what info reports about how far states are from dark.
type distances struct {
	depth        *census.Depth // nil: not asked for, and not needed
	distribution []*big.Int
	outOfReach   error  // why there is no distribution, if one was asked for
	stopped      string // why something else that was asked for is not known; empty if all is
}

// distancesJSON has the fields of the contract; those not asked for are left out.
type distancesJSON struct {
	Depth        *int     `json:"depth,omitempty"`
	DepthLower   *int     `json:"depth_lower,omitempty"`   // not proved: at least this many
	DepthUpper   *int     `json:"depth_upper,omitempty"`   // not proved: at most this many
	DepthExample *[]int   `json:"depth_example,omitempty"` // the lights of a state that needs so many presses
	Distribution []string `json:"distribution,omitempty"`
	Stopped      string   `json:"stopped,omitempty"`
}

// findDistances asks for what is wanted: first for the depth, which is often known at once where counting takes long. A
// distribution that is out of reach is replaced by what is known of the depth.
func (c *infoCommand) findDistances(ctx context.Context, con *console, b *board.Board) (d distances, err error) {
	depth := c.yes("depth")
	if depth {
		if err := d.findDepth(ctx, con, b); err != nil {
			return d, err
		}
	}
	if c.yes("distribution") {
		if err := d.count(ctx, con, b); err != nil {
			return d, err
		}
	}
	if d.outOfReach != nil && !depth {
		depth = true
		if err := d.findDepth(ctx, con, b); err != nil {
			return d, err
		}
	}
	if d.depth != nil && d.distribution != nil {
		if err := d.agree(b); err != nil {
			return d, err
		}
	}
	switch {
	case !depth || d.depth != nil && d.depth.Proved():
	case ctx.Err() != nil:
		d.stopped = solve.Why(cause(ctx))
	case d.stopped == "":
		d.stopped = "a proof of the depth would take too long"
	}
	return d, nil
}

func (d *distances) findDepth(ctx context.Context, con *console, b *board.Board) (err error) {
	bar := con.Status("depth at least %d, at most %d")
	defer bar.Clear()
	d.depth, err = census.FindDepth(ctx, b, bar.Show)
	_, far := errors.AsType[*board.TooLargeError](err)
	switch {
	case atLimit(ctx, err):
		return nil
	case far && b.States() > 2: // every state would have to be visited
		d.stopped = solve.Why(err)
		return nil
	}
	return err
}

// count finds the distribution, which the depth may have brought along.
func (d *distances) count(ctx context.Context, con *console, b *board.Board) (err error) {
	if d.depth != nil && d.depth.Counts != nil {
		d.distribution = d.depth.Counts
		return nil
	}
	bar := con.Status("states counted: %d of %d parts")
	d.distribution, err = census.Distribution(ctx, b, bar.Show)
	bar.Clear()
	_, far := errors.AsType[*board.TooLargeError](err)
	switch {
	case far:
		d.outOfReach = err
	case atLimit(ctx, err), err != nil && ctx.Err() != nil && d.depth != nil:
		d.outOfReach = cause(ctx)
	default:
		return err
	}
	return nil
}

// agree makes the depth that of the distribution, which must be within its bounds.
func (d *distances) agree(b *board.Board) error {
	n, depth := len(d.distribution)-1, d.depth
	if n < depth.Lower || n > depth.Upper {
		return fmt.Errorf("%s: depth %d by counting, but %d to %d by search; please report this", b.Spec(), n,
			depth.Lower, depth.Upper)
	}
	if n > depth.Lower {
		depth.Lower, depth.Example, depth.Presses = n, board.State{}, board.State{} // the example is not that hard
	}
	if n < depth.Upper {
		depth.Upper, depth.Proof = n, "all states counted"
	}
	return nil
}

// reasons is why something is not known.
func (d distances) reasons() string {
	var list []string
	if d.outOfReach != nil {
		list = append(list, solve.Why(d.outOfReach))
	}
	if d.stopped != "" && !slices.Contains(list, d.stopped) {
		list = append(list, d.stopped)
	}
	return strings.Join(list, "; ")
}

func (d distances) json() (j distancesJSON) {
	j.Stopped = d.reasons()
	j.Distribution = decimals(d.distribution)
	switch {
	case d.depth == nil:
	case d.depth.Proved():
		j.Depth = &d.depth.Lower
	default:
		j.DepthLower, j.DepthUpper = &d.depth.Lower, &d.depth.Upper
	}
	if d.depth != nil && d.depth.Example.Len() > 0 {
		lights := d.depth.Example.Indices()
		j.DepthExample = &lights // none is an example too
	}
	return j
}

// decimals writes numbers that may be too large for a reader's integers.
func decimals(numbers []*big.Int) (list []string) {
	for _, n := range numbers {
		list = append(list, n.String())
	}
	return list
}

// exampleText is a state as a picture, or the names of the lights that are on.
func exampleText(b *board.Board, state board.State) string {
	if b.Names() == nil || state.IsZero() {
		return textboard.State(b, state.String())
	}
	return textboard.Cells(b, state) + " on"
}

func (d distances) text(con *console, b *board.Board) {
	if d.depth != nil {
		if d.depth.Proved() {
			row(con, "depth", "%d (%s)", d.depth.Lower, d.depth.Proof)
		} else {
			row(con, "depth", ">= %d", d.depth.Lower)
			row(con, "depth", "<= %d (%s)", d.depth.Upper, d.depth.Proof)
		}
		if d.depth.Example.Len() > 0 {
			row(con, "example", "%s needs %s", exampleText(b, d.depth.Example),
				textboard.Count(d.depth.Lower, "press", "presses"))
			brush, _ := textboard.Brushes(con.Colours)
			textboard.Drawing{Board: b, Lit: d.depth.Example, Marked: d.depth.Presses,
				Brush: brush}.DrawWithLegend(con.Out)
		}
	}
	for w, n := range d.distribution {
		row(con, fmt.Sprintf("needing %d", w), "%s", n)
	}
	if d.outOfReach != nil {
		row(con, "distribution", "%s", solve.Why(d.outOfReach))
	}
	if d.stopped != "" && (d.outOfReach == nil || d.stopped != solve.Why(d.outOfReach)) {
		row(con, "stopped", "%s", d.stopped)
	}
}
