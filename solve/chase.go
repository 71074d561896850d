package solve

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"lightsout/board"
	"lightsout/gf2"
)

// chaser is the linear algebra of grids, cylinders and tori with the cross pattern by light
// chasing: once the first row's presses are chosen, the lights of each row decide the presses of
// the next. Only the first row is unknown (on a torus also the last, which the first row feels
// through the wrap), so an R×C board costs one elimination of C (or 2C) unknowns and R row
// operations on matrices of that size: O(R·C²/64 + C³/64) instead of O((RC)³/64).
//
// Chasing adds up: what lights and first row lead to is the sum of what they lead to alone. So
// the presses of row r are X_r·u + c_r, with u the unknowns, X_r a matrix that only the board
// knows, and c_r what the lights alone demand; both follow the same recurrence
//
//	next = lights + (self + left + right)·row + previous
//
// The rows that would come after the last must be as the edge wants: nothing on a grid or
// cylinder, the first rows again on a torus. That is the residue: M·u = c.
type chaser struct {
	rows, cols int
	self       bool // a press flips its own light
	around     bool // the columns wrap
	torus      bool // the rows wrap as well
	residue    *gf2.System
}

// chases refuses the boards whose rows do not chase.
func chases(b *board.Board) error {
	if _, _, ok := b.Shape().CrossRows("grid", "cylinder", "torus"); !ok {
		return &RefusedError{Engine: "chase", Reason: fmt.Sprintf("light chasing needs a grid, cylinder or torus of rows and columns with the cross pattern; %s is not", b.Spec())}
	}
	return nil
}

func newChaser(ctx context.Context, b *board.Board) (*chaser, error) {
	if err := chases(b); err != nil {
		return nil, err
	}
	shape := b.Shape()
	rows, cols := shape.Dims[0], shape.Dims[1]
	c := &chaser{rows: rows, cols: cols, self: !shape.Pattern.SelfOff, around: shape.Kind != "grid", torus: shape.Kind == "torus"}
	if u := c.unknowns(); u > board.MaxMatrixBits/u {
		return nil, &board.TooLargeError{What: fmt.Sprintf("light chasing on %s", b.Spec()), Limit: fmt.Sprintf("%d unknowns are too many", u)}
	}
	if err := board.CheckSize(b); err != nil {
		return nil, err
	}
	m, err := c.residueMatrix(ctx)
	if err == nil {
		c.residue, err = gf2.NewSystemContext(ctx, m)
	}
	if err != nil {
		return nil, &GaveUpError{Engine: "chase", Cause: context.Cause(ctx)}
	}
	return c, nil
}

func (c *chaser) unknowns() int {
	if c.torus {
		return 2 * c.cols
	}
	return c.cols
}

// step is one row of the recurrence for a row of bits.
func (c *chaser) step(row, previous, lights gf2.Vec) gf2.Vec {
	next := previous.Clone()
	if lights.Len() > 0 {
		next.Add(lights)
	}
	if c.self {
		next.Add(row)
	}
	for i := range row.Ones() {
		if i > 0 || c.around {
			next.Flip((i + c.cols - 1) % c.cols)
		}
		if i < c.cols-1 || c.around {
			next.Flip((i + 1) % c.cols)
		}
	}
	return next
}

// stepMatrix is step for the matrices X_r, whose row i says how cell i depends on the unknowns. It
// writes next over previous.
func (c *chaser) stepMatrix(x, previous *gf2.Matrix) {
	for i := range c.cols {
		to := previous.Row(i)
		if c.self {
			to.Add(x.Row(i))
		}
		if i > 0 || c.around {
			to.Add(x.Row((i + c.cols - 1) % c.cols))
		}
		if i < c.cols-1 || c.around {
			to.Add(x.Row((i + 1) % c.cols))
		}
	}
}

