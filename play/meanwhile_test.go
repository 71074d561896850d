//go:build browser

package play

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// What is on its way: another puzzle waits for what is being written, and what is played meanwhile is not lost.

// slowPage is the page of a server that can be told to wait with its answers to a method.
func slowPage(t *testing.T, method string) (*patient, *page) {
	t.Helper()
	server := &patient{Handler: handlerOf(t, "server"), method: method}
	return server, openPageFrom(t, server)
}

// chooseLevel has the player choose a level of the first world, also from where the editor hides the button.
func chooseLevel(p tab, n int) {
	p.do(`void document.querySelector("#levels").click()`, nil)
	p.click(fmt.Sprintf(`[data-level="grid:3x3/%d"]`, n))
}

// waitFor waits until the server was asked so often.
func (s *patient) waitFor(p *page, asks int) {
	p.t.Helper()
	for end := time.Now().Add(waitLimit); s.asks() < asks; {
		if time.Now().After(end) {
			p.t.Fatalf("%s was asked for %d times, not %d", s.method, s.asks(), asks)
		}
		p.do(`new Promise((done) => requestAnimationFrame(() => done(0)))`, nil)
	}
}

// A drawing whose name is still to come from the library waits behind the puzzle that is chosen, and so does the game that was
// left for it; after a reload, too, and whatever game waited behind the other puzzle. One that has no name yet is not left.
func TestDrawingOnItsWay(t *testing.T) {
	t.Parallel()
	server, p := slowPage(t, "save")
	comeTo(p, map[string]string{"lightsout-game level=grid:3x3/3": `{"v":2,"at":5,"puzzle":"level=grid:3x3/3","presses":[1],"redo":[],"before":"level=grid:3x3/4"}`,
		"lightsout-game level=grid:3x3/4": `{"v":2,"at":4,"puzzle":"level=grid:3x3/4","presses":[1],"redo":[]}`}, "#v=2&board=3x3&on=0xb")
	goOn := server.hold()
	defer goOn()
	p.do(`document.querySelector('#board [data-item="4"]').dispatchEvent(new MouseEvent("click", { bubbles: true })), void document.getElementById("mode-edit").click()`, nil)
	press(p, 8)
	server.waitFor(p, 1)
	chooseLevel(p, 2)
	goOn()
	const drawing = "#v=2&board=grid:3x3&on=0x1b1"
	p.wait(boardIs("First steps, level 2"))
	chooseLevel(p, 3)
	p.wait(`location.hash === "#v=2&level=grid:3x3/3&presses=1"`)
	p.click("#undo")
	presses(p, 0)
	p.click("#undo")
	p.wait(fmt.Sprintf(`location.hash === %q && document.getElementById("message").textContent === "Your game is back."`, drawing))
	p.open("")
	p.wait(fmt.Sprintf(`location.hash === %q`, drawing))
	p.click("#undo")
	p.wait(`location.hash === "#v=2&board=grid:3x3&on=0xb&presses=4"`)
	// Loaded again in the midst of it, a drawing has the game behind it, too.
	p.click("#mode-edit")
	press(p, 7)
	p.wait(`location.hash.endsWith("&on=0x31")`)
	reload(p)
	p.click("#undo")
	p.wait(`location.hash === "#v=2&board=grid:3x3&on=0xb&presses=4"`)
	// While the library cannot be asked for its name, it stays on the board.
	p.click("#mode-edit")
	p.do(`void (window.whole = fetch, window.fetch = (...request) => request[0] === "call/save" ? Promise.reject(Error()) : whole(...request))`, nil)
	press(p, 6)
	chooseLevel(p, 2)
	p.wait(`document.getElementById("message").dataset.tone === "bad" && document.body.dataset.mode === "edit"`)
	p.do(`void (window.fetch = whole)`, nil)
	chooseLevel(p, 2)
	p.wait(boardIs("First steps, level 2"))
	p.click("#undo")
	p.wait(`location.hash.endsWith("&on=0xf1")`)
}

// A game goes on as it is when its puzzle has come, and not as it was when that was asked for. To take over what another tab
// played is no move.
func TestGameThatGoesOnMeanwhile(t *testing.T) {
	t.Parallel()
	server, p := slowPage(t, "load")
	p.atStart(`if (location.protocol === "http:" && !localStorage["lightsout-game ` + ring + `"]) localStorage["lightsout-game ` + ring + `"] = '{"v":2,"at":5,"puzzle":"` + ring + `","presses":[0],"redo":[]}'`)
	goOn := server.hold()
	defer goOn()
	p.run(chromedp.Navigate(p.address))
	server.waitFor(p, 1)
	p.do(`void (localStorage["lightsout-game `+ring+`"] = '{"v":2,"at":6,"puzzle":"`+ring+`","presses":[0,4],"redo":[]}')`, nil)
	goOn()
	presses(p, 2)
	q := p.beside()
	q.open("#v=2&" + ring)
	const at = lastGame + `.at`
	press(q, 8)
	p.wait(`location.hash.endsWith("&presses=0,4,8")`)
	moved := valueOf[float64](q, at)
	p.do(`import("./js/remember.js").then((m) => (m.keepNow ?? m.rememberNow)())`, nil)
	if got := valueOf[float64](p, at); got != moved {
		t.Errorf("moved at %.0f, and taken over as if at %.0f", moved, got)
	}
	// A link that is still to come stays in the address, and what is played meanwhile waits behind its puzzle.
	goOn = server.hold()
	defer goOn()
	p.do(`void (document.querySelector('#board [data-item="2"]').dispatchEvent(new MouseEvent("click", { bubbles: true })), location.hash = "#v=2&board=torus:4x4")`, nil)
	p.wait(lastGame + `.presses.join() === "0,4,8,2"`)
	if got := hashOf(p); got != "#v=2&board=torus:4x4" {
		t.Errorf("while a link is on its way, the address is %s", got)
	}
	goOn()
	p.wait(`document.querySelectorAll("#board .item").length === 16`)
	p.click("#undo")
	p.wait(`location.hash.endsWith("&presses=0,4,8,2")`)
}

