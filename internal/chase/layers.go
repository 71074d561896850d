package chase

import (
	"context"
	"fmt"
	"strings"

	"lightsout/board"
	"lightsout/gf2"
)

// Layers is a board with the cross pattern as layers that follow one another: a grid or torus of three and
// more sides, cut across its longest side. It is the linear algebra of the board, as package solve wants
// it, and safe for concurrent use.
//
// What a press flips within its layer is a symmetric matrix w, and lights go out if
//
//	p_(i+1) = lights_i + w·p_i + p_(i-1).
//
// This is the recurrence of rows in docs/theory.md, with w a matrix instead of a polynomial. All that is
// used of w there is that its powers commute. So with ends the first layer q of m is the solution of
// f_m(w)·q = s; and where the last layer meets the first, (T^m + 1)·v = r comes apart into two equations in
// one layer each, v being the two layers that the presses begin with.
type Layers struct {
	layer  *board.Board
	layers int
	stride int // from a cell to the one behind it in the next layer
	closed bool
	flips  [][]int       // w, row by row
	system []*gf2.System // one if the layers have ends; else two, for the two equations
}

// maxLayer is how many cells a layer may have: its matrix then takes up to 1 GiB.
const maxLayer = 92681

// cut is the layers of a board, before any work.
func cut(b *board.Board) (l *Layers, ok bool) {
	shape := b.Shape()
	if shape.Kind != "grid" && shape.Kind != "torus" || len(shape.Dims) < 3 || !shape.Pattern.IsCross() || shape.Masked {
		return nil, false
	}
	across := 0
	for axis, d := range shape.Dims {
		if d > shape.Dims[across] {
			across = axis
		}
	}
	l = &Layers{layers: shape.Dims[across], stride: 1, closed: shape.Kind == "torus"}
	var sides []string
	for axis, d := range shape.Dims {
		if axis > across {
			l.stride *= d
		}
		if axis != across {
			sides = append(sides, fmt.Sprint(d))
		}
	}
	spec := shape.Kind + ":" + strings.Join(sides, "x")
	if shape.Pattern.SelfOff {
		spec += ",self=off"
	}
	var err error
	l.layer, err = board.Parse(spec)
	return l, err == nil
}

// Layered reports whether the board has layers that chase.
func Layered(b *board.Board) bool {
	_, ok := cut(b)
	return ok
}

// LayersFit reports whether the board's layers are small enough to be chased.
func LayersFit(b *board.Board) bool {
	l, ok := cut(b)
	return ok && l.layer.Lights() <= maxLayer
}

// NewLayers prepares the layers of a board that is [Layered], unless the context ends first. Too large
// layers are a *[board.TooLargeError].
func NewLayers(ctx context.Context, b *board.Board) (*Layers, error) {
	l, ok := cut(b)
	switch {
	case !ok:
		return nil, fmt.Errorf("%s has no layers", b.Spec())
	case !LayersFit(b):
		return nil, &board.TooLargeError{What: fmt.Sprintf("light chasing on %s", b.Spec()), Limit: fmt.Sprintf("a layer has %d cells, and the limit is %d", l.layer.Lights(), maxLayer)}
	}
	if err := b.CheckSize(); err != nil {
		return nil, err
	}
	l.flips = make([][]int, l.layer.Switches())
	for s := range l.flips {
		l.flips[s] = l.layer.Toggles(s)
	}
	matrices, err := l.matrices(ctx)
	if err != nil {
		return nil, err
	}
	for _, m := range matrices {
		s, err := gf2.NewSystem(ctx, m)
		if err != nil {
			return nil, err
		}
		l.system = append(l.system, s)
	}
	if l.closed && l.layers%2 == 0 {
		l.system = append(l.system, l.system[0])
	}
	return l, nil
}

// matrices is the left sides of the equations, one that occurs twice only once: f_m, or with k = m/2
// w·f_(k-1) for even m, and f_k + f_(k-1) and w times that for odd m.
func (l *Layers) matrices(ctx context.Context) ([]*gf2.Matrix, error) {
	steps := l.layers
	if l.closed {
		steps /= 2
	}
	n := l.layer.Lights()
	f, before := gf2.NewMatrix(n, n), gf2.NewMatrix(n, n) // f_0 = 1 and f_(-1) = 0
	for i := range n {
		f.Set(i, i, true)
	}
	for range steps {
		l.addTimes(before, f)
		f, before = before, f
		if err := ctx.Err(); err != nil {
			return nil, err
		}
	}
	if !l.closed {
		return []*gf2.Matrix{f}, nil
	}
	product := gf2.NewMatrix(n, n)
	if l.layers%2 == 0 {
		l.addTimes(product, before)
		return []*gf2.Matrix{product}, nil
	}
	for i := range n {
		f.Row(i).Add(before.Row(i))
	}
	l.addTimes(product, f)
	return []*gf2.Matrix{f, product}, nil
}

// addTimes adds w·m to a matrix.
func (l *Layers) addTimes(to, m *gf2.Matrix) {
	for i, flips := range l.flips {
		row := to.Row(i)
		for _, j := range flips {
			row.Add(m.Row(j))
		}
	}
}

// pair is two layers in succession.
type pair struct{ above, here gf2.Vec }

