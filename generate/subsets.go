package generate

import (
	"math/big"
	"math/bits"
	"sort"
)

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

// draw sets w to one of the sets, all being equally likely: first how many, then which (Floyd's
// algorithm, Bentley and Floyd, "A sample of brilliance", CACM 1987).
func (s *subsets) draw(w []uint64, random *stream) {
	things := s.low
	if s.high > s.low {
		things, _ = s.split(randomBelow(s.size(), random))
	}
	clear(w)
	for top := s.n - things; top < s.n; top++ {
		i := int(random.below(uint64(top) + 1))
		if w[i/64]>>(i%64)&1 != 0 {
			i = top
		}
		w[i/64] |= 1 << (i % 64)
	}
}

// at sets w to the set of the given number: fewer things come first, and of equally many those with
// the first thing.
func (s *subsets) at(w []uint64, number *big.Int) {
	things, rest := s.split(number)
	clear(w)
	if of := new(big.Int).Binomial(int64(s.n), int64(things)); of.IsUint64() {
		s.atWord(w, things, of.Uint64(), rest.Uint64())
		return
	}
	// of is how many ways there are to choose what is still to choose.
	of := new(big.Int).Binomial(int64(s.n), int64(things))
	with, small := new(big.Int), new(big.Int)
	for i := 0; things > 0; i++ {
		left := int64(s.n - i)
		with.Mul(of, small.SetInt64(int64(things)))
		with.Quo(with, small.SetInt64(left))
		if rest.Cmp(with) < 0 {
			w[i/64] |= 1 << (i % 64)
			of.Set(with)
			things--
		} else {
			rest = new(big.Int).Sub(rest, with)
			of.Sub(of, with)
		}
	}
}

// atWord is at for numbers of a word, of which there are of: counting through takes ten times as long
// without it.
func (s *subsets) atWord(w []uint64, things int, of, rest uint64) {
	for i := 0; things > 0; i++ {
		hi, lo := bits.Mul64(of, uint64(things))
		with, _ := bits.Div64(hi, lo, uint64(s.n-i))
		if rest < with {
			w[i/64] |= 1 << (i % 64)
			of = with
			things--
		} else {
			rest -= with
			of -= with
		}
	}
}

// randomBelow is uniform over 0…n-1: words from the least significant, cut to the length of n,
// until they make a number below n.
func randomBelow(n *big.Int, random *stream) *big.Int {
	length := n.BitLen()
	x, word := new(big.Int), new(big.Int)
	for {
		x.SetInt64(0)
		for at := 0; at < length; at += 64 {
			v := random.word()
			if length-at < 64 {
				v &= 1<<(length-at) - 1
			}
			x.Or(x, word.Lsh(word.SetUint64(v), uint(at)))
		}
		if x.Cmp(n) < 0 {
			return x
		}
	}
}
