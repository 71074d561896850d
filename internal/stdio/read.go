package stdio

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"

	"lightsout/internal/reserve"
)

// StandardInput is how a command line names it.
var StandardInput = []string{"-", "@-", "/dev/stdin"}

// Source is a file, or standard input, that is being read.
type Source struct {
	io.Reader
	Name string
	Flow bool // a pipe or a terminal: what is not read yet may not be written yet

	file *os.File // nil for standard input
}

// Close closes it, unless it is standard input.
func (s *Source) Close() {
	if s.file != nil {
		s.file.Close()
	}
}

// stopping ends a stream with its context: a file may be too long for the memory or for the user's patience.
type stopping struct {
	ctx context.Context
	in  io.Reader
}

func (s stopping) Read(p []byte) (int, error) {
	if s.ctx.Err() != nil {
		return 0, context.Cause(s.ctx)
	}
	return s.in.Read(p)
}

// stoppingFile is stopping for a file, all of which is there.
type stoppingFile struct {
	*os.File
	ctx context.Context
}

func (s stoppingFile) Read(p []byte) (int, error) { return stopping{s.ctx, s.File}.Read(p) }

func stop(ctx context.Context, in io.Reader) io.Reader {
	if f, ok := in.(*os.File); ok {
		return stoppingFile{f, ctx}
	}
	return stopping{ctx, in}
}

// MissingError is a file that is not there.
type MissingError struct {
	File string
	err  error
}

func (e *MissingError) Error() string { return "there is no file " + e.File }

// Unwrap makes the reason visible to errors.Is.
func (e *MissingError) Unwrap() error { return e.err }

// Open opens a file, or standard input for "-".
func (c *Console) Open(file string) (*Source, error) {
	if slices.Contains(StandardInput, file) {
		if c.Stdin != nil && c.Stdin.Mode().IsRegular() {
			if err := c.files.add(used{info: c.Stdin}); err != nil {
				return nil, err
			}
		}
		return &Source{Reader: stop(c.Ctx, c.In), Name: "-", Flow: true}, nil
	}
	f, err := os.Open(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, &MissingError{file, err}
	}
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil && info.IsDir() {
		err = fmt.Errorf("%s: is a directory; name a file", file)
	}
	if err == nil {
		err = c.Use("", file)
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return &Source{Reader: stop(c.Ctx, f), Name: file, file: f, Flow: !info.Mode().IsRegular()}, nil
}

// gzipMagic is how a file begins that gzip wrote.
const gzipMagic = "\x1f\x8b"

// Read reads a file of text or an image, or standard input for "-", by a function that takes its name for errors.
func Read[T any](c *Console, file string, read func(in io.Reader, name string) (T, error)) (value T, err error) {
	src, err := c.Open(file)
	if err != nil {
		return value, err
	}
	defer src.Close()
	in := bufio.NewReader(src)
	if start, _ := in.Peek(len(gzipMagic)); string(start) == gzipMagic { // reading again reports an error
		return value, fmt.Errorf("%s: is compressed; unpack it first, as with gzip -dc", file)
	}
	return read(in, src.Name)
}

// maxText is the most that is read of a file that should be short.
const maxText = 1 << 30

// ReadText reads such a file. Standard input has the same text each time.
func (c *Console) ReadText(file string) (string, error) {
	if !slices.Contains(StandardInput, file) {
		return c.readText(file)
	}
	if c.files.input == nil {
		text, err := c.readText(file)
		if err != nil {
			return "", err
		}
		c.files.input = &text
	}
	return *c.files.input, nil
}

func (c *Console) readText(file string) (string, error) {
	return Read(c, file, func(in io.Reader, name string) (string, error) {
		text, err := reserve.ReadAll(io.LimitReader(in, maxText+1))
		switch {
		case err != nil:
			if _, none := errors.AsType[*reserve.Error](err); none {
				err = fmt.Errorf("%s: %w", name, err)
			}
			return "", err
		case len(text) > maxText:
			return "", fmt.Errorf("%s: longer than %d bytes", name, maxText)
		}
		return text, nil
	})
}
