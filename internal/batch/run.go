package batch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"sync"

	"golang.org/x/sync/semaphore"
)

// Run makes a text of every piece of a stream and hands the texts on in the order of the pieces.
type Run[P any] struct {
	// Jobs is how many goroutines make texts; 0 is one per core, and 256 is the most. The texts and
	// their order do not depend on it.
	Jobs int
	// Next is the next piece, or io.EOF after the last. One goroutine calls it.
	Next func() (P, error)
	// Size is how many bytes a piece takes until it is done; nil: not worth counting.
	Size func(P) int
	// Make appends the text of a piece. Several goroutines call it.
	Make func(ctx context.Context, piece P, dst []byte) ([]byte, error)
	// Done receives the pieces and their texts in order; a text is valid during the call only.
	Done func(piece P, text []byte) error
}

const (
	// maxJobs is how many goroutines are started at most, however many are asked for.
	maxJobs = 256
	// maxAhead is how many pieces may be made at most before Done gets to them.
	maxAhead = 256
	// pieceBytes is about how large a text should be, so that Done is called rarely.
	pieceBytes = 1 << 18
)

// jobs is how many goroutines to start.
func jobs(wanted int) (int, error) {
	switch {
	case wanted < 0:
		return 0, fmt.Errorf("%d jobs: at least one is needed", wanted)
	case wanted == 0:
		wanted = runtime.GOMAXPROCS(0)
	}
	return min(wanted, maxJobs), nil
}

// task is a piece on its way.
type task[P any] struct {
	piece P
	bytes int64 // that the piece takes
	held  int64 // for piece and text, of the bytes that all may take
	text  []byte
	err   error
	done  chan struct{}
}

// Do runs until all pieces are done, something fails or the context ends. In the latter case the
// error is its cause. Done has then received the beginning of the stream, whole pieces only.
func (r Run[P]) Do(ctx context.Context) error {
	jobs, err := jobs(r.Jobs)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	var workers sync.WaitGroup
	defer workers.Wait()
	defer cancel(nil)
	// Makers always find the next piece waiting, and may run ahead of Done by this many pieces. So a
	// maker that loses its core to another program does not hold up the rest. Pieces and texts may be
	// large, so their bytes are bounded as well: room is set aside for a text before it is made, so that two for each
	// maker fit, and given back as far as it is not needed.
	ahead := min(32*jobs, maxAhead)
	limit := int64(ahead * pieceBytes)
	room := semaphore.NewWeighted(limit)
	work := make(chan *task[P], ahead)
	ordered := make(chan *task[P], ahead)
	free := make(chan []byte, ahead)
	for range jobs {
		workers.Go(func() {
			most := 0
			for t := range work {
				select {
				case t.text = <-free:
				default:
					t.text = make([]byte, 0, min(most, 2*pieceBytes))
				}
				t.text, t.err = r.Make(ctx, t.piece, t.text)
				most = max(most, len(t.text)+len(t.text)/8)
				if t.err != nil && ctx.Err() != nil && errors.Is(t.err, ctx.Err()) {
					t.err = context.Cause(ctx)
				}
				keep := min(t.held, t.bytes+int64(len(t.text)))
				room.Release(t.held - keep)
				t.held = keep
				close(t.done)
			}
		})
	}
	var ended error // why no more pieces came; read once ordered is closed
	workers.Go(func() {
		defer close(ordered)
		defer close(work)
		ended = r.feed(ctx, ordered, work, func(t *task[P]) error {
			t.held = min(limit, t.bytes+limit/int64(2*jobs))
			return room.Acquire(ctx, t.held)
		})
	})
	for t := range ordered {
		<-t.done
		if t.err != nil {
			return t.err
		}
		if err := r.Done(t.piece, t.text); err != nil {
			return err
		}
		room.Release(t.held)
		select {
		case free <- t.text[:0]:
		default:
		}
	}
	return ended
}

// feed hands out pieces until there are no more, each once there is room for it.
func (r Run[P]) feed(ctx context.Context, ordered, work chan<- *task[P], admit func(*task[P]) error) error {
	for {
		piece, err := r.Next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		t := &task[P]{piece: piece, done: make(chan struct{})}
		if r.Size != nil {
			t.bytes = int64(r.Size(piece))
		}
		if admit(t) != nil {
			return context.Cause(ctx)
		}
		select {
		case ordered <- t:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
		select {
		case work <- t:
		case <-ctx.Done():
			t.err = context.Cause(ctx)
			close(t.done)
			return t.err
		}
	}
}
