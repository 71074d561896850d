package zmod

import "math/big"

// MinStates and MaxStates bound K: states are written as the digits 0–9a–z.
const (
	MinStates = 2
	MaxStates = 36
)

// ring is Z/K in tables.
type ring struct {
	k   int
	mul [MaxStates][MaxStates]uint8
	add [MaxStates][MaxStates]uint8
	gcd [MaxStates]int   // of a and K, from 1 to K
	fix [MaxStates]uint8 // a unit u with u·a = gcd(a, K); 1 for a = 0
	// units are the invertible elements, in order.
	units []uint8
}

func newRing(k int) *ring {
	r := &ring{k: k}
	for a := range k {
		r.gcd[a] = gcd(a, k)
		if r.gcd[a] == 1 {
			r.units = append(r.units, uint8(a))
		}
		for b := range k {
			r.mul[a][b], r.add[a][b] = uint8(a*b%k), uint8((a+b)%k)
		}
	}
	for a := range k {
		r.fix[a] = 1
		for _, u := range r.units {
			if a > 0 && int(r.mul[u][a]) == r.gcd[a] {
				r.fix[a] = u
				break
			}
		}
	}
	return r
}

func gcd(a, b int) int {
	g, _, _ := bezout(a, b)
	return g
}

// bezout is s and t with s·a + t·b = gcd(a, b).
func bezout(a, b int) (g, s, t int) {
	s0, s1, t0, t1 := 1, 0, 0, 1
	for b != 0 {
		q := a / b
		a, b = b, a-q*b
		s0, s1 = s1, s0-q*s1
		t0, t1 = t1, t0-q*t1
	}
	return a, s0, t0
}

// reduce is a modulo K, also for negative a.
func (r *ring) reduce(a int) uint8 { return uint8(((a % r.k) + r.k) % r.k) }

// addMultiple is dst += c·src; the slices have the same length.
func (r *ring) addMultiple(dst, src []uint8, c uint8) {
	if c == 0 {
		return
	}
	k, times := uint8(r.k), &r.mul[c]
	dst = dst[:len(src)]
	for i, x := range src {
		if x != 0 {
			y := dst[i] + times[x]
			if y >= k {
				y -= k
			}
			dst[i] = y
		}
	}
}

// power is kⁿ.
func power(k, n int) *big.Int {
	return new(big.Int).Exp(big.NewInt(int64(k)), big.NewInt(int64(n)), nil)
}
