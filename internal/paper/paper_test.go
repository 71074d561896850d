package paper

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"lightsout/board"
	"lightsout/internal/boardtest"
	"lightsout/internal/boardtest/tier"
	"lightsout/internal/drawing"
)

// specs are every kind of drawing.
var specs = []string{"5x5", "klein:3x4", "grid:2x2x2", "cube:2", "hypercube:4", "petersen", "complete:7", "star:9", "cycle:7", "hex:2", "triangle:3", "platonic:icosahedron", "hexcolor:5", "octcolor:5", "toric:3"}

// full shows everything that a picture can show of a board.
func full(t testing.TB, spec, theme string) (*drawing.Plan, drawing.Look) {
	t.Helper()
	b := boardtest.Parse(t, spec)
	plan, err := drawing.New(b)
	if err != nil {
		t.Fatal(err)
	}
	p := board.NewPuzzle(b)
	p.Goal.Set(0, 1)
	for l := range b.Lights() {
		p.On.Bits().Set(l, l%3 == 1)
	}
	look := drawing.LookOf(p)
	if look.Theme, err = drawing.ThemeByName(theme); err != nil {
		t.Fatal(err)
	}
	look.Title, look.Numbers = "Ünïcode & <title>", true
	look.Answer = make([]int, b.Switches())
	for s := range look.Answer {
		look.Answer[s] = (s + 1) % 2
	}
	return plan, look
}

// debian has the packages of the programs that judge what is drawn.
var debian = map[string]string{"qpdf": "qpdf", "pdfinfo": "poppler-utils", "pdftoppm": "poppler-utils", "rsvg-convert": "librsvg2-bin"}

// run calls such a program. The first tier of tests ends there.
func run(t *testing.T, name string, args ...string) string {
	t.Helper()
	tier.Peer(t, name, debian[name])
	out, err := exec.CommandContext(t.Context(), name, args...).CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", name, err, out)
	}
	return string(out)
}

