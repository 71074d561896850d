package matching_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"lightsout/gf2"
	"lightsout/internal/matching"
)

// incidence is the matrix that says which nodes each edge changes.
func incidence(nodes int, edges []matching.Edge) *gf2.Matrix {
	m := gf2.NewMatrix(nodes, len(edges))
	for i, e := range edges {
		m.Set(int(e.U), i, true)
		if e.V != matching.Border {
			m.Set(int(e.V), i, true)
		}
	}
	return m
}

func costOf(edges []matching.Edge, chosen gf2.Vec) (sum int64) {
	for i := range chosen.Ones() {
		sum += edges[i].Cost
	}
	return sum
}

// On every graph, with several parts, edges that cost nothing and pairs with several edges, the edges found
// are the cheapest of all that join the nodes.
func TestJoinAgreesWithBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		nodes := rapid.IntRange(1, 7).Draw(t, "nodes")
		var edges []matching.Edge
		for range rapid.IntRange(0, 12).Draw(t, "edges") {
			u := rapid.Int32Range(0, int32(nodes)-1).Draw(t, "u")
			v := rapid.Int32Range(matching.Border, int32(nodes)-1).Draw(t, "v")
			if u == v {
				v = matching.Border
			}
			cost := rapid.SampledFrom([]int64{0, 1, 1, 2, 7, 1 << 50}).Draw(t, "cost")
			edges = append(edges, matching.Edge{U: u, V: v, Cost: cost})
		}
		g, err := matching.New(nodes, edges, rapid.SampledFrom([]int64{0, 1 << 20}).Draw(t, "keep"))
		if err != nil {
			t.Fatal(err)
		}
		matrix := incidence(nodes, edges)
		odd := gf2.NewVec(nodes)
		for i := range nodes {
			odd.Set(i, rapid.Bool().Draw(t, "odd"))
		}
		want := int64(-1)
		for chosen := range 1 << len(edges) {
			word := gf2.NewVec(len(edges))
			for i := range edges {
				word.Set(i, chosen>>i&1 != 0)
			}
			if matrix.MulVec(word).Equal(odd) && (want < 0 || costOf(edges, word) < want) {
				want = costOf(edges, word)
			}
		}
		for range 2 { // the second time with the paths known
			got, err := g.Join(context.Background(), odd.Indices())
			if want < 0 {
				if !errors.Is(err, matching.ErrImpossible) {
					t.Fatalf("%v: %v", got, err)
				}
				continue
			}
			if err != nil || !matrix.MulVec(got).Equal(odd) || costOf(edges, got) != want {
				t.Fatalf("%v costs %d (%v); the cheapest costs %d", got, costOf(edges, got), err, want)
			}
		}
	})
}

func TestJoinWithABorder(t *testing.T) {
	edges := []matching.Edge{
		{U: 0, V: 1, Cost: 3}, {U: 1, V: 2, Cost: 1}, {U: 2, V: 3, Cost: 1}, {U: 3, V: matching.Border, Cost: 5},
	}
	g, err := matching.New(4, edges, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ odd, want []int }{
		{nil, nil},
		{[]int{0, 3}, []int{0, 1, 2}},
		{[]int{2}, []int{2, 3}},
		{[]int{0, 1, 2}, []int{0, 2, 3}},
	} {
		got, err := g.Join(context.Background(), c.odd)
		if err != nil || !slices.Equal(got.Indices(), c.want) {
			t.Errorf("%v: %v, %v, want %v", c.odd, got.Indices(), err, c.want)
		}
	}
	if _, err := g.Join(context.Background(), []int{4}); err == nil || errors.Is(err, matching.ErrImpossible) {
		t.Errorf("node 4 of 4: %v", err)
	}
	stopped, stop := context.WithCancel(context.Background())
	stop()
	if _, err := g.Join(stopped, []int{0, 3}); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: %v", err)
	}
}

func TestNewRefuses(t *testing.T) {
	for _, c := range []struct {
		edges []matching.Edge
		want  string
	}{
		{[]matching.Edge{{U: 0, V: 2}}, "edge 0 joins nodes 0 and 2 of 2"},
		{[]matching.Edge{{U: 0, V: 1}, {U: 1, V: 1}}, "edge 1 joins nodes 1 and 1 of 2"},
		{[]matching.Edge{{U: -1, V: 1}}, "nodes -1 and 1"},
		{[]matching.Edge{{U: 0, V: -2}}, "nodes 0 and -2"},
		{[]matching.Edge{{U: 0, V: 1, Cost: -1}}, "edge 0 costs -1"},
		{[]matching.Edge{{U: 0, V: 1, Cost: 1}, {U: 0, V: 1, Cost: matching.MaxTotal}}, "edge 1 costs"},
	} {
		if _, err := matching.New(2, c.edges, 0); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: %v, want %q", c.edges, err, c.want)
		}
	}
}
