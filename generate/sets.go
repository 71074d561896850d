package generate

import (
	"math/big"
	"math/bits"
	"sort"

	"lightsout/board"
	"lightsout/gf2"
)

// sets are numbered sets of switches or lights, with repetition if K > 2.
type sets interface {
	size() *big.Int
	// draw makes set one of them, all being equally likely, and at the one of that number.
	draw(set board.State, random *stream)
	at(set board.State, number *big.Int)
}

// subsets are the sets of low to high of n things.
type subsets struct {
	n, low, high int
	upTo         []*big.Int // upTo[w-low] is how many have low…w things
}

// newSubsets clips high at n; low must not exceed it.
func newSubsets(n, low, high int) *subsets {
	s := &subsets{n: n, low: low, high: min(n, high)}
	sum, of := new(big.Int), new(big.Int).Binomial(int64(n), int64(low))
	for w := low; w <= s.high; w++ {
		s.upTo = append(s.upTo, new(big.Int).Set(sum.Add(sum, of)))
		of.Mul(of, big.NewInt(int64(n-w)))
		of.Quo(of, big.NewInt(int64(w+1)))
	}
	return s
}

func (s *subsets) size() *big.Int { return s.upTo[len(s.upTo)-1] }

// split takes a number apart into how many things, and which of the sets of so many.
func (s *subsets) split(number *big.Int) (things int, rest *big.Int) {
	k := sort.Search(len(s.upTo), func(k int) bool { return number.Cmp(s.upTo[k]) < 0 })
	if k == 0 {
		return s.low, number
	}
	return s.low + k, new(big.Int).Sub(number, s.upTo[k-1])
}

// draw draws first how many, then which (Floyd's algorithm, Bentley and Floyd, "A sample of brilliance", CACM
// 1987).
func (s *subsets) draw(to board.State, random *stream) {
	things := s.low
	if s.high > s.low {
		things, _ = s.split(randomBelow(s.size(), random))
	}
	set := to.Bits()
	set.Clear()
	for top := s.n - things; top < s.n; top++ {
		i := int(random.below(uint64(top) + 1))
		if set.Bit(i) {
			i = top
		}
		set.Set(i, true)
	}
}

// at: fewer things come first, and of equally many those with the first thing.
func (s *subsets) at(to board.State, number *big.Int) {
	things, rest := s.split(number)
	set := to.Bits()
	set.Clear()
	// of is in how many ways the things that are left can be chosen.
	of := new(big.Int).Binomial(int64(s.n), int64(things))
	if of.IsUint64() {
		s.atWord(set, things, of.Uint64(), rest.Uint64())
		return
	}
	with, small := new(big.Int), new(big.Int)
	for i := 0; things > 0; i++ {
		left := int64(s.n - i)
		with.Mul(of, small.SetInt64(int64(things)))
		with.Quo(with, small.SetInt64(left))
		if rest.Cmp(with) < 0 {
			set.Set(i, true)
			of.Set(with)
			things--
		} else {
			rest = new(big.Int).Sub(rest, with)
			of.Sub(of, with)
		}
	}
}

// atWord is at for numbers that fit in a word, ten times as fast.
func (s *subsets) atWord(set gf2.Vec, things int, of, rest uint64) {
	for i := 0; things > 0; i++ {
		hi, lo := bits.Mul64(of, uint64(things))
		with, _ := bits.Div64(hi, lo, uint64(s.n-i))
		if rest < with {
			set.Set(i, true)
			of = with
			things--
		} else {
			rest -= with
			of -= with
		}
	}
}

// portion is things that are chosen together, up to most times.
type portion struct {
	things []int
	most   int
}

// portions are the sets of low to high things that are chosen from some portions.
type portions struct {
	list []portion
	low  int
	// ways[i][n] is in how many ways n things are chosen from portion i and those after it.
	ways  [][]*big.Int
	total *big.Int
}

func newPortions(list []portion, low, high int) *portions {
	p := &portions{list: list, low: low, ways: make([][]*big.Int, len(list)+1), total: new(big.Int)}
	for i := len(list); i >= 0; i-- {
		p.ways[i] = make([]*big.Int, high+1)
		for n := range p.ways[i] {
			p.ways[i][n] = new(big.Int)
			switch {
			case i < len(list):
				for k, left := 0, n; k <= list[i].most && left >= 0; k, left = k+1, left-len(list[i].things) {
					p.ways[i][n].Add(p.ways[i][n], p.ways[i+1][left])
				}
			case n == 0:
				p.ways[i][n].SetInt64(1)
			}
		}
	}
	for n := low; n <= high; n++ {
		p.total.Add(p.total, p.ways[0][n])
	}
	return p
}

func (p *portions) size() *big.Int { return p.total }

func (p *portions) draw(set board.State, random *stream) { p.at(set, randomBelow(p.total, random)) }

// at: fewer things come first, and of equally many those with less of the first portion.
func (p *portions) at(set board.State, number *big.Int) {
	for i := range set.Len() {
		set.Set(i, 0)
	}
	rest, n := new(big.Int).Set(number), p.low
	for ; rest.Cmp(p.ways[0][n]) >= 0; n++ {
		rest.Sub(rest, p.ways[0][n])
	}
	for i, portion := range p.list {
		times := 0
		for ; rest.Cmp(p.ways[i+1][n]) >= 0; times++ {
			rest.Sub(rest, p.ways[i+1][n])
			n -= len(portion.things)
		}
		for _, thing := range portion.things {
			set.Set(thing, times)
		}
	}
}
