package paper

import (
	"cmp"
	"image"
	"image/color"
	"iter"
	"maps"
	"slices"
)

// Inks are the colours of a film, 256 at most as a GIF has it.
type Inks struct {
	Palette color.Palette
	index   map[color.RGBA]uint8
}

// NewInks takes the colours of a few images, frequent ones first. The others are shades at the edges of shapes, and
// have one like them among these.
func NewInks(images iter.Seq[*image.RGBA]) *Inks {
	const most = 256
	seen := map[color.RGBA]int{}
	for img := range images {
		for i := 0; i < len(img.Pix); i += 4 {
			seen[color.RGBA{img.Pix[i], img.Pix[i+1], img.Pix[i+2], img.Pix[i+3]}]++
		}
	}
	key := func(c color.RGBA) int { return int(c.R)<<24 | int(c.G)<<16 | int(c.B)<<8 | int(c.A) }
	all := slices.SortedFunc(maps.Keys(seen), func(a, b color.RGBA) int {
		return cmp.Or(cmp.Compare(seen[b], seen[a]), cmp.Compare(key(a), key(b)))
	})
	// Colours close to a more frequent one can wait, so that all hues have a place.
	inks := &Inks{index: map[color.RGBA]uint8{}}
	for _, close := range []int{16, 8, 0} {
		for _, c := range all {
			taken := slices.ContainsFunc(inks.Palette, func(p color.Color) bool { return apart(p.(color.RGBA), c) <= close })
			if !taken && len(inks.Palette) < most {
				inks.Palette = append(inks.Palette, c)
			}
		}
	}
	return inks
}

// apart is the largest difference of two colours in any part.
func apart(a, b color.RGBA) int {
	off := func(x, y uint8) int { return int(max(x, y) - min(x, y)) }
	return max(off(a.R, b.R), off(a.G, b.G), off(a.B, b.B))
}

// Paint is an image in these colours.
func (k *Inks) Paint(img *image.RGBA) *image.Paletted {
	frame := image.NewPaletted(img.Rect, k.Palette)
	for i := range frame.Pix {
		c := color.RGBA{img.Pix[4*i], img.Pix[4*i+1], img.Pix[4*i+2], img.Pix[4*i+3]}
		at, known := k.index[c]
		if !known {
			at = uint8(k.Palette.Index(c))
			k.index[c] = at
		}
		frame.Pix[i] = at
	}
	return frame
}
