package cosetleader

import (
	"fmt"
	"sync"
	"sync/atomic"
)

// light is a word by its coefficients.
type light struct {
	weight int32
	x      uint32
}

// listLight lists every word of a half of weight up to limit, in no particular order. It needs costs that fit
// 16-bit lanes.
//
// Cost: as walsh. Memory: 8 bytes per word, at most half of the search's limit.
func listLight(s *search, h *half, limit int) ([]light, error) {
	const stretch = 1 << 14 // blocks between two reports of progress, some tenths of a second
	t := newTally(h.f)
	most := s.memory / 2 / 8
	var count, next, within atomic.Int64
	within.Store(int64(min(limit, t.total)))
	var group sync.WaitGroup
	lists := make([][]light, s.workers)
	for w := range s.workers {
		group.Go(func() {
			e := newEnumerator(s, t, &within)
			e.found = func(x uint64, weight int) {
				lists[w] = append(lists[w], light{int32(weight), uint32(x)})
			}
			for {
				b := next.Add(1) - 1
				if uint64(b) >= t.blocks() || s.stopped() || count.Load() > most {
					return
				}
				before := len(lists[w])
				e.block(uint64(b))
				count.Add(int64(len(lists[w]) - before))
				if b%stretch == stretch-1 {
					s.stage(fmt.Sprintf("weighing class %d", h.class+1), int(b/stretch)+1, int(t.blocks()/stretch))
				}
			}
		})
	}
	group.Wait()
	if err := s.ctx.Err(); err != nil {
		return nil, err
	}
	if count.Load() > most {
		return nil, ErrMemory
	}
	s.words.Add(1 << t.k)
	all := make([]light, 0, count.Load())
	for _, l := range lists {
		all = append(all, l...)
	}
	return all, nil
}
