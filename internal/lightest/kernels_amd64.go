//go:build !purego

package lightest

import (
	"math/bits"

	"golang.org/x/sys/cpu"
)

// The kernels are in assembly where the processor has AVX2; near has a better one where the processor
// counts the ones of a vector itself.
var (
	kernels16 = portable[int16]()
	kernels32 = portable[int32]()
	near      = nearPortable
)

func init() {
	if cpu.X86.HasAVX2 && cpu.X86.HasPOPCNT {
		kernels16 = kernels[int16]{tally16, transform16, sieve16}
		kernels32 = kernels[int32]{tally32, transform32, sieve32}
		near = nearVectors
	}
	if cpu.X86.HasAVX512VL && cpu.X86.HasAVX512VPOPCNTDQ {
		near = nearPopcount
	}
}

var (
	signs16 = signVectors[int16]()
	signs32 = signVectors[int32]()
)

// signVectors has ±1 per lane for each setting of the lane coefficients, and then the negatives.
func signVectors[L lane]() (v [2 * lanes]vector[L]) {
	for m := range v {
		for l := range lanes {
			v[m][l] = 1 - 2*L(signs[m%lanes]>>l&1)
			if m >= lanes {
				v[m][l] = -v[m][l]
			}
		}
	}
	return v
}

func tally16(table []vector[int16], columns []tallied, x uint64) {
	if len(columns) > 0 {
		tally16AVX2(&table[0][0], &columns[0].outer, uint64(len(columns)), x, &signs16[0][0])
	}
}

func tally32(table []vector[int32], columns []tallied, x uint64) {
	if len(columns) > 0 {
		tally32AVX2(&table[0][0], &columns[0].outer, uint64(len(columns)), x, &signs32[0][0])
	}
}

func transform16(table []vector[int16]) {
	transform(len(table), 1, &table[0][0], pass2x16AVX2, pass4x16AVX2, pass8x16AVX2)
}

func transform32(table []vector[int32]) {
	transform(len(table), 2, &table[0][0], pass2x32AVX2, pass4x32AVX2, pass8x32AVX2)
}

// transform does all levels but the last, three at a time while it can. The passes count in
// registers.
func transform[L lane](places, registers int, table *L, pass2, pass4, pass8 func(table *L, n, h uint64)) {
	n, h := uint64(places*registers), uint64(registers)
	levels := bits.Len(uint(places)) - 2
	for ; levels >= 3; levels -= 3 {
		pass8(table, n, h)
		h *= 8
	}
	switch levels {
	case 2:
		pass4(table, n, h)
	case 1:
		pass2(table, n, h)
	}
}

func sieve16(table []vector[int16], threshold int16, hits []uint32) bool {
	half := len(table) / 2
	return sieve16AVX2(&table[0][0], uint64(half), threshold, &hits[:half][0]) != 0
}

func sieve32(table []vector[int32], threshold int32, hits []uint32) bool {
	half := len(table) / 2
	return sieve32AVX2(&table[0][0], uint64(half), threshold, &hits[:half][0]) != 0
}

func nearPopcount(a, rows []uint64, limit int) int {
	if limit < 0 || len(rows) == 0 {
		return nearPortable(a, rows, limit)
	}
	return int(nearVPOPCNT(&a[0], &rows[0], uint64(len(rows)/len(a)), uint64(len(a)/4), uint64(limit)))
}

func nearVectors(a, rows []uint64, limit int) int {
	if len(a) > 4*31 || limit < 0 || len(rows) == 0 {
		return nearPortable(a, rows, limit)
	}
	return int(nearAVX2(&a[0], &rows[0], uint64(len(rows)/len(a)), uint64(len(a)/4), uint64(limit)))
}
