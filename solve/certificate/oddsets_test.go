package certificate

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"lightsout/board"
	"lightsout/internal/boardtest"
	"lightsout/internal/boardtest/tier"
	"lightsout/solve"
)

// setsOf are the sets of a certificate, and withSets puts others in their place.
func setsOf(t boardtest.TB, c *Certificate) []solve.OddSet {
	var steps matchingSteps
	if err := json.Unmarshal(c.Steps, &steps); err != nil {
		t.Fatal(err)
	}
	return steps.Sets
}

func withSets(t boardtest.TB, c *Certificate, sets []solve.OddSet) *Certificate {
	text, err := json.Marshal(matchingSteps{matchingMethod, sets})
	if err != nil {
		t.Fatal(err)
	}
	forged := *c
	forged.Steps = text
	return &forged
}

// edgesPuzzle is a random puzzle that can be solved, with edges of the border.
func edgesPuzzle(t boardtest.TB, r *rand.Rand, lights, switches int) *board.Puzzle {
	toggles := make([][]int, switches)
	for x := range toggles {
		toggles[x] = r.Perm(lights)[:2-max(0, r.IntN(6)-3)]
	}
	b := boardtest.FromToggles(t, lights, toggles)
	p := board.NewPuzzle(b)
	p.On = board.Bits(b.Apply(boardtest.Vec(switches, r.Uint64()&(1<<switches-1))))
	return p
}

// forgeSets changes one thing in a certificate.
func forgeSets(t boardtest.TB, r *rand.Rand, c *Certificate) *Certificate {
	sets := setsOf(t, c)
	at := r.IntN(len(sets))
	set := &sets[at]
	switch r.IntN(10) {
	case 9: // a dearer answer, and a set that weighs as much more
		forged := withSets(t, c, sets)
		p, s, _, err := c.Question()
		if err != nil {
			t.Fatal(err)
		}
		for presses, err := range s.All(context.Background(), p) {
			if err != nil {
				t.Fatal(err)
			}
			cost := (&question{Conditions: s.Conditions}).cost(presses.Bits())
			forged.Presses, forged.Cost, forged.LowerBound = presses.Indices(), cost, cost
			if cost > c.Cost {
				break
			}
		}
		set.Halves += 2 * int64(forged.Cost-c.Cost)
		forged.Steps = withSets(t, c, sets).Steps
		return forged
	case 0:
		set.Halves += int64(r.IntN(7) - 3)
	case 1:
		set.Within = r.IntN(len(sets)+1) - 1
	case 2:
		set.Border = !set.Border
	case 3: // a light more, or in two sets
		set.Lights = append(set.Lights, r.IntN(len(c.On)+2)-1)
	case 4: // one less
		if n := len(set.Lights); n > 0 {
			set.Lights = slices.Delete(set.Lights, 0, 1+r.IntN(n))
		}
	case 5: // from one set to another
		if to := &sets[r.IntN(len(sets))]; len(set.Lights) > 0 {
			to.Lights = append(to.Lights, set.Lights[0])
			set.Lights = set.Lights[1:]
		}
	case 6:
		sets = slices.Delete(sets, at, at+1)
	case 7:
		sets = append(sets, *set)
	case 8: // the sets stay, and the claims change
		forged := *c
		d := r.IntN(5) - 2
		forged.Cost, forged.LowerBound = max(0, c.Cost+d), max(0, c.LowerBound+d)
		return &forged
	}
	return withSets(t, c, sets)
}

// The certificate of every small board holds, under all conditions, and none holds that is false, whatever is changed
// in its sets or claims.
func TestForgedSets(t *testing.T) {
	certified, held, refused := 0, 0, 0
	for i := range tier.Size(400, 10_000) {
		r := rand.New(rand.NewPCG(5, uint64(i)))
		p := edgesPuzzle(t, r, 3+r.IntN(6), 4+r.IntN(7))
		n := p.Board.Switches()
		s := solve.Solver{Engine: matchingMethod}
		if r.IntN(2) == 0 {
			for range n {
				s.Costs = append(s.Costs, 1+r.IntN(4))
			}
		}
		switch r.IntN(4) {
		case 0:
			s.Forbid = []int{r.IntN(n)}
		case 1:
			s.Require = []int{r.IntN(n)}
		case 2:
			p.DontCare = boardtest.Vec(p.Board.Lights(), r.Uint64()&(1<<p.Board.Lights()-1))
		}
		res, err := s.Minimum(t.Context(), p)
		if err != nil {
			continue // no answer without the forbidden switch
		}
		c := reread(t, New(s, res))
		found, err := Verifier{}.Verify(t.Context(), c)
		if err != nil || found.Verdict != Holds || slices.Contains(found.Unchecked, "steps") || !truth(t, c) {
			t.Fatalf("%+v: %+v, %v", c, found, err)
		}
		if len(c.Steps) == 0 {
			continue // nothing to press, or one answer
		}
		certified++
		for range 20 {
			forged := forgeSets(t, r, c)
			found, err := Verifier{}.Verify(t.Context(), forged)
			switch {
			case err != nil || found.Verdict != Holds:
				refused++
			case !truth(t, forged):
				t.Fatalf("%+v: %+v", forged, found)
			default:
				held++
			}
		}
	}
	if certified < 200 || held < 100 || refused < 2000 {
		t.Errorf("%d certificates, of whose forgeries %d are true and %d refused", certified, held, refused)
	}
}

