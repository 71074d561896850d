package automorphism

import (
	"math/big"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"lightsout/gf2"
	"lightsout/internal/boardtest/tier"
)

// plainGraph is an undirected graph under construction.
type plainGraph struct {
	n     int
	edges [][2]int
}

func (g *plainGraph) join(u, v int) { g.edges = append(g.edges, [2]int{u, v}) }

// joinIf joins every pair u < v for which the test holds.
func joinIf(n int, test func(u, v int) bool) plainGraph {
	g := plainGraph{n: n}
	for v := range n {
		for u := range v {
			if test(u, v) {
				g.join(u, v)
			}
		}
	}
	return g
}

func sideBySide(parts ...plainGraph) plainGraph {
	var g plainGraph
	for _, p := range parts {
		for _, e := range p.edges {
			g.join(e[0]+g.n, e[1]+g.n)
		}
		g.n += p.n
	}
	return g
}

func (g plainGraph) complement() plainGraph {
	has := map[[2]int]bool{}
	for _, e := range g.edges {
		has[[2]int{min(e[0], e[1]), max(e[0], e[1])}] = true
	}
	return joinIf(g.n, func(u, v int) bool { return !has[[2]int{u, v}] })
}

// renamed is the graph with its nodes renumbered at random: the answer may not depend on their order.
func (g plainGraph) renamed(seed uint64) *Graph {
	name := rand.New(rand.NewPCG(seed, 0)).Perm(g.n)
	var arcs [][2]int
	for _, e := range g.edges {
		u, v := name[e[0]], name[e[1]]
		arcs = append(arcs, [2]int{u, v}, [2]int{v, u})
	}
	return fromArcs(make([]int32, g.n), arcs)
}

// fromArcs is a graph by its colours and arcs, in any order.
func fromArcs(colour []int32, arcs [][2]int) *Graph {
	slices.SortFunc(arcs, func(a, b [2]int) int { return slices.Compare(a[:], b[:]) })
	lists := make([][]int, len(colour))
	for _, a := range arcs {
		lists[a[0]] = append(lists[a[0]], a[1])
	}
	var out gf2.Lists
	for _, list := range lists {
		gf2.Append(&out, list)
	}
	return NewGraph(colour, out)
}

func orderOf(t *testing.T, g *Graph) *big.Int {
	t.Helper()
	group, err := Find(t.Context(), g)
	if err != nil {
		t.Fatal(err)
	}
	return group.Order()
}

// The two strongly regular graphs on 16 nodes of degree 6, which refinement cannot tell apart.

func rook() plainGraph {
	return joinIf(16, func(u, v int) bool { return u/4 == v/4 || u%4 == v%4 })
}

func shrikhande() plainGraph {
	return joinIf(16, func(u, v int) bool {
		dr, dc := (v/4-u/4+4)%4, (v%4-u%4+4)%4
		return slices.Contains([][2]int{{0, 1}, {0, 3}, {1, 0}, {3, 0}, {1, 1}, {3, 3}}, [2]int{dr, dc})
	})
}

func paley(q int) plainGraph {
	return joinIf(q, func(u, v int) bool { return isSquare(v-u, q) })
}

func isSquare(x, q int) bool {
	for y := 1; y < q; y++ {
		if (y*y-x)%q == 0 {
			return true
		}
	}
	return false
}

func kneser(n, k int) plainGraph {
	var sets []uint
	for s := range uint(1) << n {
		if bits.OnesCount(s) == k {
			sets = append(sets, s)
		}
	}
	return joinIf(len(sets), func(u, v int) bool { return sets[u]&sets[v] == 0 })
}

// cfi is the graph of Cai, Fürer and Immerman (1992) over a base: each end of an edge becomes two
// nodes, each node as many as it has even sets of edges. Twisting an edge gives a graph that is
// not isomorphic but hard to tell apart.
func cfi(base plainGraph, twisted bool) plainGraph {
	ends := make([][]int, base.n)
	g := plainGraph{n: 4 * len(base.edges)}
	for i, e := range base.edges {
		ends[e[0]] = append(ends[e[0]], 4*i)
		ends[e[1]] = append(ends[e[1]], 4*i+2)
		crossed := 0
		if twisted && i == 0 {
			crossed = 1
		}
		g.join(4*i, 4*i+2+crossed)
		g.join(4*i+1, 4*i+3-crossed)
	}
	for _, at := range ends {
		for set := range uint(1) << len(at) {
			if bits.OnesCount(set)%2 == 1 {
				continue
			}
			for k, end := range at {
				g.join(g.n, end+int(set>>k&1))
			}
			g.n++
		}
	}
	return g
}

