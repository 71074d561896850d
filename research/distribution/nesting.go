package distribution

import (
	"cmp"
	"math"
	"math/bits"
	"slices"

	"lightsout/gf2"
	"lightsout/internal/covering"
)

// nesting is a plan to count states by the presses of their regions, where counting by a last coset takes
// too long. Let pᵢ of the mᵢ switches of region i be pressed. A quiet pattern makes that mᵢ − pᵢ in the
// regions that it presses. So a state needs
//
//	min over the quiet patterns c of Σ (pᵢ, or mᵢ − pᵢ if c presses region i)
//
// The regions are chosen in an order in which those still to come span fewer and fewer dimensions. At any
// time only the least sum so far matters among the quiet patterns that act alike on the rest. These
// sums are the lanes: 2^k at first, sixteen once a flat of four dimensions is left, eight in three.
//
// The first regions are a set that the symmetries of the regions preserve: only one choice of presses of
// each orbit, under symmetries and quiet patterns, is followed further, through the tree. From there a stage
// (stage.go) leads to sixteen lanes, and a second one, the bridge, to eight. Up to quiet patterns and symmetries of
// the regions to come there are far fewer different lanes than ways that lead to them. So words are tallied by
// eight lanes, and by sixteen if these can be packed into a word (lanetable.go), and the rest is counted once for
// each (shapes.go).
type nesting struct {
	dim    int
	first  []other
	tree   []other // in the order in which they are chosen, as in those that follow
	wide   []other // down to dimension 5
	bridge []other // of dimension 4
	last   []other // of the dimensions below
	moves  [][]int // what symmetries of all regions do to first
	// A part is a choice on first, up to symmetry, and on the first so many regions of the tree.
	split, parts int
	leaves       float64 // how many choices there are on first, up to symmetry, tree and wide
	bridges      float64 // and on the bridge
	work         float64 // the time in nanoseconds
	round        float64 // the time in nanoseconds until the state can be saved
	sixteen      normalForm
	eight        normalForm
	keep         bool // sixteen lanes are tallied
	room         int  // how many of them are kept
	codes        wordCodes
	classes      int // how many classes of eight lanes a worker keeps
}

// Limits of a nesting. The numbers of words on first, tree, bridge and last must fit a word each.
const (
	maxNestedRegions = 64
	maxNestedDim     = 10
	maxFirst         = 1 << 23 // choices
	maxBridges       = 1 << 16 // choices
	maxWordCells     = 60
	maxNestedMaps    = 64
	maxReach         = 63
	maxWide          = 1 << 10 // choices on the first level of a stage
	worthKeeping     = 1 << 28 // leaves: with fewer sixteen lanes are not tallied
	leastKept        = 1 << 20 // sixteen lanes
	maxKept          = 1 << 28 // 8 GB with two workers
	unlimitedKept    = 1 << 25 // where there is no limit of memory
	partTime         = 1 << 23 // nanoseconds
	roundTime        = 1 << 33
	keptRoundTime    = 1 << 42 // an hour and more: a store that is not full yet is not used well
	leafTime         = 20
	bridgeTime       = 50
	keptLeafTime     = 45
	keptBridgeTime   = 10
	keptPerLeaf      = 1.0 / 512 // of many leaves
	classTime        = 100.0     // for each choice on the last regions outside a plane
)

// planNesting is the nesting that takes the least time; nil if none is possible.
func (r regionList) planNesting() *nesting {
	if len(r.List) > maxNestedRegions || r.Dim > maxNestedDim || r.Active() > mostLanePresses {
		return nil
	}
	maps := r.symmetries(maxNestedMaps)
	var best *nesting
	for t := 3; t <= 4 && t < r.Dim; t++ {
		flat := r.heaviestFlat(t)
		for _, maps := range [][][]int{maps, maps[:1]} { // perhaps every orbit meets the flat
			if n := r.nest(flat, maps); n != nil && (best == nil || n.work < best.work) {
				best = n
			}
		}
	}
	return best
}

