package drawing

import (
	"fmt"
	"image/color"
	"math"
	"strconv"
	"strings"

	"lightsout/board"
	"lightsout/gf2"
)

// Look is what a picture shows on a board.
type Look struct {
	Theme Theme
	// Title is a line above the picture.
	Title string
	// Lights is the state of every light, from 0 (off) to States-1; States 0 means 2.
	Lights []int
	States int
	// Goal is the state of every light in the end; nil means 0.
	Goal []int
	// Answer is how often each switch is pressed; nil: that is not shown.
	Answer []int
	// DontCare are lights that do not matter, Locked switches that must not be pressed. A Vec of length 0 is none.
	DontCare, Locked gf2.Vec
	// Numbers shows the numbers of switches, or of lights where these have places of their own, counted
	// from 1.
	Numbers bool
}

// LookOf shows a puzzle as it is.
func LookOf(p *board.Puzzle) Look {
	look := Look{Theme: themes[0], Numbers: p.Board.Names() != nil, Lights: Numbers(p.On), Goal: Numbers(p.Goal),
		DontCare: p.DontCare, Locked: p.Forbidden}
	if p.Board.States() > 2 {
		look.States = p.Board.States()
	}
	return look
}

// Numbers is the state of every cell, or how often each switch is pressed.
func Numbers(s board.State) []int {
	list := make([]int, s.Len())
	for i, n := range s.All() {
		list[i] = n
	}
	return list
}

// Sizes on the page. Those of a cell hold for a room of half a unit, and shrink with it.
const (
	margin    = 14
	nodeRoom  = 37
	keyRoom   = 24
	labelSize = 30 // of names
	titleSize = 40
	numSize   = 22
)

// painter makes the scene of a look.
type painter struct {
	*Plan
	look  Look
	scene *Scene
	shift Point // of the plan on the page
}

// Scene is the picture.
func (p *Plan) Scene(look Look) *Scene {
	w := &painter{Plan: p, look: look, scene: &Scene{Title: p.words(look)}}
	left, top, right, bottom := w.margins()
	w.shift = Point{left, top}.minus(p.box.low)
	size := p.box.high.minus(p.box.low)
	w.scene.Width, w.scene.Height = size.X+left+right, size.Y+top+bottom
	for _, text := range []label{{text: look.Title, size: titleSize}, {text: p.note, size: labelSize}} {
		if wide := TextWidth(text.text, text.size) + 2*margin; text.text != "" && wide > w.scene.Width {
			w.shift.X += (wide - w.scene.Width) / 2
			w.scene.Width = wide
		}
	}
	t := look.Theme
	w.add("page", Shape{Points: rectangle(Point{}, Point{w.scene.Width, w.scene.Height}), Closed: true, Fill: t.page})
	w.rim()
	w.linesBehind()
	for i := range p.items {
		w.item(&p.items[i])
	}
	w.labels()
	return w.scene
}

func rectangle(low, high Point) []Point {
	return []Point{low, {high.X, low.Y}, high, {low.X, high.Y}}
}

// words is what the picture shows.
func (p *Plan) words(look Look) string {
	on := 0
	for _, s := range look.Lights {
		if s != 0 {
			on++
		}
	}
	spec := p.board.Spec()
	switch { // a picture does not depend on the name of the file that a graph comes from
	case p.board.Shape().Kind == "graph" && p.board.IsGraph():
		spec = "a graph"
	case p.board.Shape().Kind == "graph":
		spec = "switches and lights"
	case len(spec) > 80:
		spec = spec[:77] + "..."
	}
	text := fmt.Sprintf("%s, %d of %d lights on", spec, on, p.board.Lights())
	if look.Title != "" {
		text = look.Title + ": " + text
	}
	return text
}

// margins are around the plan.
func (w *painter) margins() (left, top, right, bottom float64) {
	left, top, right, bottom = margin, margin, margin, margin
	if w.look.Numbers && !w.cells {
		// Numbers stand beside nodes, and nodes at the edge of the picture.
		wide := TextWidth(fmt.Sprint(len(w.items)), numSize) + 10
		for i := range w.board.Names() {
			wide = max(wide, TextWidth(w.name(i), numSize)+10)
		}
		left, right, top, bottom = left+wide, right+wide, top+numSize+4, bottom+numSize+4
	}
	if w.look.Title != "" {
		top += titleSize * 1.5
	}
	if w.note != "" {
		bottom += labelSize * 1.5
	}
	return left, top, right, bottom
}

