package covering

import (
	"cmp"
	"context"
	"fmt"
	"math/big"
	"math/bits"
	"math/rand/v2"
	"slices"

	"lightsout/board"
	"lightsout/gf2"
)

// Depth is what FindDepth found; package census documents the fields.
type Depth struct {
	Lower, Upper     int
	Example, Presses gf2.Vec
	Regions          [][]int
	Proof            string
	// Checked: that the example needs Lower presses was proved a second time.
	Checked bool
	// Sample, if there is no example, is a state that may need more than Lower presses. It needs SampleLeast at least.
	Sample      gf2.Vec
	SampleLeast int
}

// Limits on the searches, in elementary steps: a few minutes on one core in all.
const (
	descendWork = 1 << 33
	peakWork    = 1 << 38
	subWork     = 1 << 32
)

// FindDepth finds the covering radius of the code spanned by the board's quiet patterns, which must be
// independent. If the searches reach their limits or the context ends, the bounds differ. progress is
// called when they improve.
func FindDepth(ctx context.Context, b *board.Board, quiet []gf2.Vec, progress func(lower, upper int)) (*Depth, error) {
	d := &depthSearch{board: b, regions: findRegions(b.Switches(), quiet), progress: progress}
	d.run(ctx)
	if d.low > d.high {
		return nil, fmt.Errorf("%s: a state shows a depth of %d, but a proof (%s) says at most %d; please report this", b.Spec(), d.lower(), d.proof, d.upper())
	}
	depth := &Depth{Lower: d.lower(), Upper: d.upper(), Proof: d.proof}
	if rank := d.regions.rank(); rank < depth.Upper {
		depth.Upper, depth.Proof = rank, "rank: so many switches reach every solvable state"
	}
	switch {
	case d.flood != nil:
		depth.Presses = d.flood.hardest()
	case d.excess != nil:
		depth.Presses = d.regions.lightest(d.excess, quiet)
	default:
		word := d.regions.sample()
		if d.pieced != nil {
			word, depth.SampleLeast = d.regions.word(d.pieced), depth.Lower
		}
		depth.Sample = b.Apply(word)
		return depth, nil
	}
	depth.Example = b.Apply(depth.Presses)
	depth.Regions = d.regions.cells()
	return depth, d.check(quiet, depth)
}

// Regions lists the switches of each region, then those that no quiet pattern presses.
func Regions(switches int, quiet []gf2.Vec) [][]int { return findRegions(switches, quiet).cells() }

// maxCheckDim is the largest nullity for which all quiet patterns are added to an example.
const maxCheckDim = 20

// check proves again that the example needs its presses: by adding every quiet pattern in turn, or,
// if there are too many, because none changes their number. Otherwise the example stays unchecked.
func (d *depthSearch) check(quiet []gf2.Vec, depth *Depth) error {
	fewest := depth.Presses.Weight()
	switch {
	case len(quiet) <= maxCheckDim:
		word := depth.Presses.Clone()
		for i := 1; i < 1<<len(quiet); i++ {
			word.Add(quiet[bits.TrailingZeros(uint(i))])
			fewest = min(fewest, word.Weight())
		}
	case d.regions.halved(depth.Presses):
	default:
		if fewest == depth.Lower {
			return nil // unchecked
		}
	}
	if fewest != depth.Lower {
		return fmt.Errorf("%s: a state that should need %d presses needs %d; please report this", d.board.Spec(), depth.Lower, fewest)
	}
	depth.Checked = true
	return nil
}

// depthSearch bounds the least peak: depth = idle + (active − peak) / 2.
type depthSearch struct {
	board    *board.Board
	regions  *regionList
	low      int // proved: no excesses have a lower peak
	high     int // the peak of excess; if that is nil, of pieced at most, or else a bound from counting
	excess   []int
	pieced   []int  // excesses whose peak is not known, where there are too many values
	flood    *flood // not nil: all states were visited
	proof    string
	progress func(lower, upper int)
}

func (d *depthSearch) lower() int { return len(d.regions.idle) + (d.regions.active()-d.high)/2 }
func (d *depthSearch) upper() int { return len(d.regions.idle) + (d.regions.active()-d.low)/2 }

