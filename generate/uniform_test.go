package generate

import (
	"fmt"
	"strings"
	"testing"

	"lightsout/board"
	"lightsout/internal/automorphism"
	"lightsout/internal/boardtest"
	"lightsout/internal/boardtest/chance"
)

// enumerated is every solvable state of a small board by brute force: its fewest presses, how many answers have so few,
// and the name of its class. It shares nothing with the generator.
type enumerated struct {
	fewest, ties map[string]int
	class        map[string]string
}

func enumerate(t *testing.T, b *board.Board) enumerated {
	t.Helper()
	e := enumerated{map[string]int{}, map[string]int{}, map[string]string{}}
	k, times := b.States(), make([]int, b.Switches())
	for {
		state, weight := b.Dark(), 0
		for s, n := range times {
			b.Press(state, s, k-n) // the presses take it back to the dark
			weight += n
		}
		name := state.String()
		if least, known := e.fewest[name]; !known || weight < least {
			e.fewest[name], e.ties[name] = weight, 0
		}
		if weight == e.fewest[name] {
			e.ties[name]++
		}
		s := 0
		for ; s < len(times) && times[s] == k-1; s++ {
			times[s] = 0
		}
		if s == len(times) {
			break
		}
		times[s]++
	}
	group, err := automorphism.Of(t.Context(), b)
	if err != nil {
		t.Fatal(err)
	}
	all, ok := group.Elements(1 << 12)
	if !ok {
		t.Fatalf("%s has too many symmetries", b.Spec())
	}
	for name := range e.fewest {
		e.class[name] = name
		image := make([]byte, len(name))
		for _, g := range all {
			for l, to := range g.Lights {
				image[to] = name[l]
			}
			e.class[name] = min(e.class[name], string(image))
		}
	}
	return e
}

// names are what must be equally likely: the states that meet the options, or their classes.
func (e enumerated) names(o Options) map[string]int {
	index := map[string]int{}
	for name, n := range e.fewest {
		lit := len(name) - strings.Count(name, "0")
		if n == 0 || !o.Presses.holds(n) || !o.Lit.holds(lit) || o.Unique && e.ties[name] != 1 {
			continue
		}
		if o.Distinct == "symmetry" {
			name = e.class[name]
		}
		if _, ok := index[name]; !ok {
			index[name] = len(index)
		}
	}
	return index
}

// Every puzzle that full enumeration finds is made, and equally often by chi-squared; no other is; and the fewest presses
// are those of brute force. Puzzles that may repeat are counted over a batch, and distinct ones, of which a batch has each
// once, over seeds.
func TestUniformAgainstEnumeration(t *testing.T) {
	combinations := 0
	for _, spec := range []string{"3x3", "torus:3x3", "cycle:6", "2x4", "petersen", "3x3,pattern=x", "2x3,mod=3", "2x2,mod=4", "path:4,mod=3", "complete:3,mod=6"} {
		b := boardtest.Parse(t, spec)
		e := enumerate(t, b)
		for _, o := range []Options{
			{}, {Presses: &Range{2, 3}}, {Presses: &Range{1, 2}, Unique: true}, {Lit: &Range{2, 3}},
			{Presses: &Range{2, 4}, Lit: &Range{1, 4}}, {Levels: "even", Presses: &Range{1, 2}},
			{Distinct: "states"}, {Distinct: "states", Presses: &Range{2, 3}}, {Distinct: "symmetry"}, {Distinct: "symmetry", Lit: &Range{2, 4}},
		} {
			index := e.names(o)
			if len(index) == 0 {
				continue
			}
			combinations++
			t.Run(fmt.Sprintf("%s %s even=%v", spec, describe(o), o.Levels == "even"), func(t *testing.T) { uniform(t, b, o, e, index) })
		}
	}
	if combinations < 40 {
		t.Errorf("only %d combinations", combinations)
	}
}

func uniform(t *testing.T, b *board.Board, o Options, e enumerated, index map[string]int) {
	counts := make([]int, len(index))
	g := newGenerator(t, b, o)
	if limit := g.limit(); limit != anyNumber && limit != uint64(len(index)) {
		t.Fatalf("%v are within reach, want %d", limit, len(index))
	}
	seen := map[string]bool{}
	made := func(g *generator, i uint64) string {
		item, err := g.Puzzle(t.Context(), i)
		if err != nil {
			t.Fatal(err)
		}
		name := item.On.String()
		if item.MinPresses != e.fewest[name] || item.Presses.Weight() != e.fewest[name] {
			t.Fatalf("%s: %d presses, %d by brute force", name, item.MinPresses, e.fewest[name])
		}
		if o.Distinct == "symmetry" {
			name = e.class[name]
		}
		if _, ok := index[name]; !ok {
			t.Fatalf("puzzle %d, %s, is none of the %d", i, name, len(index))
		}
		return name
	}
	if o.Distinct == "" {
		for i := range uint64(40 * len(index)) {
			counts[index[made(g, i)]]++
		}
	} else {
		for i := range uint64(len(index)) {
			name := made(g, i)
			if seen[name] {
				t.Fatalf("puzzle %d, %s, comes twice", i, name)
			}
			seen[name] = true
		}
		for seed := range uint64(20 * len(index)) {
			o.Seed = seed
			counts[index[made(newGenerator(t, b, o), 0)]]++
		}
	}
	if o.Levels == "even" {
		evenLevels(t, e, index, counts)
		return
	}
	if err := chance.Uneven(counts); err != nil {
		t.Error(err)
	}
}

// evenLevels: each number of presses has as many puzzles, up to one block, and they are even within the number.
func evenLevels(t *testing.T, e enumerated, index map[string]int, counts []int) {
	levels := map[int][]int{}
	totals := map[int]int{}
	for name, i := range index {
		levels[e.fewest[name]] = append(levels[e.fewest[name]], counts[i])
		totals[e.fewest[name]] += counts[i]
	}
	for n, level := range levels {
		if d := totals[n]*len(levels) - 40*len(index); d > len(levels) || d < -len(levels) {
			t.Errorf("%d of %d puzzles need %d presses", totals[n], 40*len(index), n)
		}
		if err := chance.Uneven(level); err != nil {
			t.Errorf("%d presses: %v", n, err)
		}
	}
}
