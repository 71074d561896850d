package distribution

import (
	"context"
	"errors"
	"math/bits"
	"slices"

	"lightsout/gf2"
	"lightsout/internal/covering"
)

// halves finds, for sixteen lanes, a key that others share exactly if quiet patterns and symmetries of the regions to
// come turn them into these. Before, lanes are lowered that will not be the least because of others in their half.
//
// The lanes are split by a column: into those of the quiet patterns that press it and of the others. Only
// symmetries that keep the column are used, and it is chosen so that most do. Then quiet patterns and symmetries
// either keep both halves or swap them. On each half they are affine maps, here called turns. The turns of the two halves
// have the same linear part; the translations by which they may differ are called free. An index has three bits for
// each lane of a half. A table has the class of each index, which is the least one that turns make of it, and a turn
// that does it, up to free translations. Of two halves of given classes it matters then only how their two turns
// differ, up to turns that keep the class of the one or the other.
type halves struct {
	lanes   [2][8]uint8 // of each half, in an order in which translations agree
	table   []uint32    // by index: the class, the number of its group, and the turn
	classes []uint32    // the index of each class
	differ  []uint8     // of two turns: the one between them
	least   []uint8     // of the groups of two classes, and a turn between: the least turn that they make of it
	groups  uint32      // how many there are
	turns   uint32
	undo    []affine // the inverse of each turn
	program []byte   // of sortLanes, by which fewer indices come
}

// affine is an affine map of the eight lanes of a half.
type affine [8]uint8

const (
	laneBits    = 3
	mostLevel   = 1<<laneBits - 1
	halfIndices = 1 << (8 * laneBits)
	turnBits    = 6
	groupBits   = 5
	maxTurns    = 1 << turnBits
	maxGroups   = 1 << groupBits
	classBits   = 32 - groupBits - turnBits
	maxHalves   = 1 << classBits
)

func (a affine) of(b affine) (c affine) {
	for i, p := range b {
		c[i] = a[p]
	}
	return c
}

func (a affine) inverse() (b affine) {
	for i, p := range a {
		b[p] = uint8(i)
	}
	return b
}

// plus is the map followed by a translation.
func (a affine) plus(t uint8) affine {
	for i := range a {
		a[i] ^= t
	}
	return a
}

// move moves the lanes of an index.
func (a affine) move(index uint32) (moved uint32) {
	for i, p := range a {
		moved |= index >> laneShift(i) & mostLevel << laneShift(int(p))
	}
	return moved
}

// laneShift is where a lane is in an index: the first in the highest bits. The first is a least one in most indices that come, so
// these are near each other.
func laneShift(lane int) int { return laneBits * (7 - lane) }

// halfTurns is the turns of two halves that belong together.
type halfTurns struct {
	linear []affine
	shift  []uint8        // of each: by what translation the turn of the second half differs
	free   []uint8        // the free translations
	number [8]uint8       // of each translation: its class up to free ones
	shifts [8]uint8       // a translation of each class
	count  int            // how many turns there are up to free translations
	at     map[affine]int // the number of a linear map
}

// turn is a turn by its number.
func (h *halfTurns) turn(i int) affine {
	n := h.count / len(h.linear)
	return h.linear[i/n].plus(h.shifts[i%n])
}

// find is the number of a turn.
func (h *halfTurns) find(a affine) int {
	n := h.count / len(h.linear)
	return h.at[a.plus(a[0])]*n + int(h.number[a[0]])
}

// beside is the turn of the second half that belongs to one of the first.
func (h *halfTurns) beside(i int) int {
	return h.find(h.turn(i).plus(h.shift[h.linearOf(i)]))
}

func (h *halfTurns) linearOf(i int) int { return i / (h.count / len(h.linear)) }

// splitLanes chooses a column, and orders the lanes of the halves.
func splitLanes(moves [][]uint8) (lanes [2][8]uint8, kept [][]uint8) {
	side := func(column, lane int) int { return covering.Parity(uint64(column), uint64(lane)) }
	for column := 1; column < 16; column++ {
		var keep [][]uint8
		for _, m := range moves {
			ok := true
			for p, to := range m {
				ok = ok && side(column, p) == side(column, int(to))
			}
			if ok {
				keep = append(keep, m)
			}
		}
		if len(keep) <= len(kept) {
			continue
		}
		kept = keep
		var basis []uint64
		out := uint8(0)
		for p := 1; p < 16; p++ {
			switch {
			case side(column, p) != 0:
				if out == 0 {
					out = uint8(p)
				}
			case !gf2.NewBasis64(basis...).Contains(uint64(p)):
				basis = append(basis, uint64(p))
			}
		}
		for i, p := range gf2.Span64(basis) {
			lanes[0][i], lanes[1][i] = uint8(p), uint8(p)^out
		}
	}
	return lanes, kept
}

