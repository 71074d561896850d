package atomicfile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"testing"
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
		if _, err := f.Write([]byte(text)); err != nil {
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
	if _, err := f.Write([]byte("new")); err != nil {
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

// A link to a file that is not there yet stays, too: the file is made.
func TestLinkToNothing(t *testing.T) {
	dir := t.TempDir()
	name, first := filepath.Join(dir, "file"), filepath.Join(dir, "first")
	for link, to := range map[string]string{"first": "second", "second": name, "loop": "loop"} {
		if err := os.Symlink(to, filepath.Join(dir, link)); err != nil {
			t.Skip(err)
		}
	}
	if err := WriteFile(first, []byte("x")); err != nil || content(t, name) != "x" {
		t.Fatalf("the file is not there: %v", err)
	}
	if info, err := os.Lstat(first); err != nil || info.Mode()&fs.ModeSymlink == 0 {
		t.Errorf("the link is gone: %v", err)
	}
	if err := WriteFile(filepath.Join(dir, "loop"), nil); err == nil {
		t.Error("a link that leads nowhere is written to")
	}
	if list := names(t, dir); len(list) != 4 {
		t.Errorf("the folder holds %q", list)
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

// What is not a regular file is written to, and stays what it is.
func TestDevicesAreWrittenTo(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no /dev/null")
	}
	f, err := Create(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	if n, err := f.Write([]byte("gone")); err != nil || n != 4 {
		t.Errorf("%d bytes were written, want 4 (%v)", n, err)
	}
	if err := f.Commit(); err != nil {
		t.Errorf("commit: %v", err)
	}
	if info, err := os.Stat(os.DevNull); err != nil || info.Mode().IsRegular() {
		t.Errorf("%s is now %v (%v)", os.DevNull, info, err)
	}
}

// A name that is taken for good is an error after a while, and the old file stays.
func TestRenameGivesUp(t *testing.T) {
	dir := t.TempDir()
	taken := filepath.Join(dir, "folder", "file")
	if err := os.MkdirAll(taken, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := rename(filepath.Join(dir, "none"), filepath.Dir(taken)); err == nil {
		t.Error("nothing takes the name of a folder")
	}
	if list := names(t, dir); len(list) != 1 {
		t.Errorf("the folder holds %q", list)
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
