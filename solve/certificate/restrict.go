package certificate

import (
	"context"
	"errors"
	"fmt"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/automorphism"
	"lightsout/solve"
)

// question is what a certificate answers, read anew: the solver's own reading has no part in it. Presses that are
// required are made in advance, and every column is a set of switches that may still be pressed, all of them together.
type question struct {
	solve.Conditions
	puzzle  *board.Puzzle
	system  *board.Board // without the lights that do not matter
	change  gf2.Vec      // what the columns have to make
	pressed gf2.Vec      // in advance
	alike   [][]int      // switches that are pressed alike: each alone, unless the answer must be symmetric
	columns [][]int      // those of them that are neither forbidden nor required
}

func newQuestion(ctx context.Context, p *board.Puzzle, s solve.Solver) (*question, error) {
	n := p.Board.Switches()
	q := &question{Conditions: s.Conditions, puzzle: p, system: p.System(), pressed: gf2.NewVec(n)}
	if s.Symmetric != "" {
		var err error
		if q.alike, err = automorphism.OrbitsOf(ctx, p.Board, s.Symmetric); err != nil {
			return nil, err
		}
	} else {
		q.alike = singles(n)
	}
	barred, required := gf2.VecOf(n, s.Forbid...), gf2.VecOf(n, s.Require...)
	for _, group := range q.alike {
		no, yes := -1, -1
		for _, x := range group {
			if barred.Bit(x) {
				no = x
			}
			if required.Bit(x) {
				yes = x
			}
		}
		switch {
		case no >= 0 && yes >= 0:
			return nil, fmt.Errorf("switch %d is required, and switch %d, which is pressed with it, is forbidden",
				yes+1, no+1)
		case yes >= 0:
			for _, x := range group {
				q.pressed.Set(x, true)
			}
		case no < 0:
			q.columns = append(q.columns, group)
		}
	}
	q.change = p.Change().Bits().Sum(q.system.Apply(q.pressed))
	return q, nil
}

func singles(n int) [][]int {
	list := make([][]int, n)
	for x := range list {
		list[x] = []int{x}
	}
	return list
}

// free reports whether every switch may be pressed on its own.
func (q *question) free() bool { return len(q.columns) == q.puzzle.Board.Switches() }

// keeps reports whether presses are an answer.
func (q *question) keeps(presses gf2.Vec) (bool, error) {
	for _, group := range q.alike {
		for _, x := range group {
			if presses.Bit(x) != presses.Bit(group[0]) {
				return false, nil
			}
		}
	}
	replay := solve.Solver{Conditions: q.Conditions}.Check(q.puzzle, presses.Indices())
	return replay.Solved, replay.Err
}

// cost is what presses cost.
func (q *question) cost(presses gf2.Vec) int {
	if q.Costs == nil {
		return presses.Weight()
	}
	sum := 0
	for x := range presses.Ones() {
		sum += q.Costs[x]
	}
	return sum
}

// errLongElimination is why a nullity is not verified, unless the check is a full one, and errLargeElimination why it
// is not even then.
var (
	errLongElimination  = fmt.Errorf("eliminating so large a matrix again %w", errLong)
	errLargeElimination = errors.New("the matrix is too large to be eliminated again")
)

// eliminate is dense elimination of some columns of a board, which the solver itself has no part in.
func (v Verifier) eliminate(ctx context.Context, b *board.Board, columns [][]int) (*gf2.System, error) {
	switch entries := float64(len(columns)) * float64(b.Lights()); {
	case entries > fullDense:
		return nil, errLargeElimination
	case entries > quickDense && !v.Full:
		return nil, errLongElimination
	}
	m := gf2.NewMatrix(b.Lights(), len(columns))
	for i, group := range columns {
		for _, x := range group {
			for _, l := range b.Toggles(x) {
				m.Flip(l, i)
			}
		}
	}
	return gf2.NewSystem(ctx, m)
}

// quiet is a basis of what may be added to an answer, over the switches.
func (q *question) quiet(system *gf2.System) ([]gf2.Vec, error) {
	n := q.puzzle.Board.Switches()
	if k := system.Nullity(); float64(n)*float64(k) > maxQuiet {
		what := fmt.Sprintf("a basis of the %d quiet patterns of %s", k, q.puzzle.Board.Spec())
		return nil, &board.TooLargeError{What: what, Limit: "it would take more than 1 GiB"}
	}
	basis := system.RightNull()
	for i, word := range basis {
		basis[i] = gf2.NewVec(n)
		for c := range word.Ones() {
			for _, x := range q.columns[c] {
				basis[i].Set(x, true)
			}
		}
	}
	return basis, nil
}
