package automorphism

import (
	"context"
	"encoding/binary"
	"fmt"
	"iter"
	"math/big"
	"slices"

	"lightsout/board"
	"lightsout/gf2"
)

// Symmetry renames the switches and the lights so that the board stays the same: switch s flips light
// l exactly if switch Switches[s] flips light Lights[l], and adds as much to it. On a board whose switches are its
// lights both are the same renaming of the nodes, and the same slice.
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
		panic(fmt.Sprintf("automorphism: a symmetry of %d for a vector of length %d", len(image), v.Len()))
	}
	moved := gf2.NewVec(v.Len())
	for i := range v.Ones() {
		moved.Set(image[i], true)
	}
	return moved
}

// Symmetries is the group of all symmetries of a board. It is immutable and safe for concurrent use.
type Symmetries struct {
	switches int
	lights   int
	graph    bool
	found    *Group
}

// Order is the number of symmetries, the identity included.
func (g *Symmetries) Order() *big.Int { return new(big.Int).Set(g.found.Order()) }

// maxGeneratorEntries bounds the size of [Symmetries.Generators]: 2^25 numbers are 256 MiB.
const maxGeneratorEntries = 1 << 25

// Generators are symmetries whose products are all others; empty if there is only the identity. It is
// nil if the generators would take more than 256 MiB.
func (g *Symmetries) Generators() []Symmetry {
	if g.found.Len() > 0 && g.nodes() > maxGeneratorEntries/g.found.Len() {
		return nil
	}
	list := make([]Symmetry, g.found.Len())
	for i := range list {
		list[i] = g.symmetry(g.found.Generator(i))
	}
	return list
}

// Orbits are the classes of switches that symmetries map to each other, each in increasing order, by
// their first switch.
func (g *Symmetries) Orbits() [][]int {
	orbits := g.found.Orbits(g.switches)
	list := make([][]int, len(orbits))
	for i, orbit := range orbits {
		for _, s := range orbit {
			list[i] = append(list[i], int(s))
		}
	}
	return list
}

// Elements lists all symmetries if there are at most limit of them, in the lexicographic order of
// their images, so that the identity comes first. Otherwise it reports false.
func (g *Symmetries) Elements(limit int) ([]Symmetry, bool) {
	if g.found.Order().Cmp(big.NewInt(int64(limit))) > 0 {
		return nil, false
	}
	found := g.found.Elements()
	list := make([]Symmetry, len(found))
	for i, p := range found {
		list[i] = g.symmetry(p)
	}
	return list, true
}

// All yields all symmetries, without keeping them. There may be very
// many: look at the order first. A symmetry is valid until the next one is asked for. It ends early if the context
// does.
func (g *Symmetries) All(ctx context.Context) iter.Seq[Symmetry] {
	return func(yield func(Symmetry) bool) {
		for p := range g.found.All(ctx) {
			if !yield(g.symmetry(p)) {
				return
			}
		}
	}
}

// Bytes is about how much memory All takes.
func (g *Symmetries) Bytes() int64 { return g.found.Bytes() }

// nodes is the number of nodes of symmetryGraph.
func (g *Symmetries) nodes() int {
	if g.graph {
		return g.switches
	}
	return g.switches + g.lights
}

