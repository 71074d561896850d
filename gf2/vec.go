package gf2

import (
	"fmt"
	"iter"
	"math/bits"
	"strings"
)

const wordBits = 64

// words is how many words hold n bits.
func words(n int) int { return (n + wordBits - 1) / wordBits }

// Vec is a vector of bits of fixed length; see the package comment for its layout. The zero Vec
// has length 0.
type Vec struct {
	n int
	w []uint64
}

// NewVec returns n zero bits.
func NewVec(n int) Vec {
	if n < 0 {
		panic(fmt.Sprintf("gf2: vector of length %d", n))
	}
	return Vec{n: n, w: make([]uint64, words(n))}
}

// VecOf returns n bits of which exactly those at the given indices are set.
func VecOf(n int, ones ...int) Vec {
	v := NewVec(n)
	for _, i := range ones {
		v.Set(i, true)
	}
	return v
}

// AllOnes returns n bits, all set.
func AllOnes(n int) Vec {
	v := NewVec(n)
	for i := range v.w {
		v.w[i] = ^uint64(0)
	}
	v.clearPastEnd()
	return v
}

// clearPastEnd restores the invariant of the layout after whole words were written.
func (v Vec) clearPastEnd() {
	if r := v.n % wordBits; r != 0 {
		v.w[len(v.w)-1] &= 1<<r - 1
	}
}

// Len is the number of bits.
func (v Vec) Len() int { return v.n }

// Words is the storage itself, not a copy. Code that writes to it must keep the bits past the end
// zero.
func (v Vec) Words() []uint64 { return v.w }

func (v Vec) check(i int) {
	if uint(i) >= uint(v.n) {
		panic(indexError{i, v.n})
	}
}

// indexError and lengthError are panics of misuse. They become text only when printed, which keeps
// the checks small enough to be inlined.
type (
	indexError  struct{ i, n int }
	lengthError struct{ n, m int }
)

func (e indexError) Error() string {
	return fmt.Sprintf("gf2: bit %d of a vector of length %d", e.i, e.n)
}

func (e lengthError) Error() string {
	return fmt.Sprintf("gf2: vectors of length %d and %d", e.n, e.m)
}

// Bit reports whether bit i is set.
func (v Vec) Bit(i int) bool {
	v.check(i)
	return v.w[i/wordBits]>>(i%wordBits)&1 != 0
}

// Has reports whether bit i is set; of a vector of length 0, which stands for a set that is not given, none is.
func (v Vec) Has(i int) bool { return v.n > 0 && v.Bit(i) }

// Set makes bit i equal to b.
func (v Vec) Set(i int, b bool) {
	v.check(i)
	one := uint64(0)
	if b { // a conditional move, not a branch
		one = 1
	}
	w := &v.w[i/wordBits]
	*w = *w&^(1<<(i%wordBits)) | one<<(i%wordBits)
}

// Flip adds 1 to bit i.
func (v Vec) Flip(i int) {
	v.check(i)
	v.w[i/wordBits] ^= 1 << (i % wordBits)
}

func (v Vec) sameLen(u Vec) {
	if v.n != u.n {
		panic(lengthError{v.n, u.n})
	}
}

// Clear makes every bit 0.
func (v Vec) Clear() { clear(v.w) }

// Copy makes v equal to u.
func (v Vec) Copy(u Vec) {
	v.sameLen(u)
	copy(v.w, u.w)
}

// And clears the bits of v that are not set in u.
func (v Vec) And(u Vec) {
	v.sameLen(u)
	to := v.w[:len(u.w)]
	for i, w := range u.w {
		to[i] &= w
	}
}

// Add adds u to v in place.
func (v Vec) Add(u Vec) {
	v.sameLen(u)
	to := v.w[:len(u.w)]
	for i, w := range u.w {
		to[i] ^= w
	}
}

