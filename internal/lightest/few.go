package lightest

import (
	"math/bits"

	"lightsout/gf2"
	"lightsout/internal/regions"
)

// Few is a code of few words of at most 64 cells, prepared for many searches. A search gives the same
// result as [Minimum] without costs: it does the same in machine words, where the form's vectors, the
// parts and the searches of the general case take ten times as long as weighing the words. It is safe for
// concurrent use.
type Few struct {
	cells   int
	rows    []uint64 // a reduced basis
	fixed   uint64   // cells that no word has
	regions []fewRegion
}

// fewRegion is cells that change together.
type fewRegion struct {
	cells uint64
	size  int
	key   uint8 // its column: bit i if row i has it
}

// maxFew is the largest dimension of the codes: that up to which a form is searched by gray.
const maxFew = 8

// NewFew prepares the code that the basis spans; it is nil if that is too large, or empty.
func NewFew(basis []gf2.Vec, cells int) *Few {
	if cells == 0 || cells > 64 || len(basis) > maxFew {
		return nil
	}
	reduced := make([]gf2.Vec, len(basis))
	for i, b := range basis {
		reduced[i] = b.Clone()
	}
	reduced = reduced[:len(eliminate(reduced, nil, nil))]
	f := &Few{cells: cells}
	for _, b := range reduced {
		f.rows = append(f.rows, b.Words()[0])
	}
	for _, r := range regions.Of(reduced, cells) {
		var one fewRegion
		for _, c := range r.Cells {
			one.cells |= 1 << c
		}
		if r.Fixed {
			f.fixed = one.cells
			continue
		}
		one.size = len(r.Cells)
		for i, row := range f.rows {
			one.key |= uint8(row >> r.Cells[0] & 1 << i)
		}
		f.regions = append(f.regions, one)
	}
	return f
}

// fewForm is the form of a coset, as in form.go, in machine words.
type fewForm struct {
	n, k  int
	cost  [64]int
	unit  bool // every cost is 1
	given uint64
	word  uint64
	rows  [maxFew]uint64
	lift  [maxFew]uint64
	pivot [maxFew]int
}

func (f *fewForm) weigh(word uint64) int {
	if f.unit {
		return bits.OnesCount64(word)
	}
	sum := 0
	for ; word != 0; word &= word - 1 {
		sum += f.cost[bits.TrailingZeros64(word)]
	}
	return sum
}

// Minimum is the lightest word of the coset of a word.
func (c *Few) Minimum(word gf2.Vec) Result {
	w := word.Words()[0]
	base := bits.OnesCount64(w & c.fixed)
	f := fewForm{unit: true}
	for _, r := range c.regions {
		same := bits.OnesCount64(w & r.cells)
		changed := r.size - same
		base += min(same, changed)
		if same == changed {
			continue
		}
		if same > changed {
			f.given |= 1 << f.n
		}
		f.cost[f.n] = max(same, changed) - min(same, changed)
		f.unit = f.unit && f.cost[f.n] == 1
		for i := range c.rows {
			f.rows[i] |= uint64(r.key>>i&1) << f.n
		}
		f.n++
	}
	copy(f.lift[:], c.rows)
	f.eliminate(len(c.rows))
	f.word = f.given
	for i := range f.k {
		if f.word>>f.pivot[i]&1 != 0 {
			f.word ^= f.rows[i]
			w ^= f.lift[i]
		}
	}
	best := f.lightest()
	for i := range f.k {
		if best>>f.pivot[i]&1 != 0 {
			w ^= f.lift[i]
		}
	}
	r := Result{Word: gf2.NewVec(c.cells), Weight: base + f.weigh(best), Proved: true, TiesProved: true}
	r.Word.Words()[0] = w
	r.Lower = r.Weight
	r.Proof = f.proof(best)
	r.Proof.Cells, r.Proof.Columns, r.Proof.Dimension = c.cells, f.n, f.k
	r.Proof.Fixed, r.Proof.Weight, r.Proof.Lower = base, r.Weight, r.Lower
	r.Method = r.Proof.Method
	return r
}

// eliminate is the function eliminate, of k rows with what they lift to.
func (f *fewForm) eliminate(k int) {
	for at := 0; f.k < k; at++ {
		r, c, p := f.k, 64, 0
		for i := r; i < k; i++ {
			if one := at + bits.TrailingZeros64(f.rows[i]>>at); f.rows[i]>>at != 0 && one < c {
				c, p = one, i
			}
		}
		if c == 64 {
			return
		}
		at = c
		f.rows[r], f.rows[p] = f.rows[p], f.rows[r]
		f.lift[r], f.lift[p] = f.lift[p], f.lift[r]
		for i := range k {
			if i != r && f.rows[i]>>c&1 != 0 {
				f.rows[i] ^= f.rows[r]
				f.lift[i] ^= f.lift[r]
			}
		}
		f.pivot[r] = c
		f.k++
	}
}

// lightest weighs all words, as gray does, and prefers the smallest coefficients among equals. So does
// gray in each part, and the coefficients of a sum are the smallest if those of its parts are.
func (f *fewForm) lightest() uint64 {
	word, x := f.word, uint64(0)
	best, weight, bestX := word, f.weigh(word), uint64(0)
	for i := uint64(1); i < 1<<f.k && weight > 0; i++ {
		row := bits.TrailingZeros64(i)
		word ^= f.rows[row]
		x ^= 1 << row
		if n := f.weigh(word); n < weight || n == weight && x < bestX {
			best, weight, bestX = word, n, x
		}
	}
	return best
}

// proof is what the general search would record.
func (f *fewForm) proof(best uint64) Proof {
	if f.weigh(f.given) == 0 || f.weigh(f.word) == 0 {
		return Proof{Method: regionsProof.name}
	}
	parts, p := 0, Proof{Method: "sum"}
	for left := uint(1)<<f.k - 1; left != 0; parts++ {
		first := bits.TrailingZeros(left)
		rows, columns := uint(1)<<first, f.rows[first]
		for grown := true; grown; {
			grown = false
			for i := range f.k {
				if rows>>i&1 == 0 && f.rows[i]&columns != 0 {
					rows, columns, grown = rows|1<<i, columns|f.rows[i], true
				}
			}
		}
		left &^= rows
		if min(f.weigh(f.given&columns), f.weigh(f.word&columns)) == 0 {
			continue
		}
		k, weight := bits.OnesCount(rows), f.weigh(best&columns)
		p.Parts = append(p.Parts, Proof{Method: "gray", Columns: bits.OnesCount64(columns), Dimension: k, Weight: weight, Lower: weight, Words: 1 << k})
	}
	switch {
	case len(p.Parts) == 0:
		return Proof{Method: regionsProof.name}
	case parts == 1:
		return p.Parts[0]
	}
	return p
}
