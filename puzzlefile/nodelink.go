package puzzlefile

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"lightsout/board"
)

// Node-link JSON is an object with a list of nodes, each with its id, and a list of links (or edges), each with its
// source and target, on any number of lines. Ids are the names of the nodes. Other fields are passed over; a
// directed graph is one in which the source flips the target only. There is one graph in a file.
//
//	{"nodes": [{"id": "alice"}, {"id": "bob"}], "links": [{"source": "alice", "target": "bob"}]}

// aheadNodeLink recognises an object that speaks of nodes and links: a record of jsonl has neither.
func aheadNodeLink(r *Reader, line string) bool {
	if !strings.HasPrefix(strings.TrimLeft(line, " \t"), "{") {
		return false
	}
	const within = 64 // lines, unless the first is a whole object: what follows may not be there yet
	nodes, links := false, false
	for i := range within {
		nodes = nodes || strings.Contains(line, `"nodes"`)
		links = links || strings.Contains(line, `"links"`) || strings.Contains(line, `"edges"`)
		if nodes && links || i == 0 && strings.HasSuffix(strings.TrimSpace(line), "}") {
			break
		}
		var ok bool
		if line, ok = r.peek(i + 1); !ok {
			break
		}
	}
	return nodes && links
}

type nodeLink struct {
	Directed bool              `json:"directed"`
	Nodes    []json.RawMessage `json:"nodes"`
	Links    []nodeLinkEdge    `json:"links"`
	Edges    []nodeLinkEdge    `json:"edges"`
}

type nodeLinkEdge struct {
	Source json.RawMessage `json:"source"`
	Target json.RawMessage `json:"target"`
}

func (r *Reader) nextNodeLink() (*board.Puzzle, error) {
	line, err := r.skip()
	if err != nil {
		return nil, err
	}
	first := r.number
	if r.count > 0 {
		return nil, r.errorf(first, "%q follows the graph; a node-link file holds one", clip(line))
	}
	var text bytes.Buffer
	for ; err == nil; line, err = r.next() {
		text.WriteString(line)
		text.WriteByte('\n')
	}
	if err != io.EOF {
		return nil, err
	}
	var g nodeLink
	if err := json.Unmarshal(text.Bytes(), &g); err != nil {
		return nil, r.errorf(first+lineOfOffset(text.Bytes(), err), "not node-link JSON: %v", err)
	}
	return r.nodeLinkPuzzle(first, &g)
}

// lineOfOffset is how many lines are before the place that an error of encoding/json names.
func lineOfOffset(text []byte, err error) int {
	at := int64(0)
	switch e := err.(type) {
	case *json.SyntaxError:
		at = e.Offset
	case *json.UnmarshalTypeError:
		at = e.Offset
	}
	return bytes.Count(text[:min(int(at), len(text))], []byte{'\n'})
}

func (r *Reader) nodeLinkPuzzle(first int, g *nodeLink) (*board.Puzzle, error) {
	index := map[string]int32{}
	names := make([]string, len(g.Nodes))
	for i, node := range g.Nodes {
		var object struct {
			ID json.RawMessage `json:"id"`
		}
		if json.Unmarshal(node, &object) != nil || object.ID == nil {
			object.ID = node // a list of ids
		}
		names[i] = idText(object.ID)
		if _, twice := index[names[i]]; twice {
			return nil, r.errorf(first, "two nodes have the id %s", clip(names[i]))
		}
		index[names[i]] = int32(i)
	}
	if len(names) == 0 {
		return nil, r.errorf(first, "the graph has no nodes")
	}
	var edges [][2]int32
	for i, e := range append(g.Links, g.Edges...) {
		var ends [2]int32
		for k, id := range []json.RawMessage{e.Source, e.Target} {
			node, ok := index[idText(id)]
			if !ok {
				return nil, r.errorf(first, "link %d: there is no node %s", i+1, clip(idText(id)))
			}
			ends[k] = node
		}
		edges = append(edges, ends)
	}
	if !g.Directed {
		return r.graphPuzzle(first, len(names), edges, names)
	}
	return r.arcsPuzzle(first, len(names), edges, names)
}

// idText is an id as a name: a text without its quotation marks, or a number.
func idText(id json.RawMessage) string {
	var text string
	if json.Unmarshal(id, &text) == nil {
		return text
	}
	return string(id)
}

// arcsPuzzle is the puzzle of a directed graph, in which an arc's first node flips the second.
func (r *Reader) arcsPuzzle(first, nodes int, arcs [][2]int32, names []string) (*board.Puzzle, error) {
	g := graph{nodes: nodes}
	loops := 0
	for _, a := range arcs {
		if a[0] == a[1] {
			loops++
			continue
		}
		g.arcs = append(g.arcs, a)
	}
	d, again := g.listed(r.graphName())
	b, err := d.Board()
	if err == nil {
		b, err = called(b, names)
	}
	if err != nil {
		return nil, r.errorf(first, "%v", err)
	}
	if again+loops > 0 {
		b = b.WithWarning(fmt.Sprintf("%s: left out: %d edges given before and %d loops", fileName(r.file), again, loops))
	}
	p := board.NewPuzzle(b)
	p.Origin = r.origin(first)
	return p, nil
}