// AddAt adds u to the bits of v from i on: bit j of u to bit i+j of v. What lies outside of v on either side is left
// out, and i may be negative. So rows that lie one after another in a vector are put there, and read: a row of zeros
// takes those from bit i on by row.AddAt(-i, v). The two share no memory.
func (v Vec) AddAt(i int, u Vec) {
	skip, shift := i>>6, i&63 // rounded down
	first := max(0, skip)
	end := min(len(v.w), skip+len(u.w)+1)
	if first >= end {
		return
	}
	to, from, before := v.w[first:end], u.w[first-skip:], uint64(0)
	if first > skip {
		before = u.w[first-skip-1]
	}
	from = from[:min(len(from), len(to))]
	for k, w := range from {
		to[k] ^= w<<shift | before>>(wordBits-shift)
		before = w
	}
	if len(from) < len(to) {
		to[len(from)] ^= before >> (wordBits - shift)
	}
	if end == len(v.w) {
		v.clearPastEnd()
	}
}

// AddWeight adds u to v in place and returns the weight of the sum, in one pass.
func (v Vec) AddWeight(u Vec) int {
	v.sameLen(u)
	to, n := v.w[:len(u.w)], 0
	for i, w := range u.w {
		w ^= to[i]
		to[i] = w
		n += bits.OnesCount64(w)
	}
	return n
}

// Sum returns v + u, leaving both as they are.
func (v Vec) Sum(u Vec) Vec {
	v.sameLen(u)
	s := NewVec(v.n)
	for i, w := range u.w {
		s.w[i] = v.w[i] ^ w
	}
	return s
}

// Dot is the inner product: whether v and u share an odd number of ones.
func (v Vec) Dot(u Vec) bool {
	v.sameLen(u)
	var acc uint64
	for i, w := range u.w {
		acc ^= v.w[i] & w
	}
	return bits.OnesCount64(acc)&1 != 0
}

// Overlap is the number of ones that v and u share.
func (v Vec) Overlap(u Vec) int {
	v.sameLen(u)
	n := 0
	for i, w := range u.w {
		n += bits.OnesCount64(v.w[i] & w)
	}
	return n
}

// Weight is the number of ones.
func (v Vec) Weight() int {
	n := 0
	for _, w := range v.w {
		n += bits.OnesCount64(w)
	}
	return n
}

// IsZero reports whether no bit is set.
func (v Vec) IsZero() bool {
	for _, w := range v.w {
		if w != 0 {
			return false
		}
	}
	return true
}

// Equal reports whether v and u have the same length and the same bits.
func (v Vec) Equal(u Vec) bool {
	if v.n != u.n {
		return false
	}
	for i, w := range u.w {
		if v.w[i] != w {
			return false
		}
	}
	return true
}

// Compare is the order of v and u as words of 0 and 1, the first bit first: -1 if v comes before u,
// 0 if they are equal, 1 if v comes after u.
func (v Vec) Compare(u Vec) int {
	v.sameLen(u)
	for i, w := range u.w {
		if d := v.w[i] ^ w; d != 0 {
			if d&-d&w != 0 {
				return -1
			}
			return 1
		}
	}
	return 0
}

// Clone returns a copy that shares nothing with v.
func (v Vec) Clone() Vec {
	return Vec{n: v.n, w: append([]uint64(nil), v.w...)}
}

// NextOne is the index of the first one at or after i, or -1.
func (v Vec) NextOne(i int) int {
	if i >= v.n {
		return -1
	}
	k := i / wordBits
	w := v.w[k] >> (i % wordBits) << (i % wordBits)
	for w == 0 {
		if k++; k == len(v.w) {
			return -1
		}
		w = v.w[k]
	}
	return k*wordBits + bits.TrailingZeros64(w)
}

// Ones yields the indices of the ones, in order. v may be changed at indices already passed.
func (v Vec) Ones() iter.Seq[int] {
	return func(yield func(int) bool) {
		for k, w := range v.w {
			for ; w != 0; w &= w - 1 {
				if !yield(k*wordBits + bits.TrailingZeros64(w)) {
					return
				}
			}
		}
	}
}

// Indices lists the ones in order; never nil, so that it prints as an empty list.
func (v Vec) Indices() []int {
	list := make([]int, 0, v.Weight())
	for i := range v.Ones() {
		list = append(list, i)
	}
	return list
}

// String writes the bits as 0 and 1, the first bit first.
func (v Vec) String() string {
	var b strings.Builder
	b.Grow(v.n)
	for i := range v.n {
		if v.Bit(i) {
			b.WriteByte('1')
		} else {
			b.WriteByte('0')
		}
	}
	return b.String()
}
