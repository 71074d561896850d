package covering

import (
	"cmp"
	"math/big"
	"math/bits"
	"math/rand/v2"
	"slices"

	"lightsout/gf2"
	"lightsout/internal/disjoint"
)

// Region is a set of switches that every quiet pattern presses all or none of. Only how many of them
// are pressed affects the number of presses.
type Region struct {
	// Column says which basis patterns press the region: bit j for pattern j. It is not zero. With more
	// than MaxColumnDim patterns it is a random linear image of that: images add up as columns do, but
	// different columns may have the same image, and hardly ever one is zero.
	Column uint64
	Cells  []int
}

// Size is the number of switches.
func (r Region) Size() int { return len(r.Cells) }

// Regions is what distances on a board depend on: its switches, grouped by which quiet patterns
// press them.
type Regions struct {
	Switches int
	Dim      int      // independent quiet patterns: the nullity
	List     []Region // by falling size, then by column
	Idle     []int    // switches that no quiet pattern presses
}

// MaxColumnDim is the largest nullity for which a column fits a word.
const MaxColumnDim = 64

// FindRegions groups the switches by their columns. The quiet patterns must be independent.
func FindRegions(switches int, quiet []gf2.Vec) *Regions {
	r := &Regions{Switches: switches, Dim: len(quiet)}
	column := columns(switches, quiet)
	for _, g := range disjoint.ByColumns(quiet, switches) {
		if g.Fixed {
			r.Idle = g.Cells
		} else {
			r.List = append(r.List, Region{Column: column[g.Cells[0]], Cells: g.Cells})
		}
	}
	slices.SortFunc(r.List, func(a, b Region) int {
		return cmp.Or(cmp.Compare(b.Size(), a.Size()), cmp.Compare(a.Column, b.Column))
	})
	return r
}

// columns are those of the switches, or random linear images of them if they do not fit a word.
func columns(switches int, quiet []gf2.Vec) []uint64 {
	list := make([]uint64, switches)
	random := rand.New(rand.NewPCG(1, 1))
	for j, q := range quiet {
		image := uint64(1) << (j % MaxColumnDim)
		if len(quiet) > MaxColumnDim {
			image = random.Uint64()
		}
		for s := range q.Ones() {
			list[s] ^= image
		}
	}
	return list
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

// Active is the number of switches that some quiet pattern presses.
func (r *Regions) Active() int { return r.Switches - len(r.Idle) }

// Rank is that of the board.
func (r *Regions) Rank() int { return r.Switches - r.Dim }

// Odd is the number of regions of odd size.
func (r *Regions) Odd() (n int) {
	for _, g := range r.List {
		n += g.Size() % 2
	}
	return n
}

// Presses is a set of switches with the given excesses: all idle switches and the first of every region.
func (r *Regions) Presses(excess []int) gf2.Vec {
	word := gf2.NewVec(r.Switches)
	for _, s := range r.Idle {
		word.Set(s, true)
	}
	for i, g := range r.List {
		for _, s := range g.Cells[:(g.Size()-excess[i])/2] {
			word.Set(s, true)
		}
	}
	return word
}

// Transform is the Walsh–Hadamard transform of the excesses, one value for each quiet pattern.
func (r *Regions) Transform(excess []int) []int {
	values := make([]int, 1<<r.Dim)
	for i, g := range r.List {
		values[g.Column] = excess[i]
	}
	Hadamard(values)
	return values
}

// Parity is 1 if the quiet pattern with the given coefficients presses the region of that column, else
// 0.
func Parity(column, coefficients uint64) int { return bits.OnesCount64(column&coefficients) & 1 }

// Sign is -1 if the quiet pattern with the given coefficients presses the region of that column, else 1.
func Sign(column, coefficients uint64) int { return 1 - 2*Parity(column, coefficients) }

// Binomials is row n of Pascal's triangle.
func Binomials(n int) []*big.Int {
	row := make([]*big.Int, n+1)
	row[0], row[n] = big.NewInt(1), big.NewInt(1)
	for k := 1; k <= n/2; k++ {
		c := new(big.Int).Mul(row[k-1], big.NewInt(int64(n-k+1)))
		row[k] = c.Quo(c, big.NewInt(int64(k)))
		row[n-k] = new(big.Int).Set(row[k])
	}
	return row
}
