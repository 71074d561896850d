package main

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"time"

	"golang.org/x/term"

	"lightsout/internal/atomicfile"
)

// console is where a verb reads and writes.
type console struct {
	in      io.Reader
	out     *bufio.Writer
	err     io.Writer
	watched bool // standard error is a terminal: show progress
	begun   time.Time
	shown   bool // some progress is

	mu    sync.Mutex
	ended bool
	files []*target
	used  []used
}

// target is a file that a flag names.
type target struct {
	*bufio.Writer
	file *atomicfile.File
}

// used is a file that is read, or written because of a flag.
type used struct{ flag, name string }

func newConsole(in io.Reader, out, err io.Writer) *console {
	f, ok := err.(*os.File)
	return &console{
		in: in, out: bufio.NewWriterSize(out, 1<<16), err: err, begun: time.Now(),
		watched: ok && term.IsTerminal(int(f.Fd())),
	}
}

func (c *console) note(format string, args ...any) {
	fmt.Fprintf(c.err, "codes: "+format+"\n", args...)
}

// progress shows a line on a terminal, if the work takes a noticeable time.
func (c *console) progress(format string, args ...any) {
	const noticeable = 200 * time.Millisecond
	if c.watched && time.Since(c.begun) > noticeable {
		c.shown = true
		fmt.Fprintf(c.err, "\r\x1b[K"+format, args...)
	}
}

func (c *console) clearProgress() {
	if c.shown {
		c.shown = false
		fmt.Fprint(c.err, "\r\x1b[K")
	}
}

// input is a file that is read.
type input struct {
	io.ReadCloser
	name string
	live bool // it may wait for what is written: answers must not
}

// open opens a file, or standard input for "-".
func (c *console) open(name string) (*input, error) {
	if name == "-" {
		return &input{io.NopCloser(c.in), name, true}, nil
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil && info.IsDir() {
		err = fmt.Errorf("%s: is a directory; name a file", name)
	}
	if err := errors.Join(err, c.use("", name)); err != nil {
		f.Close()
		return nil, err
	}
	return &input{f, name, !info.Mode().IsRegular()}, nil
}

// use refuses to write a file that is read or written already.
func (c *console) use(flag, name string) error {
	info, err := os.Stat(name)
	if err == nil && !info.Mode().IsRegular() {
		return nil
	}
	for _, u := range c.used {
		if u.flag == "" && flag == "" || !sameFile(u.name, name) {
			continue
		}
		switch {
		case u.flag != "" && flag != "":
			return fmt.Errorf("%s %s: %s writes that file too; name another one", flag, name, u.flag)
		default:
			return fmt.Errorf("%s: this command reads and writes that file; name another one for %s",
				name, cmp.Or(flag, u.flag))
		}
	}
	c.used = append(c.used, used{flag, name})
	return nil
}

// sameFile reports whether two names are of one file, which may not be there yet.
func sameFile(a, b string) bool {
	infoA, errA := os.Stat(a)
	infoB, errB := os.Stat(b)
	if errA == nil && errB == nil {
		return os.SameFile(infoA, infoB)
	}
	return errA != nil && errB != nil && filepath.Base(a) == filepath.Base(b) &&
		sameFile(filepath.Dir(a), filepath.Dir(b))
}

// create begins a file that a flag names, so that a name that cannot be written is noticed at once.
func (c *console) create(flag, name string) (*target, error) {
	info, err := os.Stat(name)
	if err == nil && info.IsDir() {
		return nil, fmt.Errorf("%s %s: is a directory; name a file", flag, name)
	}
	if err := c.use(flag, name); err != nil {
		return nil, err
	}
	f, err := atomicfile.Create(name)
	if err != nil {
		return nil, fmt.Errorf("%s %s: %w", flag, name, errors.Unwrap(err))
	}
	t := &target{bufio.NewWriterSize(f, 1<<16), f}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ended {
		return nil, errors.Join(errInterrupted, f.Discard())
	}
	c.files = append(c.files, t)
	return t, nil
}

// abandon ends the command while its verb still works.
func (c *console) abandon() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ended = true
	c.discard()
	c.note("%v", errInterrupted)
	return exitInterrupted
}

// discard drops the files that have not appeared.
func (c *console) discard() {
	for _, t := range c.files {
		_ = t.file.Discard()
	}
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
	if flushed := c.out.Flush(); flushed != nil && code != exitInterrupted {
		err, isOutcome, code = flushed, false, exitUsage
		if errors.Is(flushed, syscall.EPIPE) {
			code = exitPipe
		}
	}
	if err == nil || isOutcome {
		if failed := c.commit(); failed != nil {
			err, isOutcome, code = failed, false, exitUsage
		}
	}
	c.discard()
	if err != nil && !isOutcome && code != exitPipe {
		c.note("%v", err)
	}
	return code
}

// commit lets the files appear. What can fail for lack of space comes first.
func (c *console) commit() error {
	for _, t := range c.files {
		if err := cmp.Or(t.Flush(), t.file.Sync()); err != nil {
			return err
		}
	}
	for _, t := range c.files {
		if err := t.file.Commit(); err != nil {
			return err
		}
	}
	return nil
}

// writeJSON writes an object as a line.
func writeJSON(w io.Writer, object any) error { return json.NewEncoder(w).Encode(object) }

// appendJSON appends the same line.
func appendJSON(dst []byte, object any) ([]byte, error) {
	text := bytes.NewBuffer(dst)
	err := writeJSON(text, object)
	return text.Bytes(), err
}
