package puzzlefile

import (
	"bytes"
	"compress/gzip"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf16"
)

// The paw, a triangle and a node at one of its corners, in documents as programs write them.
func TestDocuments(t *testing.T) {
	want := readOne(t, "ann bob\nbob carol\ncarol ann\ncarol dave\n", ReaderOptions{}).Board
	for name, text := range map[string]string{
		"networkx.gml": "graph [\n  node [\n    id 0\n    label \"ann\"\n  ]\n  node [\n    id 1\n    label \"bob\"\n  ]\n  node [\n    id 2\n    label \"carol\"\n  ]\n" +
			"  node [\n    id 3\n    label \"dave\"\n  ]\n  edge [\n    source 0\n    target 1\n  ]\n  edge [\n    source 1\n    target 2\n    weight 2.5\n  ]\n" +
			"  edge [\n    source 2\n    target 0\n  ]\n  edge [\n    source 2\n    target 3\n  ]\n]\n",
		"igraph.gml": "Creator \"igraph version 0.10.8 Mon Jan  1 2024\"\nVersion 1\ngraph\n[\n  directed 0\n  node\n  [\n    id 7\n    name \"ann\"\n  ]\n" +
			"  node [ id 8 name \"bob\" ]\n# a comment\n  node [ id 9 name \"carol\" ] node [ id 10 name \"dave\" ]\n  edge\n  [\n    source 7\n    target 8\n  ]\n" +
			"  edge [ source 8 target 9 ] edge [ source 9 target 7 ] edge [ source 9 target 10 ]\n]\n",
		"before.gml": "graph [ edge [ source 1 target 2 ] edge [ source 2 target 3 ] edge [ source 3 target 1 ] edge [ source 3 target 4 ]\n" +
			"node [ id 1 label \"ann\" ] node [ id 2 label \"bob\" ] node [ id 3 label \"carol\" ] node [ id 4 label \"dave\" ] ]",
		"x.net":     "*Vertices 4\r\n1 \"ann\" 0.1 0.1 0.5\r\n2 \"bob\" 0.9 0.1 0.5\r\n3 carol 0.5 0.5 0.5 ic Red\r\n4 dave 0.5 0.9 0.5\r\n*Edges\r\n1 2 1\r\n2 3\r\n3 1\r\n3 4\r\n",
		"lists.net": "%\n*Network paw\n*vertices 4\n1 \"ann\"\n2 bob\n3 \"carol\"\n4 \"dave\"\n*Edgeslist\n3 1 2 4\n1 2\n*Partition groups\n*Vector v\n",
		"arcs.net":  "*Vertices 4\n1 ann\n2 bob\n3 carol\n4 dave\n*Arcs :1 \"knows\"\n1 2\n2 1\n*Arcslist\n2 3\n3 1 2 4\n1 3\n4 3\n",
		"rows.net":  "*Vertices 4\n1 ann\n2 bob\n3 carol\n4 dave\n*Matrix\n0 1 1 0\n1 0 1 0\n1 1 0 1\n0 0 1 0\n",
		"gephi.gexf": "<?xml version='1.0' encoding='UTF-8'?>\n<!-- <graphml> -->\n<gexf xmlns=\"http://gexf.net/1.3\" version=\"1.3\">\n<meta><creator>Gephi</creator></meta>\n" +
			"<graph defaultedgetype=\"undirected\" mode=\"static\">\n<attributes class=\"node\"><attribute id=\"m\" title=\"M\" type=\"integer\"/></attributes>\n<nodes count=\"4\">" +
			"<node id=\"0\" label=\"ann\"><attvalues><attvalue for=\"m\" value=\"3\"/></attvalues></node><node id=\"1\" label=\"bob\"/><node id=\"2\" label=\"carol\"/><node id=\"3\" label=\"dave\"/>" +
			"</nodes>\n<edges><edge id=\"0\" source=\"0\" target=\"1\"/><edge source=\"1\" target=\"2\" type=\"undirected\"/><edge source=\"2\" target=\"0\" type=\"mutual\"/><edge source=\"2\" target=\"3\"/></edges></graph></gexf>\n",
		"paw.tgf":         "1 ann\n2 bob\n\n3\tcarol\n4 dave\n#\n1 2 friends\n2 3\n3 1\n3 4\n",
		"paw.sif":         "ann knows bob\nbob knows carol\ncarol likes ann dave\ndave\n",
		"tabs.sif":        "ann\tknows\tbob\nbob\tis fond of\tcarol\ncarol\tknows\tann\tdave\n",
		"bare.adjlist":    "#\n# GMT Thu Jan  1 00:00:00 1970\n#\nann bob carol\nbob carol\ncarol dave\ndave\n",
		"ruled.txt":       "####\n# who knows whom\n####\nann bob\nbob carol\ncarol ann\ncarol dave\n",
		"mark.gml":        "\ufeffgraph [ node [ id 1 label \"ann\" ] node [ id 2 label \"bob\" ] node [ id 3 label \"carol\" ] node [ id 4 label \"dave\" ]\n edge [ source 1 target 2 ] edge [ source 2 target 3 ] edge [ source 3 target 1 ] edge [ source 3 target 4 ] ]",
		"adjacency.json":  "{\"directed\": false, \"multigraph\": false, \"graph\": [],\n \"nodes\": [{\"id\": \"ann\"}, {\"id\": \"bob\"}, {\"id\": \"carol\"}, {\"id\": \"dave\"}],\n \"adjacency\": [[{\"id\": \"bob\"}, {\"id\": \"carol\"}], [{\"id\": \"ann\"}, {\"id\": \"carol\"}], [{\"id\": \"ann\"}, {\"id\": \"bob\"}, {\"id\": \"dave\"}], [{\"id\": \"carol\"}]]}\n",
		"indented.json":   indented("ann bob carol dave", "ann bob,bob carol,carol ann,carol dave"),
		"d3.json":         `{"nodes":[{"name":"ann","group":1},{"name":"bob"},{"name":"carol"},{"name":"dave"}],"links":[{"source":0,"target":1,"value":1},{"source":1,"target":2},{"source":2,"target":0},{"source":2,"target":3}]}`,
		"networkx1.json":  `{"nodes":[{"id":"ann"},{"id":"bob"},{"id":"carol"},{"id":"dave"}],"links":[{"source":0,"target":1},{"source":1,"target":2},{"source":2,"target":0},{"source":2,"target":3}]}`,
		"graphology.json": `{"attributes":{"name":"paw"},"options":{"type":"mixed","multi":false},"nodes":[{"key":"ann"},{"key":"bob"},{"key":"carol","attributes":{"x":1}},{"key":"dave"}],"edges":[{"key":"0","source":"ann","target":"bob","undirected":true},{"source":"bob","target":"carol","undirected":true},{"source":"carol","target":"ann","undirected":true},{"source":"carol","target":"dave","undirected":true}]}`,
		"sigma.json":      `{"nodes":[{"id":"n0","label":"ann","x":0,"y":0},{"id":"n1","label":"bob","x":1,"y":0},{"id":"n2","label":"carol","x":1,"y":1},{"id":"n3","label":"dave","x":0,"y":1}],"edges":[{"id":"e0","source":"n0","target":"n1"},{"id":"e1","source":"n1","target":"n2"},{"id":"e2","source":"n2","target":"n0"},{"id":"e3","source":"n2","target":"n3"}]}`,
		"cytoscape.json":  `{"data":[],"directed":false,"elements":{"nodes":[{"data":{"id":"0","name":"ann"},"position":{"x":1,"y":2}},{"data":{"id":"1","name":"bob"}},{"data":{"id":"2","name":"carol"}},{"data":{"id":"3","name":"dave"}}],"edges":[{"data":{"source":"0","target":"1"}},{"data":{"source":"1","target":"2"}},{"data":{"source":"2","target":"0"}},{"data":{"source":"2","target":"3"}}]}}`,
		"elements.json":   "[\n {\"data\": {\"id\": \"ann\"}}, {\"data\": {\"id\": \"bob\"}}, {\"data\": {\"id\": \"carol\"}}, {\"data\": {\"id\": \"dave\"}},\n {\"data\": {\"source\": \"ann\", \"target\": \"bob\"}}, {\"data\": {\"source\": \"bob\", \"target\": \"carol\"}}, {\"data\": {\"source\": \"carol\", \"target\": \"ann\"}}, {\"data\": {\"source\": \"carol\", \"target\": \"dave\"}}]\n",
		"jgf.json":        `{"graph":{"directed":false,"nodes":{"ann":{},"bob":{"metadata":{}},"carol":{},"dave":{}},"edges":[{"source":"ann","target":"bob"},{"source":"bob","target":"carol"},{"source":"carol","target":"ann"},{"source":"carol","target":"dave"}]}}`,
		"edges.json":      `{"edges": [["ann", "bob"], ["bob", "carol"], ["carol", "ann"], ["carol", "dave"]]}`,
		"objects.json":    `[{"source": "ann", "target": "bob"}, {"source": "bob", "target": "carol"}, {"from": "carol", "to": "ann"}, {"source": "carol", "target": "dave"}]`,
		"names.json":      `[["ann", "bob"], ["bob", "carol"], ["carol", "ann"], ["carol", "dave"]]`,
		"dict.json":       "{\"ann\": [\"bob\", \"carol\"],\n \"bob\": [\"ann\", \"carol\"],\n \"carol\": [\"ann\", \"bob\", \"dave\"],\n \"dave\": [\"carol\"]}\n",
		"dict.py":         "# neighbours\n{'ann': {'bob', 'carol'}, 'bob': {'carol'}, 'carol': {'dave': {'weight': 3}}, 'dave': []}\n",
		"pairs.py":        "[('ann', 'bob'), ('bob', 'carol', {'weight': 3}), ('carol', 'ann', {}), ('carol', 'dave')]\n",
	} {
		list, err := readAll(text, ReaderOptions{Name: name})
		if err != nil || len(list) != 1 || !list[0].Board.Equal(want) {
			t.Errorf("%s: %d puzzles, %v", name, len(list), err)
			continue
		}
		if got := cutUp(t, text, name); got != 1 {
			t.Errorf("%s: %d puzzles when it is cut into pieces", name, got)
		}
		if b := list[0].Board; strings.Join(b.Names(), " ") != "ann bob carol dave" || b.Warning() != "" {
			t.Errorf("%s: the nodes are called %q; %s", name, b.Names(), b.Warning())
		}
	}
}

