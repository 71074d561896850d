//go:build browser

package play

import (
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// What the page remembers: statistics, the daily puzzle, levels; and how a game ends.

func TestGamesAreCounted(t *testing.T) {
	t.Parallel()
	p := openPage(t, "server")
	p.open("#board=3x3&on=0xb") // switch 1 alone
	p.wait(`document.getElementById("stat-best").textContent === "1"`)
	press(p, 4)
	p.run(chromedp.Evaluate(`{ const { now } = Date; Date.now = () => now() - 864e5; }`, nil)) // somebody sets the clock back
	press(p, 4, 0)
	p.wait(won)
	says := p.text("win")
	if !strings.Contains(says, "3 presses; 1 would have been enough") {
		t.Errorf("the end says %q", says)
	}
	want := func(played, solved, alone, best int) {
		t.Helper()
		s := statistics(p)
		if s.Version != 1 || len(s.Boards) != 1 {
			t.Fatalf("remembered: %+v", s)
		}
		b := s.Boards[0]
		if b.Board != "grid:3x3" || b.Presses != 1 || b.Played != played || b.Solved != solved || b.Alone != alone || b.BestPresses != best {
			t.Errorf("remembered: %+v, want %d played, %d solved, %d alone, best %d", b, played, solved, alone, best)
		}
	}
	want(1, 1, 1, 3)
	// Reloading neither counts nor celebrates again.
	p.atStart(atOnce)
	p.run(chromedp.Reload())
	p.wait(`document.documentElement.dataset.ready !== undefined && document.getElementById("after").checkVisibility()`)
	if p.run(twoFrames); eval[bool](p, won) {
		t.Error("a reload celebrates again")
	}
	want(1, 1, 1, 3)
	// Undo and redo reach the end again, but it is the same game.
	p.click("#undo")
	p.click("#redo")
	p.wait(won)
	want(1, 1, 1, 3)
	// Played again it is a game of its own, also where the last press was taken back first; fewer presses are a record.
	p.keys(kb.Escape)
	p.click("#undo")
	p.click("#restart")
	press(p, 0)
	p.wait(won)
	if says := p.text("win"); !strings.Contains(says, "1 press, and nobody can do it in fewer") || !strings.Contains(says, "Without a hint") {
		t.Errorf("the end says %q", says)
	}
	want(2, 2, 2, 1)
	p.keys(kb.Escape)
	// A hint counts against it, and it is not forgotten by starting over.
	p.click("#restart")
	solveByHint(p)
	want(3, 3, 2, 1)
	if n := eval[int](p, `document.querySelectorAll("#win .full").length`); n != 2 {
		t.Errorf("%d stars with a hint", n)
	}
	p.click("#win-again")
	p.wait(`document.getElementById("stat-presses").textContent === "0"`)
	press(p, 0)
	p.wait(won)
	want(4, 4, 2, 1)
	if says := p.text("win"); strings.Contains(says, "nobody") || strings.Contains(says, "Without") {
		t.Errorf("after a hint the end says %q", says)
	}
	p.keys(kb.Escape)
	// No stars for the answer shown, however often the puzzle is played again, here or later.
	p.click("#restart")
	p.click("#answer")
	p.wait(`document.querySelector("#board .is-answer")`)
	press(p, 4, 4, 0)
	shown := func(when string) {
		t.Helper()
		p.wait(won)
		if n, says := eval[int](p, `document.querySelectorAll("#win .full").length`), p.text("win"); n != 0 || strings.Contains(says, "nobody") || !strings.Contains(says, "The answer was shown.") || p.text("win-again") != "Play it again" {
			t.Errorf("%s, %d stars after the answer: %q", when, n, says)
		}
	}
	shown("at once")
	p.click("#win-again")
	presses(p, 0)
	press(p, 0)
	shown("again")
	p.open("#board=3x3&on=0xb")
	p.wait(`document.getElementById("stat-best").textContent === "1"`)
	press(p, 0)
	shown("later")
	p.keys(kb.Escape)
	p.click("#statistics")
	p.wait(`document.querySelector("#statistics-sheet .records")`)
	p.screenshot("statistics")
	rows := eval[[]string](p, `[...document.querySelectorAll("#statistics-sheet tbody tr:has(td)")].map((row) => [...row.children].slice(0, 5).map((cell) => cell.textContent).join(" "))`)
	if !slices.Equal(rows, []string{"1 7 7 2 1"}) {
		t.Errorf("the sheet says %q", rows)
	}
}

// The statistics go to a file and come back from it; twice is the same as once, and a damaged file changes nothing.
func TestStatisticsAsAFile(t *testing.T) {
	t.Parallel()
	p := openPage(t, "server")
	dir := p.downloads()
	p.open("#board=3x3&on=0xb")
	p.wait(`document.getElementById("stat-best").textContent === "1"`)
	press(p, 0)
	p.wait(won)
	before := statistics(p)
	p.keys(kb.Escape)
	p.click("#statistics")
	p.click("#statistics-save")
	saved := p.downloaded(dir, "lightsout-statistics.json")
	p.run(chromedp.Evaluate(`localStorage.removeItem("lightsout-statistics")`, nil))
	read := func(text, says string) {
		t.Helper()
		file := filepath.Join(t.TempDir(), "mine.json")
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		p.run(chromedp.Evaluate(`document.getElementById("statistics-said").textContent = ""`, nil), chromedp.SetUploadFiles("#statistics-file", []string{file}, chromedp.ByQuery))
		p.wait(fmt.Sprintf(`document.getElementById("statistics-said").textContent.includes(%q)`, says))
	}
	for range 2 {
		read(string(saved), "mine.json holds was added")
		if after := statistics(p); fmt.Sprint(after) != fmt.Sprint(before) {
			t.Errorf("%+v came back as %+v", before, after)
		}
	}
	for text, says := range map[string]string{
		"":                          "damaged: JSON",
		"[]":                        "damaged: version",
		`{"version":2}`:             "damaged: version",
		`{"version":1,"x":[]}`:      "damaged: x",
		`{"version":1,"boards":{}}`: "damaged: boards",
		`{"version":1,"boards":[{"board":"5x5","presses":1,"played":-1,"solved":0,"without_hints":0}]}`: "damaged: boards[0].played",
		`{"version":1,"daily":[{"date":"2026-02-31","presses":1,"seconds":1,"hints":0}]}`:               "damaged: daily[0].date",
		`{"version":1,"campaign":[{"board":"5x5","level":1,"presses":1,"stars":4}]}`:                    "damaged: campaign[0].stars",
		`{"version":1,"campaign":[null]}`: "damaged: campaign[0]",
		strings.Repeat(" ", 5<<20):        "longer than 4 MB",
	} {
		read(text, says)
		if after := statistics(p); fmt.Sprint(after) != fmt.Sprint(before) {
			t.Errorf("%q changes the statistics to %+v", text, after)
		}
	}
	// What could not be read again is not written either: here a board whose name is too long.
	p.do(`import("./js/store.js").then(({ state, subscribe, update }) => new Promise((done) => {
		subscribe((names) => names.has("counted") && state.counted === "solved" && done(0));
		const { game } = state;
		update({ counted: "", game: { ...game, view: { ...game.view, ref: { spec: "x".repeat(30000) } } } });
	}))`, nil)
	if after := statistics(p); fmt.Sprint(after) != fmt.Sprint(before) {
		t.Errorf("a board whose name is too long changes the statistics to %+v", after)
	}
}

// Without storage, as in some private windows, everything works until the page is left.
func TestWithoutStorage(t *testing.T) {
	t.Parallel()
	p := openPage(t, "server")
	p.run(chromedp.ActionFunc(onNewDocument(`Object.defineProperty(window, "localStorage", { get() { throw new DOMException("denied", "SecurityError") } })`)))
	p.open("#board=3x3&on=0xb")
	p.wait(`document.getElementById("message").textContent.includes("does not let the page store")`) // until the first press
	press(p, 0)
	p.wait(won)
	p.keys(kb.Escape)
	p.click("#statistics")
	p.wait(`document.querySelector("#statistics-sheet .records")`)
	p.keys(kb.Escape)
	p.click("#undo")
	p.wait(`location.hash === "#v=2&board=grid:3x3&on=0xb"`) // by then it has tried to store that, too
	if says := p.text("message"); says != "" {
		t.Errorf("told once, the player is told again: %q", says)
	}
}

// A press is not lost if the page is left at once, before there was time to write it to the address: neither on a board that
// has a SPEC nor on one that only the library can write. So are the clock and what kind of puzzle it is.
func TestPressJustBeforeTheEnd(t *testing.T) {
	t.Parallel()
	p := openPage(t, "server")
	pressAndReload := func() {
		t.Helper()
		p.run(chromedp.Evaluate(`{
			window.before = true;
			document.querySelector('#board [data-item="1"]').dispatchEvent(new MouseEvent("click", { bubbles: true }));
			location.reload();
		}`, nil))
		p.wait(`!window.before && document.documentElement.dataset.ready !== undefined`)
	}
	for _, hash := range []string{"#board=5x5&on=all", "#daily=2026-11-15", "#lo=cCBsaWdodHMgMyAyCmUgMSAyCmUgMiAzCnggMwpnIDEK"} {
		p.open(hash)
		p.wait(`document.getElementById("stat-best").textContent !== "…"`)
		name := p.text("board-name")
		for n := 1; n <= 2; n++ {
			pressAndReload()
			if got := p.text("stat-presses"); got != fmt.Sprint(n) || p.text("board-name") != name {
				t.Errorf("%s: after %d presses and reloads there are %s on %q", hash, n, got, p.text("board-name"))
			}
		}
		if elapsed := eval[float64](p, `import("./js/store.js").then((m) => m.elapsedNow())`, awaitPromise); elapsed == 0 {
			t.Errorf("%s: the clock stands at 0", hash)
		}
	}
}

// Thousands of boards in the statistics are not all drawn at once.
func TestManyStatistics(t *testing.T) {
	t.Parallel()
	p := openPage(t, "server")
	p.open("#board=3x3&on=0xb")
	p.run(chromedp.Evaluate(`localStorage.setItem("lightsout-statistics", JSON.stringify({ version: 1, daily: [], campaign: [], boards: Array.from({ length: 5000 }, (_, i) =>
		({ board: "grid:3x" + (i + 1), presses: 1, played: i + 1, solved: 0, without_hints: 0 })) }))`, nil))
	p.click("#statistics")
	if names := eval[[]string](p, `[...document.querySelectorAll("#statistics-sheet [scope=rowgroup]")].map((e) => e.textContent)`); len(names) != 5000 || names[0] != "3\u00a0×\u00a05000" {
		t.Errorf("%d boards, the first is %q", len(names), names[0])
	}
}

// Who comes back finds today's puzzle, unless a game is under way. A daily puzzle counts for the day on which it was begun.
func TestReturn(t *testing.T) {
	t.Parallel()
	p := openPage(t, "server")
	setClock(p, "2026-11-15T20:00")
	p.open("#daily=2026-11-15")
	solveByHint(p)
	setClock(p, "2026-11-15T22:00")
	p.open("")
	if name, left := p.text("board-name"), p.text("stat-lights"); name != "Daily puzzle 319, 15 November 2026" || left != "0" {
		t.Errorf("later on the day of a solved puzzle there is %q with %s lights", name, left)
	}
	hash := eval[string](p, `location.hash`)
	setClock(p, "2026-11-16T23:59")
	p.open(hash) // as a tab that was never closed: the address is opened
	if name, says := p.text("board-name"), p.text("message"); name != "Daily puzzle 319, 15 November 2026" || says != "The puzzle of 15 November 2026 is solved. “Daily puzzle” leads to today’s." {
		t.Errorf("the day after, %q shows %q and says %q", hash, name, says)
	}
	p.open("")
	if name, presses := p.text("board-name"), p.text("stat-presses"); name != "Daily puzzle 320, 16 November 2026" || presses != "0" {
		t.Errorf("the day after there is %q with %s presses", name, presses)
	}
	press(p, 0)
	p.wait(`location.hash.endsWith("presses=0")`)
	setClock(p, "2026-11-17T00:01")
	p.open("")
	if name, presses := p.text("board-name"), p.text("stat-presses"); name != "Daily puzzle 320, 16 November 2026" || presses != "1" {
		t.Errorf("a game under way is replaced by %q with %s presses", name, presses)
	}
	solveByHint(p)
	if daily := statistics(p).Daily; len(daily) != 2 || daily[1].Date != "2026-11-16" || daily[1].Late {
		t.Errorf("begun before midnight and solved after it: %+v", daily)
	}
	p.click("#win-share")
	p.wait(`document.documentElement.dataset.copied?.includes("🔥 2 days in a row.")`)
}

// The daily puzzle has a number, is marked when it is solved, and the calendar has those of other days.
func TestCalendar(t *testing.T) {
	t.Parallel()
	p := openPage(t, "server")
	// It is the evening of 15 November 2026, and the three days before were solved on time.
	setClock(p, "2026-11-15T20:00")
	p.run(chromedp.ActionFunc(onNewDocument(`
		if (location.protocol === "http:" && !localStorage.getItem("lightsout-statistics")) localStorage.setItem("lightsout-statistics", JSON.stringify({ version: 1, boards: [], campaign: [],
			daily: ["2026-11-10", "2026-11-12", "2026-11-13", "2026-11-14"].map((date) => ({ date, presses: 5, seconds: 20, hints: 0 })) }));`)))
	p.open("#board=3x3&on=0xb")
	p.click("#daily")
	p.click("#daily-sheet .today")
	p.wait(`document.getElementById("board-name").textContent === "Daily puzzle 319, 15 November 2026"`)
	solveByHint(p)
	if says := p.text("win"); !strings.Contains(says, "Days in a row: 4; longest: 4.") || !strings.Contains(says, "Next daily puzzle in 3:5") || !strings.Contains(says, "Catch up: 11 November") {
		t.Errorf("at the end of a daily puzzle there is %q", says)
	}
	if days := eval[[]string](p, `[...document.querySelectorAll("#win .week .day")].map((e) => e.dataset.day.slice(-2) + (e.matches(".done") ? "" : " open"))`); strings.Join(days, ",") != "09 open,10,11 open,12,13,14,15" {
		t.Errorf("the week is %v", days)
	}
	p.screenshot("win-daily")
	p.click("#win-share")
	p.wait(`document.documentElement.dataset.copied`)
	if shared := eval[string](p, `document.documentElement.dataset.copied`); !strings.Contains(shared, "🔥 4 days in a row.") || !strings.Contains(shared, "⬛\n") {
		t.Errorf("shared: %q", shared)
	}
	p.keys(kb.Escape)
	p.wait(`document.getElementById("daily").classList.contains("done")`)
	p.click("#daily")
	p.wait(`document.querySelector("#daily-sheet [data-day='2026-11-15'].done.today")`)
	if says := p.text("daily-sheet"); !strings.Contains(says, "Daily puzzles solved: 5. Days in a row: 4; longest: 4.") || !strings.Contains(says, "Next daily puzzle in") {
		t.Errorf("the calendar says %q", says)
	}
	if n := eval[int](p, `document.querySelectorAll("#daily-sheet .day:disabled").length`); n != 15 {
		t.Errorf("%d days of November are still to come", n)
	}
	p.screenshot("calendar")
	p.click("#daily-sheet .earlier")
	p.click(`#daily-sheet [data-day="2026-10-01"]`)
	p.wait(`document.getElementById("board-name").textContent === "Daily puzzle 274, 1 October 2026"`)
	solveByHint(p)
	late := statistics(p).Daily[0]
	if late.Date != "2026-10-01" || !late.Late {
		t.Errorf("a puzzle of the archive is remembered as %+v", late)
	}
	// The link to share names the day, and opens it.
	p.click("#win-share")
	p.wait(`document.documentElement.dataset.copied.includes("274")`)
	shared := eval[string](p, `document.documentElement.dataset.copied`)
	if !strings.HasSuffix(shared, "#v=2&daily=2026-10-01") || !strings.Contains(shared, "Daily puzzle 274") {
		t.Errorf("shared: %q", shared)
	}
	p.keys(kb.Escape)
	p.click("#daily")
	p.click("#daily-missed")
	p.wait(`document.getElementById("board-name").textContent === "Daily puzzle 315, 11 November 2026"`)
	p.open("#daily=2026-10-01")
	p.wait(`document.getElementById("board-name").textContent === "Daily puzzle 274, 1 October 2026"`)
	p.open("#daily=tomorrow")
	p.wait(`document.getElementById("message").textContent.includes("is not a date") && document.querySelectorAll("#board .item").length > 0`)
}

// Levels are played one after the other, without a call to the library, and their stars are kept.
func TestLevels(t *testing.T) {
	t.Parallel()
	p := openPage(t, "server")
	p.open("#board=5x5&on=all")
	p.run(chromedp.Evaluate(`{ const { fetch } = window; window.calls = 0; window.fetch = (...a) => { if (String(a[0]).startsWith("call/")) window.calls++; return fetch(...a); } }`, nil))
	p.click("#levels")
	p.wait(`document.querySelector("#levels-sheet .next")`)
	p.screenshot("levels")
	if next := eval[string](p, `document.activeElement.dataset.level`); next != "grid:3x3/1" {
		t.Errorf("the first level is %s", next)
	}
	p.click(`[data-level="grid:3x3/1"]`)
	p.wait(`document.getElementById("board-name").textContent.endsWith("level 1") && document.getElementById("stat-best").textContent === "1"`)
	press(p, p.marked("hint")[0])
	p.wait(won)
	p.click("#win .primary")
	p.wait(`document.getElementById("board-name").textContent.endsWith("level 2")`)
	if n := eval[int](p, `window.calls`); n != 0 {
		t.Errorf("%d calls for two levels", n)
	}
	s := statistics(p)
	if len(s.Campaign) != 1 || s.Campaign[0].Board != "grid:3x3" || s.Campaign[0].Level != 1 || s.Campaign[0].Stars != 3 {
		t.Errorf("remembered: %+v", s.Campaign)
	}
	p.click("#levels")
	p.wait(`document.querySelector("#levels-sheet .next")?.dataset.level === "grid:3x3/2" && document.querySelector('[data-level="grid:3x3/1"]').classList.contains("done")`)
	p.keys(kb.Escape)
	p.open("#level=hex:3/10")
	p.wait(`document.getElementById("stat-best").textContent === "10" && document.querySelectorAll("#board .item").length === 19`)
	p.open("#level=hex:3/11")
	p.wait(`document.getElementById("message").textContent.includes("no such level")`)
}

// Who comes for the first time finds a small board with one ring and the sentence that explains it, all on one screen.
func TestFirstVisit(t *testing.T) {
	t.Parallel()
	for _, screen := range screens {
		p := openPage(t, "server")
		p.size(screen[0], screen[1])
		p.open("")
		p.screenshot(fmt.Sprintf("first-visit-%d", screen[0]))
		if lights, rings := eval[int](p, `document.querySelectorAll("#board .item").length`), p.marked("hint"); lights != 9 || len(rings) != 1 {
			t.Errorf("%v: %d lights, and rings at %v", screen, lights, rings)
		}
		if says := p.text("message"); !strings.HasPrefix(says, "A press flips a light and the lights beside it.") {
			t.Errorf("%v: the page says %q", screen, says)
		}
		if at := eval[[]float64](p, `["message", "frame", "hint", "new"].map((id) => document.getElementById(id).getBoundingClientRect()).flatMap((r) => [r.top, r.bottom])`); !inView(at, screen[1]) || at[1] > at[2] {
			t.Errorf("%v: words, board and buttons are at %v", screen, at)
		}
		press(p, p.marked("hint")[0])
		p.wait(won)
	}
}

func inView(at []float64, height int64) bool {
	return slices.Min(at) >= 0 && slices.Max(at) <= float64(height)
}

// The first levels teach the game, a sentence each.
func TestFirstSteps(t *testing.T) {
	t.Parallel()
	p := openPage(t, "server")
	p.open("")
	for level, words := range []string{"A press flips", "Two presses", "Stuck?", "“Best possible”"} {
		p.wait(fmt.Sprintf(`document.getElementById("board-name").textContent === "First steps, level %d" && document.getElementById("message").textContent.startsWith(%q)`, level+1, words))
		p.screenshot(fmt.Sprintf("first-steps-%d", level+1))
		solveByHint(p)
		p.click("#win .primary")
	}
	p.wait(`document.getElementById("board-name").textContent === "First steps, level 5"`)
	if s := statistics(p); len(s.Campaign) != 4 {
		t.Errorf("remembered: %+v", s.Campaign)
	}
}

// The last press is seen before the sheet comes, with a ripple unless motion is unwelcome; and neither a key that is
// held down nor a double click closes it.
func TestTheEndIsSeen(t *testing.T) {
	t.Parallel()
	p := openPage(t, "server")
	p.run(emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-reduced-motion", Value: "no-preference"}}))
	p.open("#lo=" + base64.RawURLEncoding.EncodeToString([]byte("p toggle 2 3\nt 1 1 2\nt 2 2 3\nl 1 2\n")))
	if places := eval[[]string](p, `(() => {
		const pressed = document.querySelector('#board [data-item="3"]'); // the first switch, behind three lights
		pressed.dispatchEvent(new MouseEvent("click", { bubbles: true }));
		return [pressed, document.querySelector("#board .ripple").parentElement].map((e) => e.getAttribute("transform"));
	})()`); places[0] != places[1] {
		t.Errorf("the rings are at %q, not at %q", places[1], places[0])
	}
	for motion, rings := range map[string]int{"no-preference": 2, "reduce": 0} {
		p.run(emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-reduced-motion", Value: motion}}))
		p.open("#board=3x3&on=0xb")
		p.run(chromedp.Evaluate(`{
			const win = document.getElementById("win");
			window.before = null;
			document.querySelector('#board [data-item="0"]').dispatchEvent(new MouseEvent("click", { bubbles: true }));
			window.seen = { open: win.open, lit: document.querySelectorAll("#board .is-on").length, rings: document.querySelectorAll("#board .ripple").length };
		}`, nil))
		seen := eval[struct {
			Open  bool
			Lit   int
			Rings int
		}](p, `window.seen`)
		if seen.Open || seen.Lit != 0 || seen.Rings != rings {
			t.Errorf("%s: right after the last press %+v", motion, seen)
		}
		p.screenshot("ripple-" + motion)
		p.wait(won)
		p.wait(`!document.querySelector("#board .ripple")`)
		p.keys(" ") // pressed once too often
		p.run(chromedp.Evaluate(`{
			const sheet = document.getElementById("win");
			sheet.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 2 }));
			sheet.querySelector(".primary").focus();
			sheet.querySelector(".primary").dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 2 }));
			window.held = sheet.querySelector(".primary").dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", repeat: true, bubbles: true, cancelable: true }));
		}`, nil))
		if !eval[bool](p, won) || eval[bool](p, `window.held`) {
			t.Error("a key held down or a double click closes the sheet")
		}
	}
	p.run(chromedp.Evaluate(`document.getElementById("win-title").focus()`, nil))
	for began := time.Now(); time.Since(began) < waitLimit; { // a key is heard once the sheet has been there for a moment
		if p.keys(kb.Enter); !eval[bool](p, won) {
			break
		}
	}
	p.wait(`!document.getElementById("win").open && document.getElementById("stat-presses").textContent === "0"`)
}

// A result is shared by the system's own sheet where there is one; the link leads to the public address.
func TestShareSheetAndPublicAddress(t *testing.T) {
	t.Parallel()
	api := New(Limits{})
	api.PublicURL = "https://lights.example.org/play/"
	p := openPageFrom(t, NewServer(api, "").Handler)
	p.run(chromedp.ActionFunc(onNewDocument(`navigator.share = async (what) => { window.shared = what }`)))
	p.open("#board=3x3&on=0xb")
	press(p, 0)
	p.wait(won)
	p.click("#win-share")
	p.wait(`window.shared`)
	shared := eval[map[string]string](p, `window.shared`)
	if shared["url"] != "https://lights.example.org/play/#v=2&board=grid:3x3&on=0xb&presses=0" || !strings.Contains(shared["text"], "★★★ 1 press") {
		t.Errorf("shared: %v", shared)
	}
	p.keys(kb.Escape)
	p.click("#share")
	p.wait(`!window.shared.text`)
	if says := p.text("message"); strings.Contains(says, "Only this computer") {
		t.Errorf("of links to a public address it is said: %q", says)
	}
}