func (d *depthSearch) run(ctx context.Context) {
	r := d.regions
	d.low = r.active() % 2
	d.proof = "averaging bound"
	if r.dim > 2*maxFlatDim && r.rank() <= maxFloodRank && !r.halves() && d.inundate(ctx, r.rank()) {
		return
	}
	if r.halves() {
		d.excess = make([]int, len(r.list))
		d.high = 0
		if r.dim == 0 {
			d.proof = "every state has exactly one answer"
		} else {
			d.proof = "pressing half of every region meets the averaging bound"
		}
		return
	}
	if d.low == 0 {
		// The mean is 0, so with a peak of 0 all values would be 0, and all excesses too.
		d.low = 2
		d.proof = "averaging bound minus 1, since some region has odd size"
	}
	d.high = r.active() - 2*(r.sphereBound(ctx)-len(r.idle))
	d.progress(d.lower(), d.upper())
	if peak, proof := r.oddPeak(ctx); peak > d.low {
		d.low, d.proof = peak, proof
	}
	if r.dim > maxRegionDim {
		return
	}
	if r.dim <= maxWalkDim {
		d.accept(newWalk(r).run(ctx, d.low, walkMoves<<r.dim))
	}
	if d.low < d.high && r.rank() <= quickFloodRank && d.inundate(ctx, r.rank()) {
		return
	}
	space := newColumnSpace(r)
	if r.dim <= 2*maxFlatDim {
		d.descend(ctx, descendWork>>6)
		d.raise(ctx, space, nil, peakWork)
		return
	}
	d.progress(d.lower(), d.upper())
	d.descend(ctx, descendWork>>6) // what is to be proved should be known
	// On a subspace bent functions have the peak 2^maxFlatDim, so where flags prove more it can hardly help.
	if d.low < min(d.high, 1<<maxFlatDim) {
		subspaces := space.subspaces(ctx, 2*maxFlatDim)
		slices.SortStableFunc(subspaces, func(a, b []uint64) int { // the less work first
			return cmp.Compare(len(space.within(a).points), len(space.within(b).points))
		})
		for _, basis := range subspaces {
			d.raise(ctx, space, basis, subWork)
		}
	}
	if r.dim > maxDescendDim {
		d.byPieces(ctx, descendWork)
		return
	}
	d.byPieces(ctx, descendWork>>4) // to begin with
	d.descend(ctx, descendWork)
	if d.low < d.high && r.dim >= largeBlock.from && r.dim <= maxLargeDim {
		if peak, proof, ok := r.largeFlag(ctx, d.low); ok {
			d.low, d.proof = peak, proof
			d.progress(d.lower(), d.upper())
		}
	}
}

// settled reports whether no harder state is to be looked for: one that meets the upper bound is known, or the context
// has ended.
func (d *depthSearch) settled(ctx context.Context) bool {
	return ctx.Err() != nil || d.excess != nil && d.high <= d.low
}

// descend looks for a state that shows more than the bound from counting does.
func (d *depthSearch) descend(ctx context.Context, work int64) {
	if d.settled(ctx) || d.regions.dim > maxDescendDim {
		return
	}
	d.accept(d.regions.descend(ctx, d.low, work, d.excess, d.groups(ctx)...))
}

// groups are the symmetries that a search may ask of a state: on a square both diagonals, none, a quarter turn, half a
// turn, one diagonal, and left and right; elsewhere none, half a turn, and left and right, where the board has
// them. Each is a group of permutations of the regions.
func (d *depthSearch) groups(ctx context.Context) [][][]int {
	motions := map[string][]int{}
	for _, name := range []string{"mirror", "turn", "quarter"} {
		if found, err := d.board.Motions(ctx, name); err == nil && found[0].Switches != nil {
			motions[name] = d.regions.moved(found[0].Switches)
		}
	}
	mirror, turn, quarter := motions["mirror"], motions["turn"], motions["quarter"]
	if mirror != nil && turn != nil && quarter != nil {
		diagonal := after(mirror, quarter)
		return [][][]int{
			generated(diagonal, turn), nil, generated(quarter), generated(turn), generated(diagonal), generated(mirror),
		}
	}
	groups := [][][]int{nil}
	for _, g := range [][]int{turn, mirror} {
		if g != nil {
			groups = append(groups, generated(g))
		}
	}
	return groups
}

// after is the permutation that does first h, then g.
func after(g, h []int) []int {
	both := make([]int, len(h))
	for i, j := range h {
		both[i] = g[j]
	}
	return both
}

// generated is the group of all products of some permutations.
func generated(generators ...[]int) [][]int {
	all := slices.Clone(generators)
	for at := 0; at < len(all); at++ {
		for _, g := range generators {
			product := after(g, all[at])
			if !slices.ContainsFunc(all, func(h []int) bool { return slices.Equal(h, product) }) {
				all = append(all, product)
			}
		}
	}
	return all
}

// accept keeps excesses that show more than what is known, or as much where nothing shows it yet.
func (d *depthSearch) accept(excess []int, peak int) {
	if peak < d.high || peak == d.high && d.excess == nil {
		d.excess, d.high = excess, peak
	}
	d.progress(d.lower(), d.upper())
}

// inundate visits every state of a board that has few. It reports whether it finished.
func (d *depthSearch) inundate(ctx context.Context, rank int) bool {
	f := newFlood(d.board, rank)
	if f.run(ctx) != nil {
		return false
	}
	d.flood, d.proof = f, "all states visited"
	d.low = d.regions.active() - 2*(len(f.counts)-1-len(d.regions.idle))
	d.high = d.low
	return true
}

