//go:build browser

package play

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"lightsout/internal/drawing"
	"lightsout/puzzlefile"
)

// withoutPlaces finds where a file says that nodes stand.
var withoutPlaces = regexp.MustCompile(`(?m)^c at [0-9]+ .*\n`)

// A graph is drawn with the pointer and the keyboard, saved, and solved by the command line, which gives
// the same answer as the page.
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
		// Three nodes with the pointer, on empty places.
		for _, at := range [][2]float64{{0.3, 0.3}, {0.7, 0.3}, {0.5, 0.7}} {
			place := eval[[]float64](p, fmt.Sprintf(`(() => { const r = document.getElementById("frame").getBoundingClientRect(); return [r.x + r.width * %g, r.y + r.height * %g] })()`, at[0], at[1]))
			p.run(chromedp.MouseClickXY(place[0], place[1]))
		}
		p.wait(`document.querySelectorAll("#board .item").length === 3`)
		p.click("#tool-edge")
		for _, i := range []int{0, 1, 1, 2} {
			p.click(p.item(i))
		}
		// The rest with the keyboard: a node beside the third, a one-way edge to it, and no self-toggle.
		p.run(chromedp.Evaluate(`document.querySelector('#board [data-item="2"]').focus()`, nil))
		p.run(chromedp.Evaluate(`document.getElementById("tool-node").click()`, nil)) // the focus stays
		p.keys(" ")
		p.wait(`document.querySelectorAll("#board .item").length === 4`)
		p.run(chromedp.Evaluate(`document.getElementById("tool-arc").click()`, nil))
		p.keys(" ")
		p.wait(`document.querySelector("#board .is-from")`)
		p.run(chromedp.Evaluate(`document.querySelector('#board [data-item="3"]').focus()`, nil))
		p.keys(" ")
		p.wait(`document.querySelectorAll("#board .one-way").length === 1`)
		p.run(chromedp.Evaluate(`document.getElementById("tool-self").click()`, nil))
		p.run(chromedp.Evaluate(`document.querySelector('#board [data-item="1"]').focus()`, nil))
		p.keys(" ")
		p.wait(`document.querySelector('#board [data-item="1"]').classList.contains("self-off")`)
		p.run(chromedp.Evaluate(`document.getElementById("tool-lights").click()`, nil))
		p.keys(" ") // light 2 off
		p.click("#analyse")
		p.wait(`document.querySelector("#analysis dl")`)
		p.screenshot("edit-graph")

		p.click("#save-lo")
		file := p.downloaded(dir, "puzzle.lo")
		want := "p lights 4 3\ne 1 2\ne 2 3\na 3 4\no 2\nl 1 3 4\n\n"
		if got := withoutPlaces.ReplaceAllString(string(file), ""); got != want || len(withoutPlaces.FindAll(file, -1)) != 4 {
			t.Errorf("saved:\n%swant, with places:\n%s", file, want)
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
		// The drawing is in the address, including the positions.
		p.wait(`location.hash.startsWith("#v=2&lo=") && location.hash.split(";").length === 4`)
		hash := eval[string](p, `location.hash`)
		p.open(hash)
		if n := eval[int](p, `document.querySelectorAll("#board .item").length`); n != 4 {
			t.Errorf("the address opens a board of %d nodes", n)
		}
	})
}

// drawnByCommand is how lightsout draw draws a file.
func drawnByCommand(t *testing.T, name, text string) []byte {
	t.Helper()
	p, err := puzzlefile.NewReader(strings.NewReader(text), puzzlefile.ReaderOptions{Name: name}).Next()
	if err != nil {
		t.Fatal(err)
	}
	plan, err := drawing.New(p.Board)
	if err != nil {
		t.Fatal(err)
	}
	var svg bytes.Buffer
	if err := plan.Scene(drawing.LookOf(p)).WriteSVG(&svg, pixels); err != nil {
		t.Fatal(err)
	}
	return svg.Bytes()
}

