// Package tools has what only developers run, in modules of their own, and what holds the code of all packages to a rule.
package tools

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// mostFields is how many fields a struct of the product may have, those of embedded structs counted.
const mostFields = 15

// larger are the structs that have more. The list only gets shorter: a struct that no longer needs it must leave it.
var larger = []string{
	"bench.Options", "bench.Result", "bench.pair", "bench.runner", "export.lp",
	"export.mace4", "export.opb", "export.planning", "export.question", "export.smt2", "export.xcsp3",
	"generate.generator", "generate.planner", "gf2.frontElimination", "internal/drawing.Theme",
	"play.advice", "play.generateRequest", "play.solution",
	"play.view", "puzzlefile.Reader", "puzzlefile.Record", "puzzlefile.edgeRows",
	"puzzlefile.jsonRecord", "puzzlefile.loPuzzle", "puzzlefile.market", "puzzlefile.textGrid",
	"solve.Answer", "solve/certificate.Certificate",
}

// structs are the structs that a folder's packages declare, by import path and name.
type structs map[string]*ast.StructType

// fields counts the fields of a struct, with those of the structs of this module that it embeds.
func (all structs) fields(folder string, s *ast.StructType) (n int) {
	for _, f := range s.Fields.List {
		n += max(1, len(f.Names))
		if len(f.Names) > 0 {
			continue
		}
		e := f.Type
		if star, ok := e.(*ast.StarExpr); ok {
			e = star.X
		}
		var inner *ast.StructType
		switch e := e.(type) {
		case *ast.Ident:
			inner = all[folder+"."+e.Name]
		case *ast.SelectorExpr: // a package is called like its folder
			for name, s := range all {
				if strings.HasSuffix("/"+name, "/"+e.X.(*ast.Ident).Name+"."+e.Sel.Name) {
					inner = s
				}
			}
		}
		if inner != nil {
			n += all.fields(folder, inner) - 1
		}
	}
	return n
}

// No struct of the product has more than 15 fields, embedded ones counted.
func TestStructsAreSmall(t *testing.T) {
	all := structs{}
	err := filepath.WalkDir("..", func(path string, entry fs.DirEntry, err error) error {
		name := entry.Name()
		switch {
		case err != nil:
			return err
		case entry.IsDir() && (name == "tools" || name == "testdata" || name == "node_modules" || name == ".git"):
			return filepath.SkipDir
		case entry.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		folder := strings.TrimPrefix(filepath.ToSlash(filepath.Dir(path)), "../")
		ast.Inspect(file, func(n ast.Node) bool {
			if spec, ok := n.(*ast.TypeSpec); ok {
				if s, ok := spec.Type.(*ast.StructType); ok {
					all[folder+"."+spec.Name.Name] = s
				}
			}
			return true
		})
		return nil
	})
	if err != nil || len(all) == 0 {
		t.Fatalf("%d structs: %v", len(all), err)
	}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		folder := name[:strings.LastIndex(name, ".")]
		n, excepted := all.fields(folder, all[name]), slices.Contains(larger, name)
		if n > mostFields && !excepted {
			t.Errorf("%s has %d fields, more than %d", name, n, mostFields)
		}
		if n <= mostFields && excepted {
			t.Errorf("%s has only %d fields now: take it from the list of larger ones", name, n)
		}
	}
	for _, name := range larger {
		if all[name] == nil {
			t.Errorf("there is no struct %s: take it from the list of larger ones", name)
		}
	}
}
