package puzzlefile

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/textboard"
)

// Files of graphs all become a puzzle here. Every node is a switch and a light, a press flips the node and its
// neighbours, and all lights are on. An edge given twice is one edge and a loop is none; a note says what was left
// out, but an edge given once in each direction needs none.

// graphFile is a graph while its file is read. Nodes count from 0.
type graphFile struct {
	doc    *document
	at     int // where the graph begins in it
	nodes  int
	names  []string         // nil: nodes are called by their numbers from 1
	labels []string         // what else they are called; nil: nothing
	index  map[string]int32 // of the names
	edges  [][2]int32
	oneWay []bool        // of edges: only the first end flips the second; nil: none
	early  []earlyEdge   // those of nodes that were not listed before them
	places [][2]float64  // of the nodes in a drawing, NaN if one has none
	notes  []string      // what else a reader should know
	listed *board.Listed // instead of edges: what each switch flips

	weighted bool // edges or nodes have numbers, which are passed over
}

// earlyEdge is an edge by the ids of its nodes.
type earlyEdge struct {
	ends   [2]string
	oneWay bool
	at     int
}

// node is the node of that name, a new one if there is none yet.
func (g *graphFile) node(name string) int32 {
	node, known := g.index[name]
	if known {
		return node
	}
	if g.index == nil {
		g.index = map[string]int32{}
	}
	name = strings.Clone(name) // not to keep the line that it was read from
	node = int32(len(g.names))
	g.index[name], g.names = node, append(g.names, name)
	return node
}

// numbered is the node of a number from 1.
func (g *graphFile) numbered(text string) int32 {
	const noNode = "is not a node of this graph: they are numbered 1 to %d"
	return int32(numberIn(text, 1, g.nodes, noNode, g.nodes) - 1)
}

// list adds a node that has an entry, and where that begins in the text.
func (g *graphFile) list(id, label string, at int) {
	switch before := len(g.names); {
	case id == "":
		g.doc.fail(at, "a node has no id")
	case int(g.node(id)) < before:
		g.doc.fail(at, "two nodes have the id %s", id)
	}
	g.labels = append(g.labels, label)
}

// place says where a node stands, x to the right and y downwards.
func (g *graphFile) place(node int, x, y float64) {
	for len(g.places) <= node {
		g.places = append(g.places, [2]float64{math.NaN()})
	}
	g.places[node] = [2]float64{x, y}
}

// add adds an edge, along which a press of either end flips the other, unless it is one way.
func (g *graphFile) add(u, v int32, oneWay bool) {
	if oneWay && g.oneWay == nil {
		g.oneWay = make([]bool, len(g.edges))
	}
	if g.edges = append(g.edges, [2]int32{u, v}); g.oneWay != nil {
		g.oneWay = append(g.oneWay, oneWay)
	}
}

// link adds an edge by the ids of nodes that are listed, perhaps below it.
func (g *graphFile) link(from, to string, oneWay bool, at int) {
	u, ok := g.index[from]
	v, ok2 := g.index[to]
	switch {
	case ok && ok2:
		g.add(u, v, oneWay)
	case from == "" || to == "":
		g.doc.fail(at, "an edge has two ends, by the ids of their nodes")
	default:
		g.early = append(g.early, earlyEdge{[2]string{from, to}, oneWay, at})
	}
}

// note is something that a reader should know.
func (g *graphFile) note(format string, args ...any) {
	g.notes = append(g.notes, fmt.Sprintf(format, args...))
}

// weigh takes note of a weight other than 1.
func (g *graphFile) weigh(text string) {
	if text == "1" || g.weighted {
		return
	}
	x, err := strconv.ParseFloat(text, 64)
	g.weighted = err != nil || x != 1
}

// noteHalves notes that some edges of a list of neighbours are at both of their nodes, and others are not.
func (g *graphFile) noteHalves() {
	l := g.asGiven()
	if _, _, once := oneSided(l); once > 0 && once < l.Total()-l.Len() {
		listed := textboard.Count(once, "edge is listed", "edges are listed")
		g.note("%s at one end only, others at both: is the file complete?", listed)
	}
}

// asGiven is each edge once in the direction it has in the file, and an arc from each node to itself.
func (g *graphFile) asGiven() gf2.Lists {
	d, _ := (&arcList{nodes: max(g.nodes, len(g.names)), arcs: g.edges}).listed("")
	return d.Flips
}

// oneSided counts the arcs that go in one direction only, and finds the first.
func oneSided(l gf2.Lists) (from, to, once int) {
	for u, v := range arcs(l) {
		if !l.Has(v, u) {
			if once++; once == 1 {
				from, to = u, v
			}
		}
	}
	return from, to, once
}

