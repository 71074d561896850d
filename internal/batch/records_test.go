package batch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
)

// numbers writes every number on a line.
func numbers(count uint64, jobs int) Records {
	return Records{Count: count, Jobs: jobs, Append: func(_ context.Context, dst []byte, from, count uint64) ([]byte, error) {
		for i := range count {
			dst = fmt.Appendln(dst, from+i)
		}
		return dst, nil
	}}
}

func TestRecordsComeInOrder(t *testing.T) {
	var want strings.Builder
	for i := range 5000 {
		fmt.Fprintln(&want, i)
	}
	for _, jobs := range []int{0, 1, 3, 1000} {
		var got strings.Builder
		if err := numbers(5000, jobs).Write(t.Context(), &got); err != nil || got.String() != want.String() {
			t.Errorf("%d jobs write something else: %v", jobs, err)
		}
	}
	if err := numbers(1, -1).Write(t.Context(), io.Discard); err == nil {
		t.Error("-1 jobs")
	}
}

// waiting is a writer that takes nothing until it is opened.
type waiting struct{ open chan struct{} }

func (w waiting) Write(p []byte) (int, error) {
	<-w.open
	return len(p), nil
}

// large are records of some bytes each.
func large(made *atomic.Int64, size int) func(context.Context, []byte, uint64, uint64) ([]byte, error) {
	return func(_ context.Context, dst []byte, _, count uint64) ([]byte, error) {
		made.Add(int64(size) * int64(count))
		return append(dst, make([]byte, uint64(size)*count)...), nil
	}
}

// While the writer is held up, makers stop after so many bytes, not after so many records.
func TestLargeRecordsDoNotPileUp(t *testing.T) {
	const jobs, size, count = 2, 1 << 21, 100
	synctest.Test(t, func(t *testing.T) {
		var made atomic.Int64
		w := waiting{make(chan struct{})}
		done := make(chan error, 1)
		go func() { done <- Records{Count: count, Jobs: jobs, Append: large(&made, size)}.Write(t.Context(), w) }()
		synctest.Wait()
		if got, most := made.Load(), int64(32*jobs*pieceBytes+jobs*size); got > most {
			t.Errorf("%d bytes are made and not written, at most %d should be", got, most)
		}
		close(w.open)
		if err := <-done; err != nil || made.Load() != count*size {
			t.Errorf("%d bytes, %v", made.Load(), err)
		}
	})
}

// Large pieces are not read ahead without limit either.
func TestLargePiecesDoNotPileUp(t *testing.T) {
	const jobs, size, count = 2, 1 << 22, 100
	synctest.Test(t, func(t *testing.T) {
		read, open := 0, make(chan struct{})
		run := Run[int]{
			Jobs: jobs,
			Next: func() (int, error) {
				if read == count {
					return 0, io.EOF
				}
				read++
				return size, nil
			},
			Size: func(piece int) int { return piece },
			Make: func(_ context.Context, _ int, dst []byte) ([]byte, error) { return dst, nil },
			Done: func(int, []byte) error { <-open; return nil },
		}
		done := make(chan error, 1)
		go func() { done <- run.Do(t.Context()) }()
		synctest.Wait()
		if most := 32*jobs*pieceBytes/size + 2; read > most {
			t.Errorf("%d pieces are read, at most %d should be", read, most)
		}
		close(open)
		if err := <-done; err != nil || read != count {
			t.Errorf("%d pieces, %v", read, err)
		}
	})
}

var errStop = errors.New("stop")

// A run ends with its context also while makers wait for the writer.
func TestInterruptWhileMakersWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var made atomic.Int64
		w := waiting{make(chan struct{})}
		ctx, cancel := context.WithCancelCause(t.Context())
		done := make(chan error, 1)
		go func() { done <- Records{Count: 1 << 40, Jobs: 3, Append: large(&made, 1<<22)}.Write(ctx, w) }()
		synctest.Wait()
		cancel(errStop)
		close(w.open)
		if err := <-done; !errors.Is(err, errStop) {
			t.Error(err)
		}
	})
}

// A piece that cannot be made, or a stream that breaks, ends the run after the pieces before it.
func TestErrorsEndTheRun(t *testing.T) {
	broken := errors.New("broken")
	for _, breaks := range []string{"next", "make", "done"} {
		n, done := 0, 0
		run := Run[int]{
			Next: func() (int, error) {
				if n++; n > 50 && breaks == "next" {
					return 0, broken
				}
				return n, nil
			},
			Make: func(_ context.Context, piece int, dst []byte) ([]byte, error) {
				if piece > 50 && breaks == "make" {
					return dst, broken
				}
				return dst, nil
			},
			Done: func(piece int, _ []byte) error {
				if piece > 50 {
					return broken
				}
				done++
				return nil
			},
		}
		if err := run.Do(t.Context()); !errors.Is(err, broken) || done != 50 {
			t.Errorf("%s: %d pieces, %v", breaks, done, err)
		}
	}
}
