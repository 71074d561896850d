package encode

import (
	"fmt"

	"lightsout/board"
	"lightsout/cnf"
	"lightsout/gf2"
)

// The chase encoding is light chasing, for grids and cylinders with the cross pattern. The light of
// row r and column c is the last that the switch below it can mend, so that switch is decided by the
// rows above:
//
//	x(r+1,c) = change(r,c) + x(r,c-1) + x(r,c) + x(r,c+1) + x(r-1,c)
//
// On m rows of n columns, these (m-1)·n equations define all rows but the first, each as one XOR of
// at most 5 switches written directly. What the last row of lights demands is an equation over the
// first row, found by carrying the rows down as sums of first-row switches; these n equations are
// eliminated (n unknowns, not m·n) and the reduced rows written by cut:4. With nullity k:
//
//	variables   those of the n-k reduced rows, each of at most k+1 switches
//	clauses     at most 16·(m-1)·n, those of the reduced rows, and the empty clause if unsolvable
//
// So k switches of the first row are free, and the rest follows by propagation, as for gauss, but
// preparing takes 3n² bits and about m·n²/16 + n³/64 word operations, and the clauses stay short. Light
// chasing is old lore of the puzzle; for the algebra see Anderson and Feil, "Turning lights out with
// linear algebra" (Mathematics Magazine, 1998).

// chaseBoards are the shapes on which a switch reaches one row up and one row down and no further.
var chaseBoards = []string{"grid", "cylinder"}

func prepareChase(p *board.Puzzle, _ int) (func(*clauses), error) {
	b := p.Board
	height, width, ok := b.Shape().CrossRows(chaseBoards...)
	if !ok {
		return nil, fmt.Errorf("the encoding chase goes row by row, so it needs a grid or cylinder of two sides with the cross pattern and no holes; %s is not: use kernel or cut:4", b.Spec())
	}
	if width >= board.MaxMatrixBits/width {
		return nil, &board.TooLargeError{
			What:  fmt.Sprintf("chasing the lights of %s", b.Spec()),
			Limit: fmt.Sprintf("the square of the columns goes up to %d; use cut:4", board.MaxMatrixBits),
		}
	}
	r, err := newRows(b)
	if err != nil {
		return nil, err
	}
	change := p.Change()
	top := newReduced(closing(r, change, height, width))
	return func(w *clauses) {
		if top.unsolvable {
			w.clause()
		}
		var lits []cnf.Lit
		for i := range top.pivots {
			var odd bool
			lits, odd = top.row(lits[:0], i)
			cutXor(w, cutDefault, lits, odd)
		}
		for l := range (height - 1) * width {
			lits = lits[:0]
			for _, s := range r.of(l) {
				lits = append(lits, switchLit(int(s)))
			}
			w.direct(lits, change.Bit(l))
		}
	}, nil
}

// closing is the system that the last row of lights asks of the first row of switches: a row per
// light, a column per switch and the right side.
//
// Each switch is a row of n+1 bits, the first-row switches it is the sum of and a constant. The
// lights of a row sum up what is above, and that is the next row of switches; below the last one
// there is none, so there it must be zero.
func closing(r *rows, change gf2.Vec, height, width int) *gf2.Matrix {
	above, here := gf2.NewMatrix(width, width+1), gf2.NewMatrix(width, width+1)
	for c := range width {
		here.Set(c, c, true)
	}
	for row := range height {
		below := gf2.NewMatrix(width, width+1)
		for c := range width {
			light := row*width + c
			sum := below.Row(c)
			if change.Bit(light) {
				sum.Flip(width)
			}
			for _, s := range r.of(light) {
				switch int(s)/width - row {
				case -1:
					sum.Add(above.Row(int(s) % width))
				case 0:
					sum.Add(here.Row(int(s) % width))
				}
			}
		}
		above, here = here, below
	}
	return here
}
