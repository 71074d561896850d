package puzzlefile

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"io"
	"strings"

	"lightsout/board"
)

// Node-link JSON is an object with a list of nodes, each with its id, and a list of links (or edges), each with its
// source and target, on any number of lines. Ids are the names of the nodes. Other fields are passed over; a
// directed graph is one in which the source flips the target only. There is one graph in a file.
//
//	{"nodes": [{"id": "alice"}, {"id": "bob"}], "links": [{"source": "alice", "target": "bob"}]}

// likeNodeLink knows an object that speaks of nodes and links: a record of jsonl has neither. If the first line is a
// whole object, what follows may not be there yet.
func likeNodeLink(r *Reader, line string) likeness {
	if !looksJSON(line) {
		return unlike
	}
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
	if nodes && links {
		return signed
	}
	return unlike
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
		line := first + lineOfOffset(text.Bytes(), err)
		if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
			field, _, _ := strings.Cut(wrong.Field, ".")
			return nil, r.errorf(line, "not node-link JSON: %s has a JSON %s where it cannot be; nodes is a list of ids, links or edges a list of objects such as {\"source\": \"a\", \"target\": \"b\"}, and directed true or false", cmp.Or(field, "the graph"), wrong.Value)
		}
		return nil, r.errorf(line, "not node-link JSON: %v", err)
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

func (r *Reader) nodeLinkPuzzle(first int, link *nodeLink) (*board.Puzzle, error) {
	g := &graphFile{}
	for i, node := range link.Nodes {
		var object struct {
			ID json.RawMessage `json:"id"`
		}
		if json.Unmarshal(node, &object) != nil || object.ID == nil {
			object.ID = node // a list of ids
		}
		if name := idText(object.ID); int(g.node(name)) != i {
			return nil, r.errorf(first, "two nodes have the id %s", clip(name))
		}
	}
	for i, e := range append(link.Links, link.Edges...) {
		var ends [2]int32
		for k, id := range []json.RawMessage{e.Source, e.Target} {
			node, ok := g.index[idText(id)]
			if !ok {
				return nil, r.errorf(first, "link %d: there is no node %s", i+1, clip(idText(id)))
			}
			ends[k] = node
		}
		g.add(ends[0], ends[1], link.Directed)
	}
	return r.graphPuzzle(first, g)
}

// idText is an id as a name: a text without its quotation marks, or a number.
func idText(id json.RawMessage) string {
	var text string
	if json.Unmarshal(id, &text) == nil {
		return text
	}
	return string(id)
}
