package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"golang.org/x/term"

	"lightsout/board"
	"lightsout/internal/atomicfile"
	"lightsout/puzzlefile"
)

// console is where a verb reads and writes.
type console struct {
	in       io.Reader
	stdin    os.FileInfo // of in, if it is a file
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

	files outputs
}

// outputs are the files that a verb writes.
type outputs struct {
	mu   sync.Mutex
	list []*target
	used []used // and those that it reads
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

// target is a file that a flag names. It appears, complete, when the verb ends.
type target struct {
	*bufio.Writer
	file *atomicfile.File
}

func newConsole(in io.Reader, out, err io.Writer) *console {
	c := &console{
		in: in, err: err, began: time.Now(), memory: newMemoryGuard(), ctx: context.Background(),
		closed: make(chan struct{}, 1), watched: understandsEscapes(err),
	}
	if f, ok := in.(*os.File); ok {
		c.stdin, _ = f.Stat()
	}
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
	t, err := c.create("-o", file)
	if err != nil {
		return err
	}
	c.write(t.file)
	t.Writer = c.out
	return nil
}

// create begins a file that a flag names, so that a name that cannot be written is noticed before a long search and
// not after it. All files of a verb appear together, or none.
func (c *console) create(flag, file string) (*target, error) {
	info, err := os.Stat(file)
	switch {
	case file == "-":
		return nil, usagef("%s - : results go to standard output; name a file", flag)
	case (file == "/dev/stdout" || file == "/dev/fd/1") && err == nil && info.Mode().IsRegular():
		// it would be replaced
		return nil, usagef("%s %s: standard output is -o -, or no -o; name a file", flag, file)
	case strings.HasPrefix(file, "--"):
		const words = "%s %s: that is a flag; name a file before it, or write ./%[2]s if that is its name"
		return nil, usagef(words, flag, file)
	case err == nil && info.IsDir():
		return nil, usagef("%s %s: is a directory; name a file", flag, file)
	}
	if err := c.use(flag, file); err != nil {
		return nil, err
	}
	f, err := atomicfile.Create(file)
	if err != nil {
		return nil, usagef("%s %s: %v", flag, file, errors.Unwrap(err))
	}
	t := &target{bufio.NewWriterSize(f, 1<<16), f}
	c.files.mu.Lock()
	defer c.files.mu.Unlock()
	c.files.list = append(c.files.list, t)
	return t, nil
}

// used is a regular file that the verb reads or writes.
type used struct {
	flag   string      // that it is written by; "" if it is read
	file   string      // its name
	info   os.FileInfo // nil: there is none yet
	folder os.FileInfo // then where it will be
}

func (u used) is(other used) bool {
	if u.info != nil && other.info != nil {
		return os.SameFile(u.info, other.info)
	}
	sameName := filepath.Base(u.file) == filepath.Base(other.file)
	return u.folder != nil && other.folder != nil && sameName && os.SameFile(u.folder, other.folder)
}

// use refuses to write a file that the verb reads, or writes already: one of the two would be lost.
func (c *console) use(flag, file string) error {
	u := used{flag: flag, file: file}
	info, err := os.Stat(file)
	switch {
	case err != nil:
		u.folder, _ = os.Stat(filepath.Dir(file))
	case !info.Mode().IsRegular():
		return nil
	default:
		u.info = info
	}
	return c.add(u)
}

// add notes a file, or says which it is already.
func (c *console) add(u used) error {
	c.files.mu.Lock()
	defer c.files.mu.Unlock()
	for _, v := range c.files.used {
		switch {
		case !u.is(v) || u.flag == "" && v.flag == "":
		case u.flag != "" && v.flag != "":
			return usagef("%s %s: %s writes that file too; name another one", u.flag, u.file, v.flag)
		default:
			if u.flag == "" {
				u = v
			}
			return usagef("%s %s: this command reads that file too; name another one", u.flag, u.file)
		}
	}
	c.files.used = append(c.files.used, u)
	return nil
}

// useBoards notes the files of boards such as graph:FILE, which are not opened here.
func (c *call) useBoards() error {
	specs := c.args
	if c.flags.Lookup("board") != nil {
		specs = append(slices.Clone(specs), c.texts("board")...)
	}
	for _, spec := range specs {
		if file := puzzlefile.BoardFile(spec); file != "" {
			if err := c.con.use("", file); err != nil {
				return err
			}
		}
	}
	return nil
}

// gzipMagic is how a file begins that gzip wrote.
const gzipMagic = "\x1f\x8b"

// readFile reads a file of text or an image, or standard input for "-", by a function that takes its name for errors.
func readFile[T any](c *console, file string, read func(in io.Reader, name string) (T, error)) (value T, err error) {
	src, err := c.source(file)
	if err != nil {
		return value, err
	}
	defer src.close()
	in := bufio.NewReader(src)
	if start, _ := in.Peek(len(gzipMagic)); string(start) == gzipMagic { // reading again reports an error
		return value, usagef("%s: is compressed; unpack it first, as with gzip -dc", file)
	}
	return read(in, src.name)
}

// maxText is the most that is read of a file that should be short.
const maxText = 1 << 30

// readText reads such a file.
func (c *console) readText(file string) (string, error) {
	return readFile(c, file, func(in io.Reader, name string) (string, error) {
		text, err := io.ReadAll(io.LimitReader(in, maxText+1))
		switch {
		case err != nil:
			return "", err
		case len(text) > maxText:
			return "", usagef("%s: longer than %d bytes", name, maxText)
		}
		return string(text), nil
	})
}

// discard drops unfinished files.
func (c *console) discard() {
	c.files.mu.Lock()
	defer c.files.mu.Unlock()
	for _, t := range c.files.list {
		_ = t.file.Discard()
	}
	c.files.list = nil
}

// finish reports the error, if any, lets the files of the verb appear or drops them, and returns the exit code.
// Standard output gets whatever was written: verbs write whole records.
func (c *console) finish(err error) int {
	code := exitCode(err)
	var outcome reported
	told := err == nil || errors.As(err, &outcome)
	if code == exitGaveUp && c.json && !told {
		_ = writeJSON(c.out, c.stoppedAt(err, time.Since(c.began))) // flushing reports what could not be written
	}
	flushed := c.out.Flush()
	if errors.Is(flushed, syscall.EPIPE) {
		c.discard()
		return exitPipe
	}
	if !told && (flushed == nil || !errors.Is(err, flushed)) {
		defer fmt.Fprintf(c.err, "lightsout: %v%s\n", err, hint(err))
	}
	if flushed == nil && c.appears(err) {
		flushed = c.complete()
	} else if told && flushed == nil {
		c.sayWhyNot(err)
	}
	c.discard()
	if flushed != nil {
		fmt.Fprintf(c.err, "lightsout: writing the result: %v\n", flushed)
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
	case c.files.nothing:
		return false
	case c.files.kind == manyRecords:
		return told && !stopped && c.ctx.Err() == nil // what was interrupted may have ended its last records early
	}
	return told && !cut.nothing
}

// sayWhyNot says why no file appears, where that stands only in the file.
func (c *console) sayWhyNot(err error) {
	cut, _ := errors.AsType[cutShort](err)
	if c.files.nothing {
		cut.why = "no line could be read or answered: no file is written"
	}
	if cut.why == "" && c.ctx.Err() != nil {
		cut.why = why(cause(c.ctx))
	}
	if len(c.files.list) > 0 && cut.why != "" {
		fmt.Fprintf(c.err, "lightsout: %s\n", cut.why)
	}
}

// complete lets the files appear, all or none.
func (c *console) complete() error {
	c.files.mu.Lock()
	defer c.files.mu.Unlock()
	for _, t := range c.files.list { // what can fail for lack of space comes first
		if err := cmp.Or(t.Flush(), t.file.Sync()); err != nil {
			return err
		}
	}
	for _, t := range c.files.list {
		if err := t.file.Commit(); err != nil {
			return err
		}
	}
	return nil
}

// cause is why a context ended: the interrupt, or the deadline.
func cause(ctx context.Context) error { return context.Cause(ctx) }
