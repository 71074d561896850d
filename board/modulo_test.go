package board

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"lightsout/gf2"
)

func coloured(t rapid.TB, spec string) *Board {
	t.Helper()
	b, err := Parse(spec)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestSpecsOfColours(t *testing.T) {
	for spec, want := range map[string]string{
		"5x5,mod=3": "grid:5x5,mod=3", "lo2000": "grid:5x5,mod=3", "5x5,mod=2": "grid:5x5", "torus:4x4,mod=36": "torus:4x4,mod=36",
		"lo2000,self=off": "grid:5x5,self=off,mod=3", "2x3,mod=4,mask=#_#/###,pattern=king": "grid:2x3,pattern=king,mask=#_#/###,mod=4",
		"toric:3,mod=5": "toric:3,mod=5", "petersen,mod=6": "petersen,mod=6",
	} {
		b := coloured(t, spec)
		if b.Spec() != want {
			t.Errorf("%s prints as %s, want %s", spec, b, want)
		}
		if again := coloured(t, b.Spec()); !again.Equal(b) || again.Spec() != want {
			t.Errorf("%s reads back as %s", b, again)
		}
	}
	for spec, want := range map[string]string{
		"5x5,mod=1": "from 2 to 36", "5x5,mod=37": "from 2 to 36", "5x5,mod=x": "from 2 to 36", "5x5,mod=": "from 2 to 36",
		"5x5,mod": "needs a value", "5x5,mdo=3": `did you mean "mod"`, "5x5,mod=3,mod=3": "given twice", "lo2000,mod=4": "given twice",
	} {
		if _, err := Parse(spec); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", spec, err, want)
		}
	}
}

// What counts in bits refuses a board with more states.
func TestBitsAreForTwoStates(t *testing.T) {
	b := coloured(t, "2x2,mod=3")
	for _, f := range Formats() {
		var text bytes.Buffer
		err := Write(&text, f.Name, NewPuzzle(b))
		if slices.Contains([]string{"lo", "text", "jsonl", "csv", "bits"}, f.Name) {
			if err != nil {
				t.Fatal(err)
			}
			for _, kind := range []string{f.Name, ""} { // told, and by content
				if p, err := readAll(text.String(), ReaderOptions{Kind: kind}); err != nil || p[0].Board.States() != 3 {
					t.Errorf("%s: %v, %v, want three states", f.Name, p, err)
				}
			}
			continue
		}
		if err == nil || f.Writes() && !strings.Contains(err.Error(), "3 states") {
			t.Errorf("%s: wrote lights with three states: %v", f.Name, err)
		}
	}
	for kind, text := range map[string]string{"pbm": "P1\n2 2\n0 1 1 0\n", "flip": "2:edb7,7\n", "nested": "[[0,1],[1,0]]", "graph6": "Bw\n", "dimacs": "p edge 4 1\ne 1 2\n"} {
		if _, err := readAll(text, ReaderOptions{Kind: kind, Board: b}); err == nil {
			t.Errorf("%s was read as lights with three states", kind)
		}
	}
	if _, err := b.Matrix(); !errors.Is(err, ErrTwoStates) {
		t.Errorf("Matrix: %v", err)
	}
	if kind := b.Shape().Kind; kind != "graph" {
		t.Errorf("engines of two states may take it for a %s", kind)
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
		b := coloured(t, spec)
		got := maps.Collect(b.Adds(0))
		if !maps.Equal(got, want) {
			t.Errorf("%s: the first switch adds %v, want %v", spec, got, want)
		}
		if lights := slices.Sorted(maps.Keys(want)); !slices.Equal(b.Toggles(0), lights) {
			t.Errorf("%s: the first switch changes %v, want %v", spec, b.Toggles(0), lights)
		}
	}
}

