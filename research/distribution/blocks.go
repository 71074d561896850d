package distribution

import "math/bits"

// A block is one lane of 32 choices: presses, a byte each and less than 128, the first in the low byte of the first word.
// So eight choices are handled by each operation on a word, as in lanes.go.
type block [4]uint64

func (b *block) at(choice int) byte { return byte(b[choice/8] >> (choice % 8 * 8)) }

func (b *block) set(choice int, presses byte) {
	shift := choice % 8 * 8
	b[choice/8] = b[choice/8]&^(0xff<<shift) | uint64(presses)<<shift
}

// narrow adds a number to each lane of 32 choices, and leaves half of the lanes: the lesser of each and its partner. So it
// makes one choice of the regions of a dimension for 32 earlier ones, or, where from is what 32 choices add, gives these to
// the same lanes.
func narrow(into, from []block, adds []byte) {
	n := len(into)
	for i := range into {
		one, two := uint64(adds[i])*laneOnes, uint64(adds[n+i])*laneOnes
		a, b := &from[i], &from[n+i]
		for w := range a {
			into[i][w] = leastLanes(a[w]+one, b[w]+two)
		}
	}
}

// levelLanes takes the least lane, which it returns, from all of them, halves what is left so many times, and lowers
// it to most.
func levelLanes(lanes []block, halvings int, most byte) (least block) {
	left, cap := uint64(0xff>>halvings)*laneOnes, uint64(most)*laneOnes
	for w := range least {
		low := lanes[0][w]
		for i := range lanes[1:] {
			low = leastLanes(low, lanes[1+i][w])
		}
		for i := range lanes {
			lanes[i][w] = leastLanes((lanes[i][w]-low)>>halvings&left, cap)
		}
		least[w] = low
	}
	return least
}

// sortLanes does the steps of a program, each of which swaps pairs of lanes in the choices where the least of some
// lanes is more than the least of some others. A step is how many lanes are on either side, these lanes, how
// many pairs there are, and the pairs; a zero ends the program.
func sortLanes(lanes []block, program []byte) {
	for program[0] != 0 {
		k := int(program[0])
		one, other := program[1:1+k], program[1+k:1+2*k]
		pairs := program[2+2*k:][:2*int(program[1+2*k])]
		program = program[2+2*k+len(pairs):]
		for w := range lanes[0] {
			a, b := lanes[one[0]][w], lanes[other[0]][w]
			for i := range one {
				a, b = leastLanes(a, lanes[one[i]][w]), leastLanes(b, lanes[other[i]][w])
			}
			swap := ^((b | laneHigh) - a) & laneHigh // the high bit says whether a > b
			if swap == 0 {
				continue
			}
			swap |= swap - swap>>7
			for i := 0; i < len(pairs); i += 2 {
				x, y := &lanes[pairs[i]][w], &lanes[pairs[i+1]][w]
				change := (*x ^ *y) & swap
				*x ^= change
				*y ^= change
			}
		}
	}
}

// transposed is the eight lanes of each of eight choices, the first lane in the low byte, from the eight choices of each lane.
func transposed(m [8]uint64) [8]uint64 {
	const bytes, pairs, fours = 0x00ff00ff00ff00ff, 0x0000ffff0000ffff, 0x00000000ffffffff
	for i := 0; i < 8; i += 2 {
		swap := (m[i]>>8 ^ m[i+1]) & bytes
		m[i], m[i+1] = m[i]^swap<<8, m[i+1]^swap
	}
	for _, i := range [4]int{0, 1, 4, 5} {
		swap := (m[i]>>16 ^ m[i+2]) & pairs
		m[i], m[i+2] = m[i]^swap<<16, m[i+2]^swap
	}
	for i := range 4 {
		swap := (m[i]>>32 ^ m[i+4]) & fours
		m[i], m[i+4] = m[i]^swap<<32, m[i+4]^swap
	}
	return m
}

// transpose collects the eight lanes of each choice, in a given order, the first in the low byte.
func transpose(into *[32]uint64, lanes []block, order *[8]uint8) {
	for w := range 4 {
		var some [8]uint64
		for i, p := range order {
			some[i] = lanes[p][w]
		}
		some = transposed(some)
		copy(into[8*w:], some[:])
	}
}

// laneIndex writes the index of a half, of lanes of at most mostLevel, for each choice.
func laneIndex(into *[32]uint32, lanes []block, order *[8]uint8) {
	var eight [32]uint64
	transpose(&eight, lanes, order)
	for j, x := range eight {
		x = bits.ReverseBytes64(x)
		x = (x | x>>5) & 0x003f003f003f003f
		x = (x | x>>10) & 0x00000fff00000fff
		into[j] = uint32(x|x>>20) & (halfIndices - 1)
	}
}

// laneKeys writes the keys of lanes, by what the table has of their halves, with the least lane and a code, which is the sum of
// one that all have and that of the choice. Where that is noCode the key is 0.
func laneKeys(into *[32]uint64, h *halves, entries *[2][32]uint32, least *block, codes *[32]uint32, code uint64) {
	code = keyMark | code<<codeShift
	for i := range into {
		into[i] = 0
		if codes[i] != noCode {
			into[i] = h.key(entries[0][i], entries[1][i]) | uint64(least.at(i))<<leastShift | (code + uint64(codes[i])<<codeShift)
		}
	}
}

// addFound counts words for keys with codes, up to the first one that is not in its line, and returns how many that is.
func addFound(t *laneTable, list []uint64, words *[1 << codeBits]uint64) int {
	if len(t.lines) == 0 {
		return 0
	}
next:
	for n, key := range list {
		line := &t.lines[place(key&^codeMask, len(t.lines))]
		for i, here := range line.keys {
			if here == key&^codeMask {
				line.words[i] += words[key&codeMask>>codeShift]
				continue next
			}
		}
		return n
	}
	return len(list)
}

// aim finds the shelves of a list.
func aim(q *laneQueue, list *laneList) {
	for i, key := range list.keys {
		list.shelves[i] = uint32(hashKey(key&^(leastMask|codeMask)) >> (64 - q.store.bits))
	}
}

// scatter sorts the keys of a list, from some place on, by shelf. It ends where a batch is full, and returns where that is.
func scatter(q *laneQueue, list *laneList, from int) int {
	for i := from; i < len(list.keys); i++ {
		if list.keys[i] == 0 {
			continue
		}
		at := int(list.shelves[i])
		n := int(q.lengths[at])
		q.sorted[at*q.store.batch+n] = list.keys[i]
		n++
		q.lengths[at] = uint32(n)
		if n == q.store.batch {
			return i
		}
	}
	return len(list.keys)
}
