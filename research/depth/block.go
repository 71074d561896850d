package depth

import (
	"context"
	"encoding/binary"
	"math/rand/v2"
	"slices"

	"lightsout/gf2"
	"lightsout/internal/covering"
)

// blockKind is a kind of blocks: a dimension, and a peak above it.
type blockKind struct {
	dim, peak int
	from, to  int // in how many dimensions they are looked for
	odd, all  int // they have at least so many regions of odd size, and at most so many regions
	draws     int // how many subspaces are drawn to find one
	total     int // how many are drawn for all flags together; a proof counts as several
}

// Blocks of four dimensions are easy to find and to prove. One of six takes some seconds, and is worth it where
// the peak of what is left can be proved too. Modulo most of the small ones there is none.
var (
	smallBlock = blockKind{dim: 4, peak: 5, from: 7, to: covering.MaxColumnDim, odd: 7, all: 15, draws: 128, total: 1 << 20}
	largeBlock = blockKind{dim: 6, peak: 8, from: 10, to: 2 * covering.MaxEachDim, odd: 22, all: 32, draws: 1 << 9, total: 1 << 20}
)

const (
	blockSteps = 1 << 16 // for the proof of a block
	lastSteps  = 1 << 14 // for each peak of the last dimensions
	drawSteps  = 1 << 5  // so many steps of a proof take as long as drawing a subspace
	// Most subspaces are not blocks. A search of so much work shows it, and takes as long as drawing lookDraws others.
	lookWork  = 1 << 16
	lookDraws = 1 << 3
)

// reaches reports whether it is proved, in so many steps at the most, that all excesses of the regions have a peak of at
// least t. Columns are coordinates in up to covering.MaxEachDim dimensions.
func (s *columnSpace) reaches(t, most int) (proved bool, steps int) {
	r := t - 1
	if (t-len(s.odd()))%2 == 0 {
		r-- // all values have the parity of t
	}
	proved = s.EachBounded(r, func([]int) bool { return false }, func() bool {
		steps++
		return steps > most
	})
	return proved, steps
}

// leastPeak is the highest peak that is proved. Some region has odd size.
func (s *columnSpace) leastPeak() int {
	peak := len(s.odd()) % 2
	if peak == 0 {
		peak = 2
	}
	for {
		if proved, _ := s.reaches(peak+2, lastSteps); !proved {
			return peak
		}
		peak += 2
	}
}

// blockSearch looks for blocks.
type blockSearch struct {
	random *rand.Rand
	kinds  []blockKind
	failed map[string]bool // invariants of subspaces that are not blocks, or could not be shown to be
}

func newBlockSearch(kinds ...blockKind) *blockSearch {
	return &blockSearch{random: rand.New(rand.NewPCG(1, 1)), kinds: kinds, failed: map[string]bool{}}
}

// block looks for a subspace of the kinds, whose peak is proved to be above its dimension. Where at most covering.MaxEachDim dimensions are left,
// it is the whole space, with what is proved of it. odd are the columns of the regions of odd size.
func (b *blockSearch) block(ctx context.Context, s *columnSpace, odd []uint64) (basis []uint64, peak int) {
	if len(b.kinds) == 0 {
		return nil, 0
	}
	if all := gf2.Independent64(s.Points); len(all) <= covering.MaxEachDim {
		return all, s.within(all).leastPeak()
	}
	for i := range b.kinds {
		kind := &b.kinds[i]
		if s.Dim < kind.from || s.Dim > kind.to {
			continue
		}
		for draws := 0; draws < kind.draws && kind.total > 0 && ctx.Err() == nil; draws++ {
			kind.total--
			if basis := b.draw(s, odd, kind.dim); basis != nil && b.proves(ctx, s.within(basis), kind) {
				return basis, kind.peak
			}
		}
	}
	return nil, 0
}

// proves reports whether all excesses have the peak of the kind.
func (b *blockSearch) proves(ctx context.Context, s *columnSpace, kind *blockKind) bool {
	odd := len(s.odd())
	if odd < kind.odd || len(s.Points) > kind.all || (odd-kind.peak)%2 != 0 {
		return false
	}
	alike := s.invariant()
	if b.failed[alike] {
		return false
	}
	if kind.dim > smallBlock.dim {
		kind.total -= lookDraws
		if _, low := s.regions().descend(ctx, kind.peak-1, lookWork, nil); low < kind.peak {
			b.failed[alike] = true
			return false
		}
	}
	proved, steps := s.reaches(kind.peak, blockSteps)
	kind.total -= steps / drawSteps
	if !proved {
		b.failed[alike] = true
	}
	return proved
}

// draw grows a subspace from columns of odd size, each time by one that brings many others of them into it: the best of
// a few that are drawn. Which are best in the end is not known: a subspace with all its columns has a low peak.
func (b *blockSearch) draw(s *columnSpace, odd []uint64, dim int) []uint64 {
	basis := []uint64{odd[b.random.IntN(len(odd))]}
	samples := 1 + b.random.IntN(20)
	for len(basis) < dim {
		best, most := uint64(0), 0
		inside := gf2.Span64(basis)
		for range samples {
			g := odd[b.random.IntN(len(odd))]
			if slices.Contains(inside, g) {
				continue
			}
			gain := 0
			for _, x := range inside {
				if m := s.Sizes[x^g]; m%2 != 0 {
					gain += 2
				} else if m > 0 {
					gain--
				}
			}
			if gain > most {
				best, most = g, gain
			}
		}
		if most == 0 {
			return nil
		}
		basis = append(basis, best)
	}
	return basis
}

// invariant is the same for spaces that a linear map turns into each other: what the weights of all quiet patterns are,
// on the regions of odd size and on the others.
func (s *columnSpace) invariant() string {
	odd, even := make([]int, 1<<s.Dim), make([]int, 1<<s.Dim)
	for g, m := range s.Sizes {
		if m%2 != 0 {
			odd[g] = m
		} else {
			even[g] = m
		}
	}
	covering.Hadamard(odd)
	covering.Hadamard(even)
	weights := make([]uint64, len(odd))
	for c := range weights {
		weights[c] = uint64(uint32(odd[c]))<<32 | uint64(uint32(even[c]))
	}
	slices.Sort(weights)
	text := make([]byte, 0, 8*len(weights))
	for _, w := range weights {
		text = binary.LittleEndian.AppendUint64(text, w)
	}
	return string(text)
}
