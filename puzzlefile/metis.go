package puzzlefile

import (
	"strconv"
	"strings"
)

// METIS and other partitioners of graphs read a file that begins with the number of nodes and of edges, and then has a
// line with the neighbours of each node, from 1. A line that begins with % is a comment, and an empty line is a node
// without neighbours. Weights, which a third number in the first line tells of, are passed over with a note. There is
// one graph in a file.
//
//	4 4
//	2 3
//	1 3
//	1 2 4
//	3

func readMETIS(d *document) *graphFile {
	const begin = "a METIS file begins with the number of nodes and the number of edges"
	head, ok := d.fields("%")
	if !ok {
		return nil
	}
	refuse(len(head) < 2 || len(head) > 4, begin)
	g := newGraph(d)
	g.nodes, ok = number(head[0], 1, maxListed)
	edges, ok2 := number(head[1], 0, maxListed)
	refuse(!ok || !ok2, "%q: %s", d.shown(), begin)
	before, each := metisWeights(head[2:])
	g.weighted = before > 0 || each > 1
	lines := make([]int, 0, min(g.nodes, maxUnmentioned))
	for u := range g.nodes {
		line, ok := d.next()
		for strings.HasPrefix(line, "%") {
			line, ok = d.next()
		}
		fields := strings.Fields(line)
		switch lines = append(lines, d.from); {
		case !ok:
			fail("the file ends before the neighbours of node %d of %d", u+1, g.nodes)
		case len(fields) < before || (len(fields)-before)%each != 0:
			fail("%d numbers; by the first line a node has %d before its neighbours, and each of these %d",
				len(fields), before, each)
		}
		for i := before; i < len(fields); i += each {
			g.add(int32(u), g.numbered(fields[i]), false)
		}
		if len(g.edges) > 2*edges {
			d.fail(g.at, "%d edges are announced, so that %d neighbours follow, and these are more", edges, 2*edges)
		}
	}
	if from, to, once := oneSided(g.asGiven()); once > 0 {
		d.fail(lines[from], "node %d has the neighbour %d, but node %[2]d on line %[3]d has not the neighbour %[1]d: "+
			"METIS lists each edge at both of its nodes", from+1, to+1, d.line(lines[to]))
	}
	if given := len(g.edges); given != 2*edges {
		d.fail(g.at, "%d edges are announced, so that %d neighbours follow, and these are %d", edges, 2*edges, given)
	}
	_, more := d.fields("%")
	refuse(more, "%q follows the graph; a METIS file holds one", d.shown())
	return g
}

// metisWeights reads what may follow the number of edges: three digits, of which the first says that nodes have a
// size, the second that they have weights and the third that edges have one, and how many weights a node has. It
// returns how many numbers come before a node's neighbours, and how many belong to each of these.
func metisWeights(fields []string) (before, each int) {
	if len(fields) == 0 {
		return 0, 1
	}
	digits := "000" + fields[0]
	digits = digits[len(digits)-3:]
	refuse(len(fields[0]) > 3 || strings.Trim(digits, "01") != "",
		"%q: the third number tells which weights there are, in three digits that are 0 or 1", fields[0])
	perNode := 1
	if len(fields) == 2 {
		perNode = numberIn(fields[1], 0, 1000, "is not a number of weights")
	}
	return int(digits[0]-'0') + perNode*int(digits[1]-'0'), 1 + int(digits[2]-'0')
}

// readLAD knows the files of the solver LAD, which are refused by name: n, and n rows with a number of neighbours and
// the neighbours from 0.
func readLAD(d *document) *graphFile {
	c := newCutter(d)
	n := c.rows - 1
	if !c.next() || len(c.fields) != 1 || n < 2 || c.fields[0] != strconv.Itoa(n) {
		return nil
	}
	for c.next() {
		for i, field := range c.fields {
			if _, ok := number(field, 0, n-1); !ok || i == 0 && field != strconv.Itoa(len(c.fields)-1) {
				return nil
			}
		}
	}
	return &graphFile{nodes: n}
}
