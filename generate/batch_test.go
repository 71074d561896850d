package generate

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"lightsout/internal/batch"
	"lightsout/internal/boardtest"
	"lightsout/puzzlefile"
)

// format is a generator and how its puzzles are written.
type format struct {
	g    *generator
	form Form
}

// piece is a part of a batch with its form.
type piece struct {
	*Batch
	form Form
}

func (p piece) Write(ctx context.Context, w io.Writer) error {
	part, err := p.Part(p.from, p.count)
	if err != nil {
		return err
	}
	part.later = p.later
	return part.Write(ctx, w, p.form)
}

func (p piece) Resume(ctx context.Context, file batch.File) (piece, error) {
	rest, err := p.Batch.Resume(ctx, file, p.form)
	return piece{rest, p.form}, err
}

func (f format) batch(from, count uint64) piece {
	b := f.g.batch()
	b.from, b.count = from, count
	return piece{b, f.form}
}

func write(t testing.TB, f format, from, count uint64, jobs int) string {
	t.Helper()
	var out bytes.Buffer
	b := f.batch(from, count)
	b.options.Work.Jobs = jobs
	if err := b.Write(t.Context(), &out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func newFormat(t testing.TB, g *generator, name string) format {
	t.Helper()
	return format{g, Form{Format: name}}
}

// formats are the names of the formats that hold puzzles.
func formats() []string {
	var names []string
	for _, f := range puzzlefile.Formats() {
		if f.Batches() {
			names = append(names, f.Name)
		}
	}
	return names
}

// Any number of jobs writes the same bytes, and pieces join to the whole.
func TestPiecesJoin(t *testing.T) {
	for _, o := range []Options{{}, {Distinct: "symmetry"}, {Presses: &Range{2, 6}, Levels: "700"}, {Engine: "presses"}} {
		g := newGenerator(t, boardtest.Parse(t, "4x4"), o)
		for _, name := range formats() {
			inPieces(t, newFormat(t, g, name).batch(0, 150), name)
		}
	}
}

// More pieces than puzzles: many begin at puzzle 0, and the head is still there once.
func TestEmptyPiecesJoin(t *testing.T) {
	g := newGenerator(t, boardtest.Parse(t, "3x3"), Options{Seed: 1})
	for _, name := range formats() {
		f := newFormat(t, g, name)
		for _, count := range []uint64{0, 1, 3} {
			const pieces = 8
			var joined, resumed bytes.Buffer
			for i := range uint64(pieces) {
				from, to := count*i/pieces, count*(i+1)/pieces
				piece := f.batch(from, to-from)
				piece.later = i > 0
				if err := piece.Write(t.Context(), &joined); err != nil {
					t.Fatal(err)
				}
				file := new(memory)
				for range 2 { // the second time there is nothing left to do
					rest, err := piece.Resume(t.Context(), file)
					if err != nil {
						t.Fatal(err)
					}
					if err := rest.Write(t.Context(), file); err != nil {
						t.Fatal(err)
					}
				}
				resumed.Write(file.text)
			}
			whole := write(t, f, 0, count, 1)
			if joined.String() != whole || resumed.String() != whole {
				t.Errorf("%s, %d puzzles in %d pieces:\n%s\nresumed\n%s\nwant\n%s", name, count, pieces, &joined, &resumed, whole)
			}
		}
	}
}

// A file that was cut anywhere is continued to the same bytes; a file of another batch is refused.
func TestResumesAfterAnyCut(t *testing.T) {
	g := newGenerator(t, boardtest.Parse(t, "3x3"), Options{Seed: 1})
	for _, name := range formats() {
		f := newFormat(t, g, name)
		for _, from := range []uint64{0, 5} {
			twelve := f.batch(from, 12)
			whole := write(t, f, from, 12, 1)
			for cut := range len(whole) + 1 {
				file := &memory{text: []byte(whole[:cut])}
				rest, err := twelve.Resume(t.Context(), file)
				if err != nil {
					t.Fatalf("%s from %d, cut at %d: %v", name, from, cut, err)
				}
				if err := rest.Write(t.Context(), file); err != nil {
					t.Fatal(err)
				}
				if got := string(file.text); got != whole {
					t.Fatalf("%s from %d, cut at %d:\n%s\nwant\n%s", name, from, cut, got, whole)
				}
			}
			other := &memory{text: []byte(whole)}
			foreign := newFormat(t, newGenerator(t, boardtest.Parse(t, "3x3"), Options{Seed: 2}), name).batch(from, 12)
			if _, err := foreign.Resume(t.Context(), other); !errors.Is(err, batch.ErrOther) || string(other.text) != whole {
				t.Errorf("%s: continued the batch of another seed: %v", name, err)
			}
			if _, err := f.batch(from, 11).Resume(t.Context(), other); err == nil {
				t.Errorf("%s: 12 puzzles are no part of 11", name)
			}
		}
	}
}

// checkKept resumes a file of some text: either it is the beginning of the batch, and completed, or
// it is refused and stays as it is.
func checkKept(t rapid.TB, f format, from, count uint64, text, whole string) {
	t.Helper()
	file := &memory{text: []byte(text)}
	_, err := f.batch(from, count).Resume(context.Background(), file)
	switch isBeginning := strings.HasPrefix(whole, text); {
	case isBeginning && err != nil:
		t.Errorf("refused the beginning of the batch, %q: %v", text, err)
	case !isBeginning && err == nil:
		t.Errorf("cut %q back to %q", text, file.text)
	case !isBeginning && string(file.text) != text:
		t.Errorf("changed %q to %q", text, file.text)
	}
}

// Files of another format, whole or cut anywhere, and files that something else was added to.
func TestResumeKeepsOtherFiles(t *testing.T) {
	const count = 3
	g := newGenerator(t, boardtest.Parse(t, "3x3"), Options{Seed: 1})
	for _, name := range formats() {
		f := newFormat(t, g, name)
		for _, from := range []uint64{0, 5} {
			whole := write(t, f, from, count, 1)
			for _, other := range formats() {
				foreign := write(t, newFormat(t, g, other), from, count, 1)
				for cut := range len(foreign) + 1 {
					checkKept(t, f, from, count, foreign[:cut], whole)
				}
			}
			for cut := range len(whole) + 1 {
				for _, tail := range []string{"x", "\n", "a note\n", "no line at all", "\x00"} {
					checkKept(t, f, from, count, whole[:cut]+tail, whole)
				}
			}
		}
	}
}

func TestResumeKeepsAnyText(t *testing.T) {
	g := newGenerator(t, boardtest.Parse(t, "3x3"), Options{Seed: 1})
	rapid.Check(t, func(rt *rapid.T) {
		f := newFormat(t, g, rapid.SampledFrom(formats()).Draw(rt, "format"))
		whole := write(t, f, 0, 2, 1)
		text := whole[:rapid.IntRange(0, len(whole)).Draw(rt, "cut")] + rapid.String().Draw(rt, "text")
		checkKept(rt, f, 0, 2, text, whole)
	})
}

// memory is a file that no disk is needed for.
type memory struct {
	text []byte
	at   int
}

func (m *memory) Read(p []byte) (int, error) {
	if m.at >= len(m.text) {
		return 0, io.EOF
	}
	n := copy(p, m.text[m.at:])
	m.at += n
	return n, nil
}

func (m *memory) Write(p []byte) (int, error) {
	m.text = append(m.text[:m.at], p...)
	m.at = len(m.text)
	return len(p), nil
}

func (m *memory) Seek(to int64, _ int) (int64, error) {
	m.at = int(to)
	return to, nil
}

func (m *memory) Truncate(size int64) error {
	m.text = m.text[:size]
	return nil
}

// stopping ends its context after some writes, as an interrupt does.
type stopping struct {
	bytes.Buffer
	cancel context.CancelCauseFunc
	left   int
}

var errStop = errors.New("stop")

func (s *stopping) Write(p []byte) (int, error) {
	if s.left--; s.left == 0 {
		s.cancel(errStop)
	}
	return s.Buffer.Write(p)
}

// An interrupted batch has written whole records only: the beginning of the batch.
func TestInterruptLeavesWholeRecords(t *testing.T) {
	g := newGenerator(t, boardtest.Parse(t, "3x3"), Options{Seed: 1})
	for _, name := range formats() {
		f := newFormat(t, g, name)
		ctx, cancel := context.WithCancelCause(t.Context())
		out := &stopping{cancel: cancel, left: 5}
		told := uint64(0)
		b := f.batch(0, 1<<60)
		b.form.Progress = func(n uint64) { told += n }
		err := b.Write(ctx, out)
		if !errors.Is(err, errStop) {
			t.Fatalf("%s: %v", name, err)
		}
		if got := out.String(); got == "" || got != write(t, f, 0, told, 1) {
			t.Errorf("%s: %d bytes are not the first %d records", name, len(got), told)
		}
	}
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

func TestWriteErrorsEndTheBatch(t *testing.T) {
	f := newFormat(t, newGenerator(t, boardtest.Parse(t, "3x3"), Options{}), "bits")
	if err := f.batch(0, 1<<60).Write(t.Context(), broken{}); !errors.Is(err, io.ErrClosedPipe) {
		t.Error(err)
	}
	g := newGenerator(t, boardtest.Parse(t, "3x3"), Options{Distinct: "states"})
	var refused *NoSuchError
	if err := newFormat(t, g, "bits").batch(0, 512).Write(t.Context(), io.Discard); !errors.As(err, &refused) {
		t.Errorf("512 distinct puzzles of 511: %v", err)
	}
}

// A record depends on its puzzle alone: a batch is its records one after another.
func TestBatchIsItsRecords(t *testing.T) {
	g := newGenerator(t, boardtest.Parse(t, "torus:4x5"), Options{Seed: 8})
	f := newFormat(t, g, "jsonl")
	rapid.Check(t, func(t *rapid.T) {
		from, count := rapid.Uint64Range(0, 1<<50).Draw(t, "from"), rapid.Uint64Range(0, 40).Draw(t, "count")
		var want, got bytes.Buffer
		for i := range count {
			if err := f.batch(from+i, 1).Write(context.Background(), &want); err != nil {
				t.Fatal(err)
			}
		}
		if err := f.batch(from, count).Write(context.Background(), &got); err != nil {
			t.Fatal(err)
		}
		if want.String() != got.String() {
			t.Fatalf("%d from %d:\n%s\nwant\n%s", count, from, &got, &want)
		}
	})
}

var update = flag.Bool("update", false, "write golden files anew")

// A seed means the same puzzles in every version: the first puzzles of many batches, and a sum of
// a thousand of each. If this fails, batches that people have made can no longer be made again.
func TestSeedsKeepTheirMeaning(t *testing.T) {
	var got strings.Builder
	for _, c := range []struct {
		spec string
		o    Options
	}{
		{"5x5", Options{Seed: 1}},
		{"5x5", Options{Seed: 1, Distinct: "states"}},
		{"5x5", Options{Seed: 2, Presses: &Range{15, 15}}},
		{"5x5", Options{Seed: 2, Presses: &Range{3, 7}, Unique: true, Lit: &Range{5, 12}}},
		{"4x4", Options{Seed: 1, Distinct: "symmetry", AllowSolved: true}},
		{"4x4", Options{Seed: 1, Levels: "100"}},
		{"5x5", Options{Seed: 1, Symmetric: "mirror"}},
		{"6x6", Options{Seed: 1, Presses: &Range{4, 6}}},
		{"6x6", Options{Seed: 1, Presses: &Range{4, 6}, Distinct: "states"}},
		{"6x6", Options{Seed: 1, Distinct: "symmetry"}},
		{"7x7", Options{Seed: 1, Lit: &Range{3, 5}}},
		{"9x9", Options{Seed: 1, Presses: &Range{5, 6}}},
		{"9x9", Options{Seed: 1, Distinct: "states"}},
		{"torus:6x6", Options{Seed: 7}},
		{"merlin", Options{Seed: 1}},
		{"hypercube:5", Options{Seed: 1}},
		{"20x20", Options{Seed: 1<<64 - 1}},
		{"20x20", Options{Seed: 1, Distinct: "states"}},
		{"torus:65x64", Options{Seed: 1}},
		{"5x5", Options{Seed: 1, Engine: "presses"}},
		{"torus:6x6", Options{Seed: 1, Presses: &Range{4, 4}, Distinct: "states"}},
		{"hypercube:7", Options{Seed: 1, Presses: &Range{6, 6}, Distinct: "states"}},
	} {
		g := newGenerator(t, boardtest.Parse(t, c.spec), c.o)
		f := newFormat(t, g, "bits")
		count := uint64(1000)
		count = min(count, g.limit())
		if g.board.Lights() > maxEliminated || len(quietOf(g)) > maxCompared {
			count = 3
		}
		text := strings.TrimPrefix(write(t, f, 0, count, 2), head(t, g)) // states are frozen, the head is not
		sum := sha256.Sum256([]byte(text))
		fmt.Fprintf(&got, "%s %s\n%d %s\n", c.spec, describe(c.o), count, hex.EncodeToString(sum[:8]))
		for _, line := range strings.SplitN(text, "\n", 4)[:3] {
			fmt.Fprintln(&got, line[:min(81, len(line))])
		}
	}
	const file = "testdata/seeds.golden"
	if *update {
		if err := os.WriteFile(file, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got.String() != string(want) {
		t.Errorf("got\n%s\nwant\n%s", &got, want)
	}
}

func head(t *testing.T, g *generator) string {
	how := puzzlefile.Form{Format: "bits"}
	if o := g.options; !o.uniform() {
		how.Uneven = "--engine " + o.Engine
	}
	w, err := puzzlefile.NewWriter(how, g.board)
	if err != nil {
		t.Fatal(err)
	}
	return w.Layout().Head
}

func describe(o Options) string {
	engine, _, _ := strings.Cut(o.Engine, ":")
	text := fmt.Sprintf("seed=%d method=%s presses=%v lit=%v", o.Seed, engine, o.Presses, o.Lit)
	return text + fmt.Sprintf(" levels=%d unique=%v symmetric=%s distinct=%s solved=%v", o.ramp(), o.Unique, o.Symmetric, o.Distinct, o.AllowSolved)
}
