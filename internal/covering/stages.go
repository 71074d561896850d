package covering

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"maps"
	"math/big"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"lightsout/gf2"
)

// States are counted by the excesses eᵢ of the regions (spectrum.go), where region i has mᵢ switches and column gᵢ.
// The fewest presses of a state are (Σmᵢ − maximum)/2, plus the idle switches it presses, and Π C(mᵢ, (mᵢ−eᵢ)/2) words
// have these excesses.
//
// The excesses are chosen region by region. Two quiet patterns that act alike on all regions to come only differ in
// what they have gathered so far, and the larger value is enough. So the regions are ordered such that those to come
// span ever fewer dimensions. A stage is the choices up to one such step: it turns vectors of 2^d values into vectors
// of half as many, and words with equal vectors are counted together from there on. In the end the vector is the
// maximum.

// maxCountedDim bounds the nullity: vectors begin with 2^nullity values.
const maxCountedDim = 20

// maxCountedRegions bounds the regions: the first stage has at least 2^(regions outside a hyperplane) choices.
const maxCountedRegions = 64

// maxTally bounds the memory of the vectors in a tally, in bytes.
const maxTally = 1 << 29

var errTally = errors.New("too many different vectors")

// vector is a value for each kind of quiet pattern, two bytes each.
type vector string

func (v vector) values() []int16 {
	list := make([]int16, len(v)/2)
	for i := range list {
		list[i] = int16(binary.LittleEndian.Uint16([]byte(v[2*i : 2*i+2])))
	}
	return list
}

// tally counts words by their vectors.
type tally map[vector]*big.Int

func (t tally) add(key []byte, count *big.Int) {
	n := t[vector(key)]
	if n == nil {
		n = new(big.Int)
		t[vector(key)] = n
	}
	n.Add(n, count)
}

// stage is regions whose excesses are chosen one after the other. The columns of all regions from here on span dim
// dimensions, without the last region of the stage one less: its column is 1<<(dim-1).
type stage struct {
	dim     int
	regions []counted
}

// counted is a region, by its column in a basis that suits the stages.
type counted struct {
	column  uint64
	size    int
	weights []*big.Int // binomials
	// oneSign: some quiet pattern changes the sign of this excess and of none that has been chosen before. So only
	// excesses that are not negative are tried, and the positive ones count twice.
	oneSign bool
}

// lowest is the first excess to try; the others follow in steps of 2 up to the size.
func (c counted) lowest() int {
	if c.oneSign {
		return c.size & 1
	}
	return -c.size
}

func (c counted) choices() int { return (c.size-c.lowest())/2 + 1 }

// stages orders the regions. From the back, the basis grows by the column that brings most into the span.
func (r *Regions) stages() []stage {
	var basis []uint64
	var stages []stage
	left := slices.Clone(r.List)
	for len(left) > 0 {
		at, most := 0, 0.0
		for i, g := range left {
			span, gain := gf2.NewBasis64(append(slices.Clone(basis), g.Column)...), 1.0
			for _, h := range left {
				if span.Contains(h.Column) {
					gain *= float64(h.size() + 1)
				}
			}
			if gain > most {
				at, most = i, gain
			}
		}
		left[0], left[at] = left[at], left[0]
		basis = append(basis, left[0].Column)
		span, s := gf2.NewBasis64(basis...), stage{dim: len(basis)}
		left = slices.DeleteFunc(left, func(g region) bool {
			if span.Contains(g.Column) {
				s.regions = append(s.regions, counted{column: g.Column, size: g.size(), weights: binomials(g.size())})
				return true
			}
			return false
		})
		first := s.regions[0]
		slices.SortStableFunc(s.regions[1:], func(a, b counted) int {
			// one sign halves the choices where the size is odd
			return cmp.Or(cmp.Compare(b.size%2, a.size%2), cmp.Compare(b.size, a.size))
		})
		s.regions = append(s.regions[1:], first)
		stages = append(stages, s)
	}
	slices.Reverse(stages)
	span := gf2.NewBasis64(basis...)
	for i, s := range stages {
		var columns []uint64
		for j := range s.regions {
			c := &s.regions[j]
			c.oneSign = i == 0 && !gf2.NewBasis64(columns...).Contains(c.column)
			columns = append(columns, c.column)
		}
		for j := range s.regions {
			s.regions[j].column, _ = span.Coordinates(s.regions[j].column)
		}
	}
	return stages
}