// next is the state one layer on, given the lights of this one.
func (l *Layers) next(s pair, lights gf2.Vec) pair {
	after := l.layer.Apply(s.here)
	after.Add(s.above)
	after.Add(lights)
	return pair{s.here, after}
}

// back is the state one layer before, without lights.
func (l *Layers) back(s pair) pair {
	before := l.layer.Apply(s.above)
	before.Add(s.here)
	return pair{before, s.above}
}

// cell is the number of the cell i of a layer.
func (l *Layers) cell(layer, i int) int {
	return i/l.stride*l.stride*l.layers + layer*l.stride + i%l.stride
}

// Cells is how many lights, and switches, there are.
func (l *Layers) Cells() int { return l.layers * l.layer.Lights() }

// down chases the lights from two layers and returns the presses and the two layers after the last.
func (l *Layers) down(s pair, change gf2.Vec) (presses gf2.Vec, rest pair) {
	presses = gf2.NewVec(l.Cells())
	lights := gf2.NewVec(l.layer.Lights())
	for layer := range l.layers {
		for i := range s.here.Ones() {
			presses.Set(l.cell(layer, i), true)
		}
		for i := range lights.Len() {
			lights.Set(i, change.Bit(l.cell(layer, i)))
		}
		s = l.next(s, lights)
	}
	return presses, s
}

// empty is two empty layers.
func (l *Layers) empty() pair {
	n := l.layer.Lights()
	return pair{gf2.NewVec(n), gf2.NewVec(n)}
}

// quiet is the pattern that begins with two layers and no lights.
func (l *Layers) quiet(s pair) gf2.Vec {
	presses, _ := l.down(s, gf2.NewVec(l.Cells()))
	return presses
}

// Nullity is the number of independent quiet patterns.
func (l *Layers) Nullity() int {
	k := 0
	for _, s := range l.system {
		k += s.Nullity()
	}
	return k
}

// Rank is the rank of the board's matrix.
func (l *Layers) Rank() int { return l.Cells() - l.Nullity() }

// Solve is presses that change exactly the given lights, or else a quiet pattern with an odd number of
// them.
func (l *Layers) Solve(change gf2.Vec) (presses, witness gf2.Vec, ok bool) {
	_, rest := l.down(l.empty(), change)
	start, ok := l.start(rest)
	if !ok {
		return gf2.Vec{}, l.witness(rest), false
	}
	presses, _ = l.down(start, change)
	return presses, gf2.Vec{}, true
}

// start is the two layers that the presses begin with, given what chasing from empty ones leads to.
func (l *Layers) start(rest pair) (pair, bool) {
	v := l.empty()
	var ok bool
	if !l.closed {
		v.here, _, ok = l.system[0].Solve(rest.here)
		return v, ok
	}
	for range l.layers / 2 {
		rest = l.back(rest)
	}
	if v.above, _, ok = l.system[0].Solve(rest.above); !ok {
		return v, false
	}
	if l.layers%2 == 0 {
		v.here, _, ok = l.system[1].Solve(rest.here)
		return v, ok
	}
	// The first equation gave the sum of the two.
	if v.here, _, ok = l.system[1].Solve(rest.above.Sum(rest.here)); !ok {
		return v, false
	}
	v.above.Add(v.here)
	return v, true
}

// witness is a quiet pattern with an odd number of the lights. What chasing from empty layers leaves lit is
// rest.here on the last layer and, if that meets the first, rest.above there; a quiet pattern has as many
// of those as of the lights, odd or even. All matrices here are symmetric, so that the witness against an
// equation is a solution of the one with no right side.
func (l *Layers) witness(rest pair) gf2.Vec {
	start := l.empty()
	if !l.closed {
		// From the last layer up it is chased like from the first one down.
		_, z, _ := l.system[0].Solve(rest.here)
		start.here = z
		return l.upsideDown(l.quiet(start))
	}
	if _, z, ok := l.system[0].Solve(rest.here); !ok { // the layer above the first is the last
		start.above = z
		return l.quiet(start)
	}
	if l.layers%2 == 0 {
		_, start.here, _ = l.system[1].Solve(rest.above)
		return l.quiet(start)
	}
	_, start.here, _ = l.system[1].Solve(rest.above.Sum(rest.here))
	start.above = start.here
	return l.quiet(start)
}

// upsideDown is a pattern with its layers in the opposite order.
func (l *Layers) upsideDown(v gf2.Vec) gf2.Vec {
	turned := gf2.NewVec(v.Len())
	for x := range v.Ones() {
		layer := x / l.stride % l.layers
		turned.Set(x+(l.layers-1-2*layer)*l.stride, true)
	}
	return turned
}

// Quiet is a basis of the quiet patterns.
func (l *Layers) Quiet() []gf2.Vec {
	var basis []gf2.Vec
	for k, s := range l.system {
		for _, z := range s.RightNull() {
			start := l.empty()
			switch {
			case l.closed && k == 0:
				start.above = z
			case l.closed && l.layers%2 == 1:
				start.above, start.here = z, z
			default:
				start.here = z
			}
			basis = append(basis, l.quiet(start))
		}
	}
	return basis
}

// Invariants are the quiet patterns: the board's matrix is symmetric.
func (l *Layers) Invariants() []gf2.Vec { return l.Quiet() }
