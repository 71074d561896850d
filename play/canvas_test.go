//go:build browser

package play

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// onCanvas is a place on the screen, by its share of the frame.
func (p *page) onCanvas(x, y float64) [2]float64 {
	p.t.Helper()
	return eval[[2]float64](p, fmt.Sprintf(`(() => { const r = document.getElementById("frame").getBoundingClientRect(); return [r.x + r.width * %g, r.y + r.height * %g] })()`, x, y))
}

func (p *page) clickAt(at [2]float64) { p.t.Helper(); p.run(chromedp.MouseClickXY(at[0], at[1])) }
func (p *page) dragAt(from, to [2]float64) {
	p.t.Helper()
	p.run(drag(from[0], from[1], to[0], to[1]))
}

// drawn waits for a drawing of so many items and lines.
func (p *page) drawn(items, lines int) {
	p.t.Helper()
	p.wait(fmt.Sprintf(`document.querySelectorAll("#board .item").length === %d && document.querySelectorAll("#board .line").length === %d`, items, lines))
}

// While a graph is drawn the canvas stays still, edges are drawn by dragging, and every step can be taken back and
// made again.
func TestDrawingByDragging(t *testing.T) {
	t.Parallel()
	p := openPage(t, "server")
	p.open("#board=5x5&on=0x21")
	p.click("#mode-edit")
	p.click("#edit-clear")
	p.wait(`document.querySelectorAll("#board .item").length === 0`)
	canvas := eval[string](p, `document.getElementById("board").getAttribute("viewBox")`)
	still := func(after string) {
		t.Helper()
		if now := eval[string](p, `document.getElementById("board").getAttribute("viewBox")`); now != canvas {
			t.Errorf("after %s the canvas goes from %s to %s", after, canvas, now)
		}
	}
	for i, share := range [][2]float64{{0.1, 0.1}, {0.9, 0.1}, {0.9, 0.9}, {0.1, 0.9}, {0.5, 0.5}} {
		place := p.onCanvas(share[0], share[1])
		p.clickAt(place)
		p.drawn(i+1, 0)
		if at := p.at(i); max(at[0]-place[0], place[0]-at[0], at[1]-place[1], place[1]-at[1]) > 1 {
			t.Errorf("node %d is at %v, not where the click was, %v", i, at, place)
		}
		still("a click")
	}
	p.click("#tool-edge")
	p.dragAt(p.at(0), p.at(1))
	p.drawn(5, 1)
	p.dragAt(p.at(1), p.at(2))
	p.drawn(5, 2)
	p.dragAt(p.at(2), p.onCanvas(0.5, 0.8)) // to nowhere
	p.wait(`document.getElementById("message").textContent === "No node chosen."`)
	p.drawn(5, 2)
	p.click("#tool-arc")
	p.dragAt(p.at(2), p.at(3))
	p.drawn(5, 3)
	still("joining")
	if n := eval[int](p, `document.querySelectorAll("#board .one-way").length`); n != 1 {
		t.Errorf("%d arrows", n)
	}
	p.click("#tool-move")
	start := p.at(4)
	p.dragAt(start, p.onCanvas(0.7, 0.4))
	p.wait(fmt.Sprintf(`document.querySelector('#board [data-item="4"] .base').getBoundingClientRect().x > %g`, start[0]))
	still("moving")
	p.screenshot("edit-drawn")
	// A line, and a node by the key.
	p.click("#tool-delete")
	a, b := p.at(0), p.at(1)
	p.clickAt([2]float64{(a[0] + b[0]) / 2, (a[1] + b[1]) / 2})
	p.drawn(5, 2)
	p.click("#tool-lights")
	p.run(chromedp.Evaluate(`document.querySelector('#board [data-item="4"]').focus()`, nil))
	p.keys(kb.Delete)
	p.drawn(4, 2)
	still("deleting")
	// Back to the board that was there, and forth again.
	states := 0
	for eval[bool](p, `!document.getElementById("undo").disabled`) {
		p.click("#undo")
		if states++; states > 50 {
			t.Fatal("undo never ends")
		}
	}
	p.wait(`document.querySelectorAll("#board .item").length === 25`)
	if states != 12 { // empty, 5 nodes, 3 lines, a move, a line and a node deleted
		t.Errorf("%d steps are taken back", states)
	}
	for range states - 1 {
		p.run(chromedp.KeyEvent("y", chromedp.KeyModifiers(input.ModifierCtrl)))
	}
	p.drawn(5, 2)
	p.click("#redo")
	p.drawn(4, 2)
	if !eval[bool](p, `document.getElementById("redo").disabled`) {
		t.Error("there is still something to redo")
	}
	p.run(chromedp.KeyEvent("z", chromedp.KeyModifiers(input.ModifierCtrl)))
	p.drawn(5, 2)
	p.click("#tool-node")
	p.clickAt(p.onCanvas(0.3, 0.6))
	p.drawn(6, 2)
	if !eval[bool](p, `document.getElementById("redo").disabled`) {
		t.Error("what was taken back can be redone after something new")
	}
}

