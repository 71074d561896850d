package puzzlefile

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sort"
	"strings"
	"testing"

	"lightsout/board"
)

// dressed is a graph, to be written in many ways.
type dressed struct {
	names []string
	edges [][2]int
}

func (g dressed) each(row func(u, v int) string) string {
	var s strings.Builder
	for _, e := range g.edges {
		s.WriteString(row(e[0], e[1]))
	}
	return s.String()
}

func (g dressed) eachNode(row func(u int) string) string {
	var s strings.Builder
	for u := range g.names {
		s.WriteString(row(u))
	}
	return s.String()
}

// rows makes a text of a format with the names of the ends of each edge.
func rows(format string) func(g dressed) string {
	return func(g dressed) string {
		return g.each(func(u, v int) string { return fmt.Sprintf(format, g.names[u], g.names[v]) })
	}
}

func (g dressed) neighbours(u int) (list []int) {
	for _, e := range g.edges {
		if e[0] == u {
			list = append(list, e[1])
		} else if e[1] == u {
			list = append(list, e[0])
		}
	}
	sort.Ints(list)
	return list
}

func (g dressed) joined(u int, separator string, name func(v int) string) string {
	var list []string
	for _, v := range g.neighbours(u) {
		list = append(list, name(v))
	}
	return strings.Join(list, separator)
}

func (g dressed) name(u int) string { return g.names[u] }

func number1(u int) string { return fmt.Sprint(u + 1) }

// matrix writes the rows of the adjacency matrix.
func (g dressed) matrix(open, separator, end string, cell func(u, v int, joined bool) string) string {
	var s strings.Builder
	for u := range g.names {
		var row []string
		for v := range g.names {
			if text := cell(u, v, slices.Contains(g.neighbours(u), v)); text != "" {
				row = append(row, text)
			}
		}
		s.WriteString(strings.ReplaceAll(open, "NAME", g.names[u]) + strings.Join(row, separator) + end)
	}
	return s.String()
}

func bit(_, _ int, joined bool) string { return map[bool]string{true: "1", false: "0"}[joined] }

// oneGraph are graphs of 6, 12 and 100 nodes, with names, with numbers from 0 and with numbers from 1.
func oneGraph(n int) dressed {
	r := rand.New(rand.NewPCG(uint64(n), 7))
	g := dressed{}
	for u := range n {
		switch n {
		case 6:
			g.names = append(g.names, []string{"ann", "bob", "carol", "dave", "Eve", "frank"}[u])
		case 12:
			g.names = append(g.names, fmt.Sprint(u))
		default:
			g.names = append(g.names, fmt.Sprint(u+1))
		}
		if u > 0 { // connected
			g.edges = append(g.edges, [2]int{r.IntN(u), u})
		}
	}
	for range n / 2 {
		u, v := r.IntN(n), r.IntN(n)
		if e := [2]int{min(u, v), max(u, v)}; u != v && !slices.Contains(g.edges, e) {
			g.edges = append(g.edges, e)
		}
	}
	return g
}

