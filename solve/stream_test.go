package solve

import (
	"context"
	"testing"

	"pgregory.net/rapid"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/boardtest"
	"lightsout/internal/gridpoly"
)

// Streaming must say of every state what elimination says.
func TestStreamAgreesWithElimination(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows, cols := rapid.IntRange(1, 20).Draw(t, "rows"), rapid.IntRange(1, 80).Draw(t, "cols")
		kind := rapid.SampledFrom([]string{"grid", "cylinder", "torus"}).Draw(t, "kind")
		b, err := board.Parse(kind + ":" + gridpoly.Grid(rows, cols).String()[len("grid:"):])
		if err != nil {
			t.Fatal(err)
		}
		p := board.NewPuzzle(b)
		p.On = boardtest.DrawVec(t, b.Lights(), "on")
		if rapid.Bool().Draw(t, "solvable") {
			p.On = b.Apply(p.On)
		}
		st, err := StreamRows(context.Background(), b, gridpoly.BitsOf(rows, cols, p.On))
		if err != nil {
			t.Fatal(err)
		}
		res, err := Solver{Engine: "gf2"}.Any(context.Background(), p)
		if st.Solvable != (err == nil) {
			t.Fatalf("%s: solvable %v by streaming; by elimination %v", b, st.Solvable, err)
		}
		shape, _ := RowShape(b)
		if st.Solvable {
			presses := vecOf(t, shape, st.Presses)
			if v := Check(p, presses.Indices()); !v.Solved || presses.Weight() != st.PressCount {
				t.Fatalf("%s: %d presses counted, %d made, wrong %v", b, st.PressCount, presses.Weight(), v.Wrong)
			}
			if res.Nullity != st.Nullity || res.Rank != st.Rank {
				t.Fatalf("%s: rank %d and %d", b, res.Rank, st.Rank)
			}
		} else if w := vecOf(t, shape, st.Witness); !checkWitness(b, gf2.Vec{}, p.On, w) || w.Weight() != st.WitnessCount || w.Overlap(p.On) != st.MustChange {
			t.Fatalf("%s: %v is no witness", b, w)
		}
	})
}

func vecOf(t *rapid.T, shape gridpoly.Shape, cells gridpoly.Lights) gf2.Vec {
	bits := gridpoly.NewBits(shape.Rows, shape.Cols)
	next, buf := cells.From(0), make([]uint64, (shape.Cols+63)/64)
	for r := range shape.Rows {
		row, err := next(buf)
		if err != nil {
			t.Fatal(err)
		}
		copy(bits.Row(r), row)
	}
	return bits.Vec()
}
