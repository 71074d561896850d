package gf2

import (
	"math/rand/v2"
	"runtime"
	"slices"
	"strconv"
	"testing"

	"pgregory.net/rapid"
)

// schoolbookReduce is Gaussian elimination, one entry at a time, with pivots in the first c columns.
func schoolbookReduce(m *Matrix, c int) (pivots []int) {
	top := 0
	for j := 0; j < c && top < m.Rows(); j++ {
		p := top
		for p < m.Rows() && !m.At(p, j) {
			p++
		}
		if p == m.Rows() {
			continue
		}
		if p != top {
			m.Row(top).Add(m.Row(p))
			m.Row(p).Add(m.Row(top))
			m.Row(top).Add(m.Row(p))
		}
		for i := range m.Rows() {
			if i != top && m.At(i, j) {
				m.Row(i).Add(m.Row(top))
			}
		}
		pivots = append(pivots, j)
		top++
	}
	return pivots
}

// reduceBy is Reduce with the panel width and the number of workers chosen.
func reduceBy(m *Matrix, block, workers int) []int {
	e := newElimination(m, m.Cols())
	e.block, e.workers = block, workers
	e.run()
	e.store(m)
	return e.pivots
}

// requireSameReduction sends one matrix through every route to its reduced form.
func requireSameReduction(t interface {
	Helper()
	Fatalf(string, ...any)
}, m *Matrix, blocks, workers []int) {
	t.Helper()
	want := m.Clone()
	pivots := schoolbookReduce(want, m.Cols())
	check := func(route string, got *Matrix, p []int, arg ...any) {
		t.Helper()
		if !slices.Equal(p, pivots) {
			t.Fatalf(route+": pivots differ from the schoolbook's", arg...)
		}
		if !got.Equal(want) {
			t.Fatalf(route+": reduced form differs from the schoolbook's", arg...)
		}
	}
	got := m.Clone()
	check("Reduce", got, got.Reduce())
	for _, b := range blocks {
		for _, w := range workers {
			got := m.Clone()
			check("panels of %d columns, %d workers", got, reduceBy(got, b, w), b, w)
		}
	}
	if r := m.Rank(); r != len(pivots) {
		t.Fatalf("Rank is %d, %d pivots", r, len(pivots))
	}
	if r := transposed(m).Rank(); r != len(pivots) {
		t.Fatalf("the transpose has rank %d, %d pivots", r, len(pivots))
	}
}

func TestReduceByEveryRoute(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := anyMatrix(t, "matrix")
		block := rapid.IntRange(1, wordBits).Draw(t, "columns in a panel")
		requireSameReduction(t, m, []int{block, wordBits}, []int{1, 2, 3})
	})
}

func TestReduceLargeByEveryRoute(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	thin := schoolbookMul(randomMatrix(rng, 800, 300), randomMatrix(rng, 300, 900))
	gaps := randomMatrix(rng, 1300, 1400) // every strip has columns without pivot, and some have no pivot
	for i := range gaps.Rows() {
		clear(gaps.words(i)[10:18])
		for k := range gaps.words(i) {
			gaps.words(i)[k] &= 0xfff_ffff_ffff_fffe
		}
	}
	for name, m := range map[string]*Matrix{
		"square":   randomMatrix(rng, 1024, 1024),
		"wide":     randomMatrix(rng, 650, 1500),
		"tall":     randomMatrix(rng, 1500, 650),
		"narrow":   randomMatrix(rng, 3000, 40),
		"low rank": thin,
		"gaps":     gaps,
	} {
		t.Run(name, func(t *testing.T) {
			everyForm(t, func(t *testing.T) { requireSameReduction(t, m, []int{40}, []int{1, 2, 5}) })
		})
	}
}

func TestReduceIsTheSameOnAnyMachine(t *testing.T) {
	m := randomMatrix(rand.New(rand.NewPCG(5, 6)), 1400, 1700)
	const limit = 1100 // leaves rows that the uniqueness of the reduced form does not determine
	reduce := func(cores int) (*Matrix, []int) {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(cores))
		c := m.Clone()
		pivots := c.ReduceColumns(limit)
		return c, pivots
	}
	want, pivots := reduce(1)
	everyForm(t, func(t *testing.T) {
		for _, cores := range []int{1, 2, 3, 8} {
			got, p := reduce(cores)
			if !got.Equal(want) || !slices.Equal(p, pivots) {
				t.Errorf("%d cores: not the result of one", cores)
			}
		}
	})
}

// TestReduceColumns checks the augmented form by what it is for: the part right of the limit has
// undergone the same row operations as the part left of it.
func TestReduceColumns(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := anyMatrix(t, "matrix")
		joined := NewMatrix(a.Rows(), a.Cols()+a.Rows())
		for i := range a.Rows() {
			copy(joined.words(i), a.words(i))
			joined.Set(i, a.Cols()+i, true)
		}
		pivots := joined.ReduceColumns(a.Cols())
		requireCleanEnds(t, joined)

		reduced, transform := NewMatrix(a.Rows(), a.Cols()), NewMatrix(a.Rows(), a.Rows())
		for i := range a.Rows() {
			for j := range a.Cols() {
				reduced.Set(i, j, joined.At(i, j))
			}
			for j := range a.Rows() {
				transform.Set(i, j, joined.At(i, a.Cols()+j))
			}
		}
		want := a.Clone()
		if !slices.Equal(pivots, schoolbookReduce(want, a.Cols())) || !reduced.Equal(want) {
			t.Fatal("left part is not the reduced form")
		}
		if !schoolbookMul(transform, a).Equal(reduced) {
			t.Fatal("right part did not undergo the same row operations")
		}
		if transform.Rank() != a.Rows() {
			t.Fatal("the row operations cannot be undone")
		}
	})
}

// BenchmarkReduce and BenchmarkNewSystem show where tables and cores begin to pay.
func BenchmarkReduce(b *testing.B) {
	benchmarkSizes(b, func(m *Matrix) { m.Clone().Reduce() })
}

func BenchmarkNewSystem(b *testing.B) {
	benchmarkSizes(b, func(m *Matrix) { newSystem(m) })
}

func benchmarkSizes(b *testing.B, do func(m *Matrix)) {
	for _, n := range []int{32, 64, 128, 256, 512, 1024, 2048} {
		m := randomMatrix(rand.New(rand.NewPCG(uint64(n), 0)), n, n)
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			for b.Loop() {
				do(m)
			}
		})
	}
}