// cutUp is how many puzzles the pieces of a file hold.
func cutUp(t *testing.T, text, name string) (puzzles int) {
	t.Helper()
	r := NewReader(strings.NewReader(text), ReaderOptions{Name: name})
	for {
		piece, err := r.Cut(1)
		if err == io.EOF {
			return puzzles
		}
		for ; err == nil; puzzles++ {
			if _, err = piece.Next(); err != nil {
				break
			}
		}
		if err != io.EOF {
			t.Fatalf("%s: %v", name, err)
		}
	}
}

// indented is node-link JSON as json.dump(node_link_data(G), file, indent=1) writes it.
func indented(names, edges string) string {
	text := "{\n \"directed\": false,\n \"multigraph\": false,\n \"graph\": {},\n \"nodes\": [\n"
	for i, name := range strings.Fields(names) {
		text += strings.Repeat(",\n", min(i, 1)) + "  {\n   \"club\": \"Mr. Hi\",\n   \"id\": \"" + name + "\"\n  }"
	}
	text += "\n ],\n" + strings.Repeat("\n", 100) + " \"links\": [\n"
	for i, edge := range strings.Split(edges, ",") {
		u, v, _ := strings.Cut(edge, " ")
		text += strings.Repeat(",\n", min(i, 1)) + "  {\n   \"weight\": 4,\n   \"source\": \"" + u + "\",\n   \"target\": \"" + v + "\"\n  }"
	}
	return text + "\n ]\n}"
}

