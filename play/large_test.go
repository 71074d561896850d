//go:build browser

package play

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// A board of 10,000 lights opens, and a press on it changes what it flips and a few words: on a desktop, where all of it is in
// sight, and on a phone. (BenchmarkPress asks the browser how long it takes until that is painted.)
func TestHundredByHundred(t *testing.T) {
	t.Parallel()
	for name, p := range map[string]*page{"desktop": openPage(t, "server"), "phone": phone(t, 390, 664)} {
		p.open("#v=2&board=100x100")
		if n := eval[int](p, `document.querySelectorAll("#board .item").length`); n != 10_000 {
			t.Fatalf("there are %d lights", n)
		}
		p.wait(`document.getElementById("stat-best").textContent !== "…"`)
		p.screenshot("hundred-" + name)
		p.run(chromedp.Evaluate(`window.changes = new Set(), window.observer = new MutationObserver((list) => list.forEach(({ target }) => changes.add(target))),
			observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true }), 0`, nil))
		x, y := p.centreOf(5050)
		p.run(chromedp.MouseClickXY(x, y), twoFrames)
		p.wait(`document.getElementById("stat-presses").textContent === "1"`)
		changed := eval[[]string](p, `[...changes].map((e) => e.id || e.className?.baseVal || e.nodeName)`)
		t.Logf("%s: a press changes %d elements: %v", name, len(changed), changed)
		if len(changed) > 30 {
			t.Errorf("%s: a press changes %d elements", name, len(changed))
		}
		p.wait(`/&presses=5050$/.test(location.hash)`)
	}
}

// On a phone a board whose cells are too small to be hit begins zoomed in; the button shows all of it.
func TestSmallCellsBeginZoomed(t *testing.T) {
	t.Parallel()
	p := phone(t, 390, 664)
	for _, board := range []string{"40x40", "100x100"} {
		p.open("#v=2&board=" + board)
		side := `document.querySelector("#board .base").getBoundingClientRect().width`
		if wide := eval[float64](p, side); wide < 24 {
			t.Errorf("%s: a cell is %g pixels wide", board, wide)
		}
		p.screenshot("zoomed-" + board)
		p.click("#zoom-whole")
		p.wait(side + ` < 24`)
	}
	p.run(chromedp.Evaluate(`location.hash = "#v=2&board=6x6"`, nil))
	p.wait(`document.querySelectorAll("#board .item").length === 36 && !document.getElementById("board").hasAttribute("data-zoomed")`)
}

// Names of nodes lie on no line, no other node and no other name.
func TestNamesAreClear(t *testing.T) {
	inBothBrowsers(t, func(t *testing.T, p tab) {
		clear := func(what string) {
			t.Helper()
			faults := valueOf[[]string](p, `(() => {
			const box = (e) => e.getBoundingClientRect();
			const letters = (label) => { // without their rim, which Firefox counts
				const [m, b] = [label.getScreenCTM(), label.getBBox()];
				return new DOMRect(m.e + m.a * b.x, m.f + m.d * b.y, m.a * b.width, m.d * b.height);
			};
			const inside = (r, x, y, by = 0) => x > r.left - by && x < r.right + by && y > r.top - by && y < r.bottom + by;
			const labels = [...document.querySelectorAll("#board .label")];
			const nodes = [...document.querySelectorAll("#board .item .base")].map(box).map((r) => [r.x + r.width / 2, r.y + r.height / 2, r.width / 2]);
			const lines = [...document.querySelectorAll("#board .line")].map((path) => Array.from({ length: 60 }, (_, k) => path.getPointAtLength((path.getTotalLength() * k) / 59).matrixTransform(path.getScreenCTM())));
			const frame = box(document.getElementById("board"));
			return labels.flatMap((label, i) => {
				const r = letters(label);
				return [
					lines.some((points) => points.some(({ x, y }) => inside(r, x, y, -2))) && label.textContent + " on a line",
					nodes.some(([x, y, far]) => Math.hypot(Math.max(r.left - x, 0, x - r.right), Math.max(r.top - y, 0, y - r.bottom)) < far - 2) && label.textContent + " on a node",
					labels.some((other, k) => k > i && letters(other).left < r.right - 1 && r.left < letters(other).right - 1 && letters(other).top < r.bottom - 3 && r.top < letters(other).bottom - 3) && label.textContent + " on a name",
					(r.left < frame.left - 1 || r.right > frame.right + 1) && label.textContent + " outside",
				].filter(Boolean);
			});
		})()`)
			if len(faults) > 0 {
				t.Errorf("%s: %v", what, faults)
			}
			p.screenshot("names-" + what)
		}
		p.open(addressFor(t, graphOf(t, "ann", "bob the builder", "Zoë ☃", "d", "1234567", "eve", "frank", "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogoch")))
		clear("row")
		for _, name := range []string{
			"petersen", "cycle:20", "star:12", "complete:7", "path:9,switches=edges", "hypercube:3", "hypercube:4", "hypercube:5",
			"platonic:tetrahedron", "platonic:cube", "platonic:octahedron", "platonic:dodecahedron", "platonic:icosahedron",
			"regular:3x16", "regular:4x12,seed=3",
		} {
			turn(p, "#v=2&board="+name)
			p.click("#mode-edit")
			p.wait(`document.querySelector("#board .label")`)
			clear(strings.ReplaceAll(name, ":", "-"))
		}
	})
}

