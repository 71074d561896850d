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

func polynomialTakes(b *board.Board) error {
	_, rectangle := b.Shape().Rectangle()
	if _, _, ok := surfaceOf(b); !ok && !rectangle {
		return &RefusedError{Engine: "polynomial", Reason: fmt.Sprintf("it needs a board of rows and columns without holes, and a pattern of three by three that reaches other rows and is the same in both mirrors; %s is not one", b.Spec())}
	}
	return nil
}

// polynomialPreferred: the boards that are also drawn and solved row by row always, of the others the
// large ones.
func polynomialPreferred(b *board.Board) bool {
	_, rectangle := b.Shape().Rectangle()
	return rectangle || large(b)
}

func newPolynomial(ctx context.Context, b *board.Board) (bitAlgebra, error) {
	if err := b.CheckSize(); err != nil {
		return nil, err
	}
	shape, ok := b.Shape().Rectangle()
	if !ok {
		return newSurface(ctx, b)
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

// surface is the linear algebra of the other boards of rows and columns whose pattern is a polynomial in
// the sums over neighbours, in nearly linear time (docs/theory.md).
type surface struct {
	gridpoly.Surface
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

// surfaceOf is the edges and the pattern of a board, if its pattern is of three by three and the same in
// both mirrors.
func surfaceOf(b *board.Board) (edges gridpoly.Edges, flips gridpoly.Flips, ok bool) {
	shape := b.Shape()
	edges, ok = surfaces[shape.Kind]
	if !ok || len(shape.Dims) != 2 || shape.Masked || shape.Dims[0] > maxSurfaceRows || shape.Dims[1] > maxSurfaceCols {
		return 0, flips, false
	}
	flips.Self = !shape.Pattern.SelfOff
	switch shape.Pattern.Name {
	case "":
		flips.Beside, flips.Above = true, true
	case "x":
		flips.Diagonal = true
	case "king":
		flips.Beside, flips.Above, flips.Diagonal = true, true, true
	case "picture":
		if ok = addPicture(&flips, shape.Pattern.Offsets); !ok {
			return 0, flips, false
		}
	default:
		return 0, flips, false
	}
	return edges, flips, flips.Above || flips.Diagonal
}

// addPicture adds the cells of a picture, if they are within three by three and the same in both mirrors.
func addPicture(flips *gridpoly.Flips, offsets [][2]int) bool {
	count := map[[2]int]int{} // by the distance in rows and in columns
	for _, o := range offsets {
		count[[2]int{max(o[0], -o[0]), max(o[1], -o[1])}]++
	}
	flips.Beside, flips.Above, flips.Diagonal = count[[2]int{0, 1}] == 2, count[[2]int{1, 0}] == 2, count[[2]int{1, 1}] == 4
	whole := 0
	for _, part := range []struct {
		in    bool
		cells int
	}{{flips.Beside, 2}, {flips.Above, 2}, {flips.Diagonal, 4}} {
		if part.in {
			whole += part.cells
		}
	}
	return whole == len(offsets)
}

func newSurface(ctx context.Context, b *board.Board) (bitAlgebra, error) {
	edges, flips, _ := surfaceOf(b)
	s, err := gridpoly.NewSurface(ctx, edges, b.Shape().Dims[0], b.Shape().Dims[1], flips)
	switch {
	case err != nil && ctx.Err() != nil:
		return nil, &GaveUpError{Engine: "polynomial", Cause: context.Cause(ctx)}
	case err != nil:
		return nil, &board.TooLargeError{What: "the quiet patterns of " + b.Spec(), Limit: err.Error()}
	}
	return surface{s, b.Lights()}, nil
}

func (s surface) Rank() int { return s.lights - s.Nullity() }

// Invariants are the quiet patterns: these boards are symmetric matrices.
func (s surface) Invariants() []gf2.Vec { return s.Quiet() }
