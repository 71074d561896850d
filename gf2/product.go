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
	coef := m.wordColumns()
	// The work is laid out as one line, strip after strip and each strip row after row, and cut
	// evenly: every worker lists the sums for itself, so none should get few rows.
	total := p.stripCount() * m.rows
	workers := max(1, min(runtime.GOMAXPROCS(0), total/byteTablesPay))
	inParallel(workers, total, func(_, lo, hi int) {
		adder := newRowAdder(min(m.rows, hi-lo))
		defer adder.release()
		rows := make([]line, min(m.rows, hi-lo))
		for lo < hi {
			s, i := lo/m.rows, lo%m.rows
			part := rows[:min(m.rows-i, hi-lo)]
			b.addProduct(part, coef[i:], m.rows, s, adder)
			p.writeStrip(part, s, i)
			clear(part)
			lo += len(part)
		}
	})
	return p
}

// addProduct adds to rows strip s of a·m. Word k of the first row of a is coef[k·step], and those of
// the rows after it follow.
func (m *Matrix) addProduct(rows []line, coef []uint64, step, s int, adder *rowAdder) {
	for k := range words(m.rows) {
		n := min(wordBits, m.rows-k*wordBits)
		m.readStrip(adder.sources[:n], s, k*wordBits)
		adder.prepare(&adder.sources, ^uint64(0)>>(wordBits-n))
		adder.add(rows, coef[k*step:])
	}
}

// wordColumns lists the words of m column by column.
func (m *Matrix) wordColumns() []uint64 {
	list := make([]uint64, len(m.data))
	for i := range m.rows {
		for k, w := range m.words(i) {
			list[k*m.rows+i] = w
		}
	}
	return list
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
