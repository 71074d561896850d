//go:build browser

package play

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"image/png"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// slowLine serves the static site over a line that stops in the middle of the library, until it goes on. No
// clock is involved: the test decides when the rest arrives.
type slowLine struct {
	*httptest.Server
	goOn    func()
	library []byte
	asked   int // how often the library was asked for
	broken  bool
	mu      sync.Mutex
}

func newSlowLine(t *testing.T) *slowLine {
	t.Helper()
	needsBrowsers(t)
	dir := staticSite(t)
	library, err := os.ReadFile(filepath.Join(dir, "lightsout.wasm"))
	if err != nil {
		t.Fatal(err)
	}
	rest := make(chan struct{})
	line := &slowLine{library: library, goOn: sync.OnceFunc(func() { close(rest) })}
	files := http.FileServer(http.Dir(dir))
	line.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/lightsout.wasm" {
			files.ServeHTTP(w, r)
			return
		}
		line.mu.Lock()
		if !strings.HasSuffix(r.Referer(), "/offline.js") { // the service worker asks only whether it has changed
			line.asked++
		}
		broken := line.broken
		line.mu.Unlock()
		if broken {
			http.Error(w, "not today", http.StatusServiceUnavailable)
			return
		}
		w.Header().Set("Content-Type", "application/octet-stream") // as a host sends it that does not know better
		half := len(library)/2 + 1
		_, _ = w.Write(library[:half])
		http.NewResponseController(w).Flush()
		select {
		case <-rest:
			_, _ = w.Write(library[half:])
		case <-r.Context().Done():
		}
	}))
	t.Cleanup(line.Close)
	t.Cleanup(line.goOn)
	return line
}

func (l *slowLine) asks() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.asked
}

// Before the library has arrived levels can be played, and are found again after a reload. What needs the library waits for it, without a time limit.
func TestPlaysBeforeTheLibraryArrives(t *testing.T) {
	t.Parallel()
	p := openPage(t, "wasm")
	line := newSlowLine(t)
	p.address = line.URL + "/"
	p.run(chromedp.ActionFunc(onNewDocument(`window.limits = []; { const real = setTimeout; window.setTimeout = (work, ms, ...rest) => { if (10_000 < ms && ms < 60_000) limits.push(ms); return real(work, ms, ...rest); }; }`)))
	p.open("")
	if got := p.text("stat-best"); got != "1" {
		t.Errorf("the first puzzle needs %s presses", got)
	}
	p.click(p.item(0))
	p.wait(`!document.getElementById("arrival").hidden && document.getElementById("arrival").textContent.includes("50%")`)
	if share := eval[float64](p, `document.querySelector("#arrival progress").value`); share != 0.5 {
		t.Errorf("half of the library has arrived, and the bar is at %g", share)
	}
	p.screenshot("arriving")
	p.wait(`document.getElementById("stat-presses").textContent === "1" && location.hash.endsWith("presses=0")`)
	lit := p.marked("on")
	p.run(chromedp.Reload())
	p.wait(`document.documentElement.dataset.ready !== undefined`)
	if got := p.marked("on"); !slices.Equal(got, lit) || p.text("stat-presses") != "1" {
		t.Errorf("after a reload %v are lit, not %v", got, lit)
	}
	p.click("#levels")
	p.wait(`document.querySelector("dialog[open] .next")`)
	p.click(`[data-level="hex:3/2"]`)
	p.wait(`document.querySelectorAll("#board .item").length === 19`)
	p.click(p.item(0))
	p.wait(`document.getElementById("stat-presses").textContent === "1" && location.hash.includes("hex:3") && location.hash.endsWith("presses=0")`)
	p.run(chromedp.Reload())
	p.wait(`document.documentElement.dataset.ready !== undefined && document.getElementById("stat-presses").textContent === "1"`)

	p.click("#hint")
	p.wait(`document.getElementById("message").textContent.includes("on its way")`)
	if limits := eval[[]int](p, `limits`); len(limits) > 0 {
		t.Errorf("a call has %d ms for the library to arrive", limits[0])
	}
	p.wait(`document.getElementById("arrival").textContent.includes("50%")`) // since the reload it was asked for, too
	// Other puzzles meanwhile do not ask for the library again.
	asked := line.asks()
	p.run(chromedp.Evaluate(`location.hash = "#level=grid:3x3/2"`, nil))
	p.wait(`document.getElementById("board-name").textContent.endsWith("level 2") && document.querySelectorAll("#board .item").length === 9`)
	p.click("#hint")
	line.goOn()
	p.wait(`document.querySelector("#board .is-hint")`)
	p.wait(`document.getElementById("arrival").hidden`)
	if got := line.asks(); got != asked {
		t.Errorf("the library was asked for %d more times", got-asked)
	}
	if limits := eval[[]int](p, `limits`); len(limits) == 0 {
		t.Error("a call that computes has no time limit")
	}
}

