package picture

import (
	"image"
	"image/color"
	"math"
	"sync"

	"golang.org/x/image/draw"
)

// Gray is an image of gray levels in linear light, 16 bits each, row by row.
type Gray struct {
	Rows, Cols int
	Level      []uint16
}

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

var linearTable = sync.OnceValue(func() []float32 {
	table := make([]float32, white+1)
	for v := range table {
		table[v] = float32(linear(float64(v) / white))
	}
	return table
})

func level(l float64) uint16 { return uint16(math.Round(min(max(l, 0), 1) * white)) }

// fromImage takes the luminance of an image (ITU-R BT.709). Transparent pixels are black.
func fromImage(img image.Image) *Gray {
	b := img.Bounds()
	g := &Gray{Rows: b.Dy(), Cols: b.Dx(), Level: make([]uint16, 0, b.Dx()*b.Dy())}
	table := linearTable()
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			r, gr, bl, a := img.At(x, y).RGBA()
			if a == 0 {
				g.Level = append(g.Level, 0)
				continue
			}
			light := 0.2126*table[r*white/a] + 0.7152*table[gr*white/a] + 0.0722*table[bl*white/a]
			g.Level = append(g.Level, level(float64(light)*float64(a)/white))
		}
	}
	return g
}

// asImage copies the levels to an image. x/image/draw does not convert them, so that it computes in
// linear light.
func (g *Gray) asImage() *image.Gray16 {
	img := image.NewGray16(image.Rect(0, 0, g.Cols, g.Rows))
	for i, l := range g.Level {
		img.SetGray16(i%g.Cols, i/g.Cols, color.Gray16{Y: l})
	}
	return img
}

// Resize is the image at another size, stretched if the proportions differ.
func (g *Gray) Resize(rows, cols int) *Gray {
	if rows == g.Rows && cols == g.Cols {
		return g
	}
	dst := image.NewGray16(image.Rect(0, 0, cols, rows))
	src := g.asImage()
	draw.CatmullRom.Scale(dst, dst.Bounds(), src, src.Bounds(), draw.Src, nil)
	out := &Gray{Rows: rows, Cols: cols, Level: make([]uint16, rows*cols)}
	for i := range out.Level {
		out.Level[i] = dst.Gray16At(i%cols, i/cols).Y
	}
	return out
}

// Fit is the number of rows that keeps the proportions of the image at the given number of columns.
func (g *Gray) Fit(cols int) (rows int) {
	return max(1, int(math.Round(float64(cols)*float64(g.Rows)/float64(g.Cols))))
}
