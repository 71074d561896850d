package puzzlefile

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// DOT is the language of Graphviz. Nodes and edges are read, labels and places (pos) of nodes too; other attributes and
// ports are passed over, and a subgraph is the nodes that are in it.
//
//	graph people {
//	  alice -- bob -- {carol dave};
//	  "New York" [shape=box]
//	}

// dotHead is how a graph begins; { may stand on the next line.
var dotHead = regexp.MustCompile(`(?i)^\s*(strict\s+)?(graph|digraph)\b([^{\[(=]*\{|\s*$|\s+("[^"]*"|[^\s"(={]+)\s*$)`)

func looksDOT(r *Reader, at int) bool {
	line, _ := r.peek(at)
	if _, rest, ended := strings.Cut(line, "*/"); ended { // of a comment before it
		line = rest
	}
	match := dotHead.MatchString(line)
	if !match || strings.Contains(line, "{") {
		return match
	}
	for next, ok := r.peek(at + 1); ok; next, ok = r.peek(at + 1) {
		if at++; !isBlank(next) {
			return strings.HasPrefix(strings.TrimSpace(next), "{")
		}
	}
	return false
}

// dotToken is a comment or blanks, a name (a word, a number, a quoted text, or HTML), or a sign. A comment that begins
// with # has a blank after it, so that a node called #3 is not taken for one.
var dotToken = regexp.MustCompile(`^(?:(\s+|//[^\n]*|#(?:[ \t][^\n]*|\n)|(?s:/\*.*?\*/))|` +
	`([\p{L}_\x{200D}\x{FFFD}\x{1F000}-\x{1FAFF}][\p{L}\p{M}\p{N}_\x{200D}\x{FFFD}\x{1F000}-\x{1FAFF}]*|` +
	`-?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)|` +
	`(?s:"(?:[^"\\]|\\.)*"|<(?:[^-=<>]|<[^<>]*>)(?:[^<>]|<[^<>]*>)*>))|--|->|[{}\[\];,=:])`)

func readDOT(d *document) *graphFile {
	g := &dotGraph{into: newGraph(d), text: d.text[d.at:]}
	begin := d.at
	g.next()
	if g.token == "" && begin > 0 {
		return nil
	}
	defer func() { d.from = min(begin+g.begin, len(d.text)) }()
	g.into.at = begin + g.begin
	g.read()
	d.at = begin + g.begin
	return g.into
}

// dotGraph is a graph while it is read.
type dotGraph struct {
	into       *graphFile
	text       string
	begin, end int // of the token
	token      string
	isName     bool   // the token is a word, a number, or a quoted text
	arrow      string // -- or ->
	depth      int
	products   int // edges between more than two nodes, which the text does not have one by one
}

// next goes to the next token, "" at the end. What is no token of DOT becomes one that is no name, and so does a name
// right after another.
func (d *dotGraph) next() {
	after := d.isName
	for d.begin = d.end; d.begin < len(d.text); d.begin = d.end {
		rest := d.text[d.begin:]
		kind, n := commonToken(rest)
		if n == 0 {
			kind, n = '?', 1
			if match := dotToken.FindStringSubmatchIndex(rest); match != nil {
				kind, n = rest[0], match[1]
				if match[2] >= 0 {
					kind = ' '
				} else if match[4] >= 0 {
					kind = 'a'
				}
			}
		}
		d.end = d.begin + n
		if d.token, d.isName = rest[:n], kind == 'a' && !after; kind != ' ' {
			return
		}
		after = false
	}
	d.token, d.isName = "", false
}

