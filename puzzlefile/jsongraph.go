package puzzlefile

import (
	"slices"
	"strings"
)

// Graphs in JSON come in a few shapes, which the keys at the top tell; a text of any length is read whole. Python's
// literals are read too, with ' and ( ).
//
//	{"nodes": [{"id": "a"}, {"id": "b"}], "links": [{"source": "a", "target": "b"}]}
//	{"edges": [["a", "b"]]}                                     and nothing else is known of the nodes
//	{"nodes": [{"id": "a"}, {"id": "b"}], "adjacency": [[{"id": "b"}], [{"id": "a"}]]}
//	{"elements": {"nodes": [{"data": {"id": "a"}}], "edges": [{"data": {"source": "a", "target": "b"}}]}}
//	{"graph": {"nodes": {"a": {}}, "edges": [{"source": "a", "target": "b"}]}}
//	{"a": ["b"], "b": ["a"]}
//	[["a", "b"]]   [{"source": "a", "target": "b"}]   [("a", "b")]
//
// networkx, D3, vis.js, graphology, Sigma, Cytoscape and the JSON Graph Format write them. Links may be called edges,
// and have from and to. Where nodes have names and no ids, or no end of a link is an id, links may have their numbers
// from 0, as in D3. Other fields are passed over. There is one graph in a file.

// jsonGraph is a text as one of the shapes: its nodes and links, or what else has them.
type jsonGraph struct {
	into              *graphFile
	top, nodes, links value
	directed          bool // links are, unless they say otherwise
	numbered          bool // links have the numbers of the nodes from 0
	read              func(*jsonGraph)
}

// shapeOf is the shape that a value has; read is nil if it has none.
func shapeOf(top value) *jsonGraph {
	inner, elements := top.get("graph"), top.get("elements")
	g := &jsonGraph{top: top, nodes: top.get("nodes"), links: top.get("links", "edges"),
		directed: top.get("directed").isTrue(), read: (*jsonGraph).nodeLink}
	if kind := top.get("options").get("type"); kind.given() { // graphology
		g.directed = kind.word() != "undirected"
	}
	switch {
	case elements.kind() == object:
		g.nodes, g.links = elements.get("nodes"), elements.get("edges")
	case elements.holds():
		g.nodes, g.links = elements, elements
	case top.kind() == list && top.first().get("data").kind() == object: // Cytoscape's elements
		g.nodes, g.links = top, top
	case g.links.kind() == list:
	case g.nodes.kind() == list && top.get("adjacency").kind() == list:
		g.read = (*jsonGraph).adjacency
	case inner.get("links", "edges").kind() == list: // JGF
		g.nodes, g.links = inner.get("nodes"), inner.get("links", "edges")
		g.directed = !inner.get("directed").given() || inner.get("directed").isTrue()
	case isNeighbours(top):
		g.read = (*jsonGraph).neighbours
	case isPairs(top):
		g.links = top
	default:
		g.read = nil
	}
	return g
}

// first is the first item of a list, no value if there is none.
func (v value) first() value {
	for item := range v.items() {
		return item
	}
	return value{}
}

// isNeighbours knows an object in which every value is a list of names, or an object of them, and one of them is a key
// too.
func isNeighbours(top value) bool {
	keys, known := map[string]bool{}, false
	for key := range top.pairs() {
		keys[key.word()] = true
	}
	for _, item := range top.pairs() {
		if !item.holds() {
			return false
		}
		for _, name := range item.names() {
			if name.word() == "" {
				return false
			}
			known = known || keys[name.word()]
		}
	}
	return known
}

// names is the items of a list, or the keys of an object.
func (v value) names() (names []value) {
	for key := range v.pairs() {
		names = append(names, key)
	}
	if v.kind() != object {
		names = slices.Collect(v.items())
	}
	return names
}