// drawColoured is a puzzle with everything it can have where lights have more than two states.
func drawColoured(t *rapid.T) *Puzzle {
	states := rapid.IntRange(3, 36).Draw(t, "states")
	var b *Board
	if rapid.Bool().Draw(t, "listed") {
		switches, lights := rapid.IntRange(1, 5).Draw(t, "switches"), rapid.IntRange(1, 5).Draw(t, "lights")
		text := fmt.Sprintf("p toggle %d %d\nm %d\n", switches, lights, states)
		for s := range switches {
			text += fmt.Sprintf("t %d", s+1)
			for l := range lights {
				if amount := rapid.IntRange(0, states-1).Draw(t, "amount"); amount > 0 {
					text += fmt.Sprintf(" %d*%d", l+1, amount)
				}
			}
			text += "\n"
		}
		b = readOne(t, text, ReaderOptions{Name: "drawn"}).Board
	} else {
		spec := rapid.SampledFrom([]string{"2x3", "torus:2x2", "cube:1", "petersen", "3x3,mask=#_#/###/_##", "toric:2", "grid:2x2x2", "path:4", "star:5,self=off"}).Draw(t, "spec")
		b = coloured(t, fmt.Sprintf("%s,mod=%d", spec, states))
	}
	p := NewPuzzle(b)
	for l := range b.Lights() {
		p.On.Set(l, rapid.IntRange(0, states-1).Draw(t, "on"))
	}
	if rapid.Bool().Draw(t, "constrained") {
		for l := range b.Lights() {
			p.Goal.Set(l, rapid.IntRange(0, states-1).Draw(t, "goal"))
		}
		p.DontCare = gf2.VecOf(b.Lights(), 0)
		p.Goal.Set(0, 0)
		p.Forbid(b.Switches() - 1)
	}
	return p
}

func TestColoursSurviveEveryFormat(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawColoured(t)
		checkWriters(t, p)
		// What a format does not carry it refuses, as far as there is something to carry.
		if p.DontCare.Len() > 0 {
			if err := Write(&bytes.Buffer{}, "bits", p); err == nil {
				t.Fatal("bits took a goal")
			}
			return
		}
		for _, format := range []string{"jsonl", "csv", "bits"} {
			var text bytes.Buffer
			if err := Write(&text, format, p); err != nil && p.Board.Lights() == 1 && p.Board.States() > 12 {
				continue // it could be a comment
			} else if err != nil {
				t.Fatal(err)
			}
			// By its content, and without its name where the board is given.
			if q := readOne(t, text.String(), ReaderOptions{}); !samePuzzle(p, q) {
				t.Fatalf("%s: another puzzle reads back from\n%s", format, &text)
			}
			_, rest, _ := strings.Cut(text.String(), "\n")
			if format != "jsonl" {
				if q := readOne(t, rest, ReaderOptions{Board: p.Board}); !samePuzzle(p, q) {
					t.Fatalf("%s without its head: another puzzle reads back from\n%s", format, rest)
				}
			}
		}
	})
}

