package batch

import (
	"context"
	"io"
	"time"
)

// Records is a run of numbered records to be written: From, From+1, …, From+Count-1. A record
// depends on its number alone, so that parts of a run concatenate to the whole.
type Records struct {
	From, Count uint64
	Jobs        int // as in [Run]
	// Head goes before the first record, "" if there is none.
	Head string
	// Blank: records end with a blank line and contain none. Otherwise a record is a line.
	Blank bool
	// Append appends count records. Several goroutines call it.
	Append func(ctx context.Context, dst []byte, from, count uint64) ([]byte, error)
	// Progress, if not nil, receives how many more records have been written, after each write.
	Progress func(records uint64)
}

// span is a piece of the run.
type span struct{ from, count uint64 }

// Write writes the records in order, whole ones only, and many by a single call of w.Write. When
// the context ends it stops with its cause; what was written is then the beginning of the run.
func (r Records) Write(ctx context.Context, w io.Writer) error {
	jobs, err := jobs(r.Jobs)
	if err != nil {
		return err
	}
	if r.Head != "" {
		if _, err := io.WriteString(w, r.Head); err != nil {
			return err
		}
	}
	var pace Pace
	rest := r
	run := Run[span]{Jobs: int(min(uint64(jobs), max(r.Count, 1)))}
	run.Next = func() (span, error) {
		if rest.Count == 0 {
			return span{}, io.EOF
		}
		s := span{rest.From, min(rest.Count, uint64(pace.Most()))}
		rest.From += s.count
		rest.Count -= s.count
		return s, nil
	}
	run.Make = func(ctx context.Context, s span, dst []byte) ([]byte, error) {
		begun := time.Now()
		dst, err := r.Append(ctx, dst, s.from, s.count)
		if err == nil {
			pace.Took(int(s.count), time.Since(begun), len(dst))
		}
		return dst, err
	}
	run.Done = func(s span, text []byte) error {
		err := WriteWhole(w, text)
		if err == nil && r.Progress != nil {
			r.Progress(s.count)
		}
		return err
	}
	return run.Do(ctx)
}
