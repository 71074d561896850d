package zmod

import (
	"bytes"
	"context"
	"math"
	"slices"
)

// Coset is all solutions of A·x = b, and what each costs: price[s][n] is what pressing switch s n times costs.
//
// Switches that every element of the kernel presses alike, or alike up to a unit of Z/K, make a region: one
// number decides all of them, and a table has the region's cost for each value of it.
type Coset struct {
	kernel *Kernel
	word   []uint8
	fixed  int64   // what switches cost that no element of the kernel presses
	tables []int64 // K for each region
	steps  [][]step
}

// step is what adding a generator does to a region.
type step struct {
	table int // where the region's table begins
	at    int // the region
	by    uint8
}

// NewCoset describes word plus the kernel.
func NewCoset(word []uint8, kernel *Kernel, price [][]int64) *Coset {
	c := &Coset{kernel: kernel, word: word, steps: make([][]step, len(kernel.Words))}
	k := kernel.ring.k
	regions := map[string]int{}
	column := make([]uint8, len(kernel.Words))
	for s := range word {
		for i, w := range kernel.Words {
			column[i] = w[s]
		}
		key, unit := kernel.ring.normal(column)
		if len(bytes.Trim(key, "\x00")) == 0 {
			c.fixed += price[s][word[s]]
			continue
		}
		at, ok := regions[string(key)]
		if !ok {
			at = len(regions)
			regions[string(key)] = at
			c.tables = append(c.tables, make([]int64, k)...)
			for i, by := range key {
				if by != 0 {
					c.steps[i] = append(c.steps[i], step{at * k, at, by})
				}
			}
		}
		for v := range k {
			c.tables[at*k+v] += price[s][kernel.ring.add[word[s]][kernel.ring.mul[unit][v]]]
		}
	}
	return c
}

// normal is the least multiple of the column by a unit, and the unit that leads from it to the column.
func (r *ring) normal(column []uint8) (least []uint8, unit uint8) {
	multiple := make([]uint8, len(column))
	for _, u := range r.units {
		for i, x := range column {
			multiple[i] = r.mul[u][x]
		}
		if least == nil || bytes.Compare(multiple, least) < 0 {
			least, unit = slices.Clone(multiple), u
		}
	}
	for _, u := range r.units {
		if r.mul[u][unit] == 1 {
			return least, u
		}
	}
	return least, unit // unreachable: every unit has an inverse
}

// Regions is how many regions there are, the work for each element.
func (c *Coset) Regions() int { return len(c.tables) / c.kernel.ring.k }

// Floor is a bound that no element goes below: each region at its cheapest.
func (c *Coset) Floor() int64 {
	return c.fixed + cheapest(c.tables, c.kernel.ring.k)
}

// Place is an element of a coset.
type Place struct {
	coset *Coset
	Cost  int64
	times []uint8 // how often each generator was added
}

// Word is the element as numbers of presses.
func (p *Place) Word() []uint8 {
	x := slices.Clone(p.coset.word)
	for i, w := range p.coset.kernel.Words {
		p.coset.kernel.ring.addMultiple(x, w, p.times[i])
	}
	return x
}

// Least is the cheapest elements of a coset.
type Least struct {
	Cost  int64
	Word  []uint8 // the first of them
	Count int64   // how many there are
}

// Cheapest finds the cheapest elements. If the context ends, the error is its cause.
func (c *Coset) Cheapest(ctx context.Context) (Least, error) {
	best, most := Least{}, int64(math.MaxInt64)
	err := c.Below(ctx, &most, func(p *Place) bool {
		if p.Cost < most {
			best, most = Least{p.Cost, p.Word(), 0}, p.Cost
		}
		best.Count++
		return true
	})
	return best, err
}
