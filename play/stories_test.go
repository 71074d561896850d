package play

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// inFirefox tells a story on the page of the server and on the static site. In Chromium each part of it has a test of its
// own, with more to look at.
func inFirefox(t *testing.T, story func(t *testing.T, p *foxTab)) {
	t.Parallel()
	for _, backend := range []string{"server", "wasm"} {
		t.Run(backend, func(t *testing.T) {
			t.Parallel()
			story(t, openFirefox(t, servePageFor(t, backend)))
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

func marked(p *foxTab, mark string) (items []int) {
	p.do(fmt.Sprintf(`[...document.querySelectorAll("#board .item.is-%s")].map((e) => Number(e.dataset.item))`, mark), &items)
	return items
}

func textOf(p *foxTab, id string) (text string) {
	p.do(fmt.Sprintf(`document.getElementById(%q).textContent`, id), &text)
	return text
}

func item(i int) string { return fmt.Sprintf(`#board [data-item="%d"] .base`, i) }

// presses waits until so many presses are made.
func presses(p *foxTab, n int) {
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
		p.wait(`document.getElementById("board-name").textContent.startsWith("Daily puzzle")`)
		today := marked(p, "on")
		p.click(item(0))
		presses(p, 1)
		p.wait(`location.hash.endsWith("presses=1")`)
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

// oneScreen is whether words, board, hint and choices are in sight together.
const oneScreen = `["message", "frame", "hint", "new"].map((id) => document.getElementById(id).getBoundingClientRect()).every((r) => r.top >= 0 && r.bottom <= innerHeight)`

// A first visit and a daily puzzle, on a laptop and on phones, everything on one screen.
func TestFirstDayStory(t *testing.T) {
	t.Parallel()
	for _, screen := range screens {
		t.Run(fmt.Sprint(screen[0]), func(t *testing.T) {
			t.Parallel()
			p := openFirefox(t, servePageFor(t, "server"))
			p.size(screen[0], screen[1])
			p.open("")
			p.wait(`document.getElementById("board-name").textContent === "First steps, level 1" && document.querySelectorAll("#board .is-hint").length === 1`)
			p.wait(oneScreen)
			p.click(item(marked(p, "hint")[0]))
			p.wait(won)
			p.click("#win .primary")
			p.wait(`document.getElementById("board-name").textContent === "First steps, level 2"`)
			p.click("#daily")
			p.wait(`document.getElementById("board-name").textContent.startsWith("Daily puzzle")`)
			p.wait(oneScreen)
			for textOf(p, "stat-lights") != "0" {
				p.click("#hint")
				p.wait(`document.querySelector("#board .is-hint")`)
				p.click(item(marked(p, "hint")[0]))
				p.wait(`!document.querySelector("#board .is-hint")`)
			}
			p.wait(won + ` && document.querySelectorAll("#win .week .done").length === 1 && document.querySelector("#win .countdown")`)
			p.click("#win .primary") // the next level
			p.wait(`document.getElementById("board-name").textContent.startsWith("First steps") && !document.getElementById("win").open`)
			p.wait(oneScreen)
		})
	}
}

// The page within a page of another host.
func TestEmbedStory(t *testing.T) {
	inFirefox(t, func(t *testing.T, p *foxTab) {
		p.open(embeddedPuzzle)
		p.wait(`!document.querySelector(".top").checkVisibility() && document.getElementById("full").checkVisibility()`)
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
	p.open("#level=grid:3x3/2")
	p.wait(`document.getElementById("arrival")`)
	p.click(item(8))
	presses(p, 1)
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
	other := p.beside()
	p.open("#board=3x3&on=0xb")
	p.do(kept, nil)
	p.open("#board=3x3&on=0xb")
	site.publish("newer")
	p.do(fetched("newer"), nil)
	other.open("#board=3x3&on=0xb")
	other.wait(`document.title === "Lights Out"`)
	other.leave()
	var title string
	for range 10 { // a page that was left may count for a moment
		p.do(`(window.before = true, location.reload())`, nil)
		p.wait(`!window.before && document.documentElement.dataset.ready !== undefined`)
		if p.do(`document.title`, &title); title == "newer" {
			return
		}
	}
	t.Errorf("loaded again, the page is of version %q", title)
}