// Nodes without labels of their own are called by their ids, and numbered ones need no names.
func TestDocumentNames(t *testing.T) {
	for name, c := range map[string]struct{ text, names string }{
		"ids.gml":       {"graph [ node [ id 4 ] node [ id 6 ] edge [ source 4 target 6 ] ]", "4 6"},
		"same.gml":      {"graph [ node [ id 4 label \"x\" ] node [ id 6 label \"x\" ] edge [ source 4 target 6 ] ]", "4 6"},
		"entity.gml":    {"graph [ node [ id 1 label \"Zo&#235;\" ] node [ id 2 label \"a &amp; b\" ] ]", "Zoë a & b"},
		"few.net":       {"*Vertices 3\n2 \"Ann Lee\"\n*Edges\n1 2\n", "1 Ann Lee 3"},
		"none.net":      {"*Vertices 3\n*Edges\n1 2\n", ""},
		"tuples.py":     {"[(0, 1), (1, 2)]\n", "0 1 2"},
		"dict.py":       {"{0: [1, 2], 1: [2]}\n", "0 1 2"},
		"numbers.json":  {`{"edges": [[10, 20], [20, 9]]}`, "9 10 20"},
		"escaped.json":  {`{"edges": [["Zo\u00eb", "\ud83d\ude00"], ["\ud83d\ude00", "a \"b\""]]}`, `Zoë 😀 a "b"`},
		"latin.graphml": {"<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n<graphml><graph edgedefault=\"undirected\"><node id=\"Zo\xeb\"/><node id=\"b\"/></graph></graphml>", "Zoë b"},
	} {
		b := readOne(t, c.text, ReaderOptions{Name: name}).Board
		if got := strings.Join(b.Names(), " "); got != c.names {
			t.Errorf("%s: the nodes are called %q, want %q", name, got, c.names)
		}
	}
}

