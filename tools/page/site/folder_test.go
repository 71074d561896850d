package main

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

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
		if err := replaceFolder(dir, "mark", with(c.name, c.err)); !errors.Is(err, c.err) {
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
	if err := replaceFolder(other, "mark", with("first", nil)); err != nil {
		t.Errorf("an empty folder: %v", err)
	}
	if err := replaceFolder(other, "other mark", with("second", nil)); err == nil || !strings.Contains(err.Error(), "contains other files") {
		t.Errorf("a folder with other files: %v", err)
	}
	if err := replaceFolder(filepath.Join(other, "first"), "mark", with("second", nil)); err == nil {
		t.Error("a file is replaced by a folder")
	}
	if got := names(t, other); !slices.Equal(got, []string{"first", "mark"}) {
		t.Errorf("%v is left", got)
	}
}

// names lists a folder.
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
