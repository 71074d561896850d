package solve

import (
	"context"
	"fmt"
	"time"

	"lightsout/board"
	"lightsout/internal/gridpoly"
)

// Stream is a checked answer to a board too large to hold bit by bit: the presses are made row by
// row whenever they are read.
type Stream struct {
	Solvable bool
	// Presses reach the goal, if Solvable; PressCount is how many there are. They read the lights
	// again, so those must stay.
	Presses    gridpoly.Lights
	PressCount int
	// LowerBound is a proved bound on the presses of any answer.
	LowerBound int
	// Witness is a set of lights that every switch touches an even number of times, if not Solvable;
	// WitnessCount is how many they are, MustChange, an odd number, how many of them must change.
	Witness                  gridpoly.Lights
	WitnessCount, MustChange int
	Rank, Nullity            int
	Elapsed                  time.Duration // checking included
}

// StreamRows solves a grid, cylinder or torus with the cross pattern in memory for a few rows. The
// lights are those that must change. Other boards are a *[RefusedError].
func StreamRows(ctx context.Context, b *board.Board, lights gridpoly.Lights) (*Stream, error) {
	begin := time.Now()
	shape, ok := RowShape(b)
	if !ok {
		return nil, &RefusedError{Engine: "polynomial", Reason: fmt.Sprintf("streaming needs a grid, cylinder or torus of rows and columns with the cross pattern; %s is not", b.Spec())}
	}
	s, err := gridpoly.NewSolver(shape)
	if err != nil {
		return nil, err
	}
	solution, err := s.Solve(ctx, lights)
	if err != nil {
		return nil, streamError(ctx, err)
	}
	st := &Stream{Solvable: solution.Solvable, Nullity: s.Nullity(), Rank: b.Lights() - s.Nullity()}
	if solution.Solvable {
		err = st.believe(ctx, shape, lights, solution.Answer)
	} else {
		err = st.refute(ctx, shape, lights, solution.Witness)
	}
	st.Elapsed = time.Since(begin)
	return st, streamError(ctx, err)
}

// believe presses the answer and looks at what is left.
func (st *Stream) believe(ctx context.Context, shape gridpoly.Shape, lights gridpoly.Lights, answer *gridpoly.Pattern) error {
	lit, err := gridpoly.Check(ctx, shape, answer, lights)
	if err == nil && lit > 0 {
		err = fmt.Errorf("solve: the answer leaves %d lights wrong; this is a fault of the program, please report it", lit)
	}
	if err != nil {
		return err
	}
	st.Presses = answer
	if st.PressCount, err = gridpoly.Overlap(ctx, shape, answer, answer); err != nil || st.Nullity == 0 {
		st.LowerBound = st.PressCount
		return err
	}
	change, err := gridpoly.Overlap(ctx, shape, lights, lights)
	st.LowerBound = (change + 4) / 5 // a press flips five lights at most
	return err
}

// refute holds the witness against the board: pressed, it changes nothing, which on a symmetric
// board says that every switch touches it evenly.
func (st *Stream) refute(ctx context.Context, shape gridpoly.Shape, lights gridpoly.Lights, witness *gridpoly.Pattern) error {
	touched, err := gridpoly.Check(ctx, shape, witness, gridpoly.None(shape.Cols))
	if err != nil {
		return err
	}
	if st.WitnessCount, err = gridpoly.Overlap(ctx, shape, witness, witness); err != nil {
		return err
	}
	if st.MustChange, err = gridpoly.Overlap(ctx, shape, witness, lights); err != nil {
		return err
	}
	if touched > 0 || st.MustChange%2 == 0 {
		return fmt.Errorf("solve: the witness of unsolvability does not hold; this is a fault of the program, please report it")
	}
	st.Witness = witness
	return nil
}

func streamError(ctx context.Context, err error) error {
	if err != nil && ctx.Err() != nil {
		return &GaveUpError{Engine: "polynomial", Cause: context.Cause(ctx)}
	}
	return err
}
