package automorphism

import (
	"cmp"
	"math/big"
	"slices"

	"lightsout/internal/disjoint"
)

// Two nodes are twins if swapping them and nothing else is an automorphism: they have the same
// colour and the same arcs from and to everyone else, and either both arcs between them or none.
// Being twins is an equivalence. The automorphisms of the graph are those of the graph with one
// node per class, coloured by the class's size and kind, times every permutation within the
// classes. Merging twins repeatedly leaves nothing to search on complete graphs, stars, graphs without
// arcs and everything built of them.

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

// single is a class as blocks of one node each.
func single(class []int32) [][]int32 {
	blocks := make([][]int32, len(class))
	for i := range class {
		blocks[i] = class[i : i+1 : i+1]
	}
	return blocks
}

// unfoldBlock is the members of the classes of a block.
func unfoldBlock(block []int32, classes [][]int32) []int32 {
	var whole []int32
	for _, c := range block {
		whole = append(whole, classes[c]...)
	}
	return whole
}

// twinClasses lists the classes of twins, each in order, by their first nodes.
func (g *Graph) twinClasses() [][]int32 {
	// Twins agree in a hash of their neighbours, themselves added (if joined) or not (if not).
	open, closed := make([]uint64, g.n), make([]uint64, g.n)
	for v := range int32(g.n) {
		var h uint64
		for _, u := range g.out.of(v) {
			h += mix(uint64(u))
		}
		if g.directed {
			for _, u := range g.in.of(v) {
				h += mix(^uint64(u))
			}
		}
		open[v], closed[v] = h, h+mix(uint64(v))
		if g.directed {
			closed[v] += mix(^uint64(v))
		}
	}
	sets := disjoint.New[int32](g.n)
	g.joinTwins(sets, open)
	g.joinTwins(sets, closed)
	return sets.Classes(g.n)
}

// joinTwins joins the twins among nodes of equal hash. It must find every pair: folding only part of a
// class would tell its members apart. It compares each node with one of every class seen so far with
// that hash; unless hashes collide there is one such class.
func (g *Graph) joinTwins(sets *disjoint.Sets[int32], hash []uint64) {
	byHash := identity(g.n)
	slices.SortFunc(byHash, func(u, v int32) int {
		return cmp.Or(cmp.Compare(hash[u], hash[v]), cmp.Compare(g.colour[u], g.colour[v]), cmp.Compare(u, v))
	})
	var classes []int32 // one node of each
	for i, v := range byHash {
		if i > 0 && (hash[byHash[i-1]] != hash[v] || g.colour[byHash[i-1]] != g.colour[v]) {
			classes = classes[:0]
		}
		if at := slices.IndexFunc(classes, func(u int32) bool { return g.twins(u, v) }); at >= 0 {
			sets.Join(classes[at], v)
		} else {
			classes = append(classes, v)
		}
	}
}

func (g *Graph) twins(u, v int32) bool {
	return g.colour[u] == g.colour[v] && sameBut(g.out, u, v) && (!g.directed || sameBut(g.in, u, v))
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
func (g *Graph) fold(classes [][]int32) *Graph {
	type kind struct {
		colour int32
		size   int
		joined bool
	}
	colour := make([]int32, len(classes))
	number := make([]int32, g.n)
	for v := range number {
		number[v] = -1
	}
	colours := map[kind]int32{}
	for i, c := range classes {
		number[c[0]] = int32(i)
		k := kind{colour: g.colour[c[0]], size: len(c)}
		if len(c) > 1 {
			_, k.joined = slices.BinarySearch(g.out.of(c[0]), c[1])
		}
		if _, ok := colours[k]; !ok {
			colours[k] = int32(len(colours))
		}
		colour[i] = colours[k]
	}
	start, to := make([]int32, 1, len(classes)+1), []int32{}
	for _, c := range classes {
		for _, v := range g.out.of(c[0]) {
			if number[v] >= 0 {
				to = append(to, number[v])
			}
		}
		start = append(start, int32(len(to)))
	}
	return NewGraph(colour, start, to)
}
