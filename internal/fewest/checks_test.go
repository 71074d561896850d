package fewest

import (
	"cmp"
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"lightsout/board"
	"lightsout/gf2"
)

// drawProblem is a small problem with every feature a problem may have: dependent checks, equal and
// zero columns, labels that mean nothing.
func drawProblem(t *rapid.T) Problem {
	k := rapid.IntRange(0, 7).Draw(t, "checks")
	n := rapid.IntRange(1, 13).Draw(t, "columns")
	p := Problem{Syndrome: gf2.NewVec(k)}
	for i := range k {
		row := gf2.NewVec(n)
		for j := range n {
			row.Set(j, rapid.Bool().Draw(t, "bit"))
		}
		p.Checks = append(p.Checks, row)
		p.Syndrome.Set(i, rapid.Bool().Draw(t, "broken"))
	}
	if rapid.Bool().Draw(t, "labelled") {
		p.Classes = rapid.SliceOfN(rapid.IntRange(0, 2), p.cells(), p.cells()).Draw(t, "classes")
	}
	return p
}

// sumOf is the syndrome of a set of columns.
func sumOf(p Problem, columns gf2.Vec) gf2.Vec {
	sum := gf2.NewVec(len(p.Checks))
	for i, row := range p.Checks {
		sum.Set(i, row.Dot(columns))
	}
	return sum
}

// byForce tries all sets: the least count, and whether there is any.
func byForce(p Problem) (count int, ok bool) {
	n := p.cells()
	for x := range 1 << n {
		set := gf2.NewVec(n)
		for j := range n {
			if x>>j&1 != 0 {
				set.Set(j, true)
			}
		}
		if !sumOf(p, set).Equal(p.Syndrome) {
			continue
		}
		if c := set.Weight(); !ok || c < count {
			count, ok = c, true
		}
	}
	return count, ok
}

// overParts searches the columns of the checks, whatever the size of the code. It forms up to so many sums.
func overParts(p Problem, left int64, o Options) (Known, error) {
	parts, err := reduceChecks(p)
	if err != nil {
		return Known{}, err
	}
	r := Known{Best: board.Bits(gf2.NewVec(p.cells()))}
	for _, part := range parts.list {
		s := newPartSearch(context.Background(), part, p.cells(), o.withDefaults())
		r.Stopped = cmp.Or(r.Stopped, s.meet(part, &left))
		r.Best.Bits().Add(s.known.Best.Bits())
		r.Cost, r.Lower = r.Cost+s.known.Cost, r.Lower+s.known.Lower
	}
	return r, nil
}

// However it is searched, by words or by columns, the least set of columns is found.
func TestFewestColumnsOfAllSets(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawProblem(t)
		count, ok := byForce(p)
		for name, search := range map[string]func() (Known, error){
			"as decided": func() (Known, error) { return Minimum(context.Background(), p, Options{}) },
			"columns":    func() (Known, error) { return overParts(p, noLimit, Options{}) },
		} {
			r, err := search()
			switch {
			case !ok && !errors.Is(err, ErrEmpty):
				t.Fatalf("%s: no set adds up, but the search says %v, %v", name, r, err)
			case !ok:
			case err != nil:
				t.Fatal(err)
			case !sumOf(p, r.Best.Bits()).Equal(p.Syndrome):
				t.Fatalf("%s: the columns %v do not add up", name, r.Best.Bits().Indices())
			case !r.Proved() || r.Cost != count || r.Lower != count || r.Best.Bits().Weight() != count:
				t.Fatalf("%s: %+v, want %d columns", name, r, count)
			}
		}
	})
}

// random is a problem of independent random bits.
func random(k, n int, seed uint64) Problem {
	rng := rand.New(rand.NewPCG(seed, uint64(k)))
	p := Problem{Syndrome: gf2.NewVec(k)}
	for i := range k {
		row := gf2.NewVec(n)
		for j := range n {
			row.Set(j, rng.Uint64()&1 != 0)
		}
		p.Checks = append(p.Checks, row)
		p.Syndrome.Set(i, rng.Uint64()&1 != 0)
	}
	return p
}

