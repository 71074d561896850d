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
	"lightsout/gf2"
)

// Film is a sequence of pictures and the clicks that lead from each to the next.
type Film struct {
	Board *board.Board
	Start gf2.Vec
	// Clicks lead from each picture to the next. They happen row by row: so a short front moves across the picture.
	Clicks []gf2.Vec
	// Scale is the side of a cell in pixels.
	Scale int
}

// Frame is a picture of a film, and how long it stays, in hundredths of a second.
type Frame struct {
	*image.Paletted
	Hundredths int
}

// From a picture to the next there are at most maxFrames frames. Each picture stays for a second.
const maxFrames, shortly, hold = 100, 4, 100

// Count is the number of frames.
func (f *Film) Count() int {
	n := 1
	for _, clicks := range f.Clicks {
		n += min(maxFrames, clicks.Weight())
	}
	return n
}

// Frames paints the film.
func (f *Film) Frames() iter.Seq2[Frame, error] {
	return func(yield func(Frame, error) bool) {
		state := f.Start.Clone()
		if !yield(Frame{Paint(f.Board, state, f.Scale), hold}, nil) {
			return
		}
		for _, clicks := range f.Clicks {
			list := clicks.Indices()
			n := min(maxFrames, len(list))
			for i := range n {
				for _, s := range list[len(list)*i/n : len(list)*(i+1)/n] {
					f.Board.Press(board.Bits(state), s, 1)
				}
				stays := shortly
				if i == n-1 {
					stays = hold
				}
				if !yield(Frame{Paint(f.Board, state, f.Scale), stays}, nil) {
					return
				}
			}
		}
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
			return fmt.Errorf("a GIF has at most %d rows and columns of pixels, and this one would have %d×%d", math.MaxUint16, size.X, size.Y)
		}
		part := frame.Paletted
		if last != nil {
			part = cut(part, changed(last, part))
		}
		if pixels += len(part.Pix); pixels > maxFilm {
			return fmt.Errorf("the frames have more than %d pixels in total; use fewer frames or a smaller scale", maxFilm)
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
