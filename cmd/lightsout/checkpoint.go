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

// checkpoint is the file of solve --checkpoint. It is written when a long search begins and then now and
// again, whole each time, and removed once the search has proved its answer.
type checkpoint struct {
	ctx     context.Context
	err     io.Writer // for people
	file    string
	written time.Time // last, if ever
	resumed bool
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
	data, err := os.ReadFile(c.checkpoint)
	switch {
	case err == nil && !c.resume:
		return nil, usagef("--checkpoint %s exists: --resume continues that search; to begin anew remove the file", c.checkpoint)
	case err == nil:
		s.Saved = data
	case !errors.Is(err, fs.ErrNotExist):
		return nil, usagef("--checkpoint %v", err)
	default:
		_, p, err := openTarget("--checkpoint", c.checkpoint) // a name that cannot be written is noticed now
		if err != nil {
			return nil, err
		}
		if p != nil {
			_ = p.Discard()
		}
	}
	k := &checkpoint{ctx: ctx, err: con.err, file: c.checkpoint, resumed: s.Saved != nil}
	s.Save = k.save
	return k, nil
}

func (k *checkpoint) save(state func() []byte) {
	if k.ctx.Err() != nil || time.Since(k.written) >= checkpointEvery {
		k.write(state())
	}
}

func (k *checkpoint) write(state []byte) {
	failed := whole.WriteFile(k.file, state)
	if failed != nil && k.failed == nil { // now, not after a search of days
		fmt.Fprintf(k.err, "lightsout: --checkpoint: %v; the search goes on, and tries again every %v\n", failed, checkpointEvery)
	}
	k.failed, k.written = failed, time.Now()
}

// close removes the file of a search that is done, and says where the others can be continued.
func (k *checkpoint) close(con *console, res *solve.Result, err error) error {
	switch {
	case k == nil:
		return err
	case errors.Is(err, lightest.ErrSaved):
		return usagef("--checkpoint %s cannot be continued: %v; to begin anew remove the file", k.file, strings.TrimPrefix(err.Error(), lightest.ErrSaved.Error()+": "))
	case err != nil:
		return err
	case k.failed != nil:
		fmt.Fprintf(con.err, "lightsout: --checkpoint: %v\n", k.failed)
	case k.written.IsZero():
		if k.resumed {
			fmt.Fprintf(con.err, "lightsout: note: this search did not need %s, which is left as it is\n", k.file)
		}
	case res.Minimum:
		if err := os.Remove(k.file); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return usagef("--checkpoint %v", err)
		}
	default:
		if _, err := os.Stat(k.file); err == nil {
			fmt.Fprintf(con.err, "lightsout: %s keeps what was done; --resume goes on\n", k.file)
		}
	}
	return nil
}
