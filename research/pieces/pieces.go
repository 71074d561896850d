// Package pieces bounds the fewest presses from below where nothing weighs all answers, as on 159×159.
//
// Cut the switches into pieces. On each piece alone, the answers are a word and the span of the quiet patterns there,
// and the least number of presses that any answer has on it is found as on a whole board. These numbers add up to a
// bound.
//
// The bound holds for any pieces, and it is good if the quiet patterns have a small rank on large pieces. Such are
// the components of the powers of the board's matrix A (package powers): on 159×159, with nullity 128, A¹⁶ has 81
// components, of rank 32 at most. On the components of A² the rank is 64; one of them, the odd rows and columns, is
// the board 79×79.
package pieces

import (
	"context"
	"slices"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/automorphism"
	"lightsout/internal/cosetleader"
	"lightsout/internal/disjoint"
	"lightsout/research/powers"
)

const (
	// With more than mostPieces they are too small.
	mostPieces = 1 << 12
	// pieceSteps is how many steps, of about a nanosecond, the least number on one piece may take.
	pieceSteps = 1 << 36
	// quickPiece is the rank up to which a piece is quick, so that no smaller ones are needed.
	quickPiece = 16
)

// piece is some switches, and what is known of the presses there.
type piece struct {
	switches []int
	finer    []*piece
	rank     int // of the quiet patterns
	least    int // every answer has so many presses there
}

// Lower is a number of presses that no answer is below, given one answer and the quiet patterns. It gets better the
// longer it may take; when the context ends, it is what was proved by then. Found, if not nil, gets the numbers on
// the way.
func Lower(ctx context.Context, b *board.Board, presses gf2.Vec, quiet []gf2.Vec, found func(lower int)) int {
	whole := &piece{rank: len(quiet)}
	for x := range b.Switches() {
		whole.switches = append(whole.switches, x)
	}
	levels := [][]*piece{{whole}}
	for m := powers.Of(b); m != nil && ctx.Err() == nil; {
		if m = m.Squared(); m == nil {
			break
		}
		next := cut(m, levels[len(levels)-1], quiet)
		if len(next) > mostPieces {
			break
		}
		levels = append(levels, next)
		if !slices.ContainsFunc(next, func(p *piece) bool { return p.rank > quickPiece }) {
			break
		}
	}
	motions := motionsOf(b, presses)
	for _, level := range slices.Backward(levels[1:]) { // small pieces first, as they are quick
		orbits, least, sum := alike(level, motions), map[int]int{}, 0
		for _, p := range level {
			sum += p.sum()
		}
		for i, p := range level {
			orbit := orbits.Find(i)
			known, ok := least[orbit]
			if !ok {
				p.weigh(ctx, presses, quiet)
				known = p.least
				least[orbit] = known
			}
			p.least = known
			sum += known - p.sum()
			if ctx.Err() == nil && found != nil {
				found(sum)
			}
		}
	}
	return whole.sum()
}

// motionsOf lists the motions of the drawing that map answers to answers, as maps of the switches.
func motionsOf(b *board.Board, presses gf2.Vec) (list [][]int) {
	change := b.Apply(presses)
	for _, name := range []string{"mirror", "turn", "quarter"} {
		found, err := automorphism.OfMotion(context.Background(), b, name)
		if err == nil && found[0].Switches != nil && found[0].Apply(change).Equal(change) {
			list = append(list, found[0].Switches)
		}
	}
	return list
}

// alike joins the pieces that motions map to each other, by their places in the list.
func alike(pieces []*piece, motions [][]int) *disjoint.Sets[int] {
	sets := disjoint.New[int](len(pieces))
	at := map[int]int{} // the place of each switch's piece
	for i, p := range pieces {
		for _, x := range p.switches {
			at[x] = i
		}
	}
	for _, to := range motions {
		for i, p := range pieces {
			j := at[to[p.switches[0]]]
			if len(pieces[j].switches) == len(p.switches) && !slices.ContainsFunc(p.switches, func(x int) bool { return at[to[x]] != j }) {
				sets.Join(i, j)
			}
		}
	}
	return sets
}

// sum is what the finer pieces add up to.
func (p *piece) sum() int {
	sum := 0
	for _, f := range p.finer {
		sum += f.least
	}
	return sum
}

// weigh finds the least number of presses on a piece, or what its own pieces say.
func (p *piece) weigh(ctx context.Context, presses gf2.Vec, quiet []gf2.Vec) {
	if p.least = p.sum(); ctx.Err() != nil || len(p.finer) == 1 {
		return
	}
	problem := cosetleader.Problem{Word: restrictTo(presses, p.switches)}
	for _, q := range quiet {
		problem.Basis = append(problem.Basis, restrictTo(q, p.switches))
	}
	if p.finer != nil {
		problem.Classes = make([]int, len(p.switches))
		for label, f := range p.finer {
			for _, x := range f.switches {
				at, _ := slices.BinarySearch(p.switches, x)
				problem.Classes[at] = label
			}
		}
	}
	if r, err := cosetleader.Minimum(ctx, problem, cosetleader.Options{MaxSteps: pieceSteps}); err == nil {
		p.least = max(p.least, r.Lower)
	}
}

// restrictTo is a vector at some places.
func restrictTo(v gf2.Vec, at []int) gf2.Vec {
	short := gf2.NewVec(len(at))
	for i, x := range at {
		short.Set(i, v.Bit(x))
	}
	return short
}

// cut cuts pieces into the components of the matrix.
func cut(m powers.Matrix, pieces []*piece, quiet []gf2.Vec) []*piece {
	of := make([]*piece, len(m))
	for _, p := range pieces {
		for _, x := range p.switches {
			of[x] = p
		}
	}
	var list []*piece
	for _, class := range m.Components() {
		p := &piece{switches: class}
		above := of[class[0]]
		above.finer = append(above.finer, p)
		if p.rank = above.rank; len(p.switches) < len(above.switches) {
			rows := gf2.NewMatrix(len(quiet), len(p.switches))
			for i, q := range quiet {
				rows.Row(i).Add(restrictTo(q, p.switches))
			}
			p.rank = rows.Rank()
		}
		list = append(list, p)
	}
	return list
}
