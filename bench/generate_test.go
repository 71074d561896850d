package bench

import (
	"io"
	"testing"

	"lightsout/generate"
	"lightsout/internal/boardtest"
	"lightsout/puzzlefile"
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
		{"5x5/distinct", "5x5", "bits", generate.Options{Distinct: "states"}},
		{"20x20/distinct-symmetry", "20x20", "bits", generate.Options{Distinct: "symmetry"}},
	} {
		b.Run(c.name, func(b *testing.B) {
			g, err := generate.New(b.Context(), boardtest.Parse(b, c.spec), c.o)
			if err != nil {
				b.Fatal(err)
			}
			w, err := puzzlefile.NewWriter(c.format, g.Board())
			if err != nil {
				b.Fatal(err)
			}
			const most = 1<<23 - 1 // as many as there are distinct ones on 5x5
			batch := generate.Batch{Generator: g, Writer: w}
			for left := uint64(b.N); left > 0; left -= batch.Count {
				batch.Count = min(left, most)
				if err := batch.Write(b.Context(), io.Discard); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
