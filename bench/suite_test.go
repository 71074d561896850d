package bench

import (
	"slices"
	"strings"
	"testing"

	"lightsout/encode"
	"lightsout/generate"
)

// Every pair of every suite has a name of its own, and a board that exists.
func TestSuitesAreSound(t *testing.T) {
	for _, s := range Suites() {
		pairs, err := List(Options{Suite: s.Name, Peers: true})
		if err != nil {
			t.Fatal(err)
		}
		seen := map[Result]bool{}
		for _, p := range pairs {
			key := Result{Instance: p.Instance, Seed: p.Seed, Contestant: p.Contestant}
			if seen[key] {
				t.Errorf("%s: %s, seed %d, %s is listed twice", s.Name, p.Instance, p.Seed, p.Contestant)
			}
			seen[key] = true
			if p.who.Peer != "" {
				if _, ok := peerByName(p.who.Peer); !ok {
					t.Errorf("%s: there is no peer %s", s.Name, p.who.Peer)
				}
			}
		}
		for _, row := range s.Rows {
			f, err := familyByName(row.Family)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.IsSorted(row.Sizes) {
				t.Errorf("%s, %s: sizes %v do not rise", s.Name, row.Family, row.Sizes)
			}
			if b, err := f.board(row.Sizes[0], 1); err != nil || b.Lights() == 0 {
				t.Errorf("%s, %s: %v", s.Name, row.Family, err)
			}
		}
	}
}

// A suite that is called "every encoding" asks them all, so that a new one cannot be forgotten.
func TestSuitesAskEveryone(t *testing.T) {
	asked := func(suite string, has func(Contestant) bool) bool {
		pairs, err := List(Options{Suite: suite})
		if err != nil {
			t.Fatal(err)
		}
		return slices.ContainsFunc(pairs, func(p Pair) bool { return has(p.who) })
	}
	for _, p := range encode.Parities() {
		if p.Name != "tree" && !asked("encodings", func(c Contestant) bool { return c.Xor == p.String() }) {
			t.Errorf("the suite encodings leaves out %s", p)
		}
	}
	for _, p := range encode.Countings() {
		if !asked("counting", func(c Contestant) bool { return c.Card == p.Name }) {
			t.Errorf("the suite counting leaves out %s", p)
		}
	}
	for _, m := range generate.Methods() {
		if !asked("generators", func(c Contestant) bool { return c.Method == m }) {
			t.Errorf("the suite generators leaves out %s", m)
		}
	}
}

// A filter that matches nothing is told, with where it would.
func TestFilterThatMatchesNothing(t *testing.T) {
	for _, c := range []struct{ filter, want string }{
		{"cryptominisat5", `nothing in the suite quick matches "cryptominisat5" without --peers; with it, `},
		{"tree-1000-any", `nothing in the suite quick matches "tree-1000-any"; in the suite scale `},
		{"gird-5-any", `matches "gird-5-any" (did you mean "grid-5-any"?); --list without --filter shows all pairs`},
	} {
		if list, err := List(Options{Suite: "quick", Filter: c.filter}); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %d pairs, %v", c.filter, len(list), err)
		}
	}
}
