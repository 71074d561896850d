package play

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// What makes playing comfortable: nothing is lost, answers are played step by step, and large boards are quick.

// A running game survives a new puzzle, a board from the gallery, a link and a reload: undo brings it back.
func TestARunningGameIsNotLost(t *testing.T) {
	p := openPage(t, "server")
	p.open("#board=5x5&on=0x1ffffff")
	p.wait(`document.getElementById("stat-best").textContent === "15"`)
	p.press(0, 7, 12)
	lit := p.marked("on")
	back := func() {
		t.Helper()
		p.keys("u")
		p.wait(`document.getElementById("stat-presses").textContent === "3" && document.getElementById("stat-best").textContent === "15"`)
		if got := p.marked("on"); !slices.Equal(got, lit) {
			t.Errorf("undo brings back %v, want %v", got, lit)
		}
	}
	replaced := `document.getElementById("stat-presses").textContent === "0" && document.getElementById("message").textContent.includes("Undo brings your last game back")`
	p.keys("n")
	p.wait(replaced)
	p.keys("n") // even twice
	p.wait(`!document.getElementById("message").textContent.includes("Undo brings")`)
	back()
	p.click("#new")
	p.wait(replaced)
	p.press(3)
	p.keys("u") // first the press of the new game
	p.wait(`document.getElementById("stat-presses").textContent === "0"`)
	back()
	p.click("#choose")
	p.wait(`document.querySelector('#gallery [data-spec="hex:3"]')`)
	p.click(`#gallery [data-spec="hex:3"]`)
	p.wait(replaced + ` && document.querySelectorAll("#board .item").length === 19`)
	p.wait(`JSON.parse(localStorage.getItem("lightsout")).before?.address.endsWith("presses=1,8,13")`)
	p.run(chromedp.Reload())
	p.wait(`document.documentElement.dataset.ready !== undefined && document.querySelectorAll("#board .item").length === 19`)
	back()
	p.keys("y") // there is nothing to do again
	p.wait(`JSON.parse(localStorage.getItem("lightsout")).address.endsWith("presses=1,8,13")`)
	p.open("#board=3x3&on=all")
	back()
}

// The difficulty survives, for each board; letters can be switched off as keys.
func TestSettingsSurvive(t *testing.T) {
	p := openPage(t, "server")
	p.open("#board=5x5&on=all")
	p.run(chromedp.Evaluate(`{ const slider = document.getElementById("difficulty"); slider.value = 11; slider.dispatchEvent(new Event("input")); }`, nil))
	p.open("#board=4x4&on=0x1")
	if got := eval[string](p, `document.getElementById("difficulty").value`); got == "11" {
		t.Error("the wish for one board is that for another")
	}
	p.open("#board=5x5&on=all")
	if got := eval[string](p, `document.getElementById("difficulty").value`); got != "11" {
		t.Errorf("the difficulty is %s after a reload", got)
	}
	p.click("#help")
	p.click("#switch-keys")
	p.screenshot("help-settings")
	p.keys(kb.Escape)
	p.open("#board=3x3&on=0x1ff")
	p.press(4)
	p.run(chromedp.Evaluate(`document.activeElement.blur()`, nil))
	p.keys("u")
	p.keys("r")
	p.keys("n")
	if got := p.text("stat-presses"); got != "1" {
		t.Errorf("letters are switched off, but there are %s presses", got)
	}
	p.keys(kb.ArrowDown) // other keys still work
	p.wait(`document.activeElement.dataset.item !== undefined`)
}

// The clock stands still while the tab is hidden.
func TestClockOfAHiddenTab(t *testing.T) {
	p := openPage(t, "server")
	p.open("#board=3x3&on=0x1ff")
	p.press(4)
	hidden := func(state string) []float64 {
		return eval[[]float64](p, fmt.Sprintf(`(async () => {
			Object.defineProperty(document, "visibilityState", { configurable: true, value: %q });
			document.dispatchEvent(new Event("visibilitychange"));
			const { elapsedNow } = await import("./js/store.js");
			const before = elapsedNow();
			await new Promise((done) => setTimeout(done, 60));
			return [before, elapsedNow()];
		})()`, state), awaitPromise)
	}
	if times := hidden("hidden"); times[0] != times[1] {
		t.Errorf("hidden, the clock goes from %g to %g", times[0], times[1])
	}
	if times := hidden("visible"); times[0] >= times[1] {
		t.Errorf("seen again, the clock stands at %g", times[0])
	}
}

