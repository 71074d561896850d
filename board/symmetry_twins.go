package board

import (
	"cmp"
	"context"
	"math/big"
	"slices"
)

// Two nodes are twins if swapping them and nothing else is an automorphism: they have the same
// colour and the same arcs from and to everyone else, and either both arcs between them or none.
// Being twins is an equivalence. The automorphisms of the graph are those of the graph with one
// node per class, coloured by the class's size and kind, times every permutation within the
// classes. Folding twins together, again and again, leaves nothing to search on complete graphs,
// stars, empty boards and all that is built of them.

// automorphismGroup is what the search finds out.
type automorphismGroup struct {
	order      *big.Int
	generators []moves
}

func (a *arcs) automorphisms(ctx context.Context) (automorphismGroup, error) {
	classes := a.twinClasses()
	if len(classes) == a.n {
		return searchAutomorphisms(ctx, a)
	}
	group, err := a.fold(classes).automorphisms(ctx)
	if err != nil {
		return group, err
	}
	for i, m := range group.generators {
		group.generators[i] = unfold(m, classes)
	}
	for _, c := range classes {
		group.order.Mul(group.order, factorial(len(c)))
		group.generators = append(group.generators, shuffles(c)...)
	}
	return group, nil
}

func factorial(n int) *big.Int { return new(big.Int).MulRange(1, int64(n)) }

// unfold carries a permutation of classes over to their members, first to first and so on.
func unfold(m moves, classes [][]int32) moves {
	var whole moves
	for _, x := range m {
		for i, v := range classes[x.from] {
			whole = append(whole, move{v, classes[x.to][i]})
		}
	}
	whole.sort()
	return whole
}

// shuffles generate all permutations of a class: a swap and a turn.
func shuffles(class []int32) []moves {
	if len(class) < 2 {
		return nil
	}
	list := []moves{{{class[0], class[1]}, {class[1], class[0]}}}
	if len(class) > 2 {
		turn := make(moves, len(class))
		for i, v := range class {
			turn[i] = move{v, class[(i+1)%len(class)]}
		}
		list = append(list, turn)
	}
	return list
}

// twinClasses lists the classes of twins, each in order, by their first nodes.
func (a *arcs) twinClasses() [][]int32 {
	// Twins agree in a hash of their neighbours, themselves added (if joined) or not (if not).
	open, closed := make([]uint64, a.n), make([]uint64, a.n)
	for v := range int32(a.n) {
		var h uint64
		for _, u := range a.out.of(v) {
			h += mix(uint64(u))
		}
		if a.directed {
			for _, u := range a.in.of(v) {
				h += mix(^uint64(u))
			}
		}
		open[v], closed[v] = h, h+mix(uint64(v))
		if a.directed {
			closed[v] += mix(^uint64(v))
		}
	}
	sets := newDisjointSets(a.n)
	a.joinTwins(sets, open)
	a.joinTwins(sets, closed)
	return sets.classes(a.n)
}

// joinTwins joins the twins among nodes of equal hash. It must find every pair: folding only some
// of a class would tell its members apart. Comparing a node with one of each class seen so far
// does that, and unless hashes are equal by accident there is one such class.
func (a *arcs) joinTwins(sets *disjointSets, hash []uint64) {
	byHash := identity(a.n)
	slices.SortFunc(byHash, func(u, v int32) int {
		return cmp.Or(cmp.Compare(hash[u], hash[v]), cmp.Compare(a.colour[u], a.colour[v]), cmp.Compare(u, v))
	})
	var classes []int32 // one node of each
	for i, v := range byHash {
		if i > 0 && (hash[byHash[i-1]] != hash[v] || a.colour[byHash[i-1]] != a.colour[v]) {
			classes = classes[:0]
		}
		if at := slices.IndexFunc(classes, func(u int32) bool { return a.twins(u, v) }); at >= 0 {
			sets.join(classes[at], v)
		} else {
			classes = append(classes, v)
		}
	}
}

func (a *arcs) twins(u, v int32) bool {
	return a.colour[u] == a.colour[v] && sameBut(a.out, u, v) && (!a.directed || sameBut(a.in, u, v))
}

// sameBut reports whether u and v have the same neighbours apart from each other, and each other
// both or not at all.
func sameBut(a adjacency, u, v int32) bool {
	p, q := a.of(u), a.of(v)
	if len(p) != len(q) {
		return false
	}
	i, j := 0, 0
	for {
		if i < len(p) && p[i] == v {
			i++
		}
		if j < len(q) && q[j] == u {
			j++
		}
		if i == len(p) || j == len(q) {
			return i == len(p) && j == len(q)
		}
		if p[i] != q[j] {
			return false
		}
		i++
		j++
	}
}

// fold keeps the first node of each class, coloured by its old colour, the class's size, and
// whether its members are joined.
func (a *arcs) fold(classes [][]int32) *arcs {
	type kind struct {
		colour int32
		size   int
		joined bool
	}
	f := &arcs{n: len(classes), colour: make([]int32, len(classes))}
	number := make([]int32, a.n)
	for v := range number {
		number[v] = -1
	}
	colours := map[kind]int32{}
	for i, c := range classes {
		number[c[0]] = int32(i)
		k := kind{colour: a.colour[c[0]], size: len(c)}
		if len(c) > 1 {
			_, k.joined = slices.BinarySearch(a.out.of(c[0]), c[1])
		}
		if _, ok := colours[k]; !ok {
			colours[k] = int32(len(colours))
		}
		f.colour[i] = colours[k]
	}
	f.out.start = make([]int32, 1, f.n+1)
	for _, c := range classes {
		for _, v := range a.out.of(c[0]) {
			if number[v] >= 0 {
				f.out.to = append(f.out.to, number[v])
			}
		}
		f.out.start = append(f.out.start, int32(len(f.out.to)))
	}
	f.in = f.out.transpose()
	f.setDirected()
	return f
}
