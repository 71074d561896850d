package covering

import (
	"cmp"
	"math/big"
	"math/bits"
	"math/rand/v2"
	"slices"

	"lightsout/gf2"
	"lightsout/internal/regions"
)

// region is a set of switches that every quiet pattern presses all or none of. Only how many of them
// are pressed affects the number of presses.
type region struct {
	// column says which basis patterns press the region: bit j for pattern j. It is not zero. With more
	// than maxRegionDim patterns it is a linear image of that: it adds up as columns do, but different
	// columns may have the same image, and hardly ever one is zero.
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

// findRegions sorts the switches by their columns.
func findRegions(switches int, quiet []gf2.Vec) *regionList {
	r := &regionList{switches: switches, dim: len(quiet)}
	column := columns(switches, quiet)
	for _, g := range regions.Of(quiet, switches) {
		if g.Fixed {
			r.idle = g.Cells
		} else {
			r.list = append(r.list, region{column: column[g.Cells[0]], cells: g.Cells})
		}
	}
	slices.SortFunc(r.list, func(a, b region) int {
		return cmp.Or(cmp.Compare(b.size(), a.size()), cmp.Compare(a.column, b.column))
	})
	return r
}

// columns are those of the switches, or random linear images of them if they do not fit a word.
func columns(switches int, quiet []gf2.Vec) []uint64 {
	list := make([]uint64, switches)
	random := rand.New(rand.NewPCG(1, 1))
	for j, q := range quiet {
		image := uint64(1) << (j % maxRegionDim)
		if len(quiet) > maxRegionDim {
			image = random.Uint64()
		}
		for s := range q.Ones() {
			list[s] ^= image
		}
	}
	return list
}

// cells lists the switches of each region, then the idle ones.
func (r *regionList) cells() [][]int {
	var all [][]int
	for _, g := range r.list {
		all = append(all, g.cells)
	}
	if len(r.idle) > 0 {
		all = append(all, r.idle)
	}
	return all
}

// moved is what a map of the switches does to the regions, or nil if it does not take regions to regions of their size.
func (r *regionList) moved(switches []int) []int {
	of := make([]int, r.switches) // the region of a switch, plus 1
	for i, g := range r.list {
		for _, s := range g.cells {
			of[s] = i + 1
		}
	}
	to := make([]int, len(r.list))
	for i, g := range r.list {
		to[i] = of[switches[g.cells[0]]] - 1
		for _, s := range g.cells {
			if j := of[switches[s]] - 1; j < 0 || j != to[i] || r.list[j].size() != g.size() {
				return nil
			}
		}
	}
	return to
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