// add paints shapes that belong to no item.
func (w *painter) add(part string, shapes ...Shape) {
	w.scene.Groups = append(w.scene.Groups, Group{Part: part, Light: -1, Switch: -1, Shapes: shapes})
}

// rim paints how sides meet.
func (w *painter) rim() {
	var shapes []Shape
	for _, s := range w.rims {
		s = s.moved(w.shift)
		if s.Width > 0 {
			s.Stroke = w.look.Theme.rim
		} else {
			s.Fill = w.look.Theme.rim
		}
		shapes = append(shapes, s)
	}
	if shapes != nil {
		w.add("rim", shapes...)
	}
}

func (w *painter) linesBehind() {
	var shapes []Shape
	for _, l := range w.lines {
		colour := w.look.Theme.line
		end := l.to
		if l.arrow {
			forward := l.to.minus(l.bend)
			forward = forward.times(1 / max(forward.length(), 1e-9))
			head := arrowHead(l.to, forward, 20)
			head.Fill = colour
			shapes = append(shapes, head.moved(w.shift))
			end = l.to.minus(forward.times(16))
		}
		s := Shape{Points: []Point{l.from, end}, Stroke: colour, Width: 5}
		if l.by != 0 {
			s.Points, s.Bent = []Point{l.from, l.bend, end}, true
		}
		shapes = append(shapes, s.moved(w.shift))
	}
	if shapes != nil {
		w.add("line", shapes...)
	}
}

// labels paints names, the note and the title.
func (w *painter) labels() {
	t := w.look.Theme
	var shapes []Shape
	text := func(at Point, text string, size float64, anchor Anchor) {
		shapes = append(shapes, Shape{Points: []Point{at}, Text: text, Size: size, Anchor: anchor, Fill: t.text})
	}
	for _, n := range w.names {
		text(n.at.plus(w.shift), n.text, n.size, Middle)
	}
	if w.note != "" {
		text(Point{w.scene.Width / 2, w.scene.Height - margin - labelSize/2}, w.note, labelSize, Middle)
	}
	if w.look.Title != "" {
		text(Point{w.scene.Width / 2, margin + titleSize*0.6}, w.look.Title, titleSize, Middle)
	}
	if shapes != nil {
		w.add("label", shapes...)
	}
}

// item paints a light, a switch, or both.
func (w *painter) item(it *item) {
	g := Group{Part: "item", Light: it.light, Switch: it.press}
	d := itemPainter{w: w, it: it, at: it.at.plus(w.shift), size: min(it.room/(Unit/2), 1.2), group: &g}
	switch {
	case it.light < 0:
		d.size = it.room / keyRoom * 0.8
	case it.outline == nil:
		d.size = it.room / nodeRoom * 0.84
	}
	d.paint()
	w.scene.Groups = append(w.scene.Groups, g)
}

// itemPainter paints one item. size is 1 for the square cell.
type itemPainter struct {
	w     *painter
	it    *item
	at    Point
	size  float64
	on    bool
	group *Group
}

func (d *itemPainter) add(s Shape) { d.group.Shapes = append(d.group.Shapes, s) }

// around scales a place given for the square cell.
func (d *itemPainter) around(x, y float64) Point { return d.at.plus(Point{x, y}.times(d.size)) }

func (d *itemPainter) circle(r float64, fill, stroke color.NRGBA, width, dash float64) {
	d.add(Shape{Points: []Point{d.at}, Radius: r * d.size, Fill: fill, Stroke: stroke, Width: width * d.size,
		Dash: dash * d.size})
}

func (d *itemPainter) strokes(colour color.NRGBA, width float64, points ...Point) {
	for i, p := range points {
		points[i] = d.around(p.X, p.Y)
	}
	d.add(Shape{Points: points, Stroke: colour, Width: width * d.size})
}

