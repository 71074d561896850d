//go:build browser

package play

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// What makes playing comfortable: nothing is lost, answers are played step by step, and large boards are quick.

// A running game survives a new puzzle, a board from the gallery, a link and a reload: undo brings it back.
func TestARunningGameIsNotLost(t *testing.T) {
	t.Parallel()
	p := openPage(t, "server")
	p.open("#board=5x5&on=0x1ffffff")
	p.wait(`document.getElementById("stat-best").textContent === "15"`)
	press(p, 0, 7, 12)
	lit := p.marked("on")
	back := func() {
		t.Helper()
		p.click("#undo")
		p.wait(`document.getElementById("stat-presses").textContent === "3" && document.getElementById("stat-best").textContent === "15"`)
		if got := p.marked("on"); !slices.Equal(got, lit) {
			t.Errorf("undo brings back %v, want %v", got, lit)
		}
	}
	replaced := `document.getElementById("stat-presses").textContent === "0" && document.getElementById("message").textContent.includes("Undo brings your last game back")`
	p.click("#new")
	p.wait(replaced)
	p.click("#new") // even twice
	p.wait(`!document.getElementById("message").textContent.includes("Undo brings")`)
	back()
	p.click("#new")
	p.wait(replaced)
	press(p, 3)
	p.click("#undo") // first the press of the new game
	p.wait(`document.getElementById("stat-presses").textContent === "0"`)
	back()
	p.click("#choose")
	p.wait(`document.querySelector('#gallery-sheet [data-spec="hex:3"]')`)
	p.click(`#gallery-sheet [data-spec="hex:3"]`)
	p.wait(replaced + ` && document.querySelectorAll("#board .item").length === 19`)
	p.wait(lastGame + `.before === "board=grid:5x5&on=0x1ffffff"`)
	p.run(chromedp.Reload())
	p.wait(`document.documentElement.dataset.ready !== undefined && document.querySelectorAll("#board .item").length === 19`)
	back()
	p.click("#redo") // there is nothing to do again
	presses(p, 3)
	p.wait(lastGame + `.presses?.join() === "0,7,12"`)
	p.open("#board=3x3&on=all")
	back()
}

// The difficulty survives, for each board; letters can be switched off as keys.
func TestSettingsSurvive(t *testing.T) {
	t.Parallel()
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
}

// The clock stands still while the tab is hidden.
func TestClockOfAHiddenTab(t *testing.T) {
	t.Parallel()
	p := openPage(t, "server")
	p.open("#board=3x3&on=0x1ff")
	press(p, 4)
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
	t.Parallel()
	p := openPage(t, "server")
	p.open("#board=3x3&on=0x1ff")
	p.click("#answer")
	p.wait(`document.getElementById("player").checkVisibility() && !document.getElementById("moves").checkVisibility()`)
	crosses := p.marked("answer")
	p.screenshot("playback")
	says := func(words string) {
		t.Helper()
		p.wait(fmt.Sprintf(`document.getElementById("message").textContent === %q`, words))
	}
	left := func(when string, want []int) {
		t.Helper()
		if got := p.marked("answer"); !slices.Equal(got, want) {
			t.Errorf("%s of %v, %v are left, want %v", when, crosses, got, want)
		}
	}
	p.click("#player-next")
	p.click("#player-next")
	says("Step 2 of 5")
	left("after two steps", crosses[2:])
	p.click("#player-back")
	says("Step 1 of 5")
	left("one step back", crosses[1:])
	// The player may press lights as well: one of the answer, and one that is not, which has to be pressed again.
	press(p, crosses[4])
	says("Step 2 of 5")
	left("after a press of its own", crosses[1:4])
	astray := 1 // not among the five
	press(p, astray)
	left("after a press astray", slices.Sorted(slices.Values(append([]int{astray}, crosses[1:4]...))))
	p.run(chromedp.KeyEvent("zz", chromedp.KeyModifiers(input.ModifierCtrl)))
	left("after undo", crosses[1:])
	p.click("#player-end")
	p.wait(`!document.getElementById("player").checkVisibility() && !document.querySelector(".is-answer")`)
	p.click("#answer")
	p.wait(`document.getElementById("player").checkVisibility()`)
	for range 4 { // the first was made above
		p.click("#player-next")
	}
	p.wait(won)
	if n := p.text("stat-presses"); n != "5" {
		t.Errorf("%s presses", n)
	}
	if end := p.text("win"); !strings.Contains(end, "The answer was shown.") {
		t.Errorf("the end says %q", end)
	}
}

