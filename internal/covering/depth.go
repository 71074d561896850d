package covering

import (
	"context"
	"fmt"
	"math/big"
	"slices"

	"lightsout/board"
	"lightsout/gf2"
)

// Depth is what FindDepth found; package census documents the fields.
type Depth struct {
	Lower, Upper int
	Presses      gf2.Vec // of the example
	Regions      [][]int
	Proof        string
}

// Limits on the searches, in elementary steps: a minute or so on one core in all.
const (
	tabuWork   = 1 << 32
	searchWork = 1 << 38
)

// maxSearchedDim is the largest dimension in which exhaustive search is tried: two subspaces whose excesses are
// listed span it.
const maxSearchedDim = 2 * maxListedDim

// FindDepth finds the covering radius of the code spanned by the board's quiet patterns, which must be
// independent. If the searches reach their limits or the context ends, the bounds differ. progress is
// called when they improve.
func FindDepth(ctx context.Context, b *board.Board, quiet []gf2.Vec, progress func(lower, upper int)) (*Depth, error) {
	d := &depthSearch{board: b, regions: FindRegions(b.Switches(), quiet), progress: progress}
	d.run(ctx)
	if d.least > d.reached {
		return nil, fmt.Errorf("%s: a state shows a depth of %d, but a proof (%s) says at most %d; please report this",
			b.Spec(), d.lower(), d.proof, d.upper())
	}
	depth := &Depth{Lower: d.lower(), Upper: d.upper(), Proof: d.proof}
	if rank := d.regions.rank(); rank < depth.Upper {
		depth.Upper, depth.Proof = rank, "that many switches are enough to reach every solvable state"
	}
	switch {
	case d.visited != nil:
		depth.Presses = d.visited.hardest()
	case d.excess != nil:
		depth.Presses = d.regions.lightest(d.excess, quiet)
	default:
		return depth, nil
	}
	depth.Regions = d.regions.Cells()
	return depth, nil
}

// depthSearch bounds the least maximum of a transform (spectrum.go): depth = idle + (active − maximum) / 2.
type depthSearch struct {
	board    *board.Board
	regions  *Regions
	least    int           // proved: no excesses have a smaller maximum
	reached  int           // the maximum of excess; if that is nil, a bound from counting
	excess   []int         // of each region
	visited  *breadthFirst // not nil: all states were visited
	proof    string
	progress func(lower, upper int)
}

func (d *depthSearch) lower() int { return d.regions.depthAt(d.reached) }
func (d *depthSearch) upper() int { return d.regions.depthAt(d.least) }

// depthAt is the depth if the least maximum of a transform of excesses is the given one.
func (r *Regions) depthAt(maximum int) int { return len(r.Idle) + (r.active()-maximum)/2 }

func (d *depthSearch) run(ctx context.Context) {
	r := d.regions
	if r.odd() == 0 { // every region can be half pressed
		d.excess = make([]int, len(r.List))
		d.proof = "proved: bound by averaging, met by the example"
		if r.Dim == 0 {
			d.proof = "every state has exactly one answer"
		}
		return
	}
	// The mean of the transform is 0. (T. Helleseth, T. Kløve, J. Mykkeltveit, On the covering radius of binary codes,
	// 1978, call this bound the first Norse bound.) With a maximum of 0 all values would be 0, and all excesses too.
	d.proof = fmt.Sprintf("bound by averaging: an average of %g presses, which not all states have",
		float64(len(r.Idle))+float64(r.active())/2)
	d.least = 2 - r.active()%2
	d.reached = r.active() - 2*(r.sphereBound(ctx)-len(r.Idle))
	d.progress(d.lower(), d.upper())
	if r.rank() <= maxVisitedRank && r.Dim > maxSearchedDim || r.rank() <= quickRank {
		if f, err := visitAll(ctx, d.board, r.rank()); err == nil {
			d.visited, d.proof = f, "all states visited"
			d.least = r.active() - 2*(len(f.counts)-1-len(r.Idle))
			d.reached = d.least
			return
		}
	}
	d.tabu(ctx, tabuWork>>6) // what is to be proved should be known
	if r.Dim <= maxSearchedDim {
		d.raise(ctx)
	}
	d.tabu(ctx, tabuWork)
}

