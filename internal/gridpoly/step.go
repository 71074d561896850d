package gridpoly

// step sets next to above + lights + each cell of here and its neighbours. That is what must be
// pressed below to put out the lights of this row, given the presses here and above. It treats the
// row as one with ends, and does not clear the bits past the last column; see finish. next may be
// above.
func step(next, above, here, lights []uint64) {
	last := len(here) - 1
	next, above, lights = next[:last+1], above[:last+1], lights[:last+1]
	left, this := uint64(0), here[0]
	for i, right := range here[1:] {
		next[i] = above[i] ^ lights[i] ^ this ^ (this<<1 | left>>63) ^ (this>>1 | right<<63)
		left, this = this, right
	}
	next[last] = above[last] ^ lights[last] ^ this ^ (this<<1 | left>>63) ^ this>>1
}

// finish joins the ends of a row if they meet, and clears the bits past the last column.
func finish(shape Shape, next, here []uint64) {
	last := shape.Cols - 1
	if shape.WrapCols {
		next[0] ^= here[last/64] >> (last % 64) & 1
		next[last/64] ^= here[0] & 1 << (last % 64)
	}
	next[len(next)-1] &= shape.lastWord()
}
