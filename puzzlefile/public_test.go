package puzzlefile

import (
	"fmt"
	"slices"
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
	neighbours, named := map[string][]string{}, map[string][]string{}
	for _, e := range publicEdges {
		named[e[0]], named[e[1]] = append(named[e[0]], e[1]), append(named[e[1]], e[0])
		neighbours[e[0]] = append(neighbours[e[0]], number9(e[1]))
		neighbours[e[1]] = append(neighbours[e[1]], number9(e[0]))
	}
	metis, weighted, adjacency, colons := "9 11\n", "9 11 001\n", "", ""
	for _, u := range strings.Split("abcdefghi", "") {
		metis += strings.Join(neighbours[u], " ") + "\n"
		adjacency += u + " " + strings.Join(named[u], " ") + "\n"
		colons += number9(u) + ": " + strings.Join(neighbours[u], " ") + "\n"
		weighted += strings.Join(neighbours[u], " 3 ") + " 3\n"
	}
	graphML := func(attributes string) string {
		s := `<?xml version="1.0"?><graphml><graph edgedefault="undirected">`
		for _, u := range strings.Split("abcdefghi", "") {
			s += `<node id="` + u + `"/>`
		}
		return s + each9(func(u, v string) string { return `<edge source="` + u + `" target="` + v + `"` + attributes + `/>` }) + "</graph></graphml>\n"
	}
	nodes, visNodes := "", ""
	for _, u := range strings.Split("abcdefghi", "") {
		nodes += `,{"id":"` + u + `"}`
		visNodes += `,{"id":` + number9(u) + `,"label":"` + u + `"}`
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
		"table.csv":      "source,target\n" + each9(func(u, v string) string { return u + "," + v + "\n" }),
		"dimacs.col":     "c nine nodes \np edge 9 11  \n" + each9(func(u, v string) string { return "e " + number9(u) + " " + number9(v) + "  \n" }),
		"pace.gr":        "c nine\np tw 9 11\n" + each9(func(u, v string) string { return number9(u) + " " + number9(v) + "\n" }),
		"metis.graph":    metis,
		"labels.graphml": graphML(""),
		"weight.graphml": graphML(` weight="2"`),
		"index.json":     `{"nodes":[` + strings.ReplaceAll(nodes[1:], "id", "name") + `],"links":[` + each9(func(u, v string) string { return fmt.Sprintf(`,{"source":%d,"target":%d}`, u[0]-'a', v[0]-'a') })[1:] + `]}`,
		"vis.json":       `{"nodes":[` + visNodes[1:] + `],"edges":[` + each9(func(u, v string) string { return fmt.Sprintf(`,{"from":%s,"to":%s}`, number9(u), number9(v)) })[1:] + `]}`,
		"braces.dot":     "graph { a -- {b c}; c -- d; subgraph cluster_1 { d -- e -- f -- d } b -- c; f:w -- g; {h i} -- g [label=\"]\"]; h -- i }\n",
		"paired.dot":     "digraph {" + each9(func(u, v string) string { return u + " -> " + v + " -> " + u + ";" }) + "}\n",
		"index.csv":      ",source,target\n" + each9(func(u, v string) string { return "7," + u + "," + v + "\n" }),
		"ds.gr":          "p ds 9 11\n" + each9(func(u, v string) string { return number9(u) + " " + number9(v) + "\n" }),
		"link.json":      `{"directed":false,"multigraph":false,"graph":{},"nodes":[` + nodes[1:] + `],"links":[` + links[1:] + `]}` + "\n",
		"edges.json":     "{\n  \"nodes\": [" + nodes[1:] + "],\n  \"edges\": [\n" + links[1:] + "\n]}\n",
		"plain.dot":      "graph nine {\n" + each9(func(u, v string) string { return "  " + u + " -- " + v + ";\n" }) + "}\n",
		"chain.gv":       "// nine\nstrict graph {\n node [shape=box]\n a--b--c--a; c -- d -- e -- f -- d\n f -- g [color=red]; g -- h -- i -- g }\n",
		"neighbours.txt": adjacency,
		"colons.txt":     colons,
		"adjlist.txt":    "#/usr/bin/x.py\n# GMT Tue\n#\na b c\nb c\nc d\nd e f\ne f\nf g\ng h i\nh i\ni\n",
		"table.tsv":      "from\tto\n" + each9(func(u, v string) string { return u + "\t" + v + "\n" }),
		"semicolon.csv":  "source;target\n" + each9(func(u, v string) string { return u + ";" + v + "\n" }),
		"quotes.csv":     "\"source\",\"target\"\n" + each9(func(u, v string) string { return `"` + u + `","` + v + "\"\n" }),
		"trailing.txt":   each9(func(u, v string) string { return u + " " + v + " # known since school\n" }),
		"ones.txt":       each9(func(u, v string) string { return u + " " + v + " 1\n" }),
		"graph.mtx":      "%%MatrixMarket matrix coordinate pattern symmetric\n9 9 11\n" + each9(func(u, v string) string { return number9(max(u, v)) + " " + number9(min(u, v)) + "\n" }),
		"commas.adj":     strings.NewReplacer(": ", ": ", " ", ", ").Replace(colons),
		"snap-both.txt":  "# Undirected graph: x\n# Nodes: 9 Edges: 11\n" + each9(func(u, v string) string { return u + "\t" + v + "\n" + v + "\t" + u + "\n" }),
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
	// These too, with a note.
	for name, c := range map[string]struct{ text, want string }{
		"weights.txt":   {each9(func(u, v string) string { return u + " " + v + " 2.5\n" }), "weights are passed over"},
		"networkxw.txt": {each9(func(u, v string) string { return u + " " + v + " {'weight': 3}\n" }), "weights are passed over"},
		"weights.csv":   {"source,target,weight\n" + each9(func(u, v string) string { return u + "," + v + ",3\n" }), "of the columns source target weight only source and target are read"},
		"types.csv":     {"Source,Target,Type\n" + each9(func(u, v string) string { return u + "," + v + ",Undirected\n" }), "only Source and Target and Type are read"},
		"ids.csv":       {"id;Source;Target\n" + each9(func(u, v string) string { return "7;" + u + ";" + v + "\n" }), "only Source and Target are read"},
		"weights.graph": {weighted, "weights are passed over"},
		"weights.mtx":   {"%%MatrixMarket matrix coordinate real symmetric\n9 9 11\n" + each9(func(u, v string) string { return number9(max(u, v)) + " " + number9(min(u, v)) + " 0.5\n" }), "weights are passed over"},
		"numbers.txt":   {"FromNode ToNode\n" + each9(func(u, v string) string { return number9(u) + " " + number9(v) + "\n" }), ""},
		"twice.graphml": {strings.Replace(graphML(""), "</graph>", `<edge source="a" target="b"/><edge source="c" target="c"/></graph>`, 1), "left out: 1 edge given before and 1 loop"},
	} {
		list, err := readAll(c.text, ReaderOptions{Name: name})
		if err != nil || len(list) != 1 || !list[0].Board.Equal(want) {
			t.Errorf("%s: %d puzzles, %v", name, len(list), err)
			continue
		}
		if w := list[0].Board.Warning(); !strings.Contains(w, c.want) {
			t.Errorf("%s: %s, want %s", name, w, c.want)
		}
	}
	for name, c := range map[string]struct{ text, want string }{
		"distances.txt": {"0 7 3\n7 0 2\n3 2 0\n", "distances.txt: may be adjmatrix or edges"},
		"since.csv":     {"person,friend,since\nann,bob,1999\nbob,cy,2001\n", "since.csv:1: 3 fields where an edge has 2: write source and target above the columns with nodes"},
		"dash.txt":      {"Ann Lee -- Bob\nBob -- Cy\n", "dash.txt:1: an arrow stands after the first name, and a name with blanks between quotation marks; lightsout help files"},
		"bars.txt":      {"Hall|Room 1\nHall|Room 2\n", "bars.txt:1: "},
		"tags2.csv":     {"source,target\n#love,#happy\n", "tags2.csv:2: this may be a comment or an edge"},
		"glued.txt":     {"a b #3\nb c\n", "glued.txt:1: # may begin a comment or be part of a name: write # and a blank before a comment, and a name that"},
		"length.txt":    {"1 2 5\n2 3 1\n3 4 2\n", "length.txt:1: the first words count the lines: they may be nodes or numbers of rows; write source and target a"},
		"before.txt":    {"Ann Lee: Bob\nBob: Cy\n", "before.txt:1: the name before the colon has a blank: write commas between the names after a colon"},
		"lists2.json":   {`{"ann": ["bob"]}`, "lists2.json:1: the record names no board; a graph is an object with nodes and links"},
		"pair.txt":      {"0 1\n", "pair.txt: may be text or edges"},
		"zeros.txt":     {"0,\n0,\n", "zeros.txt: may be text or adjmatrix"},
		"lonely.txt":    {"2 0\n\n\n", "lonely.txt: may be metis or edges"},
		"three.txt":     {"1 2 3\n2 3 1\n3 1 2\n", "three.txt: may be adjlist or edges"},
		"leaf.txt":      {"a b c\nb d\n", "leaf.txt:1: 3 words where an edge has 2; lightsout help files"},
		"bip.txt":       {"% bip unweighted\n1 1\n2 1\n", "the two sides of a bipartite network are numbered each from 1"},
		"tgf.txt":       {"1 ann\n2 bob\n#\n1 2\n", "tgf.txt: may be tgf or edges"},
		"lit.col":       {"p edge 2 1\ne 1 2\nl 1 2\n", "lit.col:3: a line of a DIMACS graph cannot begin with l; a native file, which begins with p lights, can, and --on LIST says"},
		"cycle.txt":     {"4 4\n2 4\n1 3\n2 4\n1 3\n", "cycle.txt: may be metis or edges"},
		"matrix.txt":    {"2 2\n2 2\n2 1\n2 1\n1 2\n1 0\n1 2\n1 0\n", "matrix.txt: may be alist or edges"},
		"road.gr":       {"p sp 2 1\na 1 2 5\n", "road.gr:1: p sp begins a network with weights"},
		"twice.json":    {"{\"nodes\": [\"a\", \"b\"], \"links\": [[\"a\", \"b\"]],\n\"links\": []}\n", "twice.json:2: the key links is there twice"},
		"nodes2.json":   {"{\"nodes\": [\"bob\"]}\n", "nodes2.json:1: the record names no board; a graph is an object with nodes and links"},
		"sub.dot":       {"graph {\n a -- { b c \n", "sub.dot:2: the file ends within the graph: } or ] is missing"},
		"deep.dot":      {"graph " + strings.Repeat("{", 1000), "deep.dot:1: subgraphs are nested too deeply"},
		"x.mmd":         {"graph TD\n  a --- b\n", "x.mmd:1: Mermaid is not read"},
		"x.multi":       {"ann 2\nbob {}\ncy {}\nbob 1\ncy {}\ncy 0\n", "x.multi:5: 1 word where an edge has 2; only a node without edges is alone on its line"},
		"latin.txt":     {"Zo\xeb ann\nann bob\n", "latin.txt:1: the name \"Zo\\xeb\" is not UTF-8; convert the file first, as with iconv -f latin1 -t utf-8"},
		"ragged.csv":    {",ann,bob,cy\nann,0,1,1\nbob,1,0\ncy,1,1,0\n", "ragged.csv:1: a field is empty"},
		"rowed.txt":     {"0 0 1\n1 0 2\n2 1 2\n", "rowed.txt:1: the first words count the lines: they may be nodes or numbers of rows; write source and target ab"},
		"prose.txt":     {"Dear reader, this is a comma.\n", "prose.txt:1: one line of names with blanks may be a sentence"},
		"tabs.tsv":      {"ann\tbob cy\nbob\tcy\n", "tabs.tsv:1: \"bob cy\" may be a list of nodes"},
		"arrow.dot":     {"graph { a -> b }\n", "edges of a graph are written a -- b"},
		"xml.graphml":   {"<?xml version=\"1.1\"?>\n<graphml/>\n", "xml.graphml:1: "},
		"short.graph":   {"3 1\n2\n1\n", "short.graph:3: the file ends before the neighbours of node 3 of 3"},
		"x.lgl":         {"# ann\nbob 1.0\ncy 0.5\n# bob\ncy 1.0\n", "x.lgl:4: this may be LGL"},
		"numbers.lgl":   {"# 7\n2 1\n3 1\n# 2\n3 1\n", "numbers.lgl:4: this may be LGL"},
		"weight.txt":    {"ann 1\nbob 1\n", "weight.txt:1: the second word of every line is a number, which may be a node or a weight"},
		"true.txt":      {"True False\nFalse True\n", "true.txt:1: a table of 0 and 1 is a picture or a matrix"},
		"rnumbers.txt":  {"1 2 3\n1 0 1 0\n2 1 0 1\n3 0 1 0\n", "rnumbers.txt: may be adjmatrix or edges"},
		"pairs.json":    {`{"nodes":["a","b"],"edges":[["a","b"],["a"]]}`, "pairs.json:1: link 2: "},
		"nodes.json":    {`{"nodes":3,"links":[]}`, "nodes.json:1: nodes is not a list; a graph in JSON has a list of nodes and a list of links or edges at the top, as node_link_data(G) of networkx"},
		"typo.graph":    {strings.Replace(metis, "\n2 1 ", "\n2 9 ", 1), "typo.graph:2: node 1 has the neighbour 3, but node 3 on line 4 has not the neighbour 1: METIS lists"},
		"bad.graph":     {"3 2\n2\n1 3\n1\n", "bad.graph:3: node 2 has the neighbour 3, but node 3 on line 4 has not the neighbour 2"},
		"longer.csv":    {"source,target\na,b,c\nb,c,d\n", "longer.csv:1: 2 names of columns are above 3 fields"},
		"which.txt":     {"a b w\n1 ann bob 2\n2 bob cy 3\n", "which.txt:1: 3 words where an edge has 2; lightsout help files"},
		"sql.csv":       {"id,user_id,friend_id,created\n7,101,102,2020\n9,102,103,2020\n", "sql.csv:1: 4 fields where an edge has 2: write source and target above the columns with nodes"},
		"count.csv":     {"0,0,1\n1,0,2\n2,1,2\n3,1,3\n", "count.csv:1: the first words count the lines: they may be nodes or numbers of rows; write source and target ab"},
		"colon.adj":     {"Ann Lee: Bob\nBob: Ann Lee\n", "colon.adj:1: the name before the colon has a blank: write commas between the names after a colon"},
		"nocolon.txt":   {"ann: bob cy\nbob: ann\nAnn Lee\n", "nocolon.txt:1: \"ann:\": a colon after a name begins a row of neighbours, and then every row has one"},
		"commas.txt":    {"1 2,3\n2 1\n3 1,4\n4 3\n", "commas.txt:1: \"2,3\": commas and semicolons separate names only if they are on every line"},
		"head.txt":      {"person knows\nann bob\nbob cy\n", "head.txt: may be table or edges"},
		"nodes.txt":     {"nodes 3\n1 2\n2 3\n", "nodes.txt:1: nodes and 3 are above numbers, and may be"},
		"tags.csv":      {"#love,#happy\n#happy,fun\nsun,fun\n", "tags.csv:1: this may be a comment or an edge"},
		"quote.csv":     {"source,target\n\"Ann Lee,bob\nbob,cy\n", "quote.csv:2: a quotation mark is not closed"},
		"cell.csv":      {"source,target\nann,\"bob, cy\"\nbob,\"ann, cy\"\n", "cell.csv:1: \"bob, cy\" may be a list of nodes or the name of one: write one edge on each line, or a: b, c for"},
		"friends.csv":   {"name,friends\nann,\"bob, cy\"\nbob,\"ann, cy\"\n", "friends.csv:1: \"bob, cy\" may be a list of nodes or the name of one: write one edge on each line, or a: b, c "},
		"tag.txt":       {"a b\nb #3\n#3 a\n", "tag.txt:2: # may begin a comment or be part of a name"},
		"tag.tsv":       {"a\tb\nb\t#3\n#3\ta\n", "tag.tsv:2: # may begin a comment or be part of a name"},
		"tag.adj":       {"a: b #3\nb: a\n#3: a\n", "tag.adj:1: # may begin a comment or be part of a name: write # and a blank before a comment, and a name that b"},
		"comma.dot":     {"graph { a -- b, c; b -- d }", "comma.dot:1: \", c; b -- d }\" is not part of a plain graph"},
		"commas.dot":    {"graph { a, b -- c }", "commas.dot:1: \", b -- c }\" is not part of a plain graph"},
		"back.dot":      {"digraph { a <- b; c -> d }", "back.dot:1: \"<- b; c -> d }\" is not part of a plain graph"},
		"double.dot":    {"graph { a => b; c }", "double.dot:1: \"> b; c }\" is not part"},
		"star.dot":      {"graph {\n a -- b * c }", "star.dot:2: \"* c }\" is not part"},
		"dash.dot":      {"graph { a—b }", "dash.dot:1: \"—b }\" is not part"},
		"plus.dot":      {"graph { a + b }", "plus.dot:1: \"+ b }\" is not part"},
		"glued.dot":     {"graph { 1a -- b }", "glued.dot:1: \"a -- b }\" is not part"},
		"hash.dot":      {"graph {\n# fine\n a -- b # fine\n c -- #3\n}", "hash.dot:4: \"#3\" is not part"},
		"open.dot":      {"graph { a -- b;\n \"c -- d }", "open.dot:2: \"\\\"c -- d }\" is not part"},
		"openin.dot":    {"graph { a -- b [label=\"c] }", "openin.dot:1: \"\\\"c] }\" is not part"},
		"comment.dot":   {"graph { a -- b; /* c -- d }", "comment.dot:1: \"/* c -- d }\" is not part of a plain graph"},
		"head.dot":      {"/* a\ngraph { a -- b }", "head.dot:1: no puzzle here"},
		"lone.txt":      {"4\n0 1\n1 0\n", "lone.txt:1: 4 may be how many nodes there are, or a node without neighbours"},
		"two.txt":       {"a,b;c,d\n", "two.txt:1: two of comma, semicolon and tab are on every line, and one separates: put names that have the other"},
		"back.txt":      {"a <- b\nb <- c\n", "back.txt:1: \"<-\" is not a node: a name has no brackets, unless it stands between quotation marks"},
		"triple.json":   {`[["a","b","c"],["b","c","d"]]`, "triple.json:1: \"\\\"a\\\"\" is not a cell"},
		"count.json":    {`{"nodes":3,"edges":[[0,1],[1,2]]}`, "nodes is not a list"},
		"no.json":       {"{\"nodes\":[{\"id\":1}],\n\"links\":[{\"source\":1,\"target\":2}]}\n", "no.json:2: link 1: there is no node 2"},
	} {
		if _, err := readAll(c.text, ReaderOptions{Name: name}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
	// One-way edges: the first node flips the second, and is not flipped by it.
	for name, text := range map[string]string{"snap.txt": "# Directed graph: x\na b\nb c\n", "gephi.csv": "Source,Target,Type\na,b,Directed\nb,c,directed\n", "x.dot": "digraph { a -> b -> c }", "x.json": `{"directed":true,"nodes":["a","b","c"],"links":[["a","b"],["b","c"]]}`,
		"yed.graphml": `<graphml><graph edgedefault="directed"><node id="n0"/><node id="n1"/><node id="n2"/><edge source="n0" target="n1"/><edge source="n1" target="n2"/></graph></graphml>`,
		"konect.txt":  "% asym\na b\nb c\n"} {
		b := readOne(t, text, ReaderOptions{Name: name}).Board
		if len(b.Toggles(0)) != 2 || len(b.Toggles(2)) != 1 || !strings.Contains(b.Warning(), "2 edges are one-way: a press of ") {
			t.Errorf("%s: %v, %v, %s", name, b.Toggles(0), b.Toggles(2), b.Warning())
		}
	}
	// Names with blanks, labels, and lists that lack lines.
	for name, c := range map[string]struct{ text, names, note string }{
		"blanks.csv": {"Ann Lee,bob\nbob,cy\n", "Ann Lee bob cy", ""},
		"colon.txt":  {"ann:bob,cy\nbob:ann\ncy:ann\n", "ann bob cy", ""},
		"room.csv":   {"Room #1,Hall\nHall,Room #2\n", "Room #1 Hall Room #2", ""},
		"rooms.csv":  {"Room #1,Room #2\nRoom #2,Room #3\n", "Room #1 Room #2 Room #3", ""},
		"rooms.adj":  {"Hall: Room #1, Room #2\nAttic: Hall\n", "Hall Room #1 Room #2 Attic", ""},
		"said.csv":   {"a,b # friends\nb,c\n", "a b c", ""},
		"short.txt":  {"4 5\n0 1\n1 2\n2 3\n", "0 1 2 3 4 5", "4 5 is taken as an edge, though no other line has these names"},
		"c1.txt":     {"c1 c2\nc2 c3\n", "c1 c2 c3", ""},
		"carol.csv":  {"carol,bob\ncarl,carol\n", "carol bob carl", ""},
		"name.dot":   {"graph { \"long\\\nname\" -- ü -- -1.5 -- c [label=<<b>]</b>>] }", "longname ü -1.5 c", ""},
		"cities.tsv": {"New York\tBoston\nBoston\tAgent 7\n", "New York Boston Agent 7", ""},
		"nx.csv":     {"Ann Lee,Bob,{}\nBob,Cy,{}\n", "Ann Lee Bob Cy", ""},
		"quoted.dot": {`graph { "say \"hi\"" -- C }`, `say "hi" C`, ""},
		"mixed.txt":  {"% sym positive\n7 8\t1\t1082040961\n8 9\t1\t1082040962\n", "7 8 9", ""},
		"cut.txt":    {"ann: bob cy\nbob: ann\n", "ann bob cy", "1 edge is listed at one end only, others at both: is the file complete?"},
		"half.txt":   {"ann: bob cy\nbob: cy\n", "ann bob cy", ""},
		"yed.graphml": {`<graphml><graph edgedefault="undirected"><node id="n0"><data key="d5"><y:ShapeNode><y:NodeLabel>ann</y:NodeLabel></y:ShapeNode></data></node>` +
			`<node id="n1"><data key="d5"><y:ShapeNode><y:NodeLabel>bob</y:NodeLabel></y:ShapeNode></data></node><edge source="n0" target="n1"/></graph></graphml>`, "ann bob", ""},
		"square.mtx": {"%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 2\n", "", "1 edge is one-way"},
		"one.txt":    {"0;\n", "", "taken as grid:1x1"},
		"minus.csv":  {"source,target\n-0,0\n", "-0 0", ""},
		"minus.txt":  {"2\n-0 1\n1 0\n", "", ""},
	} {
		b := readOne(t, c.text, ReaderOptions{Name: name}).Board
		if w := b.Warning(); strings.Join(b.Names(), " ") != c.names || !strings.Contains(w, c.note) || c.note == "" && w != "" {
			t.Errorf("%s: %q, %s", name, b.Names(), w)
		}
	}
	// The same two entries are an edge, or switches of two lights and of one.
	const symmetric = "%%MatrixMarket matrix coordinate pattern symmetric\n2 2 2\n1 1\n2 1\n"
	for kind, want := range map[string][2]int{"": {2, 2}, "mtx": {2, 2}, "mtx-toggles": {2, 1}} {
		b := readOne(t, symmetric, ReaderOptions{Kind: kind}).Board
		if got := [2]int{len(b.Toggles(0)), len(b.Toggles(1))}; got != want || b.IsGraph() != (kind != "mtx-toggles") {
			t.Errorf("%q: switches toggle %v, graph %v", kind, got, b.IsGraph())
		}
	}
	if b := readOne(t, "// who\na b\nb c\n", ReaderOptions{Kind: "edges"}).Board; !slices.Equal(b.Names(), []string{"a", "b", "c"}) {
		t.Errorf("comments with //: %q", b.Names())
	}
	// Where tabs separate, a blank is part of a name.
	if b := readOne(t, "source\ttarget\nNew York\tBoston\nBoston\tParis\n", ReaderOptions{Name: "cities.tsv"}).Board; !slices.Equal(b.Names(), []string{"New York", "Boston", "Paris"}) {
		t.Errorf("cities.tsv: %q", b.Names())
	}
	// One rule for edges: what was left out is said.
	for name, text := range map[string]string{"x.txt": "a b\na b\nb b\nb a\n", "x.col": "p edge 2 4\ne 1 2\ne 1 2\ne 2 2\ne 2 1\n", "x.dot": "graph{a--b;a--b;b--b;b--a}", "x.s6": ":A`\n"} {
		p := readOne(t, text, ReaderOptions{Name: name})
		if w := p.Board.Warning(); p.Board.Lights() != 2 || !strings.Contains(w, "left out: 1 edge given before and 1 loop") {
			t.Errorf("%s: %s", name, w)
		}
	}
}

// Where edges with weights fit as well as neighbours, the suffix decides.
func TestSuffixOfNeighbours(t *testing.T) {
	list, err := readAll("1 2 3\n2 3 1\n3 1 2\n", ReaderOptions{Name: "three.adjlist"})
	if err != nil || len(list) != 1 || list[0].Board.Lights() != 3 || list[0].Board.Warning() != "" {
		t.Errorf("%v (%v)", list, err)
	}
}

// Nodes may be called as the columns of csv are.
func TestNodesLikeColumns(t *testing.T) {
	for name, text := range map[string]string{
		"tabs.edges": "on\toff\noff\tdim\n", "weights.tsv": "alice\ton\t3\nbob\talice\t2\n",
		"quoted.txt": "\"on\";\"off\"\n\"off\";\"dim\"\n", "prefix.txt": "index,o\no,b\n",
	} {
		list, err := readAll(text, ReaderOptions{Name: name})
		if err != nil || len(list) != 1 || list[0].Board.Lights() != 3 {
			t.Errorf("%s: %v (%v)", name, list, err)
		}
	}
}
