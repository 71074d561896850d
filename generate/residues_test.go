package generate

import (
	"bytes"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"lightsout/internal/boardtest"
)

// quietBoards are small boards of more than two states with presses that change nothing.
var quietBoards = []string{"2x2,mod=3", "complete:4,mod=3", "path:5,mod=3", "torus:4x2,mod=3", "complete:3,mod=4", "cycle:6,mod=4", "complete:5,mod=6"}

func newColouredGenerator(t *testing.T, spec string, o Options) *Generator {
	t.Helper()
	g := newGenerator(t, boardtest.Parse(t, spec), o)
	if len(g.colours.kernel.Words) == 0 {
		t.Fatalf("%s has no quiet presses", spec)
	}
	return g
}

// The lightest answer depends on the state alone, not on the presses that led to it: any of them plus presses that
// change nothing.
func TestTheLightestAnswerIsThatOfTheState(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 0))
	for _, spec := range quietBoards {
		g := newColouredGenerator(t, spec, Options{})
		c := g.colours
		times, other := make([]uint8, g.board.Switches()), make([]uint8, g.board.Switches())
		answer, again := slices.Clone(times), slices.Clone(times)
		for range 100 {
			for s := range times {
				times[s] = uint8(r.IntN(c.k))
			}
			copy(other, times)
			for _, w := range c.kernel.Words {
				n := r.IntN(c.k)
				for s := range other {
					other[s] = uint8((int(other[s]) + n*int(w[s])) % c.k)
				}
			}
			weight, ties, err := c.lightest(t.Context(), answer, times)
			if err != nil {
				t.Fatal(err)
			}
			otherWeight, otherTies, err := c.lightest(t.Context(), again, other)
			if err != nil || weight != otherWeight || ties != otherTies || !bytes.Equal(answer, again) {
				t.Fatalf("%s: %v gives %v, %d, %d ties, and %v gives %v, %d, %d ties: %v", spec, times, answer, weight, ties, other, again, otherWeight, otherTies, err)
			}
		}
	}
}

// Of the presses of the right number, exactly one stands for each state that needs so many, so that drawing among
// them is fair; none does for the dark board, unless that is a puzzle.
func TestPressesInColourStandForTheirStates(t *testing.T) {
	for _, spec := range quietBoards {
		fewest := boardtest.FewestInColour(boardtest.Parse(t, spec))
		for _, solved := range []bool{false, true} {
			for _, presses := range []Range{{0, 2}, {2, 3}} {
				g := newColouredGenerator(t, spec, Options{Presses: &presses, AllowSolved: solved})
				pools := g.colourPools(presses)
				if len(pools) != 2 {
					t.Fatalf("%s: %d pools", spec, len(pools))
				}
				p := pools[0]
				found := map[string]int{}
				trial := g.newTrial()
				for n := range p.size().Uint64() {
					p.source.(*timesSets).set(trial, new(big.Int).SetUint64(n))
					if ok, err := p.filter.passes(t.Context(), trial); err != nil {
						t.Fatal(err)
					} else if ok {
						found[string(trial.colour.state)]++
					}
				}
				for state, n := range fewest {
					want := 0
					if presses.holds(n) && (solved || n > 0) {
						want = 1
					}
					if found[state] != want {
						t.Errorf("%s, %v presses, goal %v: %v, which needs %d, occurs %d times, want %d", spec, presses, solved, []byte(state), n, found[state], want)
					}
				}
			}
		}
	}
}
