package zmod

import (
	"context"
	"fmt"
	"math/big"
)

// Kernel is all x with A·x = 0, as generators in Howell form: each x is Σ cᵢ·Words[i] for exactly one choice of
// 0 ≤ cᵢ < Radix[i]. Radix[i] is K if K is prime, and a divisor of K otherwise. The words depend only on the kernel.
type Kernel struct {
	ring  *ring
	width int
	Words [][]uint8
	Radix []int
	first []int // where each word begins
}

// Kernel finds generators. For many of them this takes much longer than NewSystem.
func (s *System) Kernel(ctx context.Context) (*Kernel, error) {
	if len(s.zero) > 0 && s.width > MaxEntries/len(s.zero) {
		return nil, fmt.Errorf("zmod: %d generators of %d entries each are more than %d entries", len(s.zero), s.width,
			MaxEntries)
	}
	form := newSystem(s.ring, s.width, len(s.zero))
	for i, z := range s.zero {
		if err := ctx.Err(); err != nil {
			return nil, context.Cause(ctx)
		}
		times := make([]uint8, len(s.rows))
		times[z] = 1
		form.rows[i] = row{0, s.combination(times)}
	}
	if err := form.eliminate(ctx); err != nil {
		return nil, err
	}
	form.reduce()
	kernel := &Kernel{ring: s.ring, width: s.width}
	for _, p := range form.pivots {
		if p < 0 {
			continue
		}
		r := form.rows[p]
		word := make([]uint8, s.width)
		copy(word[r.first:], r.values)
		kernel.Words = append(kernel.Words, word)
		kernel.first = append(kernel.first, r.first)
		kernel.Radix = append(kernel.Radix, s.ring.k/int(r.values[0]))
	}
	return kernel, nil
}

// reduce makes the entries above each pivot smaller than it. With that the form is unique.
func (s *System) reduce() {
	for l := s.height - 1; l >= 0; l-- {
		if s.pivots[l] < 0 {
			continue
		}
		r := &s.rows[s.pivots[l]]
		for m := l + 1; m < r.end(); m++ {
			if s.pivots[m] < 0 {
				continue
			}
			p := s.rows[s.pivots[m]]
			if times := r.values[m-l] / p.values[0]; times > 0 {
				r.extend(p.end())
				s.ring.addMultiple(r.values[m-l:p.end()-l], p.values, s.ring.reduce(-int(times)))
			}
		}
	}
}

// Order is how many elements the kernel has.
func (k *Kernel) Order() *big.Int {
	n := big.NewInt(1)
	for _, r := range k.Radix {
		n.Mul(n, big.NewInt(int64(r)))
	}
	return n
}
