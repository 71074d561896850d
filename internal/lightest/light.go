package lightest

import (
	"fmt"
	"sync"
	"sync/atomic"
)

// light is a word by its coefficients.
type light struct {
	weight int32
	x      uint64
}

// stretch is how many blocks of words are weighed between two moments at which the search can be
// saved: some seconds of work.
const stretch = 1 << 18

// listLight lists every word of a half of weight up to limit, in no particular order, or at least one of
// each orbit. If a saved search went further, so does the list; it returns how far. It needs costs that fit
// 16-bit lanes.
//
// Cost: as walsh, divided by the number of symmetries. Memory: 16 bytes per word, at most half of the
// search's limit, and 12 more while it is saved.
func listLight(s *search, h *half, limit int) (found []light, upto int, err error) {
	t, kn := newTally(h.f, maxWalsh), kernels16
	most := s.memory / 2 / 16
	var count, next, weighed atomic.Int64
	var within atomic.Int64
	state := s.keeper.class(h.class, limit)
	within.Store(int64(min(state.Limit, t.total)))
	next.Store(state.Next)
	weighed.Store(state.Done)
	count.Store(int64(len(state.words)))
	workers := make([]*enumerator[int16], s.workers)
	lists := make([][]light, s.workers)
	for w := range workers {
		workers[w] = newEnumerator(s, t, kn, &within)
		workers[w].found = func(x uint64, weight int) {
			lists[w] = append(lists[w], light{int32(weight), x})
		}
	}
	low := t.places + laneBits
	for end := next.Load(); uint64(end) < t.blocks(); {
		end = int64(min(uint64(end)+stretch, t.blocks()))
		var group sync.WaitGroup
		for w, e := range workers {
			group.Go(func() {
				for {
					b := next.Add(1) - 1
					if b >= end || s.stopped() || count.Load() > most {
						return
					}
					if !h.leastHigh(uint64(b) << low) {
						continue
					}
					before := len(lists[w])
					e.block(uint64(b))
					count.Add(int64(len(lists[w]) - before))
					weighed.Add(1)
				}
			})
		}
		group.Wait()
		if err := s.ctx.Err(); err != nil {
			return nil, 0, err
		}
		if count.Load() > most {
			return nil, 0, ErrMemory
		}
		for w, l := range lists {
			state.words = append(state.words, l...)
			lists[w] = l[:0]
		}
		next.Store(end)
		if s.keeper != nil || h.f.k() > tuning.plainClass {
			state.Next, state.Done, state.Whole = end, weighed.Load(), uint64(end) == t.blocks()
			s.keeper.keepClass(s, state)
			s.stage(fmt.Sprintf("weighing class %d", h.class+1), int(end/stretch), int(t.blocks()/stretch))
		}
	}
	s.words.Add(uint64(min(weighed.Load()<<low, 1<<t.k)))
	return state.words, state.Limit, nil
}
