package covering

import (
	"cmp"
	"context"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
)

// A flag is a sequence of regions, each of odd size modulo those before it. Its length is a lower bound on the peak.
//
// Let x be the column of a region of odd size. Its excess is at least 1 or at most −1, so on half of the quiet
// patterns it adds at least 1. Among these, two regions whose columns differ by x count as one whose excess is the
// sum or the difference, and whose size is the sum of both. So the peak is at least 1 more than the least
// peak of the regions modulo x. There again a region may have an odd size, and so on, until all sizes are even. Any
// bound on the peak of what is left adds to the length of the flag. The bound by a star falls slowly while few
// regions merge.
//
// A flag proves at most the number of dimensions. It helps where most sums of two columns are columns, so that a
// star proves little. On 19×19 there are 16 dimensions: averaging proves 2, a star 10, and flags 14.

// Flags are drawn at random, more of them where there are few regions.
const (
	flagWork = 1 << 17 // about how many regions all flags begin with, together
	mostFlag = 64
	// Stars are tried at about flagStars places, as long as the sum is within flagSlack of the best.
	flagStars = 8
	flagSlack = 4
)

// oddPeak is a lower bound on the peak from the regions of odd size, by a star or a flag, and how it was found. All values
// are odd if an odd number of regions has odd size, else even, and so is the bound.
func (r *regionList) oddPeak(ctx context.Context) (peak int, proof string) {
	if slices.ContainsFunc(r.list, func(g region) bool { return g.column == 0 }) { // an image, by bad luck
		return r.active() % 2, "averaging bound"
	}
	peak, proof = r.starPeak(ctx), "star of the regions of odd size"
	if flag, how := r.flagPeak(ctx, peak); flag > peak {
		peak, proof = flag, how
	}
	return peak + (peak+r.odd())%2, proof
}

// flagPeak is the best bound by flags, and how it was found; star is the bound by a star alone.
func (r *regionList) flagPeak(ctx context.Context, star int) (peak int, proof string) {
	random := rand.New(rand.NewPCG(1, 1))
	flags := min(max(flagWork/(len(r.list)+1), 1), mostFlag)
	for range flags {
		rest, steps := r.merged(), 0
		for ctx.Err() == nil {
			next := rest.modulo(random)
			if next == nil {
				break
			}
			rest = next
			steps++
		}
		if steps > peak {
			peak, proof = steps, fmt.Sprintf("flag of %d regions of odd size", steps)
		}
	}
	rest, highest := r.merged(), star
	every := max(min(r.dim, maxRegionDim)/flagStars, 1)
	for steps := 1; ctx.Err() == nil; steps++ {
		if rest = rest.modulo(random); rest == nil {
			break
		}
		if steps%every != 0 {
			continue
		}
		sum := steps + rest.starPeak(ctx)
		if sum < highest-flagSlack {
			break
		}
		highest = max(highest, sum)
		if sum > peak {
			peak, proof = sum, fmt.Sprintf("flag of %d regions of odd size, and a star of the others", steps)
		}
	}
	return peak, proof
}

// merged is the list with regions of equal columns made one. Only images of columns can be equal.
func (r *regionList) merged() *regionList {
	q := &regionList{switches: r.active(), dim: r.dim, list: slices.Clone(r.list)}
	slices.SortFunc(q.list, func(a, b region) int { return cmp.Compare(a.column, b.column) })
	return q.join()
}

// join makes one region of neighbours with the same column.
func (r *regionList) join() *regionList {
	kept := r.list[:0]
	for _, g := range r.list {
		if last := len(kept) - 1; last >= 0 && kept[last].column == g.column {
			kept[last].cells = append(slices.Clip(kept[last].cells), g.cells...)
		} else {
			kept = append(kept, g)
		}
	}
	r.list = kept
	return r
}

// modulo is the list modulo one of its regions of odd size, nil if there is none. The list is sorted by
// columns, and so is the result.
func (r *regionList) modulo(random *rand.Rand) *regionList {
	odd := r.odd()
	if odd == 0 {
		return nil
	}
	at := random.IntN(odd)
	by := slices.IndexFunc(r.list, func(g region) bool {
		at -= g.size() & 1
		return at < 0
	})
	x := r.list[by].column
	top := uint64(1) << (bits.Len64(x) - 1)
	q := &regionList{switches: r.switches - r.list[by].size(), dim: r.dim - 1}
	for i, g := range r.list {
		if i == by {
			continue
		}
		if g.column&top != 0 {
			g.column ^= x
		}
		q.list = append(q.list, g)
	}
	slices.SortFunc(q.list, func(a, b region) int { return cmp.Compare(a.column, b.column) })
	return q.join()
}