// leastSum is how many columns, up to four, add up to the syndrome; at most 32 checks.
func leastSum(t *testing.T, p Problem) int {
	columns, target := make([]uint32, p.cells()), uint32(0)
	for i, check := range p.Checks {
		for j := range check.Ones() {
			columns[j] |= 1 << i
		}
		if p.Syndrome.Bit(i) {
			target |= 1 << i
		}
	}
	pairs := map[uint32]bool{}
	for i, x := range columns {
		for _, y := range columns[:i] {
			pairs[x^y] = true
		}
	}
	switch {
	case slices.Contains(columns, target):
		return 1
	case pairs[target]:
		return 2
	case slices.ContainsFunc(columns, func(c uint32) bool { return pairs[c^target] }):
		return 3
	}
	for sum := range pairs {
		if pairs[sum^target] {
			return 4
		}
	}
	t.Fatal("no four columns add up to the syndrome")
	return 0
}

// At a size where tables are cut into classes and rounds matter, the count is right, and the
// number of workers does not matter.
func TestLargerProblemsByChecks(t *testing.T) {
	for seed := range uint64(3) {
		p := random(24, 1200, seed)
		want := leastSum(t, p)
		var first Known
		for workers := 1; workers <= 3; workers++ {
			r, _ := overParts(p, noLimit, Options{Workers: workers})
			if !r.Proved() || r.Cost != want {
				t.Fatalf("mitm %+v, want %d columns", r, want)
			}
			if workers == 1 {
				first = r
			} else if !r.Best.Bits().Equal(first.Best.Bits()) {
				t.Errorf("%d workers find %v, one finds %v", workers, r.Best.Bits().Indices(), first.Best.Bits().Indices())
			}
		}
	}
}

// Beyond 64 checks keys are only hints; every set is checked whole.
func TestMoreThan64Checks(t *testing.T) {
	p := random(90, 400, 1)
	planted := []int{3, 77, 200, 399}
	p.Syndrome = sumOf(p, gf2.VecOf(400, planted...))
	r, err := Minimum(context.Background(), p, Options{})
	if err != nil || !r.Proved() || !slices.Equal(r.Best.Bits().Indices(), planted) {
		t.Errorf("%+v, %v; planted %v", r, err, planted)
	}
}

// A limit leaves an answer, a bound that holds, and the reason.
func TestLimitOfSums(t *testing.T) {
	p := random(80, 200, 2)
	r, err := overParts(p, 1<<20, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if r.Proved() || !errors.Is(r.Stopped, ErrSums) || r.Lower < 4 || r.Lower >= r.Cost {
		t.Errorf("%+v", r)
	}
	if !sumOf(p, r.Best.Bits()).Equal(p.Syndrome) {
		t.Error("the columns do not add up")
	}
	more, _ := overParts(p, 1<<25, Options{})
	if more.Lower <= r.Lower {
		t.Errorf("32 times the sums prove %d instead of %d", more.Lower, r.Lower)
	}
}

func TestEndedContextOverSyndromes(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, k := range []int{20, 60} {
		p := random(k, 300, 3)
		r, err := Minimum(ctx, p, Options{})
		if err != nil || r.Proved() || !errors.Is(r.Stopped, context.Canceled) || !sumOf(p, r.Best.Bits()).Equal(p.Syndrome) {
			t.Errorf("%d checks: %+v, %v", k, r, err)
		}
	}
}

func TestChecksThatMakeNoSense(t *testing.T) {
	row := gf2.NewVec(3)
	for _, p := range []Problem{
		{Checks: []gf2.Vec{row}, Syndrome: gf2.NewVec(2)},
		{Checks: []gf2.Vec{row, gf2.NewVec(4)}, Syndrome: gf2.NewVec(2)},
		{Checks: []gf2.Vec{row}, Syndrome: gf2.NewVec(1), Classes: []int{1}},
	} {
		if _, err := Minimum(context.Background(), p, Options{}); err == nil {
			t.Errorf("%+v is accepted", p)
		}
	}
}

// Light sets add up to the target, also with few columns, few checks, and more than fit a word, and are light.
func TestLightSets(t *testing.T) {
	for _, size := range [][2]int{{1, 2}, {3, 7}, {5, 5}, {20, 30}, {40, 300}, {100, 400}} {
		for seed := range uint64(20) {
			parts, err := reduceChecks(random(size[0], size[1], seed))
			if errors.Is(err, ErrEmpty) {
				continue
			}
			for _, p := range parts.list {
				set := p.lightSet(seed)
				if set != nil && !p.sumIsTarget(set) {
					t.Fatalf("%v, seed %d: %v does not add up", size, seed, set)
				}
				if size[1] >= 300 && (set == nil || len(set) > size[0]/3) {
					t.Errorf("%v, seed %d: %d columns", size, seed, len(set))
				}
			}
		}
	}
}