// isPairs knows a list of edges. Lists of numbers or of signs may be a picture.
func isPairs(top value) bool {
	isSign := func(v value) bool { return strings.Contains(textOff+textOn+"_", v.word()) }
	sure := false
	for item := range top.items() {
		u, v := ends(item)
		if u.word() == "" || v.word() == "" {
			return false
		}
		texts := u.kind() == quoted && v.kind() == quoted
		sure = sure || item.kind() == object || texts && !isSign(u) && !isSign(v) ||
			item.kind() == tuple && !(isCell(u.word()) && isCell(v.word())) ||
			len(u.word()) > 1 && u.kind() == quoted || len(v.word()) > 1 && v.kind() == quoted
	}
	return sure && top.kind() != object
}

// ends are the ends of an edge: of an object, or of a list of two and perhaps its weight or data.
func ends(edge value) (u, v value) {
	if edge.kind() == object {
		return edge.look("source", "from"), edge.look("target", "to")
	}
	n := 0
	for item := range edge.items() {
		switch n++; {
		case n == 1:
			u = item
		case n == 2:
			v = item
		case n > 3 || item.kind() != object && !isNumber(item.word()):
			return value{}, value{}
		}
	}
	return u, v
}

// look is what an object has at one of those keys, or what its data, attributes, position or graphics have.
func (v value) look(keys ...string) value {
	item := v.get(keys...)
	for _, name := range []string{"data", "attributes", "position", "graphics"} {
		if inner := v.get(name); !item.given() && inner.kind() == object {
			item = inner.get(keys...)
		}
	}
	return item
}

// looksGraphJSON: the text, or its first line if that is a whole value, is a graph. What fails to be one is a graph
// if its keys say so.
func looksGraphJSON(r *Reader, at int) bool {
	line, _ := r.peek(at)
	line = strings.TrimSpace(line)
	if line == "" || strings.IndexByte("{[(", line[0]) < 0 {
		return false
	}
	top, err := literal(line)
	continues := strings.IndexByte("{[,:", line[len(line)-1]) >= 0
	if err != nil && !continues && line[0] == '{' && r.tellsJSON(at+1, 1) {
		return false // records, of which the first is bad
	}
	if err != nil {
		top, err = literal(r.peekAll(at))
	}
	if err != nil {
		mentions := func(key string) bool { return strings.Contains(top.text, `"`+key+`"`) }
		return len(top.tokens) > 0 && top.kind() == object && mentions("nodes") && (mentions("links") ||
			mentions("edges"))
	}
	r.parsed = top
	return !top.get("board").given() && shapeOf(top).read != nil
}

// hasObjects reports whether a value is an object, or a list of objects.
func (v value) hasObjects() bool {
	return v.first().kind() == object || v.kind() == object && v.first().tree != nil
}

const jsonForm = "a graph in JSON has a list of nodes and a list of links or edges at the top, " +
	"as node_link_data(G) of networkx"

func readJSONGraph(d *document) *graphFile {
	for line, ok := d.next(); ok && isRemark(strings.TrimSpace(line)); {
		line, ok = d.next()
	}
	if d.unread(); d.at == len(d.text) {
		return nil
	}
	begin := d.at
	top, text := d.parsed, d.rest()
	if d.parsed = (value{}); top.tree == nil || top.text != text {
		var err error
		if top, err = literal(text); err != nil {
			d.check(begin+top.at, err)
		}
	}
	g := shapeOf(top)
	if g.into = newGraph(d); g.read == nil {
		d.fail(begin, jsonForm)
	}
	seen := map[string]bool{}
	for key := range top.pairs() {
		if d.from = begin + key.from(); seen[key.word()] {
			fail("the key %s is there twice", key.word())
		}
		seen[key.word()] = true
	}
	d.from, g.into.at = begin, begin
	g.read(g)
	return g.into
}

// where is a place in the text, for errors.
func (g *jsonGraph) where(v value) int { return len(g.into.doc.text) - len(v.text) + v.from() }

// describe adds a node that is listed, by its id, which may be its key, or it.
func (g *jsonGraph) describe(id, node value) {
	name := node.look("label", "name")
	if !id.given() {
		id = node.look("id", "key")
	}
	g.numbered = g.numbered && !id.given() && name.word() != ""
	if !id.given() {
		if id = name; !node.holds() {
			id = node
		}
	}
	g.into.list(id.word(), name.word(), g.where(node))
	g.into.place(len(g.into.names)-1, node.look("x").number(), node.look("y").number())
}

