package main

import (
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

// distances is what info reports about how far states are from dark.
type distances struct {
	census.Distances
	stopped string // why something that was asked for is not known; empty if all is
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

// findDistances asks for what is wanted.
func (c *infoCommand) findDistances(ctx context.Context, con *console, b *board.Board) (d distances, err error) {
	depth, counts := con.Status("depth at least %d, at most %d"), con.Status("states counted: %d of %d parts")
	defer depth.Clear()
	defer counts.Clear()
	d.Distances, err = census.FindDistances(ctx, b, c.yes("depth"), c.yes("distribution"),
		census.DistanceProgress{Depth: depth.Show, Counts: counts.Show})
	switch {
	case d.Stopped != nil:
		d.stopped = solve.Why(d.Stopped)
	case d.Depth != nil && !d.Depth.Proved():
		d.stopped = "a proof of the depth would take too long"
	}
	return d, err
}

// reasons is why something is not known.
func (d distances) reasons() string {
	var list []string
	if d.OutOfReach != nil {
		list = append(list, solve.Why(d.OutOfReach))
	}
	if d.stopped != "" && !slices.Contains(list, d.stopped) {
		list = append(list, d.stopped)
	}
	return strings.Join(list, "; ")
}

func (d distances) json() (j distancesJSON) {
	j.Stopped = d.reasons()
	j.Distribution = decimals(d.Distribution)
	switch {
	case d.Depth == nil:
	case d.Depth.Proved():
		j.Depth = &d.Depth.Lower
	default:
		j.DepthLower, j.DepthUpper = &d.Depth.Lower, &d.Depth.Upper
	}
	if d.Depth != nil && d.Depth.Example.Len() > 0 {
		lights := d.Depth.Example.Indices()
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
	if d.Depth != nil {
		if d.Depth.Proved() {
			row(con, "depth", "%d (%s)", d.Depth.Lower, d.Depth.Proof)
		} else {
			row(con, "depth", ">= %d", d.Depth.Lower)
			row(con, "depth", "<= %d (%s)", d.Depth.Upper, d.Depth.Proof)
		}
		if d.Depth.Example.Len() > 0 {
			row(con, "example", "%s needs %s", exampleText(b, d.Depth.Example),
				textboard.Count(d.Depth.Lower, "press", "presses"))
			brush, _ := textboard.Brushes(con.Colours)
			textboard.Drawing{Board: b, Lit: d.Depth.Example, Marked: d.Depth.Presses,
				Brush: brush}.DrawWithLegend(con.Out)
		}
	}
	for w, n := range d.Distribution {
		row(con, fmt.Sprintf("needing %d", w), "%s", n)
	}
	if d.OutOfReach != nil {
		row(con, "distribution", "%s", solve.Why(d.OutOfReach))
	}
	if d.stopped != "" && (d.OutOfReach == nil || d.stopped != solve.Why(d.OutOfReach)) {
		row(con, "stopped", "%s", d.stopped)
	}
}
