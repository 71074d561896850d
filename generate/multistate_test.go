package generate_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"lightsout/board"
	"lightsout/generate"
	"lightsout/internal/automorphism"
	"lightsout/internal/boardtest"
	"lightsout/puzzlefile"
	"lightsout/solve"
)

// planned is a batch on one board.
func planned(b *board.Board, o generate.Options) (*generate.Batch, error) {
	return generate.Plan(context.Background(), []*board.Board{b}, o)
}

func colouredGenerator(t *testing.T, spec string, o generate.Options) *generate.Batch {
	t.Helper()
	g, err := planned(boardtest.Parse(t, spec), o)
	if err != nil {
		t.Fatalf("%s: %v", spec, err)
	}
	return g
}

// Distinct puzzles are all solvable states but the goal, each once, with an answer of the fewest presses; and
// with a range of presses exactly those that need so many.
func TestColouredPuzzlesAreAllThereAre(t *testing.T) {
	ctx := context.Background()
	for _, spec := range boardtest.ColouredSpecs {
		b := boardtest.Parse(t, spec)
		want := boardtest.FewestInColour(b)
		if len(want) > 1500 {
			continue
		}
		delete(want, string(make([]uint8, b.Lights())))
		ranges := []*generate.Range{nil}
		for low := 1; low <= 5; low += 2 {
			ranges = append(ranges, &generate.Range{Low: low, High: low + 1})
		}
		most := 0
		for _, n := range want {
			most = max(most, n)
		}
		ranges = append(ranges, &generate.Range{Low: most, High: most}, &generate.Range{Low: most + 1, High: most + 9})
		for _, presses := range ranges {
			wanted := maps.Clone(want)
			maps.DeleteFunc(wanted, func(_ string, n int) bool { return presses != nil && (n < presses.Low || n > presses.High) })
			g, err := planned(b, generate.Options{Seed: 5, Distinct: "states", Presses: presses})
			if len(wanted) == 0 {
				if err == nil {
					t.Errorf("%s: puzzles that need %v presses, which there are none of", spec, presses)
				}
				continue
			}
			if err != nil {
				t.Fatalf("%s: %v", spec, err)
			}
			if limit := g.Plans()[0].Limit; limit != uint64(len(wanted)) {
				t.Errorf("%s, presses %v: %v within reach, want %d", spec, presses, limit, len(wanted))
			}
			for i := range len(wanted) {
				item, err := g.Puzzle(ctx, uint64(i))
				if err != nil {
					t.Fatal(err)
				}
				n, ok := wanted[string(item.On.Digits())]
				if !ok || n != item.MinPresses || item.Presses.Weight() != n {
					t.Fatalf("%s: puzzle %d is %v with %v, %d presses; it needs %d (wanted, and not there before: %v)", spec, i, item.On, item.Presses, item.MinPresses, n, ok)
				}
				delete(wanted, string(item.On.Digits()))
			}
		}
	}
}

// Every state is equally likely, also under a condition. The bounds are five standard deviations.
func TestColouredPuzzlesAreEven(t *testing.T) {
	ctx := context.Background()
	for _, o := range []generate.Options{{Seed: 2}, {Seed: 2, Presses: &generate.Range{Low: 3, High: 4}}, {Seed: 2, Lit: &generate.Range{Low: 1, High: 3}}} {
		g := colouredGenerator(t, "2x2,mod=4", o)
		const each = 200
		states := 0
		for state, n := range boardtest.FewestInColour(g.Plans()[0].Board) {
			lit := len(strings.ReplaceAll(state, "\x00", ""))
			if n > 0 && (o.Presses == nil || n >= o.Presses.Low && n <= o.Presses.High) && (o.Lit == nil || lit <= o.Lit.High) {
				states++
			}
		}
		seen := map[string]int{}
		for i := range states * each {
			item, err := g.Puzzle(ctx, uint64(i))
			if err != nil {
				t.Fatal(err)
			}
			seen[string(item.On.Digits())]++
		}
		if len(seen) != states {
			t.Errorf("%+v: %d states were drawn, want %d", o, len(seen), states)
		}
		for state, n := range seen {
			if n < each-75 || n > each+75 {
				t.Errorf("%+v: state %v was drawn %d times, want about %d", o, []byte(state), n, each)
			}
		}
	}
}

// Distinct up to symmetry is one of each class, counted by brute force.
func TestColouredClasses(t *testing.T) {
	ctx := context.Background()
	for _, spec := range []string{"2x2,mod=4", "torus:2x3,mod=4", "cycle:5,mod=3", "2x3,mod=3", "toric:2,mod=3"} {
		b := boardtest.Parse(t, spec)
		group, err := automorphism.Of(ctx, b)
		if err != nil {
			t.Fatal(err)
		}
		elements, ok := group.Elements(10000)
		if !ok {
			t.Fatal(spec)
		}
		least := func(state []uint8) string {
			first := slices.Clone(state)
			for _, g := range elements {
				image := make([]uint8, len(state))
				for l, to := range g.Lights {
					image[to] = state[l]
				}
				if bytes.Compare(image, first) < 0 {
					first = image
				}
			}
			return string(first)
		}
		classes := map[string]bool{}
		for state, n := range boardtest.FewestInColour(b) {
			if n > 0 {
				classes[least([]byte(state))] = true
			}
		}
		g := colouredGenerator(t, spec, generate.Options{Seed: 1, Distinct: "symmetry"})
		if limit := g.Plans()[0].Limit; limit != uint64(len(classes)) {
			t.Errorf("%s: %d within reach, want %d classes", spec, limit, len(classes))
		}
		for i := range len(classes) {
			item, err := g.Puzzle(ctx, uint64(i))
			if err != nil {
				t.Fatal(err)
			}
			class := least(item.On.Digits())
			if !classes[class] {
				t.Fatalf("%s: puzzle %d is of a class that was there before", spec, i)
			}
			delete(classes, class)
			p := board.NewPuzzle(b)
			p.On = item.On
			if res, err := solve.Minimum(ctx, p); err != nil || res.PressCount() != item.MinPresses {
				t.Fatalf("%s: puzzle %d needs %d presses, not %d: %v", spec, i, res.PressCount(), item.MinPresses, err)
			}
		}
	}
}

