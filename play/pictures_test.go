//go:build browser

package play

import (
	"bytes"
	"flag"
	"image"
	"image/color"
	"image/png"
	"os"
	"testing"

	"github.com/chromedp/chromedp"
)

var updatePictures = flag.Bool("update", false, "take the pictures of the page in docs/images again")

// The pictures of the page in docs/images show the page as it is; make pictures takes them again.
func TestDocumentedScreens(t *testing.T) {
	t.Parallel()
	for name, screen := range map[string]struct {
		theme, hash string
		act         func(p *page)
	}{
		"play.png": {"light", "#v=2&board=5x5&on=0101010001001001000101010&presses=0,2", func(p *page) {
			p.click("#hint")
			p.wait(`document.querySelector(".is-hint")`)
			p.run(chromedp.Evaluate(`document.activeElement.blur()`, nil))
		}},
		"play-klein-dark.png": {"dark", "#v=2&board=klein:5x6&on=101011101000001111011111101011", func(p *page) {
			p.run(hover(p.item(11)))
			p.wait(`document.querySelector(".would-flip")`)
		}},
	} {
		t.Run(name, func(t *testing.T) {
			p := openPage(t, "server")
			p.atStart(`performance.now = () => 0`) // so the clock of the game stands still
			p.size(1280, 820)
			p.run(media(screen.theme, "none"))
			p.open(screen.hash)
			screen.act(p)
			p.shows(name)
		})
	}
}

// shows compares the page with its picture in docs/images. Another version of the browser may draw the rims of letters
// otherwise; what else changes differs in more places.
func (p *page) shows(name string) {
	p.t.Helper()
	file := "../docs/images/" + name
	var got []byte
	p.run(chromedp.CaptureScreenshot(&got))
	if *updatePictures {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			p.t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		p.t.Fatal(err)
	}
	a, errA := png.Decode(bytes.NewReader(got))
	b, errB := png.Decode(bytes.NewReader(want))
	if errA != nil || errB != nil {
		p.t.Fatal(errA, errB)
	}
	if a.Bounds() != b.Bounds() {
		p.t.Fatalf("%s has %v, the page %v", name, b.Bounds(), a.Bounds())
	}
	if n := unlike(a, b); n > 500 {
		p.t.Errorf("%s differs from the page in %d pixels: make pictures", name, n)
	}
}

// unlike counts the pixels of which one is much brighter than the other.
func unlike(a, b image.Image) (pixels int) {
	gray := func(m image.Image, x, y int) int { return int(color.GrayModel.Convert(m.At(x, y)).(color.Gray).Y) }
	for y := a.Bounds().Min.Y; y < a.Bounds().Max.Y; y++ {
		for x := a.Bounds().Min.X; x < a.Bounds().Max.X; x++ {
			if d := gray(a, x, y) - gray(b, x, y); d > 40 || d < -40 {
				pixels++
			}
		}
	}
	return pixels
}
