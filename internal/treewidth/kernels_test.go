package treewidth

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// same runs every kernel beside its portable form on random tables, and compares every bit.
func same[T lane](t *testing.T, k kernels[T]) {
	t.Helper()
	p := portable[T]()
	r := rand.New(rand.NewPCG(3, 4))
	random := func(n int) []T {
		out := make([]T, n)
		for i := range out {
			out[i] = T(r.Uint32()) // sums may wrap, on both sides alike
		}
		return out
	}
	for range 300 {
		blocks := 1 << r.IntN(7)
		c := newCharge(r.Uint64()%lanes, T(r.Uint32()%100))
		charge := (*[2][lanes]T)(c[r.IntN(2):])
		mask := r.Uint64() % uint64(blocks)
		compare := func(name string, table []T, run func(k kernels[T], table []T, decisions []uint32)) {
			t.Helper()
			mine, theirs := slices.Clone(table), slices.Clone(table)
			d, e := make([]uint32, len(table)/lanes), make([]uint32, len(table)/lanes)
			run(k, mine, d)
			run(p, theirs, e)
			if !slices.Equal(mine, theirs) || !slices.Equal(d, e) {
				t.Fatalf("%s of %d blocks, mask %b: %v\nportable: %v", name, blocks, mask, mine, theirs)
			}
		}
		table := random(blocks * lanes)
		compare("pay", table, func(k kernels[T], table []T, _ []uint32) { k.pay(table, charge, mask) })
		compare("grow", random(2*len(table)), func(k kernels[T], table []T, _ []uint32) { k.grow(table, charge, mask) })
		for slot := range laneBits {
			compare("endLane", table, func(k kernels[T], table []T, d []uint32) { k.endLane(table, d, slot, charge, mask) })
		}
		for slot := range 7 {
			if 1<<slot < blocks {
				compare("end", table, func(k kernels[T], table []T, d []uint32) { k.end(table, d, slot, charge, mask) })
			}
		}
		compare("extent", table, func(k kernels[T], table []T, _ []uint32) { table[0], table[1] = k.extent(table) })
		compare("lower", table, func(k kernels[T], table []T, _ []uint32) { k.lower(table, table[7]) })
		rows, inner := 1+r.IntN(9), 1+r.IntN(20)
		a, b := random(inner*lanes), random(rows*inner)
		compare("product", random(rows*2*lanes), func(k kernels[T], out []T, _ []uint32) { k.product(out, 2*lanes, a, b, inner, rows) })
	}
}

func TestKernelsAgreeWithTheirPortableForm(t *testing.T) {
	same(t, kernels8)
}
