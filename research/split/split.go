// Package split proves the fewest presses of grids whose answers are far too many to weigh, such as 123×123 and
// 131×131 from all on. It shares nothing with the searches of the product but linear algebra, so that what it finds
// is also a second proof of what they found.
//
//	s := split.New(answer, quiet, labels, symmetries)
//	found, err := s.Lighter(ctx, len(answer)-2, split.Options{}) // all answers of such a grid have one parity
//
// It weighs the words of each of four classes of switches up to symmetry (symmetry.go), in blocks of 2^16 by a transform
// (blocks.go), and combines the light words of every two (pairs.go). The innermost loops are in kernels.go and, for
// amd64, in assembly.
package split

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"

	"lightsout/gf2"
	"lightsout/internal/cosetcheck"
)

// Split is a coset without costs whose cells are in four classes, for codes of which two classes determine the
// rest, or nearly so.
//
// A word is light if it costs no more than some number on the four classes together. Let each class have a centre,
// such that these add up to that number at least, and let the height of a word on a class be what it costs there
// beyond the centre. The heights of a light word add up to at most 0. Let a ≤ b ≤ c ≤ d be its heights in order. Then
//
//	a + 3b ≤ a + b + c + d ≤ 0   and   a + b + 2c ≤ 0
//
// So it is enough to list the words of each class up to a height of a third of how far the others can be below
// their centres, and no less than 0; to combine every two words of two classes with a + 3b ≤ 0; and of these combinations
// to look at those only that are, on one of the two other classes, a word listed there with a height of at most
// −(a+b)/2. If the lists do not go as far as that, all of these combinations are looked at.
//
// A symmetry maps light words to light words, if the centres of the classes that it maps to each other are
// equal. So one word of each orbit of a class is weighed, one of each orbit of pairs of classes is combined, and one
// word of each orbit in its first class.
type Split struct {
	word       gf2.Vec
	basis      []gf2.Vec
	whole      *table
	classes    [4]*class
	moves      []*symmetry  // a group without its identity
	classPairs []*classPair // but for those that symmetries map earlier ones to

	listed [4]*lightWords // by earlier searches
}

// class is what a Split knows of a class. The coefficients of a word are its values at the pivots.
type class struct {
	label   int
	columns []int // of the whole table
	pivots  []int // columns of the whole table
	word    gf2.Vec
	rows    []gf2.Vec // row i is 1 at pivot i and 0 at the others; word is 0 at all of them. Both are of the whole table.
	mean    float64   // cost of a random word
	spread  float64   // and the standard deviation of that
}

// New finds the classes. It is nil if there are not four of them, or if two leave too much of the rest open.
// Symmetries are maps of the cells; those that do not take the coset to itself and classes to classes are ignored.
func New(word gf2.Vec, basis []gf2.Vec, labels []int, symmetries [][]int) *Split {
	t := newTable(word, basis, labels)
	names := slices.Compact(slices.Sorted(slices.Values(t.class)))
	if len(names) != 4 {
		return nil
	}
	s := &Split{word: word, basis: basis, whole: t}
	for i, name := range names {
		c := &class{label: name, word: t.word.Clone()}
		squares := 0.0
		var others []int
		for j, l := range t.class {
			if l != name {
				others = append(others, j)
				continue
			}
			c.columns = append(c.columns, j)
			c.mean += float64(t.cost[j]) / 2
			squares += float64(t.cost[j] * t.cost[j])
		}
		c.spread = math.Sqrt(squares) / 2
		m := t.reordered(slices.Concat(c.columns, others))
		for r, p := range m.pivots {
			if p >= len(c.columns) {
				break
			}
			c.pivots, c.rows = append(c.pivots, c.columns[p]), append(c.rows, m.rows[r])
		}
		if len(c.pivots) > maxCoefficients || 2*c.mean >= maxTotalCosts {
			return nil
		}
		for r, j := range c.pivots {
			if c.word.Bit(j) {
				c.word.Add(c.rows[r])
			}
		}
		s.classes[i] = c
	}
	var moves []*symmetry
	for _, cells := range symmetries {
		if g := s.newSymmetry(cells); g != nil {
			moves = append(moves, g)
		}
	}
	s.moves = s.group(moves)
	s.findClassPairs()
	for _, p := range s.classPairs {
		if max(p.keyBits(p.out[0]), p.keyBits(p.out[1])) > maxCoefficients || p.free() > maxFree {
			return nil
		}
	}
	return s
}

