package split

//go:generate go run -C ../../tools/asm ./split -out ../../research/split/kernels_amd64.s -stubs ../../research/split/kernels_stubs_amd64.go -pkg split

import "math/bits"

// vector is the sums of the words that differ in the coefficients of the lanes only.
type vector [4]uint64

// blockColumn is a column of a table. The assembly relies on its layout.
type blockColumn struct {
	high  uint64 // the last rows that have it, as bits
	place uint32 // the first ones, without those of the lanes
	signs uint32 // those of the lanes, plus 16 if the word has it
}

// enter adds what each column costs, or takes it away, in its place. The last coefficients are high.
func enter(sums []uint64, columns []blockColumn, high uint64, signs *[32]vector) {
	if useAssembly && len(columns) > 0 {
		enterAVX2(&sums[0], &columns[0].high, len(columns), high, &signs[0][0])
		return
	}
	for i := range columns {
		c := &columns[i]
		odd := uint32(bits.OnesCount64(c.high&high)) & 1
		into, row := (*vector)(sums[4*c.place:]), &signs[(c.signs^odd<<4)&31]
		for j, s := range row {
			into[j] += s
		}
	}
}

// quarters replaces every four numbers a, b, c, d that have the same place in the four quarters of a group by
// a+b+c+d, a−b+c−d, a+b−c−d and a−b−c+d. A group is so many numbers, a multiple of 16.
func quarters(a []uint64, group int) {
	if useAssembly {
		quartersAVX2(&a[0], len(a)/group, group/4)
		return
	}
	for q := group / 4; len(a) > 0; a = a[group:] {
		for i := range q {
			w, x, y, z := a[i], a[i+q], a[i+2*q], a[i+3*q]
			w, x, y, z = w+x, w-x, y+z, y-z
			a[i], a[i+q], a[i+2*q], a[i+3*q] = w+y, x+z, w-y, x-z
		}
	}
}

// light is where the first sixteen numbers begin of which one has a marked bit once raise is added; there are as
// many as sums if there are none.
func light(sums []uint64, raise, mark uint64) int {
	if useAssembly {
		return lightAVX2(&sums[0], len(sums), raise, mark)
	}
	for i, s := range sums {
		if (s+raise)&mark != 0 {
			return i &^ 15
		}
	}
	return len(sums)
}
