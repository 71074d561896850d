package sample

import (
	"math/big"
	"math/bits"
	"slices"
	"sort"

	"lightsout/board"
	"lightsout/gf2"
)

// Sets are numbered sets of switches or lights, with repetition if K > 2.
type Sets interface {
	// Size is how many there are.
	Size() *big.Int
	// Draw makes set one of them, all being equally likely, and At the one of that number, or one of that slice.
	Draw(set board.State, random *Stream)
	At(set board.State, n uint64, random *Stream)
}

// subsets are the sets of low to high of n things.
type subsets struct {
	n, low, high int
	upTo         []*big.Int // upTo[w-low] is how many have low…w things
	slices       uint
	words        []uint64   // upTo, if all numbers fit in a word
	choose       [][]uint64 // choose[k][m] is in how many ways k of m things are chosen, modulo 2^64; nil if n is large
}

// maxChoose bounds the numbers of choose.
const maxChoose = 1 << 14

// Subsets are the sets of low to high of n things; high is clipped at n, and low must not exceed it. Fewer things come
// first, and of equally many those with the first thing.
func Subsets(n, low, high int) Sets {
	s := &subsets{n: n, low: low, high: min(n, high)}
	sum, of := new(big.Int), new(big.Int).Binomial(int64(n), int64(low))
	for w := low; w <= s.high; w++ {
		s.upTo = append(s.upTo, new(big.Int).Set(sum.Add(sum, of)))
		of.Mul(of, big.NewInt(int64(n-w)))
		of.Quo(of, big.NewInt(int64(w+1)))
	}
	s.slices = SliceBits(sum)
	for _, n := range s.upTo {
		if sum.IsUint64() {
			s.words = append(s.words, n.Uint64())
		}
	}
	if n*s.high <= maxChoose {
		s.choose = append(s.choose, slices.Repeat([]uint64{1}, n+1))
		for k := 1; k <= s.high; k++ {
			row := make([]uint64, n+1)
			for m := range n {
				row[m+1] = row[m] + s.choose[k-1][m]
			}
			s.choose = append(s.choose, row)
		}
	}
	return s
}

func (s *subsets) Size() *big.Int { return s.upTo[len(s.upTo)-1] }

// split takes a number apart into how many things, how many sets have so many, and which of those it is.
func (s *subsets) split(number *big.Int) (things int, of, rest *big.Int) {
	k := sort.Search(len(s.upTo), func(k int) bool { return number.Cmp(s.upTo[k]) < 0 })
	if k == 0 {
		return s.low, s.upTo[0], number
	}
	return s.low + k, new(big.Int).Sub(s.upTo[k], s.upTo[k-1]), new(big.Int).Sub(number, s.upTo[k-1])
}

// Draw draws first how many, then which (Floyd's algorithm, Bentley and Floyd, "A sample of brilliance", CACM
// 1987).
func (s *subsets) Draw(to board.State, random *Stream) {
	things := s.low
	if s.high > s.low {
		things, _, _ = s.split(randomBelow(s.Size(), random))
	}
	set := to.Bits()
	set.Clear()
	for top := s.n - things; top < s.n; top++ {
		i := int(random.Below(uint64(top) + 1))
		if set.Bit(i) {
			i = top
		}
		set.Set(i, true)
	}
}

func (s *subsets) At(to board.State, n uint64, random *Stream) {
	set := to.Bits()
	set.Clear()
	if s.words != nil {
		k, below := 0, uint64(0)
		for ; n >= s.words[k]; k++ {
			below = s.words[k]
		}
		s.atWord(set, s.low+k, s.words[k]-below, n-below)
		return
	}
	things, size, rest := s.split(Element(s.Size(), s.slices, n, random))
	if size.IsUint64() {
		s.atWord(set, things, size.Uint64(), rest.Uint64())
		return
	}
	of, with, small := new(big.Int).Set(size), new(big.Int), new(big.Int)
	for i := 0; things > 0; i++ { // of is in how many ways the things that are left can be chosen
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

// atWord is At for numbers that fit in a word, ten times as fast, and a hundred times where choose is at hand.
func (s *subsets) atWord(set gf2.Vec, things int, of, rest uint64) {
	for i := 0; things > 0; i++ {
		var with uint64
		if s.choose != nil {
			with = s.choose[things-1][s.n-i-1]
		} else {
			hi, lo := bits.Mul64(of, uint64(things))
			with, _ = bits.Div64(hi, lo, uint64(s.n-i))
		}
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

type portions struct {
	list [][]int // the things of each
	low  int
	// ways[i][n] is in how many ways n things are chosen from portion i and those after it.
	ways  [][]*big.Int
	total *big.Int
}

// Portions are the sets of low to high things of some portions, each of which is chosen as a whole, up to most times.
// Fewer things come first, and of equally many those with less of the first portion.
func Portions(list [][]int, most, low, high int) Sets {
	p := &portions{list: list, low: low, ways: make([][]*big.Int, len(list)+1), total: new(big.Int)}
	for i := len(list); i >= 0; i-- {
		p.ways[i] = make([]*big.Int, high+1)
		for n := range p.ways[i] {
			p.ways[i][n] = new(big.Int)
			switch {
			case i < len(list):
				for k, left := 0, n; k <= most && left >= 0; k, left = k+1, left-len(list[i]) {
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

func (p *portions) Size() *big.Int { return p.total }

func (p *portions) Draw(set board.State, random *Stream) { p.at(set, randomBelow(p.total, random)) }

func (p *portions) At(set board.State, n uint64, random *Stream) {
	p.at(set, Element(p.total, SliceBits(p.total), n, random))
}

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
			n -= len(portion)
		}
		for _, thing := range portion {
			set.Set(thing, times)
		}
	}
}
