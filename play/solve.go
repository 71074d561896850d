package play

import (
	"context"
	"errors"
	"slices"

	"lightsout/board"
	"lightsout/solve"
)

// solveRequest asks for an answer with the fewest presses.
type solveRequest struct {
	position
	// Known is an answer that the page already has, or empty. If the fewest presses cannot be proved in
	// time, a search may find a longer answer than the one a player was following: then the known one
	// is returned, so that following hints always reaches the goal.
	Known []int `json:"known"` // an answer, which is returned if no shorter one is found in time
}

// solution is the answer record, or why there is no answer. A hint is any of its presses.
type solution struct {
	solve.Answer
	// MustChange is how many lights of the witness would have to change, an odd number, or with more than two
	// states how much their sum would have to change.
	MustChange int `json:"must_change,omitempty"`
	// Forbidden: the puzzle would be solvable if no switch were forbidden. Solvable is false then.
	Forbidden bool `json:"forbidden,omitempty"` // the puzzle would be solvable if no switch were forbidden
}

// outcome is for [API.Serve].
func (s *solution) outcome() string {
	switch {
	case !s.Solvable:
		return "no"
	case s.Minimum != nil && !*s.Minimum:
		return "stopped"
	}
	return "ok"
}

func (a *API) solve(ctx context.Context, r solveRequest) (*solution, error) {
	p, err := a.puzzle(r.position)
	if err != nil {
		return nil, err
	}
	if _, err := numbers("switch", p.Board.Switches(), p.Board.States(), r.Known); err != nil {
		return nil, err
	}
	res, err := a.fewest(ctx, p)
	if unsolvable, ok := errors.AsType[*solve.UnsolvableError](err); ok {
		record := unsolvable.Answer(p, -1)
		record.Solvable = false
		return &solution{Answer: record, MustChange: unsolvable.MustChange, Forbidden: unsolvable.Condition != ""}, nil
	}
	if err != nil {
		return nil, err
	}
	record := res.Answer(-1)
	if !res.Proved() && len(r.Known) < res.PressCount() && solve.Check(p, r.Known).Solved {
		record.Presses, record.PressCount = slices.Sorted(slices.Values(r.Known)), new(len(r.Known))
	}
	return &solution{Answer: record}, nil
}

// fewest searches for the fewest presses, and stops in time for the call to answer.
func (a *API) fewest(ctx context.Context, p *board.Puzzle) (*solve.Result, error) {
	ctx, cancel := context.WithTimeout(ctx, a.limits.Time*3/4)
	defer cancel()
	return solve.Solver{Workers: 1, MaxMemory: a.limits.Memory}.Minimum(ctx, p)
}
