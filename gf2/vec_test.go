package gf2

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestVecAgainstIndexSets compares every operation with the same operation on sets of indices.
func TestVecAgainstIndexSets(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := sizes().Draw(t, "length")
		draw := func(label string) (Vec, map[int]bool) {
			v, set := anyVec(t, n, label), map[int]bool{}
			for i := range n {
				if v.Bit(i) {
					set[i] = true
				}
			}
			return v, set
		}
		v, a := draw("v")
		u, b := draw("u")
		shared, either := []int{}, []int{}
		for i := range n {
			if a[i] && b[i] {
				shared = append(shared, i)
			} else if a[i] || b[i] {
				either = append(either, i)
			}
		}

		if !slices.Equal(v.Sum(u).Indices(), either) {
			t.Fatal("the sum is not the symmetric difference")
		}
		if v.Overlap(u) != len(shared) || v.Dot(u) != (len(shared)%2 == 1) {
			t.Fatalf("overlap %d, dot %v, shared %d", v.Overlap(u), v.Dot(u), len(shared))
		}
		sum := v.Clone()
		if sum.AddWeight(u) != len(either) || !sum.Equal(v.Sum(u)) {
			t.Fatal("adding and weighing differ from adding")
		}
		both := v.Clone()
		if both.And(u); !slices.Equal(both.Indices(), shared) {
			t.Fatal("the bits that both have are others")
		}
		if both.Copy(u); !both.Equal(u) {
			t.Fatal("the copy differs")
		}
		if both.Clear(); !both.IsZero() {
			t.Fatal("not cleared")
		}
		if got, want := v.Compare(u), strings.Compare(v.String(), u.String()); got != want {
			t.Fatalf("compared as %d, their text as %d", got, want)
		}
		if v.Weight() != len(a) || v.IsZero() != (len(a) == 0) || len(v.Words()) != words(n) {
			t.Fatal("wrong weight or storage")
		}
		if v.Equal(u) != (len(either) == 0) || v.Equal(NewVec(n+1)) {
			t.Fatal("wrong equality")
		}
		if !VecOf(n, v.Indices()...).Equal(v) {
			t.Fatal("the vector of its indices is another one")
		}
		if all := AllOnes(n); all.Weight() != n || !all.Sum(v).Sum(all).Equal(v) {
			t.Fatal("wrong all-ones vector")
		}
		if s := v.String(); len(s) != n || strings.Count(s, "1") != len(a) {
			t.Fatalf("written as %q", s)
		}
	})
}

func TestOnesStopsWhenAsked(t *testing.T) {
	for i := range AllOnes(100).Ones() {
		if i > 3 {
			t.Fatal("went on after break")
		}
		if i == 3 {
			break
		}
	}
}

func TestMisuseOfVectorsPanics(t *testing.T) {
	v := NewVec(64)
	for name, misuse := range map[string]func(){
		"negative length":   func() { NewVec(-1) },
		"index too high":    func() { v.Bit(64) },
		"index negative":    func() { v.Flip(-1) },
		"different lengths": func() { v.Add(NewVec(63)) },
		"added and weighed": func() { v.AddWeight(NewVec(63)) },
		"multiplied":        func() { v.Dot(NewVec(63)) },
		"copied":            func() { v.Copy(NewVec(63)) },
		"met":               func() { v.And(NewVec(63)) },
		"overlapped":        func() { v.Overlap(NewVec(63)) },
		"compared":          func() { v.Compare(NewVec(63)) },
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("no panic")
				}
			}()
			misuse()
		})
	}
}

func TestAddAtPutsBitsInTheirPlaces(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, m := rapid.IntRange(0, 300).Draw(t, "n"), rapid.IntRange(0, 300).Draw(t, "m")
		v, u := anyVec(t, n, "v"), anyVec(t, m, "u")
		at := rapid.IntRange(-350, 350).Draw(t, "at")
		want := v.Clone()
		for j := range u.Ones() {
			if i := at + j; i >= 0 && i < n {
				want.Flip(i)
			}
		}
		if v.AddAt(at, u); !v.Equal(want) {
			t.Fatalf("%v, not %v", v, want)
		}
	})
}
