package disjoint

import "lightsout/gf2"

// Region is the cells of one column.
//
// Write a basis of the code as the rows of a matrix, one column per cell. Cells with equal columns
// change together: every word has all of them or none. In the null space of a board these are
// switches that every quiet pattern presses all or none of, so that only how many of them are
// pressed affects the number of presses.
type Region struct {
	Cells []int // in increasing order, at least one
	Fixed bool  // the column is zero: no word has these cells
}

// ByColumns lists the regions of the code with the given basis on n cells, in the order of their first
// cells. The regions do not depend on the choice of the basis.
func ByColumns(basis []gf2.Vec, n int) []Region {
	stride := (len(basis) + 7) / 8
	keys := make([]byte, n*stride)
	for i, b := range basis {
		for j := range b.Ones() {
			keys[j*stride+i/8] |= 1 << (i % 8)
		}
	}
	zero := string(make([]byte, stride))
	return ByKey(n, func(dst []byte, j int) []byte {
		if key := keys[j*stride : (j+1)*stride]; string(key) != zero {
			dst = append(dst, key...)
		}
		return dst
	})
}

// ByKey is ByColumns for columns that are not written out: key appends bytes that are the same for two cells
// exactly if their columns are equal, and none for a column of zeros.
func ByKey(n int, key func(dst []byte, cell int) []byte) []Region {
	var list []Region
	var buf []byte
	byKey := make(map[string]int)
	for j := range n {
		buf = key(buf[:0], j)
		at, ok := byKey[string(buf)]
		if !ok {
			at = len(list)
			byKey[string(buf)] = at
			list = append(list, Region{Fixed: len(buf) == 0})
		}
		list[at].Cells = append(list[at].Cells, j)
	}
	return list
}
