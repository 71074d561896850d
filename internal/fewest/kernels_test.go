package fewest

import (
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// On a processor without AVX2 both sides are the same code and this says nothing.
func TestKernelsEqualPortable(t *testing.T) {
	rapid.Check(t, equalKernels)
}

func equalKernels(t *rapid.T) {
	const dearest = 100
	r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
	places := rapid.IntRange(1, maxPlaces).Draw(t, "places")
	columns := make([]tallied, rapid.IntRange(0, 300).Draw(t, "columns"))
	for i := range columns {
		columns[i] = tallied{
			outer: r.Uint64(), place: r.Uint32N(1 << places),
			lane: uint16(r.UintN(2 * lanes)), cost: int64(r.Int32N(2*dearest) - dearest),
		}
	}
	x := r.Uint64()
	want, got := make([]vector, 1<<places), make([]vector, 1<<places)
	tallyPortable(want, columns, x)
	kernels.tally(got, columns, x)
	if !slices.Equal(want, got) {
		t.Fatal("tallies differ")
	}
	transformPortable(want)
	kernels.transform(got)
	if !slices.Equal(want, got) {
		t.Fatal("transforms differ")
	}
	threshold := int16(rapid.IntRange(-30001, 30000).Draw(t, "threshold"))
	if rapid.Bool().Draw(t, "close") {
		threshold = want[r.IntN(len(want))][r.IntN(lanes)] - int16(r.IntN(3))
	}
	wantHits, gotHits := make([]uint32, len(want)/2), make([]uint32, len(want)/2)
	if sievePortable(want, threshold, wantHits) != kernels.sieve(got, threshold, gotHits) ||
		!slices.Equal(wantHits, gotHits) {
		t.Fatal("sieves differ")
	}
}

func BenchmarkBlock(b *testing.B) {
	b.Run("portable", func(b *testing.B) { benchmarkBlock(b, portable) })
	b.Run("assembly", func(b *testing.B) { benchmarkBlock(b, kernels) })
}

func benchmarkBlock(b *testing.B, kn kernelSet) {
	r := rand.New(rand.NewPCG(1, 0))
	columns := make([]tallied, 1500)
	for i := range columns {
		columns[i] = tallied{outer: r.Uint64(), place: r.Uint32N(1 << maxPlaces), lane: uint16(r.UintN(2 * lanes)), cost: 1}
	}
	table, hits := make([]vector, 1<<maxPlaces), make([]uint32, 1<<(maxPlaces-1))
	for b.Loop() {
		clear(table)
		kn.tally(table, columns, 12345)
		kn.transform(table)
		kn.sieve(table, 1000, hits)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/(lanes<<maxPlaces), "ns/word")
}
