package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"

	"github.com/google/renameio/v2"
	"golang.org/x/term"
)

// console is where a verb reads and writes.
type console struct {
	in       io.Reader
	out      *bufio.Writer
	err      io.Writer
	terminal bool // standard output is a terminal
	watched  bool // standard error is a terminal: show progress

	mu      sync.Mutex
	pending *renameio.PendingFile
}

func newConsole(in io.Reader, out, err io.Writer) *console {
	return &console{in: in, out: bufio.NewWriterSize(out, 1<<16), err: err, terminal: isTerminal(out), watched: isTerminal(err)}
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// output sends what the verb prints to a file that appears, complete, when the verb ends; "" and
// "-" leave standard output.
func (c *console) output(file string) error {
	if file == "" || file == "-" {
		return nil
	}
	if info, err := os.Stat(file); err == nil && info.IsDir() {
		return usagef("-o %s: is a directory; name a file", file)
	}
	p, err := renameio.NewPendingFile(file, renameio.WithPermissions(0o644))
	if err != nil {
		return usagef("-o %s: %v", file, errors.Unwrap(err))
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.pending = p
	c.out = bufio.NewWriterSize(p, 1<<16)
	c.terminal = false
	return nil
}

// discard drops an unfinished -o file.
func (c *console) discard() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.pending != nil {
		_ = c.pending.Cleanup()
		c.pending = nil
	}
}

// finish reports the error, if any, completes or drops the -o file, and gives the exit code.
func (c *console) finish(err error) int {
	code := exitCode(err)
	var outcome said
	if err != nil && !errors.As(err, &outcome) {
		defer fmt.Fprintf(c.err, "lightsout: %v\n", err)
	}
	if code == exitInterrupted {
		_ = c.out.Flush() // whole records only: verbs write a record in one go
	}
	if code == exitUsage || code == exitInterrupted {
		c.discard()
		return code
	}
	if e := c.complete(); e != nil {
		fmt.Fprintf(c.err, "lightsout: writing the result: %v\n", e)
		return exitUsage
	}
	return code
}

func (c *console) complete() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := c.out.Flush(); err != nil {
		if c.pending != nil {
			_ = c.pending.Cleanup()
		}
		return err
	}
	if c.pending != nil {
		return c.pending.CloseAtomicallyReplace()
	}
	return nil
}

// cause is why a context ended: the interrupt, or the deadline.
func cause(ctx context.Context) error {
	if err := context.Cause(ctx); err != nil {
		return err
	}
	return ctx.Err()
}
