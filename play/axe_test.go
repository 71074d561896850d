//go:build browser

package play

import (
	"encoding/json"
	"fmt"
	"os"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// pageView is something that the page can show.
type pageView struct {
	name, hash string
	show       func(*page)
}

// onSheet opens a sheet with a button.
func onSheet(button string) func(*page) {
	return func(p *page) { p.reach(button); p.wait(`document.querySelector("dialog[open]")`) }
}

// reach clicks a button, on small screens behind the menu.
func (p *page) reach(button string) {
	p.t.Helper()
	if !eval[bool](p, fmt.Sprintf(`document.querySelector(%q).checkVisibility()`, button)) {
		p.click("#menu")
	}
	p.click(button)
}

// boardViews and sheetViews are every view of the page.
var boardViews = []pageView{
	{"play", "#board=5x5&on=0x1b5d5a3&presses=3", func(p *page) { p.click("#hint"); p.wait(`document.querySelector(".is-hint")`) }},
	{"focus", "#board=5x5&on=0x1b5d5a3", func(p *page) {
		p.run(chromedp.Evaluate(`document.querySelector('#board [data-item="0"]').focus()`, nil))
		p.keys(kb.ArrowDown + kb.ArrowRight)
		p.wait(`document.querySelector('#board [data-item="6"]:focus-visible') && document.querySelectorAll("#board .would-flip").length === 5`)
	}},
	{"graph", "#board=petersen&on=all", func(p *page) { p.reach("#answer"); p.wait(`document.querySelector(".is-answer")`) }},
	{"wrapped", "#board=klein:5x6&on=0xf81643c", func(p *page) { p.run(hover(p.item(6))) }},
	{"witness", "#board=5x5&on=1", func(p *page) { p.click("#hint"); p.wait(`document.querySelector(".is-witness")`) }},
	{"locked", "#lo=cCBsaWdodHMgMyAyCmUgMSAyCmUgMiAzCnggMgpnIDEKdSAzCg", func(p *page) { p.keys(kb.ArrowDown) }},
	{"colours", "#board=5x5,mod=3&on=random&goal=3*2", func(p *page) { p.reach("#answer"); p.wait(`document.querySelector(".is-answer, .is-witness")`) }},
	{"colours-hint", "#board=hex:3,mod=6&on=random", func(p *page) { p.click("#hint"); p.wait(`document.querySelector(".is-hint")`) }},
	{"colours-edit", "#board=petersen,mod=4&on=random", func(p *page) {
		p.click("#mode-edit")
		p.click("#analyse")
		p.wait(`document.querySelector("#analysis dd")`)
	}},
	{"lesson", "#board=5x5&on=all", func(p *page) { p.reach("#explain"); p.wait(`document.getElementById("player").checkVisibility()`) }},
	{"playback", "#board=5x5&on=all", func(p *page) { p.reach("#answer"); p.wait(`document.getElementById("player").checkVisibility()`) }},
	{"edit", "#board=5x5&on=all", func(p *page) {
		p.click("#mode-edit")
		p.click("#analyse")
		p.wait(`document.querySelector("#analysis .thumbnail")`)
	}},
	{"zoomed", "#board=5x5&on=all", func(p *page) {
		p.run(chromedp.Evaluate(`import("./js/camera.js").then((m) => m.zoomBy(1.6))`, nil, awaitPromise))
		p.wait(`document.getElementById("zoom").checkVisibility()`)
	}},
	{"large", "#board=18x18&on=all", func(p *page) { p.reach("#answer"); p.wait(`document.querySelector(".is-answer")`) }},
	{"high", "#board=8x8x8&on=all", func(p *page) { p.keys(kb.ArrowDown) }},
	{"embedded", embeddedPuzzle, func(*page) {}},
}

// The statistics, the calendar and the levels have something to show.
var sheetViews = []pageView{
	{"gallery", "#board=5x5", func(p *page) {
		onSheet("#choose")(p)
		p.wait(`document.querySelector(".pick .thumbnail")`)
	}},
	{"help", "#board=5x5", func(p *page) { p.click("#help"); p.wait(`document.getElementById("help-sheet").open`) }},
	{"win", "#board=5x5&on=0x23", func(p *page) { p.click(p.item(0)); p.wait(won) }},
	{"daily", "#v=2&daily=2026-11-25/easy", func(p *page) { solveByHint(p) }},
	{"calendar", "#board=5x5", onSheet("#daily")},
	{"statistics", "#board=5x5", onSheet("#statistics")},
	{"level", "#level=grid:3x3/1", func(p *page) { solveByHint(p) }},
	{"levels", "#board=5x5", onSheet("#levels")},
	{"leave", "#level=grid:3x3/2", onSheet("#new")},
	{"link", "#board=3x3&on=0x1ff", func(p *page) {
		p.click(p.item(0))
		turn(p, "#v=2&board=grid:3x3&on=0x1ff&presses=7")
		p.wait(`document.getElementById("link-sheet").open`)
	}},
}

// media is a set of preferences of the player's system.
func media(theme, forced string) *emulation.SetEmulatedMediaParams {
	return emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{
		{Name: "prefers-color-scheme", Value: theme}, {Name: "forced-colors", Value: forced}, {Name: "prefers-reduced-motion", Value: "reduce"},
	})
}

