package bench

import (
	"context"
	"testing"

	"lightsout/cnf"
)

// The symmetries of a puzzle are computed once. All on has all 48 of the 3×3×3 board, including the
// identity.
func TestSymmetriesAreFoundOnce(t *testing.T) {
	p, err := newInstance(t.Context(), row{Family: family{name: "3-to-the", template: "grid:3^N", takesSize: true}, Start: start{on: "all"}}, 3, askAny, 1)
	if err != nil {
		t.Fatal(err)
	}
	list, err := p.symmetries.of(t.Context(), p.puzzle)
	if err != nil || len(list) != 48 {
		t.Fatalf("%d symmetries, %v", len(list), err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel() // a search would end with an error
	var first, again cnf.Counter
	if err := p.writeBroken(ended, &first, "direct"); err != nil {
		t.Fatal(err)
	}
	if err := p.writeBroken(ended, &again, "direct"); err != nil || first != again || first.Clauses == 0 {
		t.Errorf("the same formula is once %v and once %v: %v", first, again, err)
	}
	other, err := newInstance(t.Context(), row{Family: family{name: "3-to-the", template: "grid:3^N", takesSize: true}, Start: start{on: "all"}}, 3, askAny, 1)
	if err != nil {
		t.Fatal(err)
	}
	if err := other.writeBroken(ended, &again, "direct"); err == nil {
		t.Error("a search under an ended context succeeded")
	}
}
