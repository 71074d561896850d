package fewest_test

import (
	"iter"
	"testing"

	"lightsout/gf2"
	"lightsout/internal/fewest"
)

// methods are the names that can be asked for where numbers are bits.
func methods() (names []string) {
	for _, m := range fewest.Methods() {
		if m.Forced && m.States == "two" && m.Name != fewest.Matching { // which wants a graph
			names = append(names, m.Name)
		}
	}
	return names
}

// words are the lightest words that were found.
func words(t *testing.T, found fewest.Found) iter.Seq[gf2.Vec] {
	return func(yield func(gf2.Vec) bool) {
		for word, err := range found.Each(t.Context()) {
			if err != nil {
				t.Fatal(err)
			}
			if !yield(word.Bits()) {
				return
			}
		}
	}
}
