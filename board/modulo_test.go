package board

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"
)

func TestSpecsOfColours(t *testing.T) {
	for spec, want := range map[string]string{
		"5x5,mod=3": "grid:5x5,mod=3", "lo2000": "grid:5x5,mod=3", "5x5,mod=2": "grid:5x5", "torus:4x4,mod=36": "torus:4x4,mod=36",
		"lo2000,self=off": "grid:5x5,self=off,mod=3", "2x3,mod=4,mask=#_#/###,pattern=king": "grid:2x3,pattern=king,mask=#_#/###,mod=4",
		"toric:3,mod=5": "toric:3,mod=5", "petersen,mod=6": "petersen,mod=6",
	} {
		b := parse(t, spec)
		if b.Spec() != want {
			t.Errorf("%s prints as %s, want %s", spec, b, want)
		}
		if again := parse(t, b.Spec()); !again.Equal(b) || again.Spec() != want {
			t.Errorf("%s reads back as %s", b, again)
		}
	}
}

// What counts in bits refuses a board with more states.
func TestBitsAreForTwoStates(t *testing.T) {
	b := parse(t, "2x2,mod=3")
	if _, err := b.Matrix(); !errors.Is(err, ErrTwoStates) {
		t.Errorf("Matrix: %v", err)
	}
	if b.Shape().Cross {
		t.Error("engines of two states may take it for their grid")
	}
}

func TestAmountsAddUp(t *testing.T) {
	for spec, want := range map[string]map[int]int{
		"torus:2x2,mod=3":          {0: 1, 1: 2, 2: 2},
		"torus:2x2,mod=4,self=off": {1: 2, 2: 2},
		"torus:1x1,mod=3":          {0: 2}, // itself and four ways around
		"torus:1x1,mod=5":          {},
		"cycle:2,mod=3":            {0: 1, 1: 2},
		"3x3,mod=7":                {0: 1, 1: 1, 3: 1},
		"torus:2x2":                {0: 1},
	} {
		b := parse(t, spec)
		got := maps.Collect(b.Adds(0))
		if !maps.Equal(got, want) {
			t.Errorf("%s: the first switch adds %v, want %v", spec, got, want)
		}
		if lights := slices.Sorted(maps.Keys(want)); !slices.Equal(b.Toggles(0), lights) {
			t.Errorf("%s: the first switch changes %v, want %v", spec, b.Toggles(0), lights)
		}
	}
}

func TestStatesAsPeopleWriteThem(t *testing.T) {
	for _, c := range []struct{ spec, text, want string }{
		{"2x3,mod=3", "all", "111111"}, {"2x3,mod=3", "none", "000000"}, {"2x3,mod=3", "012/210", "012210"},
		{"2x3,mod=3", "012210", "012210"}, {"2x3,mod=3", "5", "000010"}, {"2x3,mod=3", "5*2", "000020"},
		{"2x3,mod=3", "1,4-6*2", "100222"}, {"2x3,mod=3", "r2c1*2 r1c3", "001200"}, {"2x3,mod=3", "2*0", "000000"},
		{"2x2,mod=36", "az/09", "az09"}, {"1x4,mod=12", "1,2*11", "1b00"}, {"2x3,mod=3,mask=#_#/###", "0_2/111", "02111"},
	} {
		b := parse(t, c.spec)
		got, err := b.ParseState(c.text)
		if err != nil || got.String() != c.want {
			t.Errorf("%s: %q is %s, %v; want %s", c.spec, c.text, got, err, c.want)
		}
	}
	for _, c := range []struct{ spec, text, want string }{
		{"2x3,mod=3", "012/213", "written 0 to 2"}, {"2x3,mod=3", "5*3", "from 0 to 2"}, {"2x3,mod=3", "7", "out of range"},
		{"2x3,mod=3", "1*2,1", "named twice"}, {"2x3,mod=3", "", "no lights given"},
		{"2x3,mod=3", "012/21?", "does not matter"}, {"2x3,mod=3", "##./...", "written 0 to 2"}, {"2x3,mod=3", "5*", "after * comes"},
		{"2x3", "5*2", "more than two states"},
	} {
		b := parse(t, c.spec)
		err := NewPuzzle(b).SetLights(c.text, "", 1)
		if c.text == "" {
			_, err = b.ParseState(c.text)
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %q: %v, want %q", c.spec, c.text, err, c.want)
		}
	}
	p := NewPuzzle(parse(t, "2x2,mod=5"))
	if err := p.SetLights("", "0?/34", 1); err != nil || p.DontCare.Weight() != 1 || !p.DontCare.Has(1) {
		t.Errorf("a goal with a light that does not matter: %v, %v", p.DontCare, err)
	}
	if got := p.Change(); got.String() != "4023" {
		t.Errorf("from all to 0?34 presses add %v", got)
	}
	list, err := p.Board.ParseSwitches("3,3*2,1-2*2")
	if err != nil || !slices.Equal(list, []int{2, 2, 2, 0, 0, 1, 1}) {
		t.Errorf("presses are %v, %v", list, err)
	}
	if list, err = p.Board.ParseSwitches("0130"); err != nil || !slices.Equal(list, []int{1, 2, 2, 2}) {
		t.Errorf("presses are %v, %v", list, err)
	}
}

// A random start is even over all states that reach the goal: here all 27 × 27 choices of presses are
// counted, by a seed each.
func TestRandomStatesReachTheGoal(t *testing.T) {
	p := NewPuzzle(parse(t, "1x3,mod=3"))
	reachable := map[string]bool{}
	for i := range 27 {
		state := digits([]uint8{2, 0, 1}, 3)
		for s, times := range []int{i % 3, i / 3 % 3, i / 9} {
			p.Board.Press(state, s, times)
		}
		reachable[state.String()] = true
	}
	seen := map[string]int{}
	for seed := range uint64(2000) {
		if err := p.SetLights("random", "201", seed); err != nil {
			t.Fatal(err)
		}
		if !reachable[p.On.String()] {
			t.Fatalf("seed %d: %v does not reach 201", seed, p.On)
		}
		seen[p.On.String()]++
	}
	for state := range reachable {
		if n, even := seen[state], 2000/len(reachable); n < even/2 || n > 2*even {
			t.Errorf("state %v was drawn %d times of 2000, one in %d", state, n, len(reachable))
		}
	}
	if err := p.SetLights("random", "", 7); err != nil || p.On.String() != "200" {
		t.Errorf("seed 7 means %s; what a seed means is frozen", p.On)
	}
}
