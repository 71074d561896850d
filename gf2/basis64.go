package gf2

import (
	"math/bits"
	"slices"
)

// Basis64 is a basis of a space of vectors of up to 64 bits, for the many small eliminations where a Matrix would be
// too much. Its zero value is that of the space {0}.
//
//	var b gf2.Basis64
//	b.Add(0b011)              // true: it was not in the span
//	b.Contains(0b110)         // false
//	b.Coordinates(0b011)      // 1, true: the first vector that was added
type Basis64 struct {
	rows []uint64 // no leading bit of one of them occurs in the later ones
	sums []uint64 // which of the vectors that were added make the row
}

// NewBasis64 is a basis of the span of the vectors.
func NewBasis64(vectors ...uint64) *Basis64 {
	b := &Basis64{}
	for _, v := range vectors {
		b.Add(v)
	}
	return b
}

// Dim is the dimension of the span.
func (b *Basis64) Dim() int { return len(b.rows) }

// Clear makes b a basis of {0} again, and keeps its memory.
func (b *Basis64) Clear() { b.rows, b.sums = b.rows[:0], b.sums[:0] }

// Add adds a vector, unless it is in the span already. At most 64 can be added.
func (b *Basis64) Add(v uint64) bool {
	rest, sum := b.reduce(v)
	if rest == 0 {
		return false
	}
	b.sums = append(b.sums, sum|1<<len(b.rows))
	b.rows = append(b.rows, rest)
	return true
}

// Reduce is the vector modulo the span: equal for two vectors exactly if their sum is in the span.
func (b *Basis64) Reduce(v uint64) uint64 {
	rest, _ := b.reduce(v)
	return rest
}

// Contains reports whether a vector is in the span.
func (b *Basis64) Contains(v uint64) bool { return b.Reduce(v) == 0 }

// Coordinates says which of the added vectors have the sum v: bit i for the i-th of those for which Add was true. ok is
// false if v is not in the span.
func (b *Basis64) Coordinates(v uint64) (coordinates uint64, ok bool) {
	rest, sum := b.reduce(v)
	return sum, rest == 0
}

// Reduced is the basis of the span in which no vector has the leading bit of another, by rising leading bits.
func (b *Basis64) Reduced() []uint64 {
	rows := slices.Sorted(slices.Values(b.rows))
	for i, row := range rows {
		leading := uint64(1) << (bits.Len64(row) - 1)
		for k := i + 1; k < len(rows); k++ {
			if rows[k]&leading != 0 {
				rows[k] ^= row
			}
		}
	}
	return rows
}

func (b *Basis64) reduce(v uint64) (rest, sum uint64) {
	for i, row := range b.rows {
		if v^row < v {
			v ^= row
			sum ^= b.sums[i]
		}
	}
	return v, sum
}

// Independent64 picks a basis of the span from the vectors, greedily from the first.
func Independent64(vectors []uint64) (chosen []uint64) {
	var b Basis64
	for _, v := range vectors {
		if b.Add(v) {
			chosen = append(chosen, v)
		}
	}
	return chosen
}

// Span64 lists the sums of the basis vectors; the one with coordinates p is at index p.
func Span64(basis []uint64) []uint64 { return appendSums(nil, basis, 1) }
