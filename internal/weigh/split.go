package weigh

import (
	"context"
	"fmt"
	"math/bits"
	"slices"
	"sync/atomic"

	"lightsout/gf2"
)

// Split is a coset without costs whose cells are in four classes, with two pairs of classes such that
// on each pair the code is the direct sum of what the two classes see, and determines the rest.
//
// Let m be the sum of the least costs that the words have on each class, and the excess of a word on a
// pair of classes what it costs there beyond their two least costs. A word that costs at most m + E has
// an excess of at most D on one pair or of at most E − D − 1 on the other, whatever D is. So it is
// enough to weigh every word with so little excess; and those are the pairs of light words of the two
// classes.
type Split struct {
	whole   *table
	classes [4]int
	ranks   [4]int
	pairing [][2][2]int // ways to make two pairs of the classes, by their places in classes
}

// NewSplit finds the classes. It is nil if the labels do not split the coset.
func NewSplit(word gf2.Vec, basis []gf2.Vec, labels []int) *Split {
	t := newTable(word, basis, nil, labels)
	classes := slices.Compact(slices.Sorted(slices.Values(t.class)))
	if len(classes) != 4 {
		return nil
	}
	s := &Split{whole: t, classes: [4]int(classes)}
	for i, c := range s.classes {
		s.ranks[i] = len(t.restrict(t.of(c), t.rows).independent())
	}
	for _, way := range [][2][2]int{{{0, 1}, {2, 3}}, {{0, 2}, {1, 3}}, {{0, 3}, {1, 2}}} {
		if s.direct(way[0]) != nil && s.direct(way[1]) != nil {
			s.pairing = append(s.pairing, way)
		}
	}
	if s.pairing == nil || slices.Max(s.ranks[:]) > maxGray {
		return nil
	}
	return s
}

// of lists the columns of some classes.
func (t *table) of(classes ...int) []int {
	var list []int
	for _, c := range classes {
		for j, l := range t.class {
			if l == c {
				list = append(list, j)
			}
		}
	}
	return list
}

// independent is a basis of what the rows span.
func (t *table) independent() []gf2.Vec {
	m := gf2.NewMatrix(len(t.rows), len(t.cost))
	for i, row := range t.rows {
		m.Row(i).Add(row)
	}
	rows := make([]gf2.Vec, len(m.Reduce()))
	for i := range rows {
		rows[i] = m.Row(i)
	}
	return rows
}

// twoClasses is a pair of classes: the words of each, and what both do to the columns outside.
type twoClasses struct {
	inside  [2]*table
	outside *table // its rows are those of inside[0], then those of inside[1]
}

// direct is two classes as a pair, or nil if they are not a direct sum that determines the rest.
func (s *Split) direct(two [2]int) *twoClasses {
	t := s.whole
	a, b := t.of(s.classes[two[0]]), t.of(s.classes[two[1]])
	var others []int
	for i, c := range s.classes {
		if i != two[0] && i != two[1] {
			others = append(others, t.of(c)...)
		}
	}
	// Reduced in this order of columns, a row whose pivot is in b is zero on a.
	ordered := t.restrict(slices.Concat(a, b, others), t.rows)
	rows := ordered.independent()
	inside, cut := len(a)+len(b), 0
	for i, row := range rows {
		if first := row.NextOne(0); first >= inside {
			return nil
		} else if first < len(a) {
			cut = i + 1
		}
	}
	numbers := func(from, to int) []int {
		list := make([]int, to-from)
		for i := range list {
			list[i] = from + i
		}
		return list
	}
	for _, row := range rows[:cut] {
		if !pick(row, numbers(len(a), inside)).IsZero() {
			return nil
		}
	}
	return &twoClasses{
		inside: [2]*table{
			ordered.restrict(numbers(0, len(a)), rows[:cut]),
			ordered.restrict(numbers(len(a), inside), rows[cut:]),
		},
		outside: ordered.restrict(numbers(inside, len(t.cost)), rows),
	}
}

// Steps is about how many steps it takes to weigh the classes; the pairs are not known before.
func (s *Split) Steps() float64 {
	steps := 0.0
	for i, c := range s.classes {
		steps += 2 * blockSteps(len(s.whole.of(c)), s.ranks[i])
	}
	return steps
}

// excesses is how many words of a class have each excess.
type excesses struct {
	least int
	count []uint64
}

