package generate

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"lightsout/board"
	"lightsout/internal/alike"
	"lightsout/internal/automorphism"
	"lightsout/internal/batch"
	"lightsout/internal/boardtest"
	"lightsout/internal/sample"
	"lightsout/puzzlefile"
	"lightsout/solve"
)

func partsOf(shares []Share) *batch.Parts { return batch.NewParts(shares) }

// newMixed is a batch of several boards.
func newMixed(t testing.TB, specs []string, shares []uint64, format string, o Options) piece {
	t.Helper()
	var boards []*board.Board
	for _, spec := range specs {
		boards = append(boards, boardtest.Parse(t, spec))
	}
	o.Mix = shares
	batch, err := Plan(t.Context(), boards, o)
	if err != nil {
		t.Fatal(err)
	}
	return piece{batch, Form{Format: format}}
}

func written(t testing.TB, b piece) string {
	t.Helper()
	var out bytes.Buffer
	if err := b.Write(t.Context(), &out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// The shares are exact after every round, and the puzzles of a board are those of its own batch, in order.
func TestMixTakesTurns(t *testing.T) {
	specs, shares := []string{"3x3", "hypercube:3", "merlin"}, []uint64{5, 2, 1}
	for seed := range uint64(5) {
		batch := newMixed(t, specs, shares, "jsonl", Options{Seed: seed})
		batch.count = 80
		next := map[string]int{}
		for i, line := range strings.Split(strings.TrimSpace(written(t, batch)), "\n") {
			var r struct {
				ID, Board string
				Index     int
			}
			if err := json.Unmarshal([]byte(line), &r); err != nil || r.Index != i {
				t.Fatalf("line %d is puzzle %d: %v", i, r.Index, err)
			}
			if want := fmt.Sprintf("/%d/%d", seed, next[r.Board]); !strings.HasSuffix(r.ID, want) {
				t.Fatalf("puzzle %d is %s, want %s", i, r.ID, want)
			}
			next[r.Board]++
			for k, spec := range specs {
				canonical := batch.members[k].board.Spec()
				if (i+1)%8 == 0 && next[canonical] != (i+1)/8*int(shares[k]) {
					t.Fatalf("seed %d: %d of the first %d puzzles are on %s", seed, next[canonical], i+1, spec)
				}
			}
		}
		for k, spec := range specs {
			alone := format{batch.lists[k], batch.form}.batch(0, 10*shares[k])
			own := strings.Split(strings.TrimSpace(written(t, alone)), "\n")
			var mixed []string
			for _, line := range strings.Split(written(t, batch), "\n") {
				if strings.Contains(line, fmt.Sprintf(`"board":%q`, alone.members[0].board.Spec())) {
					mixed = append(mixed, line)
				}
			}
			for i := range own {
				if withoutIndex(own[i]) != withoutIndex(mixed[i]) {
					t.Fatalf("%s: %s\nis not %s", spec, mixed[i], own[i])
				}
			}
		}
	}
}

func withoutIndex(line string) string {
	before, _, _ := strings.Cut(line, `,"index":`)
	return before
}

// A mix of one board is the batch of that board, byte for byte.
func TestMixOfOne(t *testing.T) {
	for _, name := range []string{"jsonl", "csv", "lo", "text", "bits", "flip"} {
		mixed := newMixed(t, []string{"4x4"}, []uint64{7}, name, Options{Seed: 3, Distinct: "states"})
		mixed.from, mixed.count = 5, 20
		alone := format{mixed.lists[0], mixed.form}.batch(5, 20)
		if written(t, mixed) != written(t, alone) {
			t.Errorf("%s: a mix of one board is something else", name)
		}
	}
}

// Pieces of a mixed batch concatenate to the whole, on any number of jobs, and a cut file is resumed.
func TestMixInPieces(t *testing.T) {
	for _, format := range []string{"jsonl", "csv", "lo", "text"} {
		batch := newMixed(t, []string{"5x5", "torus:4x4", "3x3"}, []uint64{2, 1, 1}, format, Options{Seed: 9, Distinct: "states"})
		if format == "jsonl" || format == "csv" { // where there is a place for it
			batch.split = partsOf([]Share{{Name: "train", Weight: 3}, {Name: "test", Weight: 1}})
		}
		batch.count = 50
		inPieces(t, batch, format)
	}
}

// inPieces checks that pieces of a batch, written by any number of jobs, and its shards join to the whole, and that a file
// that was cut is continued. It returns the whole.
func inPieces(t *testing.T, batch piece, format string) string {
	t.Helper()
	whole := written(t, batch)
	rapid.Check(t, func(t *rapid.T) {
		var pieces bytes.Buffer
		for at := uint64(0); at < batch.count; {
			part, err := batch.Part(at, rapid.Uint64Range(1, batch.count-at).Draw(t, "count"))
			if err != nil {
				t.Fatal(err)
			}
			part.options.Work.Jobs = rapid.SampledFrom([]int{0, 1, 2, 3, 8, 1000, math.MaxInt}).Draw(t, "jobs")
			if err := part.Write(t.Context(), &pieces, batch.form); err != nil {
				t.Fatal(err)
			}
			at += part.Count()
		}
		if pieces.String() != whole {
			t.Fatalf("%s: the pieces are not the whole", format)
		}
	})
	var shards strings.Builder
	for i := range uint64(3) {
		shard, err := batch.Shard(i+1, 3)
		if err == nil {
			err = shard.Write(t.Context(), &shards, batch.form)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if shards.String() != whole {
		t.Errorf("%s: three shards are not the whole", format)
	}
	for _, length := range []int{len(whole) / 3, 2 * len(whole) / 3} {
		file, err := os.CreateTemp(t.TempDir(), "cut")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := file.WriteString(whole[:length]); err != nil {
			t.Fatal(err)
		}
		rest, err := batch.Resume(t.Context(), file)
		if err == nil {
			err = rest.Write(t.Context(), file)
		}
		if got, _ := os.ReadFile(file.Name()); err != nil || string(got) != whole {
			t.Errorf("%s: a file that was cut is not continued: %v", format, err)
		}
		_ = file.Close()
	}
	return whole
}

// What a mixed batch says reads back, with every puzzle on its board.
func TestMixReadsBack(t *testing.T) {
	for _, format := range []string{"jsonl", "csv", "lo", "text", "flip"} {
		batch := newMixed(t, []string{"3x4", "torus:3x3"}, []uint64{1, 2}, format, Options{Seed: 2})
		batch.count = 30
		r := puzzlefile.NewReader(strings.NewReader(written(t, batch)), puzzlefile.ReaderOptions{Name: "x"})
		for i := range batch.count {
			want, err := batch.Puzzle(t.Context(), i)
			if err != nil {
				t.Fatal(err)
			}
			p, err := r.Next()
			if err != nil || !p.On.Equal(want.On) || format != "flip" && p.Board.Spec() != want.Board.Spec() {
				t.Fatalf("%s, puzzle %d: %v, %v, want %v", format, i, p, err, want.On)
			}
		}
	}
}

func TestMixRefuses(t *testing.T) {
	boards := []*board.Board{boardtest.Parse(t, "3x3"), boardtest.Parse(t, "2x2")}
	for what, shares := range map[string][]uint64{"no share": {1, 0}, "a long round": {1000000, 1000001}, "one share": {1}} {
		if _, err := Plan(t.Context(), boards, Options{Mix: shares}); err == nil {
			t.Errorf("%s is taken", what)
		}
	}
	if _, err := Plan(t.Context(), nil, Options{}); err == nil {
		t.Error("no board is taken")
	}
	if _, err := Plan(t.Context(), append(boards, boardtest.Parse(t, "grid:3x3")), Options{}); err == nil || !strings.Contains(err.Error(), "grid:3x3 is there twice") {
		t.Errorf("a board twice: %v", err)
	}
	bits := newMixed(t, []string{"3x3", "2x2"}, []uint64{1, 1}, "bits", Options{})
	if err := bits.Check(bits.form); err == nil || !strings.Contains(err.Error(), "names one board") {
		t.Errorf("bits of two boards: %v", err)
	}
	few := []*board.Board{boardtest.Parse(t, "5x5"), boards[1]}
	if _, err := Plan(t.Context(), few, Options{Distinct: "states", Count: 40}); err == nil || !strings.Contains(err.Error(), "only 15 such puzzles exist on grid:2x2") {
		t.Errorf("20 distinct puzzles of 2x2: %v", err)
	}
}

// Boards that are alike share one list: no puzzle is another one turned or named otherwise, and all there are come.
func TestBoardsThatAreAlike(t *testing.T) {
	for _, specs := range [][]string{{"3x4", "4x3"}, {"1x4", "path:4", "3x3"}, {"torus:4x4", "hypercube:4"}, {"2x3,mod=3", "3x2,mod=3"}} {
		var boards []*board.Board
		for _, spec := range specs {
			boards = append(boards, boardtest.Parse(t, spec))
		}
		shares := []uint64{2, 1, 3}[:len(specs)]
		batch, err := Plan(t.Context(), boards, Options{Seed: 4, Distinct: "symmetry", Mix: shares, Split: []Share{{Name: "a", Weight: 1}, {Name: "b", Weight: 1}}})
		if err != nil {
			t.Fatal(err)
		}
		if len(batch.lists) != len(specs)-1 {
			t.Fatalf("%v: %d lists", specs, len(batch.lists))
		}
		first, limit := boards[0], batch.lists[0].limit()
		onto, ok, err := automorphism.Between(t.Context(), boards[1], first)
		if err != nil || !ok {
			t.Fatal(err)
		}
		sym, err := alike.New(t.Context(), first)
		if err != nil {
			t.Fatal(err)
		}
		seen, ids, image := map[string]string{}, map[string]bool{}, first.Dark()
		for i := uint64(0); uint64(len(seen)) < min(limit, 300); i++ {
			p, err := batch.Puzzle(t.Context(), i)
			if err != nil {
				t.Fatal(err)
			}
			if !solve.Check(p.Puzzle, p.Presses.Indices()).Solved || p.Presses.Weight() != p.MinPresses || ids[p.ID] {
				t.Fatalf("%v: puzzle %d, %s, on %s: %v", specs, i, p.ID, p.Board.Spec(), p.Presses)
			}
			ids[p.ID] = true
			state := p.On
			switch p.Board {
			case boards[1]:
				state = first.Dark()
				rename(state, p.On, onto.Lights)
			case first:
			default:
				continue
			}
			least := state.String()
			for _, g := range sym.All {
				alike.Move(g, image, state)
				least = min(least, image.String())
			}
			if was := seen[least]; was != "" {
				t.Fatalf("%v: puzzle %d on %s is alike one before", specs, i, p.Board.Spec())
			}
			seen[least] = p.Split
		}
		if len(specs) == 2 && limit < 1000 {
			if _, err := Plan(t.Context(), boards, Options{Distinct: "symmetry", Count: limit + 1}); err == nil {
				t.Errorf("%v: more than the %d puzzles there are", specs, limit)
			}
		}
	}
	// Puzzles of boards with more states are split too, and those that are alike into the same part.
	parts := map[string]string{}
	b := boardtest.Parse(t, "2x3,mod=3")
	batch, err := Plan(t.Context(), []*board.Board{b}, Options{Split: []Share{{Name: "a", Weight: 1}, {Name: "b", Weight: 1}}})
	if err != nil {
		t.Fatal(err)
	}
	sym, err := alike.New(t.Context(), b)
	if err != nil {
		t.Fatal(err)
	}
	image, count := b.Dark(), map[string]int{}
	for i := range uint64(2000) {
		p, err := batch.Puzzle(t.Context(), i)
		if err != nil {
			t.Fatal(err)
		}
		count[p.Split]++
		for _, g := range sym.All {
			alike.Move(g, image, p.On)
			if was := parts[image.String()]; was != "" && was != p.Split {
				t.Fatalf("%v is in %s, and one like it in %s", p.On, p.Split, was)
			}
		}
		parts[p.On.String()] = p.Split
	}
	if len(count) != 2 || count["a"] < 500 || count["b"] < 500 {
		t.Errorf("%v", count)
	}
}

// No puzzle of one part is a rotation of one in another, whatever the seed, the piece and the options.
func TestSplitKeepsClassesTogether(t *testing.T) {
	// The masked grid has no symmetry but the identity.
	for _, spec := range []string{"3x3", "torus:4x4", "torus:3x4", "hypercube:4", "cycle:10", "merlin", "3x4,mask=####/##_#/#_##"} {
		t.Run(spec, func(t *testing.T) { splitsByClass(t, boardtest.Parse(t, spec)) })
	}
}

func splitsByClass(t *testing.T, b *board.Board) {
	least := firstOfClass(t, b)
	part, seen := map[uint64]string{}, map[string]int{}
	for seed := range uint64(4) {
		for _, o := range []Options{{Seed: seed}, {Seed: seed, Distinct: "states"}, {Seed: seed, Presses: &Range{1, 3}}, {Seed: seed, Presses: &Range{2, 4}}} {
			batch := newMixed(t, []string{b.Spec(), "3x5"}, []uint64{3, 1}, "jsonl", o)
			batch.split = partsOf([]Share{{Name: "train", Weight: 3}, {Name: "test", Weight: 1}})
			batch.from, batch.count = seed*7, 70
			for line := range strings.Lines(written(t, batch)) {
				var r struct {
					Board, Split string
					On           []int
				}
				if err := json.Unmarshal([]byte(line), &r); err != nil {
					t.Fatal(err)
				}
				if seen[r.Split]++; r.Board != b.Spec() {
					continue
				}
				state := uint64(0)
				for _, l := range r.On {
					state |= 1 << l
				}
				class := least(state)
				if old := part[class]; old != "" && old != r.Split {
					t.Fatalf("%b is in %s, and a puzzle like it in %s", state, r.Split, old)
				}
				part[class] = r.Split
			}
		}
	}
	if len(seen) != 2 || seen["train"] == 0 || seen["test"] == 0 {
		t.Errorf("parts %v", seen)
	}
}

// Parts have their shares, to five standard deviations.
func TestSplitShares(t *testing.T) {
	s := partsOf([]Share{{Name: "train", Weight: 8}, {Name: "dev", Weight: 1}, {Name: "test", Weight: 1}})
	c := automorphism.NewClasses(boardtest.Parse(t, "6x6"))
	random := sample.NewStream(1, toDraw, 0, 0)
	const n = 20000
	count := map[string]float64{}
	for range n {
		state := board.NewState(36, 2)
		state.Bits().Words()[0] = random.Word() & (1<<36 - 1)
		count[s.Of(c.Of(state))]++
	}
	for name, share := range map[string]float64{"train": 0.8, "dev": 0.1, "test": 0.1} {
		if math.Abs(count[name]-n*share) > 5*math.Sqrt(n*share*(1-share)) {
			t.Errorf("%v of %d puzzles are in %s", count[name], n, name)
		}
	}
}
