//go:build browser

package play

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// fingers puts fingers on the screen, moves them or takes them away.
func fingers(kind input.TouchType, at ...[2]float64) chromedp.Action {
	return chromedp.ActionFunc(func(ctx context.Context) error {
		points := []*input.TouchPoint{}
		for i, p := range at {
			points = append(points, &input.TouchPoint{X: p[0], Y: p[1], ID: float64(i + 1)})
		}
		return input.DispatchTouchEvent(kind, points).Do(ctx)
	})
}

// at is the middle of an item on the screen.
func (p *page) at(i int) [2]float64 {
	p.t.Helper()
	return eval[[2]float64](p, fmt.Sprintf(`(() => { const r = document.querySelector('#board [data-item="%d"] .base').getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2] })()`, i))
}

// phone opens the page on a screen of that size, with fingers.
func phone(t *testing.T, width, height int64) *page {
	t.Helper()
	p := openPage(t, "server")
	p.size(width, height)
	p.run(emulation.SetTouchEmulationEnabled(true))
	return p
}

// Board, hint and words are on one screen, nothing scrolls sideways, and fingers meet the cells: on phones, held
// either way, on a laptop, and there at 200 %. On the lowest screens cells of several layers are smaller.
func TestBoardAndButtonsShareTheScreen(t *testing.T) {
	t.Parallel()
	p := phone(t, 320, 568)
	for _, screen := range [][2]int64{{320, 568}, {360, 740}, {390, 844}, {568, 320}, {740, 360}, {768, 1024}, {683, 328}, {1366, 657}} {
		p.size(screen[0], screen[1])
		p.open("#board=3x3&on=all")
		for _, board := range []string{"5x5", "3x3x3", "3x3x3x3", "torus:3x3x3", "cube:3", "petersen", "20x20"} {
			p.run(chromedp.Evaluate(fmt.Sprintf(`scrollTo(0, 0); window.last = document.querySelector("#board .item"); location.hash = "#board=%s&on=all"`, board), nil))
			p.wait(`!window.last.isConnected`) // the new board is there
			name := fmt.Sprintf("%s at %dx%d", board, screen[0], screen[1])
			p.click("#hint")
			p.wait(`document.querySelector("#board .is-hint")`)
			seen := eval[struct {
				Wide, Cell, Foot, Words, Hint, Zoom float64
			}](p, `(() => {
				const foot = (id) => document.getElementById(id).getBoundingClientRect().bottom;
				return {
					wide: document.documentElement.scrollWidth, cell: document.querySelector("#board .base").getBoundingClientRect().width,
					foot: foot("frame"), words: foot("message"), hint: foot("hint"), zoom: foot("zoom"),
				};
			})()`)
			p.screenshot(strings.NewReplacer(":", "-", " ", "-").Replace("screen-" + name))
			high := float64(screen[1])
			if seen.Wide > float64(screen[0]) {
				t.Errorf("%s scrolls sideways: it is %.0f wide", name, seen.Wide)
			}
			if least := map[bool]float64{true: 22, false: 36}[high < 600 || board == "cube:3"]; seen.Cell < least && board != "20x20" { // two fingers zoom
				t.Errorf("%s: a cell is %.1f wide", name, seen.Cell)
			}
			if max(seen.Hint, seen.Words, seen.Foot, seen.Zoom) > high {
				t.Errorf("%s: of %.0f pixels the board ends at %.0f, the words at %.0f, the buttons at %.0f and %.0f", name, high, seen.Foot, seen.Words, seen.Hint, seen.Zoom)
			}
		}
	}
}

