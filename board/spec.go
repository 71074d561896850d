package board

import (
	"errors"
	"fmt"
	"iter"
	"math"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"lightsout/internal/suggest"
)

// maxCells is the largest board a SPEC may describe. A board this large can be named but no
// engine will take it; the limit keeps cell numbers far from overflow.
const maxCells = min(1<<40, math.MaxInt)

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
	// words instead of numbers follow the colon; dims is then the place of the word among them.
	words []string
}

// kinds is every shape that has a SPEC of its own, apart from graph files. To add one, write a file
// with its toggler and add a row.
var kinds = []kind{
	{name: "grid", example: "grid:3x3x3", about: "rows and columns, or more sides; 5x5 is short for grid:5x5",
		form: "RxC, or any number of sides: 3x3x3", minDims: 1, maxDims: 40, size: product, edge: edgeEnds},
	{name: "torus", example: "torus:4x4", about: "a grid where every edge meets the opposite one; any number of sides",
		form: "RxC, or any number of sides: 3x3x3", minDims: 1, maxDims: 40, size: product, edge: edgeTorus},
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
}

// aliases are named games that are other boards' SPECs.
var aliases = map[string]string{"classic": "grid:5x5", "mini": "torus:4x4", "deluxe": "grid:6x6",
	"lo2000": "grid:5x5,mod=3"}

// games are the names of the aliases, in order.
var games = []string{"classic", "mini", "deluxe", "lo2000"}

// Shapes yields an example SPEC of every shape and named game, each with one line about it.
func Shapes() iter.Seq2[string, string] {
	return func(yield func(example, about string) bool) {
		for _, k := range kinds {
			if !yield(k.example, k.about) {
				return
			}
		}
		for _, name := range games {
			if !yield(name, "a game that was sold: "+aliases[name]) {
				return
			}
		}
		yield("graph:FILE", "the board of a puzzle or graph file")
	}
}

// shapeNames are the words a SPEC may begin with.
func shapeNames() []string {
	return append(append(suggest.Names(kinds, func(k kind) string { return k.name }), games...), "graph")
}

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

// Parse reads a SPEC: a shape such as 5x5, torus:4x4 or hypercube:7, or a named game, with options after commas.
// It opens no file, so that SPECs may come from anywhere: graph:FILE is for package puzzlefile.
func Parse(spec string) (*Board, error) {
	spec = strings.TrimSpace(spec)
	b, err := parseShape(spec)
	if err == nil {
		return b.ready(), nil
	}
	if meant := Meant(spec); meant != "" && !strings.Contains(err.Error(), strconv.Quote(meant)) {
		err = errors.New("write " + meant)
	}
	return nil, fmt.Errorf("board %q: %w", clip(spec), err)
}

// clip keeps an error message readable when a whole file was pasted where a SPEC belongs.
func clip(s string) string { return suggest.Clip(s, 80) }

// WithOptions is the board with further options of a SPEC, "self=off,switches=edges,mod=3". Boards that no SPEC
// describes take these three too.
func (b *Board) WithOptions(text string) (*Board, error) {
	opt, err := parseOptions(text)
	switch {
	case err != nil:
		return nil, err
	case opt.given || opt.mask != nil:
		return nil, fmt.Errorf("only self=, switches= and mod= can be added to %s", clip(b.spec))
	case opt.states > 0 && b.states > 0 && opt.states != b.states:
		return nil, fmt.Errorf("%s says that lights have %d states, not %d", clip(b.spec), b.states, opt.states)
	}
	if opt.self == "off" {
		b, err = b.selfOff()
	}
	if err == nil && opt.edges {
		b, err = b.onEdges()
	}
	if err != nil {
		return nil, err
	}
	return b.withStates(max(opt.states, b.States())), nil
}

