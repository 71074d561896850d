package plot

import (
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// flat is a line at a height, from x = 1 to last.
func flat(y, last float64) []Point {
	return []Point{{X: 1, Y: y, Low: y, Top: y}, {X: last, Y: y, Low: y, Top: y}}
}

func names(c *Chart) []string {
	var list []string
	for _, l := range c.merged() {
		list = append(list, l.name())
	}
	return list
}

// Lines that coincide are one, under all their names; a line that ends elsewhere, or is a little above, is
// another.
func TestCoincidingLinesAreMerged(t *testing.T) {
	c := New("", "", "")
	c.Line("gini direct", 0, flat(1, 9))
	c.Line("gini cut:4", 1, flat(1.1, 9))
	c.Line("gf2", 2, flat(1, 9))
	c.Line("short", 3, flat(1, 5))
	c.Line("above", 4, flat(2, 9))
	LogAxis(c.Y, 1, 1000, Power)
	want := []string{"gini direct, cut:4, gf2", "short", "above"}
	if got := names(c); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// Curves that rise steeply side by side coincide although their heights differ much there.
func TestSteepCurvesAreMerged(t *testing.T) {
	steep := func(at float64) []Point {
		var list []Point
		for x := 1.0; x <= 100; x++ {
			list = append(list, Point{X: x, Y: math.Exp(max(0, x-at))})
		}
		return list
	}
	c := New("", "", "")
	c.Curve("a", 0, steep(90))
	c.Curve("b", 1, steep(90.5))
	c.Curve("c", 2, steep(80))
	c.X.Min, c.X.Max = 0, 100
	LogAxis(c.Y, 1, math.Exp(20), Power)
	if got, want := names(c), []string{"a, b", "c"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// However the lines lie, each is shown once, no panel has more than seven, and all panels have the same axes.
func TestNoPanelHasMoreThanSevenLines(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := New("Title", "x", "y")
		n := rapid.IntRange(1, 30).Draw(t, "lines")
		for i := range n {
			c.Line(fmt.Sprintf("line%d.", i), i, flat(rapid.Float64Range(1, 100).Draw(t, "y"), 9))
		}
		panels := c.panels()
		if len(c.merged()) > mostLines*len(panels) {
			t.Fatalf("%d lines on %d panels", len(c.merged()), len(panels))
		}
		for _, p := range panels {
			if p.x != c.X || p.y != c.Y {
				t.Fatalf("a panel has other axes")
			}
		}
		shown := strings.Join(names(c), " ")
		for i := range n {
			if strings.Count(shown, fmt.Sprintf("line%d.", i)) != 1 {
				t.Fatalf("line %d is not named once in %s", i, shown)
			}
		}
	})
}

func TestEightLinesMakeTwoPanels(t *testing.T) {
	c := New("Title", "x", "y")
	for i := range 8 {
		c.Line(fmt.Sprintf("line %d", i), i, flat(float64(i), 9))
	}
	file := filepath.Join(t.TempDir(), "x.svg")
	if err := c.Save(file); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"Title, 1 of 2", "Title, 2 of 2", "line 0", "line 7"} {
		if !strings.Contains(string(text), want) {
			t.Errorf("the file does not have %q", want)
		}
	}
	if err := c.Save("x.gif"); err == nil {
		t.Error("a plot was written as GIF")
	}
}

func TestLabels(t *testing.T) {
	for x, want := range map[float64]string{1: "1", 25: "25", 1000: "1,000", 25000: "25,000", 250_000: "2.5×10⁵", 1e6: "10⁶", 3e7: "3×10⁷", 123_456: "123,456", 0.25: "0.25"} {
		if got := Count(x); got != want {
			t.Errorf("Count(%v) = %s, want %s", x, got, want)
		}
	}
	for x, want := range map[float64]string{1: "1", 10: "10", 100: "10²", 1e5: "10⁵", 200: "200"} {
		if got := Power(x); got != want {
			t.Errorf("Power(%v) = %s, want %s", x, got, want)
		}
	}
}

// No two labels of an axis touch, the first is there, and none is in the notation of programs.
func TestLabelsDoNotOverlap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOfN(rapid.Map(rapid.IntRange(1, 40_000_000), func(n int) float64 { return float64(n) }), 2, 40).Draw(t, "values")
		var a Axis
		MarkedAxis(&a, values)
		end, shown := math.Inf(-1), 0
		for _, tick := range a.Ticks(a.Min, a.Max) {
			if tick.Label == "" {
				continue
			}
			shown++
			width := float64(len([]rune(tick.Label)))
			at := tickRoom * a.share(tick.Value)
			if at-width/2 < end || strings.Contains(tick.Label, "e+") {
				t.Fatalf("%s overlaps the label before it", tick.Label)
			}
			end = at + width/2
		}
		if shown == 0 {
			t.Fatal("no labels")
		}
	})
}

