package gf2

import (
	"fmt"
	"math/bits"
)

// MulVec returns m·x, the sum of the columns that x names.
func (m *Matrix) MulVec(x Vec) Vec {
	if m.cols != x.n {
		panic(fmt.Sprintf("gf2: product of %d×%d and a vector of length %d", m.rows, m.cols, x.n))
	}
	p := NewVec(m.rows)
	for i := range m.rows {
		var acc uint64
		for k, w := range m.words(i) {
			acc ^= w & x.w[k]
		}
		p.w[i/wordBits] |= uint64(bits.OnesCount64(acc)&1) << (i % wordBits)
	}
	return p
}
