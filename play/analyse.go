package play

import (
	"context"
	"math/big"

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
	States string `json:"states"`
	// Quiet is a basis of the quiet patterns, or its beginning. With more than two states it is generators,
	// and lists repeat.
	Quiet      [][]int `json:"quiet"`
	Solvable   bool    `json:"solvable"`
	Witness    []int   `json:"witness,omitempty"`
	MustChange int     `json:"must_change,omitempty"`
}

func (a *API) analyse(ctx context.Context, r position) (*analysis, error) {
	p, err := a.puzzle(r)
	if err != nil {
		return nil, err
	}
	if p.Board.States() > 2 {
		return analyseColours(ctx, p)
	}
	linear, err := solve.Analyse(ctx, p.Board)
	if err != nil {
		return nil, err
	}
	result := &analysis{
		Lights: p.Board.Lights(), Switches: p.Board.Switches(), Rank: new(linear.Rank()), Nullity: new(linear.Nullity()),
		States: powerOfTwo(linear.Rank()), Quiet: [][]int{},
	}
	for i, q := range linear.Quiet() {
		if i == maxQuiet {
			break
		}
		result.Quiet = append(result.Quiet, q.Indices())
	}
	if !p.DontCare.IsZero() {
		if linear, err = solve.Analyse(ctx, p.System()); err != nil {
			return nil, err
		}
	}
	change := p.Change().Bits()
	var witness gf2.Vec
	if _, witness, result.Solvable = linear.Solve(change); !result.Solvable {
		result.Witness, result.MustChange = witness.Indices(), witness.Overlap(change)
	}
	return result, nil
}

func powerOfTwo(k int) string { return new(big.Int).Lsh(big.NewInt(1), uint(k)).String() }
