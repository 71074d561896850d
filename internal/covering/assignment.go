package covering

// matrix is indexed by the classes of the last subspace, then by those of the one before it.
type matrix [maxListedPoints][maxListedPoints]int16

// assign finds the permutation that maximises the sum of m[v][to[v]] over v < n, by the Hungarian
// method (H. W. Kuhn, The Hungarian method for the assignment problem, 1955): rows enter one by one, each
// along a shortest augmenting path.
func (m *matrix) assign(n int) (to [maxListedPoints]int, sum int) {
	// Rows and columns count from 1 here; column 0 stands for the row being placed.
	const far = 1 << 30
	var rowPrice, colPrice, rowOf, via [maxListedPoints + 1]int
	for row := 1; row <= n; row++ {
		rowOf[0] = row
		var nearest [maxListedPoints + 1]int
		var done [maxListedPoints + 1]bool
		for w := range nearest {
			nearest[w] = far
		}
		at := 0
		for {
			done[at] = true
			u, step, next := rowOf[at], far, 0
			for w := 1; w <= n; w++ {
				if done[w] {
					continue
				}
				if d := -int(m[u-1][w-1]) - rowPrice[u] - colPrice[w]; d < nearest[w] {
					nearest[w], via[w] = d, at
				}
				if nearest[w] < step {
					step, next = nearest[w], w
				}
			}
			for w := 0; w <= n; w++ {
				if done[w] {
					rowPrice[rowOf[w]] += step
					colPrice[w] -= step
				} else {
					nearest[w] -= step
				}
			}
			if at = next; rowOf[at] == 0 {
				break
			}
		}
		for at != 0 {
			rowOf[at] = rowOf[via[at]]
			at = via[at]
		}
	}
	for w := 1; w <= n; w++ {
		u := rowOf[w] - 1
		to[u] = w - 1
		sum += int(m[u][w-1])
	}
	return to, sum
}
