//go:build browser

package play

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"lightsout/board"
	"lightsout/internal/boardtest"
)

// Every board of the gallery can be drawn, focused and pressed, and edges that wrap are marked.
func TestEveryBoardOfTheGallery(t *testing.T) {
	onBothBackends(t, func(t *testing.T, p *page) {
		p.open("")
		p.click("#choose")
		p.wait(`document.querySelectorAll("#gallery-sheet .pick-picture svg").length === document.querySelectorAll("#gallery-sheet .pick").length`)
		p.screenshot("gallery")
		specs := eval[[]string](p, `[...document.querySelectorAll("#gallery-sheet .pick")].map((b) => b.dataset.spec)`)
		wraps := map[string]int{"torus:4x4": 4, "torus:5x5": 4, "torus:5x5,mod=3": 4, "torus:6x6,self=off": 4, "cylinder:5x6": 2, "mobius:5x6": 2, "klein:5x6": 4, "projective:5x5": 4}
		for _, spec := range specs {
			p.run(chromedp.Evaluate(fmt.Sprintf(`{
				document.getElementById("win").close();
				document.getElementById("gallery-sheet").open || document.getElementById("choose").click();
				const pick = document.querySelector('#gallery-sheet [data-spec="%s"]');
				window.wanted = pick.textContent;
				pick.click();
			}`, spec), nil))
			p.wait(`!document.getElementById("gallery-sheet").open && document.getElementById("board-name").textContent === window.wanted && document.getElementById("stat-presses").textContent === "0"`)
			if n := eval[int](p, `document.querySelectorAll("#board .rim .bar").length`); n != wraps[spec] {
				t.Errorf("%s: %d marked edges, want %d", spec, n, wraps[spec])
			}
			corners := map[string]int{"hex": 6, "hexgrid": 6, "triangle": 3, "trigrid": 3}[strings.Split(spec, ":")[0]]
			if n := eval[int](p, `document.querySelector("#board polygon.base")?.points.length ?? 0`); n != corners {
				t.Errorf("%s: cells with %d corners of their own, want %d", spec, n, corners)
			}
			p.run(hover(p.item(3)))
			p.wait(`document.querySelectorAll("#board .would-flip").length >= 2`) // what a press flips
			p.screenshot("board-" + strings.NewReplacer(":", "-", ",", "-", "=", "-", "/", "-", "#", "", "_", "").Replace(spec))
			p.run(chromedp.Evaluate(`document.querySelector('#board [data-item="3"]').dispatchEvent(new MouseEvent("click", { bubbles: true }))`, nil))
			p.wait(`document.getElementById("stat-presses").textContent === "1"`)
		}
		p.run(chromedp.Evaluate(`document.getElementById("win").close()`, nil))
		// And any other board by its description; a wrong one gets a friendly message.
		p.click("#choose")
		p.run(chromedp.SetValue("#spec", "torsu:3x3", chromedp.ByQuery), chromedp.Click("#gallery-sheet form .primary", chromedp.ByQuery))
		p.wait(`document.getElementById("spec-problem").textContent.includes('did you mean "torus:3x3"')`)
		p.run(chromedp.SetValue("#spec", "torus:3x7,pattern=king", chromedp.ByQuery), chromedp.Click("#gallery-sheet form .primary", chromedp.ByQuery))
		p.wait(`document.querySelectorAll("#board .item").length === 21`)
	})
}

func TestPhone(t *testing.T) {
	t.Parallel()
	p := openPage(t, "server")
	p.size(360, 740)
	p.run(emulation.SetTouchEmulationEnabled(true))
	p.open("#board=5x5&on=0x1ffffff")
	p.wait(`document.getElementById("stat-best").textContent === "15"`)
	if wide := eval[int](p, `document.documentElement.scrollWidth`); wide > 360 {
		t.Errorf("the page is %d wide on a phone of 360", wide)
	}
	if side := eval[float64](p, `document.querySelector("#board .base").getBoundingClientRect().width`); side < 44 {
		t.Errorf("a cell is %.0f wide, too small for a finger", side)
	}
	if foot := eval[float64](p, `document.getElementById("hint").getBoundingClientRect().bottom`); foot > 740 {
		t.Errorf("the hint button ends at %.0f, below a phone's screen", foot)
	}
	small := eval[[]string](p, `[...document.querySelectorAll("button")].filter((b) => b.offsetParent && (b.offsetHeight < 38 || b.offsetWidth < 38)).map((b) => b.id || b.textContent)`)
	if len(small) > 0 {
		t.Errorf("too small for a finger: %v", small)
	}
	p.screenshot("phone")
	p.run(tap(p.item(12)))
	p.wait(`document.getElementById("stat-presses").textContent === "1"`)
	p.click("#menu")
	p.click("#choose")
	p.wait(`document.querySelector("#gallery-sheet .pick-picture svg")`)
	if wide := eval[int](p, `document.querySelector("#gallery-sheet").scrollWidth`); wide > 360 {
		t.Errorf("the gallery is %d wide", wide)
	}
	p.screenshot("phone-gallery")
}

