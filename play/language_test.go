//go:build browser

package play

import (
	"fmt"
	"io/fs"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// tableShape describes a table: each text by its path, and of a text with parts what it does with them. Parts are
// marked, so that it can be seen whether they come out again; what cannot be called like that says so.
const tableShape = `(async () => {
  const { tableOf } = await import("./js/texts.js");
  const lines = [];
  const walk = (path, value) => {
    if (typeof value === "function") {
      const parts = Array.from({ length: value.length }, (_, i) => "<" + i + ">");
      let out = "throws";
      try { out = parts.filter((part) => value(...parts).includes(part)).join(" "); } catch {}
      lines.push(path + " takes " + value.length + ": " + out);
    } else if (typeof value === "object") {
      for (const name of Object.keys(value)) walk(path + "/" + name, value[name]);
    } else {
      lines.push(path + (value.trim() === value && value !== "" ? "" : " is blank"));
    }
  };
  walk("", await tableOf(%q));
  return lines.sort().join("\n");
})()`

func languages(p *page) []string {
	return eval[[]string](p, `import("./js/texts.js").then((m) => Object.keys(m.languages))`, awaitPromise)
}

// Every language has every text, with the same parts.
func TestLanguagesHaveTheSameTexts(t *testing.T) {
	t.Parallel()
	p := openPage(t, "server")
	p.open("")
	want := eval[string](p, fmt.Sprintf(tableShape, "en"), awaitPromise)
	for _, language := range languages(p) {
		got := eval[string](p, fmt.Sprintf(tableShape, language), awaitPromise)
		for _, line := range strings.Split(want, "\n") {
			if !strings.Contains("\n"+got+"\n", "\n"+line+"\n") {
				t.Errorf("%s has no %s", language, line)
			}
		}
		if n, m := strings.Count(got, "\n"), strings.Count(want, "\n"); n != m || strings.Contains(got, "blank") {
			t.Errorf("%s has %d texts, English %d", language, n+1, m+1)
		}
	}
	// No text is left that the page does not show.
	var source strings.Builder
	err := fs.WalkDir(Web(), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasPrefix(name, "js/lang/") {
			return err
		}
		text, err := fs.ReadFile(Web(), name)
		source.Write(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range eval[[]string](p, `import("./js/texts.js").then((m) => Object.keys(m.T))`, awaitPromise) {
		if !strings.Contains(source.String(), "T."+name) && !strings.Contains(source.String(), `data-text="`+name+`"`) && !strings.Contains(source.String(), `data-label="`+name+`"`) {
			t.Errorf("nothing shows the text %s", name)
		}
	}
}

// The browser's language is the page's, until the player chooses another; and its words fit on a small phone.
func TestLanguages(t *testing.T) {
	t.Parallel()
	p := openPage(t, "server")
	p.size(360, 700)
	var all []string
	for _, language := range []string{"fr", "de"} { // the browser's: one that the page does not speak, and one it does
		p.run(chromedp.ActionFunc(onNewDocument(fmt.Sprintf(`Object.defineProperty(navigator, "languages", { configurable: true, value: ["%s-CH", "%[1]s"] })`, language))))
		p.open("#board=5x5&on=all")
		if all = languages(p); language == "fr" {
			language = "en"
		}
		if got := eval[string](p, `document.documentElement.lang`); got != language {
			t.Errorf("the page is in %s, not in %s", got, language)
		}
	}
	for _, language := range all {
		p.click("#help")
		p.run(chromedp.SetValue("#language", language, chromedp.ByQuery)) // as a player does it: the page begins again
		p.wait(fmt.Sprintf(`document.documentElement.dataset.ready !== undefined && document.documentElement.lang === %q`, language))
		p.screenshot("language-" + language)
		for _, view := range []string{"", "#mode-edit", "#menu", "#choose"} {
			if view != "" {
				p.click(view)
			}
			wide := eval[[]string](p, `[...document.querySelectorAll("button, h2, dt, dd, label, option")].filter((e) => e.checkVisibility() && getComputedStyle(e).display !== "inline" && e.scrollWidth > e.clientWidth + 1).map((e) => e.textContent.trim()).concat(document.documentElement.scrollWidth > innerWidth ? ["the page"] : [])`)
			if len(wide) > 0 {
				t.Errorf("%s%s: too wide for 360 pixels: %q", language, view, wide)
			}
			if view == "#mode-edit" {
				p.click("#mode-play")
			}
		}
		p.run(chromedp.Evaluate(`document.getElementById("gallery-sheet").close()`, nil))
	}
}

func TestServerErrorsAreTranslated(t *testing.T) {
	t.Parallel()
	p := openPage(t, "server")
	p.open("")
	p.run(chromedp.Evaluate(`localStorage.setItem("lightsout-language", "de")`, nil))
	p.open("#board=999x999")
	p.wait(`document.getElementById("message").textContent.includes("Das ist hier zu groß (")`)
}
