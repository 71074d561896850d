//go:build browser

package play

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
)

// What is stored is never lost without a word: not to a link, a drawing, a full disk or a library that is not there.

const ring = "board=grid:3x3&on=0x1ff"

// game is a stored game of a puzzle.
func game(puzzle, presses string) map[string]string {
	return map[string]string{"lightsout-game " + puzzle: fmt.Sprintf(`{"v":2,"at":5,"puzzle":%q,"presses":[%s],"redo":[]}`, puzzle, presses)}
}

// A link that leads elsewhere asks before it takes the place of a game; one to where the game has been does not.
func TestLinkToAGameUnderWay(t *testing.T) {
	inBothBrowsers(t, func(t *testing.T, p tab) {
		asks := func(want bool) {
			t.Helper()
			if got := valueOf[bool](p, `document.getElementById("link-sheet")?.open ?? false`); got != want {
				t.Errorf("it asks: %t", got)
			}
		}
		for _, presses := range []string{"", "&presses=0", "&presses=0,4", "&presses=99"} {
			comeTo(p, game(ring, "0,4"), "#v=2&"+ring+presses)
			asks(false)
			p.wait(`document.getElementById("stat-presses").textContent === "2"`)
			if says := textOf(p, "message"); strings.Contains(says, "go on where you were") == strings.HasSuffix(presses, "4") { // its own address
				t.Errorf("%s: it says %q", presses, says)
			}
		}
		comeTo(p, game(ring, "0,4"), "#v=2&"+ring+"&presses=7")
		asks(true)
		p.screenshot("link")
		p.click("#link-stay")
		p.wait(`location.hash.endsWith("&presses=0,4") && !document.getElementById("link-sheet").open`)
		comeTo(p, game(ring, "0,4"), "#v=2&"+ring+"&presses=7")
		p.click("#link-go")
		p.wait(`location.hash.endsWith("&presses=7") && ` + lastGame + `.before?.presses.join() === "0,4"`)
		p.click("#undo")
		p.click("#undo")
		p.wait(`location.hash.endsWith("&presses=0,4")`)
	})
}

// A game that began with the presses of a link is one like any other: the link leads back to it, and another puzzle
// leaves it behind undo. The way past the header is no address of a puzzle, and settings that make no sense are none.
func TestGameOfALinkGoesOn(t *testing.T) {
	inChromium(t, func(t *testing.T, p tab) {
		const link = "#v=2&" + ring + "&presses=0,4"
		comeTo(p, map[string]string{"lightsout-settings": `{"wishes":[null,5,["grid:5x5",3]]}`}, link)
		press(p, 8)
		p.wait(`location.hash.endsWith("&presses=0,4,8")`)
		p.do(`void document.querySelector(".skip").click()`, nil)
		p.wait(`document.activeElement.id === "board" && location.hash.endsWith("&presses=0,4,8")`)
		p.away()
		p.open(link)
		p.wait(`document.getElementById("stat-presses").textContent === "3"`)
		p.do(`void document.querySelector("#levels").click()`, nil)
		p.click(`[data-level="grid:3x3/2"]`)
		p.wait(boardIs("First steps, level 2"))
		p.click("#undo")
		p.wait(`location.hash.endsWith("&presses=0,4,8")`)
		// What another tab did while this one was away is found when the player comes back.
		const moved = "lightsout-game " + ring
		p.do(fmt.Sprintf(`void (localStorage[%[1]q] = JSON.stringify({ ...JSON.parse(localStorage[%[1]q]), at: Date.now() + 1000, presses: [0, 4, 8, 2] }), dispatchEvent(new Event("pageshow")))`, moved), nil)
		presses(p, 4)
		p.wait(`location.hash.endsWith("&presses=0,4,8,2")`)
		// A game that comes to its end elsewhere, while it waits behind another, does not come back.
		p.do(`void document.querySelector("#levels").click()`, nil)
		p.click(`[data-level="grid:3x3/2"]`)
		p.wait(boardIs("First steps, level 2"))
		q := p.another()
		q.open("#v=2&" + ring)
		presses(q, 4)
		press(q, 6)
		q.wait(won)
		const solved = `JSON.parse(localStorage["lightsout-game ` + ring + `"]).counted === "solved"`
		p.wait(solved)
		p.click("#undo")
		p.wait(`document.getElementById("message").textContent === "Nothing to undo." && document.getElementById("undo").disabled && ` + solved)
	})
}

