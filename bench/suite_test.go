package bench

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"lightsout/board"
	"lightsout/encode"
	"lightsout/generate"
	"lightsout/solve"
)

// Every pair of every suite has a unique name and an existing board.
func TestSuitesAreSound(t *testing.T) {
	for _, s := range suites {
		o := Options{Suite: s.Name, Peers: true}
		pairs, err := o.matching()
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
			row := Result{Suite: s.Name, Instance: p.Instance, Family: p.row.Family, Size: p.size, Lights: 1, Question: p.Question, Contestant: p.Contestant, Outcome: solved}
			if err := row.sound(); err != nil {
				t.Errorf("%s: a result of %s, %s could not be read back: %v", s.Name, p.Instance, p.Contestant, err)
			}
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

// The suites that claim to cover every encoding do, so that a new one cannot be forgotten.
func TestSuitesAskEveryone(t *testing.T) {
	asked := func(suite string, has func(contestant) bool) bool {
		pairs, err := Options{Suite: suite}.matching()
		if err != nil {
			t.Fatal(err)
		}
		return slices.ContainsFunc(pairs, func(p pair) bool { return has(p.who) })
	}
	for _, p := range encode.Parities() {
		if !asked("encodings", func(c contestant) bool { return c.Xor == p.String() }) {
			t.Errorf("the suite encodings leaves out %s", p)
		}
	}
	for _, p := range encode.Countings() {
		if !asked("counting", func(c contestant) bool { return c.Card == p.Name }) {
			t.Errorf("the suite counting leaves out %s", p)
		}
	}
	for _, m := range generate.Methods() {
		if !asked("generators", func(c contestant) bool { return c.Method == m }) {
			t.Errorf("the suite generators leaves out %s", m)
		}
	}
}

// The suite encodings has boards of every shape and pattern. Each is asked for any answer, for answers
// within a bound and, if it has unsolvable states, for a proof that there is no answer.
func TestEncodingsOnEveryShape(t *testing.T) {
	suite, err := suiteByName("encodings")
	if err != nil {
		t.Fatal(err)
	}
	asked := map[string]map[question]bool{}
	unreachable := map[string]bool{} // kinds with a board that not every state is reachable on
	for _, row := range suite.Rows {
		f, err := familyByName(row.Family)
		if err != nil {
			t.Fatal(err)
		}
		for _, size := range row.Sizes {
			b, err := f.board(size, 1)
			if err != nil {
				t.Fatal(err)
			}
			nullity, err := solve.Nullity(t.Context(), b)
			if err != nil {
				t.Fatal(err)
			}
			kind := kindOf(f, size)
			unreachable[kind] = unreachable[kind] || nullity > 0
			if asked[kind] == nil {
				asked[kind] = map[question]bool{}
			}
			for _, q := range row.Questions {
				asked[kind][q] = asked[kind][q] || q != askUnsolvable || nullity > 0
			}
		}
	}
	kinds := []string{"grid,pattern=x", "grid,pattern=king", "grid,pattern=knight", "grid,self=off", "grid of 3 sides", "cubic", "triangulation", "tree"}
	codes := map[string]bool{} // they have a suite of their own, decoding
	for example := range board.Shapes() {
		if b, err := board.Parse(example); err == nil && !b.IsGraph() {
			codes[b.Shape().Kind] = true
		}
	}
	for _, name := range board.Names() {
		if b, err := board.Parse(name); err == nil && b.Spec() != name || codes[name] {
			continue // the name of a game on a board of another shape, or a code
		}
		if name != "graph" {
			kinds = append(kinds, name)
		}
	}
	for _, kind := range kinds {
		for _, q := range everything {
			if !asked[kind][q] && (q != askUnsolvable || unreachable[kind] || asked[kind] == nil) {
				t.Errorf("nobody is asked for %s on a board of the kind %s", q.words(), kind)
			}
		}
	}
}

// kindOf is the shape of a family's board without its size, but with its options.
func kindOf(f family, size int) string {
	if f.graph != nil {
		return f.name
	}
	shape, rest, _ := strings.Cut(f.spec(size), ":")
	sides, options, has := strings.Cut(rest, ",")
	switch {
	case has:
		return shape + "," + options
	case strings.Count(sides, "x") > 1:
		return fmt.Sprintf("%s of %d sides", shape, strings.Count(sides, "x")+1)
	}
	return shape
}

// A filter that matches nothing is an error that says where it would match.
func TestFilterThatMatchesNothing(t *testing.T) {
	for _, c := range []struct{ filter, want string }{
		{"cryptominisat5", `nothing in the suite quick matches "cryptominisat5"; with peers, `},
		{"tree-1000-any", `nothing in the suite quick matches "tree-1000-any"; in the suite scale, `},
		{"gird-5-any", `matches "gird-5-any" (did you mean "grid-5-any"?)`},
	} {
		o := Options{Suite: "quick", Filter: c.filter}
		if list, err := o.matching(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %d pairs, %v", c.filter, len(list), err)
		}
	}
}