func (d *itemPainter) text(text string, size float64, colour color.NRGBA) {
	d.add(Shape{Points: []Point{d.at}, Text: text, Size: size * d.size, Fill: colour})
}

func (d *itemPainter) paint() {
	look := d.w.look
	if d.it.light >= 0 && look.Lights != nil {
		d.group.State = look.Lights[d.it.light]
		d.on = d.group.State != 0
	}
	d.base()
	if d.it.light >= 0 {
		d.light()
	}
	d.marks()
	if look.Numbers {
		d.number()
	}
}

// base is the cell or node itself.
func (d *itemPainter) base() {
	t := d.w.look.Theme
	fill, rim, width := t.off, t.offRim, 3.0
	switch {
	case d.it.light < 0:
		fill, rim = t.key, t.keyRim
	case d.on:
		fill, rim, width = t.on, t.onRim, 4
	}
	dash := 0.0
	if d.it.selfOff {
		dash = 9
	}
	switch {
	case d.it.outline != nil:
		corners := make([]Point, len(d.it.outline))
		inset := 1 - 6/d.it.room
		for i, c := range d.it.outline {
			corners[i] = d.it.at.plus(c.minus(d.it.at).times(inset)).plus(d.w.shift)
		}
		d.add(Shape{Points: corners, Closed: true, Round: 0.34 * d.it.room, Fill: fill, Stroke: rim, Width: width,
			Dash: dash})
	case d.it.light < 0:
		r := d.it.room
		d.add(Shape{Points: square(d.at.minus(Point{r, r}), 2*r), Closed: true, Round: r / 3, Fill: fill, Stroke: rim,
			Width: width, Dash: dash})
	default:
		d.add(Shape{Points: []Point{d.at}, Radius: d.it.room, Fill: fill, Stroke: rim, Width: width, Dash: dash})
	}
}

// light is the disc or the ring.
func (d *itemPainter) light() {
	look, t := d.w.look, d.w.look.Theme
	r, corner, size := 26.0, Point{31, 28}, 28.0
	if d.it.outline != nil && len(d.it.outline) != 4 { // these have no corners for labels
		corner, size = Point{27, 20}, 24
		if look.Numbers {
			r = 19
		}
	}
	if d.on {
		d.circle(r, d.bulb(), t.bulbRim, 4, 0)
	}
	if digits := d.digits(); digits != "" {
		d.text(digits, []float64{34, 30, 22}[len(digits)-1], d.onBulb())
	} else if !d.on {
		d.circle(8, color.NRGBA{}, t.dot, 4, 0)
	}
	switch {
	case look.DontCare.Len() > 0 && look.DontCare.Bit(d.it.light):
		d.add(Shape{Points: []Point{d.around(corner.X, corner.Y)}, Text: "?", Size: size * d.size, Fill: d.ink(t.text)})
	case look.Goal != nil && look.Goal[d.it.light] != 0:
		d.circle(r+7, color.NRGBA{}, d.ink(t.press), 4, 6)
		if look.States > 2 {
			d.add(Shape{Points: []Point{d.around(corner.X, corner.Y)}, Text: digit(look.Goal[d.it.light]),
				Size: size * d.size, Fill: d.ink(t.text)})
		}
	}
}

// presses is how often the item is pressed.
func (d *itemPainter) presses() int {
	if d.w.look.Answer == nil || d.it.press < 0 {
		return 0
	}
	return d.w.look.Answer[d.it.press]
}

// digits is the state of a light with more than two states, and how often it is pressed: 1+2.
func (d *itemPainter) digits() (text string) {
	if d.w.look.States > 2 && d.on {
		text = digit(d.group.State)
	}
	if times := d.presses(); d.w.look.States > 2 && times > 0 {
		text += "+" + digit(times)
	}
	return text
}

// digit writes a state as puzzle files do.
func digit(state int) string { return strconv.FormatInt(int64(state), 36) }

// bulb is the colour of the disc. From state 2 on each state has a hue of its own, besides its digit, unless
// the theme is without colours.
func (d *itemPainter) bulb() color.NRGBA {
	b := d.w.look.Theme.bulb
	grey := b.R == b.G && b.G == b.B
	if d.group.State < 2 || grey {
		return b
	}
	return stateHue(d.group.State, d.w.look.States)
}