// The timer and single-letter keys are there for who wants them.
func TestSettings(t *testing.T) {
	t.Parallel()
	p := openPage(t, "server")
	p.open("#board=3x3&on=0x1ff")
	press(p, 4)
	p.run(chromedp.Evaluate(`document.activeElement.blur()`, nil))
	p.keys("hurn")
	if eval[bool](p, `document.getElementById("stat-time").checkVisibility() || document.getElementById("stat-presses").textContent !== "1"`) {
		t.Error("there is a timer, or a letter is a key")
	}
	p.keys(kb.ArrowDown) // other keys work
	p.wait(`document.activeElement.dataset.item !== undefined`)
	p.click("#help")
	p.click("#switch-timer")
	p.click("#switch-keys")
	// A click on the sheet's own rim does not close it; one beside it does.
	rim := eval[[2]float64](p, `(() => { const r = document.getElementById("help-sheet").getBoundingClientRect(); return [r.left + 8, r.top + r.height / 2] })()`)
	if p.clickAt(rim); !eval[bool](p, `document.getElementById("help-sheet").open`) {
		t.Error("a click on its rim closes the sheet")
	}
	p.clickAt([2]float64{8, rim[1]})
	p.wait(`!document.getElementById("help-sheet").open`)
	p.keys("h")
	p.wait(`document.getElementById("stat-time").checkVisibility() && document.querySelector(".is-hint")`)
	p.open("#board=3x3&on=0xb")
	p.keys("h")
	p.wait(`document.getElementById("stat-time").checkVisibility() && document.querySelector(".is-hint")`)
}

// A press on 64×64 lights touches the lights it flips and no others, writes nothing to the storage, and gives the
// browser little to paint: BenchmarkPress has the times.
func TestLargeBoardsAreQuick(t *testing.T) {
	t.Parallel()
	p := openPage(t, "server")
	p.open("#board=64x64&on=all")
	p.wait(`document.getElementById("stat-best").textContent !== "…"`)
	if n := eval[int](p, `document.querySelectorAll("#board *").length`); n > 4096*3+200 {
		t.Errorf("%d elements for 4096 lights", n)
	}
	p.run(hover(p.item(2000)))
	p.wait(`document.querySelectorAll("#board .would-flip").length === 5`)
	pressed := eval[struct {
		Touched, Added []int
		Stored         int
		Counted        string
	}](p, `(async () => {
		const touched = new Set();
		const added = [];
		const record = (list) => list.forEach(({ target, addedNodes }) => {
			touched.add(Number(target.closest("[data-item]")?.dataset.item ?? -1));
			added.push(...Array.from(addedNodes, () => 1));
		});
		const watch = new MutationObserver(record);
		watch.observe(document.getElementById("frame"), { subtree: true, attributes: true, childList: true });
		let stored = 0;
		const { setItem, getItem } = Storage.prototype;
		Storage.prototype.setItem = function (...a) { stored++; return setItem.apply(this, a); };
		Storage.prototype.getItem = function (...a) { stored++; return getItem.apply(this, a); };
		document.querySelector('#board [data-item="2000"] .base').dispatchEvent(new MouseEvent("click", { bubbles: true }));
		record(watch.takeRecords());
		const storedThen = stored;
		while (!localStorage.getItem("lightsout-statistics") || !Object.keys(localStorage).some((key) => key.startsWith("lightsout-game ") && JSON.parse(localStorage[key]).presses[0] === 2000)) await new Promise((done) => setTimeout(done, 10));
		record(watch.takeRecords());
		return { touched: [...touched].sort((a, b) => a - b), added, stored: storedThen, counted: localStorage.getItem("lightsout-statistics") };
	})()`, awaitPromise)
	for _, i := range pressed.Touched {
		if !slices.Contains([]int{0, 1936, 1999, 2000, 2001, 2064}, i) { // 0 had the focus
			t.Errorf("a press of 2000 touches %v", pressed.Touched)
			break
		}
	}
	if len(pressed.Touched) < 5 || len(pressed.Added) > 0 {
		t.Errorf("a press of 2000 touches %v and adds %d elements", pressed.Touched, len(pressed.Added))
	}
	if pressed.Stored > 0 {
		t.Errorf("a press asks the storage %d times before it is seen", pressed.Stored)
	}
	if !strings.Contains(pressed.Counted, `"board":"grid:64x64"`) {
		t.Errorf("later the game is counted: %s", pressed.Counted)
	}
	if p.text("stat-lights") != "4091" {
		t.Errorf("%s lights left", p.text("stat-lights"))
	}
}