// Layers say which they are, and so do their lights to those who listen; the words say which layers touch.
func TestLayersAreNamed(t *testing.T) {
	t.Parallel()
	p := phone(t, 360, 740)
	names := func() []string {
		return eval[[]string](p, `[...document.querySelectorAll("#board .layer-name")].map((e) => e.textContent)`)
	}
	p.open("#board=2x3x4&on=all")
	if got := names(); !slices.Equal(got, []string{"Layer 1", "Layer 2"}) {
		t.Errorf("layers %q", got)
	}
	if got := eval[string](p, `document.querySelector('#board [data-item="19"]').getAttribute("aria-label")`); got != "Layer 2, row 2, column 4, on" {
		t.Errorf("light 20 is %q", got)
	}
	if says := p.text("message"); !strings.Contains(says, "above and below") {
		t.Errorf("the page says %q", says)
	}
	p.open("#board=grid:2x3x2x2&on=all")
	if got := names(); !slices.Equal(got, []string{"Layer 1.1", "Layer 1.2", "Layer 1.3", "Layer 2.1", "Layer 2.2", "Layer 2.3"}) {
		t.Errorf("layers %q", got)
	}
	// Every light is where its layer, row and column say, whatever the arrangement.
	for _, size := range [][2]int64{{360, 740}, {740, 360}, {1280, 900}} {
		p.size(size[0], size[1])
		p.open("#board=grid:2x3x2x2&on=all")
		wrong := eval[[]int](p, `[...document.querySelectorAll("#board .item")].map((e, i) => {
			const at = (j) => document.querySelector('#board [data-item="' + j + '"] .base').getBBox();
			const [first, own] = [at(i - i % 4), at(i)];
			return Math.abs(own.x - first.x - 100 * (i % 2)) < 0.1 && Math.abs(own.y - first.y - 100 * (Math.floor(i / 2) % 2)) < 0.1 ? -1 : i;
		}).filter((i) => i >= 0)`)
		if len(wrong) > 0 {
			t.Errorf("at %v the lights %v are elsewhere", size, wrong)
		}
	}
}

// Holding a light shows what it flips. Letting go there presses it, letting go elsewhere does not.
func TestHoldToPeek(t *testing.T) {
	t.Parallel()
	p := phone(t, 360, 740)
	p.open("#board=5x5&on=all")
	peeked := `document.querySelectorAll("#board .would-flip").length === 5`
	here := p.at(12)
	p.run(fingers(input.TouchStart, here))
	p.wait(peeked)
	p.screenshot("phone-peek")
	p.run(fingers(input.TouchMove, [2]float64{here[0] + 130, here[1]}))
	p.wait(`!document.querySelector("#board .would-flip")`)
	p.run(fingers(input.TouchEnd))
	p.run(fingers(input.TouchStart, here))
	p.wait(peeked)
	p.run(fingers(input.TouchMove, [2]float64{here[0] + 5, here[1] + 5}), fingers(input.TouchEnd))
	p.wait(`document.getElementById("stat-presses").textContent === "1"`)
	if lit := p.marked("on"); len(lit) != 20 || slices.Contains(lit, 12) {
		t.Errorf("lit are %v", lit)
	}
	p.run(tap(p.item(0)))
	p.wait(`document.getElementById("stat-presses").textContent === "2"`)
	if n := eval[int](p, `document.querySelectorAll("#board .would-flip").length`); n > 0 {
		t.Errorf("after a tap %d lights are still framed", n)
	}
	// The gaps between cells belong to the nearer one.
	edge := eval[[2]float64](p, `(() => { const r = document.querySelector('#board [data-item="6"] .base').getBoundingClientRect(); return [r.right + 1.5, r.y + r.height / 2] })()`)
	p.run(fingers(input.TouchStart, edge), fingers(input.TouchEnd))
	p.wait(`document.getElementById("stat-presses").textContent === "3"`)
}

// On a large board too, only a held finger shows what a press flips: nothing of that stays after a tap.
func TestTapOnALargeBoard(t *testing.T) {
	t.Parallel()
	p := phone(t, 360, 740)
	p.open("#board=40x40&on=none")
	p.run(tap(p.item(820)))
	p.wait(`document.getElementById("stat-presses").textContent === "1"`)
	p.run(twoFrames, twoFrames)
	if n := eval[int](p, `document.querySelectorAll(".would-flip").length`); n > 0 {
		t.Errorf("%d lights are framed after a tap", n)
	}
}

// At 400 % a laptop is as small as this: the board is as wide as the screen, and nothing lies over it.
func TestBoardAtFourHundredPercent(t *testing.T) {
	t.Parallel()
	p := openPage(t, "server")
	p.size(341, 164)
	for _, board := range []string{"5x5", "petersen", "20x20"} {
		p.open("#board=" + board + "&on=all")
		if width := eval[float64](p, `document.getElementById("frame").getBoundingClientRect().width`); width < 300 {
			t.Errorf("%s is %.0f pixels wide", board, width)
		}
		if wide := eval[int](p, `document.documentElement.scrollWidth`); wide > 341 {
			t.Errorf("%s: the page is %d pixels wide", board, wide)
		}
		p.run(chromedp.Evaluate(`document.querySelector("#board [tabindex='0']").focus()`, nil))
		p.keys(kb.End)
		if !eval[bool](p, `(() => { const r = document.activeElement.getBoundingClientRect(); return document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2)?.closest("[data-item]") === document.activeElement })()`) {
			t.Errorf("%s: the light with the focus is not in sight", board)
		}
	}
}