// selfOff is the board with presses that leave their own light alone.
func (b *Board) selfOff() (*Board, error) {
	switch {
	case !b.IsGraph():
		return nil, errors.New("self=off needs a board whose switches are its lights")
	case b.shape.Kind == "graph":
		return withoutSelf(b), nil
	case b.shape.SelfOff:
		return b, nil
	}
	plain, mod, _ := strings.Cut(b.spec, ",mod=")
	if mod != "" {
		mod = ",mod=" + mod
	}
	return Parse(plain + ",self=off" + mod)
}

func parseShape(spec string) (*Board, error) {
	head, options, _ := strings.Cut(spec, ",")
	if full, ok := aliases[head]; ok {
		head, options, _ = strings.Cut(strings.TrimSuffix(full+","+options, ","), ",")
	}
	name, numbers, hasNumbers := strings.Cut(head, ":")
	if !hasNumbers && head != "" && strings.Trim(head, "0123456789") == "" {
		return nil, fmt.Errorf("a number alone could be a square or a row; write %sx%s or path:%s", clip(head),
			clip(head), clip(head))
	}
	if !hasNumbers && head != "" && head[0] >= '0' && head[0] <= '9' {
		name, numbers, hasNumbers = "grid", head, true
	}
	k, ok := findKind(name)
	if !ok {
		if name == "graph" {
			return nil, errors.New("names a file, which is not opened here; name a shape, or list what each " +
				"switch flips")
		}
		if name == "" {
			return nil, fmt.Errorf("names no shape: try 5x5, torus:4x4 or hypercube:4")
		}
		return nil, fmt.Errorf("no such shape %q%s; the shapes are %s", clip(name), meant(name, numbers),
			strings.Join(shapeNames(), " "))
	}
	dims, err := k.dims(numbers, hasNumbers)
	if err != nil {
		return nil, err
	}
	cells, err := k.size(dims)
	if err != nil {
		return nil, err
	}
	var opt shapeOptions
	if options != "" || strings.HasSuffix(spec, ",") {
		if opt, err = parseOptions(options); err != nil {
			return nil, err
		}
	}
	b, err := k.board(dims, cells, opt)
	if err == nil && opt.edges {
		b, err = b.onEdges()
	}
	if err != nil {
		return nil, err
	}
	return b.withStates(max(opt.states, 2)), nil
}

// meant suggests a SPEC for one whose shape is not known: with its numbers, if they suit the shape.
func meant(name, numbers string) string {
	near := suggest.Nearest(name, shapeNames())
	if near == "" {
		return ""
	}
	if spec := near + ":" + numbers; numbers != "" && near != "graph" {
		if _, err := Parse(spec); err == nil {
			near = spec
		}
	}
	return fmt.Sprintf(" (did you mean %q?)", near)
}

func findKind(name string) (kind, bool) {
	for _, k := range kinds {
		if k.name == name {
			return k, true
		}
	}
	return kind{}, false
}

func (k kind) dims(text string, given bool) ([]int, error) {
	if k.words != nil {
		return k.word(text)
	}
	if k.maxDims == 0 {
		if given {
			return nil, fmt.Errorf("%s takes no numbers", k.name)
		}
		return nil, nil
	}
	if !given || text == "" {
		return nil, fmt.Errorf("%s needs its size: %s:%s", k.name, k.name, k.form)
	}
	parts := strings.Split(strings.NewReplacer("X", "x", "×", "x", "*", "x").Replace(text), "x")
	if len(parts) < k.minDims || len(parts) > k.maxDims {
		return nil, fmt.Errorf("%s takes %s, not %q", k.name, k.form, clip(text))
	}
	dims := make([]int, len(parts))
	for i, p := range parts {
		n, err := strconv.Atoi(p)
		if err != nil || p[0] == '+' || p[0] == '-' {
			if strings.Trim(p, "0123456789") == "" && p != "" {
				return nil, fmt.Errorf("%s is out of range", clip(p))
			}
			return nil, fmt.Errorf("%q is not a whole number; %s takes %s", clip(p), k.name, k.form)
		}
		if n < 1 {
			return nil, fmt.Errorf("sizes start at 1, not %d", n)
		}
		dims[i] = n
	}
	return dims, nil
}

