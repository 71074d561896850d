package depth

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"lightsout/internal/covering"
)

// A flag is a sequence of subspaces, each within the next. The peaks of its steps add up: of the first subspace,
// then of each modulo the one before it. Their sum is a lower bound on the peak.
//
// Take a quiet pattern at which the regions in a subspace have their peak, and those that act like it there. Among
// these, two regions whose columns differ by one of the subspace have equal signs everywhere or opposite signs
// everywhere. So they count as one whose excess is the sum or the difference, and whose size is the sum of both.
// Hence the peak is at least that of the subspace, and the least peak of the regions modulo it.
//
// The simplest step is a region of odd size: its excess is not 0, so its peak is at least 1. It uses up one dimension. A
// block is a step of a few dimensions with a larger peak, which running through all excesses proves: seven regions that
// are those of the Hamming code have a peak of 5 in four dimensions. Near the end, where few dimensions are left, running
// through all excesses shows how much these still add; a star may do so earlier. On 19×19 there are 16 dimensions:
// averaging proves 2, a star 10, regions of odd size 14, and with blocks, 5 in four dimensions, 8 in six
// and 5 in the last six, it is 18.

// Flags are drawn at random, more of them where there are few regions.
const (
	flagWork  = 1 << 17 // about how many regions all flags begin with, together
	mostFlags = 64
	blockFlag = 4 // one with blocks takes as long as so many others
	// Most flags lead to places without a large block, and more so where there are many dimensions.
	largeFlags  = 1 << 10
	maxLargeDim = 16
	// Stars are tried at about flagStars places, as long as the sum is within flagSlack of the best.
	flagStars = 8
	flagSlack = 4
)

// oddPeak is a lower bound on the peak from the regions of odd size, by a star or a flag, and how it was found. All values
// are odd if an odd number of regions has odd size, else even, and so is the bound.
func (r *regionList) oddPeak(ctx context.Context) (peak int, proof string) {
	if slices.ContainsFunc(r.List, func(g covering.Region) bool { return g.Column == 0 }) { // an image, by bad luck
		return r.Active() % 2, "averaging bound"
	}
	peak, proof = r.starPeak(ctx), "star of the regions of odd size"
	if flag, how := r.flagPeak(ctx, peak); flag > peak {
		peak, proof = flag, how
	}
	return peak + (peak+r.Odd())%2, proof
}

// flagPeak is the best bound by flags, and how it was found; star is the bound by a star alone. Blocks hold many regions,
// and what is left has the smaller star. So it is sometimes better without.
func (r *regionList) flagPeak(ctx context.Context, star int) (peak int, proof string) {
	for _, search := range []*blockSearch{newBlockSearch(), newBlockSearch(smallBlock)} {
		flags := min(flagWork/(len(r.List)+1), mostFlags)
		if len(search.kinds) > 0 {
			flags /= blockFlag
		}
		for range max(flags, 1) {
			f := newFlag(r)
			for f.step(ctx, search) {
			}
			if f.peak > peak {
				peak, proof = f.peak, f.String()
			}
		}
		f, highest := newFlag(r), star
		every := max(f.rest.Dim/flagStars, 1)
		for next := f.rest.Dim - every; f.step(ctx, search); {
			if f.rest.Dim > next {
				continue
			}
			next -= every
			sum := f.peak + f.rest.regions().starPeak(ctx)
			if sum < highest-flagSlack {
				break
			}
			highest = max(highest, sum)
			if sum > peak {
				peak, proof = sum, f.String()+", and a star of the others"
			}
		}
	}
	return peak, proof
}

// largeFlag looks for a flag with a large block that proves a peak above low, and stops at the first one. ok is false if
// it finds none.
func (r *regionList) largeFlag(ctx context.Context, low int) (peak int, proof string, ok bool) {
	search := newBlockSearch(largeBlock, smallBlock)
	for range largeFlags {
		f := newFlag(r)
		for f.step(ctx, search) {
		}
		if f.peak += (f.peak + r.Odd()) % 2; f.peak > low {
			return f.peak, f.String(), true
		}
		if search.kinds[0].total <= 0 || ctx.Err() != nil {
			break
		}
	}
	return 0, "", false
}

// flag is the beginning of one.
type flag struct {
	peak            int // what it proves
	regions, blocks int // its steps
	rest            *columnSpace
}

func newFlag(r *regionList) *flag {
	f := &flag{rest: newColumnSpace(r)}
	slices.Sort(f.rest.Points)
	return f
}

func (f *flag) String() string {
	var parts []string
	add := func(n int, one, more string) {
		if n == 1 {
			more = one
		}
		if n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, more))
		}
	}
	add(f.blocks, "block", "blocks")
	add(f.regions, "region of odd size", "regions of odd size")
	return "flag of " + strings.Join(parts, " and ")
}

// step extends the flag by a block or by a region of odd size, if there is one.
func (f *flag) step(ctx context.Context, search *blockSearch) bool {
	odd := f.rest.odd()
	if len(odd) == 0 || ctx.Err() != nil {
		return false
	}
	basis, peak := search.block(ctx, f.rest, odd)
	if basis == nil {
		basis, peak = []uint64{odd[search.random.IntN(len(odd))]}, 1
		f.regions++
	} else {
		f.blocks++
	}
	f.peak += peak
	f.rest = f.rest.quotient(basis)
	slices.Sort(f.rest.Points)
	return true
}
