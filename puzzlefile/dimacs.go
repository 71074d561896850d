package puzzlefile

import (
	"math"
	"slices"
	"strings"

	"lightsout/internal/textboard"
)

// Graph files that exist elsewhere are read as they are, so their readers are more tolerant than the native one.
//
//	c DIMACS                  c PACE
//	p edge 4 3                p tw 4 3
//	e 1 2                     1 2
//	e 2 3                     2 3
//	e 3 4                     3 4
//
// Public instances give edges in one direction or both, and announce either count. Where a file announces another
// number of edges, its board has a warning: public colouring files count each edge twice, but the file may as well have
// been cut short. Fewer edge lines than announced are an error in a PACE file, unless they are half as many. A blank
// line means nothing; the next p line begins the next puzzle. DIMACS lines that give weights (n) or positions (d, v)
// are passed over.

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
		default:
			refuse(len(letter) == 1 && strings.Contains("aotlgux", letter),
				"a line of a DIMACS graph cannot begin with %s; a native file, which begins with p lights, can, "+
					"and --on LIST says which lights are on", letter)
			refuse(letter != "n" && letter != "d" && letter != "v",
				"a line of a DIMACS graph cannot begin with %q: edges are e U V", letter)
			return nil
		}
	})
}

func readPACE(d *document) *graphFile {
	return d.problem(paceWords, func(fields []string) (edge []string) { return fields })
}

// problem reads a p line of one of the given words and the lines up to the next p line; edge picks from such a line the
// fields of the edge it gives, if any.
func (d *document) problem(words []string, edge func(fields []string) []string) *graphFile {
	fields, ok := d.fields("c")
	if !ok {
		return nil
	}
	form := "p " + words[0] + " NODES EDGES"
	if fields[0] != "p" {
		fail("the line %s comes before any p line; a graph begins with %s", d.shown(), form)
	}
	refuse(len(fields) != 4 || !slices.Contains(words, fields[1]), "%q is not of the form %s", d.shown(), form)
	g := newGraph(d)
	g.nodes = numberIn(fields[2], 1, maxListed, "is not a number of nodes from 1 to %d", maxListed)
	announced := numberIn(fields[3], 0, math.MaxInt, "is not a number of edges")
	for fields, ok = d.fields("c"); ok; fields, ok = d.fields("c") {
		if fields[0] == "p" {
			d.unread()
			break
		}
		switch ends := edge(fields); {
		case ends == nil:
		case len(ends) > 2:
			fail("an edge is two node numbers, and these are %d words", len(ends))
		case len(ends) < 2:
			fail("an edge is two node numbers, and this is %s", textboard.Count(len(ends), "word", "words"))
		default:
			g.add(g.numbered(ends[0]), g.numbered(ends[1]), false)
		}
	}
	d.checkSize(g.at, uint64(g.nodes), "nodes")
	given := len(g.edges)
	if given == announced {
		return g
	}
	seen := make(map[[2]int32]bool, given)
	for _, e := range g.edges {
		if e[0] != e[1] {
			seen[[2]int32{min(e[0], e[1]), max(e[0], e[1])}] = true
		}
	}
	switch distinct := len(seen); {
	case given < announced && 2*distinct != announced && words[0] != dimacsWords[0]:
		d.fail(g.at, "%d edges are announced, but only %d follow; is the file cut short?", announced, given)
	case announced != distinct:
		g.note("%d edges are announced, but %d follow; taken as they are, %d different ones",
			announced, given, distinct)
	}
	return g
}
