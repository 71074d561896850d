package board

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"

	"lightsout/gf2"
)

// Symmetry is a way to rename the switches and the lights that leaves the board as it is: switch s
// flips light l exactly if switch Switches[s] flips light Lights[l]. On a board whose switches are
// its lights both are one renaming of the nodes, and the same slice.
type Symmetry struct {
	Switches, Lights []int
}

// Apply moves every light of a state to its image. If x turns the state u into the state v, then
// ApplyPresses(x) turns Apply(u) into Apply(v).
func (s Symmetry) Apply(state gf2.Vec) gf2.Vec { return permute(state, s.Lights) }

// ApplyPresses moves every switch of a set to its image.
func (s Symmetry) ApplyPresses(presses gf2.Vec) gf2.Vec { return permute(presses, s.Switches) }

func permute(v gf2.Vec, image []int) gf2.Vec {
	if v.Len() != len(image) {
		panic(fmt.Sprintf("board: a symmetry of %d for a vector of length %d", len(image), v.Len()))
	}
	moved := gf2.NewVec(v.Len())
	for i := range v.Ones() {
		moved.Set(image[i], true)
	}
	return moved
}

// Group is all symmetries of a board. It is immutable and safe for concurrent use.
type Group struct {
	order      *big.Int
	switches   int
	lights     int
	graph      bool
	listed     bool // false: only the order is known
	generators []moves
	orbits     [][]int32
}

// Order is how many symmetries there are, the identity among them.
func (g *Group) Order() *big.Int { return new(big.Int).Set(g.order) }

// maxGeneratorEntries bounds what [Group.Generators] writes out: 2^25 numbers are 256 MiB.
const maxGeneratorEntries = 1 << 25

// Generators are symmetries of which all others are products; empty if the identity is the only
// one. It is nil if just the order is known, as for large shapes, or if the generators would take
// more than 256 MiB.
func (g *Group) Generators() []Symmetry {
	nodes := g.nodes()
	if !g.listed || len(g.generators) > 0 && nodes > maxGeneratorEntries/len(g.generators) {
		return nil
	}
	list := make([]Symmetry, len(g.generators))
	for i, m := range g.generators {
		list[i] = g.symmetry(m.apply(identity(nodes)))
	}
	return list
}

// Orbits are the classes of switches that symmetries carry into each other, each in order, by
// their first switch. It is nil if just the group's order is known.
func (g *Group) Orbits() [][]int {
	if !g.listed {
		return nil
	}
	list := make([][]int, len(g.orbits))
	for i, orbit := range g.orbits {
		for _, s := range orbit {
			list[i] = append(list[i], int(s))
		}
	}
	return list
}

// Elements lists all symmetries if there are at most limit of them, in the lexicographic order of
// their images, so that the identity comes first. Otherwise, or if just the order is known, it
// reports false.
func (g *Group) Elements(limit int) ([]Symmetry, bool) {
	if !g.listed || g.order.Cmp(big.NewInt(int64(limit))) > 0 {
		return nil, false
	}
	found := [][]int32{identity(g.nodes())}
	seen := map[string]bool{permKey(found[0]): true}
	for next := 0; next < len(found); next++ {
		for _, m := range g.generators {
			p := m.apply(found[next])
			if key := permKey(p); !seen[key] {
				seen[key] = true
				found = append(found, p)
			}
		}
	}
	slices.SortFunc(found, slices.Compare[[]int32])
	list := make([]Symmetry, len(found))
	for i, p := range found {
		list[i] = g.symmetry(p)
	}
	return list, true
}

// nodes is how many nodes the search's graph has: see newArcs.
func (g *Group) nodes() int {
	if g.graph {
		return g.switches
	}
	return g.switches + g.lights
}

// symmetry reads a permutation of the search's nodes.
func (g *Group) symmetry(p []int32) Symmetry {
	images := make([]int, len(p))
	for i, x := range p {
		images[i] = int(x)
	}
	if g.graph {
		return Symmetry{Switches: images, Lights: images}
	}
	for l := g.switches; l < len(images); l++ {
		images[l] -= g.switches
	}
	return Symmetry{Switches: images[:g.switches:g.switches], Lights: images[g.switches:]}
}

// Where the search stops and where it starts to be slower than it is worth.
const (
	maxSearchNodes = 1 << 20
	maxSearchArcs  = 1 << 24
	// Shapes larger than this whose order has a formula get just the order.
	maxShapeSearched = 1 << 16
)

// Symmetries finds the board's group of symmetries: all of them, the ones that are no motion of
// the drawing too (torus:4x4 is also a hypercube, and has 384).
//
// It searches boards of up to 2^20 nodes (on a board that is no graph, switches and lights
// together) and 2^24 flips. Beyond 2^16 nodes the cross pattern without holes is answered by
// formula instead, and so is complete:N once it has too many flips; then only the order is known.
// Others give a *[TooLargeError]. The time needed is small for anything drawn by people; graphs
// built to be hard can take very long, and the search ends with the context.
func (b *Board) Symmetries(ctx context.Context) (*Group, error) {
	if b.switches > maxShapeSearched {
		if g, err := b.orderByFormula(); g != nil || err != nil {
			return g, err
		}
	}
	a, err := newArcs(ctx, b)
	if tooLarge := (*TooLargeError)(nil); errors.As(err, &tooLarge) {
		if g, formulaErr := b.orderByFormula(); g != nil || formulaErr != nil {
			return g, formulaErr
		}
	}
	if err != nil {
		return nil, err
	}
	found, err := a.automorphisms(ctx)
	if err != nil {
		return nil, fmt.Errorf("the symmetries of %s: %w", clip(b.spec), err)
	}
	g := &Group{switches: b.switches, lights: b.lights, graph: b.graph, listed: true}
	g.order, g.generators = found.order, found.generators
	g.orbits = orbitsOf(g.generators, g.nodes()).classes(b.switches)
	return g, nil
}

// orderByFormula is the group of a shape with nothing but its order, nil if there is no formula.
func (b *Board) orderByFormula() (*Group, error) {
	order, err := shapeOrder(b)
	if order == nil || err != nil {
		return nil, err
	}
	return &Group{order: order, switches: b.switches, lights: b.lights, graph: b.graph}, nil
}
