package gf2

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// Lists are what was appended, and transposed they tell for each number where it is.
func TestListsAreWhatWasAppended(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 9).Draw(t, "numbers")
		want := rapid.SliceOf(rapid.SliceOf(rapid.Int32Range(0, int32(n-1)))).Draw(t, "lists")
		var l Lists
		if rapid.Bool().Draw(t, "with room") {
			l = NewLists(len(want), 0)
		}
		total, where := 0, make([][]int32, n)
		for i, list := range want {
			slices.Sort(list)
			Append(&l, list)
			total += len(list)
			for _, x := range list {
				where[x] = append(where[x], int32(i))
			}
		}
		if l.Len() != len(want) || l.Total() != total || !l.Clone().Equal(l) {
			t.Fatalf("%d lists of %d numbers, want %d of %d", l.Len(), l.Total(), len(want), total)
		}
		for i, list := range want {
			for x := range int32(n) {
				if l.Has(i, int(x)) != slices.Contains(list, x) {
					t.Fatalf("list %d has %d: %v", i, x, l.Has(i, int(x)))
				}
			}
			if !slices.Equal(l.Of(i), list) {
				t.Fatalf("list %d is %v, want %v", i, l.Of(i), list)
			}
		}
		back := l.Transposed(n)
		for x := range n {
			if !slices.Equal(back.Of(x), where[x]) {
				t.Fatalf("%d is in %v, want %v", x, back.Of(x), where[x])
			}
		}
		if back.Len() != n || !back.Transposed(len(want)).Equal(l) {
			t.Fatal("there and back is not where it was")
		}
	})
}
