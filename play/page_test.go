package play_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image/png"
	"math/big"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"lightsout/board"
	"lightsout/gf2"
)

// won is true once the sheet at the end is open.
const won = `document.getElementById("win").open`

// newClassic starts a random 5×5 through the page's own buttons.
func (p *page) newClassic() {
	p.t.Helper()
	p.open("")
	before := eval[string](p, `location.hash`)
	p.click("#new")
	p.wait(fmt.Sprintf(`location.hash !== %q && location.hash.startsWith("#board=grid:5x5") && document.getElementById("stat-best").textContent === "6"`, before))
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
		for _, want := range []string{"6 presses, and nobody can do it in fewer", "With 6 hints"} {
			if !strings.Contains(says, want) {
				t.Errorf("the end says %q, not %q", says, want)
			}
		}
		if full := eval[int](p, `document.querySelectorAll("#win .full").length`); full != 3 {
			t.Errorf("%d stars for the fewest presses possible", full)
		}
		p.screenshot("win")
		p.click("#win .pair:last-child button")
		p.wait(`document.querySelector("#win [data-copied]")`)
		result := eval[string](p, `document.querySelector("#win [data-copied]").dataset.copied`)
		if !strings.Contains(result, "★★★ 6 presses (best 6)") || !strings.Contains(result, "#board=grid:5x5&on=0x") || strings.Contains(result, "presses=") {
			t.Errorf("the text to share is %q", result)
		}
	})
}

func TestSolvesByKeyboardAlone(t *testing.T) {
	onBothBackends(t, func(t *testing.T, p *page) {
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
		p.keys("?")
		p.wait(`document.getElementById("help-sheet").open`)
		p.screenshot("help")
	})
}

func TestUndoRedoAndReload(t *testing.T) {
	onBothBackends(t, func(t *testing.T, p *page) {
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
			p.keys("u")
			if !slices.Equal(lit(), states[k]) {
				t.Fatalf("undo to %d presses shows %v, want %v", k, lit(), states[k])
			}
		}
		for k := 1; k < len(states); k++ {
			p.keys("y")
			if !slices.Equal(lit(), states[k]) {
				t.Fatalf("redo to %d presses shows %v, want %v", k, lit(), states[k])
			}
		}
		p.keys("u")
		p.wait(`location.hash.endsWith("presses=1,8,13,13")`)
		p.run(chromedp.Reload())
		p.wait(`document.documentElement.dataset.ready !== undefined`)
		if !slices.Equal(lit(), states[4]) || p.text("stat-presses") != "4" {
			t.Errorf("after a reload %v are lit, want %v", lit(), states[4])
		}
		p.keys("y")
		if !slices.Equal(lit(), states[5]) {
			t.Error("redo did not survive the reload")
		}
		p.click("#restart")
		if !slices.Equal(lit(), start) {
			t.Error("restart is not the start")
		}
	})
}

func TestShareLinkRoundTrip(t *testing.T) {
	onBothBackends(t, func(t *testing.T, p *page) {
		p.open("#board=torus:4x4&on=0x0f31&presses=3,7")
		p.click("#share")
		p.wait(`document.getElementById("share-sheet").open`)
		link := eval[string](p, `document.getElementById("share-now").value`)
		fresh := eval[string](p, `document.getElementById("share-start").value`)
		lit := p.marked("on")
		p.open("#" + strings.SplitN(fresh, "#", 2)[1])
		if p.text("stat-presses") != "0" {
			t.Error("the link to the start has presses")
		}
		p.open("#" + strings.SplitN(link, "#", 2)[1])
		if got := p.marked("on"); !slices.Equal(got, lit) || p.text("stat-presses") != "2" {
			t.Errorf("%s shows %v, want %v", link, got, lit)
		}
		p.keys("u")
		p.keys("u")
		p.wait(`document.getElementById("stat-presses").textContent === "0"`)
	})
}

// Whatever an address says, the page works: when it opens, and when the address is changed later.
func TestBadAddressesAreForgiven(t *testing.T) {
	onBothBackends(t, func(t *testing.T, p *page) {
		forgiven := func(hash string) {
			t.Helper()
			p.wait(`document.getElementById("message").textContent.startsWith("That link does not hold a puzzle")`)
			if items := eval[int](p, `document.querySelectorAll("#board .item").length`); items != 25 {
				t.Errorf("%s: a board of %d", hash, items)
			}
		}
		for _, hash := range []string{"#board=nonsense", "#lo=!!!"} {
			p.open(hash)
			forgiven(hash)
		}
		for _, hash := range []string{
			"#board=5x5&on=banana", "#board=5x5&presses=99", "#lo=AAAA", "#at=1,2", "#board=5x5&lo=AAAA", "#board=<img src=x onerror=alert(1)>",
			"#board=graph:/etc/passwd", "#board=999999x999999", "#what=ever", "#board=petersen&at=1,2;3", "#%E0%A4%A",
		} {
			p.run(chromedp.Evaluate(fmt.Sprintf(`document.getElementById("message").textContent = ""; location.hash = %q`, hash), nil))
			forgiven(hash)
		}
		if n := eval[int](p, `document.querySelectorAll("img").length`); n != 0 {
			t.Error("a link's text became HTML")
		}
	})
}

