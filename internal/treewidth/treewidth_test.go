package treewidth

import (
	"context"
	"maps"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"lightsout/gf2"
)

// code is a random sparse matrix, by columns.
type code struct {
	lights int
	gf2.Lists
}

func (c *code) switches() int { return c.Len() }

func (c *code) add(lights ...int32) { gf2.Append(&c.Lists, lights) }

// randomCode has about so many flips per switch.
func randomCode(r *rand.Rand, switches, lights int, flips float64) *code {
	c := &code{lights: lights}
	for range switches {
		var column []int32
		for l := range lights {
			if r.Float64() < flips/float64(lights) {
				column = append(column, int32(l))
			}
		}
		c.add(column...)
	}
	return c
}

// randomGraph is a board of nodes that flip themselves, or some of them, and their neighbours.
func randomGraph(r *rand.Rand, nodes int, edges float64) *code {
	flips := make([][]int32, nodes)
	for v := range nodes {
		if r.IntN(8) > 0 {
			flips[v] = append(flips[v], int32(v))
		}
		for u := range v {
			if r.Float64() < edges/float64(nodes) {
				flips[v] = append(flips[v], int32(u))
				flips[u] = append(flips[u], int32(v))
			}
		}
	}
	c := &code{lights: nodes}
	for _, f := range flips {
		c.add(f...)
	}
	return c
}

func (c *code) matrix() *gf2.Matrix {
	m := gf2.NewMatrix(c.lights, c.switches())
	for s := range c.switches() {
		for _, l := range c.Of(s) {
			m.Set(int(l), s, true)
		}
	}
	return m
}

// lightest tries all words of the coset: the least cost, and all words of that cost.
func (c *code) lightest(word gf2.Vec, costs []int) (least int, all map[string]bool) {
	null := c.matrix().RightNull()
	for x := range 1 << len(null) {
		w := word.Clone()
		for i, v := range null {
			if x>>i&1 != 0 {
				w.Add(v)
			}
		}
		switch cost := weigh(w, costs); {
		case all == nil || cost < least:
			least, all = cost, map[string]bool{w.String(): true}
		case cost == least:
			all[w.String()] = true
		}
	}
	return least, all
}

func weigh(w gf2.Vec, costs []int) int {
	if costs == nil {
		return w.Weight()
	}
	sum := 0
	for s := range w.Ones() {
		sum += costs[s]
	}
	return sum
}

func randomWord(r *rand.Rand, n int) gf2.Vec {
	w := gf2.NewVec(n)
	for s := range n {
		w.Set(s, r.IntN(2) == 0)
	}
	return w
}

// anyTree is columns in any order, in any number of chains.
func anyTree(r *rand.Rand, columns int) (out tree) {
	for list := r.Perm(columns); len(list) > 0; {
		cut := 1 + r.IntN(len(list))
		out, list = append(out, list[:cut]), list[cut:]
	}
	return out
}

