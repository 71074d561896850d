package board

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"lightsout/internal/boardtest/hostile"
)

// Whatever nodes are called, a list of labels is read as these nodes: as switches and as lights.
func TestLabelsAreReadBack(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		n, names := 1+rng.IntN(4), []string{}
		for len(names) < n {
			if name := hostile.Name(rng); IsName(name) && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
		var edges [][2]int
		for i := range n - 1 {
			edges = append(edges, [2]int{i, i + 1})
		}
		b, err := FromEdges("names", n, edges)
		if err == nil && rng.IntN(3) == 0 {
			b, err = b.WithOptions("mod=3")
		}
		if err == nil {
			b, err = b.WithNames(names)
		}
		if err != nil {
			t.Fatal(err)
		}
		var labels []string
		want := []int{}
		for i := range n {
			if rng.IntN(2) == 0 {
				labels, want = append(labels, b.Label(i)), append(want, i)
			}
		}
		if len(want) == 0 {
			continue
		}
		for _, between := range []string{",", ", "} {
			text := strings.Join(labels, between)
			if got, err := b.ParseSwitches(text); err != nil || !slices.Equal(got, want) {
				t.Errorf("nodes %q: --presses %s is %v, want %v: %v", names, text, got, want, err)
			}
			p := NewPuzzle(b)
			if err := p.SetLights(text, "", 1); err != nil || !slices.Equal(slices.Compact(p.On.Indices()), want) {
				t.Errorf("nodes %q: --on %s is %v, want %v: %v", names, text, p.On.Indices(), want, err)
			}
		}
	}
}