// dresses are ways to write a graph: the suffix of the file, whether the text has the names, and the text. A question
// may be asked where two readings fit.
var dresses = []struct {
	about, suffix string
	named, mayAsk bool
	text          func(g dressed) string
}{
	{"bullets", "md", true, false, rows("- %s %s\n")},
	{"stars and dashes", "md", true, false, rows("* %s - %s\n")},
	{"numbers of lines", "txt", true, true, func(g dressed) (text string) {
		for i, e := range g.edges {
			text += fmt.Sprintf("%d. %s %s\n", i+1, g.names[e[0]], g.names[e[1]])
		}
		return text
	}},
	{"a table of Markdown", "md", true, false, func(g dressed) string {
		return "| from | to |\n|------|:---|\n" + rows("| %s | %s |\n")(g)
	}},
	{"lists of YAML", "yml", true, false, func(g dressed) string { return "edges:\n" + rows("  - [%s, %s]\n")(g) }},
	{"neighbours in YAML", "yml", true, false, func(g dressed) string {
		return g.eachNode(func(u int) string { return g.names[u] + ":\n  - " + g.joined(u, "\n  - ", g.name) + "\n" })
	}},
	{"a title", "txt", true, false, func(g dressed) string { return "Edges:\n" + rows("%s %s\n")(g) }},
	{"facts of Prolog", "pl", true, false, rows("edge(%s, %s).\n")},
	{"calls", "py", true, false, rows("G.add_edge('%s', '%s')\n")},
	{"a view of networkx", "txt", true, false, func(g dressed) string {
		return "EdgeView([" + strings.TrimSuffix(rows("('%s', '%s'), ")(g), ", ") + "])\n"
	}},
	{"frozen sets", "py", true, false, func(g dressed) string {
		return "[" + strings.TrimSuffix(rows("frozenset({'%s', '%s'}), ")(g), ", ") + "]\n"
	}},
	{"an assignment", "py", true, false, func(g dressed) string {
		return "graph = {" + strings.TrimSuffix(g.eachNode(func(u int) string {
			return "'" + g.names[u] + "': ['" + g.joined(u, "', '", g.name) + "'], "
		}), ", ") + "}\n"
	}},
	{"an assignment of a list", "py", true, false, func(g dressed) string {
		return "edges = [" + strings.TrimSuffix(rows("(\"%s\", \"%s\"),\n")(g), ",\n") + "]\n"
	}},
	{"Sage", "txt", true, false, func(g dressed) string {
		return "Graph({" + strings.TrimSuffix(g.eachNode(func(u int) string {
			return "'" + g.names[u] + "': ['" + g.joined(u, "', '", g.name) + "'], "
		}), ", ") + "})\n"
	}},
	{"Mathematica", "m", true, false, func(g dressed) string {
		return "Graph[{" + strings.TrimSuffix(rows("%s <-> %s, ")(g), ", ") + "}]\n"
	}},
	{"sets of two", "txt", true, false, rows("{%s, %s}\n")},
	{"a set of sets", "txt", true, false, func(g dressed) string {
		return "{" + strings.TrimSuffix(rows("{%s,%s},")(g), ",") + "}\n"
	}},
	{"arrows between commas", "txt", true, false, func(g dressed) string {
		return strings.TrimSuffix(rows("%s->%s, ")(g), ", ") + "\n"
	}},
	{"counts on two lines", "txt", true, false, func(g dressed) string {
		return fmt.Sprintf("%d\n%d\n", len(g.names), len(g.edges)) + rows("%s %s\n")(g)
	}},
	{"Neo4j", "csv", true, false, func(g dressed) string {
		return ":START_ID,:END_ID,:TYPE\n" + rows("%s,%s,KNOWS\n")(g)
	}},
	{"blanks", "txt", true, false, rows("%s %s\n")},
	{"tabs", "txt", true, false, rows("%s\t%s\n")},
	{"commas", "txt", true, false, rows("%s,%s\n")},
	{"commas and blanks", "txt", true, false, rows("%s, %s\n")},
	{"semicolons", "txt", true, false, rows("%s;%s\n")},
	{"dashes", "txt", true, false, rows("%s -- %s\n")},
	{"a dash", "txt", true, false, rows("%s - %s\n")},
	{"an en dash", "txt", true, false, rows("%s – %s\n")},
	{"arrows", "txt", true, false, rows("%s -> %s\n")},
	{"arrows without blanks", "txt", true, false, rows("%s->%s\n")},
	{"double arrows", "txt", true, false, rows("%s <-> %s\n")},
	{"arrows of Unicode", "txt", true, false, rows("%s → %s\n")},
	{"tuples on lines", "txt", true, false, rows("(%s, %s)\n")},
	{"lists on lines", "txt", true, false, rows("[%s, %s]\n")},
	{"tuples on lines with commas", "txt", true, false, rows("(%s, %s),\n")},
	{"braces", "txt", true, false, rows("%s %s {}\n")},
	{"data", "txt", true, false, rows("%s %s {'weight': 2}\n")},
	{"weights", "txt", true, false, rows("%s %s 2.5\n")},
	{"weights of one", "txt", true, false, rows("%s\t%s\t1\n")},
	{"weights and times", "txt", true, false, rows("%s %s 1 1230000000\n")},
	{"weights with commas", "txt", true, false, rows("%s,%s,0.5\n")},
	{"quotation marks", "txt", true, false, rows("\"%s\" \"%s\"\n")},
	{"quotation marks and commas", "txt", true, false, rows("\"%s\",\"%s\"\n")},
	{"spaces around", "txt", true, false, rows("  %s   %s  \n")},
	{"blank lines", "txt", true, false, rows("%s %s\n\n")},
	{"CRLF", "txt", true, false, rows("%s %s\r\n")},
	{"CR", "txt", true, false, func(g dressed) string { return strings.ReplaceAll(rows("%s %s\n")(g), "\n", "\r") }},
	{"a byte order mark", "txt", true, false, func(g dressed) string { return "\ufeff" + rows("%s %s\n")(g) }},
	{"a comment", "txt", true, false, func(g dressed) string { return "# people\n" + rows("%s %s\n")(g) }},
	{"a block of comments", "txt", true, false, func(g dressed) string {
		return "####\n#\n# made by hand\n#\n####\n" + rows("%s %s\n")(g)
	}},
	{"slashes", "txt", true, false, func(g dressed) string { return "// people\n" + rows("%s %s\n")(g) }},
	{"a comment of C", "txt", true, false, func(g dressed) string { return "/* people\n who know */\n" + rows("%s %s\n")(g) }},
	{"per cent", "txt", true, false, func(g dressed) string { return "% people\n" + rows("%s %s\n")(g) }},
	{"comments at ends", "txt", true, false, rows("%s %s # yes\n")},
	{"SNAP", "txt", true, false, func(g dressed) string {
		return "# Undirected graph\n# FromNodeId\tToNodeId\n" + rows("%s\t%s\n")(g)
	}},
	{"KONECT", "txt", true, false, func(g dressed) string { return "% sym unweighted\n" + rows("%s %s\n")(g) }},
	{"both directions", "txt", true, false, func(g dressed) string {
		return rows("%s %s\n")(g) + g.each(func(u, v int) string { return g.names[v] + " " + g.names[u] + "\n" })
	}},
	{"n m above", "txt", true, true, func(g dressed) string {
		return fmt.Sprintf("%d %d\n", len(g.names), len(g.edges)) + rows("%s %s\n")(g)
	}},
	{"a loop", "txt", true, false, func(g dressed) string { return rows("%s %s\n")(g) + g.names[0] + " " + g.names[0] + "\n" }},
	{"source,target", "csv", true, false, func(g dressed) string { return "source,target\n" + rows("%s,%s\n")(g) }},
	{"source,target in txt", "txt", true, false, func(g dressed) string { return "source,target\n" + rows("%s,%s\n")(g) }},
	{"Source;Target;Weight", "csv", true, false, func(g dressed) string { return "Source;Target;Weight\n" + rows("%s;%s;3\n")(g) }},
	{"from to", "txt", true, false, func(g dressed) string { return "from to\n" + rows("%s %s\n")(g) }},
	{"from to in tsv", "tsv", true, false, func(g dressed) string { return "from\tto\n" + rows("%s\t%s\n")(g) }},
	{"pandas", "csv", true, false, func(g dressed) string {
		i := -1
		return ",source,target\n" + g.each(func(u, v int) string { i++; return fmt.Sprintf("%d,%s,%s\n", i, g.names[u], g.names[v]) })
	}},
	{"R", "txt", true, false, func(g dressed) string {
		i := 0
		return "\"from\" \"to\"\n" + g.each(func(u, v int) string { i++; return fmt.Sprintf("\"%d\" \"%s\" \"%s\"\n", i, g.names[u], g.names[v]) })
	}},
	{"Gephi's table", "csv", true, false, func(g dressed) string { return "Source,Target,Type\n" + rows("%s,%s,Undirected\n")(g) }},
	{"columns between", "csv", true, false, func(g dressed) string { return "year,source,place,target\n" + rows("1999,%s,here,%s\n")(g) }},
	{"CSV without a head", "csv", true, false, rows("%s,%s\n")},
	{"neighbours with colons", "txt", true, false, func(g dressed) string {
		return g.eachNode(func(u int) string { return g.names[u] + ": " + g.joined(u, " ", g.name) + "\n" })
	}},
	{"neighbours with colons and commas", "txt", true, false, func(g dressed) string {
		return g.eachNode(func(u int) string { return g.names[u] + ": " + g.joined(u, ", ", g.name) + "\n" })
	}},
	{"neighbours in brackets", "txt", true, false, func(g dressed) string {
		return g.eachNode(func(u int) string { return g.names[u] + ": [" + g.joined(u, ", ", g.name) + "]\n" })
	}},
	{"neighbours after arrows", "txt", true, false, func(g dressed) string {
		return g.eachNode(func(u int) string { return g.names[u] + " -> " + g.joined(u, " ", g.name) + "\n" })
	}},
	{"neighbours", "txt", true, true, func(g dressed) string {
		return g.eachNode(func(u int) string { return g.names[u] + " " + g.joined(u, " ", g.name) + "\n" })
	}},
	{"neighbours in adjlist", "adjlist", true, false, func(g dressed) string {
		return g.eachNode(func(u int) string { return g.names[u] + " " + g.joined(u, " ", g.name) + "\n" })
	}},
	{"networkx's adjlist", "adjlist", true, false, func(g dressed) string {
		return "#script.py\n# GMT Thu\n#\n" + g.eachNode(func(u int) string {
			row := g.names[u]
			for _, v := range g.neighbours(u) {
				if v > u {
					row += " " + g.names[v]
				}
			}
			return row + "\n"
		})
	}},
	{"METIS", "graph", false, false, func(g dressed) string {
		return fmt.Sprintf("%d %d\n", len(g.names), len(g.edges)) + g.eachNode(func(u int) string { return g.joined(u, " ", number1) + "\n" })
	}},
	{"METIS in txt", "txt", false, true, func(g dressed) string {
		return fmt.Sprintf("%d %d\n", len(g.names), len(g.edges)) + g.eachNode(func(u int) string { return g.joined(u, " ", number1) + "\n" })
	}},
	{"DIMACS", "col", false, false, func(g dressed) string {
		return fmt.Sprintf("c made by hand\np edge %d %d\n", len(g.names), len(g.edges)) + g.each(func(u, v int) string { return fmt.Sprintf("e %d %d\n", u+1, v+1) })
	}},
	{"DIMACS in txt", "txt", false, false, func(g dressed) string {
		return fmt.Sprintf("p col %d %d\n", len(g.names), len(g.edges)) + g.each(func(u, v int) string { return fmt.Sprintf("e %d %d\n", u+1, v+1) })
	}},
	{"PACE", "gr", false, false, func(g dressed) string {
		return fmt.Sprintf("p tw %d %d\n", len(g.names), len(g.edges)) + g.each(func(u, v int) string { return fmt.Sprintf("%d %d\n", u+1, v+1) })
	}},
	{"Matrix Market", "mtx", false, false, func(g dressed) string {
		return fmt.Sprintf("%%%%MatrixMarket matrix coordinate pattern symmetric\n%% here\n%d %d %d\n", len(g.names), len(g.names), len(g.edges)) +
			g.each(func(u, v int) string { return fmt.Sprintf("%d %d\n", max(u, v)+1, min(u, v)+1) })
	}},
	{"a matrix", "adj", false, false, func(g dressed) string { return g.matrix("", " ", "\n", bit) }},
	{"a matrix in txt", "txt", false, true, func(g dressed) string { return g.matrix("", " ", "\n", bit) }},
	{"a matrix with commas", "txt", false, true, func(g dressed) string { return g.matrix("", ",", "\n", bit) }},
	{"a matrix with tabs", "txt", false, true, func(g dressed) string { return g.matrix("", "\t", "\n", bit) }},
	{"n above a matrix", "txt", false, true, func(g dressed) string {
		return fmt.Sprintf("%d\n", len(g.names)) + g.matrix("", " ", "\n", bit)
	}},
	{"a matrix with weights", "txt", false, false, func(g dressed) string {
		return g.matrix("", " ", "\n", func(u, v int, joined bool) string { return map[bool]string{true: "2.5", false: "0"}[joined] })
	}},
	{"a triangle with weights", "txt", false, false, func(g dressed) string {
		return g.matrix("", " ", "\n", func(u, v int, joined bool) string {
			switch {
			case v > u:
				return ""
			case joined:
				return "7"
			}
			return "0"
		})
	}},
	{"a matrix with names", "csv", true, false, func(g dressed) string {
		return "," + strings.Join(g.names, ",") + "\n" + g.matrix("NAME,", ",", "\n", bit)
	}},
	{"numpy's print", "txt", false, true, func(g dressed) string {
		return "[" + strings.ReplaceAll(strings.TrimSuffix(g.matrix("[", " ", "]\n", bit), "\n"), "\n", "\n ") + "]\n"
	}},
	{"a matrix of floats", "txt", false, true, func(g dressed) string {
		return g.matrix("", " ", "\n", func(u, v int, joined bool) string {
			return map[bool]string{true: "1.000000000000000000e+00", false: "0.000000000000000000e+00"}[joined]
		})
	}},
	{"DOT", "dot", true, false, func(g dressed) string { return "graph {\n" + rows("  %s -- %s;\n")(g) + "}\n" }},
	{"DOT in txt", "txt", true, false, func(g dressed) string { return "/* x */ graph G {\n" + rows("  %s -- %s [weight=2];\n")(g) + "}\n" }},
	{"DOT with quotation marks", "gv", true, false, func(g dressed) string { return "strict graph \"G\"\n{\n" + rows("\"%s\" -- \"%s\"\n")(g) + "}\n" }},
	{"GraphML", "graphml", true, false, func(g dressed) string {
		return `<?xml version="1.0"?><graphml><graph edgedefault="undirected">` + g.eachNode(func(u int) string { return `<node id="` + g.names[u] + `"/>` }) +
			rows(`<edge source="%s" target="%s"/>`)(g) + "</graph></graphml>"
	}},
	{"GEXF in txt", "txt", true, false, func(g dressed) string {
		return "<gexf version=\"1.2\">\n<graph defaultedgetype=\"undirected\"><nodes>" +
			g.eachNode(func(u int) string { return fmt.Sprintf("<node id=\"n%d\" label=\"%s\"/>\n", u, g.names[u]) }) +
			"</nodes><edges>" + g.each(func(u, v int) string {
			return fmt.Sprintf("<edge id=\"%d\" source=\"n%d\" target=\"n%d\"/>\n", u, u, v)
		}) + "</edges></graph></gexf>"
	}},
	{"GML", "gml", true, false, func(g dressed) string {
		return "Creator \"me\"\ngraph\n[\n" + g.eachNode(func(u int) string {
			return fmt.Sprintf("  node\n  [\n    id %d\n    label \"%s\"\n  ]\n", u, g.names[u])
		}) +
			g.each(func(u, v int) string { return fmt.Sprintf("  edge [ source %d target %d value 1 ]\n", u, v) }) + "]\n"
	}},
	{"Pajek", "net", true, false, func(g dressed) string {
		return fmt.Sprintf("*Vertices %d\n", len(g.names)) + g.eachNode(func(u int) string { return fmt.Sprintf("%d \"%s\"\n", u+1, g.names[u]) }) +
			"*Edges\n" + g.each(func(u, v int) string { return fmt.Sprintf("%d %d 1\n", u+1, v+1) })
	}},
	{"TGF", "tgf", true, false, func(g dressed) string {
		return g.eachNode(func(u int) string { return fmt.Sprintf("n%d %s\n", u, g.names[u]) }) + "#\n" + g.each(func(u, v int) string { return fmt.Sprintf("n%d n%d\n", u, v) })
	}},
	{"SIF", "sif", true, false, rows("%s knows %s\n")},
	{"SIF in txt", "txt", true, true, rows("%s\tknows\t%s\n")},
	{"node-link", "json", true, false, func(g dressed) string {
		return `{"directed": false, "multigraph": false, "graph": {}, "nodes": [` + strings.TrimSuffix(g.eachNode(func(u int) string { return "\n {\n  \"id\": \"" + g.names[u] + "\"\n }," }), ",") +
			"],\n \"links\": [" + strings.TrimSuffix(rows("\n {\n  \"source\": \"%s\",\n  \"target\": \"%s\"\n },")(g), ",") + "]}\n"
	}},
	{"D3", "json", true, false, func(g dressed) string {
		return "{\"nodes\": [" + strings.TrimSuffix(g.eachNode(func(u int) string { return "\n{\"name\": \"" + g.names[u] + "\", \"group\": 1}," }), ",") +
			"],\n\"links\": [" + strings.TrimSuffix(g.each(func(u, v int) string { return fmt.Sprintf("\n{\"source\": %d, \"target\": %d, \"value\": 1},", u, v) }), ",") + "]}\n"
	}},
	{"pairs", "json", true, false, func(g dressed) string {
		return "{\"edges\": [" + strings.TrimSuffix(rows("[\"%s\", \"%s\"], ")(g), ", ") + "]}"
	}},
	{"an object of lists", "json", true, false, func(g dressed) string {
		return "{" + strings.TrimSuffix(g.eachNode(func(u int) string {
			return "\"" + g.names[u] + "\": [" + g.joined(u, ", ", func(v int) string { return "\"" + g.names[v] + "\"" }) + "],\n"
		}), ",\n") + "}\n"
	}},
	{"a dictionary of Python", "py", true, false, func(g dressed) string {
		return "{" + strings.TrimSuffix(g.eachNode(func(u int) string {
			return "'" + g.names[u] + "': ['" + g.joined(u, "', '", g.name) + "'], "
		}), ", ") + "}\n"
	}},
	{"tuples of Python", "txt", true, false, func(g dressed) string {
		return "[" + strings.TrimSuffix(rows("('%s', '%s'), ")(g), ", ") + "]\n"
	}},
	{"Cytoscape", "json", true, false, func(g dressed) string {
		return "{\"elements\": {\"nodes\": [" + strings.TrimSuffix(g.eachNode(func(u int) string { return "{\"data\": {\"id\": \"" + g.names[u] + "\"}},\n" }), ",\n") +
			"], \"edges\": [" + strings.TrimSuffix(rows("{\"data\": {\"source\": \"%s\", \"target\": \"%s\"}},\n")(g), ",\n") + "]}}"
	}},
}

