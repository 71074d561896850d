// Command rename gives the module another name: in go.mod, in every import, and wherever documentation, build
// files or strings name one of its packages.
//
//	go run ./internal/rename example.org/you/lightsout
//
// It works on the module of the current folder and the modules within it, and can be repeated.
package main

import (
	"bytes"
	"fmt"
	"go/format"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"lightsout/internal/whole"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: rename MODULE")
		os.Exit(2)
	}
	if err := rename(".", os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "rename:", err)
		os.Exit(1)
	}
}

// moduleName is a path that others can import: a host, a slash and a name.
var moduleName = regexp.MustCompile(`^[a-z0-9-]+(\.[a-z0-9-]+)+(/[A-Za-z0-9._~-]+)+$`)

// declaration is the line of go.mod that names the module.
var declaration = regexp.MustCompile(`(?m)^module (\S+)`)

// rename renames the module in a folder.
func rename(root, name string) error {
	if !moduleName.MatchString(name) {
		return fmt.Errorf("%q is no module that others can import: write it as example.org/you/lightsout", name)
	}
	text, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		return err
	}
	declared := declaration.FindSubmatch(text)
	if declared == nil {
		return fmt.Errorf("go.mod has no line that names the module")
	}
	packages, err := folders(root)
	if err != nil {
		return err
	}
	change := replacer(string(declared[1]), name, packages)
	return filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && skipped(entry.Name()) && path != root:
			return filepath.SkipDir
		case !entry.Type().IsRegular() || !readable(path):
			return nil
		}
		old, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		changed := change(path, old)
		if bytes.Equal(old, changed) {
			return nil
		}
		return whole.WriteFile(path, changed)
	})
}

// skipped reports whether a folder holds nothing of the module's own.
func skipped(name string) bool {
	return name == ".git" || name == "node_modules" || name == "bin" || name == "results"
}

// readable reports whether a file may name a package: sources, documentation and build files.
func readable(path string) bool {
	return slices.Contains([]string{".go", ".mod", ".md", ".yml", ".yaml", ".toml", ".sh", ".txtar", ".txt"}, filepath.Ext(path)) || filepath.Base(path) == "Makefile"
}

// folders are the packages below the module's own folder, with slashes.
func folders(root string) (list []string, err error) {
	found := map[string]bool{}
	err = filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && skipped(entry.Name()) && path != root {
			return filepath.SkipDir
		}
		if !entry.IsDir() && filepath.Ext(path) == ".go" {
			dir, err := filepath.Rel(root, filepath.Dir(path))
			if err != nil {
				return err
			}
			if dir = filepath.ToSlash(dir); dir != "." {
				found[dir] = true
			}
		}
		return nil
	})
	for dir := range found {
		list = append(list, regexp.QuoteMeta(dir))
	}
	// The longest first, so that census/database is not taken for census.
	slices.SortFunc(list, func(a, b string) int { return len(b) - len(a) })
	return list, err
}

// replacer replaces the old name of each package, and that of the module in go.mod. A path that goes on before or
// after it, such as cmd/lightsout/solve.go, is not a package.
func replacer(former, name string, packages []string) func(path string, text []byte) []byte {
	mention := regexp.MustCompile(`(^|[^\w./~-])` + regexp.QuoteMeta(former) + `/(` + strings.Join(packages, "|") + `)($|[^\w/-])`)
	return func(path string, old []byte) []byte {
		text := old
		if filepath.Base(path) == "go.mod" {
			text = declaration.ReplaceAllFunc(text, func(line []byte) []byte {
				present := strings.TrimPrefix(string(line), "module ")
				if present == former || strings.HasPrefix(present, former+"/") {
					return []byte("module " + name + strings.TrimPrefix(present, former))
				}
				return line
			})
		}
		for {
			// Two names with one letter between them share it, so one pass may not find both.
			changed := mention.ReplaceAll(text, []byte("${1}"+name+"/${2}${3}"))
			if bytes.Equal(changed, text) {
				break
			}
			text = changed
		}
		if filepath.Ext(path) == ".go" && !bytes.Equal(text, old) {
			return formatted(text)
		}
		return text
	}
}

// formatted puts imports into order again; a file that is no Go is left alone.
func formatted(text []byte) []byte {
	if out, err := format.Source(text); err == nil {
		return out
	}
	return text
}
