package play

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// axe-core finds no serious accessibility violation in any main view, light or dark. make test installs
// it with npm.
func TestAccessibility(t *testing.T) {
	axe, err := os.ReadFile("axe/node_modules/axe-core/axe.min.js")
	if err != nil {
		t.Skip("axe-core is not installed; make test installs it where npm is")
	}
	views := []struct {
		name, hash string
		show       func(*page)
	}{
		{"play", "#board=5x5&on=0x1b5d5a3&presses=3", func(p *page) { p.keys("h"); p.wait(`document.querySelector(".is-hint")`) }},
		{"graph", "#board=petersen&on=all", func(p *page) { p.keys("a"); p.wait(`document.querySelector(".is-answer")`) }},
		{"wrapped", "#board=klein:5x6&on=0xf81643c", func(p *page) { p.run(hover(p.item(6))) }},
		{"witness", "#board=5x5&on=1", func(p *page) { p.keys("h"); p.wait(`document.querySelector(".is-witness")`) }},
		{"colours", "#board=5x5,mod=3&on=random&goal=3*2", func(p *page) { p.keys("a"); p.wait(`document.querySelector(".is-answer, .is-witness")`) }},
		{"colours-hint", "#board=hex:3,mod=6&on=random", func(p *page) { p.keys("h"); p.wait(`document.querySelector(".is-hint")`) }},
		{"colours-edit", "#board=petersen,mod=4&on=random", func(p *page) {
			p.keys("e")
			p.click("#analyse")
			p.wait(`document.querySelector("#analysis dd")`)
		}},
		{"lesson", "#board=5x5&on=all", func(p *page) { p.click("#explain"); p.wait(`document.getElementById("lesson-next")`) }},
		{"edit", "#board=5x5&on=all", func(p *page) {
			p.keys("e")
			p.click("#analyse")
			p.wait(`document.querySelector("#analysis .thumbnail")`)
		}},
		{"gallery", "#board=5x5", func(p *page) { p.click("#choose"); p.wait(`document.querySelector(".pick .thumbnail")`) }},
		{"help", "#board=5x5", func(p *page) { p.keys("?"); p.wait(`document.getElementById("help-sheet").open`) }},
		{"share", "#board=5x5&presses=1", func(p *page) { p.click("#share"); p.wait(`document.getElementById("share-sheet").open`) }},
		{"win", "#board=5x5&on=0x23", func(p *page) { p.click(p.item(0)); p.wait(won) }},
	}
	p := openPage(t, "server")
	// The themes differ only in colours, so the second one needs only the rule about those.
	for theme, options := range map[string]string{"light": `{resultTypes: ["violations"]}`, "dark": `{runOnly: ["color-contrast"]}`} {
		p.run(emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{
			{Name: "prefers-color-scheme", Value: theme}, {Name: "prefers-reduced-motion", Value: "reduce"},
		}))
		for _, v := range views {
			p.open(v.hash)
			v.show(p)
			p.screenshot(theme + "-" + v.name)
			p.run(chromedp.Evaluate(string(axe)+";0", nil))
			var found string
			p.run(chromedp.Evaluate(`axe.run(document, `+options+`).then((r) => JSON.stringify(r.violations.filter((v) => v.impact === "serious" || v.impact === "critical").map((v) => ({id: v.id, impact: v.impact, help: v.help, nodes: v.nodes.slice(0, 4).map((n) => n.html.slice(0, 160) + " " + n.failureSummary)}))))`, &found, awaitPromise))
			var violations []struct {
				ID, Impact, Help string
				Nodes            []string
			}
			if err := json.Unmarshal([]byte(found), &violations); err != nil {
				t.Fatal(err)
			}
			for _, violation := range violations {
				t.Errorf("%s, %s: %s (%s): %s\n%q", v.name, theme, violation.ID, violation.Impact, violation.Help, violation.Nodes)
			}
		}
	}
}
