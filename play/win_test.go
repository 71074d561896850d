//go:build browser

package play

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// The end of a game: the solved board stays in sight, with the presses against the fewest, a replay, and one main button.

// besideTheBoard is whether the sheet of the end leaves the lights in sight; at least seven of ten points, on small screens.
const besideTheBoard = `(() => {
	const { left, top, right, bottom } = document.getElementById("win").getBoundingClientRect();
	const lights = [...document.querySelectorAll("#board .item .base")].map((e) => e.getBoundingClientRect());
	return lights.every((r) => r.right <= left + 1 || r.left >= right - 1 || r.bottom <= top + 1 || r.top >= bottom - 1) && lights.every((r) => r.top >= 0);
})()`

// mains is the main buttons that can be seen.
const mains = `[...document.querySelectorAll(".primary")].filter((e) => e.checkVisibility({ visibilityProperty: true })).map((e) => e.id)`

// atOnce is a script that has the sheet of the end come right after the last press, so that a test can tell that none comes: it is the only
// thing that the page does a second or so later.
const atOnce = `window.setTimeout = ((real) => (work, ms, ...rest) => real(work, 500 < ms && ms < 10_000 ? 0 : ms, ...rest))(setTimeout)`

// replays has presses replayed: the count of them is once the first, and at last the other.
func replays(p tab, button, once, last string) {
	p.do(`void new MutationObserver(([{ target }]) => (window.counts = [...(window.counts ?? []), target.textContent]))
		.observe(document.getElementById("stat-presses"), { childList: true })`, nil)
	p.click(button)
	p.wait(fmt.Sprintf(`window.counts?.includes(%q) && counts.at(-1) === %q && document.getElementById("stat-lights").textContent === "0"`, once, last))
}

// All kinds of puzzles on a desktop and a phone; elsewhere a daily one, whose sheet is the largest.
func TestWinBesideTheBoard(t *testing.T) {
	for _, c := range []struct {
		name          string
		width, height int64
		theme         string
	}{{"desktop", 1280, 900, "light"}, {"laptop", 1366, 657, "dark"}, {"phone", 390, 664, "light"}, {"small", 360, 640, "dark"}, {"landscape", 844, 390, "light"}, {"tablet", 768, 1024, "dark"}} {
		t.Run(c.name, func(t *testing.T) {
			in := inChromium
			if c.name == "phone" || c.name == "laptop" {
				in = inBothBrowsers // the sheet stands below the board, or beside it
			}
			in(t, func(t *testing.T, p tab) {
				stores(p, "lightsout-theme", c.theme)
				p.size(c.width, c.height)
				_, chromium := p.(*page)
				for kind, hash := range map[string]string{"random": "#v=2&board=5x5&on=0x1c23", "level": "#v=2&level=hex:3/3", "daily": "#v=2&daily=2026-11-09"} {
					if kind != "daily" && !(chromium && (c.name == "desktop" || c.name == "phone")) {
						continue
					}
					p.open(hash)
					p.screenshot("before-" + kind + "-" + c.name)
					solveByHint(p)
					if !valueOf[bool](p, besideTheBoard) {
						t.Errorf("%s: the sheet covers lights", kind)
					}
					p.screenshot("win-" + kind + "-" + c.name)
					want := map[string]string{"random": "win-next", "level": "win-next", "daily": "win-share"}[kind]
					if got := valueOf[[]string](p, mains); strings.Join(got, " ") != want {
						t.Errorf("%s: the main buttons are %v", kind, got)
					}
					if best := textOf(p, "stat-best"); !strings.Contains(textOf(p, "win"), best+" of "+best) {
						t.Errorf("%s: the end says %q", kind, textOf(p, "win"))
					}
					replays(p, "#win-replay", "0", textOf(p, "stat-best"))
					p.keys(kb.Escape)
					p.wait(`document.getElementById("after").checkVisibility() && !document.getElementById("hint").checkVisibility()`)
					p.wait(mains + `.length > 0`) // the sheet fades
					if got := valueOf[[]string](p, mains); strings.Join(got, " ") != "after" {
						t.Errorf("%s: on the page the main buttons are %v", kind, got)
					}
					p.screenshot("after-" + kind + "-" + c.name)
				}
			})
		})
	}
}

// Again is harder than what was solved, however often it is clicked; the page offers what the sheet did.
func TestAgainIsHarder(t *testing.T) {
	inChromium(t, func(t *testing.T, p tab) {
		p.open("#v=2&board=3x3&on=0xb")
		p.wait(`document.getElementById("stat-best").textContent === "1"`)
		press(p, 0)
		p.wait(won)
		wished := valueOf[int](p, `Number(document.getElementById("difficulty").value)`)
		p.keys(kb.Escape)
		p.click("#after")
		needs := func(presses int) {
			t.Helper()
			p.wait(fmt.Sprintf(`document.getElementById("stat-best").textContent === "%d" && document.getElementById("difficulty").value === "%[1]d"`, presses))
		}
		needs(wished) // which is more than one
		solveByHint(p)
		p.keys(kb.Escape)
		p.wait(`document.getElementById("after").checkVisibility() && !` + won)
		p.do(`void (document.getElementById("after").click(), document.getElementById("after").click())`, nil)
		needs(wished + 1)
		if textOf(p, "message") == "" || valueOf[bool](p, `document.getElementById("after").checkVisibility()`) {
			t.Error("the new puzzle still offers another")
		}
	})
}

