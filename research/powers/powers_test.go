package powers_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"lightsout/gf2"
	"lightsout/internal/boardtest"
	"lightsout/research/powers"
)

// product is what a matrix makes of a set of rows.
func product(m powers.Matrix, rows gf2.Vec) gf2.Vec {
	sum := gf2.NewVec(len(m))
	for x := range rows.Ones() {
		for _, l := range m[x] {
			sum.Set(int(l), !sum.Bit(int(l)))
		}
	}
	return sum
}

// Presses act on the lights as the matrix does, the square acts as the matrix does twice, and every set of rows acts on
// each component of the square on its own.
func TestPowersActAsTheirBoard(t *testing.T) {
	squares := 0
	rapid.Check(t, func(t *rapid.T) {
		b := boardtest.Draw(t)
		m := powers.Of(b)
		if b.Switches() != b.Lights() {
			if m != nil {
				t.Fatal("a board that is not square has a matrix")
			}
			return
		}
		presses := boardtest.DrawVec(t, b.Switches(), "presses")
		once := product(m, presses)
		if !once.Equal(b.Apply(presses)) {
			t.Fatalf("presses %v: the matrix and the board disagree", presses.Indices())
		}
		square := m.Squared()
		if square == nil {
			return
		}
		squares++
		twice := product(square, presses)
		if !twice.Equal(product(m, once)) {
			t.Fatalf("presses %v: the square is not the square", presses.Indices())
		}
		sum, switches := gf2.NewVec(len(m)), 0
		for _, c := range square.Components() {
			within := presses.Clone()
			within.And(gf2.VecOf(len(m), c...))
			image := product(square, within)
			if outside := slices.DeleteFunc(image.Indices(), func(x int) bool { return slices.Contains(c, x) }); len(outside) > 0 {
				t.Fatalf("component %v reaches %v", c, outside)
			}
			sum.Add(image)
			switches += len(c)
		}
		if !sum.Equal(twice) || switches != len(m) {
			t.Fatalf("the components do not add up")
		}
	})
	if squares == 0 {
		t.Error("no board had a square")
	}
}

// The components of the square are the cells of equal parities of row and column. Those of the fourth power are the
// cells whose rows, and whose columns, are alike up to sign modulo 4.
func TestComponentsOfAGrid(t *testing.T) {
	m := powers.Of(boardtest.Parse(t, "11x11")).Squared()
	for _, want := range []int{4, 9} {
		if got := len(m.Components()); got != want {
			t.Errorf("%d components, want %d", got, want)
		}
		m = m.Squared()
	}
	if c := powers.Of(boardtest.Parse(t, "11x11")).Squared().Components()[0]; len(c) != 36 || c[1] != 2 || c[6] != 22 {
		t.Errorf("the first cell is with %v", c)
	}
}

func TestSquareThatIsNotSparse(t *testing.T) {
	if m := powers.Of(boardtest.Parse(t, "complete:49")).Squared(); m != nil {
		t.Errorf("a square of %d rows", len(m))
	}
}