// symmetries lists linear maps that permute the regions and keep their sizes, as permutations of the list,
// the identity first. If there are more than the limit, it is only the identity.
func (r regionList) symmetries(limit int) [][]int {
	space := covering.NewSpace(r.Regions)
	at := map[uint64]int{}
	for i, g := range r.List {
		at[g.Column] = i
	}
	same := make([]int, len(r.List))
	for i := range same {
		same[i] = i
	}
	maps := [][]int{same}
	const maxSteps = 1 << 20
	steps := 0
	try := func(int, uint64) bool {
		steps++
		return len(maps) <= limit && steps <= maxSteps
	}
	space.LinearMaps(gf2.Independent64(space.Points), try, func(from, to []uint64) {
		image := make([]int, len(r.List))
		for j, g := range from {
			if k, ok := at[g]; ok {
				image[k] = at[to[j]]
			}
		}
		if !slices.Equal(image, same) {
			maps = append(maps, image)
		}
	})
	if len(maps) > limit || steps > maxSteps {
		return maps[:1]
	}
	return maps
}

// heaviestFlat is a basis, of columns, of a subspace on whose regions there are many choices.
func (r regionList) heaviestFlat(dim int) []uint64 {
	values := map[uint64]float64{}
	for _, g := range r.List {
		values[g.Column] = math.Log(float64(g.Size() + 1))
	}
	weight := func(points []uint64) (sum float64) {
		for _, p := range points {
			sum += values[p]
		}
		return sum
	}
	var best []uint64
	most := 0.0
	for i, g := range r.List {
		for _, h := range r.List[:i] {
			basis := []uint64{g.Column, h.Column}
			for inside := gf2.Span64(basis); len(basis) < dim; inside = gf2.Span64(basis) {
				next, gain := uint64(0), 0.0
				for _, x := range r.List {
					if slices.Contains(inside, x.Column) {
						continue
					}
					coset := make([]uint64, len(inside))
					for k, p := range inside {
						coset[k] = p ^ x.Column
					}
					if w := weight(coset); w > gain {
						next, gain = x.Column, w
					}
				}
				basis = append(basis, next)
			}
			if w := weight(gf2.Span64(basis)); w > most {
				best, most = basis, w
			}
		}
	}
	return best
}