// A graph drawn with the pointer and the keyboard, saved, and solved by the command line: the same
// answer as the page shows.
func TestDrawnGraphIsSolvedByTheCommandLine(t *testing.T) {
	command := filepath.Join(t.TempDir(), "lightsout")
	onBothBackends(t, func(t *testing.T, p *page) {
		if out, err := exec.Command("go", "build", "-o", command, "lightsout/cmd/lightsout").CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		dir := p.downloads()
		p.open("#board=5x5&on=0x21")
		p.click("#mode-edit")
		p.click("#edit-clear")
		// Three nodes by pointer, on empty places.
		for _, at := range [][2]float64{{0.3, 0.3}, {0.7, 0.3}, {0.5, 0.7}} {
			place := eval[[]float64](p, fmt.Sprintf(`(() => { const r = document.getElementById("frame").getBoundingClientRect(); return [r.x + r.width * %g, r.y + r.height * %g] })()`, at[0], at[1]))
			p.run(chromedp.MouseClickXY(place[0], place[1]))
		}
		p.wait(`document.querySelectorAll("#board .item").length === 3`)
		p.click("#tool-edge")
		for _, i := range []int{0, 1, 1, 2} {
			p.click(p.item(i))
		}
		// The rest by keys: a node beside the third, a one-way edge to it, and no self-toggle.
		p.run(chromedp.Evaluate(`document.querySelector('#board [data-item="2"]').focus()`, nil))
		p.keys("3")
		p.keys(" ")
		p.wait(`document.querySelectorAll("#board .item").length === 4`)
		p.keys("5")
		p.keys(" ")
		p.wait(`document.querySelector("#board .is-from")`)
		p.run(chromedp.Evaluate(`document.querySelector('#board [data-item="3"]').focus()`, nil))
		p.keys(" ")
		p.wait(`document.querySelectorAll("#board .one-way").length === 1`)
		p.keys("6")
		p.run(chromedp.Evaluate(`document.querySelector('#board [data-item="1"]').focus()`, nil))
		p.keys(" ")
		p.wait(`document.querySelector('#board [data-item="1"]').classList.contains("self-off")`)
		p.keys("1")
		p.keys(" ") // light 2 off
		p.click("#analyse")
		p.wait(`document.querySelector("#analysis dl")`)
		p.screenshot("edit-graph")

		p.click("#panel-edit .save-lo")
		file := p.downloaded(dir, "puzzle.lo")
		want := "p lights 4 3\ne 1 2\ne 2 3\na 3 4\no 2\nl 1 3 4\n\n"
		if string(file) != want {
			t.Errorf("saved:\n%swant:\n%s", file, want)
		}
		p.click("#edit-play")
		p.wait(`document.getElementById("stat-best").textContent.match(/^[0-9]+$/)`)
		p.click("#answer")
		p.wait(`document.querySelector("#board .is-answer")`)
		shown := p.marked("answer")

		path := filepath.Join(t.TempDir(), "drawn.lo")
		if err := os.WriteFile(path, file, 0o644); err != nil {
			t.Fatal(err)
		}
		out, err := exec.Command(command, "solve", "--min", "--json", path).Output()
		if err != nil {
			t.Fatal(err)
		}
		var answer struct {
			Presses []int
			Minimum bool
		}
		if err := json.Unmarshal(out, &answer); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(answer.Presses, shown) || !answer.Minimum {
			t.Errorf("the command line presses %v, the page %v", answer.Presses, shown)
		}
		// The drawing is in the address, places and all.
		p.wait(`location.hash.startsWith("#lo=") && location.hash.includes("at=")`)
		hash := eval[string](p, `location.hash`)
		p.open(hash)
		if n := eval[int](p, `document.querySelectorAll("#board .item").length`); n != 4 {
			t.Errorf("the address opens a board of %d nodes", n)
		}
	})
}

func TestUnsolvableShowsItsWitness(t *testing.T) {
	onBothBackends(t, func(t *testing.T, p *page) {
		p.open("#board=5x5&on=none")
		p.keys("e")
		p.click(p.item(0)) // one corner alone: a state that no presses reach
		p.keys("e")
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
		for range 20 {
			if !eval[bool](p, `document.getElementById("lesson-next") !== null`) {
				break
			}
			if strings.Contains(p.text("lesson"), "The table says") {
				p.screenshot("lesson")
				if n := eval[int](p, `document.querySelectorAll("#lesson .current").length`); n != 1 {
					t.Errorf("%d lines of the table are marked", n)
				}
			}
			p.run(chromedp.Evaluate(`document.getElementById("lesson-next").click()`, nil))
		}
		p.wait(won)
	})
}

