package board

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"
	"testing"

	"lightsout/gf2"

	"pgregory.net/rapid"
)

// A state may be written as bits, as marks, as an integer whose first light is the lowest bit, or as a
// list of lights.
func TestStatesReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := parse(t, drawSpec(t))
		want := drawVec(t, b.Lights())
		bits := want.String()
		n := new(big.Int)
		for i := range want.Ones() {
			n.SetBit(n, i, 1)
		}
		texts := []string{bits, strings.NewReplacer("0", ".", "1", "#").Replace(bits), fmt.Sprintf("%#x", n), fmt.Sprintf("0B%b", n)}
		if !want.IsZero() {
			texts = append(texts, listOf(want))
		}
		if b.inRows() {
			texts = append(texts, drawn(b, want, "/"), drawn(b, want, ""))
		}
		for _, text := range texts {
			got, err := b.ParseState(text)
			if err != nil {
				t.Fatalf("%s, state %s: %v", b, text, err)
			}
			if !got.Equal(Bits(want)) {
				t.Fatalf("%s: %s was read as %v, want %v", b, text, got, want)
			}
		}
	})
}

// listOf is a state as a list that cannot be taken for a picture: the last light twice.
func listOf(state gf2.Vec) string {
	var words []string
	for i := range state.Ones() {
		words = append(words, fmt.Sprint(i+1))
	}
	return strings.Join(append(words, words[len(words)-1]), ",")
}

// The rule for digits alone: exactly as many as lights are a picture, any other number names a light.
func TestDigitsAreAPictureOrALight(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lights := rapid.IntRange(1, 1200).Draw(t, "lights")
		b := parse(t, fmt.Sprintf("path:%d", lights))
		text := rapid.StringMatching(`[0-9]{1,4}|[01]{1,8}`).Draw(t, "digits")
		if rapid.Bool().Draw(t, "as many as lights") {
			text = drawVec(t, lights).String()
		}
		got, err := b.ParseState(text)
		n, _ := strconv.Atoi(text)
		switch {
		case len(text) == lights && strings.Trim(text, "01") == "":
			if err != nil || got.String() != text {
				t.Fatalf("%s: the picture %s is %v, %v", b, text, got, err)
			}
		case len(text) != lights && text[0] != '0' && n >= 1 && n <= lights:
			if err != nil || !got.Equal(Bits(gf2.VecOf(lights, n-1))) {
				t.Fatalf("%s: light %s is %v, %v", b, text, got, err)
			}
		case err == nil:
			t.Fatalf("%s: %s is %v, and should be nothing", b, text, got)
		case !strings.Contains(err.Error(), "a picture of") || !strings.Contains(err.Error(), "a list names"):
			t.Fatalf("%s: %q does not give both readings", b, err)
		}
	})
}

// Lists are those of ParseSwitches, of lights.
func TestStatesAsLists(t *testing.T) {
	for _, c := range []struct{ spec, text, want string }{
		{"3x3", "3", "001000000"},
		{"3x3", "1,4-7", "100111100"},
		{"3x3", "r2c3,r1c1", "100001000"},
		{"3x3", " 2 3\t9 ", "011000001"},
		{"3x3", "1-3,2", "111000000"},
		{"path:3", "101", "101"},
		{"path:3", "2", "010"},
		{"1x1", "1", "1"},
		{"1x1", "0", "0"},
		{"2x3,mask=#_#/###", "r1c3,5", "01001"},
		{"cube:1", "r1c2", "100000"},
		// State 341 of 3×3 is the corners and the centre (Gawalt's table of all states).
		{"3x3", "0x155", "101010101"},
		{"3x3", "0X155", "101010101"},
		{"3x3", "0b101010101", "101010101"},
		{"3x3", "1,3,5,7,9", "101010101"},
		{"3x3", "101010101", "101010101"},
		{"3x3", "101/010/101", "101010101"},
		{"3x3", "#.#/.#./#.#", "101010101"},
	} {
		v, err := parse(t, c.spec).ParseState(c.text)
		if err != nil || v.String() != c.want {
			t.Errorf("%s, %q: %v, %v, want %s", c.spec, c.text, v, err, c.want)
		}
	}
	// Lights are not switches: this board has one light and three switches.
	b, err := FromToggles("apart", 1, [][]int{{0}, {0}, {0}})
	if err != nil {
		t.Fatal(err)
	}
	if v, err := b.ParseState("3"); err == nil || !strings.Contains(err.Error(), "a list names lights from 1 to 1") {
		t.Errorf("%v, %v", v, err)
	}
}

