package automorphism

import (
	"fmt"
	"math/big"
	"testing"

	"lightsout/board"
)

// Every formula is held against the search on a range of sizes, small ones with their accidents
// (sides of 1, 2 and 4) included where the formula claims them.
func TestFormulasAgreeWithTheSearch(t *testing.T) {
	var specs []string
	add := func(format string, args ...any) { specs = append(specs, fmt.Sprintf(format, args...)) }
	for n := 1; n <= 12; n++ {
		for _, kind := range []string{"path", "cycle", "complete", "star", "grid", "torus"} {
			add("%s:%d", kind, n)
			add("%s:%d,self=off", kind, n)
		}
		add("cube:%d", n)
		if n <= 9 {
			add("hypercube:%d", n)
		}
	}
	for r := 1; r <= 8; r++ {
		for c := 1; c <= 8; c++ {
			for _, kind := range []string{"grid", "torus", "cylinder"} {
				add("%s:%dx%d", kind, r, c)
			}
		}
	}
	for r := 1; r <= 5; r++ {
		for c := r; c <= 5; c++ {
			for d := c; d <= 5; d++ {
				add("grid:%dx%dx%d", r, c, d)
				add("torus:%dx%dx%d", r, c, d)
			}
		}
	}
	for r := 2; r <= 9; r++ {
		add("hex:%d", r)
		add("triangle:%d,self=off", r)
		for c := 4; c <= 9; c++ {
			add("hexgrid:%dx%d", r, c)
			add("trigrid:%dx%d", r, c)
		}
	}
	for _, kind := range []string{"mobius", "klein", "projective"} {
		for r := 1; r <= 16; r++ {
			for c := 1; c <= 16; c++ {
				if max(r, c) >= 5 {
					add("%s:%dx%d", kind, r, c)
				}
			}
		}
		for thin := 1; thin <= 5; thin++ {
			add("%s:%dx%d,self=off", kind, thin, 600)
			add("%s:%dx%d", kind, 601, thin)
		}
		add("%s:64x64", kind)
	}
	specs = append(specs, "torus:4x4x4x4", "torus:4x2x4", "grid:2x2x4x4", "torus:3x3x3x3", "torus:64x64",
		"60x70", "cylinder:60x70", "cube:30", "grid:2x2x2x2x2x2x2x2x2x2x2x2", "torus:2x2x2x2x2x2x2x4")
	for _, spec := range specs {
		b := mustParse(t, spec)
		formula := shapeOrder(b)
		if formula == nil {
			t.Errorf("%s: no formula", spec)
			continue
		}
		if searched := symmetries(t, b).Order(); formula.Cmp(searched) != 0 {
			t.Errorf("%s: the formula says %v, the search %v", spec, formula, searched)
		}
	}
}

// shapeOrder is the order of a shape's group by a formula, for the cross pattern without holes; nil if there is none.
// self=off changes nothing, since it applies to every node.
func shapeOrder(b *board.Board) *big.Int {
	s := b.Shape()
	var f factors
	switch s.Kind {
	case "grid", "path":
		for _, d := range s.Dims {
			f.path(d)
		}
	case "torus", "cycle":
		for _, d := range s.Dims {
			f.cycle(d)
		}
	case "cylinder":
		f.path(s.Dims[0])
		f.cycle(s.Dims[1])
	case "hypercube":
		for range s.Dims[0] {
			f.path(2)
		}
	case "mobius", "klein", "projective":
		return twistedOrder(s.Kind, s.Dims[0], s.Dims[1])
	case "cube":
		return big.NewInt(48) // the cube's own rotations and reflections
	case "hex", "hexgrid", "triangle", "trigrid":
		return tiledOrder(s.Kind, s.Dims)
	case "complete", "star":
		if n := b.Switches(); s.Kind == "complete" || n <= 2 {
			return factorial(n)
		}
		return factorial(b.Switches() - 1) // the centre stays
	default:
		return nil
	}
	return f.order()
}