// Who reads the rules while the first link fails goes on reading; of a puzzle that nobody waits for any more, nothing is told; a
// link that holds none closes what lies over the words about it.
func TestRefusalsInTime(t *testing.T) {
	t.Parallel()
	server, p := slowPage(t, "load")
	const unknown = "#v=2&board=nonsense"
	goOn := server.hold()
	defer goOn()
	p.run(chromedp.Navigate(p.address + unknown))
	server.waitFor(p, 1)
	p.click("#help")
	goOn()
	p.wait(`document.documentElement.dataset.ready !== undefined && document.querySelectorAll("#board .item").length === 9`)
	if !valueOf[bool](p, `document.getElementById("help-sheet").open`) || !strings.HasPrefix(p.text("message"), "That link") {
		t.Errorf("the rules are closed, or nothing is told: %q", p.text("message"))
	}
	p.do(`void (location.hash = "#v=2&bord=5x5")`, nil)
	p.wait(`document.getElementById("message").textContent.includes("“bord”") && !document.querySelector("dialog[open]")`)
	goOn = server.hold()
	defer goOn()
	p.do(`{
		const { fetch } = window;
		window.fetch = (...request) => {
			const answer = fetch(...request);
			if (String(request[0]) === "call/load") answer.catch(() => {}).finally(() => setTimeout(() => setTimeout(() => (window.answered = true))));
			return answer;
		};
		void (location.hash = "`+unknown+`");
	}`, nil)
	server.waitFor(p, 2)
	chooseLevel(p, 2)
	p.wait(boardIs("First steps, level 2"))
	goOn()
	p.wait(`window.answered`)
	if says := p.text("message"); strings.Contains(says, "link") {
		t.Errorf("level 2 is on the board, and the page says %q", says)
	}
	// In the gallery, too, and there where it can be seen.
	p.click("#choose")
	goOn = server.hold()
	defer goOn()
	asked := server.asks()
	p.do(`document.getElementById("spec").value = "nonsense", void document.querySelector("#spec-form [type=submit]").click()`, nil)
	server.waitFor(p, asked+1)
	p.keys("\x1b")
	p.wait(`!document.querySelector("dialog[open]")`)
	goOn()
	p.wait(`document.getElementById("message").textContent.includes("nonsense")`)
}

// Within another page there is a board also where no new puzzle can be had.
func TestEmbeddedWithoutNewPuzzles(t *testing.T) {
	t.Parallel()
	whole := handlerOf(t, "server")
	p := openPageFrom(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/call/new") {
			http.NotFound(w, r)
			return
		}
		whole.ServeHTTP(w, r)
	}))
	p.open("?embed")
	if n := eval[int](p, `document.querySelectorAll("#board .item").length`); n != 9 {
		t.Errorf("there are %d lights", n)
	}
}

// What is begun by a link is a game of one's own after Restart; one that is begun anew on another day counts for that. What
// another tab has counted is not counted here.
func TestGamesBegunAnew(t *testing.T) {
	inBothBrowsers(t, func(t *testing.T, p tab) {
		p.open("#v=2&board=3x3&on=0xb&presses=4")
		p.click("#restart")
		presses(p, 0)
		press(p, 0)
		p.wait(won)
		if s := statistics(p); len(s.Boards) != 1 || s.Boards[0].Solved != 1 {
			t.Errorf("after the presses of a link and Restart, remembered: %+v", s.Boards)
		}
		setClock(p, "2026-11-15T20:00")
		p.open("#v=2&daily=2026-11-15")
		press(p, 0)
		p.wait(`location.hash.endsWith("&presses=0")`)
		setClock(p, "2026-11-16T20:00")
		p.open("#v=2&daily=2026-11-15")
		p.click("#restart")
		presses(p, 0)
		solveByHint(p)
		if daily := statistics(p).Daily; len(daily) != 1 || !daily[0].Late {
			t.Errorf("begun anew a day later: %+v", daily)
		}
		p.open("#v=2&board=3x3&on=0x1ff")
		press(p, 4)
		p.wait(`location.hash.endsWith("&presses=4")`)
		q := p.another()
		q.open("#v=2&board=3x3&on=0x1ff")
		presses(q, 1)
		const counted = `import("./js/store.js").then(({ state, subscribe }) => new Promise((done) => {
			const look = () => typeof state.counted === "number" && done(0);
			subscribe(look);
			look();
		}))`
		q.do(counted, nil)
		played := statistics(p).Boards
		p.do(`import("./js/store.js").then((m) => m.update({ counted: "" }))`, nil)
		q.do(`import("./js/store.js").then((m) => m.update({ counted: 5 }))`, nil)
		p.do(counted, nil)
		if now := statistics(p).Boards; fmt.Sprint(now) != fmt.Sprint(played) {
			t.Errorf("counted in another tab, %+v becomes %+v", played, now)
		}
	})
}