// An address that cannot be read says what is wrong with it, and stays to be mended; what the player had is shown.
func TestUnreadableAddressShowsTheGame(t *testing.T) {
	inChromium(t, func(t *testing.T, p tab) {
		const hash = "#v=2&bord=5x5"
		_, says := comeTo(p, game(ring, "0,4"), hash)
		if want := "That link does not hold a puzzle: it has an unknown part “bord”. Here is the game that you played last."; says != want {
			t.Errorf("it says %q, not %q", says, want)
		}
		p.wait(fmt.Sprintf(`document.getElementById("stat-presses").textContent === "2" && location.hash === %q`, hash))
		reload(p)
		p.wait(fmt.Sprintf(`document.getElementById("stat-presses").textContent === "2" && location.hash === %q`, hash))
		press(p, 8)
		p.wait(`location.hash.endsWith("&presses=0,4,8")`)
		p.do(`void (location.hash = "#v=2&lo=!")`, nil)
		p.wait(`document.getElementById("message").textContent === "That link does not hold a puzzle: the board in it is cut off or garbled."`)
		if hashOf(p) != "#v=2&lo=!" || textOf(p, "stat-presses") != "3" {
			t.Errorf("%s shows %s presses", hashOf(p), textOf(p, "stat-presses"))
		}
	})
}

// Where the library does not arrive, there is a board that needs none, whatever the address holds.
func TestBoardWithoutTheLibrary(t *testing.T) {
	t.Parallel()
	site := handlerOf(t, "wasm")
	p := openPageFrom(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, ".wasm") {
			http.NotFound(w, r)
			return
		}
		site.ServeHTTP(w, r)
	}))
	for _, hash := range []string{"#v=2&board=5x5", "#v=2&lo=cCBsaWdodHMgMyAyCmUgMSAyCmUgMiAzCnggMwpnIDEK"} {
		for level, records := range map[string]map[string]string{"1": nil, "5": game("level=grid:3x3/5", "0")} {
			items, says := comeTo(p, records, hash)
			if items != 9 || !strings.HasPrefix(says, "That did not work: the library could not be loaded") || p.text("board-name") != "First steps, level "+level {
				t.Errorf("%s: %q of %d lights, and %q", hash, p.text("board-name"), items, says)
			}
			if got := hashOf(p); got != hash {
				t.Errorf("%s becomes %s", hash, got)
			}
		}
	}
	p.forgive("lightsout.wasm")
}

