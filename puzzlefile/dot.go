package puzzlefile

import (
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"

	"lightsout/board"
)

// DOT is the language of Graphviz. Nodes and edges are read; attributes and ports are passed over, and a subgraph is the
// nodes that are in it. Names are those of the file.
//
//	graph people {
//	  alice -- bob -- {carol dave};
//	  "New York" [shape=box]
//	}

var dotHead = regexp.MustCompile(`(?i)^\s*(strict\s+)?(graph|digraph)\b[^{]*(\{|$)`)

func looksDOT(line string) bool {
	return dotHead.MatchString(clip(line)) || strings.HasPrefix(line, "//") || strings.HasPrefix(line, "/*")
}

// dotToken is a comment or blanks, a quoted name, an edge, a sign, or a name.
var dotToken = regexp.MustCompile(`//[^\n]*|#[^\n]*|(?s:/\*.*?\*/)|\s+|"(?:[^"\\]|\\.)*"|--|->|[{}\[\];,=:]|[^\s{}\[\];,=:"]+?(?:--|->)|[^\s{}\[\];,=:"]+`)

func (r *Reader) nextDOT() (*board.Puzzle, error) {
	line, err := r.next()
	for err == nil && !dotHead.MatchString(clip(line)) {
		if text := strings.TrimSpace(line); text != "" && !strings.HasPrefix(text, "//") && !strings.HasPrefix(text, "#") && r.count > 0 {
			return nil, r.errorf(r.number, "%q follows the graph", clip(line))
		}
		line, err = r.next()
	}
	if err != nil {
		return nil, err
	}
	first := r.number
	var text strings.Builder
	for ; err == nil; line, err = r.next() {
		text.WriteString(line + "\n")
	}
	if err != io.EOF {
		return nil, err
	}
	d := &dotGraph{text: text.String()}
	if err := d.read(); err != nil {
		return nil, r.errorf(first+strings.Count(d.text[:d.at], "\n"), "%v", err)
	}
	return r.graphPuzzle(first, &d.graphFile)
}

// dotGraph is a graph while it is read.
type dotGraph struct {
	graphFile
	text     string
	at, end  int // of the token
	token    string
	edge     string // -- or ->
	depth    int
	products int // edges between more than two nodes, which the text does not have one by one
}

// next goes to the next token, "" at the end.
func (d *dotGraph) next() {
	for d.at = d.end; d.at < len(d.text); d.at = d.end {
		d.token = dotToken.FindString(d.text[d.at:])
		if cut := strings.TrimSuffix(strings.TrimSuffix(d.token, "--"), "->"); cut != "" {
			d.token = cut // an edge right after a name
		}
		if d.token == "" {
			d.token = d.text[d.at : d.at+1] // half a quoted name
		}
		d.end = d.at + len(d.token)
		if strings.TrimSpace(d.token) != "" && !strings.HasPrefix(d.token, "//") && !strings.HasPrefix(d.token, "/*") && d.token[0] != '#' {
			return
		}
	}
	d.token = ""
}

func (d *dotGraph) isName() bool {
	return d.token != "" && !strings.Contains("{}[];,=:--->\"", d.token)
}

// read reads the graph.
func (d *dotGraph) read() error {
	head := dotHead.FindStringSubmatch(d.text)
	open := strings.IndexByte(d.text, '{')
	if head == nil || open < 0 {
		return errors.New("a DOT file begins with graph or digraph and {")
	}
	if d.edge = "--"; strings.EqualFold(head[2], "digraph") {
		d.edge = "->"
	}
	d.end = open
	d.next()
	if _, err := d.block(); err != nil {
		return err
	}
	if d.token != "" {
		return fmt.Errorf("%q follows the graph", clip(d.text[d.at:]))
	}
	return nil
}

// block reads statements between braces, and returns the nodes in them.
func (d *dotGraph) block() (nodes []int32, err error) {
	const deepest = 100
	if d.depth++; d.depth > deepest {
		return nil, errors.New("subgraphs are nested too deeply")
	}
	for d.next(); d.token != "}"; {
		switch d.token {
		case "":
			return nil, errors.New("} is missing")
		case ";", ",":
			d.next()
			continue
		}
		mentioned, err := d.statement()
		if err != nil {
			return nil, err
		}
		nodes = append(nodes, mentioned...)
	}
	d.depth--
	d.next()
	return nodes, nil
}

// statement reads nodes with edges between them, or attributes.
func (d *dotGraph) statement() (mentioned []int32, err error) {
	word := strings.ToLower(d.token)
	var last []int32
	for {
		nodes, isAttribute, err := d.operand()
		if err != nil {
			return nil, err
		}
		if isAttribute || len(nodes) == 0 && (word == "graph" || word == "node" || word == "edge") {
			return nil, d.attributes()
		}
		if err := d.join(last, nodes); err != nil {
			return nil, err
		}
		last, mentioned = nodes, append(mentioned, nodes...)
		if d.token != "--" && d.token != "->" {
			return mentioned, d.attributes()
		}
		if d.token != d.edge {
			return nil, fmt.Errorf("%s: edges of a graph are written a -- b, those of a digraph a -> b", d.token)
		}
		d.next()
	}
}

// operand reads a node or a subgraph, or passes over a = b.
func (d *dotGraph) operand() (nodes []int32, isAttribute bool, err error) {
	name := d.token
	if strings.EqualFold(name, "subgraph") {
		if d.next(); d.isName() {
			d.next()
		}
		name = d.token
	}
	if name == "{" {
		nodes, err = d.block()
		return nodes, false, err
	}
	if !d.isName() {
		return nil, false, fmt.Errorf("%q is not part of a plain graph: nodes, edges, subgraphs and attributes in brackets are", clip(d.text[d.at:]))
	}
	d.next()
	if word := strings.ToLower(name); d.token == "[" && (word == "graph" || word == "node" || word == "edge") {
		return nil, false, nil
	}
	if d.token == "=" {
		d.next()
		d.next()
		return nil, true, nil
	}
	for d.token == ":" { // a port
		d.next()
		d.next()
	}
	if unquoted, ok := strings.CutPrefix(name, `"`); ok {
		name = strings.ReplaceAll(strings.TrimSuffix(unquoted, `"`), `\"`, `"`)
	}
	return []int32{d.node(name)}, false, nil
}

// join adds the edges between the nodes before an edge and those after it.
func (d *dotGraph) join(from, to []int32) error {
	if len(from) > 1 || len(to) > 1 {
		d.products += len(from) * len(to)
	}
	if limit := maxUnmentioned + len(d.text); d.products > limit {
		return fmt.Errorf("the edges between subgraphs are far more than a file of this length can mention (up to %d)", limit)
	}
	for _, u := range from {
		for _, v := range to {
			d.add(u, v, d.edge == "->")
		}
	}
	return nil
}

// attributes passes over what is in square brackets.
func (d *dotGraph) attributes() error {
	for d.token == "[" {
		for d.token != "]" {
			if d.next(); d.token == "" {
				return errors.New("] is missing")
			}
		}
		d.next()
	}
	return nil
}