// Whose browser has larger letters gets all of them larger, and the board makes room: words, board and hint stay on one screen.
func TestLargerLetters(t *testing.T) {
	t.Parallel()
	p := openPage(t, "server")
	for _, screen := range screens {
		p.size(screen[0], screen[1])
		p.open("#board=5x5&on=all")
		sizes := `[...document.querySelectorAll("button, dt, dd, p, h2, strong, small, label")].filter((e) => e.checkVisibility() && e.textContent.trim()).map((e) => parseFloat(getComputedStyle(e).fontSize))`
		before := eval[[]float64](p, sizes)
		p.run(chromedp.Evaluate(`document.documentElement.style.fontSize = "24px"`, nil), twoFrames)
		after := eval[[]float64](p, sizes)
		for i := range min(len(before), len(after)) {
			if after[i] < 1.3*before[i] {
				t.Errorf("at %v letters of %.1f pixels become %.1f", screen, before[i], after[i])
				break
			}
		}
		p.screenshot(fmt.Sprint("letters-", screen[0]))
		p.wait(inSight("message", "frame", "hint") + " && document.documentElement.scrollWidth <= innerWidth")
	}
}

// The light with the focus has a ring that is not the frame of what its press flips, in colour and width.
func TestFocusRing(t *testing.T) {
	t.Parallel()
	p := openPage(t, "server")
	for _, board := range []string{"5x5", "20x20", "petersen"} {
		p.open("#board=" + board + "&on=all")
		p.keys(kb.ArrowDown + kb.ArrowRight)
		p.wait(`document.querySelector("#board .item:focus-visible") && document.querySelectorAll("#board .would-flip").length > 2`)
		if !eval[bool](p, `(() => {
			const style = (selector) => getComputedStyle(document.querySelector(selector));
			const [ring, frame] = [style("#board .item:focus-visible .base"), style("#board .would-flip:not(:focus-visible) .would")];
			return ring.stroke !== frame.stroke && parseFloat(ring.strokeWidth) >= 2 * parseFloat(frame.strokeWidth) && style("#board .item:focus-visible .would").display === "none";
		})()`) {
			t.Errorf("%s: the ring looks like a frame, or lies under one", board)
		}
	}
}

// Two fingers zoom a large board, one moves it then, and neither presses anything; a tap meets the cell that it sees.
func TestPinchAndPan(t *testing.T) {
	t.Parallel()
	p := phone(t, 360, 740)
	p.open("#board=20x20&on=all")
	cell := func() float64 {
		return eval[float64](p, `document.querySelector("#board .base").getBoundingClientRect().width`)
	}
	before := cell()
	middle := p.at(210)
	p.run(fingers(input.TouchStart, [2]float64{middle[0] - 20, middle[1]}),
		fingers(input.TouchStart, [2]float64{middle[0] - 20, middle[1]}, [2]float64{middle[0] + 20, middle[1]}))
	for far := 30.0; far <= 80; far += 10 {
		p.run(fingers(input.TouchMove, [2]float64{middle[0] - far, middle[1]}, [2]float64{middle[0] + far, middle[1]}))
	}
	p.run(fingers(input.TouchEnd))
	p.wait(`document.getElementById("board").hasAttribute("data-zoomed")`)
	if after := cell(); after < 3*before || after > 5*before {
		t.Errorf("fingers four times as far apart zoom from %.1f to %.1f", before, after)
	}
	p.screenshot("phone-zoomed")
	zoomed := p.at(210)
	if d := zoomed[0] - middle[0]; d > 25 || d < -25 {
		t.Errorf("what was between the fingers went from %v to %v", middle, zoomed)
	}
	p.run(fingers(input.TouchStart, zoomed))
	for step := 10.0; step <= 60; step += 10 {
		p.run(fingers(input.TouchMove, [2]float64{zoomed[0] - step, zoomed[1] - step}))
	}
	p.run(fingers(input.TouchEnd))
	if moved := p.at(210); moved[0] > zoomed[0]-45 || moved[1] > zoomed[1]-45 {
		t.Errorf("one finger moves the board from %v to %v", zoomed, moved)
	}
	if y := eval[float64](p, `scrollY`); y != 0 || p.text("stat-presses") != "0" {
		t.Errorf("the page has scrolled by %g, and there are %s presses", y, p.text("stat-presses"))
	}
	p.run(tap(p.item(210)))
	p.wait(`document.getElementById("stat-presses").textContent === "1"`)
	if lit := p.marked("on"); len(lit) != 395 || slices.Contains(lit, 210) {
		t.Errorf("%d lights are lit", len(lit))
	}
	p.click("#zoom-whole")
	p.wait(`!document.getElementById("board").hasAttribute("data-zoomed")`)
	// And without two fingers: buttons, and the keyboard's focus stays in sight.
	p.click("#zoom-in")
	p.click("#zoom-in")
	p.click("#zoom-in")
	p.run(chromedp.Evaluate(`document.querySelector("#board [tabindex='0']").focus()`, nil))
	p.keys(kb.Home)
	p.wait(`document.activeElement.dataset.item === "0"`)
	inside := eval[bool](p, `(() => { const [f, i] = [document.getElementById("frame"), document.activeElement].map((e) => e.getBoundingClientRect()); return i.left > f.left - 12 && i.top > f.top - 12 })()`)
	if !inside {
		t.Error("the focused cell is out of sight")
	}
}

