//go:build browser

package play

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp/kb"
	"github.com/gobwas/ws"
	"github.com/gobwas/ws/wsutil"
)

// The page in Debian's firefox-esr, headless, over WebDriver BiDi (https://w3c.github.io/webdriver-bidi/):
// JSON commands and events on a websocket.

// firefoxPreferences keep the browser off the network, and its page still.
const firefoxPreferences = `user_pref("app.normandy.enabled", false);
user_pref("app.update.disabledForTesting", true);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("browser.startup.page", 0);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("intl.accept_languages", "en-GB, en");
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
user_pref("services.settings.server", "data:,#remote-settings-dummy/v1");
user_pref("ui.prefersReducedMotion", 1);
`

// firefox is the browser that all tests share.
type firefox struct {
	conn    net.Conn
	process *exec.Cmd
	profile string

	mu      sync.Mutex
	next    int
	waiting map[int]chan bidiReply
	errors  map[string][]string // what is on the console, by tab
	gone    error
}

type bidiReply struct {
	ID      int             `json:"id"`
	Type    string          `json:"type"`
	Method  string          `json:"method"`
	Params  json.RawMessage `json:"params"`
	Result  json.RawMessage `json:"result"`
	Error   string          `json:"error"`
	Message string          `json:"message"`
}

var (
	firefoxOnce    sync.Once
	firefoxShared  *firefox
	firefoxMissing string
)

// startFirefox starts the browser, or says why it cannot.
func startFirefox() {
	program, err := exec.LookPath("firefox-esr")
	if err != nil {
		firefoxMissing = "firefox-esr is not installed: apt-get install firefox-esr, or make peers"
		return
	}
	profile, err := os.MkdirTemp("", "lightsout-firefox-*")
	if err != nil {
		firefoxMissing = err.Error()
		return
	}
	f := &firefox{profile: profile, waiting: map[int]chan bidiReply{}, errors: map[string][]string{}}
	if err := f.start(program); err != nil {
		f.end()
		firefoxMissing = fmt.Sprintf("%s does not start: %v", program, err)
		return
	}
	firefoxShared = f
}

func (f *firefox) start(program string) error {
	if err := os.WriteFile(filepath.Join(f.profile, "user.js"), []byte(firefoxPreferences), 0o644); err != nil {
		return err
	}
	f.process = exec.Command(program, "--headless", "--no-remote", "--remote-debugging-port=0", "--profile", f.profile, "about:blank")
	f.process.Env = append(os.Environ(), "MOZ_CRASHREPORTER_DISABLE=1")
	output, err := f.process.StderrPipe()
	if err != nil {
		return err
	}
	if err := f.process.Start(); err != nil {
		return err
	}
	address := make(chan string, 1)
	go func() {
		defer close(address)
		for lines := bufio.NewScanner(output); lines.Scan(); {
			if _, found, ok := strings.Cut(lines.Text(), "WebDriver BiDi listening on "); ok {
				address <- strings.TrimSpace(found)
			}
		}
		_, _ = io.Copy(io.Discard, output) // a line too long for the scanner must not stop the browser
	}()
	ctx, cancel := context.WithTimeout(context.Background(), 2*waitLimit)
	defer cancel()
	select {
	case <-ctx.Done():
		return errors.New("it names no address")
	case found, ok := <-address:
		if !ok {
			return errors.New("it ended")
		}
		if f.conn, _, _, err = ws.Dial(ctx, found+"/session"); err != nil {
			return err
		}
	}
	go f.read()
	if err := f.call("session.new", map[string]any{"capabilities": map[string]any{}}, nil); err != nil {
		return err
	}
	return f.call("session.subscribe", map[string]any{"events": []string{"log.entryAdded"}}, nil)
}

// read hands replies to those who wait for them.
func (f *firefox) read() {
	for {
		text, err := wsutil.ReadServerText(f.conn)
		f.mu.Lock()
		if err != nil {
			f.gone = err
			for _, reply := range f.waiting {
				close(reply)
			}
			f.mu.Unlock()
			return
		}
		var m bidiReply
		if json.Unmarshal(text, &m) == nil {
			f.take(m)
		}
		f.mu.Unlock()
	}
}

func (f *firefox) take(m bidiReply) {
	if m.Type != "event" {
		if reply, ok := f.waiting[m.ID]; ok {
			delete(f.waiting, m.ID)
			reply <- m
		}
		return
	}
	var entry struct {
		Level, Text string
		Source      struct{ Context string }
	}
	if json.Unmarshal(m.Params, &entry) == nil && entry.Level == "error" {
		f.errors[entry.Source.Context] = append(f.errors[entry.Source.Context], entry.Text)
	}
}

