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

// Film is a sequence of pictures and the clicks that lead from each to the next.
type Film struct {
	Board *board.Board
	Start gf2.Vec
	// Scenes are the clicks in order, one list for each step from a picture to the next.
	Scenes [][]int
	// Frames is the number of frames of a scene; all clicks of a frame happen at once.
	Frames int
	// FPS is frames per second. Each picture stays for a second before the next scene.
	FPS float64
	// Scale is the side of a cell in pixels.
	Scale int
}

// hold is how long a picture stays, in hundredths of a second.
const hold = 100

// frame is one moment of a film.
type frame struct {
	state   gf2.Vec         // reused for the next frame
	changed image.Rectangle // covers the cells that may differ from the previous frame, in columns (x) and rows (y)
	delay   int             // in hundredths of a second
}

// Count is the number of frames.
func (f *Film) Count() int {
	n := 1
	for _, scene := range f.Scenes {
		n += f.batches(scene)
	}
	return n
}

// batches is the number of frames of a scene: at most one per click.
func (f *Film) batches(scene []int) int { return min(f.Frames, len(scene)) }

// All yields the lights that are on in each frame, in a vector that is reused for the next one.
func (f *Film) All() iter.Seq[gf2.Vec] {
	return func(yield func(gf2.Vec) bool) {
		for frame := range f.frames() {
			if !yield(frame.state) {
				return
			}
		}
	}
}

func (f *Film) frames() iter.Seq[frame] {
	return func(yield func(frame) bool) {
		state := f.Start.Clone()
		if !yield(frame{state, whole(f.Board), hold}) {
			return
		}
		for _, scene := range f.Scenes {
			n := f.batches(scene)
			for i := range n {
				changed := image.Rectangle{}
				for _, s := range scene[len(scene)*i/n : len(scene)*(i+1)/n] {
					f.Board.Press(board.Bits(state), s, 1)
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
				if !yield(frame{state, changed, delay}) {
					return
				}
			}
		}
	}
}

// delay is the duration of frame i of a scene, rounded such that the sum is exact.
func (f *Film) delay(i int) int {
	at := func(i int) int { return int(math.Round(float64(i) * 100 / f.FPS)) }
	return at(i+1) - at(i)
}

// maxFilm bounds the total pixels of all frames, which are in memory at once.
const maxFilm = 1 << 30

// WriteGIF writes the film as an endlessly repeating GIF. Each frame stores only the
// rectangle that changed. after is called after each frame; if it returns an error, WriteGIF stops and
// returns it.
func (f *Film) WriteGIF(w io.Writer, after func() error) error {
	cells := whole(f.Board)
	out := &gif.GIF{Config: image.Config{ColorModel: blackAndWhite, Width: cells.Dx() * f.Scale, Height: cells.Dy() * f.Scale}}
	if out.Config.Width > math.MaxUint16 || out.Config.Height > math.MaxUint16 {
		return fmt.Errorf("a GIF has at most %d rows and columns of pixels, and this one would have %d×%d", math.MaxUint16, out.Config.Width, out.Config.Height)
	}
	pixels := 0
	for frame := range f.frames() {
		img := paint(f.Board, frame.state, f.Scale, frame.changed)
		if pixels += len(img.Pix); pixels > maxFilm {
			return fmt.Errorf("the frames have more than %d pixels in total; use fewer frames or a smaller scale", maxFilm)
		}
		out.Image = append(out.Image, img)
		out.Delay = append(out.Delay, frame.delay)
		out.Disposal = append(out.Disposal, gif.DisposalNone)
		if err := after(); err != nil {
			return err
		}
	}
	return gif.EncodeAll(w, out)
}
