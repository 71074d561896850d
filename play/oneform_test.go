//go:build browser

package play

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"

	"lightsout/board"
)

// A game has one form: what names its puzzle, and the indices of its presses, in the address, in storage and in the API.

// graphOf is a graph of named nodes, joined in a row, with all lights on.
func graphOf(t testing.TB, names ...string) *board.Puzzle {
	t.Helper()
	toggles := make([][]int, len(names))
	for i := range names {
		for j := max(0, i-1); j <= min(len(names)-1, i+1); j++ {
			toggles[i] = append(toggles[i], j)
		}
	}
	b, err := board.Listed{Name: "names", Lights: len(names), Toggles: toggles, Graph: true}.Board()
	if err == nil {
		b, err = b.WithNames(names)
	}
	if err != nil {
		t.Fatal(err)
	}
	return board.NewPuzzle(b)
}

func addressFor(t testing.TB, p *board.Puzzle) string {
	t.Helper()
	address, err := New(Limits{}).Address(p)
	if err != nil {
		t.Fatal(err)
	}
	return address
}

// Two nodes are pressed, the page is loaded again, a tab is opened by the link, and the link goes round once more: it is the same
// game each time, whatever nodes are called.
func TestGameOfNamedNodesStays(t *testing.T) {
	inBothBrowsers(t, func(t *testing.T, p tab) {
		lists := [][]string{
			{"Zoë ☃", "Zoë  ☃", "Zoë\u00a0☃", "x"}, // blanks of every kind
			{"a/b", "c&d=e", "100%", `say "hi"`},
			{"presses=1", "<b>x</b>", "level=1/1", "\u202eright to left"},
			{"1", "0", "2", "5", "7", "9", "4"}, // numbers in another order
			{"3", "2", "1"},
			{"ann", "bob", "dan"},
			{"Zoë", "☃", "日本", "Ω"},
			{"r1c1", "2-3", "none", "all"},
		}
		if _, firefox := p.(*foxTab); firefox {
			lists = lists[:3] // how they are written in addresses is the browser's part
		}
		for _, names := range lists {
			p.open(addressFor(t, graphOf(t, names...)))
			p.click(item(0))
			p.click(item(2))
			presses(p, 2)
			want := look(p)
			if len(want.Names) != len(names) || !strings.Contains(want.Names[0], names[0]) {
				t.Fatalf("%q: %+v", names, want)
			}
			p.wait(`location.hash.endsWith("&presses=0,2")`)
			hash := hashOf(p)
			reload(p)
			if got := look(p); fmt.Sprint(got) != fmt.Sprint(want) {
				t.Errorf("%q: after a reload %+v, want %+v", names, got, want)
			}
			p.do(`void localStorage.clear()`, nil)
			p.open(hash)
			if got := look(p); fmt.Sprint(got) != fmt.Sprint(want) || hashOf(p) != hash {
				t.Errorf("%q: the link %s shows %+v, want %+v; then it is %s", names, hash, got, want, hashOf(p))
			}
			p.do(`delete document.documentElement.dataset.copied`, nil)
			p.click("#share")
			p.wait(`document.documentElement.dataset.copied`)
			var link string
			p.do(`document.documentElement.dataset.copied`, &link)
			if _, shared, _ := strings.Cut(link, "#"); "#"+shared != strings.TrimSuffix(hash, "&presses=0,2") {
				t.Errorf("%q: shared is %s, played %s", names, link, hash)
			}
			if strings.Contains(stored(p), "�") {
				t.Errorf("%q: stored as %s", names, stored(p))
			}
		}
	})
}

// lastGame is what the browser keeps of the game played last.
const lastGame = `(Object.keys(localStorage).filter((key) => key.startsWith("lightsout-game "))
	.map((key) => JSON.parse(localStorage.getItem(key))).sort((one, other) => other.at - one.at)[0] ?? {})`

// stored is everything that the browser keeps.
func stored(p tab) (text string) {
	p.do(`JSON.stringify(Object.fromEntries(Object.keys(localStorage).sort().map((key) => [key, localStorage.getItem(key)])))`, &text)
	return text
}

// older is a link as pages wrote it before links had a version.
func older(t testing.TB, p *board.Puzzle, latin1 bool, presses string) string {
	t.Helper()
	fields, err := url.ParseQuery(strings.TrimPrefix(addressFor(t, p), version))
	if err != nil {
		t.Fatal(err)
	}
	text, err := base64.RawURLEncoding.DecodeString(fields.Get("lo"))
	if err != nil {
		t.Fatal(err)
	}
	if latin1 {
		var bytes []byte
		for _, r := range string(text) {
			bytes = append(bytes, byte(r))
		}
		text = bytes
	}
	return "#lo=" + base64.RawURLEncoding.EncodeToString(text) + "&presses=" + presses
}

