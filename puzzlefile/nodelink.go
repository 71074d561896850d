package puzzlefile

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"lightsout/board"
	"lightsout/internal/strictjson"
)

// Node-link JSON is an object with a list of nodes, each with its id, and a list of links (or edges), each with its
// source and target, on any number of lines. Ids are the names of the nodes, unless all are numbers and there are
// labels. Where nodes have names and no ids, links may have their numbers from 0, as D3 has them; links may also be
// pairs, or have from and to, as vis.js writes them. Other fields are passed over; a directed graph is one in which the
// source flips the target only. There is one graph in a file.
//
//	{"nodes": [{"id": "alice"}, {"id": "bob"}], "links": [{"source": "alice", "target": "bob"}]}

// likeNodeLink knows an object that speaks of nodes and links: a record of jsonl has neither. If the first line is a
// whole object, what follows may not be there yet.
func likeNodeLink(r *Reader, line string) likeness {
	if !looksJSON(line) {
		return unlike
	}
	nodes, links := false, false
	for i, ok := 0, true; ok && i < within; i++ {
		nodes = nodes || strings.Contains(line, `"nodes"`)
		links = links || strings.Contains(line, `"links"`) || strings.Contains(line, `"edges"`)
		if nodes && links {
			return signed
		}
		if i == 0 && strings.HasSuffix(strings.TrimSpace(line), "}") {
			break
		}
		line, ok = r.peek(i + 1)
	}
	return unlike
}

type nodeLink struct {
	Directed bool              `json:"directed"`
	Nodes    []json.RawMessage `json:"nodes"`
	Links    []json.RawMessage `json:"links"`
	Edges    []json.RawMessage `json:"edges"`
}

func (r *Reader) nextNodeLink() *board.Puzzle {
	line, ok := r.skip()
	if !ok {
		return nil
	}
	first := r.number
	const form = "node-link JSON has a list of nodes and a list of links or edges at the top, as node_link_data(G) of networkx"
	text := []byte(r.rest(line))
	var link nodeLink
	if err := strictjson.Decode(text, &link, strictjson.Any); err != nil {
		wrong, _ := errors.AsType[*strictjson.Error](err)
		panic(r.errorf(first+wrong.Line-1, "%s: %v", form, err))
	}
	if link.Nodes == nil || link.Links == nil && link.Edges == nil {
		panic(r.errorf(first, form))
	}
	g, err := link.read()
	r.check(first, err)
	return r.graphPuzzle(first, g)
}

// read is the graph of what the file says.
func (link *nodeLink) read() (*graphFile, error) {
	g := &graphFile{}
	labels, byNumber, numbers := make([]string, len(link.Nodes)), true, true
	for i, node := range link.Nodes {
		var object struct{ ID, Name, Label json.RawMessage }
		_ = json.Unmarshal(node, &object) // or it is an id itself
		labels[i] = textOf(firstGiven(object.Label, object.Name))
		byNumber = byNumber && !given(object.ID) && labels[i] != ""
		name := textOf(firstGiven(object.ID, object.Name, object.Label, node))
		if numbers = numbers && isNumber(name); int(g.node(name)) != i {
			return nil, fmt.Errorf("two nodes have the id %s", clip(name))
		}
	}
	for i, text := range append(link.Links, link.Edges...) {
		var object struct{ Source, Target, From, To json.RawMessage }
		var pair []json.RawMessage
		if json.Unmarshal(text, &object) == nil {
			pair = []json.RawMessage{firstGiven(object.Source, object.From), firstGiven(object.Target, object.To)}
		} else if err := json.Unmarshal(text, &pair); err != nil || len(pair) != 2 {
			return nil, fmt.Errorf("link %d: %s is neither an object with a source and a target nor a pair", i+1, clip(string(text)))
		}
		var ends [2]int32
		for k, id := range pair {
			node, ok := g.index[textOf(id)]
			if at, isNumber := number(string(id), 0, len(link.Nodes)-1); byNumber && isNumber {
				node, ok = int32(at), true
			}
			if !ok {
				return nil, fmt.Errorf("link %d: there is no node %s in %s", i+1, clip(textOf(id)), clip(string(text)))
			}
			ends[k] = node
		}
		g.add(ends[0], ends[1], link.Directed)
	}
	if numbers {
		g.useLabels(labels)
	}
	return g, nil
}

// firstGiven is the first that is there.
func firstGiven(fields ...json.RawMessage) json.RawMessage {
	for _, field := range fields {
		if given(field) {
			return field
		}
	}
	return nil
}

// textOf is what a JSON string says, and anything else as it stands.
func textOf(id json.RawMessage) string {
	var text string
	if json.Unmarshal(id, &text) == nil {
		return text
	}
	return string(id)
}
