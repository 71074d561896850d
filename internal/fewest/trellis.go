package fewest

import (
	"context"
	"fmt"

	"lightsout/gf2"
	"lightsout/internal/treewidth"
)

// overPath is dynamic programming over the columns, for codes that are narrow in some column order (Kschischang and
// Sorokine 1995; see treewidth.NewPath). At most min(k, n−k) rows are open at a time, so this is also the method for
// codes of very high rate.
//
// Cost: Σ over columns of 2^(open rows), linear for boards that are long and narrow and for trees.
// Memory: 12 bytes per state at the widest place (24 if costs are large), and a bit per state wherever a row ends.
func overPath(s *search) error {
	p := s.path()
	switch {
	case p == nil && s.stopped():
		return s.ctx.Err()
	case p == nil:
		return errWidePath
	}
	var err error
	if s.listing() {
		err = p.UpTo(s.ctx, s.f.word, s.f.cost, s.most(), s.options.MaxMemory, func(word gf2.Vec, weight int) bool {
			s.offer(word, weight)
			return !s.stopped()
		})
	} else {
		var word gf2.Vec
		if word, err = p.Minimum(s.ctx, s.f.word, s.f.cost, s.options.MaxMemory); err == nil {
			s.prefer(word, s.f.weigh(word))
		}
	}
	return treeError(err)
}

var errWidePath = fmt.Errorf("%w: tree finds no narrow tree decomposition, nor an order of the columns with up to "+
	"2^32 states", ErrMethod)

// bestPath is the plan for the columns in the order in which they are given, or in one that a sparse basis suggests,
// whichever has fewer states. Finding the best order is NP-hard. It returns nil if both are too wide, or if the
// context ends.
func bestPath(ctx context.Context, f *form) *treewidth.Program {
	best := treewidth.NewPath(ctx, inOrder(f.n()), f.rows)
	if f.k()*f.k()*(1+f.n()/64) > lightenSteps || best != nil && best.Width() <= narrowTrellis {
		return best
	}
	columns := make([][]int32, f.n())
	for i, row := range lighten(f.rows, f.stopped) {
		for j := range row.Ones() {
			columns[j] = append(columns[j], int32(i))
		}
	}
	sparse := treewidth.NewPath(ctx, treewidth.NewMatrix(f.k(), columns).Path(sweepSteps), f.rows)
	switch {
	case f.stopped():
		return nil
	case best == nil || sparse != nil && sparse.Steps() < best.Steps():
		return sparse
	}
	return best
}

// lighten adds rows to one another as long as that makes them lighter, or until stopped. A sparse basis
// shows which columns are near each other.
func lighten(rows []gf2.Vec, stopped func() bool) []gf2.Vec {
	out, weights := make([]gf2.Vec, len(rows)), make([]int, len(rows))
	for i, r := range rows {
		out[i], weights[i] = r.Clone(), r.Weight()
	}
	const sweeps = 4 // hardly anything changes after a few
	for range sweeps {
		changed := false
		for i, a := range out {
			if stopped() {
				return out
			}
			for j, b := range out {
				if i == j {
					continue
				}
				if w := weights[i] + weights[j] - 2*a.Overlap(b); w < weights[i] {
					a.Add(b)
					weights[i], changed = w, true
				}
			}
		}
		if !changed {
			break
		}
	}
	return out
}
