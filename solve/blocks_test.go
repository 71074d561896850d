package solve

import (
	"context"
	"errors"
	"math/big"
	"math/rand/v2"
	"testing"

	"lightsout/board"
	"lightsout/gf2"
)

// shuffledGrid is the n×n grid as a plain graph with its nodes renamed at random; name tells the names.
func shuffledGrid(t *testing.T, n int) (b *board.Board, name []int) {
	t.Helper()
	name = rand.New(rand.NewPCG(11, 12)).Perm(n * n)
	var edges [][2]int
	for v := range n * n {
		if v%n > 0 {
			edges = append(edges, [2]int{name[v], name[v-1]})
		}
		if v >= n {
			edges = append(edges, [2]int{name[v], name[v-n]})
		}
	}
	b, err := board.FromEdges("shuffled", n*n, edges)
	if err != nil {
		t.Fatal(err)
	}
	return b, name
}

// A graph large enough to be eliminated in blocks has the nullity of the grid that it is, and every
// question that the small ones answer.
func TestLargeGraphs(t *testing.T) {
	const n = 59 // nullity 22
	ctx := context.Background()
	b, name := shuffledGrid(t, n)
	grid, err := board.Parse("59x59")
	if err != nil {
		t.Fatal(err)
	}
	want, err := Nullity(ctx, grid)
	if err != nil || want == 0 {
		t.Fatal(want, err)
	}
	p := board.NewPuzzle(b) // all on, which always has an answer
	res, err := Any(ctx, p)
	if err != nil || res.Algebra.Nullity != want || res.Algebra.Answers.Cmp(new(big.Int).Lsh(big.NewInt(1), uint(want))) != 0 {
		t.Fatalf("%+v, %v; the nullity of the grid is %d", res, err, want)
	}
	quiet, err := Solver{}.Quiet(ctx, b)
	if err != nil || len(quiet) != want {
		t.Fatalf("%d quiet patterns, %v", len(quiet), err)
	}
	for _, q := range quiet {
		onGrid := gf2.NewVec(n * n)
		for v, s := range name {
			onGrid.Set(v, q.Bit(s))
		}
		if !b.Apply(q).IsZero() || !grid.Apply(onGrid).IsZero() {
			t.Fatal("a quiet pattern changes lights")
		}
	}
	// One light of a quiet pattern more cannot be reached: the grid's matrix is symmetric.
	first := quiet[0].NextOne(0)
	p.On.Set(first, p.On.At(first)+1)
	var no *UnsolvableError
	if _, err := Any(ctx, p); !errors.As(err, &no) || !no.proves(p) {
		t.Errorf("no witness: %v", err)
	}
}

// The same graph with locked and required switches and with lights that do not matter, against dense
// elimination.
func TestLargeGraphsWithRestrictions(t *testing.T) {
	const n = 50
	ctx := context.Background()
	b, _ := shuffledGrid(t, n)
	r := rand.New(rand.NewPCG(1, 2))
	p := board.NewPuzzle(b)
	p.Forbidden, p.DontCare = gf2.NewVec(n*n), gf2.NewVec(n*n)
	var required []int
	for v := range n * n {
		switch {
		case r.IntN(40) == 0:
			p.Forbidden.Set(v, true)
		case r.IntN(400) == 0:
			required = append(required, v)
		}
		p.DontCare.Set(v, r.IntN(12) == 0)
	}
	presses := gf2.VecOf(n*n, required...)
	for v := range n * n {
		if !p.Forbidden.Bit(v) && r.IntN(2) == 0 {
			presses.Set(v, true)
		}
	}
	p.On = board.Bits(b.Apply(presses)) // so there is an answer
	res, err := Solver{Conditions: Conditions{Require: required}}.Any(ctx, p)
	if err != nil {
		t.Fatal(err)
	}
	m := gf2.NewMatrix(n*n, n*n)
	free := 0
	fixed := gf2.VecOf(n*n, required...)
	fixed.Add(p.Forbidden)
	for s := range n * n {
		if fixed.Bit(s) {
			continue
		}
		free++
		for _, l := range b.Toggles(s) {
			m.Set(l, s, !p.DontCare.Has(l))
		}
	}
	if want := new(big.Int).Lsh(big.NewInt(1), uint(free-m.Rank())); res.Algebra.Answers.Cmp(want) != 0 || res.Algebra.Answers.BitLen() < 10 {
		t.Errorf("%v answers, want %v", res.Algebra.Answers, want)
	}
}
