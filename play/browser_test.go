//go:build browser

package play

import (
	"context"
	"flag"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	goruntime "runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	cdplog "github.com/chromedp/cdproto/log"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"lightsout/internal/boardtest/tier"
)

// The page in a real browser, Debian's chromium, headless: as the server sends it, and where the library is concerned
// also as static files with the library compiled to WebAssembly.

// needsBrowsers is the first line of what tests the page, which the first tier does not.
func needsBrowsers(t testing.TB) {
	t.Helper()
	tier.Slow(t, "needs browsers")
}

var (
	browserOnce    sync.Once
	browserContext context.Context
	browserEnd     = func() {}
	browserMissing string
	siteOnce       sync.Once
	siteDir        string
	siteErr        error
)

func TestMain(m *testing.M) {
	flag.Parse()
	if flag.Lookup("test.parallel").Value.String() == fmt.Sprint(goruntime.GOMAXPROCS(0)) {
		_ = flag.Set("test.parallel", "4") // much of their time they wait for the page
	}
	code := m.Run()
	browserEnd()
	firefoxShared.end()
	if siteDir != "" {
		_ = os.RemoveAll(filepath.Dir(siteDir))
	}
	os.Exit(code)
}

// startBrowser starts the one browser that all tests share.
func startBrowser() {
	var program string
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if found, err := exec.LookPath(name); err == nil {
			program = found
			break
		}
	}
	if program == "" {
		browserMissing = "chromium is not installed: apt-get install chromium, or make peers"
		return
	}
	profile, err := os.MkdirTemp("", "lightsout-browser-*")
	if err != nil {
		browserMissing = err.Error()
		return
	}
	allocator, endAllocator := chromedp.NewExecAllocator(context.Background(),
		chromedp.ExecPath(program), chromedp.UserDataDir(profile), chromedp.NoFirstRun, chromedp.Headless, chromedp.DisableGPU, chromedp.NoSandbox,
		chromedp.Flag("disable-background-networking", true), chromedp.Flag("disable-component-update", true), chromedp.Flag("disable-sync", true),
		chromedp.Flag("disable-dev-shm-usage", true), chromedp.Flag("disable-renderer-backgrounding", true),
		chromedp.Flag("disable-backgrounding-occluded-windows", true), chromedp.Flag("force-color-profile", "srgb"), chromedp.Flag("hide-scrollbars", true),
		// parts of the browser's own window, which would be a page each
		chromedp.Flag("disable-features", "WebUIOmniboxPopup,WebUIOmniboxAimPopup,PreloadTopChromeWebUI"),
		chromedp.WSURLReadTimeout(waitLimit))
	var endBrowser context.CancelFunc
	// chromedp logs events that it does not know; real problems are returned as errors.
	browserContext, endBrowser = chromedp.NewContext(allocator, chromedp.WithErrorf(func(string, ...any) {}))
	browserEnd = func() {
		_ = chromedp.Cancel(browserContext) // waits for the browser, which writes to its profile to the end
		endBrowser()
		endAllocator()
		chromedp.FromContext(browserContext).Allocator.Wait()
		_ = os.RemoveAll(profile)
	}
	if err := chromedp.Run(browserContext); err != nil {
		browserMissing = fmt.Sprintf("%s does not start: %v", program, err)
	}
}

// staticSite builds the static page once for all tests.
func staticSite(t testing.TB) string {
	siteOnce.Do(func() {
		parent, err := os.MkdirTemp("", "lightsout-site-*")
		if err != nil {
			siteErr = err
			return
		}
		siteDir = filepath.Join(parent, "site")
		if out, err := exec.Command("go", "-C", "../tools/page", "run", "./site", siteDir).CombinedOutput(); err != nil {
			siteErr = fmt.Errorf("%w\n%s", err, out)
		}
	})
	if siteErr != nil {
		t.Fatal(siteErr)
	}
	return siteDir
}

// onBothBackends runs a test on the page behind the server and on the static site.
func onBothBackends(t *testing.T, test func(t *testing.T, p *page)) {
	t.Parallel()
	for _, backend := range []string{"server", "wasm"} {
		t.Run(backend, func(t *testing.T) {
			t.Parallel()
			test(t, openPage(t, backend))
		})
	}
}

// handlerOf is the page as the server has it, or as static files.
func handlerOf(t testing.TB, backend string) http.Handler {
	t.Helper()
	needsBrowsers(t)
	if backend == "wasm" {
		return http.FileServer(http.Dir(staticSite(t)))
	}
	return lasting(NewServer(New(Limits{}), "").Handler)
}

