package puzzlefile

import (
	"fmt"
	"lightsout/board"
	"math"
	"strconv"
	"strings"
)

// Where the nodes of a graph stand when it is drawn is no part of a puzzle, so the native format has it in
// comments, one for each node, below the p or b line:
//
//	c at 1 -250.5 100
//
// is node 1, x to the right and y downwards, in hundredths of a cell. What only looks like such a line is a
// comment like any other.

// appendPlaces writes the places of a board's nodes.
func appendPlaces(dst []byte, b *board.Board) []byte {
	for i, at := range b.Places() {
		dst = strconv.AppendInt(append(dst, "c at "...), int64(i+1), 10)
		for _, x := range at {
			dst = strconv.AppendFloat(append(dst, ' '), x, 'f', -1, 64)
		}
		dst = append(dst, '\n')
	}
	return dst
}

// nodePlace is a comment that says where a node stands.
type nodePlace struct {
	node, line int
	at         [2]float64
}

// takeComment takes note of the place that a comment gives.
func (p *loPuzzle) takeComment(line string) {
	fields := strings.Fields(line)
	if len(fields) != 5 || fields[1] != "at" {
		return
	}
	place := nodePlace{line: p.number}
	var ok bool
	if place.node, ok = number(fields[2], 1, maxListed); !ok {
		return
	}
	for k := range place.at {
		x, err := strconv.ParseFloat(fields[3+k], 64)
		if err != nil || math.IsNaN(x) {
			return
		}
		place.at[k] = x
	}
	p.places = append(p.places, place)
}

// placed is the board with the places that comments give to its nodes. Comments make no puzzle wrong: if they
// do not give one to every node, the board has none, and a warning.
func (p *loPuzzle) placed(b *board.Board) *board.Board {
	if len(p.places) == 0 {
		return b
	}
	doubt := func(line int, format string, args ...any) *board.Board {
		return b.WithWarning(fmt.Sprintf("%s: %s; the places are not used", p.origin(line), fmt.Sprintf(format, args...)))
	}
	first := p.places[0].line
	if !b.IsGraph() {
		return doubt(first, "c at is for the nodes of a graph, and here switches and lights are separate")
	}
	given := make(map[int]nodePlace, len(p.places))
	for _, place := range p.places {
		if place.node > b.Lights() {
			return doubt(place.line, "c at names node %d of %d", place.node, b.Lights())
		}
		if before, twice := given[place.node]; twice {
			return doubt(place.line, "c at names node %d twice (first on line %d)", place.node, before.line)
		}
		given[place.node] = place
	}
	if len(given) < b.Lights() {
		return doubt(first, "c at names %d of %d nodes", len(given), b.Lights())
	}
	places := make([][2]float64, b.Lights())
	for node, place := range given {
		places[node-1] = place.at
	}
	c, err := b.At(places)
	if err != nil {
		return doubt(first, "%v", err)
	}
	return c
}
