package bench

import (
	"io"
	"testing"

	"lightsout/board"
	"lightsout/generate"
	"lightsout/internal/boardtest"
)

// BenchmarkGenerate is how long a puzzle of a batch takes, and its writing.
func BenchmarkGenerate(b *testing.B) {
	for _, c := range []struct {
		name, spec, format string
		o                  generate.Options
	}{
		{"5x5/bits", "5x5", "bits", generate.Options{}},
		{"5x5/presses-15", "5x5", "bits", generate.Options{Presses: &generate.Range{Low: 15, High: 15}}},
		{"5x5/jsonl", "5x5", "jsonl", generate.Options{}},
		{"5x5/jsonl-split", "5x5", "jsonl", generate.Options{Split: []generate.Share{{Name: "train", Weight: 9}, {Name: "test", Weight: 1}}}},
		{"5x5/distinct", "5x5", "bits", generate.Options{Distinct: "states"}},
		{"20x20/distinct-symmetry", "20x20", "bits", generate.Options{Distinct: "symmetry"}},
	} {
		b.Run(c.name, func(b *testing.B) {
			batch := must(generate.Plan(b.Context(), []*board.Board{boardtest.Parse(b, c.spec)}, c.o))(b)
			const most = 1<<23 - 1 // as many as there are distinct ones on 5x5
			for left := uint64(b.N); left > 0; left -= min(left, most) {
				part := must(batch.Part(0, min(left, most)))(b)
				must(0, part.Write(b.Context(), io.Discard, generate.Form{Format: c.format}))(b)
			}
		})
	}
}
