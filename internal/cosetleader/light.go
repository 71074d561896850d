package cosetleader

import (
	"context"
	"fmt"
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
	const stretch = 1 << 8 // turns between two reports of progress, some tenths of a second
	t := newTally(h.f)
	most := s.memory / 2 / 8
	var count, within atomic.Int64
	within.Store(int64(min(limit, t.total)))
	ctx, cancel := context.WithCancel(s.ctx)
	defer cancel()
	crew, lists := make([]*enumerator, s.workers), make([][]light, s.workers)
	for w := range crew {
		crew[w] = newEnumerator(s, t, &within)
		crew[w].found = func(x uint64, weight int) {
			lists[w] = append(lists[w], light{int32(weight), uint32(x)})
			if count.Add(1) > most {
				cancel()
			}
		}
	}
	t.eachBlock(ctx, crew, func(turn int) {
		if turn%stretch == stretch-1 {
			s.stage(fmt.Sprintf("weighing class %d", h.class+1), turn/stretch+1, t.turns()/stretch)
		}
	})
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
