package puzzlefile

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"lightsout/board"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// A list of edges has two nodes on each line, by number or by name; a line that begins with # is a
// comment, and so is one with %. It is one graph: a press flips the node and its neighbours, and all lights are on. An edge
// given twice is one edge, and a loop is none. A table with the columns source and target, or from and to, is a list too.
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
	if len(line) > MaxLine/16 || looksLO(line) || looksText(line) || looksFlip(line) || looksCSV(line) {
		return false
	}
	fields, err := edgeFields(line, false)
	return err == nil && len(fields) == 2 && fields[0] != "p" && isNodeName(fields[0]) && isNodeName(fields[1])
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
	if r.head.percent {
		fields, err := edgeFields(line, true)
		return err == nil && len(fields) == 2
	}
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
	first, konect := 0, r.head.percent
	var head []string // names of columns, unless they turn out to be nodes
	headAt := 0
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
		fields, err := edgeFields(line, konect)
		if err != nil {
			return nil, r.errorf(r.number, "%v", err)
		}
		if len(fields) == 0 {
			konect = konect || strings.HasPrefix(line, "%")
			continue
		}
		if first == 0 && head == nil && isEdgeHead(fields) {
			head, headAt = fields, r.number
			continue
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
	switch {
	case first == 0 && head == nil:
		return nil, io.EOF
	case head != nil && (first == 0 || known(nodes, head)):
		return nil, r.errorf(headAt, "%s %s may be the names of columns or an edge: leave the line out, or write the edge below the first one", head[0], head[1])
	case head == nil && len(edges) > 1 && wordsAboveNumbers(names, edges):
		return nil, r.errorf(first, "%s %s above numbers are names of columns: leave the line out, or call the columns source and target", names[0], names[1])
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

// known reports whether one of the names is that of a node.
func known(nodes map[string]int32, names []string) bool {
	return slices.ContainsFunc(names, func(name string) bool { _, is := nodes[name]; return is })
}

// wordsAboveNumbers reports whether the first edge is two words that are nowhere else, and all other names are numbers.
func wordsAboveNumbers(names []string, edges [][2]int32) bool {
	isNumber := func(name string) bool { return name != "" && strings.Trim(name, "0123456789") == "" }
	if len(names) < 3 || isNumber(names[0]) || isNumber(names[1]) || edges[0] != [2]int32{0, 1} {
		return false
	}
	for _, name := range names[2:] {
		if !isNumber(name) {
			return false
		}
	}
	for _, e := range edges[1:] {
		if e[0] < 2 || e[1] < 2 {
			return false
		}
	}
	return true
}

// edgeFields are the two nodes of a line, none on a comment. networkx adds {} or {'weight': 3}, KONECT, whose comments
// begin with %, weights and times; neither is part of a puzzle.
func edgeFields(line string, konect bool) ([]string, error) {
	line = strings.TrimSpace(line)
	if line == "" || line[0] == '#' || line[0] == '%' {
		return nil, nil
	}
	if cut := strings.IndexByte(line, '{'); cut > 0 && strings.HasSuffix(line, "}") {
		line = line[:cut]
	}
	fields := strings.Fields(line)
	if strings.Count(line, ",") == 1 && len(fields) <= 2 {
		fields = strings.FieldsFunc(line, func(ch rune) bool { return ch == ',' || ch == ' ' || ch == '\t' })
	}
	switch {
	case len(fields) == 2, konect && len(fields) <= 4 && len(fields) > 2 && areNumbers(fields[2:]):
		return fields[:2], nil
	case len(fields) == 1:
		return nil, errors.New("an edge is two nodes, but this line has one; a node without edges goes into a .lo file, or on a line with itself, as a loop")
	}
	return nil, fmt.Errorf("an edge is two nodes, but this line has %d: leave weights out, and write an adjacency list as one edge on each line", len(fields))
}

// areNumbers reports whether all fields are numbers, such as weights and times.
func areNumbers(fields []string) bool {
	return !slices.ContainsFunc(fields, func(field string) bool {
		_, err := strconv.ParseFloat(field, 64)
		return err != nil
	})
}

// isEdgeHead recognises the line of column names that tables of edges have.
func isEdgeHead(fields []string) bool {
	heads := [][2]string{{"source", "target"}, {"from", "to"}, {"src", "dst"}, {"node1", "node2"}}
	return slices.Contains(heads, [2]string{strings.ToLower(fields[0]), strings.ToLower(fields[1])})
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