// lasting lets the browser keep the files that it has, which saves it to ask for each of forty again.
func lasting(files http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { files.ServeHTTP(lastingFiles{w}, r) })
}

type lastingFiles struct{ http.ResponseWriter }

func (w lastingFiles) WriteHeader(code int) {
	if code == http.StatusOK && w.Header().Get("Cache-Control") == "no-cache" {
		w.Header().Set("Cache-Control", "max-age=3600")
	}
	w.ResponseWriter.WriteHeader(code)
}

func (w lastingFiles) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// page is one tab, with a profile of its own: another test may have had a server on the same port, and what its page kept
// in the browser belongs to that address.
type page struct {
	t       testing.TB
	ctx     context.Context
	profile cdp.BrowserContextID
	address string
	offline bool // what it has loaded works without a network: it is left before it is opened again
	opened  int
	mu      sync.Mutex
	errors  []string
}

func openPage(t testing.TB, backend string) *page {
	t.Helper()
	p := openPageFrom(t, handlerOf(t, backend))
	p.offline = backend == "wasm"
	return p
}

func openPageFrom(t testing.TB, handler http.Handler) *page {
	t.Helper()
	needsBrowsers(t)
	browserOnce.Do(startBrowser)
	if browserMissing != "" {
		t.Fatal(browserMissing)
	}
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	profile, err := target.CreateBrowserContext().Do(onBrowser())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = target.DisposeBrowserContext(profile).Do(onBrowser()) })
	return newTab(t, server.URL+"/", profile)
}

// onBrowser is for commands to the browser as a whole.
func onBrowser() context.Context {
	return cdp.WithExecutor(browserContext, chromedp.FromContext(browserContext).Browser)
}

// beside opens another tab with the same profile.
func (p *page) beside() *page {
	p.t.Helper()
	q := newTab(p.t, p.address, p.profile)
	q.offline = p.offline
	return q
}

func newTab(t testing.TB, address string, profile cdp.BrowserContextID) *page {
	t.Helper()
	id, err := target.CreateTarget("about:blank").WithBrowserContextID(profile).WithNewWindow(true).Do(onBrowser())
	if err != nil {
		t.Fatal(err)
	}
	ctx, closeTab := chromedp.NewContext(browserContext, chromedp.WithTargetID(id))
	t.Cleanup(closeTab)
	// A tab lives as long as the context of its first run, which must outlive a single step.
	if err := chromedp.Run(ctx); err != nil {
		t.Fatal(err)
	}
	p := &page{t: t, ctx: ctx, profile: profile, address: address}
	chromedp.ListenTarget(ctx, p.listen)
	t.Cleanup(p.checkConsole)
	// Only a page that has the focus is painted; several tests have one each.
	p.run(emulation.SetFocusEmulationEnabled(true), runtime.Enable(), cdplog.Enable(), emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-reduced-motion", Value: "reduce"}}))
	p.size(1280, 900)
	shiftClock(p, testShift)
	return p
}

// listen collects the errors on the console.
func (p *page) listen(event any) {
	var text string
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		text = e.ExceptionDetails.Error()
	case *runtime.EventConsoleAPICalled:
		if e.Type == runtime.APITypeError || e.Type == runtime.APITypeWarning {
			for _, arg := range e.Args {
				text += string(arg.Value) + arg.Description + " "
			}
		}
	case *cdplog.EventEntryAdded:
		if e.Entry.Level == cdplog.LevelError || e.Entry.Level == cdplog.LevelWarning {
			text = e.Entry.Text + " " + e.Entry.URL
		}
	}
	if text != "" {
		p.mu.Lock()
		p.errors = append(p.errors, text)
		p.mu.Unlock()
	}
}

// refused allows the server to refuse requests, which the browser logs as errors.
const refused = "Failed to load resource: the server responded with a status of 4"

func (p *page) checkConsole() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, text := range p.errors {
		if !strings.HasPrefix(text, refused) {
			p.t.Errorf("console: %s", text)
		}
	}
}

// forgive forgets errors on the console that a test provokes.
func (p *page) forgive(texts ...string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.errors = slices.DeleteFunc(p.errors, func(e string) bool {
		return slices.ContainsFunc(texts, func(text string) bool { return strings.Contains(e, text) })
	})
}

func (p *page) run(actions ...chromedp.Action) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, waitLimit)
	defer cancel()
	if err := chromedp.Run(ctx, actions...); err != nil {
		p.t.Fatalf("browser: %v", err)
	}
}

