package bench

import (
	"io"
	"slices"
	"strings"
	"testing"

	"lightsout/encode"
	"lightsout/solve"
)

// Every built-in suite is a file that its own reader takes, and every pair of it has a unique name, an
// existing board and a result that can be read back.
func TestSuitesAreSound(t *testing.T) {
	files, err := suiteFiles.ReadDir("suites")
	if err != nil || len(files) != len(Suites) {
		t.Errorf("%d files for %d suites: %v", len(files), len(Suites), err)
	}
	for _, name := range Suites {
		s, err := Options{Suite: name}.plan()
		if err != nil {
			t.Fatal(err)
		}
		if s.Name != name {
			t.Errorf("%s calls itself %s", name, s.Name)
		}
		pairs, err := matching(Options{Suite: name, Peers: true})
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
			row := Result{Suite: name, Instance: p.Instance, Family: p.family.name, Size: p.Size, Lights: 1, Question: p.Question, Contestant: p.Contestant, Outcome: solved}
			if err := row.sound(); err != nil {
				t.Errorf("%s: a result of %s, %s could not be read back: %v", name, p.Instance, p.Contestant, err)
			}
		}
		for _, row := range s.Rows {
			if p, err := row.Family.puzzle(row.Sizes[0], 1); err != nil || p.Board.Lights() == 0 {
				t.Errorf("%s, %s: %v", name, row.Family.name, err)
			}
		}
	}
}

// The table of peers has commands that can be read, and names that a suite can use.
func TestPeersAreSound(t *testing.T) {
	for _, p := range peers {
		again := peer{Command: p.Command}
		if err := again.compile(); err != nil || again.format.Name != p.format.Name {
			t.Errorf("%s: %v", p.Name, err)
		}
		if !solverName.MatchString(p.Name) || slices.Contains(append(solve.EngineNames(), "gini"), p.Name) {
			t.Errorf("%s is not a name for a solver", p.Name)
		}
	}
}

// The suites that claim to cover every encoding do, so that a new one cannot be forgotten.
func TestSuitesAskEveryone(t *testing.T) {
	asked := func(suite string, has func(contestant) bool) bool {
		pairs, err := matching(Options{Suite: suite})
		if err != nil {
			t.Fatal(err)
		}
		return slices.ContainsFunc(pairs, func(p pair) bool { return has(p.who) })
	}
	for _, p := range encode.Parities() {
		if !asked("study", func(c contestant) bool { return c.Xor == p.String() }) {
			t.Errorf("the suite study leaves out %s", p)
		}
	}
	for _, p := range encode.Sums() {
		if !asked("study", func(c contestant) bool { return c.Xor == p.Name }) {
			t.Errorf("the suite study leaves out %s", p.Name)
		}
	}
	for _, p := range encode.Countings() {
		if !asked("study-counting", func(c contestant) bool { return c.Card == p.Name }) {
			t.Errorf("the suite study-counting leaves out %s", p.Name)
		}
	}
}

func TestFilterThatMatchesNothing(t *testing.T) {
	err := List(io.Discard, Options{Suite: "quick", Filter: "cryptominisat5"})
	if err == nil || !strings.Contains(err.Error(), `nothing in the suite quick matches "cryptominisat5"; --list without it shows all (instances of the question none end in -unsolvable)`) {
		t.Error(err)
	}
}

// matching lists what the options ask for.
func matching(o Options) ([]pair, error) {
	s, err := o.plan()
	if err != nil {
		return nil, err
	}
	pairs, err := s.matching(o)
	return slices.DeleteFunc(pairs, func(p pair) bool { return p.Outcome == notAsked }), err
}