// nodeLink reads lists of nodes and links, or nodes by their ids. A link may say itself whether it is directed. In a
// list of Cytoscape's elements they are mixed. Without a list of nodes, the links say which there are.
func (g *jsonGraph) nodeLink() {
	listed, mixed, i := g.nodes.given(), g.nodes == g.links, 0
	if listed && g.nodes.kind() != list && g.nodes.kind() != object {
		g.into.doc.fail(g.where(g.nodes), "nodes is not a list; "+jsonForm)
	}
	g.numbered = listed
	for id, node := range g.nodes.pairs() {
		g.describe(id, node)
	}
	if g.nodes.kind() == list {
		for node := range g.nodes.items() {
			if u, _ := ends(node); !mixed || !u.given() {
				g.describe(value{}, node)
			}
		}
	}
	g.numbered = g.numbered || listed && !mixed && g.areNumbers()
	for link := range g.links.items() {
		u, v := ends(link)
		if i++; mixed && !u.given() {
			continue
		}
		if u.word() == "" || v.word() == "" {
			g.into.doc.fail(g.where(link), "link %d: %s is neither an object with a source and a target nor a pair", i,
				link.raw())
		}
		var pair [2]int32
		for k, id := range []value{u, v} {
			node, ok := g.into.index[id.word()]
			if n, isNumber := number(id.word(), 0, len(g.into.names)-1); g.numbered && isNumber {
				node = int32(n)
			} else if !ok && listed {
				g.into.doc.fail(g.where(link), "link %d: there is no node %s in %s", i, id.word(), link.raw())
			} else if !ok {
				node = g.into.node(id.word())
			}
			pair[k] = node
		}
		oneWay := g.directed
		if own := link.get("directed"); own.given() {
			oneWay = own.isTrue()
		}
		g.into.add(pair[0], pair[1], oneWay && !link.get("undirected").isTrue())
	}
	if !listed {
		g.into.inOrder()
	}
}

// areNumbers reports whether links have the numbers of nodes from 0: all of their ends are such numbers, and no id is
// one.
func (g *jsonGraph) areNumbers() bool {
	if slices.ContainsFunc(g.into.names, isNumber) {
		return false
	}
	isIndex := func(id value) bool {
		_, ok := number(id.word(), 0, len(g.into.names)-1)
		return ok && id.kind() == bare
	}
	for link := range g.links.items() {
		if u, v := ends(link); !isIndex(u) || !isIndex(v) {
			return false
		}
	}
	return true
}

// adjacency reads networkx's adjacency_data: the neighbours of each node, in the order of the nodes.
func (g *jsonGraph) adjacency() {
	for node := range g.nodes.items() {
		g.describe(value{}, node)
	}
	at := 0
	for neighbours := range g.top.get("adjacency").items() {
		if at == len(g.into.names) {
			g.into.doc.fail(g.where(neighbours), "adjacency has more lists than there are nodes, %d", at)
		}
		for neighbour := range neighbours.items() {
			id := neighbour.get("id")
			if !id.given() {
				id = neighbour
			}
			g.into.link(g.into.names[at], id.word(), g.directed, g.where(neighbour))
		}
		at++
	}
	if at < len(g.into.names) {
		g.into.doc.fail(g.where(g.top), "adjacency has %d lists for %d nodes", at, len(g.into.names))
	}
	if !g.directed {
		g.into.noteHalves()
	}
}

// neighbours reads an object with the neighbours of each node.
func (g *jsonGraph) neighbours() {
	for key := range g.top.pairs() {
		g.into.list(key.word(), "", g.where(key))
	}
	for key, item := range g.top.pairs() {
		for _, name := range item.names() {
			g.into.add(g.into.index[key.word()], g.into.node(name.word()), false)
		}
	}
	g.into.labels = nil
	g.into.inOrder()
	g.into.noteHalves()
}
