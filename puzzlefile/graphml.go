package puzzlefile

import (
	"encoding/xml"
	"errors"
	"io"
	"lightsout/board"
	"strings"
)

// GraphML (graphml.graphdrawing.org) is XML:
//
//	<graphml><graph edgedefault="undirected">
//	  <node id="a"/><node id="b"/>
//	  <edge source="a" target="b"/>
//	</graph></graphml>
//
// Each graph is a puzzle with all lights on, its nodes in the order of the file. A press flips the
// node and its neighbours; along a directed edge the source flips the target only. Data and drawings are passed over.
// Hyperedges and graphs within nodes are refused.

func looksGraphML(line string) bool {
	line = strings.TrimLeft(line, " \t")
	for _, begin := range []string{"<?xml", "<graphml", "<!--", "<!DOCTYPE graphml"} {
		if strings.HasPrefix(line, begin) {
			return true
		}
	}
	return false
}

// graphML is a file of this format while its graphs are read.
type graphML struct {
	*Reader
	first   int // the line on which the XML begins
	decoder *xml.Decoder
	rest    string // of the line that the decoder is reading
	label   string // the id of the key whose data are the labels of nodes; "": none
}

// Read hands the decoder the lines of the file, which are checked and counted as in other formats.
func (g *graphML) Read(p []byte) (int, error) {
	if g.rest == "" {
		line, ok := g.next()
		if !ok {
			return 0, io.EOF
		}
		g.rest = line + "\n"
	}
	n := copy(p, g.rest)
	g.rest = g.rest[n:]
	return n, nil
}

func (r *Reader) nextGraphML() *board.Puzzle {
	if r.xml == nil {
		r.xml = &graphML{Reader: r, first: r.number + 1}
		r.xml.decoder = xml.NewDecoder(r.xml)
		// Whatever the encoding is called: names only tell nodes apart.
		r.xml.decoder.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil }
	}
	return r.xml.graph()
}

// check panics with an error of the decoder.
func (g *graphML) check(err error) {
	if syntax, ok := errors.AsType[*xml.SyntaxError](err); ok {
		panic(g.errorf(g.first+syntax.Line-1, "not XML: %s", syntax.Msg))
	}
	g.Reader.check(g.line(), err) // such as another version of XML
}

// token is the next one, nil at the end.
func (g *graphML) token() xml.Token {
	token, err := g.decoder.Token()
	if err == io.EOF {
		return nil
	}
	g.check(err)
	return token
}

// line is where the decoder is.
func (g *graphML) line() int {
	line, _ := g.decoder.InputPos()
	return g.first + line - 1
}

func (g *graphML) fail(format string, args ...any) error { return g.errorf(g.line(), format, args...) }

// graph reads up to the end of the next graph.
func (g *graphML) graph() *board.Puzzle {
	for token := g.token(); token != nil; token = g.token() {
		start, ok := token.(xml.StartElement)
		name := start.Name.Local
		switch {
		case !ok || name == "graphml":
			continue
		case name == "graph":
			return g.nodesAndEdges(start)
		case strings.EqualFold(name, "gexf"):
			panic(g.wrap(g.line(), isForeign("<gexf")))
		case g.count == 0 && name != "key" && name != "desc" && name != "data":
			panic(g.fail("<%s> is not a part of GraphML: a <graphml> holds <graph>s", clip(name)))
		}
		var key xmlElement
		if g.check(g.decoder.DecodeElement(&key, &start)); key.isLabel() {
			g.label = key.ID
		}
	}
	return nil
}

// xmlElement is an element of a graph, or a key, with the attributes that any of them has.
type xmlElement struct {
	XMLName  xml.Name
	ID       string       `xml:"id,attr"`
	Source   string       `xml:"source,attr"`
	Target   string       `xml:"target,attr"`
	Directed string       `xml:"directed,attr"`
	Key      string       `xml:"key,attr"`
	Name     string       `xml:"attr.name,attr"`
	For      string       `xml:"for,attr"`
	Text     string       `xml:",chardata"`
	Within   []xmlElement `xml:",any"`
}

// isLabel recognises the key of labels: its name says so, and it is for nodes. yEd has them in drawings, as NodeLabel.
func (e *xmlElement) isLabel() bool {
	named := strings.EqualFold(e.Name, "label") || strings.EqualFold(e.Name, "name")
	return e.XMLName.Local == "key" && named && (e.For == "node" || e.For == "all" || e.For == "")
}

// labelOf is the label in an element.
func (g *graphML) labelOf(e *xmlElement) (label string) {
	for _, part := range e.Within {
		switch name := part.XMLName.Local; {
		case name == "graph":
			panic(g.fail("a graph within a node is not read: only nodes and edges are"))
		case name == "data" && g.label != "" && part.Key == g.label, name == "NodeLabel":
			label += strings.TrimSpace(part.Text)
		}
		label += g.labelOf(&part)
	}
	return label
}

// graphMLEdge is an edge by the ids of its nodes, which may come after it.
type graphMLEdge struct {
	ends     [2]string
	directed bool
	line     int
}

func (g *graphML) nodesAndEdges(start xml.StartElement) *board.Puzzle {
	first, file := g.line(), &graphFile{}
	oneWay := g.isDirected(attribute(start, "edgedefault"), false)
	var labels []string
	var edges []graphMLEdge
	for {
		token := g.token()
		if _, ends := token.(xml.EndElement); ends {
			return g.puzzle(first, file, labels, edges)
		}
		start, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		line, name := g.line(), start.Name.Local
		if name == "hyperedge" || name == "graph" {
			panic(g.fail("a %s within a graph is not read: only nodes and edges are", name))
		}
		var e xmlElement
		g.check(g.decoder.DecodeElement(&e, &start))
		label := g.labelOf(&e)
		switch name {
		case "node":
			if int(file.node(e.ID)) < len(labels) || e.ID == "" {
				panic(g.errorf(line, "a node without an id of its own: %q", clip(e.ID)))
			}
			labels = append(labels, label)
		case "edge":
			edges = append(edges, graphMLEdge{[2]string{e.Source, e.Target}, g.isDirected(e.Directed, oneWay), line})
		}
	}
}

func attribute(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// isDirected reads edgedefault="directed" and directed="true".
func (g *graphML) isDirected(text string, otherwise bool) bool {
	switch text {
	case "":
		return otherwise
	case "directed", "true", "1":
		return true
	case "undirected", "false", "0":
		return false
	}
	panic(g.fail("%q: an edge is directed or undirected, true or false", clip(text)))
}

func (g *graphML) puzzle(first int, file *graphFile, labels []string, edges []graphMLEdge) *board.Puzzle {
	for _, e := range edges {
		var ends [2]int32
		for i, name := range e.ends {
			node, ok := file.index[name]
			if !ok {
				panic(g.errorf(e.line, "an edge of the node %q, which the graph does not have", clip(name)))
			}
			ends[i] = node
		}
		file.add(ends[0], ends[1], e.directed)
	}
	file.useLabels(labels)
	return g.graphPuzzle(first, file)
}
