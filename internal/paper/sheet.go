package paper

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"lightsout/internal/drawing"
	"lightsout/internal/suggest"
)

// Sheet says how puzzles are put on pages. Its scenes are in points (1/72 inch).
type Sheet struct {
	// Rows and Cols of puzzles on a page. They are exchanged, or the paper lies on its side, where puzzles are
	// clearly larger then.
	Rows, Cols int
	// Paper is one of [Papers].
	Paper string
	// Title stands on every page, and the lines of Rules below it on those with puzzles.
	Title string
	Rules []string
	// Answers adds pages with the answers at the end.
	Answers bool
	Theme   drawing.Theme
}

// Puzzle is one of them.
type Puzzle struct {
	Plan *drawing.Plan
	Look drawing.Look
	// Name is the board's, where not all are alike, or "".
	Name string
	// Answer is how often each switch is pressed, or nil if there is no answer. Proved: no answer has fewer presses.
	Answer  []int
	Presses int
	Proved  bool
}

type paperSize struct {
	name          string
	width, height float64
}

// papers are the sizes of paper, in points.
var papers = []paperSize{
	{"a4", 595.28, 841.89},
	{"letter", 612, 792},
}

// Papers lists the names.
func Papers() []string { return suggest.Names(papers, func(p paperSize) string { return p.name }) }

// Sizes on a page.
const (
	edge        = 42  // around what is printed
	gutter      = 20  // between puzzles
	caption     = 20  // above a puzzle
	largest     = 40  // a cell
	smallest    = 4   // a cell
	legible     = 4.5 // the smallest text
	titleSize   = 18
	titleHeight = 25
	textSize    = 10
	lineHeight  = 13
	clearly     = 1.1 // how much larger puzzles must be to turn the paper
	dots        = 5   // of the mark of difficulty
)

// Pages puts puzzles on pages, and their answers on further ones.
func (s Sheet) Pages(puzzles []Puzzle) ([]Page, error) {
	at := slices.Index(Papers(), s.Paper)
	if at < 0 {
		return nil, fmt.Errorf("no such paper %q; there is %s", s.Paper, strings.Join(Papers(), " and "))
	}
	w := sheetWriter{Sheet: s, puzzles: puzzles, width: papers[at].width, height: papers[at].height,
		easiest: math.MaxInt}
	for _, p := range puzzles {
		if p.Answer != nil {
			w.easiest, w.hardest = min(w.easiest, p.Presses), max(w.hardest, p.Presses)
		}
	}
	asked := w.side(false)
	w = w.turned(asked)
	pages, err := w.fill(nil, asked)
	if err == nil && s.Answers {
		pages, err = w.fill(pages, w.side(true))
	}
	if err != nil {
		return nil, err
	}
	list := make([]Page, len(pages))
	for i, page := range pages {
		w.footer(page, i+1, len(pages))
		list[i] = Page{page.Scene, drawing.Unit}
	}
	return list, nil
}

// sheetWriter fills pages of a width and a height.
type sheetWriter struct {
	Sheet
	puzzles          []Puzzle
	width, height    float64
	easiest, hardest int
}

// side is what is on a page: puzzles or answers.
type side struct {
	answers  bool
	title    string
	rules    []string
	pictures []*drawing.Scene
	least    []float64 // the smallest cell at which each can be read
}

func (w *sheetWriter) side(answers bool) side {
	s := side{answers: answers, title: w.Title, rules: w.Rules}
	if answers {
		s.title, s.rules = strings.TrimSuffix("Answers: "+w.Title, ": "), []string{w.marks()}
	}
	for _, p := range w.puzzles {
		if answers {
			p.Look.Answer = p.Answer
		}
		picture := p.Plan.Scene(p.Look)
		s.pictures, s.least = append(s.pictures, picture), append(s.least, max(smallest, picture.LegibleAt(legible)))
	}
	return s
}

