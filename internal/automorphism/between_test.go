package automorphism_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"lightsout/board"
	"lightsout/internal/automorphism"
	"lightsout/internal/boardtest"
)

// carriesOver reports whether the renaming turns the first board into the second.
func carriesOver(a, b *board.Board, s automorphism.Symmetry) bool {
	for from := range a.Switches() {
		want := map[int]int{}
		for l, amount := range a.Adds(from) {
			want[s.Lights[l]] = amount
		}
		for l, amount := range b.Adds(s.Switches[from]) {
			if want[l] != amount {
				return false
			}
			delete(want, l)
		}
		if len(want) > 0 {
			return false
		}
	}
	return true
}

// Boards that are one another turned, named otherwise or numbered otherwise, and such as look alike and are not.
func TestBetween(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"3x4", "4x3", true}, {"path:4", "1x4", true}, {"torus:4x4", "hypercube:4", true}, {"complete:5", "complete:5", true},
		{"torus:3x5", "torus:5x3", true}, {"4x4,mod=3", "grid:4x4,mod=3", true}, {"2x6,mod=3", "6x2,mod=3", true},
		{"cube:1", "platonic:octahedron", true}, {"2x3,self=off", "3x2,self=off", true}, {"merlin", "merlin", true},
		{"3x4,switches=edges", "4x3,switches=edges", true}, {"2x1,self=off", "path:2,self=off", true},
		{"3x4", "3x4,mod=3", false}, {"3x4", "2x6", false}, {"cycle:6", "cylinder:2x3", false}, {"torus:4x4", "mobius:4x4", false},
		{"merlin", "3x3", false}, {"petersen", "cycle:10", false}, {"regular:3x10,seed=1", "petersen", false},
	} {
		a, b := boardtest.Parse(t, c.a), boardtest.Parse(t, c.b)
		for _, pair := range [][2]*board.Board{{a, b}, {b, a}} {
			s, ok, err := automorphism.Between(t.Context(), pair[0], pair[1])
			if err != nil || ok != c.want {
				t.Errorf("%s and %s: %v, %v", pair[0].Spec(), pair[1].Spec(), ok, err)
			}
			if ok && !carriesOver(pair[0], pair[1], s) {
				t.Errorf("%s and %s: %v is no isomorphism", pair[0].Spec(), pair[1].Spec(), s)
			}
		}
	}
}

// A board of random lists is found again under any numbering, also with lights and switches that reach nothing; with
// one more flip it is another board.
func TestBetweenShuffled(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		lights, switches := 1+random.IntN(9), 1+random.IntN(9)
		lists, renamed := make([][]int, switches), make([][]int, switches)
		toLight, toSwitch := random.Perm(lights), random.Perm(switches)
		for s := range lists {
			for l := range lights {
				if random.IntN(3) == 0 {
					lists[s] = append(lists[s], l)
					renamed[toSwitch[s]] = append(renamed[toSwitch[s]], toLight[l])
				}
			}
		}
		a, err := board.FromToggles("a", lights, lists)
		if err != nil {
			t.Fatal(err)
		}
		b, err := board.FromToggles("b", lights, renamed)
		if err != nil {
			t.Fatal(err)
		}
		s, ok, err := automorphism.Between(t.Context(), a, b)
		if err != nil || !ok || !carriesOver(a, b, s) {
			t.Fatalf("%v and %v: %v, %v, %v", lists, renamed, s, ok, err)
		}
		free := slices.IndexFunc(renamed, func(list []int) bool { return len(list) < lights })
		if free < 0 {
			continue
		}
		for l := range lights {
			if !slices.Contains(renamed[free], l) {
				renamed[free] = append(renamed[free], l)
				break
			}
		}
		if c, err := board.FromToggles("c", lights, renamed); err != nil {
			t.Fatal(err)
		} else if _, ok, err := automorphism.Between(t.Context(), a, c); ok || err != nil {
			t.Fatalf("%v and %v: %v, %v", lists, renamed, ok, err)
		}
	}
}
