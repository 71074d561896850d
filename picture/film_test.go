package picture

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/draw"
	"image/gif"
	"io"
	"testing"

	"pgregory.net/rapid"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/boardtest"
	"lightsout/internal/boardtest/tier"
	"lightsout/solve"
)

// ballToNegative is an animation of realistic size on 100×100, which has nullity 0 (OEIS A159257): about
// 2,000 clicks from one picture to another.
func ballToNegative(t *testing.T) *Film {
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
	return painted(b, from, 4, clicks)
}

// painted is a film of clicks, with cells of so many pixels a side.
func painted(b *board.Board, from gf2.Vec, scale int, clicks ...gf2.Vec) *Film {
	f := &Film{Board: b, Start: board.Bits(from), Hundredths: 4}
	f.Paint = func(state board.State, _ int, _ []int) (*image.Paletted, error) {
		return Paint(b, state.Bits(), scale), nil
	}
	for _, c := range clicks {
		f.Presses = append(f.Presses, c.Indices())
	}
	return f
}

// Decoded and drawn frame by frame, the GIF ends with the last picture. It has two colours, starts with
// the whole picture, and is small.
func TestGIFShowsTheFilm(t *testing.T) {
	tier.Slow(t, "makes a long film")
	f := ballToNegative(t)
	if n := len(f.Presses[0]); n < 1900 || n > 2100 {
		t.Fatalf("%d clicks", n)
	}
	var out bytes.Buffer
	if err := WriteGIF(&out, f.Frames()); err != nil {
		t.Fatal(err)
	}
	if out.Len() > 2<<20 {
		t.Errorf("%d bytes", out.Len())
	}
	g, err := gif.DecodeAll(&out)
	if err != nil {
		t.Fatal(err)
	}
	if len(g.Image) != f.Count() || g.Delay[0] != 100 || g.Delay[1] != 4 || g.LoopCount != 0 {
		t.Errorf("%d frames of %d, delays %v, loops %d", len(g.Image), f.Count(), g.Delay[:2], g.LoopCount)
	}
	show := image.NewRGBA(image.Rect(0, 0, 400, 400))
	for _, img := range g.Image {
		if len(img.Palette) != 2 {
			t.Fatalf("%d colours", len(img.Palette))
		}
		draw.Draw(show, img.Bounds(), img, img.Bounds().Min, draw.Over)
	}
	same(t, "the last frame", show, Paint(f.Board, f.Start.Bits().Sum(f.Board.Apply(gf2.VecOf(f.Board.Switches(), f.Presses[0]...))), 4))
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

// Played from the start, the parts that a GIF stores are the frames, and there and back is the first one.
func TestParts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := boardtest.Parse(t, rapid.SampledFrom(append(smallBoards, "9x13", "torus:8x8", "cube:3", "grid:3x4x5")).Draw(t, "board"))
		clicks := randomVec(b.Switches(), rapid.Uint64().Draw(t, "clicks"))
		from, scale := randomVec(b.Lights(), rapid.Uint64().Draw(t, "from")), rapid.IntRange(1, 3).Draw(t, "scale")
		f := painted(b, from, scale, clicks, clicks)
		var shown *image.Paletted
		n := 0
		for frame := range f.Frames() {
			if n++; shown == nil {
				shown = frame.Paletted
			}
			part := cut(frame.Paletted, changed(shown, frame.Paletted))
			draw.Draw(shown, part.Rect, part, part.Rect.Min, draw.Src)
			if !bytes.Equal(shown.Pix, frame.Pix) {
				t.Fatalf("frame %d changes outside %v", n, part.Rect)
			}
		}
		if n != f.Count() || !bytes.Equal(shown.Pix, Paint(b, from, scale).Pix) {
			t.Fatalf("%d frames of %d", n, f.Count())
		}
	})
}

// What goes wrong with a frame ends the film.
func TestAFilmCanBeStopped(t *testing.T) {
	stop := errors.New("stop")
	if err := WriteGIF(io.Discard, func(yield func(Frame, error) bool) { yield(Frame{}, stop) }); !errors.Is(err, stop) {
		t.Errorf("got %v", err)
	}
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
	if !res.Best.Equal(board.Bits(clicks[0].Sum(clicks[1]))) {
		t.Error("the way between two pictures is not the difference of their clicks")
	}
}