const (
	maxCoefficients = 62 // of a class, and conditions that depend on them
	maxFree         = 16 // dimensions that two classes may leave open
)

// echelon is rows of a table, reduced in an order of the columns that is not theirs.
type echelon struct {
	rows   []gf2.Vec // in the table's own order
	pivots []int     // by their places in the other order
}

// reordered reduces the rows of a table.
func (t *table) reordered(order []int) echelon {
	m := gf2.NewMatrix(len(t.rows), len(t.cost))
	for i, row := range t.rows {
		m.Row(i).Add(cosetcheck.Pick(row, order))
	}
	e := echelon{pivots: m.Reduce()}
	back := make([]int, len(order))
	for at, j := range order {
		back[j] = at
	}
	for i := range e.pivots {
		e.rows = append(e.rows, cosetcheck.Pick(m.Row(i), back))
	}
	return e
}

// Steps is about how many steps it takes to weigh the classes; the pairs are not known before.
func (s *Split) Steps() float64 {
	steps := 0.0
	for i, c := range s.classes {
		if s.representative(i) == i {
			steps += blockSteps(len(c.columns), len(c.rows)) / float64(1+len(s.within(i)))
		}
	}
	return steps
}

// representative is the first class that symmetries map to class i.
func (s *Split) representative(i int) int {
	first := i
	for _, g := range s.moves {
		first = min(first, slices.Index(g.class[:], i))
	}
	return first
}

// lightWords are the words of a class that cost at most some limit, by their coefficients.
type lightWords struct {
	least, limit int
	words        []uint64 // by cost
	starts       []int    // where the words of cost least, least+1, …, limit begin, and the end
}

// count is how many of the words cost at most so much.
func (l *lightWords) count(cost int) int {
	if cost < l.least {
		return 0
	}
	return l.starts[min(cost-l.least+1, len(l.starts)-1)]
}

// at is the words of a cost.
func (l *lightWords) at(cost int) []uint64 { return l.words[l.count(cost-1):l.count(cost)] }

// bytesPerWord is what a word that is listed takes, with room for lists that grow and are sorted.
const bytesPerWord = 40

// list lists the words of a class.
func (s *Split) list(ctx context.Context, number, limit int, o Options) (*lightWords, error) {
	c := s.classes[number]
	maps := s.within(number)
	f := newAdaptedBasis(len(c.rows), lowCoefficients, maps)
	t := (&table{cost: s.whole.cost, class: s.whole.class, word: c.word}).restrict(c.columns, nil)
	for _, b := range f.basis {
		sum := gf2.NewVec(len(s.whole.cost))
		for i, row := range c.rows {
			if b>>i&1 != 0 {
				sum.Add(row)
			}
		}
		t.rows = append(t.rows, cosetcheck.Pick(sum, c.columns))
	}
	b := newBlocks(t, f.low)
	aligned := b.low == f.low // else the first vectors are too few for a block, and its number is not the last coefficients
	byCost := make([][]uint64, max(0, min(limit, b.total)+1))
	room := o.MaxMemory / bytesPerWord / int64(1+len(maps))
	var mu sync.Mutex
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	wanted := func(high uint64) bool { return !aligned || isLeast(high, f.outer) }
	err := b.upTo(ctx, o, limit, wanted, fmt.Sprintf("class %d of 4", number+1), func(hits []hit) {
		mu.Lock()
		defer mu.Unlock()
		if room -= int64(len(hits)); room < 0 {
			stop(ErrMemory)
			return
		}
		for _, h := range hits {
			byCost[h.cost] = append(byCost[h.cost], affine{to: f.basis}.linear(h.coefficients))
		}
	})
	if err != nil {
		return nil, context.Cause(ctx)
	}
	l := &lightWords{least: len(byCost), limit: limit} // or more, if there are none
	for cost, words := range byCost {
		if len(words) == 0 && l.least == len(byCost) {
			continue
		}
		l.least = min(l.least, cost)
		words = orbits(words, maps)
		l.starts = append(l.starts, len(l.words))
		l.words = append(l.words, words...)
		byCost[cost] = nil
	}
	l.starts = append(l.starts, len(l.words))
	return l, nil
}

