package board

import (
	"slices"
	"strings"
	"testing"
)

// Where nodes have names, lists have names: a number is a name, never a position.
func TestListsTakeNames(t *testing.T) {
	people, err := FromNamedEdges("people", [][2]string{{"alice", "bob"}, {"bob", "carol"}, {"carol", "r1c1"}, {"r1c1", "1-2"}})
	if err != nil {
		t.Fatal(err)
	}
	numbers, err := FromNamedEdges("numbers", [][2]string{{"10", "20"}, {"20", "30"}, {"30", "1"}})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		b          *Board
		text, want string // the labels, or an error
	}{
		{people, "bob", "bob"}, {people, "carol, alice", "carol,alice"}, {people, `"r1c1",bob`, `"r1c1",bob`}, {people, `"1-2"`, `"1-2"`},
		{people, "2", `"2" is not a node of graph:people; its nodes are called alice, bob, carol, r1c1, 1-2`}, {people, "r1c1", "write it in double quotes"},
		{numbers, "20", "20"}, {numbers, "10-30", "10,20,30"}, {numbers, "2", `"2" is not a node`}, {numbers, "30-10", "counts down"}, {numbers, "2-30", `"2" is not a node`},
	} {
		list, err := c.b.ParseSwitches(c.text)
		var labels []string
		for _, s := range list {
			labels = append(labels, c.b.Label(s))
		}
		if got := strings.Join(labels, ","); err == nil && got != c.want || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %q, %v, want %s", c.text, got, err, c.want)
		}
		state, stateErr := c.b.ParseState(c.text)
		if (stateErr == nil) != (err == nil) || err == nil && state.Weight() != len(list) {
			t.Errorf("as a state, %s is %v, %v", c.text, state, stateErr)
		}
	}
	if _, err := numbers.ParseState("1010"); err != nil {
		t.Error(err)
	}
	twice, err := FromNamedEdges("twice", [][2]string{{"10", "11"}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := twice.ParseState("10"); err == nil || !strings.Contains(err.Error(), "both a picture and the name") {
		t.Error(err)
	}
	if s, err := twice.ParseState(`"10"`); err != nil || s.String() != "10" {
		t.Error(s, err)
	}
	for _, edges := range [][][2]string{{{"a", "b"}, {"b", "a"}}, {{"a", "a"}}, {{"a\nb", "c"}}, {{"", "c"}}} {
		if _, err := FromNamedEdges("bad", edges); err == nil {
			t.Errorf("%q is a graph", edges)
		}
	}
	cities, err := FromNamedEdges("cities", [][2]string{{"New York", "Boston"}, {"New York", `say "hi", Al`}, {"Boston", "C#"}, {"Boston", "#"}})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ text, want string }{
		{`"New York"`, "10000"}, {"New York", "10000"}, {"Boston, New York", "11000"}, {"Boston New York", "11000"}, {`"say ""hi"", Al",C#`, "00110"}, {`"#" Boston`, "01001"},
	} {
		if s, err := cities.ParseState(c.text); err != nil || s.String() != c.want {
			t.Errorf("%s: %v, %v, want %s", c.text, s, err, c.want)
		}
	}
	for node := range cities.Lights() {
		if list, err := cities.ParseSwitches(cities.Label(node)); err != nil || !slices.Equal(list, []int{node}) {
			t.Errorf("%s: %v, %v", cities.Label(node), list, err)
		}
	}
	if _, err := cities.ParseState("New"); err == nil || !strings.Contains(err.Error(), `did you mean "New York"? a name with a blank stands between commas or in double quotes`) {
		t.Error(err)
	}
	quotes, err := FromNamedEdges("quotes", [][2]string{{`"x y`, `x y, z`}, {`"a b"`, `a b`}, {`a b`, `x y`}})
	if err != nil {
		t.Fatal(err)
	}
	for a := range quotes.Lights() {
		for b := range quotes.Lights() {
			text := quotes.Label(a) + ", " + quotes.Label(b)
			if list, err := quotes.ParseSwitches(text); err != nil || !slices.Equal(list, []int{a, b}) {
				t.Errorf("%s: %v, %v, want %d and %d", text, list, err, a, b)
			}
		}
	}
	if b, err := people.WithNames(nil); err != nil || b.Names() != nil || !b.Equal(people) || !slices.Equal(people.Names()[:2], []string{"alice", "bob"}) {
		t.Error(err)
	}
}