// What is drawn is shared as it is drawn; another puzzle leaves it behind undo, and who comes back finds it.
func TestDrawingIsNotLost(t *testing.T) {
	inBothBrowsers(t, func(t *testing.T, p tab) {
		p.open("#v=2&board=3x3&on=0xb")
		press(p, 4)
		p.wait(`location.hash.endsWith("&presses=4")`)
		p.click("#mode-edit")
		press(p, 8)
		p.wait(`location.hash === "#v=2&board=grid:3x3&on=0x1b1"`)
		// One that is given up leaves the game as it was.
		press(p, 8)
		p.click("#mode-play")
		p.wait(`location.hash.endsWith("&presses=4")`)
		p.open("")
		p.wait(`document.getElementById("stat-presses").textContent === "1" && location.hash === "#v=2&board=grid:3x3&on=0xb&presses=4"`)
		p.click("#undo")
		presses(p, 0)
		p.click("#mode-edit")
		press(p, 8)
		p.wait(`location.hash === "#v=2&board=grid:3x3&on=0x10b"`)
		press(p, 7)
		p.click("#share")
		p.wait(`document.documentElement.dataset.copied?.endsWith("#v=2&board=grid:3x3&on=0x18b")`)
		p.click("#tool-node + *")
		p.wait(`document.getElementById("tool-node").checked`)
		p.do(`document.querySelector('#board [data-item="8"]').focus()`, nil)
		p.keys(" ")
		p.wait(`document.querySelectorAll("#board .item").length === 10 && location.hash.startsWith("#v=2&lo=")`)
		drawing := hashOf(p)
		p.do(`void document.querySelector("#levels").click()`, nil) // also from where the editor hides it
		p.click(`[data-level="grid:3x3/2"]`)
		p.wait(boardIs("First steps, level 2"))
		p.click("#undo")
		p.wait(fmt.Sprintf(`document.querySelectorAll("#board .item").length === 10 && location.hash === %q`, drawing))
		for range 2 {
			p.open("")
			p.wait(fmt.Sprintf(`document.querySelectorAll("#board .item").length === 10 && location.hash === %q`, drawing))
		}
		// Played at once, it is the same game.
		p.click("#mode-edit")
		press(p, 0)
		p.click("#edit-play")
		p.wait(fmt.Sprintf(`document.body.dataset.mode === "play" && location.hash !== %q`, drawing))
		played := hashOf(p)
		p.open("")
		p.wait(fmt.Sprintf(`location.hash === %q`, played))
		// Who draws in two tabs has two drawings.
		var drawn [2]string
		for i, tab := range []tab{p, p.another()} {
			tab.open(fmt.Sprint("#v=2&board=2x", i+2))
			tab.click("#mode-edit")
			press(tab, 0)
			tab.wait(fmt.Sprintf(`location.hash === "#v=2&board=grid:2x%d&on=%s"`, i+2, []string{"0xe", "0x3e"}[i]))
			drawn[i] = hashOf(tab)
		}
		p.wait(fmt.Sprintf(`Object.entries(localStorage).filter(([key]) => key.startsWith("lightsout-game drawing ")).map(([, text]) => "#v=2&" + JSON.parse(text).puzzle).sort().join(" ") === %q`, drawn[0]+" "+drawn[1]))
	})
}

// Who draws from a level and opens that level again finds the drawing by Undo.
func TestDrawingBehindItsOwnPuzzle(t *testing.T) {
	inChromium(t, func(t *testing.T, p tab) {
		p.open("#v=2&level=grid:3x3/2")
		press(p, 4)
		p.wait(`location.hash.endsWith("&presses=4")`)
		p.click("#mode-edit")
		press(p, 8)
		p.wait(`location.hash.startsWith("#v=2&board=grid:3x3&on=")`)
		drawing := hashOf(p)
		p.do(`void document.querySelector("#levels").click()`, nil)
		p.click(`[data-level="grid:3x3/2"]`)
		p.wait(`location.hash === "#v=2&level=grid:3x3/2&presses=4"`)
		p.click("#undo")
		presses(p, 0)
		p.click("#undo")
		p.wait(fmt.Sprintf(`location.hash === %q`, drawing))
	})
}

// A record that cannot be read stays in a storage that has no room to put it aside, also when its puzzle is played.
func TestUnreadableInAFullStorage(t *testing.T) {
	inChromium(t, func(t *testing.T, p tab) {
		p.atStart(`Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError") }`)
		p.open("#v=2&board=1x1")
		const key = "lightsout-game " + ring
		p.do(fmt.Sprintf(`void (localStorage[%q] = "{")`, key), nil)
		p.open("#v=2&" + ring)
		if says := textOf(p, "message"); !strings.Contains(says, "A stored game cannot be read. It stays in the browser as it is.") {
			t.Errorf("it says %q", says)
		}
		press(p, 0)
		p.wait(`location.hash.endsWith("presses=0")`)
		if got := valueOf[string](p, fmt.Sprintf(`localStorage[%q]`, key)); got != "{" {
			t.Errorf("stored is %q", got)
		}
	})
}

