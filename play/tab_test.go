//go:build browser

package play

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// tab is a tab of either browser, and what follows is what a player does and sees there.
type tab interface {
	open(hash string)
	away() // to something of the same site that runs no script
	click(selector string)
	keys(keys string)
	wait(condition string)
	do(script string, value any) // the value may be a promise
	size(width, height int64)
	screenshot(name string)
	another() tab          // of the same browser, with what it keeps
	atStart(script string) // of every page from now on
	forgive(texts ...string)
}

func (p *page) another() tab { return p.beside() }

func (p *page) away() {
	p.t.Helper()
	p.run(chromedp.Navigate(p.address + "icon.svg"))
}

func (f *foxTab) away() {
	f.t.Helper()
	f.leave()
	f.show(f.address+"icon.svg", "complete")
}

func (p *page) atStart(script string) {
	p.t.Helper()
	p.run(chromedp.ActionFunc(onNewDocument(script)))
}

func (f *foxTab) another() tab { return f.beside() }

func (f *foxTab) atStart(script string) {
	f.t.Helper()
	f.must(f.browser.call("script.addPreloadScript", map[string]any{
		"functionDeclaration": "() => {" + script + "}", "contexts": []string{f.context},
	}, nil))
}

func (f *foxTab) forgive(...string) {} // its console does not tell of files that are missing

// inChromium tells a story that no browser tells in another way.
func inChromium(t *testing.T, story func(t *testing.T, p tab)) {
	t.Helper()
	t.Parallel()
	story(t, openPage(t, "server"))
}

// turn has the page that is shown open another address, without loading itself again.
func turn(p tab, hash string) {
	p.do(fmt.Sprintf(`Promise.all([import("./js/opening.js"), import("./js/address.js")]).then(([{ open }, { parseAddress }]) => open(parseAddress(%q)))`, hash), nil)
}

// inBothBrowsers tells a story in Chromium and in Firefox: of storage, history, keys, drawing, or a browser's own part.
func inBothBrowsers(t *testing.T, story func(t *testing.T, p tab)) {
	inBothFrom(t, func(t *testing.T) http.Handler { return handlerOf(t, "server") }, story)
}

// inBothFrom is the same with another server.
func inBothFrom(t *testing.T, handler func(*testing.T) http.Handler, story func(t *testing.T, p tab)) {
	t.Parallel()
	t.Run("chromium", func(t *testing.T) {
		t.Parallel()
		story(t, openPageFrom(t, handler(t)))
	})
	t.Run("firefox", func(t *testing.T) {
		t.Parallel()
		server := httptest.NewServer(handler(t))
		t.Cleanup(server.Close)
		story(t, openFirefox(t, server.URL+"/"))
	})
}

// stores has the browser keep something for the page.
func stores(p tab, key, text string) {
	p.atStart(fmt.Sprintf(`if (location.protocol === "http:") localStorage.setItem(%q, %q)`, key, text))
}

// valueOf is the value of an expression.
func valueOf[T any](p tab, expression string) (value T) {
	p.do(expression, &value)
	return value
}

func marked(p tab, mark string) (items []int) {
	p.do(fmt.Sprintf(`[...document.querySelectorAll("#board .item.is-%s")].map((e) => Number(e.dataset.item))`, mark), &items)
	return items
}

func textOf(p tab, id string) (text string) {
	p.do(fmt.Sprintf(`document.getElementById(%q).textContent`, id), &text)
	return text
}

func item(i int) string { return fmt.Sprintf(`#board [data-item="%d"] .base`, i) }

func hashOf(p tab) (hash string) {
	p.do(`location.hash`, &hash)
	return hash
}

// shown is what a player sees of a game: the lights that are on, the presses, and what the lights are called.
type shown struct {
	On      []int    `json:"on"`
	Presses string   `json:"presses"`
	Names   []string `json:"names"`
}

func look(p tab) (s shown) {
	p.do(`({
		on: [...document.querySelectorAll("#board .item.is-on")].map((e) => Number(e.dataset.item)),
		presses: document.getElementById("stat-presses").textContent,
		names: [...document.querySelectorAll("#board .item")].map((e) => e.getAttribute("aria-label")),
	})`, &s)
	return s
}

func reload(p tab) {
	p.do(`void (window.before = true, location.reload())`, nil)
	p.wait(`!window.before && document.documentElement.dataset.ready !== undefined`)
}

// press presses switches one after the other.
func press(p tab, switches ...int) {
	for _, s := range switches {
		p.click(item(s))
	}
}

// solveByHint solves with one hint, and by the answer of the page's own search that it is the beginning of. A level may
// have a ring before the hint comes.
func solveByHint(p tab) {
	p.click("#hint")
	press(p, valueOf[[]int](p, `import("./js/store.js").then(({ state, subscribe }) => new Promise((done) => {
		const look = () => state.plan.length > 0 && done(state.plan);
		subscribe(look);
		look();
	}))`)...)
	p.wait(won)
}

// testNow is the time of all tests that do not say another: on a day that has two puzzles.
const testDay, testNow = "2026-11-25", testDay + "T12:00"

// setClock makes pages opened from now on begin at that time.
func setClock(p tab, at string) {
	shiftClock(p, fmt.Sprintf("new Then(%q).getTime() - Then.now()", at))
}

// testShift is from the time of the machine to testNow, in milliseconds: all tabs have the same time, and it goes on.
var testShift = func() string {
	at, err := time.ParseInLocation("2006-01-02T15:04", testNow, time.Local)
	if err != nil {
		panic(err)
	}
	return fmt.Sprint(time.Until(at).Milliseconds())
}()

func shiftClock(p tab, by string) {
	p.atStart(fmt.Sprintf(`{
		const Then = globalThis.Then ??= Date;
		const by = %s;
		globalThis.Date = class extends Then {
			constructor(...parts) { parts.length === 0 ? super(Date.now()) : super(...parts); }
			static now() { return Then.now() + by; }
		};
	}`, by))
}

// remembered is the statistics as the browser stores them.
type remembered struct {
	Version int `json:"version"`
	Boards  []struct {
		Board       string  `json:"board"`
		Presses     int     `json:"presses"`
		Played      int     `json:"played"`
		Solved      int     `json:"solved"`
		Alone       int     `json:"without_hints"`
		BestPresses int     `json:"best_presses"`
		BestSeconds float64 `json:"best_seconds"`
	} `json:"boards"`
	Daily []struct {
		Date  string `json:"date"`
		Late  bool   `json:"late"`
		Early bool   `json:"early"`
		Shown bool   `json:"shown"`
	} `json:"daily"`
	Campaign []struct {
		Board string `json:"board"`
		Level int    `json:"level"`
		Stars int    `json:"stars"`
	} `json:"campaign"`
}

func statistics(p tab) (s remembered) {
	text := valueOf[string](p, `localStorage.getItem("lightsout-statistics") ?? "{}"`)
	if err := json.Unmarshal([]byte(text), &s); err != nil {
		panic(fmt.Sprintf("%v in %s", err, text))
	}
	return s
}
