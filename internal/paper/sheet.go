package paper

import (
	"fmt"
	"math"
	"strings"

	"lightsout/gf2"
	"lightsout/internal/drawing"
	"lightsout/internal/suggest"
)

// Sheet says how puzzles are put on pages. Its scenes are in points (1/72 inch).
type Sheet struct {
	// Rows and Cols of puzzles on a page.
	Rows, Cols int
	// Paper is one of [Papers].
	Paper string
	// Title stands on every page, Rules below it on the first.
	Title, Rules string
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
	// Answer is how often each switch is pressed, or nil if there is no answer, in which case Witness
	// says why. Proved: no answer has fewer presses.
	Answer  []int
	Presses int
	Proved  bool
	Witness gf2.Vec
}

// papers are the sizes of paper, in points.
var papers = []struct {
	name          string
	width, height float64
}{
	{"a4", 595.28, 841.89},
	{"letter", 612, 792},
}

// Papers lists the names.
func Papers() []string {
	var names []string
	for _, p := range papers {
		names = append(names, p.name)
	}
	return names
}

// Sizes on a page.
const (
	edge        = 42  // around what is printed
	gutter      = 20  // between puzzles
	caption     = 20  // above a puzzle
	largest     = 40  // a cell
	smallest    = 4   // a cell
	comfortable = 8   // a cell of an answer, if the puzzle's is not smaller
	legible     = 4.5 // the smallest text
	titleSize   = 18
	textSize    = 10
	dots        = 5 // of the mark of difficulty
)

// Pages puts puzzles on pages, and their answers on further ones.
func (s Sheet) Pages(puzzles []Puzzle) ([]Page, error) {
	w := sheetWriter{Sheet: s, puzzles: puzzles, easiest: math.MaxInt, least: math.Inf(1)}
	found := false
	for _, p := range papers {
		if p.name == s.Paper {
			w.width, w.height, found = p.width, p.height, true
		}
	}
	if !found {
		return nil, fmt.Errorf("no such paper %q%s; there is %s", s.Paper, suggest.DidYouMean(s.Paper, Papers()), strings.Join(Papers(), " and "))
	}
	for _, p := range puzzles {
		if p.Answer != nil {
			w.easiest, w.hardest = min(w.easiest, p.Presses), max(w.hardest, p.Presses)
		}
	}
	if err := w.write(s.Rows, s.Cols, false); err != nil {
		return nil, err
	}
	if s.Answers {
		if err := w.writeAnswers(); err != nil {
			return nil, err
		}
	}
	pages := make([]Page, len(w.pages))
	for i, scene := range w.pages {
		w.footer(scene, i+1, len(w.pages))
		pages[i] = Page{scene, drawing.Unit}
	}
	return pages, nil
}

// writeAnswers puts as many answers on a page as can be read: they need less room than puzzles.
func (w *sheetWriter) writeAnswers() (err error) {
	least, done := min(w.least, comfortable), len(w.pages)
	for _, more := range [...][2]int{{4, 4}, {4, 3}, {3, 4}, {3, 3}, {4, 2}, {3, 2}, {2, 2}} { // halves
		w.pages, w.least = w.pages[:done], math.Inf(1)
		rows, cols := (w.Rows*more[0]+1)/2, (w.Cols*more[1]+1)/2
		if err = w.write(rows, cols, true); err == nil && (w.least >= least && w.slot(cols) >= 62 || more == [2]int{2, 2}) {
			return nil
		}
	}
	return err
}

// slot is the width of a puzzle.
func (w *sheetWriter) slot(cols int) float64 {
	return (w.width - 2*edge - float64(cols-1)*gutter) / float64(cols)
}

// sheetWriter fills the pages.
type sheetWriter struct {
	Sheet
	puzzles          []Puzzle
	width, height    float64
	pages            []*drawing.Scene
	easiest, hardest int
	least            float64 // the smallest cell
}

// write puts all puzzles, or their answers, on new pages of rows and columns.
func (w *sheetWriter) write(rows, cols int, answers bool) error {
	var scene *drawing.Scene
	top := 0.0
	for i := range w.puzzles {
		at := i % (rows * cols)
		if at == 0 {
			scene, top = w.page(answers, i == 0)
		}
		wide := w.slot(cols)
		tall := (w.height - edge - textSize - top - float64(rows-1)*gutter) / float64(rows)
		low := drawing.Point{X: edge + float64(at%cols)*(wide+gutter), Y: top + float64(at/cols)*(tall+gutter)}
		if wide <= 0 || tall <= caption {
			return fmt.Errorf("%dx%d puzzles do not fit on a page of %s paper: put fewer on a page", w.Rows, w.Cols, w.Paper)
		}
		if err := w.put(scene, i, low, wide, tall, answers); err != nil {
			return err
		}
	}
	return nil
}