// Tiles of the gallery fill their last row, on every screen, and in the help the language comes last.
func TestGalleryAndHelpEnd(t *testing.T) {
	t.Parallel()
	p := openPage(t, "server")
	for name, size := range usualScreens {
		p.size(size[0], size[1])
		p.open("#v=2&board=5x5")
		p.reach("#choose")
		p.wait(`document.querySelectorAll("#gallery-sheet .pick-picture svg").length === document.querySelectorAll("#gallery-sheet .pick").length`)
		gaps := eval[[]string](p, `[...document.querySelectorAll("#gallery-sheet .shelf")].flatMap((shelf) => {
			const [whole, last] = [shelf, shelf.lastElementChild].map((e) => e.getBoundingClientRect());
			return whole.right - last.right > 1 ? [shelf.previousElementSibling.textContent + ": " + (whole.right - last.right)] : [];
		})`)
		if len(gaps) > 0 {
			t.Errorf("%s: beside the last tile is room: %v", name, gaps)
		}
		p.screenshot("gallery-" + name)
		p.keys(kb.Escape)
		p.click("#help")
		p.wait(`document.getElementById("help-sheet").open`)
		if last := eval[string](p, `document.getElementById("help-sheet").lastElementChild.querySelector("select")?.id ?? ""`); last != "language" {
			t.Errorf("%s: the help ends with %q", name, last)
		}
		p.run(chromedp.Evaluate(`document.getElementById("help-sheet").scrollTo(0, 1e6)`, nil))
		p.screenshot("help-end-" + name)
	}
}

// Nothing moves at the first press.
func TestNoJumpAtTheFirstPress(t *testing.T) {
	inBothBrowsers(t, func(t *testing.T, p tab) {
		for k, size := range [][2]int64{{1280, 900}, {390, 664}, {844, 390}} {
			p.size(size[0], size[1])
			for _, board := range []string{"5x5", "hypercube:5", "torus:5x5", "3x3x3"} {
				p.open(fmt.Sprintf("#v=2&board=%s&on=%d", board, k+1)) // another puzzle each time
				top := `Math.round(document.getElementById("frame").getBoundingClientRect().top + document.getElementById("frame").getBoundingClientRect().height * 1000)`
				before := valueOf[int](p, top)
				press(p, 1)
				p.wait(`document.getElementById("stat-presses").textContent === "1"`)
				if after := valueOf[int](p, top); after != before {
					t.Errorf("%v, %s: at the first press the board goes from %d to %d", size, board, before, after)
				}
			}
		}
	})
}
