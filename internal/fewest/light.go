package fewest

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
)

// listLight lists every word of a half of weight up to limit by its weight, as coefficients in no particular order. It
// needs costs that fit 16-bit lanes.
//
// Cost: as walsh. Memory: 8 bytes per word, at most half of the search's limit.
func listLight(s *search, h *half, limit int) ([][]uint32, error) {
	const stretch = 1 << 8 // turns between two reports of progress, some tenths of a second
	t := newTally(h.f)
	most := s.options.MaxMemory / 2 / 8
	const piece = 1 << 17 // words between two reservations
	var count, within atomic.Int64
	var mu sync.Mutex
	room := &shelf{ctx: s.ctx, most: s.options.MaxMemory / 2}
	full := func() bool {
		mu.Lock()
		defer mu.Unlock()
		return room.take(8*piece) != nil
	}
	within.Store(int64(min(limit, t.total)))
	ctx, cancel := context.WithCancel(s.ctx)
	defer cancel()
	crew, lists := make([]*enumerator, s.options.Workers), make([][][]uint32, s.options.Workers)
	for w := range crew {
		crew[w], lists[w] = newEnumerator(s, t, &within), make([][]uint32, limit+1)
		crew[w].found = func(x uint64, weight int) {
			lists[w][weight] = append(lists[w][weight], uint32(x))
			if n := count.Add(1); n > most || n%piece == 0 && full() {
				count.Store(most + 1)
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
	all := lists[0]
	for _, list := range lists[1:] {
		for weight, words := range list {
			all[weight] = append(all[weight], words...)
		}
	}
	return all, nil
}
