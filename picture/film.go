package picture

import (
	"fmt"
	"image"
	"image/gif"
	"io"
	"iter"
	"math"

	"lightsout/board"
	"lightsout/gf2"
)

// Film is a row of pictures and the clicks between them.
type Film struct {
	Board *board.Board
	Start gf2.Vec
	// Scenes are the orders of clicks, one for each step from a picture to the next.
	Scenes [][]int
	// Frames is how many frames a scene is cut into; the clicks of a frame happen together.
	Frames int
	// FPS is frames per second, Hold how many seconds a picture stays before the next scene.
	FPS, Hold float64
	Style     Style
}

// Frame is one moment of a film.
type Frame struct {
	// State is the lights that are on. It is used again for the next frame.
	State gf2.Vec
	// Changed are the cells of the paper that may differ from the frame before: all, of the first.
	Changed image.Rectangle
	// Delay is how long the frame stays, in hundredths of a second.
	Delay int
}

// Count is how many frames there are.
func (f *Film) Count() int {
	n := 1
	for _, scene := range f.Scenes {
		n += f.batches(scene)
	}
	return n
}

// batches is into how many frames a scene is cut: no more than it has clicks.
func (f *Film) batches(scene []int) int { return min(f.Frames, len(scene)) }

// All yields the frames one by one.
func (f *Film) All() iter.Seq[Frame] {
	return func(yield func(Frame) bool) {
		c := newCanvas(f.Board, f.Style, 2)
		state := f.Start.Clone()
		hold := max(1, int(math.Round(100*f.Hold)))
		if !yield(Frame{state, c.whole(), hold}) {
			return
		}
		for _, scene := range f.Scenes {
			n := f.batches(scene)
			for i := range n {
				changed := image.Rectangle{}
				for _, s := range scene[len(scene)*i/n : len(scene)*(i+1)/n] {
					f.Board.Press(state, s)
					for _, l := range f.Board.Toggles(s) {
						row, col := f.Board.Layout().Place(l)
						changed = changed.Union(image.Rect(col, row, col+1, row+1))
					}
				}
				if changed.Empty() {
					changed = image.Rect(0, 0, 1, 1)
				}
				delay := f.delay(i)
				if i == n-1 {
					delay = hold
				}
				if !yield(Frame{state, changed, delay}) {
					return
				}
			}
		}
	}
}

// delay is that of frame i of a scene: rounded so that the sum stays right.
func (f *Film) delay(i int) int {
	at := func(i int) int { return int(math.Round(float64(i) * 100 / f.FPS)) }
	return at(i+1) - at(i)
}

// Paint is a frame as a whole image, in two colours.
func (f *Film) Paint(state gf2.Vec) *image.Paletted {
	c := newCanvas(f.Board, f.Style, 2)
	return c.paint(state, c.whole())
}

// MaxFilm bounds the pixels of all frames together, which are held in memory to be encoded.
const MaxFilm = 1 << 30

// WriteGIF writes the film as an animated GIF that repeats for ever: two colours, and of each frame
// only the rectangle that changed. After is called after each frame that was painted; it may end the
// work by an error.
func (f *Film) WriteGIF(w io.Writer, after func() error) error {
	c := newCanvas(f.Board, f.Style, 2)
	whole := c.whole()
	out := &gif.GIF{Config: image.Config{ColorModel: c.colour, Width: whole.Dx() * c.scale, Height: whole.Dy() * c.scale}}
	if out.Config.Width > math.MaxUint16 || out.Config.Height > math.MaxUint16 {
		return fmt.Errorf("a GIF has at most %d rows and columns of pixels, not %d×%d", math.MaxUint16, out.Config.Width, out.Config.Height)
	}
	pixels := 0
	for frame := range f.All() {
		img := c.paint(frame.State, frame.Changed)
		if pixels += len(img.Pix); pixels > MaxFilm {
			return fmt.Errorf("the frames have more than %d pixels together; use fewer frames or a smaller scale", MaxFilm)
		}
		out.Image = append(out.Image, img)
		out.Delay = append(out.Delay, frame.Delay)
		out.Disposal = append(out.Disposal, gif.DisposalNone)
		if err := after(); err != nil {
			return err
		}
	}
	return gif.EncodeAll(w, out)
}