// tabu looks for a harder state than is known, unless that one is known to be among the hardest.
func (d *depthSearch) tabu(ctx context.Context, work int64) {
	if d.regions.Dim <= maxTabuDim && d.least < d.reached && ctx.Err() == nil {
		d.accept(d.regions.tabu(ctx, d.least, work))
	}
}

// accept keeps excesses that show more than what is known, or as much where nothing shows it yet.
func (d *depthSearch) accept(excess []int, maximum int) {
	if excess != nil && (maximum < d.reached || maximum == d.reached && d.excess == nil) {
		d.excess, d.reached = excess, maximum
	}
	d.progress(d.lower(), d.upper())
}

// raise raises the bound on the maximum as long as an exhaustive search proves it, and keeps excesses that meet the
// bound if it finds some.
func (d *depthSearch) raise(ctx context.Context) {
	space := newColumnSpace(d.regions)
	subspaces := space.quarters(ctx)
	for subspaces != nil && d.least < d.reached {
		excess, ok := space.bounded(ctx, subspaces, d.least, searchWork)
		if !ok || excess != nil {
			d.accept(excess, d.least)
			return
		}
		d.least += 2
		d.proof = "exhaustive search: no state needs more"
		d.progress(d.lower(), d.upper())
	}
}

// sphereBound is a lower bound on the depth by counting. Press all idle switches and half of every region, of
// one with an odd number of switches a half rounded up or down. Quiet patterns change nothing but the
// roundings. So the depth is at least the sum of the halves, rounded down, and the depth of a code with a
// switch for each region of odd size, which has a bound by counting. The same count with all switches may
// say more where few are alike.
func (r *Regions) sphereBound(ctx context.Context) int {
	halves, columns := len(r.Idle), []uint64(nil)
	for _, g := range r.List {
		halves += g.size() / 2
		if g.size()%2 != 0 {
			columns = append(columns, g.Column)
		}
	}
	dim := min(r.Dim, len(columns))
	if r.Dim <= maxColumnDim {
		dim = gf2.NewBasis64(columns...).Dim()
	}
	return max(halves+sphere(ctx, len(columns), dim), sphere(ctx, r.Switches, r.Dim))
}

// lightest is a minimal answer with the given excesses: it presses the idle switches and the first of every region, and
// adds a quiet pattern at which the transform has its maximum. If all excesses are 0, so is the transform,
// and every answer is minimal; then there may be too many quiet patterns to list.
func (r *Regions) lightest(excess []int, quiet []gf2.Vec) gf2.Vec {
	word := gf2.VecOf(r.Switches, r.Idle...)
	for i, g := range r.List {
		for _, s := range g.Cells[:(g.size()-excess[i])/2] {
			word.Set(s, true)
		}
	}
	if !slices.ContainsFunc(excess, func(e int) bool { return e != 0 }) {
		return word
	}
	values := r.transform(excess)
	at := slices.Index(values, slices.Max(values))
	for j, q := range quiet {
		if at>>j&1 != 0 {
			word.Add(q)
		}
	}
	return word
}

// sphere is the sphere-covering bound of a code of the given length and dimension: there must be at least as
// many words of that weight or less as cosets. If the context ends it is the bound reached by then, but the
// first steps take less than a second and are always done.
func sphere(ctx context.Context, length, dim int) int {
	cosets := new(big.Int).Lsh(big.NewInt(1), uint(length-dim))
	words, term := big.NewInt(0), big.NewInt(1)
	const always = 1 << 14
	for w := 0; ; w++ {
		if words.Add(words, term); words.Cmp(cosets) >= 0 || w >= always && ctx.Err() != nil {
			return w
		}
		term.Mul(term, big.NewInt(int64(length-w)))
		term.Quo(term, big.NewInt(int64(w+1)))
	}
}
