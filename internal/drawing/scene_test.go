package drawing

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"image/color"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/boardtest"
	"lightsout/puzzlefile"
)

var update = flag.Bool("update", false, "write the golden drawings anew; look at them before you keep them")

// read is the first puzzle of a file's text.
func read(t *testing.T, text string) *board.Puzzle {
	t.Helper()
	p, err := puzzlefile.NewReader(strings.NewReader(text), puzzlefile.ReaderOptions{}).Next()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// boards are every kind of drawing.
func boards(t *testing.T) map[string]*board.Board {
	list := map[string]*board.Board{}
	for _, spec := range append(slices.Clone(boardtest.Specs),
		"1x1", "1x7", "9x2", "torus:1x1", "torus:3x3x3", "grid:2x3x2x3", "torus:9", "cycle:3", "complete:1", "complete:30", "star:2",
		"hypercube:1", "hypercube:2", "hypercube:3", "hypercube:4", "hypercube:5", "hypercube:6", "hypercube:7", "hypercube:8", "hypercube:9",
		"cube:1", "cube:3", "klein:2x3", "projective:3x3", "hex:1", "hexgrid:1x5", "triangle:1", "platonic:dodecahedron", "hexcolor:9", "octcolor:7", "toric:1", "toric:4", "12x100") {
		list[spec] = boardtest.Parse(t, spec)
	}
	list["arcs"] = read(t, "p lights 5 6\ne 1 2\ne 2 3\na 3 4\na 4 5\na 5 1\na 1 3\no 2\no 4\n").Board
	list["toggles"] = read(t, "p toggle 4 3\nt 1 1 2\nt 2 2 3\nt 3 1 3\nt 4 1 2 3\n").Board
	list["apart"] = read(t, "p lights 7 3\ne 1 2\ne 4 5\ne 5 6\n").Board
	return list
}

// looks show everything that can be shown.
func looks(b *board.Board) map[string]Look {
	p := board.NewPuzzle(b)
	for l := range b.Lights() {
		p.On.Bits().Set(l, l%3 != 0)
		p.Goal.Bits().Set(l, l%4 == 1)
	}
	plain := LookOf(p)
	full := plain
	full.Title, full.Numbers = "A title that is a good deal wider than a small board", true
	full.Answer = make([]int, b.Switches())
	full.Locked = gf2.NewVec(b.Switches())
	full.DontCare = gf2.NewVec(b.Lights())
	for s := range full.Answer {
		full.Answer[s] = s % 3
		full.Locked.Set(s, s%5 == 0)
	}
	for l := range b.Lights() {
		full.DontCare.Set(l, l%7 == 2)
	}
	many := plain
	many.States, many.Lights = 5, make([]int, b.Lights())
	for l := range many.Lights {
		many.Lights[l] = l % 5
	}
	return map[string]Look{"plain": plain, "full": full, "many states": many}
}

// Every light and every switch is drawn once and in its state, nothing is outside the page, and no text is
// too small beside the cells.
func TestEverythingIsDrawnOnceAndOnThePage(t *testing.T) {
	for name, b := range boards(t) {
		plan, err := New(b)
		if err != nil {
			t.Fatal(err)
		}
		for kind, look := range looks(b) {
			scene := plan.Scene(look)
			lights, switches := make([]int, b.Lights()), make([]int, b.Switches())
			for _, g := range scene.Groups {
				if g.Light >= 0 {
					lights[g.Light]++
					if g.State != look.Lights[g.Light] {
						t.Errorf("%s, %s: light %d has state %d", name, kind, g.Light, g.State)
					}
				}
				if g.Switch >= 0 {
					switches[g.Switch]++
				}
				for _, s := range g.Shapes {
					low, high := s.Box()
					if low.X < -0.01 || low.Y < -0.01 || high.X > scene.Width+0.01 || high.Y > scene.Height+0.01 {
						t.Errorf("%s, %s: a %s %q at %v to %v is outside %v×%v", name, kind, g.Part, s.Text, low, high, scene.Width, scene.Height)
					}
					if s.Text != "" && s.Size < 8 {
						t.Errorf("%s, %s: %q has a size of %v", name, kind, s.Text, s.Size)
					}
				}
			}
			for i, n := range append(lights, switches...) {
				if n != 1 {
					t.Fatalf("%s, %s: item %d is drawn %d times", name, kind, i, n)
				}
			}
		}
	}
}

// Numbers of small boards do not cover one another, and nodes do not touch.
func TestNothingOverlaps(t *testing.T) {
	for name, b := range boards(t) {
		if b.Lights() > 70 {
			continue
		}
		plan, err := New(b)
		if err != nil {
			t.Fatal(err)
		}
		look := looks(b)["plain"]
		look.Numbers = true
		if plan.cells { // these have room for how often they are pressed
			look.States, look.Goal = 3, nil
			look.Answer = slices.Repeat([]int{2}, b.Switches())
		}
		var texts []Shape
		for _, g := range plan.Scene(look).Groups {
			for _, s := range g.Shapes {
				if s.Text == "" {
					continue
				}
				low, high := s.Box()
				for _, other := range texts {
					l, h := other.Box()
					// A number is not as high as its line.
					if min(high.X, h.X)-max(low.X, l.X) > 1 && min(high.Y, h.Y)-max(low.Y, l.Y) > 0.3*s.Size {
						t.Errorf("%s: %q and %q overlap", name, s.Text, other.Text)
					}
				}
				texts = append(texts, s)
			}
		}
		for i, it := range plan.items {
			for _, other := range plan.items[:i] {
				if it.outline == nil && other.outline == nil && it.at.distance(other.at) < it.room+other.room {
					t.Errorf("%s: two nodes touch: %v and %v", name, it.at, other.at)
				}
			}
		}
	}
}

// In black and white a light that is on has other shapes than one that is off, in every theme, and so has
// an item with a mark.
func TestLightsDifferByShape(t *testing.T) {
	colourless := func(g Group) string {
		var s strings.Builder
		for _, shape := range g.Shapes {
			shape.Fill, shape.Stroke = bare(shape.Fill), bare(shape.Stroke)
			fmt.Fprintf(&s, "%+v\n", shape)
		}
		return s.String()
	}
	for _, name := range Themes() {
		for _, spec := range []string{"1x1", "hex:1", "triangle:1", "complete:1"} {
			b := boardtest.Parse(t, spec)
			plan, err := New(b)
			if err != nil {
				t.Fatal(err)
			}
			theme, err := ThemeByName(name)
			if err != nil {
				t.Fatal(err)
			}
			one := gf2.AllOnes(1)
			seen := map[string]string{}
			for on := range 2 {
				for kind, change := range map[string]func(*Look){
					"plain": func(*Look) {}, "answer": func(l *Look) { l.Answer = []int{1} },
					"goal":   func(l *Look) { l.Goal = []int{1} },
					"locked": func(l *Look) { l.Locked = one }, "does not matter": func(l *Look) { l.DontCare = one },
				} {
					look := Look{Theme: theme, Lights: []int{on}}
					change(&look)
					for _, g := range plan.Scene(look).Groups {
						if g.Light != 0 {
							continue
						}
						kind := fmt.Sprint(kind, ", state ", on)
						if other := seen[colourless(g)]; other != "" {
							t.Errorf("%s, %s: %s looks like %s", name, spec, kind, other)
						}
						seen[colourless(g)] = kind
					}
				}
			}
		}
	}
}

func bare(c color.NRGBA) color.NRGBA { return color.NRGBA{A: c.A} }

// Sides that meet have as many arrows, and these point the same way unless there is a twist.
func TestArrowsOfGluedSides(t *testing.T) {
	for _, test := range []struct {
		spec                string
		left, right         float64 // which way their arrows point, as dy
		top, bottom         float64
		leftmost, uppermost int // how many arrows
	}{
		{"5x5", 0, 0, 0, 0, 0, 0},
		{"cylinder:4x5", 1, 1, 0, 0, 2, 0},
		{"mobius:4x5", 1, -1, 0, 0, 2, 0},
		{"torus:4x5", 1, 1, 1, 1, 2, 4},
		{"klein:4x5", 1, -1, 1, 1, 2, 4},
		{"projective:4x5", 1, -1, 1, -1, 2, 4},
		{"toric:3", 1, 1, 1, 1, 2, 4},
	} {
		plan, err := New(boardtest.Parse(t, test.spec))
		if err != nil {
			t.Fatal(err)
		}
		way := map[string]float64{}
		count := map[string]int{}
		size := plan.box.high
		for _, s := range plan.rims {
			if !s.Closed {
				continue
			}
			tip, forward := s.Points[0], s.Points[0].minus(middle(s.Points))
			side := "left"
			switch {
			case forward.X != 0 && tip.Y < size.Y/2:
				side = "top"
			case forward.X != 0:
				side = "bottom"
			case tip.X > size.X/2:
				side = "right"
			}
			sign := 1.0
			if forward.X+forward.Y < 0 {
				sign = -1
			}
			if count[side]++; way[side] != 0 && way[side] != sign {
				t.Errorf("%s: the arrows on the %s differ", test.spec, side)
			}
			way[side] = sign
		}
		if way["left"] != test.left || way["right"] != test.right || way["top"] != test.top || way["bottom"] != test.bottom || count["left"] != test.leftmost || count["right"] != test.leftmost || count["top"] != test.uppermost || count["bottom"] != test.uppermost {
			t.Errorf("%s: arrows %v, %v of them", test.spec, way, count)
		}
	}
}

// The names at the edges of a cube's net are those of cells that are neighbours.
func TestNamesOfACubesEdges(t *testing.T) {
	for _, n := range []int{1, 2, 3} {
		b := boardtest.Parse(t, fmt.Sprintf("cube:%d", n))
		plan, err := New(b)
		if err != nil {
			t.Fatal(err)
		}
		beside := map[string][]Point{}
		for _, l := range plan.names {
			beside[l.text] = append(beside[l.text], l.at)
		}
		if len(beside) != 7 {
			t.Errorf("%d names", len(beside))
		}
		near := func(at Point) map[int]bool { // the cells at an edge: those within half of its length
			cells := map[int]bool{}
			for i, it := range plan.items {
				if d := it.at.minus(at); min(abs(d.X), abs(d.Y)) < float64(n)*Unit/2 && max(abs(d.X), abs(d.Y)) < 26+Unit/2+1 || d.length() < 80 {
					cells[i] = true
				}
			}
			return cells
		}
		for name, at := range beside {
			if len(at) != 2 {
				t.Fatalf("%s is there %d times", name, len(at))
			}
			one, two := near(at[0]), near(at[1])
			met := 0
			for cell := range one {
				for _, v := range b.Toggles(cell) {
					if two[v] && !one[v] {
						met++
					}
				}
			}
			if met == 0 {
				t.Errorf("cube:%d: no cell at one %s has a neighbour at the other", n, name)
			}
		}
	}
}

// A board that is too large is refused with the limit, before anything takes long.
func TestTooLarge(t *testing.T) {
	for spec, limit := range map[string]string{
		"201x200": "up to 40000 lights", "hypercube:16": "up to 40000", "toric:200": "up to 40000", "complete:300": "up to 20000 lines",
		"star:2001": "up to 2000 nodes", "cycle:5000": "up to 2000 nodes", "40000x40000": "up to 40000 lights", "cube:1000": "up to 40000 lights", "hypercube:30": "up to 40000",
	} {
		_, err := New(boardtest.Parse(t, spec))
		if tooLarge, ok := errors.AsType[*board.TooLargeError](err); !ok || !strings.Contains(tooLarge.Limit, limit) {
			t.Errorf("%s: %v", spec, err)
		}
	}
	for _, spec := range []string{"200x200", "hypercube:15", "complete:200", "star:2000"} {
		if _, err := New(boardtest.Parse(t, spec)); err != nil {
			t.Error(err)
		}
	}
}

// Nodes that were placed by hand stay where they are, up to a shift of the whole.
func TestPlacesByHand(t *testing.T) {
	places := ring(9, 400)
	given := make([][2]float64, len(places))
	for i, at := range places {
		given[i] = [2]float64{at.X, at.Y}
	}
	b, err := boardtest.Parse(t, "3x3").At(given)
	if err != nil {
		t.Fatal(err)
	}
	plan, err := New(b)
	if err != nil {
		t.Fatal(err)
	}
	by := plan.items[0].at.minus(places[0])
	for i, it := range plan.items {
		if it.at.distance(places[i].plus(by)) > 0.02 { // they are kept to a hundredth
			t.Errorf("node %d is at %v", i, it.at)
		}
	}
	if len(plan.lines) != 12 {
		t.Errorf("%d lines", len(plan.lines))
	}
	for i := range given { // all on one spot: ugly, but a drawing
		given[i] = [2]float64{}
	}
	if b, err = b.At(given); err != nil {
		t.Fatal(err)
	}
	if plan, err = New(b); err != nil {
		t.Fatal(err)
	}
	var svg strings.Builder
	if err := plan.Scene(Look{}).WriteSVG(&svg, 48); err != nil || strings.Contains(svg.String(), "NaN") {
		t.Error(err, svg.String())
	}
}

func TestThemes(t *testing.T) {
	if _, err := ThemeByName("drak"); err == nil || !strings.Contains(err.Error(), "did you mean \"dark\"") {
		t.Error(err)
	}
}

// Drawings that people know by sight. After a change, look at them.
func TestGoldenDrawings(t *testing.T) {
	planar := "p lights 10 15\ne 1 2\ne 2 3\ne 3 4\ne 4 5\ne 5 1\ne 6 1\ne 7 2\ne 8 3\ne 9 4\ne 10 5\ne 6 7\ne 7 8\ne 8 9\ne 9 10\ne 10 6\nl 1 6 8\n" // a prism
	for name, text := range map[string]string{
		"klein": "b klein:3x4\nl 1 5 6\n", "petersen": "b petersen\nl 1 2 8\ng 3\n", "prism": planar, "cube": "b cube:1\nl 2 3\n",
		"hex": "b hex:2\nl 1 4\n", "hexcolor": "b hexcolor:3\nl 1 3\n", "hypercube": "b hypercube:3\nl 1 2\n", "arrows": "p lights 3 3\na 1 2\na 2 3\ne 3 1\no 2\nl 1\nx 3\n",
	} {
		p := read(t, text)
		plan, err := New(p.Board)
		if err != nil {
			t.Fatal(err)
		}
		look := LookOf(p)
		look.Numbers = true
		look.Answer = make([]int, p.Board.Switches())
		look.Answer[0] = 1
		var got bytes.Buffer
		if err := plan.Scene(look).WriteSVG(&got, 48); err != nil {
			t.Fatal(err)
		}
		file := filepath.Join("testdata", name+".svg")
		if *update {
			if err := os.WriteFile(file, got.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got.String(), "\n")); diff != "" {
			t.Errorf("%s: %s", file, diff)
		}
	}
}
