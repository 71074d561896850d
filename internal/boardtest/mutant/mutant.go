// Package mutant changes texts at random, for tests that go on where the fuzzer's corpus ends but need no instrumented build.
package mutant

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// Each calls try with so many texts, each made of one of the seeds and parts of others. They are the same every time.
func Each(t *testing.T, rounds int, seeds []string, try func(text string)) {
	last := ""
	defer func() {
		if t.Failed() {
			t.Logf("the last text was %q", last)
		}
	}()
	r := rand.New(rand.NewPCG(uint64(rounds), 1))
	for range rounds {
		text := []byte(seeds[r.IntN(len(seeds))])
		for range 1 + r.IntN(4) {
			text = changed(r, text, []byte(seeds[r.IntN(len(seeds))]))
		}
		last = string(text)
		if try(last); t.Failed() {
			return
		}
	}
}

// changed is a text in which a byte, or some, are others, gone, doubled, or those of another text.
func changed(r *rand.Rand, text, other []byte) []byte {
	at := r.IntN(len(text) + 1)
	to := at + r.IntN(min(len(text)-at, 1<<r.IntN(7))+1)
	switch r.IntN(5) {
	case 0:
		return slices.Delete(text, at, to)
	case 1:
		return slices.Insert(text, at, slices.Clone(text[at:to])...)
	case 2:
		from := r.IntN(len(other) + 1)
		return slices.Replace(text, at, to, other[from:from+r.IntN(len(other)-from+1)]...)
	case 3:
		return slices.Insert(text, at, byte(r.IntN(256)))
	}
	if at < len(text) {
		text[at] = "0123456789-,;:\"[]{} \n.#ae"[r.IntN(25)]
	}
	return text
}
