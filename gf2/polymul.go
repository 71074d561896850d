package gf2

// Mul returns p·q, one word product for each pair of words.
func (p Poly) Mul(q Poly) Poly {
	if p.IsZero() || q.IsZero() {
		return nil
	}
	if len(p) > len(q) {
		p, q = q, p
	}
	dst := make([]uint64, len(p)+len(q))
	for i, w := range p {
		addMul(dst[i:], q, w)
	}
	return Poly(dst).Trim()
}

// Sqr returns p², whose coefficients are those of p at even places.
func (p Poly) Sqr() Poly {
	s := make([]uint64, 2*len(p))
	for i, w := range p {
		s[2*i] = spreadBits(uint32(w))
		s[2*i+1] = spreadBits(uint32(w >> 32))
	}
	return Poly(s).Trim()
}

// spreadBits moves bit i of w to bit 2i.
func spreadBits(w uint32) uint64 {
	x := uint64(w)
	x = (x | x<<16) & 0x0000ffff0000ffff
	x = (x | x<<8) & 0x00ff00ff00ff00ff
	x = (x | x<<4) & 0x0f0f0f0f0f0f0f0f
	x = (x | x<<2) & 0x3333333333333333
	return (x | x<<1) & 0x5555555555555555
}
