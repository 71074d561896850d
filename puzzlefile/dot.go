package puzzlefile

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

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

// dotToken is a comment or blanks, a name (a word, a number, or a quoted text), or a sign.
var dotToken = regexp.MustCompile(`^(?:(\s+|//[^\n]*|#[^\n]*|(?s:/\*.*?\*/))|` +
	`([\p{L}_\x{200D}\x{FFFD}\x{1F000}-\x{1FAFF}][\p{L}\p{M}\p{N}_\x{200D}\x{FFFD}\x{1F000}-\x{1FAFF}]*|-?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)|(?s:"(?:[^"\\]|\\.)*"))|` +
	`--|->|[{}\[\];,=:+])`)

func (r *Reader) nextDOT() *board.Puzzle {
	line, ok := r.skip()
	if !ok {
		return nil
	}
	first := r.number
	d := &dotGraph{text: r.rest(line)}
	if err := d.read(); err != nil {
		panic(r.errorf(first+strings.Count(d.text[:d.at], "\n"), "%v", err))
	}
	return r.graphPuzzle(first+strings.Count(d.text[:d.head], "\n"), &d.graphFile)
}

// dotGraph is a graph while it is read.
type dotGraph struct {
	graphFile
	text     string
	at, end  int // of the token
	token    string
	isName   bool   // the token is a word, a number, or a quoted text
	head     int    // where the graph begins
	edge     string // -- or ->
	depth    int
	products int // edges between more than two nodes, which the text does not have one by one
}

// next goes to the next token, "" at the end. What is no token of DOT becomes one that is no name.
func (d *dotGraph) next() {
	after := d.isName // two names need a blank or a sign between them
	for d.at = d.end; d.at < len(d.text); d.at = d.end {
		rest := d.text[d.at:]
		match := dotToken.FindStringSubmatchIndex(rest)
		switch {
		case match == nil && rest[0] == '<':
			d.end = d.at + htmlLength(rest)
		case match == nil:
			_, size := utf8.DecodeRuneInString(rest)
			d.end = d.at + size
		default:
			d.end = d.at + match[1]
		}
		d.token = d.text[d.at:d.end]
		switch comment := match != nil && match[2] >= 0; {
		case comment && d.gluedTag():
			d.end = d.at + 1
			d.token = d.text[d.at:d.end]
		case comment:
			after = false
			continue
		}
		d.isName = !after && (match != nil && match[4] >= 0 || len(d.token) > 1 && d.token[0] == '<')
		return
	}
	d.token, d.isName = "", false
}

// gluedTag reports whether the token begins with # and a name within a line, where it may be a node.
func (d *dotGraph) gluedTag() bool {
	before := d.text[strings.LastIndexByte(d.text[:d.at], '\n')+1 : d.at]
	return d.token[0] == '#' && len(d.token) > 1 && d.token[1] != ' ' && d.token[1] != '\t' && !isBlank(before)
}