// Graphs of 6, 12 and 100 nodes in all dresses are read right. Some may be asked about, and none is misread.
func TestDressesAreReadRight(t *testing.T) {
	count := map[string]int{}
	for _, dress := range dresses {
		for _, n := range []int{6, 12, 100} {
			g := oneGraph(n)
			text := dress.text(g)
			p, err := NewReader(strings.NewReader(text), ReaderOptions{Name: "x." + dress.suffix}).Next()
			verdict := "right"
			_, asked := errors.AsType[*KindError](err)
			switch {
			case asked:
				verdict = "asked"
			case err != nil:
				verdict = "refused"
			case !g.is(p.Board, dress.named):
				verdict = "misread"
			}
			count[verdict]++
			if verdict != "right" && !(dress.mayAsk && (verdict == "asked" || isPicture(p))) {
				t.Errorf("%s of %d nodes: %s: %v\n%.300s", dress.about, n, verdict, err, text)
			}
		}
	}
	t.Log(count)
	if total := 3 * len(dresses); total < 200 {
		t.Errorf("%d texts", total)
	}
}

// isPicture reports whether a puzzle is that of a picture, which says what else it may be.
func isPicture(p *board.Puzzle) bool {
	return p != nil && strings.Contains(p.Board.Warning(), "as adjmatrix it is the matrix of a graph")
}

// is reports whether a board is the graph, with its names or with numbers.
func (g dressed) is(b *board.Board, named bool) bool {
	known := map[string]bool{}
	for u, v := range arcs(listsOf(b)) {
		known[b.Label(u)+" "+b.Label(v)] = true
	}
	if len(known) != len(g.names)+2*len(g.edges) || b.Lights() != len(g.names) {
		return false
	}
	for _, e := range g.edges {
		u, v := number1(e[0]), number1(e[1])
		if named {
			u, v = g.names[e[0]], g.names[e[1]]
		}
		if !known[u+" "+v] || !known[v+" "+u] {
			return false
		}
	}
	return true
}
