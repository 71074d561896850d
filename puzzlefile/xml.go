package puzzlefile

import (
	"html"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// GraphML (graphml.graphdrawing.org) and GEXF (gexf.net) are XML:
//
//	<graphml><graph edgedefault="undirected">       <gexf><graph defaultedgetype="undirected"><nodes>
//	  <node id="a"/><node id="b"/>                    <node id="0" label="a"/><node id="1" label="b"/></nodes>
//	  <edge source="a" target="b"/>                   <edges><edge source="0" target="1"/></edges>
//	</graph></graphml>                              </graph></gexf>
//
// Each graph is a puzzle with all lights on, its nodes in the order of the file. A press flips the node and its
// neighbours; along a directed edge the source flips the target only. Labels and places of nodes are kept, also as yEd
// and Gephi write them; other data are passed over. Hyperedges and graphs within nodes are refused.
//
// Package encoding/xml takes five times as long.

// firstElement is the first one, below declarations and comments.
var firstElement = regexp.MustCompile(`(?s)^\s*<(?:(?:!--.*?--|[?!].*?)>[^<]*<)*([^\s/>?!]*)`)

// looksXML is a head whose first element is of one of those names.
func looksXML(elements ...string) func(r *Reader, at int) bool {
	return func(r *Reader, at int) bool {
		const lines = 100 // of comments and declarations before it
		if line, ok := r.peek(at); !ok || !strings.HasPrefix(strings.TrimSpace(line), "<") {
			return false
		}
		r.peek(at + lines)
		name := firstElement.FindStringSubmatch(strings.Join(r.ahead[at:min(at+lines, len(r.ahead))], "\n"))
		return name != nil && slices.Contains(elements, strings.ToLower(localName(name[1])))
	}
}

// localName is a name without the part before its colon.
func localName(name string) string { return name[strings.IndexByte(name, ':')+1:] }

// xmlText is a text of XML while it is read, tag by tag.
type xmlText struct {
	doc         *document
	tag         string // of an element that begins, of one that ends with / before it, and "" of a text
	text        string
	attributes  [][2]string
	open        []string // elements
	empty       bool     // an element ends where it begins
	label, x, y string   // the ids of the keys whose data are labels and places
}

// latin1 are declarations of encodings in which a byte is a letter. Whatever else the encoding is called, names only
// tell nodes apart.
var latin1 = regexp.MustCompile(`(?i)^\s*<\?xml [^>]*encoding\s*=\s*["'](iso-8859-1|latin1|windows-1252)["']`)

func readXML(d *document) *graphFile {
	x, _ := d.state.(*xmlText)
	if x == nil {
		if x = (&xmlText{doc: d}); latin1.MatchString(d.text) {
			letters := make([]rune, len(d.text))
			for i := range letters {
				letters[i] = rune(d.text[i])
			}
			d.text = string(letters)
		}
		d.state = x
	}
	for x.nextTag() {
		switch x.tag {
		case "graph":
			return x.graph()
		case "key":
			x.key()
		case "desc", "data", "meta", "default":
			for around := len(x.open) - 1; len(x.open) > around; {
				x.nextTag()
			}
		default:
			refuse(x.tag != "" && x.tag[0] != '/' && x.tag != "graphml" && !strings.EqualFold(x.tag, "gexf"),
				"<%s> is not a part of GraphML: a <graphml> holds <graph>s", x.tag)
		}
	}
	return nil
}

// nextTag goes to the next tag, or the text before it; false at the end.
func (x *xmlText) nextTag() bool {
	if x.empty {
		x.empty = false
		return x.end(x.open[len(x.open)-1])
	}
	for x.doc.from = x.doc.at; x.doc.at < len(x.doc.text); x.doc.from = x.doc.at {
		switch rest := x.doc.text[x.doc.at:]; {
		case rest[0] != '<':
			end := strings.IndexByte(rest, '<')
			if end < 0 {
				end = len(rest)
			}
			x.tag, x.text, x.doc.at = "", html.UnescapeString(rest[:end]), x.doc.at+end
			return true
		case strings.HasPrefix(rest, "<!--"):
			x.upTo("-->")
		case strings.HasPrefix(rest, "<![CDATA["):
			text := x.upTo("]]>")
			x.tag, x.text = "", text[len("<![CDATA["):]
			return true
		case rest[1] == '?':
			x.upTo("?>")
		case rest[1] == '!':
			if strings.IndexByte(x.upTo(">"), '[') >= 0 {
				x.upTo("]")
				x.upTo(">")
			}
		case rest[1] == '/':
			return x.end(localName(strings.TrimRight(x.upTo(">")[2:], " \t\n")))
		default:
			x.begin(rest)
			return true
		}
	}
	if len(x.open) > 0 {
		fail("not XML: the file ends within <%s>", x.open[len(x.open)-1])
	}
	return false
}

// upTo passes over the next such sign, and returns the text before it.
func (x *xmlText) upTo(sign string) string {
	text, _, found := strings.Cut(x.doc.text[x.doc.at:], sign)
	if !found {
		fail("not XML: %s is missing", sign)
	}
	x.doc.at += len(text) + len(sign)
	return text
}

// begin reads a tag with its attributes.
func (x *xmlText) begin(rest string) {
	const blanks = " \t\n"
	end := strings.IndexAny(rest, blanks+"/>")
	refuse(end < 2, "not XML: < begins a tag, and > ends it")
	x.tag, x.attributes = localName(rest[1:end]), x.attributes[:0]
	x.open = append(x.open, x.tag)
	for rest = strings.TrimLeft(rest[end:], blanks); ; rest = strings.TrimLeft(rest, blanks) {
		x.empty = strings.HasPrefix(rest, "/>")
		if x.empty || strings.HasPrefix(rest, ">") {
			x.doc.at = len(x.doc.text) - len(rest[strings.IndexByte(rest, '>')+1:])
			return
		}
		name, value, found := strings.Cut(rest, "=")
		if value = strings.TrimLeft(value, blanks); !found || value == "" || value[0] != '"' && value[0] != '\'' {
			fail("not XML: the attributes of <%s> have quotation marks around their values", x.tag)
		}
		text, after, closed := strings.Cut(value[1:], value[:1])
		if !closed || strings.IndexByte(text, '<') >= 0 {
			fail("not XML: a quotation mark of <%s> is not closed", x.tag)
		}
		if strings.IndexByte(text, '&') >= 0 {
			text = html.UnescapeString(text)
		}
		x.attributes = append(x.attributes, [2]string{localName(strings.TrimRight(name, blanks)), text})
		rest = after
	}
}

// end closes the element that was begun last.
func (x *xmlText) end(name string) bool {
	last := len(x.open) - 1
	if last < 0 || x.open[last] != name {
		fail("not XML: </%s> is not the end of what was begun last", name)
	}
	x.tag, x.open = "/"+name, x.open[:last]
	return true
}

// attribute is the first of those attributes that the element has.
func (x *xmlText) attribute(names ...string) string {
	for _, name := range names {
		for _, a := range x.attributes {
			if a[0] == name {
				return a[1]
			}
		}
	}
	return ""
}

// key takes note of the keys of labels and places: the name says so, and it is for nodes.
func (x *xmlText) key() {
	if of := x.attribute("for"); of == "node" || of == "all" || of == "" {
		id := x.attribute("id")
		switch strings.ToLower(x.attribute("attr.name")) {
		case "label", "name":
			x.label = id
		case "x":
			x.x = id
		case "y":
			x.y = id
		}
	}
}

// xmlNode is a node while it is read.
type xmlNode struct {
	id, label string
	at        int
	x, y      float64
}

// graph reads up to the end of a graph.
func (x *xmlText) graph() *graphFile {
	g, oneWay := newGraph(x.doc), isDirected(x.attribute("edgedefault", "defaultedgetype"), false)
	var node *xmlNode
	into := "" // where text belongs to
	for x.nextTag() {
		switch x.tag {
		case "":
			if node != nil && into != "" {
				node.take(x, into, strings.TrimSpace(x.text))
			}
		case "/graph":
			return g
		case "/node":
			g.list(node.id, node.label, node.at)
			g.place(len(g.names)-1, node.x, node.y)
			node = nil
		case "graph", "hyperedge":
			within := map[bool]string{true: "node", false: "graph"}[node != nil && x.tag == "graph"]
			fail("a %s within a %s is not read: only nodes and edges are", x.tag, within)
		case "node":
			refuse(node != nil, "a node within a node is not read: only nodes and edges are")
			node = &xmlNode{x.attribute("id"), x.attribute("label"), x.doc.from, math.NaN(), math.NaN()}
		case "edge":
			way := isDirected(x.attribute("directed", "type"), oneWay)
			g.link(x.attribute("source"), x.attribute("target"), way, x.doc.from)
		case "Geometry", "position":
			if node != nil {
				node.position(x)
			}
		}
		switch {
		case x.tag == "data":
			into = x.attribute("key")
		case x.tag == "NodeLabel":
			into = x.tag
		case strings.HasPrefix(x.tag, "/"):
			into = ""
		}
	}
	return g
}

// take keeps a text within a node.
func (n *xmlNode) take(x *xmlText, into, text string) {
	value, err := strconv.ParseFloat(text, 64)
	switch {
	case into == "NodeLabel" || x.label != "" && into == x.label:
		n.label += text
	case err != nil:
	case into == x.x:
		n.x = value
	case into == x.y:
		n.y = value
	}
}

// position reads where yEd or Gephi has put a node: yEd says where its upper left corner is, and y goes up in Gephi.
func (n *xmlNode) position(x *xmlText) {
	read := func(name string, otherwise float64) float64 {
		if value, err := strconv.ParseFloat(x.attribute(name), 64); err == nil {
			return value
		}
		return otherwise
	}
	n.x, n.y = read("x", math.NaN())+read("width", 0)/2, read("y", math.NaN())+read("height", 0)/2
	if x.tag == "position" {
		n.y = -n.y
	}
}

// isDirected reads edgedefault="directed", directed="true" and type="mutual".
func isDirected(text string, otherwise bool) bool {
	switch text {
	case "":
		return otherwise
	case "directed", "true", "1":
		return true
	case "undirected", "false", "0", "mutual":
		return false
	}
	panic(problem("%q: an edge is directed or undirected, true or false", text))
}
