package play

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"lightsout/board"
)

// Every puzzle that new makes on boards with more states needs the presses it says, and hints lead to its end.
func TestColouredPuzzles(t *testing.T) {
	api := New(Limits{})
	rapid.Check(t, func(t *rapid.T) {
		spec := rapid.SampledFrom([]string{"lo2000", "3x3,mod=4", "torus:3x3,mod=3", "hypercube:3,mod=6", "petersen,mod=5", "toric:2,mod=3", "torus:2x2,mod=3"}).Draw(t, "spec")
		loaded := ask[loaded](t, api, "load", loadRequest{Spec: spec, On: "none"})
		view, wished := loaded.View, rapid.IntRange(1, 6).Draw(t, "presses")
		drawn := ask[drawn](t, api, "new", newRequest{Board: view.Ref, Presses: wished, Seed: rapid.Uint64().Draw(t, "seed")})
		if !drawn.Minimum || drawn.Presses > wished || drawn.Presses > view.Hardest {
			t.Fatalf("asked for %d presses of at most %d: %+v", wished, view.Hardest, drawn)
		}
		on := drawn.On
		for left := drawn.Presses; left > 0; left-- {
			hint := ask[solution](t, api, "solve", solveRequest{position: position{Board: view.Ref, On: asCells(on)}})
			if !hint.Solvable || !*hint.Minimum || *hint.PressCount != left {
				t.Fatalf("%d presses to go, and the hint says %+v", left, hint)
			}
			// A press adds one to a light as often as the view lists it.
			state := board.NewState(view.Lights, view.States)
			for _, l := range append(slices.Clone(on), view.Toggles[hint.Presses[0]]...) {
				state.Set(l, state.At(l)+1)
			}
			stepped := ask[stepped](t, api, "step", stepRequest{position: position{Board: view.Ref, On: asCells(on)}, Press: &hint.Presses[0]})
			if on = stepped.On; !slices.Equal(on, state.Indices()) {
				t.Fatalf("the view's toggles lead to %v, a step to %v", state.Indices(), on)
			}
		}
		if len(on) > 0 {
			t.Fatalf("lights %v are not in state 0", on)
		}
	})
}

// No solvable state of small boards needs more presses than the view says: all of them, by brute force.
func TestHardestOfColours(t *testing.T) {
	api := New(Limits{})
	for _, spec := range []string{"2x2,mod=3", "2x2,mod=4", "path:3,mod=4", "cycle:4,mod=3", "path:2,mod=6", "torus:2x2,mod=4", "complete:3,mod=3"} {
		b, err := board.Parse(spec)
		if err != nil {
			t.Fatal(err)
		}
		// least is the fewest presses of each state: over all presses.
		least := map[string]int{}
		times := make([]uint8, b.Switches())
		for more := true; more; more = next(times, b.States()) {
			state, presses := b.Dark(), 0
			for s, n := range times {
				b.Press(state, s, int(n))
				presses += int(n)
			}
			if old, seen := least[state.String()]; !seen || presses < old {
				least[state.String()] = presses
			}
		}
		hardest := 0
		for _, presses := range least {
			hardest = max(hardest, presses)
		}
		view := ask[loaded](t, api, "load", loadRequest{Spec: spec}).View
		if hardest > view.Hardest {
			t.Errorf("%s: a state needs %d presses, the view says at most %d", spec, hardest, view.Hardest)
		}
		facts := ask[analysis](t, api, "analyse", position{Board: view.Ref, On: asCells(nil)})
		if facts.States != fmt.Sprint(len(least)) || !facts.Solvable {
			t.Errorf("%s: %d states are solvable, the analysis is %+v", spec, len(least), facts)
		}
		for _, quiet := range facts.Quiet {
			state := b.Dark()
			for _, s := range quiet {
				b.Press(state, s, 1)
			}
			if !state.IsZero() {
				t.Errorf("%s: the quiet pattern %v leaves %v", spec, quiet, state)
			}
		}
	}
}

// next counts up, and reports whether it is not at the end.
func next(times []uint8, states int) bool {
	for i := range times {
		if times[i]++; int(times[i]) < states {
			return true
		}
		times[i] = 0
	}
	return false
}

// Files with more states are loaded, and come back as they were.
func TestColouredFiles(t *testing.T) {
	api := New(Limits{})
	for _, text := range []string{
		"b grid:5x5,mod=3\nl 1*2\ng 3\nu 7\nx 5\n\n",
		"p toggle 2 3\nm 3\nt 1 1*2 2\nt 2 2 3\nl 1*2 3\ng 2*2\n\n",
		"p lights 3 2\nm 4\ne 1 2\na 2 3\nl 1*3 2\no 3\n\n",
	} {
		l := ask[loaded](t, api, "load", loadRequest{File: text, Name: "x.lo"})
		back := ask[saved](t, api, "save", saveRequest{position: position{Board: l.View.Ref, On: asCells(l.On), Goal: asCells(l.Goal), DontCare: l.DontCare, Forbidden: asCells(l.Forbidden)}, Format: "lo"})
		again := ask[loaded](t, api, "load", loadRequest{File: back.Text})
		if !cmp.Equal(l, again) {
			t.Errorf("%q comes back as %q", text, back.Text)
		}
	}
}

func TestColouredErrors(t *testing.T) {
	api := New(Limits{})
	for _, c := range []struct{ method, body, says string }{
		{"new", `{"board":"lo2000","presses":51}`, "51 presses are more than the 25 switches of the board take"},
		{"explain", `{"board":"lo2000"}`, "this takes lights with two states only"},
		{"save", `{"board":"lo2000","format":"graph6"}`, "cannot express lights with 3 states"},
		{"load", `{"spec":"5x5,mod=37"}`, "from 2 to 36"},
		{"load", `{"spec":"5x5,mod=3","on":"3*3"}`, "from 0 to 2"},
		{"analyse", `{"board":"5x5,mod=3","on":[0,0,0]}`, "light 0 is named 3 times"},
		{"solve", `{"board":{"spec":"5x5","states":3}}`, "mod=3"},
		{"solve", `{"board":{"lights":1,"toggles":[[0]],"states":1}}`, "from 2 to 36"},
		{"solve", `{"board":{"lights":2,"toggles":[[0,1,1],[1]],"states":3,"graph":true}}`, "switch 0 lists light 1 twice"},
	} {
		_, err := tryAsk[any](api, c.method, json.RawMessage(c.body))
		wantError(t, c.method+" "+c.body, err, "bad_request", c.says)
	}
}
