//go:build browser

package play

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp/kb"
)

// inFirefox tells a story on the page of the server and on the static site. In Chromium each part of it has a test of its
// own, with more to look at.
func inFirefox(t *testing.T, story func(t *testing.T, p *foxTab)) {
	t.Parallel()
	for _, backend := range []string{"server", "wasm"} {
		t.Run(backend, func(t *testing.T) {
			t.Parallel()
			p := openFirefox(t, servePageFor(t, backend))
			p.offline = backend == "wasm"
			story(t, p)
		})
	}
}

// servePageFor serves the page from a port, and so an origin, of its own.
func servePageFor(t *testing.T, backend string) (address string) {
	t.Helper()
	server := httptest.NewServer(handlerOf(t, backend))
	t.Cleanup(server.Close)
	return server.URL + "/"
}

// presses waits until so many presses are made.
func presses(p tab, n int) {
	p.wait(fmt.Sprintf(`document.getElementById("stat-presses").textContent === "%d"`, n))
}

// The main stories in one sitting: open a puzzle, press, take it back, solve it by hints, start a new one and
// the daily one, come back to it, and change the language.
func TestMainStories(t *testing.T) {
	inFirefox(t, func(t *testing.T, p *foxTab) {
		p.open("#board=5x5&on=0x1ffffff")
		start := marked(p, "on")
		p.click(item(0))
		presses(p, 1)
		if lit := marked(p, "on"); len(start) != 25 || len(lit) != 22 {
			t.Errorf("a corner flips three lights: of %d, %d are left", len(start), len(lit))
		}
		p.keys(kb.ArrowDown + kb.ArrowRight)
		p.wait(`document.activeElement.dataset.item === "6"`) // from the one just clicked
		p.click("#undo")
		presses(p, 0)
		p.do(`document.querySelector('#board [data-item="6"]').focus()`, nil)
		p.keys(" ")
		presses(p, 1)

		p.open("#board=3x3&on=0xe3")
		for left := 9; len(marked(p, "on")) > 0; left-- {
			if left == 0 {
				t.Fatal("nine hints do not solve a board of nine switches")
			}
			p.click("#hint")
			p.wait(`document.querySelector("#board .is-hint")`)
			p.click(item(marked(p, "hint")[0]))
			p.wait(`!document.querySelector("#board .is-hint")`)
		}
		p.wait(won)
		p.keys(kb.Escape)
		p.wait("!" + won)

		p.click("#new")
		presses(p, 0)
		p.wait(`document.querySelectorAll("#board .is-on").length > 0`)

		p.click("#daily")
		p.click("#door-easy")
		p.wait(`document.getElementById("board-name").textContent.startsWith("Daily puzzle")`)
		today := marked(p, "on")
		p.click(item(0))
		presses(p, 1)
		p.wait(`location.hash.endsWith("presses=0")`)
		lit := marked(p, "on")
		p.do(`(window.before = true, location.reload())`, nil)
		p.wait(`!window.before && document.documentElement.dataset.ready !== undefined && document.getElementById("stat-presses").textContent === "1"`)
		if again := marked(p, "on"); !slices.Equal(again, lit) || slices.Equal(lit, today) {
			t.Errorf("the daily puzzle %v, after a press %v, after a reload %v", today, lit, again)
		}

		p.click("#help")
		p.wait(`document.getElementById("language")`)
		p.do(`(() => { const choice = document.getElementById("language"); choice.value = "de"; choice.dispatchEvent(new Event("change", { bubbles: true })); })()`, nil)
		p.wait(`document.documentElement.dataset.ready !== undefined && document.documentElement.lang === "de"`)
		if says := textOf(p, "new"); !strings.Contains(says, "Neu") {
			t.Errorf("in German the button says %q", says)
		}
	})
}

// screens are a laptop and two phones, as much of them as a browser leaves.
var screens = [][2]int64{{1366, 657}, {390, 664}, {360, 640}}

// onScreens tells a story in Chromium on all screens, and in Firefox on a phone. A step is what it looks at, and has a picture.
func onScreens(t *testing.T, story func(t *testing.T, p tab, step func(name, condition string))) {
	t.Parallel()
	for _, screen := range screens {
		for _, browser := range []string{"chromium", "firefox"} {
			if browser == "firefox" && screen != screens[1] {
				continue
			}
			name := fmt.Sprintf("%s-%d", browser, screen[0])
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				var p tab
				if browser == "firefox" {
					p = openFirefox(t, servePageFor(t, "server"))
				} else {
					p = openPage(t, "server")
				}
				p.size(screen[0], screen[1])
				story(t, p, func(step, condition string) {
					t.Helper()
					p.wait(condition)
					p.screenshot("story-" + name + "-" + step)
				})
			})
		}
	}
}

// inSight is whether elements are all on the screen.
func inSight(ids ...string) string {
	return fmt.Sprintf(`%q.split(" ").map((id) => document.getElementById(id).getBoundingClientRect()).every((r) => r.top >= 0 && r.bottom <= innerHeight)`, strings.Join(ids, " "))
}