// residueMatrix is M, unless the context ends first.
func (c *chaser) residueMatrix(ctx context.Context) (*gf2.Matrix, error) {
	x, previous := gf2.NewMatrix(c.cols, c.unknowns()), gf2.NewMatrix(c.cols, c.unknowns())
	for i := range c.cols {
		x.Set(i, i, true)
		if c.torus {
			previous.Set(i, c.cols+i, true)
		}
	}
	for range c.rows {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		c.stepMatrix(x, previous)
		x, previous = previous, x
	}
	if !c.torus {
		return x, nil
	}
	// On a torus the row after the last is the first, and the last is the one before the first.
	m := gf2.NewMatrix(2*c.cols, 2*c.cols)
	for i := range c.cols {
		m.Row(i).Add(x.Row(i))
		m.Flip(i, i)
		m.Row(c.cols + i).Add(previous.Row(i))
		m.Flip(c.cols+i, c.cols+i)
	}
	return m, nil
}

// chase follows the unknowns u and the lights down the board and returns all presses and the
// residue: what of the edge's wishes is left.
func (c *chaser) chase(u, change gf2.Vec) (presses, residue gf2.Vec) {
	presses = gf2.NewVec(c.rows * c.cols)
	row, previous := gf2.NewVec(c.cols), gf2.NewVec(c.cols)
	for i := range u.Ones() {
		if i < c.cols {
			row.Set(i, true)
		} else {
			previous.Set(i-c.cols, true)
		}
	}
	first, beforeFirst := row, previous
	lights := gf2.NewVec(c.cols)
	for r := range c.rows {
		for i := range row.Ones() {
			presses.Set(r*c.cols+i, true)
		}
		for i := range c.cols {
			lights.Set(i, change.Bit(r*c.cols+i))
		}
		row, previous = c.step(row, previous, lights), row
	}
	if !c.torus {
		return presses, row
	}
	residue = gf2.NewVec(2 * c.cols)
	for i := range c.cols {
		residue.Set(i, row.Bit(i) != first.Bit(i))
		residue.Set(c.cols+i, previous.Bit(i) != beforeFirst.Bit(i))
	}
	return presses, residue
}

func (c *chaser) Nullity() int { return c.residue.Nullity() }
func (c *chaser) Rank() int    { return c.rows*c.cols - c.residue.Nullity() }

func (c *chaser) Solve(change gf2.Vec) (presses, witness gf2.Vec, ok bool) {
	_, wanted := c.chase(gf2.NewVec(c.unknowns()), change)
	u, _, ok := c.residue.Solve(wanted)
	if !ok {
		return gf2.Vec{}, witnessFrom(c.Invariants(), change), false
	}
	presses, _ = c.chase(u, change)
	return presses, gf2.Vec{}, true
}

func (c *chaser) Quiet() []gf2.Vec {
	basis := c.residue.RightNull()
	dark := gf2.NewVec(c.rows * c.cols)
	for i, u := range basis {
		basis[i], _ = c.chase(u, dark)
	}
	return basis
}

// Invariants are the quiet patterns: these boards are symmetric matrices.
func (c *chaser) Invariants() []gf2.Vec { return c.Quiet() }

// MaxChaseTableColumns is how wide a grid may be for a lookup table: it has up to 2^columns rows.
const MaxChaseTableColumns = 12

// ChaseRule is one line of the light-chasing lookup table: what is left on the bottom row after
// chasing, and which switches of the top row to press before chasing again. Columns count from 0.
type ChaseRule struct {
	Bottom []int
	Top    []int
}