// work estimates how many nanoseconds a stage takes.
func (s stage) work(t tally) float64 {
	choices, bits := float64(len(t)), 0
	for _, c := range s.regions {
		choices *= float64(c.choices())
		bits += c.size
	}
	for _, n := range t {
		bits = max(bits, n.BitLen())
	}
	const call = 128 // a product, and a look into the tally
	return choices * float64(call+1<<s.dim+bits/8)
}

// apply chooses the excesses of the stage for every vector of a tally, on all cores. It is nil if the tally becomes too
// large.
func (s stage) apply(ctx context.Context, t tally, progress func(done, all int)) (tally, error) {
	whole := tally{}
	var mu sync.Mutex
	// Workers merge their own tally, which fits the cache, when it is full. The bound is on the whole tally, so it does
	// not depend on the number of workers.
	merge := func(t tally) error {
		mu.Lock()
		defer mu.Unlock()
		for v, count := range t {
			whole.add([]byte(v), count)
		}
		clear(t)
		if len(whole)<<s.dim > maxTally {
			return errTally
		}
		return nil
	}
	vectors := slices.Collect(maps.Keys(t))
	first := &s.regions[0]
	all := len(vectors) * first.choices()
	var next, done atomic.Int64
	tasks, ctx := errgroup.WithContext(ctx)
	for range min(all, runtime.GOMAXPROCS(0)) {
		tasks.Go(func() error {
			w := newStageWorker(ctx, s, merge)
			for job := int(next.Add(1)) - 1; job < all; job = int(next.Add(1)) - 1 {
				v := vectors[job/first.choices()]
				w.values[0] = v.values()
				w.counts[0] = t[v]
				w.choose(0, first.lowest()+2*(job%first.choices()))
				if err := cmp.Or(w.enumerate(1), context.Cause(ctx)); err != nil { // a job may be a single vector
					return err
				}
				progress(int(done.Add(1)), all)
			}
			return merge(w.tally)
		})
	}
	switch err := tasks.Wait(); {
	case errors.Is(err, errTally):
		return nil, nil
	case err != nil:
		return nil, err
	}
	return whole, nil
}

// stageWorker chooses excesses.
type stageWorker struct {
	stage
	ctx    context.Context
	merge  func(tally) error // empties the tally; an error ends the work
	tally  tally
	values [][]int16  // values[i] is the vector with the excesses of the first i regions
	counts []*big.Int // and counts[i] the number of words
	key    []byte
}

func newStageWorker(ctx context.Context, s stage, merge func(tally) error) *stageWorker {
	w := &stageWorker{stage: s, ctx: ctx, merge: merge, tally: tally{}}
	w.values, w.counts = make([][]int16, 1), make([]*big.Int, 1)
	for range s.regions {
		w.values = append(w.values, make([]int16, 1<<s.dim))
		w.counts = append(w.counts, new(big.Int))
	}
	last := len(s.regions)
	w.values[last] = w.values[last][:1<<(s.dim-1)]
	w.key = make([]byte, 2*len(w.values[last]))
	return w
}

// choose gives region i an excess.
func (w *stageWorker) choose(i, excess int) {
	c := &w.regions[i]
	here, next, e := w.values[i], w.values[i+1], int16(excess)
	if half := len(next); half < len(here) {
		for p, v := range here[:half] {
			next[p] = max(v+e, here[half+p]-e)
		}
	} else {
		for p, v := range here {
			next[p] = v + e*int16(sign(c.column, uint64(p)))
		}
	}
	count := w.counts[i+1].Mul(w.counts[i], c.weights[(c.size-excess)/2])
	if c.oneSign && excess > 0 {
		count.Lsh(count, 1)
	}
}

// enumerate tries all excesses of the regions from i on.
func (w *stageWorker) enumerate(i int) error {
	if i == len(w.regions) {
		w.tally.add(w.standard(), w.counts[i])
		if len(w.tally) < 1<<14 { // it fits the cache
			return nil
		}
		return w.merge(w.tally)
	}
	c := &w.regions[i]
	for e := c.lowest(); e <= c.size; e += 2 {
		w.choose(i, e)
		if err := w.enumerate(i + 1); err != nil {
			return err
		}
	}
	return context.Cause(w.ctx)
}

// standard is the last vector, turned by a quiet pattern such that a largest value comes first: that changes only the
// signs of excesses to come, so vectors that become equal may be counted together.
func (w *stageWorker) standard() []byte {
	values := w.values[len(w.regions)]
	top := slices.Index(values, slices.Max(values))
	for p := range values {
		binary.LittleEndian.PutUint16(w.key[2*p:], uint16(values[p^top]))
	}
	return w.key
}
