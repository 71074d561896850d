package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"syscall"
	"time"

	"lightsout/board"
	"lightsout/internal/reserve"
	"lightsout/internal/stdio"
	"lightsout/puzzlefile"
	"lightsout/solve"
)

// console is where a verb reads and writes.
type console struct {
	*stdio.Console
	json   bool // the result is JSON, so that giving up is too
	about  subject
	memory *reserve.Guard
	result fileResult
}

// subject is what a verb works on.
type subject struct {
	board  *board.Board    // nil if that is not known
	id     json.RawMessage // of the record that it comes from, if it has one
	origin string          // of the puzzle, if it comes from a file
	began  time.Time       // the work
}

// fileResult is what files are to hold.
type fileResult struct {
	kind resultKind
	// nothing: no line of the input could be read or answered, so that there is no result.
	nothing bool
}

// resultKind says when the files of a command appear: all of them together, or none, and what was there before stays as
// it was. Whether a time limit, want of memory, Ctrl-C or another signal ends the command makes no difference.
type resultKind int

const (
	// singleFinding: the files appear when it is there; if the search was stopped, with the best so far, which says so.
	singleFinding resultKind = iota
	// manyRecords, or one that is of no use in parts: the files appear when all are there.
	manyRecords
	// growingFile: whole records are in the file from the moment they are written, and can be continued.
	growingFile
)

// several is for results of records one after another: a list in a file that ends in .json.
func (c *console) several() {
	c.result.kind = manyRecords
	c.List()
}

func newConsole(in io.Reader, out, err io.Writer) *console {
	return &console{Console: stdio.New(in, out, err), about: subject{began: time.Now()}, memory: reserve.NewGuard()}
}

// useBoards notes the files of boards such as graph:FILE, which are not opened here.
func (c *call) useBoards() error {
	specs := c.args
	if c.flags.Lookup("board") != nil {
		specs = append(slices.Clone(specs), c.texts("board")...)
	}
	for _, spec := range specs {
		if file := puzzlefile.BoardFile(spec); file != "" {
			if err := c.con.Use("", file); err != nil {
				return err
			}
		}
	}
	return nil
}

// finish reports the error, if any, lets the files of the verb appear or drops them, and returns the exit code.
// Standard output gets whatever was written: verbs write whole records.
func (c *console) finish(err error) int {
	code := exitCode(err)
	var outcome reported
	told := err == nil || errors.As(err, &outcome)
	if code == exitGaveUp && !told {
		_ = c.stopped(c.Out, err) // flushing reports what could not be written
	}
	flushed := c.Out.Flush()
	if errors.Is(flushed, syscall.EPIPE) {
		c.Discard()
		return exitPipe
	}
	if !told && (flushed == nil || !errors.Is(err, flushed)) {
		defer fmt.Fprintf(c.Err, "lightsout: %v%s\n", err, hint(err))
	}
	if flushed == nil && c.appears(err) {
		flushed = c.Complete()
	} else if told && flushed == nil {
		c.sayWhyNot(err)
	}
	c.Discard()
	if flushed != nil {
		fmt.Fprintf(c.Err, "lightsout: writing the result: %v\n", flushed)
		return exitUsage
	}
	return code
}

// appears reports whether the verb ended with a result that its files are to hold. A refutation is one, and so is a run
// that reported bad lines in their places; an error that ended the verb is none.
func (c *console) appears(err error) bool {
	cut, stopped := errors.AsType[cutShort](err)
	_, told := errors.AsType[reported](err)
	switch {
	case err == nil:
		return true
	case c.result.nothing:
		return false
	case c.result.kind == manyRecords:
		return told && !stopped && c.Ctx.Err() == nil // what was interrupted may have ended its last records early
	}
	return told && !cut.nothing
}

// sayWhyNot says why no file appears, where that stands only in the file.
func (c *console) sayWhyNot(err error) {
	cut, _ := errors.AsType[cutShort](err)
	if c.result.nothing {
		cut.why = "no line could be read or answered: no file is written"
	}
	if cut.why == "" && c.Ctx.Err() != nil {
		cut.why = solve.Why(cause(c.Ctx))
	}
	if c.Writes() && cut.why != "" {
		fmt.Fprintf(c.Err, "lightsout: %s\n", cut.why)
	}
}

// cause is why a context ended: the interrupt, or the deadline.
func cause(ctx context.Context) error { return context.Cause(ctx) }
