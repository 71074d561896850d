package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"time"

	"lightsout/internal/lightest"
	"lightsout/internal/whole"
	"lightsout/solve"
)

// checkpoint is the file of --checkpoint. It is written when a long search begins and then now and
// again, whole each time, and removed once the search has proved its answer.
type checkpoint struct {
	ctx     context.Context
	err     io.Writer // for people
	file    string
	saved   []byte // what the file had at the beginning; nil if there was none
	every   time.Duration
	written time.Time // last, if ever
	failed  error
}

// checkpointEvery is how often the file is written: more often would cost time, less often would lose some.
const checkpointEvery = 30 * time.Second

// keepSearch makes a search write its checkpoint, and continue from it with --resume. It is nil without
// --checkpoint.
func (c *solveCommand) keepSearch(ctx context.Context, con *console, s *solve.Solver) (*checkpoint, error) {
	if c.checkpoint == "" {
		return nil, nil
	}
	k, err := newCheckpoint(ctx, con, c.checkpoint, c.resume)
	if err == nil {
		s.Save, s.Saved = k.save, k.saved
	}
	return k, err
}

// newCheckpoint reads the file if there is one, which needs --resume.
func newCheckpoint(ctx context.Context, con *console, file string, resume bool) (*checkpoint, error) {
	k := &checkpoint{ctx: ctx, err: con.err, file: file, every: checkpointEvery}
	data, err := os.ReadFile(file)
	switch {
	case err == nil && !resume:
		return nil, usagef("--checkpoint %s exists: --resume continues that search; to begin anew remove the file", file)
	case err == nil:
		k.saved = data
	case !errors.Is(err, fs.ErrNotExist):
		if info, e := os.Stat(file); e == nil && info.IsDir() {
			return nil, usagef("--checkpoint %s: is a directory; name a file", file)
		}
		return nil, usagef("--checkpoint %s: %v", file, errors.Unwrap(err))
	default:
		if resume {
			noteNoFile(con, file, "the search")
		}
		_, p, err := openTarget("--checkpoint", file) // a name that cannot be written is noticed now
		if err != nil {
			return nil, err
		}
		if p != nil {
			_ = p.Discard()
		}
	}
	return k, nil
}

// noteNoFile says that --resume has nothing to go on with: the name may be mistyped.
func noteNoFile(con *console, file, what string) {
	fmt.Fprintf(con.err, "lightsout: note: there is no %s yet; %s begins anew\n", file, what)
}

func (k *checkpoint) save(state func() []byte) {
	if k.ctx.Err() != nil || time.Since(k.written) >= k.every {
		k.write(state())
	}
}

func (k *checkpoint) write(state []byte) {
	failed := whole.WriteFile(k.file, state)
	if failed != nil && k.failed == nil { // now, not after a search of days
		fmt.Fprintf(k.err, "lightsout: --checkpoint: %v; the search goes on, and tries again every %v\n", failed, k.every)
	}
	k.failed, k.written = failed, time.Now()
}

// close removes the file of a search that is done, and says where the others can be continued.
func (k *checkpoint) close(con *console, done bool, err error) error {
	switch {
	case k == nil:
		return err
	case errors.Is(err, lightest.ErrSaved):
		return usagef("--checkpoint %s cannot be continued: %v; to begin anew remove the file", k.file, strings.TrimPrefix(err.Error(), lightest.ErrSaved.Error()+": "))
	case err != nil:
		if k.ctx.Err() != nil {
			k.remind(con, "what was done")
		}
		return err
	case k.failed != nil:
		fmt.Fprintf(con.err, "lightsout: --checkpoint: %v\n", k.failed)
	case k.written.IsZero():
		k.unused(con, done)
	case done:
		if err := os.Remove(k.file); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return usagef("--checkpoint %v", err)
		}
	default:
		k.remind(con, "what was done")
	}
	return nil
}

// unused says what became of the file of a search that never wrote it.
func (k *checkpoint) unused(con *console, done bool) {
	switch {
	case k.saved != nil:
		fmt.Fprintf(con.err, "lightsout: note: this search did not need %s, which is left as it is\n", k.file)
	case !done:
		fmt.Fprintf(con.err, "lightsout: note: there was nothing to keep yet; %s was not written\n", k.file)
	}
}

// remind says what the file has, and how to go on.
func (k *checkpoint) remind(con *console, what string) {
	if _, err := os.Stat(k.file); err != nil {
		k.unused(con, false)
		return
	}
	fmt.Fprintf(con.err, "lightsout: %s keeps %s; --resume goes on\n", k.file, what)
}
