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
	"lightsout/internal/boardtest"
	"lightsout/puzzlefile"
)

// newMixed is a batch of several boards.
func newMixed(t testing.TB, specs []string, shares []uint64, format string, o Options) Batch {
	t.Helper()
	var boards []*board.Board
	for _, spec := range specs {
		boards = append(boards, boardtest.Parse(t, spec))
	}
	parts, err := NewMix(t.Context(), boards, strings.ReplaceAll(strings.Trim(fmt.Sprint(shares), "[]"), " ", ","), o)
	if err != nil {
		t.Fatal(err)
	}
	batch := Batch{Mix: parts}
	if err := batch.SetForm(format, "", ""); err != nil {
		t.Fatal(err)
	}
	return batch
}

func written(t testing.TB, b Batch) string {
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
		batch.Count = 80
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
				canonical := batch.Mix[k].Generator.Board().Spec()
				if (i+1)%8 == 0 && next[canonical] != (i+1)/8*int(shares[k]) {
					t.Fatalf("seed %d: %d of the first %d puzzles are on %s", seed, next[canonical], i+1, spec)
				}
			}
		}
		for k, spec := range specs {
			alone := Batch{Generator: batch.Mix[k].Generator, Writer: batch.Mix[k].Writer, Count: 10 * shares[k]}
			own := strings.Split(strings.TrimSpace(written(t, alone)), "\n")
			var mixed []string
			for _, line := range strings.Split(written(t, batch), "\n") {
				if strings.Contains(line, fmt.Sprintf(`"board":%q`, alone.Generator.Board().Spec())) {
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
	for _, format := range []string{"jsonl", "csv", "lo", "text", "bits", "flip"} {
		mixed := newMixed(t, []string{"4x4"}, []uint64{7}, format, Options{Seed: 3, Distinct: "states"})
		mixed.From, mixed.Count = 5, 20
		alone := Batch{Generator: mixed.Mix[0].Generator, Writer: mixed.Mix[0].Writer, From: 5, Count: 20}
		if written(t, mixed) != written(t, alone) {
			t.Errorf("%s: a mix of one board is something else", format)
		}
	}
}

// Pieces of a mixed batch concatenate to the whole, on any number of jobs, and a cut file is resumed.
func TestMixInPieces(t *testing.T) {
	for _, format := range []string{"jsonl", "csv", "lo", "text"} {
		batch := newMixed(t, []string{"5x5", "torus:4x4", "3x3"}, []uint64{2, 1, 1}, format, Options{Seed: 9, Distinct: "states"})
		batch.Split = []Share{{"train", 3}, {"test", 1}}
		for _, p := range batch.Mix {
			_ = p.Writer.AddSplit() // where there is a place for it
		}
		batch.Count = 50
		whole := written(t, batch)
		rapid.Check(t, func(t *rapid.T) {
			var pieces bytes.Buffer
			for at := uint64(0); at < batch.Count; {
				piece := batch
				piece.From, piece.Count = at, rapid.Uint64Range(1, batch.Count-at).Draw(t, "count")
				piece.Jobs = rapid.IntRange(1, 3).Draw(t, "jobs")
				if err := piece.Write(t.Context(), &pieces); err != nil {
					t.Fatal(err)
				}
				at += piece.Count
			}
			if pieces.String() != whole {
				t.Fatalf("%s: the pieces are not the whole", format)
			}
		})
		file, err := os.CreateTemp(t.TempDir(), "cut")
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		if _, err := file.WriteString(whole[:len(whole)/3]); err != nil {
			t.Fatal(err)
		}
		rest, err := batch.Resume(t.Context(), file)
		if err == nil {
			err = rest.Write(t.Context(), file)
		}
		if got, _ := os.ReadFile(file.Name()); err != nil || string(got) != whole {
			t.Errorf("%s: a file that was cut is not continued: %v", format, err)
		}
	}
}

// What a mixed batch says reads back, with every puzzle on its board.
func TestMixReadsBack(t *testing.T) {
	for _, format := range []string{"jsonl", "csv", "lo", "text", "flip"} {
		batch := newMixed(t, []string{"3x4", "torus:3x3"}, []uint64{1, 2}, format, Options{Seed: 2})
		batch.Count = 30
		r := puzzlefile.NewReader(strings.NewReader(written(t, batch)), puzzlefile.ReaderOptions{Name: "x"})
		_, order, _ := batch.parts()
		for i := range batch.Count {
			k, number := order.place(i)
			want, err := batch.Mix[k].Generator.Puzzle(t.Context(), number)
			if err != nil {
				t.Fatal(err)
			}
			p, err := r.Next()
			if err != nil || !p.On.Equal(want.On) || format != "flip" && p.Board.Spec() != batch.Mix[k].Generator.Board().Spec() {
				t.Fatalf("%s, puzzle %d: %v, %v, want %v", format, i, p, err, want.On)
			}
		}
	}
}

func TestMixRefuses(t *testing.T) {
	boards := []*board.Board{boardtest.Parse(t, "3x3"), boardtest.Parse(t, "2x2")}
	for what, shares := range map[string]string{"no share": "1,0", "a long round": "1000000,1000001"} {
		if _, err := NewMix(t.Context(), boards, shares, Options{}); err == nil {
			t.Errorf("%s is taken", what)
		}
	}
	if _, err := NewMix(t.Context(), append(boards, boardtest.Parse(t, "grid:3x3")), "", Options{}); err == nil || !strings.Contains(err.Error(), "grid:3x3 is there twice") {
		t.Errorf("a board twice: %v", err)
	}
	bits := newMixed(t, []string{"3x3", "2x2"}, []uint64{1, 1}, "bits", Options{})
	if _, err := bits.Plan(); err == nil || !strings.Contains(err.Error(), "names one board") {
		t.Errorf("bits of two boards: %v", err)
	}
	few := newMixed(t, []string{"5x5", "2x2"}, []uint64{1, 1}, "jsonl", Options{Distinct: "states"})
	few.Count = 40
	if _, err := few.Plan(); err == nil || !strings.Contains(err.Error(), "only 15 such puzzles exist on grid:2x2") {
		t.Errorf("20 distinct puzzles of 2x2: %v", err)
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
			batch.Split = []Share{{"train", 3}, {"test", 1}}
			for _, p := range batch.Mix {
				if err := p.Writer.AddSplit(); err != nil {
					t.Fatal(err)
				}
			}
			batch.From, batch.Count = seed*7, 70
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
	s := newSplitter([]Share{{"train", 8}, {"dev", 1}, {"test", 1}})
	c := newClassifier(boardtest.Parse(t, "6x6"))
	random := newStream(1, toDraw, 0, 0)
	const n = 20000
	count := map[string]float64{}
	for range n {
		count[s.part(c.class([]uint64{random.word() & (1<<36 - 1)}))]++
	}
	for name, share := range map[string]float64{"train": 0.8, "dev": 0.1, "test": 0.1} {
		if math.Abs(count[name]-n*share) > 5*math.Sqrt(n*share*(1-share)) {
			t.Errorf("%v of %d puzzles are in %s", count[name], n, name)
		}
	}
}
