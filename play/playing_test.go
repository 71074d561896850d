//go:build browser

package play

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// won is true once the sheet at the end is open.
const won = `document.getElementById("win").open`

// newClassic starts a random 5×5 through the page's own buttons.
func (p *page) newClassic() {
	p.t.Helper()
	p.open("#board=5x5&on=all")
	before := eval[string](p, `location.hash`)
	p.click("#new")
	p.wait(fmt.Sprintf(`location.hash !== %q && location.hash.startsWith("#v=2&board=grid:5x5") && document.getElementById("stat-best").textContent === "6"`, before))
}

func TestSolvesByHintsAlone(t *testing.T) {
	onBothBackends(t, func(t *testing.T, p *page) {
		p.newClassic()
		for left := 6; left > 0; left-- {
			p.click("#hint")
			p.wait(`document.querySelector("#board .is-hint")`)
			if says := p.text("message"); !strings.Contains(says, fmt.Sprint(left)+" press") {
				t.Fatalf("%d presses to go, and the hint says %q", left, says)
			}
			p.click(p.item(p.marked("hint")[0]))
		}
		p.wait(won)
		says := p.text("win")
		for _, want := range []string{"6 presses: the fewest possible, with help", "With 6 hints", "Play it again"} {
			if !strings.Contains(says, want) {
				t.Errorf("the end says %q, not %q", says, want)
			}
		}
		if full := eval[int](p, `document.querySelectorAll("#win .full").length`); full != 2 {
			t.Errorf("%d stars for the fewest presses possible with hints", full)
		}
		p.screenshot("win")
		p.click("#win-share")
		p.wait(`document.documentElement.dataset.copied`)
		result := eval[string](p, `document.documentElement.dataset.copied`)
		if !strings.Contains(result, "★★☆ 6 presses (best 6)") || !strings.Contains(result, "#v=2&board=grid:5x5&on=0x") || !strings.Contains(result, "&presses=") {
			t.Errorf("the text to share is %q", result)
		}
	})
}

func TestSolvesByKeyboardAlone(t *testing.T) {
	t.Parallel()
	p := openPage(t, "server")
	p.letterKeys()
	p.open("#board=5x5&on=0x1ffffff")
	p.wait(`document.getElementById("stat-best").textContent === "15"`)
	p.keys("n")
	p.wait(`document.getElementById("stat-best").textContent === "6"`)
	p.keys(kb.ArrowDown) // onto the board
	p.wait(`document.activeElement.dataset.item === "0"`)
	at := 0
	for range 6 {
		p.keys("h")
		p.wait(`document.querySelector("#board .is-hint")`)
		next := p.marked("hint")[0]
		for ; at/5 < next/5; at += 5 {
			p.keys(kb.ArrowDown)
		}
		for ; at/5 > next/5; at -= 5 {
			p.keys(kb.ArrowUp)
		}
		for ; at < next; at++ {
			p.keys(kb.ArrowRight)
		}
		for ; at > next; at-- {
			p.keys(kb.ArrowLeft)
		}
		p.wait(fmt.Sprintf(`document.activeElement.dataset.item === "%d"`, next))
		if eval[int](p, `document.querySelectorAll("#board .would-flip").length`) < 3 {
			t.Error("focus does not show what a press flips")
		}
		p.keys(" ")
		p.wait(`!document.querySelector("#board .is-hint")`)
	}
	p.wait(won)
	if said := p.text("announcer"); !strings.Contains(said, "Lights out!") {
		t.Errorf("who listens hears %q", said)
	}
	p.keys(kb.Escape)
	p.wait(`!` + won)
	p.keys("r")
	p.wait(`document.getElementById("stat-presses").textContent === "0"`)
	p.click("#help")
	p.wait(`document.getElementById("help-sheet").open`)
	p.screenshot("help")
}

func TestUndoRedoAndReload(t *testing.T) {
	t.Parallel()
	p := openPage(t, "server")
	p.open("#board=5x5&on=0x1ffffff")
	lit := func() []int { return p.marked("on") }
	start := lit()
	states := [][]int{start}
	for _, i := range []int{0, 7, 12, 12, 24} {
		p.click(p.item(i))
		states = append(states, lit())
	}
	if len(states[1]) != 22 || !slices.Equal(states[2], states[4]) {
		t.Errorf("a corner flips three lights, and pressing twice cancels: %v", states)
	}
	for k := len(states) - 2; k >= 0; k-- {
		p.click("#undo")
		if !slices.Equal(lit(), states[k]) {
			t.Fatalf("undo to %d presses shows %v, want %v", k, lit(), states[k])
		}
	}
	for k := 1; k < len(states); k++ {
		p.click("#redo")
		if !slices.Equal(lit(), states[k]) {
			t.Fatalf("redo to %d presses shows %v, want %v", k, lit(), states[k])
		}
	}
	p.click("#undo")
	p.wait(`location.hash.endsWith("presses=0,7,12,12")`)
	p.run(chromedp.Reload())
	p.wait(`document.documentElement.dataset.ready !== undefined`)
	if !slices.Equal(lit(), states[4]) || p.text("stat-presses") != "4" {
		t.Errorf("after a reload %v are lit, want %v", lit(), states[4])
	}
	p.click("#redo")
	if !slices.Equal(lit(), states[5]) {
		t.Error("redo did not survive the reload")
	}
	p.click("#restart")
	if !slices.Equal(lit(), start) {
		t.Error("restart is not the start")
	}
}