// newHalfTurns finds the turns that moves of the lanes make.
func newHalfTurns(lanes [2][8]uint8, moves [][]uint8) *halfTurns {
	h := &halfTurns{at: map[affine]int{}}
	for _, m := range moves {
		var a affine
		for i, p := range lanes[0] {
			a[i] = uint8(slices.Index(lanes[0][:], m[p]))
		}
		shift := uint8(slices.Index(lanes[1][:], m[lanes[1][0]]))
		if _, ok := h.at[a]; !ok {
			h.at[a] = len(h.linear)
			h.linear = append(h.linear, a)
			h.shift = append(h.shift, shift)
		}
		if a == (affine{0, 1, 2, 3, 4, 5, 6, 7}) {
			h.free = append(h.free, shift)
		}
	}
	classes := 0
	for t := range h.number {
		least := uint8(t)
		for _, f := range h.free {
			least = min(least, uint8(t)^f)
		}
		if int(least) == t {
			h.shifts[classes] = least
			classes++
		}
		h.number[t] = uint8(slices.Index(h.shifts[:classes], least))
	}
	h.count = classes * len(h.linear)
	return h
}

// newHalves makes the tables for the regions that are still to come once there are sixteen lanes. It gives errMany if they
// would be too large.
func newHalves(ctx context.Context, regions []other, form normalForm) (*halves, error) {
	moves := laneMoves(regions, bridgeDim)
	h := &halves{table: make([]uint32, halfIndices)}
	h.lanes, moves = splitLanes(moves)
	turns := newHalfTurns(h.lanes, moves)
	if turns.count > maxTurns { // do without symmetries
		turns = newHalfTurns(h.lanes, [][]uint8{{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}})
	}
	h.program = turns.program(h.lanes)
	for i := range turns.count {
		h.undo = append(h.undo, turns.turn(i).inverse())
	}
	const more = 3 // bytes that are read with the last one
	h.differ = make([]uint8, maxTurns*maxTurns+more)
	for i := range turns.count {
		for j := range turns.count {
			between := turns.turn(i).of(turns.turn(turns.beside(j)).inverse())
			h.differ[i<<turnBits|j] = uint8(turns.find(between))
		}
	}
	groups, err := h.fill(ctx, turns, form.most, halfReach(regions, h.lanes[0], form.halvings))
	if err != nil {
		return nil, err
	}
	h.groups, h.turns = uint32(len(groups)), uint32(turns.count)
	h.least = make([]uint8, len(groups)*len(groups)*turns.count+more)
	for i, one := range groups {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		for j, two := range groups {
			for t := range turns.count {
				least := t
				for a := one; a != 0; a &= a - 1 {
					for b := two; b != 0; b &= b - 1 {
						x, y := turns.turn(bits.TrailingZeros64(a)), turns.turn(turns.beside(bits.TrailingZeros64(b)))
						least = min(least, turns.find(x.of(turns.turn(t)).of(y)))
					}
				}
				h.least[(i*len(groups)+j)*turns.count+t] = uint8(least)
			}
		}
	}
	return h, nil
}

// halfReach is the most by which lanes of a half can still change against each other, by the place between them.
func halfReach(regions []other, lanes [8]uint8, halvings int) (reach [8]uint32) {
	for i, p := range lanes {
		for _, o := range regions {
			if covering.Parity(o.column, uint64(p)) != 0 {
				reach[i] += uint32(o.size)
			}
		}
		reach[i] >>= halvings
	}
	return reach
}

// clipHalf lowers lanes that will not be the least, whatever is chosen.
func clipHalf(index uint32, reach [8]uint32) (clipped uint32) {
	for i := range reach {
		lane := uint32(mostLevel)
		for d, r := range reach {
			lane = min(lane, index>>laneShift(i^d)&mostLevel+r)
		}
		clipped |= lane << laneShift(i)
	}
	return clipped
}

// errMany says that there are too many classes, or groups of turns that keep one.
var errMany = errors.New("too many classes of lanes")

// fill fills the table, and lists the groups of turns that keep a class, as sets.
func (h *halves) fill(ctx context.Context, turns *halfTurns, most byte, reach [8]uint32) (groups []uint64, err error) {
	var all []affine
	var numbers, undone []uint32
	for _, linear := range turns.linear {
		for t := range uint8(8) {
			a := linear.plus(t)
			all = append(all, a)
			numbers = append(numbers, uint32(turns.find(a)))
			undone = append(undone, uint32(turns.find(a.inverse())))
		}
	}
	err = eachClass(ctx, h.table, most, reach, func(index uint32) error {
		group := uint64(0)
		for i, a := range all {
			if a.move(index) == index {
				group |= 1 << numbers[i]
			}
		}
		number := slices.Index(groups, group)
		if number < 0 {
			number = len(groups)
			groups = append(groups, group)
		}
		if len(groups) > maxGroups || len(h.classes) == maxHalves {
			return errMany
		}
		entry := uint32(len(h.classes)<<(groupBits+turnBits) | number<<turnBits)
		for i, a := range all {
			if moved := a.move(index); h.table[moved] == noClass {
				h.table[moved] = entry | undone[i]
			}
		}
		h.classes = append(h.classes, index)
		return nil
	})
	return groups, err
}

