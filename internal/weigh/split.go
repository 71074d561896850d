package weigh

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sync"

	"lightsout/gf2"
)

// Split is a coset without costs whose cells are in four classes, for codes of which two classes determine the
// rest, or nearly so.
//
// Say that a word may cost most on the four classes together. Let the classes have centres that add up to that,
// and let the height of a word on a class be what it costs there beyond the centre. The heights of a light word add
// up to at most 0. Let a ≤ b ≤ c ≤ d be its heights in order. Then
//
//	a + 3b ≤ a + b + c + d ≤ 0   and   a + b + 2c ≤ 0
//
// So it is enough to list the words of each class up to a height of a third of how far the others can be below
// their centres; to combine every two words of two classes with a + 3b ≤ 0; and of these combinations to look at those
// only that are, on one of the two other classes, a word listed there with a height of at most −(a+b)/2.
//
// A symmetry maps light words to light words, if the centres of the classes that it maps to each other are
// equal. So one word of each orbit of a class is weighed, one of each orbit of pairs of classes is combined, and one
// word of each orbit in its first class.
type Split struct {
	whole   *table
	classes [4]*class
	moves   []*symmetry // a group, or none
	pairs   []*pair     // of classes, but for those that symmetries map earlier ones to
	minima  []int
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

// NewSplit finds the classes. It is nil if the labels do not split the coset. Symmetries are maps of the cells; those
// that map the coset or the classes not to themselves are left out.
func NewSplit(word gf2.Vec, basis []gf2.Vec, labels []int, symmetries [][]int) *Split {
	t := newTable(word, basis, nil, labels)
	names := slices.Compact(slices.Sorted(slices.Values(t.class)))
	if len(names) != 4 {
		return nil
	}
	s := &Split{whole: t}
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
		if len(c.pivots) > maxCoefficients {
			return nil
		}
		for r, j := range c.pivots {
			if c.word.Bit(j) {
				c.word.Add(c.rows[r])
			}
		}
		s.classes[i] = c
	}
	for _, cells := range symmetries {
		if g := s.symmetry(cells); g != nil {
			s.moves = append(s.moves, g)
		}
	}
	s.moves = group(s.moves)
	if s.findPairs(); slices.ContainsFunc(s.pairs, func(p *pair) bool { return p.keyBits() > maxCoefficients || p.free() > maxFree }) {
		return nil
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
		m.Row(i).Add(pick(row, order))
	}
	e := echelon{pivots: m.Reduce()}
	back := make([]int, len(order))
	for at, j := range order {
		back[j] = at
	}
	for i := range e.pivots {
		e.rows = append(e.rows, pick(m.Row(i), back))
	}
	return e
}

// Steps is about how many steps it takes to weigh the classes; the pairs are not known before.
func (s *Split) Steps() float64 {
	steps := 0.0
	for i, c := range s.classes {
		if s.image(i) == i {
			steps += blockSteps(len(c.columns), len(c.rows)) / float64(1+len(s.within(i)))
		}
	}
	return steps
}

// image is the first class that symmetries map to class i.
func (s *Split) image(i int) int {
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
	switch {
	case cost < l.least:
		return 0
	case cost >= l.limit:
		return len(l.words)
	}
	return l.starts[cost-l.least+1]
}

// at is the words of a cost.
func (l *lightWords) at(cost int) []uint64 { return l.words[l.count(cost-1):l.count(cost)] }

// bytesPerWord is what a word that is listed takes, with room for lists that grow and are sorted.
const bytesPerWord = 40

