package picture

import (
	"bytes"
	"fmt"
	"image"
	"image/gif"
	"io"
	"iter"
	"math"

	"lightsout/board"
)

// Film is pictures of a board and the presses that lead from each to the next.
// The zero Film has no board, and its methods panic.
type Film struct {
	Board *board.Board
	Start board.State
	// Presses lead from each picture to the next, in this order: row by row, a short front moves across the picture.
	Presses [][]int
	// Paint paints a state. Of the presses to the next picture so many are done, and next are those before the next
	// frame.
	Paint func(state board.State, done int, next []int) (*image.Paletted, error)
	// Hundredths of a second that a frame stays. A picture stays for a whole one.
	Hundredths int
}

// Frame is a picture of a film, and how long it stays, in hundredths of a second.
type Frame struct {
	*image.Paletted
	Hundredths int
}

// From a picture to the next there are at most maxFrames frames, and at least one.
const maxFrames, hold = 100, 100

func frames(presses []int) int { return min(maxFrames, max(1, len(presses))) }

// Count is the number of frames.
func (f *Film) Count() int {
	n := 1
	for _, presses := range f.Presses {
		n += frames(presses)
	}
	return n
}

// Frames paints the film.
func (f *Film) Frames() iter.Seq2[Frame, error] {
	return func(yield func(Frame, error) bool) {
		state, done := f.Start.Clone(), 0
		for _, presses := range f.Presses {
			n := frames(presses)
			for i := range n {
				done = len(presses) * (i + 1) / n
				before := len(presses) * i / n
				image, err := f.Paint(state, before, presses[before:done])
				stays := f.Hundredths
				if i == 0 {
					stays = hold
				}
				if !yield(Frame{image, stays}, err) {
					return
				}
				for _, s := range presses[before:done] {
					f.Board.Press(state, s, 1)
				}
			}
		}
		image, err := f.Paint(state, done, nil)
		yield(Frame{image, hold}, err)
	}
}

// maxFilm bounds the total pixels of all frames, which are in memory at once.
const maxFilm = 1 << 28

// WriteGIF writes frames of one size and palette as an endlessly repeating GIF. Each frame stores only the rectangle
// that changed. An error of the frames ends it.
func WriteGIF(w io.Writer, frames iter.Seq2[Frame, error]) error {
	out := &gif.GIF{}
	var last *image.Paletted
	pixels := 0
	for frame, err := range frames {
		if err != nil {
			return err
		}
		size := frame.Rect.Size()
		if size.X > math.MaxUint16 || size.Y > math.MaxUint16 {
			return fmt.Errorf("a GIF has at most %d rows and columns of pixels, and this one would have %d×%d",
				math.MaxUint16, size.X, size.Y)
		}
		part := frame.Paletted
		if last != nil {
			part = cut(part, changed(last, part))
		}
		if pixels += len(part.Pix); pixels > maxFilm {
			return fmt.Errorf("the frames have more than %d pixels in total; use fewer frames or a smaller scale",
				maxFilm)
		}
		out.Config = image.Config{ColorModel: frame.Palette, Width: size.X, Height: size.Y}
		out.Image = append(out.Image, part)
		out.Delay = append(out.Delay, frame.Hundredths)
		out.Disposal = append(out.Disposal, gif.DisposalNone)
		last = frame.Paletted
	}
	return gif.EncodeAll(w, out)
}

// changed is the rectangle in which two images differ. It is never empty, as a GIF wants it.
func changed(before, now *image.Paletted) image.Rectangle {
	box := image.Rectangle{}
	for y := range now.Rect.Dy() {
		a, b := before.Pix[y*before.Stride:][:now.Rect.Dx()], now.Pix[y*now.Stride:][:now.Rect.Dx()]
		if bytes.Equal(a, b) {
			continue
		}
		left, right := 0, len(a)
		for a[left] == b[left] {
			left++
		}
		for a[right-1] == b[right-1] {
			right--
		}
		box = box.Union(image.Rect(left, y, right, y+1))
	}
	if box.Empty() {
		return image.Rect(0, 0, 1, 1)
	}
	return box
}

// cut is a copy of a part of an image.
func cut(img *image.Paletted, part image.Rectangle) *image.Paletted {
	small := image.NewPaletted(part, img.Palette)
	for y := part.Min.Y; y < part.Max.Y; y++ {
		copy(small.Pix[small.PixOffset(part.Min.X, y):], img.Pix[img.PixOffset(part.Min.X, y):][:part.Dx()])
	}
	return small
}
