// Package disjoint divides the numbers 0…n-1 into sets: sets that are joined one by one (union by size, with
// path halving), and regions, which the words of a linear code cannot tell apart.
package disjoint

// Sets is a partition of 0…n-1 that only gets coarser. T is the type the caller numbers with.
type Sets[T int | int32] struct {
	parent []T
	size   []T // of a root: how many are in its set
}

// New returns n sets of one number each.
func New[T int | int32](n int) *Sets[T] {
	d := &Sets[T]{parent: make([]T, n), size: make([]T, n)}
	for i := range d.parent {
		d.parent[i], d.size[i] = T(i), 1
	}
	return d
}

// Find is the number that stands for v's set: two numbers are in one set exactly if Find gives the
// same for both. Which one it is may change with every Join.
func (d *Sets[T]) Find(v T) T {
	for d.parent[v] != v {
		d.parent[v] = d.parent[d.parent[v]]
		v = d.parent[v]
	}
	return v
}

// Join merges the sets of u and v.
func (d *Sets[T]) Join(u, v T) {
	u, v = d.Find(u), d.Find(v)
	if u == v {
		return
	}
	if d.size[u] < d.size[v] {
		u, v = v, u
	}
	d.parent[v] = u
	d.size[u] += d.size[v]
}

// Size is how many numbers are in v's set.
func (d *Sets[T]) Size(v T) int { return int(d.size[d.Find(v)]) }

// Classes lists the sets, restricted to the numbers below n: each in increasing order, the sets in
// the order of their first members.
func (d *Sets[T]) Classes(n int) [][]T {
	list := [][]T{}
	number := make(map[T]int, n)
	for v := T(0); int(v) < n; v++ {
		root := d.Find(v)
		i, ok := number[root]
		if !ok {
			i = len(list)
			number[root] = i
			list = append(list, nil)
		}
		list[i] = append(list[i], v)
	}
	return list
}