// orbits is the words and all their images, sorted.
func orbits(words []uint64, maps []affine) []uint64 {
	all := slices.Clone(words)
	for _, m := range maps {
		for _, x := range words {
			all = append(all, m.of(x))
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// lists lists the words of all classes up to limits; those of a class that has been listed as far before are kept.
func (s *Split) lists(ctx context.Context, lists *[4]*lightWords, limits [4]int, o Options) error {
	for i, limit := range limits {
		first := s.representative(i)
		if lists[i] != nil && lists[i].limit >= limit && (first == i || lists[i].limit >= lists[first].limit) {
			continue
		}
		if first != i {
			g := s.moves[slices.IndexFunc(s.moves, func(g *symmetry) bool { return g.class[first] == i })]
			l := *lists[first]
			l.words = slices.Clone(l.words)
			for k, x := range l.words {
				l.words[k] = g.of[first].of(x)
			}
			lists[i] = &l
			continue
		}
		lists[i] = nil
		left := o
		if left.MaxMemory -= held(lists[:]...); left.MaxMemory <= 0 {
			return ErrMemory
		}
		l, err := s.list(ctx, i, limit, left)
		if err != nil {
			return err
		}
		lists[i] = l
	}
	return nil
}

// held is the memory of lists.
func held(lists ...*lightWords) (bytes int64) {
	for _, l := range lists {
		if l != nil {
			bytes += 8 * int64(len(l.words))
		}
	}
	return bytes
}

// Outcome is what a Split found.
type Outcome struct {
	Lighter gf2.Vec // a word that has no more ones than was asked, or the empty vector if there is none
	How     string  // what was done, in words
	// Least is what words cost at least on the four classes, and every word besides, added up; it is −1 if no words of
	// some class had to be listed.
	Least int
	// Resumed: it went on from Options.Saved, and rests on what that says.
	Resumed bool
}

// State is how far a search has come: which combinations of light words have been tried without success. The lists of
// light words themselves are made again.
type State struct {
	Most   int    `json:"most"`
	Centre [4]int `json:"centre"`
	Limits [4]int `json:"limits"`
	Steps  int    `json:"steps"`
}

// alike reports whether two states are of searches that go through the same steps.
func (a State) alike(b State) bool {
	a.Steps, b.Steps = 0, 0
	return a == b
}

// Lighter looks for a word that costs at most most. The lists of one search are kept for the next: it is better to begin
// with a number that is too high.
func (s *Split) Lighter(ctx context.Context, most int, o Options) (*Outcome, error) {
	o = o.withDefaults()
	most -= s.whole.fixed
	least := s.guess()
	if len(o.Least) == 4 {
		for i := range least { // equal where symmetries say so
			least[i] = min(max(o.Least[s.representative(i)], 0), int(2*s.classes[i].mean))
		}
	}
	found := &Outcome{}
	lists := s.listed
	for i, l := range lists {
		if l != nil && len(l.words) > 0 {
			least[i] = l.least
		}
	}
	var centre [4]int
	for enough := false; !enough; {
		centre = s.centres(most, least)
		err := s.lists(ctx, &lists, s.limits(centre, least), o)
		if errors.Is(err, ErrMemory) && len(o.Least) == 4 { // perhaps the hint is to blame
			o.Least = nil
			lists, least = [4]*lightWords{}, s.guess()
			continue
		}
		if err != nil {
			return nil, err
		}
		for i, l := range lists {
			least[i] = l.least
		}
		// What was said to be the least may have been too much.
		enough = true
		for i, need := range s.limits(centre, least) {
			enough = enough && need <= lists[i].limit
		}
	}
	s.listed = lists
	found.Least = s.whole.fixed
	for _, l := range lists {
		if found.Least += l.least; len(l.words) == 0 {
			found.Least = -1
			break
		}
	}
	found.How = "every word of four classes weighed"
	for i, c := range s.classes {
		found.How += [4]string{", 2^", ", 2^", ", 2^", " and 2^"}[i] + fmt.Sprint(len(c.rows))
	}
	if len(s.moves) > 0 {
		found.How += " (up to symmetry)"
	}
	memory := held(lists[:]...)
	var work []*combination
	total := 0.0
	for _, p := range s.classPairs {
		c := newCombination(p, lists, centre, most)
		work = append(work, c)
		total += c.pairs
		memory += held(c.first)
	}
	found.How += fmt.Sprintf(", and %.0f pairs of light words", total)
	o.MaxMemory -= memory
	for _, c := range work { // rather than after hours
		if c.memory() > o.MaxMemory {
			return nil, ErrMemory
		}
	}
	state := State{Most: most, Centre: centre}
	for i, l := range lists {
		state.Limits[i] = l.limit
	}
	if o.Saved != nil && o.Saved.alike(state) {
		state.Steps, found.Resumed = o.Saved.Steps, true
	}
	step := 0
	for _, c := range work {
		for _, b := range c.bands() {
			if step++; step <= state.Steps {
				continue
			}
			columns, err := c.try(ctx, b, o)
			if err != nil {
				return nil, err
			}
			if columns != nil {
				found.Lighter = s.lift(columns)
				return found, nil
			}
			if state.Steps = step; o.Save != nil {
				o.Save(state)
			}
		}
	}
	return found, nil
}

// Expected is about what the lightest word costs, if words were random, and how much words vary.
func (s *Split) Expected() (cost, spread int) {
	mean, squares := float64(s.whole.fixed), 0.0
	for _, c := range s.whole.cost {
		mean, squares = mean+float64(c)/2, squares+float64(c*c)
	}
	deviation := math.Sqrt(squares) / 2
	l := math.Ln2 * float64(len(s.whole.rows)) // one word of e^l is below the mean by √(2l − ln 4πl) deviations
	return int(mean - deviation*math.Sqrt(max(0, 2*l-math.Log(4*math.Pi*l)))), int(deviation)
}

// guess is about what the words of each class cost at least, if they were random.
func (s *Split) guess() (least [4]int) {
	for i, c := range s.classes {
		deviations := math.Sqrt2 * math.Erfcinv(min(1, math.Ldexp(2, -len(c.rows))))
		least[i] = max(0, int(c.mean-c.spread*deviations))
	}
	return least
}

// words is about how many words of a class cost at most so much, if they were random.
func (c *class) words(cost int) float64 {
	return 1 + math.Ldexp(math.Erfc((c.mean-float64(cost))/c.spread/math.Sqrt2)/2, len(c.rows))
}

// limits is how far the words of each class have to be listed.
func (s *Split) limits(centre, least [4]int) (limits [4]int) {
	for i := range limits {
		for j := range centre {
			if j != i {
				limits[i] = max(limits[i], (centre[j]-least[j])/3)
			}
		}
		limits[i] += centre[i]
	}
	return limits
}

// centres are numbers that add up to most, or a little more, and leave few words to combine.
func (s *Split) centres(most int, least [4]int) (centre [4]int) {
	members := [4]int{}
	for i := range s.classes {
		members[s.representative(i)]++
	}
	set := func(i, cost int) {
		for j := range centre {
			if s.representative(j) == i {
				centre[j] = cost
			}
		}
	}
	mean, spread := 0.0, 0.0
	for _, c := range s.classes {
		mean, spread = mean+c.mean, spread+c.spread
	}
	for i, c := range s.classes {
		if s.representative(i) == i {
			set(i, int(math.Ceil(c.mean+(float64(most)-mean)*c.spread/spread)))
		}
	}
	for centre[0]+centre[1]+centre[2]+centre[3] < most { // by rounding
		for i := range centre {
			centre[i]++
		}
	}
	work := func() (sum float64) {
		for _, p := range s.classPairs {
			a, b := p.in[0], p.in[1]
			words := s.classes[a].words(centre[a]) * s.classes[b].words(centre[b])
			sum += math.Ldexp(words, p.free()-p.conditions())
		}
		for i, limit := range s.limits(centre, least) {
			sum += 100 * s.classes[i].words(limit)
		}
		return sum
	}
	for now := work(); ; {
		before := now
		for i, n := range members {
			for j, m := range members {
				if i == j || n == 0 || m == 0 {
					continue
				}
				old := centre
				set(i, centre[i]-1)
				set(j, centre[j]+(n+m-1)/m)
				if then := work(); then < now {
					now = then
				} else {
					centre = old
				}
			}
		}
		if now >= before {
			break
		}
	}
	return centre
}

// lift is the word of the coset that has these ones on the columns of the table.
func (s *Split) lift(ones []bool) gf2.Vec {
	t := s.whole
	n := len(t.cost)
	m := gf2.NewMatrix(len(s.basis), n+s.word.Len()) // on the columns, and on the cells
	for i, b := range s.basis {
		for j, x := range t.cell {
			m.Set(i, j, b.Bit(x))
		}
		for x := range b.Ones() {
			m.Set(i, n+x, true)
		}
	}
	rest, lifted := gf2.NewVec(n+s.word.Len()), s.word.Clone()
	for j, one := range ones {
		rest.Set(j, one != t.word.Bit(j))
	}
	for r, pivot := range m.ReduceColumns(n) {
		if rest.Bit(pivot) {
			rest.Add(m.Row(r))
		}
	}
	for x := range lifted.Len() {
		lifted.Set(x, lifted.Bit(x) != rest.Bit(n+x))
	}
	return lifted
}
