package puzzlefile

import (
	"context"
	"encoding/xml"
	"fmt"
	"io"
	"iter"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/suggest"
)

// A graph is written by a function of the kind, which appends the text: mostly a head, an outline of nodes and edges
// that one walk fills in, and a foot. The column form of the table of kinds has it.

// graphForm says how a kind of file writes graphs, and what it has a place for beside the edges.
type graphForm struct {
	write  func(g *graphText)
	names  bool // of nodes
	oneWay bool // edges along which only the first end flips the second
	places bool // where nodes stand
	most   int  // so many nodes; 0 is no limit
}

// WritesGraph reports whether [WriteGraph] writes the kind.
func (f Format) WritesGraph() bool { return f.form.write != nil || f.Name == "lo" }

// Extensions are the suffixes of file names that stand for the kind when it is written, without their dots.
func (f Format) Extensions() []string {
	list := []string{f.Suffix[1:]}
	for _, suffix := range f.also {
		if suffix != f.Suffix && suffix != ".csv" && suffix != ".tsv" {
			list = append(list, suffix[1:])
		}
	}
	return list
}

// WriteGraph writes the board of a puzzle as a graph, in the kind of that name. Lost is what the file does not keep,
// such as the names of the nodes. It fails, and writes nothing, if the kind cannot hold the board; lo holds the whole
// of any puzzle.
func WriteGraph(to io.Writer, kind string, p *board.Puzzle) (lost []string, err error) {
	f := formatNamed(kind)
	if f == nil || !f.WritesGraph() {
		known := formatNames(Format.WritesGraph)
		return nil, fmt.Errorf("no such kind of graph file to write: %q%s; they are %s",
			clip(kind), suggest.DidYouMean(kind, known), strings.Join(known, " "))
	}
	if f.form.write == nil {
		return nil, Write(to, kind, p)
	}
	if p, err = p.Checked(); err != nil {
		return nil, err
	}
	g, err := newGraphText(f, p.Board)
	if err != nil {
		return nil, err
	}
	if p.On.Weight() != p.Board.Lights() {
		g.lost = append(g.lost, "which lights are on")
	}
	if !p.Goal.IsZero() || !p.DontCare.IsZero() {
		g.lost = append(g.lost, "the goal")
	}
	if p.Forbidden.Len() > 0 && !p.Forbidden.IsZero() {
		g.lost = append(g.lost, "which switches must not be pressed")
	}
	_, err = to.Write(g.text)
	return g.lost, err
}

// graphText is a graph while it is written. Nodes count from 0.
type graphText struct {
	kind   string
	text   []byte
	flips  gf2.Lists // of each node
	names  []string  // nil: nodes are called by their numbers from 1
	places [][2]float64
	oneWay bool // some edge is
	lost   []string
}

// newGraphText is the graph of a board as a text, if the kind can hold it.
func newGraphText(f *Format, b *board.Board) (g *graphText, err error) {
	defer catch(&err)
	refuse := func(format string, args ...any) { fail(f.Name+" holds "+format+"; lo holds any board", args...) }
	switch most := f.form.most; {
	case b.States() > 2:
		refuse("lights with two states, and those of %s have %d", clip(b.Spec()), b.States())
	case !b.IsGraph():
		refuse("graphs only: on %s switches and lights are different things", clip(b.Spec()))
	case most > 0 && b.Lights() > most:
		return nil, &board.TooLargeError{What: fmt.Sprintf("%s as %s", clip(b.Spec()), f.Name),
			Limit: fmt.Sprintf("graphs have up to %d nodes there", most)}
	}
	const each = 1000 // bits for a node, its edges, and what is written of them
	check(b.Reserve(context.Background(), each, "a graph as text"))
	g = &graphText{kind: f.Name, flips: listsOf(b), names: b.Names(), places: b.Places()}
	missing := g.flips.Len()
	for u, v := range arcs(g.flips) {
		if u == v {
			missing--
		}
	}
	from, to, once := oneSided(g.flips)
	g.oneWay = once > 0
	switch {
	case missing > 0:
		refuse("graphs in which every node flips itself; on %s %d of %d do not", clip(b.Spec()), missing, g.flips.Len())
	case g.oneWay && !f.form.oneWay:
		refuse("undirected graphs only: on %s %s flips %s, not the reverse",
			clip(b.Spec()), clip(g.name(from)), clip(g.name(to)))
	}
	if g.names != nil && !f.form.names {
		g.lost = append(g.lost, "the names of the nodes")
	}
	if g.places != nil && !f.form.places {
		g.lost, g.places = append(g.lost, "where the nodes stand"), nil
	}
	f.form.write(g)
	return g, nil
}