// commonToken is the token that a text begins with, if it is one of most tokens: ' ' for blanks, 'a' for a word of
// ASCII letters or a whole number, and a sign. Its length is 0 if dotToken has to tell.
func commonToken(text string) (kind byte, n int) {
	isWord := func(c byte) bool { return c == '_' || c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' }
	switch c := text[0]; {
	case strings.IndexByte(" \t\n", c) >= 0:
		return ' ', len(text) - len(strings.TrimLeft(text, " \t\n"))
	case strings.IndexByte("{}[];,=:", c) >= 0:
		return c, 1
	case strings.HasPrefix(text, "--") || strings.HasPrefix(text, "->"):
		return c, 2
	case isWord(c):
		digits := c <= '9'
		for n < len(text) && isWord(text[n]) && !(digits && text[n] > '9') {
			n++
		}
		if n == len(text) || text[n] >= 0x80 || digits && text[n] == '.' {
			return 0, 0
		}
		return 'a', n
	}
	return 0, 0
}

// odd is the error for a token that should be a name, or the end of something.
func (d *dotGraph) odd() error {
	rest, _, _ := strings.Cut(d.text[d.begin:], "\n")
	if d.token == "" {
		return errors.New("the file ends within the graph: } or ] is missing")
	}
	return fmt.Errorf("%q is not part of a plain graph: nodes, edges, "+
		"subgraphs in braces and attributes in brackets are; "+
		"names with other signs than letters, digits and _ stand between quotation marks", clip(rest))
}

// name is the name that a token is, and goes to the token after it.
func (d *dotGraph) name() string {
	if !d.isName {
		panic(d.odd())
	}
	name, quoted := strings.CutPrefix(d.token, `"`)
	if quoted {
		name = strings.NewReplacer("\\\n", "", `\"`, `"`).Replace(strings.TrimSuffix(name, `"`))
	}
	d.next()
	return name
}

// read reads the graph, up to the token after it.
func (d *dotGraph) read() {
	later := d.into.at > 0
	if strings.EqualFold(d.token, "strict") {
		d.next()
	}
	d.arrow = map[string]string{"graph": "--", "digraph": "->"}[strings.ToLower(d.token)]
	if d.arrow == "" && later {
		line, _, _ := strings.Cut(d.text[d.begin:], "\n")
		fail("%q follows the graph", line)
	}
	if d.next(); d.isName {
		d.name()
	}
	refuse(d.arrow == "" || d.token != "{", "a DOT file begins with graph or digraph and {")
	d.block()
}

// block reads statements between braces, and returns the nodes in them.
func (d *dotGraph) block() (nodes []int32) {
	const deepest = 100
	if d.depth++; d.depth > deepest {
		fail("subgraphs are nested too deeply")
	}
	for d.next(); d.token != "}"; {
		if d.token == ";" {
			d.next()
		} else {
			nodes = append(nodes, d.statement()...)
		}
	}
	d.depth--
	d.next()
	return nodes
}

// statement reads nodes with edges between them, or attributes.
func (d *dotGraph) statement() (mentioned []int32) {
	var last []int32
	for {
		nodes, isAttribute := d.operand()
		if isAttribute {
			d.attributes(nil)
			return mentioned
		}
		d.join(last, nodes)
		last, mentioned = nodes, append(mentioned, nodes...)
		switch d.token {
		case d.arrow:
			d.next()
		case "--", "->":
			fail("%s: edges of a graph are written a -- b, those of a digraph a -> b", d.token)
		default:
			if len(mentioned) > 1 { // they are those of an edge
				nodes = nil
			}
			d.attributes(nodes)
			return mentioned
		}
	}
}

// operand reads a node or a subgraph. It passes over a = b, and over node and edge with attributes for all of them.
func (d *dotGraph) operand() (nodes []int32, isAttribute bool) {
	if strings.EqualFold(d.token, "subgraph") {
		if d.next(); d.isName {
			d.name()
		}
		refuse(d.token != "{", "a subgraph is the word and braces, as in subgraph { a b }")
	}
	if d.token == "{" {
		return d.block(), false
	}
	word := strings.ToLower(d.token)
	name := d.name()
	switch {
	case d.token == "[" && (word == "graph" || word == "node" || word == "edge"):
		return nil, true
	case d.token == "=":
		d.next()
		d.name()
		return nil, true
	}
	for d.token == ":" { // a port
		d.next()
		d.name()
	}
	return []int32{d.into.node(name)}, false
}

// join adds the edges between the nodes before an edge and those after it.
func (d *dotGraph) join(from, to []int32) {
	if len(from) > 1 || len(to) > 1 {
		d.products += len(from) * len(to)
	}
	if limit := maxUnmentioned + len(d.text); d.products > limit {
		fail("the edges between subgraphs are far more than a file of this length can mention (up to %d)", limit)
	}
	for _, u := range from {
		for _, v := range to {
			d.into.add(u, v, d.arrow == "->")
		}
	}
}

// attributes reads what is in square brackets about one node, and passes over what is about anything else.
func (d *dotGraph) attributes(nodes []int32) {
	for d.token == "[" {
		for d.token != "]" {
			key := d.token
			if d.next(); d.token == "" || d.token == `"` {
				panic(d.odd())
			}
			if d.token != "=" || len(nodes) != 1 {
				continue
			}
			if d.next(); d.isName {
				d.describe(int(nodes[0]), strings.ToLower(strings.Trim(key, `"`)), d.token)
			}
		}
		d.next()
	}
}

// dotBreaks are the ends of lines in labels.
var dotBreaks = strings.NewReplacer(`\n`, " ", `\l`, " ", `\r`, " ", `\"`, `"`)

// describe takes note of the label and the place of a node. A label with the fields of a record is none.
func (d *dotGraph) describe(node int, key, token string) {
	text := strings.TrimSuffix(strings.TrimPrefix(token, `"`), `"`)
	switch key {
	case "label":
		if text = dotBreaks.Replace(text); !strings.ContainsAny(text, `\{}|<>`) {
			d.into.labels = append(d.into.labels, make([]string, max(0, node+1-len(d.into.labels)))...)
			d.into.labels[node] = strings.TrimSpace(text)
		}
	case "pos":
		x, y, _ := strings.Cut(strings.TrimSuffix(text, "!"), ",")
		across, err := strconv.ParseFloat(x, 64)
		up, err2 := strconv.ParseFloat(y, 64)
		if err == nil && err2 == nil {
			d.into.place(node, across, -up)
		}
	}
}
