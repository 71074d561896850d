package gridpoly

//go:generate go run -C ../../tools/asm ./gridpoly -out ../../internal/gridpoly/step_amd64.s -stubs ../../internal/gridpoly/step_stubs_amd64.go -pkg gridpoly

// step sets next to above + lights + each cell of here and its neighbours. That is what must be
// pressed below to put out the lights of this row, given the presses here and above. It treats the
// row as one with ends, and does not clear the bits past the last column; see finish. next may be
// above.
func step(next, above, here, lights []uint64) {
	n := len(here)
	lanes := vectorWords
	if lanes == 0 || n < lanes+2 {
		stepWords(next, above, here, lights, 0, n)
		return
	}
	// The first and the last word lack a neighbour, so the vectors start after and end before them.
	inner := (n - 2) / lanes * lanes
	_, _, _ = next[n-1], above[n-1], lights[n-1]
	stepWords(next, above, here, lights, 0, 1)
	stepAVX2(&next[1], &above[1], &here[1], &lights[1], inner)
	stepWords(next, above, here, lights, 1+inner, n)
}

// stepWords does step for words from, …, to-1.
func stepWords(next, above, here, lights []uint64, from, to int) {
	var left uint64
	if from > 0 {
		left = here[from-1]
	}
	this := here[from]
	for i := from; i < to; i++ {
		var right uint64
		if i+1 < len(here) {
			right = here[i+1]
		}
		next[i] = above[i] ^ lights[i] ^ this ^ (this<<1 | left>>63) ^ (this>>1 | right<<63)
		left, this = this, right
	}
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