// plane is the points and lines of the projective plane over a field, or a quasifield, with q
// elements, joined where a point is on a line.
func plane(q int, add, mul func(x, y int) int) plainGraph {
	points := q*q + q + 1
	g := plainGraph{n: 2 * points}
	far, top := q*q, q*q+q // where parallels meet, and where verticals do
	for slope := range q {
		for offset := range q {
			line := points + slope*q + offset
			for x := range q {
				g.join(x*q+add(mul(x, slope), offset), line)
			}
			g.join(far+slope, line)
		}
	}
	for x := range q {
		line := points + far + x
		for y := range q {
			g.join(x*q+y, line)
		}
		g.join(top, line)
		g.join(far+x, points+top)
	}
	g.join(top, points+top)
	return g
}

func primePlane(p int) plainGraph {
	return plane(p, func(x, y int) int { return (x + y) % p }, func(x, y int) int { return x * y % p })
}

// The field of 9 elements and Hall's quasifield: a+bi is 3a+b.

func add9(x, y int) int { return (x/3+y/3)%3*3 + (x%3+y%3)%3 }

func field9(x, y int) int {
	a, b, c, d := x/3, x%3, y/3, y%3
	return (a*c+2*b*d)%3*3 + (a*d+b*c)%3
}

func hall9(x, y int) int {
	a, b, c, d := x/3, x%3, y/3, y%3
	if d == 0 {
		return a*c%3*3 + b*c%3
	}
	return (a*c+2*b*d*(c*c+1))%3*3 + (a*d+2*b*c)%3
}

// hadamard joins the rows and columns of a Hadamard matrix, each with its negative, by their signs.
func hadamard(n int, negative func(r, c int) bool) plainGraph {
	g := plainGraph{n: 4 * n}
	for r := range n {
		for c := range n {
			sign := 0
			if negative(r, c) {
				sign = 1
			}
			g.join(2*r, 2*n+2*c+sign)
			g.join(2*r+1, 2*n+2*c+1-sign)
		}
	}
	return g
}

func repeat(g plainGraph, times int) []plainGraph { return slices.Repeat([]plainGraph{g}, times) }

// Graphs that refinement alone says little about, under several numberings of their nodes.
func TestOrdersOfHardGraphs(t *testing.T) {
	n := big.NewInt
	mul := func(x *big.Int, y ...*big.Int) *big.Int {
		x = new(big.Int).Set(x)
		for _, f := range y {
			x.Mul(x, f)
		}
		return x
	}
	pow := func(x, e int64) *big.Int { return new(big.Int).Exp(n(x), n(e), nil) }
	k4 := joinIf(4, func(_, _ int) bool { return true })
	k33 := joinIf(6, func(u, v int) bool { return u < 3 && v >= 3 })
	petersen := kneser(5, 2)
	mixed := sideBySide(append(repeat(rook(), 6), repeat(shrikhande(), 6)...)...)
	mixedOrder := mul(pow(1152*192, 6), factorial(6), factorial(6))
	for name, c := range map[string]struct {
		graph plainGraph
		order *big.Int
	}{
		// Brouwer, Van Maldeghem, Strongly regular graphs, 2022.
		"rook":       {rook(), n(1152)},
		"shrikhande": {shrikhande(), n(192)},
		// Parts that differ, but not in refinement; then the same with arcs everywhere else.
		"rooks and shrikhandes":           {mixed, mixedOrder},
		"complement of it":                {mixed.complement(), mixedOrder},
		"shrikhandes":                     {sideBySide(repeat(shrikhande(), 12)...), mul(pow(192, 12), factorial(12))},
		"many petersens":                  {sideBySide(repeat(petersen, 250)...), mul(pow(120, 250), factorial(250))},
		"petersens, rooks and a lone one": {sideBySide(petersen, rook(), petersen, plainGraph{n: 1}, rook()), n(120 * 120 * 2 * 1152 * 1152 * 2)},
		// x → ax + b with a square: Carlitz 1960.
		"paley 13":  {paley(13), n(13 * 6)},
		"paley 101": {paley(101), n(101 * 50)},
		"paley 197": {paley(197), n(197 * 98)},
		// The permutations of the n things: Godsil, Royle, Algebraic graph theory, 2001, 7.8.
		"kneser 7,3":  {kneser(7, 3), factorial(7)},
		"kneser 20,2": {kneser(20, 2), factorial(20)},
		// One independent flip per cycle of the base, and the base's own.
		"cfi K4":               {cfi(k4, false), n(8 * 24)},
		"cfi K4 twisted":       {cfi(k4, true), n(8 * 24)},
		"cfi K3,3 twisted":     {cfi(k33, true), n(16 * 72)},
		"cfi petersen":         {cfi(petersen, false), n(64 * 120)},
		"cfi petersen twisted": {cfi(petersen, true), n(64 * 120)},
		"cfi petersen, both":   {sideBySide(cfi(petersen, false), cfi(petersen, true)), n(64 * 120 * 64 * 120)},
		"cfi petersen, twice":  {sideBySide(repeat(cfi(petersen, true), 2)...), n(64 * 120 * 64 * 120 * 2)},
		// PΓL(3,q) and the exchange of points and lines.
		"plane of order 2": {primePlane(2), n(2 * 168)},
		"plane of order 7": {primePlane(7), n(2 * 343 * 342 * 48)},
		"plane of order 9": {plane(9, add9, field9), n(2 * 84913920)},
		// Not Desarguesian, and not its own dual: Moorhouse, Projective planes of small order.
		"Hall plane of order 9": {plane(9, add9, hall9), n(311040)},
		// The double cover of M12, and transposition: M. Hall, Note on the Mathieu group M12, 1962.
		"Hadamard 12": {hadamard(12, func(r, c int) bool {
			return r < 11 && c < 11 && !isSquare(r-c+11, 11)
		}), n(2 * 190080)},
	} {
		for seed := range uint64(tier.Size(1, 3)) {
			if got := orderOf(t, c.graph.renamed(seed)); got.Cmp(c.order) != 0 {
				t.Errorf("%s, numbering %d: order %v, want %v", name, seed, got, c.order)
			}
		}
	}
}

