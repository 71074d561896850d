package board

import "math/bits"

// hypercube flips the neighbours across each axis of the cube {0,1}^d.
type hypercube struct {
	dims int
	self bool
}

func (h hypercube) appendToggles(dst []int, s int) []int {
	if h.self {
		dst = append(dst, s)
	}
	for k := range h.dims {
		dst = append(dst, s^1<<k)
	}
	return dst
}

func (h hypercube) most() int { return h.dims + 1 }

func (h hypercube) total() int { return times(h.most(), 1<<h.dims) }

func makeHypercube(dims []int, self bool) (toggler, Layout) { return hypercube{dims[0], self}, nil }

func powerOfTwo(dims []int) (int, error) {
	if dims[0] >= bits.Len(maxCells) {
		return 0, errTooManyCells
	}
	return 1 << dims[0], nil
}
