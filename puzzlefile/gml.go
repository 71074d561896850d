package puzzlefile

import (
	"html"
	"regexp"
	"strings"
)

// GML is the Graph Modelling Language of Graphlet, which igraph, networkx, Gephi and yEd write: keys and values, and [
// and ] around more of them, on any lines.
//
//	Creator "igraph version 0.10"
//	graph [
//	  directed 0
//	  node [ id 0 label "ann" ]
//	  node [ id 1 label "bob" ]
//	  edge [ source 0 target 1 ]
//	]
//
// A node is called by its label if all nodes have one and they differ, else by its id. Along an edge of a directed
// graph the source flips the target only. Other keys are passed over, and a place (x and y of graphics) is kept.

// gmlBefore is what may stand before the graph.
var gmlBefore = regexp.MustCompile(`(?i)^\s*(creator|version|comment|label|stylesheet)\s+["0-9]`)

// gmlKey is a key and the beginning of its value.
var gmlKey = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_]*\s*([\["0-9+-]|$)`)

// looksGML: the word graph stands before [, on its line or above it, and at most a few other keys are before it.
func looksGML(r *Reader, at int) bool {
	const keys = 16
	opens := func(text string) bool {
		rest, ok := strings.CutPrefix(strings.TrimSpace(text), "[")
		rest = strings.TrimSpace(rest)
		return ok && (rest == "" || strings.IndexByte("#]", rest[0]) >= 0 || gmlKey.MatchString(rest))
	}
	for i := at; i < at+keys; i++ {
		line, ok := r.peek(i)
		rest, isGraph := strings.CutPrefix(strings.ToLower(strings.TrimSpace(line)), "graph")
		rest = strings.TrimSpace(rest)
		switch {
		case !ok:
			return false
		case isGraph && rest == "":
			next, _ := r.peek(i + 1)
			return opens(next)
		case isGraph:
			return opens(rest)
		case !isBlank(line) && line[0] != '#' && !gmlBefore.MatchString(line):
			return false
		}
	}
	return false
}

func readGML(d *document) *graphFile {
	if d.at > 0 {
		return nil
	}
	t := &tree{text: d.rest()}
	defer func() { d.from = t.at }()
	t.put(object, 0, 0)
	t.gml(0)
	t.close(0)
	graph := value{t, 0}.get("graph")
	refuse(graph.kind() != object, "GML has a graph: graph [, nodes and edges, and ]")
	d.from = graph.from()
	g, directed, text := newGraph(d), graph.get("directed").isTrue(), html.UnescapeString
	for key, item := range graph.pairs() {
		switch at := key.from(); strings.ToLower(key.word()) {
		case "node":
			if item.kind() == object {
				g.list(text(item.get("id").word()), text(item.get("label", "name").word()), at)
				if at := item.get("graphics"); at.given() {
					g.place(len(g.names)-1, at.get("x").number(), at.get("y").number())
				}
			}
		case "edge":
			g.link(text(item.get("source").word()), text(item.get("target").word()), directed, at)
		}
	}
	return g
}

// gml reads keys and values up to the bracket that ends them, or the end of the file.
func (t *tree) gml(depth int) {
	const ends = "[]\" \t\n"
	for {
		switch t.gmlBlank(); {
		case t.at == len(t.text) && depth == 0:
			return
		case t.at == len(t.text):
			fail("the file ends within the graph: ] is missing")
		case t.text[t.at] == ']' && depth > 0:
			t.at++
			return
		}
		t.bare(ends)
		switch t.gmlBlank(); {
		case t.at == len(t.text):
			fail("the file ends where a value should come")
		case t.text[t.at] == '[' && depth < deepest:
			i := t.put(object, t.at, t.at)
			t.at++
			t.gml(depth + 1)
			t.close(i)
		case t.text[t.at] == '"':
			end := strings.IndexByte(t.text[t.at+1:], '"')
			refuse(end < 0, "a quotation mark is not closed")
			t.put(bare, t.at+1, t.at+1+end) // GML has no escapes with \
			t.at += end + 2
		default:
			t.bare(ends)
		}
	}
}

// gmlBlank passes over blanks, and lines that begin with #.
func (t *tree) gmlBlank() {
	for t.blank(); t.at < len(t.text) && t.text[t.at] == '#' && (t.at == 0 || t.text[t.at-1] == '\n'); t.blank() {
		line, _, _ := strings.Cut(t.text[t.at:], "\n")
		t.at += len(line)
	}
}