// nest plans the counting with a given last flat.
func (r regionList) nest(flat []uint64, maps [][]int) *nesting {
	inside := gf2.Span64(flat)
	inFlat := func(i int) bool { return slices.Contains(inside, r.List[i].Column) }
	best := []int(nil)
	fewest := math.Inf(1)
	for _, first := range r.firstCandidates(inFlat, maps) {
		columns := slices.Clone(flat)
		cells := 0
		for i, g := range r.List {
			if !slices.Contains(first, i) && !inFlat(i) {
				columns = append(columns, g.Column)
				cells += g.Size()
			}
		}
		if gf2.NewBasis64(columns...).Dim() < r.Dim || cells > maxWordCells {
			continue
		}
		choices, orbits := r.orbitsOf(first, len(maps))
		if reduced := orbits / choices; reduced < fewest {
			best, fewest = first, reduced
		}
	}
	if best == nil {
		return nil
	}
	n := &nesting{dim: r.Dim, leaves: fewest, bridges: 1, round: roundTime, room: maxKept, classes: maxClasses}
	var inner, outer []covering.Region
	for i, g := range r.List {
		switch {
		case inFlat(i):
			inner = append(inner, g)
		case slices.Contains(best, i):
			n.leaves *= float64(g.Size() + 1)
		default:
			outer = append(outer, g)
		}
	}
	span := gf2.NewBasis64(chain(chain(nil, inner), outer)...)
	at := func(column uint64) uint64 {
		coordinates, _ := span.Coordinates(column)
		return coordinates
	}
	var bridgeCells, lastCells int
	for _, o := range arrangeChain(slices.Concat(inner, outer), at) {
		switch {
		case o.dim > bridgeDim:
			n.tree = append(n.tree, o)
			n.leaves *= float64(o.size + 1)
		case o.dim == bridgeDim:
			n.bridge = append(n.bridge, o)
			n.bridges *= float64(o.size + 1)
			bridgeCells += o.size
		default:
			n.last = append(n.last, o)
			lastCells += o.size
		}
	}
	if n.bridges > maxBridges || bridgeCells > maxWordCells || lastCells > maxWordCells {
		return nil
	}
	for _, i := range best {
		g := r.List[i]
		n.first = append(n.first, other{column: at(g.Column), dim: r.Dim, size: g.Size()})
	}
	for _, m := range maps {
		move := make([]int, len(best))
		for k, i := range best {
			move[k] = slices.Index(best, m[i])
		}
		n.moves = append(n.moves, move)
	}
	s := newShapes(n.last)
	reach := slices.Max(s.levels[bridgeDim-1].reach)
	if reach > maxReach {
		return nil // there would be too many shapes
	}
	even := true // all quiet patterns press an even number of switches
	for c := range uint64(1) << r.Dim {
		pressed := 0
		for _, g := range r.List {
			if covering.Parity(g.Column, c) != 0 {
				pressed += g.Size()
			}
		}
		even = even && pressed%2 == 0
	}
	n.sixteen = newNormalForm(slices.Concat(n.bridge, n.last), bridgeDim, even)
	n.eight = newNormalForm(n.last, bridgeDim-1, even)
	n.plan()
	n.work += n.shapeWork(s, reach)
	return n
}

// plan divides the tree into what is chosen by presses of one region after the other and the stage that is chosen
// widely, and the work into parts.
func (n *nesting) plan() {
	n.codes = newWordCodes(n.tree)
	best, most := len(n.tree), 0.0
	for from := len(n.tree); from > 0; {
		end := from
		dim := n.tree[end-1].dim
		from = slices.IndexFunc(n.tree, func(o other) bool { return o.dim == dim })
		choices := 1.0
		for _, o := range n.tree[from:end] {
			choices *= float64(o.size + 1)
		}
		if choices > maxWide {
			break
		}
		if fill := choices / (32 * math.Ceil(choices/32)); fill > most { // of the blocks of 32 choices
			best, most = from, fill
		}
	}
	n.tree, n.wide = n.tree[:best], n.tree[best:]
	leaf := leafTime + n.bridges*bridgeTime
	if n.keep = n.canKeep() && n.leaves > worthKeeping; n.keep {
		leaf = keptLeafTime + n.bridges*keptBridgeTime*keptPerLeaf
		n.round = keptRoundTime
	}
	n.work = n.leaves * leaf
	under := leaf
	for _, o := range slices.Concat(n.tree, n.wide) {
		under *= float64(o.size + 1)
	}
	n.parts, n.split = 1, 0
	for ; under > partTime && n.split < len(n.tree); n.split++ {
		values := n.tree[n.split].size + 1
		n.parts *= values
		under /= float64(values)
	}
}

// canKeep reports whether words can be tallied by sixteen lanes.
func (n *nesting) canKeep() bool {
	cells := 0
	for _, o := range slices.Concat(n.first, n.tree, n.wide, n.bridge) {
		cells += o.size
	}
	// Not all words on these regions lead to the same lanes, so their number fits a word.
	return cells <= 64 && len(n.wide) > 0 && max(n.sixteen.most, n.eight.most) <= mostLevel && len(n.codes.words) <= noCode
}

// shapeWork estimates the time to count on the last regions, once for each class of lanes. The least of eight
// lanes is 0 without the constant, and the others are at most reach; about half of these come.
func (n *nesting) shapeWork(s *shapes, reach uint64) float64 {
	classes := math.Pow(float64(reach/2+1), 7) / float64(8*len(s.moves))
	each := classTime
	for _, o := range s.levels[bridgeDim-1].regions {
		each *= float64(o.size + 1)
	}
	return min(classes, n.leaves*n.bridges) * each
}