// inOrder puts the nodes in the order of their numbers, if all names are numbers. 7 and 07 are two names.
func (g *graphFile) inOrder() {
	if g.names == nil {
		return // the rows are numbered
	}
	values, sorted := make([]uint64, len(g.names)), make([]int32, len(g.names))
	for i, name := range g.names {
		var err error
		if values[i], err = strconv.ParseUint(name, 10, 62); err != nil {
			return
		}
		sorted[i] = int32(i)
	}
	slices.SortStableFunc(sorted, func(a, b int32) int { return cmp.Compare(values[a], values[b]) })
	place, names := make([]int32, len(sorted)), make([]string, len(sorted))
	for i, node := range sorted {
		place[node], names[i] = int32(i), g.names[node]
	}
	for i, edge := range g.edges {
		g.edges[i] = [2]int32{place[edge[0]], place[edge[1]]}
	}
	g.names = names
}

// graphPuzzle is the puzzle of a graph that begins on that line.
func (r *Reader) graphPuzzle(first int, g *graphFile) *board.Puzzle {
	for _, e := range g.early {
		for _, id := range e.ends {
			if _, ok := g.index[id]; !ok {
				g.doc.fail(e.at, "an edge of the node %q, which the graph does not have", id)
			}
		}
		g.add(g.index[e.ends[0]], g.index[e.ends[1]], e.oneWay)
	}
	r.check(first, g.callNodes(r.opt.Names))
	if r.opt.Undirected {
		g.oneWay = nil
	}
	if g.names != nil {
		g.nodes = len(g.names)
	}
	if g.nodes == 0 {
		panic(r.errorf(first, "the graph has no nodes"))
	}
	if g.weighted {
		g.note("weights are passed over: a puzzle has none")
	}
	var b *board.Board
	if g.listed != nil {
		var err error
		g.listed.Name = r.graphName()
		b, err = g.listed.Board()
		r.check(first, err)
	} else {
		b = g.joined(r.graphName())
	}
	if g.names != nil {
		named, err := called(b, g.names)
		r.check(first, err)
		b = named
	}
	noPlace := func(at [2]float64) bool { return math.IsNaN(at[0] - at[0] + at[1] - at[1]) }
	if len(g.places) == g.nodes && !slices.ContainsFunc(g.places, noPlace) {
		if placed, err := b.At(scaled(g.places, g.edges)); err == nil {
			b = placed
		}
	}
	if r.dress != "" {
		g.note("%s", r.dress)
	}
	if g.notes != nil {
		b = b.WithWarning(fmt.Sprintf("%s: %s", r.origin(first), strings.Join(g.notes, "; ")))
	}
	p := board.NewPuzzle(b)
	p.Origin = r.origin(first)
	return p
}

// callNodes calls the nodes by their labels, if each has one of its own, unless names says otherwise.
func (g *graphFile) callNodes(names string) error {
	distinct := slices.Compact(slices.Sorted(slices.Values(g.labels)))
	switch {
	case names == "id":
	case len(distinct) > 0 && len(distinct) == max(len(g.labels), len(g.names)) && distinct[0] != "":
		g.names = g.labels
	case names == "label":
		return errors.New("names=label, but not every node has a label of its own; names=id takes the ids")
	}
	return nil
}

// called is a board with names for its nodes. A line end within a name becomes a blank, and nodes that are called by
// their numbers from 1 need no names.
func called(b *board.Board, names []string) (*board.Board, error) {
	numbered := true
	for i, name := range names {
		numbered = numbered && name == strconv.Itoa(i+1)
		if !utf8.ValidString(name) {
			return nil, fmt.Errorf("the name %q is not UTF-8; convert the file first, as with iconv -f latin1 -t utf-8",
				clip(name))
		}
		if !board.IsName(name) {
			names[i] = strings.Join(strings.Fields(name), " ")
		}
	}
	if numbered {
		return b, nil
	}
	all := strings.Join(names, "") // one text takes less memory than many
	for i, name := range names {
		names[i], all = all[:len(name)], all[len(name):]
	}
	return b.WithNames(names)
}

