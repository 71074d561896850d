package board

import (
	"fmt"
	"iter"
	"math"
	"math/bits"
	"strings"

	"lightsout/internal/suggest"
)

// kind is one row of the table of shapes.
type kind struct {
	name    string
	form    string // what follows the colon, for messages
	example string // a SPEC, for help
	about   string // one line
	minDims int
	maxDims int
	size    func(dims []int) (cells int, err error)
	// edge is the rule at the edges, for boards made of cells along axes; the others have make.
	edge func(dims, at []int) bool
	make func(dims []int, self bool) (toggler, Layout)
	// code instead of make: the switches are not the lights.
	code func(distance int) code
	// tiles instead of make: the cells are hexagons or triangles.
	tiles func(dims []int) tiling
	// drawn instead of make: the board is one of many, and the option seed= says which.
	drawn func(dims []int, seed uint64, self bool) toggler
	// words instead of numbers follow the colon; dims is then the place of the word among them.
	words []string
}

// kinds is every shape that has a SPEC of its own, apart from graph files. To add one, write a file
// with its toggler and add a row.
var kinds = []kind{
	{name: "grid", example: "grid:3x3x3", about: "rows and columns, or more dimensions; 5x5 is short for grid:5x5",
		form: "RxC, or any number of dimensions: 3x3x3", minDims: 1, maxDims: 40, size: product, edge: edgeEnds},
	{name: "torus", example: "torus:4x4",
		about: "a grid where every edge meets the opposite one; any number of dimensions",
		form:  "RxC, or any number of dimensions: 3x3x3", minDims: 1, maxDims: 40, size: product, edge: edgeTorus},
	{name: "cylinder", example: "cylinder:5x7", about: "a grid whose left edge meets the right one",
		form: "RxC", minDims: 2, maxDims: 2, size: product, edge: edgeCylinder},
	{name: "mobius", example: "mobius:5x7", about: "a cylinder with a twist: row r meets row R+1-r",
		form: "RxC", minDims: 2, maxDims: 2, size: product, edge: edgeMobius},
	{name: "klein", example: "klein:5x7", about: "a Möbius board whose top edge meets the bottom one",
		form: "RxC", minDims: 2, maxDims: 2, size: product, edge: edgeKlein},
	{name: "projective", example: "projective:5x5", about: "both pairs of edges meet, each with a twist",
		form: "RxC", minDims: 2, maxDims: 2, size: product, edge: edgeProjective},
	{name: "hypercube", example: "hypercube:7", about: "2^D corners; a press flips those that differ in one coordinate",
		form: "D", minDims: 1, maxDims: 1, size: powerOfTwo, make: makeHypercube},
	{name: "cube", example: "cube:3", about: "the surface of a cube, six faces of NxN",
		form: "N", minDims: 1, maxDims: 1, size: sixSquares, make: makeCube},
	{name: "path", example: "path:9", about: "a row of lights",
		form: "N", minDims: 1, maxDims: 1, size: product, edge: edgeEnds},
	{name: "cycle", example: "cycle:9", about: "a ring of lights",
		form: "N", minDims: 1, maxDims: 1, size: product, edge: edgeTorus},
	{name: "complete", example: "complete:9", about: "every press flips every light",
		form: "N", minDims: 1, maxDims: 1, size: product, make: makeComplete},
	{name: "star", example: "star:9", about: "a centre, light 1, and N-1 leaves around it",
		form: "N", minDims: 1, maxDims: 1, size: product, make: makeStar},
	{name: "petersen", example: "petersen", about: "the Petersen graph, ten lights",
		size: fixed(10), make: makePetersen},
	{name: "merlin", example: "merlin", about: "Merlin, 3x3: corners flip 2x2, edges their side, the middle a cross",
		size: fixed(9), make: makeMerlin},
	{name: "hex", example: "hex:4", about: "hexagons in a hexagon, R along each side; neighbours share an edge",
		form: "R", minDims: 1, maxDims: 1, size: tilesOf(hexagonCells), tiles: makeHexagon},
	{name: "hexgrid", example: "hexgrid:5x6", about: "rows of hexagons, even rows shifted right by half a cell",
		form: "RxC", minDims: 2, maxDims: 2, size: product, tiles: makeHexGrid},
	{name: "triangle", example: "triangle:5", about: "triangles in a triangle, N along each side, N*N in all",
		form: "N", minDims: 1, maxDims: 1, size: tilesOf(func(n int) int { return n * n }), tiles: makePyramid},
	{name: "trigrid", example: "trigrid:4x7", about: "rows of triangles that point up and down in turn; r1c1 points up",
		form: "RxC", minDims: 2, maxDims: 2, size: product, tiles: makeTriGrid},
	{name: "platonic", example: "platonic:icosahedron",
		about: "the vertices of a tetrahedron, cube, octahedron, dodecahedron or icosahedron",
		form:  strings.Join(solidNames(), "|"), words: solidNames(), size: solidVertices, make: makeSolid},
	{name: "hexcolor", example: "hexcolor:9", about: "colour code on hexagons, odd distance D: lights are checks, " +
		"switches bits",
		form: "D", minDims: 1, maxDims: 1, size: oddDistance, code: makeHexColor},
	{name: "octcolor", example: "octcolor:9", about: "colour code on squares and octagons, odd distance D",
		form: "D", minDims: 1, maxDims: 1, size: oddDistance, code: makeOctColor},
	{name: "toric", example: "toric:9", about: "toric code of distance D: lights are DxD vertices, switches 2DxD edges",
		form: "D", minDims: 1, maxDims: 1, size: anyDistance, code: makeToric},
	{name: "regular", example: "regular:3x16",
		about: "a random graph: each of N lights has D neighbours; seed=2 is another",
		form:  "DxN", minDims: 2, maxDims: 2, size: regularNodes, drawn: makeRegular},
}