func TestShareLinkRoundTrip(t *testing.T) {
	t.Parallel()
	p := openPage(t, "server")
	p.open("#board=torus:4x4&on=0x0f31&presses=3,7")
	link := eval[string](p, `location.hash`)
	lit := p.marked("on")
	p.click("#share")
	p.wait(`document.getElementById("message").textContent.startsWith("The link is copied. Only this computer")`)
	fresh := eval[string](p, `document.documentElement.dataset.copied`)
	if strings.Contains(fresh, "presses") {
		t.Errorf("the link to the start has presses: %s", fresh)
	}
	p.open("#" + strings.SplitN(fresh, "#", 2)[1]) // the game goes on
	p.open(link)
	if got := p.marked("on"); !slices.Equal(got, lit) || p.text("stat-presses") != "2" {
		t.Errorf("%s shows %v, want %v", link, got, lit)
	}
	p.click("#undo")
	p.click("#undo")
	p.wait(`document.getElementById("stat-presses").textContent === "0"`)
}

// A light that does not matter may stay lit: the game is won all the same, and a link keeps it.
func TestLightsThatDoNotMatterOnThePage(t *testing.T) {
	t.Parallel()
	p := openPage(t, "server")
	p.open("#board=3x3&on=1,2,3,4&goal=??./.../...")
	p.wait(`document.getElementById("stat-lights").textContent === "2"`)
	if got := p.marked("dontcare"); !slices.Equal(got, []int{0, 1}) {
		t.Errorf("faint are %v", got)
	}
	p.wait(`location.hash.startsWith("#v=2&lo=")`)
	link := eval[string](p, `location.hash`)
	p.open("#board=5x5&on=all")
	p.open(link)
	if got, lit := p.marked("dontcare"), p.marked("on"); !slices.Equal(got, []int{0, 1}) || !slices.Equal(lit, []int{0, 1, 2, 3}) {
		t.Errorf("%s: faint are %v, lit %v", link, got, lit)
	}
	for p.text("stat-lights") != "0" {
		p.click("#hint")
		p.wait(`document.querySelector(".is-hint")`)
		p.click(`#board .is-hint .base`)
	}
	p.wait(won)
}

// The page works whatever the address says, both when it opens and when the address changes later.
func TestBadAddressesAreForgiven(t *testing.T) {
	t.Parallel()
	p := openPage(t, "server")
	forgiven := func(hash string) {
		t.Helper()
		p.wait(`document.getElementById("message").textContent.startsWith("That link does not hold a puzzle")`)
		if items := eval[int](p, `document.querySelectorAll("#board .item").length`); items == 0 {
			t.Errorf("%s: no board", hash)
		}
	}
	for _, hash := range []string{"#board=nonsense", "#lo=!!!"} {
		p.open(hash)
		forgiven(hash)
	}
	for _, hash := range []string{
		"#board=5x5&on=banana", "#board=5x5&on=101", "#lo=AAAA", "#at=1,2", "#board=5x5&lo=AAAA", "#board=<img src=x onerror=alert(1)>",
		"#board=graph:/etc/passwd", "#board=999999x999999", "#what=ever", "#board=petersen&at=1,2;3", "#%E0%A4%A",
	} {
		p.run(chromedp.Evaluate(fmt.Sprintf(`document.getElementById("message").textContent = ""; location.hash = %q`, hash), nil))
		forgiven(hash)
	}
	if n := eval[int](p, `document.querySelectorAll("img").length`); n != 0 {
		t.Error("a link's text became HTML")
	}
}

func TestUnsolvableShowsItsWitness(t *testing.T) {
	onBothBackends(t, func(t *testing.T, p *page) {
		p.open("#board=grid:5x5&on=0x1b3") // a link may lead to what cannot be done
		p.wait(`document.getElementById("message").textContent.includes("this puzzle has no answer. “Hint” shows why. “New puzzle” draws one that has an answer")`)
		p.open("#board=5x5&on=none")
		p.click("#mode-edit")
		p.click(p.item(0)) // one corner alone: a state that no presses reach
		p.click("#mode-play")
		p.wait(`document.getElementById("stat-best").textContent === "none"`)
		p.click("#hint")
		p.wait(`document.querySelector("#board .is-witness")`)
		witness := p.marked("witness")
		for i := range 25 {
			touched := 0
			for _, w := range witness {
				if near := abs(w/5-i/5) + abs(w%5-i%5); near <= 1 {
					touched++
				}
			}
			if touched%2 != 0 {
				t.Errorf("switch %d flips %d diamonds of %v", i, touched, witness)
			}
		}
		if !slices.Contains(witness, 0) {
			t.Errorf("the light that is wrong is not among %v", witness)
		}
		if says := p.text("message"); !strings.Contains(says, fmt.Sprintf("an even number of the %d diamonds", len(witness))) {
			t.Errorf("the page explains: %q", says)
		}
		p.screenshot("witness")
	})
}