// Along an arc the first node flips the second only.
func TestDocumentArcs(t *testing.T) {
	for name, text := range map[string]string{
		"x.gml":           "graph [ directed 1 node [ id 1 ] node [ id 2 ] node [ id 3 ] edge [ source 1 target 2 ] edge [ source 2 target 3 ] ]",
		"x.net":           "*Vertices 3\n*Arcs\n1 2\n2 3\n",
		"x.gexf":          `<gexf><graph defaultedgetype="directed"><nodes><node id="1"/><node id="2"/><node id="3"/></nodes><edges><edge source="1" target="2"/><edge source="2" target="3"/></edges></graph></gexf>`,
		"jgf.json":        `{"graph": {"nodes": {"1": {}, "2": {}, "3": {}}, "edges": [{"source": "1", "target": "2"}, {"source": "2", "target": "3"}]}}`,
		"graphology.json": `{"options":{"type":"directed"},"nodes":[{"key":"1"},{"key":"2"},{"key":"3"}],"edges":[{"source":"1","target":"2"},{"source":"2","target":"3"}]}`,
		"adjacency.json":  `{"directed":true,"nodes":[{"id":1},{"id":2},{"id":3}],"adjacency":[[{"id":2}],[{"id":3}],[]]}`,
	} {
		b := readOne(t, text, ReaderOptions{Name: name}).Board
		if !slices.Equal(b.Toggles(0), []int{0, 1}) || len(b.Toggles(2)) != 1 || !strings.Contains(b.Warning(), "2 edges are one-way") {
			t.Errorf("%s: %v, %v, %s", name, b.Toggles(0), b.Toggles(2), b.Warning())
		}
	}
}

