package solve

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/boardtest"
	"lightsout/internal/gridpoly"
)

// byRows is a set of cells that is read row by row.
func byRows(b *board.Board, cells gf2.Vec) board.State {
	shape, _ := rectangle(b)
	return b.ByRows(gridpoly.BitsOf(shape.Rows, shape.Cols, cells))
}

// Row by row, every state gets the verdict that elimination gives it.
func TestStreamAgreesWithElimination(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows, cols := rapid.IntRange(1, 20).Draw(t, "rows"), rapid.IntRange(1, 80).Draw(t, "cols")
		kind := rapid.SampledFrom([]string{"grid", "cylinder", "torus"}).Draw(t, "kind")
		b, err := board.Parse(fmt.Sprintf("%s:%dx%d", kind, rows, cols))
		if err != nil {
			t.Fatal(err)
		}
		p := board.NewPuzzle(b)
		p.On, p.Goal = board.Bits(boardtest.DrawVec(t, b.Lights(), "on")), board.Bits(boardtest.DrawVec(t, b.Lights(), "goal"))
		if rapid.Bool().Draw(t, "solvable") {
			p.On = board.Bits(b.Apply(p.On.Bits()).Sum(p.Goal.Bits()))
		}
		byRows := &board.Puzzle{Board: b, On: byRows(b, p.On.Bits()), Goal: byRows(b, p.Goal.Bits())}
		st, streamErr := Any(context.Background(), byRows)
		res, err := Solver{Engine: "gf2"}.Any(context.Background(), p)
		if (streamErr == nil) != (err == nil) {
			t.Fatalf("%s: row by row %v; by elimination %v", b, streamErr, err)
		}
		if err == nil {
			presses := st.Presses.Indices()
			if st.Presses.Rows() == nil {
				t.Fatalf("%s: no rows of presses", b)
			}
			if v := Check(p, presses); !v.Solved || len(presses) != st.PressCount() {
				t.Fatalf("%s: %d presses counted, %d listed, wrong %v", b, st.PressCount(), len(presses), v.Wrong)
			}
			if res.Nullity != st.Nullity || res.Rank != st.Rank || res.Answers.Cmp(st.Answers) != 0 {
				t.Fatalf("%s: rank %d and %d", b, res.Rank, st.Rank)
			}
			return
		}
		no, ok := errors.AsType[*UnsolvableError](streamErr)
		if !ok || no.Witness.Rows() == nil {
			t.Fatalf("%s: %v", b, streamErr)
		}
		w := no.Witness.Bits()
		if !checkWitness(p, gf2.Vec{}, p.Change(), board.Bits(w)) || w.Weight() != no.Size() || w.Overlap(p.Change().Bits()) != no.MustChange {
			t.Fatalf("%s: %v is not a witness", b, w)
		}
	})
}

// A question that is not answered row by row gets the answer of the puzzle held in memory.
func TestOtherQuestionsHoldTheLights(t *testing.T) {
	ctx := context.Background()
	b, err := board.Parse("grid:4x4")
	if err != nil {
		t.Fatal(err)
	}
	p := board.NewPuzzle(b)
	byRows := &board.Puzzle{Board: b, On: byRows(b, p.On.Bits()), Goal: byRows(b, p.Goal.Bits())}
	bound := 9
	for name, s := range map[string]Solver{
		"engine": {Engine: "gf2"}, "forbidden": {Conditions: Conditions{Forbid: []int{0}}}, "required": {Conditions: Conditions{Require: []int{0}}},
		"bound": {Conditions: Conditions{AtMost: &bound}}, "sat": {Engine: "sat"}, "encoding": {Xor: "cut"},
	} {
		res, err := s.Any(ctx, byRows)
		if err != nil || res.Presses.Rows() != nil || !Check(p, res.Presses.Indices()).Solved {
			t.Errorf("%s: %v, %v", name, res, err)
		}
	}
	if res, err := Minimum(ctx, byRows); err != nil || !res.Minimum || res.Presses.Weight() != 4 {
		t.Errorf("minimum: %v, %v", res, err)
	}
	_, err = Solver{Conditions: Conditions{Symmetric: "all"}}.Any(ctx, byRows)
	if no, ok := errors.AsType[*UnsolvableError](err); !ok || no.Condition == "" {
		t.Errorf("symmetric: %v", err)
	}
	if n, err := (Solver{}).Count(ctx, byRows); err != nil || n.Int64() != 16 {
		t.Errorf("count: %v, %v", n, err)
	}
}