// A goal may leave lights open; a start may not.
func TestGoalsWithLightsThatDoNotMatter(t *testing.T) {
	p := NewPuzzle(parse(t, "3x3"))
	if err := p.SetLights("", "..?/###/???", 1); err != nil {
		t.Fatal(err)
	}
	if p.On.Weight() != 9 || p.Goal.String() != "000111000" || p.DontCare.String() != "001000111" {
		t.Errorf("on %v, goal %v, don't care %v", p.On, p.Goal, p.DontCare)
	}
	if got := p.Change().String(); got != "110000000" {
		t.Errorf("change %s", got)
	}
	if err := p.SetLights("1,2", "", 1); err != nil || p.DontCare.Weight() != 4 {
		t.Errorf("a new start: don't care %v, %v", p.DontCare, err)
	}
	if err := p.SetLights("", "none", 1); err != nil || !p.DontCare.IsZero() {
		t.Errorf("a new goal: don't care %v, %v", p.DontCare, err)
	}
	for _, c := range []struct{ on, goal, want string }{
		{"..?/###/???", "", "on: \"..?/###/???\": ? stands for a light that does not matter in a goal"},
		{"", "?", "goal: 1 lights given, grid:3x3 has 9"},
		{"", "0?./###/???", "mixes 0/1 and ./#"},
		{"", "101", "goal: \"101\" does not fit"},
	} {
		if err := p.SetLights(c.on, c.goal, 1); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v", c, err)
		}
	}
	large := NewPuzzle(parse(t, "400x400"))
	if err := large.SetLights("random", strings.Repeat("?", 160000), 1); err != nil || large.DontCare.Weight() != 160000 || !large.Change().IsZero() {
		t.Errorf("a large board: don't care %d, %v", large.DontCare.Len(), err)
	}
}

// The answers are the x with System·x = Change: what a switch flips among the lights that matter.
func TestSystemIsTheBoardOfTheLightsThatMatter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := parse(t, drawSpec(t))
		p := &Puzzle{Board: b, On: Bits(drawVec(t, b.Lights())), Goal: Bits(drawVec(t, b.Lights())), DontCare: drawVec(t, b.Lights())}
		x := drawVec(t, p.Board.Switches())
		wrong := p.After(Bits(x)).Change()
		if got := p.System().Apply(x).Sum(p.Change().Bits()); !got.Equal(wrong.Bits()) {
			t.Fatalf("%s: the system leaves %v, the board %v", p.Board, got, wrong)
		}
		for l := range p.Board.Lights() {
			matters := p.DontCare.Len() == 0 || !p.DontCare.Bit(l)
			if want := matters && p.After(Bits(x)).On.Bits().Bit(l) != p.Goal.Bits().Bit(l); wrong.Bits().Bit(l) != want {
				t.Fatalf("%s: light %d is wrong: %v", p.Board, l, wrong.Bits().Bit(l))
			}
		}
	})
}

// drawn shows a state row by row, holes and all.
func drawn(b *Board, state gf2.Vec, between string) string {
	rows, cols := b.Layout().Size()
	lines := make([]string, rows)
	for r := range rows {
		for c := range cols {
			switch cell := b.Layout().Cell(r, c); {
			case cell < 0:
				lines[r] += "_"
			case state.Bit(cell):
				lines[r] += "#"
			default:
				lines[r] += "."
			}
		}
	}
	return strings.Join(lines, between)
}

