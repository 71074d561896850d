//go:build !purego

package treewidth

import "golang.org/x/sys/cpu"

// The kernels are in assembly where the processor has AVX2.
var (
	kernels8  = portable[uint8]()
	kernels16 = portable[uint16]()
	kernels32 = portable[uint32]()
)

func init() {
	if !cpu.X86.HasAVX2 || !cpu.X86.HasPOPCNT {
		return
	}
	kernels8 = assembled(assembly[uint8]{
		pay8AVX2, grow8AVX2, endBytes8AVX2, [2]endLaneAVX2[uint8]{endHalves8AVX2},
		end8AVX2, extent8AVX2, lower8AVX2, product8AVX2,
	}, 4)
	kernels16 = assembled(assembly[uint16]{
		pay16AVX2, grow16AVX2, endBytes16AVX2, [2]endLaneAVX2[uint16]{endHalves16AVX2, endRegisters16AVX2},
		end16AVX2, extent16AVX2, lower16AVX2, product16AVX2,
	}, 3)
}

type endLaneAVX2[T lane] = func(table *T, blocks uint64, charge *T, mask uint64, decisions *uint32, shuffle *uint8)

type assembly[T lane] struct {
	pay, grow func(table *T, blocks uint64, charge *T, mask uint64)
	bytes     endLaneAVX2[T]    // slots within 16 bytes
	above     [2]endLaneAVX2[T] // the others
	end       func(table *T, half uint64, charge *T, mask uint64, decisions *uint32, high, apart, other uint64)
	extent    func(table *T, registers uint64, low, high *T)
	lower     func(table *T, registers uint64, by *T)
	product   func(out *T, stride uint64, a, b *T, inner, rows uint64)
}

// assembled makes kernels of the assembly for lanes of which 16 bytes have the given number of slots.
func assembled[T lane](a assembly[T], slots int) kernels[T] {
	size := 16 >> slots              // bytes of a lane
	var shuffles [laneBits][32]uint8 // where each byte comes from, by slot
	for slot := range slots {
		for i := range 32 {
			shuffles[slot][i] = uint8((i ^ size<<slot) % 16)
		}
	}
	perRegister := 32 / size
	return kernels[T]{
		pay: func(table []T, charge *[2][lanes]T, mask uint64) {
			a.pay(&table[0], uint64(len(table)/lanes), &charge[0][0], mask)
		},
		grow: func(table []T, charge *[2][lanes]T, mask uint64) {
			a.grow(&table[0], uint64(len(table)/lanes/2), &charge[0][0], mask)
		},
		endLane: func(table []T, decisions []uint32, slot int, charge *[2][lanes]T, mask uint64) {
			kernel := a.bytes
			if slot >= slots {
				kernel = a.above[slot-slots]
			}
			blocks := len(table) / lanes
			kernel(&table[0], uint64(blocks), &charge[0][0], mask, &decisions[:blocks][0], &shuffles[slot][0])
		},
		end: func(table []T, decisions []uint32, slot int, charge *[2][lanes]T, mask uint64) {
			half := len(table) / lanes / 2
			other := mask >> slot & 1 * uint64(lanes*size)
			a.end(&table[0], uint64(half), &charge[0][0], mask, &decisions[:half][0], ^uint64(0)<<slot, 1<<slot, other)
		},
		extent: func(table []T) (T, T) {
			var low, high [lanes]T
			a.extent(&table[0], uint64(len(table)/perRegister), &low[0], &high[0])
			least, _ := extentPortable(low[:perRegister])
			_, most := extentPortable(high[:perRegister])
			return least, most
		},
		lower: func(table []T, by T) { a.lower(&table[0], uint64(len(table)/perRegister), &by) },
		product: func(out []T, outStride int, left, right []T, inner, rows int) {
			_, _, _ = out[(rows-1)*outStride+lanes-1], left[inner*lanes-1], right[rows*inner-1]
			a.product(&out[0], uint64(outStride), &left[0], &right[0], uint64(inner), uint64(rows))
		},
	}
}