// open shows the page at an address and waits until it can be played.
func (p *page) open(hash string) {
	p.t.Helper()
	address := p.address + hash
	if again := another(&p.opened, hash); p.offline || again == "" {
		p.run(chromedp.Navigate("about:blank"))
	} else {
		address = p.address + again
	}
	p.run(chromedp.Navigate(address))
	p.wait(`document.documentElement.dataset.ready !== undefined`)
}

// another is what to open to have the page loaded again, and not to have it change the hash only: with a query, which
// the page does not look at, it is another in the same process. An empty one is for an address with a query of its own.
func another(opened *int, hash string) string {
	*opened++
	if hash != "" && hash[0] != '#' {
		return ""
	}
	return fmt.Sprintf("?%d%s", *opened, hash)
}

func (p *page) size(width, height int64) {
	p.t.Helper()
	p.run(chromedp.EmulateViewport(width, height))
}

// wait waits until an expression is true.
func (p *page) wait(condition string) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, waitLimit)
	defer cancel()
	poll := chromedp.Poll("Boolean("+condition+")", nil, chromedp.WithPollingInterval(20*time.Millisecond), chromedp.WithPollingTimeout(waitLimit))
	err := chromedp.Run(ctx, poll)
	for err != nil && ctx.Err() == nil && isBetweenPages(err) {
		err = chromedp.Run(ctx, poll)
	}
	if err != nil {
		var seen string
		_ = chromedp.Run(p.ctx, chromedp.Evaluate(whatIsThere, &seen))
		p.t.Fatalf("not true after %v: %s: %v\nthere is instead: %s", waitLimit, condition, err, seen)
	}
}

// whatIsThere is a script that describes a page on which what a test waits for has not happened: where it is, how far it
// came, what it has fetched and what it says.
const whatIsThere = `[location.href, "readyState " + document.readyState, "data " + JSON.stringify(document.documentElement.dataset),
	"service worker " + (navigator.serviceWorker?.controller?.state ?? "none"),
	"last fetched " + performance.getEntriesByType("resource").slice(-5).map((e) => e.name.split("/").pop() + " " + e.responseStatus + " in " + Math.round(e.duration) + " ms").join(", "),
	"of " + performance.getEntriesByType("resource").length + " files", document.body.innerText].join("\n")`

// isBetweenPages reports whether an expression failed because the browser was changing pages.
func isBetweenPages(err error) bool {
	return slices.ContainsFunc([]string{"Cannot find context", "Execution context was destroyed", "Inspected target navigated"},
		func(words string) bool { return strings.Contains(err.Error(), words) })
}

// eval is the value of an expression.
func eval[T any](p *page, expression string, options ...chromedp.EvaluateOption) (value T) {
	p.t.Helper()
	p.run(chromedp.Evaluate(expression, &value, options...))
	return value
}

// do runs a script and reads its value.
func (p *page) do(script string, value any) {
	p.t.Helper()
	p.run(chromedp.Evaluate(script, value, awaitPromise))
}

func (p *page) text(id string) string {
	p.t.Helper()
	return eval[string](p, fmt.Sprintf(`document.getElementById(%q).textContent`, id))
}

// click clicks on an element, once it stands still and nothing lies over it: a sheet may still close, or a button come.
func (p *page) click(selector string) {
	p.t.Helper()
	at := eval[[]float64](p, fmt.Sprintf("%s(%q, %d)", placeToClick, selector, waitLimit.Milliseconds()), awaitPromise)
	if len(at) != 2 {
		p.t.Fatalf("clicking on %s: after %v it cannot be clicked\nthere is instead: %s", selector, waitLimit, eval[string](p, whatIsThere))
	}
	p.run(chromedp.MouseClickXY(at[0], at[1]))
}

// placeToClick is a script: the middle of an element that is the same in two frames, and where a click arrives.
const placeToClick = `((selector, limit) => new Promise((done) => {
	const end = performance.now() + limit;
	let last = "";
	const look = () => {
		const element = document.querySelector(selector);
		const at = element?.checkVisibility({ visibilityProperty: true }) ? middle(element) : [];
		const whole = element?.closest("[data-item], label") ?? element;
		const there = at.length > 0 && whole.contains(document.elementFromPoint(...at)) ? String(at) : "";
		if ((there && there === last) || performance.now() > end) return done(there ? at : []);
		last = there;
		requestAnimationFrame(look);
	};
	const middle = (element) => {
		if (element.scrollIntoViewIfNeeded) element.scrollIntoViewIfNeeded();
		else element.scrollIntoView({ block: "center", behavior: "instant" });
		const { x, y, width, height } = element.getBoundingClientRect();
		return [x + width / 2, y + height / 2];
	};
	look();
}))`

