package cnf

import (
	"errors"
	"math"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestAppendLitAgreesWithStrconv(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := Lit(rapid.Int32Range(-math.MaxInt32, math.MaxInt32).Draw(t, "literal"))
		for ; l != 0; l /= 10 { // every length
			got := string(appendLit(make([]byte, 0, litSpace), l))
			if want := strconv.Itoa(int(l)) + " "; got != want {
				t.Fatalf("%d written as %q", l, got)
			}
		}
	})
	for power := 1; power <= 1_000_000_000; power *= 10 {
		for _, l := range []Lit{Lit(power), Lit(1 - power - 1), Lit(power - 1)} {
			if l == 0 {
				continue
			}
			if got := string(appendLit(make([]byte, 0, litSpace), l)); got != strconv.Itoa(int(l))+" " {
				t.Errorf("%d written as %q", l, got)
			}
		}
	}
}

// Clauses longer than the buffer, comments longer than the buffer.
func TestWriterFlushesInside(t *testing.T) {
	var f Formula
	f.NewVars(123_456)
	f.Comments = []string{strings.Repeat("long ", writerBuffer) + "end"}
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
	for _, room := range []int{0, 10, writerBuffer, 3 * writerBuffer} {
		if err := f.WriteDIMACS(&full{room, broken}); !errors.Is(err, broken) {
			t.Errorf("with room for %d bytes: %v", room, err)
		}
	}
}
