package automorphism

import (
	"cmp"
	"encoding/binary"
	"slices"
)

// moves is a permutation by the points it moves, in the order of from.
type moves []move

type move struct{ from, to int32 }

func (m moves) sort() {
	slices.SortFunc(m, func(a, b move) int { return cmp.Compare(a.from, b.from) })
}

// fixes reports whether the permutation leaves v where it is.
func (m moves) fixes(v int32) bool {
	_, moved := slices.BinarySearchFunc(m, v, func(a move, v int32) int { return cmp.Compare(a.from, v) })
	return !moved
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

// permKey is a permutation as a key of maps.
func permKey(p []int32) string {
	key := make([]byte, 0, 4*len(p))
	for _, x := range p {
		key = binary.LittleEndian.AppendUint32(key, uint32(x))
	}
	return string(key)
}
