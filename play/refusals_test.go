//go:build browser

package play

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"
)

// Whatever cannot be read or had, there is a board, and a sentence for each refusal.

// withoutCampaign is the page without its levels.
func withoutCampaign(t *testing.T) http.Handler {
	whole := handlerOf(t, "server")
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/campaign.json") {
			http.NotFound(w, r)
			return
		}
		whole.ServeHTTP(w, r)
	})
}

// comeTo is board and message of the page, after storage holds these records and the address is opened.
func comeTo(p tab, records map[string]string, hash string) (items int, says string) {
	text, _ := json.Marshal(records)
	if valueOf[string](p, `location.protocol`) != "http:" {
		p.away()
	}
	// the page that is left writes nothing more
	p.do(fmt.Sprintf(`void (Storage.prototype.setItem = Storage.prototype.removeItem = () => {}, localStorage.clear(), Object.assign(localStorage, %s))`, text), nil)
	p.open(hash)
	return valueOf[int](p, `document.querySelectorAll("#board .item").length`), textOf(p, "message")
}

func TestNothingUnreadableEmptiesThePage(t *testing.T) {
	const none = `{"v":2,"at":9e15,"puzzle":"level=grid:3x3/99","presses":[0],"redo":[]}`
	const level = `{"v":2,"at":9e15,"puzzle":"level=grid:3x3/5","presses":[0],"redo":[]}`
	for _, missing := range []bool{false, true} {
		handler := func(t *testing.T) http.Handler { return handlerOf(t, "server") }
		if missing {
			handler = withoutCampaign
		}
		t.Run(fmt.Sprintf("missing %v", missing), func(t *testing.T) {
			t.Parallel()
			func(t *testing.T, p tab) {
				for _, c := range []struct {
					record, hash   string
					items          int
					says, saysLess string
					itemsLess      int // without the levels
				}{
					{"", "", 9, "Press the light with the ring", "the levels could not be loaded", 25},
					{"", "#v=2&board=torus:4x4", 16, "", "", 16},
					{none, "#v=2&board=torus:4x4", 16, "", "", 16},
					{none, "", 25, "there is no such level", "the levels could not be loaded", 25}, // today's
					{none, "#v=2&level=grid:3x3/99", 25, "there is no such level", "the levels could not be loaded", 25},
					{level, "", 9, "", "the levels could not be loaded", 25},
					{level, "#v=2&level=grid:3x3/5", 9, "go on where you were", "the levels could not be loaded", 25},
					{level, "#v=2&board=torus:4x4&presses=3", 16, "", "", 16},
					{"{", "", 9, "A stored game cannot be read.", "A stored game cannot be read.", 25},
					{"{", "#v=3&board=5x5", 9, "it is of a newer version", "it is of a newer version", 25},
					{"", "#v=2&board=5x5&presses=99", 25, "That link presses “99”", "That link presses “99”", 25},
					{"", "#v=2&board=5x5&presses=1,x", 25, "That link presses “x”", "That link presses “x”", 25},
					{"", "#v=2&daily=2026-13-45", 9, "is not a date", "is not a date", 25},
					{"", "#v=2&daily=2026-01-01&board=5x5", 9, "it has no board", "it has no board", 25},
				} {
					records := map[string]string{}
					if _, name, found := strings.Cut(c.record, `"puzzle":"`); found {
						name, _, _ = strings.Cut(name, `"`)
						records["lightsout-game "+name] = c.record
					} else if c.record != "" {
						records["lightsout-game x"] = c.record
					}
					items, says := comeTo(p, records, c.hash)
					wantItems, want := c.items, c.says
					if missing {
						wantItems, want = c.itemsLess, c.saysLess
					}
					if items != wantItems || !strings.Contains(says, want) {
						t.Errorf("%s with %s: a board of %d and %q, want %d and %q", c.hash, c.record, items, says, wantItems, want)
					}
				}
				p.forgive("campaign.json")
			}(t, openPageFrom(t, handler(t)))
		})
	}
}