const noClass = 0xffffffff

// eachClass calls found with the least index of each class of lanes up to most. It must fill the table at the indices that
// turns make of it.
func eachClass(ctx context.Context, table []uint32, most byte, reach [8]uint32, found func(index uint32) error) error {
	for i := range table {
		table[i] = noClass
	}
	const four = 1 << (4 * laneBits)
	var fours []uint32 // indices of four lanes
	for i := range uint32(four) {
		low := true
		for lane := i; lane > 0; lane >>= laneBits {
			low = low && lane&mostLevel <= uint32(most)
		}
		if low {
			fours = append(fours, i)
		}
	}
	for _, high := range fours {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		for _, low := range fours {
			index := high*four | low
			if table[index] != noClass {
				continue
			}
			if clipped := clipHalf(index, reach); clipped != index {
				table[index] = table[clipped] // it is less, and was there before
				continue
			}
			if err := found(index); err != nil {
				return err
			}
		}
	}
	return nil
}

// eights finds the class of eight lanes, up to quiet patterns and symmetries of the regions to come.
type eights struct {
	normalForm
	table   []uint32 // by index
	classes []uint64 // the lanes of each class
}

// newEights makes the table for lanes of at most mostLevel. It gives errMany if they are of too many classes.
func newEights(ctx context.Context, last []other, form normalForm) (*eights, error) {
	e := &eights{normalForm: form}
	var maps []affine
	for _, m := range laneMoves(last, bridgeDim-1) {
		for t := range uint8(8) {
			maps = append(maps, affine(m).plus(t))
		}
	}
	e.table = make([]uint32, halfIndices)
	return e, eachClass(ctx, e.table, e.most, halfReach(last, inOrder, e.halvings), func(index uint32) error {
		if len(e.classes) == maxEights {
			return errMany
		}
		for _, a := range maps {
			e.table[a.move(index)] = uint32(len(e.classes))
		}
		lanes := uint64(0)
		for i := range 8 {
			lanes |= uint64(index>>laneShift(i)&mostLevel) << e.halvings << (8 * i)
		}
		e.classes = append(e.classes, lanes)
		return nil
	})
}

// maxEights is how many classes of eight lanes there can be: some hundred megabytes are kept for them.
const maxEights = 1 << 18

var inOrder = [8]uint8{0, 1, 2, 3, 4, 5, 6, 7}

// program brings, by free translations, a least lane of each half to its front.
func (h *halfTurns) program(lanes [2][8]uint8) (program []byte) {
	var free []uint64
	for _, t := range h.free {
		free = append(free, uint64(t))
	}
	basis := gf2.Independent64(free)
	for k := range basis {
		rest := gf2.Span64(basis[k+1:])
		for _, half := range lanes {
			var one, other []byte
			for _, p := range rest {
				one, other = append(one, half[p]), append(other, half[p^basis[k]])
			}
			swap := make([]uint8, 16)
			for p := range swap {
				swap[p] = uint8(p)
			}
			for i, p := range half {
				swap[p] = half[uint64(i)^basis[k]]
			}
			program = appendStep(program, one, other, swap)
		}
	}
	return append(program, 0)
}

// lookUp replaces indices by what a table has. It does nothing else, so the processor waits for many places at once.
func lookUp(table []uint32, indices *[32]uint32) {
	for i, index := range indices {
		indices[i] = table[index]
	}
}

// key is the key of lanes, by what the table has of their halves.
func (h *halves) key(first, second uint32) uint64 {
	a, b := max(first, second), min(first, second)
	k := h.between(a, b)
	if a>>(groupBits+turnBits) == b>>(groupBits+turnBits) {
		k = min(k, h.between(b, a))
	}
	return k
}

// between is the key of two entries of the table.
func (h *halves) between(a, b uint32) uint64 {
	turn := h.differ[b&(maxTurns-1)<<turnBits|a&(maxTurns-1)]
	groups := b>>turnBits&(maxGroups-1)*h.groups + a>>turnBits&(maxGroups-1)
	least := h.least[groups*h.turns+uint32(turn)]
	return uint64(a>>(groupBits+turnBits))<<(classBits+turnBits) | uint64(b>>(groupBits+turnBits))<<turnBits | uint64(least)
}

// lanesOf finds lanes with a key.
func (h *halves) lanesOf(key uint64) (lanes [16]byte) {
	first := h.classes[key>>(classBits+turnBits)&(maxHalves-1)]
	second := h.undo[key&(maxTurns-1)].move(h.classes[key>>turnBits&(maxHalves-1)])
	for i := range 8 {
		lanes[h.lanes[0][i]] = byte(first >> laneShift(i) & mostLevel)
		lanes[h.lanes[1][i]] = byte(second >> laneShift(i) & mostLevel)
	}
	return lanes
}