// Moves that a full storage has no room for are in the address, which then wins over what was stored before them.
func TestAddressHasWhatCannotBeStored(t *testing.T) {
	inChromium(t, func(t *testing.T, p tab) {
		p.open("#v=2&board=grid:5x5&on=0x1ffffff")
		press(p, 0)
		press(p, 1)
		p.wait(`location.hash.endsWith("presses=0,1") && Object.entries(localStorage).some(([key, text]) => key.startsWith("lightsout-game ") && text.includes('"presses":[0,1]'))`)
		p.atStart(`Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError") }`)
		p.do(`(Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError") }) && null`, nil)
		press(p, 2)
		press(p, 7)
		p.wait(`location.hash.endsWith("presses=0,1,2,7")`)
		p.do(`(window.before = true, location.reload())`, nil)
		p.wait(`!window.before && document.documentElement.dataset.ready !== undefined`)
		presses(p, 4)
		p.wait(`location.hash.endsWith("presses=0,1,2,7")`)
	})
}

// An address without a day, or without a board, names no puzzle.
func TestAddressThatNamesNothing(t *testing.T) {
	inChromium(t, func(t *testing.T, p tab) {
		for _, hash := range []string{"#v=2&daily=", "#v=2&board=", "#v=2&level="} {
			p.open(hash)
			if says := textOf(p, "message"); !strings.Contains(says, "has no board") {
				t.Errorf("%s: it says %q", hash, says)
			}
		}
	})
}

// A record that an older page called late before its day came is early from then on.
func TestHealedRecordsAreKept(t *testing.T) {
	inChromium(t, func(t *testing.T, p tab) {
		setClock(p, "2026-11-14T20:00")
		comeTo(p, map[string]string{"lightsout-statistics": `{"version":1,"daily":[{"date":"2026-11-15","presses":5,"seconds":9,"hints":0,"late":true}]}`}, "")
		setClock(p, "2026-11-16T08:00")
		p.open("")
		if daily := statistics(p).Daily; len(daily) != 1 || daily[0].Late || !daily[0].Early {
			t.Errorf("remembered: %+v", daily)
		}
	})
}

// Nothing is called the fewest that is not proved, and after the last level there is no next.
func TestTheEndSaysWhatIsProved(t *testing.T) {
	inChromium(t, func(t *testing.T, p tab) {
		p.open("#v=2&board=3x3&on=0xb")
		p.wait(`document.getElementById("stat-best").textContent === "1"`)
		p.do(`import("./js/store.js").then((m) => m.update({ best: { presses: 1, minimum: false } }))`, nil)
		press(p, 0)
		p.wait(won)
		if says := textOf(p, "win"); !strings.Contains(says, "1 press, as few as any answer known.") || strings.Contains(says, "1 of 1") || strings.ContainsAny(says, "★☆") {
			t.Errorf("the end says %q", says)
		}
		p.click("#win-share")
		p.wait(`document.documentElement.dataset.copied`)
		if lines := strings.Split(valueOf[string](p, `document.documentElement.dataset.copied`), "\n"); !slices.Equal(lines[1:2], []string{"1 press"}) {
			t.Errorf("shared is %q", lines)
		}
		last := valueOf[string](p, `fetch("campaign.json").then((r) => r.json()).then(({ worlds }) => worlds.at(-1).view.ref.spec + "/" + worlds.at(-1).levels.length)`)
		p.open("#v=2&level=" + last)
		solveByHint(p)
		p.keys("\x1b")
		p.wait(`document.getElementById("after").checkVisibility()`)
		if offered := textOf(p, "after"); strings.TrimSpace(offered) != "Levels" {
			t.Errorf("after %s it offers %q", last, offered)
		}
	})
}
