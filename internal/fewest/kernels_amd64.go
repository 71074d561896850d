//go:build !purego

package fewest

import "golang.org/x/sys/cpu"

// The kernels are in assembly where the processor has AVX2.
var kernels = portable

func init() {
	if cpu.X86.HasAVX2 && cpu.X86.HasPOPCNT {
		kernels = kernelSet{tallyVectors, transformVectors, sieveVectors}
	}
}

// signVectors has ±1 per lane for each setting of the lane coefficients, and then the negatives.
var signVectors = func() (v [2 * lanes]vector) {
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

func tallyVectors(table []vector, columns []tallied, x uint64) {
	if len(columns) > 0 {
		tallyAVX2(&table[0][0], &columns[0].outer, uint64(len(columns)), x, &signVectors[0][0])
	}
}

// transformVectors does all levels but the last of a full table, three at a time. Smaller tables take no time.
func transformVectors(table []vector) {
	if len(table) < 1<<maxPlaces {
		transformPortable(table)
		return
	}
	for h := 1; h < len(table)/2; h *= 8 {
		passAVX2(&table[0][0], uint64(len(table)), uint64(h))
	}
}

func sieveVectors(table []vector, threshold int16, hits []uint32) bool {
	half := len(table) / 2
	return sieveAVX2(&table[0][0], uint64(half), threshold, &hits[:half][0]) != 0
}
