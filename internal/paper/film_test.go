package paper

import (
	"bytes"
	"errors"
	"image"
	"image/draw"
	"image/gif"
	"testing"

	"lightsout/board"
	"lightsout/internal/drawing"
)

// film shows the lights of a row going on one after another.
func film(t *testing.T, spec string, frames int) Film {
	t.Helper()
	b, err := board.Parse(spec)
	if err != nil {
		t.Fatal(err)
	}
	plan, err := drawing.New(b)
	if err != nil {
		t.Fatal(err)
	}
	return Film{Frames: frames, Pixels: 24, Scene: func(frame int) (*drawing.Scene, int) {
		look := drawing.LookOf(board.NewPuzzle(b))
		for i := range look.Lights {
			look.Lights[i] = 0
			if i < frame {
				look.Lights[i] = 1
			}
		}
		return plan.Scene(look), 10 + frame
	}}
}

// Played from the start, every frame is the picture of its scene, up to the few colours of a GIF.
func TestFilmsShowTheirScenes(t *testing.T) {
	for _, spec := range []string{"path:5", "hex:2", "petersen"} {
		f := film(t, spec, 6)
		var out bytes.Buffer
		if err := f.WriteGIF(&out, func() error { return nil }); err != nil {
			t.Fatal(err)
		}
		g, err := gif.DecodeAll(&out)
		if err != nil {
			t.Fatal(err)
		}
		if len(g.Image) != 6 || g.Delay[3] != 13 || g.LoopCount != 0 {
			t.Errorf("%s: %d frames, delays %v", spec, len(g.Image), g.Delay)
		}
		screen := image.NewRGBA(g.Image[0].Bounds())
		for i, frame := range g.Image {
			draw.Draw(screen, frame.Rect, frame, frame.Rect.Min, draw.Src)
			scene, _ := f.Scene(i)
			want, err := Image(scene, f.Pixels)
			if err != nil {
				t.Fatal(err)
			}
			if screen.Rect != want.Rect {
				t.Fatalf("%s: frame %d is %v, want %v", spec, i, screen.Rect, want.Rect)
			}
			for p := range len(want.Pix) / 4 {
				x, y := p%want.Rect.Dx(), p/want.Rect.Dx()
				if a, b := screen.RGBAAt(x, y), want.RGBAAt(x, y); !alike(a, b) {
					t.Fatalf("%s: frame %d has %v at %d,%d, want %v", spec, i, a, x, y, b)
				}
			}
			if i > 0 && frame.Rect == screen.Rect {
				t.Errorf("%s: frame %d holds all of the picture, though little changed", spec, i)
			}
		}
	}
}

func TestAFilmCanBeStopped(t *testing.T) {
	stop := errors.New("stop")
	if err := film(t, "path:5", 6).WriteGIF(&bytes.Buffer{}, func() error { return stop }); !errors.Is(err, stop) {
		t.Errorf("got %v", err)
	}
}
