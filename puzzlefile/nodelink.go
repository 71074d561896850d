package puzzlefile

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"lightsout/board"
)

// Node-link JSON is an object with a list of nodes, each with its id, and a list of links (or edges), each with its
// source and target, on any number of lines. Ids are the names of the nodes, unless all are numbers and there are
// labels. Where nodes have names and no ids, links may have their numbers from 0, as D3 has them; links may also be
// pairs, which a weight may follow, or have from and to, as vis.js writes them. Other fields are passed over; a
// directed graph is one in which the source flips the target only. There is one graph in a file.
//
//	{"nodes": [{"id": "alice"}, {"id": "bob"}], "links": [{"source": "alice", "target": "bob"}]}
//
// Links alone are a graph too, in an object or as a list, and so is an object of lists of neighbours:
//
//	[["alice", "bob"], ["bob", "carol"]]
//	{"alice": ["bob"], "bob": ["carol"]}

// likeNodeLink knows an object that speaks of nodes and links: a record of jsonl has neither. If the first line is a
// whole object, what follows may not be there yet.
func likeNodeLink(r *Reader, line string) likeness {
	if !looksJSON(line) && !looksNested(line) && !strings.HasPrefix(line, "[{") {
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
	if nodes && links || isPlainGraph(r) {
		return signed
	}
	return unlike
}

// plainGraph is how links or lists of neighbours begin, and pairsOfNumbers how links between numbers do: two rows of two
// may be a matrix.
var (
	plainGraph     = regexp.MustCompile(`^\s*(\{\s*"([^"]*)"\s*:\s*\[|\[\s*(\[\s*"([^"]+)"\s*,|\{\s*"(source|from)"))`)
	pairsOfNumbers = regexp.MustCompile(`^\s*\[\s*(\[\s*[0-9]+\s*,\s*[0-9]+\s*\]\s*,\s*){2}\[`)
	pictureCell    = regexp.MustCompile(`"[.#*_-]"`)
	largerNumber   = regexp.MustCompile(`[2-9]|[0-9]{2}`)
)

// isPlainGraph recognises a graph without a list of nodes, and any object that does not end on its first line: a record
// of jsonl does.
func isPlainGraph(r *Reader) bool {
	first, _ := r.peek(0)
	text, whole := first, json.Valid([]byte(first))
	for i := 1; i < within && !whole; i++ { // what follows a record may not be there yet
		line, ok := r.peek(i)
		if !ok {
			break
		}
		text += "\n" + line
	}
	open := !whole && strings.ContainsAny(first[len(strings.TrimRight(first, " \t"))-1:], "{[,")
	begin := plainGraph.FindStringSubmatch(text)
	switch {
	case begin != nil && begin[2] != "":
		return open || whole && !slices.Contains(recordFields, begin[2])
	case begin != nil:
		return utf8.RuneCountInString(begin[4]) != 1 || !pictureCell.MatchString(text) && r.peekNested(first) == nil // or it is a cell
	case looksJSON(first):
		return open && !r.tellsJSON(1, maxBroken)
	}
	return pairsOfNumbers.MatchString(text) && largerNumber.MatchString(text)
}

type nodeLink struct {
	Directed bool                  `json:"directed"`
	Nodes    []json.RawMessage     `json:"nodes"`
	Links    []json.RawMessage     `json:"links"`
	Edges    []json.RawMessage     `json:"edges"`
	Graph    json.RawMessage       `json:"graph"`
	Options  struct{ Type string } // of graphology
}

func (r *Reader) nextNodeLink() *board.Puzzle {
	line, ok := r.skip()
	if !ok {
		return nil
	}
	first := r.number
	if r.count > 0 {
		panic(fmt.Errorf("%q follows the graph; a node-link file holds one", clip(line)))
	}
	text := []byte(r.rest(line))
	var link nodeLink
	into := any(&link)
	if bytes.TrimSpace(text)[0] == '[' {
		into = &link.Links
	}
	if err := json.Unmarshal(text, into); err != nil {
		if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
			err = fmt.Errorf("%s cannot be a %s here", cmp.Or(wrong.Field, "the whole"), wrong.Value)
		}
		panic(r.errorf(first+lineOfOffset(text, err), "not node-link JSON, which has lists of nodes and of links: %v", err))
	}
	switch {
	case link.Nodes == nil && link.Graph != nil:
		panic(r.errorf(first, "JGF, with nodes and edges within a graph, is not read; node_link_data(G) of networkx has them at the top"))
	case link.Nodes != nil && link.Links == nil && link.Edges == nil:
		panic(r.errorf(first, "the object has nodes, but neither links nor edges"))
	case link.Links == nil && link.Edges == nil:
		g, err := neighboursJSON(text)
		r.check(first, err)
		return r.graphPuzzle(first, g)
	}
	g, err := link.read()
	r.check(first, err)
	return r.graphPuzzle(first, g)
}

