package board

import (
	"fmt"
	"slices"

	"lightsout/gf2"
)

// lists is a toggler that keeps what every switch flips, light by light.
type lists struct {
	gf2.Lists
	amount []uint8 // what is added to each light; nil: 1
	widest int     // the most lights of a switch
}

// listsOf finds the widest list.
func listsOf(flips gf2.Lists, amount []uint8) *lists {
	l := &lists{Lists: flips, amount: amount}
	for s := range l.Len() {
		l.widest = max(l.widest, len(l.Of(s)))
	}
	return l
}

func (l *lists) appendToggles(dst []int, s int) []int {
	if l.amount != nil {
		return l.appendAmounts(dst, s)
	}
	for _, x := range l.Of(s) {
		dst = append(dst, int(x))
	}
	return dst
}

func (l *lists) appendAmounts(dst []int, s int) []int {
	from, _ := l.Bounds(s)
	for i, x := range l.Of(s) {
		for range l.amount[from+i] {
			dst = append(dst, int(x))
		}
	}
	return dst
}

func (l *lists) most() int { return l.widest }

func (l *lists) total() int { return l.Total() }

// newLists keeps lists in any order, whose pairs cancel.
func newLists(toggles [][]int) *lists {
	total := 0
	for _, t := range toggles {
		total += len(t)
	}
	flips := gf2.NewLists(len(toggles), total)
	var list []int
	for _, t := range toggles {
		list = append(list[:0], t...)
		gf2.Append(&flips, cancelPairs(list))
	}
	return listsOf(flips, nil)
}

// FromToggles makes a board of given lights with one switch per list; toggles[s] are the lights
// that switch s flips. The name appears in the SPEC as graph:NAME.
func FromToggles(name string, lights int, toggles [][]int) (*Board, error) {
	if lights < 0 || lights > maxListed {
		return nil, tooManyListed(fmt.Sprintf("a board of %d lights", lights))
	}
	for s, t := range toggles {
		for _, l := range t {
			if l < 0 || l >= lights {
				return nil, noSuchLight(s, l, lights)
			}
		}
	}
	return listed(name, lights, newLists(toggles), false).described(), nil
}

// FromEdges makes the board of an undirected graph on n nodes in which a press flips the node and
// its neighbours. Every edge is given once. The name appears in the SPEC as graph:NAME, and [FromNamedEdges] takes names
// for the nodes too.
func FromEdges(name string, n int, edges [][2]int) (*Board, error) {
	return fromEdges(name, n, edges, nil)
}

// fromEdges is FromEdges with errors that call nodes by their names, if they have any.
func fromEdges(name string, n int, edges [][2]int, names []string) (*Board, error) {
	wrong := func(e [2]int, what string) error {
		if names == nil {
			return fmt.Errorf("edge %v %s (counted from 0)", e, what)
		}
		return fmt.Errorf("edge %q %s", [2]string{names[e[0]], names[e[1]]}, what)
	}
	if n < 0 || n > maxListed {
		return nil, tooManyListed(fmt.Sprintf("a graph of %d nodes", n))
	}
	for _, e := range edges {
		for _, v := range e {
			if v < 0 || v >= n {
				return nil, wrong(e, fmt.Sprintf("leaves the %d nodes", n))
			}
		}
		if e[0] == e[1] {
			return nil, wrong(e, "joins a node to itself")
		}
	}
	flips := neighbours(n, edges)
	for v := range n {
		slices.Sort(flips.Of(v))
		if len(slices.Compact(flips.Of(v))) < len(flips.Of(v)) {
			return nil, wrong(givenTwice(edges), "is given twice")
		}
	}
	return listed(name, n, listsOf(flips, nil), true).described(), nil
}

// neighbours has for each node of a graph itself and its neighbours.
func neighbours(n int, edges [][2]int) gf2.Lists {
	return gf2.ListsOf(n, func(put func(u, v int)) {
		for v := range n {
			put(v, v)
		}
		for _, e := range edges {
			put(e[0], e[1])
			put(e[1], e[0])
		}
	})
}

// givenTwice is the first edge that was there already; there is one.
func givenTwice(edges [][2]int) [2]int {
	seen := map[[2]int]bool{}
	for _, e := range edges {
		if e[0] > e[1] {
			e[0], e[1] = e[1], e[0]
		}
		if seen[e] {
			return e
		}
		seen[e] = true
	}
	panic("board: no edge is given twice")
}

// Listed describes a board that no SPEC describes, switch by switch, as files do. [FromToggles] and [FromEdges]
// are easier to call.
type Listed struct {
	Name   string // the SPEC is graph:NAME
	Lights int
	// Flips are the lights that each switch changes, in increasing order, and Amount is what a press adds to each of
	// them, one list after another; nil: 1. The board keeps both.
	Flips  gf2.Lists
	Amount []uint8
	// Toggles is the same, switch by switch and in any order, in place of Flips and Amount: a light is there as
	// often as a press adds one to it.
	Toggles [][]int
	// Graph: switch i and light i are the same node.
	Graph  bool
	States int // of a light; 0: two
	// Rows and Cols, unless they are 0, are how the lights are drawn, row by row.
	Rows, Cols int
}