// Lighter reports whether some word costs at most most. How says in words what was done.
func (s *Split) Lighter(ctx context.Context, most int, o Options) (found bool, how string, err error) {
	o = o.withDefaults()
	var tallies [4]excesses
	spare := most - s.whole.fixed // E
	for i, c := range s.classes {
		class := s.whole.restrict(s.whole.of(c), s.whole.rows)
		class.rows = class.independent()
		counts, err := newBlocks(class).histogram(ctx, o, fmt.Sprintf("class %d of 4", i+1))
		if err != nil {
			return false, "", err
		}
		least := slices.IndexFunc(counts, func(n uint64) bool { return n > 0 })
		tallies[i] = excesses{least, counts[least:]}
		spare -= least
	}
	how = fmt.Sprintf("every word of four classes weighed, 2^%d, 2^%d, 2^%d and 2^%d", s.ranks[0], s.ranks[1], s.ranks[2], s.ranks[3])
	if spare < 0 {
		return false, how + ": their minima alone add up to more", nil
	}
	way, split, pairs := s.plan(tallies, spare)
	if words := float64(len(newPacking(s.whole.cost).shift)); o.MaxSteps > 0 && float64(pairs)*words > o.MaxSteps {
		return false, "", ErrSteps
	}
	how += fmt.Sprintf(", and %d pairs of light words", pairs)
	for p, upTo := range [2]int{split, spare - split - 1} {
		tallied := [2]excesses{tallies[way[p][0]], tallies[way[p][1]]}
		found, err := s.direct(way[p]).lighter(ctx, tallied, upTo, most-s.whole.fixed, o)
		if found || err != nil {
			return found, how, err
		}
	}
	return false, how, nil
}

// plan finds the pairing, and the excess to try on the first pair, that leave the fewest pairs of words.
func (s *Split) plan(tallies [4]excesses, spare int) (way [2][2]int, split int, pairs uint64) {
	for n, w := range s.pairing {
		first := pairsUpTo(tallies[w[0][0]], tallies[w[0][1]], spare)
		second := pairsUpTo(tallies[w[1][0]], tallies[w[1][1]], spare)
		for d := -1; d <= spare; d++ {
			if total := first[d+1] + second[spare-d]; n == 0 && d == -1 || total < pairs {
				way, split, pairs = w, d, total
			}
		}
	}
	return way, split, pairs
}

// pairsUpTo is how many pairs have an excess of at most d−1, for d = 0, …, spare+1.
func pairsUpTo(a, b excesses, spare int) []uint64 {
	upTo := make([]uint64, spare+2)
	for i, n := range a.count[:min(len(a.count), spare+1)] {
		for j, m := range b.count[:min(len(b.count), spare-i+1)] {
			if high, low := bits.Mul64(n, m); high == 0 && low <= 1<<62-upTo[i+j+1] {
				upTo[i+j+1] += low
			} else {
				upTo[i+j+1] = 1 << 62
			}
		}
	}
	for d := range spare + 1 {
		upTo[d+1] = min(upTo[d]+upTo[d+1], 1<<62)
	}
	return upTo
}

// blockWords is how many words of a class are held as sums while many of the other pass by.
const blockWords = 512

// lighter weighs the pairs of words whose excess is at most upTo, and reports whether one of them costs
// at most most.
func (p *twoClasses) lighter(ctx context.Context, tallied [2]excesses, upTo, most int, o Options) (bool, error) {
	if upTo < 0 {
		return false, nil
	}
	const perHit = 40 // bytes, with room for a list that grows
	memory := int64(0)
	for _, t := range tallied {
		for _, n := range t.count[:min(len(t.count), upTo+1)] {
			memory += int64(min(n, 1<<40)) * perHit
		}
	}
	if memory > o.MaxMemory {
		return false, ErrMemory
	}
	var lists [2][]hit
	for i, class := range p.inside {
		var err error
		if lists[i], err = newBlocks(class).upTo(ctx, o, tallied[i].least+upTo, "light words of a class"); err != nil {
			return false, err
		}
		slices.SortFunc(lists[i], func(a, b hit) int { return a.cost - b.cost })
	}
	least := tallied[0].least + tallied[1].least
	packing := newPacking(p.outside.cost)
	word, rows, cut := packing.pack(p.outside.word), packing.packAll(p.outside.rows), len(p.inside[0].rows)
	none := make([]uint64, len(word))
	var found atomic.Bool
	blocks := (len(lists[0]) + blockWords - 1) / blockWords
	err := inParallel(ctx, o, "pairs of light words", blocks, func(n int) {
		block := lists[0][n*blockWords : min((n+1)*blockWords, len(lists[0]))]
		sums := make([][]uint64, len(block))
		for i, h := range block {
			sums[i] = make([]uint64, len(word))
			sum(sums[i], word, rows[:cut], h.coefficients)
		}
		other := make([]uint64, len(word))
		for i, h := range lists[1] {
			if i%256 == 0 && (ctx.Err() != nil || found.Load()) {
				return
			}
			room := least + upTo - h.cost // for the word of the block
			if block[0].cost > room {
				return // and so it is for all that follow
			}
			sum(other, none, rows[cut:], h.coefficients)
			for j, g := range block {
				if g.cost > room {
					break
				}
				cost := g.cost + h.cost
				for k, w := range sums[j] {
					cost += bits.OnesCount64(w^other[k]) << packing.shift[k]
				}
				if cost <= most {
					found.Store(true)
					return
				}
			}
		}
	})
	return found.Load(), err
}
