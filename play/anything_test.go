//go:build browser

package play

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
)

// anything loads the page with addresses and stored games made of good parts, bad parts and noise, the same each time, and
// then turns it to three other addresses. Each ends with a board and with words, also when it is loaded again; no script
// fails, which the console would tell; and what cannot be read stays in the storage.
const anything = `(async (seed, cases) => {
	const random = (n) => ((seed = (seed * 1103515245 + 12345) % 2147483648), Math.floor((seed / 2147483648) * n));
	const one = (list) => list[random(list.length)];
	const noise = () => Array.from({ length: random(12) }, () => String.fromCodePoint(
		one([random(128), random(0x500), 0x1f600, 37, 38, 61, 44, 45, 48, 57]))).join("");
	const puzzles = ["board=3x3", "board=grid:3x3&on=0x1ff", "board=petersen", "board=5x5,mod=3&on=random",
		"daily=2026-11-15", "daily=2026-12-01/hard", "level=grid:3x3/2", "level=hex:3/99",
		"lo=cCBsaWdodHMgMyAyCmUgMSAyCmUgMiAzCnggMwpnIDEK", "lo=AAAA", "board=2x2&lo=AAAA", "daily=2026-02-31",
		"daily=x/easy", "daily=", "level=1", "board=toric:3", "board=merlin&goal=1,2"];
	const lists = ["", "0", "1,2", "3,3,3,3", "99", "-1", "1e3", "0x1", "a,b", "r1c1", "1,,2", ",", " 1", "999999999999"];
	const values = [null, 0, -1, 1.5, 1e300, "", "x", [], [0], [1, 2], [99], [-1], ["1"], {}, { unsolvable: true },
		{ presses: 1, minimum: true }, true, [[1, 2]], [[NaN]], "solved", "2026-11-15", puzzles[0]];
	const names = ["v", "at", "puzzle", "presses", "redo", "elapsed", "title", "best", "plan", "rival", "places", "hints",
		"shown", "helped", "drawn", "begun", "counted", "before", "x"];
	const address = () => (random(4) === 0 ? "" : "#" + [one(["v=2", "v=2", "v=2", "v=1", "v=", "x=1", ""]),
		one([...puzzles, ...puzzles, noise()]),
		one(["", "", "on=" + one(["all", "none", "0x3", "2", noise()]), "goal=" + one(["1", "...", noise()])]),
		one(["", "presses=" + one([...lists, noise()]), "at=" + one(["1,2;3,4", "x", noise()])])]
		.filter(Boolean).join(one(["&", "&", "&", "&", noise()])));
	const record = () => {
		const made = { v: 2, at: random(9e9), puzzle: one(puzzles), presses: [random(9)], redo: [] };
		const { puzzle } = made;
		for (let n = random(4); n > 0; n--) made[one(names)] = one(values);
		const text = one([JSON.stringify(made), JSON.stringify(made), JSON.stringify(made),
			JSON.stringify(made).slice(0, random(60)), noise()]);
		return [one(["lightsout-game ", "lightsout-game ", "lightsout-game ", "lightsout-game x", "lightsout"]) + puzzle, text];
	};
	const frame = document.querySelector("iframe");
	const loaded = (go) => new Promise((done) => { frame.onload = done; go(); });
	const ready = () => new Promise((done, fail) => {
		const root = frame.contentDocument.documentElement;
		const look = () => root.dataset.ready !== undefined && done();
		new MutationObserver(look).observe(root, { attributes: true });
		setTimeout(fail, 240_000, Error("never ready"));
		look();
	});
	const faults = [];
	const look = async (what) => {
		await ready();
		const page = frame.contentDocument;
		if (page.querySelectorAll("#board .item").length === 0) faults.push("no board: " + what);
		if (page.getElementById("message").textContent === "") faults.push("no words: " + what);
	};
	const turned = async (hash) => {
		if (!frame.contentWindow.turn) {
			const script = frame.contentDocument.createElement("script");
			Object.assign(script, { type: "module", src: "turn.js" });
			await new Promise((done, fail) => (Object.assign(script, { onload: done, onerror: fail }), frame.contentDocument.head.append(script)));
		}
		await frame.contentWindow.turn(hash);
		await look("then " + JSON.stringify(hash));
	};
	for (let k = 0; k < cases; k++) {
		const records = Array.from({ length: 2 + random(5) }, record);
		const hash = one([address(), address(), "#v=2&" + records[0][0].replace("lightsout-game ", "") + "&presses=1"]);
		const what = JSON.stringify([hash, records]);
		const { prototype } = frame.contentWindow.Storage; // the page that is left writes nothing more
		prototype.setItem = prototype.removeItem = () => {};
		localStorage.clear();
		for (const [key, text] of records) localStorage.setItem(key, text);
		const put = Object.values(localStorage);
		await loaded(() => frame.contentWindow.location.replace("./?" + k + hash));
		await look(what);
		if (k % 8 === 0) {
			await loaded(() => frame.contentWindow.location.reload());
			await look("again: " + what);
		}
		for (const text of put) {
			let value = null;
			try { value = JSON.parse(text); } catch {}
			const readable = value?.v === 2 && Number.isInteger(value.presses?.[0]);
			if (text && !readable && !Object.values(localStorage).includes(text)) faults.push("lost " + text + ": " + what);
		}
		for (let n = 0; n < 3; n++) await turned(one([address(), address(), "#v=2&" + one(records)[0].replace("lightsout-game ", "")]));
	}
	return faults;
})`

// turnScript is a module that has the page open another address, as after a change of its hash.
const turnScript = `import { open, tellOfLink } from "./js/opening.js";
import { parseAddress } from "./js/address.js";
import { say } from "./js/store.js";
window.turn = async (hash) => {
	try {
		await open(parseAddress(hash));
	} catch (cause) {
		say(tellOfLink(cause), "bad");
	}
};`

// frames is the page with another around it that may show it in a frame.
func frames(whole http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		default:
			whole.ServeHTTP(framable{w}, r)
		case "/turn.js":
			w.Header().Set("Content-Type", "text/javascript")
			fmt.Fprint(w, turnScript)
		case "/frame":
			w.Header().Set("Content-Type", "text/html")
			fmt.Fprint(w, `<!doctype html><html data-ready><link rel="icon" href="data:,"><iframe width="700" height="600"></iframe>`)
		}
	})
}

// framable leaves out the header that forbids frames.
type framable struct{ http.ResponseWriter }

func (w framable) WriteHeader(code int) {
	w.Header().Del("Content-Security-Policy")
	w.ResponseWriter.WriteHeader(code)
}

// A thousand addresses and as many stored games in Chromium, and some in Firefox, whose storage is another.
func TestAnythingIsPlayable(t *testing.T) {
	inBothFrom(t, func(t *testing.T) http.Handler { return frames(handlerOf(t, "server")) }, func(t *testing.T, p tab) {
		const each = 25
		seeds := 250 / each // each is four addresses, and four games on average
		if _, firefox := p.(*foxTab); firefox {
			seeds = 1
		}
		p.open("frame")
		for seed := 7; seed < 7+seeds; seed++ {
			faults := valueOf[[]string](p, fmt.Sprintf("%s(%d, %d)", anything, seed, each))
			if len(faults) > 0 {
				t.Errorf("with seed %d there are %d faults, such as\n%s", seed, len(faults), strings.Join(faults[:min(4, len(faults))], "\n"))
			}
		}
	})
}
