package solve

import (
	"context"
	"encoding/json"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/boardtest"
)

// certify solves, writes the certificate, reads it back and verifies it.
func certify(t testing.TB, s Solver, p *board.Puzzle) (*Certificate, []Claim) {
	t.Helper()
	res, err := s.Minimum(context.Background(), p)
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(s.Certificate(res))
	if err != nil {
		t.Fatal(err)
	}
	c := new(Certificate)
	if err := json.Unmarshal(text, c); err != nil {
		t.Fatal(err)
	}
	claims, err := c.Verify(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return c, claims
}

func TestCertificatesHold(t *testing.T) {
	for _, spec := range []string{"3x3", "5x5", "9x9", "torus:5x5", "hypercube:3", "11x11", "petersen", "merlin"} {
		_, claims := certify(t, Solver{}, board.NewPuzzle(boardtest.Parse(t, spec)))
		for _, claim := range claims {
			if claim.Verdict != Holds {
				t.Errorf("%s: %+v", spec, claim)
			}
		}
	}
	p := board.NewPuzzle(boardtest.Parse(t, "4x4"))
	costs := make([]int, 16)
	for i := range costs {
		costs[i] = 1 + i%3
	}
	open := board.NewPuzzle(p.Board)
	open.DontCare = gf2.VecOf(16, 3, 8, 15)
	for _, p := range []*board.Puzzle{p, open} {
		for _, s := range []Solver{{Forbid: []int{2}, Require: []int{0}}, {Engine: "bfs"}, {Engine: "sat"}, {Costs: costs}, {}} {
			_, claims := certify(t, s, p)
			for _, claim := range claims {
				if claim.Verdict != Holds {
					t.Errorf("%+v: %+v", s, claim)
				}
			}
		}
	}
}

// Lights that do not matter are part of the claim: with others left open, the presses are no answer or
// not the fewest.
func TestCertificatesNameTheLightsThatDoNotMatter(t *testing.T) {
	p := board.NewPuzzle(boardtest.Parse(t, "3x3"))
	p.DontCare = gf2.VecOf(9, 1, 3, 5, 7)
	c, _ := certify(t, Solver{}, p)
	if !slices.Equal(c.DontCare, []int{1, 3, 5, 7}) || c.Cost >= 5 {
		t.Fatalf("%+v", c)
	}
	for _, lie := range [][]int{nil, {0, 2, 4, 6, 8}, {0, 1, 2, 3, 4, 5, 6, 7, 8}} {
		c.DontCare = lie
		claims, err := c.Verify(t.Context())
		if err != nil || !slices.ContainsFunc(claims, func(claim Claim) bool { return claim.Verdict == Fails }) {
			t.Errorf("%v: %+v, %v", lie, claims, err)
		}
	}
	c.DontCare = []int{9}
	if _, err := c.Verify(t.Context()); err == nil {
		t.Error("light 10 of nine was taken")
	}
}

// 39×39 (nullity 32) is proved by splitting; its minimum, 561, is the published one (OEIS A075464).
// No claim may fail, and one is too costly to check.
func TestSplitCertificate(t *testing.T) {
	c, claims := certify(t, Solver{}, board.NewPuzzle(boardtest.Parse(t, "39x39")))
	if c.Cost != 561 || !c.Minimum || c.Steps.Method != "split" {
		t.Fatalf("cost %d, minimum %v, by %s", c.Cost, c.Minimum, c.Steps.Method)
	}
	unchecked := 0
	for _, claim := range claims {
		if claim.Verdict == Fails {
			t.Errorf("%+v", claim)
		}
		if claim.Verdict != Holds {
			unchecked++
		}
	}
	if unchecked != 1 || len(claims) != 6 {
		t.Errorf("%d of %d claims unchecked: %+v", unchecked, len(claims), claims)
	}
}

// A certificate that was tampered with must be noticed.
func TestCertificatesCanFail(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b, err := board.Parse(rapid.SampledFrom([]string{"5x5", "4x4", "torus:3x3", "2x3"}).Draw(t, "spec"))
		if err != nil {
			t.Fatal(err)
		}
		s := Solver{}
		res, err := s.Minimum(context.Background(), board.NewPuzzle(b))
		if err != nil {
			t.Fatal(err)
		}
		c := s.Certificate(res)
		switch rapid.IntRange(0, 3).Draw(t, "lie") {
		case 0:
			c.Presses = c.Presses[1:]
		case 1:
			c.Nullity++
		case 2:
			c.Cost++
		case 3:
			// Another answer, not the lightest, called minimal.
			l, err := s.AllMinimum(context.Background(), res.Puzzle)
			if err != nil || res.Nullity == 0 {
				return
			}
			for presses, err := range s.All(context.Background(), res.Puzzle) {
				if err != nil {
					t.Fatal(err)
				}
				if presses.Weight() > l.Cost {
					c.Presses, c.Cost, c.LowerBound = presses.Indices(), presses.Weight(), presses.Weight()
				}
			}
			if c.Cost == res.Cost {
				return
			}
		}
		claims, err := c.Verify(context.Background())
		if err != nil {
			return
		}
		for _, claim := range claims {
			if claim.Verdict == Fails {
				return
			}
		}
		t.Fatalf("nothing was noticed: %+v", claims)
	})
}
