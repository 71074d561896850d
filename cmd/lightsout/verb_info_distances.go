package main

import (
	"cmp"
	"context"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"lightsout/board"
	"lightsout/census"
	"lightsout/internal/textboard"
	"lightsout/solve"
)

// distancesJSON has the fields of the contract; those not asked for are left out.
type distancesJSON struct {
	Depth        *int     `json:"depth,omitempty"`
	DepthLower   *int     `json:"depth_lower,omitempty"`   // not proved: at least this many
	DepthUpper   *int     `json:"depth_upper,omitempty"`   // not proved: at most this many
	DepthExample *[]int   `json:"depth_example,omitempty"` // the lights of a state that needs so many presses
	Distribution []string `json:"distribution,omitempty"`
	Stopped      string   `json:"stopped,omitempty"`
}

// findDistances asks for what is wanted about how far states are from dark.
func (c *infoCommand) findDistances(ctx context.Context, f *boardFacts) (err error) {
	depth, counts := c.con.Status("depth at least %d, at most %d"), c.con.Status("states counted: %d of %d parts")
	defer depth.Clear()
	defer counts.Clear()
	f.hardest, err = census.FindDistances(ctx, f.board, c.yes("depth"), c.yes("distribution"),
		census.DistanceProgress{Depth: depth.Show, Counts: counts.Show})
	f.stopped = cmp.Or(solve.Why(f.hardest.Stopped), f.stopped)
	f.distances.Distribution = decimals(f.hardest.Distribution)
	d := f.hardest.Depth
	switch {
	case d == nil:
		return err
	case d.Proved():
		f.distances.Depth = &d.Lower
	default:
		if f.hardest.Stopped == nil {
			f.stopped = "a proof of the depth would take too long"
		}
		f.distances.DepthLower, f.distances.DepthUpper = &d.Lower, &d.Upper
	}
	if d.Example.Len() > 0 {
		f.distances.DepthExample = new(d.Example.Indices()) // none is an example too
	}
	return err
}

// reasons is why something is not known.
func (f *boardFacts) reasons() string {
	list := []string{solve.Why(f.hardest.OutOfReach), f.stopped}
	list = slices.DeleteFunc(slices.Compact(list), func(why string) bool { return why == "" })
	return strings.Join(list, "; ")
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

func (c *infoCommand) distanceRows(f *boardFacts) {
	if d := f.hardest.Depth; d != nil {
		if d.Proved() {
			c.row("depth", "%d (%s)", d.Lower, d.Proof)
		} else {
			c.row("depth", ">= %d", d.Lower)
			c.row("depth", "<= %d (%s)", d.Upper, d.Proof)
		}
		if d.Example.Len() > 0 {
			c.row("example", "%s needs %s", exampleText(f.board, d.Example), textboard.Count(d.Lower, "press", "presses"))
			brush, _ := textboard.Brushes(c.con.Colours)
			textboard.Drawing{Board: f.board, Lit: d.Example, Marked: d.Presses, Brush: brush}.DrawWithLegend(c.con.Out)
		}
	}
	for w, n := range f.hardest.Distribution {
		c.row(fmt.Sprintf("needing %d", w), "%s", n)
	}
	unreached := solve.Why(f.hardest.OutOfReach)
	if unreached != "" {
		c.row("distribution", "%s", unreached)
	}
	if f.stopped != "" && f.stopped != unreached {
		c.row("stopped", "%s", f.stopped)
	}
}
