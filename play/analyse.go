package play

import (
	"context"
	"errors"
	"math/big"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/solve"
)

// maxQuiet is how many quiet patterns are sent to be drawn.
const maxQuiet = 24

// analysis is what linear algebra tells about a board, and about the position on it.
type analysis struct {
	Lights   int `json:"lights"`
	Switches int `json:"switches"`
	// QuietOrder is in place of Rank and Nullity, as in [solve.Answer].
	Rank       *int   `json:"rank,omitempty"`
	Nullity    *int   `json:"nullity,omitempty"`
	QuietOrder string `json:"quiet_order,omitempty"`
	// States is how many states are solvable, in decimal: 2^Rank of 2^Lights, with two states a light.
	States string `json:"states"` // how many states are solvable
	// Quiet is a basis of the quiet patterns, or its beginning. With more than two states it is generators,
	// and lists repeat.
	Quiet      [][]int `json:"quiet"` // a basis of the quiet patterns, or generators, at most 24
	Solvable   bool    `json:"solvable"`
	Witness    []int   `json:"witness,omitempty"`
	MustChange int     `json:"must_change,omitempty"`
}

func (a *API) analyse(ctx context.Context, r position) (*analysis, error) {
	p, err := a.puzzle(r)
	if err != nil {
		return nil, err
	}
	linear, err := solve.Analyse(ctx, p.Board)
	if err != nil {
		return nil, err
	}
	quiet, err := linear.Quiet(ctx)
	if err != nil {
		return nil, err
	}
	result := &analysis{
		Lights: p.Board.Lights(), Switches: p.Board.Switches(), States: linear.Reachable().String(),
		Quiet: [][]int{}, Solvable: true,
	}
	result.Rank, result.Nullity, result.QuietOrder = rankOf(p.Board, linear)
	for _, q := range quiet[:min(len(quiet), maxQuiet)] {
		result.Quiet = append(result.Quiet, q.Indices())
	}
	free := *p
	free.Forbidden = gf2.Vec{}
	_, err = solve.Any(ctx, &free)
	if no, ok := errors.AsType[*solve.UnsolvableError](err); ok {
		result.Solvable, result.Witness, result.MustChange = false, no.Witness.Indices(), no.MustChange
		err = nil
	}
	return result, err
}

// rankOf is the rank and the nullity if the number of states is prime, otherwise the order of the quiet group.
func rankOf(b *board.Board, linear solve.Linear) (rank, nullity *int, quietOrder string) {
	if big.NewInt(int64(b.States())).ProbablyPrime(0) {
		return new(linear.Rank()), new(linear.Nullity()), ""
	}
	return nil, nil, linear.QuietOrder().String()
}
