package drawing

import (
	"fmt"

	"lightsout/board"
)

// Unit is the side of a cell.
const Unit = 100.0

// The largest drawings: of cells side by side, of nodes joined by lines, and how many lines.
const (
	MaxCells = 40_000
	MaxNodes = 2_000
	MaxLines = 20_000
)

// Plan is where everything of a board stands.
type Plan struct {
	board *board.Board
	items []item
	lines []line
	rims  []Shape // without colours: what shows how the sides meet
	names []label // of sides that meet
	box   box     // holds all items, lines and rims
	note  string  // what the drawing cannot show
	cells bool    // cells side by side, rather than nodes

	straight bool // lines need no bends
}

// item is a light, a switch, or both at one place.
type item struct {
	at           Point
	light, press int     // or -1
	outline      []Point // of a cell; nil: a node, which is round if it is a light, otherwise square
	room         float64 // how far it is from the middle to the nearest edge
	selfOff      bool
	numberAt     Point  // where its number goes
	numberAnchor Anchor // and which part of it is there
}

// line joins two items, or goes from one to a point.
type line struct {
	from, to   Point   // on the rims of what is joined
	bend       Point   // off the curve
	by         float64 // how far bend is off the middle; 0: the line is straight
	arrow      bool
	of, toward int // items; toward is -1 if the line ends at the edge of the paper
}

// label is a text of the board itself.
type label struct {
	at   Point
	text string
	size float64
}

type box struct{ low, high Point }

func (b *box) hold(low, high Point) {
	b.low = Point{min(b.low.X, low.X), min(b.low.Y, low.Y)}
	b.high = Point{max(b.high.X, high.X), max(b.high.Y, high.Y)}
}

// New plans the drawing of a board. A graph whose nodes have places ([board.Board.Places]) is drawn as nodes
// there. A board that is too large is a *[board.TooLargeError].
func New(b *board.Board) (*Plan, error) {
	p := &Plan{board: b}
	var places []Point
	for _, at := range b.Places() {
		places = append(places, Point{at[0], at[1]})
	}
	if max(b.Lights(), b.Switches()) > MaxCells {
		return nil, p.tooLarge("boards", b.Lights(), MaxCells, "lights")
	}
	switch lights, _ := b.Sites(); {
	case places == nil && b.Layout() != nil && !IsRing(b):
		p.drawCells(b.Layout())
	case places == nil && b.Shape().Kind == "hypercube" && b.Shape().Dims[0] > maxProjected:
		if err := p.drawLayers(b.Shape().Dims[0]); err != nil {
			return nil, err
		}
	case lights != nil && b.Layout() == nil:
		p.drawCode()
	default:
		if err := p.checkNodes(); err != nil {
			return nil, err
		}
		if b.IsGraph() {
			p.drawGraph(places)
		} else {
			p.drawToggles()
		}
	}
	p.frame()
	return p, nil
}

// IsRing reports whether the board is a ring: a row on squared paper, but not to the eye.
func IsRing(b *board.Board) bool {
	s := b.Shape()
	return len(s.Dims) == 1 && (s.Kind == "cycle" || s.Kind == "torus")
}

// checkNodes refuses a graph with too many nodes or lines.
func (p *Plan) checkNodes() error {
	b := p.board
	if n := max(b.Lights(), b.Switches()); n > MaxNodes {
		return p.tooLarge("graphs", n, MaxNodes, "nodes")
	}
	lines := 0
	for s := range b.Switches() {
		for _, l := range b.Toggles(s) {
			if !b.IsGraph() || l > s { // a line has two ends
				lines++
			}
		}
	}
	if lines > MaxLines {
		return p.tooLarge("graphs", lines, MaxLines, "lines")
	}
	return nil
}

// tooLarge is why n things of a board are not drawn.
func (p *Plan) tooLarge(boards string, n, most int, things string) error {
	return &board.TooLargeError{What: fmt.Sprintf("a drawing of the %d %s of %s", n, things, p.board.Spec()),
		Limit: fmt.Sprintf("%s are drawn up to %d %s", boards, most, things)}
}

// frame finds the box.
func (p *Plan) frame() {
	first := p.items[0].at
	p.box = box{first, first}
	for _, it := range p.items {
		if it.outline == nil {
			r := it.room + 4
			p.box.hold(it.at.minus(Point{r, r}), it.at.plus(Point{r, r}))
		}
		for _, c := range it.outline {
			p.box.hold(c, c)
		}
	}
	for _, l := range p.lines {
		p.box.hold(Shape{Points: []Point{l.from, l.bend, l.to}, Bent: true}.Box())
		p.box.hold(l.from, l.from)
		p.box.hold(l.to, l.to)
	}
	for _, s := range p.rims {
		p.box.hold(s.Box())
	}
	for _, l := range p.names {
		p.box.hold(Shape{Points: []Point{l.at}, Text: l.text, Size: l.size}.Box())
	}
}