// TestAgainstAllWords compares every way to run a plan, with every order, with trying all words.
func TestAgainstAllWords(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	ctx := context.Background()
	for round := range 4000 {
		var c *code
		switch n := 1 + r.IntN(14); round % 4 {
		case 0:
			c = randomGraph(r, n, 1+2*r.Float64())
		case 1:
			c = randomCode(r, n, n, 2*r.Float64())
		default:
			c = randomCode(r, n, 1+r.IntN(n), 1+r.Float64())
		}
		word := randomWord(r, c.switches())
		var costs []int
		if r.IntN(2) == 0 {
			most := []int{3, min(1<<30, math.MaxInt/16)}[r.IntN(2)] // solve refuses costs whose sum overflows
			for range c.switches() {
				costs = append(costs, 1+r.IntN(most))
			}
		}
		least, all := c.lightest(word, costs)
		g := FromLists(c.lights, c.Lists)
		random := make([]int32, g.vertices())
		for i, v := range r.Perm(g.vertices()) {
			random[i] = int32(v)
		}
		for name, order := range map[string][]int32{"degree": g.byDegree(ctx), "sweep": g.byTree(g.sweeps(1, treeSteps)), "random": random, "tree": g.byTree(anyTree(r, c.switches()))} {
			p := g.plan(ctx, order)
			if p == nil {
				t.Fatalf("round %d, %s: no plan for %d switches", round, name, c.switches())
			}
			if got := int(p.steps); p.width > 14 || got > 1<<20 {
				t.Errorf("round %d, %s: 2^%d states", round, name, p.width)
			}
			for range 2 { // the second time in used memory
				w, err := p.Minimum(ctx, word, costs, int64(p.Memory(costs, false)))
				if err != nil || !all[w.String()] {
					t.Fatalf("round %d, %s: %v costs %d, the least is %d: %v", round, name, w, weigh(w, costs), least, err)
				}
			}
			m, err := p.AllMinimum(ctx, word, costs, 1<<30)
			if err != nil || m.Count.Cmp(big.NewInt(int64(len(all)))) != 0 || !all[m.Word.String()] {
				t.Fatalf("round %d, %s: %v, error %v, of %d lightest words", round, name, m, err, len(all))
			}
			listed, count := map[string]bool{}, 0
			for w := range m.All() {
				listed[w.String()] = true
				count++
			}
			if !maps.Equal(listed, all) || count != len(all) {
				t.Fatalf("round %d, %s: lists %v of %v", round, name, listed, all)
			}
		}
	}
}

// What does not fit the memory is refused, and what cannot be counted in it is still found.
func TestLittleMemory(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	ctx := context.Background()
	// Lights that do not matter leave many states: every third has no row.
	c := strip(r, 5, 400, 0.05)
	c = c.without(func(light int32) bool { return light%3 == 0 })
	p := FromLists(c.lights, c.Lists).QuickProgram(ctx)
	if p == nil || p.width < 3 {
		t.Fatalf("not the test it should be: %+v", p)
	}
	word := randomWord(r, c.switches())
	need := int64(p.Memory(nil, false))
	want, err := p.Minimum(ctx, word, nil, need)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.Minimum(ctx, word, nil, need-1); err != ErrMemory {
		t.Errorf("with too little memory: %v", err)
	}
	m, err := p.AllMinimum(ctx, word, nil, need)
	if err != nil || m.Count != nil || m.Word.Weight() != want.Weight() {
		t.Errorf("too little to count: %v (%v)", m.Count, err)
	}
	for range m.All() {
		t.Fatal("what was not counted is not listed")
	}
	stopped, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := p.Minimum(stopped, word, nil, 1<<30); err != context.Canceled {
		t.Error(err)
	}
	if FromLists(c.lights, c.Lists).QuickProgram(stopped) != nil {
		t.Error("a plan although the context has ended")
	}
}

// without leaves the rows of some lights out.
func (c *code) without(out func(light int32) bool) *code {
	d := &code{lights: c.lights}
	for s := range c.switches() {
		var column []int32
		for _, l := range c.Of(s) {
			if !out(l) {
				column = append(column, l)
			}
		}
		d.add(column...)
	}
	return d
}

// Two orders have different tables, and must come to the same cost.
func TestOrdersAgreeOnStrips(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	ctx := context.Background()
	for range 20 {
		c := strip(r, 2+r.IntN(4), 60, 0.15)
		c = c.without(func(int32) bool { return r.IntN(5) == 0 })
		word := randomWord(r, c.switches())
		g := FromLists(c.lights, c.Lists)
		var weights []int
		for _, order := range [][]int32{g.byTree(g.sweeps(1, treeSteps)), g.byDegree(ctx)} {
			if p := g.plan(ctx, order); p != nil {
				w, err := p.Minimum(ctx, word, nil, 1<<30)
				if err != nil {
					t.Fatal(err)
				}
				weights = append(weights, w.Weight())
			}
		}
		if len(weights) < 2 || weights[0] != weights[1] {
			t.Errorf("fewest presses by two orders: %v", weights)
		}
	}
}
