//go:build browser

package play

import (
	"slices"
	"strings"
	"testing"
)

// Each day has two doors; either counts for the day, and the link to share leads through the same.
func TestTwoDoors(t *testing.T) {
	inChromium(t, func(t *testing.T, p tab) {
		setClock(p, "2026-11-24T09:00")
		p.open("#v=2&board=3x3&on=0xb")
		p.click("#daily")
		p.wait(`document.getElementById("daily-sheet").open`)
		if got := valueOf[[]string](p, `[...document.querySelectorAll("#daily-sheet .doors button")].map((e) => e.textContent + (e.matches(".primary") ? " first" : ""))`); !slices.Equal(got, []string{"24 November · easy first", "24 November · hard"}) {
			t.Errorf("the doors are %q", got)
		}
		p.screenshot("doors")
		p.click("#door-easy")
		p.wait(`location.hash === "#v=2&daily=2026-11-24/easy" && document.getElementById("board-name").textContent === "Daily puzzle 328, 24 November 2026 · easy"`)
		solveByHint(p)
		p.click("#win-share")
		p.wait(`document.documentElement.dataset.copied?.endsWith("#v=2&daily=2026-11-24/easy")`)
		p.screenshot("win-door")
		p.click("#win-next")
		p.wait(`location.hash === "#v=2&daily=2026-11-24/hard" && document.getElementById("stat-best").textContent === "8"`)
		solveByHint(p)
		if says := textOf(p, "win"); strings.Contains(says, "Daily puzzle: ") || !strings.Contains(says, "Days in a row: 1") || textOf(p, "win-next") != "Next level" {
			t.Errorf("after both doors the end says %q", says)
		}
		if daily := statistics(p).Daily; len(daily) != 2 || daily[0].Late || daily[1].Late {
			t.Errorf("remembered: %+v", daily)
		}
		// A day of the week at the end is shown in its month, whichever was looked at before.
		p.do(`void document.getElementById("daily").click()`, nil)
		p.click("#daily-sheet .earlier")
		p.wait(`document.querySelector('#daily-sheet [data-day="2026-10-01"]')`)
		p.keys("\x1b")
		p.click(`#win [data-day="2026-11-23"]`)
		p.wait(`document.getElementById("door-hard").textContent === "23 November · hard" && document.querySelector('#daily-sheet [data-day="2026-11-23"]')`)
		p.screenshot("doors-chosen")
		p.click("#door-hard")
		p.wait(`location.hash === "#v=2&daily=2026-11-23/hard"`)
		// A day before the change, and a link without a door, are as they were.
		p.click("#daily")
		p.click(`#daily-sheet [data-day="2026-11-20"]`)
		p.wait(`location.hash === "#v=2&daily=2026-11-20" && document.querySelectorAll("#board .item").length === 36`)
		p.open("#daily=2026-11-26")
		p.wait(`location.hash === "#v=2&daily=2026-11-26" && document.querySelectorAll("#board .item").length === 10`)
		if says := textOf(p, "message"); strings.Contains(says, "it counts for its day") {
			t.Errorf("two days ahead: %q", says)
		}
		solveByHint(p)
		if daily := statistics(p).Daily; len(daily) != 2 {
			t.Errorf("neither door of the day is solved, and remembered is %+v", daily)
		}
		for _, hash := range []string{"#v=2&daily=2026-11-24/x", "#v=2&daily=2026-11-20/easy", "#v=2&daily=2026-11-24/easy/hard"} {
			p.open(hash)
			if says := textOf(p, "message"); !strings.HasPrefix(says, "That link does not hold a puzzle") {
				t.Errorf("%s: %q", hash, says)
			}
		}
		// Who comes back the next day finds a puzzle of that day.
		setClock(p, "2026-11-25T09:00")
		p.open("")
		p.wait(`location.hash.startsWith("#v=2&daily=2026-11-25/hard")`)
	})
}
