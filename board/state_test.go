package board

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"lightsout/gf2"
)

// drawState is a state of n cells modulo K, and the numbers that it should have.
func drawState(t *rapid.T, n, mod int, name string) (State, []int) {
	numbers := rapid.SliceOfN(rapid.IntRange(0, mod-1), n, n).Draw(t, name)
	state := NewState(n, mod)
	for i, d := range numbers {
		state.Set(i, d)
	}
	return state, numbers
}

// However it is kept, a state is a list of numbers modulo K.
func TestStatesAreNumbers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		mod := rapid.SampledFrom([]int{2, 2, 3, 4, 36}).Draw(t, "mod")
		n := rapid.SampledFrom([]int{1, 9, 64, 210}).Draw(t, "cells")
		s, numbers := drawState(t, n, mod, "first")
		u, others := drawState(t, n, mod, "second")
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
		if after := p.After(presses).On; !after.Equal(state) {
			t.Errorf("%s: pressed one by one %v, together %v", spec, state, after)
		}
		for _, s := range []int{0, 1, b.Switches() - 1} {
			b.Press(state, s, b.States()-1)
		}
		if !state.Equal(p.On) || !(&Puzzle{Board: b, On: p.Goal, Goal: p.Goal}).Change().IsZero() {
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
		"the matrix":       func() { b.Apply(gf2.NewVec(4)) },
		"a state to reach": func() { randomReachable(b, NewState(4, 2), 1, 1) },
		"a state to mend":  func() { (&Puzzle{Board: b, On: NewState(4, 2)}).Change() },
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

// In a puzzle the zero State is all off, and what is not of the board's size is refused before it is used.
func TestPuzzlesAreChecked(t *testing.T) {
	for _, spec := range []string{"5x5", "2x3,mod=3", "400x400", "toric:3"} {
		b := parse(t, spec)
		p, err := (&Puzzle{Board: b}).Checked()
		if err != nil || !p.On.Equal(b.Dark()) || !p.Goal.Equal(b.Dark()) {
			t.Errorf("%s: %v", spec, err)
		}
		lit := &Puzzle{Board: b, On: NewPuzzle(b).On}
		if !lit.Change().Equal(NewPuzzle(b).Change()) || !(&Puzzle{Board: b}).After(NewState(b.Switches(), b.States())).Change().IsZero() {
			t.Errorf("%s: the zero State is not all off", spec)
		}
		if whole := NewPuzzle(b); func() *Puzzle { p, _ := whole.Checked(); return p }() != whole {
			t.Errorf("%s: a puzzle that needs nothing was copied", spec)
		}
		n := b.Lights()
		for name, p := range map[string]*Puzzle{
			"no board":          {On: b.Dark()},
			"a short start":     {Board: b, On: NewState(n-1, b.States())},
			"a long goal":       {Board: b, Goal: NewState(n+1, b.States())},
			"other states":      {Board: b, Goal: NewState(n, b.States()+2)},
			"few to care about": {Board: b, DontCare: gf2.NewVec(n - 1)},
			"many forbidden":    {Board: b, Forbidden: gf2.NewVec(b.Switches() + 1)},
		} {
			if _, err := p.Checked(); err == nil {
				t.Errorf("%s: %s was taken", spec, name)
			}
		}
	}
	var tooLarge *TooLargeError
	for _, spec := range []string{"hypercube:39", "grid:1000000x1000000", "mobius:1000000x1000000"} {
		p := &Puzzle{Board: parse(t, spec)}
		if _, err := p.Checked(); !errors.As(err, &tooLarge) {
			t.Errorf("%s: %v", spec, err)
		}
		for _, on := range []string{"341", "all", "random"} {
			if err := p.SetLights(on, "", 1); !errors.As(err, &tooLarge) {
				t.Errorf("%s, lights %s: %v", spec, on, err)
			}
		}
	}
}

func TestStatesAsText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		mod := rapid.IntRange(2, maxStates).Draw(t, "mod")
		s := NewState(rapid.IntRange(0, 200).Draw(t, "cells"), mod)
		for i := range s.Len() {
			s.Set(i, rapid.IntRange(0, mod-1).Draw(t, "number"))
		}
		text, err := json.Marshal(map[string]State{"on": s})
		if err != nil {
			t.Fatal(err)
		}
		var read map[string]State
		if err := json.Unmarshal(text, &read); err != nil || !read["on"].Equal(s) {
			t.Fatalf("%s is read as %v: %v", text, read, err)
		}
	})
	b := parse(t, "400x400")
	if text, err := NewPuzzle(b).On.MarshalText(); err != nil || string(text) != strings.Repeat("1", b.Lights()) {
		t.Errorf("%d digits: %v", len(text), err)
	}
	if _, err := NewState(maxText+1, 2).MarshalText(); err == nil {
		t.Error("a billion cells became a text")
	}
	for _, text := range []string{"012", "01,mod=", "01,mod=1", "0z,mod=35", "01 ", "01,modulo=3", "01,mod=2,mod=2"} {
		s := NewState(1, 2)
		if err := s.UnmarshalText([]byte(text)); err == nil || s.Len() != 1 {
			t.Errorf("%q is read as %v: %v", text, s, err)
		}
	}
}
