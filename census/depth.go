package census

import (
	"cmp"
	"context"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/covering"
	"lightsout/solve"
)

// Depth is the number of presses that the hardest state of a board needs, or bounds on it.
type Depth struct {
	// Lower and Upper are proved bounds; if they are equal, that is the depth.
	Lower, Upper int
	// Example is a state that needs Lower presses, and Presses is an answer with that many. Both have
	// length 0 if the lower bound comes from counting.
	Example, Presses board.State
	// Regions groups the switches by which quiet patterns press them; those that none presses come
	// last. An answer that presses as many switches of each region as Presses does is minimal too, and
	// as long. It is nil if there is no example.
	Regions [][]int
	// Proof says how the upper bound is proved.
	Proof string
	// Counts is the distribution, if the states were counted on the way.
	Counts []*big.Int
}

// Proved reports whether the depth is known exactly.
func (d *Depth) Proved() bool { return d.Lower == d.Upper }

// FindDepth finds the depth of a board: the covering radius of the code of its quiet patterns. If the
// searches reach their limits or the context ends, the bounds differ. The limits count steps, so they
// do not depend on the clock. progress, if not nil, is called when a bound improves.
//
// Where lights have more than two states, every state is visited, as [NewTable] does.
//
// That the example needs Lower presses is proved a second time, unless the context ends or the work is spent first. A
// board with few switches has bounds even if the context has ended before.
func FindDepth(ctx context.Context, b *board.Board, progress func(lower, upper int)) (*Depth, error) {
	if err := board.Check(b); err != nil {
		return nil, err
	}
	if progress == nil {
		progress = func(int, int) {}
	}
	if b.States() > 2 {
		return depthByTable(ctx, b, progress)
	}
	const few = 1024 // their quiet patterns take milliseconds
	algebra := ctx
	if max(b.Switches(), b.Lights()) <= few {
		algebra = context.WithoutCancel(ctx)
	}
	quiet, list, err := quietAndParts(algebra, b)
	if err != nil {
		return nil, err
	}
	if list != nil {
		return depthOfParts(ctx, b, list, quiet)
	}
	d, err := covering.FindDepth(ctx, b, quiet, progress)
	if err != nil {
		return nil, fmt.Errorf("census: %w", err)
	}
	depth := &Depth{Lower: d.Lower, Upper: d.Upper, Regions: d.Regions, Proof: d.Proof}
	if d.Presses.Len() > 0 {
		depth.Example, depth.Presses = board.Bits(b.Apply(d.Presses)), board.Bits(d.Presses)
		if len(quiet) > 0 {
			if err := check(ctx, b, depth); err != nil {
				return nil, err
			}
		}
	}
	return depth, nil
}

// depthByTable lists every state.
func depthByTable(ctx context.Context, b *board.Board, progress func(lower, upper int)) (*Depth, error) {
	progress(0, b.Switches()*(b.States()-1))
	t, err := NewTable(ctx, b, nil)
	if err != nil {
		return nil, err
	}
	hardest := t.At(t.Hardest())
	presses := board.NewState(b.Switches(), b.States())
	for _, e := range t.Path(hardest.State) {
		if e.Press >= 0 {
			presses.Set(e.Press, presses.At(e.Press)+1)
		}
	}
	return &Depth{
		Lower: hardest.ToGo, Upper: hardest.ToGo, Example: t.Lights(hardest.State), Presses: presses,
		Proof: fmt.Sprintf("all %d states searched", t.Len()), Counts: t.Distribution(),
	}, nil
}

// depthOfParts adds up the depths of parts.
func depthOfParts(ctx context.Context, b *board.Board, list []part, quiet []gf2.Vec) (*Depth, error) {
	sum := &Depth{Example: b.Dark(), Presses: board.NewState(b.Switches(), 2)}
	var proofs []string
	all := true // parts have examples
	for _, p := range list {
		d, err := FindDepth(ctx, p.Board, nil)
		if err != nil {
			return nil, err
		}
		sum.Lower, sum.Upper = sum.Lower+d.Lower, sum.Upper+d.Upper
		placed(sum.Example, d.Example, p.lights)
		placed(sum.Presses, d.Presses, p.switches)
		all = all && d.Example.Len() > 0
		if !slices.Contains(proofs, d.Proof) {
			proofs = append(proofs, d.Proof)
		}
	}
	sum.Proof = fmt.Sprintf("%d parts: %s", len(list), strings.Join(proofs, "; "))
	if !all {
		sum.Example, sum.Presses = board.State{}, board.State{}
		return sum, nil
	}
	sum.Regions = covering.FindRegions(b.Switches(), quiet).Cells()
	return sum, nil
}

// check lets the engines of package solve prove that the example needs its presses, unless the context ends first.
func check(ctx context.Context, b *board.Board, d *Depth) error {
	p := board.NewPuzzle(b)
	p.On = d.Example
	res, err := solve.Minimum(ctx, p)
	switch {
	case ctx.Err() != nil:
		return nil
	case err == nil && res.Best.Weight() < d.Lower:
		return fmt.Errorf("census: %s: a state that should need %d presses needs %d; please report this",
			b.Spec(), d.Lower, res.Best.Weight())
	}
	return err
}

// quietAndParts is a basis of the board's null space, and the parts that it falls into.
func quietAndParts(ctx context.Context, b *board.Board) (quiet []gf2.Vec, list []part, err error) {
	const each = 256 // bits for a light: the part that it is in, and a place in that
	if err := cmp.Or(b.TwoStates(), b.CheckSize(), b.Reserve(ctx, each, "the search for parts")); err != nil {
		return nil, nil, err
	}
	if quiet, err = (solve.Solver{}).Quiet(ctx, b); err == nil {
		list, err = parts(b)
	}
	return quiet, list, err
}