// oneScreen is whether words, board, hint and choices are in sight together.
var oneScreen = inSight("message", "frame", "hint", "new")

func boardIs(name string) string {
	return fmt.Sprintf(`document.getElementById("board-name").textContent.startsWith(%q)`, name)
}

// otherDoor is whether the harder puzzle of a day is on the board.
const otherDoor = `/^Daily puzzle .* · hard$/.test(document.getElementById("board-name").textContent)`

// A first visit and a daily puzzle, everything on one screen; then the next day, and a result to share.
func TestFirstDayStory(t *testing.T) {
	onScreens(t, func(_ *testing.T, p tab, step func(name, condition string)) {
		p.open("")
		step("first", boardIs("First steps, level 1")+` && document.querySelectorAll("#board .is-hint").length === 1 && `+oneScreen)
		p.click(item(marked(p, "hint")[0]))
		step("won", won+` && document.activeElement.id === "win-title"`)
		p.click("#win .primary")
		p.wait(boardIs("First steps, level 2"))
		p.click("#daily")
		step("doors", `document.getElementById("daily-sheet").open`)
		p.click("#door-easy")
		step("daily", boardIs("Daily puzzle")+` && !document.getElementById("difficulty").checkVisibility() && `+oneScreen)
		for textOf(p, "stat-lights") != "0" {
			p.click("#hint")
			p.wait(`document.querySelector("#board .is-hint") && ` + oneScreen)
			p.click(item(marked(p, "hint")[0]))
			p.wait(`!document.querySelector("#board .is-hint")`)
		}
		step("solved", won+` && document.querySelectorAll("#win .week .done").length === 1 && document.querySelector("#win .countdown")`)
		p.click("#win-share")
		p.wait(`/[🟥🟧🟨🟩]+⬛\n/u.test(document.documentElement.dataset.copied)`)
		p.click("#win-next") // through the other door
		step("next", otherDoor+` && !document.getElementById("win").open && `+oneScreen)
		// What is left behind is the solved puzzle of an earlier day.
		p.do(`addEventListener("pagehide", () => {
			localStorage.setItem("lightsout", JSON.stringify({ address: "#board=grid:3x3&on=0xb&presses=1", counted: "solved", day: "2026-01-01" }));
			localStorage.removeItem("lightsout-statistics");
		})`, nil)
		p.open("")
		step("return", boardIs("Daily puzzle")+" && "+oneScreen)
	})
}

// Whatever is chosen, the board is in sight with its words and buttons: levels, an answer and a lesson, new puzzles, boards whose
// sides meet, and large ones, which have buttons to zoom.
func TestChoicesStory(t *testing.T) {
	onScreens(t, func(_ *testing.T, p tab, step func(name, condition string)) {
		var narrow bool
		p.open("#board=5x5&on=0x1ffffff")
		p.do(`document.getElementById("menu").checkVisibility()`, &narrow)
		fromMenu := func(button string) {
			if narrow {
				p.click("#menu")
				p.wait(`document.getElementById("panel-play").matches(":popover-open")`)
			}
			p.click(button)
		}
		stepping := `!document.getElementById("player").hidden && document.getElementById("moves").hidden && ` + inSight("message", "frame", "player-next")
		fromMenu("#answer")
		step("answer", `document.querySelectorAll("#board .is-answer").length === 15 && `+stepping)
		p.click("#player-next")
		p.wait(`document.querySelectorAll("#board .is-answer").length === 14 && document.getElementById("message").textContent === "Step 1 of 15"`)
		p.click("#player-back")
		p.click("#player-end")
		fromMenu("#explain")
		step("lesson", `document.getElementById("message").textContent.startsWith("Step 1 of ") && document.querySelectorAll("#board .is-answer").length === 5 && `+stepping)
		p.click("#player-next")
		p.wait(`document.getElementById("message").textContent.startsWith("Step 2 of ")`)
		p.click("#player-end")
		p.click("#levels")
		step("levels", `document.getElementById("levels-sheet")?.open`)
		p.click(`[data-level="grid:4x4/1"]`)
		step("level", boardIs("The square, level 1")+` && `+oneScreen)
		p.click("#new")
		p.wait(boardIs("4") + ` && document.getElementById("stat-presses").textContent === "0" && ` + oneScreen)
		p.open("#board=torus:5x5&on=all")
		step("torus", `document.getElementById("message").textContent.includes("arrows") && `+oneScreen)
		p.open("#board=20x20&on=all")
		step("large", oneScreen+` && (!document.getElementById("zoom").checkVisibility() || `+inSight("zoom")+")")
	})
}