// On boards with many states a place, an integer and a word are read as such, and what fits twice is an error.
func TestStatesThatFitTwice(t *testing.T) {
	for _, c := range []struct{ spec, text, want string }{
		{"3x3,mod=36", "r1c2", "010000000"}, {"2x2,mod=36", "r1c2", "a place too"}, {"2x2,mod=36", "r1/c2", "r1c2"}, {"2x2,mod=36", "r1c9", "r1c9"}, {"2x2,mod=36", "0xfg", "0xfg"}, {"1x3,mod=36", "0b2", "0b2"}, {"2x2,mod=36", "r1c2,", "0100"},
		{"3x3,mod=3", "0x5", "101000000"}, {"1x3,mod=36", "0b1", "a number too"}, {"2x2,mod=36", "none", "0000"}, {"1x3,mod=36", "all", "111"}, {"1x4,mod=3", "0120", "0120"},
	} {
		b := parse(t, c.spec)
		if state, err := b.ParseState(c.text); err == nil && state.String() != c.want || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %s is %v, %v, want %s", c.spec, c.text, state, err, c.want)
		}
	}
}

// What a node may be called and a state too is refused without quotation marks.
func TestNamesThatAreStates(t *testing.T) {
	b, err := FromNamedEdges("x", [][2]string{{"0x1", "0x3"}, {"0x3", "all"}})
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"0x3", "all"} {
		if state, err := b.ParseState(text); err == nil {
			t.Errorf("%s is %v", text, state)
		}
		if state, err := b.ParseState(`"` + text + `"`); err != nil || state.Weight() != 1 {
			t.Errorf("%q is %v, %v", text, state, err)
		}
	}
}

// A node may be called random, and numbers may be written as names, in quotation marks.
func TestNamesLikeRandomAndNumbers(t *testing.T) {
	b, err := FromNamedEdges("r", [][2]string{{"random", "bob"}, {"bob", "carol"}})
	if err != nil {
		t.Fatal(err)
	}
	for _, lights := range [][2]string{{"random", ""}, {"random", "bob"}, {"bob", "random"}} {
		if err := NewPuzzle(b).SetLights(lights[0], lights[1], 1); err == nil || !strings.Contains(err.Error(), "also the name of a node") {
			t.Errorf("%q: %v", lights, err)
		}
	}
	numbered, err := FromEdges("n", 3, [][2]int{{0, 1}, {1, 2}})
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{`"2`, `2"`, `"1-3"`, `""`, `"`} {
		if state, err := numbered.ParseState(text); err == nil {
			t.Errorf("%s is %v", text, state)
		}
	}
	for text, want := range map[string]string{`"2"`: "010", `"1", "3"`: "101"} {
		state, err := numbered.ParseState(text)
		if err != nil || state.Bits().String() != want {
			t.Errorf("%s: %v, want %s (%v)", text, state, want, err)
		}
	}
}

// Beside a coloured square a white one is off, and two colours say nothing.
func TestSquaresOfSeveralColours(t *testing.T) {
	b := parse(t, "2x2")
	for text, want := range map[string]string{"🟦⬜/⬜🟦": "1001", "⬜⬛/⬛⬜": "1001", "🟥🟩/🟩🟥": ""} {
		state, err := b.ParseState(text)
		if want == "" && err == nil || want != "" && (err != nil || state.String() != want) {
			t.Errorf("%s is %v, %v, want %q", text, state, err, want)
		}
	}
}

// A name as long as there are lights is a name; where it could be a state for each of them as well, it needs quotes.
func TestNamesAsLongAsStates(t *testing.T) {
	graph, err := FromNamedEdges("abz", [][2]string{{"ann", "bob"}, {"bob", "zed"}})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ option, text, want string }{
		{"mod=3", "bob", "010"}, {"mod=3", "102", "102"}, {"mod=36", `"bob"`, "010"}, {"mod=36", "bob*2", "020"}, {"mod=36", "bob", ""},
	} {
		b, err := graph.WithOptions(c.option)
		if err != nil {
			t.Fatal(err)
		}
		if state, err := b.ParseState(c.text); (err == nil) != (c.want != "") || err == nil && state.String() != c.want {
			t.Errorf("%s, %s: %v, %v; want %q", c.option, c.text, state, err, c.want)
		}
	}
}

func TestEdgesAreNamedInErrors(t *testing.T) {
	for want, edges := range map[string][][2]string{
		`edge ["bob" "bob"] joins a node to itself`: {{"alice", "bob"}, {"bob", "bob"}},
		`edge ["alice" "bob"] is given twice`:       {{"alice", "bob"}, {"carol", "dave"}, {"bob", "alice"}},
	} {
		if _, err := FromNamedEdges("friends", edges); err == nil || err.Error() != want {
			t.Errorf("%v, not %s", err, want)
		}
	}
	if _, err := FromEdges("g", 3, [][2]int{{0, 3}}); err == nil || err.Error() != "edge [0 3] leaves the 3 nodes (counted from 0)" {
		t.Error(err)
	}
}
