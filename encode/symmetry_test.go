package encode_test

import (
	"context"
	"slices"
	"testing"

	"lightsout/board"
	"lightsout/cnf"
	"lightsout/encode"
	"lightsout/internal/automorphism"
)

// switchModels lists all assignments to the first n variables that extend to a model, as bit strings.
func switchModels(t *testing.T, n int, write func(cnf.Sink)) []string {
	t.Helper()
	s := cnf.NewSession()
	for range n {
		s.NewVar()
	}
	write(s)
	var found []string
	for {
		sat, err := s.Solve(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if !sat {
			slices.Sort(found)
			return found
		}
		bits, block := make([]byte, n), make([]cnf.Lit, n)
		for i := range n {
			lit := cnf.Lit(i + 1)
			bits[i], block[i] = '0', lit
			if s.Model().Value(lit) {
				bits[i], block[i] = '1', lit.Neg()
			}
		}
		found = append(found, string(bits))
		s.Clause(block...)
	}
}

func TestLexLeastKeepsTheFirstOfEachClass(t *testing.T) {
	for _, spec := range []string{"2x3", "3x3", "torus:2x3", "cycle:7", "star:6", "hypercube:3"} {
		b, err := board.Parse(spec)
		if err != nil {
			t.Fatal(err)
		}
		group, err := automorphism.Of(context.Background(), b)
		if err != nil {
			t.Fatal(err)
		}
		elements, ok := group.Elements(1000)
		if !ok {
			t.Fatalf("%s has more symmetries than this test expects", spec)
		}
		got := switchModels(t, b.Switches(), func(sink cnf.Sink) {
			for _, g := range elements {
				encode.LexLeast(sink, g.Switches)
			}
		})
		var want []string
		for set := range 1 << b.Switches() {
			bits := make([]byte, b.Switches())
			for s := range bits {
				bits[s] = '0' + byte(set>>s&1)
			}
			first := true
			for _, g := range elements {
				image := make([]byte, len(bits))
				for s, to := range g.Switches {
					image[s] = bits[to]
				}
				first = first && string(bits) <= string(image)
			}
			if first {
				want = append(want, string(bits))
			}
		}
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s: %d sets of switches remain, want %d", spec, len(got), len(want))
		}
	}
}

func TestAlikeLeavesOneChoicePerGroup(t *testing.T) {
	got := switchModels(t, 5, func(sink cnf.Sink) { encode.Alike(sink, [][]int{{0, 3}, {1}, {2, 4}}) })
	want := []string{"00000", "00101", "01000", "01101", "10010", "10111", "11010", "11111"}
	if !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
