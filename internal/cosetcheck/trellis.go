package cosetcheck

import (
	"context"
	"math"
	"math/bits"

	"lightsout/gf2"
)

// The trellis goes over the columns in order. Behind a column, only the coefficients of rows that reach
// to both sides of it still matter: for each choice of those it keeps the least cost so far. The rows
// are chosen such that no two begin, and no two end, at the same column, which makes each as short as
// can be (Kschischang and Sorokine, On the trellis structure of block codes, 1995).

// span is a row and the columns where it begins and ends.
type span struct {
	row         gf2.Vec
	first, last int
}

// shortRows are rows of the same span, no two of which begin or end together. The given ones are in
// echelon form: no two begin together.
func shortRows(rows []gf2.Vec) []span {
	endsAt := map[int]span{}
	for i := len(rows) - 1; i >= 0; i-- { // those that begin late first
		v := rows[i].Clone()
		for {
			last := lastOne(v)
			other, taken := endsAt[last]
			if !taken {
				endsAt[last] = span{v, v.NextOne(0), last}
				break
			}
			v.Add(other.row) // which begins later
		}
	}
	spans := make([]span, 0, len(rows))
	for _, s := range endsAt {
		spans = append(spans, s)
	}
	return spans
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

// widths is how many rows are active at each column.
func widths(spans []span, columns int) []int {
	width := make([]int, columns)
	for _, s := range spans {
		for j := s.first; j <= s.last; j++ {
			width[j]++
		}
	}
	return width
}

// trellisCost is how many steps a trellis takes, and how many bytes its widest place with what was there before it.
func (t *table) trellisCost() (steps, bytes float64) {
	for _, w := range widths(shortRows(t.rows), len(t.cost)) {
		steps += math.Ldexp(4, w)
		bytes = max(bytes, math.Ldexp(16, w))
	}
	return steps, bytes
}

func (t *table) trellis(ctx context.Context, o Options) (int, error) {
	begins, ends := map[int]span{}, map[int]bool{}
	for _, s := range shortRows(t.rows) {
		begins[s.first], ends[s.last] = s, true
	}
	var active []span
	best := []int{0} // by the coefficients of the active rows
	for j, cost := range t.cost {
		if ctx.Err() != nil {
			return 0, ctx.Err()
		}
		if o.Progress != nil {
			o.Progress("weighing column by column", j, len(t.cost))
		}
		if s, ok := begins[j]; ok {
			active = append(active, s)
			best = append(best, best...)
		}
		mask := uint(0)
		for i, s := range active {
			if s.row.Bit(j) {
				mask |= 1 << i
			}
		}
		flip := 0
		if t.word.Bit(j) {
			flip = 1
		}
		for x := range best {
			best[x] += cost * (bits.OnesCount(uint(x)&mask)&1 ^ flip)
		}
		if !ends[j] {
			continue
		}
		i := 0
		for active[i].last != j {
			i++
		}
		active = append(active[:i:i], active[i+1:]...)
		low := 1<<i - 1
		for x := range len(best) / 2 {
			from := x&^low<<1 | x&low
			best[x] = min(best[from], best[from|1<<i])
		}
		best = best[:len(best)/2]
	}
	return best[0], nil
}
