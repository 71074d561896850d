package gf2

import (
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

// sizes favours the neighbourhood of whole words and the degenerate.
func sizes() *rapid.Generator[int] {
	return rapid.OneOf(
		rapid.IntRange(0, 12),
		rapid.SampledFrom([]int{63, 64, 65, 127, 128, 129, 191, 192, 193}),
		rapid.IntRange(0, 300),
	)
}

// matrices draws matrices of the given size of every sort that elimination treats differently:
// dense, sparse, of low rank, banded, with repeated and with zero rows and columns.
func matrices(rows, cols int) *rapid.Generator[*Matrix] {
	return rapid.Custom(func(t *rapid.T) *Matrix {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		switch sort := rapid.SampledFrom([]string{
			"dense", "sparse", "zero", "low rank", "banded", "repeated", "gaps",
		}).Draw(t, "sort"); sort {
		case "dense":
			return randomMatrix(rng, rows, cols)
		case "sparse":
			m := NewMatrix(rows, cols)
			if rows > 0 && cols > 0 {
				for range rapid.IntRange(0, 2*(rows+cols)).Draw(t, "ones") {
					m.Set(rng.IntN(rows), rng.IntN(cols), true)
				}
			}
			return m
		case "low rank":
			k := rapid.IntRange(0, max(1, min(rows, cols)/2)).Draw(t, "inner")
			return schoolbookMul(randomMatrix(rng, rows, k), randomMatrix(rng, k, cols))
		case "banded":
			m := NewMatrix(rows, cols)
			side := rapid.IntRange(1, 20).Draw(t, "side") // a grid board that wraps carelessly
			for i := range rows {
				for _, j := range []int{i - side, i - 1, i, i + 1, i + side} {
					if j >= 0 && j < cols {
						m.Flip(i, j)
					}
				}
			}
			return m
		case "repeated":
			m := randomMatrix(rng, rows, cols)
			for i := 1; i < rows; i++ {
				if rng.IntN(2) == 0 {
					copy(m.words(i), m.words(rng.IntN(i)))
				}
			}
			return m
		case "gaps":
			m := randomMatrix(rng, rows, cols)
			for j := range cols {
				if rng.IntN(3) == 0 {
					for i := range rows {
						m.Set(i, j, false)
					}
				}
			}
			for i := range rows {
				if rng.IntN(3) == 0 {
					clear(m.words(i))
				}
			}
			return m
		default:
			return NewMatrix(rows, cols)
		}
	})
}

// anyMatrix draws a matrix of any size and sort.
func anyMatrix(t *rapid.T, label string) *Matrix {
	rows, cols := sizes().Draw(t, label+" rows"), sizes().Draw(t, label+" columns")
	return matrices(rows, cols).Draw(t, label)
}

func randomVec(rng *rand.Rand, n int) Vec {
	v := NewVec(n)
	for k := range v.w {
		v.w[k] = rng.Uint64()
	}
	v.clearPastEnd()
	return v
}

func randomMatrix(rng *rand.Rand, rows, cols int) *Matrix {
	m := NewMatrix(rows, cols)
	for i := range rows {
		copy(m.words(i), randomVec(rng, cols).w)
	}
	return m
}

func anyVec(t *rapid.T, n int, label string) Vec {
	return randomVec(rand.New(rand.NewPCG(rapid.Uint64().Draw(t, label), 1)), n)
}

// schoolbookMul multiplies by the definition.
func schoolbookMul(a, b *Matrix) *Matrix {
	p := NewMatrix(a.Rows(), b.Cols())
	for i := range a.Rows() {
		for k := range a.Cols() {
			if a.At(i, k) {
				p.Row(i).Add(b.Row(k))
			}
		}
	}
	return p
}

// transposed is the matrix whose rows are the columns of m.
func transposed(m *Matrix) *Matrix {
	t := NewMatrix(m.Cols(), m.Rows())
	for i := range m.Rows() {
		for j := range m.Row(i).Ones() {
			t.Set(j, i, true)
		}
	}
	return t
}

// requireCleanEnds fails unless the bits past the end of every row are zero.
func requireCleanEnds(t *rapid.T, m *Matrix) {
	for i := range m.Rows() {
		row := m.Row(i).Clone()
		row.clearPastEnd()
		if !row.Equal(m.Row(i)) {
			t.Fatalf("row %d of %d has ones past its end", i, m.Rows())
		}
	}
}

func TestEntriesAreIndependent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows, cols := 1+sizes().Draw(t, "rows"), 1+sizes().Draw(t, "columns")
		m := matrices(rows, cols).Draw(t, "matrix")
		was := m.Clone()
		i, j := rapid.IntRange(0, rows-1).Draw(t, "i"), rapid.IntRange(0, cols-1).Draw(t, "j")
		m.Flip(i, j)
		if m.Equal(was) || m.At(i, j) == was.At(i, j) {
			t.Fatal("Flip changed nothing")
		}
		if m.Row(i).Bit(j) != m.At(i, j) {
			t.Fatal("Row is not the row")
		}
		m.Row(i).Set(j, was.At(i, j))
		if !m.Equal(was) {
			t.Fatal("writing to a row did not undo the flip, or Flip changed another entry")
		}
		m.Set(i, j, false)
		m.Set(i, j, was.At(i, j))
		if !m.Equal(was) {
			t.Fatal("Set changed another entry")
		}
		alone := NewMatrix(rows, cols)
		if alone.Rank() != 0 {
			t.Fatal("a new matrix is not zero")
		}
		if alone.Flip(i, j); alone.Rank() != 1 {
			t.Fatal("a matrix with one 1 is not of rank 1")
		}
	})
}

func TestProductsWithVectors(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := anyMatrix(t, "a")
		b := matrices(a.Cols(), sizes().Draw(t, "b columns")).Draw(t, "b")
		p := schoolbookMul(a, b)
		x, y := anyVec(t, b.Cols(), "x"), anyVec(t, a.Rows(), "y")
		if !p.MulVec(x).Equal(a.MulVec(b.MulVec(x))) {
			t.Fatal("(ab)x ≠ a(bx)")
		}
		if !vecMul(p, y).Equal(vecMul(b, vecMul(a, y))) {
			t.Fatal("yᵀ(ab) ≠ (yᵀa)b")
		}
		if !vecMul(a, y).Equal(transposed(a).MulVec(y)) {
			t.Fatal("yᵀa ≠ aᵀy")
		}
	})
}

func TestMisuseOfMatricesPanics(t *testing.T) {
	m := NewMatrix(2, 3)
	for name, misuse := range map[string]func(){
		"negative size":    func() { NewMatrix(-1, 3) },
		"row too high":     func() { m.Row(2) },
		"column too high":  func() { m.At(0, 3) },
		"vector, right":    func() { m.MulVec(NewVec(2)) },
		"too many columns": func() { m.ReduceColumns(4) },
		"minus one column": func() { m.ReduceColumns(-1) },
		"right side":       func() { newSystem(m).Solve(NewVec(3)) },
		"zero polynomial":  func() { PolyOf(1).DivMod(nil) },
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("no panic")
				}
			}()
			misuse()
		})
	}
}

// vecMul is yᵀ·m, the sum of the rows that y names.
func vecMul(m *Matrix, y Vec) Vec {
	sum := NewVec(m.Cols())
	for i := range y.Ones() {
		sum.Add(m.Row(i))
	}
	return sum
}
