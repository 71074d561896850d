package puzzlefile

import (
	"encoding/xml"
	"errors"
	"io"
	"lightsout/board"
	"slices"
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
	ended   error  // why there are no more lines, or nil
	label   string // the id of the key whose data are the labels of nodes; "": none
}

// Read hands the decoder the lines of the file, which are checked and counted as in other formats.
func (g *graphML) Read(p []byte) (int, error) {
	if g.rest == "" {
		line, err := g.next()
		if err != nil {
			g.ended = err
			return 0, err
		}
		g.rest = line + "\n"
	}
	n := copy(p, g.rest)
	g.rest = g.rest[n:]
	return n, nil
}

func (r *Reader) nextGraphML() (*board.Puzzle, error) {
	if r.xml == nil {
		r.xml = &graphML{Reader: r, first: r.number + 1}
		r.xml.decoder = xml.NewDecoder(r.xml)
		// Whatever the encoding is called: names only tell nodes apart.
		r.xml.decoder.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil }
	}
	p, err := r.xml.graph()
	syntax, isSyntax := errors.AsType[*xml.SyntaxError](err)
	_, placed := errors.AsType[*SyntaxError](err)
	switch {
	case isSyntax:
		err = r.errorf(r.xml.first+syntax.Line-1, "not XML: %s", syntax.Msg)
	case err != nil && !placed && !errors.Is(err, r.xml.ended): // such as another version of XML
		err = r.wrap(r.xml.line(), err)
	}
	return p, err
}

// line is where the decoder is.
func (g *graphML) line() int {
	line, _ := g.decoder.InputPos()
	return g.first + line - 1
}

func (g *graphML) fail(format string, args ...any) error { return g.errorf(g.line(), format, args...) }

// graph reads up to the end of the next graph.
func (g *graphML) graph() (*board.Puzzle, error) {
	for {
		token, err := g.decoder.Token()
		if err != nil {
			return nil, err
		}
		element, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		switch element.Name.Local {
		case "graphml":
		case "key":
			if isLabel(element) {
				g.label = attribute(element, "id")
			}
			if err := g.decoder.Skip(); err != nil {
				return nil, err
			}
		case "graph":
			return g.nodesAndEdges(element)
		default:
			if strings.EqualFold(element.Name.Local, "gexf") {
				return nil, g.wrap(g.line(), isForeign("<gexf"))
			}
			if g.count == 0 && element.Name.Local != "desc" && element.Name.Local != "data" {
				return nil, g.fail("<%s> is not a part of GraphML: a <graphml> holds <graph>s", clip(element.Name.Local))
			}
			if err := g.decoder.Skip(); err != nil {
				return nil, err
			}
		}
	}
}

// graphMLEdge is an edge by the names of its nodes.
type graphMLEdge struct {
	ends     [2]string
	directed bool
	line     int
}

func (g *graphML) nodesAndEdges(graph xml.StartElement) (*board.Puzzle, error) {
	first := g.line()
	directed, err := g.isDirected(attribute(graph, "edgedefault"), false)
	if err != nil {
		return nil, err
	}
	nodes := map[string]int{}
	var ids, labels []string
	var edges []graphMLEdge
	for {
		token, err := g.decoder.Token()
		if err == io.EOF {
			return nil, g.fail("the graph that begins on line %d does not end", first)
		}
		if err != nil {
			return nil, err
		}
		element, isStart := token.(xml.StartElement)
		if _, isEnd := token.(xml.EndElement); isEnd {
			names := ids
			if distinct := slices.Compact(slices.Sorted(slices.Values(labels))); len(ids) > 0 && len(distinct) == len(ids) && distinct[0] != "" {
				names = labels
			}
			return g.puzzle(first, nodes, names, edges)
		}
		if !isStart {
			continue
		}
		switch element.Name.Local {
		case "node":
			id := attribute(element, "id")
			if _, twice := nodes[id]; twice || id == "" {
				return nil, g.fail("a node without an id of its own: %q", clip(id))
			}
			nodes[id] = len(nodes)
			ids, labels = append(ids, id), append(labels, "")
		case "edge":
			e := graphMLEdge{ends: [2]string{attribute(element, "source"), attribute(element, "target")}, line: g.line()}
			if e.directed, err = g.isDirected(attribute(element, "directed"), directed); err != nil {
				return nil, err
			}
			edges = append(edges, e)
		case "hyperedge", "graph":
			return nil, g.fail("a %s within a graph is not read: only nodes and edges are", element.Name.Local)
		}
		label, err := g.passOver()
		if err != nil {
			return nil, err
		}
		if element.Name.Local == "node" {
			labels[len(labels)-1] = label
		}
	}
}

// isLabel recognises the key of labels: its name says so, and it is for nodes. yEd has them in drawings, as NodeLabel.
func isLabel(key xml.StartElement) bool {
	name, of := attribute(key, "attr.name"), attribute(key, "for")
	return (strings.EqualFold(name, "label") || strings.EqualFold(name, "name")) && (of == "node" || of == "all" || of == "")
}

// passOver reads to the end of the element that has begun, and returns the label in it.
func (g *graphML) passOver() (label string, err error) {
	within := false // the data of a label
	for depth := 1; depth > 0; {
		token, err := g.decoder.Token()
		if err == io.EOF {
			return "", g.fail("the file ends within an element")
		}
		if err != nil {
			return "", err
		}
		switch t := token.(type) {
		case xml.StartElement:
			if t.Name.Local == "graph" {
				return "", g.fail("a graph within a node is not read: only nodes and edges are")
			}
			within = t.Name.Local == "data" && g.label != "" && attribute(t, "key") == g.label || t.Name.Local == "NodeLabel"
			depth++
		case xml.EndElement:
			within = false
			depth--
		case xml.CharData:
			if within {
				label += strings.TrimSpace(string(t))
			}
		}
	}
	return label, nil
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
func (g *graphML) isDirected(text string, otherwise bool) (bool, error) {
	switch text {
	case "":
		return otherwise, nil
	case "directed", "true", "1":
		return true, nil
	case "undirected", "false", "0":
		return false, nil
	}
	return false, g.fail("%q: an edge is directed or undirected, true or false", clip(text))
}

func (g *graphML) puzzle(first int, nodes map[string]int, names []string, edges []graphMLEdge) (*board.Puzzle, error) {
	file := &graphFile{names: names}
	for _, e := range edges {
		var ends [2]int32
		for i, name := range e.ends {
			node, ok := nodes[name]
			if !ok {
				return nil, g.errorf(e.line, "an edge of the node %q, which the graph does not have", clip(name))
			}
			ends[i] = int32(node)
		}
		file.add(ends[0], ends[1], e.directed)
	}
	return g.graphPuzzle(first, file)
}
