package board

import (
	"fmt"
	"slices"
)

// lists is a toggler that keeps every switch's lights one after another; switch s has
// light[start[s]:start[s+1]], in order and none twice.
type lists struct {
	start  []int
	light  []int32
	amount []uint8 // what is added to each light; nil: 1
	widest int     // the most lights of a switch
}

func (l *lists) of(s int) []int32 { return l.light[l.start[s]:l.start[s+1]] }

func (l *lists) appendToggles(dst []int, s int) []int {
	if l.amount != nil {
		return l.appendAmounts(dst, s)
	}
	for _, x := range l.of(s) {
		dst = append(dst, int(x))
	}
	return dst
}

func (l *lists) appendAmounts(dst []int, s int) []int {
	for i, x := range l.of(s) {
		for range l.amount[l.start[s]+i] {
			dst = append(dst, int(x))
		}
	}
	return dst
}

func (l *lists) most() int { return l.widest }

func (l *lists) total() int { return len(l.light) }

// sort puts each switch's lights in order and cancels pairs.
func (l *lists) sort() {
	kept := l.light[:0]
	from := 0
	for s := range len(l.start) - 1 {
		lights := l.light[from:l.start[s+1]]
		from = l.start[s+1]
		kept = append(kept, cancelPairs(lights)...)
		l.start[s+1] = len(kept)
		l.widest = max(l.widest, len(l.of(s)))
	}
	l.light = kept
}

func newLists(toggles [][]int) *lists {
	l := &lists{start: make([]int, 1, len(toggles)+1)}
	for _, t := range toggles {
		for _, x := range t {
			l.light = append(l.light, int32(x))
		}
		l.start = append(l.start, len(l.light))
	}
	l.sort()
	return l
}

// FromToggles makes a board of given lights with one switch per list; toggles[s] are the lights
// that switch s flips. The name appears in the SPEC as graph:NAME.
func FromToggles(name string, lights int, toggles [][]int) (*Board, error) {
	if lights < 0 || lights > maxListed {
		return nil, &TooLargeError{What: fmt.Sprintf("a board of %d lights", lights),
			Limit: fmt.Sprintf("listed boards have up to %d", maxListed)}
	}
	for s, t := range toggles {
		for _, l := range t {
			if l < 0 || l >= lights {
				return nil, fmt.Errorf("switch %d flips light %d, but there are %d lights (counted from 0)", s, l,
					lights)
			}
		}
	}
	return listed(name, lights, newLists(toggles), false), nil
}

// FromEdges makes the board of an undirected graph on n nodes in which a press flips the node and
// its neighbours. Every edge is given once. The name appears in the SPEC as graph:NAME, and [FromNamedEdges] takes
// names for the nodes too.
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
		return nil, &TooLargeError{What: fmt.Sprintf("a graph of %d nodes", n),
			Limit: fmt.Sprintf("listed graphs have up to %d", maxListed)}
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
	l := neighbourLists(n, edges)
	if l.total() != n+2*len(edges) { // those given twice have cancelled
		seen := map[[2]int]bool{}
		for _, e := range edges {
			if e[0] > e[1] {
				e[0], e[1] = e[1], e[0]
			}
			if seen[e] {
				return nil, wrong(e, "is given twice")
			}
			seen[e] = true
		}
	}
	return listed(name, n, l, true), nil
}

// neighbourLists has for each node of a graph itself and its neighbours.
func neighbourLists(n int, edges [][2]int) *lists {
	toggles := make([][]int, n)
	for u := range toggles {
		toggles[u] = []int{u}
	}
	for _, e := range edges {
		toggles[e[0]] = append(toggles[e[0]], e[1])
		toggles[e[1]] = append(toggles[e[1]], e[0])
	}
	return newLists(toggles)
}