// The views of boards may be of another version than the days: then the library has the puzzle.
func TestDailyWithoutItsBoard(t *testing.T) {
	t.Parallel()
	site := handlerOf(t, "wasm")
	p := openPageFrom(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/boards.json" {
			fmt.Fprint(w, "{}")
			return
		}
		site.ServeHTTP(w, r)
	}))
	p.open("#v=2&daily=2026-11-25/easy")
	p.wait(boardIs("Daily puzzle") + ` && document.querySelector("#board .item")`)
}

// A library that does not arrive is said, and fetched again when the player wants.
func TestLibraryThatDoesNotArrive(t *testing.T) {
	t.Parallel()
	p := openPage(t, "wasm")
	line := newSlowLine(t)
	line.goOn()
	line.broken = true
	p.address = line.URL + "/"
	p.open("#level=grid:3x3/2")
	p.click(p.item(0))
	p.wait(`document.querySelector("#arrival[data-failed]:not([hidden])")`)
	p.screenshot("arrival-failed")
	p.click("#hint")
	p.wait(`document.getElementById("message").textContent.includes("could not be loaded")`)
	line.mu.Lock()
	line.broken = false
	line.mu.Unlock()
	p.click("#arrival-again")
	p.wait(`document.getElementById("arrival").hidden`)
	p.click("#hint")
	p.wait(`document.querySelector("#board .is-hint")`)
	p.forgive("status of 503")
}

// kept waits until the page would open without a network.
const kept = `navigator.serviceWorker.ready.then((registration) => registration.active.state === "activated")`

// The site can be installed: its manifest has no faults, and it works without a network, also within a frame.
func TestWorksOffline(t *testing.T) {
	t.Parallel()
	p := openPage(t, "wasm")
	server := httptest.NewServer(http.FileServer(http.Dir(staticSite(t))))
	defer server.Close()
	p.address = server.URL + "/"
	p.open("")
	p.click(p.item(0))
	p.run(chromedp.Evaluate(kept, nil, awaitPromise))
	var faults string
	p.run(chromedp.ActionFunc(manifestFaults(&faults)))
	if faults != "" {
		t.Errorf("the manifest: %s", faults)
	}
	server.Close()
	for _, address := range []string{"", "?embed", "index.html"} {
		p.open(address + "#board=torus:6x6&on=0x1f")
		p.click("#hint")
		p.wait(`document.querySelector("#board .is-hint, #board .is-witness")`)
		if embedded := eval[bool](p, `"embed" in document.documentElement.dataset`); embedded != (address == "?embed") {
			t.Errorf("%q without a network: embedded is %t", address, embedded)
		}
	}
}

// changingSite is a copy of the static site that gets newer versions.
type changingSite struct {
	*httptest.Server
	t    *testing.T
	dir  string
	time time.Time
}

func newChangingSite(t *testing.T) *changingSite {
	needsBrowsers(t)
	dir := filepath.Join(t.TempDir(), "site")
	if err := os.CopyFS(dir, os.DirFS(staticSite(t))); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(http.FileServer(http.Dir(dir)))
	t.Cleanup(server.Close)
	return &changingSite{server, t, dir, time.Now()}
}

// publish puts a version there whose page has its name for a title.
func (s *changingSite) publish(version string) {
	s.t.Helper()
	s.change("index.html", "<title>.*</title>", "<title>"+version+"</title>")
	page, err := os.ReadFile(filepath.Join(s.dir, "index.html"))
	if err != nil {
		s.t.Fatal(err)
	}
	sum := sha256.Sum256(page)
	s.change("offline.js", `("\./.*": )".*"`, `$1"sha256-`+base64.StdEncoding.EncodeToString(sum[:])+`"`)
	s.change("offline.js", `const version = ".*"`, `const version = "`+version+`"`)
}

func (s *changingSite) change(name, pattern, fresh string) {
	s.t.Helper()
	file := filepath.Join(s.dir, name)
	text, err := os.ReadFile(file)
	if err != nil {
		s.t.Fatal(err)
	}
	changed := regexp.MustCompile(pattern).ReplaceAll(text, []byte(fresh))
	if bytes.Equal(changed, text) {
		s.t.Fatalf("%s has no %s", name, pattern)
	}
	if err := os.WriteFile(file, changed, 0o644); err != nil {
		s.t.Fatal(err)
	}
	// The server compares times by the second, and a test may need less for a version.
	s.time = s.time.Add(time.Minute)
	if err := os.Chtimes(file, s.time, s.time); err != nil {
		s.t.Fatal(err)
	}
}