// Arcs count with their direction, and nodes with their colour.
func TestOrdersOfDirectedGraphs(t *testing.T) {
	var ring, tournament, undirected [][2]int
	for v := range 12 {
		next := (v + 1) % 12
		ring = append(ring, [2]int{v, next})
		undirected = append(undirected, [2]int{v, next}, [2]int{next, v})
	}
	for u := range 7 { // x → ax + b with a square
		for v := range 7 {
			if u != v && isSquare(v-u+7, 7) {
				tournament = append(tournament, [2]int{u, v})
			}
		}
	}
	marked := make([]int32, 12)
	marked[3] = 1
	for name, c := range map[string]struct {
		graph *Graph
		order int64
	}{
		"ring":        {fromArcs(make([]int32, 12), ring), 12},
		"tournament":  {fromArcs(make([]int32, 7), tournament), 21},
		"marked ring": {fromArcs(marked, undirected), 2},
	} {
		if got := orderOf(t, c.graph); got.Cmp(big.NewInt(c.order)) != 0 {
			t.Errorf("%s: order %v, want %d", name, got, c.order)
		}
	}
}

// With all fingerprints and hashes equal the search is slower and its result is the same.
func TestEqualFingerprintsChangeNothing(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 5))
	for range 300 {
		n := 2 + random.IntN(8)
		colour := make([]int32, n)
		for v := range colour {
			colour[v] = int32(random.IntN(2) * random.IntN(2))
		}
		var arcs [][2]int
		directed, density := random.IntN(2) == 0, 1+random.IntN(4)
		for v := range n {
			for u := range v {
				if random.IntN(5) < density {
					arcs = append(arcs, [2]int{u, v})
					if !directed || random.IntN(2) == 0 {
						arcs = append(arcs, [2]int{v, u})
					}
				}
			}
		}
		g := fromArcs(colour, arcs)
		want := orderOf(t, g)
		for _, bits := range []uint64{0, 1, 3} {
			mixed = bits
			got := orderOf(t, g)
			mixed = ^uint64(0)
			if got.Cmp(want) != 0 {
				t.Fatalf("%d automorphisms with fingerprints of %b, not %d: colours %v, arcs %v", got, bits, want, colour, arcs)
			}
		}
	}
	for _, g := range []plainGraph{rook(), shrikhande(), paley(13), kneser(5, 2)} {
		want := orderOf(t, g.renamed(1))
		mixed = 0
		got := orderOf(t, g.renamed(1))
		mixed = ^uint64(0)
		if got.Cmp(want) != 0 {
			t.Errorf("%d automorphisms, not %d", got, want)
		}
	}
}

func factorial(n int) *big.Int { return new(big.Int).MulRange(1, int64(n)) }