// The nodes of a file that has names are called by them: on the board, in hints, and in what the editor does and saves.
func TestNamesOnThePage(t *testing.T) {
	t.Parallel()
	p := openPage(t, "server")
	dir := p.downloads()
	p.open("#board=5x5&on=0x21")
	file := filepath.Join(t.TempDir(), "cities.edges")
	if err := os.WriteFile(file, []byte("Linz Wien\nWien Graz\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	p.run(chromedp.SetUploadFiles("#file", []string{file}, chromedp.ByQuery))
	labels := `[...document.querySelectorAll("#board .label")].map((e) => e.textContent).join(" ")`
	p.wait(labels + ` === "Linz Wien Graz"`)
	p.click("#hint")
	p.wait(`document.getElementById("message").textContent.startsWith("Press light Wien. ") && document.querySelector("#board .is-hint").getAttribute("aria-label") === "Light Wien, on"`)
	p.screenshot("names")
	p.wait(`location.hash.startsWith("#v=2&lo=")`)
	reload(p) // the game keeps the name of its file
	p.wait(labels + ` === "Linz Wien Graz" && document.getElementById("board-name").textContent === "cities.edges"`)
	p.click("#mode-edit")
	p.click("#tool-node")
	p.click(p.item(0))
	p.wait(`document.getElementById("message").textContent === "Node 4 added." && ` + labels + ` === "Linz Wien Graz 4"`)
	p.click("#tool-delete")
	p.click(p.item(2))
	p.wait(`document.getElementById("message").textContent === "Node Graz deleted." && ` + labels + ` === "Linz Wien 4"`)
	p.save("lo")
	if saved := string(p.downloaded(dir, "puzzle.lo")); !strings.Contains(saved, "Wien") {
		t.Errorf("saved as\n%s", saved)
	}
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
		p.save("svg")
		if svg, want := p.downloaded(dir, "board.svg"), drawnByCommand(t, "petersen.g6", "IsP@OkWHG\n"); !bytes.Equal(svg, want) {
			t.Errorf("the page draws\n%s, the command\n%s", svg, want)
		}
		press(p, 3)
		p.open("#board=5x5&on=0x21")
		p.run(chromedp.SetUploadFiles("#file", []string{file}, chromedp.ByQuery)) // its game goes on
		p.wait(`document.querySelectorAll("#board .item").length === 10 && document.getElementById("stat-presses").textContent === "1"`)
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
	t.Parallel()
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

// From an empty board to a solved one without a pointer.
func TestKeyboardAloneEdits(t *testing.T) {
	t.Parallel()
	p := openPage(t, "server")
	p.letterKeys()
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

// After a board is edited, nothing known about the old game is used for the new one.
func TestEditedBoardIsNewAfterReload(t *testing.T) {
	t.Parallel()
	p := openPage(t, "server")
	p.open("#board=3x3&on=0x1ff")
	p.wait(`document.getElementById("stat-best").textContent === "5"`)
	p.click("#hint")
	p.wait(`document.querySelector("#board .is-hint")`)
	p.click("#mode-edit")
	for _, i := range []int{2, 4, 5, 6, 7, 8} { // what is left is the first switch's: 1, 2 and 4
		p.click(p.item(i))
	}
	p.wait(`location.hash === "#v=2&board=grid:3x3&on=0xb" && ` + lastGame + `.puzzle === "board=grid:3x3&on=0xb"`)
	p.run(chromedp.Reload())
	p.wait(`document.documentElement.dataset.ready !== undefined && document.getElementById("stat-best").textContent === "1"`)
	p.click(p.item(0))
	p.wait(won)
	if says := p.text("win"); !strings.Contains(says, "Without a hint") {
		t.Errorf("the end says %q", says)
	}
}

// When edges and nodes are added or deleted, goals and forbidden switches stay with their nodes.
func TestEditingKeepsGoalAndForbidden(t *testing.T) {
	t.Parallel()
	p := openPage(t, "server")
	p.open("#lo=" + base64.RawURLEncoding.EncodeToString([]byte("p lights 4 3\ne 1 2\ne 2 3\ne 3 4\nl 1\ng 3\nx 4\n")))
	stay := func(goal, locked int) {
		t.Helper()
		if g, x := p.marked("goal"), p.marked("locked"); !slices.Equal(g, []int{goal}) || !slices.Equal(x, []int{locked}) {
			t.Errorf("goal %v, want %d; forbidden %v, want %d", g, goal, x, locked)
		}
	}
	stay(2, 3)
	p.click("#mode-edit")
	p.click("#tool-edge")
	p.click(p.item(0))
	p.click(p.item(3))
	p.wait(`document.querySelectorAll("#board .line").length === 4`)
	stay(2, 3)
	p.click("#tool-delete")
	p.click(p.item(1))
	p.wait(`document.querySelectorAll("#board .item").length === 3`)
	stay(1, 2)
	p.click("#mode-play")
	p.wait(`document.body.dataset.mode === "play"`)
	stay(1, 2)
}

// On a board whose switches are separate from its lights, the keyboard reaches the lights to edit them.
func TestKeyboardEditsLightsWithoutSwitches(t *testing.T) {
	t.Parallel()
	p := openPage(t, "server")
	p.open("#lo=" + base64.RawURLEncoding.EncodeToString([]byte("p toggle 2 3\nt 1 1 2\nt 2 2 3\nl 1 2\n")))
	p.keys(kb.ArrowDown)
	p.wait(`document.activeElement.dataset.item === "3"`) // in play the first switch
	p.click("#mode-edit")
	p.wait(`document.body.dataset.mode === "edit"`)
	p.run(chromedp.Focus(`#board [tabindex="0"]`, chromedp.ByQuery))
	p.keys(kb.Home)
	p.wait(`document.activeElement.dataset.item === "0"`)
	p.keys(" ")
	p.wait(`!document.querySelector('#board [data-item="0"]').classList.contains("is-on")`)
	moved := false
	for _, key := range []string{kb.ArrowRight, kb.ArrowDown, kb.ArrowLeft, kb.ArrowUp} { // wherever the drawing has other nodes
		p.keys(key)
		moved = moved || eval[bool](p, `![undefined, "0"].includes(document.activeElement.dataset.item)`)
	}
	if !moved {
		t.Error("no arrow leads from the first light to another")
	}
}

// Every edge is visible: one that would run behind a third node goes around it.
func TestNoEdgeHidesBehindANode(t *testing.T) {
	t.Parallel()
	p := openPage(t, "server")
	for address, edges := range map[string]int{
		"#board=torus:4x4&on=0x33": 32, "#board=torus:5x5&on=0x33": 50,
		"#lo=" + base64.RawURLEncoding.EncodeToString([]byte("p lights 5 5\ne 1 2\ne 2 3\ne 3 4\ne 4 5\ne 1 5\nl 1\n")) + "&at=0,0;150,0;300,0;450,0;600,0": 5,
	} {
		p.open(address)
		p.click("#mode-edit")
		p.click("#tool-move")
		p.wait(fmt.Sprintf(`document.querySelectorAll("#board .line").length === %d`, edges))
		// The library says how lines go; the page has asked it once they are those of these places.
		p.run(chromedp.Evaluate(`(async () => {
			const { state } = await import("./js/store.js");
			while (state.game.view.bentFor !== state.places) await new Promise((done) => setTimeout(done, 10));
		})()`, nil, awaitPromise))
		p.screenshot(fmt.Sprintf("edges-%d", edges))
		hidden := eval[[]string](p, `(() => {
			const nodes = [...document.querySelectorAll("#board .item")].map((e) => e.transform.baseVal[0].matrix);
			const box = document.getElementById("board").viewBox.baseVal;
			return [...document.querySelectorAll("#board .line")].filter((line) => {
				const length = line.getTotalLength();
				for (let k = 2; k <= 38; k++) {
					const { x, y } = line.getPointAtLength(length * k / 40);
					if (x < box.x || y < box.y || x > box.x + box.width || y > box.y + box.height) return true;
					if (nodes.some(({ e, f }) => Math.hypot(e - x, f - y) < 40)) return true;
				}
				return false;
			}).map((line) => line.getAttribute("d"));
		})()`)
		if len(hidden) > 0 {
			t.Errorf("%s: %v", address, hidden)
		}
	}
}
