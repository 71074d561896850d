package picture

import (
	"encoding/binary"
	"image"
	"math"

	"golang.org/x/image/draw"
)

// Gray is an image of gray levels in linear light, so that resizing, which takes means, keeps the light.
// The zero Gray has no image, and its methods panic: [Load] makes one.
type Gray struct{ *image.Gray16 }

const white = 0xffff

// linear is the sRGB curve, IEC 61966-2-1, from stored values to linear light.
func linear(v float64) float64 {
	if v <= 0.04045 {
		return v / 12.92
	}
	return math.Pow((v+0.055)/1.055, 2.4)
}

// stored is the inverse of linear.
func stored(l float64) float64 {
	if l <= 0.0031308 {
		return l * 12.92
	}
	return 1.055*math.Pow(l, 1/2.4) - 0.055
}

// through is an image whose levels, as numbers from 0 to 1, went through a curve.
func through(img *image.Gray16, curve func(float64) float64) *image.Gray16 {
	var levels [white + 1]uint16
	for v := range levels {
		levels[v] = uint16(math.Round(curve(float64(v)/white) * white))
	}
	out := image.NewGray16(img.Rect)
	for i := 0; i < len(img.Pix); i += 2 {
		binary.BigEndian.PutUint16(out.Pix[i:], levels[binary.BigEndian.Uint16(img.Pix[i:])])
	}
	return out
}

// fromImage takes the gray levels of an image. Transparent pixels are black.
func fromImage(img image.Image) Gray {
	gray := image.NewGray16(image.Rectangle{Max: img.Bounds().Size()})
	draw.Draw(gray, gray.Rect, img, img.Bounds().Min, draw.Src)
	return Gray{through(gray, linear)}
}

// Resize is the image at another size, stretched if the proportions differ.
func (g Gray) Resize(rows, cols int) Gray {
	size := image.Rect(0, 0, cols, rows)
	if size == g.Rect {
		return g
	}
	dst := image.NewGray16(size)
	draw.CatmullRom.Scale(dst, size, g, g.Rect, draw.Src, nil)
	return Gray{dst}
}

// Fit is the number of rows that keeps the proportions of the image at the given number of columns.
func (g Gray) Fit(cols int) (rows int) {
	return max(1, int(math.Round(float64(cols)*float64(g.Rect.Dy())/float64(g.Rect.Dx()))))
}
