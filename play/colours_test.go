package play

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"lightsout/board"
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
	p.wait(`location.hash === "#board=grid:5x5,mod=3&on=0120100000000000000000002&goal=0000200000000000000000000&presses=13,1,13"`)
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
	if got := strings.Join(p.digits(), ","); got != "3,1,,1" {
		t.Errorf("the drawing plays as %q", got)
	}
	p.wait(`location.hash.startsWith("#lo=")`)
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

// Every puzzle that new makes on boards with more states needs the presses it says, and hints lead to its end.
func TestColouredPuzzles(t *testing.T) {
	api := New(Limits{})
	rapid.Check(t, func(t *rapid.T) {
		spec := rapid.SampledFrom([]string{"lo2000", "3x3,mod=4", "torus:3x3,mod=3", "hypercube:3,mod=6", "petersen,mod=5", "toric:2,mod=3", "torus:2x2,mod=3"}).Draw(t, "spec")
		loaded := ask[loaded](t, api, "load", loadRequest{Spec: spec, On: "none"})
		view, wished := loaded.View, rapid.IntRange(1, 6).Draw(t, "presses")
		drawn := ask[drawn](t, api, "new", newRequest{Board: view.Ref, Presses: wished, Seed: rapid.Uint64().Draw(t, "seed")})
		if !drawn.Minimum || drawn.Presses > wished || drawn.Presses > view.Hardest {
			t.Fatalf("asked for %d presses of at most %d: %+v", wished, view.Hardest, drawn)
		}
		on := drawn.On
		for left := drawn.Presses; left > 0; left-- {
			hint := ask[solution](t, api, "solve", solveRequest{position: position{Board: view.Ref, On: asCells(on)}})
			if !hint.Solvable || !*hint.Minimum || *hint.PressCount != left {
				t.Fatalf("%d presses to go, and the hint says %+v", left, hint)
			}
			// A press adds one to a light as often as the view lists it.
			state := board.NewState(view.Lights, view.States)
			for _, l := range append(slices.Clone(on), view.Toggles[hint.Presses[0]]...) {
				state.Set(l, state.At(l)+1)
			}
			stepped := ask[stepped](t, api, "step", stepRequest{position: position{Board: view.Ref, On: asCells(on)}, Press: &hint.Presses[0]})
			if on = stepped.On; !slices.Equal(on, state.Indices()) {
				t.Fatalf("the view's toggles lead to %v, a step to %v", state.Indices(), on)
			}
		}
		if len(on) > 0 {
			t.Fatalf("lights %v are not in state 0", on)
		}
	})
}

// No solvable state of small boards needs more presses than the view says: all of them, by brute force.
func TestHardestOfColours(t *testing.T) {
	api := New(Limits{})
	for _, spec := range []string{"2x2,mod=3", "2x2,mod=4", "path:3,mod=4", "cycle:4,mod=3", "path:2,mod=6", "torus:2x2,mod=4", "complete:3,mod=3"} {
		b, err := board.Parse(spec)
		if err != nil {
			t.Fatal(err)
		}
		// least is the fewest presses of each state: over all presses.
		least := map[string]int{}
		times := make([]uint8, b.Switches())
		for more := true; more; more = next(times, b.States()) {
			state, presses := b.Dark(), 0
			for s, n := range times {
				b.Press(state, s, int(n))
				presses += int(n)
			}
			if old, seen := least[state.String()]; !seen || presses < old {
				least[state.String()] = presses
			}
		}
		hardest := 0
		for _, presses := range least {
			hardest = max(hardest, presses)
		}
		view := ask[loaded](t, api, "load", loadRequest{Spec: spec}).View
		if hardest > view.Hardest {
			t.Errorf("%s: a state needs %d presses, the view says at most %d", spec, hardest, view.Hardest)
		}
		facts := ask[analysis](t, api, "analyse", position{Board: view.Ref, On: asCells(nil)})
		if facts.States != fmt.Sprint(len(least)) || !facts.Solvable {
			t.Errorf("%s: %d states are solvable, the analysis is %+v", spec, len(least), facts)
		}
		for _, quiet := range facts.Quiet {
			state := b.Dark()
			for _, s := range quiet {
				b.Press(state, s, 1)
			}
			if !state.IsZero() {
				t.Errorf("%s: the quiet pattern %v leaves %v", spec, quiet, state)
			}
		}
	}
}

// next counts up, and reports whether it is not at the end.
func next(times []uint8, states int) bool {
	for i := range times {
		if times[i]++; int(times[i]) < states {
			return true
		}
		times[i] = 0
	}
	return false
}

// Files with more states are loaded, and come back as they were.
func TestColouredFiles(t *testing.T) {
	api := New(Limits{})
	for _, text := range []string{
		"b grid:5x5,mod=3\nl 1*2\ng 3\nu 7\nx 5\n\n",
		"p toggle 2 3\nm 3\nt 1 1*2 2\nt 2 2 3\nl 1*2 3\ng 2*2\n\n",
		"p lights 3 2\nm 4\ne 1 2\na 2 3\nl 1*3 2\no 3\n\n",
	} {
		l := ask[loaded](t, api, "load", loadRequest{File: text, Name: "x.lo"})
		back := ask[saved](t, api, "save", saveRequest{position: position{Board: l.View.Ref, On: asCells(l.On), Goal: asCells(l.Goal), DontCare: l.DontCare, Forbidden: asCells(l.Forbidden)}, Format: "lo"})
		again := ask[loaded](t, api, "load", loadRequest{File: back.Text})
		if !cmp.Equal(l, again) {
			t.Errorf("%q comes back as %q", text, back.Text)
		}
	}
}

func TestColouredErrors(t *testing.T) {
	api := New(Limits{})
	for _, c := range []struct{ method, body, says string }{
		{"new", `{"board":"lo2000","presses":51}`, "51 presses are more than the 25 switches of the board take"},
		{"explain", `{"board":"lo2000"}`, "this takes lights with two states only"},
		{"save", `{"board":"lo2000","format":"graph6"}`, "cannot express lights with 3 states"},
		{"load", `{"spec":"5x5,mod=37"}`, "from 2 to 36"},
		{"load", `{"spec":"5x5,mod=3","on":"3*3"}`, "from 0 to 2"},
		{"analyse", `{"board":"5x5,mod=3","on":[0,0,0]}`, "light 0 is named 3 times"},
		{"solve", `{"board":{"spec":"5x5","states":3}}`, "mod=3"},
		{"solve", `{"board":{"lights":1,"toggles":[[0]],"states":1}}`, "from 2 to 36"},
		{"solve", `{"board":{"lights":2,"toggles":[[0,1,1],[1]],"states":3,"graph":true}}`, "switch 0 lists light 1 twice"},
	} {
		_, err := tryAsk[any](api, c.method, json.RawMessage(c.body))
		wantError(t, c.method+" "+c.body, err, "bad_request", c.says)
	}
}
