package api

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/doc"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"lightsout/internal/boardtest/guide"
)

// listed is a package as go list shows it.
type listed struct {
	ImportPath, Name, Dir, Export string
	GoFiles                       []string
}

// TestMisuse calls every exported function and method of the public packages with nil, empty, negative and valid
// arguments, in a program that is written here. Nothing panics but what says so in its comment, with words of its own.
func TestMisuse(t *testing.T) {
	packages := goList(t)
	exports := map[string]string{}
	for _, p := range packages {
		exports[p.ImportPath] = p.Export
	}
	imports := importer.ForCompiler(token.NewFileSet(), "gc", func(path string) (io.ReadCloser, error) {
		return os.Open(exports[path])
	})
	w := &misuse{imports: map[string]string{}, contracts: map[string]string{}}
	for _, p := range packages {
		if !public(p) {
			continue
		}
		w.readContracts(t, p)
		from, err := imports.Import(p.ImportPath)
		if err != nil {
			t.Fatal(err)
		}
		w.callAll(from)
	}
	out := w.run(t)
	calls := 0
	for line := range strings.Lines(out) {
		call, what, found := strings.Cut(strings.TrimSpace(line), "\t")
		name, _, _ := strings.Cut(call, "(")
		switch {
		case !found:
			calls++
		case !w.allows(name, what):
			t.Errorf("%s: %s", call, what)
		}
	}
	if calls < 600 {
		t.Errorf("only %d calls:\n%s", calls, out)
	}
	t.Logf("%d calls", calls)
}

func goList(t *testing.T) (list []listed) {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), "go", "list", "-export", "-deps",
		"-json=ImportPath,Name,Dir,Export,GoFiles", "lightsout/...").Output()
	if err != nil {
		t.Fatal(err)
	}
	for decoder := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listed
		if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
			return list
		} else if err != nil {
			t.Fatal(err)
		}
		list = append(list, p)
	}
}

func public(p listed) bool {
	top, below, _ := strings.Cut(p.ImportPath, "/")
	first, _, _ := strings.Cut(below, "/")
	return top == "lightsout" && p.Name != "main" && !slices.Contains(private, first)
}

// misuse is the program.
type misuse struct {
	text      strings.Builder
	imports   map[string]string // names by paths
	contracts map[string]string // comments of functions, with those of their types and packages
}

// allows reports whether a call may end so: a panic, if the comment of the function, its type or its package says so. A
// nil pointer is no package's word, unless the type's comment says what a value that nobody made does.
func (w *misuse) allows(name, what string) bool {
	contract, above, _ := strings.Cut(w.contracts[name], "\f")
	if strings.Contains(what, "nil pointer") || strings.Contains(what, "does not end") {
		return strings.Contains(contract, "The zero") && strings.Contains(contract, "panic")
	}
	return strings.Contains(contract+above, "panic")
}