// Links without a version still open: their presses count from 1, or are names.
func TestOlderLinksOpen(t *testing.T) {
	inChromium(t, func(t *testing.T, p tab) {
		numbers := graphOf(t, "1", "0", "2", "5", "7", "9", "4")
		for _, c := range []struct{ link, presses string }{
			{older(t, numbers, false, "2,6"), "1,5"}, // the nodes called 0 and 9
			{older(t, graphOf(t, "ann", "bob", "Zoë"), false, "1,Zo%C3%AB"), "0,2"},
			{older(t, graphOf(t, "ann", "bob", "Zoë"), true, "ann,3"), "0,2"},
			{older(t, graphOf(t, "a-b", "c", "d"), false, "%22a-b%22"), "0"},
			{"#board=5x5&on=r1c1,r1c2,r2c1&presses=2", "1"},
			{"#board=5x5&on=all&presses=r2c1,25", "5,24"},
			{"#board=torus:4x4&on=0x0f31&presses=3,7", "2,6"},
			{"#board=grid:5x5,mod=3&on=0120100000000000000000002&presses=13,1,13", "12,0,12"},
			{"#level=grid:3x3/5", ""},
			{"#daily=2026-10-01", ""},
		} {
			p.open(c.link)
			p.wait(`location.hash.startsWith("#v=2&")`)
			_, got, _ := strings.Cut(hashOf(p), "&presses=")
			if got != c.presses || textOf(p, "message") == "" {
				t.Errorf("%s becomes %s, want presses %s", c.link, hashOf(p), c.presses)
			}
		}
	})
}

// A day and a level keep their word while they are played: in the address, after a reload, in the link to share.
func TestDayAndLevelKeepTheirWord(t *testing.T) {
	inChromium(t, func(t *testing.T, p tab) {
		for _, name := range []string{"level=grid:3x3/5", "level=hex:3/7", "daily=2026-10-01"} {
			p.open("#" + name)
			p.wait(fmt.Sprintf(`location.hash === "#v=2&%s"`, name))
			title := textOf(p, "board-name")
			p.click(item(3))
			p.click(item(5))
			p.wait(fmt.Sprintf(`location.hash === "#v=2&%s&presses=3,5"`, name))
			want := look(p)
			reload(p)
			if got := look(p); fmt.Sprint(got) != fmt.Sprint(want) || textOf(p, "board-name") != title {
				t.Errorf("%s: after a reload %+v on %q, want %+v on %q", name, got, textOf(p, "board-name"), want, title)
			}
			p.click("#share")
			p.wait(fmt.Sprintf(`document.documentElement.dataset.copied?.endsWith("/#v=2&%s")`, name))
		}
		// Each has a key of its own, so all three go on where they were.
		for _, name := range []string{"level=grid:3x3/5", "daily=2026-10-01", "level=hex:3/7"} {
			p.open("#" + name)
			p.wait(fmt.Sprintf(`location.hash === "#v=2&%s&presses=3,5"`, name))
			if says := textOf(p, "message"); !strings.Contains(says, "go on where you were") {
				t.Errorf("%s goes on, and the page says %q", name, says)
			}
		}
	})
}

// Stored games are checked when they are read. What cannot be read is told and kept, and the address or the start is played.
func TestUnreadableStorage(t *testing.T) {
	inChromium(t, func(t *testing.T, p tab) {
		const puzzle, key = "board=grid:3x3&on=0x1ff", "lightsout-game board=grid:3x3&on=0x1ff"
		good := func(changes map[string]any) string {
			record := map[string]any{"v": 2, "at": 5, "puzzle": puzzle, "presses": []int{1, 2}, "redo": []int{3}, "elapsed": 1000}
			for name, value := range changes {
				record[name] = value
			}
			text, _ := json.Marshal(record)
			return string(text)
		}
		for name, c := range map[string]struct{ key, text string }{
			"no JSON":              {key, "{"},
			"null":                 {key, "null"},
			"a list":               {key, "[]"},
			"redo beyond":          {key, good(map[string]any{"redo": []int{99}})},
			"presses beyond":       {key, good(map[string]any{"presses": []int{9}})},
			"presses as texts":     {key, good(map[string]any{"presses": []string{"1"}})},
			"negative":             {key, good(map[string]any{"presses": []int{-1}})},
			"a title that is none": {key, good(map[string]any{"title": map[string]any{"a": 1}})},
			"an unknown field":     {key, good(map[string]any{"x": 1})},
			"of another puzzle":    {key, good(map[string]any{"puzzle": "board=grid:3x3&on=0x1"})},
			"another version":      {key, good(map[string]any{"v": 3})},
			"a plan beyond":        {key, good(map[string]any{"plan": []int{12}})},
			"before with before":   {key, good(map[string]any{"before": map[string]any{"before": map[string]any{}}})},
			"older: no address":    {"lightsout", `{"redo":[]}`},
			"older: other board":   {"lightsout", `{"address":"#board=grid:3x3&on=0x1ff&presses=2","level":{"board":"hex:3","level":2},"redo":[]}`},
		} {
			_, says := comeTo(p, map[string]string{c.key: c.text}, "#v=2&"+puzzle)
			if got := look(p); got.Presses != "0" || len(got.On) != 9 {
				t.Errorf("%s: %+v", name, got)
			}
			if !strings.Contains(says, "A stored game cannot be read.") || strings.Contains(says, "That link") {
				t.Errorf("%s: the page says %q", name, says)
			}
			var values []string
			p.do(`Object.keys(localStorage).filter((key) => key.startsWith("lightsout-unread ")).map((key) => localStorage.getItem(key))`, &values)
			if !slices.Equal(values, []string{c.text}) {
				t.Errorf("%s: put aside are %q, want %q", name, values, c.text)
			}
		}
	})
}