// Nothing is lost: a press right before the page is left, the days in a row, hundreds of boards in the statistics. Links of the
// local server, and storage that is full, are said.
func TestNothingLostStory(t *testing.T) {
	onScreens(t, func(_ *testing.T, p tab, step func(name, condition string)) {
		var narrow bool
		p.open("#board=5x5&on=0x1ffffff")
		p.do(`document.getElementById("menu").checkVisibility()`, &narrow)
		p.do(`(() => {
			window.before = true;
			document.querySelector('#board [data-item="1"]').dispatchEvent(new MouseEvent("click", { bubbles: true }));
			location.reload();
		})()`, nil)
		step("reload", `!window.before && document.documentElement.dataset.ready !== undefined && document.getElementById("stat-presses").textContent === "1"`)
		p.click("#share")
		step("link", `document.getElementById("message").textContent.includes("Only this computer can open these links")`)
		p.do(`localStorage.setItem("lightsout-statistics", JSON.stringify({ version: 1, campaign: [],
			daily: [3, 2, 1].map((n) => ({ date: new Date(Date.now() - n * 86400e3).toLocaleDateString("sv"), presses: 5, seconds: 20, hints: 0 })),
			boards: Array.from({ length: 300 }, (_, i) => ({ board: "grid:3x" + (i + 1), presses: 1, played: i + 1, solved: 0, without_hints: 0 })) }))`, nil)
		if narrow {
			p.click("#menu")
			p.wait(`document.getElementById("panel-play").matches(":popover-open")`)
		}
		p.click("#statistics")
		step("statistics", `document.querySelectorAll("#statistics-sheet [scope=rowgroup]").length === 300`)
		p.do(`(Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError") }) && null`, nil)
		p.do(`document.getElementById("statistics-sheet").close()`, nil)
		p.click(item(7))
		step("full", `document.getElementById("message").textContent.includes("does not let the page store")`)
		p.open("#daily=" + testDay + "/easy")
		for textOf(p, "stat-lights") != "0" {
			p.click("#hint")
			p.wait(`document.querySelector("#board .is-hint")`)
			p.click(item(marked(p, "hint")[0]))
			p.wait(`!document.querySelector("#board .is-hint")`)
		}
		step("streak", won+` && document.getElementById("win").textContent.includes("Days in a row: 4; longest: 4.")`)
		p.click("#win-share")
		p.wait(`document.documentElement.dataset.copied?.includes("🔥 4 days in a row")`)
		p.click("#win-next")
		step("next", otherDoor+` && !document.getElementById("win").open && `+oneScreen)
	})
}

// The page within a page of another host.
func TestEmbedStory(t *testing.T) {
	inFirefox(t, func(t *testing.T, p *foxTab) {
		p.open(embeddedPuzzle)
		p.wait(`!document.querySelector(".tabs").checkVisibility() && document.getElementById("full").checkVisibility()`)
		p.click(item(0))
		p.wait(won)
		var kept int
		p.do(`localStorage.length`, &kept)
		if kept > 0 {
			t.Errorf("it keeps %d things", kept)
		}
	})
}

// The same in a frame, in Firefox; Chromium has TestEmbeddingFromAnotherHost.
func TestEmbeddingInFirefox(t *testing.T) {
	t.Parallel()
	inner := servePageFor(t, "wasm")
	outer := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprintf(w, `<!doctype html><link rel="icon" href="data:,"><title>a page</title><iframe width="360" height="560" src="%s%s"></iframe>`, inner, embeddedPuzzle)
	}))
	defer outer.Close()
	p := openFirefox(t, outer.URL)
	p.show(outer.URL, "complete")
	frames := p.frames()
	if len(frames) != 1 {
		t.Fatalf("%d frames", len(frames))
	}
	p.waitIn(frames[0], `document.documentElement.dataset.ready !== undefined && self !== top`)
	p.waitIn(frames[0], `document.querySelector('#board [data-item="0"]').dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true })) || true`)
	p.waitIn(frames[0], won)
}

// The static site works in Firefox before its library is there, and without a network.
func TestSlowAndOfflineInFirefox(t *testing.T) {
	t.Parallel()
	line := newSlowLine(t)
	p := openFirefox(t, line.URL+"/")
	p.offline = true
	p.open("#level=grid:3x3/2")
	p.click(item(8))
	presses(p, 1)
	p.wait(`!document.getElementById("arrival").hidden`)
	line.goOn()
	p.click("#hint")
	p.wait(`document.querySelector("#board .is-hint")`)
	p.do(kept, nil)
	line.Close()
	p.open("#board=torus:6x6&on=0x1f")
	p.click("#hint")
	p.wait(`document.querySelector("#board .is-hint, #board .is-witness")`)
}

// In Firefox, too, the only page has a newer version when it is loaded again.
func TestNewVersionInFirefox(t *testing.T) {
	t.Parallel()
	site := newChangingSite(t)
	p := openFirefox(t, site.URL+"/")
	p.offline = true
	other := p.beside()
	p.open("#board=3x3&on=0xb")
	p.do(kept, nil)
	p.open("#board=3x3&on=0xb")
	site.publish("newer")
	p.do(fetched("newer", 2), nil)
	other.open("#board=3x3&on=0xb")
	other.wait(`document.title === "Lights Out"`)
	other.leave()
	var title string
	for end := time.Now().Add(waitLimit); time.Now().Before(end); { // a page that was left may count for a moment
		p.do(`(window.before = true, location.reload())`, nil)
		p.wait(`!window.before && document.documentElement.dataset.ready !== undefined`)
		if p.do(`document.title`, &title); title == "newer" {
			return
		}
	}
	t.Errorf("loaded again, the page is of version %q", title)
}
