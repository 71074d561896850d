package solve

import (
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"lightsout/board"
	"lightsout/cnf"
	"lightsout/encode"
	"lightsout/export"
	"lightsout/gf2"
	"lightsout/internal/boardtest"
)

// A replay finds what arithmetic finds: each light has been advanced as often as the presses of its switches say,
// whatever their order and however often one is repeated.
func TestReplaysAreSums(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var p *board.Puzzle
		if rapid.Bool().Draw(t, "coloured") {
			p = boardtest.DrawColours(t)
		} else {
			p = boardtest.DrawPuzzle(t, boardtest.Draw(t))
		}
		b := p.Board
		if b.Switches() == 0 || b.Lights() == 0 {
			t.Skip("nothing to press")
		}
		presses := rapid.SliceOfN(rapid.IntRange(0, b.Switches()-1), 0, 12).Draw(t, "presses")
		if rapid.Bool().Draw(t, "in a circle") { // to the goal, or to one light beside it
			presses = slices.Repeat(presses, b.States())
			l, more := rapid.IntRange(0, b.Lights()-1).Draw(t, "light"), rapid.IntRange(0, 1).Draw(t, "more")
			p.On = p.Goal.Clone()
			p.On.Set(l, p.On.At(l)+more)
		}
		state, goal := make([]int, b.Lights()), make([]int, b.Lights())
		for l := range state {
			state[l], goal[l] = p.On.At(l), p.Goal.At(l)
		}
		want := Replay{Wrong: []int{}, Lit: []int{}, Forbidden: []int{}, Missing: []int{}}
		for _, s := range presses {
			for l, amount := range b.Adds(s) {
				state[l] += amount
			}
			if p.Forbidden.Len() > 0 && p.Forbidden.Bit(s) {
				want.Forbidden = append(want.Forbidden, s)
			}
		}
		for l := range state {
			state[l] %= b.States()
			want.Lit = append(want.Lit, slices.Repeat([]int{l}, state[l])...)
			if state[l] != goal[l] && (p.DontCare.Len() == 0 || !p.DontCare.Bit(l)) {
				want.Wrong = append(want.Wrong, l)
			}
		}
		want.Solved = len(want.Wrong) == 0 && len(want.Forbidden) == 0
		got := Check(p, presses)
		if got.Solved != want.Solved || !slices.Equal(got.Wrong, want.Wrong) || !slices.Equal(got.Lit, want.Lit) || !slices.Equal(got.Forbidden, want.Forbidden) {
			t.Fatalf("%s, presses %v: %+v, want %+v", b.Spec(), presses, got, want)
		}
	})
}

// Boards so large that presses are replayed 64 at a time, by the board itself, come to the same as one by one; and so
// do those that cannot do that.
func TestLargeReplays(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 9))
	for _, spec := range []string{"500x500", "torus:500x500", "cylinder:500x500", "grid:1x524288", "500x500,pattern=knight", "mobius:500x500", "600x600,self=off", "hypercube:18"} {
		b := boardtest.Parse(t, spec)
		if b.Shape().Flips <= quickToCheck {
			t.Fatalf("%s is not large", spec)
		}
		p := board.NewPuzzle(b)
		presses := gf2.NewVec(b.Switches())
		for x := range b.Switches() {
			presses.Set(x, rng.IntN(2) == 1)
		}
		for _, cares := range []bool{true, false} {
			if !cares {
				p.DontCare = gf2.VecOf(b.Lights(), 0, 5, b.Lights()-1)
			}
			want := len(Check(p, presses.Indices()).Wrong)
			if got, err := leftWrong(context.Background(), p, board.Bits(presses)); err != nil || got != want || want == 0 {
				t.Errorf("%s: %d wrong, want %d: %v", spec, got, want, err)
			}
		}
	}
}

// A row whose length leaves 2 when divided by 3 has one quiet pattern, 110110…11: every switch touches two of its
// lights or none. It is a witness, however long the row is; without one of its lights it is one only if the switches
// that touch that light may not be pressed.
func TestLargeWitnesses(t *testing.T) {
	for _, spec := range []string{"1x8", "1x524288"} {
		p := board.NewPuzzle(boardtest.Parse(t, spec))
		n := p.Board.Lights()
		witness := gf2.NewVec(n)
		for l := range n {
			witness.Set(l, l%3 < 2)
		}
		change, all := gf2.VecOf(n, 3), gf2.Vec{}
		if !checkWitness(p, all, board.Bits(change), board.Bits(witness)) || checkWitness(p, all, board.Bits(gf2.VecOf(n, 2)), board.Bits(witness)) || checkWitness(p, all, board.Bits(gf2.VecOf(n, 0, 1)), board.Bits(witness)) {
			t.Errorf("%s: the quiet pattern is not told from others", spec)
		}
		witness.Set(6, false)
		for _, c := range []struct {
			without []int
			want    bool
		}{{nil, false}, {[]int{5, 6}, false}, {[]int{5, 6, 7}, true}, {[]int{4, 6, 7}, false}} {
			if got := checkWitness(p, gf2.VecOf(n, c.without...), board.Bits(change), board.Bits(witness)); got != c.want {
				t.Errorf("%s without light 6 and switches %v: %v", spec, c.without, got)
			}
		}
	}
}