// page begins a page and returns where its puzzles begin.
func (w *sheetWriter) page(answers, first bool) (*drawing.Scene, float64) {
	scene := &drawing.Scene{Width: w.width, Height: w.height, Title: strings.TrimSpace(fmt.Sprintf("%s, page %d", w.Title, len(w.pages)+1))}
	w.pages = append(w.pages, scene)
	add(scene, "page", drawing.Shape{Points: []drawing.Point{{}, {X: w.width}, {X: w.width, Y: w.height}, {Y: w.height}}, Closed: true, Fill: w.Theme.Page()})
	top := float64(edge)
	title := w.Title
	if answers {
		title = strings.TrimSuffix("Answers: "+title, ": ")
	}
	if title != "" {
		size := min(titleSize, titleSize*(w.width-2*edge)/drawing.TextWidth(title, titleSize))
		w.text(scene, drawing.Point{X: edge, Y: top + titleSize/2}, title, size, drawing.Start)
		top += titleSize * 1.4
	}
	if w.Rules != "" && !answers {
		if first {
			size := min(textSize, textSize*(w.width-2*edge)/drawing.TextWidth(w.Rules, textSize))
			w.text(scene, drawing.Point{X: edge, Y: top + textSize/2}, w.Rules, size, drawing.Start)
		}
		top += textSize * 1.8
	}
	return scene, top + 6
}

// put draws one puzzle, or its answer, into a rectangle.
func (w *sheetWriter) put(scene *drawing.Scene, i int, at drawing.Point, wide, tall float64, answers bool) error {
	p := w.puzzles[i]
	if answers {
		p.Look.Answer, p.Look.Witness = p.Answer, p.Witness
	}
	picture := p.Plan.Scene(p.Look)
	scale := min(wide/picture.Width, (tall-caption)/picture.Height, largest/drawing.Unit)
	if cell := scale * drawing.Unit; cell < smallest || cell < picture.LegibleAt(legible) {
		return fmt.Errorf("puzzle %d would be too small to read at %dx%d puzzles on a page of %s paper: put fewer on a page", i+1, w.Rows, w.Cols, w.Paper)
	}
	w.least = min(w.least, scale*drawing.Unit)
	left := at.X + (wide-picture.Width*scale)/2
	scene.Groups = append(scene.Groups, picture.Placed(drawing.Point{X: left, Y: at.Y + caption}, scale)...)
	// The caption is as wide as the picture if there is room for it.
	from, to := left+margin*scale, left+(picture.Width-margin)*scale
	number, says := fmt.Sprint(i+1), words(p)
	need := drawing.TextWidth(number, 13) + 8
	if !answers {
		need += 16 + dots*8
	}
	if named := p.Name + ", " + says; p.Name != "" && need+drawing.TextWidth(named, 8) <= wide {
		says = named
	}
	need += drawing.TextWidth(says, 8)
	if to-from < need {
		from, to = max(at.X, left+picture.Width*scale/2-need/2), min(at.X+wide, left+picture.Width*scale/2+need/2)
	}
	middle := at.Y + caption/2 - 1
	w.text(scene, drawing.Point{X: from, Y: middle}, number, 13, drawing.Start)
	if !answers && w.easiest < w.hardest && p.Answer != nil {
		w.difficulty(scene, drawing.Point{X: from + drawing.TextWidth(number, 13) + 12, Y: middle}, p.Presses)
	}
	if drawing.TextWidth(says, 8) < to-from-drawing.TextWidth(number, 13)-4 {
		w.text(scene, drawing.Point{X: to, Y: middle + 1}, says, 8, drawing.End)
	}
	return nil
}

// margin is that of a scene.
const margin = 14

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
		dot := drawing.Shape{Points: []drawing.Point{{X: at.X + float64(k)*8, Y: at.Y}}, Radius: 2.6, Stroke: w.Theme.Text(), Width: 0.8}
		if k < level {
			dot.Fill = w.Theme.Text()
		}
		shapes = append(shapes, dot)
	}
	add(scene, "difficulty", shapes...)
}

// footer numbers a page and explains the dots.
func (w *sheetWriter) footer(scene *drawing.Scene, page, pages int) {
	y := w.height - edge/2
	w.text(scene, drawing.Point{X: w.width - edge, Y: y}, fmt.Sprintf("%d of %d", page, pages), 8, drawing.End)
	if w.easiest < w.hardest {
		w.text(scene, drawing.Point{X: edge, Y: y}, fmt.Sprintf("dots: how hard, by the fewest presses, from %d to %d", w.easiest, w.hardest), 8, drawing.Start)
	}
}

func (w *sheetWriter) text(scene *drawing.Scene, at drawing.Point, text string, size float64, anchor drawing.Anchor) {
	add(scene, "label", drawing.Shape{Points: []drawing.Point{at}, Text: text, Size: size, Anchor: anchor, Fill: w.Theme.Text()})
}

func add(scene *drawing.Scene, part string, shapes ...drawing.Shape) {
	scene.Groups = append(scene.Groups, drawing.Group{Part: part, Light: -1, Switch: -1, Shapes: shapes})
}
