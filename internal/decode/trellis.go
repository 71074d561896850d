package decode

import (
	"context"
	"math/bits"

	"lightsout/gf2"
)

// plan is a walk through the columns in an order: which rows of a basis of the code are open where.
type plan struct {
	steps []step
	width int
}

type step struct {
	column int
	begins bool
	mask   uint64 // the slots of the open rows that have a one in the column
	end    int    // the slot of the row that ends here, or −1
}

// newPlan finds a basis in which no two rows begin and no two rows end in the same place (the minimal
// span form; Kschischang and Sorokine 1995).
func newPlan(m *gf2.Matrix, order []int) *plan {
	n := len(order)
	permuted := gf2.NewMatrix(m.Rows(), n)
	for i := range m.Rows() {
		row := m.Row(i)
		for at, c := range order {
			if row.Bit(c) {
				permuted.Set(i, at, true)
			}
		}
	}
	rows := permuted.RightNull() // by ascending ends, all different
	begin := make([]int, n)
	end := make([]int, n)
	for at := range n {
		begin[at], end[at] = -1, -1
	}
	for i, r := range rows {
		end[lastOne(r)] = i
		for {
			first := r.NextOne(0)
			if begin[first] < 0 {
				begin[first] = i
				break
			}
			r.Add(rows[begin[first]]) // which ends earlier
		}
	}
	p := &plan{}
	var open []int
	for at, c := range order {
		s := step{column: c, end: -1}
		if begin[at] >= 0 {
			s.begins = true
			open = append(open, begin[at])
		}
		p.width = max(p.width, len(open))
		for slot, r := range open {
			if slot < 64 && rows[r].Bit(at) {
				s.mask |= 1 << slot
			}
		}
		if end[at] >= 0 {
			for slot, r := range open {
				if r == end[at] {
					s.end = slot
				}
			}
			open = append(open[:s.end], open[s.end+1:]...)
		}
		p.steps = append(p.steps, s)
	}
	return p
}

func lastOne(v gf2.Vec) int {
	words := v.Words()
	for i := len(words) - 1; i >= 0; i-- {
		if words[i] != 0 {
			return 64*i + bits.Len64(words[i]) - 1
		}
	}
	return -1
}

func (p *plan) run(ctx context.Context, cost []int64, word gf2.Vec) (gf2.Vec, bool) {
	a := []int64{0}
	kept := make([][]bool, len(p.steps))
	for i, s := range p.steps {
		if ctx.Err() != nil {
			return gf2.Vec{}, false
		}
		if s.begins {
			a = append(a, a...)
		}
		flip := 0
		if word.Bit(s.column) {
			flip = 1
		}
		for x := range a {
			a[x] += cost[s.column] * int64(bits.OnesCount64(uint64(x)&s.mask)&1^flip)
		}
		if s.end < 0 {
			continue
		}
		low := 1<<s.end - 1
		kept[i] = make([]bool, len(a)/2)
		for x := range len(a) / 2 {
			zero := x&^low<<1 | x&low
			one := zero | 1<<s.end
			kept[i][x] = a[one] < a[zero]
			a[x] = min(a[zero], a[one])
		}
		a = a[:len(a)/2]
	}
	out := gf2.NewVec(word.Len())
	state := 0
	open := 0
	for i := len(p.steps) - 1; i >= 0; i-- {
		s := p.steps[i]
		if s.end >= 0 {
			low := 1<<s.end - 1
			bit := 0
			if kept[i][state] {
				bit = 1 << s.end
			}
			state = state&^low<<1 | state&low | bit
			open++
		}
		out.Set(s.column, word.Bit(s.column) != (bits.OnesCount64(uint64(state)&s.mask)&1 == 1))
		if s.begins {
			open--
			state &= 1<<open - 1
		}
	}
	return out, true
}
