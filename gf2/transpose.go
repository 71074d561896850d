package gf2

// Transpose returns the matrix whose rows are the columns of m.
func (m *Matrix) Transpose() *Matrix {
	t := NewMatrix(m.cols, m.rows)
	var block [wordBits]uint64
	for i := 0; i < m.rows; i += wordBits {
		height := min(wordBits, m.rows-i)
		for k := range m.stride {
			for a := range height {
				block[a] = m.data[(i+a)*m.stride+k]
			}
			clear(block[height:])
			transpose64(&block)
			for a := range min(wordBits, m.cols-k*wordBits) {
				t.data[(k*wordBits+a)*t.stride+i/wordBits] = block[a]
			}
		}
	}
	return t
}

// transpose64 transposes a 64×64 block in six rounds: the round of size s exchanges, inside every
// 2s×2s block on the diagonal grid, its upper right s×s quarter with its lower left one.
func transpose64(b *[wordBits]uint64) {
	low := ^uint64(0) // columns whose number has bit s clear
	for s := uint(wordBits / 2); s != 0; s /= 2 {
		low ^= low << s
		for i := uint(0); i < wordBits; i = (i + s + 1) &^ s {
			swap := (b[i]>>s ^ b[i+s]) & low
			b[i] ^= swap << s
			b[i+s] ^= swap
		}
	}
}
