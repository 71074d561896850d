package cnf

import (
	"bytes"
	"errors"
	"flag"
	"io"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"lightsout/internal/boardtest/malformed"
)

var update = flag.Bool("update", false, "write what the tests found into testdata")

// Each input of the archive is wrong in one way.
func TestReadDIMACSMalformed(t *testing.T) {
	malformed.Test(t, "testdata/malformed.txtar", *update, func(t *testing.T, name, text string) string {
		f, err := ReadDIMACS(strings.NewReader(text), name)
		var syntax *SyntaxError
		if f != nil || !errors.As(err, &syntax) {
			t.Fatalf("read as %+v, %v; want a *SyntaxError", f, err)
		}
		return err.Error()
	})
}

// Unusual but correct files.
func TestReadDIMACSWellFormed(t *testing.T) {
	for name, test := range map[string]struct{ text, same string }{
		"as written":            {"p cnf 3 2\n1 -3 0\n2 3 -1 0\n", "p cnf 3 2\n1 -3 0\n2 3 -1 0\n"},
		"nothing":               {"p cnf 0 0", "p cnf 0 0\n"},
		"unused variables":      {"p cnf 2147483647 0\n", "p cnf 2147483647 0\n"},
		"largest literals":      {"p cnf 2147483647 1\n2147483647 -2147483647 0\n", "p cnf 2147483647 1\n2147483647 -2147483647 0\n"},
		"no last line end":      {"p cnf 1 1\n1 0", "p cnf 1 1\n1 0\n"},
		"empty clauses":         {"p cnf 1 2\n0\n0\n", "p cnf 1 2\n0\n0\n"},
		"repetition, tautology": {"p cnf 1 1\n1 1 -1 0\n", "p cnf 1 1\n1 1 -1 0\n"},
		"blanks and tabs":       {"\n \t\n  p\tcnf   3 \t1 \t\n\n\t1   2\t3 0  \n \n", "p cnf 3 1\n1 2 3 0\n"},
		"clauses over lines":    {"p cnf 3 2\n1\n2\n\n3 0 1\n0\n", "p cnf 3 2\n1 2 3 0\n1 0\n"},
		"clauses on one line":   {"p cnf 3 3\n1 0 2 0 3 0\n", "p cnf 3 3\n1 0\n2 0\n3 0\n"},
		"carriage returns":      {"c a\r\np cnf 2 2\r\n1 2\r\n0\r\nx1 2 0\r\n", "c a\np cnf 2 2\n1 2 0\nx 1 2 0\n"},
		"leading zeros":         {"p cnf 02 0001\n001 -002 00\n", "p cnf 2 1\n1 -2 0\n"},
		"comments":              {"c\nc  two\ncthree\nc p cnf 9 9\np cnf 1 1\n c five\n1\nc\tsix \n0\nc end", "c\nc  two\nc three\nc p cnf 9 9\nc five\nc \tsix \nc end\np cnf 1 1\n1 0\n"},
		"XOR clauses":           {"p cnf 3 4\nx1 2 3 0\nx -1 2 0\n  x\t-1 -2 -3 0 \nx1 1 0\n", "p cnf 3 4\nx 1 2 3 0\nx -1 2 0\nx -1 2 3 0\nx 1 1 0\n"},
		"XOR among clauses":     {"p cnf 2 3\n1 0\nx1 -2 0\n2 0\n", "p cnf 2 3\n1 0\n2 0\nx -1 2 0\n"},
		"p xnf, x lines":        {"p xnf 3 3\nx 1 2 0\nx-1 3 0\n1 2 0\n", "p cnf 3 3\n1 2 0\nx 1 2 0\nx -1 3 0\n"},
		"p xnf, sums alone":     {"p xnf 3 3\n1+2+3 0\n-1+2 0\n3+-1 0\n", "p cnf 3 3\nx 1 2 3 0\nx -1 2 0\nx -1 3 0\n"},
		"p xnf, sums":           {"p xnf 4 2\n1+2+3 -4 0\n-3+2+1 -1+2 0\n", "p cnf 6 4\n5 -4 0\n-5 -6 0\nx -1 2 3 5 0\nx -1 2 6 0\n"},
		"p xnf, terms cancel":   {"p xnf 2 4\n1+1 2 0\n-1+1 2 0\n1+2+1 -2 0\n2+1+2 0\n", "p cnf 2 4\n2 0\n-1 1 2 0\n2 -2 0\nx 1 0\n"},
		"p xnf, over lines":     {"p xnf 2 1\n1+2\n0\n", "p cnf 3 2\n3 0\nx -1 2 3 0\n"},
		"SATLIB's trailer":      {"p cnf 2 1\n 1 -2 0\n%\n0\n\n", "p cnf 2 1\n1 -2 0\n"},
		"trailer with blanks":   {"p cnf 2 1\r\n1 -2 0\r\n % \r\n 0 \r\n \r\n\t", "p cnf 2 1\n1 -2 0\n"},
	} {
		t.Run(name, func(t *testing.T) {
			for kind, r := range map[string]io.Reader{
				"whole":        strings.NewReader(test.text),
				"byte by byte": iotest.OneByteReader(strings.NewReader(test.text)),
				"with EOF":     iotest.DataErrReader(strings.NewReader(test.text)),
			} {
				f, err := ReadDIMACS(r, name)
				if err != nil {
					t.Fatalf("read %s: %v", kind, err)
				}
				var text strings.Builder
				if err := f.WriteDIMACS(&text); err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(test.same, text.String()); diff != "" {
					t.Errorf("read %s: %s", kind, diff)
				}
			}
		})
	}
}

