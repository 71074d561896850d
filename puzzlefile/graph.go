package puzzlefile

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"lightsout/board"
	"lightsout/gf2"
)

// Files of graphs all become a puzzle here. Every node is a switch and a light, a press flips the node and its
// neighbours, and all lights are on. An edge given twice is one edge and a loop is none; a note says what was left
// out, but an edge given once in each direction needs none.

// graphFile is a graph while its file is read. Nodes count from 0.
type graphFile struct {
	nodes  int
	names  []string         // nil: nodes are called by their numbers from 1
	labels []string         // what else they are called; nil: nothing
	index  map[string]int32 // of the names
	edges  [][2]int32
	oneWay []bool       // of edges: only the first end flips the second; nil: none
	notes  []string     // what else a reader should know
	places [][2]float64 // of the nodes in a drawing; nil: none are known
	at     int          // of a document: where the graph begins
	flips  [][]int      // instead of edges: the lights that each switch flips, of which there are as many as nodes
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

// add adds an edge, along which a press of either end flips the other, unless it is one way.
func (g *graphFile) add(u, v int32, oneWay bool) {
	if oneWay && g.oneWay == nil {
		g.oneWay = make([]bool, len(g.edges))
	}
	if g.edges = append(g.edges, [2]int32{u, v}); g.oneWay != nil {
		g.oneWay = append(g.oneWay, oneWay)
	}
}

// note is something that a reader should know.
func (g *graphFile) note(format string, args ...any) {
	g.notes = append(g.notes, fmt.Sprintf(format, args...))
}

// distinct is how many different edges there are, loops apart.
func (g *graphFile) distinct() int {
	seen := make(map[[2]int32]bool, len(g.edges))
	for _, e := range g.edges {
		if e[0] != e[1] {
			seen[[2]int32{min(e[0], e[1]), max(e[0], e[1])}] = true
		}
	}
	return len(seen)
}

// joined is the graph as a board. It notes what was left out.
func (g *graphFile) joined(name string) *board.Board {
	given, all := arcList{nodes: g.nodes}, arcList{nodes: g.nodes, arcs: make([][2]int32, 0, 2*len(g.edges))}
	loops := 0
	for i, e := range g.edges {
		if e[0] == e[1] {
			loops++
			continue
		}
		if all.arcs = append(all.arcs, e); g.oneWay == nil || !g.oneWay[i] {
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
		for _, e := range g.edges {
			if e[0] != e[1] {
				given.arcs = append(given.arcs, e)
			}
		}
		_, again = given.listed(name)
	}
	var left []string
	if again > 0 {
		left = append(left, counted(again, "edge", "edges")+" given before")
	}
	if loops > 0 {
		left = append(left, counted(loops, "loop", "loops"))
	}
	if left != nil {
		g.note("left out: %s", strings.Join(left, " and "))
	}
	return b
}

// noteOneWay notes how many edges work in one direction only, with the first as an example.
func (g *graphFile) noteOneWay(l gf2.Lists) {
	count, example := 0, ""
	for u := range l.Len() {
		for _, v := range l.Of(u) {
			if int(v) == u || l.Has(int(v), u) {
				continue
			}
			if count++; count == 1 {
				example = fmt.Sprintf("a press of %s flips %s, not the reverse", g.label(u), g.label(int(v)))
			}
		}
	}
	if count > 0 {
		g.note("%s one-way: %s", counted(count, "edge is", "edges are"), example)
	}
}

// callNodes calls the nodes by their labels, if each has one of its own, unless names says otherwise.
func (g *graphFile) callNodes(names string) error {
	distinct := slices.Compact(slices.Sorted(slices.Values(g.labels)))
	switch {
	case names == "id":
	case len(distinct) > 0 && len(distinct) == len(g.labels) && distinct[0] != "":
		g.names = g.labels
	case names == "label":
		return errors.New("names=label, but not every node has a label of its own; names=id takes the ids")
	}
	return nil
}

// label is what a node is called.
func (g *graphFile) label(node int) string {
	if g.names == nil {
		return strconv.Itoa(node + 1)
	}
	return clip(g.names[node])
}

// undirected is a board on which whatever a node flips flips it too.
func undirected(b *board.Board, name string) *board.Board {
	if !b.IsGraph() {
		return b
	}
	l := listsOf(b)
	both, found := arcList{nodes: b.Lights(), selfOff: gf2.AllOnes(b.Lights())}, false
	for u, v := range arcsOf(b) {
		both.arcs = append(both.arcs, [2]int32{int32(u), int32(v)})
		if !l.Has(v, u) {
			both.arcs, found = append(both.arcs, [2]int32{int32(v), int32(u)}), true
		}
	}
	if !found {
		return b
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
	flips := gf2.ListsOf(g.nodes, g.flips)
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

// flips puts what flips what: the nodes that flip themselves, and the arcs.
func (g *arcList) flips(put func(u, v int)) {
	for u := range g.nodes {
		if g.selfOff.Len() == 0 || !g.selfOff.Bit(u) {
			put(u, u)
		}
	}
	for _, a := range g.arcs {
		put(int(a[0]), int(a[1]))
	}
}

// weightsPassed is the note on numbers that edges or nodes have.
const weightsPassed = "weights are passed over: a puzzle has none"

func counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprint(n, " ", many)
}

// graphPuzzle is the puzzle of a graph that begins on that line.
func (r *Reader) graphPuzzle(first int, g *graphFile) *board.Puzzle {
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
	if g.flips != nil {
		b, err := board.FromToggles(r.graphName(), g.nodes, g.flips)
		r.check(first, err)
		return r.boardPuzzle(first, b, g)
	}
	return r.boardPuzzle(first, g.joined(r.graphName()), g)
}

// boardPuzzle is the puzzle on the board of a graph, with its names and notes.
func (r *Reader) boardPuzzle(first int, b *board.Board, g *graphFile) *board.Puzzle {
	if g.names != nil {
		named, err := called(b, g.names)
		r.check(first, err)
		b = named
	}
	if len(g.places) == b.Lights() {
		if placed, err := b.At(g.places); err == nil {
			b = placed
		}
	}
	if g.notes != nil {
		b = b.WithWarning(fmt.Sprintf("%s: %s", r.origin(first), strings.Join(g.notes, "; ")))
	}
	p := board.NewPuzzle(b)
	p.Origin = r.origin(first)
	return p
}

// called is a board with names for its nodes. A line end within a name becomes a blank, and nodes that are called by
// their numbers from 1 need no names.
func called(b *board.Board, names []string) (*board.Board, error) {
	numbered := true
	for i, name := range names {
		numbered = numbered && name == strconv.Itoa(i+1)
		if !utf8.ValidString(name) {
			return nil, fmt.Errorf("the name %q is not UTF-8; convert the file first, as with iconv -f latin1 -t utf-8", clip(name))
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

// noteHalves notes that some edges of a list of neighbours are at both of their nodes, and others are not.
func (g *graphFile) noteHalves() {
	if _, _, once := oneSided(g.edges); once > 0 && once < len(g.edges) {
		g.note("%s at one end only, others at both: is the file complete?", counted(once, "edge is listed", "edges are listed"))
	}
}

// inOrder puts the nodes in the order of their numbers, if all names are numbers. 7 and 07 are two names.
func (g *graphFile) inOrder() {
	if g.names == nil {
		return // a first line has numbered them
	}
	values := make([]uint64, len(g.names))
	sorted := make([]int32, len(g.names))
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
