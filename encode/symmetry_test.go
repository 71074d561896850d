package encode_test

import (
	"context"
	"slices"
	"testing"

	"lightsout/cnf"
	"lightsout/encode"
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

func TestAlikeLeavesOneChoicePerGroup(t *testing.T) {
	got := switchModels(t, 5, func(sink cnf.Sink) { encode.Alike(sink, [][]int{{0, 3}, {1}, {2, 4}}) })
	want := []string{"00000", "00101", "01000", "01101", "10010", "10111", "11010", "11111"}
	if !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}
