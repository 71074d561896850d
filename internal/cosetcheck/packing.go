package cosetcheck

import "slices"

// Packing bounds from below how many columns a set needs that touches each of the wanted rows: wanted rows without a
// column in common need one each. rows has the columns of each wanted row. Each is taken, in order, that has no column
// in common with those before.
func Packing(rows [][]int) (count int) {
	used := map[int]bool{}
	for _, row := range rows {
		if len(row) == 0 || slices.ContainsFunc(row, func(c int) bool { return used[c] }) {
			continue
		}
		for _, c := range row {
			used[c] = true
		}
		count++
	}
	return count
}
