//go:build browser

package play

import (
	"strings"
	"testing"
)

// anything makes addresses and stored games out of good parts, bad parts and noise, the same each time; after each of them the
// page has a board and says something, and no script fails (which the console would tell).
const anything = `(async () => {
	const { open, goOn } = await import("./js/opening.js");
	const { parseAddress } = await import("./js/address.js");
	const { attempt } = await import("./js/actions.js");
	const { state } = await import("./js/store.js");
	const { recordOf, latest } = await import("./js/remember.js");
	let seed = 7;
	const random = (n) => ((seed = (seed * 1103515245 + 12345) % 2147483648), Math.floor((seed / 2147483648) * n));
	const one = (list) => list[random(list.length)];
	const noise = () => Array.from({ length: random(12) }, () => String.fromCodePoint(one([random(128), random(0x500), 0x1f600, 37, 38, 61, 44, 45, 48, 57]))).join("");
	const puzzles = ["board=3x3", "board=grid:3x3&on=0x1ff", "board=petersen", "board=5x5,mod=3&on=random", "daily=2026-11-15", "daily=2026-12-01/hard", "level=grid:3x3/2", "level=hex:3/99",
		"lo=cCBsaWdodHMgMyAyCmUgMSAyCmUgMiAzCnggMwpnIDEK", "lo=AAAA", "board=2x2&lo=AAAA", "daily=2026-02-31", "daily=x/easy", "board=toric:3", "board=merlin&goal=1,2"];
	const lists = ["", "0", "1,2", "3,3,3,3", "99", "-1", "1e3", "0x1", "a,b", "r1c1", "1,,2", ",", " 1", "999999999999", "5*2"];
	const values = [null, 0, -1, 1.5, 1e300, "", "x", [], [0], [1, 2], [99], [-1], ["1"], {}, { presses: 1, minimum: true }, { unsolvable: true }, true, [[1, 2]], [[NaN]], "solved", "2026-11-15"];
	const names = ["v", "at", "puzzle", "presses", "redo", "elapsed", "title", "best", "plan", "rival", "places", "hints", "shown", "helped", "begun", "counted", "before", "x"];
	const faults = [];
	const look = (what) => (document.querySelectorAll("#board .item").length > 0 && state.game && document.getElementById("message").textContent !== "" ) || faults.push(what);
	for (let k = 0; k < 1000; k++) {
		const parts = [one(["v=2", "v=2", "v=2", "v=1", "v=", "x=1", ""]), one([...puzzles, ...puzzles, noise()]), one(["", "", "on=" + one(["all", "none", "0x3", "2", noise()]), "goal=" + one(["1", "...", noise()])]), one(["", "presses=" + one([...lists, noise()]), "at=" + one(["1,2;3,4", "x", noise()])])];
		const address = "#" + parts.filter(Boolean).join(one(["&", "&", "&", noise()]));
		await attempt(async () => open(parseAddress(address)));
		look(address);
	}
	for (let k = 0; k < 1000; k++) {
		const puzzle = one(puzzles);
		const record = { v: 2, at: 9e15, puzzle, presses: [random(9)], redo: [] };
		for (let n = random(4); n > 0; n--) record[one(names)] = one(values);
		const text = one([JSON.stringify(record), JSON.stringify(record), JSON.stringify(record), JSON.stringify(record).slice(0, random(60)), noise()]);
		localStorage.setItem("lightsout-game " + puzzle, text);
		const stored = one([recordOf(puzzle), latest()]);
		await attempt(async () => (stored ? goOn(stored) : open(parseAddress("#v=2&" + puzzle))));
		look(puzzle + " with " + text);
		localStorage.clear();
	}
	return faults;
})()`

func TestAnythingIsPlayable(t *testing.T) {
	inBothBrowsers(t, func(t *testing.T, p tab) {
		p.open("#v=2&board=3x3")
		if faults := valueOf[[]string](p, anything); len(faults) > 0 {
			t.Errorf("%d cases leave nothing on the page, such as\n%s", len(faults), strings.Join(faults[:min(8, len(faults))], "\n"))
		}
	})
}
