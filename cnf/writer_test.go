package cnf

import (
	"errors"
	"strings"
	"testing"
)

// Clauses longer than the buffer, comments longer than the buffer.
func TestWriterFlushesInside(t *testing.T) {
	var f Formula
	f.NewVars(123_456)
	f.Comments = []string{strings.Repeat("long ", 1<<16) + "end"}
	var long []Lit
	for v := range f.Vars() {
		long = append(long, Lit(v+1))
	}
	f.Clause(long...)
	f.Xor(long, false)
	checkRoundTrip(t, &f)
}

func TestWriterSplitsComments(t *testing.T) {
	var text strings.Builder
	w := newWriter(&text, Counter{}, "one\ntwo\r\n\nfour", "")
	if err := w.close(); err != nil {
		t.Fatal(err)
	}
	if got, want := text.String(), "c one\nc two\nc\nc four\nc\np cnf 0 0\n"; got != want {
		t.Errorf("%q", got)
	}
}

func TestWriterHoldsToItsPromise(t *testing.T) {
	var size Counter
	size.NewVars(2)
	size.Clause(1, 2)
	size.Xor([]Lit{1, 2}, true)
	whole := []func(*writer){
		func(w *writer) { w.NewVars(2) },
		func(w *writer) { w.Clause(1) },
		func(w *writer) { w.Xor([]Lit{2}, false) },
	}
	for name, steps := range map[string][]func(*writer){
		"kept":              whole,
		"no variables":      nil,
		"no clauses":        whole[:1],
		"no XOR clauses":    whole[:2],
		"one variable more": append([]func(*writer){whole[0]}, whole...),
		"one clause more":   append(whole[:3:3], whole[1]),
		"one XOR more":      append(whole[:3:3], whole[2]),
		"clause for XOR":    {whole[0], whole[1], whole[1]},
	} {
		w := newWriter(&strings.Builder{}, size)
		for _, step := range steps {
			step(w)
		}
		if err := w.close(); (err == nil) != (name == "kept") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// full takes some bytes and then fails.
type full struct {
	room int
	err  error
}

func (f *full) Write(p []byte) (int, error) {
	if len(p) > f.room {
		return f.room, f.err
	}
	f.room -= len(p)
	return len(p), nil
}

func TestWriterReportsTheFirstWriteError(t *testing.T) {
	var f Formula
	f.NewVars(100_000)
	for v := range f.Vars() {
		f.Clause(Lit(v + 1))
	}
	broken := errors.New("no space left")
	for _, room := range []int{0, 10, 1 << 16, 3 << 16} {
		if err := f.WriteDIMACS(&full{room, broken}); !errors.Is(err, broken) {
			t.Errorf("with room for %d bytes: %v", room, err)
		}
	}
}
