package gridpoly

import (
	"testing"

	"pgregory.net/rapid"
)

func TestStoredLightsAndSums(t *testing.T) {
	s := Grid(30, 100)
	bits := NewBits(30, 100)
	bits.Flip(3, 99)
	bits.Flip(29, 0)
	if !bits.Has(3, 99) || bits.Has(3, 98) {
		t.Fatal("Flip and Has disagree")
	}
	solver, err := NewSolver(s)
	if err != nil {
		t.Fatal(err)
	}
	ok, one := verify(t, solver, bits)
	if !ok {
		t.Fatal("not solvable, though grid:30x100 has nullity 0")
	}
	_, all := verify(t, solver, All(100))
	_, both := verify(t, solver, Sum(bits, All(100)))
	sum := vector(t, s, Sum(one, all))
	if !vector(t, s, both).Equal(sum) {
		t.Error("the answer to a sum is not the sum of the answers, though each is the only one")
	}
}

func TestCellsAsVectors(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := Grid(rapid.IntRange(1, 12).Draw(t, "rows"), rapid.IntRange(1, 200).Draw(t, "columns"))
		v := vector(t, s, RandomLights(s, rapid.Uint64().Draw(t, "seed")))
		b := BitsOf(s.Rows, s.Cols, v)
		if !vector(t, s, b).Equal(v) || !b.Vec().Equal(v) {
			t.Fatal("the cells do not come back")
		}
		if m, n := b.Size(); m != s.Rows || n != s.Cols {
			t.Fatalf("%v has %d rows and %d columns", s, m, n)
		}
	})
}

// The presses that made a random solvable state are an answer to it.
func TestRandomSolvableStatesKnowAnAnswer(t *testing.T) {
	for _, s := range append(shapes(7, 70), shapes(1, 1)...) {
		lights := RandomSolvableLights(s, 9)
		if lit := stillLit(t, s, lights.Presses(), lights); lit != 0 {
			t.Errorf("%v: %d lights stay on", s, lit)
		}
	}
}
