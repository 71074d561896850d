//go:build browser

package play

import (
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
)

// usualScreens are a laptop, and a phone held either way.
var usualScreens = map[string][2]int64{"desktop": {1280, 800}, "phone": {390, 844}, "landscape": {844, 390}}

// cutOff lists what does not fit: words that are wider than what holds them, or below its foot where nothing scrolls, and
// the page itself where it is wider than the screen.
const cutOff = `(() => {
	const faults = document.documentElement.scrollWidth > innerWidth ? ["the page is " + document.documentElement.scrollWidth + " wide"] : [];
	for (const e of document.querySelectorAll("h1, h2, h3, button, dt, dd, label, option, summary, p, li, strong, small, .choices span, .moves span")) {
		const { display, overflowY } = getComputedStyle(e);
		if (!e.checkVisibility() || display === "inline" || e.matches(".unseen, .unseen *")) continue;
		const wide = e.scrollWidth > e.clientWidth + 1;
		const high = overflowY !== "visible" && overflowY !== "auto" && e.scrollHeight > e.clientHeight + 1;
		if (wide || high) faults.push((e.id || e.localName) + (wide ? " is too wide: " : " is too high: ") + e.textContent.trim().slice(0, 60));
	}
	const sheet = document.querySelector("dialog[open]");
	if (sheet) {
		const box = sheet.getBoundingClientRect();
		const title = sheet.querySelector("h2")?.getBoundingClientRect();
		if (box.left < 0 || box.right > innerWidth || box.top < 0 || box.bottom > innerHeight + 1) faults.push("the sheet leaves the screen");
		if (title && (title.top < box.top - 1 || title.top < 0 || title.bottom > innerHeight)) faults.push("the heading of the sheet is cut off");
	}
	return faults;
})()`

// menuView is the cards, which small screens have behind a button.
var menuView = pageView{"menu", "#v=2&board=5x5", func(p *page) {
	if eval[bool](p, `document.getElementById("menu").checkVisibility()`) {
		p.click("#menu")
		p.wait(`document.getElementById("panel-play").checkVisibility()`)
	}
}}

// On every screen every view of the page is whole.
func TestEveryScreen(t *testing.T) {
	t.Parallel()
	views := append(boardViews[:len(boardViews):len(boardViews)], sheetViews...)
	for _, board := range []string{"cube:3", "merlin", "torus:5x5", "hexgrid:5x6", "triangle:5", "40x40", "3x3x3", "3x3x3x3", "hypercube:5",
		"hypercube:7", "platonic:icosahedron", "platonic:dodecahedron", "star:9", "complete:9", "cycle:20", "path:9", "toric:3",
		"hexcolor:5", "1x1", "1x30", "30x1", "2x3x4"} {
		views = append(views, pageView{"board-" + board, "#v=2&board=" + board + "&on=all", func(*page) {}})
	}
	names := addressFor(t, graphOf(t, "ann", "bob the builder", "Zoë ☃", "d", "1234567", "eve", "frank"))
	edit := func(p *page) {
		p.click("#mode-edit")
		p.wait(`document.getElementById("panel-edit").checkVisibility()`)
	}
	views = append(views, pageView{"names", names, func(*page) {}}, pageView{"names-edit", names, edit},
		pageView{"petersen-edit", "#v=2&board=petersen", edit},
		menuView)
	for screen, size := range usualScreens {
		t.Run(screen, func(t *testing.T) {
			t.Parallel()
			p := openPage(t, "server")
			p.size(size[0], size[1])
			p.run(emulation.SetTouchEmulationEnabled(screen != "desktop"))
			for i, view := range views {
				if i > 0 && strings.HasPrefix(view.name, "board-") && strings.HasPrefix(views[i-1].name, "board-") {
					turn(p, view.hash)
				} else {
					p.open(view.hash)
				}
				view.show(p)
				p.screenshot(screen + "-" + strings.ReplaceAll(view.name, ":", "-"))
				for _, fault := range eval[[]string](p, cutOff) {
					t.Errorf("%s, %s: %s", screen, view.name, fault)
				}
			}
		})
	}
}
