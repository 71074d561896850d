package chase

import (
	"fmt"
	"slices"

	"lightsout/board"
	"lightsout/gf2"
)

// maxEquations is how many lights and switches a person can be expected to follow.
const maxEquations = 20

// Equation is what a light asks for: of these switches an odd number is pressed, or an even number.
type Equation struct {
	Light    int
	Switches []int // in order
	Odd      bool
}

// Step solves one equation for a switch, and puts it into the others.
type Step struct {
	Equation Equation
	// Switch is pressed exactly if an odd number of Others is, or an even number if Even.
	Switch int
	Others []int
	Even   bool
	// Changed are the equations that had the switch, without it.
	Changed []Equation
}

// Elimination is how a person solves a small board without rows: equations, substituted one after another.
type Elimination struct {
	// Equations are those of the lights that matter.
	Equations []Equation
	// Steps are in order; going back through them decides their switches.
	Steps []Step
	// Free are the switches that no step decides. Each choice of them is an answer; Presses is the one with the
	// fewest presses.
	Free    []int
	Presses gf2.Vec
	// Witness are the lights whose equations add up to "no switch, an odd number"; length 0 if there is an answer.
	Witness gf2.Vec
}

// equation is one that is still to be solved; sum is the lights whose equations it is the sum of.
type equation struct {
	light    int
	switches gf2.Vec
	odd      bool
	sum      gf2.Vec
}

func (e *equation) told() Equation { return Equation{e.light, e.switches.Indices(), e.odd} }

// Eliminate solves a puzzle by substitution. Forbidden switches are in no equation. Its answer was checked against the
// board. Boards beyond what a person follows are a *[board.TooLargeError].
func Eliminate(p *board.Puzzle) (*Elimination, error) {
	b := p.Board
	if max(b.Lights(), b.Switches()) > maxEquations {
		return nil, &board.TooLargeError{What: fmt.Sprintf("an elimination by hand on %s", b.Spec()),
			Limit: fmt.Sprintf("it is shown for up to %d lights and switches", maxEquations)}
	}
	e := &Elimination{Presses: gf2.NewVec(b.Switches())}
	left := equations(p)
	for _, q := range left {
		e.Equations = append(e.Equations, q.told())
	}
	for len(left) > 0 {
		next := slices.MinFunc(left, func(a, b *equation) int { return a.switches.Weight() - b.switches.Weight() })
		left = slices.DeleteFunc(left, func(q *equation) bool { return q == next })
		switch {
		case !next.switches.IsZero():
			e.Steps = append(e.Steps, substitute(next, left))
		case next.odd:
			e.Witness = next.sum
			return e, nil
		}
	}
	return e, e.decide(p)
}

// equations are those of the lights that matter.
func equations(p *board.Puzzle) (list []*equation) {
	b, change := p.Board, p.Change()
	of := make([]gf2.Vec, b.Lights())
	for l := range of {
		of[l] = gf2.NewVec(b.Switches())
	}
	for s := range b.Switches() {
		if p.Forbidden.Has(s) {
			continue
		}
		for _, l := range b.Toggles(s) {
			of[l].Flip(s)
		}
	}
	for l := range of {
		if !p.DontCare.Has(l) {
			list = append(list, &equation{l, of[l], change.At(l) > 0, gf2.VecOf(b.Lights(), l)})
		}
	}
	return list
}

// substitute solves an equation for the switch that the fewest others have.
func substitute(q *equation, left []*equation) Step {
	uses := func(s int) (n int) {
		for _, other := range left {
			if other.switches.Bit(s) {
				n++
			}
		}
		return n
	}
	all := q.switches.Indices()
	s := slices.MinFunc(all, func(a, b int) int { return uses(a) - uses(b) })
	others := slices.DeleteFunc(slices.Clone(all), func(t int) bool { return t == s })
	step := Step{Equation: q.told(), Switch: s, Others: others, Even: q.odd}
	for _, other := range left {
		if other.switches.Bit(s) {
			other.switches.Add(q.switches)
			other.odd = other.odd != q.odd
			other.sum.Add(q.sum)
			step.Changed = append(step.Changed, other.told())
		}
	}
	return step
}

// decide chooses the free switches and goes back through the steps.
func (e *Elimination) decide(p *board.Puzzle) error {
	for s := range p.Board.Switches() {
		solved := slices.ContainsFunc(e.Steps, func(t Step) bool { return t.Switch == s })
		if !solved && !p.Forbidden.Has(s) {
			e.Free = append(e.Free, s)
		}
	}
	best := e.back(0)
	for choice := uint64(1); choice < 1<<len(e.Free); choice++ {
		if x := e.back(choice); x.Weight() < best.Weight() {
			best = x
		}
	}
	e.Presses = best
	if !p.After(board.Bits(best)).Change().IsZero() {
		return fmt.Errorf("chase: the elimination does not solve %s; this is a fault of the program, please report it",
			p.Board.Spec())
	}
	return nil
}

// back is the answer with the free switches of a choice.
func (e *Elimination) back(choice uint64) gf2.Vec {
	x := gf2.NewVec(e.Presses.Len())
	for i, s := range e.Free {
		x.Set(s, choice>>i&1 == 1)
	}
	for _, t := range slices.Backward(e.Steps) {
		pressed := t.Even
		for _, s := range t.Others {
			pressed = pressed != x.Bit(s)
		}
		x.Set(t.Switch, pressed)
	}
	return x
}
