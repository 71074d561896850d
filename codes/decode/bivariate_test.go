package decode

import (
	"context"
	"math/rand/v2"
	"testing"

	"lightsout/gf2"
)

// bivariate is the X side of the [[144,12,12]] code of Bravyi et al., High-threshold and low-overhead fault-tolerant
// quantum memory (Nature 627, 2024): the checks are [A|B] with A = x³ + y + y² and B = y³ + x + x², where x and y are
// shifts of a 12×6 torus.
func bivariate() *Code {
	const l, m = 12, 6
	at := func(i, j int) int { return i%l*m + j%m }
	c := &Code{Checks: l * m, Columns: make([][]int32, 2*l*m)}
	for i := range l {
		for j := range m {
			check := int32(at(i, j))
			for _, a := range [][2]int{{3, 0}, {0, 1}, {0, 2}} {
				k := at(i+a[0], j+a[1])
				c.Columns[k] = append(c.Columns[k], check)
			}
			for _, b := range [][2]int{{0, 3}, {1, 0}, {2, 0}} {
				k := l*m + at(i+b[0], j+b[1])
				c.Columns[k] = append(c.Columns[k], check)
			}
		}
	}
	return c
}

// At an error rate of 6 % most shots are proved, by a search where regions do not settle it, and without a
// clock: the same on every machine.
func TestBivariateBicycleCode(t *testing.T) {
	c := bivariate()
	matrix := gf2.NewMatrix(c.Checks, len(c.Columns))
	for j, column := range c.Columns {
		for _, i := range column {
			matrix.Set(int(i), j, true)
		}
	}
	if k := len(c.Columns) - 2*matrix.Rank(); len(c.Columns) != 144 || k != 12 {
		t.Fatalf("[[%d,%d]], want [[144,12]]", len(c.Columns), k)
	}
	d, err := NewDecoder(t.Context(), c, Options{})
	if err != nil {
		t.Fatal(err)
	}
	proved, shots := 0, 40
	for i := range shots {
		r := rand.New(rand.NewPCG(6, uint64(i)))
		drawn, syndrome := 0, gf2.NewVec(c.Checks)
		for _, column := range c.Columns {
			if r.Float64() < 0.06 {
				drawn++
				flip(syndrome, column)
			}
		}
		shot, err := d.Decode(context.Background(), syndrome)
		if err != nil || !shot.Possible || shot.Cost > int64(drawn) && shot.Proved ||
			shot.Lower > min(shot.Cost, int64(drawn)) {
			t.Fatalf("shot %d of %d flips: %+v, %v", i, drawn, shot, err)
		}
		if shot.Proved {
			proved++
		}
	}
	if proved < 37 {
		t.Errorf("%d of %d shots proved, want 37 or more", proved, shots)
	}
}