// A link to a day that has not begun here says so, and counts for its day when that comes. A record that is early or late never
// stands in the way of the right one, nor does one that an older page called late before its day began.
func TestTheDailyCannotBeSpoilt(t *testing.T) {
	inChromium(t, func(t *testing.T, p tab) {
		setClock(p, "2026-11-14T20:00")
		comeTo(p, map[string]string{"lightsout-statistics": `{"version":1,"boards":[],"campaign":[],"over":[],"daily":[
		{"date":"2026-11-12","presses":5,"seconds":9,"hints":0},{"date":"2026-11-13","presses":5,"seconds":9,"hints":0},
		{"date":"2026-11-16","presses":5,"seconds":9,"hints":0,"late":true}]}`}, "#v=2&daily=2026-11-15")
		if says := textOf(p, "message"); says != "This is tomorrow’s puzzle: it counts for its day when that day comes." {
			t.Errorf("tomorrow's puzzle opens with %q", says)
		}
		p.screenshot("tomorrow")
		solveByHint(p)
		records := func() (kinds string) {
			for _, r := range statistics(p).Daily {
				kinds += fmt.Sprint(r.Date[8:], " ")
				if r.Late {
					kinds += "late "
				}
				if r.Early {
					kinds += "early "
				}
			}
			return kinds
		}
		if got := records(); got != "12 13 15 early 16 early " {
			t.Errorf("remembered: %s", got)
		}
		streak := func() string {
			return valueOf[string](p, `import("./js/progress.js").then((m) => m.streak(m.readProgress()) + "/" + m.longestStreak(m.readProgress()))`)
		}
		if got := streak(); got != "2/2" {
			t.Errorf("before the day, the streak is %s", got)
		}
		p.open("#v=2&daily=2026-12-24/easy")
		if says := textOf(p, "message"); !strings.Contains(says, "This is the puzzle of 24 December 2026") {
			t.Errorf("a puzzle far ahead opens with %q", says)
		}
		setClock(p, "2026-11-16T08:00")
		p.open("#v=2&daily=2026-11-14")
		solveByHint(p)
		if got := streak(); got != "2/2" || !strings.Contains(records(), "14 late") { // the 15th and the 16th
			t.Errorf("on the day, the streak is %s of %s", got, records())
		}
		p.open("#v=2&daily=2026-11-16")
		solveByHint(p)
		if got := records(); got != "12 13 14 late 15 early 16 " {
			t.Errorf("solved on its day: %s", got)
		}
	})
}

// patient is a server that answers no calls of a method while it is told to wait.
type patient struct {
	http.Handler
	method string
	wait   chan struct{} // closed, it goes on; nil at first
	asked  int           // how often it was called
	mu     sync.Mutex
}

func (s *patient) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	called := strings.HasSuffix(r.URL.Path, "/call/"+s.method)
	s.mu.Lock()
	wait := s.wait
	if called {
		s.asked++
	}
	s.mu.Unlock()
	if wait != nil && called {
		select {
		case <-wait:
		case <-r.Context().Done():
		}
	}
	s.Handler.ServeHTTP(w, r)
}

// hold makes it wait until it may go on.
func (s *patient) hold() (goOn func()) {
	wait := make(chan struct{})
	s.mu.Lock()
	s.wait = wait
	s.mu.Unlock()
	return sync.OnceFunc(func() { close(wait) })
}

func (s *patient) asks() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.asked
}

// A hint asked for three times is one hint, whether the server thinks meanwhile or has answered each.
func TestHintsOfASlowServer(t *testing.T) {
	t.Parallel()
	for _, slow := range []bool{true, false} {
		server := &patient{Handler: handlerOf(t, "server"), method: "solve"}
		p := openPageFrom(t, server)
		p.open("#v=2&board=5x5")
		p.wait(`document.getElementById("stat-best").textContent === "15"`)
		goOn := server.hold()
		defer goOn()
		for range 3 {
			p.click("#hint")
			if !slow {
				goOn()
				p.wait(`document.querySelector("#board .is-hint")`)
			}
		}
		goOn()
		p.wait(`document.querySelector("#board .is-hint")`)
		says := p.text("message")
		press(p, p.marked("hint")[0])
		p.click("#undo")
		p.click("#hint") // at a place where one was given, but later
		p.wait(fmt.Sprintf(`document.getElementById("message").textContent === %q`, says))
		if n := valueOf[int](p, `import("./js/store.js").then((m) => m.state.hints)`); n != 2 || server.asks() != 3 {
			t.Errorf("slow is %t: three presses on Hint and a later one are %d hints, and the server solved %d times", slow, n, server.asks())
		}
	}
}

