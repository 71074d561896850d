package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lightsout/gf2"
	"lightsout/research/split"
)

// The fewest presses of odd squares, as in OEIS A075464, by package split alone.
func TestMinimumByClasses(t *testing.T) {
	for n, want := range map[int]int{19: 141, 39: 561, 61: 1629, 65: 1867} {
		q, err := newSquare(t.Context(), fmt.Sprintf("%dx%d", n, n))
		if err != nil {
			t.Fatal(err)
		}
		answer, _, err := q.known(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		answer.Add(q.quiet[0]) // no longer the lightest
		s := q.split(answer)
		if answer, err = q.light(t.Context(), s, answer, split.Options{}); err != nil {
			t.Fatal(err)
		}
		best, proof, resumed, err := q.prove(t.Context(), s, answer, split.Options{}, nil)
		if err != nil || best.Weight() != want || proof == "" || resumed {
			t.Errorf("%d×%d: %d presses, want %d (%s, %v)", n, n, best.Weight(), want, proof, err)
		}
		if !q.board.Apply(best).Equal(gf2.AllOnes(n * n)) {
			t.Errorf("%d×%d: not an answer", n, n)
		}
	}
}

func TestVerify(t *testing.T) {
	const file = "../../records/a075464.certificates.gz"
	var out bytes.Buffer
	if err := run(t.Context(), &out, io.Discard, []string{"verify", file, "--board", "39x39,47x47"}); err != nil || strings.Count(out.String(), "verified") != 2 {
		t.Errorf("%v\n%s", err, out.String())
	}
	// An answer that is not the lightest.
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	in, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(in)
	if err != nil {
		t.Fatal(err)
	}
	line, _, _ := strings.Cut(string(text), "\n")
	forged := filepath.Join(t.TempDir(), "forged.json")
	if err := os.WriteFile(forged, []byte(strings.Replace(line, `"presses":[`, `"presses":[0,`, 1)), 0o666); err != nil {
		t.Fatal(err)
	}
	out.Reset()
	if err := run(t.Context(), &out, io.Discard, []string{"verify", forged}); err == nil {
		t.Errorf("a forged certificate: %s", out.String())
	}
}

// A search goes on from its checkpoint, says so, and refuses a file that was edited anywhere.
func TestCheckpoint(t *testing.T) {
	q, err := newSquare(t.Context(), "39x39")
	if err != nil {
		t.Fatal(err)
	}
	answer, _, err := q.known(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	save := &checkpointFlags{file: filepath.Join(t.TempDir(), "39")}
	if _, _, resumed, err := q.prove(t.Context(), q.split(answer), answer, split.Options{}, save); err != nil || save.failed != nil || resumed {
		t.Fatal(resumed, err, save.failed)
	}
	if _, err := save.saved(q); err == nil {
		t.Error("a file that exists is not kept")
	}
	save.resume = true
	saved, err := save.saved(q)
	if err != nil {
		t.Fatal(err)
	}
	best, _, resumed, err := q.prove(t.Context(), q.split(answer), answer, split.Options{Saved: &saved.State}, save)
	if err != nil || best.Weight() != 561 || !resumed {
		t.Errorf("%d presses, resumed %v, %v", best.Weight(), resumed, err)
	}
	text, err := os.ReadFile(save.file)
	if err != nil {
		t.Fatal(err)
	}
	for i := range text {
		edited := bytes.Clone(text)
		edited[i]++
		if err := os.WriteFile(save.file, edited, 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := save.saved(q); err == nil {
			t.Errorf("edited at %d, and used: %s", i, edited)
		}
	}
}
