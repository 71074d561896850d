package board

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"lightsout/gf2"
	"lightsout/internal/gridpoly"
)

// byRows is a set of cells that is read row by row.
func byRows(b *Board, cells gf2.Vec) State {
	shape, _ := b.rectangle()
	return b.ByRows(gridpoly.BitsOf(shape.Rows, shape.Cols, cells))
}

// drawState is a state of n cells modulo K, and the numbers that it should have. On a rectangle it may come row by
// row.
func drawState(t *rapid.T, b *Board, n, mod int, name string) (State, []int) {
	numbers := rapid.SliceOfN(rapid.IntRange(0, mod-1), n, n).Draw(t, name)
	state := NewState(n, mod)
	for i, d := range numbers {
		state.Set(i, d)
	}
	if mod == 2 && b != nil && rapid.Bool().Draw(t, name+" by rows") {
		state = byRows(b, state.Bits())
	}
	return state, numbers
}

// However it is kept, a state is a list of numbers modulo K.
func TestStatesAreNumbers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		mod := rapid.SampledFrom([]int{2, 2, 3, 4, 36}).Draw(t, "mod")
		b := parse(t, rapid.SampledFrom([]string{"grid:3x70", "torus:4x3", "path:9"}).Draw(t, "board"))
		n := b.Lights()
		s, numbers := drawState(t, b, n, mod, "first")
		u, others := drawState(t, b, n, mod, "second")
		same := func(what string, s State, want []int) {
			t.Helper()
			digits, listed, size, weight := make([]uint8, n), []int{}, 0, 0
			for i, d := range want {
				if digits[i] = uint8(d); s.At(i) != d {
					t.Fatalf("%s: cell %d is %d, not %d", what, i, s.At(i), d)
				}
				if d > 0 {
					size++
				}
				weight += d
				listed = append(listed, slices.Repeat([]int{i}, d)...)
			}
			if s.Len() != n || s.Mod() != mod || s.Size() != size || s.Weight() != weight || s.IsZero() != (weight == 0) ||
				!slices.Equal(s.Indices(), listed) || !slices.Equal(s.Digits(), digits) || s.String() != string(appendDigits(nil, digits)) {
				t.Fatalf("%s: %s is not %v", what, s, want)
			}
			if loaded, err := s.load(); err != nil || loaded.Rows() != nil || !loaded.Equal(s) || !s.Equal(loaded) {
				t.Fatalf("%s: %s is loaded as %s, %v", what, s, loaded, err)
			}
		}
		same("as drawn", s, numbers)
		sum, difference := make([]int, n), make([]int, n)
		for i := range n {
			sum[i], difference[i] = (numbers[i]+others[i])%mod, (numbers[i]+mod-others[i])%mod
		}
		same("the sum", s.Plus(u), sum)
		same("the difference", s.minus(u), difference)
		if s.Equal(u) != slices.Equal(numbers, others) {
			t.Fatalf("%s equals %s: %v", s, u, s.Equal(u))
		}
		i, more := rapid.IntRange(0, n-1).Draw(t, "cell"), rapid.IntRange(-40, 40).Draw(t, "more")
		copied, shared := s.Clone(), s
		s.Set(i, s.At(i)+more)
		changed := slices.Clone(numbers)
		changed[i] = ((numbers[i]+more)%mod + mod) % mod
		same("after adding", s, changed)
		same("a handle to it", shared, changed)
		same("a copy", copied, numbers)
	})
}

// What a press does is the same in every representation: presses add up, and undo themselves after K times.
func TestPressesAddUpInEveryState(t *testing.T) {
	for _, spec := range []string{"3x4", "torus:2x2", "torus:2x2,mod=3", "klein:2x3,mod=4", "toric:2,mod=5", "merlin", "400x400"} {
		b := parse(t, spec)
		p := NewPuzzle(b)
		state, presses := p.On.Clone(), NewState(b.Switches(), b.States())
		for _, s := range []int{0, 1, b.Switches() - 1} {
			b.Press(state, s, 1)
			presses.Set(s, presses.At(s)+1)
		}
		if after := p.After(presses); !after.Equal(state) {
			t.Errorf("%s: pressed one by one %v, together %v", spec, state, after)
		}
		for _, s := range []int{0, 1, b.Switches() - 1} {
			b.Press(state, s, b.States()-1)
		}
		if !state.Equal(p.On) || !p.Wrong(p.Goal).IsZero() {
			t.Errorf("%s: presses do not undo themselves", spec)
		}
	}
}

func TestStatesOfOtherBoardsAreRefused(t *testing.T) {
	b := parse(t, "2x2,mod=3")
	for name, call := range map[string]func(){
		"bits of digits":   func() { b.Dark().Bits() },
		"a sum of two":     func() { b.Dark().Plus(NewState(4, 2)) },
		"other lengths":    func() { b.Dark().Plus(NewState(5, 3)) },
		"a press":          func() { b.Press(NewState(4, 2), 0, 1) },
		"rows of a torus":  func() { parse(t, "mobius:3x3").ByRows(nil) },
		"the matrix":       func() { b.Apply(gf2.NewVec(4)) },
		"a state to reach": func() { randomReachable(b, NewState(4, 2), 1, 1) },
		"a state to mend":  func() { NewPuzzle(b).Wrong(NewState(4, 2)) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s was taken", name)
				}
			}()
			call()
		}()
	}
}
