// Package atomicfile writes files that appear under their name only once they are complete: what is written
// goes to a temporary file in the same folder, which then takes the name. A file that was there before is
// replaced in one step, and stays as it was if anything fails. So do folders.
package atomicfile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// File is a file on its way. Commit lets it appear, Discard drops it.
type File struct {
	*os.File
	target       string
	direct       bool // a device or a named pipe: what is written is there at once
	closed, done bool
}

// Write writes to the file. An error names the file to be, since nobody knows the temporary name.
func (f *File) Write(text []byte) (int, error) {
	n, err := f.File.Write(text)
	return n, f.named(err)
}

func (f *File) named(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		path.Path = f.target
	}
	return err
}

// Sync puts what was written on the disk.
func (f *File) Sync() error {
	if f.direct {
		return nil
	}
	return f.named(f.File.Sync())
}

// WriteString is Write for a string.
func (f *File) WriteString(text string) (int, error) { return f.Write([]byte(text)) }

// ReadFrom writes all that it reads.
func (f *File) ReadFrom(r io.Reader) (int64, error) {
	return io.Copy(struct{ io.Writer }{f}, r)
}

// Create begins a file. If the name is a link, the file it points to will be replaced; a file that is
// replaced passes on its permissions. What is not a regular file, such as /dev/null or a named pipe, is
// written to.
func Create(name string) (*File, error) {
	target := name
	mode := fs.FileMode(0)
	if info, err := os.Stat(name); err == nil {
		if !info.Mode().IsRegular() && !info.IsDir() {
			f, err := os.OpenFile(name, os.O_WRONLY, 0)
			if err != nil {
				return nil, err
			}
			return &File{File: f, target: name, direct: true}, nil
		}
		if target, err = filepath.EvalSymlinks(name); err != nil {
			return nil, err
		}
		mode = info.Mode().Perm()
	}
	f, err := createBeside(target)
	if err != nil {
		var path *fs.PathError
		if errors.As(err, &path) { // nobody knows the temporary name
			path.Op, path.Path = "create", name
		}
		return nil, err
	}
	w := &File{File: f, target: target}
	if mode != 0 {
		if err := f.Chmod(mode); err != nil {
			return nil, errors.Join(err, w.Discard())
		}
	}
	return w, nil
}

// createBeside creates a new file in the folder of another, and removes what a killed program left there for the same
// target. Unlike os.CreateTemp it lets the process's umask decide who may read it.
func createBeside(target string) (*os.File, error) {
	sweep(target)
	for try := 0; ; try++ {
		name := filepath.Join(filepath.Dir(target), fmt.Sprintf(".%s.%d%s", filepath.Base(target), rand.Uint64(), unfinished))
		f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o644)
		if err == nil && !lock(f) && try < 100 {
			f.Close() // somebody else sweeps it
			continue
		}
		if !errors.Is(err, fs.ErrExist) || try == 100 {
			return f, err
		}
	}
}

// unfinished is how the temporary name ends.
const unfinished = ".part"

// sweep removes the temporary files of a target that no program writes any more.
func sweep(target string) {
	dir, start := filepath.Dir(target), "."+filepath.Base(target)+"."
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		rest, begins := strings.CutPrefix(e.Name(), start)
		number, ends := strings.CutSuffix(rest, unfinished)
		if _, err := strconv.ParseUint(number, 10, 64); !begins || !ends || err != nil || !e.Type().IsRegular() {
			continue
		}
		name := filepath.Join(dir, e.Name())
		f, err := os.Open(name)
		if err != nil {
			continue
		}
		free := lock(f)
		f.Close()
		if free {
			_ = os.Remove(name)
		}
	}
}

// Commit lets the file appear. It is on the disk before it takes its name, so that a power cut cannot leave
// an empty file there.
func (f *File) Commit() error {
	if f.direct {
		f.done = true
		return f.Close()
	}
	if err := f.Sync(); err != nil {
		return err
	}
	// Windows renames no file that is open.
	f.closed = true
	if err := f.Close(); err != nil {
		return err
	}
	if err := Rename(f.Name(), f.target); err != nil {
		return err
	}
	f.done = true
	return nil
}

// Discard drops a file that has not appeared. After Commit it does nothing, so that it can be deferred.
func (f *File) Discard() error {
	if f.done {
		return nil
	}
	var closing error
	if !f.closed {
		closing = f.Close()
	}
	if f.direct {
		f.done = true
		return closing
	}
	if err := os.Remove(f.Name()); err != nil {
		return err
	}
	f.done = true
	return closing
}

// WriteFile writes a file with the given content, whole.
func WriteFile(name string, data []byte) error {
	f, err := Create(name)
	if err != nil {
		return err
	}
	defer func() { _ = f.Discard() }()
	if _, err := f.Write(data); err != nil {
		return err
	}
	return f.Commit()
}

// Rename gives a file another name, in place of what is there. Where a file that another program looks at
// cannot be replaced, on Windows, it waits a moment for that program to finish.
func Rename(from, to string) error {
	return persist(func() error { return os.Rename(from, to) }, inUse, time.Sleep)
}

// persist tries again for about half a second while the error is passing.
func persist(try func() error, passing func(error) bool, wait func(time.Duration)) error {
	const first, tries = time.Millisecond, 10
	for pause, left := first, tries; ; pause, left = 2*pause, left-1 {
		err := try()
		if err == nil || left == 1 || !passing(err) {
			return err
		}
		wait(pause)
	}
}