// factors is a Cartesian product of paths and cycles, possibly in several disjoint copies,
// given by its prime factors. A connected graph has one such factorisation (Sabidussi 1960, Vizing
// 1963), and its automorphisms are those of the factors and the exchanges of equal ones (Hammack,
// Imrich, Klavžar, Handbook of Product Graphs, 2011, chapter 6).
type factors struct {
	edges  int         // how many factors are a single edge
	paths  map[int]int // how many are paths of 3 or more nodes, by length
	cycles map[int]int // and cycles other than of 4, by length
	// doublings: there are 2^doublings disjoint copies of the product.
	doublings int
}

func (f *factors) path(n int) {
	switch n {
	case 1: // changes nothing
	case 2:
		f.edges++
	default:
		count(&f.paths, n)
	}
}

func (f *factors) cycle(n int) {
	switch n {
	case 1: // the two flips of one's own light cancel
	case 2: // and so do those of the one neighbour
		f.doublings++
	case 4:
		f.edges += 2 // two edges crossed make a cycle of 4
	default:
		count(&f.cycles, n)
	}
}

func count(m *map[int]int, n int) {
	if *m == nil {
		*m = map[int]int{}
	}
	(*m)[n]++
}

func (f *factors) order() *big.Int {
	order := power(2, f.edges)
	for _, m := range f.paths {
		order.Mul(order, power(2, m))
	}
	for n, m := range f.cycles {
		order.Mul(order, power(2*n, m))
	}
	copies := 1 << f.doublings
	order.Exp(order, big.NewInt(int64(copies)), nil)
	return order.Mul(order, factorial(copies))
}

// power is what m factors with the given number of automorphisms contribute.
func power(automorphisms, m int) *big.Int {
	p := new(big.Int).Exp(big.NewInt(int64(automorphisms)), big.NewInt(int64(m)), nil)
	return p.Mul(p, factorial(m))
}

// tiledOrder is the number of motions of the drawing: of a hexagon, of a triangle, of rows of hexagons
// that are shifted (upside down or by a half turn, depending on how many they are), and of rows of
// triangles. Small boards have further symmetries, and so have rows of up to three triangles, whose ends
// can be exchanged one by one; for those there is no formula.
func tiledOrder(kind string, dims []int) *big.Int {
	switch {
	case dims[0] < 2 || kind == "hexgrid" && dims[1] < 3 || kind == "trigrid" && dims[1] < 4:
		return nil
	case kind == "hex":
		return big.NewInt(12)
	case kind == "triangle":
		return big.NewInt(6)
	case kind == "trigrid" && dims[0]%2 == 0 && dims[1]%2 == 1:
		return big.NewInt(4)
	default:
		return big.NewInt(2)
	}
}

// twistedOrder is the order for boards that wrap with a flip, at least one side of which is 5 or
// more; smaller ones happen to have more symmetries (mobius:2x3 is the complete bipartite graph
// on 3 and 3).
//
// Going once around a Möbius strip of C columns flips it, so that its 2C shifts and their
// reflections are all there is. A Klein bottle moreover may turn by half of its R rows, if R is
// even: any other turn would have to be its own opposite (and for R = 2 the half turn is the flip).
// The projective plane keeps the symmetries of its rectangle.
func twistedOrder(kind string, rows, cols int) *big.Int {
	order := 0
	switch {
	case cols == 1 && kind == "mobius": // a path
		order = 2
	case rows == 1 || cols == 1: // a cycle
		order = 2 * max(rows, cols)
	case kind == "klein" && rows%2 == 0 && rows > 2:
		order = 8 * cols
	case kind != "projective":
		order = 4 * cols
	case rows == cols:
		order = 8
	default:
		order = 4
	}
	return big.NewInt(int64(order))
}

func factorial(n int) *big.Int { return new(big.Int).MulRange(1, int64(n)) }