// Whatever the range, an axis has three labels or more, all different, each the number where it stands; all
// ticks are within the range and in order.
func TestRoundTicks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		low := rapid.Float64Range(-1e6, 1e6).Draw(t, "low")
		width := math.Pow(10, rapid.Float64Range(-6, 9).Draw(t, "width"))
		a := Axis{Min: low, Max: low + width}
		low, top := a.bounds()
		width = top - low
		seen := map[string]bool{}
		last := math.Inf(-1)
		for _, tick := range a.ticks() {
			if tick.Value < low-width*1e-3 || tick.Value > top+width*1e-3 || tick.Value <= last {
				t.Fatalf("a tick at %v, after %v, in [%v, %v]", tick.Value, last, low, top)
			}
			last = tick.Value
			if tick.Label == "" {
				continue
			}
			number, err := strconv.ParseFloat(tick.Label, 64)
			if err != nil || math.Abs(number-tick.Value) > width*1e-3 || seen[tick.Label] || tick.Label == "-0" {
				t.Fatalf("%q stands at %v", tick.Label, tick.Value)
			}
			seen[tick.Label] = true
		}
		if len(seen) < 3 || len(seen) > 11 {
			t.Fatalf("%d labels in [%v, %v]", len(seen), low, low+width)
		}
	})
}

// Everything that is drawn lies on the page, and the legend does not touch the lines.
func TestNothingLeavesThePage(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := New(rapid.StringN(0, 90, -1).Draw(t, "title"), "x", "y")
		coordinate := rapid.Float64Range(1e-3, 1e9)
		for i := range rapid.IntRange(0, 20).Draw(t, "lines") {
			var list []Point
			for range rapid.IntRange(1, 5).Draw(t, "points") {
				y := coordinate.Draw(t, "y")
				list = append(list, Point{X: coordinate.Draw(t, "x"), Y: y, Low: y / 2, Top: y * 3})
			}
			c.Line(rapid.StringN(0, 40, -1).Draw(t, "name"), i, list)
		}
		if rapid.Bool().Draw(t, "logarithmic") {
			LogAxis(c.Y, 1e-4, 1e10, Power)
		}
		s := c.scene()
		for _, g := range s.Groups {
			for _, shape := range g.Shapes {
				low, high := shape.Box()
				if low.X < 0 || low.Y < 0 || high.X > s.Width || high.Y > s.Height {
					t.Fatalf("%s %q is at %v to %v on a page of %v×%v", g.Part, shape.Text, low, high, s.Width, s.Height)
				}
				if (g.Part == "line" || g.Part == "mark") && high.X > panelWidth {
					t.Fatalf("a %s reaches into the legend: %v", g.Part, high)
				}
			}
		}
	})
}

// The same chart as SVG and as PNG: what is written in one is inked in the other.
func TestPNG(t *testing.T) {
	c := New("Title", "x", "y")
	for i := range 8 {
		c.Line(fmt.Sprintf("line %d", i), i, flat(math.Pow(10, float64(i)), 9))
	}
	c.Level("limit", 1e5)
	LogAxis(c.Y, 1, 1e8, Power) // letters such as 10⁸ are in the font
	file := filepath.Join(t.TempDir(), "x.png")
	if err := c.Save(file); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	img, err := png.Decode(f)
	if err != nil {
		t.Fatal(err)
	}
	s := c.scene()
	if got, want := img.Bounds().Max, image.Pt(int(s.Width*pngPixels), int(s.Height*pngPixels)); got != want {
		t.Errorf("%v pixels, want %v", got, want)
	}
	seen := map[color.Color]bool{}
	for y := range img.Bounds().Dy() {
		for x := range img.Bounds().Dx() {
			seen[color.NRGBAModel.Convert(img.At(x, y))] = true
		}
	}
	for i, paint := range append(slices.Clone(colours), grey, faint, white) {
		if !seen[paint] {
			t.Errorf("colour %d is not in the picture", i)
		}
	}
	c.Line("\U0001f4a1", 0, flat(1, 9)) // which the font does not have
	if err := c.Save(file); err == nil || !strings.HasPrefix(err.Error(), file+": ") {
		t.Errorf("a letter that is not in the font: %v", err)
	}
}
