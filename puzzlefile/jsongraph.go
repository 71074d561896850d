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

// jsonShapes are the shapes. The first that fits is taken.
var jsonShapes = []struct {
	fits func(top value) bool
	read func(l *linked, top value)
}{
	{func(top value) bool { return top.get("elements").holds() }, func(l *linked, top value) { l.cytoscape(top.get("elements"), top) }},
	{isElements, func(l *linked, top value) { l.cytoscape(top, value{}) }},
	{func(top value) bool { return links(top).kind() == list }, (*linked).nodeLink},
	{func(top value) bool { return top.get("nodes").kind() == list && top.get("adjacency").kind() == list }, (*linked).adjacency},
	{func(top value) bool { return links(top.get("graph")).kind() == list }, func(l *linked, top value) { l.jgf(top.get("graph")) }},
	{isNeighbours, (*linked).neighbours},
	{isPairs, func(l *linked, top value) { l.links(top, value{}, nil) }},
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
		return edge.get("source", "from"), edge.get("target", "to")
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
	return !top.get("board").given() && shapeOf(top) >= 0
}

// mentions reports whether a text with a defect has that key.
func (v value) mentions(key string) bool { return strings.Contains(v.text, `"`+key+`"`) }

// peekAll is the text from a line on.
func (r *Reader) peekAll(at int) string {
	var text strings.Builder
	for i := at; ; i++ {
		line, ok := r.peek(i)
		if !ok {
			return text.String()
		}
		text.WriteString(line)
		text.WriteByte('\n')
	}
}

// shapeOf is the number of the shape that a value has, -1 if it has none.
func shapeOf(top value) int {
	for i, shape := range jsonShapes {
		if shape.fits(top) {
			return i
		}
	}
	return -1
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
	if shape < 0 {
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
	jsonShapes[shape].read(l, top)
	return l.graph(begin)
}

// where is a place in the text, for errors.
func (l *linked) where(v value) int {
	return len(l.d.text) - len(v.text) + v.from()
}

// nodeLink reads lists of nodes and links. graphology says of each link whether it is undirected.
func (l *linked) nodeLink(top value) {
	nodes := top.get("nodes")
	if nodes.given() && nodes.kind() != list {
		l.d.check(l.where(nodes), errors.New("nodes is not a list; "+jsonForm))
	}
	l.numbered = nodes.given()
	for node := range nodes.items() {
		id := node.get("id", "key")
		name := node.get("label", "name")
		if !name.given() {
			name = node.get("attributes").get("label", "name")
		}
		l.numbered = l.numbered && !id.given() && name.word() != ""
		if !id.given() {
			if id = name; !node.holds() {
				id = node
			}
		}
		l.list(id.word(), name.word(), l.where(node))
		at := node
		if attributes := node.get("attributes"); attributes.given() {
			at = attributes
		}
		l.place(at.get("x").number(), at.get("y").number())
	}
	if options := top.get("options"); options.get("type").given() {
		undirected := options.get("type").word() == "undirected"
		l.links(links(top), nodes, func(link value) bool { return !undirected && !link.get("undirected").isTrue() })
		return
	}
	directed := top.get("directed").isTrue()
	l.links(links(top), nodes, func(value) bool { return directed })
}

// links reads a list of edges. Without a list of nodes, the edges say which there are. oneWay tells of each whether it is.
func (l *linked) links(all, nodes value, oneWay func(link value) bool) {
	byNumber := l.numbered || nodes.given() && l.areNumbers(all)
	i := 0
	for link := range all.items() {
		i++
		u, v := ends(link)
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
			if !ok && nodes.given() {
				l.d.check(l.where(link), fmt.Errorf("link %d: there is no node %s in %s", i, clip(name), clip(l.text(link))))
			}
			if !ok {
				node = l.node(name)
			}
			pair[k] = node
		}
		l.add(pair[0], pair[1], oneWay != nil && oneWay(link))
	}
	if !nodes.given() {
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
func (l *linked) adjacency(top value) {
	for node := range top.get("nodes").items() {
		id := node.get("id")
		if !id.given() {
			id = node
		}
		l.list(id.word(), node.get("label", "name").word(), l.where(node))
	}
	at, directed := 0, top.get("directed").isTrue()
	for neighbours := range top.get("adjacency").items() {
		if at == len(l.names) {
			l.d.check(l.where(neighbours), fmt.Errorf("adjacency has more lists than there are nodes, %d", at))
		}
		for neighbour := range neighbours.items() {
			id := neighbour.get("id")
			if !id.given() {
				id = neighbour
			}
			l.link(l.names[at], id.word(), directed, l.where(neighbour))
		}
		at++
	}
	if at < len(l.names) {
		l.d.check(l.where(top), fmt.Errorf("adjacency has %d lists for %d nodes", at, len(l.names)))
	}
	if !directed {
		l.noteHalves()
	}
}

// cytoscape reads elements: nodes and edges apart, or in one list. top is what they are in.
func (l *linked) cytoscape(elements, top value) {
	directed := top.get("directed").isTrue()
	take := func(item value) {
		data := item.get("data")
		if u := data.get("source"); u.given() {
			l.link(u.word(), data.get("target").word(), directed, l.where(item))
			return
		}
		l.list(data.get("id").word(), data.get("label", "name").word(), l.where(item))
		at := item.get("position")
		l.place(at.get("x").number(), at.get("y").number())
	}
	if elements.kind() != object {
		for item := range elements.items() {
			take(item)
		}
		return
	}
	for _, group := range []string{"nodes", "edges"} {
		for item := range elements.get(group).items() {
			take(item)
		}
	}
}

// jgf reads a graph of the JSON Graph Format: nodes by their ids, or in a list. Its edges are one-way unless it says otherwise.
func (l *linked) jgf(graph value) {
	nodes := graph.get("nodes")
	for id, node := range nodes.pairs() {
		l.list(id.word(), node.get("label").word(), l.where(id))
	}
	if nodes.kind() == list {
		for node := range nodes.items() {
			l.list(node.get("id").word(), node.get("label").word(), l.where(node))
		}
	}
	directed := !graph.get("directed").given() || graph.get("directed").isTrue()
	l.links(links(graph), nodes, func(link value) bool {
		if own := link.get("directed"); own.given() {
			return own.isTrue()
		}
		return directed
	})
}

// neighbours reads an object with the neighbours of each node.
func (l *linked) neighbours(top value) {
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
