package puzzlefile

import (
	"io"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"lightsout/board"
	"lightsout/internal/boardtest"
)

// What a writer wrote is told by its content, whatever the file is called: one puzzle of every board in every format
// that takes it, and mixes of boards as generate writes them. Either it is read as what it is, or refused; never as
// something else.
func TestEveryWritersOutputIsTold(t *testing.T) {
	specs := slices.Concat(boardtest.Specs, boardtest.ColouredSpecs)
	for _, f := range Formats() {
		if !f.Writes() || f.BoardOnly {
			continue
		}
		t.Run(f.Name, func(t *testing.T) {
			t.Parallel()
			for _, spec := range specs {
				told(t, f, spec)
			}
		})
		if !f.Batches() {
			continue
		}
		t.Run(f.Name+"/mixes", func(t *testing.T) {
			t.Parallel()
			rapid.Check(t, func(t *rapid.T) {
				told(t, f, rapid.SliceOfN(rapid.SampledFrom(specs), 2, 4).Draw(t, "boards")...)
			})
		})
	}
}

// A board that a writer of boards wrote is told by its content too: it is read as what it is, or refused.
func TestEveryWrittenBoardIsTold(t *testing.T) {
	for _, f := range Formats() {
		if !f.Writes() || !f.BoardOnly {
			continue
		}
		t.Run(f.Name, func(t *testing.T) {
			t.Parallel()
			read := 0
			for _, spec := range slices.Concat(boardtest.Specs, []string{"path:2", "complete:3", "1x1", "2x2"}) {
				want := parse(t, spec)
				var text strings.Builder
				if Write(&text, f.Name, board.NewPuzzle(want)) != nil {
					continue // the format does not take the board
				}
				for _, name := range []string{"x", "x" + f.Suffix, "x.txt"} {
					r := NewReader(strings.NewReader(text.String()), ReaderOptions{Name: name})
					p, err := r.Next()
					if err != nil {
						continue
					}
					read++
					if r.Kind() != f.Name || p.Board.Lights() != want.Lights() || p.Board.Switches() != want.Switches() {
						t.Fatalf("%s of %s as %s is read as %s: %d lights, %d switches\n%s", f.Name, spec, name, r.Kind(), p.Board.Lights(), p.Board.Switches(), text.String())
					}
					for s := range want.Switches() {
						if got := slices.Sorted(slices.Values(p.Board.Toggles(s))); !slices.Equal(got, slices.Sorted(slices.Values(want.Toggles(s)))) {
							t.Fatalf("%s of %s as %s: switch %d flips %v, not %v\n%s", f.Name, spec, name, s+1, got, want.Toggles(s), text.String())
						}
					}
				}
			}
			if read == 0 {
				t.Error("nothing was read")
			}
		})
	}
}

// told writes two puzzles of each board and reads them back by content, under several names.
func told(t rapid.TB, f Format, specs ...string) {
	t.Helper()
	var text strings.Builder
	var want []*board.Puzzle
	for i, spec := range specs {
		b := parse(t, spec)
		w, err := NewWriter(Form{Format: f.Name}, b)
		if err != nil || i > 0 && !w.Layout().Blank && w.Layout().Head != "" && f.Name != "csv" {
			return // the format does not take the board, or names one board for the whole file
		}
		for k := range 2 {
			p := board.NewPuzzle(b)
			p.On = boardtest.Random(b, uint64(i)<<32+uint64(k))
			head := w.Layout().Head
			if f.Name == "csv" && len(want) > 0 {
				head = ""
			}
			record, err := w.Append([]byte(head), &Record{Puzzle: *p, Index: uint64(len(want))})
			if err != nil {
				return
			}
			text.Write(record)
			want = append(want, p)
			if !f.Batches() {
				break
			}
		}
	}
	for _, name := range []string{"x", "x" + f.Suffix, "x.txt"} {
		r := NewReader(strings.NewReader(text.String()), ReaderOptions{Name: name})
		for i := 0; ; i++ {
			p, err := r.Next()
			if err == io.EOF && i == len(want) {
				break
			}
			if err != nil {
				t.Fatalf("%s of %v as %s: puzzle %d: %v\n%s", f.Name, specs, name, i+1, err, text.String())
			}
			if i >= len(want) || !samePuzzle(p, want[i]) {
				t.Fatalf("%s of %v as %s: puzzle %d is %v, on %v (%s)\n%s", f.Name, specs, name, i+1, p.Board, p.On, r.Kind(), text.String())
			}
		}
	}
}

// A text grid that is called .bits is a text grid all the same: the board that the file names tells.
func TestTheHeaderComesBeforeTheSuffix(t *testing.T) {
	for _, spec := range []string{"3x3,mod=3", "2x4", "torus:3x3,mod=5"} {
		p := board.NewPuzzle(parse(t, spec))
		var text strings.Builder
		if err := Write(&text, "text", p); err != nil {
			t.Fatal(err)
		}
		rows := strings.NewReplacer(".", "0", "#", "1").Replace(text.String())
		r := NewReader(strings.NewReader(rows), ReaderOptions{Name: "x.bits"})
		if q, err := r.Next(); err != nil || r.Kind() != "text" || !samePuzzle(p, q) {
			t.Errorf("%s: %v, read as %s", spec, err, r.Kind())
		}
	}
}
