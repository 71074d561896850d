package puzzlefile

import (
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"

	"lightsout/board"
)

// DOT is the language of Graphviz. Its plainest form is read: nodes, and edges in chains, with attributes in square
// brackets passed over. Names are those of the file. Subgraphs are refused.
//
//	graph people {
//	  alice -- bob -- carol;
//	  "New York" [shape=box]
//	}

var dotHead = regexp.MustCompile(`(?i)^\s*(strict\s+)?(graph|digraph)\b[^{]*(\{|$)`)

func looksDOT(line string) bool {
	return dotHead.MatchString(clip(line)) || strings.HasPrefix(line, "//") || strings.HasPrefix(line, "/*")
}

// dotToken is a comment, a quoted name, an edge, a sign, or a name.
var dotToken = regexp.MustCompile(`//[^\n]*|#[^\n]*|(?s:/\*.*?\*/)|"(?:[^"\\]|\\.)*"|--|->|[{}\[\];,=:]|[^\s{}\[\];,=:"]+?(?:--|->)|[^\s{}\[\];,=:"]+|\s+`)

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
	d := &dotGraph{}
	if at, err := d.read(text.String()); err != nil {
		return nil, r.errorf(first+strings.Count(text.String()[:at], "\n"), "%v", err)
	}
	return r.graphPuzzle(first, &d.graphFile)
}

// dotGraph is a graph while it is read.
type dotGraph struct {
	graphFile
	directed bool
}

// read reads the graph, and returns where a defect is.
func (d *dotGraph) read(text string) (at int, err error) {
	head := dotHead.FindStringSubmatch(text)
	if head == nil {
		return 0, errors.New("a DOT file begins with graph or digraph and {")
	}
	d.directed = strings.EqualFold(head[2], "digraph")
	open := strings.IndexByte(text, '{')
	if open < 0 {
		return 0, errors.New("the graph has no {")
	}
	last, joined, ended := int32(-1), false, false // the node before, and whether an edge begins there
	for at = open + 1; at < len(text); {
		token := dotToken.FindString(text[at:])
		if token == "" || ended && strings.TrimSpace(token) != "" {
			return at, fmt.Errorf("%q is not part of a plain graph", clip(text[at:]))
		}
		next := at + len(token)
		switch {
		case strings.TrimSpace(token) == "" || strings.HasPrefix(token, "//") || strings.HasPrefix(token, "/*") || strings.HasPrefix(token, "#"):
		case token == "--" || token == "->":
			if last < 0 || joined || (token == "->") != d.directed {
				return at, fmt.Errorf("%s: edges of a graph are written a -- b, those of a digraph a -> b", token)
			}
			joined = true
		case token == "}":
			if joined {
				return at, errors.New("the edge has no end")
			}
			ended = true
		case token == ";" || token == ",":
			last = -1
		case token == "[":
			end := strings.IndexByte(text[at:], ']')
			if end < 0 {
				return at, errors.New("] is missing")
			}
			next, last = at+end+1, -1
		case token == "{" || strings.EqualFold(token, "subgraph"):
			return at, errors.New("subgraphs are not read: write the edges out")
		case strings.ContainsAny(token, "]=:") && len(token) == 1:
			return at, fmt.Errorf("%q is not part of a plain graph: nodes, edges and attributes in brackets are", token)
		default:
			name := token
			if cut := strings.TrimSuffix(strings.TrimSuffix(name, "--"), "->"); cut != name && cut != "" {
				name, next = cut, at+len(cut)
			}
			rest := strings.TrimLeft(text[next:], " \t\n")
			word := strings.ToLower(name)
			switch {
			case strings.HasPrefix(rest, "="): // an attribute of the graph
				next = len(text) - len(rest) + 1
				value := strings.TrimLeft(text[next:], " \t\n")
				next = len(text) - len(value) + len(dotToken.FindString(value))
				at = next
				continue
			case strings.HasPrefix(rest, "[") && (word == "node" || word == "edge" || word == "graph"):
				at = next
				continue
			}
			node := d.node(strings.ReplaceAll(strings.Trim(name, `"`), `\"`, "'"))
			if joined {
				d.add(last, node, d.directed)
			}
			last, joined = node, false
		}
		at = next
	}
	if !ended {
		return at, errors.New("} is missing")
	}
	return at, nil
}
