package puzzlefile

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/suggest"
)

// A graph is written by a function of the kind that appends the text (writegraphml.go is an example), and a row of the table of
// kinds that has it in its column form.

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
	var list []string
	for _, suffix := range append([]string{f.Suffix}, f.also...) {
		if !slices.Contains(list, suffix[1:]) && (suffix == f.Suffix || suffix != ".csv" && suffix != ".tsv") {
			list = append(list, suffix[1:])
		}
	}
	return list
}

// WriteGraph writes the board of a puzzle as a graph, in the kind of that name. Lost is what the file does not keep, such as the
// names of the nodes. It fails, and writes nothing, if the kind cannot hold the board; lo holds the whole of any puzzle.
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
	if err := g.append(f); err != nil {
		return nil, err
	}
	_, err = to.Write(g.text)
	return append(g.lost, puzzleLost(p)...), err
}

// puzzleLost is what a puzzle is beside its board.
func puzzleLost(p *board.Puzzle) (lost []string) {
	if p.On.Weight() != p.Board.Lights() {
		lost = append(lost, "which lights are on")
	}
	if !p.Goal.IsZero() || !p.DontCare.IsZero() {
		lost = append(lost, "the goal")
	}
	if p.Forbidden.Len() > 0 && !p.Forbidden.IsZero() {
		lost = append(lost, "which switches must not be pressed")
	}
	return lost
}

// graphText is a graph while it is written. Nodes count from 0.
type graphText struct {
	text   []byte
	flips  gf2.Lists // of each node
	names  []string  // nil: nodes are called by their numbers from 1
	places [][2]float64
	oneWay bool // some edge is
	lost   []string
}

// newGraphText is the graph of a board, if the kind can hold it.
func newGraphText(f *Format, b *board.Board) (*graphText, error) {
	refuse := func(format string, args ...any) (*graphText, error) {
		return nil, fmt.Errorf("%s holds %s; lo holds any board", f.Name, fmt.Sprintf(format, args...))
	}
	switch {
	case b.States() > 2:
		return refuse("lights with two states, and those of %s have %d", clip(b.Spec()), b.States())
	case !b.IsGraph():
		return refuse("graphs only: on %s switches and lights are different things", clip(b.Spec()))
	}
	if most := f.form.most; most > 0 && b.Lights() > most {
		return nil, &board.TooLargeError{What: fmt.Sprintf("%s as %s", clip(b.Spec()), f.Name), Limit: fmt.Sprintf("graphs have up to %d nodes there", most)}
	}
	const each = 1000 // bits for a node, its edges, and what is written of them
	if err := b.Reserve(each, "a graph as text"); err != nil {
		return nil, err
	}
	g := &graphText{flips: listsOf(b), names: b.Names(), places: b.Places()}
	missing := 0
	for u := range g.nodes() {
		if !g.flips.Has(u, u) {
			missing++
		}
	}
	if missing > 0 {
		return refuse("graphs in which every node flips itself; on %s %d of %d do not", clip(b.Spec()), missing, g.nodes())
	}
	for u, v := range g.arcs() {
		if !g.flips.Has(v, u) {
			if g.oneWay = true; !f.form.oneWay {
				return refuse("undirected graphs only: on %s %s flips %s, not the reverse", clip(b.Spec()), clip(g.name(u)), clip(g.name(v)))
			}
			break
		}
	}
	if g.names != nil && !f.form.names {
		g.lost = append(g.lost, "the names of the nodes")
	}
	if g.places != nil && !f.form.places {
		g.lost, g.places = append(g.lost, "where the nodes stand"), nil
	}
	return g, nil
}

// append makes the text. The error is what the function of the kind panics with.
func (g *graphText) append(f *Format) (err error) {
	defer catch(&err)
	f.form.write(g)
	return nil
}

func (g *graphText) nodes() int { return g.flips.Len() }

// printf appends to the text.
func (g *graphText) printf(format string, args ...any) {
	g.text = fmt.Appendf(g.text, format, args...)
}

// name is what a node is called.
func (g *graphText) name(u int) string {
	if g.names == nil {
		return strconv.Itoa(u + 1)
	}
	return g.names[u]
}