// Board is the board that is described, or what is wrong with the description.
func (d Listed) Board() (*Board, error) {
	if d.Toggles != nil {
		if err := d.list(); err != nil {
			return nil, err
		}
	}
	switches := d.Flips.Len()
	switch {
	case d.Lights < 0 || max(d.Lights, switches) > maxListed:
		return nil, tooManyListed(fmt.Sprintf("a board of %d switches and %d lights", switches, d.Lights))
	case d.Graph && switches != d.Lights:
		return nil, fmt.Errorf("on a graph switches and lights are the same nodes, but there are %d and %d",
			switches, d.Lights)
	case d.Rows < 0 || d.Rows != 0 && d.Rows*d.Cols != d.Lights:
		return nil, fmt.Errorf("%d lights in %d rows and %d columns", d.Lights, d.Rows, d.Cols)
	case d.States != 0 && (d.States < 2 || d.States > maxStates):
		return nil, fmt.Errorf("lights with %d states; they have from 2 to %d", d.States, maxStates)
	}
	if err := d.checkAmounts(); err != nil {
		return nil, err
	}
	for s := range switches {
		last := int32(-1)
		for _, x := range d.Flips.Of(s) {
			if int(x) >= d.Lights || x <= last {
				return nil, fmt.Errorf("switch %d changes light %d: lights are counted from 0, there are %d, "+
					"and each switch names its own in order", s, x, d.Lights)
			}
			last = x
		}
	}
	b := listed(d.Name, d.Lights, listsOf(d.Flips, d.Amount), d.Graph)
	if d.Rows > 0 {
		b.layout = plain{d.Rows, d.Cols}
	}
	return b.withStates(max(d.States, 2)).described(), nil
}

// list writes Toggles as Flips and Amount.
func (d *Listed) list() error {
	most := max(d.States, 2) - 1
	if d.Graph {
		most = 1
	}
	d.Flips, d.Amount = gf2.NewLists(len(d.Toggles), 0), nil
	var once []int
	for s, list := range d.Toggles {
		list = slices.Sorted(slices.Values(list))
		once = once[:0]
		for i, x := range list {
			switch last := len(d.Amount) - 1; {
			case x < 0 || x >= d.Lights:
				return noSuchLight(s, x, d.Lights)
			case i == 0 || list[i-1] != x:
				once, d.Amount = append(once, x), append(d.Amount, 1)
			case most == 1 && d.Amount[last] == 1:
				return fmt.Errorf("toggles: switch %d lists light %d twice (counted from 0)", s, x)
			case int(d.Amount[last]) == most:
				return fmt.Errorf("toggles: switch %d lists light %d %d times (counted from 0), "+
					"but a press adds at most %d",
					s, x, most+1, most)
			default:
				d.Amount[last]++
			}
		}
		gf2.Append(&d.Flips, once)
	}
	if most == 1 {
		d.Amount = nil
	}
	return nil
}

// checkAmounts refuses amounts that the lights cannot have.
func (d Listed) checkAmounts() error {
	if d.Amount != nil && len(d.Amount) != d.Flips.Total() {
		return fmt.Errorf("%d amounts for the %d numbers of Flips", len(d.Amount), d.Flips.Total())
	}
	for i, n := range d.Amount {
		if states := max(d.States, 2); n < 1 || int(n) >= states {
			return fmt.Errorf("amount %d is %d; a press of a board with %d states adds from 1 to %d",
				i, n, states, states-1)
		}
	}
	return nil
}

// maxListed is how many nodes an explicit list may name: they are kept as int32.
const maxListed = 1<<31 - 1

func tooManyListed(what string) error {
	return &TooLargeError{What: what, Limit: fmt.Sprintf("listed boards have up to %d", maxListed)}
}

func noSuchLight(s, l, lights int) error {
	return fmt.Errorf("switch %d flips light %d, but there are %d lights (counted from 0)", s, l, lights)
}

func listed(name string, lights int, l *lists, graph bool) *Board {
	return &Board{
		spec:     "graph:" + name,
		switches: l.Len(),
		lights:   lights,
		graph:    graph,
		shape:    Shape{Kind: "graph"},
		toggles:  l,
	}
}

// maxReady is how many flips are kept at hand.
const maxReady = 1 << 14

// withLists is the board with the lists of what its switches flip at hand, if they are short: working them
// out again for every press was a fifth of the time of solving many small puzzles.
func (b *Board) withLists() *Board {
	if b.toggles.total() > maxReady || b.switches > maxReady || b.states > 2 {
		return b
	}
	c := *b
	c.ready = gf2.NewLists(b.switches, b.toggles.total())
	var list []int
	for s := range b.switches {
		list = b.AppendToggles(list[:0], s)
		gf2.Append(&c.ready, list)
	}
	return &c
}
