package board

import (
	"fmt"
	"math/big"
	"strings"
	"testing"

	"lightsout/gf2"

	"pgregory.net/rapid"
)

// A state may be written as bits, as marks, or as an integer whose first light is the lowest bit.
func TestStatesReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := parse(t, drawSpec(t))
		want := drawVec(t, b.Lights())
		bits := want.String()
		n := new(big.Int)
		for i := range want.Ones() {
			n.SetBit(n, i, 1)
		}
		texts := []string{bits, strings.NewReplacer("0", ".", "1", "#").Replace(bits), fmt.Sprintf("%#x", n)}
		if decimal := n.String(); len(decimal) != b.Lights() || strings.Trim(decimal, "01") != "" {
			texts = append(texts, decimal)
		}
		if b.hasRows() {
			texts = append(texts, drawn(b, want, "/"), drawn(b, want, ""))
		}
		for _, text := range texts {
			got, err := ParseState(b, text)
			if err != nil {
				t.Fatalf("%s, state %s: %v", b, text, err)
			}
			if !got.Equal(want) {
				t.Fatalf("%s: %s was read as %v, want %v", b, text, got, want)
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

// State 341 of 3×3 is the corners and the centre (Gawalt's table of all states).
func TestState341(t *testing.T) {
	b := parse(t, "3x3")
	for _, text := range []string{"341", "0x155", "0X155", "101010101", "101/010/101", "#.#/.#./#.#"} {
		v, err := ParseState(b, text)
		if err != nil {
			t.Fatal(err)
		}
		if v.String() != "101010101" {
			t.Errorf("%s is %v", text, v)
		}
	}
}

func TestStateErrors(t *testing.T) {
	for _, c := range []struct{ spec, text, want string }{
		{"3x3", "", "no lights given"},
		{"3x3", "alll", "is not a state"},
		{"3x3", "512", "a bit for light 10"},
		{"3x3", "-1", "is not a state"},
		{"3x3", "0x", "not an integer"},
		{"3x3", "0x+1", "not an integer"},
		{"3x3", "1010101010", "10 lights given"},
		{"3x3", "101/010", "2 rows given"},
		{"3x3", "101/01/0101", "row 2 has 2 lights"},
		{"3x3", "#.#/._./#.#", "_ stands for a hole"},
		{"3x3,mask=###/#_#/###", "#.#/_../#.#", "row 2, column 1"},
		{"3x3,mask=###/#_#/###", "#.#/..#/#.#", "row 2, column 2"},
		{"3x3,mask=###/#_#/###", "#.#/.#.#/#.#", "row 2 has 4 lights"},
		{"3x3,mask=###/#_#/###", "#.#._._", "_ stands for a hole"},
		{"hypercube:2", "1/0/1", "3 lights given"},
		{"3x3", strings.Repeat("9", 200_000), "digits"},
	} {
		if v, err := ParseState(parse(t, c.spec), c.text); err == nil || !strings.Contains(err.Error(), c.want) {
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
			state := RandomReachable(b, goal, seed, 0)
			if !reachable(t, m, state.Sum(goal)) {
				t.Errorf("%s, seed %d: %v does not lead to %v", spec, seed, state, goal)
			}
		}
	}
	// The meaning of a seed is frozen.
	b := parse(t, "5x5")
	if got := RandomReachable(b, gf2.NewVec(25), 1, 0).String(); got != frozenSeedOne {
		t.Errorf("seed 1 of 5x5 is %s, was %s", got, frozenSeedOne)
	}
}

const frozenSeedOne = "0011010101100101110111101"
