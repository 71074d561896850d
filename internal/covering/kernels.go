package covering

//go:generate go run -C ../../tools/asm ./covering -out ../../internal/covering/kernels_amd64.s -stubs ../../internal/covering/kernels_stubs_amd64.go -pkg covering

import (
	"encoding/binary"
	"math/bits"
	"slices"
)

// A block is one lane of 32 choices: presses, a byte each and less than 128.
type block [32]byte

// narrow adds a number to each lane of 32 choices, and leaves half of the lanes: the lesser of each and its partner. So it
// makes one choice of the regions of a dimension for 32 earlier ones, or, where from is what 32 choices add, gives these to
// the same lanes.
func narrow(into, from []block, adds []byte) {
	n := len(into)
	if useAssembly {
		narrowAVX2(&into[0][0], &from[0][0], &adds[0], n)
		return
	}
	for i := range into {
		for j := range into[i] {
			into[i][j] = min(from[i][j]+adds[i], from[n+i][j]+adds[n+i])
		}
	}
}

// levelLanes takes the least lane, which it returns, from all of them, halves what is left so many times, and lowers
// it to most.
func levelLanes(lanes []block, halvings int, most byte) (least block) {
	if useAssembly {
		levelLanesAVX2(&lanes[0][0], len(lanes), &least[0], uint64(halvings), uint64(0xff>>halvings), uint64(most))
		return least
	}
	least = lanes[0]
	for _, l := range lanes[1:] {
		for j := range l {
			least[j] = min(least[j], l[j])
		}
	}
	for i := range lanes {
		for j, p := range least {
			lanes[i][j] = min((lanes[i][j]-p)>>halvings, most)
		}
	}
	return least
}

// sortLanes does the steps of a program, each of which swaps pairs of lanes in the choices where the least of some
// lanes is more than the least of some others. A step is how many lanes are on either side, these lanes, how
// many pairs there are, and the pairs; a zero ends the program.
func sortLanes(lanes []block, program []byte) {
	if useAssembly {
		sortLanesAVX2(&lanes[0][0], &program[0])
		return
	}
	for program[0] != 0 {
		k := int(program[0])
		one, other := program[1:1+k], program[1+k:1+2*k]
		pairs := program[2+2*k:][:2*int(program[1+2*k])]
		program = program[2+2*k+len(pairs):]
		for j := range lanes[0] {
			a, b := lanes[one[0]][j], lanes[other[0]][j]
			for i := range one {
				a, b = min(a, lanes[one[i]][j]), min(b, lanes[other[i]][j])
			}
			if a <= b {
				continue
			}
			for i := 0; i < len(pairs); i += 2 {
				x, y := &lanes[pairs[i]][j], &lanes[pairs[i+1]][j]
				*x, *y = *y, *x
			}
		}
	}
}

// transpose collects the eight lanes of each choice, the first in the low byte.
func transpose(into *[32]uint64, lanes *[8]block) {
	if useAssembly {
		transposeAVX2(&into[0], &lanes[0][0])
		return
	}
	for j := range into {
		var word [8]byte
		for i := range lanes {
			word[i] = lanes[i][j]
		}
		into[j] = binary.LittleEndian.Uint64(word[:])
	}
}

// laneIndex writes the index of a half, of lanes of at most mostLevel, for each choice.
func laneIndex(into *[32]uint32, lanes []block, order *[8]uint8) {
	if useAssembly {
		laneIndexAVX2(&into[0], &lanes[0][0], &order[0])
		return
	}
	for j := range into {
		into[j] = 0
		for i, p := range order {
			into[j] |= uint32(lanes[p][j]) << laneShift(i)
		}
	}
}

// laneKeys writes the keys of lanes, by what the table has of their halves, with the least lane and a code, which is the sum of
// one that all have and that of the choice. Where that is noCode the key is 0.
func laneKeys(into *[32]uint64, h *halves, entries *[2][32]uint32, least *block, codes *[32]uint32, code uint64) {
	code = keyMark | code<<codeShift
	alike := ^uint32(0)
	if useAssembly {
		alike = laneKeysAVX2(&into[0], &entries[0][0], &h.differ[0], &h.least[0], h.groups*h.turns, h.turns, &least[0], &codes[0], uint32(code>>32))
	}
	for ; alike != 0; alike &= alike - 1 {
		i := bits.TrailingZeros32(alike)
		into[i] = 0
		if codes[i] != noCode {
			into[i] = h.key(entries[0][i], entries[1][i]) | uint64(least[i])<<leastShift | (code + uint64(codes[i])<<codeShift)
		}
	}
}

// addFound counts words for keys with codes, up to the first one that is not in its line, and returns how many that is. It wants
// the lines of keys some time before it needs them, as most of the time goes into waiting for memory.
func addFound(t *laneTable, list []uint64, words *[1 << codeBits]uint64) int {
	if len(list) == 0 || len(t.lines) == 0 {
		return 0
	}
	if useAssembly {
		return addFoundAVX2(&t.lines[0].keys[0], len(t.lines), &list[0], len(list), &words[0])
	}
	for n, key := range list {
		line := &t.lines[place(key&^codeMask, len(t.lines))]
		i := slices.Index(line.keys[:], key&^codeMask)
		if i < 0 {
			return n
		}
		line.words[i] += words[key&codeMask>>codeShift]
	}
	return len(list)
}

// aim finds the shelves of a list, and makes the processor read the lines of the cache where its keys will be collected.
func aim(q *laneQueue, list *laneList) {
	if useAssembly {
		aimAMD64(&q.lengths[0], &q.next[0], 64-q.store.bits, &list.keys[0])
		return
	}
	for i, key := range list.keys {
		list.shelves[i] = uint32(hashKey(key&^(leastMask|codeMask)) >> (64 - q.store.bits))
	}
}

// scatter sorts the keys of a list, from some place on, by shelf. It ends where a batch is full, and returns where that is.
// The keys of a shelf are collected until they fill a line of the cache, and that is written to memory without being read
// before: in the profile, that saves a third of all time.
func scatter(q *laneQueue, list *laneList, from int) int {
	if useAssembly {
		return scatterAVX2(&q.sorted[0], q.store.batch, &q.lengths[0], &q.next[0], &list.keys[0], from)
	}
	for i := from; i < len(list.keys); i++ {
		if list.keys[i] == 0 {
			continue
		}
		at := int(list.shelves[i])
		line := q.next[at*lineKeys:][:lineKeys]
		n := int(q.lengths[at])
		line[n%lineKeys] = list.keys[i]
		n++
		q.lengths[at] = uint32(n)
		if n%lineKeys == 0 {
			copy(q.sorted[at*q.store.batch+n-lineKeys:], line)
		}
		if n == q.store.batch {
			return i
		}
	}
	return len(list.keys)
}