// call sends a command and waits for its result.
func (f *firefox) call(method string, params map[string]any, result any) error {
	reply := make(chan bidiReply, 1)
	f.mu.Lock()
	if f.gone != nil {
		f.mu.Unlock()
		return f.gone
	}
	f.next++
	id := f.next
	f.waiting[id] = reply
	text, err := json.Marshal(map[string]any{"id": id, "method": method, "params": params})
	if err == nil {
		err = wsutil.WriteClientText(f.conn, text)
	}
	f.mu.Unlock()
	if err != nil {
		return err
	}
	select {
	case m, ok := <-reply:
		switch {
		case !ok:
			return errors.New("the browser has ended")
		case m.Type == "error":
			return fmt.Errorf("%s: %s: %s", method, m.Error, m.Message)
		case result == nil:
			return nil
		}
		return json.Unmarshal(m.Result, result)
	case <-time.After(2 * waitLimit):
		return fmt.Errorf("%s: no answer", method)
	}
}

func (f *firefox) end() {
	if f == nil {
		return
	}
	if f.conn != nil {
		_ = f.call("browser.close", map[string]any{}, nil)
		_ = f.conn.Close()
	}
	if f.process != nil && f.process.Process != nil {
		ended := make(chan struct{})
		go func() {
			_ = f.process.Wait()
			close(ended)
		}()
		select {
		case <-ended:
		case <-time.After(30 * time.Second): // nothing depends on how it ends
			_ = f.process.Process.Kill()
			<-ended
		}
	}
	_ = os.RemoveAll(f.profile)
}

// foxTab is one tab of Firefox, with a profile of its own: what BiDi calls a user context.
type foxTab struct {
	t       *testing.T
	browser *firefox
	profile string
	context string
	address string
	offline bool // what it has loaded works without a network: it is left before it is opened again
	opened  int
	used    bool // it has shown a page
}

func openFirefox(t *testing.T, address string) *foxTab {
	t.Helper()
	needsBrowsers(t)
	firefoxOnce.Do(startFirefox)
	if firefoxMissing != "" {
		t.Fatal(firefoxMissing)
	}
	var created struct{ UserContext string }
	if err := firefoxShared.call("browser.createUserContext", map[string]any{}, &created); err != nil {
		t.Fatalf("firefox: %v", err)
	}
	t.Cleanup(func() {
		_ = firefoxShared.call("browser.removeUserContext", map[string]any{"userContext": created.UserContext}, nil)
	})
	return newFoxTab(t, address, created.UserContext)
}

// beside opens another window with the same profile.
func (f *foxTab) beside() *foxTab {
	f.t.Helper()
	tab := newFoxTab(f.t, f.address, f.profile)
	tab.offline = f.offline
	return tab
}

// newFoxTab opens a window, not a tab of one: only the tab in front is painted.
func newFoxTab(t *testing.T, address, profile string) *foxTab {
	t.Helper()
	tab := &foxTab{t: t, browser: firefoxShared, address: address, profile: profile}
	var created struct{ Context string }
	tab.must(tab.browser.call("browsingContext.create", map[string]any{"type": "window", "userContext": profile}, &created))
	tab.context = created.Context
	t.Cleanup(func() {
		_ = tab.browser.call("browsingContext.close", map[string]any{"context": tab.context}, nil)
		tab.browser.mu.Lock()
		defer tab.browser.mu.Unlock()
		for _, text := range tab.browser.errors[tab.context] {
			if !isLeaving(text) {
				t.Errorf("console: %s", text)
			}
		}
	})
	tab.size(1280, 900)
	shiftClock(tab, testShift)
	return tab
}

func (f *foxTab) size(width, height int64) {
	f.t.Helper()
	f.must(f.browser.call("browsingContext.setViewport", map[string]any{"context": f.context, "viewport": map[string]any{"width": width, "height": height}}, nil))
}

// isLeaving reports whether a message is about a download that ended because the page was left.
func isLeaving(text string) bool {
	return strings.Contains(text, "/lightsout.wasm’. A ServiceWorker intercepted the request") || strings.HasPrefix(text, "Failed to read data from the ReadableStream") ||
		strings.HasPrefix(text, "NS_BINDING_ABORTED")
}

func (f *foxTab) must(err error) {
	f.t.Helper()
	if err != nil {
		f.t.Fatalf("firefox: %v", err)
	}
}

// evaluate runs a script in a tab or a frame. Its value, which may be a promise, comes back as JSON.
func (f *foxTab) evaluate(frame, script string) (string, error) {
	var answer struct {
		Type    string
		Result  struct{ Value string }
		Details struct {
			Text string
		} `json:"exceptionDetails"`
	}
	err := f.browser.call("script.evaluate", map[string]any{
		"expression":      "(async () => JSON.stringify((await (" + script + ")) ?? null))()",
		"target":          map[string]any{"context": frame},
		"awaitPromise":    true,
		"resultOwnership": "none",
	}, &answer)
	if err == nil && answer.Type == "exception" {
		err = errors.New(answer.Details.Text)
	}
	return answer.Result.Value, err
}