// The answer can be played press by press, back and forth, and by itself.
func TestAnswerStepByStep(t *testing.T) {
	onBothBackends(t, func(t *testing.T, p *page) {
		p.open("#board=3x3&on=0x1ff")
		p.click("#answer")
		p.wait(`document.getElementById("playback-step")?.textContent === "Step 0 of 5"`)
		crosses := p.marked("answer")
		p.screenshot("playback")
		p.click("#playback-next")
		p.click("#playback-next")
		p.wait(`document.getElementById("playback-step").textContent === "Step 2 of 5"`)
		if got := p.marked("answer"); !slices.Equal(got, crosses[2:]) {
			t.Errorf("after two steps of %v, %v are left", crosses, got)
		}
		p.click("#playback-back")
		p.wait(`document.getElementById("playback-step").textContent === "Step 1 of 5"`)
		if got := p.marked("answer"); !slices.Equal(got, crosses[1:]) {
			t.Errorf("one step back of %v, %v are left", crosses, got)
		}
		p.click("#playback-run")
		p.wait(won)
		if n := p.text("stat-presses"); n != "5" {
			t.Errorf("%s presses", n)
		}
		if says := p.text("win"); !strings.Contains(says, "The answer was shown.") {
			t.Errorf("the end says %q", says)
		}
	})
}

// Sound and vibration are off until the player wants them.
func TestSoundAndVibration(t *testing.T) {
	p := openPage(t, "server")
	p.run(chromedp.ActionFunc(onNewDocument(`
		window.tones = 0; window.shakes = 0;
		const start = OscillatorNode.prototype.start;
		OscillatorNode.prototype.start = function (...a) { window.tones++; return start.apply(this, a); };
		navigator.vibrate = () => { window.shakes++; return true; };`)))
	p.open("#board=3x3&on=0xb")
	p.press(4)
	heard := func(tones, shakes int) {
		t.Helper()
		if a, b := eval[int](p, `window.tones`), eval[int](p, `window.shakes`); a != tones || b != shakes {
			t.Errorf("%d tones and %d vibrations, want %d and %d", a, b, tones, shakes)
		}
	}
	heard(0, 0)
	p.click("#help")
	p.click("#switch-sound")
	p.click("#switch-vibration")
	p.keys(kb.Escape)
	p.press(4)
	heard(1, 1)
	p.press(0)
	heard(5, 2) // a chord of four at the end
	p.wait(won)
}

// Where neighbours are not plain to see, a picture shows what a press flips; elsewhere there is no button.
func TestPatternPicture(t *testing.T) {
	p := openPage(t, "server")
	for spec, pictures := range map[string]int{
		"5x5": 0, "hex:3": 0, "petersen": 0, "merlin": 7, "torus:4x4": 9, "3x3x3": 9, "5x5,pattern=knight": 9, "hexcolor:3": 0,
	} {
		p.open("#board=" + spec + "&on=none")
		if hidden := eval[bool](p, `document.getElementById("pattern").hidden`); hidden != (pictures == 0) {
			t.Errorf("%s: the button is hidden: %v", spec, hidden)
		}
		if pictures == 0 {
			continue
		}
		p.click("#pattern")
		p.wait(`document.querySelector("#pattern-sheet .flips")`)
		p.screenshot("pattern-" + strings.NewReplacer(":", "-", ",", "-", "=", "-").Replace(spec))
		if n := eval[int](p, `document.querySelectorAll("#pattern-sheet .flips").length`); n != pictures {
			t.Errorf("%s: %d pictures", spec, n)
		}
		if n := eval[int](p, `[...document.querySelectorAll("#pattern-sheet .flips")].filter((f) => f.querySelectorAll(".on").length < 2 || f.querySelectorAll(".marked").length !== 1).length`); n > 0 {
			t.Errorf("%s: %d pictures show no press", spec, n)
		}
	}
}

// A press on 64×64 lights touches the lights it flips and no others, and there is little to paint for each light.
func TestLargeBoardsAreQuick(t *testing.T) {
	p := openPage(t, "server")
	p.open("#board=64x64&on=all")
	if n := eval[int](p, `document.querySelectorAll("#board *").length`); n > 4096*3+200 {
		t.Errorf("%d elements for 4096 lights", n)
	}
	p.run(hover(p.item(2000)))
	touched := eval[[]int](p, `(async () => {
		const touched = new Set();
		const watch = new MutationObserver((list) => list.forEach(({ target }) => touched.add(Number(target.closest("[data-item]")?.dataset.item ?? -1))));
		watch.observe(document.getElementById("board"), { subtree: true, attributes: true, childList: true });
		document.querySelector('#board [data-item="2000"] .base').dispatchEvent(new MouseEvent("click", { bubbles: true }));
		await new Promise((done) => setTimeout(done));
		watch.disconnect();
		return [...touched].sort((a, b) => a - b);
	})()`, awaitPromise)
	for _, i := range touched {
		if !slices.Contains([]int{0, 1936, 1999, 2000, 2001, 2064}, i) { // 0 had the focus
			t.Errorf("a press of 2000 touches %v", touched)
			break
		}
	}
	if p.text("stat-lights") != "4091" {
		t.Errorf("%s lights left", p.text("stat-lights"))
	}
}