// What a seed means is frozen.
func TestColouredPuzzlesAreFrozen(t *testing.T) {
	for _, c := range []struct {
		spec    string
		options generate.Options
		format  string
		want    string
	}{
		{"lo2000", generate.Options{Seed: 1}, "csv", `0,1001021011011020002001001,12,20,5 5 8 8 10 10 12 15 15 16 16 17 19 21 22 22 23 23 24 24,"grid:5x5,mod=3",3,27,`},
		{"lo2000", generate.Options{Seed: 1, Presses: &generate.Range{Low: 3, High: 3}}, "csv", `0,2220002000002000222200222,12,3,1 17 24,"grid:5x5,mod=3",3,27,`},
		{"lo2000", generate.Options{Seed: 1, Distinct: "states"}, "bits", "2111111101222200221021111"},
		{"petersen,mod=6", generate.Options{Seed: 1}, "csv", `0,4135400520,7,15,0 0 1 2 2 5 5 5 5 5 8 8 8 8 8,"petersen,mod=6",,32,`},
		{"3x3,mod=3", generate.Options{Seed: 1, Levels: "5"}, "csv", `0,000002022,3,1,8,"grid:3x3,mod=3",0,1,`},
	} {
		g := colouredGenerator(t, c.spec, c.options)
		g, err := g.Part(0, 1)
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		if err := g.Write(context.Background(), &out, generate.Form{Format: c.format}); err != nil {
			t.Fatal(err)
		}
		if lines := strings.Split(out.String(), "\n"); lines[1] != c.want {
			t.Errorf("%s %+v:\ngot  %s\nwant %s", c.spec, c.options, lines[1], c.want)
		}
	}
}

// Pieces of a batch concatenate to the whole, in every format, and read back as puzzles with answers.
func TestColouredBatches(t *testing.T) {
	ctx := context.Background()
	for _, format := range []string{"lo", "text", "jsonl", "csv", "bits"} {
		g := colouredGenerator(t, "3x3,mod=4", generate.Options{Seed: 9, Distinct: "states", Count: 70})
		form := generate.Form{Format: format}
		var whole, pieces bytes.Buffer
		if err := g.Write(ctx, &whole, form); err != nil {
			t.Fatal(err)
		}
		for i, from := range []uint64{0, 11, 50} {
			count := []uint64{11, 39, 20}[i]
			part, err := g.Part(from, count)
			if err != nil {
				t.Fatal(err)
			}
			if err := part.Write(ctx, &pieces, form); err != nil {
				t.Fatal(err)
			}
		}
		if whole.String() != pieces.String() {
			t.Errorf("%s: pieces are not the whole", format)
		}
		r := puzzlefile.NewReader(&whole, puzzlefile.ReaderOptions{})
		for i := range 70 {
			rec, err := r.NextRecord()
			if err != nil {
				t.Fatalf("%s: puzzle %d: %v", format, i, err)
			}
			item, err := g.Puzzle(ctx, uint64(i))
			if err != nil || !item.On.Equal(rec.On) {
				t.Fatalf("%s: puzzle %d reads back as %v, not %v, %v", format, i, rec.On, item.On, err)
			}
			if presses, err := rec.Answer(); err == nil && !solve.Check(&rec.Puzzle, presses).Solved {
				t.Fatalf("%s: the answer of puzzle %d does not solve it", format, i)
			}
		}
	}
}

func TestColouredOptionsThatAreForTwoStates(t *testing.T) {
	b := boardtest.Parse(t, "3x3,mod=3")
	for _, o := range []generate.Options{{Engine: "presses"}, {Engine: "sat"}, {Symmetric: "mirror"}} {
		if _, err := planned(b, o); !errors.Is(err, board.ErrTwoStates) {
			t.Errorf("%+v: %v", o, err)
		}
	}
	for want, o := range map[string]generate.Options{
		"needs 30":     {Presses: &generate.Range{Low: 30, High: 30}},
		"needs 13":     {Presses: &generate.Range{Low: 13, High: 13}},
		"more than 26": {Presses: &generate.Range{Low: 27, High: 27}}, // far too many states to try
		"meets":        {Lit: &generate.Range{Low: 1, High: 1}, Presses: &generate.Range{Low: 1, High: 1}},
		"no state":     {},
		"only 26 su":   {Distinct: "states"},
	} {
		spec := map[string]string{"needs 30": "3x3,mod=3", "needs 13": "2x2,mod=4", "more than 26": "5x5,mod=3", "meets": "3x3,mod=3", "no state": "torus:1x1,mod=5", "only 26 su": "2x2,mod=3"}[want]
		o.Count = 27
		_, err := planned(boardtest.Parse(t, spec), o)
		if err == nil || !strings.Contains(fmt.Sprint(err), want) {
			t.Errorf("%s %+v: %v, want %q", spec, o, err, want)
		}
	}
}
