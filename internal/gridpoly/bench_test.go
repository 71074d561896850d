package gridpoly

import (
	"fmt"
	"testing"
)

// The three things done to every word of a board, per row.

func BenchmarkStep(b *testing.B) {
	for _, words := range []int{79, 1563} {
		b.Run(fmt.Sprintf("words=%d", words), func(b *testing.B) {
			above, here, lights := make([]uint64, words), make([]uint64, words), make([]uint64, words)
			b.SetBytes(int64(8 * words))
			for b.Loop() {
				step(above, above, here, lights)
			}
		})
	}
}

func BenchmarkCountLit(b *testing.B) {
	const words = 157
	above, here, lights := make([]uint64, words), make([]uint64, words), make([]uint64, words)
	b.SetBytes(8 * words)
	for b.Loop() {
		countLit(Grid(1, 64*words), lights, above, here, above)
	}
}

func BenchmarkRandomRow(b *testing.B) {
	const words = 157
	row := make([]uint64, words)
	r := RandomLights(Grid(1, 64*words), 1)
	b.SetBytes(8 * words)
	for b.Loop() {
		r.fill(0, row)
	}
}
