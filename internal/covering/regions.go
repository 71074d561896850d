package covering

import (
	"cmp"
	"math/big"
	"math/bits"
	"slices"

	"lightsout/gf2"
	"lightsout/internal/regions"
)

// region is a set of switches that every quiet pattern presses all or none of. Only how many of them
// are pressed affects the number of presses.
type region struct {
	// column says which basis patterns press the region: bit j for pattern j. It is not zero.
	column uint64
	cells  []int
}

func (r region) size() int { return len(r.cells) }

// regionList is what distances on a board depend on: its switches, grouped by which quiet patterns
// press them.
type regionList struct {
	switches int
	dim      int      // independent quiet patterns: the nullity
	list     []region // by falling size, then by column
	idle     []int    // switches that no quiet pattern presses
}

// maxRegionDim is the largest nullity for which a column fits a word.
const maxRegionDim = 64

// findRegions sorts the switches by their columns. With more than maxRegionDim quiet patterns only
// the idle switches are found, and the list stays empty.
func findRegions(switches int, quiet []gf2.Vec) *regionList {
	r := &regionList{switches: switches, dim: len(quiet)}
	for _, g := range regions.Of(quiet, switches) {
		switch {
		case g.Fixed:
			r.idle = g.Cells
		case r.dim <= maxRegionDim:
			r.list = append(r.list, region{column: columnOf(quiet, g.Cells[0]), cells: g.Cells})
		}
	}
	slices.SortFunc(r.list, func(a, b region) int {
		return cmp.Or(cmp.Compare(b.size(), a.size()), cmp.Compare(a.column, b.column))
	})
	return r
}

// columnOf is the column of a switch; there are at most maxRegionDim quiet patterns.
func columnOf(quiet []gf2.Vec, s int) (column uint64) {
	for j, q := range quiet {
		if q.Bit(s) {
			column |= 1 << j
		}
	}
	return column
}

// cells lists the switches of each region, then the idle ones; nil if the regions were not found.
func (r *regionList) cells() [][]int {
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

// active is the number of switches that some quiet pattern presses.
func (r *regionList) active() int { return r.switches - len(r.idle) }

// rank is that of the board.
func (r *regionList) rank() int { return r.switches - r.dim }

// parity is 1 if the quiet pattern with the given coefficients presses the region of that column, else
// 0.
func parity(column, coefficients uint64) int { return bits.OnesCount64(column&coefficients) & 1 }

// sign is -1 if the quiet pattern with the given coefficients presses the region of that column, else 1.
func sign(column, coefficients uint64) int { return 1 - 2*parity(column, coefficients) }

// binomials is row n of Pascal's triangle.
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