// The places of nodes are kept: the edge is one cell long, and its middle is the middle of the drawing.
func TestDocumentPlaces(t *testing.T) {
	for name, text := range map[string]string{
		"x.gml":     "graph [ node [ id 1 graphics [ x 10.0 y 7 ] ] node [ id 2 graphics [ x 30 y 7 ] ] edge [ source 1 target 2 ] ]",
		"x.net":     "*Vertices 2\n1 a 0.1 0.5\n2 b 0.6 0.5\n*Edges\n1 2\n",
		"x.gexf":    `<gexf><graph><nodes><node id="1"><viz:position x="-5" y="2"/></node><node id="2"><viz:position x="5" y="2"/></node></nodes><edges><edge source="1" target="2"/></edges></graph></gexf>`,
		"x.graphml": `<graphml><graph edgedefault="undirected"><node id="1"><data key="d"><y:ShapeNode><y:Geometry x="0" y="0" width="30" height="30"/></y:ShapeNode></data></node><node id="2"><data key="d"><y:ShapeNode><y:Geometry x="90" y="5" width="50" height="20"/></y:ShapeNode></data></node><edge source="1" target="2"/></graph></graphml>`,
		"x.json":    `{"nodes":[{"id":1,"x":0,"y":0},{"id":2,"x":3,"y":0}],"links":[{"source":1,"target":2}]}`,
		"cyto.json": `{"elements":[{"data":{"id":1},"position":{"x":0,"y":0}},{"data":{"id":2},"position":{"x":3,"y":0}},{"data":{"source":1,"target":2}}]}`,
	} {
		b := readOne(t, text, ReaderOptions{Name: name}).Board
		if got := b.Places(); !slices.Equal(got, [][2]float64{{-50, 0}, {50, 0}}) {
			t.Errorf("%s: %v", name, got)
		}
	}
	// Not every node has one, or all have the same.
	for _, text := range []string{
		`{"nodes":[{"id":1,"x":0,"y":0},{"id":2}],"links":[{"source":1,"target":2}]}`,
		`{"nodes":[{"id":1,"x":1,"y":0},{"id":2,"x":1,"y":0}],"links":[{"source":1,"target":2}]}`,
	} {
		if got := readOne(t, text, ReaderOptions{}).Board.Places(); got != nil {
			t.Errorf("%s: %v", text, got)
		}
	}
}

// Several graphs in a file are several puzzles.
func TestDocumentsOfSeveral(t *testing.T) {
	for name, text := range map[string]string{
		"x.dot":     "graph { a -- b }\n\n// and\ndigraph two {\n a -> b; b -> a }\n",
		"x.net":     "*Network one\n*Vertices 2\n*Edges\n1 2\n*Network two\n*Vertices 2\n*Edges\n1 2\n",
		"x.graphml": `<graphml><graph edgedefault="undirected"><node id="1"/><node id="2"/><edge source="1" target="2"/></graph><graph edgedefault="undirected"><node id="1"/><node id="2"/><edge source="1" target="2"/></graph></graphml>`,
	} {
		list, err := readAll(text, ReaderOptions{Name: name})
		if err != nil || len(list) != 2 || !list[0].Board.Equal(list[1].Board) || !strings.HasSuffix(list[1].Board.Spec(), "#2") {
			t.Errorf("%s: %d puzzles, %v", name, len(list), err)
		}
	}
}

