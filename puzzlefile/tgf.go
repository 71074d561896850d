package puzzlefile

import (
	"slices"
	"strings"
)

// The Trivial Graph Format has nodes with their labels, a line with nothing but #, and edges, perhaps with labels too.
// The Simple Interaction Format of Cytoscape has on each line a node, a relation, and the nodes that it relates to, or
// a node alone; tabs separate them if there are any.
//
//	1 Ann Lee        ann knows bob carol
//	2 bob            bob likes carol
//	#                dave
//	1 2

func readTGF(d *document) *graphFile {
	var g *graphFile
	edges := false
	for line, ok := d.below(""); ok; line, ok = d.below("") {
		text := strings.TrimSpace(line)
		first, rest, _ := strings.Cut(strings.ReplaceAll(text, "\t", " "), " ")
		rest = strings.TrimSpace(rest)
		switch {
		case text == "#" && edges:
			fail("a second line with nothing but #: one divides the nodes from the edges")
		case text == "#" && g == nil:
			fail("no node is above the line with nothing but #")
		case text == "#":
			edges = true
		case edges:
			to, _, _ := strings.Cut(rest, " ")
			g.link(first, to, false, d.from)
		default:
			if g == nil {
				g = newGraph(d)
			}
			if err := checkName(first); err != nil && !d.sure {
				panic(err)
			}
			g.list(first, rest, d.from)
		}
	}
	switch {
	case g == nil:
	case !edges:
		fail("no line with nothing but # divides the nodes from the edges")
	case len(g.edges)+len(g.early) == 0 && !d.sure && !d.named:
		fail("no edge is below the line with nothing but #")
	}
	return g
}

func readSIF(d *document) *graphFile {
	c := newCutter(d)
	if c.rows == 0 {
		return nil
	}
	g, relations, related, rows := &graphFile{at: c.begin}, map[string]int{}, 0, 0
	var alike []string // the fields that all rows have in common, "" for others
	for row := 0; c.next(); row++ {
		const relation = 2
		u := g.node(c.name(0))
		_, isHead := columnsOf(c.fields)
		switch {
		case len(c.fields) == 1:
			continue
		case len(c.fields) == relation || c.colons || c.linked > 0:
			fail("a line of SIF is a node, or a node, a relation and the nodes that it relates to")
		case !d.sure && (isNumber(c.fields[1]) || row == 0 && isHead):
			fail("%q is not a relation", c.fields[1])
		}
		if rows == 0 {
			alike = slices.Clone(c.fields[relation:])
		}
		for i, word := range alike {
			if len(c.fields) != relation+len(alike) || c.fields[relation+i] != word {
				alike[i] = ""
			}
		}
		relations[c.name(1)], related, rows = d.from, related+len(c.fields)-relation, rows+1
		for i := relation; i < len(c.fields); i++ {
			g.add(u, g.node(c.name(i)), false)
		}
	}
	if d.sure || d.named {
		return g
	}
	if rows == 0 || 2*len(relations) > rows { // prose has it too that a third word follows two others
		d.fail(c.begin, "no relation is on two lines")
	}
	if len(alike) > 1 && strings.Join(alike, "") != "" {
		d.fail(c.begin, "words that are on every line may be those of a sentence")
	}
	for name, at := range relations {
		if _, isNode := g.index[name]; isNode {
			d.fail(at, "%s is a relation on one line and a node on another", name)
		}
	}
	if len(g.names) >= c.rows+related {
		d.fail(c.begin, "the lines share no node")
	}
	return g
}
