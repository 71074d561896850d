package fewest_test

import (
	"context"
	"math/rand/v2"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/fewest"
	"lightsout/internal/gridpoly"
)

// The codes that the tests use: boards, and random ones. They are eliminated by gf2's dense elimination, of which nothing
// under test makes use.

func parse(spec string) *board.Board {
	b, err := board.Parse(spec)
	if err != nil {
		panic(err)
	}
	return b
}

// randomTree joins each node to an earlier one.
func randomTree(r *rand.Rand, n int) *board.Board {
	toggles := make([][]int, n)
	for c := range toggles {
		toggles[c] = append(toggles[c], c)
		if c > 0 {
			p := r.IntN(c)
			toggles[c] = append(toggles[c], p)
			toggles[p] = append(toggles[p], c)
		}
	}
	b, err := board.Listed{Lights: n, Toggles: toggles}.Board()
	if err != nil {
		panic(err)
	}
	return b
}

// allOn is the problem of a board with every light on, which every undirected board can solve
// (Sutner 1989).
func allOn(b *board.Board) fewest.Problem {
	m := gf2.NewMatrix(b.Lights(), b.Switches())
	for x := range b.Switches() {
		for _, l := range b.Toggles(x) {
			m.Flip(l, x)
		}
	}
	system, err := gf2.NewSystem(context.Background(), m)
	if err != nil {
		panic(err)
	}
	answer, _, ok := system.Solve(gf2.AllOnes(b.Lights()))
	if !ok {
		panic("all-on without an answer")
	}
	return fewest.Problem{Word: answer, Basis: system.RightNull()}
}

// randomState is the problem of a random reachable state: any set of presses is an answer to one.
func randomState(r *rand.Rand, b *board.Board) fewest.Problem {
	p := allOn(b)
	for c := range b.Switches() {
		p.Word.Set(c, r.IntN(2) == 1)
	}
	return p
}

// square is all-on n×n with the parities of row and column as classes. It is made by polynomials,
// as elimination of n² cells takes longer than many of the searches.
func square(n int) fewest.Problem {
	solver := gridpoly.NewSolver(board.Rectangle{Rows: n, Cols: n})
	word, _, ok := solver.Solve(gf2.AllOnes(n * n))
	if !ok {
		panic("all-on without an answer")
	}
	return fewest.Problem{Word: word, Basis: solver.Quiet(), Classes: parityClasses(n)}
}

func parityClasses(n int) []int {
	classes := make([]int, n*n)
	for c := range classes {
		classes[c] = c/n%2*2 + c%n%2
	}
	return classes
}

// randomCode is a random code of the given shape; sparse ones fall apart or are narrow.
func randomCode(r *rand.Rand, n, k, density int) fewest.Problem {
	p := fewest.Problem{Word: gf2.NewVec(n)}
	for c := range n {
		p.Word.Set(c, r.IntN(2) == 1)
	}
	for range k {
		b := gf2.NewVec(n)
		for c := range n {
			b.Set(c, r.IntN(100) < density)
		}
		p.Basis = append(p.Basis, b)
	}
	return p
}
