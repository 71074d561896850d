package automorphism

import (
	"context"
	"math/big"
	"slices"

	"lightsout/internal/unionfind"
)

// Group is all automorphisms of a graph. It is immutable and safe for concurrent use.
type Group struct {
	nodes      int
	order      *big.Int
	generators []moves
}

// Find finds the automorphisms of a graph: the permutations of its nodes that keep colours and arcs.
// It returns the context's error if that ends first.
func Find(ctx context.Context, g *Graph) (*Group, error) {
	classes := g.twinClasses()
	if len(classes) == g.n {
		return searchAutomorphisms(ctx, g)
	}
	group, err := Find(ctx, g.fold(classes))
	if err != nil {
		return nil, err
	}
	group.nodes = g.n
	for i, m := range group.generators {
		group.generators[i] = unfold(m, classes)
	}
	for _, c := range classes {
		group.order.Mul(group.order, factorial(len(c)))
		group.generators = append(group.generators, shuffles(c)...)
	}
	return group, nil
}

// Order is the number of automorphisms, the identity included. The caller must not change it.
func (g *Group) Order() *big.Int { return g.order }

// Len is the number of generators.
func (g *Group) Len() int { return len(g.generators) }

// Generator is the i-th generator as a slice of images. All automorphisms are products of generators.
func (g *Group) Generator(i int) []int32 { return g.generators[i].apply(identity(g.nodes)) }

// Orbits lists the classes of nodes below n that automorphisms map to each other, each in increasing
// order, by their first nodes.
func (g *Group) Orbits(n int) [][]int32 { return orbitsOf(g.generators, g.nodes).Classes(n) }

// Elements lists all automorphisms as slices of images, in lexicographic order. Look at the order
// first: it may be huge.
func (g *Group) Elements() [][]int32 {
	found := [][]int32{identity(g.nodes)}
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
	return found
}

// orbitsOf is the orbits on n nodes of the group that the permutations generate.
func orbitsOf(generators []moves, n int) *unionfind.Sets[int32] {
	orbits := unionfind.New[int32](n)
	for _, m := range generators {
		joinMoves(orbits, m)
	}
	return orbits
}

// joinMoves joins every node with its image.
func joinMoves(orbits *unionfind.Sets[int32], m moves) {
	for _, x := range m {
		orbits.Join(x.from, x.to)
	}
}