// ChaseTable is the lookup table of a grid with the cross pattern: a rule for every bottom row
// that a solvable state can leave, sorted by its lights. The presses are the fewest on the top
// row, of equally few the first in dictionary order.
func ChaseTable(b *board.Board) ([]ChaseRule, error) {
	_, cols, ok := b.Shape().CrossRows("grid")
	if !ok {
		return nil, &RefusedError{Engine: "chase", Reason: fmt.Sprintf("the lookup table is for grids with the cross pattern; %s is not", b.Spec())}
	}
	if cols > MaxChaseTableColumns {
		return nil, &board.TooLargeError{What: fmt.Sprintf("the lookup table of %s", b.Spec()), Limit: fmt.Sprintf("it is made for up to %d columns", MaxChaseTableColumns)}
	}
	c, err := newChaser(context.Background(), b)
	if err != nil {
		return nil, err
	}
	m, err := c.residueMatrix(context.Background())
	if err != nil {
		return nil, err
	}
	best := map[string]ChaseRule{}
	for bits := uint64(1); bits < 1<<cols; bits++ {
		top := gf2.NewVec(cols)
		top.Words()[0] = bits
		bottom := m.MulVec(top)
		if bottom.IsZero() {
			continue
		}
		rule := ChaseRule{Bottom: bottom.Indices(), Top: top.Indices()}
		if old, ok := best[bottom.String()]; !ok || fewerThenFirst(rule.Top, old.Top) < 0 {
			best[bottom.String()] = rule
		}
	}
	rules := make([]ChaseRule, 0, len(best))
	for _, rule := range best {
		rules = append(rules, rule)
	}
	slices.SortFunc(rules, func(a, b ChaseRule) int { return slices.Compare(a.Bottom, b.Bottom) })
	return rules, nil
}

func fewerThenFirst(a, b []int) int {
	return cmp.Or(cmp.Compare(len(a), len(b)), slices.Compare(a, b))
}

// ChaseLesson is how a person solves a grid by light chasing.
type ChaseLesson struct {
	// Down are the presses of the first chase, row by row: under every lit cell of the row above.
	Down []int
	// Rule is what the bottom row then calls for; its Bottom is empty if nothing is left.
	Rule ChaseRule
	// Again are the presses after those on the top row: the second chase.
	Again []int
	// Presses is the sum of all, where pressing twice cancels.
	Presses gf2.Vec
}

// ExplainChase solves a grid as a person would, with the lookup table. Its sum of presses was
// replayed. It refuses puzzles whose goal is not dark or that forbid switches: the lesson is about
// turning every light off.
func ExplainChase(p *board.Puzzle) (*ChaseLesson, error) {
	p, err := p.Held()
	if err != nil {
		return nil, err
	}
	if !p.Goal.IsZero() || p.Forbidden.Len() > 0 && !p.Forbidden.IsZero() {
		return nil, &RefusedError{Engine: "chase", Reason: "the lesson turns every light off and may press every switch: it takes no other goal and no forbidden switches"}
	}
	table, err := ChaseTable(p.Board)
	if err != nil {
		return nil, err
	}
	c, err := newChaser(context.Background(), p.Board)
	if err != nil {
		return nil, err
	}
	down, left := c.chase(gf2.NewVec(c.cols), p.Change())
	lesson := &ChaseLesson{Down: down.Indices(), Presses: down}
	if left.IsZero() {
		return lesson, lesson.check(p)
	}
	at, ok := slices.BinarySearchFunc(table, left.Indices(), func(r ChaseRule, bottom []int) int { return slices.Compare(r.Bottom, bottom) })
	if !ok {
		w := witnessFrom(c.Invariants(), p.Change())
		return nil, &UnsolvableError{Witness: w, MustChange: w.Overlap(p.Change())}
	}
	lesson.Rule = table[at]
	// The first chase turned off all but the bottom row, so the second starts from those lights.
	rest := gf2.NewVec(p.Board.Lights())
	for i := range left.Ones() {
		rest.Set((c.rows-1)*c.cols+i, true)
	}
	again, _ := c.chase(gf2.VecOf(c.cols, lesson.Rule.Top...), rest)
	for _, s := range again.Indices() {
		if s >= c.cols {
			lesson.Again = append(lesson.Again, s)
		}
	}
	lesson.Presses = down.Sum(again)
	return lesson, lesson.check(p)
}

func (l *ChaseLesson) check(p *board.Puzzle) error {
	if v := Check(p, l.Presses.Indices()); !v.Solved {
		return fmt.Errorf("solve: the lesson leaves %d lights wrong; this is a fault of the program, please report it", len(v.Wrong))
	}
	return nil
}
