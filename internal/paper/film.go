package paper

import (
	"cmp"
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"io"
	"maps"
	"math"
	"slices"

	"lightsout/internal/drawing"
)

// maxFilm bounds the pixels of all frames of a film, which are in memory at once.
const maxFilm = 1 << 28

// Film is a moving picture of a board: scenes of one size.
type Film struct {
	Frames int
	// Scene is a frame, and how long it stays, in hundredths of a second.
	Scene func(frame int) (s *drawing.Scene, hundredths int)
	// Pixels is the side of a cell.
	Pixels float64
}

// WriteGIF writes the film as an endlessly repeating GIF. Each frame stores only the rectangle that changed.
// after is called after each frame; if it returns an error, WriteGIF stops and returns it.
func (f Film) WriteGIF(w io.Writer, after func() error) error {
	palette, err := f.palette()
	if err != nil {
		return err
	}
	index := map[color.RGBA]uint8{}
	out := &gif.GIF{}
	var last *image.RGBA
	pixels := 0
	for i := range f.Frames {
		scene, hundredths := f.Scene(i)
		img, err := Image(scene, f.Pixels)
		if err != nil {
			return err
		}
		if b := img.Bounds(); b.Dx() > math.MaxUint16 || b.Dy() > math.MaxUint16 {
			return fmt.Errorf("a GIF has at most %d rows and columns of pixels, and this one would have %d×%d", math.MaxUint16, b.Dx(), b.Dy())
		}
		frame := image.NewPaletted(changed(last, img), palette)
		if pixels += len(frame.Pix); pixels > maxFilm {
			return fmt.Errorf("the frames have more than %d pixels in total; use fewer frames or a smaller scale", maxFilm)
		}
		for y := frame.Rect.Min.Y; y < frame.Rect.Max.Y; y++ {
			for x := frame.Rect.Min.X; x < frame.Rect.Max.X; x++ {
				c := img.RGBAAt(x, y)
				at, known := index[c]
				if !known {
					at = uint8(palette.Index(c))
					index[c] = at
				}
				frame.SetColorIndex(x, y, at)
			}
		}
		out.Image, out.Delay, out.Disposal = append(out.Image, frame), append(out.Delay, hundredths), append(out.Disposal, gif.DisposalNone)
		last = img
		if err := after(); err != nil {
			return err
		}
	}
	return gif.EncodeAll(w, out)
}

// palette is colours of a few frames, 256 at most as a GIF has it, frequent ones first. The others are shades
// at the edges of shapes, and have one like them among these.
func (f Film) palette() (color.Palette, error) {
	const looks, most = 6, 256
	seen := map[color.RGBA]int{}
	for k := range min(looks, f.Frames) {
		scene, _ := f.Scene((f.Frames - 1) * k / max(1, min(looks, f.Frames)-1))
		img, err := Image(scene, f.Pixels)
		if err != nil {
			return nil, err
		}
		for i := 0; i < len(img.Pix); i += 4 {
			seen[color.RGBA{img.Pix[i], img.Pix[i+1], img.Pix[i+2], img.Pix[i+3]}]++
		}
	}
	key := func(c color.RGBA) int { return int(c.R)<<24 | int(c.G)<<16 | int(c.B)<<8 | int(c.A) }
	all := slices.SortedFunc(maps.Keys(seen), func(a, b color.RGBA) int {
		return cmp.Or(cmp.Compare(seen[b], seen[a]), cmp.Compare(key(a), key(b)))
	})
	// Colours close to a more frequent one can wait, so that all hues have a place.
	var palette color.Palette
	for _, close := range []int{16, 8, 0} {
		for _, c := range all {
			taken := slices.ContainsFunc(palette, func(p color.Color) bool { return apart(p.(color.RGBA), c) <= close })
			if !taken && len(palette) < most {
				palette = append(palette, c)
			}
		}
	}
	return palette, nil
}

// apart is the largest difference of two colours in any part.
func apart(a, b color.RGBA) int {
	off := func(x, y uint8) int { return int(max(x, y) - min(x, y)) }
	return max(off(a.R, b.R), off(a.G, b.G), off(a.B, b.B))
}

// changed is the rectangle in which two images differ; all of it if there was none before.
func changed(before, now *image.RGBA) image.Rectangle {
	if before == nil {
		return now.Bounds()
	}
	box := image.Rectangle{}
	for y := range now.Rect.Dy() {
		a, b := before.Pix[y*before.Stride:], now.Pix[y*now.Stride:]
		for x := range now.Rect.Dx() {
			if [4]byte(a[4*x:4*x+4]) != [4]byte(b[4*x:4*x+4]) {
				box = box.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	if box.Empty() {
		return image.Rect(0, 0, 1, 1)
	}
	return box
}