// PNG, SVG and PDF are the same picture: other people's programs turn the latter two into pixels that
// differ from ours only at edges. Letters are left out, since those of SVG are whatever the reader has.
func TestFormatsAgree(t *testing.T) {
	dir := t.TempDir()
	const pixels = 24
	for i, spec := range specs {
		theme := drawing.Themes()[i%len(drawing.Themes())]
		{
			plan, look := full(t, spec, theme)
			look.Title, look.Numbers = "", false
			scene := plan.Scene(look)
			for i := range scene.Groups {
				if scene.Groups[i].Part == "label" { // names of a cube's edges, notes
					scene.Groups[i].Shapes = nil
				}
			}
			ours, err := Image(scene, pixels)
			if err != nil {
				t.Fatal(err)
			}
			svg, pdf := filepath.Join(dir, "x.svg"), filepath.Join(dir, "x.pdf")
			var text, pages bytes.Buffer
			if err := scene.WriteSVG(&text, pixels); err != nil {
				t.Fatal(err)
			}
			if err := WritePDF(&pages, "x", []Page{{scene, pixels}}); err != nil {
				t.Fatal(err)
			}
			for file, content := range map[string][]byte{svg: text.Bytes(), pdf: pages.Bytes()} {
				if err := os.WriteFile(file, content, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			run(t, "rsvg-convert", svg, "-o", filepath.Join(dir, "svg.png"))
			run(t, "pdftoppm", "-r", "72", "-png", "-singlefile", pdf, filepath.Join(dir, "pdf"))
			for _, kind := range []string{"svg", "pdf"} {
				if off := difference(ours, decode(t, filepath.Join(dir, kind+".png"))); off > 0.04 {
					t.Errorf("%s, %s: the %s differs from the PNG by %.3f", spec, theme, kind, off)
				}
			}
		}
	}
}

func decode(t *testing.T, file string) image.Image {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	img, err := png.Decode(f)
	if err != nil {
		t.Fatal(err)
	}
	return img
}

// difference is the share of pixels that differ clearly from all nine around the same place.
func difference(a, b image.Image) float64 {
	box := a.Bounds().Intersect(b.Bounds())
	if d := a.Bounds().Dx() - b.Bounds().Dx(); d < -1 || d > 1 {
		return 1
	}
	wrong := 0
	for y := box.Min.Y + 1; y < box.Max.Y-1; y++ {
		for x := box.Min.X + 1; x < box.Max.X-1; x++ {
			near := false
			for dy := -1; dy <= 1 && !near; dy++ {
				for dx := -1; dx <= 1 && !near; dx++ {
					near = alike(a.At(x, y), b.At(x+dx, y+dy))
				}
			}
			if !near {
				wrong++
			}
		}
	}
	return float64(wrong) / float64(box.Dx()*box.Dy())
}

func alike(a, b color.Color) bool {
	r1, g1, b1, _ := a.RGBA()
	r2, g2, b2, _ := b.RGBA()
	off := func(x, y uint32) uint32 { return max(x, y) - min(x, y) }
	return max(off(r1, r2), off(g1, g2), off(b1, b2)) < 0x4000
}

// A PDF is well-formed, and the same whenever it is written.
func TestPDFs(t *testing.T) {
	dir := t.TempDir()
	for _, spec := range specs {
		plan, look := full(t, spec, "light")
		scene := plan.Scene(look)
		var one, two bytes.Buffer
		for _, w := range []*bytes.Buffer{&one, &two} {
			if err := WritePDF(w, "Ünïcode", []Page{{scene, 36}, {scene, 20}}); err != nil {
				t.Fatal(err)
			}
		}
		if !bytes.Equal(one.Bytes(), two.Bytes()) {
			t.Errorf("%s: two files differ", spec)
		}
		file := filepath.Join(dir, "x.pdf")
		if err := os.WriteFile(file, one.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		if out := run(t, "qpdf", "--check", file); strings.Contains(out, "WARNING") {
			t.Errorf("%s: %s", spec, out)
		}
		info := run(t, "pdfinfo", file)
		for _, want := range []string{"Pages:           2", "Title:           Ünïcode"} {
			if !strings.Contains(info, want) {
				t.Errorf("%s: no %q in %s", spec, want, info)
			}
		}
	}
}

// Letters stand where the model puts them: the ink of a text lies in its box.
func TestLettersStayInTheirBox(t *testing.T) {
	for _, text := range []string{"25", "r12c3", "Press lights until every light is off.", "Ünïcode × …"} {
		for _, anchor := range []drawing.Anchor{drawing.Start, drawing.Middle, drawing.End} {
			s := drawing.Shape{Points: []drawing.Point{{X: 500, Y: 60}}, Text: text, Size: 30, Anchor: anchor, Fill: color.NRGBA{A: 255}}
			scene := &drawing.Scene{Width: 1000, Height: 120, Groups: []drawing.Group{{Part: "label", Light: -1, Switch: -1, Shapes: []drawing.Shape{s}}}}
			img, err := Image(scene, drawing.Unit)
			if err != nil {
				t.Fatal(err)
			}
			low, high := s.Box()
			ink := 0
			for y := range img.Bounds().Dy() {
				for x := range img.Bounds().Dx() {
					if _, _, _, a := img.At(x, y).RGBA(); a < 0x8000 {
						continue
					}
					ink++
					// Letters outside ASCII have other widths than the model thinks, but not by much.
					if fx, fy := float64(x), float64(y); fx < low.X-12 || fx > high.X+12 || fy < low.Y-2 || fy > high.Y+2 {
						t.Fatalf("%q: ink at (%d, %d), outside %v to %v", text, x, y, low, high)
					}
				}
			}
			if ink < 50 {
				t.Errorf("%q has only %d pixels of ink", text, ink)
			}
		}
	}
	if err := CheckText("日本"); err == nil {
		t.Error("the font has no Japanese letters")
	}
}

func TestImagesHaveALimit(t *testing.T) {
	plan, look := full(t, "5x5", "light")
	if _, err := Image(plan.Scene(look), 5000); err == nil || !strings.Contains(err.Error(), "at most 67108864") {
		t.Error(err)
	}
}

// puzzles are n of them, from 1 to n presses, the last without an answer.
func puzzles(t *testing.T, n int, specs ...string) []Puzzle {
	var list []Puzzle
	for i := range n {
		plan, look := full(t, specs[i%len(specs)], "print")
		p := Puzzle{Plan: plan, Look: look, Answer: look.Answer, Presses: i + 1, Proved: i%2 == 0}
		p.Look.Title, p.Look.Numbers, p.Look.Answer = "", false, nil
		if i == n-1 {
			p.Answer = nil
		}
		list = append(list, p)
	}
	return list
}

// Every puzzle is on some page with its number, and again among the answers; nothing is outside a page or
// on top of another puzzle, and no text is too small to read.
func TestSheets(t *testing.T) {
	theme, err := drawing.ThemeByName("print")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		n, rows, cols int
		paper         string
		specs         []string
	}{
		{14, 3, 4, "a4", []string{"5x5"}}, {1, 1, 1, "letter", []string{"petersen"}}, {20, 3, 3, "letter", specs[:5]}, {16, 2, 2, "a4", specs}, {60, 5, 4, "a4", []string{"3x3", "torus:5x5"}},
	} {
		name := fmt.Sprintf("%d of %v, %dx%d", test.n, test.specs, test.rows, test.cols)
		list := puzzles(t, test.n, test.specs...)
		pages, err := Sheet{Rows: test.rows, Cols: test.cols, Paper: test.paper, Title: "A title", Rules: []string{"The rules."}, Answers: true, Theme: theme}.Pages(list)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		lights, numbers := 0, map[string]int{}
		for _, page := range pages {
			var placed []image.Rectangle
			for _, g := range page.Scene.Groups {
				if g.Light == 0 {
					lights++
				}
				for _, s := range g.Shapes {
					low, high := s.Box()
					if low.X < 0 || low.Y < 0 || high.X > page.Scene.Width || high.Y > page.Scene.Height {
						t.Errorf("%s: a %s %q is outside the page", name, g.Part, s.Text)
					}
					if s.Text != "" && s.Size < legible {
						t.Errorf("%s: %q has a size of %v points", name, s.Text, s.Size)
					}
					if s.Text != "" && s.Size == 13 {
						numbers[s.Text]++
					}
					if g.Part == "page" && low.X > 0 { // that of a puzzle
						box := image.Rect(int(low.X), int(low.Y), int(high.X), int(high.Y))
						for _, other := range placed {
							if !box.Inset(1).Intersect(other.Inset(1)).Empty() {
								t.Errorf("%s: two puzzles overlap", name)
							}
						}
						placed = append(placed, box)
					}
				}
			}
		}
		if lights != 2*test.n {
			t.Errorf("%s: %d first lights", name, lights)
		}
		for i := range test.n {
			if numbers[fmt.Sprint(i+1)] != 2 {
				t.Errorf("%s: number %d is there %d times", name, i+1, numbers[fmt.Sprint(i+1)])
			}
		}
	}
	if _, err := (Sheet{Rows: 30, Cols: 30, Paper: "a4", Theme: theme}).Pages(puzzles(t, 3, "12x12")); err == nil || !strings.Contains(err.Error(), "put fewer on a page") {
		t.Error(err)
	}
	if _, err := (Sheet{Rows: 3, Cols: 3, Paper: "a44", Theme: theme}).Pages(puzzles(t, 3, "3x3")); err == nil || !strings.Contains(err.Error(), "no such paper") {
		t.Error(err)
	}
}

// A puzzle narrower than its place on the page keeps the name of its board.
func TestNarrowPuzzlesAreNamed(t *testing.T) {
	theme, err := drawing.ThemeByName("print")
	if err != nil {
		t.Fatal(err)
	}
	list := puzzles(t, 2, "merlin", "12x3")
	for i, name := range []string{"merlin", "grid:12x3"} {
		list[i].Name = name
	}
	pages, err := Sheet{Rows: 2, Cols: 2, Paper: "a4", Theme: theme}.Pages(list)
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	for _, g := range pages[0].Scene.Groups {
		for _, s := range g.Shapes {
			texts = append(texts, s.Text)
		}
	}
	for _, want := range []string{"merlin, 1 press", "grid:12x3, no answer"} {
		if !slices.Contains(texts, want) {
			t.Errorf("%q is not on the page: %q", want, texts)
		}
	}
}

// The frames of a film look as their images do, in the few colours of a GIF.
func TestPaletted(t *testing.T) {
	for _, theme := range drawing.Themes() {
		for _, spec := range specs {
			plan, look := full(t, spec, theme)
			img, err := Image(plan.Scene(look), 24)
			if err != nil {
				t.Fatal(err)
			}
			inks := look.Theme.Palette()
			painted := Paletted(img, inks)
			for p := range painted.Pix {
				x, y := p%img.Rect.Dx(), p/img.Rect.Dx()
				if a, b := painted.At(x, y), img.RGBAAt(x, y); !alike(a, b) {
					t.Fatalf("%s, %s: %v at %d,%d, want %v", spec, theme, a, x, y, b)
				}
			}
		}
	}
}