// listsOf writes down what every switch flips, in order.
func listsOf(b *board.Board) gf2.Lists {
	l := gf2.NewLists(b.Switches(), b.Switches())
	var list []int
	for s := range b.Switches() {
		list = b.AppendToggles(list[:0], s)
		gf2.Append(&l, list)
	}
	return l
}

// arcs yields what flips what: every switch with each of its lights, in order.
func arcs(l gf2.Lists) iter.Seq2[int, int] {
	return func(yield func(s, l int) bool) {
		for s := range l.Len() {
			for _, light := range l.Of(s) {
				if !yield(s, int(light)) {
					return
				}
			}
		}
	}
}

// edges is each edge once, and in a directed graph each arc.
func (g *graphText) edges() [][2]int {
	return g.pick(func(u, v int) bool { return g.oneWay || u < v })
}

// pick is some of the arcs between different nodes.
func (g *graphText) pick(keep func(u, v int) bool) (list [][2]int) {
	for u, v := range arcs(g.flips) {
		if u != v && keep(u, v) {
			list = append(list, [2]int{u, v})
		}
	}
	return list
}

// printf appends to the text.
func (g *graphText) printf(format string, args ...any) { g.text = fmt.Appendf(g.text, format, args...) }

// name is what a node is called.
func (g *graphText) name(u int) string {
	if g.names == nil {
		return strconv.Itoa(u + 1)
	}
	return g.names[u]
}

// noName is the error for a name that a kind cannot hold.
func (g *graphText) noName(name, why string) error {
	return fmt.Errorf("%s cannot hold the name %q: %s; lo can", g.kind, clip(name), why)
}

// outline is how nodes and edges are written, in the verbs of package fmt: of a node %[1]d is its number from 1, %[2]s
// its name, %[3]s and %[4]s x and y of its place, %[5]s is y upwards; of an edge they are the numbers and the names of
// its ends, and which edge it is.
type outline struct {
	node, placed string // one or the other
	between      string // before every node and every edge but the first
	name         func(string) string
	middle, edge string
	foot         string
}

// write fills in an outline.
func (g *graphText) write(o outline) {
	names, separator := make([]string, g.flips.Len()), ""
	for u := range names {
		if names[u] = g.name(u); o.name != nil {
			names[u] = o.name(names[u])
		}
		if g.text = append(g.text, separator...); g.places != nil {
			x, y := g.places[u][0], g.places[u][1]
			g.printf(o.placed, u+1, names[u], coordinate(x), coordinate(y), coordinate(-y))
		} else if o.node != "" {
			g.printf(o.node, u+1, names[u])
		}
		separator = o.between
	}
	g.text, separator = append(g.text, o.middle...), ""
	for i, e := range g.edges() {
		g.text = append(g.text, separator...)
		g.printf(o.edge, e[0]+1, e[1]+1, names[e[0]], names[e[1]], i+1)
		separator = o.between
	}
	g.text = append(g.text, o.foot...)
}

