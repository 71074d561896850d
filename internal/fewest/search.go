package fewest

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"

	"lightsout/gf2"
	"lightsout/internal/treewidth"
)

// search is one method at work on one form. It looks for a lightest word; or, if emit is set, for
// every word of weight up to limit.
//
// Methods read within to learn which words still matter, offer the words they find, raise the lower
// bound as they prove it, and return when done or when the context ends. A method that returns nil
// with a live context has proved its result.
type search struct {
	ctx     context.Context
	f       *form
	workers int
	memory  int64
	steps   int64 // the most that a method may take, 0 for any number

	emit  func(word gf2.Vec, weight int) bool // false ends the search
	limit atomic.Int64                        // words of weight above it do not matter

	even   bool // every row costs an even amount, so all words have this parity
	parity int

	mu     sync.Mutex
	best   gf2.Vec
	weight int
	lower  int
	tell   func(standing)
	cancel context.CancelFunc // ends a search that lists
	ended  bool               // emit has returned false
	took   string             // the method that took over, if one did

	// What estimates and methods share is found when it is first asked for; see pairing and trellisPath.
	pairs    []*pair
	pairsErr error
	path     *treewidth.Plan
	sought   struct{ pairs, path bool }

	descents uint64 // information sets that leeBrickell has tried
	options  Options
	anneals  uint64 // walks that anneal has made
}

func newSearch(ctx context.Context, f *form, o Options) *search {
	s := &search{ctx: ctx, f: f, workers: o.Workers, memory: o.MaxMemory, steps: o.MaxSteps, options: o}
	s.best, s.weight = f.start()
	s.limit.Store(int64(s.weight))
	s.parity = s.weight % 2
	s.even = f.even()
	return s
}

// even reports whether every row costs an even amount, so that the costs of all words have one parity.
func (f *form) even() bool {
	return !slices.ContainsFunc(f.rows, func(r gf2.Vec) bool { return f.weigh(r)%2 != 0 })
}

// pairing is the pairs of classes for split, or why there are none.
func (s *search) pairing() ([]*pair, error) {
	if !s.sought.pairs {
		s.sought.pairs = true
		s.pairs, s.pairsErr = findPairs(s.f)
	}
	return s.pairs, s.pairsErr
}

// trellisPath is the plan of trellis, or nil.
func (s *search) trellisPath() *treewidth.Plan {
	if !s.sought.path {
		s.sought.path = true
		s.path = bestPath(s.ctx, s.f)
	}
	return s.path
}

// within is the greatest weight that still matters. When looking for one lightest word that is the
// best weight so far, because the method may prefer another word of equal weight.
func (s *search) within() int { return int(s.limit.Load()) }

// aim is the greatest weight whose words must still be found or excluded.
func (s *search) aim() int {
	if s.listing() {
		return s.within()
	}
	return s.within() - 1
}

// rounded is the least weight from lower on that a word can have. If every row costs an even
// amount, all words have one parity.
func (s *search) rounded(lower int) int {
	if s.even && (lower-s.parity)%2 != 0 {
		lower++
	}
	return lower
}

// listing reports whether every word within the limit is asked for, not only one lightest.
func (s *search) listing() bool { return s.emit != nil }

// offer reports a word of the form. When looking for a lightest word it is taken only if it is lighter
// than the best, so a method that prefers one of several equally light words must choose before it
// offers. When listing, every word must be offered once.
func (s *search) offer(word gf2.Vec, weight int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.listing() {
		if !s.ended && weight <= s.within() && !s.emit(word, weight) {
			s.ended = true
			s.cancel()
		}
		return
	}
	if weight < s.weight {
		s.best, s.weight = word.Clone(), weight
		s.limit.Store(int64(weight))
		s.told()
	}
}

// prefer is offer for the final choice of a method: the word also replaces one of equal weight.
func (s *search) prefer(word gf2.Vec, weight int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if weight <= s.weight {
		s.best, s.weight = word, weight
		s.limit.Store(int64(weight))
		s.told()
	}
}

// raise says that no word is lighter than lower.
func (s *search) raise(lower int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	lower = min(s.rounded(lower), s.weight)
	if lower > s.lower {
		s.lower = lower
		s.told()
	}
}

func (s *search) told() {
	if s.tell != nil {
		s.tell(standing{s.weight, s.lower})
	}
}

// stage says what is being done.
func (s *search) stage(what string, done, all int) {
	if s.options.Stage != nil {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.options.Stage(what, done, all)
	}
}

// enough reports whether the best word is light enough for the caller. Methods ask at places that do not depend on
// the clock.
func (s *search) enough() bool { return !s.listing() && s.weight <= s.options.Enough }

// stopped reports whether the search should end early.
func (s *search) stopped() bool { return s.ctx.Err() != nil }
