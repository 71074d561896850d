package picture

import (
	"bytes"
	"encoding/binary"
	"flag"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"lightsout/gf2"
	"lightsout/internal/boardtest"
)

var update = flag.Bool("update", false, "write the golden images anew; look at them before you keep them")

// testPattern is a lit ball in front of a ramp: all grays, edges and flat areas.
func testPattern(rows, cols int) Gray {
	g := Gray{image.NewGray16(image.Rect(0, 0, cols, rows))}
	for r := range rows {
		for c := range cols {
			x, y := 2*float64(c)/float64(cols)-1, 1-2*float64(r)/float64(rows)
			l := (x + 1) / 8
			if d := x*x + y*y; d < 0.5 {
				l = max(0, (-x+y)*0.5+math.Sqrt(0.5-d))
			}
			g.SetGray16(c, r, color.Gray16{Y: level(l)})
		}
	}
	return g
}

func level(l float64) uint16 { return uint16(math.Round(min(max(l, 0), 1) * white)) }

// golden compares an image with the one in testdata, pixel by pixel.
func golden(t *testing.T, name string, got image.Image) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		var b bytes.Buffer
		if err := png.Encode(&b, got); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	want, err := png.Decode(f)
	if err != nil {
		t.Fatal(err)
	}
	if got.Bounds() != want.Bounds() {
		t.Fatalf("%s: %v, want %v", name, got.Bounds(), want.Bounds())
	}
	for y := range got.Bounds().Dy() {
		for x := range got.Bounds().Dx() {
			r, g, b, _ := got.At(x, y).RGBA()
			wr, wg, wb, _ := want.At(x, y).RGBA()
			if r>>8 != wr>>8 || g>>8 != wg>>8 || b>>8 != wb>>8 {
				t.Fatalf("%s: pixel %d,%d is %v, want %v", name, x, y, got.At(x, y), want.At(x, y))
			}
		}
	}
}

func TestGoldenDithering(t *testing.T) {
	b := boardtest.Parse(t, "48x64")
	on, err := testPattern(96, 128).Resize(48, 64).Dither(b)
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "floyd-steinberg.png", Paint(b, on, 2))
}

// Dithering keeps the brightness.
func TestDitheringKeepsLight(t *testing.T) {
	for _, light := range []float64{0.1, 0.3, 0.5, 0.8} {
		g := Gray{image.NewGray16(image.Rect(0, 0, 64, 64))}
		for i := range 64 * 64 {
			g.SetGray16(i%64, i/64, color.Gray16{Y: level(light)})
		}
		on, err := g.Dither(boardtest.Parse(t, "64x64"))
		if err != nil {
			t.Fatal(err)
		}
		if got := float64(on.Weight()) / (64 * 64); math.Abs(got-light) > 0.03 {
			t.Errorf("gray %.2f becomes %.3f white", light, got)
		}
	}
}

// Half black, half white is half the light, which is not the middle of the stored values.
func TestResizeIsLinearInLight(t *testing.T) {
	img := image.NewGray(image.Rect(0, 0, 64, 64))
	for i := range img.Pix {
		img.Pix[i] = uint8(255 * (i / 2 % 2))
	}
	g := fromImage(img).Resize(4, 4)
	for i := range 16 {
		if got := float64(g.Gray16At(i%4, i/4).Y) / white; math.Abs(got-0.5) > 0.06 {
			t.Errorf("a fine pattern of black and white has light %.3f", got)
		}
	}
}

// An image is read back from every format.
func TestLoad(t *testing.T) {
	img := image.NewGray(image.Rect(0, 0, 30, 20))
	for i := range img.Pix {
		img.Pix[i] = uint8(i % 30 * 8)
	}
	palette := image.NewPaletted(img.Bounds(), color.Palette{color.Black, color.Gray{128}, color.White})
	for kind, encode := range map[string]func(*bytes.Buffer) error{
		"png":  func(b *bytes.Buffer) error { return png.Encode(b, img) },
		"jpeg": func(b *bytes.Buffer) error { return jpeg.Encode(b, img, nil) },
		"gif":  func(b *bytes.Buffer) error { return gif.Encode(b, palette, nil) },
	} {
		var b bytes.Buffer
		if err := encode(&b); err != nil {
			t.Fatal(err)
		}
		g, err := Load(&b, kind)
		if err != nil || g.Rect != img.Rect {
			t.Errorf("%s: %v", kind, err)
		}
	}
}