func TestStatesAsPeopleWriteThem(t *testing.T) {
	for _, c := range []struct{ spec, text, want string }{
		{"2x3,mod=3", "all", "111111"}, {"2x3,mod=3", "none", "000000"}, {"2x3,mod=3", "012/210", "012210"},
		{"2x3,mod=3", "012210", "012210"}, {"2x3,mod=3", "5", "000010"}, {"2x3,mod=3", "5*2", "000020"},
		{"2x3,mod=3", "1,4-6*2", "100222"}, {"2x3,mod=3", "r2c1*2 r1c3", "001200"}, {"2x3,mod=3", "2*0", "000000"},
		{"2x2,mod=36", "az/09", "az09"}, {"1x4,mod=12", "1,2*11", "1b00"}, {"2x3,mod=3,mask=#_#/###", "0_2/111", "02111"},
	} {
		b := coloured(t, c.spec)
		got, err := b.ParseState(c.text)
		if err != nil || got.String() != c.want {
			t.Errorf("%s: %q is %s, %v; want %s", c.spec, c.text, got, err, c.want)
		}
	}
	for _, c := range []struct{ spec, text, want string }{
		{"2x3,mod=3", "012/213", "written 0 to 2"}, {"2x3,mod=3", "5*3", "from 0 to 2"}, {"2x3,mod=3", "7", "out of range"},
		{"2x3,mod=3", "1*2,1", "named twice"}, {"2x3,mod=3", "", "no lights given"}, {"2x3,mod=3", "0x1f", "4 lights given"},
		{"2x3,mod=3", "012/21?", "does not matter"}, {"2x3,mod=3", "##./...", "written 0 to 2"}, {"2x3,mod=3", "5*", "after * comes"},
		{"2x3", "5*2", "more than two states"},
	} {
		b := coloured(t, c.spec)
		err := NewPuzzle(b).SetLights(c.text, "", 1)
		if c.text == "" {
			_, err = b.ParseState(c.text)
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %q: %v, want %q", c.spec, c.text, err, c.want)
		}
	}
	p := NewPuzzle(coloured(t, "2x2,mod=5"))
	if err := p.SetLights("", "0?/34", 1); err != nil || p.DontCare.Weight() != 1 || p.Matters(1) {
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
	p := NewPuzzle(coloured(t, "1x3,mod=3"))
	reachable := map[string]bool{}
	for i := range 27 {
		state := Digits([]uint8{2, 0, 1}, 3)
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

// The group is the set of all permutations that keep amounts, counted one by one.
func TestSymmetriesKeepAmounts(t *testing.T) {
	for _, spec := range []string{"2x3,mod=3", "torus:2x3,mod=3", "torus:2x2,mod=3", "torus:2x2,mod=2", "cycle:2,mod=3", "cycle:6,mod=4", "star:5,mod=3", "torus:1x5,mod=3", "torus:1x5,mod=4", "complete:5,mod=3"} {
		b := coloured(t, spec)
		group, err := b.Symmetries(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		adds := make([]map[int]int, b.Switches())
		for s := range adds {
			adds[s] = maps.Collect(b.Adds(s))
		}
		count := 0
		permutations(b.Switches(), func(image []int) {
			for s := range image {
				for l, amount := range adds[s] {
					if adds[image[s]][image[l]] != amount {
						return
					}
				}
			}
			count++
		})
		if group.Order().Cmp(big.NewInt(int64(count))) != 0 {
			t.Errorf("%s has %d symmetries, not %v", spec, count, group.Order())
		}
		elements, ok := group.Elements(1000)
		if !ok || len(elements) != count {
			t.Errorf("%s: %d elements listed, want %d", spec, len(elements), count)
		}
		for _, e := range elements {
			if len(e.Lights) != b.Lights() || !b.keepsAdds(e.Lights) {
				t.Errorf("%s: %v is not a symmetry", spec, e.Lights)
			}
		}
	}
	// A switch that adds 1 and 2 is not one that adds 2 and 1 to the same lights, but to exchanged ones.
	b := readOne(t, "p toggle 2 2\nm 3\nt 1 1 2*2\nt 2 1*2 2\n", ReaderOptions{}).Board
	if group, err := b.Symmetries(context.Background()); err != nil || group.Order().Int64() != 2 {
		t.Errorf("exchanging both switches and lights is the one symmetry, %v", err)
	}
}

func TestStatesInNativeFiles(t *testing.T) {
	p := readOne(t, "b 2x2\nm 3\nl 1*2 4\ng 2 3*2\n", ReaderOptions{})
	if p.Board.Spec() != "grid:2x2,mod=3" || p.On.String() != "2001" || p.Goal.String() != "0120" {
		t.Errorf("%s from %v to %v", p.Board, p.On, p.Goal)
	}
	p = readOne(t, "p toggle 1 3\nt 1 1*2 3\nm 3\n", ReaderOptions{Name: "x.lo"})
	if got := maps.Collect(p.Board.Adds(0)); !maps.Equal(got, map[int]int{0: 2, 2: 1}) || p.Board.Spec() != "graph:x.lo,mod=3" {
		t.Errorf("%s adds %v", p.Board, got)
	}
	if p = readOne(t, "b 2x2\nm 2\n", ReaderOptions{}); p.Board.States() != 2 || p.On.Weight() != 4 {
		t.Errorf("m 2 is %s", p.Board)
	}
}
