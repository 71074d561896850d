// Package api has what each public package exports, a file each. A change of it is a change for whoever uses the
// library, and is seen in the difference of a commit.
package api

import (
	"errors"
	"flag"
	"go/ast"
	"go/build"
	"go/doc"
	"go/format"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write what the packages export")

// private are the folders at the top whose packages are for nobody else.
var private = []string{"api", "cmd", "codes", "examples", "internal", "tools"}

// TestExported compares every public package with its file.
func TestExported(t *testing.T) {
	stale, err := filepath.Glob("*.txt")
	if err != nil {
		t.Fatal(err)
	}
	err = filepath.WalkDir("..", func(path string, entry fs.DirEntry, err error) error {
		name := filepath.ToSlash(strings.TrimPrefix(path, ".."+string(filepath.Separator)))
		switch {
		case err != nil || !entry.IsDir() || path == "..":
			return err
		case slices.Contains(private, name) || strings.HasPrefix(entry.Name(), ".") || entry.Name() == "testdata":
			return filepath.SkipDir
		}
		if got := exported(t, path); got != "" {
			file := strings.ReplaceAll(name, "/", "-") + ".txt"
			stale = slices.DeleteFunc(stale, func(s string) bool { return s == file })
			compare(t, file, got)
		}
		return nil
	})
	if err != nil || len(stale) > 0 {
		t.Errorf("no package belongs to %v: %v", stale, err)
	}
}

func compare(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got, "\n")); diff != "" {
		t.Errorf("%s: the library changed (- before, + now); if that is meant, run make api and commit the difference:\n%s",
			file, diff)
	}
}

// exported lists what the package in a folder exports under Linux on amd64, without comments; "" if there is none.
func exported(t *testing.T, folder string) string {
	t.Helper()
	system := build.Default
	system.GOOS, system.GOARCH, system.CgoEnabled = "linux", "amd64", false
	found, err := system.ImportDir(folder, 0)
	var none *build.NoGoError
	if errors.As(err, &none) || found.Name == "main" {
		return ""
	}
	if err != nil {
		t.Fatal(err)
	}
	files := token.NewFileSet()
	var parsed []*ast.File
	for _, name := range found.GoFiles {
		f, err := parser.ParseFile(files, filepath.Join(folder, name), nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		parsed = append(parsed, f)
	}
	p, err := doc.NewFromFiles(files, parsed, found.Name)
	if err != nil {
		t.Fatal(err)
	}

	var text strings.Builder
	add := func(decl ast.Decl, indent string) {
		if f, ok := decl.(*ast.FuncDecl); ok {
			f.Body = nil
		}
		var one strings.Builder
		if err := format.Node(&one, files, decl); err != nil {
			t.Fatal(err)
		}
		for line := range strings.SplitSeq(one.String(), "\n") {
			text.WriteString(strings.TrimRight(indent+line, " \t") + "\n")
		}
	}
	values := func(list []*doc.Value, indent string) {
		for _, v := range list {
			add(v.Decl, indent)
		}
	}
	funcs := func(list []*doc.Func, indent string) {
		for _, f := range list {
			add(f.Decl, indent)
		}
	}
	text.WriteString("package " + p.Name + "\n\n")
	values(slices.Concat(p.Consts, p.Vars), "")
	funcs(p.Funcs, "")
	for _, typ := range p.Types {
		text.WriteString("\n")
		add(typ.Decl, "")
		values(slices.Concat(typ.Consts, typ.Vars), "    ")
		funcs(slices.Concat(typ.Funcs, typ.Methods), "    ")
	}
	return text.String()
}