// word is dims for a kind whose SPECs have a word where others have numbers.
func (k kind) word(text string) ([]int, error) {
	if text == "" {
		return nil, fmt.Errorf("which one? Write %s:%s", k.name, k.form)
	}
	i := slices.Index(k.words, text)
	if i < 0 {
		return nil, fmt.Errorf("no such %s board %q%s; they are %s", k.name, clip(text),
			suggest.DidYouMean(text, k.words), strings.Join(k.words, " "))
	}
	return []int{i}, nil
}

// numbers is what follows the name of a SPEC.
func (k kind) numbers(dims []int) string {
	if k.words != nil {
		return ":" + k.words[dims[0]]
	}
	return joinDims(dims)
}

// shapeOptions is what follows the commas of a SPEC.
type shapeOptions struct {
	pattern pattern
	given   bool // a pattern was named
	self    string
	mask    []string
	states  int // of a light; 0: not given
	edges   bool
}

var optionNames = []string{"pattern", "self", "switches", "mask", "mod"}

func parseOptions(text string) (shapeOptions, error) {
	var opt shapeOptions
	seen := map[string]bool{}
	for _, o := range strings.Split(text, ",") {
		name, value, hasValue := strings.Cut(o, "=")
		if seen[name] {
			return opt, fmt.Errorf("option %s is given twice", name)
		}
		seen[name] = true
		var err error
		switch {
		case name == "pattern" && hasValue:
			opt.pattern, err = parsePattern(value)
			opt.given = true
		case name == "self" && hasValue:
			if opt.self = value; value != "on" && value != "off" {
				err = fmt.Errorf("self= takes on or off, not %q", clip(value))
			}
		case name == "switches" && hasValue:
			if opt.edges = value == "edges"; !opt.edges {
				err = fmt.Errorf("switches= takes edges, not %q", clip(value))
			}
		case name == "mask" && hasValue:
			opt.mask, err = parseMask(value)
		case name == "mod" && hasValue:
			opt.states, err = parseStates(value)
		default:
			err = noOption(name, hasValue)
		}
		if err != nil {
			return opt, err
		}
	}
	if opt.self != "" {
		opt.pattern.selfOff = opt.self == "off"
	}
	return opt, nil
}

// noOption says what is wrong with an option that is none, or has no value.
func noOption(name string, hasValue bool) error {
	switch {
	case name == "":
		return fmt.Errorf("an option is missing after a comma")
	case hasValue || suggest.Nearest(name, optionNames) == "":
		return fmt.Errorf("no such option %q%s; options are pattern= self= switches= mask= mod=", clip(name),
			suggest.DidYouMean(name, optionNames))
	default:
		return fmt.Errorf("option %s needs a value: %s=…", clip(name), suggest.Nearest(name, optionNames))
	}
}

// parseMask reads which cells are there: rows of # (a cell) and _ (a hole).
func parseMask(text string) ([]string, error) {
	rows := strings.Split(text, "/")
	for i, row := range rows {
		if strings.Trim(row, "#_") != "" {
			return nil, fmt.Errorf("mask row %d: a mask is written with # for a cell and _ for a hole", i+1)
		}
	}
	return rows, nil
}

// maxPatternAxes bounds the patterns that grow exponentially with the number of axes.
const maxPatternAxes = 10

