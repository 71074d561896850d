package census

import (
	"context"
	"slices"
	"testing"

	"lightsout/board"
	"lightsout/internal/boardtest"
)

// Beyond the table paths come from the solver: OEIS A075464 has 28 presses for 6x6.
func TestPathBeyondTheTable(t *testing.T) {
	path, err := SquarePath(context.Background(), 6)
	if err != nil {
		t.Fatal(err)
	}
	if len(path) != 28 {
		t.Errorf("6x6: %d presses, want 28", len(path))
	}
}

// The path of a table is the first lightest answer in dictionary order, pressed from its end; so is that
// of boards too large for a table.
func TestPathIsFirstInDictionaryOrder(t *testing.T) {
	for _, spec := range []string{"4x4", "torus:3x3", "torus:3x5", "3x5", "cylinder:3x4", "hypercube:3"} {
		table := tableOf(t, spec)
		for i := 0; i < table.Len(); i += 1 + table.Len()/100 {
			e := table.At(i)
			var got []int
			for _, e := range table.Path(e.State) {
				if e.Press >= 0 {
					got = append(got, e.Press)
				}
			}
			slices.Reverse(got)
			p := board.NewPuzzle(table.Board())
			p.On = board.Bits(boardtest.Vec(p.Board.Lights(), e.State))
			want, err := firstLightest(context.Background(), p)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s, state %x: the path presses %v, want %v", spec, e.State, got, want)
			}
		}
	}
}
