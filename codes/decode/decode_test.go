package decode_test

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"pgregory.net/rapid"

	"lightsout/codes/decode"
	"lightsout/gf2"
)

// brute is the least cost over all sets of flips, and whether there is any.
func brute(c *decode.Code, syndrome gf2.Vec) (int64, bool) {
	best, possible := int64(0), false
	for set := range 1 << len(c.Columns) {
		rest := syndrome.Clone()
		var cost int64
		for j, column := range c.Columns {
			if set>>j&1 == 0 {
				continue
			}
			for _, i := range column {
				rest.Flip(int(i))
			}
			if c.Cost == nil {
				cost++
			} else {
				cost += c.Cost[j]
			}
		}
		if rest.IsZero() && (!possible || cost < best) {
			best, possible = cost, true
		}
	}
	return best, possible
}

// explains fails the test unless the flips of a shot cost what it says and give the syndrome.
func explains(t rapid.TB, c *decode.Code, syndrome gf2.Vec, s decode.Shot) {
	rest := syndrome.Clone()
	var cost int64
	for j := range s.Flips.Ones() {
		for _, i := range c.Columns[j] {
			rest.Flip(int(i))
		}
		if c.Cost == nil {
			cost++
		} else {
			cost += c.Cost[j]
		}
	}
	if !rest.IsZero() || cost != s.Cost || s.Lower > s.Cost || s.Proved && s.Lower != s.Cost {
		t.Fatalf("flips %v cost %d: shot %+v leaves %v", s.Flips.Indices(), cost, s, rest)
	}
}

func TestDecodeAgreesWithBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := &decode.Code{Checks: rapid.IntRange(0, 8).Draw(t, "checks")}
		for range rapid.IntRange(0, 11).Draw(t, "bits") {
			var column []int32
			if c.Checks > 0 {
				column = rapid.SliceOfN(rapid.Int32Range(0, int32(c.Checks-1)), 0, 4).Draw(t, "column")
			}
			c.Columns = append(c.Columns, column)
		}
		if rapid.Bool().Draw(t, "costs") {
			c.Cost = rapid.SliceOfN(rapid.OneOf(rapid.Int64Range(0, 6), rapid.Int64Range(0, 70000),
				rapid.Int64Range(0, min(1<<40, math.MaxInt/16))),
				len(c.Columns), len(c.Columns)).Draw(t, "cost")
		}
		d, err := decode.NewDecoder(context.Background(), c, decode.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for range 3 {
			syndrome := gf2.NewVec(c.Checks)
			for i := range c.Checks {
				syndrome.Set(i, rapid.Bool().Draw(t, "violated"))
			}
			s, err := d.Decode(context.Background(), syndrome)
			if err != nil {
				t.Fatal(err)
			}
			want, possible := brute(c, syndrome)
			if s.Possible != possible {
				t.Fatalf("possible %v, by brute force %v", s.Possible, possible)
			}
			if !possible {
				continue
			}
			explains(t, c, syndrome, s)
			if !s.Proved || s.Cost != want {
				t.Fatalf("shot %+v, by brute force %d", s, want)
			}
		}
	})
}

// A shot that cannot be finished, for lack of memory or time, is still an answer with a bound.
func TestUnfinishedShotsAreBounded(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	c := codeOf(t, "hexcolor:21")
	exact, err := decode.NewDecoder(context.Background(), c, decode.Options{})
	if err != nil {
		t.Fatal(err)
	}
	small, err := decode.NewDecoder(context.Background(), c, decode.Options{MaxMemory: 1000})
	if err != nil {
		t.Fatal(err)
	}
	late, cancel := context.WithCancel(context.Background())
	cancel()
	for _, p := range []float64{0.003, 0.05} {
		for range 4 {
			syndrome, _ := sample(c, p, r)
			want, err := exact.Decode(context.Background(), syndrome)
			if err != nil || !want.Proved {
				t.Fatal(want, err)
			}
			for _, d := range []*decode.Decoder{small, exact} {
				ctx, stop := context.WithTimeout(context.Background(), time.Second/5)
				if d == exact {
					ctx = late
				}
				s, err := d.Decode(ctx, syndrome)
				stop()
				if err != nil || !s.Possible {
					t.Fatal(s, err)
				}
				explains(t, c, syndrome, s)
				if s.Cost < want.Cost || s.Lower > want.Cost {
					t.Fatalf("%d, at least %d, but the least is %d", s.Cost, s.Lower, want.Cost)
				}
			}
		}
	}
}