// fetched is a script that waits until a browser has all of a version, as the last of so many. The browser is asked for it, or
// it would look when it has nothing else to do; and asked again, as it may have been looking already, before there was one.
func fetched(version string, versions int) string {
	return fmt.Sprintf(`(async () => {
		const r = await navigator.serviceWorker.getRegistration()
		for (let names = []; names.length !== %d || !names.at(-1).endsWith(%q) || !(await caches.match("kept-as-a-whole", { cacheName: names.at(-1) })); names = await caches.keys()) {
			await r.update()
			while (r.installing) await new Promise((done) => setTimeout(done, 20))
		}
	})()`, versions, " "+version)
}

// A newer version replaces the kept one as a whole, when a page opens and no other is open.
func TestNewVersionOfTheSite(t *testing.T) {
	t.Parallel()
	site := newChangingSite(t)
	p := openPage(t, "wasm")
	p.address = site.URL + "/"
	other := p.beside()
	shows := func(p *page, version string) {
		t.Helper()
		p.wait(`document.documentElement.dataset.ready !== undefined`)
		if title := eval[string](p, `document.title`); title != version {
			t.Errorf("the page is of version %q, want %q", title, version)
		}
	}
	keeps := func(version string) {
		t.Helper()
		if names := eval[[]string](p, `caches.keys()`, awaitPromise); len(names) != 1 || !strings.HasSuffix(names[0], version) {
			t.Errorf("kept are %q, want %q", names, version)
		}
	}
	p.open("#board=3x3&on=0xb")
	p.run(chromedp.Evaluate(kept, nil, awaitPromise))

	site.publish("newer")
	p.open("#board=3x3&on=0xb")
	shows(p, "Lights Out") // the newer one is not there as a whole
	p.run(chromedp.Evaluate(fetched("newer", 2), nil, awaitPromise))
	other.open("#board=3x3&on=0xb")
	shows(other, "Lights Out") // as the page that is open
	other.run(chromedp.Navigate("about:blank"))
	for end := time.Now().Add(waitLimit); time.Now().Before(end); { // a page that was left may count for a moment
		p.open("#board=3x3&on=0xb")
		if eval[string](p, `document.title`) == "newer" {
			break
		}
	}
	shows(p, "newer")
	keeps("newer")

	site.change("offline.js", `const files = \{`, `const files = {"added.txt": "", `)
	if err := os.WriteFile(filepath.Join(site.dir, "added.txt"), []byte("added"), 0o644); err != nil {
		t.Fatal(err)
	}
	site.publish("newest")
	p.run(chromedp.Evaluate(fetched("newest", 2), nil, awaitPromise))
	p.run(chromedp.Reload())
	shows(p, "newest")
	keeps("newest")

	site.publish("withdrawn")
	p.run(chromedp.Evaluate(fetched("withdrawn", 2), nil, awaitPromise))
	site.publish("newest")
	p.run(chromedp.Evaluate(fetched("newest", 1), nil, awaitPromise))
	keeps("newest")

	// What a host sends that is in the middle of a newer version is not kept as one.
	site.change("offline.js", `"added.txt": ""`, `"added.txt": "sha256-AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="`)
	site.change("offline.js", `const version = ".*"`, `const version = "torn"`)
	if whole := eval[bool](p, `(async () => {
		const r = await navigator.serviceWorker.getRegistration();
		let torn;
		while (!(torn = (await caches.keys()).find((name) => name.endsWith(" torn")))) await r.update();
		while (r.installing) await new Promise((done) => setTimeout(done, 20));
		return Boolean(await caches.match("kept-as-a-whole", { cacheName: torn }));
	})()`, awaitPromise); whole {
		t.Error("a version is kept although one of its files is another")
	}
	p.forgive("Failed to find a valid digest", "integrity", "Uncaught (in promise) TypeError: Failed to fetch")

	site.Close()
	if text := eval[string](p, `fetch("added.txt").then((answer) => answer.text())`, awaitPromise); text != "added" {
		t.Errorf("without a network, a file that the first version does not have is %q", text)
	}
}

// Within another page nothing is kept, nor installed.
func TestEmbeddedSiteInstallsNothing(t *testing.T) {
	t.Parallel()
	p := openPage(t, "wasm")
	p.open(embeddedPuzzle)
	p.click("#hint")
	p.wait(`document.querySelector("#board .is-hint")`)
	if n := eval[int](p, `navigator.serviceWorker.getRegistrations().then((list) => list.length)`, awaitPromise); n != 0 {
		t.Errorf("%d service workers", n)
	}
}

