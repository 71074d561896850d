package covering

import (
	"cmp"
	"math/big"
	"math/bits"
	"slices"

	"lightsout/gf2"
	"lightsout/internal/disjoint"
)

// region is a set of switches that every quiet pattern presses all or none of. Only how many of them
// are pressed affects the number of presses.
type region struct {
	// Column says which of the first 64 basis patterns press the region: bit j for pattern j.
	Column uint64
	Cells  []int
}

// size is the number of switches.
func (r region) size() int { return len(r.Cells) }

// Regions is what distances on a board depend on: its switches, grouped by which quiet patterns
// press them.
type Regions struct {
	Switches int
	Dim      int      // independent quiet patterns: the nullity
	List     []region // by falling size, then by column
	Idle     []int    // switches that no quiet pattern presses
}

// maxColumnDim is the largest nullity for which a column fits a word.
const maxColumnDim = 64

// FindRegions groups the switches by their columns. The quiet patterns must be independent.
func FindRegions(switches int, quiet []gf2.Vec) *Regions {
	r := &Regions{Switches: switches, Dim: len(quiet)}
	for _, g := range disjoint.ByColumns(quiet, switches) {
		if g.Fixed {
			r.Idle = g.Cells
			continue
		}
		column := uint64(0)
		for j, q := range quiet[:min(len(quiet), maxColumnDim)] {
			if q.Bit(g.Cells[0]) {
				column |= 1 << j
			}
		}
		r.List = append(r.List, region{Column: column, Cells: g.Cells})
	}
	slices.SortStableFunc(r.List, func(a, b region) int {
		return cmp.Or(cmp.Compare(b.size(), a.size()), cmp.Compare(a.Column, b.Column))
	})
	return r
}

// Cells lists the switches of each region, then the idle ones.
func (r *Regions) Cells() [][]int {
	var all [][]int
	for _, g := range r.List {
		all = append(all, g.Cells)
	}
	if len(r.Idle) > 0 {
		all = append(all, r.Idle)
	}
	return all
}

// active is the number of switches that some quiet pattern presses.
func (r *Regions) active() int { return r.Switches - len(r.Idle) }

// rank is that of the board.
func (r *Regions) rank() int { return r.Switches - r.Dim }

// odd is the number of regions of odd size.
func (r *Regions) odd() (n int) {
	for _, g := range r.List {
		n += g.size() % 2
	}
	return n
}

// transform is the Walsh–Hadamard transform of the excesses, one value for each quiet pattern.
func (r *Regions) transform(excess []int) []int {
	values := make([]int, 1<<r.Dim)
	for i, g := range r.List {
		values[g.Column] = excess[i]
	}
	hadamard(values)
	return values
}

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
