package matching_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"lightsout/gf2"
	"lightsout/internal/matching"
)

// ends are the nodes at which some edges have odd degree.
func ends(nodes int, edges []matching.Edge, chosen gf2.Vec) gf2.Vec {
	odd := gf2.NewVec(nodes)
	for i := range chosen.Ones() {
		for _, end := range []int32{edges[i].U, edges[i].V} {
			if end != matching.Border {
				odd.Flip(int(end))
			}
		}
	}
	return odd
}

func costOf(edges []matching.Edge, chosen gf2.Vec) (sum int64) {
	for i := range chosen.Ones() {
		sum += edges[i].Cost
	}
	return sum
}

// verify checks a join and its proof by their definitions.
func verify(nodes int, edges []matching.Edge, odd gf2.Vec, join matching.Join, p matching.Packing) error {
	if got := ends(nodes, edges, join.Edges); !got.Equal(odd) {
		return fmt.Errorf("odd degree at %v, not at %v", got, odd)
	}
	if cost := costOf(edges, join.Edges); cost != join.Cost {
		return fmt.Errorf("the edges cost %d, not %d", cost, join.Cost)
	}
	around := make([][]int32, nodes+1) // the sets that each node is in; the border is the last
	members := make([]int, len(p.Weight))
	for node, i := range p.Set {
		for ; i >= 0; i = p.Within[i] {
			around[node] = append(around[node], i)
			if node < nodes && odd.Bit(node) || node == nodes && odd.Weight()%2 == 1 {
				members[i]++
			}
		}
	}
	total := int64(0)
	for i, w := range p.Weight {
		if w <= 0 || members[i]%2 == 0 {
			return fmt.Errorf("set %d weighs %d and has %d of the nodes to join", i, w, members[i])
		}
		total += w
	}
	for _, e := range edges {
		load := int64(0)
		u, v := around[(int(e.U)+nodes+1)%(nodes+1)], around[(int(e.V)+nodes+1)%(nodes+1)]
		for _, i := range u {
			if !slices.Contains(v, i) {
				load += p.Weight[i]
			}
		}
		for _, i := range v {
			if !slices.Contains(u, i) {
				load += p.Weight[i]
			}
		}
		if load > 2*e.Cost {
			return fmt.Errorf("edge %v carries half of %d", e, load)
		}
	}
	if total != 2*join.Lower {
		return fmt.Errorf("the sets weigh half of %d, the bound is %d", total, join.Lower)
	}
	return nil
}

// drawEdges draws any edges: also loops, parallel ones, those that cost nothing and those of the border.
func drawEdges(random *rand.Rand, nodes, count int) []matching.Edge {
	costs := [][]int64{{1}, {0, 1}, {1, 2, 3}, {0, 1, 1, 2, 7, 1 << 50}, {5, 6, 7, 8, 9}}[random.IntN(5)]
	border := random.IntN(2)
	end := func() int32 { return int32(random.IntN(nodes+border) - border) }
	edges := make([]matching.Edge, count)
	for i := range edges {
		edges[i] = matching.Edge{U: end(), V: end(), Cost: costs[random.IntN(len(costs))]}
	}
	return edges
}

func drawSet(random *rand.Rand, n int) gf2.Vec {
	set := gf2.NewVec(n)
	for i := range n {
		set.Set(i, random.IntN(2) == 0)
	}
	return set
}

// cheapest is what the cheapest join of each set of nodes costs, or -1, by adding one edge after another.
func cheapest(nodes int, edges []matching.Edge) []int64 {
	least := make([]int64, 1<<nodes)
	for i := range least {
		least[i] = -1
	}
	least[0] = 0
	for _, e := range edges {
		change := 0
		for _, end := range []int32{e.U, e.V} {
			if end != matching.Border {
				change ^= 1 << end
			}
		}
		next := slices.Clone(least)
		for odd, cost := range least {
			if to := odd ^ change; cost >= 0 && (next[to] < 0 || next[to] > cost+e.Cost) {
				next[to] = cost + e.Cost
			}
		}
		least = next
	}
	return least
}

