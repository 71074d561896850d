package census

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"lightsout/board"
	"lightsout/internal/boardtest"
)

func parse(spec string) *board.Board {
	b, err := board.Parse(spec)
	if err != nil {
		panic(err)
	}
	return b
}

// Every column agrees with brute force.
func TestColumnsAgreeWithBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := boardtest.Draw(t)
		p := boardtest.DrawPuzzle(t, b)
		p.Forbidden, p.DontCare = p.Forbidden.Sum(p.Forbidden), p.DontCare.Sum(p.DontCare)
		answers := boardtest.Answers(p, boardtest.Restrictions{})
		fewest, many := -1, 0
		for _, x := range answers {
			switch w := boardtest.Vec(b.Switches(), x).Weight(); {
			case fewest < 0 || w < fewest:
				fewest, many = w, 1
			case w == fewest:
				many++
			}
		}
		distances := boardtest.Distances(b)
		depth := slices.Max(slices.Collect(maps.Values(distances)))
		f := &Facts{Board: b, Puzzle: func() (*board.Puzzle, error) { return p, nil }}
		solvable := 0
		if len(answers) > 0 {
			solvable = 1
		}
		for name, want := range map[string]int{
			"lights": b.Lights(), "switches": b.Switches(), "solvable": solvable, "min": fewest, "min-answers": many, "depth": depth,
			"answers": 1 << b.Switches() / len(distances),
		} {
			v, err := f.Find(t.Context(), name)
			switch {
			case err != nil:
				t.Fatal(err)
			case name == "min" && want < 0:
				if !v.Infinite {
					t.Fatalf("%s: the fewest presses of an unsolvable puzzle are %v", b.Spec(), v)
				}
			case !v.Known() || v.Lower.Int64() != int64(want):
				t.Fatalf("%s: %s is %v, want %d", b.Spec(), name, v.Lower, want)
			}
		}
		rank, _ := f.Find(t.Context(), "rank")
		nullity, _ := f.Find(t.Context(), "nullity")
		if 1<<rank.Lower.Int64() != len(distances) || rank.Lower.Int64()+nullity.Lower.Int64() != int64(b.Switches()) {
			t.Fatalf("%s: rank %v and nullity %v, but %d solvable states", b.Spec(), rank.Lower, nullity.Lower, len(distances))
		}
	})
}

// Asking for all the lightest answers first gives the same as asking for the fewest presses first.
func TestColumnsDoNotDependOnTheirOrder(t *testing.T) {
	names := []string{"min", "min-answers", "answers-up-to-symmetry", "min-answers-up-to-symmetry", "solvable", "symmetries"}
	want := map[string]string{"min": "25", "min-answers": "6", "answers-up-to-symmetry": "43", "min-answers-up-to-symmetry": "2", "solvable": "1", "symmetries": "8"}
	for range 2 {
		f := &Facts{Board: parse("9x9")}
		for _, name := range names {
			if v, err := f.Find(t.Context(), name); err != nil || !v.Known() || v.Lower.String() != want[name] {
				t.Errorf("%s is %v (%v), want %s", name, v, err, want[name])
			}
		}
		slices.Reverse(names)
	}
}

var errLimit = errors.New("that was enough")

// A column that is not found in time is open, with its bounds; the others do not suffer from it.
func TestLimitsLeaveColumnsOpen(t *testing.T) {
	var f *Facts
	for limit := time.Second; limit < 10*time.Minute; limit *= 2 { // until there are bounds, however slow the machine is
		f = &Facts{Board: parse("hypercube:9"), Puzzle: func() (*board.Puzzle, error) {
			p := board.NewPuzzle(parse("hypercube:9"))
			return p, p.SetLights("random", "", 1)
		}}
		f.Limit = func(ctx context.Context) (context.Context, context.CancelFunc) {
			return context.WithTimeoutCause(ctx, limit, errLimit)
		}
		if v, err := f.Find(t.Context(), "min"); err != nil || v.Lower != nil && v.Upper != nil {
			break
		}
	}
	for _, name := range []string{"min", "depth", "min-answers"} {
		v, err := f.Find(t.Context(), name)
		if err != nil || v.Known() || v.Stopped == nil {
			t.Errorf("%s: %v, %v", name, v, err)
		}
		if name == "min" && (v.Lower == nil || v.Upper == nil || v.Lower.Cmp(v.Upper) >= 0 || !errors.Is(v.Stopped, errLimit)) {
			t.Errorf("%s: bounds %v and %v, stopped because of %v", name, v.Lower, v.Upper, v.Stopped)
		}
	}
	f.Limit = nil
	if v, err := f.Find(t.Context(), "nullity"); err != nil || !v.Known() {
		t.Errorf("nullity: %v, %v", v, err)
	}
	// Too large is a limit too.
	f = &Facts{Board: parse("complete:40")}
	if v, err := f.Find(t.Context(), "answers-up-to-symmetry"); err != nil || v.Known() || v.Stopped == nil {
		t.Errorf("answers-up-to-symmetry: %v, %v", v, err)
	}
	// But an interrupt is not.
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errLimit)
	f = &Facts{Board: parse("hypercube:7")}
	if _, err := f.Find(ctx, "depth"); !errors.Is(err, errLimit) {
		t.Error(err)
	}
	if _, err := f.Find(t.Context(), "colour"); err == nil {
		t.Error("a column that does not exist")
	}
}

