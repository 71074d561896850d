package cosetcheck

import (
	"context"
	"fmt"
	"math"
)

// OddSets is a family of sets of rows, of which two are disjoint or one is inside the other, and each has a weight. It
// bounds what columns with at most two rows cost if they add up to some wanted rows: each set has an odd number of
// wanted rows, so that a column is needed with one row inside and one outside, and no column has to
// pay for more than its cost. Columns with one row lead to the border, a row that is wanted if the others
// are odd in number.
type OddSets struct {
	Weight []int64
	Within []int // per set, the smallest around it, which is before it; Outside is none
	Row    []int // per row, the border last, the smallest set around it; Outside is none
}

// Outside stands for no set.
const Outside = -1

// Edge is a column of at most two rows; the border is one if it has only one, and twice if it has none.
type Edge struct {
	U, V int
	Cost int64
}

// Bound is the sum of the weights, if the sets are what they should be.
func (s *OddSets) Bound(ctx context.Context, edges []Edge, wanted func(row int) bool) (total int64, err error) {
	odd := make([]bool, len(s.Weight))
	for i, w := range s.Weight {
		switch {
		case w <= 0 || w > math.MaxInt64-total:
			return 0, fmt.Errorf("set %d weighs %d", i, w)
		case s.Within[i] < Outside || s.Within[i] >= i:
			return 0, fmt.Errorf("set %d is inside set %d, which is not before it", i, s.Within[i])
		}
		total += w
	}
	for row, i := range s.Row {
		if i < Outside || i >= len(s.Weight) {
			return 0, fmt.Errorf("row %d is in set %d of %d", row, i, len(s.Weight))
		}
		if i != Outside && wanted(row) {
			odd[i] = !odd[i]
		}
	}
	for i := len(odd) - 1; i >= 0; i-- {
		if !odd[i] {
			return 0, fmt.Errorf("set %d has an even number of what must change", i)
		}
		if up := s.Within[i]; up != Outside {
			odd[up] = !odd[up]
		}
	}
	for i, e := range edges {
		if i%4096 == 0 && ctx.Err() != nil {
			return 0, ctx.Err()
		}
		// Of two sets, the one that comes later is around nothing that has the other.
		paid := int64(0)
		for a, b := s.Row[e.U], s.Row[e.V]; a != b; {
			later := max(a, b)
			if a == later {
				a = s.Within[later]
			} else {
				b = s.Within[later]
			}
			if paid += s.Weight[later]; paid > e.Cost {
				return 0, fmt.Errorf("column %d pays more than its cost", i)
			}
		}
	}
	return total, nil
}
