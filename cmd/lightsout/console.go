package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"time"

	"golang.org/x/term"

	"lightsout/board"
	"lightsout/internal/atomicfile"
)

// console is where a verb reads and writes.
type console struct {
	in       io.Reader
	out      *bufio.Writer
	err      io.Writer
	terminal bool // standard output is a terminal
	colours  bool // and shows colours
	watched  bool // standard error is a terminal: show progress
	json     bool // the result is JSON, so that giving up is too
	began    time.Time
	board    *board.Board // what the verb works on, nil if that is not known
	origin   string       // of the puzzle, if it comes from a file
	memory   *memoryGuard
	ctx      context.Context // of the verb, for what is read
	closed   chan struct{}   // has something once nobody reads what is written

	mu      sync.Mutex
	pending *atomicfile.File
	whole   bool             // the -o file is whole, even if it is empty and the exit code is not 0
	target  string           // what pending becomes
	beside  *atomicfile.File // of --certificate or --proof
}

func newConsole(in io.Reader, out, err io.Writer) *console {
	c := &console{in: in, err: err, began: time.Now(), memory: newMemoryGuard(), ctx: context.Background(), closed: make(chan struct{}, 1), watched: understandsEscapes(err)}
	c.write(out)
	return c
}

// write makes w the output.
func (c *console) write(w io.Writer) {
	c.out = bufio.NewWriterSize(pipe{w, c.closed}, 1<<16)
	c.terminal = isTerminal(w)
	c.colours = understandsEscapes(w) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// understandsEscapes reports whether w is a terminal that knows the sequences for colours and to clear a line.
// Consoles of Windows may show them as they are.
func understandsEscapes(w io.Writer) bool { return isTerminal(w) && runtime.GOOS != "windows" }

// pipe notices when the program that reads what is written has ended.
type pipe struct {
	io.Writer
	closed chan<- struct{}
}

func (p pipe) Write(text []byte) (int, error) {
	n, err := p.Writer.Write(text)
	if errors.Is(err, syscall.EPIPE) {
		select {
		case p.closed <- struct{}{}:
		default: // it is known
		}
	}
	return n, err
}

// output sends what the verb prints to a file that appears, complete, when the verb ends; "" and
// "-" leave standard output. A link is followed, and what is not a regular file (a device, a named
// pipe) is simply written to.
func (c *console) output(file string) error {
	if file == "" || file == "-" {
		return nil
	}
	w, p, err := openTarget("-o", file)
	if err != nil {
		return err
	}
	if p == nil {
		c.write(w)
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.pending, c.target = p, file
	c.write(p)
	return nil
}

// openBeside opens a second file beside the output, under a flag of its own, so that a name that cannot be
// written is noticed before a long search and not after it.
func (c *console) openBeside(flag, file string) (w io.Writer, p *atomicfile.File, err error) {
	if file == "-" {
		return nil, nil, usagef("%s - : answers go to standard output; name a file", flag)
	}
	if w, p, err = openTarget(flag, file); err != nil {
		return nil, nil, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.beside = p
	return w, p, nil
}

// openTarget opens a file to write to, which a flag names. A regular file, or one that does not exist
// yet, is pending until it is complete; anything else has no pending file and is written to.
func openTarget(flag, file string) (w io.Writer, p *atomicfile.File, err error) {
	info, err := os.Stat(file)
	switch {
	case strings.HasPrefix(file, "--"):
		return nil, nil, usagef("%s %s: that is a flag; name a file before it, or write ./%s if that is its name", flag, file, file)
	case err == nil && info.IsDir():
		return nil, nil, usagef("%s %s: is a directory; name a file", flag, file)
	case err == nil && !info.Mode().IsRegular():
		f, err := os.OpenFile(file, os.O_WRONLY, 0)
		if err != nil {
			return nil, nil, usagef("%s %v", flag, err)
		}
		return f, nil, nil
	}
	if p, err = atomicfile.Create(file); err != nil {
		return nil, nil, usagef("%s %s: %v", flag, file, errors.Unwrap(err))
	}
	return p, p, nil
}

// discard drops unfinished files.
func (c *console) discard() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, p := range []**atomicfile.File{&c.pending, &c.beside} {
		if *p != nil {
			_ = (*p).Discard()
			*p = nil
		}
	}
}

// dropFile drops an unfinished -o file, and what is written from now on.
func (c *console) dropFile() {
	if c.pending != nil {
		c.discard()
		c.write(io.Discard)
	}
}

// finish reports the error, if any, completes or drops the -o file, and returns the exit code. An -o
// file appears if the verb did what it was asked and had something to write; a refutation and a best
// answer so far count. Standard output gets whatever was written: verbs write whole records.
func (c *console) finish(err error) int {
	code := exitCode(err)
	var outcome reported
	if code == exitGaveUp && c.json && !errors.As(err, &outcome) {
		_ = writeJSON(c.out, c.stoppedAt(err, time.Since(c.began))) // flushing reports what could not be written
	}
	flushed := c.out.Flush()
	if errors.Is(flushed, syscall.EPIPE) {
		c.discard()
		return exitPipe
	}
	if err != nil && !errors.As(err, &outcome) && (flushed == nil || !errors.Is(err, flushed)) {
		defer fmt.Fprintf(c.err, "lightsout: %v%s\n", err, hint(err))
	}
	if code == exitInterrupted || code == exitUsage && !errors.As(err, &outcome) {
		c.discard() // but a run that reported bad lines in their places has a result
	}
	if flushed == nil {
		flushed = c.complete(code == exitDone || c.whole)
	}
	if flushed != nil {
		c.discard()
		var path *fs.PathError
		if errors.As(flushed, &path) && c.target != "" { // not the temporary file that is written to
			flushed = fmt.Errorf("%s: %w", c.target, path.Err)
		}
		fmt.Fprintf(c.err, "lightsout: writing the result: %v\n", flushed)
		return exitUsage
	}
	return code
}

// complete lets the -o file appear, and a file beside it if there still is one: both or none. If the verb is done, an
// empty file is a result too, as with a shard that has no puzzle; otherwise the old file stays.
func (c *console) complete(done bool) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err := c.completeBeside(done); err != nil || c.pending == nil {
		return err
	}
	if info, err := c.pending.Stat(); err != nil || info.Size() == 0 && !done {
		return c.pending.Discard()
	}
	return c.pending.Commit()
}

// completeBeside lets the file beside the output appear. What can fail for lack of space is done for both
// files first.
func (c *console) completeBeside(done bool) error {
	p := c.beside
	if p == nil {
		return nil
	}
	c.beside = nil
	if !done {
		return p.Discard()
	}
	if c.pending != nil {
		if err := c.pending.Sync(); err != nil {
			return errors.Join(err, p.Discard())
		}
	}
	return p.Commit()
}

// wrote reports an error of writing so far, so that a verb with much to write stops when the disk is
// full.
func (c *console) wrote() error {
	_, err := c.out.Write(nil)
	return err
}

// cause is why a context ended: the interrupt, or the deadline.
func cause(ctx context.Context) error {
	if err := context.Cause(ctx); err != nil {
		return err
	}
	return ctx.Err()
}
