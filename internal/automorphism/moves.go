package automorphism

import (
	"cmp"
	"slices"
)

// moves is a permutation by the points it moves, in the order of from.
type moves []move

type move struct{ from, to int32 }

func (m moves) sort() {
	slices.SortFunc(m, func(a, b move) int { return cmp.Compare(a.from, b.from) })
}

// image is where the permutation moves v.
func (m moves) image(v int32) int32 {
	if i, moved := slices.BinarySearchFunc(m, v, func(a move, v int32) int { return cmp.Compare(a.from, v) }); moved {
		return m[i].to
	}
	return v
}

// apply is the permutation p followed by m.
func (m moves) apply(p []int32) []int32 {
	image := identity(len(p))
	for _, x := range m {
		image[x.from] = x.to
	}
	product := make([]int32, len(p))
	for i, x := range p {
		product[i] = image[x]
	}
	return product
}

func identity(n int) []int32 {
	p := make([]int32, n)
	for i := range p {
		p[i] = int32(i)
	}
	return p
}