// firstCandidates lists sets of regions outside the flat that the maps preserve: unions of orbits.
func (r regionList) firstCandidates(inFlat func(int) bool, maps [][]int) (sets [][]int) {
	var orbits [][]int
	seen := map[int]bool{}
	for i := range r.List {
		if seen[i] {
			continue
		}
		var orbit []int
		free := true
		for _, m := range maps {
			if j := m[i]; !seen[j] {
				seen[j] = true
				orbit = append(orbit, j)
				free = free && !inFlat(j)
			}
		}
		if free {
			orbits = append(orbits, orbit)
		}
	}
	const most = 12
	orbits = orbits[:min(len(orbits), most)]
	for chosen := 1; chosen < 1<<len(orbits); chosen++ {
		var set []int
		choices, cells := 1.0, 0
		for k, orbit := range orbits {
			if chosen>>k&1 != 0 {
				for _, i := range orbit {
					set = append(set, i)
					choices *= float64(r.List[i].Size() + 1)
					cells += r.List[i].Size()
				}
			}
		}
		if choices <= maxFirst && cells <= maxWordCells {
			slices.Sort(set)
			sets = append(sets, set)
		}
	}
	return sets
}

// orbitsOf estimates, from the number of choices of presses on some regions, how many orbits they are of.
// Burnside's lemma gives the orbits under quiet patterns; of the symmetries, at least the identity counts.
func (r regionList) orbitsOf(set []int, symmetries int) (choices, orbits float64) {
	choices = 1
	for _, i := range set {
		choices *= float64(r.List[i].Size() + 1)
	}
	for c := range uint64(1) << r.Dim {
		fixed := choices
		for _, i := range set {
			if g := r.List[i]; covering.Parity(g.Column, c) != 0 {
				fixed *= float64(1-g.Size()%2) / float64(g.Size()+1)
			}
		}
		orbits += fixed
	}
	orbits = math.Ldexp(orbits, -r.Dim)
	return choices, orbits/float64(symmetries) + 1
}

// chain extends a basis by columns of the regions until it spans them: each time by the one that brings
// most choices into the span.
func chain(basis []uint64, list []covering.Region) []uint64 {
	basis = slices.Clone(basis)
	for {
		next, most := uint64(0), 0.0
		for _, x := range list {
			if gf2.NewBasis64(basis...).Contains(x.Column) {
				continue
			}
			wider := append(basis[:len(basis):len(basis)], x.Column)
			gain := 1.0
			for _, g := range list {
				if !gf2.NewBasis64(basis...).Contains(g.Column) && gf2.NewBasis64(wider...).Contains(g.Column) {
					gain *= float64(g.Size() + 1)
				}
			}
			if gain > most {
				next, most = x.Column, gain
			}
		}
		if most == 0 {
			return basis
		}
		basis = append(basis, next)
	}
}

// arrangeChain writes the columns in the basis, and orders the regions so that the dimension falls. In each
// dimension the column of the basis comes last.
func arrangeChain(list []covering.Region, at func(uint64) uint64) (arranged []other) {
	for _, g := range list {
		column := at(g.Column)
		arranged = append(arranged, other{column: column, dim: bits.Len64(column), size: g.Size()})
	}
	slices.SortStableFunc(arranged, func(a, b other) int {
		return cmp.Or(cmp.Compare(b.dim, a.dim), cmp.Compare(b.column, a.column))
	})
	return arranged
}

// binomialWords is a row of Pascal's triangle of at most maxWordCells.
func binomialWords(n int) []uint64 {
	row := make([]uint64, n+1)
	for k, c := range covering.Binomials(n) {
		row[k] = c.Uint64()
	}
	return row
}