// Who chooses a puzzle while another is on its way has the one that was chosen last. The first puzzle of the page is no
// choice; what is played in its stead is kept from the first press on. Whatever begins closes the sheets.
func TestTheLastChoiceWins(t *testing.T) {
	t.Parallel()
	server := &patient{Handler: handlerOf(t, "server"), method: "load"}
	p := openPageFrom(t, server)
	p.atStart(`{
		const { fetch } = window;
		Object.assign(window, { asked: 0, answered: 0 });
		window.fetch = async (...request) => {
			if (String(request[0]) !== "call/load") return fetch(...request);
			asked++;
			const answer = fetch(...request).then(async (response) => new Response(await response.blob(), response));
			answer.catch(() => {}).finally(() => setTimeout(() => setTimeout(() => answered++))); // once it was heard
			return answer;
		};
	}`)
	level := func(n int) {
		t.Helper()
		p.run(chromedp.Evaluate(`document.getElementById("levels").click()`, nil))
		p.click(fmt.Sprintf(`[data-level="grid:3x3/%d"]`, n))
		p.wait(boardIs(fmt.Sprint("First steps, level ", n)))
	}
	goOn := server.hold()
	defer goOn()
	p.run(chromedp.Navigate(p.address + "#v=2&board=5x5"))
	p.wait(`asked === 1 && document.getElementById("message").textContent.startsWith("Getting the lamps ready")`)
	level(2)
	press(p, 8)
	p.wait(`location.hash === "#v=2&level=grid:3x3/2&presses=8" && ` + lastGame + `.presses?.join() === "8"`)
	goOn()
	p.wait(`answered === 1 && document.documentElement.dataset.ready !== undefined`)
	if name := p.text("board-name"); name != "First steps, level 2" || p.text("stat-presses") != "1" {
		t.Errorf("after the first puzzle came late, %q has %s presses", name, p.text("stat-presses"))
	}
	goOn = server.hold()
	defer goOn()
	file := filepath.Join(t.TempDir(), "cities.edges")
	if err := os.WriteFile(file, []byte("Linz Wien\nWien Graz\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	p.run(chromedp.SetUploadFiles("#file", []string{file}, chromedp.ByQuery))
	p.wait(`asked === 2`)
	level(3)
	goOn()
	p.wait(`answered === 2`)
	if name, says := p.text("board-name"), p.text("message"); name != "First steps, level 3" || strings.Contains(says, "opened") {
		t.Errorf("after a file came late, %q says %q", name, says)
	}
	p.click("#help")
	p.run(chromedp.Evaluate(`location.hash = "#v=2&level=grid:3x3/4"`, nil))
	p.wait(boardIs("First steps, level 4") + ` && !document.querySelector("dialog[open]")`)
}

// A game that goes on in another tab is taken over here, with the hints that were given there, and counted once.
func TestTwoTabs(t *testing.T) {
	inBothBrowsers(t, func(t *testing.T, p tab) {
		p.open("#v=2&board=3x3&on=0xb")
		p.wait(`document.getElementById("stat-best").textContent === "1"`)
		q := p.another()
		q.open("#v=2&board=3x3&on=0xb")
		// The library answers p no more: what another tab does, it has all of.
		p.do(`import("./js/store.js").then((m) => void (window.game = m.state, window.fetch = () => new Promise(() => {})))`, nil)
		q.click("#hint")
		p.wait(`game.hints === 1`)
		q.click("#answer")
		p.wait(`game.shown`)
		q.click("#player-end")
		press(q, 4)
		p.wait(`document.getElementById("stat-presses").textContent === "1" && document.getElementById("message").textContent.includes("in another tab")`)
		press(p, 4)
		q.wait(`document.getElementById("stat-presses").textContent === "2" && document.getElementById("message").textContent.includes("in another tab")`)
		p.do("void ("+atOnce+")", nil)
		press(q, 0)
		q.wait(won)
		p.wait(`document.getElementById("stat-presses").textContent === "3" && document.getElementById("stat-lights").textContent === "0"`)
		p.do(`new Promise((done) => setTimeout(() => setTimeout(done)))`, nil)
		if valueOf[bool](p, won) {
			t.Error("the other tab celebrates, too")
		}
		if s := statistics(q); len(s.Boards) != 1 || s.Boards[0].Played != 1 || s.Boards[0].Solved != 1 || s.Boards[0].Alone != 0 {
			t.Errorf("remembered: %+v", s)
		}
		// An old state replaces no newer one, and who draws meanwhile goes on with what the other tab has.
		q.keys("\x1b")
		p.open("#v=2&daily=2026-11-24/easy")
		q.open("#v=2&daily=2026-11-24/easy")
		q.click("#mode-edit")
		press(p, 0)
		p.wait(`location.hash.endsWith("/easy&presses=0")`) // it is kept
		press(p, 1)
		p.wait(`location.hash.endsWith("/easy&presses=0,1")`)
		q.click("#mode-play")
		q.wait(`location.hash.endsWith("/easy&presses=0,1") && document.getElementById("message").textContent.includes("in another tab")`)
		// Different puzzles in different tabs leave each other alone.
		q.open("#v=2&level=hex:3/4")
		press(q, 2)
		p.open("#v=2&level=grid:3x3/4")
		press(p, 1)
		p.wait(`location.hash.endsWith("presses=1")`)
		reload(q)
		q.wait(`location.hash === "#v=2&level=hex:3/4&presses=2" && document.getElementById("stat-presses").textContent === "1"`)
	})
}