// list lists the words of a class.
func (s *Split) list(ctx context.Context, number, limit int, o Options) (*lightWords, error) {
	c := s.classes[number]
	maps := s.within(number)
	f := newFlag(len(c.rows), lowCoefficients, maps)
	t := s.whole.restrict(c.columns, nil)
	t.word = pick(c.word, c.columns)
	for _, b := range f.basis {
		sum := gf2.NewVec(len(s.whole.cost))
		for i, row := range c.rows {
			if b>>i&1 != 0 {
				sum.Add(row)
			}
		}
		t.rows = append(t.rows, pick(sum, c.columns))
	}
	b := newBlocks(t, f.low)
	skip := b.low - f.low // of a block's number, if the first vectors are too few for a block
	limit = min(limit, b.total)
	byCost := make([][]uint64, max(0, limit+1))
	room := o.MaxMemory / bytesPerWord / int64(1+len(maps))
	var mu sync.Mutex
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	wanted := func(high uint64) bool { return skip > 0 || isLeast(high, f.outer) }
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
	l := &lightWords{least: len(byCost), limit: limit}
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
	return l, ctx.Err()
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
		if lists[i] != nil && lists[i].limit >= limit {
			continue
		}
		l := &lightWords{}
		if first := s.image(i); first != i {
			g := s.moves[slices.IndexFunc(s.moves, func(g *symmetry) bool { return g.class[first] == i })]
			*l = *lists[first]
			l.words = slices.Clone(l.words)
			for k, x := range l.words {
				l.words[k] = g.of[first].of(x)
			}
		} else {
			var err error
			if l, err = s.list(ctx, i, limit, o); err != nil {
				return err
			}
		}
		lists[i] = l
	}
	return nil
}

// Lighter reports whether some word costs at most most. How says in words what was done.
func (s *Split) Lighter(ctx context.Context, most int, o Options) (found bool, how string, err error) {
	o = o.withDefaults()
	if most -= s.whole.fixed; most < 0 {
		return false, "at most half of every region is pressed", nil
	}
	least := s.guess()
	if len(o.Least) == 4 {
		copy(least[:], o.Least)
	}
	var lists [4]*lightWords
	var centre, limits [4]int
	for {
		centre = s.centres(most, least)
		limits = s.limits(centre, least)
		if err := s.lists(ctx, &lists, limits, o); err != nil {
			return false, "", err
		}
		s.minima = []int{s.whole.fixed}
		for i, l := range lists {
			least[i] = l.least // or a bound, if there are none
			if len(l.words) > 0 {
				s.minima = append(s.minima, l.least)
			}
		}
		if len(s.minima) < 5 {
			s.minima = nil
		}
		enough := true
		for i, need := range s.limits(centre, least) {
			enough = enough && need <= limits[i]
		}
		if enough {
			break
		}
	}
	how = "every word of four classes weighed"
	for i, c := range s.classes {
		how += [4]string{", 2^", ", 2^", ", 2^", " and 2^"}[i] + fmt.Sprint(len(c.rows))
	}
	if len(s.moves) > 1 {
		how += " (up to symmetry)"
	}
	var work []*combination
	total := 0.0
	for _, p := range s.pairs {
		c := newCombination(p, lists, centre, most)
		work = append(work, c)
		total += c.pairs
	}
	if o.MaxSteps > 0 && total > o.MaxSteps {
		return false, "", ErrSteps
	}
	how += fmt.Sprintf(", and %.0f pairs of light words", total)
	for _, c := range work {
		found, err := c.lighter(ctx, o)
		if found || err != nil {
			return found, how, err
		}
	}
	return false, how, nil
}

// Minima is what the words cost at least on each class, and on all columns that are alike in all words, or nil if Lighter
// has not weighed them.
func (s *Split) Minima() []int { return s.minima }

// guess is about what the words of each class cost at least, if they were random.
func (s *Split) guess() (least [4]int) {
	for i, c := range s.classes {
		least[i] = max(0, int(c.mean-c.spread*math.Sqrt2*math.Erfcinv(min(1, math.Ldexp(2, -len(c.rows))))))
	}
	return least
}

// words is about how many words of a class cost at most so much, if they were random.
func (c *class) words(cost int) float64 {
	if c.spread == 0 {
		return 1
	}
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
		members[s.image(i)]++
	}
	set := func(i, cost int) {
		for j := range centre {
			if s.image(j) == i {
				centre[j] = cost
			}
		}
	}
	mean, spread := 0.0, 0.0
	for _, c := range s.classes {
		mean, spread = mean+c.mean, spread+c.spread
	}
	for i, c := range s.classes {
		if s.image(i) == i {
			set(i, int(math.Ceil(c.mean+(float64(most)-mean)*c.spread/max(spread, 1))))
		}
	}
	work := func() (sum float64) {
		for _, p := range s.pairs {
			sum += s.classes[p.in[0]].words(centre[p.in[0]]) * s.classes[p.in[1]].words(centre[p.in[1]]) * math.Ldexp(1, p.free()-p.conditions())
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