// aliases are named games that are other boards' SPECs.
var aliases = map[string]string{"classic": "grid:5x5", "mini": "torus:4x4", "deluxe": "grid:6x6",
	"lo2000": "grid:5x5,mod=3"}

// games are the aliases, in order, and what was sold.
var games = [][2]string{{"classic", "Lights Out (Tiger, 1995)"}, {"mini", "Mini Lights Out (Tiger)"},
	{"deluxe", "Lights Out Deluxe (Tiger)"}, {"lo2000", "Lights Out 2000 (Tiger)"}}

// Shapes yields an example SPEC of every shape and named game, each with one line about it.
func Shapes() iter.Seq2[string, string] {
	return func(yield func(example, about string) bool) {
		for _, k := range kinds {
			if !yield(k.example, k.about) {
				return
			}
		}
		for _, game := range games {
			if !yield(game[0], game[1]+": "+aliases[game[0]]) {
				return
			}
		}
		yield("graph:FILE", "the board of a puzzle or graph file")
	}
}

// shapeNames are the words a SPEC may begin with.
func shapeNames() []string {
	names := suggest.Names(kinds, func(k kind) string { return k.name })
	return append(append(names, suggest.Names(games, func(game [2]string) string { return game[0] })...), "graph")
}

func findKind(name string) (kind, bool) {
	for _, k := range kinds {
		if k.name == name {
			return k, true
		}
	}
	return kind{}, false
}

// maxCells is the largest board a SPEC may describe. A board this large can be named but no
// engine will take it; the limit keeps cell numbers far from overflow.
const maxCells = min(1<<40, math.MaxInt)

var errTooManyCells = fmt.Errorf("has more than 2^%d cells, the largest board that can be described",
	bits.Len(maxCells-1))

func product(dims []int) (int, error) {
	n := 1
	for _, d := range dims {
		if d > maxCells/n {
			return 0, errTooManyCells
		}
		n *= d
	}
	return n, nil
}

func fixed(n int) func([]int) (int, error) {
	return func([]int) (int, error) { return n, nil }
}
