//go:build browser

package play

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// digits is what the lights show, and "" where they are off.
func (p *page) digits() []string {
	p.t.Helper()
	return eval[[]string](p, `(() => {
		const [items, digits] = ["#board .item", "#board .digit tspan"].map((which) => [...document.querySelectorAll(which)]);
		const each = digits.length / items.length;
		return items.map((_, i) => digits.slice(i * each, (i + 1) * each).filter((e) => getComputedStyle(e).fill !== "none").map((e) => e.textContent).join(""));
	})()`)
}

// Lights Out 2000, from the gallery to the end.
func TestPlaysLightsOut2000(t *testing.T) {
	onBothBackends(t, func(t *testing.T, p *page) {
		p.open("")
		p.click("#choose")
		p.click(`#gallery-sheet [data-spec="grid:5x5,mod=3"]`)
		p.wait(`document.getElementById("board-name").textContent === "Lights Out 2000" && /^[0-9]+$/.test(document.getElementById("stat-best").textContent)`)
		if says := p.text("board-about"); !strings.Contains(says, "25 lights with 3 states") {
			t.Errorf("the board is described as %q", says)
		}
		if !eval[bool](p, `document.getElementById("explain").hidden`) {
			t.Error("light chasing is offered")
		}
		best := p.text("stat-best")
		hints := 0
		for hints < 50 && p.text("stat-lights") != "0" { // the end is shown a moment later
			p.click("#hint")
			p.wait(`document.querySelector("#board .is-hint")`)
			next := p.marked("hint")[0]
			times := eval[string](p, fmt.Sprintf(`document.querySelector('#board [data-item="%d"] .times').textContent`, next))
			if says := p.text("message"); (times == "×2") != strings.Contains(says, " ×2. ") || times != "×1" && times != "×2" {
				t.Fatalf("the mark says %q and the message %q", times, says)
			}
			before := p.digits()
			p.click(p.item(next))
			after := p.digits()
			if want := map[string]string{"": "1", "1": "2", "2": ""}[before[next]]; after[next] != want {
				t.Fatalf("a press of %d turns %q into %q", next, before[next], after[next])
			}
			hints++
		}
		p.wait(won)
		if says := p.text("win"); fmt.Sprint(hints) != best || !strings.Contains(says, fmt.Sprintf("%s presses: the fewest possible, with help", best)) {
			t.Errorf("%d presses of %s, and the end says %q", hints, best, says)
		}
	})
}

// States, presses and addresses come back; a press can be taken back whatever was pressed after it.
func TestColouredStates(t *testing.T) {
	t.Parallel()
	p := openPage(t, "server")
	const hash = "#board=5x5,mod=3&on=0120100000000000000000002&goal=5*2"
	p.open(hash)
	start := p.digits()
	if got := strings.Join(start, "_"); got != "_1_2__1"+strings.Repeat("_", 20)+"2" {
		t.Fatalf("the board shows %q", got)
	}
	if says := eval[string](p, `document.querySelector('#board [data-item="4"]').getAttribute("aria-label")`); says != "Row 1, column 5, state 1, should be in state 2" {
		t.Errorf("light 5 is %q", says)
	}
	if at := eval[string](p, `document.querySelector('#board [data-item="2"] .bulb').computedStyleMap().get("fill").toString()`); at != "rgb(146, 176, 247)" {
		t.Errorf("state 2 is drawn in %s, not the colour of drawings", at)
	}
	for _, i := range []int{12, 12, 0} {
		p.click(p.item(i))
	}
	pressed := p.digits()
	shiftClick := func(i int) {
		p.run(chromedp.Evaluate(fmt.Sprintf(`document.querySelector('#board [data-item="%d"]').dispatchEvent(new MouseEvent("click", { bubbles: true, shiftKey: true }))`, i), nil))
	}
	shiftClick(12)
	if now := p.digits(); now[12] != "1" || now[0] != "1" || p.text("stat-presses") != "2" {
		t.Errorf("taking one press of the middle back leaves %q", now)
	}
	p.click("#redo")
	if !slices.Equal(p.digits(), pressed) {
		t.Error("redo is not what was taken back")
	}
	p.click(p.item(12))
	if now := p.digits(); now[12] != "" {
		t.Errorf("three presses leave %q in the middle", now[12])
	}
	p.click("#undo")
	p.wait(`location.hash === "#v=2&board=grid:5x5,mod=3&on=0120100000000000000000002&goal=0000200000000000000000000&presses=12,0,12"`)
	p.run(chromedp.Reload())
	p.wait(`document.documentElement.dataset.ready !== undefined`)
	if !slices.Equal(p.digits(), pressed) {
		t.Errorf("after a reload %q, want %q", p.digits(), pressed)
	}
	p.click("#restart")
	if !slices.Equal(p.digits(), start) {
		t.Error("restart is not the start")
	}
	p.click("#hint")
	p.wait(`document.querySelector("#board .is-witness")`)
	if says := p.text("message"); !strings.Contains(says, "changes the sum by a multiple of 3") {
		t.Errorf("the proof that there is no answer says %q", says)
	}
	dir := p.downloads()
	p.save("lo")
	if got := string(p.downloaded(dir, "puzzle.lo")); got != "b grid:5x5,mod=3\nl 2 3*2 5 25*2\ng 5*2\n\n" {
		t.Errorf("saved as %q", got)
	}
	p.save("svg")
	if got := string(p.downloaded(dir, "board.svg")); !strings.Contains(got, "#92b0f7") || !strings.Contains(got, ">2</text>") {
		t.Errorf("the drawing is %s", got)
	}
}

