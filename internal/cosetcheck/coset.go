package cosetcheck

import (
	"context"
	"errors"
	"runtime"
	"slices"

	"lightsout/gf2"
	"lightsout/internal/disjoint"
)

// Options steer the weighing. The zero value uses every core and up to 1 GiB.
type Options struct {
	Workers   int
	MaxMemory int64
	// Progress, if not nil, is called from one goroutine at a time with what is being done and how
	// much of it is.
	Progress func(what string, done, all int)
}

func (o Options) withDefaults() Options {
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	if o.MaxMemory <= 0 {
		o.MaxMemory = 1 << 30
	}
	return o
}

// errMemory says that the tables would need more than Options.MaxMemory.
var errMemory = errors.New("memory limit reached: the tables would not fit")

// table is a coset after merging cells into columns: rows over columns may be added to word, and a
// column that is one pays its cost. Every word pays fixed besides.
type table struct {
	fixed int
	cost  []int // per column, positive
	word  gf2.Vec
	rows  []gf2.Vec // independent
}

// Coset is ready to be weighed.
type Coset struct {
	fixed int
	parts []*table
}

// New is the coset of the words that are word plus a sum of basis vectors; costs is what a one costs,
// per cell, each from 1 to 2^30, or nil for 1.
func New(word gf2.Vec, basis []gf2.Vec, costs []int) *Coset {
	t := newTable(word, basis, costs)
	return &Coset{fixed: t.fixed, parts: t.parts()}
}

// newTable merges cells.
func newTable(word gf2.Vec, basis []gf2.Vec, costs []int) *table {
	group, first := groups(word.Len(), basis)
	type price struct{ off, on int } // of the group's cells that are 0, and 1, in word
	prices := make([]price, len(first))
	for x, g := range group {
		c := 1
		if costs != nil {
			c = costs[x]
		}
		if word.Bit(x) {
			prices[g].on += c
		} else {
			prices[g].off += c
		}
	}
	t := &table{}
	var ones []bool
	var cells []int // one of each column
	for g, p := range prices {
		x := first[g]
		if !slices.ContainsFunc(basis, func(v gf2.Vec) bool { return v.Bit(x) }) {
			t.fixed += p.on
			continue
		}
		t.fixed += min(p.on, p.off)
		if p.on == p.off {
			continue
		}
		t.cost = append(t.cost, max(p.on, p.off)-min(p.on, p.off))
		ones, cells = append(ones, p.on > p.off), append(cells, x)
	}
	t.word = gf2.NewVec(len(cells))
	m := gf2.NewMatrix(len(basis), len(cells))
	for j, x := range cells {
		t.word.Set(j, ones[j])
		for i, v := range basis {
			m.Set(i, j, v.Bit(x))
		}
	}
	for i := range m.Reduce() {
		t.rows = append(t.rows, m.Row(i))
	}
	return t
}

// groups numbers the sets of cells that all basis vectors treat alike, in the order of their first cells, which it
// returns as well. It tells cells apart by 64 vectors at a time.
func groups(n int, basis []gf2.Vec) (group []int32, first []int) {
	group = make([]int32, n)
	type sign struct {
		group int32
		in    uint64
	}
	keys := make([]uint64, n)
	for from := 0; from == 0 || from < len(basis); from += 64 {
		clear(keys)
		for i, v := range basis[from:min(from+64, len(basis))] {
			for x := range v.Ones() {
				keys[x] |= 1 << i
			}
		}
		numbers := map[sign]int32{}
		first = first[:0]
		for x := range n {
			s := sign{group[x], keys[x]}
			g, ok := numbers[s]
			if !ok {
				g = int32(len(first))
				numbers[s] = g
				first = append(first, x)
			}
			group[x] = g
		}
	}
	return group, first
}

// parts are the direct summands. In reduced form, rows that share no column belong to different ones.
func (t *table) parts() []*table {
	sets := disjoint.New[int](len(t.cost))
	for _, row := range t.rows {
		first := row.NextOne(0)
		for j := range row.Ones() {
			sets.Join(first, j)
		}
	}
	members := sets.Classes(len(t.cost))
	number := make([]int, len(t.cost)) // of the summand of each column
	for n, columns := range members {
		for _, j := range columns {
			number[j] = n
		}
	}
	rows := make([][]gf2.Vec, len(members))
	for _, row := range t.rows {
		n := number[row.NextOne(0)]
		rows[n] = append(rows[n], row)
	}
	parts := make([]*table, len(members))
	for n, columns := range members {
		parts[n] = t.restrict(columns, rows[n])
	}
	return parts
}

// restrict is the table on some columns, with some rows.
func (t *table) restrict(columns []int, rows []gf2.Vec) *table {
	r := &table{word: pick(t.word, columns)}
	for _, j := range columns {
		r.cost = append(r.cost, t.cost[j])
	}
	for _, row := range rows {
		r.rows = append(r.rows, pick(row, columns))
	}
	return r
}

// pick is a vector on some columns.
func pick(v gf2.Vec, columns []int) gf2.Vec {
	w := gf2.NewVec(len(columns))
	for i, j := range columns {
		w.Set(i, v.Bit(j))
	}
	return w
}

// Fixed is a cost that no word is below, because each column costs at least the less of its two
// prices.
func (c *Coset) Fixed() int { return c.fixed }

// Steps is about how many steps of some nanoseconds Least takes; it may be infinite.
func (c *Coset) Steps() float64 {
	steps := 0.0
	for _, p := range c.parts {
		trellis, _ := p.trellisCost()
		steps += min(p.graySteps(), trellis)
	}
	return steps
}

// Least is the least cost of a word.
func (c *Coset) Least(ctx context.Context, o Options) (int, error) {
	o = o.withDefaults()
	sum := c.fixed
	for _, p := range c.parts {
		least, err := p.least(ctx, o)
		if err != nil {
			return 0, err
		}
		sum += least
	}
	return sum, nil
}

func (t *table) least(ctx context.Context, o Options) (int, error) {
	if steps, bytes := t.trellisCost(); steps < t.graySteps() && bytes <= float64(o.MaxMemory) {
		return t.trellis(ctx, o)
	}
	if len(t.rows) > maxGray {
		return 0, errMemory
	}
	return newScan(t).least(ctx, o)
}