// coordinate is a number as every kind of file takes it.
func coordinate(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

// alone is the nodes without edges.
func (g *graphText) alone() (nodes []int) {
	joined := make([]bool, g.flips.Len())
	for _, e := range g.edges() {
		joined[e[0]], joined[e[1]] = true, true
	}
	for u, has := range joined {
		if !has {
			nodes = append(nodes, u)
		}
	}
	return nodes
}

// keepsOrder reports whether the nodes come in their order when such edges are read, with those without edges below.
func (g *graphText) keepsOrder() bool {
	if g.names == nil {
		return true
	}
	read := &graphFile{}
	for _, e := range g.edges() {
		read.node(g.names[e[0]])
		read.node(g.names[e[1]])
	}
	for _, u := range g.alone() {
		read.node(g.names[u])
	}
	read.inOrder()
	return slices.Equal(read.names, g.names)
}

var plainWord = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_]*$`)

// plainName is a name as plain texts have it: between quotation marks, unless it is of letters and digits only.
func plainName(name string) string {
	if plainWord.MatchString(name) {
		return name
	}
	return quotedText(name)
}

// writeEdges begins with the comment that makes it a list of edges in any case. The nodes are listed above the edges if
// they are not read in their order else.
func writeEdges(g *graphText) {
	g.printf("# edges\n")
	if g.oneWay {
		g.printf("# Directed graph\n")
	}
	o := outline{edge: "%[3]s %[4]s\n", name: plainName}
	if !g.keepsOrder() {
		o.node = "%[2]s\n"
	}
	g.write(o)
	for _, u := range g.alone() {
		if o.node == "" {
			g.printf("%s\n", plainName(g.name(u)))
		}
	}
}

// writeNeighbours writes a list of neighbours, in which an edge is at its first node, as networkx does.
func writeNeighbours(g *graphText) {
	g.printf("# adjlist\n")
	for u := range g.flips.Len() {
		g.printf("%s", plainName(g.name(u)))
		for _, v := range g.flips.Of(u) {
			if int(v) > u {
				g.printf(" %s", plainName(g.name(int(v))))
			}
		}
		g.printf("\n")
	}
}

// writeTable writes edges below names of columns.
func writeTable(g *graphText) {
	for _, u := range g.alone() {
		fail("table holds edges only, and %s has none; json and edges have a place for it", g.name(u))
	}
	index := make(map[string]bool, len(g.names))
	for _, name := range g.names {
		index[name] = true
	}
	if name := listOfNames(g.names, func(part string) bool { return index[part] }); name != "" {
		panic(g.noName(name, "a part of it is another node, so that it may be a list"))
	}
	if !g.keepsOrder() {
		g.lost = append(g.lost, "the order of the nodes")
	}
	pair := slices.IndexFunc(columnPairs, func(pair [2]string) bool { return !index[pair[0]] && !index[pair[1]] })
	refuse(pair < 0, "table needs names of columns that are not names of nodes; json does without")
	head, ways := strings.Join(columnPairs[pair][:], ","), map[bool]string{}
	if g.oneWay {
		head, ways = head+",type", map[bool]string{true: ",Undirected", false: ",Directed"}
	}
	g.printf("%s\n", head)
	for _, e := range g.pick(func(u, v int) bool { return u < v || !g.flips.Has(v, u) }) {
		g.printf("%s,%s%s\n", plainName(g.name(e[0])), plainName(g.name(e[1])), ways[g.flips.Has(e[1], e[0])])
	}
}

func writeDIMACS(g *graphText) {
	g.printf("p edge %d %d\n", g.flips.Len(), len(g.edges()))
	g.write(outline{edge: "e %[1]d %[2]d\n"})
}

func writeMatrixMarket(g *graphText) {
	kind, edge := "symmetric", "%[2]d %[1]d\n" // on and below the diagonal
	if g.oneWay {
		kind, edge = "general", "%[1]d %[2]d\n"
	}
	g.printf("%s matrix coordinate pattern %s\n%d %[3]d %d\n", matrixMarket, kind, g.flips.Len(), len(g.edges()))
	g.write(outline{edge: edge})
}

// writePajek writes places as Pajek has them, between 0 and 1.
func writePajek(g *graphText) {
	low, _, size := frame(g.places)
	g.printf("*Vertices %d\n", g.flips.Len())
	for u := range g.flips.Len() {
		if strings.Contains(g.name(u), `"`) {
			panic(g.noName(g.name(u), "it has a quotation mark"))
		}
		if g.printf("%d \"%s\"", u+1, g.name(u)); size > 0 {
			g.printf(" %.6f %.6f", (g.places[u][0]-low[0])/size, (g.places[u][1]-low[1])/size)
		}
		g.printf("\n")
	}
	section := func(keep func(u, v int) bool) {
		for _, e := range g.pick(keep) {
			g.printf("%d %d\n", e[0]+1, e[1]+1)
		}
	}
	g.printf("*Edges\n")
	if section(func(u, v int) bool { return u < v && g.flips.Has(v, u) }); g.oneWay {
		g.printf("*Arcs\n")
		section(func(u, v int) bool { return !g.flips.Has(v, u) })
	}
}

// writeJSONGraph writes the form of networkx's node_link_data, D3 and others.
func writeJSONGraph(g *graphText) {
	o := outline{node: `{"id": %[2]s}`, placed: `{"id": %[2]s, "x": %[3]s, "y": %[4]s}`, between: ",\n",
		middle: "], \"links\": [\n", edge: `{"source": %[3]s, "target": %[4]s}`, foot: "]}\n"}
	if g.names != nil {
		o.name = func(text string) string { return string(quote(text)) }
	}
	if len(g.edges()) == 0 {
		o.middle = "], \"links\": ["
	}
	g.printf(`{"directed": %v, "multigraph": false, "graph": {}, "nodes": [`+"\n", g.oneWay)
	g.write(o)
}

