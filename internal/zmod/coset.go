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
	kernel  *Kernel
	word    []uint8
	fixed   int64     // what switches cost that no element of the kernel presses
	regions [][]uint8 // what each generator adds to them
	tables  []int64   // K for each region
}

// NewCoset describes word plus the kernel.
func NewCoset(word []uint8, kernel *Kernel, price [][]int64) *Coset {
	c := &Coset{kernel: kernel, word: word}
	r, columns := kernel.ring, make([][]uint8, len(word))
	for s := range word {
		for _, w := range kernel.Words {
			columns[s] = append(columns[s], w[s])
		}
	}
	alike, regions := r.together(columns)
	c.regions, c.tables = regions, make([]int64, r.k*len(regions))
	for s, of := range alike {
		if of.next < 0 {
			c.fixed += price[s][word[s]]
			continue
		}
		for v := range r.k {
			c.tables[of.next*r.k+v] += price[s][r.add[word[s]][r.mul[of.unit][v]]]
		}
	}
	return c
}

// joint is a column that counts as unit times another one, the next; −1 if it is zero.
type joint struct {
	by   uint8 // see level
	unit uint8
	next int
}

// together joins columns that are equal up to a unit: distinct are those that are left.
func (r *ring) together(columns [][]uint8) (list []joint, distinct [][]uint8) {
	known := map[string]int{}
	for _, column := range columns {
		key, unit := r.normal(column)
		at, ok := known[string(key)]
		switch {
		case len(bytes.Trim(key, "\x00")) == 0:
			at = -1
		case !ok:
			at = len(distinct)
			known[string(key)] = at
			distinct = append(distinct, key)
		}
		list = append(list, joint{unit: unit, next: at})
	}
	return list, distinct
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
func (c *Coset) Regions() int { return len(c.regions) }

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
