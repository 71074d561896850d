package paper

import (
	"image"
	"image/color"
	"slices"
	"testing"

	"lightsout/board"
	"lightsout/internal/drawing"
)

// An image in the inks of some images looks as before, up to the few colours of a GIF.
func TestInksAreThoseOfTheImages(t *testing.T) {
	for _, spec := range []string{"path:5", "hex:2", "petersen"} {
		b, err := board.Parse(spec)
		if err != nil {
			t.Fatal(err)
		}
		plan, err := drawing.New(b)
		if err != nil {
			t.Fatal(err)
		}
		var images []*image.RGBA
		for lit := range 6 {
			look := drawing.LookOf(board.NewPuzzle(b))
			for i := range look.Lights {
				look.Lights[i] = 0
				if i < lit {
					look.Lights[i] = 1
				}
			}
			img, err := Image(plan.Scene(look), 24)
			if err != nil {
				t.Fatal(err)
			}
			images = append(images, img)
		}
		inks := NewInks(slices.Values(images[:3]))
		if n := len(inks.Palette); n > 256 {
			t.Errorf("%s: %d colours", spec, n)
		}
		for i, img := range images {
			painted := inks.Paint(img)
			for p := range painted.Pix {
				x, y := p%img.Rect.Dx(), p/img.Rect.Dx()
				if a, b := color.RGBAModel.Convert(painted.At(x, y)).(color.RGBA), img.RGBAAt(x, y); !alike(a, b) {
					t.Fatalf("%s: image %d has %v at %d,%d, want %v", spec, i, a, x, y, b)
				}
			}
		}
	}
}
