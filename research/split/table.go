package split

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"lightsout/gf2"
)

// Options steer the weighing. The zero value uses every core and up to 1 GiB.
type Options struct {
	Workers   int
	MaxMemory int64
	// Least is a hint for a Split: what words cost at least on each of the four classes, in the order of the labels.
	// Any other length is none.
	Least []int
	// Save, if not nil, is called after each step of combining light words. Saved, if not nil, is a state that it was
	// called with in an earlier search; one that went through other steps is ignored.
	Save  func(State)
	Saved *State
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

// ErrMemory says that the tables would need more than Options.MaxMemory.
var ErrMemory = errors.New("memory limit reached: the tables would not fit")

// table is a coset after merging cells into columns: rows over columns may be added to word, and a
// column that is one pays its cost. Every word pays fixed besides.
type table struct {
	fixed int
	cost  []int // per column, positive
	class []int // per column, the label of its cells
	word  gf2.Vec
	rows  []gf2.Vec // independent

	// Of the whole table: a cell of each column, and the column of each cell, or −1.
	cell, column []int
}

// newTable merges cells. Cells of different labels stay apart.
func newTable(word gf2.Vec, basis []gf2.Vec, labels []int) *table {
	group, cells := groups(word.Len(), basis, labels)
	type price struct{ off, on int } // of the group's cells that are 0, and 1, in word
	prices := make([]price, len(cells))
	for x, g := range group {
		if word.Bit(x) {
			prices[g].on++
		} else {
			prices[g].off++
		}
	}
	t := &table{}
	var ones []bool
	columns := make([]int, len(cells)) // of the groups
	for g, p := range prices {
		x := cells[g]
		columns[g] = -1
		if !slices.ContainsFunc(basis, func(v gf2.Vec) bool { return v.Bit(x) }) {
			t.fixed += p.on
			continue
		}
		t.fixed += min(p.on, p.off)
		if p.on == p.off {
			continue
		}
		t.cost, t.class = append(t.cost, max(p.on, p.off)-min(p.on, p.off)), append(t.class, labels[x])
		columns[g] = len(t.cell)
		ones, t.cell = append(ones, p.on > p.off), append(t.cell, x)
	}
	for _, g := range group {
		t.column = append(t.column, columns[g])
	}
	t.word = gf2.NewVec(len(t.cell))
	m := gf2.NewMatrix(len(basis), len(t.cell))
	for j, x := range t.cell {
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

// groups numbers the sets of cells that have one label and that all basis vectors treat alike, in the
// order of their first cells, which it returns as well. It tells cells apart by 64 vectors at a time.
func groups(n int, basis []gf2.Vec, labels []int) (group []int32, cells []int) {
	group = make([]int32, n)
	type sign struct {
		group int
		in    uint64
	}
	keys := make([]uint64, n)
	tellApart := func(before func(x int) int) {
		numbers := map[sign]int32{}
		cells = cells[:0]
		for x := range n {
			s := sign{before(x), keys[x]}
			g, ok := numbers[s]
			if !ok {
				g = int32(len(cells))
				numbers[s] = g
				cells = append(cells, x)
			}
			group[x] = g
		}
	}
	tellApart(func(x int) int { return labels[x] })
	for from := 0; from == 0 || from < len(basis); from += 64 {
		clear(keys)
		for i, v := range basis[from:min(from+64, len(basis))] {
			for x := range v.Ones() {
				keys[x] |= 1 << i
			}
		}
		tellApart(func(x int) int { return int(group[x]) })
	}
	return group, cells
}

// restrict is the table on some columns, with some rows.
func (t *table) restrict(columns []int, rows []gf2.Vec) *table {
	r := &table{word: pick(t.word, columns)}
	for _, j := range columns {
		r.cost = append(r.cost, t.cost[j])
		r.class = append(r.class, t.class[j])
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

// inParallel calls do for 0 to n−1, each once and in any order. It is an error if the context ends before.
func inParallel(ctx context.Context, o Options, what string, n uint64, do func(uint64)) error {
	unit := uint64(1) // of progress, so that it fits an int anywhere
	for n/unit > 1<<30 {
		unit *= 2
	}
	var next, done atomic.Uint64
	var mu sync.Mutex
	var group sync.WaitGroup
	for range min(uint64(o.Workers), n) {
		group.Go(func() {
			for ctx.Err() == nil {
				i := next.Add(1) - 1
				if i >= n {
					return
				}
				do(i)
				all := done.Add(1)
				if o.Progress != nil && all%unit == 0 {
					mu.Lock()
					o.Progress(what, int(all/unit), int(n/unit))
					mu.Unlock()
				}
			}
		})
	}
	group.Wait()
	return ctx.Err()
}
