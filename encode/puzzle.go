package encode

import (
	"fmt"

	"lightsout/board"
	"lightsout/cnf"
)

// Options say how a puzzle becomes clauses. The zero Options are a good choice.
type Options struct {
	// Xor names the parity encoding as ParseParity reads it: "direct", "cut:4". Empty stands for
	// DefaultParity of the board.
	Xor string
	// Forbid are switches that must not be pressed, in addition to the puzzle's own; Require are
	// switches that must be. A switch in both leaves no answer. Both count from 0.
	Forbid, Require []int
}

// Puzzle writes the puzzle into sink, which must not have variables yet. It allocates a variable
// for each switch, in order, then writes the parity clauses, with auxiliary variables as they come
// up, then a unit clause for each switch that is forbidden or required. All errors are found before
// anything is written.
func Puzzle(sink cnf.Sink, p *board.Puzzle, opt Options) error {
	plan, err := Prepare(p, opt)
	if err != nil {
		return err
	}
	return plan.Write(sink)
}

// Plan is a puzzle made ready to be written any number of times: what takes time before the first
// clause, such as elimination, is done. It does not change, and holds no part of the formula.
type Plan struct {
	puzzle  *board.Puzzle
	options Options
	parity  Parity
	write   func(*clauses)
}

// Prepare does all of Puzzle but the writing. The puzzle must not be changed while the Plan is used.
func Prepare(p *board.Puzzle, opt Options) (*Plan, error) {
	b := p.Board
	if b.Switches() > cnf.MaxVar {
		return nil, tooManyVars(b, "switches")
	}
	for _, list := range [][]int{opt.Forbid, opt.Require} {
		for _, s := range list {
			if s < 0 || s >= b.Switches() {
				return nil, fmt.Errorf("switch %d is not on %s, which has %d switches (counted from 0)", s, b.Spec(), b.Switches())
			}
		}
	}
	name := opt.Xor
	if name == "" {
		name = DefaultParity(b)
	}
	parity, err := ParseParity(name)
	if err != nil {
		return nil, err
	}
	write, err := parity.prepare(p)
	if err != nil {
		return nil, err
	}
	return &Plan{puzzle: p, options: opt, parity: parity, write: write}, nil
}

func tooManyVars(b *board.Board, what string) error {
	return &board.TooLargeError{
		What:  fmt.Sprintf("a formula for the %s of %s", what, b.Spec()),
		Limit: fmt.Sprintf("there are at most %d variables", cnf.MaxVar),
	}
}

// Parity is the encoding that was chosen.
func (p *Plan) Parity() Parity { return p.parity }

// Write writes the formula into sink, which must not have variables yet.
func (p *Plan) Write(sink cnf.Sink) error {
	if sink.Vars() != 0 {
		return fmt.Errorf("a puzzle must be the first to be encoded: the formula has %d variables already, and switch 1 must be variable 1", sink.Vars())
	}
	for range p.puzzle.Board.Switches() {
		sink.NewVar()
	}
	w := &clauses{sink: sink}
	p.write(w)
	for s := range p.puzzle.Forbidden.Ones() {
		w.clause(switchLit(s).Neg())
	}
	for _, s := range p.options.Forbid {
		w.clause(switchLit(s).Neg())
	}
	for _, s := range p.options.Require {
		w.clause(switchLit(s))
	}
	return nil
}

// switchLit is the literal that says switch s is pressed.
func switchLit(s int) cnf.Lit { return cnf.Lit(s + 1) }

// Switches are the literals of all switches: what to count the presses of.
func Switches(b *board.Board) []cnf.Lit {
	lits := make([]cnf.Lit, b.Switches())
	for s := range lits {
		lits[s] = switchLit(s)
	}
	return lits
}