// In no view does axe-core find a violation, light or dark, and in the few colours that a system may
// impose everything can be told apart. make npm installs axe-core.
func TestAccessibility(t *testing.T) {
	t.Parallel()
	axe := axeCore(t)
	for name, views := range map[string][]pageView{"boards": boardViews, "sheets": sheetViews} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := openPage(t, "server")
			for _, v := range views {
				p.run(media("light", "none"))
				p.openView(v, axe)
				v.show(p)
				p.checkAccessibility(v.name)
			}
		})
	}
}

// openView opens the page for a view, with axe-core; one that is there already turns to another puzzle, as after a new link.
func (p *page) openView(v pageView, axe string) {
	p.t.Helper()
	if p.opened > 0 && v.hash[0] == '#' && !eval[bool](p, `"embed" in document.documentElement.dataset`) {
		p.run(chromedp.Evaluate(`document.querySelectorAll("dialog").forEach((sheet) => sheet.close()), document.getElementById("mode-play").click()`, nil))
		turn(p, v.hash)
		return
	}
	p.open(v.hash)
	p.run(chromedp.Evaluate(axe, nil))
}

func (p *page) checkAccessibility(name string) {
	p.t.Helper()
	p.screenshot("light-" + name)
	p.checkAxe(name+", light", `{resultTypes: ["violations"]}`)
	// The themes differ only in colours, so the second one needs only the rule about those.
	p.run(media("dark", "none"))
	p.screenshot("dark-" + name)
	p.checkAxe(name+", dark", `{runOnly: ["color-contrast"]}`)
	for _, theme := range []string{"light", "dark"} {
		p.run(media(theme, "active"))
		p.screenshot("forced-" + theme + "-" + name)
		p.checkForced(name + ", forced " + theme)
	}
}

// The same holds for every sheet in the other languages, at 200 % on a laptop, also with imposed colours; and nothing is cut off.
func TestSheetsInEveryLanguage(t *testing.T) {
	t.Parallel()
	axe := axeCore(t)
	for _, language := range []string{"de", "hu", "es", "zh"} {
		t.Run(language, func(t *testing.T) {
			t.Parallel()
			p := openPage(t, "server")
			stores(p, "lightsout-language", language)
			p.run(chromedp.EmulateViewport(640, 450, chromedp.EmulateScale(2)))
			views := append([]pageView{menuView}, sheetViews...)
			colours := language == "de" // they are the same in all
			for _, v := range views {
				name := language + ", " + v.name
				p.run(media("light", "none"))
				p.openView(v, axe)
				v.show(p)
				p.screenshot("sheet-" + language + "-" + v.name)
				if n := eval[int](p, `document.querySelectorAll("header:not([role=presentation])").length`); n != 1 {
					t.Errorf("%s: %d headings of the page", name, n)
				}
				p.checkAxe(name, fmt.Sprintf(`{resultTypes: ["violations"], rules: {"color-contrast": {enabled: %t}}}`, colours))
				for _, fault := range eval[[]string](p, cutOff) {
					t.Errorf("%s: %s", name, fault)
				}
				if colours {
					p.run(media("light", "active"))
					p.checkAxe(name+", imposed colours", `{runOnly: ["color-contrast"]}`) // nothing else changes
					p.checkForced(name)
				}
			}
			if lang := eval[string](p, `document.documentElement.lang`); lang != language {
				t.Errorf("the page is in %q", lang)
			}
		})
	}
}

// axeCore is the script of axe-core.
func axeCore(t *testing.T) string {
	t.Helper()
	needsBrowsers(t)
	script, err := os.ReadFile("npm/node_modules/axe-core/axe.min.js")
	if err != nil {
		t.Fatal("axe-core is not installed: make npm")
	}
	return string(script) + ";0"
}

// The notes about the library, which only the static site has, are as accessible as the page.
func TestAccessibilityOfTheArrival(t *testing.T) {
	t.Parallel()
	axe := axeCore(t)
	p := openPage(t, "wasm")
	line := newSlowLine(t)
	p.address = line.URL + "/"
	p.open("#level=grid:3x3/2")
	p.click(p.item(0))
	p.wait(`!document.getElementById("arrival").hidden`)
	p.run(chromedp.Evaluate(axe, nil))
	for _, theme := range []string{"light", "dark"} {
		p.run(media(theme, "none"))
		p.checkAxe("arriving, "+theme, `{resultTypes: ["violations"]}`)
	}
	line.CloseClientConnections()
	p.wait(`document.querySelector("#arrival[data-failed]:not([hidden])")`)
	for _, theme := range []string{"light", "dark"} {
		p.run(media(theme, "none"))
		p.checkAxe("not arrived, "+theme, `{resultTypes: ["violations"]}`)
	}
	p.size(320, 640)
	p.wait(`innerWidth === 320 && document.documentElement.scrollWidth <= 320`)
	p.screenshot("arrival-phone")
	p.forgive("ERR_", "Failed to fetch")
}