func TestDailyPuzzle(t *testing.T) {
	onBothBackends(t, func(t *testing.T, p *page) {
		p.open("")
		p.click("#daily")
		p.wait(`document.getElementById("board-name").textContent.startsWith("Daily puzzle, ")`)
		first := p.marked("on")
		p.click(p.item(first[0]))
		p.click("#daily")
		p.wait(`document.getElementById("stat-presses").textContent === "0"`)
		if again := p.marked("on"); !slices.Equal(again, first) {
			t.Error("the daily puzzle changes within a day")
		}
	})
}

// Every board of the gallery can be drawn, focused and pressed, and what wraps is marked.
func TestEveryBoardOfTheGallery(t *testing.T) {
	onBothBackends(t, func(t *testing.T, p *page) {
		p.open("")
		p.click("#choose")
		p.wait(`document.querySelectorAll("#gallery .pick-picture svg").length === document.querySelectorAll("#gallery .pick").length`)
		p.screenshot("gallery")
		specs := eval[[]string](p, `[...document.querySelectorAll("#gallery .pick")].map((b) => b.dataset.spec)`)
		wraps := map[string]int{"torus:4x4": 4, "torus:5x5": 4, "torus:6x6,self=off": 4, "cylinder:5x6": 2, "mobius:5x6": 2, "klein:5x6": 4, "projective:5x5": 4}
		for _, spec := range specs {
			p.run(chromedp.Evaluate(fmt.Sprintf(`{
				document.getElementById("win").close();
				document.getElementById("gallery").open || document.getElementById("choose").click();
				const pick = document.querySelector('#gallery [data-spec="%s"]');
				window.wanted = pick.textContent;
				pick.click();
			}`, spec), nil))
			p.wait(`!document.getElementById("gallery").open && document.getElementById("board-name").textContent === window.wanted && document.getElementById("stat-presses").textContent === "0"`)
			if n := eval[int](p, `document.querySelectorAll("#board .edge").length`); n != wraps[spec] {
				t.Errorf("%s: %d marked edges, want %d", spec, n, wraps[spec])
			}
			p.run(hover(p.item(3)))
			if n := eval[int](p, `document.querySelectorAll("#board .would-flip").length`); n < 2 {
				t.Errorf("%s: hovering shows %d lights that a press flips", spec, n)
			}
			p.screenshot("board-" + strings.NewReplacer(":", "-", ",", "-", "=", "-", "/", "-", "#", "", "_", "").Replace(spec))
			p.run(chromedp.Evaluate(`document.querySelector('#board [data-item="3"]').dispatchEvent(new MouseEvent("click", { bubbles: true }))`, nil))
			p.wait(`document.getElementById("stat-presses").textContent === "1"`)
		}
		p.run(chromedp.Evaluate(`document.getElementById("win").close()`, nil))
		// And any other, by its description; or a friendly word.
		p.click("#choose")
		p.run(chromedp.SetValue("#spec", "torsu:3x3", chromedp.ByQuery), chromedp.Click("#gallery form .primary", chromedp.ByQuery))
		p.wait(`document.getElementById("spec-problem").textContent.includes('did you mean "torus"')`)
		p.run(chromedp.SetValue("#spec", "torus:3x7,pattern=king", chromedp.ByQuery), chromedp.Click("#gallery form .primary", chromedp.ByQuery))
		p.wait(`document.querySelectorAll("#board .item").length === 21`)
	})
}

