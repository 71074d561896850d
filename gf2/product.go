package gf2

import (
	"fmt"
	"math/bits"
	"runtime"
)

// Mul returns the product m·b. It uses all cores when the product is large.
func (m *Matrix) Mul(b *Matrix) *Matrix {
	if m.cols != b.rows {
		panic(fmt.Sprintf("gf2: product of %d×%d and %d×%d", m.rows, m.cols, b.rows, b.cols))
	}
	p := NewMatrix(m.rows, b.cols)
	if m.rows == 0 {
		return p
	}
	strips := (p.stride + lineWords - 1) / lineWords
	workers := 1
	if m.rows*m.stride*strips > 1<<15 {
		workers = min(runtime.GOMAXPROCS(0), strips)
	}
	inParallel(workers, strips, func(_, lo, hi int) {
		adder := newRowAdder(m.rows)
		for s := lo; s < hi; s++ {
			p.mulStrip(m, b, s*lineWords, adder)
		}
	})
	return p
}

// mulStrip computes the strip of the product m·b that starts at the given word.
func (p *Matrix) mulStrip(m, b *Matrix, start int, adder *rowAdder) {
	width := min(lineWords, p.stride-start)
	var src sources
	for k := range m.stride {
		n := min(wordBits, b.rows-k*wordBits)
		for i := range n {
			copy(src[i][:width], b.words(k*wordBits + i)[start:])
		}
		adder.prepare(&src, ^uint64(0)>>(wordBits-n))
		adder.add(p.data[start:], p.stride, width, m.data[k:], m.stride, 0, m.rows)
	}
}

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

// VecMul returns yᵀ·m, the sum of the rows that y names.
func (m *Matrix) VecMul(y Vec) Vec {
	if m.rows != y.n {
		panic(fmt.Sprintf("gf2: product of a vector of length %d and %d×%d", y.n, m.rows, m.cols))
	}
	p := NewVec(m.cols)
	for i := range y.Ones() {
		p.Add(m.Row(i))
	}
	return p
}
