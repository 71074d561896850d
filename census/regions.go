package census

import (
	"cmp"
	"math/big"
	"math/bits"
	"slices"

	"lightsout/gf2"
)

// region is a set of switches that every quiet pattern presses all or none of. So long as only
// numbers of presses matter they are interchangeable: what counts is how many of them are pressed.
type region struct {
	// column says which basis patterns press the region: bit j for pattern j. It is not zero.
	column uint64
	cells  []int
}

func (r region) size() int { return len(r.cells) }

// regions is a board as far as distances go: its switches, sorted by which quiet patterns press
// them.
type regions struct {
	switches int
	dim      int      // independent quiet patterns: the nullity
	list     []region // by falling size, then by column
	idle     []int    // switches that no quiet pattern presses
}

// maxRegionDim is the largest nullity for which columns are kept: a bit of a word each.
const maxRegionDim = 64

// findRegions sorts the switches by their columns. With more than maxRegionDim quiet patterns only
// the idle switches are found, and the list stays empty.
func findRegions(switches int, quiet []gf2.Vec) *regions {
	r := &regions{switches: switches, dim: len(quiet)}
	used := gf2.NewVec(switches)
	for _, q := range quiet {
		for s := range q.Ones() {
			used.Set(s, true)
		}
	}
	for s := range switches {
		if !used.Bit(s) {
			r.idle = append(r.idle, s)
		}
	}
	if r.dim > maxRegionDim {
		return r
	}
	columns := make([]uint64, switches)
	for j, q := range quiet {
		for s := range q.Ones() {
			columns[s] |= 1 << j
		}
	}
	at := map[uint64]int{}
	for s, column := range columns {
		if column == 0 {
			continue
		}
		i, ok := at[column]
		if !ok {
			i = len(r.list)
			at[column] = i
			r.list = append(r.list, region{column: column})
		}
		r.list[i].cells = append(r.list[i].cells, s)
	}
	slices.SortFunc(r.list, func(a, b region) int {
		return cmp.Or(cmp.Compare(b.size(), a.size()), cmp.Compare(a.column, b.column))
	})
	return r
}

// cells are the switches of each region, and then the idle ones; nil if the regions were not found.
func (r *regions) cells() [][]int {
	if r.dim > maxRegionDim {
		return nil
	}
	var all [][]int
	for _, g := range r.list {
		all = append(all, g.cells)
	}
	if len(r.idle) > 0 {
		all = append(all, r.idle)
	}
	return all
}

// active is how many switches some quiet pattern presses.
func (r *regions) active() int { return r.switches - len(r.idle) }

// parity is 1 if the quiet pattern with the given coefficients presses the column's region, else 0:
// they share an odd number of ones.
func parity(column, coefficients uint64) int { return bits.OnesCount64(column&coefficients) & 1 }

// sign is -1 if the quiet pattern with the given coefficients presses the column's region, else 1.
func sign(column, coefficients uint64) int { return 1 - 2*parity(column, coefficients) }

// binomials is row n of Pascal's triangle, each entry made from the one before.
func binomials(n int) []*big.Int {
	row := make([]*big.Int, n+1)
	row[0], row[n] = big.NewInt(1), big.NewInt(1)
	for k := 1; k <= n/2; k++ {
		c := new(big.Int).Mul(row[k-1], big.NewInt(int64(n-k+1)))
		row[k] = c.Quo(c, big.NewInt(int64(k)))
		row[n-k] = new(big.Int).Set(row[k])
	}
	return row
}