func TestTransparentIsBlack(t *testing.T) {
	img := image.NewNRGBA(image.Rect(0, 0, 2, 1))
	img.SetNRGBA(0, 0, color.NRGBA{255, 255, 255, 0})
	img.SetNRGBA(1, 0, color.NRGBA{255, 255, 255, 255})
	if g := fromImage(img); g.Gray16At(0, 0).Y != 0 || g.Gray16At(1, 0).Y != white {
		t.Errorf("levels %v", g.Pix)
	}
}

// pngHeader is a PNG file with a size but no pixels.
func pngHeader(width, height uint32) []byte {
	chunk := []byte("IHDR")
	chunk = binary.BigEndian.AppendUint32(chunk, width)
	chunk = binary.BigEndian.AppendUint32(chunk, height)
	chunk = append(chunk, 8, 0, 0, 0, 0)
	file := append([]byte("\x89PNG\r\n\x1a\n"), 0, 0, 0, 13)
	file = append(file, chunk...)
	return binary.BigEndian.AppendUint32(file, crc32.ChecksumIEEE(chunk))
}

func gifHeader(width, height uint16) []byte {
	file := []byte("GIF89a")
	file = binary.LittleEndian.AppendUint16(file, width)
	file = binary.LittleEndian.AppendUint16(file, height)
	return append(file, 0, 0, 0, ';')
}

func TestLoadRefuses(t *testing.T) {
	bomb, wide := "100000×100000 pixels are too many", "2000000000×1 pixels are too many"
	if strconv.IntSize == 32 { // the library that reads PNG refuses them, whose bytes it could not count
		bomb = "cannot be read: png: unsupported feature: dimension overflow"
		wide = bomb
	}
	for _, c := range []struct {
		name, want string
		file       []byte
	}{
		{"empty", "not a PNG, JPEG or GIF", nil},
		{"text", "not a PNG, JPEG or GIF", []byte("p lights 3 3\n")},
		{"zero.png", "not a PNG, JPEG or GIF", pngHeader(0, 10)},
		{"zero.gif", "no pixels: 0×0", gifHeader(0, 0)},
		{"flat.gif", "no pixels: 7×0", gifHeader(7, 0)},
		{"bomb.png", bomb, pngHeader(100000, 100000)},
		{"wide.png", wide, pngHeader(2000000000, 1)},
		{"deep.jpg", "cannot be read: unsupported JPEG feature: precision", []byte("\xff\xd8\xff\xc0\x00\x0b\x0c\x00\x08\x00\x08\x01\x01\x11\x00")},
		{"large.gif", "65535×65535 pixels are too many", gifHeader(65535, 65535)},
		{"short.png", "broken png image", pngHeader(10, 10)},
		{"short.gif", "broken gif image", gifHeader(10, 10)},
	} {
		if _, err := Load(bytes.NewReader(c.file), c.name); err == nil || !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), c.name+": ") {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
}

func FuzzLoad(f *testing.F) {
	f.Add(pngHeader(3, 3))
	f.Add(gifHeader(3, 3))
	f.Add([]byte("\x89PNG0000"))
	var b bytes.Buffer
	if err := gif.Encode(&b, image.NewPaletted(image.Rect(0, 0, 3, 2), color.Palette{color.Black, color.White}), nil); err != nil {
		f.Fatal(err)
	}
	f.Add(b.Bytes())
	f.Fuzz(func(t *testing.T, file []byte) {
		if config, _, err := image.DecodeConfig(bytes.NewReader(file)); err == nil && config.Width > 0 && config.Height > (1<<20)/config.Width {
			return // allowed, but slow to fill
		}
		g, err := Load(bytes.NewReader(file), "fuzz")
		if err == nil && g.Rect.Empty() {
			t.Errorf("%v", g.Rect)
		}
	})
}

// A place without a cell is black.
func TestHolesAreBlack(t *testing.T) {
	b := boardtest.Parse(t, "2x2,mask=#_/##")
	if got := Paint(b, gf2.AllOnes(3), 1).Pix; !bytes.Equal(got, []byte{1, 0, 1, 1}) {
		t.Errorf("pixels %v", got)
	}
}