// On a board whose answers are too many to weigh, nothing but the sets proves the minimum: every change of them is
// refused, or leaves enough.
func TestForgedSetsOfALargeBoard(t *testing.T) {
	p := board.NewPuzzle(boardtest.Parse(t, "toric:15"))
	p.On = boardtest.Random(p.Board, 3)
	required := solve.Solver{Conditions: solve.Conditions{Require: []int{3, 5, 7, 9, 11, 200, 300}}}
	if _, found := certify(t, required, p); found.Verdict != Holds {
		t.Fatalf("with required switches: %+v", found)
	}
	c, found := certify(t, solve.Solver{}, p)
	if found.Verdict != Holds {
		t.Fatalf("%+v", found)
	}
	for at := range setsOf(t, c) {
		for _, by := range []int64{-2, 2} {
			sets := setsOf(t, c)
			sets[at].Halves += by
			found, err := Verifier{}.Verify(t.Context(), withSets(t, c, sets))
			if err != nil || found.Verdict == Holds {
				t.Errorf("set %d weighs %d more: %+v, %v", at, by, found, err)
			}
		}
	}
	r := rand.New(rand.NewPCG(6, 6))
	verdicts := map[Verdict]int{}
	for range 1000 {
		forged := forgeSets(t, r, c)
		found, err := Verifier{}.Verify(t.Context(), forged)
		if err != nil {
			t.Fatal(err)
		}
		if verdicts[found.Verdict]++; found.Verdict == Holds && (forged.Cost != c.Cost || forged.LowerBound != c.Cost) {
			t.Errorf("%+v: %+v", forged, found)
		}
	}
	if verdicts[Holds] == 0 || verdicts[Fails] < 500 {
		t.Error(verdicts)
	}
	sets := setsOf(t, c)
	half := withSets(t, c, sets[:len(sets)/2]) // each set is after those around it, so that these are good
	if found, err := (Verifier{}).Verify(t.Context(), half); err != nil || found.Verdict != Unchecked {
		t.Errorf("half of the sets: %+v, %v", found, err)
	}
}

// What is wrong with the sets is said.
func TestWrongSetsAreNamed(t *testing.T) {
	p := board.NewPuzzle(boardtest.Parse(t, "toric:5"))
	p.On = boardtest.Random(p.Board, 3)
	c, _ := certify(t, solve.Solver{}, p)
	cross := *c
	cross.Board, cross.On, cross.Goal = "5x5", strings.Repeat("1", 25), strings.Repeat("0", 25)
	cross.Presses, cross.Nullity, cross.Cost, cross.LowerBound = pressesOf(t, "5x5"), 2, 15, 15
	three := *c
	three.Board, three.On, three.Goal = "path:3", "111", "000"
	three.Presses, three.Nullity, three.Cost, three.LowerBound = []int{1}, 0, 1, 1
	steps := func(set string) *Certificate {
		forged := *c
		forged.Steps = json.RawMessage(`{"method":"matching","sets":[` + set + `]}`)
		return &forged
	}
	for _, test := range []struct {
		c    *Certificate
		want string
	}{
		{&cross, "a switch flips more than two lights"},
		{&three, "a switch flips more than two lights"},
		{steps(`{"halves":1,"within":-1,"lights":[0,0]}`), "light 0, which is not on the board or in two sets"},
		{steps(`{"halves":1,"within":-1,"lights":[25]}`), "light 25, which is not on the board"},
		{steps(`{"halves":1,"within":-1,"lights":[-1]}`), "light -1, which is not on the board"},
		{steps(`{"halves":1,"within":0,"lights":[0]}`), "set 0 is inside set 0"},
		{steps(`{"half":1,"within":-1,"lights":[0]}`), "half"},
	} {
		found, err := Verifier{}.Verify(t.Context(), test.c)
		if err != nil || found.Verdict != Fails || !strings.Contains(found.Why, test.want) {
			t.Errorf("%s: %+v, %v, want %q", test.c.Steps, found, err, test.want)
		}
	}
	over, cancel := context.WithCancel(t.Context())
	cancel()
	if found, err := (Verifier{}).Verify(over, c); err != nil || found.Verdict != Unchecked {
		t.Errorf("stopped: %+v, %v", found, err)
	}
}

func pressesOf(t *testing.T, spec string) []int {
	res, err := solve.Minimum(t.Context(), board.NewPuzzle(boardtest.Parse(t, spec)))
	if err != nil {
		t.Fatal(err)
	}
	return res.Best.Indices()
}

// The nullity of a board whose switches flip at most two lights is that of its matrix.
func TestNullityByConnectedParts(t *testing.T) {
	for i := range 300 {
		r := rand.New(rand.NewPCG(7, uint64(i)))
		p := edgesPuzzle(t, r, 2+r.IntN(9), r.IntN(20))
		want, err := solve.Nullity(t.Context(), p.Board)
		if got, ok := connected(p.Board); err != nil || !ok || got != want {
			t.Fatalf("%v: %d, %v, want %d, %v", p.Board, got, ok, want, err)
		}
	}
	if _, ok := connected(boardtest.Parse(t, "3x3")); ok {
		t.Error("3x3 is taken for a graph of edges")
	}
}