// On every graph the edges found are the cheapest of all that join the nodes, and the proof holds.
func TestJoinAgreesWithBruteForce(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for range 3000 {
		nodes := 1 + random.IntN(10)
		edges := drawEdges(random, nodes, random.IntN(25))
		g, err := matching.New(nodes, edges)
		if err != nil {
			t.Fatal(err)
		}
		least := cheapest(nodes, edges)
		for range 8 {
			odd := drawSet(random, nodes)
			number := 0
			for i := range odd.Ones() {
				number |= 1 << i
			}
			join, proof, err := g.Prove(t.Context(), odd.Indices())
			if least[number] < 0 {
				if !errors.Is(err, matching.ErrImpossible) {
					t.Fatalf("%v: %v, %v, %v", edges, odd, join, err)
				}
				continue
			}
			if err == nil {
				err = verify(nodes, edges, odd, join, proof)
			}
			if err != nil || join.Cost != least[number] || join.Lower != join.Cost {
				t.Fatalf("%v: %v: %v costs %d ≥ %d, the cheapest costs %d: %v",
					edges, odd, join.Edges, join.Cost, join.Lower, least[number], err)
			}
		}
	}
}

// Larger graphs, in which blossoms are within blossoms and dissolve again: the proof is enough.
func TestJoinProvesItself(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 2))
	for range 3000 {
		nodes := 10 + random.IntN(60)
		edges := drawEdges(random, nodes, nodes+random.IntN(2*nodes))
		g, err := matching.New(nodes, edges)
		if err != nil {
			t.Fatal(err)
		}
		odd := ends(nodes, edges, drawSet(random, len(edges)))
		join, proof, err := g.Prove(t.Context(), odd.Indices())
		if err == nil {
			err = verify(nodes, edges, odd, join, proof)
		}
		if err != nil || join.Lower != join.Cost {
			t.Fatalf("%v: %v: %d ≥ %d: %v", edges, odd, join.Cost, join.Lower, err)
		}
	}
}

func TestJoinWithABorder(t *testing.T) {
	edges := []matching.Edge{
		{U: 0, V: 1, Cost: 3}, {U: 1, V: 2, Cost: 1}, {U: 2, V: 3, Cost: 1}, {U: 3, V: matching.Border, Cost: 5},
	}
	g, err := matching.New(4, edges)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ odd, want []int }{
		{nil, nil},
		{[]int{0, 3}, []int{0, 1, 2}},
		{[]int{2}, []int{2, 3}},
		{[]int{0, 1, 2}, []int{0, 2, 3}},
	} {
		got, err := g.Join(t.Context(), c.odd)
		if err != nil || !slices.Equal(got.Edges.Indices(), c.want) {
			t.Errorf("%v: %v, %v, want %v", c.odd, got.Edges.Indices(), err, c.want)
		}
	}
	if _, err := g.Join(t.Context(), []int{4}); err == nil || errors.Is(err, matching.ErrImpossible) {
		t.Errorf("node 4 of 4: %v", err)
	}
}

// afterSteps is a context that ends when it was asked so many times.
type afterSteps struct {
	context.Context
	left int
}

func (c *afterSteps) Err() error {
	if c.left--; c.left < 0 {
		return context.DeadlineExceeded
	}
	return nil
}

// When the context ends there is a join and a bound that holds, at any moment.
func TestJoinStops(t *testing.T) {
	nodes, edges := grid(25, 25, 3)
	g, err := matching.New(nodes, edges)
	if err != nil {
		t.Fatal(err)
	}
	odd := halfOf(nodes)
	best, err := g.Join(t.Context(), odd.Indices())
	if err != nil {
		t.Fatal(err)
	}
	stopped := 0
	for left := 0; ; left++ {
		join, proof, err := g.Prove(&afterSteps{t.Context(), left}, odd.Indices())
		if wrong := verify(nodes, edges, odd, join, proof); wrong != nil {
			t.Fatal(wrong)
		}
		if join.Lower > best.Cost || join.Cost < best.Cost || join.Cost > best.Cost*3/2 {
			t.Errorf("%d ≥ %d, the cheapest costs %d", join.Cost, join.Lower, best.Cost)
		}
		if err == nil {
			break
		}
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Fatal(err)
		}
		stopped++
	}
	if stopped < 3 {
		t.Errorf("stopped at %d moments only", stopped)
	}
}