// What is wrong is told with its line.
func TestDocumentDefects(t *testing.T) {
	for name, want := range map[string]string{
		"tgf": "-:3: two nodes have the id 1", "sif": "-:2: a line of SIF is a node, or",
	} {
		text := map[string]string{"tgf": "1 a\n2 b\n1 c\n#\n", "sif": "a r b\nb c\n"}[name]
		if _, err := readAll(text, ReaderOptions{Kind: name}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", name, err, want)
		}
	}
	for name, c := range map[string]struct{ text, want string }{
		"open.gml":    {"graph [\n node [ id 1 ]\n", "open.gml:2: the file ends within the graph: ] is missing"},
		"unknown.gml": {"graph [\n node [ id 1 ]\n edge [ source 1 target 2 ]\n]\n", "unknown.gml:3: an edge of the node \"2\", which the graph does not have"},
		"twice.gml":   {"graph [\n node [ id 1 ]\n node [ id 1 ]\n]\n", "twice.gml:3: two nodes have the id 1"},
		"noid.gml":    {"graph [\n node [ label \"a\" ]\n]\n", "noid.gml:2: a node has no id"},
		"quote.gml":   {"graph [\n node [ id 1 label \"a ]\n]\n", "quote.gml:2: a quotation mark is not closed"},
		"empty.gml":   {"graph [\n]\n", "empty.gml:1: the graph has no nodes"},
		"high.net":    {"*Vertices 2\n*Edges\n1 3\n", "high.net:3: \"3\" is not a node of this graph"},
		"half.net":    {"*Vertices 2\n*Edges\n1\n", "half.net:3: an edge is two vertices"},
		"huge.net":    {"*Vertices 2000000000\n", "huge.net:1: \"2000000000\" is not a number of vertices of a file of this length"},
		"rows.net":    {"*Vertices 2\n*Matrix\n0 1 1\n", "rows.net:3: 3 numbers; the matrix of 2 vertices"},
		"odd.net":     {"*Vertices 2\n*Loops\n1 2\n", "odd.net:3: *loops is not a section of a network"},
		"node.gexf":   {"<gexf>\n<graph><nodes><node id=\"1\"><nodes><node id=\"2\"/></nodes></node></nodes></graph></gexf>", "node.gexf:2: a node within a node is not read"},
		"short.json":  {"{\"nodes\": [{\"id\": 1}],\n\"links\": [{\"source\": 1\n", "short.json:2: the end of the file stands where , or } should come"},
		"comma.json":  {"{\"nodes\": [{\"id\": 1} {\"id\": 2}],\n\"links\": []}\n", "comma.json:1: \"{\\\"id\\\": 2}],\" stands where , or ] should come"},
		"deep.json":   {"{\"nodes\": " + strings.Repeat("[", 200) + ", \"links\": ", "deep.json:1: values are nested too deeply"},
		"lists.json":  {`{"nodes":[{"id":1},{"id":2}],"adjacency":[[]]}`, "lists.json:1: adjacency has 1 lists for 2 nodes"},
		"x.xgmml":     {"<?xml version=\"1.0\"?>\n<!DOCTYPE graph>\n<xgmml/>", "x.xgmml:1: XGMML is not read; Cytoscape also exports a network as GraphML or SIF"},
		"x.gdf":       {"nodedef>name VARCHAR\na\nedgedef>node1 VARCHAR,node2 VARCHAR\n", "x.gdf:1: GDF is not read; Gephi also exports a graph as GEXF or GraphML"},
		"ids.tgf":     {"1 a\n1 b\n#\n1 1\n", "ids.tgf:2: two nodes have the id 1"},
		"x.png":       {"\x89PNG\r\n\x1a\n", "x.png:1: PNG is not read; lightsout picture FILE"},
		"x.xlsx":      {"PK\x03\x04\x14\x00", "x.xlsx:1: a spreadsheet or ZIP archive is not read; save the table as CSV"},
		"x.pickle":    {"\x80\x04\x95", "x.pickle:1: a pickle of Python is not read; networkx.write_adjlist"},
		"x.npy":       {"\x93NUMPY\x01\x00", "x.npy:1: numpy's npy is not read; numpy.savetxt"},
		"x.lgr":       {"LEDA.GRAPH\nstring\n", "x.lgr:1: LEDA is not read; networkx.write_adjlist("},
		"x.puml":      {"@startuml\na --> b\n@enduml\n", "x.puml:1: PlantUML is not read"},
		"x.mmd":       {"flowchart LR\n  a --> b\n", "x.mmd:1: Mermaid is not read"},
		"x.dre":       {"n=3 g\n0: 1 2;\n", "x.dre:1: nauty's dreadnaut is not read"},
	} {
		if _, err := readAll(c.text, ReaderOptions{Name: name}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
}

// The same graph however its bytes are dressed.
func TestDressedFiles(t *testing.T) {
	const text = "ann Zoë\nZoë 😀\n😀 ann\n"
	want := readOne(t, text, ReaderOptions{}).Board
	var zipped bytes.Buffer
	w := gzip.NewWriter(&zipped)
	if _, err := w.Write([]byte(text)); err != nil || w.Close() != nil {
		t.Fatal(err)
	}
	units := utf16.Encode([]rune(text))
	little, big := "\xff\xfe", "\xfe\xff"
	for _, unit := range units {
		little += string([]byte{byte(unit), byte(unit >> 8)})
		big += string([]byte{byte(unit >> 8), byte(unit)})
	}
	for name, text := range map[string]string{
		"mark": "\ufeff" + text, "dos": strings.ReplaceAll(text, "\n", "\r\n"), "mac": strings.ReplaceAll(text, "\n", "\r"),
		"gzip": zipped.String(), "utf16le": little, "utf16be": big,
	} {
		for _, in := range []io.Reader{strings.NewReader(text), iotest.HalfReader(strings.NewReader(text))} {
			p, err := NewReader(in, ReaderOptions{}).Next()
			if err != nil || !p.Board.Equal(want) || strings.Join(p.Board.Names(), " ") != "ann Zoë 😀" {
				t.Errorf("%s: %v, %v", name, p, err)
			}
		}
	}
}
