package boardtest

import (
	"fmt"
	"iter"
	"math"
	"slices"

	"pgregory.net/rapid"

	"lightsout/board"
	"lightsout/gf2"
)

// ColouredSpecs are boards whose lights have more than two states, with few enough switches to try all
// numbers of presses.
var ColouredSpecs = []string{
	"1x1,mod=36", "1x2,mod=10", "2x2,mod=3", "2x2,mod=4", "2x2,mod=6", "2x2,mod=9", "2x3,mod=3", "2x3,mod=4",
	"3x3,mod=3",
	"torus:2x2,mod=3", "torus:2x2,mod=4", "torus:2x2,mod=6", "torus:2x3,mod=4", "torus:1x4,mod=5", "cylinder:2x3,mod=3",
	"klein:2x3,mod=4",
	"hypercube:2,mod=8", "hypercube:3,mod=3", "path:5,mod=4", "cycle:5,mod=3", "complete:5,mod=5", "complete:4,mod=6",
	"star:5,self=off,mod=4",
	"2x3,pattern=king,mod=4", "toric:2,mod=3", "2x3,mask=##_/###,mod=6",
}

// DrawColours is a random puzzle on one of [ColouredSpecs]: often solvable, sometimes with lights that do
// not matter and forbidden switches.
func DrawColours(t *rapid.T) *board.Puzzle {
	b := Parse(t, rapid.SampledFrom(ColouredSpecs).Draw(t, "spec"))
	p := board.NewPuzzle(b)
	draw := func(name string, n int) board.State {
		state := board.NewState(n, b.States())
		for i := range n {
			state.Set(i, rapid.IntRange(0, b.States()-1).Draw(t, name))
		}
		return state
	}
	p.Goal = draw("goal", b.Lights())
	if rapid.Bool().Draw(t, "solvable") {
		p.On = p.Goal
		p.On = p.After(draw("presses", b.Switches())).On
	} else {
		p.On = draw("on", b.Lights())
	}
	if rapid.IntRange(0, 3).Draw(t, "open") == 0 {
		p.DontCare = DrawVec(t, b.Lights(), "does not matter")
	}
	if rapid.IntRange(0, 3).Draw(t, "limited") == 0 {
		p.Forbidden = gf2.VecOf(b.Switches(), rapid.IntRange(0, b.Switches()-1).Draw(t, "forbidden"))
	}
	return p
}

// Times yields all numbers of presses, from 0 to States()-1 for each switch. The slice is reused.
func Times(b *board.Board) iter.Seq[[]uint8] {
	if math.Pow(float64(b.States()), float64(b.Switches())) > 1<<17 {
		panic(fmt.Sprintf("boardtest: %s has too many answers to try all", b.Spec()))
	}
	return func(yield func([]uint8) bool) {
		times := make([]uint8, b.Switches())
		for {
			if !yield(times) {
				return
			}
			s := 0
			for ; s < len(times) && int(times[s]) == b.States()-1; s++ {
				times[s] = 0
			}
			if s == len(times) {
				return
			}
			times[s]++
		}
	}
}

// AnswersInColour are all answers of a puzzle, as strings of numbers of presses, that keep to its forbidden
// switches and those forbidden and required here.
func AnswersInColour(p *board.Puzzle, forbid, require []int) map[string]bool {
	b := p.Board
	type add struct{ light, amount int }
	adds := make([][]add, b.Switches())
	for s := range adds {
		for l, amount := range b.Adds(s) {
			adds[s] = append(adds[s], add{l, amount})
		}
	}
	state := make([]int, b.Lights())
	solves := func(times []uint8) bool {
		for l := range state {
			state[l] = p.On.At(l) - p.Goal.At(l)
		}
		for s, n := range times {
			if n > 0 && p.Forbidden.Has(s) {
				return false
			}
			for _, a := range adds[s] {
				state[a.light] += a.amount * int(n)
			}
		}
		for l, d := range state {
			if d%b.States() != 0 && !p.DontCare.Has(l) {
				return false
			}
		}
		return true
	}
	answers := map[string]bool{}
	for times := range Times(b) {
		if solves(times) && !slices.ContainsFunc(forbid, func(s int) bool { return times[s] != 0 }) &&
			!slices.ContainsFunc(require, func(s int) bool { return times[s] == 0 }) {
			answers[string(times)] = true
		}
	}
	return answers
}

// FewestInColour is the fewest presses that solve each state, by going over all presses.
func FewestInColour(b *board.Board) map[string]int {
	fewest := map[string]int{}
	for times := range Times(b) {
		state := b.Dark()
		for s, n := range times {
			b.Press(state, s, b.States()-int(n))
		}
		if known, ok := fewest[string(state.Digits())]; !ok || Presses(times) < known {
			fewest[string(state.Digits())] = Presses(times)
		}
	}
	return fewest
}

// Presses is how many presses these numbers of times are.
func Presses(times []uint8) int {
	n := 0
	for _, t := range times {
		n += int(t)
	}
	return n
}