func TestNewRefuses(t *testing.T) {
	for _, c := range []struct {
		edges []matching.Edge
		want  string
	}{
		{[]matching.Edge{{U: 0, V: 2}}, "edge 0 joins nodes 0 and 2 of 2"},
		{[]matching.Edge{{U: 0, V: 1}, {U: 2, V: 1}}, "edge 1 joins nodes 2 and 1 of 2"},
		{[]matching.Edge{{U: -2, V: 1}}, "nodes -2 and 1"},
		{[]matching.Edge{{U: 0, V: -2}}, "nodes 0 and -2"},
		{[]matching.Edge{{U: 0, V: 1, Cost: -1}}, "edge 0 costs -1"},
		{[]matching.Edge{{U: 0, V: 1, Cost: 1}, {U: 0, V: 1, Cost: matching.MaxTotal}}, "edge 1 costs"},
	} {
		if _, err := matching.New(2, c.edges); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: %v, want %q", c.edges, err, c.want)
		}
	}
}

// grid is a rectangle, with costs from 1 to most.
func grid(m, n int, most int64) (nodes int, edges []matching.Edge) {
	random := rand.New(rand.NewPCG(1, 2))
	join := func(u, v int) {
		edges = append(edges, matching.Edge{U: int32(u), V: int32(v), Cost: 1 + random.Int64N(most)})
	}
	for i := range m * n {
		if i%n > 0 {
			join(i-1, i)
		}
		if i >= n {
			join(i-n, i)
		}
	}
	return m * n, edges
}

// torus is a torus.
func torus(n int) (nodes int, edges []matching.Edge) {
	for i := range n * n {
		edges = append(edges, matching.Edge{U: int32(i), V: int32(i/n*n + (i+1)%n), Cost: 1},
			matching.Edge{U: int32(i), V: int32((i + n) % (n * n)), Cost: 1})
	}
	return n * n, edges
}

// cubic pairs three stubs at each node at random.
func cubic(n int, most int64) (nodes int, edges []matching.Edge) {
	random := rand.New(rand.NewPCG(3, 4))
	stubs := random.Perm(3 * n)
	for i := 0; i < len(stubs); i += 2 {
		u, v := int32(stubs[i]/3), int32(stubs[i+1]/3)
		edges = append(edges, matching.Edge{U: u, V: v, Cost: 1 + random.Int64N(most)})
	}
	return n, edges
}

// halfOf is an even number of the nodes, about half.
func halfOf(nodes int) gf2.Vec {
	random := rand.New(rand.NewPCG(5, 6))
	odd := drawSet(random, nodes)
	if odd.Weight()%2 == 1 {
		odd.Flip(0)
	}
	return odd
}

var large = []struct {
	name  string
	graph func() (int, []matching.Edge)
}{
	{"toric-31", func() (int, []matching.Edge) { return torus(31) }},
	{"grid-30x30", func() (int, []matching.Edge) { return grid(30, 30, 1) }},
	{"grid-100x100", func() (int, []matching.Edge) { return grid(100, 100, 1) }},
	{"grid-100x100-costs", func() (int, []matching.Edge) { return grid(100, 100, 1000) }},
	{"grid-120x120", func() (int, []matching.Edge) { return grid(120, 120, 1) }},
	{"cubic-2000", func() (int, []matching.Edge) { return cubic(2000, 1) }},
	{"cubic-2000-costs", func() (int, []matching.Edge) { return cubic(2000, 1000) }},
	{"cubic-20000", func() (int, []matching.Edge) { return cubic(20000, 1) }},
}

// Graphs of thousands of edges: join and proof hold.
func TestLargeGraphs(t *testing.T) {
	for _, c := range large {
		t.Run(c.name, func(t *testing.T) {
			nodes, edges := c.graph()
			odd := halfOf(nodes)
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			g, err := matching.New(nodes, edges)
			if err != nil {
				t.Fatal(err)
			}
			join, proof, err := g.Prove(t.Context(), odd.Indices())
			runtime.ReadMemStats(&after)
			told := matching.Memory(nodes, len(edges), odd.Weight())
			if got := after.TotalAlloc - before.TotalAlloc; float64(got) > told {
				t.Errorf("allocates %d bytes, not %v", got, told)
			}
			if err != nil || join.Cost != join.Lower {
				t.Fatalf("%d ≥ %d: %v", join.Cost, join.Lower, err)
			}
			if err := verify(nodes, edges, odd, join, proof); err != nil {
				t.Error(err)
			}
		})
	}
}

func BenchmarkProve(b *testing.B) {
	for _, c := range large {
		b.Run(c.name, func(b *testing.B) {
			nodes, edges := c.graph()
			g, err := matching.New(nodes, edges)
			if err != nil {
				b.Fatal(err)
			}
			odd := halfOf(nodes).Indices()
			for b.Loop() {
				if _, _, err := g.Prove(b.Context(), odd); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