func TestFilesOpenAndSave(t *testing.T) {
	onBothBackends(t, func(t *testing.T, p *page) {
		dir := p.downloads()
		p.open("#board=5x5&on=0x21")
		file := filepath.Join(t.TempDir(), "petersen.g6")
		if err := os.WriteFile(file, []byte("IsP@OkWHG\n"), 0o644); err != nil { // the Petersen graph in graph6
			t.Fatal(err)
		}
		p.run(chromedp.SetUploadFiles("#file", []string{file}, chromedp.ByQuery))
		p.wait(`document.querySelectorAll("#board .item").length === 10 && document.querySelectorAll("#board .line").length === 15`)
		p.click("#panel-play .save-g6")
		if got := p.downloaded(dir, "board.g6"); string(got) != "IsP@OkWHG\n" {
			t.Errorf("graph6 comes back as %q", got)
		}
		p.click("#panel-play .save-svg")
		if svg := p.downloaded(dir, "board.svg"); bytes.Count(svg, []byte("<line")) != 15 {
			t.Errorf("the drawing has not 15 lines: %s", svg)
		}
		p.click("#panel-play .save-png")
		if _, err := png.Decode(bytes.NewReader(p.downloaded(dir, "board.png"))); err != nil {
			t.Error(err)
		}
		bad := filepath.Join(t.TempDir(), "bad.lo")
		if err := os.WriteFile(bad, []byte("p lights 2 1\ne 1 3\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		p.run(chromedp.SetUploadFiles("#file", []string{bad}, chromedp.ByQuery))
		p.wait(`document.getElementById("message").textContent.includes("bad.lo:2")`)
	})
}

// A graph can be dragged, and the drag is not a press.
func TestNodesAreDragged(t *testing.T) {
	p := openPage(t, "server")
	p.open("#board=petersen&on=0x21")
	at := func() []float64 {
		return eval[[]float64](p, `(() => { const r = document.querySelector('#board [data-item="6"] .base').getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2] })()`)
	}
	before := at()
	p.run(drag(before[0], before[1], before[0]-40, before[1]+30))
	p.wait(`location.hash.includes("at=")`)
	if after := at(); after[0] >= before[0] || p.text("stat-presses") != "0" {
		t.Errorf("dragged from %v to %v, %s presses", before, after, p.text("stat-presses"))
	}
}

func TestPhone(t *testing.T) {
	onBothBackends(t, func(t *testing.T, p *page) {
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
		p.click("#choose")
		p.wait(`document.querySelector("#gallery .pick-picture svg")`)
		if wide := eval[int](p, `document.querySelector("#gallery").scrollWidth`); wide > 360 {
			t.Errorf("the gallery is %d wide", wide)
		}
		p.screenshot("phone-gallery")
	})
}

// Nothing jumps: neither when the page loads nor while it is played.
func TestNoLayoutShift(t *testing.T) {
	p := openPage(t, "server")
	p.run(chromedp.ActionFunc(onNewDocument(`window.shift = 0; new PerformanceObserver((list) => list.getEntries().forEach((e) => { window.shift += e.value })).observe({ type: "layout-shift", buffered: true })`)))
	for _, width := range []int64{1280, 360} {
		p.size(width, 800)
		p.open("#board=5x5&on=0x1ffffff")
		p.wait(`document.getElementById("stat-best").textContent === "15"`)
		p.click("#hint")
		p.wait(`document.querySelector("#board .is-hint")`)
		p.click(p.item(p.marked("hint")[0]))
		p.keys("u")
		p.keys("a")
		p.wait(`document.querySelector("#board .is-answer")`)
		if shift := eval[float64](p, `window.shift`); shift > 0.02 {
			t.Errorf("at width %d the layout shifts by %.3f", width, shift)
		}
	}
}

// Where the fewest presses are too many to search, the page says what it knows, and in time.
func TestWhatCannotBeProvedIsSaid(t *testing.T) {
	onBothBackends(t, func(_ *testing.T, p *page) {
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
	for i := range board.RandomReachable(b, gf2.NewVec(b.Lights()), 1, 0).Ones() {
		value.SetBit(value, i, 1)
	}
	return "0x" + value.Text(16)
}

// From an empty board to a solved one without a pointer.
func TestKeyboardAloneEdits(t *testing.T) {
	p := openPage(t, "server")
	p.open("#board=5x5&on=all")
	p.keys("e")
	p.run(chromedp.Focus("#edit-clear", chromedp.ByQuery))
	p.keys(kb.Enter)
	p.wait(`document.querySelectorAll("#board .item").length === 0`)
	p.run(chromedp.Focus("#board", chromedp.ByQuery))
	p.keys(" ") // the first node
	p.wait(`document.activeElement.dataset.item === "0"`)
	p.keys(" ") // and one beside it
	p.wait(`document.querySelectorAll("#board .item").length === 2`)
	p.keys("4" + " ")
	p.wait(`document.querySelector("#board .is-from")`)
	p.keys(kb.ArrowRight)
	p.wait(`document.activeElement.dataset.item === "1"`)
	p.keys(" ")
	p.wait(`document.querySelectorAll("#board .line").length === 1`)
	x := eval[float64](p, `document.activeElement.getBoundingClientRect().x`)
	p.run(chromedp.KeyEvent(kb.ArrowRight, chromedp.KeyModifiers(input.ModifierShift)))
	p.wait(fmt.Sprintf(`document.activeElement.dataset.item === "1" && document.activeElement.getBoundingClientRect().x !== %g`, x))
	p.keys("7" + " ")
	p.wait(`document.querySelectorAll("#board .item").length === 1`)
	p.keys("u")
	p.wait(`document.querySelectorAll("#board .line").length === 1`)
	p.keys("e")
	p.wait(`document.getElementById("stat-best").textContent === "1"`)
	p.keys(kb.ArrowDown)
	p.keys(" ")
	p.wait(won)
}
