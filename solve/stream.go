package solve

import (
	"context"
	"errors"
	"fmt"
	"time"

	"lightsout/board"
	"lightsout/internal/gridpoly"
)

// A puzzle whose lights come row by row gets an answer row by row, in memory for a few rows, if any
// answer will do. For every other question its lights are held in memory like those of a smaller
// board.

// streams reports whether a question for any answer is answered row by row: nothing is asked that
// the polynomial equation does not give by itself.
func (s Solver) streams(p *board.Puzzle, e engine) bool {
	_, rectangle := rectangle(p.Board)
	return rectangle && e.name == "polynomial" && p.On.Rows() != nil && p.Forbidden.Len() == 0 && p.DontCare.IsZero() &&
		!s.counted() && s.Symmetric == "" && len(s.Forbid)+len(s.Require) == 0
}

// stream finds an answer row by row and checks it.
func (pr *problem) stream(ctx context.Context) (*Result, error) {
	p := pr.puzzle
	st := &stream{ctx: ctx, board: p.Board, change: p.Change().Rows()}
	st.shape, _ = rectangle(p.Board)
	solver, err := gridpoly.NewSolver(st.shape)
	if err != nil {
		return nil, err
	}
	solution, err := solver.Solve(ctx, st.change)
	if err != nil {
		return nil, st.failed(err)
	}
	if !solution.Solvable {
		return nil, st.failed(st.refute(solution.Witness))
	}
	nullity := solver.Nullity()
	res := &Result{
		Puzzle: p, Presses: p.Board.ByRows(solution.Answer), Engine: "polynomial", EachLightest: noLightest,
		Algebra: Algebra{Rank: p.Board.Lights() - nullity, Nullity: nullity, Answers: powerOfTwo(nullity)},
	}
	if err := st.verify(res, solution.Answer); err != nil {
		return nil, st.failed(err)
	}
	res.Elapsed = time.Since(pr.begun)
	return res, nil
}

// stream is a question that is answered row by row.
type stream struct {
	ctx    context.Context
	board  *board.Board
	shape  gridpoly.Shape
	change gridpoly.Lights
}

// verify presses the answer, looks at what is left, and counts.
func (st *stream) verify(res *Result, answer *gridpoly.Pattern) error {
	lit, pressed, err := gridpoly.Check(st.ctx, st.shape, answer, st.change)
	if err == nil && lit > 0 {
		err = fault(fmt.Sprintf("the answer leaves %d lights wrong", lit))
	}
	if err != nil {
		return err
	}
	if res.Cost = pressed; res.Nullity == 0 {
		res.Minimum, res.LowerBound, res.Proof, res.Method = true, res.Cost, onlyAnswer, onlyMethod
		return nil
	}
	change, err := gridpoly.Overlap(st.ctx, st.shape, st.change, st.change)
	res.LowerBound = (change + 4) / 5 // a press flips five lights at most
	return err
}

// refute tests the witness on the board: pressing it changes nothing, which on a symmetric board
// means that every switch touches an even number of its lights.
func (st *stream) refute(witness *gridpoly.Pattern) error {
	touched, size, err := gridpoly.Check(st.ctx, st.shape, witness, gridpoly.None(st.shape.Cols))
	if err != nil {
		return err
	}
	no := &UnsolvableError{Witness: st.board.ByRows(witness), size: size}
	if no.MustChange, err = gridpoly.Overlap(st.ctx, st.shape, witness, st.change); err != nil {
		return err
	}
	if touched > 0 || no.MustChange%2 == 0 {
		return fault("the witness of unsolvability does not hold")
	}
	return no
}

// failed is the error of a question that the context may have ended.
func (st *stream) failed(err error) error {
	if _, ok := errors.AsType[*UnsolvableError](err); !ok && st.ctx.Err() != nil {
		return &GaveUpError{Engine: "polynomial", Cause: context.Cause(st.ctx)}
	}
	return err
}
