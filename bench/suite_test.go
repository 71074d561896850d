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

// Every built-in suite is a file that its own reader takes, and every pair of it has a unique name, an
// existing board and a result that can be read back.
func TestSuitesAreSound(t *testing.T) {
	files, err := suiteFiles.ReadDir("suites")
	if err != nil || len(files) != len(Suites()) {
		t.Errorf("%d files for %d suites: %v", len(files), len(Suites()), err)
	}
	for _, name := range Suites() {
		s, err := builtIn(name)
		if err != nil {
			t.Fatal(err)
		}
		if s.About == "" || s.Name != name {
			t.Errorf("%s says nothing of itself, or calls itself %s", name, s.Name)
		}
		pairs, err := Options{Suite: name, Peers: true}.matching()
		if err != nil {
			t.Fatal(err)
		}
		seen := map[Result]bool{}
		for _, p := range pairs {
			key := Result{Instance: p.Instance, Seed: p.Seed, Contestant: p.Contestant}
			if seen[key] {
				t.Errorf("%s: %s, seed %d, %s is listed twice", name, p.Instance, p.Seed, p.Contestant)
			}
			seen[key] = true
			row := Result{Suite: name, Instance: p.Instance, Family: p.row.Family.name, Size: p.size, Lights: 1, Question: p.Question, Contestant: p.Contestant, Outcome: solved}
			if err := row.sound(); err != nil {
				t.Errorf("%s: a result of %s, %s could not be read back: %v", name, p.Instance, p.Contestant, err)
			}
		}
		for _, row := range s.Rows {
			if p, _, err := row.Family.puzzle(row.Sizes[0], 1); err != nil || p.Board.Lights() == 0 {
				t.Errorf("%s, %s: %v", name, row.Family.name, err)
			}
			if row.Family.digestOf(row.Sizes[0], row.Start) != "" {
				t.Errorf("%s, %s: kept results of built-in suites have no digest", name, row.Family.name)
			}
		}
	}
}

// The table of peers has commands that can be read, and names that a suite can use.
func TestPeersAreSound(t *testing.T) {
	for _, p := range peers {
		again := peer{command: p.command}
		if p.format == flipFormat {
			again.format = flipFormat
		}
		if err := again.compile(append(placeholders(), "batch", "size", chainsFormat)); err != nil || again.format != p.format {
			t.Errorf("%s: %v", p.name, err)
		}
		if !solverName.MatchString(p.name) || slices.Contains(reserved(), p.name) {
			t.Errorf("%s is not a name for a solver", p.name)
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
	for _, p := range encode.Sums() {
		if !asked("colours", func(c contestant) bool { return c.Xor == p.Name }) {
			t.Errorf("the suite colours leaves out %s", p.Name)
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
		for _, size := range row.Sizes {
			p, _, err := row.Family.puzzle(size, 1)
			if err != nil {
				t.Fatal(err)
			}
			nullity, err := solve.Nullity(t.Context(), p.Board)
			if err != nil {
				t.Fatal(err)
			}
			kind := kindOf(row.Family, size)
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
		for _, q := range decisions {
			if !asked[kind][q] && (q != askUnsolvable || unreachable[kind] || asked[kind] == nil) {
				t.Errorf("nobody is asked for %s on a board of the kind %s", q.words(), kind)
			}
		}
	}
}

// kindOf is the shape of a family's board without its size, but with its options.
func kindOf(f family, size int) string {
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
