package automorphism

import (
	"context"
	"iter"
	"math/big"
	"slices"

	"lightsout/internal/disjoint"
)

// Group is all automorphisms of a graph. It is immutable and safe for concurrent use.
type Group struct {
	nodes      int
	order      *big.Int
	generators []moves
	chain      []link
}

// link is a step of a chain of subgroups, each contained in the next: its permutations are those of the subgroup
// before, each followed by one that moves node to one of its images under the first known generators.
type link struct {
	node  int32
	known int
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
	var found [][]int32
	for p := range g.All(context.Background()) {
		found = append(found, slices.Clone(p))
	}
	slices.SortFunc(found, slices.Compare[[]int32])
	return found
}

// All yields all automorphisms as slices of images, in memory for a few of them besides one for each
// image of the nodes of the chain (see Bytes). A slice is valid until the next one is asked for. It ends early if the
// context does.
func (g *Group) All(ctx context.Context) iter.Seq[[]int32] {
	return func(yield func([]int32) bool) {
		steps := make([][]moves, len(g.chain))
		for i, l := range g.chain {
			steps[i] = g.transversal(ctx, l)
		}
		products := make([][]int32, len(steps)+1)
		for i := range products {
			products[i] = identity(g.nodes)
		}
		image := identity(g.nodes)
		var walk func(i int) bool
		walk = func(i int) bool {
			if i == len(steps) {
				return yield(products[i])
			}
			for _, m := range steps[i] {
				if ctx.Err() != nil {
					return false
				}
				for _, x := range m {
					image[x.from] = x.to
				}
				for v, w := range products[i] {
					products[i+1][v] = image[w]
				}
				for _, x := range m {
					image[x.from] = x.from
				}
				if !walk(i + 1) {
					return false
				}
			}
			return true
		}
		walk(0)
	}
}

// Bytes is about how much memory All takes.
func (g *Group) Bytes() int64 {
	const perMove = 8
	sum := int64(0)
	for _, l := range g.chain {
		sum += int64(orbitsOf(g.generators[:l.known], g.nodes).Size(l.node)) * int64(g.nodes) * perMove
	}
	return sum
}

// transversal has a permutation for every node that the link's can become, the identity first; fewer if the context
// ends.
func (g *Group) transversal(ctx context.Context, l link) []moves {
	list, at := []moves{nil}, []int32{l.node}
	seen := map[int32]bool{l.node: true}
	for next := 0; next < len(list) && ctx.Err() == nil; next++ {
		for _, m := range g.generators[:l.known] {
			if w := m.image(at[next]); !seen[w] {
				seen[w] = true
				at = append(at, w)
				list = append(list, movesBetween(identity(g.nodes), m.apply(list[next].apply(identity(g.nodes)))))
			}
		}
	}
	return list
}

// orbitsOf is the orbits on n nodes of the group that the permutations generate.
func orbitsOf(generators []moves, n int) *disjoint.Sets[int32] {
	orbits := disjoint.New[int32](n)
	for _, m := range generators {
		joinMoves(orbits, m)
	}
	return orbits
}

// joinMoves joins every node with its image.
func joinMoves(orbits *disjoint.Sets[int32], m moves) {
	for _, x := range m {
		orbits.Join(x.from, x.to)
	}
}
