package puzzlefile

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
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
// Each graph is a puzzle with all lights on, its nodes in the order of the file. A press flips the
// node and its neighbours; along a directed edge the source flips the target only. Labels and places of nodes are kept, also as yEd
// and Gephi write them; other data are passed over. Hyperedges and graphs within nodes are refused.

// looksXML is a head whose first element is of one of those names.
func looksXML(elements ...string) func(r *Reader, at int) bool {
	return func(r *Reader, at int) bool {
		const lines = 100 // of comments and declarations before it
		comment := false
		for i := at; i < at+lines; i++ {
			line, ok := r.peek(i)
			if !ok || i == at && !strings.HasPrefix(strings.TrimSpace(line), "<") {
				return false
			}
			for line != "" {
				if comment {
					_, rest, ended := strings.Cut(line, "-->")
					line, comment = rest, !ended
					continue
				}
				_, rest, found := strings.Cut(line, "<")
				switch line = rest; {
				case !found:
				case strings.HasPrefix(rest, "!--"):
					comment = true
				case strings.HasPrefix(rest, "?") || strings.HasPrefix(rest, "!"):
				default:
					name := rest[:strings.IndexAny(rest+">", " \t/>")]
					return slices.Contains(elements, strings.ToLower(name[strings.IndexByte(name, ':')+1:]))
				}
			}
		}
		return false
	}
}

// xmlGraph is a file of this kind while its graphs are read.
type xmlGraph struct {
	decoder     *xml.Decoder
	d           *document
	begin       int    // of the text that the decoder reads
	label, x, y string // the ids of the keys whose data are labels and places
}

// latin1 reads ISO 8859-1, in which a byte is a letter.
type latin1 struct{ in io.ByteReader }

func (l latin1) Read(p []byte) (int, error) {
	if len(p) < 2 {
		return 0, io.ErrShortBuffer
	}
	b, err := l.in.ReadByte()
	if err != nil {
		return 0, err
	}
	return copy(p, string(rune(b))), nil
}

func readXML(d *document) *graphFile {
	x, _ := d.state.(*xmlGraph)
	if x == nil {
		x = &xmlGraph{d: d, begin: d.at}
		x.decoder = xml.NewDecoder(strings.NewReader(d.rest()))
		// Whatever else the encoding is called, names only tell nodes apart.
		x.decoder.CharsetReader = func(charset string, in io.Reader) (io.Reader, error) {
			switch bytes, ok := in.(io.ByteReader); strings.ToLower(charset) {
			case "iso-8859-1", "latin1", "windows-1252":
				if ok {
					return latin1{bytes}, nil
				}
			}
			return in, nil
		}
		d.state = x
	}
	for token := x.token(); token != nil; token = x.token() {
		start, ok := token.(xml.StartElement)
		switch name := start.Name.Local; {
		case !ok || name == "graphml" || strings.EqualFold(name, "gexf"):
		case name == "graph":
			return x.graph(start)
		case name == "key":
			x.key(start)
		case name != "desc" && name != "data" && name != "meta" && name != "default":
			panic(fmt.Errorf("<%s> is not a part of GraphML: a <graphml> holds <graph>s", clip(name)))
		default:
			x.check(x.decoder.Skip())
		}
	}
	return nil
}

// check panics with an error of the decoder.
func (x *xmlGraph) check(err error) {
	if syntax, ok := errors.AsType[*xml.SyntaxError](err); ok {
		panic(&SyntaxError{File: x.d.file, Line: x.d.line(x.begin) + syntax.Line - 1, Msg: "not XML: " + syntax.Msg})
	}
	check(err) // such as another version of XML
}

// token is the next one, nil at the end.
func (x *xmlGraph) token() xml.Token {
	token, err := x.decoder.Token()
	x.d.from = x.begin + int(x.decoder.InputOffset()) - 1
	if err == io.EOF {
		return nil
	}
	x.check(err)
	return token
}

// attribute is an attribute of an element, the first of those names that it has.
func attribute(e xml.StartElement, names ...string) string {
	for _, name := range names {
		for _, a := range e.Attr {
			if a.Name.Local == name {
				return a.Value
			}
		}
	}
	return ""
}

// key takes note of the keys of labels and places: the name says so, and it is for nodes.
func (x *xmlGraph) key(start xml.StartElement) {
	if of := attribute(start, "for"); of == "node" || of == "all" || of == "" {
		id := attribute(start, "id")
		switch strings.ToLower(attribute(start, "attr.name")) {
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
func (x *xmlGraph) graph(start xml.StartElement) *graphFile {
	l, at := &linked{d: x.d}, x.d.from
	oneWay := isDirected(attribute(start, "edgedefault", "defaultedgetype"), false)
	var node *xmlNode
	into := "" // where text belongs to
	for {
		token := x.token()
		switch t := token.(type) {
		case xml.CharData:
			if node != nil && into != "" {
				node.take(x, into, strings.TrimSpace(string(t)))
			}
		case xml.EndElement:
			switch t.Name.Local {
			case "graph":
				return l.graph(at)
			case "node":
				l.list(node.id, node.label, node.at)
				l.place(node.x, node.y)
				node = nil
			}
			into = ""
		case xml.StartElement:
			switch name := t.Name.Local; name {
			case "hyperedge":
				panic(fmt.Errorf("a %s within a graph is not read: only nodes and edges are", name))
			case "graph":
				panic(fmt.Errorf("a graph within a %s is not read: only nodes and edges are", map[bool]string{true: "node", false: "graph"}[node != nil]))
			case "node":
				if node != nil {
					panic(errors.New("a node within a node is not read: only nodes and edges are"))
				}
				node = &xmlNode{attribute(t, "id"), attribute(t, "label"), x.d.from, math.NaN(), math.NaN()}
			case "edge":
				l.link(attribute(t, "source"), attribute(t, "target"), isDirected(attribute(t, "directed", "type"), oneWay), x.d.from)
			case "data":
				into = attribute(t, "key")
			case "NodeLabel":
				into = name
			case "Geometry", "position":
				if node != nil {
					node.position(t)
				}
			}
		}
	}
}

// take keeps a text within a node.
func (n *xmlNode) take(x *xmlGraph, into, text string) {
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
func (n *xmlNode) position(e xml.StartElement) {
	read := func(name string) float64 {
		value, err := strconv.ParseFloat(attribute(e, name), 64)
		if err != nil && (name == "width" || name == "height") {
			return 0
		}
		if err != nil {
			return math.NaN()
		}
		return value
	}
	if n.x, n.y = read("x")+read("width")/2, read("y")+read("height")/2; e.Name.Local == "position" {
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
	panic(fmt.Errorf("%q: an edge is directed or undirected, true or false", clip(text)))
}
