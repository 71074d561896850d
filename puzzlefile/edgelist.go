package puzzlefile

import (
	"cmp"
	"io"
	"lightsout/board"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// A list of edges has two nodes on each line, by number or by name; a line that begins with # is a
// comment. It is one graph: a press flips the node and its neighbours, and all lights are on. An edge
// may be repeated, and a loop says nothing.
//
//	# who knows whom
//	ann bob
//	bob carol
//
// If all names are numbers, the nodes are in the order of the numbers, else in that of their first
// mention. Lines such as "0 1" are rows of a text grid too. So a list is recognised by a name that is
// neither 0 nor 1, and not if its first line looks like the native format; naming the kind helps.

// looksEdge accepts two names of which one is neither 0 nor 1.
func looksEdge(line string) bool {
	if len(line) > MaxLine/16 || looksLO(line) || looksText(line) || looksFlip(line) {
		return false
	}
	fields := strings.Fields(line)
	return len(fields) == 2 && fields[0] != "p" && isNodeName(fields[0]) && isNodeName(fields[1])
}

// isNodeName accepts a word such as people call nodes. Other signs begin other formats.
func isNodeName(word string) bool {
	for i, ch := range word {
		if ch != '_' && !unicode.IsLetter(ch) && !unicode.IsDigit(ch) && (i == 0 || !strings.ContainsRune("-./@+'", ch)) {
			return false
		}
	}
	return true
}

// aheadEdges finds the first edge that tells, after lines that could be rows of a grid.
func aheadEdges(r *Reader, line string) bool {
	for i := 1; len(strings.Fields(clip(line))) == 2 && strings.Trim(line, "01 \t") == ""; i++ {
		var ok bool
		if line, ok = r.peek(i); !ok || isBlank(line) {
			return false
		}
		if looksEdge(line) {
			return true
		}
	}
	return false
}

func (r *Reader) nextEdges() (*board.Puzzle, error) {
	first := 0
	nodes := map[string]int32{}
	var names []string
	var edges [][2]int32
	for {
		line, err := r.next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		fields := strings.Fields(line)
		if len(fields) == 0 || fields[0][0] == '#' {
			continue
		}
		if len(fields) != 2 {
			return nil, r.errorf(r.number, "an edge is two nodes, but this line has %d", len(fields))
		}
		if first == 0 {
			first = r.number
		}
		var e [2]int32
		for i, name := range fields {
			node, known := nodes[name]
			if !known {
				node = int32(len(names))
				nodes[name], names = node, append(names, name)
			}
			e[i] = node
		}
		edges = append(edges, e)
	}
	if first == 0 {
		return nil, io.EOF
	}
	if order, ok := numericOrder(names); ok {
		for i, e := range edges {
			edges[i] = [2]int32{order[e[0]], order[e[1]]}
		}
		sorted := make([]string, len(names))
		for i, name := range names {
			sorted[order[i]] = name
		}
		names = sorted
	}
	edges = slices.DeleteFunc(edges, func(e [2]int32) bool { return e[0] == e[1] })
	_, b, err := r.plainGraph(len(names), edges)
	if err != nil {
		return nil, r.errorf(first, "%v", err)
	}
	if b, err = called(b, names); err != nil {
		return nil, r.errorf(first, "%v", err)
	}
	p := board.NewPuzzle(b)
	p.Origin = r.origin(first)
	return p, nil
}

// numericOrder is the place of each name in the order of the numbers, if all are numbers. 7 and 07 are
// two names.
func numericOrder(names []string) ([]int32, bool) {
	values := make([]uint64, len(names))
	sorted := make([]int32, len(names))
	for i, name := range names {
		var err error
		if values[i], err = strconv.ParseUint(name, 10, 62); err != nil {
			return nil, false
		}
		sorted[i] = int32(i)
	}
	slices.SortStableFunc(sorted, func(a, b int32) int { return cmp.Compare(values[a], values[b]) })
	place := make([]int32, len(names))
	for i, node := range sorted {
		place[node] = int32(i)
	}
	return place, true
}
