package fewest

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"sync/atomic"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/treewidth"
)

// search is one way at work on one form. It looks for a lightest word; or, if it is listing, for every word of weight
// up to limit.
//
// Ways read what is known to learn which words still matter, offer the words they find, raise the lower bound as they
// prove it, and return when done or when the context ends. A way that returns nil with a live context has proved its
// result.
type search struct {
	ctx     context.Context
	f       *form
	options Options
	limit   atomic.Int64 // words of weight above it do not matter
	parity  int          // of all words, or -1 if they differ

	mu    sync.Mutex
	known Known  // about a lightest word
	tell  func() // is told of what improves
	list  *listing

	facts
	trials trials
}

// listing passes on the words that a search finds, until emit returns false.
type listing struct {
	emit  func(word gf2.Vec, weight int) bool
	end   context.CancelFunc
	ended bool
}

// facts is what estimates and ways share about a form, found when it is first asked for: the pairs of classes for split,
// or why there are none; and a program over the columns in a good order, or nil.
type facts struct {
	pairs func() ([]*pair, error)
	path  func() *treewidth.Program
}

// trials numbers the random attempts of a search, so that more of them go on where the last ones ended.
type trials struct{ descents, anneals uint64 }

func newSearch(ctx context.Context, f *form, o Options) *search {
	s := &search{ctx: ctx, f: f, options: o, parity: -1}
	s.pairs = sync.OnceValues(func() ([]*pair, error) { return findPairs(f) })
	s.path = sync.OnceValue(func() *treewidth.Program { return bestPath(s.ctx, f) })
	word, weight := f.start()
	s.known = Known{Best: board.Bits(word), Cost: weight}
	s.limit.Store(int64(weight))
	if f.even() {
		s.parity = weight % 2
	}
	return s
}

// even reports whether every row costs an even amount, so that the costs of all words have one parity.
func (f *form) even() bool {
	return !slices.ContainsFunc(f.rows, func(r gf2.Vec) bool { return f.weigh(r)%2 != 0 })
}

// most is the greatest weight that still matters. When looking for one lightest word that is the
// best weight so far, because the way may prefer another word of equal weight.
func (s *search) most() int { return int(s.limit.Load()) }

// aim is the greatest weight whose words must still be found or excluded.
func (s *search) aim() int {
	if s.listing() {
		return s.most()
	}
	return s.most() - 1
}

// rounded is the least weight from lower on that a word can have. If every row costs an even
// amount, all words have one parity.
func (s *search) rounded(lower int) int {
	if s.parity >= 0 && (lower-s.parity)%2 != 0 {
		lower++
	}
	return lower
}

// listing reports whether every word within the limit is asked for, not only one lightest.
func (s *search) listing() bool { return s.list != nil }

// offer reports a word of the form. When looking for a lightest word it is taken only if it is lighter
// than the best, so a way that prefers one of several equally light words must choose before it
// offers. When listing, every word must be offered once.
func (s *search) offer(word gf2.Vec, weight int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if l := s.list; l != nil {
		if !l.ended && weight <= s.most() && !l.emit(word, weight) {
			l.ended = true
			l.end()
		}
		return
	}
	if weight < s.known.Cost {
		s.take(word.Clone(), weight)
	}
}

// prefer is offer for the final choice of a way: the word also replaces one of equal weight.
func (s *search) prefer(word gf2.Vec, weight int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if weight <= s.known.Cost {
		s.take(word, weight)
	}
}

func (s *search) take(word gf2.Vec, weight int) {
	s.known.Best, s.known.Cost = board.Bits(word), weight
	s.limit.Store(int64(weight))
	s.told()
}

// raise says that no word is lighter than lower.
func (s *search) raise(lower int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if lower = min(s.rounded(lower), s.known.Cost); lower > s.known.Lower {
		s.known.Lower = lower
		s.told()
	}
}

func (s *search) told() {
	if s.tell != nil {
		s.tell()
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

// enough reports whether the best word is light enough for the caller. Ways ask at places that do not depend on
// the clock.
func (s *search) enough() bool { return !s.listing() && s.known.Cost <= s.options.Enough }

// stopped reports whether the search should end early.
func (s *search) stopped() bool { return s.ctx.Err() != nil }

// run lets a way search; the error is that of a way that does not apply.
func (s *search) run(w *way) error {
	var stop error
	if s.known.Cost > 0 || s.listing() {
		if stop = s.ctx.Err(); stop == nil && s.enough() {
			stop = ErrEnough
		} else if stop == nil {
			stop = w.part(s)
		}
		if stop == nil {
			stop = s.ctx.Err()
		}
	}
	if isMethodError(stop) {
		return stop
	}
	if stop == nil {
		s.known.Lower = s.known.Cost
	}
	s.known.Why.Method = cmp.Or(s.known.Why.Method, w.Name)
	s.known.Stop(stop)
	return nil
}
