package export

import (
	"fmt"
	"io"
	"slices"

	"lightsout/board"
)

// Planning goes from state to state, as Fazakas, Keresztes and Groza (2022) did with Prover9. A state
// is one atom with an argument for each light, a press is a rule, and a proof that the goal can be
// reached uses the rules of the presses that lead there:
//
//	lights(X1,X2,X3) -> lights(flip(X1),flip(X2),X3).        the first switch of path:3
//	flip(off) = on.   flip(on) = off.
//
// A state does not record its presses, so that a prover recognises a state it has seen before; the
// proof tells which presses were used. A switch that must be pressed gets a light of its own, after
// the others, which only it flips and which has to change. A light that does not matter is no part of a
// state.

// plannedLights is the largest number of arguments of a state: Prover9 takes 100 variables in a term
// (MAX_VARS in LADR's term.h), and planners fail on boards of half that size.
const plannedLights = 100

// planning is the planning problem being written.
type planning struct {
	text
	*question
	variable string // the name of variables, before their number
	system   *board.Board
	flipped  []bool // by argument: whether the current switch flips it
	toggles  []int
}

// newPlanning refuses boards that are too large.
func newPlanning(w io.Writer, q *question, format, variable string) (*planning, error) {
	p := &planning{text: newText(w), question: q, variable: variable, system: q.puzzle.System(),
		flipped: make([]bool, q.lights+len(q.require))}
	if len(p.flipped)-q.puzzle.DontCare.Weight() > plannedLights {
		return nil, &board.TooLargeError{
			What: fmt.Sprintf("planning (%s) on %s", format, q.puzzle.Board.Spec()),
			Limit: fmt.Sprintf("it takes at most %d lights, counting one for each switch that must be pressed",
				plannedLights),
		}
	}
	return p, nil
}

// rules yields the switches that may be pressed and flip anything, and marks what they flip.
func (p *planning) rules(yield func(s int) bool) {
	for s := range p.switches {
		if _, forbidden := slices.BinarySearch(p.forbid, s); forbidden {
			continue
		}
		clear(p.flipped)
		p.toggles = p.system.AppendToggles(p.toggles[:0], s)
		for _, l := range p.toggles {
			p.flipped[l] = true
		}
		if i, required := slices.BinarySearch(p.require, s); required {
			p.flipped[p.lights+i] = true
		}
		if slices.Contains(p.flipped, true) && !yield(s) {
			return
		}
	}
}

// atom writes a state, argument by argument.
func (p *planning) atom(argument func(i int)) {
	p.put("lights")
	before, after := "(", ""
	for i := range p.flipped {
		if i < p.lights && p.puzzle.DontCare.Has(i) {
			continue
		}
		p.put(before)
		argument(i)
		before, after = ",", ")"
	}
	p.put(after)
}

// before is any state, and after is what the current switch makes of it.
func (p *planning) before() { p.atom(func(i int) { p.put(p.variable, i+1) }) }

func (p *planning) after() {
	p.atom(func(i int) {
		if p.flipped[i] {
			p.put("flip(", p.variable, i+1, ")")
		} else {
			p.put(p.variable, i+1)
		}
	})
}

// start and goal are states. The lights of required switches go from on to off.
func (p *planning) start() { p.atom(func(i int) { p.lit(i >= p.lights || p.puzzle.On.At(i) != 0) }) }

func (p *planning) goal() { p.atom(func(i int) { p.lit(i < p.lights && p.puzzle.Goal.At(i) != 0) }) }

func (p *planning) lit(on bool) {
	if on {
		p.put("on")
	} else {
		p.put("off")
	}
}