// arcs yields what flips what, nodes themselves apart.
func (g *graphText) arcs() iter.Seq2[int, int] {
	return func(yield func(u, v int) bool) {
		for u := range g.nodes() {
			for _, v := range g.flips.Of(u) {
				if int(v) != u && !yield(u, int(v)) {
					return
				}
			}
		}
	}
}

// edges yields each edge once, and in a directed graph each arc.
func (g *graphText) edges() iter.Seq2[int, int] {
	return func(yield func(u, v int) bool) {
		for u, v := range g.arcs() {
			if (g.oneWay || u < v) && !yield(u, v) {
				return
			}
		}
	}
}

// mixed yields the edges that work in both directions once, or the others.
func (g *graphText) mixed(oneWay bool) iter.Seq2[int, int] {
	return func(yield func(u, v int) bool) {
		for u, v := range g.arcs() {
			if back := g.flips.Has(v, u); back != oneWay && (oneWay || u < v) && !yield(u, v) {
				return
			}
		}
	}
}

// count is how many edges are yielded.
func count(edges iter.Seq2[int, int]) (n int) {
	for range edges {
		n++
	}
	return n
}

// alone yields the nodes without edges.
func (g *graphText) alone() iter.Seq[int] {
	return func(yield func(u int) bool) {
		joined := make([]bool, g.nodes())
		for u, v := range g.arcs() {
			joined[u], joined[v] = true, true
		}
		for u, has := range joined {
			if !has && !yield(u) {
				return
			}
		}
	}
}

// noName is the error for a name that a kind cannot hold.
func noName(kind, name, why string) error {
	return fmt.Errorf("%s cannot hold the name %q: %s; lo can", kind, clip(name), why)
}

// keepsOrder reports whether the nodes come in their order when such edges are read: in that of their numbers if all names are
// numbers, else in that in which they are mentioned. Nodes without edges come last.
func (g *graphText) keepsOrder() bool {
	if g.names == nil {
		return true
	}
	values, mentioned := []uint64{}, slices.Repeat([]bool{false}, g.nodes())
	for _, name := range g.names {
		if value, err := strconv.ParseUint(name, 10, 62); err == nil {
			values = append(values, value)
		}
	}
	if len(values) == len(g.names) {
		return slices.IsSorted(values) && len(slices.Compact(values)) == len(g.names)
	}
	next := 0
	for u, v := range g.edges() {
		for _, node := range []int{u, v} {
			if !mentioned[node] && node != next {
				return false
			}
			if !mentioned[node] {
				mentioned[node], next = true, next+1
			}
		}
	}
	for node := range g.alone() {
		if node != next {
			return false
		}
		next++
	}
	return true
}

