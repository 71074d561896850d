package cosetcheck_test

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"lightsout/internal/cosetcheck"
)

// leastCost is the least cost of edges that have odd degree at exactly the wanted rows, or -1, by adding one edge after
// another. Rows are bits; the border is none.
func leastCost(rows int, edges []cosetcheck.Edge, wanted int) int64 {
	least := make([]int64, 1<<rows)
	for i := range least {
		least[i] = -1
	}
	least[0] = 0
	for _, e := range edges {
		change := (1<<e.U ^ 1<<e.V) & (1<<rows - 1)
		next := append([]int64{}, least...)
		for set, cost := range least {
			if to := set ^ change; cost >= 0 && (next[to] < 0 || next[to] > cost+e.Cost) {
				next[to] = cost + e.Cost
			}
		}
		least = next
	}
	return least[wanted]
}

// Whatever sets are accepted, no answer costs less than they say. Most that are drawn are not accepted.
func TestAcceptedSetsAreABound(t *testing.T) {
	accepted, met := 0, 0
	for i := range 40_000 {
		r := rand.New(rand.NewPCG(4, uint64(i)))
		rows := 1 + r.IntN(5)
		edges := make([]cosetcheck.Edge, r.IntN(9))
		for k := range edges {
			edges[k] = cosetcheck.Edge{U: r.IntN(rows + 1), V: r.IntN(rows + 1), Cost: int64(1 + r.IntN(6))}
		}
		wanted := r.IntN(1 << rows)
		least := leastCost(rows, edges, wanted)
		var s cosetcheck.OddSets
		for k := range r.IntN(4) {
			s.Weight, s.Within = append(s.Weight, int64(1+r.IntN(3))), append(s.Within, r.IntN(k+1)-1)
		}
		for range rows + 1 {
			s.Row = append(s.Row, r.IntN(len(s.Weight)+1)-1)
		}
		odd := 0
		for l := range rows {
			odd ^= wanted >> l & 1
		}
		bound, err := s.Bound(context.Background(), edges, func(row int) bool { return (wanted|odd<<rows)>>row&1 != 0 })
		if err != nil || least < 0 {
			continue
		}
		if bound > least {
			t.Fatalf("%+v on %v from %b: at least %d, but one costs %d", s, edges, wanted, bound, least)
		}
		if len(s.Weight) > 1 {
			accepted++
		}
		if bound == least && bound > 0 {
			met++
		}
	}
	if accepted < 200 || met < 200 {
		t.Errorf("%d families of more than one set were accepted, and %d bounds are met", accepted, met)
	}
}

// Each rule is needed: the path of three rows with a switch at each end.
func TestSetsKeepToEveryRule(t *testing.T) {
	edges := []cosetcheck.Edge{
		{U: 3, V: 0, Cost: 4}, {U: 0, V: 1, Cost: 2}, {U: 1, V: 2, Cost: 4}, {U: 3, V: 3, Cost: 1},
	}
	all := func(row int) bool { return true }
	ends := func(row int) bool { return row == 0 || row == 2 }
	family := func(weight []int64, within []int, row ...int) cosetcheck.OddSets {
		return cosetcheck.OddSets{Weight: weight, Within: within, Row: row}
	}
	for _, c := range []struct {
		sets   cosetcheck.OddSets
		wanted func(int) bool
		want   int64
		wrong  string
	}{
		{family([]int64{2, 2}, []int{-1, -1}, 0, -1, 1, -1), ends, 4, ""},
		{family([]int64{1, 3, 1}, []int{-1, -1, 0}, 2, -1, 1, -1), ends, 5, ""},
		{family([]int64{2, 1, 1}, []int{-1, -1, -1}, 0, 1, 2, -1), all, 0, "column 1 pays"},
		{family([]int64{1, 1}, []int{-1, 0}, 1, 0, 0, -1), all, 2, ""},
		{family([]int64{1, 1}, []int{-1, 0}, 1, 0, 1, -1), all, 0, "set 1 has an even number"},
		{family([]int64{2}, []int{-1}, 0, 0, -1, -1), all, 0, "even number"},
		{family([]int64{0}, []int{-1}, 0, -1, -1, -1), ends, 0, "set 0 weighs 0"},
		{family([]int64{-1}, []int{-1}, 0, -1, -1, -1), ends, 0, "set 0 weighs -1"},
		{family([]int64{1 << 62, 1 << 62}, []int{-1, -1}, 0, -1, 1, -1), ends, 0, "set 1 weighs"},
		{family([]int64{1}, []int{0}, 0, -1, -1, -1), ends, 0, "set 0 is inside set 0"},
		{family([]int64{1}, []int{-2}, 0, -1, -1, -1), ends, 0, "set 0 is inside set -2"},
		{family([]int64{1}, []int{-1}, 1, -1, -1, -1), ends, 0, "row 0 is in set 1 of 1"},
		{family([]int64{1}, []int{-1}, -2, -1, -1, -1), ends, 0, "row 0 is in set -2"},
		{family([]int64{3}, []int{-1}, 0, -1, -1, -1), ends, 0, "column 1 pays more"},
		{family([]int64{4}, []int{-1}, -1, -1, -1, 0), all, 4, ""},
		{family([]int64{4}, []int{-1}, -1, -1, -1, 0), ends, 0, "even number"},
	} {
		got, err := c.sets.Bound(context.Background(), edges, c.wanted)
		refused := err != nil && c.wrong != "" && strings.Contains(err.Error(), c.wrong)
		if !refused && (err != nil || c.wrong != "" || got != c.want) {
			t.Errorf("%+v: %d, %v, want %d, %q", c.sets, got, err, c.want, c.wrong)
		}
	}
	over, cancel := context.WithCancel(context.Background())
	cancel()
	one := family([]int64{1}, []int{-1}, 0, -1, -1, -1)
	if _, err := one.Bound(over, edges, ends); err == nil {
		t.Error("stopped, and yet there is a bound")
	}
}