// At the first steps, a new puzzle is asked about.
func TestLeavingTheFirstSteps(t *testing.T) {
	inChromium(t, func(t *testing.T, p tab) {
		p.open("")
		p.click("#new")
		p.wait(`document.getElementById("leave-sheet").open`)
		p.screenshot("leave")
		p.click("#leave-stay")
		if name := textOf(p, "board-name"); name != "First steps, level 1" {
			t.Errorf("who stays is at %q", name)
		}
		p.click("#new")
		p.click("#leave-go")
		p.wait(`document.getElementById("board-name").textContent !== "First steps, level 1"`)
		p.open("#v=2&level=hex:3/4")
		p.click("#new")
		p.wait(`location.hash.startsWith("#v=2&board=hex:3")`)
	})
}

// A result is short words, a row of squares, and a link; its presses are compared with one's own.
func TestSharedResult(t *testing.T) {
	inChromium(t, func(t *testing.T, p tab) {
		const hash = "#v=2&board=grid:3x3&on=0x1ff"
		p.open(hash)
		p.wait(`document.getElementById("stat-best").textContent === "5"`)
		press(p, 1, 1, 0, 2, 4, 6, 8)
		p.wait(won)
		p.click("#win-share")
		p.wait(`document.documentElement.dataset.copied && document.getElementById("win-said").textContent.includes("Only this computer can open these links")`)
		lines := strings.Split(valueOf[string](p, `document.documentElement.dataset.copied`), "\n")
		if len(lines) != 4 || lines[1] != "★★☆ 7 presses (best 5)" || !strings.HasSuffix(lines[2], "⬛") || len([]rune(lines[2])) != 8 || !strings.HasSuffix(lines[3], "/"+hash+"&presses=1,1,0,2,4,6,8") {
			t.Errorf("shared is %q", lines)
		}
		link := lines[3][strings.Index(lines[3], "#"):]
		p.open(strings.Replace(link, "grid:3x3&on=0x1ff", "3x3&on=all", 1)) // as somebody may write it who knows the board
		if says := textOf(p, "message"); textOf(p, "stat-presses") != "7" || strings.Contains(says, "solved it in") {
			t.Errorf("one's own link opens with %s presses, and says %q", textOf(p, "stat-presses"), says)
		}
		// Somebody else opens it.
		comeTo(p, nil, link)
		if says := textOf(p, "message"); textOf(p, "stat-presses") != "0" || !strings.HasPrefix(says, "Whoever sent this link solved it in 7 presses.") {
			t.Errorf("the link opens with %s presses, and says %q", textOf(p, "stat-presses"), says)
		}
		p.screenshot("rival")
		press(p, 0)
		p.wait(`location.hash.endsWith("presses=0")`)
		reload(p)
		p.wait(`document.getElementById("stat-presses").textContent === "1"`)
		press(p, 2, 4, 6, 8)
		p.wait(won)
		if says := textOf(p, "win"); !strings.Contains(says, "5 of 5") || !strings.Contains(says, "The link has an answer of 7 presses.") {
			t.Errorf("at the end: %q", says)
		}
		p.screenshot("win-rival")
		replays(p, "#win-rival", "7", "5")
	})
}

// What the panel says is about this puzzle: the wish is for the next one, and a daily puzzle or a level has none; while a board
// is drawn there are no presses to count.
func TestPanelIsAboutThisPuzzle(t *testing.T) {
	inChromium(t, func(t *testing.T, p tab) {
		wishes := func(want bool) {
			t.Helper()
			p.wait(fmt.Sprintf(`document.getElementById("wishes").checkVisibility() === %t`, want))
		}
		p.open("#v=2&board=5x5&on=0x1ffffff")
		p.wait(`document.getElementById("stat-best").textContent === "15"`)
		wishes(true)
		about := valueOf[string](p, `document.getElementById("difficulty").closest(".card").querySelector("h2").textContent`)
		if about != "New puzzle" {
			t.Errorf("the wish stands under %q", about)
		}
		for _, name := range []string{"level=hex:3/4", "daily=2026-11-13"} {
			p.open("#v=2&" + name)
			wishes(false)
		}
		for _, size := range usualScreens {
			p.size(size[0], size[1])
			p.open("#v=2&board=5x5&on=0x1ffffff")
			p.wait(`document.getElementById("stat-best").checkVisibility()`)
			p.click("#mode-edit")
			p.wait(`!document.getElementById("stat-presses").checkVisibility() && !document.getElementById("stat-best").checkVisibility()`)
		}
	})
}