func specs(f *Family, members func(func(map[string]int) bool)) string {
	var list []string
	for m := range members {
		list = append(list, f.Spec(m))
	}
	return strings.Join(list, " ")
}

func TestFamilies(t *testing.T) {
	for _, c := range []struct {
		spec    string
		numbers map[string]Numbers
		want    string
	}{
		{"grid:NxN", map[string]Numbers{"n": {{1, 3}}}, "grid:1x1 grid:2x2 grid:3x3"},
		{"grid:MxN,pattern=king", map[string]Numbers{"n": {{1, 2}}, "m": {{3, 4}}}, "grid:3x1,pattern=king grid:3x2,pattern=king grid:4x1,pattern=king grid:4x2,pattern=king"},
		{"torus:5xN", map[string]Numbers{"n": {{9, 9}}}, "torus:5x9"},
		{"hexcolor:2N+1", map[string]Numbers{"n": {{1, 3}}}, "hexcolor:3 hexcolor:5 hexcolor:7"},
		{"grid:Nx2N", map[string]Numbers{"n": {{2, 3}}}, "grid:2x4 grid:3x6"},
		{"grid:N-1xN", map[string]Numbers{"n": {{2, 3}}}, "grid:1x2 grid:2x3"},
		{"grid:NxN", map[string]Numbers{"n": {{9, 9}, {4, 6}, {1, 1}}}, "grid:9x9 grid:4x4 grid:5x5 grid:6x6 grid:1x1"},
		{"grid:MxN", map[string]Numbers{"m": {{5, 5}, {2, 2}}, "n": {{1, 2}, {7, 7}}}, "grid:5x1 grid:5x2 grid:5x7 grid:2x1 grid:2x2 grid:2x7"},
		{"grid:KxK", map[string]Numbers{"k": {{2, 2}}}, "grid:2x2"},
		{"graph:My-N-1.col", map[string]Numbers{"n": {{2, 3}}}, "graph:My-2-1.col graph:My-3-1.col"},
		{"grid:MxNxK", map[string]Numbers{"m": {{1, 1}}, "n": {{1, 2}}, "k": {{1, 2}}}, "grid:1x1x1 grid:1x1x2 grid:1x2x1 grid:1x2x2"},
	} {
		f, err := ParseFamily(c.spec, c.numbers)
		if err != nil {
			t.Fatal(err)
		}
		if got := specs(f, f.Rows()); got != c.want {
			t.Errorf("%s: %s\nwant %s", c.spec, got, c.want)
		}
	}
	for spec, want := range map[string]string{
		"grid:3x3": "a range for n needs an N in the board",
		"grid:MxN": "M has no range",
	} {
		if _, err := ParseFamily(spec, map[string]Numbers{"n": {{1, 2}}}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", spec, err)
		}
	}
	for want, n := range map[string]Numbers{"from 2 to 1 is empty": {{2, 1}}, "n has no numbers": {}, "n has the number 5 twice": {{9, 9}, {1, 5}, {5, 7}}} {
		if _, err := ParseFamily("grid:NxN", map[string]Numbers{"n": n}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v", n, err)
		}
	}
}

func TestParseColumns(t *testing.T) {
	list, err := ParseColumns("nullity, N,min", []string{"n"})
	if err != nil || fmt.Sprintln(list[0].Name, list[1].Name, list[2].Name) != "nullity n min\n" {
		t.Errorf("%v, %v", list, err)
	}
	for text, want := range map[string]string{"min,min": "twice", "": "no such column", "minn": `did you mean "min"?`, "min_answers": `did you mean "min-answers"?`} {
		if _, err := ParseColumns(text, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
}
