package gridpoly

import (
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"lightsout/gf2"
)

func drawPoly(t *rapid.T, degree int, name string) gf2.Poly {
	words := rapid.SliceOfN(rapid.Uint64(), degree/64+1, degree/64+1).Draw(t, name)
	return gf2.Poly(slices.Clone(words)).Trim().Low(degree + 1)
}

func TestModulusReducesLikeDivision(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 300).Draw(t, "degree")
		m := newModulus(drawPoly(t, n, "modulus").Low(n).Add(gf2.PolyOf(n)))
		p := drawPoly(t, rapid.IntRange(0, 900).Draw(t, "length"), "p")
		if got, want := m.reduce(p), p.Mod(m.m); !got.Equal(want) {
			t.Fatalf("%v modulo %v is %v, not %v", p, m.m, want, got)
		}
	})
}

// A line that is written and read again is the same, and Y turns it by half.
func TestTwistedLinesComeBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows, cols := rapid.IntRange(2, 5).Draw(t, "rows"), rapid.IntRange(1, 150).Draw(t, "cols")
		s := newStrip(Klein, rows, cols)
		cells := NewBits(rows, cols)
		for r := range rows {
			for c := range cols {
				if rapid.Bool().Draw(t, "cell") {
					cells.Flip(r, c)
				}
			}
		}
		again, turned := NewBits(rows, cols), NewBits(rows, cols)
		m := newModulus(s.ring.modulus)
		y := s.turn(m)
		for i := range s.lines {
			l := s.take(cells, i)
			s.put(again, i, l)
			if 2*i+1 != rows { // half of the middle line is all of it
				s.put(turned, i, y.of(l, m))
			}
		}
		for r := range rows {
			if !slices.Equal(again.Row(r), cells.Row(r)) {
				t.Fatalf("%dx%d: row %d does not come back", rows, cols, r)
			}
			if 2*r+1 != rows && !slices.Equal(turned.Row(r), cells.Row(rows-1-r)) {
				t.Fatalf("%dx%d: half a turn of row %d is not row %d", rows, cols, r, rows-1-r)
			}
		}
	})
}

// Over the ring of a small modulus all unknowns can be tried.
func TestDiagonalSystemsAreSolvedLikeByTryingAll(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 4).Draw(t, "degree")
		m := newModulus(drawPoly(t, n, "modulus").Low(n).Add(gf2.PolyOf(n)))
		cols := rapid.IntRange(1, 2).Draw(t, "unknowns")
		rows := rapid.IntRange(cols, 4).Draw(t, "equations")
		k := make(polyMatrix, rows)
		for i := range k {
			for range cols {
				k[i] = append(k[i], m.reduce(drawPoly(t, n, "coefficient")))
			}
		}
		s := make([]gf2.Poly, rows)
		for i := range s {
			s[i] = m.reduce(drawPoly(t, n, "right side"))
		}
		if rapid.Bool().Draw(t, "solvable") {
			u := make([]gf2.Poly, cols)
			for i := range u {
				u[i] = m.reduce(drawPoly(t, n, "unknown"))
			}
			s = k.vec(u, m)
		}
		solutions, nulls := 0, 0
		for number := range uint64(1) << (n * cols) {
			u := make([]gf2.Poly, cols)
			for i := range u {
				u[i] = gf2.Poly{number >> (n * i) & (1<<n - 1)}.Trim()
			}
			image := k.vec(u, m)
			if slices.EqualFunc(image, s, gf2.Poly.Equal) {
				solutions++
			}
			if slices.EqualFunc(image, make([]gf2.Poly, rows), gf2.Poly.Equal) {
				nulls++
			}
		}
		whole := make(polyMatrix, rows) // newDiagonal works in place
		for i := range k {
			whole[i] = slices.Clone(k[i])
		}
		d := newDiagonal(m, k)
		u, ok := d.solve(s)
		if ok != (solutions > 0) || 1<<d.nullity() != nulls {
			t.Fatalf("%d solutions and %d nulls: solved %v, nullity %d", solutions, nulls, ok, d.nullity())
		}
		if ok && !slices.EqualFunc(whole.vec(u, m), s, gf2.Poly.Equal) {
			t.Fatal("the solution is not one")
		}
		for i := range d.nullity() {
			if !slices.EqualFunc(whole.vec(d.null(i), m), make([]gf2.Poly, rows), gf2.Poly.Equal) {
				t.Fatalf("null %d is not one", i)
			}
		}
	})
}

func TestSurfacesHaveRows(t *testing.T) {
	if _, err := NewSurface(Apart, 0, 3, true); err == nil {
		t.Error("a board without rows was taken")
	}
}

