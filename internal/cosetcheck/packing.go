package cosetcheck

import "slices"

// Packing bounds from below how many columns a set needs that touches each of the wanted rows: wanted rows without a
// column in common need one each. rows has the columns of each wanted row. Rows with few columns are taken first,
// then in order, and once more in order alone; the better of the two counts.
func Packing(rows [][]int) int {
	bySize := slices.Clone(rows)
	slices.SortStableFunc(bySize, func(a, b []int) int { return len(a) - len(b) })
	return max(areDisjoint(bySize), areDisjoint(rows))
}

// areDisjoint is how many rows are taken if each is that has no column in common with those before.
func areDisjoint(rows [][]int) int {
	used := map[int]bool{}
	count := 0
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
