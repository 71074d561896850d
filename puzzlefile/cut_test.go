package puzzlefile

import (
	"bytes"
	"fmt"
	"io"
	"lightsout/board"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// everyLine lists what a file says: the puzzles and defects, in order, with their lines.
func everyLine(t *rapid.T, r *Reader) (list []string) {
	for {
		rec, err := r.NextRecord()
		switch {
		case err == io.EOF:
			return list
		case err == nil:
			list = append(list, fmt.Sprint(r.Line(), " ", rec.Origin, " ", rec.Board, " ", rec.On, " ", string(rec.ID)))
		case skipped(err):
			list = append(list, err.Error())
		default:
			t.Fatal(err)
		}
	}
}

// A file that is cut into pieces says the same as in one piece, whatever its format and the pieces.
func TestPiecesAreTheFile(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		format := rapid.SampledFrom([]string{"jsonl", "csv", "bits", "text", "lo"}).Draw(rt, "format")
		w, err := NewWriter(Form{Format: format}, parse(t, "2x3"))
		if err != nil {
			rt.Fatal(err)
		}
		var text []byte
		for i := range rapid.IntRange(1, 40).Draw(rt, "puzzles") {
			if text, err = w.Append(text, &Record{ID: fmt.Appendf(nil, "%d", i), Index: uint64(i), Puzzle: *board.NewPuzzle(w.board)}); err != nil {
				rt.Fatal(err)
			}
			if byLine := format != "text" && format != "lo"; byLine && rapid.IntRange(0, 9).Draw(rt, "bad") == 0 {
				text = append(text, "{\"bad\"\n"...)
			}
		}
		want := everyLine(rt, NewReader(bytes.NewReader(text), ReaderOptions{Name: "f", Kind: format, Board: w.board}))
		whole := NewReader(bytes.NewReader(text), ReaderOptions{Name: "f", Kind: format, Board: w.board})
		if rapid.Bool().Draw(rt, "pipe") {
			whole = NewReader(io.MultiReader(bytes.NewReader(text)), ReaderOptions{Name: "f", Kind: format, Board: w.board})
		}
		var got []string
		var pieces []*Reader
		for {
			piece, err := whole.Cut(rapid.IntRange(1, 9).Draw(rt, "most"))
			if err == io.EOF {
				break
			}
			if err != nil {
				rt.Fatal(err)
			}
			pieces = append(pieces, piece)
		}
		for _, piece := range pieces {
			got = append(got, everyLine(rt, piece)...)
		}
		if strings.Join(got, "\n") != strings.Join(want, "\n") {
			rt.Fatalf("%s: the pieces say\n%s\nthe file says\n%s", format, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	})
}

// Pieces share their boards, so that work on a board is done once.
func TestPiecesShareBoards(t *testing.T) {
	text := strings.Repeat(`{"board":"3x3","on":"all"}`+"\n", 3) + strings.Repeat(`{"board":"graph:g","lights":2,"toggles":[[0],[1]],"on":"all"}`+"\n", 3)
	r := NewReader(strings.NewReader(text), ReaderOptions{})
	met := map[*board.Board]int{}
	for {
		piece, err := r.Cut(1)
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		p, err := piece.Next()
		if err != nil {
			t.Fatal(err)
		}
		met[p.Board]++
	}
	if len(met) != 2 {
		t.Errorf("%d boards for two SPECs", len(met))
	}
}

// A pipe that holds a puzzle hands it out before the next one is there.
func TestCutDoesNotWait(t *testing.T) {
	for _, text := range []string{`{"board":"1x1","on":"all"}` + "\n", "c board 1x1\n1\n", "index,on,lit,min_presses,presses,board\n0,1,1,1,1,1x1\n"} {
		in, out := io.Pipe()
		go func() { _, _ = out.Write([]byte(text)) }()
		piece, err := NewReader(in, ReaderOptions{}).Cut(100)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := piece.Next(); err != nil {
			t.Error(err)
		}
		if _, err := piece.Next(); err != io.EOF {
			t.Error(err)
		}
		out.Close()
	}
}
