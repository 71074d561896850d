package bench

import (
	"fmt"
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
		s := must(Options{Suite: name}.plan())(t)
		if s.Name != name {
			t.Errorf("%s calls itself %s", name, s.Name)
		}
		seen := map[string]bool{}
		for _, p := range must(matching(Options{Suite: name, Peers: true}))(t) {
			if key := fmt.Sprint(p.Instance, p.Seed, p.Contestant); seen[key] {
				t.Errorf("%s: %s is listed twice", name, key)
			} else {
				seen[key] = true
			}
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
	sums := distinct(encode.Sums(), func(s encode.Parity) string { return s.Name })
	for suite, names := range map[string][]string{
		"study": append(distinct(encode.Parities(), encode.Parity.String), sums...), "study-counting": countingNames(),
	} {
		pairs := must(matching(Options{Suite: suite}))(t)
		for _, name := range names {
			if !slices.ContainsFunc(pairs, func(p pair) bool { return p.who.Xor == name || p.who.Card == name }) {
				t.Errorf("the suite %s leaves out %s", suite, name)
			}
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
