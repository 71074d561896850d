package board

// complete flips every node.
type complete struct {
	n    int
	self bool
}

func (k complete) appendToggles(dst []int, s int) []int {
	for v := range k.n {
		if v != s || k.self {
			dst = append(dst, v)
		}
	}
	return dst
}

func (k complete) most() int { return k.n }

func (k complete) total() int { return times(k.n, k.n) }

func makeComplete(dims []int, self bool) (toggler, Layout) { return complete{dims[0], self}, nil }
