package puzzlefile

import (
	"fmt"
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

func readDIMACS(d *document) *graphFile {
	return d.problem(dimacsWords, func(fields []string) (edge []string) {
		switch letter := fields[0]; {
		case letter == "e" && len(fields) == 4 && isNumber(fields[3]):
			return fields[1:3]
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

func readPACE(d *document) *graphFile {
	return d.problem(paceWords, func(fields []string) (edge []string) { return fields })
}

// problem reads a p line of one of the given words and the lines up to the next p line; edge
// picks from such a line the fields of the edge it gives, if any.
func (d *document) problem(words []string, edge func(fields []string) []string) *graphFile {
	line, ok := d.below("c")
	if !ok {
		return nil
	}
	first := d.from
	nodes, announced := graphHeader(line, words)
	g := &graphFile{nodes: nodes, at: first}
	for line, ok := d.below("c"); ok; line, ok = d.below("c") {
		fields := strings.Fields(line)
		if fields[0] == "p" {
			d.unread()
			break
		}
		if ends := edge(fields); ends != nil {
			e := graphEdge(ends, nodes)
			g.add(e[0], e[1], false)
		}
	}
	d.checkSize(first, uint64(nodes), "nodes")
	given, lenient := len(g.edges), words[0] == dimacsWords[0]
	if given == announced {
		return g
	}
	switch distinct := g.distinct(); {
	case given < announced && 2*distinct != announced && !lenient:
		d.check(first, fmt.Errorf("%d edges are announced, but only %d follow; is the file cut short?", announced, given))
	case announced != distinct:
		g.note("%d edges are announced, but %d follow; taken as they are, %d different ones", announced, given, distinct)
	}
	return g
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
		panic(fmt.Errorf("an edge is two node numbers, and these are %d words", len(fields)))
	case len(fields) < 2:
		panic(fmt.Errorf("an edge is two node numbers, and this is %s", counted(len(fields), "word", "words")))
	}
	for i, text := range fields {
		e[i] = int32(numberIn(text, 1, nodes, noNode, nodes) - 1)
	}
	return e
}