// A board of the player's own can be drawn with a finger.
func TestFingersDraw(t *testing.T) {
	t.Parallel()
	p := phone(t, 360, 740)
	p.open("#board=5x5&on=all")
	p.run(tap("#mode-edit"))
	p.wait(`document.body.dataset.mode === "edit"`)
	p.run(chromedp.Evaluate(`document.getElementById("edit-clear").click(); document.getElementById("frame").scrollIntoView({ block: "center" })`, nil))
	p.wait(`document.querySelectorAll("#board .item").length === 0`)
	frame := eval[[4]float64](p, `(() => { const r = document.getElementById("frame").getBoundingClientRect(); return [r.x, r.y, r.width, r.height] })()`)
	for i, share := range [][2]float64{{0.25, 0.25}, {0.75, 0.7}} {
		place := [2]float64{frame[0] + frame[2]*share[0], frame[1] + frame[3]*share[1]}
		p.run(fingers(input.TouchStart, place), fingers(input.TouchEnd))
		p.wait(fmt.Sprintf(`document.querySelectorAll("#board .item").length === %d`, i+1))
	}
	p.run(chromedp.Evaluate(`document.getElementById("tool-edge").click()`, nil))
	from, to := p.at(0), p.at(1)
	p.run(fingers(input.TouchStart, from), fingers(input.TouchMove, [2]float64{(from[0] + to[0]) / 2, (from[1] + to[1]) / 2}), fingers(input.TouchMove, to))
	p.wait(`document.querySelector("#board .band")`)
	p.run(fingers(input.TouchEnd))
	p.wait(`document.querySelectorAll("#board .line").length === 1`)
	p.run(chromedp.Evaluate(`document.getElementById("tool-move").click()`, nil))
	p.run(fingers(input.TouchStart, from), fingers(input.TouchMove, [2]float64{from[0] + 30, from[1] + 30}), fingers(input.TouchMove, [2]float64{from[0] + 60, from[1] + 30}), fingers(input.TouchEnd))
	p.wait(fmt.Sprintf(`document.querySelector('#board [data-item="0"] .base').getBoundingClientRect().x > %g`, from[0]+10))
	p.screenshot("phone-edit")
}

// On a phone held on its side, the end of a game is seen whole, and the editor's tools are as wide as their names.
func TestLandscapeSheetAndTools(t *testing.T) {
	t.Parallel()
	p := phone(t, 740, 360)
	p.open("#board=3x3&on=0xb")
	p.click("#mode-edit")
	p.wait(`document.body.dataset.mode === "edit"`)
	if narrow := eval[[]string](p, `[...document.querySelectorAll("#tools label")].filter((b) => b.scrollWidth > b.clientWidth || b.clientWidth < 48).map((b) => b.textContent)`); len(narrow) > 0 {
		t.Errorf("too narrow for their names: %v", narrow)
	}
	p.click("#mode-play")
	solveByHint(p)
	if stars := eval[[]string](p, `[...document.querySelectorAll("#win .stars span")].sort((a, b) => a.getBoundingClientRect().x - b.getBoundingClientRect().x).map((e) => e.textContent)`); !slices.Equal(stars, []string{"★", "★", "☆"}) {
		t.Errorf("the stars are, from left to right, %v", stars)
	}
	if hidden := eval[int](p, `(() => { const sheet = document.getElementById("win"); return sheet.scrollHeight - sheet.clientHeight })()`); hidden > 0 {
		t.Errorf("%d pixels of the sheet at the end are out of sight", hidden)
	}
}