// neighboursJSON is the graph of an object that has for each node a list of its neighbours.
func neighboursJSON(text []byte) (*graphFile, error) {
	g := &graphFile{}
	in := json.NewDecoder(bytes.NewReader(text))
	_, _ = in.Token() // {
	for in.More() {
		key, _ := in.Token()
		name, _ := key.(string)
		u := g.node(name)
		var list []json.RawMessage
		err := in.Decode(&list)
		for _, id := range list {
			if id[0] == '{' || id[0] == '[' {
				err = errors.New("not a name")
			}
			g.add(u, g.node(idText(id)), false)
		}
		if err != nil {
			return nil, fmt.Errorf("%q: this JSON is not read: a graph has lists of nodes and links, as node_link_data(G) of networkx, or for each node a list of its neighbours", clip(name))
		}
	}
	g.noteHalves()
	g.inOrder()
	return g, nil
}

// lineOfOffset is how many lines are before the place that an error of encoding/json names.
func lineOfOffset(text []byte, err error) int {
	at := int64(0)
	if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
		at = syntax.Offset
	} else if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		at = wrong.Offset
	}
	return bytes.Count(text[:min(int(at), len(text))], []byte{'\n'})
}

// read is the graph of what the file says.
func (link *nodeLink) read() (*graphFile, error) {
	g := &graphFile{}
	directed := link.Directed || link.Options.Type == "directed"
	labels, byNumber, numbers := make([]string, len(link.Nodes)), true, true
	for i, node := range link.Nodes {
		var object struct{ ID, Key, Name, Label json.RawMessage }
		_ = json.Unmarshal(node, &object) // or it is an id itself
		id := firstGiven(object.ID, object.Key)
		labels[i] = idText(firstGiven(object.Label, object.Name))
		byNumber = byNumber && id == nil && labels[i] != ""
		if id = firstGiven(id, object.Name, object.Label); id == nil {
			id = node
		}
		name := idText(id)
		if numbers = numbers && areNumbers([]string{name}); int(g.node(name)) != i {
			return nil, fmt.Errorf("two nodes have the id %s", clip(name))
		}
	}
	weights := false
	for i, text := range append(link.Links, link.Edges...) {
		var object struct{ Source, Target, From, To json.RawMessage }
		var pair []json.RawMessage
		if json.Unmarshal(text, &object) == nil {
			pair = []json.RawMessage{firstGiven(object.Source, object.From), firstGiven(object.Target, object.To)}
		} else if err := json.Unmarshal(text, &pair); err != nil || len(pair) < 2 || len(pair) > 3 || len(pair) == 3 && !strings.ContainsRune("{-0123456789", rune(pair[2][0])) {
			return nil, fmt.Errorf("link %d: %s is neither an object with a source and a target nor a pair", i+1, clip(string(text)))
		}
		weights = weights || len(pair) == 3 && string(pair[2]) != "{}" && string(pair[2]) != "1"
		var ends [2]int32
		for k, id := range pair[:2] {
			if link.Nodes == nil && id != nil {
				g.node(idText(id))
			}
			node, ok := g.index[idText(id)]
			if at, isNumber := number(string(id), 0, len(link.Nodes)-1); byNumber && isNumber {
				node, ok = int32(at), true
			}
			if !ok {
				return nil, fmt.Errorf("link %d: there is no node %s in %s", i+1, clip(idText(id)), clip(string(text)))
			}
			ends[k] = node
		}
		g.add(ends[0], ends[1], directed)
	}
	if weights {
		g.note(weightsPassed)
	}
	if link.Nodes == nil {
		g.inOrder()
		return g, nil
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

// idText is an id as a name: a text without its quotation marks, or a number.
func idText(id json.RawMessage) string {
	var text string
	if json.Unmarshal(id, &text) == nil {
		return text
	}
	return string(id)
}
