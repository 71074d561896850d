//go:build !purego

package cosetleader

import (
	"math/bits"

	"golang.org/x/sys/cpu"
)

// The kernels are in assembly where the processor has AVX2.
var (
	kernels = portable
	near    = nearPortable
)

func init() {
	if cpu.X86.HasAVX2 && cpu.X86.HasPOPCNT {
		kernels = kernelSet{tally16, transform16, sieve16}
		near = nearVectors
	}
}

var signs16 = signVectors()

// signVectors has ±1 per lane for each setting of the lane coefficients, and then the negatives.
func signVectors() (v [2 * lanes]vector) {
	for m := range v {
		for l := range lanes {
			v[m][l] = 1 - 2*int16(signs[m%lanes]>>l&1)
			if m >= lanes {
				v[m][l] = -v[m][l]
			}
		}
	}
	return v
}

func tally16(table []vector, columns []tallied, x uint64) {
	if len(columns) > 0 {
		tally16AVX2(&table[0][0], &columns[0].outer, uint64(len(columns)), x, &signs16[0][0])
	}
}

// transform16 does all levels but the last, three at a time while it can. The passes count in registers.
func transform16(table []vector) {
	first, n, h := &table[0][0], uint64(len(table)), uint64(1)
	levels := bits.Len(uint(len(table))) - 2
	for ; levels >= 3; levels -= 3 {
		pass8x16AVX2(first, n, h)
		h *= 8
	}
	switch levels {
	case 2:
		pass4x16AVX2(first, n, h)
	case 1:
		pass2x16AVX2(first, n, h)
	}
}

func sieve16(table []vector, threshold int16, hits []uint32) bool {
	half := len(table) / 2
	return sieve16AVX2(&table[0][0], uint64(half), threshold, &hits[:half][0]) != 0
}

func nearVectors(a, rows []uint64, limit int) int {
	if len(a) > 4*31 || limit < 0 || len(rows) == 0 {
		return nearPortable(a, rows, limit)
	}
	return int(nearAVX2(&a[0], &rows[0], uint64(len(rows)/len(a)), uint64(len(a)/4), uint64(limit)))
}