// The preview of a link names a picture that is there.
func TestPreviewOfLinks(t *testing.T) {
	t.Parallel()
	needsBrowsers(t) // for the static site
	page, err := os.ReadFile(filepath.Join(staticSite(t), "index.html"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`property="og:title" content="Lights Out"`, `property="og:image" content="preview.png"`, `rel="manifest"`} {
		if !strings.Contains(string(page), want) {
			t.Errorf("the page has no %s", want)
		}
	}
	for name, size := range map[string][2]int{"preview.png": {1200, 630}, "icon-192.png": {192, 192}, "icon-512.png": {512, 512}, "icon-512-maskable.png": {512, 512}} {
		if got := pictureSize(t, filepath.Join(staticSite(t), name)); got != size {
			t.Errorf("%s is %v, want %v", name, got, size)
		}
	}
}

func pictureSize(t *testing.T, file string) [2]int {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	config, err := png.DecodeConfig(f)
	if err != nil {
		t.Fatal(err)
	}
	return [2]int{config.Width, config.Height}
}

// manifestFaults asks the browser what is wrong with the manifest, and with installing the page.
func manifestFaults(faults *string) func(context.Context) error {
	return func(ctx context.Context) error {
		_, found, _, _, err := cdppage.GetAppManifest().Do(ctx)
		for _, fault := range found {
			*faults += fault.Message + " "
		}
		return err
	}
}

// Before its modules have arrived, the page is more than a blank screen: its name and an empty board, in the theme that
// the player chose; and within another page the board alone. Nothing without words is to be seen.
func TestShellBeforeTheModules(t *testing.T) {
	t.Parallel()
	for _, backend := range []string{"server", "wasm"} {
		t.Run(backend, func(t *testing.T) {
			t.Parallel()
			rest := make(chan struct{})
			goOn := sync.OnceFunc(func() { close(rest) })
			t.Cleanup(goOn)
			files := handlerOf(t, backend)
			p := openPageFrom(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Path == "/js/app.js" {
					select {
					case <-rest:
					case <-r.Context().Done():
					}
				}
				files.ServeHTTP(w, r)
			}))
			p.run(chromedp.ActionFunc(onNewDocument(`if (location.protocol === "http:") localStorage.setItem("lightsout-theme", "dark");`)))
			visit := func(address string) { // without waiting for the end of loading
				p.run(chromedp.ActionFunc(func(ctx context.Context) error {
					_, _, _, _, err := cdppage.Navigate(p.address + address).Do(ctx)
					return err
				}))
				p.wait(fmt.Sprintf("location.href === %q", p.address+address) + ` && document.querySelector("#announcer") && document.querySelector("#frame").getBoundingClientRect().width > 200`)
			}
			visible := func() []string {
				return eval[[]string](p, `[...document.querySelectorAll("#wordmark, #frame, .card, button, dt, a, noscript")].filter((e) => e.checkVisibility({ visibilityProperty: true })).map((e) => e.id || e.tagName)`)
			}
			visit("?embed")
			if got := visible(); !slices.Equal(got, []string{"wordmark", "frame"}) { // the heading is for those who listen
				t.Errorf("within another page %v is visible", got)
			}
			visit("")
			p.screenshot("shell-" + backend)
			if got := visible(); !slices.Equal(got, []string{"wordmark", "frame", "SECTION", "wishes", "SECTION"}) {
				t.Errorf("%v is visible", got)
			}
			if paper := eval[string](p, `getComputedStyle(document.body).backgroundColor`); paper != "rgb(18, 20, 26)" {
				t.Errorf("the theme is dark, and the page %s", paper)
			}
			top := `document.getElementById("frame").getBoundingClientRect().top`
			before := eval[float64](p, top)
			goOn()
			p.wait(`document.documentElement.dataset.ready !== undefined`)
			if after := eval[float64](p, top); after != before {
				t.Errorf("the board jumps from %g to %g", before, after)
			}
		})
	}
}

// A module that does not arrive, or a language, is asked for again; if it is still not there, the page says so, and the player
// decides when to try.
func TestModulesThatDoNotArrive(t *testing.T) {
	t.Parallel()
	for _, file := range []string{"/js/game.js", "/js/lang/en.js"} {
		var refused atomic.Int64 // so often the page is opened without it
		needsBrowsers(t)
		page := NewServer(New(Limits{}), "").Handler // whose files are asked for each time
		p := openPageFrom(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/" {
				refused.Add(-1)
			}
			if r.URL.Path == file && refused.Load() >= 0 {
				http.Error(w, "not now", http.StatusServiceUnavailable)
				return
			}
			page.ServeHTTP(w, r)
		}))
		refused.Store(1)
		p.open("#board=3x3&on=0xb")
		refused.Store(2)
		p.run(chromedp.Navigate("about:blank"), chromedp.Navigate(p.address))
		p.wait(`document.querySelector(".not-loaded:not([hidden])")?.textContent.includes("could not be loaded")`)
		p.screenshot("not-loaded")
		p.click(".not-loaded button")
		p.wait(`document.documentElement.dataset.ready !== undefined && !document.querySelector(".not-loaded:not([hidden])")`)
		p.forgive("503", "dynamically imported module")
	}
}
