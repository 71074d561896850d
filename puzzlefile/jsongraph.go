package puzzlefile

import (
	"errors"
	"fmt"
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
// networkx, D3, vis.js, graphology, Sigma, Cytoscape and the JSON Graph Format write them. Links may be called edges, and
// have from and to. Where nodes have names and no ids, or no end of a link is an id, links may have their numbers from 0, as in D3. Other fields are
// passed over. There is one graph in a file.

// jsonGraph is a text as one of the shapes: its nodes and links, or what else has them.
type jsonGraph struct {
	nodes, links value
	directed     bool // links are, unless they say otherwise
	read         func(l *linked, g jsonGraph, top value)
}

// shapeOf is the shape that a value has; read is nil if it has none.
func shapeOf(top value) jsonGraph {
	inner, elements := top.get("graph"), top.get("elements")
	g := jsonGraph{top.get("nodes"), links(top), top.get("directed").isTrue(), (*linked).nodeLink}
	options := top.get("options")
	if kind := options.get("type"); kind.given() { // graphology
		g.directed = kind.word() != "undirected"
	}
	switch {
	case elements.kind() == object:
		g.nodes, g.links = elements.get("nodes"), elements.get("edges")
	case elements.holds(), isElements(top):
		if g.nodes = top; elements.holds() {
			g.nodes = elements
		}
		g.links = g.nodes
	case g.links.kind() == list:
	case g.nodes.kind() == list && top.get("adjacency").kind() == list:
		g.read = (*linked).adjacency
	case links(inner).kind() == list: // JGF
		g.nodes, g.links = inner.get("nodes"), links(inner)
		g.directed = !inner.get("directed").given() || inner.get("directed").isTrue()
	case isNeighbours(top):
		g.read = (*linked).neighbours
	case isPairs(top):
		g.links = top
	default:
		g.read = nil
	}
	return g
}

func links(top value) value { return top.get("links", "edges") }

// isElements knows a list of Cytoscape's elements.
func isElements(top value) bool {
	for item := range top.items() {
		return top.kind() == list && item.get("data").kind() == object
	}
	return false
}

// isNeighbours knows an object in which every value is a list of names, or an object of them, and one of them is a key as well.
func isNeighbours(top value) bool {
	keys, known := map[string]bool{}, false
	for key := range top.pairs() {
		keys[key.word()] = true
	}
	for _, item := range top.pairs() {
		if !item.holds() {
			return false
		}
		for name := range item.names() {
			if name.word() == "" {
				return false
			}
			known = known || keys[name.word()]
		}
	}
	return known
}

// names is the items of a list, or the keys of an object.
func (v value) names() func(yield func(value) bool) {
	return func(yield func(value) bool) {
		if v.kind() != object {
			v.items()(yield)
			return
		}
		for key := range v.pairs() {
			if !yield(key) {
				return
			}
		}
	}
}

// isPairs knows a list of edges. Lists of numbers or of signs may be a picture.
func isPairs(top value) bool {
	if top.kind() != list && top.kind() != tuple {
		return false
	}
	edges, sure := 0, false
	for item := range top.items() {
		u, v := ends(item)
		if u.word() == "" || v.word() == "" {
			return false
		}
		edges++
		sure = sure || item.kind() == object || len(u.word()) > 1 && u.kind() == quoted || len(v.word()) > 1 && v.kind() == quoted ||
			item.kind() == tuple && !(isCell(u.word()) && isCell(v.word())) || letters(u, v)
	}
	return edges > 0 && sure
}

// letters reports whether two texts are letters that are no signs of pictures.
func letters(u, v value) bool {
	return u.kind() == quoted && v.kind() == quoted && !strings.Contains(textOff+textOn+"_", u.word()) && !strings.Contains(textOff+textOn+"_", v.word())
}

// ends are the ends of an edge: of an object, or of a list of two and perhaps its weight or data.
func ends(edge value) (u, v value) {
	switch edge.kind() {
	case object:
		return edge.look("source", "from"), edge.look("target", "to")
	case list, tuple:
		const most = 3
		n := 0
		for item := range edge.items() {
			switch n++; n {
			case 1:
				u = item
			case 2:
				v = item
			case most:
				if item.kind() != object && !isNumber(item.word()) {
					return value{}, value{}
				}
			default:
				return value{}, value{}
			}
		}
	}
	return u, v
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
	if continues := strings.IndexByte("{[,:", line[len(line)-1]) >= 0; err != nil && !continues && line[0] == '{' && r.tellsJSON(at+1, 1) {
		// records, of which the first is bad
		return false
	}
	if err != nil {
		top, err = literal(r.peekAll(at))
	}
	if err != nil {
		return len(top.tokens) > 0 && top.kind() == object && top.mentions("nodes") && (top.mentions("links") || top.mentions("edges"))
	}
	r.parsed = top
	return !top.get("board").given() && shapeOf(top).read != nil
}

// mentions reports whether a text with a defect has that key.
func (v value) mentions(key string) bool { return strings.Contains(v.text, `"`+key+`"`) }

// peekAll is the text from a line on.
func (r *Reader) peekAll(at int) string {
	var text strings.Builder
	size := 0
	for i := at; ; i++ {
		line, ok := r.peek(i)
		if !ok {
			break
		}
		size += len(line) + 1
	}
	text.Grow(size)
	for _, line := range r.ahead[min(at, len(r.ahead)):] {
		text.WriteString(line)
		text.WriteByte('\n')
	}
	return text.String()
}

const jsonForm = "a graph in JSON has a list of nodes and a list of links or edges at the top, as node_link_data(G) of networkx"

func readJSONGraph(d *document) *graphFile {
	for line, ok := d.next(); ; line, ok = d.next() {
		if !ok {
			return nil
		}
		if text := strings.TrimSpace(line); text != "" && strings.IndexByte("#%", text[0]) < 0 && !strings.HasPrefix(text, "//") {
			d.unread()
			break
		}
	}
	begin := d.at
	top, text := d.parsed, d.rest()
	if d.parsed = (value{}); top.tree == nil || top.text != text {
		var err error
		if top, err = literal(text); err != nil {
			d.check(begin+top.at, err)
		}
	}
	l, shape := &linked{d: d}, shapeOf(top)
	if shape.read == nil {
		d.check(begin, errors.New(jsonForm))
	}
	seen := map[string]bool{}
	for key := range top.pairs() {
		if d.from = begin + key.from(); seen[key.word()] {
			panic(fmt.Errorf("the key %s is there twice", clip(key.word())))
		}
		seen[key.word()] = true
	}
	d.from = begin
	shape.read(l, shape, top)
	return l.graph(begin)
}

// where is a place in the text, for errors.
func (l *linked) where(v value) int {
	return len(l.d.text) - len(v.text) + v.from()
}

// look is what an object has at one of those keys, or what its data, attributes, position or graphics have.
func (v value) look(keys ...string) value {
	if item := v.get(keys...); item.given() {
		return item
	}
	for key, inner := range v.pairs() {
		if inner.kind() == object {
			switch key.word() {
			case "data", "attributes", "position", "graphics":
				if item := inner.get(keys...); item.given() {
					return item
				}
			}
		}
	}
	return value{}
}

// describe adds a node that is listed, by its id, which may be its key, or it.
func (l *linked) describe(id, node value) {
	name := node.look("label", "name")
	if !id.given() {
		id = node.look("id", "key")
	}
	l.numbered = l.numbered && !id.given() && name.word() != ""
	if !id.given() {
		if id = name; !node.holds() {
			id = node
		}
	}
	l.list(id.word(), name.word(), l.where(node))
	l.place(node.look("x").number(), node.look("y").number())
}

// nodeLink reads lists of nodes and links, or nodes by their ids. A link may say itself whether it is directed. In a list of
// Cytoscape's elements they are mixed. Without a list of nodes, the links say which there are.
func (l *linked) nodeLink(g jsonGraph, _ value) {
	listed, mixed := g.nodes.given(), g.nodes == g.links
	if listed && g.nodes.kind() != list && g.nodes.kind() != object {
		l.d.check(l.where(g.nodes), errors.New("nodes is not a list; "+jsonForm))
	}
	l.numbered = listed
	for id, node := range g.nodes.pairs() {
		l.describe(id, node)
	}
	if g.nodes.kind() == list {
		for node := range g.nodes.items() {
			if u, _ := ends(node); !mixed || !u.given() {
				l.describe(value{}, node)
			}
		}
	}
	byNumber := l.numbered || listed && !mixed && l.areNumbers(g.links)
	i := 0
	for link := range g.links.items() {
		u, v := ends(link)
		if i++; mixed && !u.given() {
			continue
		}
		if u.word() == "" || v.word() == "" {
			l.d.check(l.where(link), fmt.Errorf("link %d: %s is neither an object with a source and a target nor a pair", i, clip(l.text(link))))
		}
		var pair [2]int32
		for k, id := range []value{u, v} {
			name := id.word()
			node, ok := l.index[name]
			if n, isNumber := number(name, 0, len(l.names)-1); byNumber && isNumber {
				node, ok = int32(n), true
			}
			if !ok && listed {
				l.d.check(l.where(link), fmt.Errorf("link %d: there is no node %s in %s", i, clip(name), clip(l.text(link))))
			}
			if !ok {
				node = l.node(name)
			}
			pair[k] = node
		}
		oneWay := g.directed
		if own := link.get("directed"); own.given() {
			oneWay = own.isTrue()
		}
		l.add(pair[0], pair[1], oneWay && !link.get("undirected").isTrue())
	}
	if !listed {
		l.inOrder()
	}
}

// areNumbers reports whether links have the numbers of nodes from 0: all of their ends are such numbers, and no id is one.
func (l *linked) areNumbers(all value) bool {
	for _, name := range l.names {
		if isNumber(name) {
			return false
		}
	}
	for link := range all.items() {
		u, v := ends(link)
		for _, id := range []value{u, v} {
			if _, ok := number(id.word(), 0, len(l.names)-1); !ok || id.kind() != bare {
				return false
			}
		}
	}
	return true
}

// text is a value as it stands.
func (l *linked) text(v value) string {
	end := v.tokens[v.i].end
	if v.kind() == quoted {
		end++
	}
	return v.text[v.from():end]
}

// adjacency reads networkx's adjacency_data: the neighbours of each node, in the order of the nodes.
func (l *linked) adjacency(g jsonGraph, top value) {
	for node := range g.nodes.items() {
		l.describe(value{}, node)
	}
	at := 0
	for neighbours := range top.get("adjacency").items() {
		if at == len(l.names) {
			l.d.check(l.where(neighbours), fmt.Errorf("adjacency has more lists than there are nodes, %d", at))
		}
		for neighbour := range neighbours.items() {
			id := neighbour.get("id")
			if !id.given() {
				id = neighbour
			}
			l.link(l.names[at], id.word(), g.directed, l.where(neighbour))
		}
		at++
	}
	if at < len(l.names) {
		l.d.check(l.where(top), fmt.Errorf("adjacency has %d lists for %d nodes", at, len(l.names)))
	}
	if !g.directed {
		l.noteHalves()
	}
}

// neighbours reads an object with the neighbours of each node.
func (l *linked) neighbours(_ jsonGraph, top value) {
	for key := range top.pairs() {
		l.list(key.word(), "", l.where(key))
	}
	for key, item := range top.pairs() {
		for name := range item.names() {
			l.add(l.index[key.word()], l.node(name.word()), false)
		}
	}
	l.labels = nil
	l.inOrder()
	l.noteHalves()
}
