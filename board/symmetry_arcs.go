package board

import (
	"context"
	"fmt"
	"slices"
)

// arcs is the graph whose automorphisms are a board's symmetries: the form in which the search
// sees it. On a board whose switches are its lights the nodes are the board's, coloured by
// whether a press flips its own light, and arcs lead to the other lights it flips. On any other
// board switches and lights are nodes of two colours, switch s being node s and light l node
// switches+l, joined where the one flips the other.
type arcs struct {
	n      int
	colour []int32
	out    adjacency
	in     adjacency // out itself if the arcs are symmetric, as directed tells
	// directed: in differs from out.
	directed bool
}

// adjacency lists the neighbours of v in order: to[start[v]:start[v+1]].
type adjacency struct {
	start []int32
	to    []int32
}

func (a adjacency) of(v int32) []int32 { return a.to[a.start[v]:a.start[v+1]] }

func (a adjacency) equal(b adjacency) bool {
	return slices.Equal(a.start, b.start) && slices.Equal(a.to, b.to)
}

// transpose turns every arc around.
func (a adjacency) transpose() adjacency {
	t := adjacency{start: make([]int32, len(a.start)), to: make([]int32, len(a.to))}
	for _, v := range a.to {
		t.start[v+1]++
	}
	for v := 1; v < len(t.start); v++ {
		t.start[v] += t.start[v-1]
	}
	next := slices.Clone(t.start)
	for u := range int32(len(a.start) - 1) {
		for _, v := range a.of(u) {
			t.to[next[v]] = u
			next[v]++
		}
	}
	return t
}

func newArcs(ctx context.Context, b *Board) (*arcs, error) {
	tooLarge := &TooLargeError{
		What:  "the search for the symmetries of " + clip(b.spec),
		Limit: fmt.Sprintf("it takes up to %d nodes and %d flips", maxSearchNodes, maxSearchArcs),
	}
	nodes := b.switches
	if !b.graph {
		if b.switches > maxSearchNodes || b.lights > maxSearchNodes {
			return nil, tooLarge
		}
		nodes += b.lights
	}
	if nodes > maxSearchNodes {
		return nil, tooLarge
	}
	a := &arcs{n: nodes, colour: make([]int32, nodes)}
	a.out.start = make([]int32, 1, nodes+1)
	var list []int
	for s := range b.switches {
		if s%1024 == 0 && ctx.Err() != nil {
			return nil, fmt.Errorf("the symmetries of %s: %w", clip(b.spec), ctx.Err())
		}
		list = b.AppendToggles(list[:0], s)
		if len(a.out.to)+len(list) > maxSearchArcs {
			return nil, tooLarge
		}
		for _, l := range list {
			switch {
			case !b.graph:
				a.out.to = append(a.out.to, int32(b.switches+l))
			case l == s:
				a.colour[s] = 1
			default:
				a.out.to = append(a.out.to, int32(l))
			}
		}
		a.out.start = append(a.out.start, int32(len(a.out.to)))
	}
	if !b.graph {
		a.addLights(b.switches)
		return a, nil
	}
	a.in = a.out.transpose()
	a.setDirected()
	return a, nil
}

// addLights gives the lights, which so far have no arcs of their own, the arcs back to their
// switches, and another colour than the switches.
func (a *arcs) addLights(switches int) {
	for len(a.out.start) <= a.n {
		a.out.start = append(a.out.start, int32(len(a.out.to)))
	}
	back := a.out.transpose()
	for l := int32(switches); l < int32(a.n); l++ {
		a.colour[l] = 1
		a.out.to = append(a.out.to, back.of(l)...)
		a.out.start[l+1] = int32(len(a.out.to))
	}
	a.in = a.out
}

func (a *arcs) setDirected() {
	if a.directed = !a.in.equal(a.out); !a.directed {
		a.in = a.out
	}
}
