package stdio

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"lightsout/internal/atomicfile"
)

// files are those that a command writes, and which it reads.
type files struct {
	mu   sync.Mutex
	list []*Target
	used []used

	input *string // what standard input has, once it was read as a text

	output bool  // what is printed goes to a file
	json   bool  // which ends in .json
	values *list // what makes it a list
}

// Target is a file that a flag names. It appears, complete, when the command ends.
type Target struct {
	*bufio.Writer
	file *atomicfile.File
}

// Output sends what the command prints to a file that appears, complete, at the end; "" and "-" leave standard output. A
// link is followed, and what is not a regular file (a device, a named pipe) is simply written to.
func (c *Console) Output(file string) error {
	if file == "" || file == "-" {
		return nil
	}
	t, err := c.Create("-o", file)
	if err != nil {
		return err
	}
	c.write(t.file)
	c.files.mu.Lock()
	defer c.files.mu.Unlock()
	t.Writer, c.files.output, c.files.json = c.Out, true, strings.EqualFold(filepath.Ext(file), ".json")
	return nil
}

// Redirected reports whether what the command prints goes to a file.
func (c *Console) Redirected() bool {
	c.files.mu.Lock()
	defer c.files.mu.Unlock()
	return c.files.output
}

// Create begins a file that a flag names, so that a name that cannot be written is noticed before a long search and
// not after it. All files of a command appear together, or none.
func (c *Console) Create(flag, file string) (*Target, error) {
	info, err := os.Stat(file)
	switch {
	case file == "-":
		return nil, fmt.Errorf("%s - : results go to standard output; name a file", flag)
	case (file == "/dev/stdout" || file == "/dev/fd/1") && err == nil && info.Mode().IsRegular():
		// it would be replaced
		return nil, fmt.Errorf("%s %s: standard output is -o -, or no -o; name a file", flag, file)
	case strings.HasPrefix(file, "--"):
		const words = "%s %s: that is a flag; name a file before it, or write ./%[2]s if that is its name"
		return nil, fmt.Errorf(words, flag, file)
	case err == nil && info.IsDir():
		return nil, fmt.Errorf("%s %s: is a directory; name a file", flag, file)
	}
	if err := c.Use(flag, file); err != nil {
		return nil, err
	}
	f, err := atomicfile.Create(file)
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		err = path.Err
	}
	switch target, _ := atomicfile.Followed(file); {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("%s %s: there is no folder %s; make it first", flag, file, filepath.Dir(target))
	case err != nil:
		return nil, fmt.Errorf("%s %s: %w", flag, file, err)
	}
	t := &Target{bufio.NewWriterSize(f, 1<<16), f}
	c.files.mu.Lock()
	defer c.files.mu.Unlock()
	c.files.list = append(c.files.list, t)
	return t, nil
}

// DropEmpty drops a file that nothing was written to, and reports that.
func (c *Console) DropEmpty(t *Target) bool {
	info, err := os.Stat(t.file.Name())
	if err != nil || !info.Mode().IsRegular() || info.Size() > 0 || t.Buffered() > 0 {
		return false
	}
	c.files.mu.Lock()
	defer c.files.mu.Unlock()
	c.files.list = slices.DeleteFunc(c.files.list, func(u *Target) bool { return u == t })
	_ = t.file.Discard()
	return true
}

// Writes reports whether files are to appear.
func (c *Console) Writes() bool {
	c.files.mu.Lock()
	defer c.files.mu.Unlock()
	return len(c.files.list) > 0
}

// used is a regular file that the command reads or writes.
type used struct {
	flag   string      // that it is written by; "" if it is read
	file   string      // its name
	target string      // of the file that a link leads to
	info   os.FileInfo // nil: there is none yet
	folder os.FileInfo // then where it will be
}

func (u used) is(other used) bool {
	if u.info != nil && other.info != nil {
		return os.SameFile(u.info, other.info)
	}
	sameName := filepath.Base(u.target) == filepath.Base(other.target)
	return u.folder != nil && other.folder != nil && sameName && os.SameFile(u.folder, other.folder)
}

// Use refuses to write a file that the command reads, or writes already: one of the two would be lost. No flag is a file
// that is read.
func (c *Console) Use(flag, file string) error {
	u := used{flag: flag, file: file}
	info, err := os.Stat(file)
	switch {
	case err != nil:
		u.target, _ = atomicfile.Followed(file)
		u.folder, _ = os.Stat(filepath.Dir(u.target))
	case !info.Mode().IsRegular():
		return nil
	default:
		u.info = info
	}
	return c.files.add(u)
}

// add notes a file, or says which it is already.
func (f *files) add(u used) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, v := range f.used {
		switch {
		case !u.is(v) || u.flag == "" && v.flag == "":
		case u.flag != "" && v.flag != "":
			return fmt.Errorf("%s %s: %s writes that file too; name another one", u.flag, u.file, v.flag)
		default:
			if u.flag == "" {
				u = v
			}
			return fmt.Errorf("%s %s: this command reads that file too; name another one", u.flag, u.file)
		}
	}
	f.used = append(f.used, u)
	return nil
}

// Discard drops unfinished files.
func (c *Console) Discard() {
	c.files.mu.Lock()
	defer c.files.mu.Unlock()
	for _, t := range c.files.list {
		_ = t.file.Discard()
	}
	c.files.list = nil
}

// Complete lets the files appear, all or none.
func (c *Console) Complete() error {
	c.files.mu.Lock()
	defer c.files.mu.Unlock()
	if c.files.values != nil {
		if err := c.files.values.end(); err != nil {
			return err
		}
	}
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
