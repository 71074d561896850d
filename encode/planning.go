package encode

import (
	"fmt"
	"io"
	"slices"

	"lightsout/board"
)

// A planner walks from state to state, as Fazakas, Keresztes and Groza (2022) have Prover9 do it. The
// state is one atom with an argument for each light, a press is a rule, and a proof that the goal can
// be reached uses the rules of the presses that lead there:
//
//	lights(X1,X2,X3) -> lights(flip(X1),flip(X2),X3).        the first switch of path:3
//	flip(off) = on.   flip(on) = off.
//
// The state carries no record of its presses, so that a prover sees at once when it has been in a
// state before; which presses were used is in the proof. A switch that must be pressed has a light of
// its own behind the others, which it alone flips and which has to change.

// plannedLights is the most arguments that a state may have: Prover9 takes 100 variables in a term
// (MAX_VARS in LADR's term.h), and no planner comes far on a board of half that size.
const plannedLights = 100

// plan is a planning problem under way.
type plan struct {
	text
	*question
	variable string // what variables are called, before their number
	flipped  []bool // by argument: what the switch at hand flips
	toggles  []int
}

// newPlan refuses boards that are too large to walk on.
func newPlan(w io.Writer, q *question, format, variable string) (*plan, error) {
	p := &plan{text: newText(w), question: q, variable: variable, flipped: make([]bool, q.lights+len(q.require))}
	if len(p.flipped) > plannedLights {
		return nil, &board.TooLargeError{
			What:  fmt.Sprintf("%s, which walks from state to state, on %s", format, q.puzzle.Board.Spec()),
			Limit: fmt.Sprintf("%d lights are the most, switches that must be pressed included", plannedLights),
		}
	}
	return p, nil
}

// rules yields the switches that may be pressed and that flip anything, marking what they flip.
func (p *plan) rules(yield func(s int) bool) {
	for s := range p.switches {
		if _, forbidden := slices.BinarySearch(p.forbid, s); forbidden {
			continue
		}
		clear(p.flipped)
		p.toggles = p.puzzle.Board.AppendToggles(p.toggles[:0], s)
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
func (p *plan) atom(argument func(i int)) {
	p.put("lights")
	for i := range p.flipped {
		if i == 0 {
			p.put("(")
		} else {
			p.put(",")
		}
		argument(i)
	}
	if len(p.flipped) > 0 {
		p.put(")")
	}
}

// before is any state, and after what the switch at hand makes of it.
func (p *plan) before() { p.atom(func(i int) { p.put(p.variable, i+1) }) }

func (p *plan) after() {
	p.atom(func(i int) {
		if p.flipped[i] {
			p.put("flip(", p.variable, i+1, ")")
		} else {
			p.put(p.variable, i+1)
		}
	})
}

// start and goal are states. The lights of required switches go from on to off.
func (p *plan) start() { p.atom(func(i int) { p.lit(i >= p.lights || p.puzzle.On.Bit(i)) }) }

func (p *plan) goal() { p.atom(func(i int) { p.lit(i < p.lights && p.puzzle.Goal.Bit(i)) }) }

func (p *plan) lit(on bool) {
	if on {
		p.put("on")
	} else {
		p.put("off")
	}
}

// writeTPTP writes the plan in the language of the TPTP, which most theorem provers read. Rules are
// named after their switches, and a proof names the rules that it uses.
func writeTPTP(w io.Writer, q *question) error {
	p, err := newPlan(w, q, "tptp", "X")
	if err != nil {
		return err
	}
	p.comments("% ", q.head("press_1, press_2, ... are the switches"))
	p.put("\ncnf(flip_off, axiom, flip(off) = on).\ncnf(flip_on, axiom, flip(on) = off).\n\n")
	for s := range p.rules {
		p.put("cnf(press_", s+1, ", axiom, ~ ")
		p.before()
		p.put(" | ")
		p.after()
		p.put(").\n")
	}
	p.put("\ncnf(start, axiom, ")
	p.start()
	p.put(").\nfof(goal, conjecture, ")
	p.goal()
	p.put(").\n")
	return p.Flush()
}

// writeProver9 writes the plan for Prover9's production mode, in the manner of cabbages.in in its
// manual: rules in the list usable, rewriting by the list demodulators, and an answer attribute on
// each rule, which clauses inherit. All states weigh the same, so that the oldest is taken first.
func writeProver9(w io.Writer, q *question) error {
	p, err := newPlan(w, q, "prover9", "x")
	if err != nil {
		return err
	}
	p.comments("% ", q.head("answer(1), answer(2), ... are the switches"))
	p.put("\nset(production).\nassign(max_megs, ", prover9Megabytes, ").\n\nformulas(usable).\n\n")
	for s := range p.rules {
		p.before()
		p.put(" -> ")
		p.after()
		p.put(" # answer(", s+1, ").\n")
	}
	p.put("\nend_of_list.\n\nformulas(demodulators).\n\nflip(off) = on.\nflip(on) = off.\n\nend_of_list.\n\nformulas(assumptions).\n\n")
	p.start()
	p.put(".\n\nend_of_list.\n\nformulas(goals).\n\n")
	p.goal()
	p.put(".\n\nend_of_list.\n")
	return p.Flush()
}

// prover9Megabytes is what the authors of the paper gave it; left to itself it stops at 200.
const prover9Megabytes = 1000