// symmetry reads a permutation of symmetryGraph's nodes.
func (g *Symmetries) symmetry(p []int32) Symmetry {
	images := make([]int, g.nodes()) // without the nodes that stand for amounts
	for i, x := range p[:g.nodes()] {
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

// Limits of the search.
const (
	maxSearchNodes = 1 << 20
	maxSearchArcs  = 1 << 24
)

// Of finds a board's group of symmetries: all of them, including those that are not motions
// of the drawing (torus:4x4 is also a hypercube, and has 384).
//
// It searches boards of up to 2^20 nodes (on a board that is not a graph, switches and lights
// together) and 2^24 flips. Larger boards give a *[board.TooLargeError]. Boards drawn by people take little time;
// graphs built to be hard can take very long, and the search stops when the context ends.
func Of(ctx context.Context, b *board.Board) (*Symmetries, error) { return search(ctx, b, nil, nil) }

// search finds the symmetries that keep some sets of switches and of lights.
func search(ctx context.Context, b *board.Board, switches, lights []gf2.Vec) (*Symmetries, error) {
	graph, err := symmetryGraph(ctx, b, switches, lights)
	if err != nil {
		return nil, err
	}
	found, err := Find(ctx, graph)
	if err != nil {
		return nil, fmt.Errorf("the symmetries of %s: %w", b.Spec(), err)
	}
	return &Symmetries{switches: b.Switches(), lights: b.Lights(), graph: b.IsGraph(), found: found}, nil
}

// OfPuzzle finds the symmetries of the board that leave the puzzle as it is: the lights that must
// change and those that do not matter, the forbidden switches, and each of the given sets of switches.
// They map answers to answers. Lights have two states. Limits are those of [Of].
func OfPuzzle(ctx context.Context, p *board.Puzzle, sets ...gf2.Vec) (*Symmetries, error) {
	b := p.Board
	if err := b.TwoStates(); err != nil {
		return nil, err
	}
	lights := []gf2.Vec{p.Change().Bits(), p.DontCare}
	return search(ctx, b, append([]gf2.Vec{p.Forbidden}, sets...), lights)
}

// colours numbers kinds of nodes and the ways in which indices belong to sets: equal numbers, same kind and same sets.
type colours map[string]int32

func (c colours) of(kind, i int, sets []gf2.Vec) int32 {
	key := binary.AppendVarint(nil, int64(kind))
	for _, set := range sets {
		if set.Has(i) {
			key = append(key, 1)
		} else {
			key = append(key, 0)
		}
	}
	if _, ok := c[string(key)]; !ok {
		c[string(key)] = int32(len(c))
	}
	return c[string(key)]
}

// symmetryGraph is the graph whose automorphisms are the board's symmetries. On a board whose
// switches are its lights the nodes are the board's, coloured by what a press adds to its own light,
// and arcs lead to the other lights it flips. On any other board switch s is node s
// and light l is node switches+l, with an arc if the switch flips the light. Sets of switches and of lights
// that must stay as they are become colours too. Where a press adds more than one to another light, a node of its own,
// coloured by the amount, stands on the arc between them; such nodes come last.
func symmetryGraph(ctx context.Context, b *board.Board, switches, lights []gf2.Vec) (*Graph, error) {
	if b.Switches() > maxSearchNodes || !b.IsGraph() &&
		(b.Lights() > maxSearchNodes || b.Switches()+b.Lights() > maxSearchNodes) {
		return nil, tooLargeToSearch(b)
	}
	nodes := b.Switches()
	if b.IsGraph() {
		switches = append(slices.Clip(switches), lights...)
	} else {
		nodes += b.Lights()
	}
	const light = -1 // a kind; that of a switch is what it adds to its own light, and below are those of amounts
	colour, colours := make([]int32, b.Switches(), nodes), colours{}
	arcs, to := gf2.NewLists(nodes, 0), []int{}
	var onArcs []struct{ light, amount int }
	for s := range b.Switches() {
		if s%1024 == 0 && ctx.Err() != nil {
			return nil, fmt.Errorf("the symmetries of %s: %w", b.Spec(), ctx.Err())
		}
		own, first := 0, len(onArcs)
		to = to[:0]
		for l, amount := range b.Adds(s) {
			if !b.IsGraph() {
				l += b.Switches()
			}
			switch {
			case l == s:
				own = amount
			case amount == 1:
				to = append(to, l)
			default:
				onArcs = append(onArcs, struct{ light, amount int }{l, amount})
			}
		}
		for i := first; i < len(onArcs); i++ {
			to = append(to, nodes+i)
		}
		gf2.Append(&arcs, to)
		if arcs.Total()+len(onArcs) > maxSearchArcs || nodes+len(onArcs) > maxSearchNodes {
			return nil, tooLargeToSearch(b)
		}
		colour[s] = colours.of(own, s, switches)
	}
	for l := range nodes - b.Switches() {
		colour = append(colour, colours.of(light, l, lights))
		gf2.Append(&arcs, []int{})
	}
	for _, arc := range onArcs {
		colour = append(colour, colours.of(light-arc.amount, 0, nil))
		gf2.Append(&arcs, []int{arc.light})
	}
	return NewGraph(colour, arcs), nil
}

func tooLargeToSearch(b *board.Board) error {
	return &board.TooLargeError{
		What:  "the search for the symmetries of " + b.Spec(),
		Limit: fmt.Sprintf("it takes up to %d nodes and %d flips", maxSearchNodes, maxSearchArcs),
	}
}
