package encode

import (
	"context"
	"fmt"
	"slices"

	"lightsout/board"
	"lightsout/cnf"
	"lightsout/gf2"
	"lightsout/internal/chase"
	"lightsout/internal/rows"
)

// chase is light chasing, for grids and cylinders with the cross pattern. Once rows up to r are
// decided, only the switch below the light in row r and column c can still change it. So the rows
// above decide that switch:
//
//	x(r+1,c) = change(r,c) + x(r,c-1) + x(r,c) + x(r,c+1) + x(r-1,c)
//
// On m rows of n columns, these (m-1)·n equations define all rows but the first, each as one XOR of
// at most 5 switches written directly. The last row of lights gives n equations over the first row of
// switches, found by writing each row as sums of first-row switches. They are eliminated (n unknowns,
// not m·n) and the reduced rows are written by cut:4. With nullity k:
//
//	variables   those of the n-k reduced rows, each of at most k+1 switches
//	clauses     at most 16·(m-1)·n, those of the reduced rows, and the empty clause if unsolvable
//
// So k switches of the first row are free and the rest follows by propagation, as for gauss. But
// preparing takes only 3n² bits and about m·n²/16 + n³/64 word operations, and the clauses stay short.
// Light chasing is a well-known way to play; for the algebra see Anderson and Feil, "Turning lights
// out with linear algebra" (Mathematics Magazine, 1998).

// chaseBoards are the shapes on which a switch reaches at most one row up and one row down.
var chaseBoards = []string{"grid", "cylinder"}

func prepareChase(p *board.Puzzle, _ int) (func(*clauses), error) {
	if !p.DontCare.IsZero() {
		return nil, fmt.Errorf("the XOR encoding chase goes row by row and takes no goal with lights that do not " +
			"matter: use kernel or cut:4")
	}
	b := p.Board
	shape := b.Shape()
	if !shape.Cross || !slices.Contains(chaseBoards, shape.Kind) {
		return nil, fmt.Errorf("the XOR encoding chase needs a grid or cylinder of two sides with the cross pattern "+
			"and no holes, because it goes row by row; %s is not one: use kernel or cut:4", b.Spec())
	}
	height, width := shape.Dims[0], shape.Dims[1]
	if width >= gf2.MaxBits/width {
		return nil, &board.TooLargeError{
			What:  fmt.Sprintf("chasing the lights of %s", b.Spec()),
			Limit: fmt.Sprintf("the square of the number of columns may be up to %d; use cut:4", gf2.MaxBits),
		}
	}
	r, err := rows.Of(b)
	if err != nil {
		return nil, err
	}
	change := p.Change().Bits()
	down, _ := chase.New(b)
	top := newReduced(closing(down, change))
	return func(w *clauses) {
		top.writeRows(w, cutDefault)
		var lits []cnf.Lit
		for l := range (height - 1) * width {
			lits = lits[:0]
			for _, s := range r.Light(l) {
				lits = append(lits, switchLit(int(s)))
			}
			w.direct(lits, change.Bit(l))
		}
	}, nil
}

// closing is the system that the last row of lights asks of the first row of switches: a row per
// light, a column per switch and the right side.
func closing(rows chase.Lines, change gf2.Vec) *gf2.Matrix {
	m, _ := rows.Matrix(context.Background()) // which never ends
	_, wanted := rows.Down(gf2.NewVec(rows.Unknowns()), change)
	system := gf2.NewMatrix(m.Rows(), m.Cols()+1)
	for i := range m.Rows() {
		row := system.Row(i)
		for j := range m.Row(i).Ones() {
			row.Set(j, true)
		}
		row.Set(m.Cols(), wanted.Bit(i))
	}
	return system
}
