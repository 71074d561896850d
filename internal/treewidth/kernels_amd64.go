//go:build !purego

package treewidth

import "golang.org/x/sys/cpu"

// The kernels for lanes of a byte are in assembly where the processor has AVX2.
var kernels8 = portable[uint8]()

func init() {
	if cpu.X86.HasAVX2 && cpu.X86.HasPOPCNT {
		kernels8 = assembled()
	}
}

func assembled() kernels[uint8] {
	const registerSlots = 4          // a slot above these is in the other half of a register
	var shuffles [laneBits][32]uint8 // where each byte comes from, by slot
	for slot := range registerSlots {
		for i := range 32 {
			shuffles[slot][i] = uint8((i ^ 1<<slot) % 16)
		}
	}
	return kernels[uint8]{
		pay: func(table []uint8, charge *[2][lanes]uint8, mask uint64) {
			pay8AVX2(&table[0], uint64(len(table)/lanes), &charge[0][0], mask)
		},
		grow: func(table []uint8, charge *[2][lanes]uint8, mask uint64) {
			grow8AVX2(&table[0], uint64(len(table)/lanes/2), &charge[0][0], mask)
		},
		endLane: func(table []uint8, decisions []uint32, slot int, charge *[2][lanes]uint8, mask uint64) {
			kernel := endBytes8AVX2
			if slot >= registerSlots {
				kernel = endHalves8AVX2
			}
			blocks := len(table) / lanes
			kernel(&table[0], uint64(blocks), &charge[0][0], mask, &decisions[:blocks][0], &shuffles[slot][0])
		},
		end: func(table []uint8, decisions []uint32, slot int, charge *[2][lanes]uint8, mask uint64) {
			half := len(table) / lanes / 2
			other := mask >> slot & 1 * lanes
			end8AVX2(&table[0], uint64(half), &charge[0][0], mask, &decisions[:half][0], ^uint64(0)<<slot, 1<<slot, other)
		},
		extent: func(table []uint8) (uint8, uint8) {
			var low, high [lanes]uint8
			extent8AVX2(&table[0], uint64(len(table)/lanes), &low[0], &high[0])
			least, _ := extentPortable(low[:])
			_, most := extentPortable(high[:])
			return least, most
		},
		lower: func(table []uint8, by uint8) { lower8AVX2(&table[0], uint64(len(table)/lanes), &by) },
		product: func(out []uint8, outStride int, left, right []uint8, inner, rows int) {
			_, _, _ = out[(rows-1)*outStride+lanes-1], left[inner*lanes-1], right[rows*inner-1]
			product8AVX2(&out[0], uint64(outStride), &left[0], &right[0], uint64(inner), uint64(rows))
		},
	}
}