// Lights that share an even number of cells with every pattern that is drawn at random still have their witness.
func TestWitnessOfLightsMadeAgainstTheDraws(t *testing.T) {
	s, err := NewSurface(JoinedBoth, 66, 66, true) // nullity 80: more than the patterns that are drawn
	if err != nil || s.Nullity() <= 64 {
		t.Fatal(s.Nullity(), err)
	}
	random := rand.New(rand.NewPCG(0, 0))
	draws := gf2.NewMatrix(64, 66*66)
	for i := range draws.Rows() {
		draws.Row(i).Add(s.pattern(s.system.randomNull(random), nil))
	}
	tried := 0
	for _, lights := range draws.RightNull() {
		if _, witness, ok := s.Solve(lights); !ok {
			if tried++; !witness.Dot(lights) {
				t.Errorf("%v is no witness for %v", witness, lights)
			}
		}
		if tried == 3 {
			return
		}
	}
	t.Error("no lights are unsolvable and share an even number of cells with all the draws")
}

// rowSums is the sum over the neighbours in the row, H of [Surface], by the definition of the edges.
func rowSums(e Edges, rows, cols int, x gf2.Vec) gf2.Vec {
	sums := gf2.NewVec(rows * cols)
	for r := range rows {
		for c := range cols {
			for _, to := range []int{c - 1, c + 1} {
				row, col := r, (to+cols)%cols
				switch outside := to != col; {
				case outside && e == Apart:
					continue
				case outside && e.twisted():
					row = rows - 1 - r
				}
				if x.Bit(row*cols + col) {
					sums.Flip(r*cols + c)
				}
			}
		}
	}
	return sums
}

// colSums is the sum over the neighbours in the column, V of [Surface].
func colSums(e Edges, rows, cols int, x gf2.Vec) gf2.Vec {
	sums := gf2.NewVec(rows * cols)
	for r := range rows {
		for c := range cols {
			for _, to := range []int{r - 1, r + 1} {
				row, col := (to+rows)%rows, c
				switch outside := to != row; {
				case outside && e != JoinedBoth && e != Klein && e != Projective:
					continue
				case outside && e == Projective:
					col = cols - 1 - c
				}
				if x.Bit(row*cols + col) {
					sums.Flip(r*cols + c)
				}
			}
		}
	}
	return sums
}

// Surfaces of every kind have the nullity and the answers of their matrix, eliminated.
func TestSurfacesAgreeWithTheirMatrix(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		edges := Edges(rapid.IntRange(int(Apart), int(Projective)).Draw(t, "edges"))
		rows, cols := rapid.IntRange(1, 9).Draw(t, "rows"), rapid.IntRange(1, 9).Draw(t, "cols")
		self := rapid.Bool().Draw(t, "self")
		s, err := NewSurface(edges, rows, cols, self)
		if err != nil {
			t.Fatal(err)
		}
		cells := rows * cols
		press := func(x gf2.Vec) gf2.Vec {
			lights := gf2.NewVec(cells)
			for _, part := range []struct {
				there bool
				lit   func() gf2.Vec
			}{
				{self, func() gf2.Vec { return x }},
				{true, func() gf2.Vec { return rowSums(edges, rows, cols, x) }},
				{true, func() gf2.Vec { return colSums(edges, rows, cols, x) }},
			} {
				if part.there {
					lights = lights.Sum(part.lit())
				}
			}
			return lights
		}
		matrix := gf2.NewMatrix(cells, cells)
		for i := range cells {
			one := gf2.NewVec(cells)
			one.Set(i, true)
			for _, l := range press(one).Indices() {
				matrix.Set(l, i, true)
			}
		}
		if want := cells - matrix.Rank(); s.Nullity() != want || len(s.Quiet()) != want {
			t.Fatalf("nullity %d and %d quiet patterns, want %d", s.Nullity(), len(s.Quiet()), want)
		}
		basis := gf2.NewMatrix(len(s.Quiet()), cells)
		for i, quiet := range s.Quiet() {
			if !press(quiet).IsZero() {
				t.Fatalf("pressing quiet pattern %d changes lights", i)
			}
			for _, c := range quiet.Indices() {
				basis.Set(i, c, true)
			}
		}
		if basis.Rank() != len(s.Quiet()) {
			t.Fatal("the quiet patterns depend on one another")
		}
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		x := gf2.NewVec(cells)
		for i := range cells {
			x.Set(i, random.IntN(2) == 1)
		}
		if presses, _, ok := s.Solve(press(x)); !ok || !press(presses).Equal(press(x)) {
			t.Fatalf("what pressing %v lights is not put out by %v (%v)", x, presses, ok)
		}
		presses, witness, ok := s.Solve(x)
		switch {
		case ok && !press(presses).Equal(x):
			t.Fatalf("%v is not put out by %v", x, presses)
		case !ok && (!press(witness).IsZero() || !witness.Dot(x)):
			t.Fatalf("%v does not show that %v cannot be put out", witness, x)
		}
	})
}