// show goes to an address, and waits for what BiDi calls a readiness state of the page: none, or complete.
func (f *foxTab) show(address, until string) {
	f.t.Helper()
	f.must(f.browser.call("browsingContext.navigate", map[string]any{"context": f.context, "url": address, "wait": until}, nil))
}

// open shows the page at an address and waits until it can be played.
func (f *foxTab) open(hash string) {
	f.t.Helper()
	again := another(&f.opened, hash)
	if f.offline || again == "" {
		f.leave()
		again = hash
	}
	f.used = true
	f.show(f.address+again, "none")
	f.wait(fmt.Sprintf(`location.href.startsWith(%q) && document.documentElement.dataset.ready !== undefined`, f.address+again[:strings.IndexAny(again+"#", "#")]))
}

// leave leaves the page that is shown, if any: from one address of it to another the browser would only change the hash. On a
// busy machine Firefox may report the end of that before it has happened, and then drops whatever page comes next; so
// the tab itself is asked.
func (f *foxTab) leave() {
	f.t.Helper()
	if !f.used {
		f.used = true
		return
	}
	f.show("about:blank", "complete")
	f.wait(`location.href === "about:blank" && document.readyState === "complete"`)
}

func (f *foxTab) wait(condition string) {
	f.t.Helper()
	f.waitIn(f.context, condition)
}

func (f *foxTab) waitIn(frame, condition string) {
	f.t.Helper()
	var value string
	var err error
	for end := time.Now().Add(waitLimit); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		if value, err = f.evaluate(frame, "Boolean("+condition+")"); err == nil && value == "true" {
			return
		} // between pages there is nothing to ask
	}
	seen, seenErr := f.evaluate(frame, whatIsThere)
	f.browser.mu.Lock()
	console := strings.Join(f.browser.errors[f.context], "\n")
	f.browser.mu.Unlock()
	f.t.Fatalf("not true after %v: %s: %v\nthere is instead: %s %v\non the console: %s", waitLimit, condition, err, seen, seenErr, console)
}

// do runs a script and reads its value.
func (f *foxTab) do(script string, value any) {
	f.t.Helper()
	text, err := f.evaluate(f.context, script)
	f.must(err)
	if value != nil {
		f.must(json.Unmarshal([]byte(text), value))
	}
}

// click moves the pointer to the middle of an element and clicks.
func (f *foxTab) click(selector string) {
	f.t.Helper()
	var at []float64
	f.do(fmt.Sprintf("%s(%q, %d)", placeToClick, selector, waitLimit.Milliseconds()), &at)
	if len(at) != 2 {
		f.t.Fatalf("after %v %s cannot be clicked", waitLimit, selector)
	}
	f.act(map[string]any{"type": "pointer", "id": "mouse", "actions": []any{
		map[string]any{"type": "pointerMove", "x": int(at[0]), "y": int(at[1])},
		map[string]any{"type": "pointerDown", "button": 0},
		map[string]any{"type": "pointerUp", "button": 0},
	}})
}

// webDriverKeys are the keys that are not characters.
var webDriverKeys = map[rune]string{[]rune(kb.Escape)[0]: "\uE00C", []rune(kb.ArrowDown)[0]: "\uE015", []rune(kb.ArrowRight)[0]: "\uE014"}

func (f *foxTab) keys(keys string) {
	f.t.Helper()
	var actions []any
	for _, key := range keys {
		value, special := webDriverKeys[key]
		if !special {
			value = string(key)
		}
		actions = append(actions, map[string]any{"type": "keyDown", "value": value}, map[string]any{"type": "keyUp", "value": value})
	}
	f.act(map[string]any{"type": "key", "id": "keyboard", "actions": actions})
}

func (f *foxTab) act(source map[string]any) {
	f.t.Helper()
	f.must(f.browser.call("input.performActions", map[string]any{"context": f.context, "actions": []any{source}}, nil))
}

// frames lists the frames of the tab's page.
func (f *foxTab) frames() (frames []string) {
	f.t.Helper()
	var tree struct {
		Contexts []struct {
			Children []struct{ Context string }
		}
	}
	f.must(f.browser.call("browsingContext.getTree", map[string]any{"root": f.context}, &tree))
	for _, child := range tree.Contexts[0].Children {
		frames = append(frames, child.Context)
	}
	return frames
}

// screenshot writes a picture of the page, if somebody wants to look.
func (f *foxTab) screenshot(name string) {
	f.t.Helper()
	var picture struct{ Data []byte }
	if dir := os.Getenv("LIGHTSOUT_SCREENSHOTS"); dir != "" {
		f.must(f.browser.call("browsingContext.captureScreenshot", map[string]any{"context": f.context}, &picture))
		f.must(os.WriteFile(filepath.Join(dir, name+".png"), picture.Data, 0o644))
	}
}
