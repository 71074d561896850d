package puzzlefile

import (
	"strings"
	"testing"
)

// One graph of nine nodes as people write it: two triangles and a triangle of names between them.
var publicEdges = [][2]string{{"a", "b"}, {"b", "c"}, {"c", "a"}, {"c", "d"}, {"d", "e"}, {"e", "f"}, {"f", "d"}, {"f", "g"}, {"g", "h"}, {"h", "i"}, {"i", "g"}}

func number9(name string) string { return string('1' + name[0] - 'a') }

func each9(row func(u, v string) string) string {
	var s strings.Builder
	for _, e := range publicEdges {
		s.WriteString(row(e[0], e[1]))
	}
	return s.String()
}

// Graph files as other programs write them are read right, or refused with the sentence that helps.
func TestPublicGraphFiles(t *testing.T) {
	neighbours := map[string][]string{}
	for _, e := range publicEdges {
		neighbours[e[0]] = append(neighbours[e[0]], number9(e[1]))
		neighbours[e[1]] = append(neighbours[e[1]], number9(e[0]))
	}
	metis, adjacency := "9 11\n", ""
	for _, u := range strings.Split("abcdefghi", "") {
		metis += strings.Join(neighbours[u], " ") + "\n"
		adjacency += "node" + u + " " + strings.Join(neighbours[u], " ") + "\n"
	}
	graphML := func(attributes string) string {
		s := `<?xml version="1.0"?><graphml><graph edgedefault="undirected">`
		for _, u := range strings.Split("abcdefghi", "") {
			s += `<node id="` + u + `"/>`
		}
		return s + each9(func(u, v string) string { return `<edge source="` + u + `" target="` + v + `"` + attributes + `/>` }) + "</graph></graphml>\n"
	}
	nodes := ""
	for _, u := range strings.Split("abcdefghi", "") {
		nodes += `,{"id":"` + u + `"}`
	}
	links := each9(func(u, v string) string { return `,{"source":"` + u + `","target":"` + v + `"}` })
	want := readOne(t, each9(func(u, v string) string { return u + " " + v + "\n" }), ReaderOptions{}).Board
	for name, text := range map[string]string{
		"plain.txt":      each9(func(u, v string) string { return u + " " + v + "\n" }),
		"commented.txt":  "# edges\n" + each9(func(u, v string) string { return u + " " + v + "\n" }),
		"snap.txt":       "# Nodes: 9 Edges: 11\n# FromNodeId\tToNodeId\n" + each9(func(u, v string) string { return number9(u) + "\t" + number9(v) + "\n" }),
		"snap-twice.txt": "# both directions\n" + each9(func(u, v string) string { return u + "\t" + v + "\n" }) + each9(func(u, v string) string { return v + "\t" + u + "\n" }),
		"konect.txt":     "% sym unweighted\n% 11 9 9\n" + each9(func(u, v string) string { return number9(u) + " " + number9(v) + " 1 1230000000\n" }),
		"networkx.txt":   each9(func(u, v string) string { return u + " " + v + " {}\n" }),
		"weights.txt":    each9(func(u, v string) string { return u + " " + v + " {'weight': 3}\n" }),
		"table.csv":      "source,target\n" + each9(func(u, v string) string { return u + "," + v + "\n" }),
		"dimacs.col":     "c nine nodes \np edge 9 11  \n" + each9(func(u, v string) string { return "e " + number9(u) + " " + number9(v) + "  \n" }),
		"pace.gr":        "c nine\np tw 9 11\n" + each9(func(u, v string) string { return number9(u) + " " + number9(v) + "\n" }),
		"metis.graph":    metis,
		"metis.txt":      metis,
		"labels.graphml": graphML(""),
		"weight.graphml": graphML(` weight="2"`),
		"link.json":      `{"directed":false,"multigraph":false,"graph":{},"nodes":[` + nodes[1:] + `],"links":[` + links[1:] + `]}` + "\n",
		"edges.json":     "{\n  \"nodes\": [" + nodes[1:] + "],\n  \"edges\": [\n" + links[1:] + "\n]}\n",
		"plain.dot":      "graph nine {\n" + each9(func(u, v string) string { return "  " + u + " -- " + v + ";\n" }) + "}\n",
		"chain.gv":       "// nine\nstrict graph {\n node [shape=box]\n a--b--c--a; c -- d -- e -- f -- d\n f -- g [color=red]; g -- h -- i -- g }\n",
		"native.lo":      "p lights 9 11\n" + each9(func(u, v string) string { return "e " + number9(u) + " " + number9(v) + "\n" }),
	} {
		list, err := readAll(text, ReaderOptions{Name: name})
		if err != nil || len(list) != 1 || !list[0].Board.Equal(want) {
			t.Errorf("%s: %d puzzles, %v", name, len(list), err)
			continue
		}
		if w := list[0].Board.Warning(); w != "" {
			t.Errorf("%s: %s", name, w)
		}
		if names := list[0].Board.Names(); names != nil && strings.Join(names, "") != "abcdefghi" {
			t.Errorf("%s: the nodes are called %q", name, names)
		}
	}
	for name, c := range map[string]struct{ text, want string }{
		"adjacency.txt": {adjacency, "an adjacency list as one edge on each line"},
		"weighted.txt":  {each9(func(u, v string) string { return u + " " + v + " 2.5\n" }), "leave weights out"},
		"lit.col":       {"p edge 2 1\ne 1 2\nl 1 2\n", "lit.col:3: a line of a DIMACS graph cannot begin with l; a native file, which begins with p lights, can, and --on LIST says"},
		"cycle.txt":     {"4 4\n2 4\n1 3\n2 4\n1 3\n", "can be read as edges and as metis"},
		"matrix.txt":    {"2 2\n2 2\n2 1\n2 1\n1 2\n1 0\n1 2\n1 0\n", "can be read as edges and as alist"},
		"sub.dot":       {"graph {\n a -- { b c }\n}\n", "sub.dot:2: subgraphs are not read"},
		"arrow.dot":     {"graph { a -> b }\n", "edges of a graph are written a -- b"},
		"xml.graphml":   {"<?xml version=\"1.1\"?>\n<graphml/>\n", "xml.graphml:1: "},
		"short.graph":   {"3 1\n2\n1\n", "short.graph:3: the file ends before the neighbours of node 3 of 3"},
		"no.json":       {"{\"nodes\":[{\"id\":1}],\n\"links\":[{\"source\":1,\"target\":2}]}\n", "no.json:1: link 1: there is no node 2"},
	} {
		if _, err := readAll(c.text, ReaderOptions{Name: name}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
	// One rule for edges: what was left out is said.
	for name, text := range map[string]string{"x.txt": "a b\na b\nb b\nb a\n", "x.col": "p edge 2 4\ne 1 2\ne 1 2\ne 2 2\ne 2 1\n", "x.dot": "graph{a--b;a--b;b--b;b--a}"} {
		p := readOne(t, text, ReaderOptions{Name: name})
		if w := p.Board.Warning(); p.Board.Lights() != 2 || !strings.Contains(w, "left out: 1 edges given before and 1 loops") {
			t.Errorf("%s: %s", name, w)
		}
	}
}