// readContracts reads the comments.
func (w *misuse) readContracts(t *testing.T, p listed) {
	t.Helper()
	files := token.NewFileSet()
	var parsed []*ast.File
	for _, name := range p.GoFiles {
		f, err := parser.ParseFile(files, filepath.Join(p.Dir, name), nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		parsed = append(parsed, f)
	}
	docs, err := doc.NewFromFiles(files, parsed, p.ImportPath)
	if err != nil {
		t.Fatal(err)
	}
	read := func(prefix, above string, list []*doc.Func) {
		for _, f := range list {
			w.contracts[prefix+f.Name] = above + f.Doc + "\f" + docs.Doc
		}
	}
	read(p.Name+".", "", docs.Funcs)
	for _, typ := range docs.Types {
		read(p.Name+".", typ.Doc, typ.Funcs)
		read(p.Name+"."+typ.Name+".", typ.Doc, typ.Methods)
	}
}

// callAll writes calls of what the package exports.
func (w *misuse) callAll(p *types.Package) {
	w.imports[p.Path()] = p.Name()
	scope := p.Scope()
	for _, name := range scope.Names() {
		o := scope.Lookup(name)
		if !o.Exported() {
			continue
		}
		switch o := o.(type) {
		case *types.Func:
			w.calls(p.Name()+"."+name, "", o.Signature())
		case *types.TypeName:
			named, ok := o.Type().(*types.Named)
			if !ok || named.TypeParams().Len() > 0 || types.IsInterface(named) {
				continue
			}
			for m := range types.NewMethodSet(types.NewPointer(named)).Methods() {
				if m.Obj().Exported() && len(m.Index()) == 1 {
					w.methods(p, name, named, m.Obj().(*types.Func))
				}
			}
		}
	}
}

// methods writes calls of a method of the zero value, and of a valid value where there is one.
func (w *misuse) methods(p *types.Package, typ string, named types.Type, f *types.Func) {
	for _, of := range w.values(types.NewPointer(named)) {
		if !strings.HasPrefix(of, "(*") { // not of nil
			w.calls(p.Name()+"."+typ+"."+f.Name(), "("+of+")."+f.Name(), f.Signature())
		}
	}
}

// calls writes calls of a function: with the best argument of each type, with any one of them changed, and with the worst.
func (w *misuse) calls(name, call string, s *types.Signature) {
	if s.TypeParams().Len() > 0 {
		return
	}
	if call == "" {
		call = name
	}
	lists := make([][]string, s.Params().Len())
	best, worst := make([]string, len(lists)), make([]string, len(lists))
	for i := range lists {
		typ := s.Params().At(i).Type()
		if s.Variadic() && i == len(lists)-1 {
			typ = typ.(*types.Slice).Elem()
		}
		lists[i] = w.values(typ)
		worst[i], best[i] = lists[i][0], lists[i][len(lists[i])-1]
	}
	seen := map[string]bool{}
	one := func(arguments []string) {
		if text := strings.Join(arguments, ", "); !seen[text] {
			seen[text] = true
			label := fmt.Sprintf("%s(%s)", name, text)
			if strings.HasPrefix(call, "(") {
				label = fmt.Sprintf("%s(%s) of %s", name, text, call)
			}
			fmt.Fprintf(&w.text, "\ttry(%q, func() { %s })\n", label, used(call+"("+text+")", s))
		}
	}
	one(worst)
	one(best)
	for i, list := range lists {
		for _, v := range list {
			one(slices.Concat(best[:i], []string{v}, best[i+1:]))
		}
	}
}

// used is a call whose result, if it is an iterator, is gone through.
func used(call string, s *types.Signature) string {
	if s.Results().Len() == 1 && strings.Contains(types.TypeString(s.Results().At(0).Type(), nil), "iter.Seq") {
		return "n := 0; for range " + call + " { if n++; n > 3 { break } }"
	}
	return call
}

// openFile is what a batch that goes on is written to.
const openFile = "interface{Truncate(size int64) error; io.ReadWriteSeeker}"

// valid are arguments that a caller would use; the program below makes them.
var valid = map[string]string{
	"context.Context": "ctx()", "io.Writer": "io.Discard", "io.Reader": `strings.NewReader("3x3\n")`,
	"*board.Board": "aBoard()", "*board.Puzzle": "aPuzzle()", "board.State": "aPuzzle().On",
	openFile:        `must(os.Create("batch.lo"))`,
	"*encode.Plan":  "must(encode.Prepare(aPuzzle(), encode.Options{}))",
	"*census.Table": `must(census.NewTable(ctx(), must(board.Parse("2x2")), nil))`,
	"*gf2.System":   "must(gf2.NewSystem(ctx(), must(aBoard().Matrix())))", "*generate.Batch": "aBatch()",
	"[]*board.Board": "[]*board.Board{aBoard()}", "*cnf.Session": "cnf.NewSession()",
	"*solve.Result": "must(solve.Minimum(ctx(), aPuzzle()))", "*puzzlefile.Writer": `must(puzzlefile.NewWriter(puzzlefile.Form{Format: "lo"}, aBoard()))`,
	"cnf.Sink": "&cnf.Formula{}", "*bufio.Reader": `bufio.NewReader(strings.NewReader("p cnf 1 1\n1 0\n"))`, "*rand.Rand": "rand.New(rand.NewPCG(1, 2))",
}

// values are arguments of a type, from the worst to the best.
func (w *misuse) values(typ types.Type) []string {
	name := types.TypeString(typ, func(p *types.Package) string {
		w.imports[p.Path()] = p.Name()
		return p.Name()
	})
	good := func(list ...string) []string {
		if v, ok := valid[name]; ok {
			return append(list, v)
		}
		return list
	}
	if slices.Contains([]string{"context.Context", "io.Writer", "io.Reader", "cnf.Sink", "*bufio.Reader", openFile}, name) {
		return good() // without these there is nowhere to write to, or nothing to read
	}
	switch u := typ.Underlying().(type) {
	case *types.Basic:
		switch {
		case u.Info()&types.IsString != 0:
			return good(name+`("")`, name+`("x")`, name+`("3x3")`)
		case u.Info()&types.IsBoolean != 0:
			return good(name+"(false)", name+"(true)")
		case u.Info()&types.IsUnsigned != 0:
			return good(name+"(0)", name+"(2)")
		}
		return good(name+"(-1)", name+"(0)", name+"(2)")
	case *types.Pointer:
		list := []string{"(" + name + ")(nil)"}
		if _, ok := u.Elem().Underlying().(*types.Struct); ok {
			return good(append(list, "&"+name[1:]+"{}")...)
		}
		return good(append(list, "new("+name[1:]+")")...)
	case *types.Struct, *types.Array:
		return good(name + "{}")
	case *types.Slice:
		elements := w.values(u.Elem())
		return good(name+"(nil)", name+"{"+elements[0]+"}", name+"{"+elements[len(elements)-1]+"}")
	case *types.Signature:
		var results []string
		for v := range u.Results().Variables() {
			results = append(results, w.values(v.Type())[0])
		}
		text := strings.TrimPrefix(types.TypeString(u, func(p *types.Package) string { return p.Name() }), "func")
		return good("func" + text + " { return " + strings.Join(results, ", ") + " }")
	}
	return good("*new(" + name + ")")
}

// run compiles the program beside the packages and runs it in a folder of its own.
func (w *misuse) run(t *testing.T) string {
	t.Helper()
	body := misuseStart + "func main() {\n" + w.text.String() + "}\n"
	for _, always := range []string{"bufio", "context", "fmt", "io", "os", "strings", "time", "lightsout/board"} {
		w.imports[always] = path.Base(always)
	}
	var text strings.Builder
	text.WriteString("package main\n\nimport (\n")
	for _, path := range slices.Sorted(maps.Keys(w.imports)) {
		if regexp.MustCompile(`\b` + w.imports[path] + `\.`).MatchString(body) {
			fmt.Fprintf(&text, "\t%q\n", path)
		}
	}
	text.WriteString(")\n" + body)
	program := guide.Program(t, "../internal/misuse", map[string]string{"../internal/misuse/main.go": text.String()})
	run := exec.CommandContext(t.Context(), program)
	run.Dir = t.TempDir()
	out, err := run.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return string(out)
}

const misuseStart = `
func ctx() context.Context {
	ctx, _ := context.WithTimeout(context.Background(), 300*time.Millisecond)
	return ctx
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func aBoard() *board.Board { return must(board.Parse("3x3")) }

func aBatch() *generate.Batch {
	return must(generate.Plan(ctx(), []*board.Board{aBoard()}, generate.Options{Count: 2, Split: []generate.Share{{}}}))
}

func aPuzzle() *board.Puzzle { return board.NewPuzzle(aBoard()) }

// try prints the call, and after a tab how it ended if it did not return.
func try(name string, call func()) {
	done := make(chan string)
	go func() {
		defer func() {
			if r := recover(); r != nil {
				done <- fmt.Sprintf("\t%v", r)
			}
			close(done)
		}()
		call()
	}()
	select {
	case end := <-done:
		fmt.Println(name + strings.ReplaceAll(end, "\n", " "))
	case <-time.After(20 * time.Second):
		fmt.Println(name + "\tdoes not end")
	}
}
`