// hue is a light colour, red and back to red as the number goes from 0 to 1, which begins beside amber.
func hue(at float64) color.NRGBA {
	channel := func(shift float64) uint8 {
		return uint8(math.Round(190 + 60*math.Cos(2*math.Pi*(at+0.12+shift))))
	}
	return color.NRGBA{channel(0), channel(2.0 / 3), channel(1.0 / 3), 0xff}
}

// StateColours is the colour of the disc for each of so many states, as CSS writes it, for who draws lights as
// they are pressed; "" for states 0 and 1, whose colours are the theme's.
func StateColours(states int) []string {
	colours := make([]string, states)
	for s := 2; s < states; s++ {
		colours[s] = hexColour(stateHue(s, states))
	}
	return colours
}

// stateHue is the hue of a state from 2 on.
func stateHue(state, states int) color.NRGBA { return hue(float64(state-1) / float64(states-1)) }

// onBulb is a colour that can be read on the disc, or where it would be.
func (d *itemPainter) onBulb() color.NRGBA {
	b := d.bulb()
	if !d.on {
		return d.mark()
	}
	if int(b.R)+int(b.G)+int(b.B) < 3*128 {
		return hex(0xffffff)
	}
	return hex(0x000000)
}

// mark is the colour of marks in the middle of the item, and ink of those beside the disc.
func (d *itemPainter) mark() color.NRGBA {
	if d.on {
		return d.w.look.Theme.pressOn
	}
	return d.w.look.Theme.press
}

func (d *itemPainter) ink(otherwise color.NRGBA) color.NRGBA {
	if d.on {
		return d.w.look.Theme.onText
	}
	return otherwise
}

// marks are what the picture says about the item.
func (d *itemPainter) marks() {
	look, t := d.w.look, d.w.look.Theme
	if d.it.press < 0 {
		return
	}
	switch times := d.presses(); {
	case look.States > 2 && d.it.light >= 0: // its digits say it
	case times == 1:
		d.strokes(d.mark(), 9, Point{-14, -14}, Point{14, 14})
		d.strokes(d.mark(), 9, Point{14, -14}, Point{-14, 14})
	case times > 1:
		d.text("+"+digit(times), 36, d.mark())
	}
	if look.Locked.Len() > 0 && look.Locked.Bit(d.it.press) {
		d.strokes(d.ink(t.text), 5, Point{-30, 30}, Point{30, -30})
	}
}

// name is what a switch or a light is called: its name, clipped where it is long, or its number.
func (w *painter) name(i int) string {
	const most = 20
	names := w.board.Names()
	if names == nil {
		return fmt.Sprint(i + 1)
	}
	if runes := []rune(names[i]); len(runes) > most {
		return string(runes[:most-1]) + "…"
	}
	return names[i]
}

// number is the item's number, or its name.
func (d *itemPainter) number() {
	i := d.it.press
	if i < 0 {
		i = d.it.light
	}
	t := d.w.look.Theme
	s := Shape{Points: []Point{d.it.numberAt.plus(d.w.shift)}, Text: d.w.name(i), Size: numSize,
		Anchor: d.it.numberAnchor, Fill: t.text}
	if d.it.outline != nil {
		s.Fill = d.ink(t.text)
		if len(s.Text) > 2 || len(d.it.outline) != 4 {
			s.Size = 18
		}
	} else { // over the lines, which it may cross
		low, high := s.Box()
		d.add(Shape{Points: rectangle(low, high), Closed: true, Fill: t.page})
	}
	d.add(s)
}

// LegibleAt is the least size of a cell, in the unit of the size that is given, at which no text of the
// picture is smaller than that.
func (s *Scene) LegibleAt(size float64) float64 {
	least := math.Inf(1)
	for _, g := range s.Groups {
		for _, shape := range g.Shapes {
			if shape.Text != "" && strings.TrimSpace(shape.Text) != "" {
				least = min(least, shape.Size)
			}
		}
	}
	return size * Unit / least
}
