package board

// star flips its centre (node 0) and the pressed leaf; the centre flips every node.
type star struct {
	n    int
	self bool
}

func (k star) appendToggles(dst []int, s int) []int {
	if k.self {
		dst = append(dst, s)
	}
	if s != 0 {
		return append(dst, 0)
	}
	for v := 1; v < k.n; v++ {
		dst = append(dst, v)
	}
	return dst
}

func (k star) most() int { return k.n }

func (k star) total() int { return times(3, k.n) }

func makeStar(dims []int, self bool) (toggler, Layout) { return star{dims[0], self}, nil }