// turned lays the paper on its side, or exchanges rows and columns, if puzzles are clearly larger then.
func (w sheetWriter) turned(s side) sheetWriter {
	lying, other := w, w
	lying.width, lying.height = w.height, w.width
	other.Rows, other.Cols = w.Cols, w.Rows
	for _, next := range []sheetWriter{lying, other} {
		if next.cell(s) > clearly*w.cell(s) {
			w = next
		}
	}
	return w
}

// slot is the room for a puzzle and its caption.
func (w *sheetWriter) slot(s side) (wide, tall float64) {
	wide = (w.width - 2*edge - float64(w.Cols-1)*gutter) / float64(w.Cols)
	tall = (w.height - edge - textSize - w.top(s) - float64(w.Rows-1)*gutter) / float64(w.Rows)
	return wide, tall
}

// cell is the side of the smallest cell, or 0 if a picture cannot be read.
func (w *sheetWriter) cell(s side) float64 {
	wide, tall := w.slot(s)
	smallest := float64(largest)
	for i, picture := range s.pictures {
		cell := scaleOf(picture, wide, tall) * drawing.Unit
		if cell < s.least[i] {
			return 0
		}
		smallest = min(smallest, cell)
	}
	return smallest
}

// scaleOf is the size of a picture that fits below its caption.
func scaleOf(picture *drawing.Scene, wide, tall float64) float64 {
	return min(wide/picture.Width, (tall-caption)/picture.Height, largest/drawing.Unit)
}

// leaf is a page that is being filled.
type leaf struct {
	*drawing.Scene
	dots bool // it has marks of difficulty
}

// fill appends pages.
func (w *sheetWriter) fill(pages []*leaf, s side) ([]*leaf, error) {
	wide, tall := w.slot(s)
	for i := range w.puzzles {
		at := i % (w.Rows * w.Cols)
		if at == 0 {
			pages = append(pages, w.page(s, len(pages)+1))
		}
		low := drawing.Point{X: edge + float64(at%w.Cols)*(wide+gutter), Y: w.top(s) + float64(at/w.Cols)*(tall+gutter)}
		if err := w.put(pages[len(pages)-1], i, low, wide, tall, s); err != nil {
			return nil, err
		}
	}
	return pages, nil
}

// top is where the puzzles of a page begin.
func (w *sheetWriter) top(s side) float64 {
	top := float64(edge + 10 + len(s.rules)*lineHeight)
	if s.title != "" {
		top += titleHeight
	}
	return top
}

// page begins a page.
func (w *sheetWriter) page(s side, number int) *leaf {
	scene := &drawing.Scene{Width: w.width, Height: w.height,
		Title: strings.TrimPrefix(fmt.Sprintf("%s, page %d", w.Title, number), ", ")}
	add(scene, "page", drawing.Shape{Points: []drawing.Point{{}, {X: w.width}, {X: w.width, Y: w.height},
		{Y: w.height}}, Closed: true, Fill: w.Theme.Page()})
	at := drawing.Point{X: edge, Y: edge}
	write := func(line string, size, height float64) { // smaller if it is long
		fits := size * (w.width - 2*edge) / drawing.TextWidth(line, size)
		w.text(scene, drawing.Point{X: at.X, Y: at.Y + size/2}, line, min(size, fits), drawing.Start)
		at.Y += height
	}
	if s.title != "" {
		write(s.title, titleSize, titleHeight)
	}
	for _, line := range s.rules {
		write(line, textSize, lineHeight)
	}
	return &leaf{Scene: scene}
}

// marks explains the marks of answers.
func (w *sheetWriter) marks() string {
	if slices.ContainsFunc(w.puzzles, func(p Puzzle) bool { return p.Look.States > 2 }) {
		return "× or +1 marks what to press, +2 what to press twice, and so on; the order does not matter."
	}
	return "× marks what to press; the order does not matter."
}

