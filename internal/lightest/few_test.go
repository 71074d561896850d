package lightest

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"lightsout/gf2"
)

// The search in machine words gives what the general one gives, proof and all.
func TestFewIsMinimum(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cells := rapid.IntRange(1, 64).Draw(t, "cells")
		draw := func(name string, sparse int) gf2.Vec {
			v := gf2.NewVec(cells)
			for i := range cells {
				v.Set(i, rapid.IntRange(0, sparse).Draw(t, name) == 0)
			}
			return v
		}
		basis := make([]gf2.Vec, rapid.IntRange(0, maxFew).Draw(t, "dimension"))
		sparse := rapid.SampledFrom([]int{1, 1, 4, 20}).Draw(t, "sparse") // few ones make several parts
		for i := range basis {
			basis[i] = draw("basis", sparse)
		}
		few := NewFew(basis, cells)
		for range 3 {
			word := draw("word", 1)
			want, err := Minimum(t.Context(), Problem{Word: word.Clone(), Basis: basis}, Options{})
			if err != nil {
				t.Fatal(err)
			}
			got := few.Minimum(word.Clone())
			if !got.Word.Equal(want.Word) {
				t.Fatalf("%v, want %v", got.Word, want.Word)
			}
			got.Word, want.Word = gf2.Vec{}, gf2.Vec{}
			if diff := cmp.Diff(want, got, cmp.AllowUnexported(gf2.Vec{})); diff != "" {
				t.Fatal(diff)
			}
		}
	})
}