// htmlLength is the length of a text between < and >, which may have such texts in it; 1 if it does not end, or is an
// arrow.
func htmlLength(text string) int {
	if isDOTArrow(text) {
		return 1
	}
	depth := 0
	for i, ch := range text {
		switch ch {
		case '<':
			depth++
		case '>':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return 1
}

func isDOTArrow(text string) bool {
	return strings.HasPrefix(text, "<-") || strings.HasPrefix(text, "<=")
}

// odd is the error for a token that should be a name.
func (d *dotGraph) odd() error {
	rest, _, _ := strings.Cut(d.text[d.at:], "\n")
	switch {
	case d.token == `"`:
		return errors.New("a quotation mark is not closed")
	case strings.HasPrefix(rest, "/*"):
		return errors.New("a comment that begins with /* does not end: */ is missing")
	case d.token == ",":
		return errors.New("no comma may be between nodes: write a -- {b c} for two edges, and a semicolon between statements")
	}
	return fmt.Errorf("%q is not part of a plain graph: nodes, edges, subgraphs and attributes in brackets are; names with other signs than letters, digits and _ stand between quotation marks", clip(rest))
}

// name is the name that a token is, and goes to the token after it. Quoted texts with + between are one.
func (d *dotGraph) name() string {
	var name strings.Builder
	for {
		unquoted, quoted := strings.CutPrefix(d.token, `"`)
		if quoted {
			unquoted = strings.NewReplacer("\\\n", "", `\"`, `"`).Replace(strings.TrimSuffix(unquoted, `"`))
		}
		name.WriteString(unquoted)
		d.next()
		if !quoted || d.token != "+" {
			return name.String()
		}
		plus := *d
		if d.next(); !strings.HasPrefix(d.token, `"`) || !d.isName {
			*d = plus // which is odd
			return name.String()
		}
	}
}

// read reads the graph.
func (d *dotGraph) read() (err error) {
	defer catch(&err)
	d.next()
	d.head = d.at
	if strings.EqualFold(d.token, "strict") {
		d.next()
	}
	switch strings.ToLower(d.token) {
	case "graph":
		d.edge = "--"
	case "digraph":
		d.edge = "->"
	default:
		if strings.HasPrefix(d.text[d.at:], "/*") {
			return d.odd()
		}
		return errors.New("a DOT file begins with graph or digraph and {")
	}
	if d.next(); d.isName {
		d.name()
	}
	if d.token != "{" {
		return errors.New("a DOT file begins with graph or digraph and {")
	}
	d.block()
	if d.token != "" {
		return fmt.Errorf("%q follows the graph", clip(d.text[d.at:]))
	}
	return nil
}

// block reads statements between braces, and returns the nodes in them.
func (d *dotGraph) block() (nodes []int32) {
	const deepest = 100
	if d.depth++; d.depth > deepest {
		panic(errors.New("subgraphs are nested too deeply"))
	}
	for d.next(); d.token != "}"; {
		switch d.token {
		case "":
			panic(errors.New("} is missing"))
		case ";":
			d.next()
			continue
		}
		nodes = append(nodes, d.statement()...)
	}
	d.depth--
	d.next()
	return nodes
}

// statement reads nodes with edges between them, or attributes.
func (d *dotGraph) statement() (mentioned []int32) {
	word := strings.ToLower(d.token)
	var last []int32
	for {
		nodes, isAttribute := d.operand()
		if isAttribute || len(nodes) == 0 && (word == "graph" || word == "node" || word == "edge") {
			d.attributes()
			return nil
		}
		d.join(last, nodes)
		last, mentioned = nodes, append(mentioned, nodes...)
		switch d.token {
		case d.edge:
			d.next()
		case "--", "->":
			panic(fmt.Errorf("%s: edges of a graph are written a -- b, those of a digraph a -> b", d.token))
		default:
			d.attributes()
			return mentioned
		}
	}
}

// operand reads a node or a subgraph, or passes over a = b.
func (d *dotGraph) operand() (nodes []int32, isAttribute bool) {
	if strings.EqualFold(d.token, "subgraph") {
		if d.next(); d.isName {
			d.name()
		}
		if d.token != "{" {
			panic(errors.New("a subgraph is the word and braces, as in subgraph { a b }"))
		}
	}
	if d.token == "{" {
		return d.block(), false
	}
	if !d.isName {
		panic(d.odd())
	}
	word := strings.ToLower(d.token)
	name := d.name()
	if d.token == "[" && (word == "graph" || word == "node" || word == "edge") {
		return nil, false
	}
	isAttribute = d.token == "="
	for isAttribute || d.token == ":" { // its value, or a port
		if d.next(); !d.isName {
			panic(d.odd())
		}
		if d.name(); isAttribute {
			return nil, true
		}
	}
	return []int32{d.node(name)}, false
}

// join adds the edges between the nodes before an edge and those after it.
func (d *dotGraph) join(from, to []int32) {
	if len(from) > 1 || len(to) > 1 {
		d.products += len(from) * len(to)
	}
	if limit := maxUnmentioned + len(d.text); d.products > limit {
		panic(fmt.Errorf("the edges between subgraphs are far more than a file of this length can mention (up to %d)", limit))
	}
	for _, u := range from {
		for _, v := range to {
			d.add(u, v, d.edge == "->")
		}
	}
}

// attributes passes over what is in square brackets.
func (d *dotGraph) attributes() {
	for d.token == "[" {
		for d.token != "]" {
			switch d.next(); {
			case d.token == "":
				panic(errors.New("] is missing"))
			case d.token == `"`, d.token == "<" && !isDOTArrow(d.text[d.at:]), d.token == "/" && strings.HasPrefix(d.text[d.at:], "/*"):
				panic(d.odd())
			}
		}
		d.next()
	}
}