func TestStateErrors(t *testing.T) {
	for _, c := range []struct{ spec, text, want string }{
		{"3x3", "", "no lights given"},
		{"3x3", " ", "no lights given"},
		{"3x3", "alll", `"alll" is not a state (did you mean "all"?): use all, none, random, a list such as 3,5-8 or r2c3, a picture of 0/1 or ./#, or an integer such as 0x1ff`},
		{"5x5", "101", `"101" does not fit: a picture of grid:5x5 has 25 cells of 0 and 1, and a list names lights from 1 to 25`},
		{"3x3", "512", `a list names lights from 1 to 9`},
		{"3x3", "0101", "a picture of grid:3x3 has 9 cells of 0 and 1, and a list names lights from 1 to 9"},
		{"3x3", "341", "a list names lights from 1 to 9"},
		{"3x3", "0", "a picture of grid:3x3 has 9 cells of 0 and 1, and a list names lights from 1 to 9"},
		{"3x3", "012012012", "a picture of grid:3x3 has 9 cells of 0 and 1, and a list names lights from 1 to 9"},
		{"3x3", "-1", `"-1" is not a light: write numbers from 1 to 9, ranges`},
		{"3x3", ",", `"," names no light; the state without any is none`},
		{"3x3", "7-5", `"7-5" counts down: write 5-7`},
		{"3x3", "1,10", "light 10 is out of range: grid:3x3 has lights 1 to 9"},
		{"3x3", "r4c1", `"r4c1" is outside grid:3x3`},
		{"hypercube:3", "r1c1", "hypercube:3 has no rows and columns; use the numbers of the lights"},
		{"3x3,mask=###/#_#/###", "r2c2", "has no cell there"},
		{"3x3", "0x", `"0x" is not an integer: after 0x come digits out of 0123456789abcdef`},
		{"3x3", "0x+1", "not an integer"},
		{"3x3", "0b12", `"0b12" is not an integer: after 0b come digits out of 01`},
		{"3x3", "0x200", "0x200 has a bit for light 10, but grid:3x3 has 9 lights"},
		{"3x3", "0b1000000000000", "has a bit for light 13"},
		{"3x3", "1010101010", "a picture of grid:3x3 has 9 cells"},
		{"3x3", "..#", "3 lights given, grid:3x3 has 9"},
		{"3x3", "?01010101", "? stands for a light that does not matter in a goal"},
		{"3x3", "101/010", "2 rows given"},
		{"3x3", "101/01/0101", "row 2 has 2 lights"},
		{"3x3", "#.#/._./#.#", "_ stands for a hole"},
		{"3x3,mask=###/#_#/###", "#.#/_../#.#", "row 2, column 1"},
		{"3x3,mask=###/#_#/###", "#.#/..#/#.#", "row 2, column 2"},
		{"3x3,mask=###/#_#/###", "#.#/.#.#/#.#", "row 2 has 4 lights"},
		{"3x3,mask=###/#_#/###", "#.#._._", "_ stands for a hole"},
		{"hypercube:2", "1/0/1", "3 lights given"},
		{"3x3", strings.Repeat("9", 200_000), "a picture of grid:3x3 has 9 cells"},
	} {
		if v, err := parse(t, c.spec).ParseState(c.text); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s, state %s: got %v, %v, want an error with %q", c.spec, clip(c.text), v, err, c.want)
		}
	}
}

// reachable reports whether some presses make a change.
func reachable(t *testing.T, m *gf2.Matrix, change gf2.Vec) bool {
	t.Helper()
	s, err := gf2.NewSystem(t.Context(), m)
	if err != nil {
		t.Fatal(err)
	}
	_, _, ok := s.Solve(change)
	return ok
}

func TestRandomStatesAreReachable(t *testing.T) {
	for _, spec := range []string{"5x5", "torus:5x5", "merlin", "hypercube:5"} {
		b := parse(t, spec)
		m, err := b.Matrix()
		if err != nil {
			t.Fatal(err)
		}
		goal := gf2.VecOf(b.Lights(), 0, 3)
		for seed := range uint64(50) {
			state, _ := randomReachable(b, Bits(goal), seed, 0)
			if !reachable(t, m, state.Bits().Sum(goal)) {
				t.Errorf("%s, seed %d: %v does not lead to %v", spec, seed, state, goal)
			}
		}
	}
	// The meaning of a seed is frozen.
	b := parse(t, "5x5")
	if got, _ := randomReachable(b, Bits(gf2.NewVec(25)), 1, 0); got.String() != frozenSeedOne {
		t.Errorf("seed 1 of 5x5 is %s, was %s", got, frozenSeedOne)
	}
}

const frozenSeedOne = "0011010101100101110111101"

// A picture in a text means what it does in a file.
func TestPicturesWithOtherSigns(t *testing.T) {
	b := parse(t, "3x3")
	for text, want := range map[string]string{
		"X.X/.X./X.X": "101010101", "OO-/--O/O-O": "110001101", "x.x\n.x.\nx.x": "101010101", "*../.*./..*": "100010001",
		"101 010 101": "101010101", "X.X .X. X.X": "101010101", "X . X/. X ./X . X": "101010101",
	} {
		if state, err := b.ParseState(text); err != nil || state.String() != want {
			t.Errorf("%q: got %v, %v, want %s", text, state, err, want)
		}
	}
	for _, text := range []string{"X.O/.X./X.X", "XXX/XXX/XXX", "101 010", "X.X/.X."} {
		if state, err := b.ParseState(text); err == nil {
			t.Errorf("%q is %v, want an error", text, state)
		}
	}
}