// The zero State is all off wherever a puzzle arrives, and what does not fit the board is an error.
func TestPuzzlesAreCheckedFirst(t *testing.T) {
	ctx := context.Background()
	calls := map[string]func(*board.Puzzle) error{
		"Any":     func(p *board.Puzzle) error { _, err := Any(ctx, p); return err },
		"Minimum": func(p *board.Puzzle) error { _, err := Minimum(ctx, p); return err },
		"sat":     func(p *board.Puzzle) error { _, err := Solver{Engine: "sat"}.Minimum(ctx, p); return err },
		"bfs":     func(p *board.Puzzle) error { _, err := Solver{Engine: "bfs"}.Minimum(ctx, p); return err },
		"Plan":    func(p *board.Puzzle) error { _, err := Solver{}.Plan(ctx, p); return err },
		"Count":   func(p *board.Puzzle) error { _, err := Solver{}.Count(ctx, p); return err },
		"All": func(p *board.Puzzle) error {
			for _, err := range (Solver{}).All(ctx, p) {
				return err
			}
			return nil
		},
		"CountUpToSymmetry": func(p *board.Puzzle) error { _, err := Solver{}.CountUpToSymmetry(ctx, p); return err },
		"UpToSymmetry": func(p *board.Puzzle) error {
			for _, err := range (Solver{}).UpToSymmetry(ctx, p, Solver{}.All(ctx, p)) {
				return err
			}
			return nil
		},
		"Nearest": func(p *board.Puzzle) error { _, err := Solver{}.Nearest(ctx, p, NearestOptions{}); return err },
		"Check":   func(p *board.Puzzle) error { return Check(p, []int{0}).Err },
		"encode":  func(p *board.Puzzle) error { return encode.Puzzle(&cnf.Formula{}, p, encode.Options{}) },
		"export":  func(p *board.Puzzle) error { return export.Write(io.Discard, p, "opb", export.Options{}) },
	}
	for _, spec := range []string{"4x4", "2x3,mod=3", "400x400"} {
		b := boardtest.Parse(t, spec)
		for name, call := range calls {
			if (b.States() > 2 && strings.Contains("CountUpToSymmetry Nearest export", name)) || b.Lights() > 100 && !strings.Contains("Any Check", name) {
				continue
			}
			for _, p := range []*board.Puzzle{{Board: b}, {Board: b, On: board.NewPuzzle(b).On}, {Board: b, Goal: board.NewPuzzle(b).On}} {
				if err := call(p); err != nil {
					t.Errorf("%s on %s, lit %d: %v", name, spec, p.On.Len(), err)
				}
			}
		}
		for name, call := range calls {
			for _, p := range []*board.Puzzle{{}, {Board: b, On: board.NewState(3, 2)}, {Board: b, Goal: board.NewState(99, b.States())}, {Board: b, DontCare: gf2.NewVec(1)}} {
				if err := call(p); err == nil {
					t.Errorf("%s on %s took a puzzle that does not fit it", name, spec)
				}
			}
		}
	}
	for _, press := range []int{-1, 16} {
		if v := Check(board.NewPuzzle(boardtest.Parse(t, "4x4")), []int{press}); v.Err == nil || v.Solved {
			t.Errorf("switch %d of 16 was pressed", press)
		}
	}
}

// Lights that are a witness leave no answer, by brute force, and those of a refutation are one.
func TestCheckWitness(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := boardtest.DrawPuzzle(t, boardtest.Draw(t))
		lights := rapid.SliceOfN(rapid.IntRange(-1, p.Board.Lights()), 0, 6).Draw(t, "lights")
		if all := boardtest.Answers(p, boardtest.Restrictions{}); CheckWitness(p, lights) && len(all) > 0 {
			t.Fatalf("%v is a witness, and there are %d answers", lights, len(all))
		}
		_, err := Any(context.Background(), p)
		no, ok := errors.AsType[*UnsolvableError](err)
		if ok && no.Witness.Len() > 0 && !CheckWitness(p, no.Witness.Indices()) {
			t.Fatalf("%v is no witness: %v", no.Witness, err)
		}
	})
	coloured := board.NewPuzzle(boardtest.Parse(t, "1x2,mod=3")) // each press adds 1 to both lights
	coloured.On.Set(0, 0)
	if !CheckWitness(coloured, []int{0, 1, 1}) || CheckWitness(coloured, []int{0, 1}) || CheckWitness(nil, nil) {
		t.Error("the difference of the two lights never changes, and their sum does")
	}
}