// Goals and locked switches are set in the editor, and the game keeps to them.
func TestGoalsAndLocksArePlayed(t *testing.T) {
	t.Parallel()
	p := openPage(t, "server")
	p.open("#board=3x3&on=none")
	p.click("#mode-edit")
	p.click("#tool-goal")
	p.wait(`document.getElementById("tool-goal").checked`)
	for _, i := range []int{0, 1, 3, 8, 8} { // what the first switch flips; the last light does not matter
		p.click(p.item(i))
	}
	p.wait(`document.getElementById("message").textContent === "Row 3, column 3 does not matter in the end."`)
	p.click("#tool-lock")
	p.click(p.item(4))
	p.click(p.item(7))
	p.click(p.item(7)) // and free again
	p.wait(`document.getElementById("message").textContent === "Row 3, column 2 may be pressed."`)
	p.screenshot("edit-goal")
	marks := func() [3][]int { return [3][]int{p.marked("goal"), p.marked("dontcare"), p.marked("locked")} }
	set := marks()
	if want := [3][]int{{0, 1, 3}, {8}, {4}}; !slices.EqualFunc(set[:], want[:], func(a, b []int) bool { return slices.Equal(a, b) }) {
		t.Errorf("goal, don't care, locked: %v", set)
	}
	p.click("#edit-play")
	p.wait(`document.body.dataset.mode === "play" && document.getElementById("stat-best").textContent === "1"`)
	if now := marks(); fmt.Sprint(now) != fmt.Sprint(set) {
		t.Errorf("played: %v, drawn: %v", now, set)
	}
	p.click(p.item(4))
	p.wait(`document.getElementById("message").textContent.includes("must not be pressed")`)
	if n := p.text("stat-presses"); n != "0" {
		t.Errorf("%s presses of a locked switch", n)
	}
	p.wait(`location.hash.startsWith("#v=2&lo=")`)
	p.open(eval[string](p, `location.hash`))
	if now := marks(); fmt.Sprint(now) != fmt.Sprint(set) {
		t.Errorf("the link has %v, not %v", now, set)
	}
	p.click(p.item(0))
	p.wait(won)
}

// Where nodes stand survives saving and opening, on a drawing and on a named board, and lightsout draw draws the
// file as the page does.
func TestPlacesSurviveSaving(t *testing.T) {
	t.Parallel()
	p := openPage(t, "server")
	for _, board := range []string{"petersen", "3x3"} {
		dir := p.downloads()
		p.open("#board=" + board + "&on=0x21")
		p.click("#mode-edit")
		p.click("#tool-move")
		p.wait(`document.querySelector("#board .line")`)
		p.dragAt(p.at(6), p.onCanvas(0.15, 0.85))
		p.wait(`document.getElementById("message").textContent === "Node 7 moved."`)
		p.click("#mode-play")
		p.wait(`document.body.dataset.mode === "play"`)
		places := func() string {
			return eval[string](p, `JSON.stringify([...document.querySelectorAll("#board .item")].map((e) => [e.transform.baseVal[0].matrix.e.toFixed(1), e.transform.baseVal[0].matrix.f.toFixed(1)]))`)
		}
		before := places()
		p.save("lo")
		file := p.downloaded(dir, "puzzle.lo")
		if n := len(withoutPlaces.FindAll(file, -1)); n != strings.Count(before, "[")-1 {
			t.Errorf("%s: %d places are saved:\n%s", board, n, file)
		}
		p.save("svg")
		if svg, want := p.downloaded(dir, "board.svg"), drawnByCommand(t, "puzzle.lo", string(file)); !bytes.Equal(svg, want) {
			t.Errorf("%s: the page draws\n%s, the command\n%s", board, svg, want)
		}
		path := filepath.Join(t.TempDir(), "again.lo")
		if err := os.WriteFile(path, file, 0o644); err != nil {
			t.Fatal(err)
		}
		p.open("#board=4x4&on=all")
		p.run(chromedp.SetUploadFiles("#file", []string{path}, chromedp.ByQuery))
		p.wait(`document.getElementById("message").textContent === "again.lo opened."`)
		if after := places(); after != before {
			t.Errorf("%s: opened again, nodes are at\n%s, not\n%s", board, after, before)
		}
	}
}
