package treewidth

import "math/bits"

//go:generate go run -C ../../tools/asm ./treewidth -out ../../internal/treewidth/kernels_amd64.s -stubs ../../internal/treewidth/kernels_stubs_amd64.go -pkg treewidth

// A lane holds a cost relative to the cheapest state. The narrowest that suffices is used.
type lane interface{ uint8 | uint32 }

// A charge is what a column costs in each state. Whether a state pays depends on the parity of its bits
// under a mask: [0] is for blocks whose bits above the lanes have even parity, [1] for odd parity, and
// [2] repeats [0], so that charge[1:] serves words that have a one in the column.
type charge[T lane] [3][lanes]T

func newCharge[T lane](mask uint64, cost T) (c charge[T]) {
	for l := range lanes {
		c[bits.OnesCount64(uint64(l)&mask)&1^1][l] = cost
	}
	c[2] = c[0]
	return c
}

// kernels are the inner loops. A table is a slice of whole blocks; a mask is of blocks, not of states.
type kernels[T lane] struct {
	// pay adds the charge of each block.
	pay func(table []T, charge *[2][lanes]T, mask uint64)
	// grow pays, and fills the upper half of the table, where the other charge applies.
	grow func(table []T, charge *[2][lanes]T, mask uint64)
	// endLane pays, and keeps the better of the two states that differ in a slot among the lanes; a
	// decision is a one where the upper is better, valid in lanes that have a zero in the slot.
	endLane func(table []T, decisions []uint32, slot int, charge *[2][lanes]T, mask uint64)
	// end pays, and halves the table, keeping the better of the two states that differ in a slot above
	// the lanes; the slot counts from there.
	end func(table []T, decisions []uint32, slot int, charge *[2][lanes]T, mask uint64)
	// extent gives the least and the greatest entry.
	extent func(table []T) (low, high T)
	// lower subtracts from all entries.
	lower func(table []T, by T)
	// product is a row of a matrix product for 32 columns: out[r] = min over i of a[i] + b[r][i], for
	// rows of stride entries.
	product func(out []T, outStride int, a, b []T, inner, rows int)
}

func portable[T lane]() kernels[T] {
	return kernels[T]{payPortable[T], growPortable[T], endLanePortable[T], endPortable[T], extentPortable[T], lowerPortable[T], productPortable[T]}
}

func parity(x uint64) int { return bits.OnesCount64(x) & 1 }

func payPortable[T lane](table []T, charge *[2][lanes]T, mask uint64) {
	for b := range len(table) / lanes {
		block, c := (*[lanes]T)(table[b*lanes:]), &charge[parity(uint64(b)&mask)]
		for l := range block {
			block[l] += c[l]
		}
	}
}

func growPortable[T lane](table []T, charge *[2][lanes]T, mask uint64) {
	half := len(table) / 2
	for b := range half / lanes {
		odd := parity(uint64(b) & mask)
		low, high := (*[lanes]T)(table[b*lanes:]), (*[lanes]T)(table[half+b*lanes:])
		c, d := &charge[odd], &charge[odd^1]
		for l := range low {
			low[l], high[l] = low[l]+c[l], low[l]+d[l]
		}
	}
}

func endLanePortable[T lane](table []T, decisions []uint32, slot int, charge *[2][lanes]T, mask uint64) {
	var paid [lanes]T
	for b := range len(table) / lanes {
		block, c := (*[lanes]T)(table[b*lanes:]), &charge[parity(uint64(b)&mask)]
		for l := range block {
			paid[l] = block[l] + c[l]
		}
		var word uint32
		for l := range block {
			other := paid[l^1<<slot]
			if other < paid[l] {
				word |= 1 << l
			}
			block[l] = min(paid[l], other)
		}
		decisions[b] = word
	}
}

func endPortable[T lane](table []T, decisions []uint32, slot int, charge *[2][lanes]T, mask uint64) {
	low := 1<<slot - 1
	for b := range len(table) / lanes / 2 {
		zero := b&^low<<1 | b&low
		one := zero | 1<<slot
		x, y := (*[lanes]T)(table[zero*lanes:]), (*[lanes]T)(table[one*lanes:])
		c, d := &charge[parity(uint64(zero)&mask)], &charge[parity(uint64(one)&mask)]
		out := (*[lanes]T)(table[b*lanes:])
		var word uint32
		for l := range out {
			v, w := x[l]+c[l], y[l]+d[l]
			if w < v {
				word |= 1 << l
			}
			out[l] = min(v, w)
		}
		decisions[b] = word
	}
}

func extentPortable[T lane](table []T) (low, high T) {
	low = ^T(0)
	for _, c := range table {
		low, high = min(low, c), max(high, c)
	}
	return low, high
}

func lowerPortable[T lane](table []T, by T) {
	for i := range table {
		table[i] -= by
	}
}

func productPortable[T lane](out []T, outStride int, a, b []T, inner, rows int) {
	for r := range rows {
		var best [lanes]T
		for l := range best {
			best[l] = ^T(0)
		}
		for i, c := range b[r*inner:][:inner] {
			for l, d := range (*[lanes]T)(a[i*lanes:]) {
				best[l] = min(best[l], c+d)
			}
		}
		copy(out[r*outStride:], best[:])
	}
}