func abs(n int) int { return max(n, -n) }

func TestLightChasingLesson(t *testing.T) {
	onBothBackends(t, func(t *testing.T, p *page) {
		p.open("#board=5x5&on=all")
		p.click("#explain")
		p.wait(`document.querySelectorAll("#lesson .lookup tr").length === 7`)
		says := func(words string) {
			t.Helper()
			p.wait(fmt.Sprintf(`document.getElementById("message").textContent.startsWith(%q)`, words))
		}
		says("Step 1 of 9: Look at row 1")
		press(p, 5, 6, 7, 8, 9) // the player may make the presses, too
		says("Step 2 of 9: ")
		p.click("#player-back")
		says("Step 1 of 9: ")
		if lit := len(p.marked("on")); lit != 25 {
			t.Errorf("back at the start %d lights are on", lit)
		}
		for n := 2; n <= 9; n++ {
			p.click("#player-next")
			says(fmt.Sprintf("Step %d of 9: ", n))
			marked := eval[int](p, `document.querySelectorAll("#lesson .current").length`)
			if want := min(1, n/5); marked != want {
				t.Errorf("at step %d %d lines of the table are marked", n, marked)
			}
		}
		p.click("#player-next")
		p.wait(won)
	})
}

func TestDailyPuzzle(t *testing.T) {
	t.Parallel()
	p := openPage(t, "server")
	p.open("")
	p.click("#daily")
	p.click("#door-hard")
	p.wait(`document.getElementById("board-name").textContent.startsWith("Daily puzzle ")`)
	first := p.marked("on")
	p.click(p.item(first[0]))
	p.run(chromedp.Evaluate(`import("./js/daily.js").then((m) => m.playDay(undefined, "hard"))`, nil, awaitPromise))
	p.wait(`document.getElementById("message").textContent.includes("go on where you were")`)
	p.click("#restart")
	p.wait(`document.getElementById("stat-presses").textContent === "0"`)
	if again := p.marked("on"); !slices.Equal(again, first) {
		t.Error("the daily puzzle changes within a day")
	}
}

// No state of the Petersen graph needs more than 3 presses, whatever the slider says.
func TestWishThatCannotBeMetIsSaid(t *testing.T) {
	t.Parallel()
	p := openPage(t, "server")
	p.open("#board=petersen&on=0x21")
	p.run(chromedp.SetValue("#difficulty", "5", chromedp.ByQuery))
	p.click("#new")
	p.wait(`document.getElementById("message").textContent.includes("this one needs 3")`)
	if best := p.text("stat-best"); best != "3" {
		t.Errorf("best possible: %s", best)
	}
}

// The clock stops however the game ends, and a game played again starts from zero.
func TestClockAndHintsOfAGamePlayedAgain(t *testing.T) {
	t.Parallel()
	p := openPage(t, "server")
	p.open("#board=3x3&on=0xb")
	stored := func(want string) {
		t.Helper()
		p.wait(fmt.Sprintf(`(({ elapsed, hints, redo = [] }) => %s)(%s)`, want, lastGame))
	}
	p.click("#hint")
	p.wait(`document.querySelector("#board .is-hint")`)
	p.click(p.item(8))
	p.click(p.item(8))
	p.click(p.item(0))
	p.wait(won)
	p.keys(kb.Escape)
	p.click("#undo")
	p.click("#redo")
	p.wait(won)
	stored(`redo.length === 0 && hints === 1`)
	stopped := eval[float64](p, `import("./js/store.js").then(({ elapsedNow }) => elapsedNow())`, awaitPromise)
	later := eval[float64](p, `new Promise((done) => setTimeout(done, 30)).then(() => import("./js/store.js")).then(({ elapsedNow }) => elapsedNow())`, awaitPromise)
	if stopped == 0 || later != stopped {
		t.Errorf("after the end the clock goes from %g to %g", stopped, later)
	}
	p.click("#win-again")
	p.wait(`document.getElementById("stat-presses").textContent === "0"`)
	stored(`redo.length === 0 && hints === 0 && elapsed === 0`)
}

// A link that is followed while the page is about to write the last game's address is not taken for the page's own.
func TestLinkBesideTheOwnAddress(t *testing.T) {
	t.Parallel()
	p := openPage(t, "server")
	p.open("#board=3x3&on=0x1ff")
	p.wait(`location.hash === "#v=2&board=grid:3x3&on=0x1ff"`)
	p.run(chromedp.Evaluate(`location.hash = "#board=4x4&on=0x1"; history.replaceState(null, "", "#v=2&board=grid:3x3&on=0x1ff")`, nil))
	p.wait(`document.querySelectorAll("#board .item").length === 16`)
}
