package puzzlefile

import (
	"io"
	"lightsout/board"
	"math"
	"slices"
	"strings"
)

// Graph files that exist elsewhere are read as they are, so their readers are more tolerant than
// the native one. Every node is switch and light, a press flips the node and its neighbours, and
// all lights are on.
//
//	c DIMACS                  c PACE
//	p edge 4 3                p tw 4 3
//	e 1 2                     1 2
//	e 2 3                     2 3
//	e 3 4                     3 4
//
// Public instances give edges in one direction or both, and announce either count. Where
// a file announces another number of edges, its board has a warning: public colouring files
// count each edge twice, but the file may as well have been cut short. Fewer edge lines than
// announced are an error in a PACE file, unless they are half as many. A blank line means nothing; the next p line begins the next puzzle. DIMACS lines that give weights (n) or positions
// (d, v) are passed over: a puzzle has neither.

var dimacsWords = []string{"edge", "edges", "col"}

// paceWords are the problems of the years, which all have such graphs.
var paceWords = []string{"tw", "td", "tdp", "tww", "cep", "ds", "vc"}

func looksDIMACS(line string) bool { return looksProblem(line, dimacsWords) }

func looksPACE(line string) bool { return looksProblem(line, paceWords) }

func looksProblem(line string, words []string) bool {
	fields := strings.Fields(clip(line))
	return len(fields) >= 2 && fields[0] == "p" && slices.Contains(words, fields[1])
}

func (r *Reader) nextDIMACS() (*board.Puzzle, error) {
	return r.nextGraph(dimacsWords, func(fields []string) (edge []string, err error) {
		switch fields[0] {
		case "e":
			return fields[1:], nil
		case "n", "d", "v":
			return nil, nil
		}
		if len(fields[0]) == 1 && strings.Contains("aotlgux", fields[0]) {
			return nil, r.errorf(r.number, "a line of a DIMACS graph cannot begin with %s; a native file, which begins with p lights, can, and --on LIST says which lights are on", fields[0])
		}
		return nil, r.errorf(r.number, "a line of a DIMACS graph cannot begin with %q: edges are e U V", clip(fields[0]))
	})
}

func (r *Reader) nextPACE() (*board.Puzzle, error) {
	return r.nextGraph(paceWords, func(fields []string) (edge []string, err error) { return fields, nil })
}

// nextGraph reads a p line of one of the given words and the lines up to the next p line; edge
// picks from such a line the fields of the edge it gives, if any.
func (r *Reader) nextGraph(words []string, edge func(fields []string) ([]string, error)) (*board.Puzzle, error) {
	line, err := r.skipLoose('c')
	if err != nil {
		return nil, err
	}
	first, startBytes := r.number, r.bytes-len(line)
	nodes, announced, err := r.graphHeader(line, words)
	if err != nil {
		return nil, err
	}
	g := &graphFile{nodes: nodes}
	for {
		line, err := r.skipLoose('c')
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		fields := strings.Fields(line)
		if fields[0] == "p" {
			r.unread()
			break
		}
		ends, err := edge(fields)
		if err != nil {
			return nil, err
		}
		if ends == nil {
			continue
		}
		e, err := r.graphEdge(ends, nodes)
		if err != nil {
			return nil, err
		}
		g.add(e[0], e[1], false)
	}
	if err := r.checkSize(first, uint64(nodes), startBytes, "nodes"); err != nil {
		return nil, err
	}
	b, distinct, err := g.joined(r.graphName())
	if err != nil {
		return nil, r.errorf(first, "%v", err)
	}
	given, lenient := len(g.edges), words[0] == dimacsWords[0]
	switch {
	case given < announced && 2*distinct != announced && !lenient:
		return nil, r.errorf(first, "%d edges are announced, but only %d follow; is the file cut short?", announced, given)
	case announced != given && announced != distinct:
		g.note("%d edges are announced, but %d follow; taken as they are, %d different ones", announced, given, distinct)
	}
	return r.boardPuzzle(first, b, g)
}

// skipLoose is the next line that is neither blank nor begins with the mark of comments: some public files put no
// space after c.
func (r *Reader) skipLoose(mark byte) (string, error) {
	for {
		line, err := r.next()
		if err != nil || !isBlank(line) && line[0] != mark {
			return line, err
		}
	}
}

func (r *Reader) graphHeader(line string, words []string) (nodes, edges int, err error) {
	fields := strings.Fields(line)
	form := "p " + words[0] + " NODES EDGES"
	if fields[0] != "p" {
		return 0, 0, r.errorf(r.number, "the line %s comes before any p line; a graph begins with %s", clip(line), form)
	}
	if len(fields) != 4 || !slices.Contains(words, fields[1]) {
		return 0, 0, r.errorf(r.number, "%q is not of the form %s", clip(line), form)
	}
	nodes, ok := number(fields[2], 1, maxListed)
	if !ok {
		return 0, 0, r.errorf(r.number, "%q is not a number of nodes from 1 to %d", clip(fields[2]), maxListed)
	}
	edges, ok = number(fields[3], 0, math.MaxInt)
	if !ok {
		return 0, 0, r.errorf(r.number, "%q is not a number of edges", clip(fields[3]))
	}
	return nodes, edges, nil
}

func (r *Reader) graphEdge(fields []string, nodes int) (e [2]int32, err error) {
	if len(fields) > 2 {
		return e, r.errorf(r.number, "an edge is two node numbers, and these are %d fields; leave weights out", len(fields))
	}
	if len(fields) < 2 {
		return e, r.errorf(r.number, "an edge is two node numbers, and these are %d fields", len(fields))
	}
	for i, text := range fields {
		n, ok := number(text, 1, nodes)
		if !ok {
			return e, r.errorf(r.number, "%q is not a node of this graph: they are numbered 1 to %d", clip(text), nodes)
		}
		e[i] = int32(n - 1)
	}
	return e, nil
}
