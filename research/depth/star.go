package depth

import (
	"context"
	"math"
)

const (
	// starRegions bounds how many regions are looked at, and starSums how many pairs of them may add up to a
	// region: where there are more, a star proves little and takes long. starWork is for one star.
	starRegions = 23170
	starSums    = 1 << 19
	starWork    = 1 << 28
	// A star is expected to prove the root of the number of odd regions, up to starDoubt steps of 2.
	starDoubt = 4
)

// star is a lower bound on the peak from the regions of odd size, where no excess can be 0.
//
// The values v(c) of the transform are the eigenvalues of a matrix E, whose rows and columns are columns of
// quiet patterns: entry (g, h) is the excess of the region g+h, 0 if there is none. So for every vector x
// the peak is at least xᵀEx / xᵀx. Let x be x₀ at 0 and ±xᵢ at the column of region i, with the sign of
// its excess. Then
//
//	xᵀEx ≥ Σₖ |eₖ|·2(x₀xₖ − Pₖ),  where Pₖ is the sum of xᵢxⱼ over the pairs of regions with gᵢ + gⱼ = gₖ
//
// With N regions of odd size and no such pairs, xᵢ = 1 and x₀ = √N show that the peak is at least √N,
// where averaging only says 0. Pairs make it less, and regions in many pairs get a small xᵢ. Each term is
// linear in |eₖ|, which is between 0 or 1 and the peak or the region's size, so its least value is at an
// end. (This is the first step of A. Tietäväinen's bound, An upper bound on the covering radius as a
// function of the dual distance, 1990. Its next steps need a dual code without words of weight 4.)
type star struct {
	least, most []int64   // of each region's |e|
	x           []int64   // of each region
	centre      int64     // x₀
	inside      []int64   // Pₖ of each region
	pairs       [][]int32 // of each region i: j, k, j, k, … with gᵢ + gⱼ = gₖ
	sum         int64     // of the least values, half of them
	norm        int64     // xᵀx
	work        int64
}

// starPeak is the least peak that no star excludes. What excludes a peak excludes all lower ones too. So it begins
// near the root of the number of odd regions, and at the bottom only if that fails. Failing is what takes long.
func (r *regionList) starPeak(ctx context.Context) int {
	peak := r.Active() % 2
	pairs, ok := r.pairs(ctx)
	excluded := func(peak int) bool {
		return ok && ctx.Err() == nil && newStar(r, pairs, peak).excludes(ctx, int64(peak))
	}
	if likely := peak + int(math.Sqrt(float64(r.Odd())))/2*2 - 2*starDoubt; likely > peak && excluded(likely) {
		peak = likely + 2
	}
	for excluded(peak) {
		peak += 2
	}
	return peak
}

// pairs are those of a star; not ok if there are too many of them, or if the context ends. Images of columns may
// add up where the columns do not. More pairs only weaken the bound, but no two regions may have the same image.
func (r *regionList) pairs(ctx context.Context) (pairs [][]int32, ok bool) {
	if len(r.List) > starRegions {
		return nil, false
	}
	at := make(map[uint64]int, len(r.List))
	var seen [1 << 14]uint64 // a bit for each column, up to collisions: nearly all sums are none of them
	bit := func(column uint64) (word int, mask uint64) {
		column *= 0x9e3779b97f4a7c15
		return int(column >> 50), 1 << (column >> 44 % 64)
	}
	for i, g := range r.List {
		at[g.Column] = i
		word, mask := bit(g.Column)
		seen[word] |= mask
	}
	pairs = make([][]int32, len(r.List))
	sums := 0
	for i, g := range r.List {
		if ctx.Err() != nil || sums > starSums {
			return nil, false
		}
		for j, h := range r.List[:i] {
			sum := g.Column ^ h.Column
			if word, mask := bit(sum); seen[word]&mask == 0 {
				continue
			}
			if k, ok := at[sum]; ok {
				pairs[i] = append(pairs[i], int32(j), int32(k))
				pairs[j] = append(pairs[j], int32(i), int32(k))
				sums++
			}
		}
	}
	return pairs, len(at) == len(r.List)
}

// starUnit is what xᵢ = 1 is, as the numbers are integers.
const starUnit = 16

func newStar(r *regionList, pairs [][]int32, peak int) *star {
	n := len(r.List)
	s := &star{least: make([]int64, n), most: make([]int64, n), x: make([]int64, n), inside: make([]int64, n), pairs: pairs}
	for i, g := range r.List {
		s.least[i] = int64(g.Size() & 1)
		s.most[i] = int64(g.Size())
		if g.Size() > peak {
			s.most[i] = int64(peak - (peak-g.Size())&1)
		}
	}
	s.centre = int64(starUnit * math.Sqrt(float64(r.Odd())))
	s.norm = s.centre * s.centre
	for i := range s.x {
		if s.least[i] > 0 {
			s.change(int32(i), starUnit)
		}
	}
	return s
}

// term is half of the least value of region k's term.
func (s *star) term(k int32) int64 {
	factor := s.centre*s.x[k] - s.inside[k]
	if factor < 0 {
		return factor * s.most[k]
	}
	return factor * s.least[k]
}

// change adds to xᵢ.
func (s *star) change(i int32, by int64) {
	s.work += int64(len(s.pairs[i]) + 1)
	s.sum -= s.term(i)
	s.norm += by * (2*s.x[i] + by)
	s.x[i] += by
	s.sum += s.term(i)
	for p := 0; p < len(s.pairs[i]); p += 2 {
		j, k := s.pairs[i][p], s.pairs[i][p+1]
		if s.x[j] == 0 {
			continue
		}
		s.sum -= s.term(k)
		s.inside[k] += by * s.x[j]
		s.sum += s.term(k)
	}
}

// widen adds to x₀.
func (s *star) widen(by int64) {
	s.norm += by * (2*s.centre + by)
	s.centre += by
	s.sum = 0
	for k := range s.x {
		s.sum += s.term(int32(k))
	}
}

// excludes reports whether some x shows that the peak is more than the given one; it improves x by single
// changes until it does, until none helps or until that takes too long.
func (s *star) excludes(ctx context.Context, peak int64) bool {
	shown := func() bool { return 2*s.sum > peak*s.norm }
	better := func(sum, norm int64) bool { return float64(s.sum)*float64(norm) > float64(sum)*float64(s.norm) }
	for changed := true; changed && !shown(); {
		changed = false
		for i := range s.x {
			if s.least[i] == 0 || s.work > starWork || ctx.Err() != nil {
				continue
			}
			for _, by := range []int64{-starUnit / 4, -1, 1} {
				sum, norm := s.sum, s.norm
				if s.x[i]+by < 0 {
					continue
				}
				if s.change(int32(i), by); better(sum, norm) {
					changed = true
					break
				}
				s.change(int32(i), -by)
			}
		}
		for _, by := range []int64{-starUnit / 4, -1, 1, starUnit / 4} {
			sum, norm := s.sum, s.norm
			if s.widen(by); better(sum, norm) {
				changed = true
				break
			}
			s.widen(-by)
		}
	}
	return shown()
}
