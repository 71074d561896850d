package solve

import (
	"context"
	"fmt"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/gridpoly"
)

// polynomial is the linear algebra of grids, cylinders and tori with the cross pattern through one
// equation between polynomials, in time linear in the lights (package gridpoly, docs/theory.md).
type polynomial struct {
	solver *gridpoly.Solver
}

// rectangle is the board as gridpoly has it, if it is one that is solved row by row.
func rectangle(b *board.Board) (gridpoly.Shape, bool) {
	s := b.Shape()
	if s.SelfOff || s.Masked || s.Pattern != "" || s.States > 2 {
		return gridpoly.Shape{}, false
	}
	return gridpoly.ShapeOf(s.Kind, s.Dims)
}

func polynomialTakes(b *board.Board) error {
	_, rectangle := rectangle(b)
	if _, ok := surfaceOf(b); !ok && !rectangle {
		return &RefusedError{Engine: "polynomial", Reason: fmt.Sprintf("it needs a board of rows and columns without holes, and the cross pattern; %s is not one", b.Spec())}
	}
	return nil
}

// polynomialPreferred: the boards that are also drawn and solved row by row always, of the others the
// large ones.
func polynomialPreferred(b *board.Board) bool {
	_, rectangle := rectangle(b)
	return rectangle || large(b)
}

func newPolynomial(ctx context.Context, b *board.Board) (bitAlgebra, error) {
	if err := b.CheckSize(); err != nil {
		return nil, err
	}
	shape, ok := rectangle(b)
	if !ok {
		return newSurface(b)
	}
	s, err := gridpoly.NewSolver(shape)
	if err != nil {
		return nil, err
	}
	return polynomial{s}, nil
}

func (p polynomial) size() (rows, cols int) { return p.solver.Shape().Rows, p.solver.Shape().Cols }

func (p polynomial) Nullity() int { return p.solver.Nullity() }

func (p polynomial) Rank() int {
	rows, cols := p.size()
	return rows*cols - p.Nullity()
}

func (p polynomial) Solve(change gf2.Vec) (presses, witness gf2.Vec, ok bool) {
	rows, cols := p.size()
	// Nothing below can fail: the lights are in memory, and the context does not end.
	ctx := context.Background()
	solution, err := p.solver.Solve(ctx, gridpoly.BitsOf(rows, cols, change))
	if err != nil {
		panic("solve: " + err.Error())
	}
	if !solution.Solvable {
		return gf2.Vec{}, stored(solution.Witness), false
	}
	return stored(solution.Answer), gf2.Vec{}, true
}

func stored(pattern *gridpoly.Pattern) gf2.Vec {
	bits, err := pattern.Store(context.Background())
	if err != nil {
		panic("solve: " + err.Error())
	}
	return bits.Vec()
}

func (p polynomial) Quiet() []gf2.Vec {
	basis := make([]gf2.Vec, p.Nullity())
	for i := range basis {
		basis[i] = stored(p.solver.Quiet(i))
	}
	return basis
}

// Invariants are the quiet patterns: these boards are symmetric matrices.
func (p polynomial) Invariants() []gf2.Vec { return p.Quiet() }

// surface is the linear algebra of the other boards of rows and columns with the cross pattern, in nearly linear
// time (docs/theory.md).
type surface struct {
	*gridpoly.Surface
	lights int
}

// A row is a polynomial of as many terms, whose gcds take a minute at some millions; a column is a list of
// cells. Longer boards are narrow, and elimination is quick on them.
const (
	maxSurfaceCols = 1 << 22
	maxSurfaceRows = 1 << 28
)

// surfaces are the kinds of boards that polynomials solve, by how their edges are joined.
var surfaces = map[string]gridpoly.Edges{
	"grid": gridpoly.Apart, "cylinder": gridpoly.JoinedCols, "torus": gridpoly.JoinedBoth,
	"mobius": gridpoly.Mobius, "klein": gridpoly.Klein, "projective": gridpoly.Projective,
}

// surfaceOf is the edges of a board, if its pattern is the cross, with or without its own light. Other patterns are eliminated: pattern=king on 1000x1000 takes four seconds.
func surfaceOf(b *board.Board) (edges gridpoly.Edges, ok bool) {
	shape := b.Shape()
	edges, ok = surfaces[shape.Kind]
	if !ok || len(shape.Dims) != 2 || shape.Masked || shape.Dims[0] > maxSurfaceRows || shape.Dims[1] > maxSurfaceCols {
		return 0, false
	}
	return edges, shape.Pattern == "" && shape.States == 2
}

func newSurface(b *board.Board) (bitAlgebra, error) {
	edges, _ := surfaceOf(b)
	s, err := gridpoly.NewSurface(edges, b.Shape().Dims[0], b.Shape().Dims[1], !b.Shape().SelfOff)
	if err != nil {
		return nil, &board.TooLargeError{What: "the quiet patterns of " + b.Spec(), Limit: err.Error()}
	}
	return surface{s, b.Lights()}, nil
}

func (s surface) Rank() int { return s.lights - s.Nullity() }

// Invariants are the quiet patterns: these boards are symmetric matrices.
func (s surface) Invariants() []gf2.Vec { return s.Quiet() }
