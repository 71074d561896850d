package picture

import (
	"bytes"
	"context"
	"image"
	"image/draw"
	"image/gif"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/boardtest"
	"lightsout/internal/boardtest/tier"
	"lightsout/solve"
)

// drawWay is a way between two random pictures of some board.
func drawWay(t *rapid.T) Way {
	b, err := board.Parse(rapid.SampledFrom(append(smallBoards, "9x13", "torus:8x8", "cube:3", "grid:3x4x5")).Draw(t, "board"))
	if err != nil {
		t.Fatal(err)
	}
	w := Way{Board: b, From: randomVec(b.Lights(), rapid.Uint64().Draw(t, "from")), Clicks: randomVec(b.Switches(), rapid.Uint64().Draw(t, "clicks"))}
	w.To = w.From.Sum(b.Apply(w.Clicks))
	return w
}

// The order contains each click once, is the same every time, and no further from a cross-fade than row by row.
func TestOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := drawWay(t)
		order, err := w.Order()
		if err != nil {
			t.Fatal(err)
		}
		if again, _ := w.Order(); !slices.Equal(order, again) {
			t.Fatal("two orders of the same clicks")
		}
		if rows := w.Clicks.Indices(); w.FadeError(order) > w.FadeError(rows) {
			t.Fatalf("%.4f from a cross-fade, row by row %.4f", w.FadeError(order), w.FadeError(rows))
		}
		slices.Sort(order)
		if !slices.Equal(order, w.Clicks.Indices()) {
			t.Fatalf("%v, want %v", order, w.Clicks.Indices())
		}
	})
}

// The mean distance from a cross-fade, from its definition.
func TestFadeError(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := drawWay(t)
		order, _ := w.Order()
		if len(order) == 0 {
			return
		}
		bit := func(v gf2.Vec, l int) float64 {
			if v.Bit(l) {
				return 1
			}
			return 0
		}
		state, sum := w.From.Clone(), 0.0
		for i, s := range order {
			w.Board.Press(board.Bits(state), s, 1)
			at := float64(i+1) / float64(len(order))
			for l := range w.Board.Lights() {
				sum += max(bit(state, l)-(1-at)*bit(w.From, l)-at*bit(w.To, l), (1-at)*bit(w.From, l)+at*bit(w.To, l)-bit(state, l))
			}
		}
		want := sum / float64(len(order)) / float64(w.Board.Lights())
		if got := w.FadeError(order); got < want-1e-9 || got > want+1e-9 {
			t.Fatalf("%.6f, by definition %.6f", got, want)
		}
	})
}

// ballToNegative is an animation of realistic size on 100×100, which has nullity 0 (OEIS A159257): about
// 2,000 clicks from one picture to another.
func ballToNegative(t *testing.T) Way {
	b := boardtest.Parse(t, "100x100")
	from, err := testPattern(100, 100).Dither(b)
	if err != nil {
		t.Fatal(err)
	}
	clicks := gf2.NewVec(b.Switches())
	rng := randomVec(b.Switches(), 11)
	for s := range rng.Ones() {
		if s%5 < 2 {
			clicks.Set(s, true)
		}
	}
	return Way{Board: b, From: from, To: from.Sum(b.Apply(clicks)), Clicks: clicks}
}

// Decoded and drawn frame by frame, the GIF ends with the last picture. It has two colours, starts with
// the whole picture, and is small.
func TestGIFShowsTheFilm(t *testing.T) {
	tier.Slow(t, "makes a long film")
	w := ballToNegative(t)
	if n := w.Clicks.Weight(); n < 1900 || n > 2100 {
		t.Fatalf("%d clicks", n)
	}
	order, err := w.Order()
	if err != nil {
		t.Fatal(err)
	}
	f := &Film{Board: w.Board, Start: w.From, Scenes: [][]int{order}, Frames: 100, FPS: 25, Scale: 4}
	var out bytes.Buffer
	frames := 0
	if err := f.WriteGIF(&out, func() error { frames++; return nil }); err != nil {
		t.Fatal(err)
	}
	if out.Len() > 2<<20 {
		t.Errorf("%d bytes", out.Len())
	}
	g, err := gif.DecodeAll(&out)
	if err != nil {
		t.Fatal(err)
	}
	if frames != f.Count() || len(g.Image) != frames || g.Delay[0] != 100 || g.Delay[1] != 4 || g.LoopCount != 0 {
		t.Errorf("%d frames of %d, delays %v, loops %d", len(g.Image), f.Count(), g.Delay[:2], g.LoopCount)
	}
	show := image.NewRGBA(image.Rect(0, 0, 400, 400))
	for _, img := range g.Image {
		if len(img.Palette) != 2 {
			t.Fatalf("%d colours", len(img.Palette))
		}
		draw.Draw(show, img.Bounds(), img, img.Bounds().Min, draw.Over)
	}
	same(t, "the last frame", show, Paint(w.Board, w.To, 4))
}

func same(t *testing.T, name string, a, b image.Image) {
	t.Helper()
	for y := range a.Bounds().Dy() {
		for x := range a.Bounds().Dx() {
			ar, ag, ab, _ := a.At(x, y).RGBA()
			br, bg, bb, _ := b.At(x, y).RGBA()
			if ar != br || ag != bg || ab != bb {
				t.Fatalf("%s: pixel %d,%d is %v, want %v", name, x, y, a.At(x, y), b.At(x, y))
			}
		}
	}
}

// Every frame differs from the previous one only within its rectangle.
func TestChangedRectangles(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := drawWay(t)
		order, _ := w.Order()
		back := slices.Clone(order)
		f := &Film{
			Board: w.Board, Start: w.From, Scenes: [][]int{order, back}, FPS: 10, Scale: 1,
			Frames: rapid.IntRange(1, 20).Draw(t, "frames"),
		}
		var before gf2.Vec
		n := 0
		for frame := range f.frames() {
			if n > 0 {
				for l := range before.Sum(frame.state).Ones() {
					if row, col := w.Board.Layout().Place(l); !image.Pt(col, row).In(frame.changed) {
						t.Fatalf("light %d changes outside %v", l, frame.changed)
					}
				}
			}
			before = frame.state.Clone()
			n++
		}
		if n != f.Count() || !before.Equal(w.From) {
			t.Fatalf("%d frames of %d; there and back is %v", n, f.Count(), before.Equal(w.From))
		}
	})
}

// The clicks between two reachable pictures are those in which their click sets differ (Bosch 2016).
func TestClicksBetweenPictures(t *testing.T) {
	b := boardtest.Parse(t, "10x10")
	start := gf2.AllOnes(100)
	var clicks []gf2.Vec
	var pictures []gf2.Vec
	for seed := range uint64(2) {
		r, err := Reach(context.Background(), Request{Board: b, Start: start, Wanted: randomVec(100, seed)})
		if err != nil {
			t.Fatal(err)
		}
		clicks, pictures = append(clicks, r.Clicks), append(pictures, r.Picture)
	}
	res, err := solve.Minimum(context.Background(), &board.Puzzle{Board: b, On: board.Bits(pictures[0]), Goal: board.Bits(pictures[1])})
	if err != nil {
		t.Fatal(err)
	}
	if !res.Presses.Equal(board.Bits(clicks[0].Sum(clicks[1]))) {
		t.Error("the way between two pictures is not the difference of their clicks")
	}
}