// checkAxe runs axe-core, which is in the page.
func (p *page) checkAxe(about, options string) {
	p.t.Helper()
	var found string
	p.run(chromedp.Evaluate(`axe.run(document, `+options+`).then((r) => JSON.stringify(r.violations.map((v) => ({id: v.id, impact: v.impact, help: v.help, nodes: v.nodes.slice(0, 4).map((n) => n.html.slice(0, 160) + " " + n.failureSummary)}))))`, &found, awaitPromise))
	var violations []struct {
		ID, Impact, Help string
		Nodes            []string
	}
	if err := json.Unmarshal([]byte(found), &violations); err != nil {
		p.t.Fatal(err)
	}
	for _, violation := range violations {
		p.t.Errorf("%s: %s (%s): %s\n%q", about, violation.ID, violation.Impact, violation.Help, violation.Nodes)
	}
}

// forcedFaults lists what cannot be told apart when colours are imposed: lights that are on from those that
// are off, marks from what is below them, buttons from the page, what is chosen from what is not.
const forcedFaults = `(() => {
	const faults = [];
	const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
	const style = (element) => getComputedStyle(element);
	const paper = style(document.body).backgroundColor;
	const rgb = (colour) => {
		for (const layer of [paper, colour]) {
			canvas.fillStyle = layer;
			canvas.fillRect(0, 0, 1, 1);
		}
		return [...canvas.getImageData(0, 0, 1, 1).data];
	};
	const luminance = (colour) => rgb(colour).slice(0, 3).map((c) => c / 255).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)).reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
	const contrast = (a, b) => { const [x, y] = [luminance(a), luminance(b)].sort((m, n) => n - m); return (x + 0.05) / (y + 0.05); };
	const seen = new Set();
	const want = (what, a, b, least = 3) => {
		if (contrast(a, b) < least && !seen.has(what)) { seen.add(what); faults.push(what + ": " + a + " on " + b); }
	};
	const bases = (selector) => [...document.querySelectorAll(selector + " .base")].map((e) => style(e).fill);
	const plain = "#board .item:not(.is-coloured)";
	const [on] = bases(plain + ".is-on");
	const [off] = bases(plain + ":not(.is-on):not(.switch)");
	if (on && off) want("a light that is on and one that is off", on, off, 1.5);
	for (const item of document.querySelectorAll("#board .item")) {
		const below = style(item.querySelector(".base")).fill;
		want("the rim of a cell", style(item.querySelector(".base")).stroke, paper);
		const bulb = item.matches(".is-on:not(.is-coloured)") && item.querySelector(".bulb");
		if (bulb) want("a bulb", style(bulb).stroke, below);
		const dot = !item.matches(".is-on") && item.querySelector(".off");
		if (dot) want("the dot of a light that is off", style(dot).stroke, below);
		for (const mark of item.querySelectorAll(".mark, .goal, .would")) {
			if (style(mark).display !== "none") want("a mark " + mark.getAttribute("class"), style(mark).stroke, below);
		}
	}
	const ring = document.querySelector("#board .item:focus-visible .base");
	if (ring) want("the ring of the focus", style(ring).stroke, paper);
	for (const line of document.querySelectorAll("#board .line, #board .rim .bar")) want("a line", style(line).stroke, paper);
	for (const button of document.querySelectorAll("button, input, select, textarea")) {
		if (!button.checkVisibility() || button.disabled || button.matches(".unseen")) continue;
		const { borderTopWidth, borderTopStyle, borderTopColor, appearance } = style(button);
		if (appearance === "auto" && button.matches("input")) continue; // drawn by the system
		const shown = parseFloat(borderTopWidth) > 0 && borderTopStyle !== "none";
		if (!shown && !button.closest(".tabs")) faults.push("no border: " + (button.id || button.className || button.textContent));
		if (shown && contrast(style(button).backgroundColor, paper) < 3) want("the border of " + (button.id || button.className || button.textContent), borderTopColor, paper);
	}
	const chosen = (e) => { const { borderTopColor, borderTopWidth } = style(e); return borderTopColor + borderTopWidth; };
	for (const group of document.querySelectorAll(".tabs, #tools")) {
		const [yes, no] = [true, false].map((is) => [...group.querySelectorAll("button, label")].find((b) => b.ariaPressed === String(is) || b.control?.checked === is));
		if (group.checkVisibility() && yes && no && chosen(yes) === chosen(no)) faults.push("what is chosen looks like what is not: " + yes.textContent);
	}
	return faults;
})()`

func (p *page) checkForced(about string) {
	p.t.Helper()
	for _, fault := range eval[[]string](p, forcedFaults) {
		p.t.Errorf("%s: %s", about, fault)
	}
}