// The chooser gives any board more states; the editor goes round them, and draws graphs with them.
func TestEditsColours(t *testing.T) {
	t.Parallel()
	p := openPage(t, "server")
	p.open("#board=5x5&on=all")
	p.click("#choose")
	p.run(chromedp.SetValue("#states", "4", chromedp.ByQuery), chromedp.SetValue("#spec", "path:3", chromedp.ByQuery), chromedp.Click("#gallery-sheet form .primary", chromedp.ByQuery))
	p.wait(`document.getElementById("board-name").textContent === "path:3,mod=4"`)
	p.open("#board=path:3,mod=4&on=none")
	p.click("#mode-edit")
	for range 3 {
		p.click(p.item(0))
	}
	p.click(p.item(1))
	if got := strings.Join(p.digits(), ","); got != "3,1," {
		t.Errorf("three clicks and one make %q", got)
	}
	p.click("#tool-node")
	p.run(chromedp.Evaluate(`document.querySelector('#board [data-item="2"]').dispatchEvent(new MouseEvent("click", { bubbles: true }))`, nil))
	p.wait(`document.querySelectorAll("#board .item").length === 4`)
	p.click("#analyse")
	p.wait(`document.querySelector("#analysis dd")`)
	if says := p.text("analysis"); !strings.Contains(says, "Quiet presses") || !strings.Contains(says, "256") {
		t.Errorf("the analysis says %q", says)
	}
	p.click("#edit-play")
	p.wait(`document.body.dataset.mode === "play"`)
	if got, name := strings.Join(p.digits(), ","), p.text("board-name"); got != "3,1,,1" || name != "A drawing" {
		t.Errorf("%q plays as %q", name, got)
	}
	p.wait(`location.hash.startsWith("#v=2&lo=")`)
	p.run(chromedp.Reload())
	p.wait(`document.documentElement.dataset.ready !== undefined`)
	if got := strings.Join(p.digits(), ","); got != "3,1,,1" {
		t.Errorf("after a reload it is %q", got)
	}
	p.click(p.item(3))
	if got := strings.Join(p.digits(), ","); got != "3,1,,2" {
		t.Errorf("a press of the new node makes %q", got)
	}
	p.open("#board=torus:2x2,mod=3&on=all")
	p.click(p.item(0))
	if got := strings.Join(p.digits(), ","); got != "2,,,1" {
		t.Errorf("where a wrap reaches a light twice, a press makes %q", got)
	}
	p.click("#mode-edit")
	p.click("#tool-delete")
	p.click(p.item(0))
	p.wait(`document.getElementById("message").textContent.includes("adds more than one")`)
}
