package gridpoly

import (
	"fmt"
	"testing"

	"lightsout/board"
	"lightsout/gf2"
)

// Boards too large for elimination.
func TestLargeBoards(t *testing.T) {
	for _, s := range []board.Rectangle{
		Grid(3000, 2999), Grid(2, 100000), Grid(50000, 70), Cylinder(2500, 3001), Torus(3000, 2000), Torus(2047, 2049), Upright(2000, 3000),
	} {
		solver, n := NewSolver(s), s.Rows*s.Cols
		for _, change := range []gf2.Vec{gf2.AllOnes(n), press(s, random(n, 1))} {
			if _, ok := verify(t, s, solver, change); !ok {
				t.Errorf("%+v: not solvable", s)
			}
		}
		if _, ok := verify(t, s, solver, random(n, 2)); !ok && solver.Nullity() == 0 {
			t.Errorf("%+v: not solvable though every state is", s)
		}
	}
}

// BenchmarkRow is what is done to every word of a board.
func BenchmarkRow(b *testing.B) {
	for _, words := range []int{79, 1563} {
		b.Run(fmt.Sprintf("words=%d", words), func(b *testing.B) {
			to, row := gf2.NewVec(64*words), gf2.NewVec(64*words)
			b.SetBytes(int64(8 * words))
			for b.Loop() {
				addNear(to, row, false)
			}
		})
	}
}
