package puzzlefile

import (
	"errors"
	"fmt"
	"strings"
)

// The Trivial Graph Format has nodes with their labels, a line with nothing but #, and edges, perhaps with labels too. The
// Simple Interaction Format of Cytoscape has on each line a node, a relation, and the nodes that it relates to, or a node
// alone; tabs separate them if there are any.
//
//	1 Ann Lee        ann knows bob carol
//	2 bob            bob likes carol
//	#                dave
//	1 2
//
// Both may be lists of edges as well, so that the suffix or --input says it.

// suffixed is a head of files with that suffix that can be read whole.
func suffixed(suffixes string, read func(d *document) *graphFile) func(r *Reader, at int) bool {
	return func(r *Reader, _ int) bool {
		return suffix(r.file) == suffixes && reads(read, &document{text: r.peekAll(0)})
	}
}

// reads reports whether a document is read without an error.
func reads(read func(d *document) *graphFile, d *document) (ok bool) {
	var err error
	defer func() { ok = err == nil && ok }()
	defer catch(&err)
	return read(d) != nil
}

func readTGF(d *document) *graphFile {
	l, edges, begin := &linked{d: d}, false, -1
	for line, ok := d.next(); ok; line, ok = d.next() {
		text := strings.TrimSpace(line)
		first, rest, _ := strings.Cut(strings.ReplaceAll(text, "\t", " "), " ")
		rest = strings.TrimSpace(rest)
		switch {
		case text == "":
		case text == "#" && edges:
			panic(errors.New("a second line with nothing but #: one divides the nodes from the edges"))
		case text == "#":
			edges = true
		case edges:
			to, _, _ := strings.Cut(rest, " ")
			l.link(first, to, false, d.from)
		default:
			if begin < 0 {
				begin = d.from
			}
			l.list(first, rest, d.from)
		}
	}
	switch {
	case begin < 0:
		return nil
	case !edges:
		panic(errors.New("no line with nothing but # divides the nodes from the edges"))
	}
	return l.graph(begin)
}

func readSIF(d *document) *graphFile {
	g, separator, begin := &graphFile{}, "", -1
	if strings.Contains(d.text[d.at:], "\t") {
		separator = "\t"
	}
	for line, ok := d.next(); ok; line, ok = d.next() {
		fields := strings.Fields(line)
		if separator != "" {
			fields = strings.Split(strings.TrimSpace(line), separator)
		}
		if isBlank(line) {
			continue
		}
		if begin < 0 {
			begin = d.from
		}
		for i, field := range fields {
			if fields[i] = strings.TrimSpace(field); fields[i] == "" {
				panic(errors.New("two tabs, and nothing between them"))
			}
		}
		const relation = 2
		if len(fields) == relation {
			panic(fmt.Errorf("%q: a line of SIF is a node, or a node, a relation and the nodes that it relates to", clip(line)))
		}
		u := g.node(fields[0])
		for _, name := range fields[min(relation, len(fields)):] {
			g.add(u, g.node(name), false)
		}
	}
	if begin < 0 {
		return nil
	}
	g.at = begin
	return g
}
