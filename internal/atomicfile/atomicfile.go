// Package atomicfile writes files that appear under their name only once they are complete: what is written
// goes to a temporary file in the same folder, which then takes the name. A file that was there before is
// replaced in one step, and stays as it was if anything fails. A program that is killed leaves the temporary file,
// .NAME.123.part, which the next one with the same target removes.
package atomicfile

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"time"
)

// File is a file on its way. Commit lets it appear, Discard drops it.
type File struct {
	file         *os.File
	target       string
	direct       bool // a device or a named pipe: what is written is there at once
	closed, done bool
}

// Name is where the file is until it appears.
func (f *File) Name() string { return f.file.Name() }

// Write writes to the file. An error names the file to be, since nobody knows the temporary name.
func (f *File) Write(text []byte) (int, error) {
	n, err := f.file.Write(text)
	return n, named(err, f.target)
}

func named(err error, name string) error {
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		path.Path = name
	}
	return err
}

// Sync puts what was written on the disk.
func (f *File) Sync() error {
	if f.direct {
		return nil
	}
	return named(f.file.Sync(), f.target)
}

// Followed is the file that a name stands for: links are followed, also to one that is not there yet.
func Followed(name string) (string, error) {
	target := name
	for range 40 { // as Linux does
		to, err := os.Readlink(target)
		if err != nil {
			return target, nil // it is no link
		}
		if !filepath.IsAbs(to) {
			folder, _ := filepath.Split(target)
			to = folder + to
		}
		target = to
	}
	return "", &fs.PathError{Op: "open", Path: name, Err: errors.New("too many links")}
}

// Create begins a file. If the name is a link, the file it points to will be replaced, or made; a file that is
// replaced passes on its permissions. What is not a regular file, such as /dev/null or a named pipe, is
// written to.
func Create(name string) (*File, error) {
	info, err := os.Stat(name)
	if err != nil {
		target, err := Followed(name)
		if err != nil {
			return nil, err
		}
		return createBeside(target, name)
	}
	if !info.Mode().IsRegular() && !info.IsDir() {
		f, err := os.OpenFile(name, os.O_WRONLY, 0)
		return &File{file: f, target: name, direct: true}, err
	}
	target, err := filepath.EvalSymlinks(name)
	if err != nil {
		return nil, err
	}
	f, err := createBeside(target, name)
	if err != nil {
		return nil, err
	}
	if err := f.file.Chmod(info.Mode().Perm()); err != nil {
		return nil, errors.Join(err, f.Discard())
	}
	return f, nil
}

// createBeside creates a new file in the folder of another, and removes what a killed program left there for the same
// target; errors name the one that was asked for. Unlike os.CreateTemp it lets the process's umask decide who may read
// it.
func createBeside(target, asked string) (*File, error) {
	sweep(target)
	for try := 0; ; try++ {
		name := filepath.Join(filepath.Dir(target), fmt.Sprintf(".%s.%d.part", filepath.Base(target), rand.Uint64()))
		f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o644)
		if err == nil && !lock(f) && try < 100 {
			_ = f.Close() // somebody else sweeps it
			continue
		}
		if !errors.Is(err, fs.ErrExist) || try == 100 {
			return &File{file: f, target: target}, named(err, asked)
		}
	}
}

// sweep removes the temporary files of a target that no program writes any more.
func sweep(target string) {
	ours := regexp.MustCompile(`^\.` + regexp.QuoteMeta(filepath.Base(target)) + `\.\d+\.part$`)
	entries, _ := os.ReadDir(filepath.Dir(target))
	for _, e := range entries {
		if !ours.MatchString(e.Name()) || !e.Type().IsRegular() {
			continue
		}
		name := filepath.Join(filepath.Dir(target), e.Name())
		f, err := os.Open(name)
		if err != nil {
			continue
		}
		free := lock(f)
		_ = f.Close()
		if free {
			_ = os.Remove(name)
		}
	}
}

// Commit lets the file appear. It is on the disk before it takes its name, so that a power cut cannot leave
// an empty file there.
func (f *File) Commit() error {
	if err := f.Sync(); err != nil {
		return err
	}
	// Windows renames no file that is open.
	f.closed = true
	if err := f.file.Close(); err != nil {
		return err
	}
	if !f.direct {
		if err := rename(f.Name(), f.target); err != nil {
			return err
		}
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
		closing = f.file.Close()
	}
	if !f.direct {
		if err := os.Remove(f.Name()); err != nil {
			return err
		}
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

// rename tries for about half a second: Windows does not replace a file that another program, often a virus scanner or
// a search index, has open for a moment.
func rename(from, to string) (err error) {
	for pause := time.Millisecond; pause < time.Second/2; pause *= 2 {
		if err = os.Rename(from, to); err == nil {
			return nil
		}
		time.Sleep(pause)
	}
	return err
}