var plainWord = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_]*$`)

// plainName is a name as plain texts have it: between quotation marks, unless it is of letters and digits only.
func (g *graphText) plainName(u int) string {
	name := g.name(u)
	if plainWord.MatchString(name) {
		return name
	}
	return quotedText(name)
}

// writeEdges writes a list of edges, with the comment that makes it one in any case. The nodes are listed above the edges if they
// are not read in their order else.
func writeEdges(g *graphText) {
	g.printf("# edges\n")
	if g.oneWay {
		g.printf("# Directed graph\n")
	}
	listed := !g.keepsOrder()
	for u := range g.nodes() {
		if listed {
			g.printf("%s\n", g.plainName(u))
		}
	}
	for u, v := range g.edges() {
		g.printf("%s %s\n", g.plainName(u), g.plainName(v))
	}
	for u := range g.alone() {
		if !listed {
			g.printf("%s\n", g.plainName(u))
		}
	}
}

// writeNeighbours writes a list of neighbours, in which an edge is at its first node, as networkx does.
func writeNeighbours(g *graphText) {
	g.printf("# adjlist\n")
	for u := range g.nodes() {
		g.printf("%s", g.plainName(u))
		for _, v := range g.flips.Of(u) {
			if int(v) > u {
				g.printf(" %s", g.plainName(int(v)))
			}
		}
		g.printf("\n")
	}
}

// writeTable writes edges below names of columns.
func writeTable(g *graphText) {
	for u := range g.alone() {
		panic(fmt.Errorf("table holds edges only, and %s has none; json and edges have a place for it", clip(g.name(u))))
	}
	index := make(map[string]bool, len(g.names))
	for _, name := range g.names {
		index[name] = true
	}
	if name := listOfNames(g.names, func(part string) bool { return index[part] }); name != "" {
		panic(noName("table", name, "a part of it is another node, so that it may be a list"))
	}
	if !g.keepsOrder() {
		g.lost = append(g.lost, "the order of the nodes")
	}
	pair := slices.IndexFunc(columnPairs, func(pair [2]string) bool {
		return !index[pair[0]] && !index[pair[1]]
	})
	if pair < 0 {
		panic(errors.New("table needs names of columns that are not names of nodes; json does without"))
	}
	head := columnPairs[pair]
	g.printf("%s,%s", head[0], head[1])
	types := map[bool][2]string{false: {"", ""}, true: {",Directed", ",Undirected"}}[g.oneWay]
	if g.oneWay {
		g.printf(",type")
	}
	g.printf("\n")
	for u, v := range g.arcs() {
		switch back := g.flips.Has(v, u); {
		case !back:
			g.printf("%s,%s%s\n", g.plainName(u), g.plainName(v), types[0])
		case u < v:
			g.printf("%s,%s%s\n", g.plainName(u), g.plainName(v), types[1])
		}
	}
}

func writeDIMACS(g *graphText) {
	g.printf("p edge %d %d\n", g.nodes(), count(g.edges()))
	for u, v := range g.edges() {
		g.printf("e %d %d\n", u+1, v+1)
	}
}

func writeMatrixMarket(g *graphText) {
	kind, n := map[bool]string{false: "symmetric", true: "general"}[g.oneWay], g.nodes()
	g.printf("%s matrix coordinate pattern %s\n%d %d %d\n", matrixMarket, kind, n, n, count(g.edges()))
	for u, v := range g.edges() {
		if !g.oneWay { // on and below the diagonal
			u, v = v, u
		}
		g.printf("%d %d\n", u+1, v+1)
	}
}

// writePajek writes places as Pajek has them, between 0 and 1.
func writePajek(g *graphText) {
	unit := g.unitPlaces()
	g.printf("*Vertices %d\n", g.nodes())
	for u := range g.nodes() {
		name := g.name(u)
		if strings.Contains(name, `"`) {
			panic(noName("pajek", name, "it has a quotation mark"))
		}
		g.printf("%d \"%s\"", u+1, name)
		if unit != nil {
			g.printf(" %.6f %.6f", unit[u][0], unit[u][1])
		}
		g.printf("\n")
	}
	g.printf("*Edges\n")
	for u, v := range g.mixed(false) {
		g.printf("%d %d\n", u+1, v+1)
	}
	if g.oneWay {
		g.printf("*Arcs\n")
		for u, v := range g.mixed(true) {
			g.printf("%d %d\n", u+1, v+1)
		}
	}
}

// unitPlaces are the places moved and scaled into a square of side 1.
func (g *graphText) unitPlaces() [][2]float64 {
	if g.places == nil {
		return nil
	}
	low, high := g.places[0], g.places[0]
	for _, at := range g.places {
		for k, x := range at {
			low[k], high[k] = min(low[k], x), max(high[k], x)
		}
	}
	size := max(high[0]-low[0], high[1]-low[1])
	if size == 0 {
		return nil
	}
	unit := slices.Clone(g.places)
	for i := range unit {
		for k := range unit[i] {
			unit[i][k] = (unit[i][k] - low[k]) / size
		}
	}
	return unit
}

// writeJSONGraph writes the form of networkx's node_link_data, D3 and others.
func writeJSONGraph(g *graphText) {
	id := func(u int) []byte {
		if g.names == nil {
			return strconv.AppendInt(nil, int64(u+1), 10)
		}
		return quote(g.names[u])
	}
	g.printf(`{"directed": %v, "multigraph": false, "graph": {}, "nodes": [`, g.oneWay)
	separator := "\n"
	for u := range g.nodes() {
		g.printf(`%s{"id": %s`, separator, id(u))
		if g.places != nil {
			g.printf(`, "x": %s, "y": %s`, coordinate(g.places[u][0]), coordinate(g.places[u][1]))
		}
		g.printf("}")
		separator = ",\n"
	}
	g.printf("], \"links\": [")
	separator = "\n"
	for u, v := range g.edges() {
		g.printf(`%s{"source": %s, "target": %s}`, separator, id(u), id(v))
		separator = ",\n"
	}
	g.printf("]}\n")
}

// coordinate is a number as every kind of file takes it.
func coordinate(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }
