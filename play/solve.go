package play

import (
	"context"
	"errors"

	"lightsout/board"
	"lightsout/solve"
)

// SolveRequest asks for an answer with the fewest presses.
type solveRequest struct {
	position
	// Known is an answer that the page has already, or empty. Where the fewest presses cannot be
	// proved in time, a search may find a longer answer than the one a player was following: then
	// the known one is given back, so that following hints always comes to an end.
	Known []int `json:"known"`
}

// Solution is an answer, or why there is none.
type solution struct {
	Solvable bool `json:"solvable"`
	// Presses is an answer; a hint is any one of them. No answer has fewer than LowerBound, and if
	// Minimum none has fewer than these.
	Presses    []int  `json:"presses,omitempty"`
	Minimum    bool   `json:"minimum,omitempty"`
	LowerBound int    `json:"lower_bound,omitempty"`
	Answers    string `json:"answers,omitempty"` // how many there are, in decimal

	// Witness is a set of lights of which every switch flips an even number, while MustChange, an
	// odd number, of them would have to change.
	Witness    []int `json:"witness,omitempty"`
	MustChange int   `json:"must_change,omitempty"`
	// Forbidden: the puzzle would be solvable if no switch were forbidden.
	Forbidden bool `json:"forbidden,omitempty"`
}

func (a *API) solve(ctx context.Context, r solveRequest) (*solution, error) {
	p, err := a.puzzle(r.position)
	if err != nil {
		return nil, err
	}
	known, err := set("switch", p.Board.Switches(), r.Known)
	if err != nil {
		return nil, err
	}
	res, err := a.fewest(ctx, p)
	var unsolvable *solve.UnsolvableError
	var infeasible *solve.InfeasibleError
	switch {
	case errors.As(err, &unsolvable):
		return &solution{Witness: unsolvable.Witness.Indices(), MustChange: unsolvable.MustChange}, nil
	case errors.As(err, &infeasible):
		return &solution{Witness: infeasible.Witness.Indices(), MustChange: infeasible.MustChange, Forbidden: true}, nil
	case err != nil:
		return nil, err
	}
	presses := res.Presses
	if !res.Minimum && known.Weight() < presses.Weight() && solve.Check(p, r.Known).Solved {
		presses = known
	}
	return &solution{
		Solvable: true, Presses: presses.Indices(), Minimum: res.Minimum,
		LowerBound: res.LowerBound, Answers: res.Answers.String(),
	}, nil
}

// fewest searches for the fewest presses until shortly before the call must answer.
func (a *API) fewest(ctx context.Context, p *board.Puzzle) (*solve.Result, error) {
	ctx, cancel := context.WithTimeout(ctx, a.limits.Time*3/4)
	defer cancel()
	return solve.Solver{Workers: 1, MaxMemory: a.limits.Memory}.Minimum(ctx, p)
}