// Who comes without an address, and has a game that does not fit its puzzle, is told of the game, not of a link; statistics that
// cannot be read are told on arrival, and stay, even if others are added.
func TestUnreadableIsToldOnArrival(t *testing.T) {
	inBothBrowsers(t, func(t *testing.T, p tab) {
		arrive := func(key, text string) string {
			_, says := comeTo(p, map[string]string{key: text}, "")
			return says
		}
		says := arrive("lightsout-game board=grid:3x3&on=0x1ff", `{"v":2,"at":9e15,"puzzle":"board=grid:3x3&on=0x1ff","presses":[99],"redo":[]}`)
		if !strings.HasPrefix(says, "A stored game cannot be read.") || strings.Contains(says, "link") {
			t.Errorf("of a game with a press that its board does not have the page says %q", says)
		}
		says = arrive("lightsout-statistics", `{"version":1,"daily":[{"date":"today"}]}`)
		if !strings.HasPrefix(says, "The stored statistics cannot be read.") {
			t.Errorf("of statistics that cannot be read the page says %q", says)
		}
		if !strings.Contains(stored(p), `\"date\":\"today\"`) {
			t.Errorf("stored is %s", stored(p))
		}
		p.do(`import("./js/progress.js").then((m) => m.importProgress('{"version":1,"over":[{"over":2,"solved":3}]}'))`, nil)
		if text := stored(p); !strings.Contains(text, `\"date\":\"today\"`) || !strings.Contains(text, `\"over\":2`) {
			t.Errorf("after a file was added, stored is %s", text)
		}
	})
}

// An address that names something twice is refused; of several puzzles it is said that there are more.
func TestLinksOfTwoPuzzles(t *testing.T) {
	inChromium(t, func(t *testing.T, p tab) {
		two := base64.RawURLEncoding.EncodeToString([]byte("p lights 2 1\ne 1 2\nl 1\n\np lights 3 1\ne 1 2\n"))
		for hash, want := range map[string]string{
			"#v=2&board=2x2&board=3x3":          "That link does not hold a puzzle: it has “board” twice.",
			"#v=2&lo=" + two + "&lo=" + two:     "That link does not hold a puzzle: it has “lo” twice.",
			"#v=2&board=2x2&presses=1&presses=": "That link does not hold a puzzle: it has “presses” twice.",
			"#v=2&lo=" + two:                    "It holds several puzzles; this is the first.",
		} {
			p.open(hash)
			if says := textOf(p, "message"); !strings.HasPrefix(says, want) || len(look(p).Names) == 0 {
				t.Errorf("%s: the page says %q, want %q", hash, says, want)
			}
		}
	})
}

// A long name is written whole where there is room for it; where it is cut, the pointer finds the whole.
func TestLongNames(t *testing.T) {
	inBothBrowsers(t, func(t *testing.T, p tab) {
		long := strings.Repeat("Wolfeschlegelsteinhausen", 8)
		p.open(addressFor(t, graphOf(t, "Alexandria in Egypt", "Rome", long)))
		var labels, titles []string
		p.do(`[...document.querySelectorAll("#board .label")].map((e) => e.textContent)`, &labels)
		p.do(`[...document.querySelectorAll("#board .item title")].map((e) => e.textContent)`, &titles)
		if want := []string{"Alexandria in Egypt", "Rome", "Wolfeschlegelst…"}; !slices.Equal(labels, want) {
			t.Errorf("written are %q, want %q", labels, want)
		}
		if len(titles) != 3 || titles[2] != long {
			t.Errorf("the pointer finds %q", titles)
		}
	})
}
