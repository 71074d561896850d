package encode

import (
	"fmt"

	"lightsout/board"
	"lightsout/cnf"
)

// Options say how a puzzle becomes a formula. The zero Options are a good choice.
type Options struct {
	// Xor names the XOR encoding: one of Parities, as "direct", or "cut:4" where it takes a number.
	// If it is empty, the encoding depends on the board: kernel, chase or cut. Where lights have more than
	// two states it names one of Sums, and the empty name is onehot.
	Xor string
	// Native leaves parity to the solver: each light becomes one Xor constraint of the sink, and no
	// XOR encoding is used. A cnf.Session cannot solve such a formula.
	Native bool
	// Card names the counting encoding of Plan.Count: one of Countings. Empty is totalizer.
	Card string
	// Counted is how many switches Plan.Count counts, the first ones, up to all; 0 is all. The others stand for
	// something else, such as a light that may be wrong.
	Counted int

	// Forbid lists switches that must not be pressed, in addition to the puzzle's own. Require lists
	// switches that must be pressed. A switch in both makes the formula unsatisfiable. Both count
	// from 0.
	Forbid, Require []int

	// Alike lists groups of switches. Those of a group are all pressed or all not pressed.
	Alike [][]int
}

// Puzzle writes the puzzle into sink, which must not have variables yet. It is Prepare and Write in
// one call, and finds all errors before it writes anything.
func Puzzle(sink cnf.Sink, p *board.Puzzle, opt Options) error {
	plan, err := Prepare(p, opt)
	if err != nil {
		return err
	}
	return plan.Write(sink)
}

// Plan is a puzzle ready to be written any number of times: the work before the first clause, such as
// elimination, is done. It never changes and holds no part of the formula.
// The zero Plan has no puzzle, and its methods panic: [Prepare] makes one.
type Plan struct {
	puzzle   *board.Puzzle
	options  Options
	parity   Parity
	counting Counting
	write    func(*clauses)
}

// Prepare does everything that Puzzle does except writing. The puzzle must not change while the Plan
// is in use.
func Prepare(p *board.Puzzle, opt Options) (*Plan, error) {
	p, err := p.Checked()
	if err != nil {
		return nil, err
	}
	plan := &Plan{puzzle: p, options: opt}
	b := p.Board
	if b.Switches() > cnf.MaxVar/(b.States()-1) {
		return nil, tooManyVars(b, "switches")
	}
	for _, list := range append([][]int{opt.Forbid, opt.Require}, opt.Alike...) {
		if err := b.CheckSwitches(list); err != nil {
			return nil, err
		}
	}
	if n := opt.Counted; n < 0 || n > b.Switches() {
		return nil, fmt.Errorf("%d switches cannot be counted on %s, which has %d", n, b.Spec(), b.Switches())
	}
	if plan.counting, err = parseCounting(opt.Card); err != nil {
		return nil, err
	}
	if err := plan.chooseParity(); err != nil {
		return nil, err
	}
	return plan, nil
}

func (p *Plan) chooseParity() (err error) {
	name := p.options.Xor
	if p.puzzle.Board.States() > 2 {
		return p.chooseSum()
	}
	switch {
	case p.options.Native && name != "":
		return fmt.Errorf("the XOR encoding %q is not used when parity is left to the solver", name)
	case p.options.Native:
		p.write, err = native.prepareRows(p.puzzle)
		return err
	case name == "":
		name = defaultParity(p.puzzle.System())
	}
	if p.parity, err = parseParity(name); err != nil {
		return err
	}
	p.write, err = p.parity.prepare(p.puzzle)
	return err
}

func tooManyVars(b *board.Board, what string) error {
	return &board.TooLargeError{
		What:  fmt.Sprintf("a formula for the %s of %s", what, b.Spec()),
		Limit: fmt.Sprintf("a formula has at most %d variables", cnf.MaxVar),
	}
}

// Parity is the XOR encoding in use; the zero Parity with Options.Native.
func (p *Plan) Parity() Parity { return p.parity }

// Counting is the counting encoding that Count uses.
func (p *Plan) Counting() Counting { return p.counting }

// Write writes the formula into sink, which must not have variables yet. It allocates the variables of
// [Switches], in order, then writes the parity clauses, with auxiliary variables as they are needed,
// then the clauses for the other Options.
func (p *Plan) Write(sink cnf.Sink) error {
	if sink.Vars() != 0 {
		return fmt.Errorf("switch 1 must be variable 1, but the formula already has %d variables: write the "+
			"puzzle first", sink.Vars())
	}
	p.writeTo(&clauses{sink: sink})
	return nil
}

func (p *Plan) writeTo(w *clauses) {
	each := p.puzzle.Board.States() - 1
	for range p.puzzle.Board.Switches() * each {
		w.newVar()
	}
	p.write(w)
	w.proof.light(noLight)
	for s := range p.puzzle.Forbidden.Ones() {
		w.unit(switchLit(s * each).Neg())
	}
	for _, s := range p.options.Forbid {
		w.unit(switchLit(s * each).Neg())
	}
	for _, s := range p.options.Require {
		w.unit(switchLit(s * each))
	}
	w.alike(p.options.Alike, each)
}

// unit writes that a switch is pressed, or is not.
func (w *clauses) unit(lit cnf.Lit) {
	w.proof.unit(lit)
	w.clause(lit)
}

// Count writes clauses into sink that count the presses, good for every bound up to maxK. The plan
// must have been written to sink before.
func (p *Plan) Count(sink cnf.Sink, maxK int) (*Count, error) {
	switches := Switches(p.puzzle.Board)
	if n := p.options.Counted * (p.puzzle.Board.States() - 1); n > 0 {
		switches = switches[:n]
	}
	return newCount(sink, p.counting, switches, maxK)
}

// switchLit is the literal for "switch s is pressed".
func switchLit(s int) cnf.Lit { return cnf.Lit(s + 1) }

// Switches returns the literal of each switch: true in a model if the switch is pressed. Where lights have
// K states, more than two, a switch has K−1 literals, one after another: the first is true if it is pressed at
// least once, the second if at least twice, and so on. As many of them are true as there are presses. A nil board has none.
func Switches(b *board.Board) []cnf.Lit {
	if b == nil {
		return nil
	}
	lits := make([]cnf.Lit, b.Switches()*(b.States()-1))
	for s := range lits {
		lits[s] = switchLit(s)
	}
	return lits
}
