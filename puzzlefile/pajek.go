package puzzlefile

import (
	"strconv"
	"strings"
)

// Pajek's .net files have sections, which begin with *, and nodes that are numbered from 1:
//
//	*Vertices 3
//	1 "Ann Lee" 0.1 0.5
//	2 bob 0.9 0.5
//	*Edges
//	1 2
//	*Arcs
//	2 3 1.5
//
// A vertex has a label, and perhaps a place; one that is not listed is called by its number. *Edgeslist and *Arcslist
// have a node and its neighbours on each line, *Matrix a row of numbers for each node. Along an arc the first node
// flips the second only. The next *Network or *Vertices begins the next graph. Partitions and vectors are passed over.

func looksPajek(line string) bool {
	word, _, _ := strings.Cut(strings.TrimSpace(line), " ")
	return strings.EqualFold(word, "*vertices") || strings.EqualFold(word, "*network")
}

// pajek is a graph while it is read.
type pajek struct {
	*graphFile
	row int // of a matrix
}

func readPajek(d *document) *graphFile {
	p := &pajek{graphFile: newGraph(d)}
	section := ""
	for line, ok := d.below("%"); ok; line, ok = d.below("%") {
		text := strings.TrimSpace(line)
		if text[0] == '%' {
			continue
		}
		if text[0] != '*' {
			p.take(section, pajekFields(text))
			continue
		}
		word, rest, _ := strings.Cut(text, " ")
		word, _, _ = strings.Cut(strings.ToLower(word), ":") // *Arcs :1 "knows" is a relation
		if p.labels != nil && (word == "*network" || word == "*vertices") {
			d.unread()
			break
		}
		if section = word; section == "*vertices" {
			p.vertices(rest)
		}
	}
	if p.labels == nil {
		return nil
	}
	return p.graphFile
}

// vertices reads how many there are. Of two sorts of nodes the number of the first follows.
func (p *pajek) vertices(text string) {
	fields := strings.Fields(text)
	refuse(len(fields) == 0, "*Vertices is followed by how many there are")
	most := maxUnmentioned + len(p.doc.text)
	p.nodes = numberIn(fields[0], 1, most, "is not a number of vertices of a file of this length")
	p.labels, p.at = make([]string, p.nodes), p.doc.from
	for i := range p.labels {
		p.labels[i] = strconv.Itoa(i + 1)
	}
}

// pajekFields cuts a line at its blanks, but not within quotation marks, which fall away.
func pajekFields(text string) (fields []string) {
	for text = strings.TrimLeft(text, " \t"); text != ""; text = strings.TrimLeft(text, " \t") {
		if rest, found := strings.CutPrefix(text, `"`); found {
			if field, after, closed := strings.Cut(rest, `"`); closed {
				fields, text = append(fields, field), after
				continue
			}
		}
		cut := strings.IndexAny(text+" ", " \t")
		fields, text = append(fields, text[:cut]), text[cut:]
	}
	return fields
}

// take reads a line of a section.
func (p *pajek) take(section string, fields []string) {
	refuse(p.labels == nil && section != "*network", "*Vertices and how many there are come before the edges")
	switch section {
	case "*vertices":
		node := p.numbered(fields[0])
		if len(fields) > 1 {
			p.labels[node] = fields[1]
		}
		if len(fields) > 3 {
			x, err := strconv.ParseFloat(fields[2], 64)
			if y, err2 := strconv.ParseFloat(fields[3], 64); err == nil && err2 == nil {
				p.place(int(node), x, y)
			}
		}
	case "*edges", "*arcs":
		refuse(len(fields) < 2, "an edge is two vertices")
		p.add(p.numbered(fields[0]), p.numbered(fields[1]), section == "*arcs")
		if len(fields) > 2 && isNumber(fields[2]) {
			p.weigh(fields[2])
		}
	case "*edgeslist", "*arcslist":
		for _, to := range fields[1:] {
			p.add(p.numbered(fields[0]), p.numbered(to), section == "*arcslist")
		}
	case "*matrix":
		p.matrixRow(fields)
	case "*network", "*partition", "*vector", "*permutation", "*cluster":
	default:
		fail("%s is not a section of a network: they are *Vertices, *Edges, *Arcs, *Edgeslist, *Arcslist and *Matrix",
			section)
	}
}

func (p *pajek) matrixRow(fields []string) {
	refuse(len(fields) != p.nodes || p.row == p.nodes, "%d numbers; the matrix of %d vertices has as many rows, and "+
		"as many numbers in each", len(fields), p.nodes)
	for v, text := range fields {
		weight, err := strconv.ParseFloat(text, 64)
		if err != nil {
			fail("%q is not a number", text)
		}
		if weight != 0 {
			p.add(int32(p.row), int32(v), true)
			p.weigh(text)
		}
	}
	p.row++
}
