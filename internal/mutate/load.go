package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// tags leave out assembly, which cannot be mutated and would hide what replaces it.
const tags = "purego"

// source is a package with its types.
type source struct {
	path, name, dir string
	folder          string // of the module
	fset            *token.FileSet
	files           []*file
	info            *types.Info
	types           *types.Package
}

// file is a source file, and how it is to be changed.
type file struct {
	name  string
	text  []byte
	tree  *ast.File
	edits []edit
}

// load parses a package and finds its types.
func load(ctx context.Context, name string) (*source, error) {
	cmd := exec.CommandContext(ctx, "go", "list", "-json=ImportPath,Name,Dir,GoFiles,Export,DepOnly,Module", "-export", "-deps", "-tags", tags, name)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list %s: %w", name, err)
	}
	exports := map[string]string{}
	var goFiles []string
	p := &source{fset: token.NewFileSet()}
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var l struct {
			ImportPath, Name, Dir, Export string
			GoFiles                       []string
			DepOnly                       bool
			Module                        struct{ Path string }
		}
		if err := d.Decode(&l); err == io.EOF {
			break
		} else if err != nil {
			return nil, err
		}
		exports[l.ImportPath] = l.Export
		if !l.DepOnly {
			if p.path != "" {
				return nil, fmt.Errorf("%s: name packages one by one", name)
			}
			p.path, p.name, p.dir, goFiles = l.ImportPath, l.Name, l.Dir, l.GoFiles
			p.folder = strings.TrimPrefix(l.ImportPath, l.Module.Path+"/")
		}
	}
	var trees []*ast.File
	for _, name := range goFiles {
		name = filepath.Join(p.dir, name)
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		tree, err := parser.ParseFile(p.fset, name, text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		trees = append(trees, tree)
		p.files = append(p.files, &file{name: name, text: text, tree: tree})
	}
	p.info = &types.Info{Types: map[ast.Expr]types.TypeAndValue{}}
	config := types.Config{Importer: importer.ForCompiler(p.fset, "gc", func(path string) (io.ReadCloser, error) {
		return os.Open(exports[path])
	})}
	if p.types, err = config.Check(p.path, p.fset, trees, p.info); err != nil {
		return nil, err
	}
	return p, nil
}

// localType is how the code of the package writes a type that is a number or a truth value; "" if that would
// need an import, or a type parameter.
func (p *source) localType(t types.Type) string {
	switch t := types.Unalias(t).(type) {
	case *types.Basic:
		return strings.TrimPrefix(types.Default(t).String(), "untyped ")
	case *types.Named:
		if t.Obj().Pkg() == p.types && t.Obj().Parent() == p.types.Scope() && t.TypeArgs().Len() == 0 {
			return t.Obj().Name()
		}
	}
	return ""
}

func isKind(t types.Type, kind types.BasicInfo) bool {
	if _, ok := types.Unalias(t).(*types.TypeParam); ok {
		return false
	}
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&kind != 0
}