// Writing and reading gives the same formula, with its comments.
func TestDIMACSRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var f Formula
		drawTrace(t)(&f)
		f.Comments = rapid.SliceOf(rapid.StringMatching(`[ -~\t]*`)).Draw(t, "comments")
		checkRoundTrip(t, &f)
	})
}

func checkRoundTrip(t interface {
	Helper()
	Fatalf(string, ...any)
}, f *Formula) {
	t.Helper()
	var text bytes.Buffer
	if err := f.WriteDIMACS(&text); err != nil {
		t.Fatalf("writing: %v", err)
	}
	again, err := ReadDIMACS(bytes.NewReader(text.Bytes()), "again")
	if err != nil {
		t.Fatalf("%v in\n%q", err, text.Bytes())
	}
	if !again.Equal(f) || strings.Join(again.Comments, "\n") != strings.Join(f.Comments, "\n") {
		t.Fatalf("read  %+v\nwrote %+v\n%q", again, f, text.Bytes())
	}
}

// Whatever is accepted survives writing and reading. The result does not depend on the pieces in which
// the text arrives.
func FuzzReadDIMACS(f *testing.F) {
	for _, in := range malformed.Inputs(f, "testdata/malformed.txtar") {
		f.Add([]byte(in.Text))
	}
	f.Add([]byte("c well formed\r\np cnf 12 4\n1 -2\n3 0 0\nx-4 5 12 0\n -11 7 0\n%\n0\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		formula, err := ReadDIMACS(bytes.NewReader(text), "fuzz")
		slow, slowErr := ReadDIMACS(iotest.OneByteReader(bytes.NewReader(text)), "fuzz")
		if !cmp.Equal(err, slowErr) || err == nil && !slow.Equal(formula) {
			t.Fatalf("whole: %v\nbyte by byte: %v", err, slowErr)
		}
		var syntax *SyntaxError
		switch {
		case err == nil:
			checkRoundTrip(t, formula)
		case !errors.As(err, &syntax):
			t.Fatalf("%T: %v", err, err)
		case syntax.Line < 1 || syntax.Line > 1+bytes.Count(text, []byte("\n")) || len(syntax.Msg) > 200:
			t.Fatalf("error in line %d of %d bytes: %s", syntax.Line, len(text), syntax.Msg)
		}
	})
}

// A read error is neither a syntax error nor the end of the text.
func TestReadDIMACSPassesReadErrorsOn(t *testing.T) {
	broken := errors.New("broken")
	text := "p cnf 2 1\n1 2 0\n"
	for n := range len(text) + 1 {
		r := io.MultiReader(strings.NewReader(text[:n]), iotest.ErrReader(broken))
		f, err := ReadDIMACS(r, "file")
		if f != nil || !errors.Is(err, broken) || !strings.HasPrefix(err.Error(), "file:") {
			t.Errorf("after %d bytes: %v, %v", n, f, err)
		}
	}
	if _, err := ReadDIMACS(idle{}, "file"); !errors.Is(err, io.ErrNoProgress) {
		t.Errorf("a reader that never reads: %v", err)
	}
}

type idle struct{}

func (idle) Read([]byte) (int, error) { return 0, nil }

// However large the numbers of the header, the reader allocates only its buffer.
func TestReadDIMACSDoesNotBelieveTheHeader(t *testing.T) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f, err := ReadDIMACS(strings.NewReader("p cnf 2147483647 9223372036854775807\n1 0"), "huge")
	runtime.ReadMemStats(&after)
	if f != nil || err == nil {
		t.Fatal("a promise not kept was believed")
	}
	if got := after.TotalAlloc - before.TotalAlloc; got > 1<<20 {
		t.Errorf("allocated %d bytes", got)
	}
}
