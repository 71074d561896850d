package atomicfile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

func content(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// names are the files of a folder; unfinished ones count.
func names(t *testing.T, dir string) (list []string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		list = append(list, e.Name())
	}
	return list
}

// A file has its name only once it is complete, and then replaces an older one, also where names have spaces.
func TestCommit(t *testing.T) {
	name := filepath.Join(t.TempDir(), "my results (1).txt")
	for _, text := range []string{"first", "second"} {
		old, _ := os.ReadFile(name)
		f, err := Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.WriteString(text); err != nil {
			t.Fatal(err)
		}
		if now, _ := os.ReadFile(name); string(now) != string(old) {
			t.Errorf("%q is there before Commit", now)
		}
		if err := f.Commit(); err != nil {
			t.Fatal(err)
		}
		if err := f.Discard(); err != nil {
			t.Errorf("Discard after Commit: %v", err)
		}
		if got := content(t, name); got != text {
			t.Errorf("%q, want %q", got, text)
		}
	}
	if list := names(t, filepath.Dir(name)); len(list) != 1 {
		t.Errorf("left behind: %q", list)
	}
}

func TestDiscard(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "old")
	if err := WriteFile(name, []byte("old")); err != nil {
		t.Fatal(err)
	}
	f, err := Create(name)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString("new"); err != nil {
		t.Fatal(err)
	}
	if err := f.Discard(); err != nil {
		t.Fatal(err)
	}
	if got, list := content(t, name), names(t, dir); got != "old" || len(list) != 1 {
		t.Errorf("%q, and the folder holds %q", got, list)
	}
}

// The file a link points to is replaced, not the link, and keeps its permissions.
func TestLinkAndPermissions(t *testing.T) {
	dir := t.TempDir()
	name, link := filepath.Join(dir, "file"), filepath.Join(dir, "link")
	if err := os.WriteFile(name, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("file", link); err != nil {
		t.Skip(err) // Windows asks for a privilege
	}
	if err := WriteFile(link, []byte("x")); err != nil {
		t.Fatal(err)
	}
	info, err := os.Lstat(name)
	if err != nil || content(t, name) != "x" {
		t.Fatalf("the file was not replaced: %v", err)
	}
	if runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("permissions %v", info.Mode().Perm())
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&fs.ModeSymlink == 0 {
		t.Errorf("the link is gone: %v", err)
	}
}

// An error names the file that was asked for, not the temporary one.
func TestErrorsNameTheFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "no", "such", "folder")
	_, err := Create(name)
	var path *fs.PathError
	if !errors.As(err, &path) || path.Path != name || !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("%v", err)
	}
}

// A file that is in use is waited for, within reason, and other errors are reported at once.
func TestPersistence(t *testing.T) {
	busy, broken := errors.New("in use"), errors.New("broken")
	for _, c := range []struct {
		fails int
		err   error
		want  error
		tries int
	}{
		{0, nil, nil, 1},
		{3, busy, nil, 4},
		{1000, busy, busy, 10},
		{1000, broken, broken, 1},
	} {
		tries, waited := 0, time.Duration(0)
		err := persist(func() error {
			if tries++; tries <= c.fails {
				return c.err
			}
			return nil
		}, func(err error) bool { return err == busy }, func(d time.Duration) { waited += d })
		if err != c.want || tries != c.tries || waited > time.Second {
			t.Errorf("%d failures, %v: %v after %d tries and %v", c.fails, c.err, err, tries, waited)
		}
	}
}

// A folder appears once it is complete, in place of an earlier one; what fails leaves the earlier one, and what is not
// one is never touched.
func TestFolder(t *testing.T) {
	parent := t.TempDir()
	dir := filepath.Join(parent, "made", "site")
	with := func(name string, last error) func(string) error {
		return func(fresh string) error {
			for _, name := range []string{"mark", name} {
				if err := os.WriteFile(filepath.Join(fresh, name), nil, 0o644); err != nil {
					return err
				}
			}
			return last
		}
	}
	full := errors.New("no room")
	for _, c := range []struct {
		name string
		err  error
		want []string
	}{
		{"first", nil, []string{"first", "mark"}},
		{"second", nil, []string{"mark", "second"}}, // and nothing of the first
		{"third", full, []string{"mark", "second"}},
	} {
		if err := Folder(dir, "mark", with(c.name, c.err)); !errors.Is(err, c.err) {
			t.Errorf("%s: %v, want %v", c.name, err, c.err)
		}
		if got := names(t, dir); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
	if got := names(t, filepath.Dir(dir)); len(got) != 1 {
		t.Errorf("beside the folder there is something left: %v", got)
	}
	other := filepath.Join(parent, "thesis")
	if err := os.Mkdir(other, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := Folder(other, "mark", with("first", nil)); err != nil {
		t.Errorf("an empty folder: %v", err)
	}
	if err := Folder(other, "other mark", with("second", nil)); err == nil || !strings.Contains(err.Error(), "contains other files") {
		t.Errorf("a folder with other files: %v", err)
	}
	if err := Folder(filepath.Join(other, "first"), "mark", with("second", nil)); err == nil {
		t.Error("a file is replaced by a folder")
	}
	if got := names(t, other); !slices.Equal(got, []string{"first", "mark"}) {
		t.Errorf("%v is left", got)
	}
}

// What is not a regular file is written to, and stays what it is.
func TestDevicesAreWrittenTo(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no /dev/null")
	}
	f, err := Create(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	if n, err := f.ReadFrom(strings.NewReader("gone")); err != nil || n != 4 {
		t.Errorf("%d bytes were written, want 4 (%v)", n, err)
	}
	if err := f.Commit(); err != nil {
		t.Errorf("commit: %v", err)
	}
	if info, err := os.Stat(os.DevNull); err != nil || info.Mode().IsRegular() {
		t.Errorf("%s is now %v (%v)", os.DevNull, info, err)
	}
}

// What is read from elsewhere arrives, and an older file's permissions stay.
func TestReadFrom(t *testing.T) {
	name := filepath.Join(t.TempDir(), "copy")
	if err := os.WriteFile(name, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := Create(name)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.ReadFrom(strings.NewReader("new")); err != nil {
		t.Fatal(err)
	}
	if err := f.Commit(); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(name)
	if err != nil || content(t, name) != "new" || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("%q with %v, want \"new\" with 0600 (%v)", content(t, name), info.Mode(), err)
	}
}

// What a killed program left is removed by the next one with the same target, and what another still writes is not.
func TestLeftoversAreSwept(t *testing.T) {
	dir := t.TempDir()
	target := filepath.Join(dir, "x.cnf")
	left := filepath.Join(dir, ".x.cnf.123.part")
	other := filepath.Join(dir, ".x.cnf.bak.part")
	for _, name := range []string{left, other} {
		if err := os.WriteFile(name, nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	running, err := Create(target)
	if err != nil {
		t.Fatal(err)
	}
	second, err := Create(target)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(left); !os.IsNotExist(err) {
		t.Error("the file of a killed program is still there")
	}
	if _, err := os.Stat(other); err != nil {
		t.Error("a file of somebody else is gone")
	}
	for _, f := range []*File{running, second} {
		if err := f.Commit(); err != nil {
			t.Error(err)
		}
	}
}