// raise raises the lower bound on the peak as long as a search of all regions proves it or, given a basis, a
// search of those in the subspace, with a bound on the others.
//
// At a quiet pattern c where the regions within the subspace have their peak, the others still have a sign
// for each class of patterns that act like c there. Regions whose columns differ by one of the subspace have
// the same sign in all of them, up to those at c. So they count as one region whose excess is the sum, and
// the peak of these, whatever it is, adds to that of the subspace.
func (d *depthSearch) raise(ctx context.Context, space *columnSpace, basis []uint64, work int64) {
	if d.low >= d.high || ctx.Err() != nil {
		return
	}
	within, others, how := space, 0, ""
	if basis != nil {
		within = space.within(basis)
		if peak, proof := space.quotient(basis).regions().oddPeak(ctx); peak > 0 {
			others, how = min(peak, d.low), ", and of the others a "+proof
		}
	}
	flats := within.cover(ctx)
	for d.low < d.high && ctx.Err() == nil {
		excess, verdict := lowPeak(ctx, within, flats, d.low-others, work)
		if verdict == peakFound && basis == nil {
			d.excess = make([]int, len(d.regions.list))
			for i, g := range d.regions.list {
				d.excess[i] = excess[g.column]
			}
			d.high = d.low
		}
		if verdict != peakImpossible {
			return
		}
		d.low += 2
		d.proof = fmt.Sprintf("exhaustive search on %d regions in %d dimensions%s", len(within.points), within.dim, how)
		d.progress(d.lower(), d.upper())
	}
}

// odd is the number of regions of odd size.
func (r *regionList) odd() (n int) {
	for _, g := range r.list {
		n += g.size() % 2
	}
	return n
}

// halves reports whether every region can be half pressed.
func (r *regionList) halves() bool { return r.odd() == 0 }

// halved reports whether half of every region and all idle switches are pressed. Adding quiet patterns
// keeps it so, hence all answers have the same number of presses.
func (r *regionList) halved(presses gf2.Vec) bool {
	for _, g := range r.list {
		pressed := 0
		for _, s := range g.cells {
			if presses.Bit(s) {
				pressed++
			}
		}
		if 2*pressed != g.size() {
			return false
		}
	}
	return !slices.ContainsFunc(r.idle, func(s int) bool { return !presses.Bit(s) })
}

// sphereBound is a lower bound on the depth by counting. Press all idle switches and half of every region, of
// one with an odd number of switches a half rounded up or down. Quiet patterns change nothing but the
// roundings. So the depth is at least the sum of the halves, rounded down, and the depth of a code with a
// switch for each region of odd size, which has a bound by counting. The same count with all switches may
// say more where few are alike.
func (r *regionList) sphereBound(ctx context.Context) int {
	halves, columns := len(r.idle), []uint64(nil)
	for _, g := range r.list {
		halves += g.size() / 2
		if g.size()%2 != 0 {
			columns = append(columns, g.column)
		}
	}
	dim := min(r.dim, len(columns))
	if r.dim <= maxRegionDim {
		dim = rank(columns)
	}
	return max(halves+sphere(ctx, len(columns), dim), sphere(ctx, r.switches, r.dim))
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

// sample presses all idle switches, and half of every region, at random rounded up or down: its state is
// harder than a state at random.
func (r *regionList) sample() gf2.Vec {
	random := rand.New(rand.NewPCG(1, 1))
	word := gf2.NewVec(r.switches)
	for _, s := range r.idle {
		word.Set(s, true)
	}
	for _, g := range r.list {
		for _, s := range g.cells[:(g.size()+random.IntN(2))/2] {
			word.Set(s, true)
		}
	}
	return word
}

// word presses all idle switches and the first switches of every region.
func (r *regionList) word(excess []int) gf2.Vec {
	word := gf2.NewVec(r.switches)
	for _, s := range r.idle {
		word.Set(s, true)
	}
	for i, g := range r.list {
		for _, s := range g.cells[:(g.size()-excess[i])/2] {
			word.Set(s, true)
		}
	}
	return word
}

// transform is the values that belong to excesses, one for each quiet pattern.
func (r *regionList) transform(excess []int) []int {
	values := make([]int, 1<<r.dim)
	for i, g := range r.list {
		values[g.column] = excess[i]
	}
	hadamard(values)
	return values
}

// lightest is a minimal answer with the given excesses: it presses the first switches of every region and
// adds a quiet pattern at which the transform has its peak. If all excesses are 0, so is the transform,
// and every answer is minimal; then there may be too many quiet patterns to list.
func (r *regionList) lightest(excess []int, quiet []gf2.Vec) gf2.Vec {
	word := r.word(excess)
	if !slices.ContainsFunc(excess, func(e int) bool { return e != 0 }) {
		return word
	}
	values := r.transform(excess)
	at := 0
	for c, v := range values {
		if v > values[at] {
			at = c
		}
	}
	for j, q := range quiet {
		if at>>j&1 != 0 {
			word.Add(q)
		}
	}
	return word
}
