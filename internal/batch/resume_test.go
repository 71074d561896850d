package batch

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"pgregory.net/rapid"
)

// A file that was cut off anywhere is continued to the bytes of the whole run; one of another run stays as it is.
func TestResumeAfterAnyCut(t *testing.T) {
	name := filepath.Join(t.TempDir(), "run")
	rapid.Check(t, func(t *rapid.T) {
		run := numbers(rapid.Uint64Range(0, 40).Draw(t, "count"), 1)
		run.From = rapid.Uint64Range(0, 200).Draw(t, "from")
		run.Head = rapid.SampledFrom([]string{"", "number\n", "number\nfrom 0\n"}).Draw(t, "head")
		var whole bytes.Buffer
		if err := run.Write(t.Context(), &whole); err != nil {
			t.Fatal(err)
		}
		cut := whole.Bytes()[:rapid.IntRange(0, whole.Len()).Draw(t, "cut")]
		file := reopened(t, name, cut)
		defer file.Close()
		rest, err := run.Resume(t.Context(), file)
		if err != nil {
			t.Fatalf("resuming after %q: %v", cut, err)
		}
		if err := rest.Write(t.Context(), file); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(name); err != nil || !bytes.Equal(got, whole.Bytes()) {
			t.Fatalf("resuming after %q gives %q, want %q (%v)", cut, got, whole.Bytes(), err)
		}
	})
}

func TestResumeRefusesOtherFiles(t *testing.T) {
	name := filepath.Join(t.TempDir(), "run")
	headed := numbers(3, 1)
	headed.Head = "number\n"
	for _, c := range []struct {
		text  string
		run   Records
		other bool // ErrOther, or any error
	}{
		{"7\n8\n", numbers(3, 1), true},
		{"0\n2\n", numbers(3, 1), true},
		{"0\n1\nx", numbers(3, 1), true},
		{"x", numbers(3, 1), true},
		{"0\n1\n", headed, true},
		{"0\n1\n2\n3\n", numbers(3, 1), false},
	} {
		file := reopened(t, name, []byte(c.text))
		_, err := c.run.Resume(t.Context(), file)
		if err == nil || errors.Is(err, ErrOther) != c.other {
			t.Errorf("resuming %q: %v, want ErrOther: %v", c.text, err, c.other)
		}
		file.Close()
		if got, err := os.ReadFile(name); err != nil || string(got) != c.text {
			t.Errorf("%q was refused, and is now %q (%v)", c.text, got, err)
		}
	}
}

// reopened is a file with a content, as a resumed run opens it.
func reopened(t interface {
	Helper()
	Fatal(...any)
}, name string, content []byte) *os.File {
	t.Helper()
	if err := os.WriteFile(name, content, 0o644); err != nil {
		t.Fatal(err)
	}
	file, err := os.OpenFile(name, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	return file
}
