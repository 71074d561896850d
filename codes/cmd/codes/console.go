package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
	"syscall"

	"lightsout/internal/stdio"
)

// console is where a verb reads and writes.
type console struct {
	*stdio.Console
	status *stdio.StatusLine

	mu    sync.Mutex
	ended bool
}

func newConsole(in io.Reader, out, err io.Writer) *console {
	c := &console{Console: stdio.New(in, out, err)}
	c.status = c.Status("")
	return c
}

func (c *console) note(format string, args ...any) {
	fmt.Fprintf(c.Err, "codes: "+format+"\n", args...)
}

// progress shows a line on a terminal, if the work takes a noticeable time.
func (c *console) progress(format string, args ...any) { c.status.Say(fmt.Sprintf(format, args...)) }

// create begins a file that a flag names, unless the command has ended.
func (c *console) create(flag, name string) (*stdio.Target, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ended {
		return nil, errInterrupted
	}
	return c.Create(flag, name)
}

// abandon ends the command while its verb still works.
func (c *console) abandon() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ended = true
	c.Discard()
	c.note("%v", errInterrupted)
	return exitInterrupted
}

// finish tells the error, if there is one, lets the files appear or drops them all, and returns the exit code. What
// was written to standard output stays: it is whole records.
func (c *console) finish(err error) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ended = true
	told, isOutcome := errors.AsType[outcome](err)
	code := int(told)
	switch {
	case errors.Is(err, errInterrupted):
		code = exitInterrupted
	case errors.Is(err, syscall.EPIPE):
		code = exitPipe
	case err != nil && !isOutcome:
		code = exitUsage
	}
	if flushed := c.Out.Flush(); flushed != nil && code != exitInterrupted {
		err, isOutcome, code = flushed, false, exitUsage
		if errors.Is(flushed, syscall.EPIPE) {
			code = exitPipe
		}
	}
	if err == nil || isOutcome {
		if failed := c.Complete(); failed != nil {
			err, isOutcome, code = failed, false, exitUsage
		}
	}
	c.Discard()
	if err != nil && !isOutcome && code != exitPipe {
		c.note("%v", err)
	}
	return code
}

// writeJSON writes an object as a line.
func writeJSON(w io.Writer, object any) error { return json.NewEncoder(w).Encode(object) }

// appendJSON appends the same line.
func appendJSON(dst []byte, object any) ([]byte, error) {
	text := bytes.NewBuffer(dst)
	err := writeJSON(text, object)
	return text.Bytes(), err
}
