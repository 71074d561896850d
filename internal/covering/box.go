package covering

import (
	"context"
	"math/big"
	"math/bits"
)

// number is an unsigned integer of a fixed number of words, the least significant first. Overflow wraps
// around, so intermediate sums may exceed the range as long as the result does not.
type number []big.Word

func words(bitLength int) int { return (bitLength + bits.UintSize - 1) / bits.UintSize }

func (n number) add(x []big.Word) {
	carry := uint(0)
	for i := range n {
		var w uint
		if i < len(x) {
			w = uint(x[i])
		}
		w, carry = bits.Add(uint(n[i]), w, carry)
		n[i] = big.Word(w)
	}
}

func (n number) sub(x number) {
	borrow := uint(0)
	for i := range n {
		var w uint
		w, borrow = bits.Sub(uint(n[i]), uint(x[i]), borrow)
		n[i] = big.Word(w)
	}
}

// boxes counts the words on the regions of a coset whose transform u, a vector of 2^t values, lies in a
// given box.
//
// With m switches each value has the parity of m and lies between -m and m, so (u+m)/2 is an index. An
// entry is a prefix sum: the number of words none of whose values exceeds that of its index.
type boxes struct {
	switches int
	kinds    int // the number of values of u
	stride   [maxKinds]int
	words    int // of an entry
	sums     []big.Word
}

// maxKinds is 2^t: the number of kinds of quiet patterns that a coset tells apart, up to sign.
const maxKinds = 4

// bytes is the memory that its boxes take.
func (s coset) bytes() int64 {
	m := s.switches()
	bytes := int64(words(m+1) * bits.UintSize / 8)
	for range s.sizes {
		if bytes *= int64(m + 1); bytes > maxBoxBytes {
			break
		}
	}
	return bytes
}

func newBoxes(ctx context.Context, s coset) (*boxes, error) {
	b := &boxes{switches: s.switches(), kinds: len(s.sizes)}
	b.words = words(b.switches + 1)
	size := b.words
	for k := range b.kinds {
		b.stride[k] = size
		size *= b.switches + 1
	}
	b.sums = make([]big.Word, size)
	rows := make([][]*big.Int, len(s.sizes))
	for p, m := range s.sizes {
		rows[p] = binomials(m)
	}
	excess := make([]int, len(s.sizes))
	var place func(p int, count *big.Int)
	place = func(p int, count *big.Int) {
		if p < len(excess) {
			for pressed, n := range rows[p] {
				excess[p] = s.sizes[p] - 2*pressed
				place(p+1, new(big.Int).Mul(count, n))
			}
			return
		}
		at := 0
		for k := range b.kinds {
			u := 0
			for q, e := range excess {
				u += e * sign(uint64(q), uint64(k))
			}
			at += (u + b.switches) / 2 * b.stride[k]
		}
		b.entry(at).add(count.Bits())
	}
	place(0, big.NewInt(1))
	for k := range b.kinds {
		block := b.stride[k] * (b.switches + 1)
		for from := 0; from < size; from += block {
			if from%(1<<10*block) == 0 && ctx.Err() != nil {
				return nil, context.Cause(ctx)
			}
			for at := from + b.stride[k]; at < from+block; at += b.words {
				b.entry(at).add(b.entry(at - b.stride[k]))
			}
		}
	}
	return b, nil
}

func (b *boxes) entry(at int) number { return number(b.sums[at : at+b.words]) }

// count sets sum, which is as long as an entry, to the number of words with low[k] ≤ u(k) ≤ high[k] for
// all k.
func (b *boxes) count(sum number, low, high *[maxKinds]int) {
	clear(sum)
	// The vertices of the box, those with an even number of low sides first.
	var vertices, others [1 << maxKinds]int
	even, odd := 1, 0
	for k := range b.kinds {
		top := (min(high[k], b.switches) + b.switches) / 2
		bottom := (max(low[k], -b.switches)+b.switches)/2 - 1
		if high[k] < -b.switches || bottom >= top {
			return
		}
		n, m := even, odd
		if bottom >= 0 {
			for i := range n {
				others[odd] = vertices[i] + bottom*b.stride[k]
				odd++
			}
			for i := range m {
				vertices[even] = others[i] + bottom*b.stride[k]
				even++
			}
		}
		for i := range n {
			vertices[i] += top * b.stride[k]
		}
		for i := range m {
			others[i] += top * b.stride[k]
		}
	}
	for _, at := range vertices[:even] {
		sum.add(b.sums[at : at+b.words])
	}
	for _, at := range others[:odd] {
		sum.sub(b.entry(at))
	}
}
