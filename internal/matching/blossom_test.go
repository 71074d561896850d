package matching

import (
	"context"
	"testing"

	"pgregory.net/rapid"
)

// leastMatching is the least cost of a perfect matching of the nodes not in used, by trying all.
func leastMatching(cost [][]int64, used int) int64 {
	for u := range cost {
		if used>>u&1 != 0 {
			continue
		}
		best := int64(1) << 40
		for v := u + 1; v < len(cost); v++ {
			if used>>v&1 == 0 {
				best = min(best, cost[u][v]+leastMatching(cost, used|1<<u|1<<v))
			}
		}
		return best
	}
	return 0
}

func TestBlossomFindsTheCheapestMatching(t *testing.T) {
	var b blossom // used again and again
	rapid.Check(t, func(t *rapid.T) {
		n := 2 * rapid.IntRange(0, 5).Draw(t, "pairs")
		most := rapid.SampledFrom([]int64{1, 2, 5, 1000, 1 << 40}).Draw(t, "most")
		cost := make([][]int64, n)
		for u := range cost {
			cost[u] = make([]int64, n)
			for v := range u {
				cost[u][v] = rapid.Int64Range(0, most).Draw(t, "cost")
				cost[v][u] = cost[u][v]
			}
		}
		mate, _ := b.match(context.Background(), n, func(u, v int) int64 { return cost[u][v] })
		var sum int64
		for u, v := range mate {
			if v < 0 || int(v) == u || mate[v] != int32(u) {
				t.Fatalf("%v is not a matching", mate)
			}
			sum += cost[u][v]
		}
		if want := leastMatching(cost, 0); n > 0 && most < 1<<30 && sum/2 != want {
			t.Fatalf("%v costs %d, the cheapest %d: %v", mate, sum/2, want, cost)
		}
	})
}