// Listed describes a board that no SPEC describes, switch by switch, as files do. [FromToggles] and [FromEdges]
// are easier to call.
type Listed struct {
	Name   string // the SPEC is graph:NAME
	Lights int
	// Switch s changes the lights Light[Start[s]:Start[s+1]], in increasing order: Start begins with 0 and ends with
	// the length of Light. The board keeps the slices.
	Start  []int
	Light  []int32
	Amount []uint8 // what a press adds to each light of Light; nil: 1
	// Toggles is the same, switch by switch and in any order, in place of Start, Light and Amount: a light is there as
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
	switches := len(d.Start) - 1
	switch {
	case d.Lights < 0 || max(d.Lights, switches) > maxListed:
		return nil, &TooLargeError{What: fmt.Sprintf("a board of %d switches and %d lights", switches, d.Lights),
			Limit: fmt.Sprintf("listed boards have up to %d", maxListed)}
	case d.Graph && switches != d.Lights:
		return nil, fmt.Errorf("on a graph switches and lights are the same nodes, but there are %d and %d", switches,
			d.Lights)
	case d.Rows < 0 || d.Rows != 0 && d.Rows*d.Cols != d.Lights:
		return nil, fmt.Errorf("%d lights in %d rows and %d columns", d.Lights, d.Rows, d.Cols)
	case d.States != 0 && (d.States < 2 || d.States > maxStates):
		return nil, fmt.Errorf("lights with %d states; they have from 2 to %d", d.States, maxStates)
	}
	if err := d.checkLists(); err != nil {
		return nil, err
	}
	l := &lists{start: d.Start, light: d.Light, amount: d.Amount}
	for s := range switches {
		last := int32(-1)
		for _, x := range l.of(s) {
			if int(x) >= d.Lights || x <= last {
				return nil, fmt.Errorf("switch %d changes light %d: lights are counted from 0, there are %d, and "+
					"each switch names its own in order", s, x, d.Lights)
			}
			last = x
		}
		l.widest = max(l.widest, len(l.of(s)))
	}
	b := listed(d.Name, d.Lights, l, d.Graph)
	if d.Rows > 0 {
		b.layout = plain{d.Rows, d.Cols}
	}
	return b.withStates(max(d.States, 2)), nil
}

// list writes Toggles as Start, Light and Amount.
func (d *Listed) list() error {
	most := max(d.States, 2) - 1
	if d.Graph {
		most = 1
	}
	d.Start = make([]int, 1, len(d.Toggles)+1)
	for s, list := range d.Toggles {
		list = slices.Sorted(slices.Values(list))
		for i, x := range list {
			switch last := len(d.Light) - 1; {
			case x < 0 || x >= d.Lights:
				return fmt.Errorf("switch %d flips light %d, but there are %d lights (counted from 0)", s, x, d.Lights)
			case i == 0 || list[i-1] != x:
				d.Light, d.Amount = append(d.Light, int32(x)), append(d.Amount, 1)
			case most == 1 && d.Amount[last] == 1:
				return fmt.Errorf("toggles: switch %d lists light %d twice (counted from 0)", s, x)
			case int(d.Amount[last]) == most:
				return fmt.Errorf("toggles: switch %d lists light %d %d times (counted from 0), but a press adds "+
					"at most %d", s, x, most+1, most)
			default:
				d.Amount[last]++
			}
		}
		d.Start = append(d.Start, len(d.Light))
	}
	if most == 1 {
		d.Amount = nil
	}
	return nil
}

// checkLists refuses slices that do not fit each other.
func (d Listed) checkLists() error {
	last := len(d.Start) - 1
	switch {
	case last < 0 || d.Start[0] != 0 || d.Start[last] != len(d.Light) || !slices.IsSorted(d.Start):
		return fmt.Errorf("Start says where the list of each switch begins: it goes from 0 to %d, the length of "+
			"Light, and never back", len(d.Light))
	case d.Amount != nil && len(d.Amount) != len(d.Light):
		return fmt.Errorf("%d amounts for the %d entries of Light", len(d.Amount), len(d.Light))
	}
	for i, n := range d.Amount {
		if states := max(d.States, 2); n < 1 || int(n) >= states {
			return fmt.Errorf("amount %d is %d; a press of a board with %d states adds from 1 to %d", i, n, states,
				states-1)
		}
	}
	return nil
}

// maxListed is how many nodes an explicit list may name: they are kept as int32.
const maxListed = 1<<31 - 1

func listed(name string, lights int, l *lists, graph bool) *Board {
	return &Board{
		spec:     "graph:" + name,
		switches: len(l.start) - 1,
		lights:   lights,
		graph:    graph,
		shape:    Shape{Kind: "graph"},
		toggles:  l,
	}
}

// ready is the board with the lists of what its switches flip at hand, if they are short: working them
// out again for every press was a fifth of the time of solving many small puzzles.
func (b *Board) ready() *Board {
	if b.toggles.total() > maxReady || b.switches > maxReady || b.states > 2 {
		return b
	}
	if _, isReady := b.toggles.(*readyToggles); isReady {
		return b
	}
	t := &readyToggles{toggler: b.toggles, start: make([]int32, 1, b.switches+1)}
	var list []int
	for s := range b.switches {
		list = b.AppendToggles(list[:0], s)
		t.lights = append(t.lights, list...)
		t.start = append(t.start, int32(len(t.lights)))
	}
	c := *b
	c.toggles = t
	return &c
}

// maxReady is how many flips are kept.
const maxReady = 1 << 14

// readyToggles is a toggler's lists.
type readyToggles struct {
	toggler
	start  []int32
	lights []int
}

func (t *readyToggles) appendToggles(dst []int, s int) []int {
	return append(dst, t.lights[t.start[s]:t.start[s+1]]...)
}