func (p *page) item(i int) string { return fmt.Sprintf(`#board [data-item="%d"] .base`, i) }

func (p *page) keys(keys string) {
	p.t.Helper()
	p.run(chromedp.KeyEvent(keys))
}

// letterKeys makes letters keys, as a player does in the settings.
func (p *page) letterKeys() {
	p.t.Helper()
	p.open("#board=3x3")
	p.click("#help")
	p.click("#switch-keys")
	p.keys(kb.Escape)
}

// marked lists the items that have a mark.
func (p *page) marked(mark string) []int {
	p.t.Helper()
	return eval[[]int](p, fmt.Sprintf(`[...document.querySelectorAll("#board .item.is-%s")].map((e) => Number(e.dataset.item))`, mark))
}

// save saves a file, which the editor does.
func (p *page) save(kind string) {
	p.t.Helper()
	p.click("#mode-edit")
	p.click("#save-" + kind)
	p.click("#mode-play")
	p.wait(`!document.getElementById("panel-edit").checkVisibility()`)
}

// downloads is where the page's files go.
func (p *page) downloads() string {
	p.t.Helper()
	dir := p.t.TempDir()
	p.run(browser.SetDownloadBehavior(browser.SetDownloadBehaviorBehaviorAllow).WithDownloadPath(dir).WithBrowserContextID(p.profile))
	return dir
}

// downloaded waits for a file that the page saves.
func (p *page) downloaded(dir, name string) []byte {
	p.t.Helper()
	deadline := time.Now().Add(waitLimit)
	for time.Now().Before(deadline) {
		if content, err := os.ReadFile(filepath.Join(dir, name)); err == nil && len(content) > 0 {
			return content
		}
		p.run(chromedp.Evaluate(`new Promise((done) => requestAnimationFrame(() => done(0)))`, nil, awaitPromise))
	}
	p.t.Fatalf("%s was never saved", name)
	return nil
}

func awaitPromise(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) }

// screenshot saves a picture of the page to the folder LIGHTSOUT_SCREENSHOTS, if set, for people to look
// at.
func (p *page) screenshot(name string) {
	p.t.Helper()
	dir := os.Getenv("LIGHTSOUT_SCREENSHOTS")
	if dir == "" {
		return
	}
	var picture []byte
	p.run(chromedp.CaptureScreenshot(&picture))
	if err := os.WriteFile(filepath.Join(dir, name+".png"), picture, 0o644); err != nil {
		p.t.Fatal(err)
	}
}

// middle is the position of an element on the screen.
func middle(ctx context.Context, selector string) (x, y float64, err error) {
	var at [2]float64
	script := fmt.Sprintf(`(() => { const r = document.querySelector(%q).getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2] })()`, selector)
	err = chromedp.Evaluate(script, &at).Do(ctx)
	return at[0], at[1], err
}

// hover moves the pointer over an element.
func hover(selector string) chromedp.Action {
	return chromedp.ActionFunc(func(ctx context.Context) error {
		x, y, err := middle(ctx, selector)
		if err != nil {
			return err
		}
		return chromedp.MouseEvent(input.MouseMoved, x, y).Do(ctx)
	})
}

func drag(x, y, toX, toY float64) chromedp.Tasks {
	left := []chromedp.MouseOption{chromedp.ButtonLeft}
	return chromedp.Tasks{
		chromedp.MouseEvent(input.MouseMoved, x, y),
		chromedp.MouseEvent(input.MousePressed, x, y, append(left, chromedp.ClickCount(1))...),
		chromedp.MouseEvent(input.MouseMoved, (x+toX)/2, (y+toY)/2, left...),
		chromedp.MouseEvent(input.MouseMoved, toX, toY, left...),
		chromedp.MouseEvent(input.MouseReleased, toX, toY, append(left, chromedp.ClickCount(1))...),
	}
}

// tap touches the middle of an element with a finger.
func tap(selector string) chromedp.Action {
	return chromedp.ActionFunc(func(ctx context.Context) error {
		x, y, err := middle(ctx, selector)
		if err != nil {
			return err
		}
		finger := []*input.TouchPoint{{X: x, Y: y}}
		if err := input.DispatchTouchEvent(input.TouchStart, finger).Do(ctx); err != nil {
			return err
		}
		return input.DispatchTouchEvent(input.TouchEnd, []*input.TouchPoint{}).Do(ctx)
	})
}

// onNewDocument runs a script at the start of every page opened from now on.
func onNewDocument(script string) func(context.Context) error {
	return func(ctx context.Context) error {
		_, err := cdppage.AddScriptToEvaluateOnNewDocument(script).Do(ctx)
		return err
	}
}
