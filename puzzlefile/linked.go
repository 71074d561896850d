package puzzlefile

import (
	"errors"
	"fmt"
	"math"
	"slices"
)

// linked collects a graph of which a file lists the nodes, each with an id and perhaps a label and a place, and the
// edges by those ids, in any order.
type linked struct {
	graphFile
	d      *document
	labels []string
	places [][2]float64 // of the nodes that have one
	early  []earlyEdge
	// numbered: links have the numbers of the nodes from 0.
	numbered bool
}

// earlyEdge is an edge of a node that was not listed before it.
type earlyEdge struct {
	ends   [2]string
	oneWay bool
	at     int
}

// list adds a node, and where its entry begins in the text.
func (l *linked) list(id, label string, at int) {
	switch before := len(l.names); {
	case id == "":
		l.d.check(at, errors.New("a node has no id"))
	case int(l.node(id)) < before:
		l.d.check(at, fmt.Errorf("two nodes have the id %s", clip(id)))
	}
	l.labels = append(l.labels, label)
}

// place says where the node listed last stands, x to the right and y downwards.
func (l *linked) place(x, y float64) {
	if len(l.places) == len(l.names)-1 && !math.IsNaN(x+y) && !math.IsInf(x+y, 0) {
		l.places = append(l.places, [2]float64{x, y})
	}
}

// link adds an edge.
func (l *linked) link(from, to string, oneWay bool, at int) {
	u, ok := l.index[from]
	v, ok2 := l.index[to]
	if ok && ok2 {
		l.add(u, v, oneWay)
		return
	}
	if from == "" || to == "" {
		l.d.check(at, errors.New("an edge has two ends, by the ids of their nodes"))
	}
	l.early = append(l.early, earlyEdge{[2]string{from, to}, oneWay, at})
}

// graph is all of it. at is where it begins.
func (l *linked) graph(at int) *graphFile {
	for _, e := range l.early {
		for _, id := range e.ends {
			if _, ok := l.index[id]; !ok {
				l.d.check(e.at, fmt.Errorf("an edge of the node %q, which the graph does not have", clip(id)))
			}
		}
		l.add(l.index[e.ends[0]], l.index[e.ends[1]], e.oneWay)
	}
	l.graphFile.labels = l.labels
	if len(l.places) == len(l.names) {
		l.graphFile.places = scaled(l.places, l.edges)
	}
	l.graphFile.at = at
	return &l.graphFile
}

// scaled is the places in hundredths of a cell, with their middle at 0: half of the edges are at most a cell long. It is nil if
// they say nothing.
func scaled(places [][2]float64, edges [][2]int32) [][2]float64 {
	var lengths []float64
	for _, e := range edges {
		a, b := places[e[0]], places[e[1]]
		if length := math.Hypot(a[0]-b[0], a[1]-b[1]); length > 0 {
			lengths = append(lengths, length)
		}
	}
	if len(lengths) == 0 {
		return nil
	}
	slices.Sort(lengths)
	low, high := places[0], places[0]
	for _, at := range places {
		for k, x := range at {
			low[k], high[k] = min(low[k], x), max(high[k], x)
		}
	}
	const cell, most = 100, 1e5
	unit := cell / lengths[len(lengths)/2]
	if size := max(high[0]-low[0], high[1]-low[1]); unit*size > most {
		unit = most / size
	}
	list := make([][2]float64, len(places))
	for i, at := range places {
		for k, x := range at {
			list[i][k] = unit * (x - (low[k]+high[k])/2)
		}
	}
	return list
}
