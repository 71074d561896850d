package puzzlefile

import (
	"fmt"
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

func (r *Reader) nextDIMACS() *board.Puzzle {
	return r.nextGraph(dimacsWords, func(fields []string) (edge []string) {
		switch letter := fields[0]; {
		case letter == "e":
			return fields[1:]
		case letter == "n", letter == "d", letter == "v":
			return nil
		case len(letter) == 1 && strings.Contains("aotlgux", letter):
			panic(fmt.Errorf("a line of a DIMACS graph cannot begin with %s; a native file, which begins with p lights, can, and --on LIST says which lights are on", letter))
		default:
			panic(fmt.Errorf("a line of a DIMACS graph cannot begin with %q: edges are e U V", clip(letter)))
		}
	})
}

func (r *Reader) nextPACE() *board.Puzzle {
	return r.nextGraph(paceWords, func(fields []string) (edge []string) { return fields })
}

// nextGraph reads a p line of one of the given words and the lines up to the next p line; edge
// picks from such a line the fields of the edge it gives, if any.
func (r *Reader) nextGraph(words []string, edge func(fields []string) []string) *board.Puzzle {
	line, ok := r.skipLoose('c')
	if !ok {
		return nil
	}
	first, startBytes := r.number, r.bytes-len(line)
	nodes, announced := graphHeader(line, words)
	g := &graphFile{nodes: nodes}
	for line, ok := r.skipLoose('c'); ok; line, ok = r.skipLoose('c') {
		fields := strings.Fields(line)
		if fields[0] == "p" {
			r.unread()
			break
		}
		if ends := edge(fields); ends != nil {
			e := graphEdge(ends, nodes)
			g.add(e[0], e[1], false)
		}
	}
	r.checkSize(first, uint64(nodes), startBytes, "nodes")
	b, distinct := g.joined(r.graphName())
	given, lenient := len(g.edges), words[0] == dimacsWords[0]
	switch {
	case given < announced && 2*distinct != announced && !lenient:
		panic(r.errorf(first, "%d edges are announced, but only %d follow; is the file cut short?", announced, given))
	case announced != given && announced != distinct:
		g.note("%d edges are announced, but %d follow; taken as they are, %d different ones", announced, given, distinct)
	}
	return r.boardPuzzle(first, b, g)
}

// skipLoose is the next line that is neither blank nor begins with the mark of comments: some public files put no
// space after c. It is false if there is none.
func (r *Reader) skipLoose(mark byte) (line string, ok bool) {
	for line, ok = r.next(); ok && (isBlank(line) || line[0] == mark); {
		line, ok = r.next()
	}
	return line, ok
}

// rest is the text from a line on that was read.
func (r *Reader) rest(line string) string {
	var text strings.Builder
	for ok := true; ok; line, ok = r.next() {
		text.WriteString(line + "\n")
	}
	return text.String()
}

func graphHeader(line string, words []string) (nodes, edges int) {
	fields := strings.Fields(line)
	form := "p " + words[0] + " NODES EDGES"
	if fields[0] != "p" {
		panic(fmt.Errorf("the line %s comes before any p line; a graph begins with %s", clip(line), form))
	}
	if len(fields) != 4 || !slices.Contains(words, fields[1]) {
		panic(fmt.Errorf("%q is not of the form %s", clip(line), form))
	}
	nodes = numberIn(fields[2], 1, maxListed, "is not a number of nodes from 1 to %d", maxListed)
	return nodes, numberIn(fields[3], 0, math.MaxInt, "is not a number of edges")
}

func graphEdge(fields []string, nodes int) (e [2]int32) {
	switch {
	case len(fields) > 2:
		panic(fmt.Errorf("an edge is two node numbers, and these are %d fields; leave weights out", len(fields)))
	case len(fields) < 2:
		panic(fmt.Errorf("an edge is two node numbers, and these are %d fields", len(fields)))
	}
	for i, text := range fields {
		e[i] = int32(numberIn(text, 1, nodes, noNode, nodes) - 1)
	}
	return e
}
