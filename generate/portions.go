package generate

import "math/big"

// portion is items of which up to most are chosen. An item is some things, and all items of a portion
// have as many.
type portion struct {
	items [][]int
	most  int
}

// portions are the sets of low to high things that are put together from items of some portions.
type portions struct {
	list      []portion
	low, high int
	// ways[i][n] is in how many ways n things are chosen from portion i and those after it.
	ways [][]*big.Int
	size *big.Int
}

func newPortions(list []portion, low, high int) *portions {
	p := &portions{list: list, low: low, high: high, ways: make([][]*big.Int, len(list)+1), size: new(big.Int)}
	for i := len(list); i >= 0; i-- {
		p.ways[i] = make([]*big.Int, high+1)
		for n := range p.ways[i] {
			sum := new(big.Int)
			switch {
			case i < len(list):
				for k := 0; k <= list[i].most && k*list[i].unit() <= n; k++ {
					sum.Add(sum, p.choose(i, k, n))
				}
			case n == 0:
				sum.SetInt64(1)
			}
			p.ways[i][n] = sum
		}
	}
	for n := low; n <= high; n++ {
		p.size.Add(p.size, p.ways[0][n])
	}
	return p
}

// unit is how many things an item of the portion is.
func (p portion) unit() int { return len(p.items[0]) }

// choose is in how many ways n things are chosen from portion i and those after it, k items of them
// from portion i.
func (p *portions) choose(i, k, n int) *big.Int {
	c := new(big.Int).Binomial(int64(len(p.list[i].items)), int64(k))
	return c.Mul(c, p.ways[i+1][n-k*p.list[i].unit()])
}

// at yields the things of the set of that number: fewer things come first, then fewer items of the
// first portion.
func (p *portions) at(which *big.Int, yield func(thing int)) {
	rest := new(big.Int).Set(which)
	n := p.low
	for rest.Cmp(p.ways[0][n]) >= 0 {
		rest.Sub(rest, p.ways[0][n])
		n++
	}
	for i, portion := range p.list {
		k := 0
		for {
			here := p.choose(i, k, n)
			if rest.Cmp(here) < 0 {
				break
			}
			rest.Sub(rest, here)
			k++
		}
		n -= k * portion.unit()
		within := new(big.Int)
		within.QuoRem(rest, p.ways[i+1][n], rest)
		chosen := make([]uint64, (len(portion.items)+63)/64)
		newSubsets(len(portion.items), k, k).at(chosen, within)
		eachOne(chosen, func(j int) {
			for _, thing := range portion.items[j] {
				yield(thing)
			}
		})
	}
}