// put draws one puzzle, or its answer, into a rectangle.
func (w *sheetWriter) put(page *leaf, i int, at drawing.Point, wide, tall float64, s side) error {
	picture := s.pictures[i]
	scale := scaleOf(picture, wide, tall)
	if scale*drawing.Unit < s.least[i] {
		return fmt.Errorf("puzzle %d would be too small to read at %dx%d puzzles on a page of %s paper: put fewer "+
			"on a page", i+1, w.Rows, w.Cols, w.Paper)
	}
	left := at.X + (wide-picture.Width*scale)/2
	page.Groups = append(page.Groups, picture.Placed(drawing.Point{X: left, Y: at.Y + caption}, scale)...)
	w.caption(page, i, drawing.Point{X: at.X, Y: at.Y + caption/2 - 1}, wide, picture.Width*scale, s.answers)
	return nil
}

// caption writes a puzzle's number, its mark of difficulty and what it takes: over the picture, which is in the middle,
// or over all of the room if it needs more. What does not fit is left out, first the board's name.
func (w *sheetWriter) caption(page *leaf, i int, at drawing.Point, wide, picture float64, answers bool) {
	const size, small, gap = 13, 8, 8
	p := w.puzzles[i]
	number, says := fmt.Sprint(i+1), words(p)
	need := drawing.TextWidth(number, size) + gap
	marked := !answers && w.easiest < w.hardest &&
		p.Answer != nil && need+dots*8+gap+drawing.TextWidth(says, small) <= wide
	if marked {
		need += dots*8 + gap
	}
	if named := p.Name + ", " + says; p.Name != "" && need+drawing.TextWidth(named, small) <= wide {
		says = named
	}
	need += drawing.TextWidth(says, small)
	half := min(wide, max(picture, need)) / 2
	from, to := at.X+wide/2-half, at.X+wide/2+half
	w.text(page.Scene, drawing.Point{X: from, Y: at.Y}, number, size, drawing.Start)
	if marked {
		page.dots = true
		w.difficulty(page.Scene, drawing.Point{X: from + drawing.TextWidth(number, size) + gap + 4, Y: at.Y}, p.Presses)
	}
	if need <= wide {
		w.text(page.Scene, drawing.Point{X: to, Y: at.Y + 1}, says, small, drawing.End)
	}
}

// words say how many presses a puzzle takes.
func words(p Puzzle) string {
	switch {
	case p.Answer == nil:
		return "no answer"
	case !p.Proved:
		return fmt.Sprintf("at most %d", p.Presses)
	case p.Presses == 1:
		return "1 press"
	default:
		return fmt.Sprintf("%d presses", p.Presses)
	}
}

// difficulty draws dots, the more of them filled the more presses the puzzle takes, among all puzzles of
// the sheet.
func (w *sheetWriter) difficulty(scene *drawing.Scene, at drawing.Point, presses int) {
	level := 1 + (dots-1)*(presses-w.easiest)/(w.hardest-w.easiest)
	var shapes []drawing.Shape
	for k := range dots {
		dot := drawing.Shape{Points: []drawing.Point{{X: at.X + float64(k)*8, Y: at.Y}}, Radius: 2.6,
			Stroke: w.Theme.Text(), Width: 0.8}
		if k < level {
			dot.Fill = w.Theme.Text()
		}
		shapes = append(shapes, dot)
	}
	add(scene, "difficulty", shapes...)
}

// footer numbers a page and explains its dots.
func (w *sheetWriter) footer(page *leaf, number, of int) {
	y := w.height - edge/2
	w.text(page.Scene, drawing.Point{X: w.width - edge, Y: y}, fmt.Sprintf("%d of %d", number, of), 8, drawing.End)
	if page.dots {
		says := fmt.Sprintf("More dots are harder: the puzzles need %d to %d presses.", w.easiest, w.hardest)
		w.text(page.Scene, drawing.Point{X: edge, Y: y}, says, 8, drawing.Start)
	}
}

func (w *sheetWriter) text(scene *drawing.Scene, at drawing.Point, text string, size float64, anchor drawing.Anchor) {
	add(scene, "label", drawing.Shape{Points: []drawing.Point{at}, Text: text, Size: size, Anchor: anchor,
		Fill: w.Theme.Text()})
}

func add(scene *drawing.Scene, part string, shapes ...drawing.Shape) {
	scene.Groups = append(scene.Groups, drawing.Group{Part: part, Light: -1, Switch: -1, Shapes: shapes})
}
