package puzzlefile

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/boardtest/hostile"
)

// nodeNames are names as people have them, and as nobody should.
var nodeNames = []string{"ann", "Ann Lee", "a", "b", "a b", "7", "07", "12", "source", "target", "x,y", "p;q", "a->b", "->", "#3", "# x",
	"%", "//", "/*", "c", "e", "graph", "{", "}", "(0, 1)", "a:", ":", "O'Brien", `say "hi"`, `\`, `a\b`, "<b>", "&amp;", "München", "日本", "👍",
	"1.5", "-1", "1e3", "nan", "true", "0", "1", "p lights", "n m", "*Edges", "|", "a|b", "é", "x\u00a0"[:1] + "x", "a\u00a0b", "_", ".", "-", "--", "id", "Directed", "#"}

// randomGraph is a puzzle on a random graph.
func randomGraph(t *rapid.T) *board.Puzzle {
	r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
	n := 1 + r.IntN(9)
	if r.IntN(10) == 0 {
		n = 60 + r.IntN(10)
	}
	has, share, oneWay := make([]bool, n*n), r.IntN(5), r.IntN(2) == 0
	for u := range n {
		for v := range u {
			joined := r.IntN(4) < share
			has[u*n+v], has[v*n+u] = joined, joined != (oneWay && r.IntN(5) == 0)
		}
	}
	l := board.Listed{Name: "x", Lights: n, Graph: true, Flips: gf2.NewLists(n, n)}
	for u := range n {
		var of []int
		for v := range n {
			if u == v || has[u*n+v] {
				of = append(of, v)
			}
		}
		gf2.Append(&l.Flips, of)
	}
	b, err := l.Board()
	if err != nil {
		t.Fatal(err)
	}
	names := make([]string, n)
	switch kind := r.IntN(4); {
	case kind == 0:
		for i, x := range r.Perm(2 * n)[:n] {
			names[i] = fmt.Sprint(x)
		}
		b, err = b.WithNames(names)
	case kind == 1 && n < 10:
		for i := 0; i < n; {
			if name := hostile.Name(r); board.IsName(name) && !slices.Contains(names, name) {
				names[i] = name
				i++
			}
		}
		b, err = b.WithNames(names)
	case kind == 2 && n <= len(nodeNames):
		for i, x := range r.Perm(len(nodeNames))[:n] {
			names[i] = nodeNames[x]
		}
		b, err = b.WithNames(names)
	}
	if err != nil {
		t.Fatal(err)
	}
	if r.IntN(2) == 0 {
		places := make([][2]float64, n)
		for i := range places {
			places[i] = [2]float64{float64(100 * i), float64(r.IntN(600) - 300)}
		}
		if b, err = b.At(places); err != nil {
			t.Fatal(err)
		}
	}
	return board.NewPuzzle(b)
}

// What is written is read as the same graph with the names that the kind holds, or is refused with a reason.
func TestGraphsAreReadAsWritten(t *testing.T) {
	for _, f := range Formats() {
		if !f.WritesGraph() {
			continue
		}
		for _, suffix := range append(f.Extensions(), "", "txt") {
			t.Run(f.Name+"."+suffix, func(t *testing.T) {
				rapid.Check(t, func(t *rapid.T) { writtenIsRead(t, f, suffix) })
			})
		}
	}
}

func writtenIsRead(t *rapid.T, f Format, suffix string) {
	p := randomGraph(t)
	var out bytes.Buffer
	lost, err := WriteGraph(&out, f.Name, p)
	if err != nil {
		if out.Len() > 0 || !strings.Contains(err.Error(), "lo ") && !strings.Contains(err.Error(), "json ") {
			t.Fatalf("%v, after %q", err, out.String())
		}
		return
	}
	r := NewReader(bytes.NewReader(out.Bytes()), ReaderOptions{Name: "x." + suffix})
	q, err := r.Next()
	if err != nil {
		t.Fatalf("%v in\n%s", err, out.String())
	}
	if _, err := r.Next(); err == nil || r.Kind() != f.Name {
		t.Fatalf("read as %s, with something after it, %v:\n%s", r.Kind(), err, out.String())
	}
	names := p.Board.Names()
	if !f.form.names && f.Name != "lo" {
		names = nil
	}
	want, _ := p.Board.WithNames(names)
	if slices.Contains(lost, "the order of the nodes") {
		if !sameNamed(want, q.Board) {
			t.Fatalf("another graph: %s", out.String())
		}
		return
	}
	if !want.Equal(q.Board) {
		t.Fatalf("another board:\n%s", out.String())
	}
	for u := range want.Lights() {
		if nameOf(want, u) != nameOf(q.Board, u) {
			t.Fatalf("node %d is called %q, not %q:\n%s", u, nameOf(q.Board, u), nameOf(want, u), out.String())
		}
	}
	if w := q.Board.Warning(); strings.Contains(w, "left out") || strings.Contains(w, "taken as") {
		t.Fatalf("%s\n%s", w, out.String())
	}
	if f.form.places && p.Board.Places() != nil {
		samePlaces(t, p.Board, q.Board)
	}
}

// nameOf is what a node is called, which is its number from 1 if nodes have no names.
func nameOf(b *board.Board, u int) string {
	if b.Names() == nil {
		return fmt.Sprint(u + 1)
	}
	return b.Names()[u]
}

// sameNamed reports whether two boards are the same graph, by the names of its nodes.
func sameNamed(b, c *board.Board) bool {
	arcs := func(b *board.Board) (list []string) {
		for u, v := range arcs(listsOf(b)) {
			list = append(list, fmt.Sprintf("%q → %q", nameOf(b, u), nameOf(b, v)))
		}
		slices.Sort(list)
		return list
	}
	return slices.Equal(arcs(b), arcs(c))
}

// samePlaces fails unless nodes stand in the same way, but for the size of the whole.
func samePlaces(t *rapid.T, b, c *board.Board) {
	p, q := b.Places(), c.Places()
	if q == nil {
		if len((&graphText{flips: listsOf(b), oneWay: true}).edges()) > 0 {
			t.Fatal("the places are lost")
		}
		return
	}
	from := func(p [][2]float64, i int) (float64, float64) { return p[i][0] - p[0][0], p[i][1] - p[0][1] }
	for i := range p {
		x, y := from(p, i)
		u, v := from(q, i)
		if cross := x*v - y*u; math.Abs(cross) > 2e-2*math.Hypot(x, y)*math.Hypot(u, v) || x*u+y*v < 0 {
			t.Fatalf("node %d stands elsewhere: %v, not %v", i+1, q[i], p[i])
		}
	}
}
