package disjoint

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// The sets are the connected components of the pairs joined, found here by spreading labels until
// nothing changes.
func TestClassesAreConnectedComponents(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 20).Draw(t, "n")
		sets := New[int32](n)
		label := make([]int, n)
		for v := range label {
			label[v] = v
		}
		if n > 0 {
			node := rapid.Int32Range(0, int32(n-1))
			for range rapid.IntRange(0, 25).Draw(t, "joins") {
				u, v := node.Draw(t, "u"), node.Draw(t, "v")
				sets.Join(u, v)
				from, to := max(label[u], label[v]), min(label[u], label[v])
				for w := range label {
					if label[w] == from {
						label[w] = to
					}
				}
			}
		}
		below := rapid.IntRange(0, n).Draw(t, "below")
		want := [][]int32{}
		for first := range n {
			var class []int32
			size := 0
			for v := range n {
				if label[v] != first {
					continue
				}
				if size++; v < below {
					class = append(class, int32(v))
				}
			}
			if class != nil {
				want = append(want, class)
			}
			if size > 0 && sets.Size(int32(first)) != size {
				t.Errorf("the set of %d has %d members, want %d", first, sets.Size(int32(first)), size)
			}
		}
		if diff := cmp.Diff(want, sets.Classes(below)); diff != "" {
			t.Error(diff)
		}
	})
}