// Nothing jumps, neither when the page loads nor while it is played; only the buttons of the answer push down
// what lies below them. A shift is reported some time after it was painted, so two more pictures are waited
// for before the sum is read.
func TestNoLayoutShift(t *testing.T) {
	t.Parallel()
	p := openPage(t, "server")
	p.run(chromedp.ActionFunc(onNewDocument(`{
		let sum = 0, where = ""
		const add = (entries) => entries.forEach((e) => { sum += e.value; where += e.sources.map((s) => " " + (s.node?.id || s.node?.className || s.node?.nodeName)) })
		const observer = new PerformanceObserver((list) => add(list.getEntries()))
		observer.observe({ type: "layout-shift", buffered: true })
		window.shift = async () => {
			for (let k = 0; k < 2; k++) await new Promise((done) => requestAnimationFrame(() => setTimeout(done)))
			add(observer.takeRecords())
			return { sum, where }
		}
	}`)))
	for _, width := range []int64{1280, 360} {
		p.size(width, 800)
		p.open("#board=5x5&on=0x1ffffff")
		p.wait(`document.getElementById("stat-best").textContent === "15"`)
		p.click("#hint")
		p.wait(`document.querySelector("#board .is-hint")`)
		p.click(p.item(p.marked("hint")[0]))
		p.click("#undo")
		type shifts struct {
			Sum   float64
			Where string
		}
		before := eval[shifts](p, `window.shift()`, awaitPromise)
		if before.Sum > 0.002 {
			t.Errorf("at width %d the layout shifts by %.4f:%s", width, before.Sum, before.Where)
		}
		p.run(chromedp.Evaluate(`document.getElementById("answer").click()`, nil)) // it may be behind the menu
		p.wait(`document.querySelector("#board .is-answer")`)
		if after := eval[shifts](p, `window.shift()`, awaitPromise); after.Sum > before.Sum+0.015 {
			t.Errorf("at width %d the answer shifts the layout by %.4f:%s", width, after.Sum-before.Sum, after.Where)
		}
	}
}

// The page explains what a press does only where that is true, and mentions wrapping where the drawing
// does not show it.
func TestBoardsAreDescribed(t *testing.T) {
	t.Parallel()
	p := openPage(t, "server")
	for spec, want := range map[string][2]string{
		"5x5":                {"A press flips a light and its neighbours", "25 lights"},
		"torus:3x3x3":        {"A press flips a light and its neighbours", "every axis wraps"},
		"merlin":             {"Hover or focus shows", "9 lights"},
		"5x5,pattern=x":      {"Hover or focus shows", "25 lights"},
		"torus:4x4,self=off": {"Hover or focus shows", "16 lights"},
		"klein:5x6":          {"Sides with the same arrows meet", "30 lights"},
	} {
		p.open("#board=" + spec + "&on=none") // which can be solved on every board
		if says, about := p.text("message"), p.text("board-about"); !strings.Contains(says, want[0]) || !strings.Contains(about, want[1]) {
			t.Errorf("%s: %q, %q", spec, says, about)
		}
	}
}

// Clicking or typing before there is a puzzle does no harm. An error would be on the console.
func TestNothingBreaksWithoutAPuzzle(t *testing.T) {
	t.Parallel()
	p := openPage(t, "server")
	p.run(chromedp.ActionFunc(onNewDocument(`window.fetch = () => new Promise(() => {})`)), chromedp.Navigate(p.address))
	p.wait(`document.getElementById("message").textContent.startsWith("Getting the lamps ready")`)
	clicked := eval[[]string](p, `[...document.querySelectorAll("button")].filter((b) => b.offsetParent && !b.disabled).map((b) => (b.click(), b.id || b.className))`)
	if !slices.Contains(clicked, "choose") || slices.Contains(clicked, "hint") {
		t.Errorf("these can be clicked: %v", clicked)
	}
	p.run(chromedp.Evaluate(`document.querySelectorAll("dialog").forEach((sheet) => sheet.close()); document.getElementById("board").focus()`, nil))
	p.keys("hauyrne? " + kb.ArrowDown)
}

// If the fewest presses cannot be found in time, the page shows what is known. The library stops by itself; on a busy machine
// that may take it so long that the page would give it up, which it does not here.
func TestWhatCannotBeProvedIsSaid(t *testing.T) {
	onBothBackends(t, func(_ *testing.T, p *page) {
		p.atStart(`window.setTimeout = ((real) => (work, ms, ...rest) => real(work, 10_000 < ms && ms < 60_000 ? 3_600_000 : ms, ...rest))(setTimeout)`)
		p.open("#board=hypercube:9&on=" + randomState("hypercube:9"))
		p.wait(`document.getElementById("stat-best").textContent.startsWith("≤ ")`)
		p.screenshot("hypercube-9")
	})
}

// randomState is a solvable state of a board, as addresses write it.
func randomState(spec string) string {
	b, err := board.Parse(spec)
	if err != nil {
		panic(err)
	}
	value := new(big.Int)
	for i := range boardtest.Random(b, 1).Bits().Ones() {
		value.SetBit(value, i, 1)
	}
	return "0x" + value.Text(16)
}
