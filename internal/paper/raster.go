package paper

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"math"

	"golang.org/x/image/vector"

	"lightsout/internal/drawing"
)

// MaxPixels is the largest image that is painted.
const MaxPixels = 1 << 26

// Size is how many pixels the image of a scene has across and down, at so many pixels per cell.
func Size(s *drawing.Scene, pixels float64) (width, height int) {
	return int(math.Ceil(s.Width*pixels/drawing.Unit - 1e-6)), int(math.Ceil(s.Height*pixels/drawing.Unit - 1e-6))
}

// Image paints a scene with that many pixels per cell.
func Image(s *drawing.Scene, pixels float64) (*image.RGBA, error) {
	width, height := Size(s, pixels)
	if width < 1 || height < 1 || width > MaxPixels/height {
		return nil, fmt.Errorf("an image of %d×%d pixels is out of range: it may have at most %d in all", width, height, MaxPixels)
	}
	p := painter{img: image.NewRGBA(image.Rect(0, 0, width, height)), scale: pixels / drawing.Unit}
	for _, g := range s.Groups {
		for _, shape := range g.Shapes {
			if err := p.paint(shape); err != nil {
				return nil, err
			}
		}
	}
	return p.img, nil
}

// painter fills areas of an image. What is filled at once is gathered in area, whose parts all turn the
// same way, so that they do not cancel where they overlap.
type painter struct {
	img   *image.RGBA
	scale float64
	area  [][]drawing.Point
	tool  vector.Rasterizer
}

func (p *painter) paint(s drawing.Shape) error {
	if s.Text != "" {
		return p.text(s)
	}
	lines := flatten(s.Path(), p.scale)
	if s.Fill.A > 0 {
		p.area = append(p.area[:0], lines...)
		p.fill(s.Fill)
	}
	if s.Stroke.A > 0 {
		p.area = p.area[:0]
		closed := s.Closed || s.Radius > 0
		if s.Dash > 0 {
			lines, closed = dashed(lines, closed, s.Dash*p.scale), false
		}
		for _, line := range lines {
			p.stroke(line, closed, s.Width*p.scale/2)
		}
		p.fill(s.Stroke)
	}
	return nil
}

// fill paints the area.
func (p *painter) fill(colour color.NRGBA) {
	low, high := drawing.Point{X: math.Inf(1), Y: math.Inf(1)}, drawing.Point{X: math.Inf(-1), Y: math.Inf(-1)}
	for _, line := range p.area {
		for _, q := range line {
			low = drawing.Point{X: min(low.X, q.X), Y: min(low.Y, q.Y)}
			high = drawing.Point{X: max(high.X, q.X), Y: max(high.Y, q.Y)}
		}
	}
	box := image.Rect(int(math.Floor(low.X)), int(math.Floor(low.Y)), int(math.Ceil(high.X)), int(math.Ceil(high.Y))).Intersect(p.img.Bounds())
	if box.Empty() {
		return
	}
	p.tool.Reset(box.Dx(), box.Dy())
	for _, line := range p.area {
		for i, q := range line {
			x, y := float32(q.X-float64(box.Min.X)), float32(q.Y-float64(box.Min.Y))
			if i == 0 {
				p.tool.MoveTo(x, y)
			} else {
				p.tool.LineTo(x, y)
			}
		}
		p.tool.ClosePath()
	}
	p.tool.DrawOp = draw.Over
	p.tool.Draw(p.img, box, image.NewUniform(colour), image.Point{})
}

// flatten turns a path into polygons of pixels.
func flatten(path []drawing.Segment, scale float64) [][]drawing.Point {
	var lines [][]drawing.Point
	var line []drawing.Point
	at := func(q drawing.Point) drawing.Point { return drawing.Point{X: q.X * scale, Y: q.Y * scale} }
	for _, s := range path {
		switch s.Kind {
		case 'M':
			if line != nil {
				lines = append(lines, line)
			}
			line = []drawing.Point{at(s.To[0])}
		case 'L':
			line = append(line, at(s.To[0]))
		case 'Q', 'C':
			line = append(line, curve(line[len(line)-1], s.To, at)...)
		}
	}
	if line != nil {
		lines = append(lines, line)
	}
	return lines
}

// curve is a Bézier curve as points, by de Casteljau's scheme.
func curve(from drawing.Point, to []drawing.Point, at func(drawing.Point) drawing.Point) []drawing.Point {
	corners := []drawing.Point{from}
	length := 0.0
	for i, q := range to {
		corners = append(corners, at(q))
		length += math.Hypot(corners[i+1].X-corners[i].X, corners[i+1].Y-corners[i].Y)
	}
	steps := min(max(4, int(math.Sqrt(length)*2)), 64)
	points := make([]drawing.Point, steps)
	work := make([]drawing.Point, len(corners))
	for k := range points {
		t := float64(k+1) / float64(steps)
		copy(work, corners)
		for n := len(work) - 1; n > 0; n-- {
			for i := range n {
				work[i] = drawing.Point{X: work[i].X*(1-t) + work[i+1].X*t, Y: work[i].Y*(1-t) + work[i+1].Y*t}
			}
		}
		points[k] = work[0]
	}
	return points
}

// stroke adds the area within a distance of a line: a rectangle for each piece, and a disc at each corner.
func (p *painter) stroke(line []drawing.Point, closed bool, half float64) {
	for i, q := range line {
		p.disc(q, half)
		next := i + 1
		if next == len(line) {
			if !closed {
				break
			}
			next = 0
		}
		r := line[next]
		length := math.Hypot(r.X-q.X, r.Y-q.Y)
		if length == 0 {
			continue
		}
		dx, dy := (r.X-q.X)/length*half, (r.Y-q.Y)/length*half
		p.area = append(p.area, []drawing.Point{{X: q.X - dy, Y: q.Y + dx}, {X: q.X + dy, Y: q.Y - dx}, {X: r.X + dy, Y: r.Y - dx}, {X: r.X - dy, Y: r.Y + dx}})
	}
}

// disc turns the way that the rectangles do.
func (p *painter) disc(at drawing.Point, r float64) {
	n := min(max(8, int(4*math.Sqrt(r))*2), 48)
	points := make([]drawing.Point, n)
	for i := range points {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(n))
		points[i] = drawing.Point{X: at.X + r*cos, Y: at.Y + r*sin}
	}
	p.area = append(p.area, points)
}

// dashed cuts lines into dashes with gaps of the same length.
func dashed(lines [][]drawing.Point, closed bool, length float64) [][]drawing.Point {
	var dashes [][]drawing.Point
	for _, line := range lines {
		if closed {
			line = append(line[:len(line):len(line)], line[0])
		}
		left, on := length, true
		dash := []drawing.Point{line[0]}
		for i := 1; i < len(line); i++ {
			from, to := line[i-1], line[i]
			for far := math.Hypot(to.X-from.X, to.Y-from.Y); far > left; far = math.Hypot(to.X-from.X, to.Y-from.Y) {
				from = drawing.Point{X: from.X + (to.X-from.X)*left/far, Y: from.Y + (to.Y-from.Y)*left/far}
				if dash = append(dash, from); on {
					dashes = append(dashes, dash)
				}
				dash, on, left = []drawing.Point{from}, !on, length
			}
			left -= math.Hypot(to.X-from.X, to.Y-from.Y)
			dash = append(dash, to)
		}
		if on && len(dash) > 1 {
			dashes = append(dashes, dash)
		}
	}
	return dashes
}
