package solve

import (
	"context"
	"fmt"
	"math/big"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/gridpoly"
	"lightsout/internal/reserve"
)

// Linear is the linear algebra of one board, or of a board some of whose switches are left out, over the integers
// modulo K, the number of states of a light: A·x = change with A's rows the lights and its columns the switches.
// Presses have a number for every switch; where some are left out or pressed alike, for every column. It is safe for
// concurrent use.
type Linear interface {
	// Rank is the rank of A, and Nullity how many quiet patterns a basis has. If K is not prime there is no such
	// number, and both are 0.
	Rank() int
	Nullity() int
	// QuietOrder is how many presses change nothing: 2^Nullity if K is 2. A solvable puzzle has as many answers.
	// Reachable is how many states can be reached from any one.
	QuietOrder() *big.Int
	Reachable() *big.Int
	// Solve is one answer, or a witness that there is none: a vector of the left null space whose product with the
	// change is not 0.
	Solve(change board.State) (presses, witness board.State, ok bool)
	// Quiet is generators of the presses that change nothing, a basis of the right null space if K is prime. It is
	// a *[board.TooLargeError] if they would not fit in memory, and a *[GaveUpError] if the context ends.
	Quiet(ctx context.Context) ([]board.State, error)
	// Invariants is the same of the left null space: sets of lights, each as often as it counts, to which every
	// switch adds 0. A change is reachable if and only if its product with each is 0.
	Invariants(ctx context.Context) ([]board.State, error)
}

// Sets is states of two-state boards as sets of cells. They share memory.
func Sets(states []board.State) []gf2.Vec {
	list := make([]gf2.Vec, len(states))
	for i, s := range states {
		list[i] = s.Bits()
	}
	return list
}

// Analyse prepares the linear algebra of a whole board. It is a *[GaveUpError] if the context ends first, and a
// *[board.TooLargeError] if the board is too large: with more than two states beyond some 5,000 lights.
func Analyse(ctx context.Context, b *board.Board) (Linear, error) {
	if err := board.Check(b); err != nil {
		return nil, err
	}
	e := algebraFor(b, false)
	if err := e.takes(b); err != nil {
		return nil, err
	}
	return e.linear(ctx, wholeBoard(b))
}

// bitAlgebra is linear algebra over GF(2) as the engines do it.
type bitAlgebra interface {
	Rank() int
	Nullity() int
	Solve(change gf2.Vec) (presses, witness gf2.Vec, ok bool)
	Quiet() []gf2.Vec
	Invariants() []gf2.Vec
}

// overBits is the Linear of a bitAlgebra.
type overBits struct {
	bitAlgebra
	board *board.Board
}

// inStates makes an engine's algebra a Linear, unless it failed.
func inStates(b *board.Board, algebra bitAlgebra, err error) (Linear, error) {
	if err != nil {
		return nil, err
	}
	return overBits{algebra, b}, nil
}

func (o overBits) QuietOrder() *big.Int { return powerOfTwo(o.Nullity()) }
func (o overBits) Reachable() *big.Int  { return powerOfTwo(o.Rank()) }

func (o overBits) Solve(change board.State) (presses, witness board.State, ok bool) {
	x, w, ok := o.bitAlgebra.Solve(change.Bits())
	if !ok {
		return board.State{}, board.Bits(w), false
	}
	return board.Bits(x), board.State{}, true
}

func (o overBits) Quiet(ctx context.Context) ([]board.State, error) {
	if err := checkQuiet(ctx, o.board, o.Nullity()); err != nil {
		return nil, err
	}
	return states(o.bitAlgebra.Quiet()), nil
}

func (o overBits) Invariants(ctx context.Context) ([]board.State, error) {
	if err := basisFits(ctx, o.board, o.board.Lights()-o.Rank(), o.board.Lights(), "invariants"); err != nil {
		return nil, err
	}
	return states(o.bitAlgebra.Invariants()), nil
}

func states(sets []gf2.Vec) []board.State {
	list := make([]board.State, len(sets))
	for i, v := range sets {
		list[i] = board.Bits(v)
	}
	return list
}

func powerOfTwo(k int) *big.Int {
	if k < 63 {
		return big.NewInt(1 << k) // in one piece of memory
	}
	return new(big.Int).SetBit(new(big.Int), k, 1)
}

// Quiet is a basis of the quiet patterns of a board of two states: presses that change nothing, here only those
// that keep to the solver's forbidden switches and to Symmetric. It is a *[board.TooLargeError] if the basis
// would not fit in memory.
func (s Solver) Quiet(ctx context.Context, b *board.Board) ([]gf2.Vec, error) {
	pr, err := s.classify(ctx, &board.Puzzle{Board: b}, quietPatterns)
	if err != nil {
		return nil, err
	}
	return pr.quiet(ctx)
}

// checkQuiet is a *[board.TooLargeError] if k quiet patterns would not fit in memory.
func checkQuiet(ctx context.Context, b *board.Board, k int) error {
	if k > 0 && b.Switches() > maxQuietBits/k {
		what := fmt.Sprintf("a basis of the %d quiet patterns of %s", k, b.Spec())
		return &board.TooLargeError{What: what, Limit: "it would take more than 1 GiB"}
	}
	return basisFits(ctx, b, k, b.Switches(), "quiet patterns")
}

// basisFits is such an error if a basis of k vectors does not fit.
func basisFits(ctx context.Context, b *board.Board, k, bits int, of string) error {
	if err := reserve.For(ctx, int64(k)*int64(bits/8+64)); err != nil {
		what := fmt.Sprintf("a basis of the %d %s of %s", k, of, b.Spec())
		return &board.TooLargeError{What: what, Limit: err.Error(), Err: err}
	}
	return nil
}

// Nullity is the number of independent quiet patterns of a board of two states. It is quicker than [Analyse], and
// takes larger boards: where rows are polynomials it is the degree of a gcd.
func Nullity(ctx context.Context, b *board.Board) (int, error) {
	if err := b.TwoStates(); err != nil {
		return 0, err
	}
	if b.Lights() <= 64 && b.Switches() <= 64 {
		return b.Switches() - smallRank(b), nil
	}
	if r, ok := b.Rectangle(); ok {
		return gridpoly.Nullity(r), nil
	}
	linear, err := Analyse(ctx, b)
	if err != nil {
		return 0, err
	}
	return linear.Nullity(), nil
}

// smallRank is the rank of a board with up to 64 lights: what each switch flips is a word.
func smallRank(b *board.Board) int {
	var words gf2.Basis64
	var lights []int
	for s := range b.Switches() {
		var word uint64
		lights = b.AppendToggles(lights[:0], s)
		for _, l := range lights {
			word ^= 1 << l
		}
		words.Add(word)
	}
	return words.Dim()
}
