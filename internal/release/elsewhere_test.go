package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"path/filepath"
	"strings"
	"testing"
)

// Everything, tests too, fits the types of other systems: of Windows, of a Unix that is not Linux, and of 32 bits.
// That is most of what make cross finds, in a small part of its time, because nothing is compiled.
func TestFitsOtherSystems(t *testing.T) {
	if testing.Short() {
		t.Skip("reads the standard library once for each system")
	}
	inModule(t)
	for _, platform := range []string{"windows/amd64", "darwin/arm64", "linux/386"} {
		t.Run(platform, func(t *testing.T) {
			out, err := goCommand(platform, "list", "-test", "-deps", "-json=ImportPath,Dir,GoFiles,ImportMap,Module", "./...")
			if err != nil {
				t.Fatal(err)
			}
			_, processor, _ := strings.Cut(platform, "/")
			w := world{sizes: types.SizesFor("gc", processor), files: token.NewFileSet(), known: map[string]*types.Package{"unsafe": types.Unsafe}}
			for list := json.NewDecoder(bytes.NewReader(out)); ; {
				var p listed
				if err := list.Decode(&p); errors.Is(err, io.EOF) {
					break
				} else if err != nil {
					t.Fatal(err)
				}
				for _, err := range w.check(p) {
					t.Error(err)
				}
			}
			if w.own < 30 {
				t.Errorf("only %d packages of this module were looked at", w.own)
			}
		})
	}
}

// listed is a package as go list describes it.
type listed struct {
	ImportPath, Dir string
	GoFiles         []string
	ImportMap       map[string]string
	Module          *struct{ Main bool }
}

// world is the packages of a system that are known so far; imports come first.
type world struct {
	sizes types.Sizes
	files *token.FileSet
	known map[string]*types.Package
	own   int
}

// check is what is wrong with a package of this module; of others only the declarations are read.
func (w *world) check(p listed) (wrong []error) {
	if p.ImportPath == "unsafe" || strings.HasSuffix(p.ImportPath, ".test") {
		return nil
	}
	own := p.Module != nil && p.Module.Main
	if own {
		w.own++
	}
	var files []*ast.File
	for _, name := range p.GoFiles {
		if !filepath.IsAbs(name) {
			name = filepath.Join(p.Dir, name)
		}
		file, err := parser.ParseFile(w.files, name, nil, parser.SkipObjectResolution)
		if err != nil {
			return []error{err}
		}
		files = append(files, file)
	}
	config := types.Config{Sizes: w.sizes, IgnoreFuncBodies: !own, FakeImportC: true, Importer: importing{w, p.ImportMap}, Error: func(err error) {
		if own {
			wrong = append(wrong, err)
		}
	}}
	path, _, _ := strings.Cut(p.ImportPath, " ")
	w.known[p.ImportPath], _ = config.Check(path, w.files, files, nil) // Error has seen what is wrong
	return wrong
}

type importing struct {
	*world
	names map[string]string // by which a package knows those that it imports
}

func (i importing) Import(path string) (*types.Package, error) {
	if name, ok := i.names[path]; ok {
		path = name
	}
	if p := i.known[path]; p != nil {
		return p, nil
	}
	return nil, fmt.Errorf("%s is not known", path)
}
