package split

import (
	"runtime"
	"slices"

	"lightsout/gf2"
	"lightsout/internal/cosetcheck"
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

// workers is what package cosetcheck needs of them.
func (o Options) workers() cosetcheck.Options {
	return cosetcheck.Options{Workers: o.Workers, Progress: o.Progress}
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
var ErrMemory = cosetcheck.ErrMemory

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
	group, cells := cosetcheck.Groups(word.Len(), basis, labels)
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

// restrict is the table on some columns, with some rows.
func (t *table) restrict(columns []int, rows []gf2.Vec) *table {
	r := &table{word: cosetcheck.Pick(t.word, columns)}
	for _, j := range columns {
		r.cost = append(r.cost, t.cost[j])
		r.class = append(r.class, t.class[j])
	}
	for _, row := range rows {
		r.rows = append(r.rows, cosetcheck.Pick(row, columns))
	}
	return r
}