// xmlName is a text as an attribute of XML has it.
func (g *graphText) xmlName(text string) string {
	var s strings.Builder
	_ = xml.EscapeText(&s, []byte(text)) // a Builder takes all
	if strings.Count(s.String(), "\ufffd") != strings.Count(text, "\ufffd") {
		panic(g.noName(text, "XML lacks one of its characters"))
	}
	return s.String()
}

const xmlHead = `<?xml version="1.0" encoding="UTF-8"?>` + "\n"

func (g *graphText) directedness() string {
	return map[bool]string{false: "undirected", true: "directed"}[g.oneWay]
}

// writeGraphML writes places as the data x and y.
func writeGraphML(g *graphText) {
	g.printf("%s<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n", xmlHead)
	if g.places != nil {
		const key = `<key id="%[1]s" for="node" attr.name="%[1]s" attr.type="double"/>` + "\n"
		g.printf(key+strings.ReplaceAll(key, "[1]", "[2]"), "x", "y")
	}
	g.printf("<graph edgedefault=\"%s\">\n", g.directedness())
	g.write(outline{node: `<node id="%[2]s"/>` + "\n", name: g.xmlName,
		placed: `<node id="%[2]s"><data key="x">%[3]s</data><data key="y">%[4]s</data></node>` + "\n",
		edge:   `<edge source="%[3]s" target="%[4]s"/>` + "\n", foot: "</graph>\n</graphml>\n"})
}

// writeGEXF writes places as Gephi has them, where y goes up.
func writeGEXF(g *graphText) {
	const head = `<gexf xmlns="http://gexf.net/1.3" xmlns:viz="http://gexf.net/1.3/viz" version="1.3">`
	g.printf("%s%s\n<graph defaultedgetype=\"%s\">\n<nodes>\n", xmlHead, head, g.directedness())
	g.write(outline{node: `<node id="%[1]d" label="%[2]s"/>` + "\n", name: g.xmlName,
		placed: `<node id="%[1]d" label="%[2]s"><viz:position x="%[3]s" y="%[5]s"/></node>` + "\n",
		middle: "</nodes>\n<edges>\n", edge: `<edge id="%[5]d" source="%[1]d" target="%[2]d"/>` + "\n",
		foot: "</edges>\n</graph>\n</gexf>\n"})
}

// gmlName is a text as GML has it, in ASCII.
func gmlName(text string) string {
	var s strings.Builder
	for _, ch := range text {
		if ch == '"' || ch == '&' || ch >= utf8.RuneSelf {
			fmt.Fprintf(&s, "&#%d;", ch)
		} else {
			s.WriteRune(ch)
		}
	}
	return s.String()
}

func writeGML(g *graphText) {
	g.printf("graph [\n  directed %d\n", map[bool]int{true: 1}[g.oneWay])
	g.write(outline{node: "  node [ id %[1]d label \"%[2]s\" ]\n", name: gmlName,
		placed: "  node [ id %[1]d label \"%[2]s\" graphics [ x %[3]s y %[4]s ] ]\n",
		edge:   "  edge [ source %[1]d target %[2]d ]\n", foot: "]\n"})
}

// dotWord is a name that needs no quotation marks, unless it is a word of the language.
var (
	dotWord    = regexp.MustCompile(`^([A-Za-z_][A-Za-z0-9_]*|[0-9]+)$`)
	dotKeyword = regexp.MustCompile(`(?i)^(graph|digraph|strict|subgraph|node|edge)$`)
	dotOdd     = regexp.MustCompile(`\\("|$)`)
)

// dotName is a name as DOT has it, which has no sign for a backslash before a quotation mark.
func (g *graphText) dotName(name string) string {
	switch {
	case dotOdd.MatchString(name):
		panic(g.noName(name, "a backslash is at its end or before a quotation mark"))
	case dotWord.MatchString(name) && !dotKeyword.MatchString(name):
		return name
	}
	return `"` + strings.ReplaceAll(name, `"`, `\"`) + `"`
}

// writeDOT writes places as Graphviz has them, where y goes up.
func writeDOT(g *graphText) {
	word, edge := "graph", "  %[3]s -- %[4]s;\n"
	if g.oneWay {
		word, edge = "digraph", "  %[3]s -> %[4]s;\n"
	}
	g.printf("%s {\n", word)
	g.write(outline{node: "  %[2]s;\n", placed: "  %[2]s [pos=\"%[3]s,%[5]s\"];\n", name: g.dotName, edge: edge,
		foot: "}\n"})
}
