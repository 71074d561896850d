package puzzlefile

import (
	"io"
	"path/filepath"
	"strings"

	"lightsout/board"
)

// METIS and other partitioners of graphs read a file that begins with the number of nodes and of edges, and then has a
// line with the neighbours of each node, from 1. A line that begins with % is a comment, and an empty line is a node
// without neighbours. Weights (a third number in the first line) are refused. There is one graph in a file.
//
//	4 4
//	2 3
//	1 3
//	1 2 4
//	3

// aheadMETIS recognises the format by its name or, where it cannot be a list of edges, by its numbers.
func aheadMETIS(r *Reader, line string) bool {
	if strings.EqualFold(filepath.Ext(r.file), ".graph") || strings.EqualFold(filepath.Ext(r.file), ".metis") {
		fields := strings.Fields(clip(line))
		return len(fields) >= 2 && len(fields) <= 4 && strings.Trim(line, "0123456789 \t") == ""
	}
	if !fitsMETIS(r, line) || aheadAlist(r, line) {
		return false
	}
	size, _ := positives(line, 2)
	for i := range size[0] {
		if next, _ := r.peek(i + 1); len(strings.Fields(next)) != 2 {
			return true
		}
	}
	return false // every line could be an edge
}

// fitsMETIS reports whether the numbers of a file add up to a graph.
func fitsMETIS(r *Reader, line string) bool {
	size, ok := positives(line, 2)
	if !ok {
		return false
	}
	ends := 0
	for i := range size[0] {
		next, ok := r.peek(i + 1)
		if !ok || strings.Trim(next, "0123456789 \t") != "" {
			return false
		}
		for _, text := range strings.Fields(next) {
			if _, ok := number(text, 1, size[0]); !ok {
				return false
			}
			if ends++; ends > 2*size[1] {
				return false
			}
		}
	}
	next, more := r.peek(size[0] + 1)
	return ends == 2*size[1] && (!more || isBlank(next))
}

func (r *Reader) nextMETIS() (*board.Puzzle, error) {
	line, err := r.skipMETIS()
	for err == nil && isBlank(line) {
		line, err = r.skipMETIS()
	}
	if err != nil {
		return nil, err
	}
	first, startBytes := r.number, r.bytes-len(line)
	if r.count > 0 {
		return nil, r.errorf(first, "%q follows the graph; a METIS file holds one", clip(line))
	}
	fields := strings.Fields(line)
	if len(fields) > 2 && strings.Trim(strings.Join(fields[2:], ""), "0") != "" {
		return nil, r.errorf(first, "the third number says that nodes or edges have weights, which are not part of a puzzle: leave them out")
	}
	if len(fields) < 2 {
		return nil, r.errorf(first, "a METIS file begins with the number of nodes and the number of edges")
	}
	nodes, ok := number(fields[0], 1, maxListed)
	edges, ok2 := number(fields[1], 0, maxListed)
	if !ok || !ok2 {
		return nil, r.errorf(first, "%q: a METIS file begins with the number of nodes and the number of edges", clip(line))
	}
	var list [][2]int32
	given := 0
	for u := range nodes {
		if line, err = r.skipMETIS(); err == io.EOF {
			return nil, r.errorf(r.number, "the file ends before the neighbours of node %d of %d", u+1, nodes)
		} else if err != nil {
			return nil, err
		}
		for _, text := range strings.Fields(line) {
			v, ok := number(text, 1, nodes)
			if !ok {
				return nil, r.errorf(r.number, "%q is not a node of this graph: they are numbered 1 to %d", clip(text), nodes)
			}
			given++
			list = append(list, [2]int32{int32(u), int32(v - 1)})
		}
	}
	if given != 2*edges {
		return nil, r.errorf(first, "%d edges are announced, so that %d neighbours follow, and these are %d", edges, 2*edges, given)
	}
	if err := r.checkSize(first, uint64(nodes), startBytes, "nodes"); err != nil {
		return nil, err
	}
	return r.graphPuzzle(first, nodes, list, nil)
}

// skipMETIS is the next line that is no comment.
func (r *Reader) skipMETIS() (string, error) {
	for {
		line, err := r.next()
		if err != nil || !strings.HasPrefix(line, "%") {
			return line, err
		}
	}
}

// graphPuzzle is the puzzle of an undirected graph whose nodes have names, or none if they are nil.
func (r *Reader) graphPuzzle(first, nodes int, edges [][2]int32, names []string) (*board.Puzzle, error) {
	_, b, err := r.plainGraph(nodes, edges)
	if err == nil && names != nil {
		b, err = called(b, names)
	}
	if err != nil {
		return nil, r.errorf(first, "%v", err)
	}
	p := board.NewPuzzle(b)
	p.Origin = r.origin(first)
	return p, nil
}