// board puts a shape together once its numbers and options are known to be in range.
func (k kind) board(dims []int, cells int, opt shapeOptions) (*Board, error) {
	if k.code != nil {
		return k.codeBoard(dims, opt)
	}
	if k.tiles != nil {
		return k.tiledBoard(dims, cells, opt)
	}
	b := &Board{
		switches: cells, lights: cells, graph: true,
		shape: Shape{Kind: k.name, Dims: dims, Pattern: opt.pattern.name, SelfOff: opt.pattern.selfOff},
	}
	b.spec = k.name + k.numbers(dims) + opt.pattern.options()
	if k.words != nil {
		b.shape.Dims = nil
	}
	named := k.name == "path" || k.name == "cycle"
	switch {
	case (k.edge == nil || named) && opt.given:
		return nil, fmt.Errorf("pattern= needs a board made of rows and columns; %s is not", k.name)
	case opt.mask != nil && (k.edge == nil || len(dims) != 2):
		return nil, fmt.Errorf("mask= needs a board of rows and columns")
	case opt.pattern.name == "picture" && len(dims) != 2:
		return nil, fmt.Errorf("a pattern picture has two sides, the board %d", len(dims))
	case opt.pattern.name != "" && len(dims) > maxPatternAxes:
		return nil, fmt.Errorf("pattern=%s goes up to %d sides", opt.pattern.name, maxPatternAxes)
	}
	if k.edge == nil {
		b.toggles, b.layout = k.make(dims, !opt.pattern.selfOff)
		return b, nil
	}
	g := &lattice{dims: dims, steps: opt.pattern.steps(len(dims)), wrap: k.edge, cells: cells,
		full: opt.pattern.name == crossFull}
	if !opt.pattern.selfOff {
		g.steps = append(g.steps, make([]int, len(dims)))
	}
	b.toggles, b.layout = g, latticeLayout(dims)
	if opt.mask != nil {
		return b.masked(g, opt.mask)
	}
	return b, nil
}

func joinDims(dims []int) string {
	var s strings.Builder
	for i, d := range dims {
		s.WriteByte(":x"[min(i, 1)])
		s.WriteString(strconv.Itoa(d))
	}
	return s.String()
}

// masked cuts holes into a board of rows and columns.
func (b *Board) masked(g *lattice, mask []string) (*Board, error) {
	rows, cols := g.dims[0], g.dims[1]
	h, err := cutHoles(mask, rows, func(int) int { return cols })
	if err != nil || h == nil {
		return b, err
	}
	g.holes, g.cells = h, len(h.place)
	b.layout = &table{rows, cols, h.cell, h.place}
	b.switches, b.lights = g.cells, g.cells
	b.shape.Masked = true
	b.spec += ",mask=" + strings.Join(mask, "/")
	return b, nil
}

// cutHoles numbers the cells that a mask leaves of rows of the given lengths; nil if it leaves all of them. The mask
// has as many characters as the board has places, so the text that was read bounds the memory taken here.
func cutHoles(mask []string, rows int, length func(row int) int) (*holes, error) {
	if len(mask) != rows {
		return nil, fmt.Errorf("the mask has %d rows, the board %d", len(mask), rows)
	}
	h := &holes{}
	for r, row := range mask {
		if len(row) != length(r) {
			return nil, fmt.Errorf("mask row %d has %d cells, the board %d there", r+1, len(row), length(r))
		}
		for _, ch := range []byte(row) {
			cell := int32(-1)
			if ch == '#' {
				cell = int32(len(h.place))
				h.place = append(h.place, int32(len(h.cell)))
			}
			h.cell = append(h.cell, cell)
		}
	}
	switch len(h.place) {
	case 0:
		return nil, errors.New("the mask leaves no cell")
	case len(h.cell):
		return nil, nil
	}
	return h, nil
}

// withoutSelf is a listed board whose presses leave their own light alone.
func withoutSelf(b *Board) *Board {
	toggles := make([][]int, b.switches)
	for s := range toggles {
		for _, l := range b.Toggles(s) {
			if l != s {
				toggles[s] = append(toggles[s], l)
			}
		}
	}
	c := *b
	c.spec = "graph:" + listedName(b) + ",self=off"
	if b.states > 2 {
		c.spec += fmt.Sprintf(",mod=%d", b.states)
	}
	c.toggles = newLists(toggles)
	c.shape.SelfOff = true
	return &c
}

// number reads a count or an index written in decimal digits only, from low to high.
func number(text string, low, high int) (n int, ok bool) {
	if text == "" || strings.Trim(text, "0123456789") != "" {
		return 0, false
	}
	n, err := strconv.Atoi(text)
	return n, err == nil && n >= low && n <= high
}
