package generate

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

// Batch is a run of puzzles to be written.
type Batch struct {
	Format *Format
	// From and Count are the puzzles: From, From+1, …, From+Count-1.
	From, Count uint64
	// Jobs is how many goroutines make puzzles, at most MaxJobs; 0 is one per core. What is written
	// does not depend on it.
	Jobs int
	// Later: this continues a file or follows another piece of the batch. Formats that begin with a
	// head write it before puzzle 0, and several pieces begin there if there are more pieces than
	// puzzles; only the first of them is not a later one.
	Later bool
	// Progress, if not nil, is told how many more puzzles have been written, after each write.
	Progress func(puzzles uint64)
}

// head is what goes before the first record.
func (b Batch) head() []byte {
	if b.From > 0 || b.Later {
		return nil
	}
	return b.Format.head
}

// MaxJobs is how many goroutines make puzzles at most, however many are asked for.
const MaxJobs = 256

// jobs is how many goroutines to start.
func (b Batch) jobs() (int, error) {
	switch {
	case b.Jobs < 0:
		return 0, fmt.Errorf("%d jobs: there must be at least one", b.Jobs)
	case b.Jobs == 0:
		return int(min(uint64(runtime.GOMAXPROCS(0)), b.Count, MaxJobs)), nil
	}
	return int(min(uint64(b.Jobs), b.Count, MaxJobs)), nil
}

// A share is a run of puzzles that one goroutine makes, and its records. Shares are about
// shareTime long and shareBytes large, so that writing is rare and an interrupt loses little.
type share struct {
	number      uint64 // among the shares of the batch
	from, count uint64
	text        []byte
	err         error
	done        chan struct{}
}

const (
	shareTime  = 10 * time.Millisecond
	shareBytes = 1 << 18
	// maxAhead is how many shares may at most be made before the writer gets to them.
	maxAhead = 256
)

// Write writes the records in order, whole ones only, each share of them by a single call of
// w.Write. Memory does not grow with Count. When the context ends it stops with its cause; what was
// written until then is the beginning of the batch.
func (b Batch) Write(ctx context.Context, w io.Writer) error {
	g := b.Format.g
	if err := g.Check(ctx, b.From, b.Count); err != nil {
		return err
	}
	jobs, err := b.jobs()
	if err != nil {
		return err
	}
	if head := b.head(); len(head) > 0 {
		if _, err := w.Write(head); err != nil {
			return err
		}
	}
	ctx, cancel := context.WithCancelCause(ctx)
	var workers sync.WaitGroup
	defer workers.Wait()
	defer cancel(nil)
	// Makers find their next share waiting, so that nobody waits for a hand-over, and they may run
	// ahead of the writer by this many shares, so that one maker that has lost its core to another
	// program does not hold up the rest. Records may be large, so their bytes are bounded as well.
	ahead := min(32*jobs, maxAhead)
	room := newBacklog(ahead * shareBytes)
	defer context.AfterFunc(ctx, room.stop)()
	work := make(chan *share, ahead)
	ordered := make(chan *share, ahead)
	free := make(chan []byte, ahead)
	var size atomic.Uint64 // how many puzzles a share should have
	size.Store(1)
	for range jobs {
		workers.Go(func() {
			for s := range work {
				room.enter(s.number)
				select {
				case s.text = <-free:
				default:
				}
				b.fill(ctx, s, &size)
				room.add(len(s.text))
				close(s.done)
			}
		})
	}
	workers.Go(func() {
		defer close(ordered)
		defer close(work)
		number := uint64(0)
		for from, left := b.From, b.Count; left > 0; number++ {
			s := &share{number: number, from: from, count: min(left, size.Load()), done: make(chan struct{})}
			select {
			case ordered <- s:
			case <-ctx.Done():
				return
			}
			select {
			case work <- s:
			case <-ctx.Done():
				s.err = context.Cause(ctx)
				close(s.done)
				return
			}
			from += s.count
			left -= s.count
		}
	})
	left := b.Count
	for s := range ordered {
		<-s.done
		if s.err != nil {
			return s.err
		}
		if _, err := w.Write(s.text); err != nil {
			return err
		}
		room.written(len(s.text))
		left -= s.count
		if b.Progress != nil {
			b.Progress(s.count)
		}
		select {
		case free <- s.text[:0]:
		default:
		}
	}
	if left > 0 {
		return context.Cause(ctx)
	}
	return nil
}

// fill makes the records of a share and, from how long it took, says how large shares should be.
func (b Batch) fill(ctx context.Context, s *share, size *atomic.Uint64) {
	f := b.Format
	begun := time.Now()
	t := f.g.trials.Get().(*trial)
	defer f.g.trials.Put(t)
	for i := s.from; i != s.from+s.count; i++ {
		if (i-s.from)%64 == 0 && ctx.Err() != nil {
			s.err = context.Cause(ctx)
			return
		}
		if err := f.g.make(ctx, t, i, f.answers); err != nil {
			s.err = err
			if errors.Is(err, ctx.Err()) && ctx.Err() != nil {
				s.err = context.Cause(ctx)
			}
			return
		}
		s.text = f.record(s.text, t, i)
	}
	if s.count == size.Load() && time.Since(begun) < shareTime/2 && len(s.text) < shareBytes/2 {
		size.CompareAndSwap(s.count, 2*s.count)
	}
}
