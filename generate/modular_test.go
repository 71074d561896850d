package generate

import (
	"math/rand/v2"
	"testing"

	"lightsout/internal/boardtest"
)

// quietBoards are small boards of more than two states with presses that change nothing.
var quietBoards = []string{"2x2,mod=3", "complete:4,mod=3", "path:5,mod=3", "torus:4x2,mod=3", "complete:3,mod=4", "cycle:6,mod=4", "complete:5,mod=6"}

func newQuiet(t *testing.T, spec string, o Options) (*generator, *modular) {
	t.Helper()
	g := newGenerator(t, boardtest.Parse(t, spec), o)
	m := g.algebra.(*modular)
	if len(m.kernel.Words) == 0 {
		t.Fatalf("%s has no quiet presses", spec)
	}
	return g, m
}

// The lightest answer depends on the state alone, not on the presses that led to it: any of them plus presses that
// change nothing.
func TestTheLightestAnswerIsThatOfTheState(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 0))
	for _, spec := range quietBoards {
		g, m := newQuiet(t, spec, Options{})
		one, two := g.newTrial(), g.newTrial()
		for range 100 {
			for s := range one.presses.Digits() {
				one.presses.Digits()[s] = uint8(r.IntN(m.k))
			}
			copy(two.presses.Digits(), one.presses.Digits())
			for _, w := range m.kernel.Words {
				n := r.IntN(m.k)
				for s := range two.presses.Digits() {
					two.presses.Digits()[s] = uint8((int(two.presses.Digits()[s]) + n*int(w[s])) % m.k)
				}
			}
			for _, x := range []*trial{one, two} {
				m.press(t.Context(), x.state, x.presses)
				x.solved = true
				if err := m.compare(t.Context(), x); err != nil {
					t.Fatal(err)
				}
			}
			if one.weight != two.weight || one.ties != two.ties || !one.answer.Equal(two.answer) {
				t.Fatalf("%s: %v gives %v, %d ties, and %v gives %v, %d ties", spec, one.presses, one.answer, one.ties, two.presses, two.answer, two.ties)
			}
			two.solved = false // from the state alone
			if err := m.compare(t.Context(), two); err != nil || !one.answer.Equal(two.answer) {
				t.Fatalf("%s: from the state %v, from presses %v: %v", spec, two.answer, one.answer, err)
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
				g, _ := newQuiet(t, spec, Options{Presses: &presses, AllowSolved: solved})
				pools := allPools(t, g)
				if len(pools) != 2 {
					t.Fatalf("%s: %d pools", spec, len(pools))
				}
				p := pools[1]
				found := map[string]int{}
				trial := g.newTrial()
				for n := range p.size.Uint64() {
					trial.begin(0, toDraw, 0, 0)
					p.at(trial, n)
					if ok, err := p.wanted.passes(t.Context(), trial); err != nil {
						t.Fatal(err)
					} else if ok {
						found[string(trial.state.Digits())]++
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
