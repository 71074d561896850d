package coset_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"lightsout/coset"
	"lightsout/gf2"
)

func syndromeOf(c coset.Checks, w gf2.Vec) gf2.Vec {
	s := gf2.NewVec(len(c.Rows))
	for i, row := range c.Rows {
		s.Set(i, row.Dot(w))
	}
	return s
}

func randomChecks(r *rand.Rand, n, checks int) coset.Checks {
	c := coset.Checks{Syndrome: gf2.NewVec(checks)}
	for i := range checks {
		row := gf2.NewVec(n)
		for j := range n {
			row.Set(j, r.IntN(3) == 0)
		}
		c.Rows = append(c.Rows, row)
		c.Syndrome.Set(i, r.IntN(2) == 0)
	}
	return c
}

func TestLeaderAgreesWithTryingEveryWord(t *testing.T) {
	r := rand.New(rand.NewPCG(12, 12))
	unsolvable := 0
	for range 200 {
		n := 1 + r.IntN(13)
		c := randomChecks(r, n, r.IntN(n+2))
		if r.IntN(2) == 0 {
			for range n {
				c.Costs = append(c.Costs, 1+r.IntN(6))
			}
		}
		if len(c.Rows) == 0 {
			continue
		}
		least := -1
		for x := range 1 << n {
			w := gf2.NewVec(n)
			for j := range n {
				w.Set(j, x>>j&1 != 0)
			}
			weight := weigh(coset.Problem{Costs: c.Costs}, w)
			if (least < 0 || weight < least) && syndromeOf(c, w).Equal(c.Syndrome) {
				least = weight
			}
		}
		got, err := coset.Leader(context.Background(), c, coset.Options{})
		if least < 0 {
			unsolvable++
			if !errors.Is(err, coset.ErrNoWord) {
				t.Fatalf("no word has the syndrome, but err is %v", err)
			}
			continue
		}
		if err != nil || !got.Proved || got.Weight != least || got.Lower != least {
			t.Fatalf("%d ≥ %d, proved %v by %s, err %v; want %d", got.Weight, got.Lower, got.Proved, got.Method, err, least)
		}
		if !syndromeOf(c, got.Word).Equal(c.Syndrome) || weigh(coset.Problem{Costs: c.Costs}, got.Word) != least {
			t.Fatalf("the word %v does not have the syndrome, or not the weight", got.Word)
		}
	}
	if unsolvable == 0 {
		t.Error("every syndrome had a word")
	}
}

// The same question asked from both sides, and by each of the ways that Leader has.
func TestLeaderAgreesWithMinimum(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 13))
	ways := map[string]bool{}
	for _, shape := range [][2]int{{40, 12}, {60, 20}, {34, 30}, {75, 66}} {
		for _, dear := range []int{1, 3} {
			c := randomChecks(r, shape[0], shape[1])
			w := gf2.NewVec(shape[0])
			p := coset.Problem{Word: w}
			for j := range shape[0] {
				w.Set(j, r.IntN(2) == 0)
				p.Costs = append(p.Costs, 1+r.IntN(dear))
			}
			c.Costs, c.Syndrome = p.Costs, syndromeOf(c, w)
			p.Basis = nullSpace(c.Rows, shape[0])
			want, err := coset.Minimum(context.Background(), p, coset.Options{})
			if err != nil {
				t.Fatal(err)
			}
			got, err := coset.Leader(context.Background(), c, coset.Options{})
			if err != nil || !got.Proved || got.Weight != want.Weight || !syndromeOf(c, got.Word).Equal(c.Syndrome) {
				t.Errorf("%v: %d by %s, proved %v, err %v; want %d", shape, got.Weight, got.Method, got.Proved, err, want.Weight)
			}
			ways[got.Method] = true
		}
	}
	if !ways["breadth"] || !ways["mitm"] || len(ways) < 3 {
		t.Errorf("only %v were tried", ways)
	}
}

// nullSpace tries the unit vectors in turn, keeping those combinations that meet all rows evenly.
func nullSpace(rows []gf2.Vec, n int) []gf2.Vec {
	basis := make([]gf2.Vec, n)
	for j := range basis {
		basis[j] = gf2.VecOf(n, j)
	}
	for _, row := range rows {
		odd := -1
		for i := len(basis) - 1; i >= 0; i-- {
			if row.Dot(basis[i]) {
				odd = i
				break
			}
		}
		if odd < 0 {
			continue
		}
		for i := range odd {
			if row.Dot(basis[i]) {
				basis[i].Add(basis[odd])
			}
		}
		basis = append(basis[:odd], basis[odd+1:]...)
	}
	return basis
}

func TestLeaderRefusesNonsense(t *testing.T) {
	c := coset.Checks{Rows: []gf2.Vec{gf2.NewVec(3)}, Syndrome: gf2.NewVec(2)}
	if _, err := coset.Leader(context.Background(), c, coset.Options{}); err == nil {
		t.Error("two bits for one check")
	}
}