// joined is the graph as a board. It notes what was left out.
func (g *graphFile) joined(name string) *board.Board {
	given, all := arcList{nodes: g.nodes}, arcList{nodes: g.nodes, arcs: make([][2]int32, 0, 2*len(g.edges))}
	loops := 0
	for i, e := range g.edges {
		if e[0] == e[1] {
			loops++
		} else if all.arcs = append(all.arcs, e); g.oneWay == nil || !g.oneWay[i] {
			all.arcs = append(all.arcs, [2]int32{e[1], e[0]})
		}
	}
	d, again := all.listed(name)
	b, err := d.Board()
	check(err)
	if g.oneWay != nil {
		g.noteOneWay(d.Flips)
	}
	if again > 0 {
		given.arcs = slices.DeleteFunc(slices.Clone(g.edges), func(e [2]int32) bool { return e[0] == e[1] })
		_, again = given.listed(name)
	}
	var left []string
	if again > 0 {
		left = append(left, textboard.Count(again, "edge", "edges")+" given before")
	}
	if loops > 0 {
		left = append(left, textboard.Count(loops, "loop", "loops"))
	}
	if left != nil {
		g.note("left out: %s", strings.Join(left, " and "))
	}
	return b
}

// noteOneWay notes how many edges work in one direction only, with the first as an example.
func (g *graphFile) noteOneWay(l gf2.Lists) {
	label := func(node int) string {
		if g.names == nil {
			return strconv.Itoa(node + 1)
		}
		return clip(g.names[node])
	}
	if u, v, n := oneSided(l); n > 0 {
		g.note("%s one-way: a press of %s flips %s, not the reverse",
			textboard.Count(n, "edge is", "edges are"), label(u), label(v))
	}
}

// scaled is the places in hundredths of a cell, with their middle at 0: half of the edges are at most a cell long. It
// is nil if they say nothing.
func scaled(places [][2]float64, edges [][2]int32) [][2]float64 {
	var lengths []float64
	for _, e := range edges {
		a, b := places[e[0]], places[e[1]]
		if length := math.Hypot(a[0]-b[0], a[1]-b[1]); length > 0 {
			lengths = append(lengths, length)
		}
	}
	if len(lengths) == 0 {
		return nil
	}
	slices.Sort(lengths)
	const cell, most = 100, 1e5
	low, high, size := frame(places)
	unit := cell / lengths[len(lengths)/2]
	if unit*size > most {
		unit = most / size
	}
	list := make([][2]float64, len(places))
	for i, at := range places {
		for k, x := range at {
			list[i][k] = unit * (x - (low[k]+high[k])/2)
		}
	}
	return list
}

// frame is the smallest rectangle around places, and its longer side.
func frame(places [][2]float64) (low, high [2]float64, size float64) {
	if len(places) > 0 {
		low, high = places[0], places[0]
	}
	for _, at := range places {
		for k, x := range at {
			low[k], high[k] = min(low[k], x), max(high[k], x)
		}
	}
	return low, high, max(high[0]-low[0], high[1]-low[1])
}

// undirected is a board on which whatever a node flips flips it too.
func undirected(b *board.Board, name string) *board.Board {
	if !b.IsGraph() {
		return b
	}
	l := listsOf(b)
	if _, _, once := oneSided(l); once == 0 {
		return b
	}
	both := arcList{nodes: b.Lights(), selfOff: gf2.AllOnes(b.Lights())}
	for u, v := range arcs(l) {
		both.arcs = append(both.arcs, [2]int32{int32(u), int32(v)}, [2]int32{int32(v), int32(u)})
	}
	d, _ := both.listed(name)
	c, err := d.Board()
	check(err)
	if c, err = c.WithNames(b.Names()); err == nil && b.Places() != nil {
		c, err = c.At(b.Places())
	}
	check(err)
	return c.WithWarning(b.Warning())
}

// arcList is the arcs of a graph. Nodes count from 0.
type arcList struct {
	nodes   int
	arcs    [][2]int32 // a press of the first flips the second
	selfOff gf2.Vec    // nodes that do not flip themselves; length 0: none
}

// listed is the graph as a board, each arc once. again is how many were there already.
func (g *arcList) listed(name string) (d board.Listed, again int) {
	flips := gf2.ListsOf(g.nodes, func(put func(u, v int)) {
		for u := range g.nodes {
			if g.selfOff.Len() == 0 || !g.selfOff.Bit(u) {
				put(u, u)
			}
		}
		for _, a := range g.arcs {
			put(int(a[0]), int(a[1]))
		}
	})
	for u := range g.nodes {
		to := flips.Of(u)
		slices.Sort(to)
		for i := 1; i < len(to); i++ {
			if to[i] == to[i-1] {
				again++
			}
		}
	}
	if again > 0 {
		all := flips
		flips = gf2.NewLists(g.nodes, all.Total()-again)
		for u := range g.nodes {
			gf2.Append(&flips, slices.Compact(all.Of(u)))
		}
	}
	return board.Listed{Name: name, Lights: g.nodes, Graph: true, Flips: flips}, again
}
