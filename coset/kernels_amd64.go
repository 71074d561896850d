package coset

import (
	"math/bits"
	"unsafe"

	"golang.org/x/sys/cpu"
)

//go:generate go run -C asm . -out ../kernels_amd64.s -stubs ../stubs_amd64.go -pkg coset

// kernels16 and near are in assembly where the processor has AVX2, near in a better one where it
// counts ones by itself.
var (
	kernels16 = portable[int16]()
	near      = nearPortable
)

func init() {
	if cpu.X86.HasAVX2 && cpu.X86.HasPOPCNT {
		kernels16 = kernels[int16]{tally16, transform16, sieve16}
		near = nearVectors
	}
	if cpu.X86.HasAVX512VL && cpu.X86.HasAVX512VPOPCNTDQ {
		near = nearPopcount
	}
}

// signVectors has ±1 per lane for each setting of the lane coefficients, and then the negatives.
var signVectors = func() (v [2 * lanes]vector[int16]) {
	for m := range v {
		for l := range lanes {
			v[m][l] = 1 - 2*int16(signs[m%lanes]>>l&1)
			if m >= lanes {
				v[m][l] = -v[m][l]
			}
		}
	}
	return v
}()

func tally16(table []vector[int16], columns []tallied, x uint64) {
	if len(columns) == 0 {
		return
	}
	tallyAVX2(&table[0][0], &columns[0].outer, uint64(len(columns)), x, &signVectors[0][0])
}

func transform16(table []vector[int16]) {
	n := uint64(len(table))
	t := &table[0][0]
	levels := bits.Len64(n) - 2
	h := uint64(1)
	for ; levels >= 3; levels -= 3 {
		pass8AVX2(t, n, h)
		h *= 8
	}
	switch levels {
	case 2:
		pass4AVX2(t, n, h)
	case 1:
		pass2AVX2(t, n, h)
	}
}

func sieve16(table []vector[int16], threshold int16, hits []uint32) bool {
	half := len(table) / 2
	hits = hits[:half]
	return sieveAVX2(&table[0][0], uint64(half), threshold, unsafe.SliceData(hits)) != 0
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
