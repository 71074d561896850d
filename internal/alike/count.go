package alike

import (
	"math/big"
	"slices"
)

// CycleTypes counts symmetries by the lengths of the cycles in which they move lights or switches, two bytes a length.
type CycleTypes map[string]int64

func typeOf(lengths []int) string {
	slices.Sort(lengths)
	var key []byte
	for _, n := range lengths {
		key = append(key, byte(n>>8), byte(n))
	}
	return string(key)
}

// Identity has the one symmetry that every board has.
func Identity(things int) CycleTypes { return CycleTypes{typeOf(slices.Repeat([]int{1}, things)): 1} }

func (c CycleTypes) add(image []int32) {
	var lengths []int
	seen := make([]bool, len(image))
	for i := range image {
		n := 0
		for at := int32(i); !seen[at]; at = image[at] {
			seen[at] = true
			n++
		}
		if n > 0 {
			lengths = append(lengths, n)
		}
	}
	c[typeOf(lengths)]++
}

// maxCountSteps bounds the work of counting.
const maxCountSteps = 1 << 22

// Sets is how many states of each weight from 0 to high there are, up to the symmetries; nil if they are not soon
// counted.
func (c CycleTypes) Sets(high, states int) []*big.Int {
	total, order := make([]*big.Int, high+1), int64(0)
	for w := range total {
		total[w] = new(big.Int)
	}
	for lengths, times := range c {
		if len(c)*len(lengths)*high*states > maxCountSteps {
			return nil
		}
		fixed := []*big.Int{big.NewInt(1)} // states that such a symmetry leaves as they are, by weight
		for i := 0; i < len(lengths); i += 2 {
			n := int(lengths[i])<<8 | int(lengths[i+1])
			next := make([]*big.Int, min(high+1, len(fixed)+n*(states-1)))
			for w := range next {
				next[w] = new(big.Int)
				for k := range states {
					if at := w - k*n; at >= 0 && at < len(fixed) {
						next[w].Add(next[w], fixed[at])
					}
				}
			}
			fixed = next
		}
		for w, n := range fixed {
			total[w].Add(total[w], new(big.Int).Mul(n, big.NewInt(times)))
		}
		order += times
	}
	for _, n := range total {
		n.Quo(n, big.NewInt(order))
	}
	return total
}
