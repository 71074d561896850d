// Command fuzzing runs every fuzz target of the module for a while and counts what they tried.
//
//	go run ./internal/fuzzing -total 1h            an hour for all of them together
//	go run ./internal/fuzzing -each 30s ./board    half a minute for each of one package
//
// It prints a table. The exit code is 1 if a target failed on an input, which go test has then written to
// the package's testdata/fuzz, and the other targets run all the same. The end of the time is not a failure,
// though go test reports it as one now and then: "context deadline exceeded", without an input.
//
// With -keep N it copies up to N new inputs of each target, the shortest first, from Go's cache to
// testdata/fuzz: there they are part of the ordinary tests. With -doc FILE the table replaces that between two
// lines of the file.
package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// target is a fuzz target.
type target struct{ path, dir, name string }

// outcome is what came of running it.
type outcome struct {
	target
	executions int
	kept       int
	failed     string // what go test said about an input
}

func main() {
	total := flag.Duration("total", 0, "`TIME` for all targets together")
	each := flag.Duration("each", 0, "`TIME` for each target")
	keep := flag.Int("keep", 0, "copy up to `N` new inputs of each target to testdata/fuzz")
	doc := flag.String("doc", "", "put the table into this `FILE`")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := fuzz(ctx, flag.Args(), *total, *each, *keep, *doc); err != nil {
		fmt.Fprintln(os.Stderr, "fuzzing:", err)
		stop()
		os.Exit(1)
	}
}

func fuzz(ctx context.Context, packages []string, total, each time.Duration, keep int, doc string) error {
	if (total > 0) == (each > 0) {
		return errors.New("give the time of all, -total 1h, or of each, -each 30s")
	}
	targets, err := find(ctx, packages)
	if err != nil {
		return err
	}
	if len(targets) == 0 {
		return errors.New("no fuzz target")
	}
	if total > 0 {
		each = max(total/time.Duration(len(targets)), time.Second)
	}
	cache, err := exec.CommandContext(ctx, "go", "env", "GOCACHE").Output()
	if err != nil {
		return err
	}
	var outcomes []outcome
	failed := 0
	for _, t := range targets {
		o, err := t.run(ctx, each)
		if err != nil {
			return err
		}
		if o.failed != "" {
			failed++
			fmt.Fprintf(os.Stderr, "%s\n", o.failed)
		} else if o.kept, err = t.keep(filepath.Join(strings.TrimSpace(string(cache)), "fuzz", t.path, t.name), keep); err != nil {
			return err
		}
		fmt.Fprintf(os.Stderr, "%s %s: %d executions, %d inputs kept\n", t.path, t.name, o.executions, o.kept)
		outcomes = append(outcomes, o)
	}
	text := table(outcomes, each)
	fmt.Print(text)
	if doc != "" {
		if err := insert(doc, text); err != nil {
			return err
		}
	}
	if failed > 0 {
		return fmt.Errorf("%d of %d targets failed", failed, len(targets))
	}
	return nil
}

// find lists the fuzz targets of packages.
func find(ctx context.Context, packages []string) ([]target, error) {
	if len(packages) == 0 {
		packages = []string{"./..."}
	}
	out, err := exec.CommandContext(ctx, "go", append([]string{"list", "-f", "{{.ImportPath}}\t{{.Dir}}"}, packages...)...).Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	var targets []target
	for line := range strings.Lines(string(out)) {
		path, dir, _ := strings.Cut(strings.TrimSpace(line), "\t")
		files, err := filepath.Glob(filepath.Join(dir, "*_test.go"))
		if err != nil {
			return nil, err
		}
		for _, f := range files {
			tree, err := parser.ParseFile(token.NewFileSet(), f, nil, parser.SkipObjectResolution)
			if err != nil {
				return nil, err
			}
			for _, d := range tree.Decls {
				if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv == nil && strings.HasPrefix(fn.Name.Name, "Fuzz") {
					targets = append(targets, target{path, dir, fn.Name.Name})
				}
			}
		}
	}
	return targets, nil
}

var executions = regexp.MustCompile(`execs: (\d+)`)

// run runs the target for a while.
func (t target) run(ctx context.Context, each time.Duration) (outcome, error) {
	cmd := exec.CommandContext(ctx, "go", "test", "-run", "^$", "-fuzz", "^"+t.name+"$", "-fuzztime", each.String(), "-timeout", "0", t.path)
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = 10 * time.Second
	said, err := cmd.CombinedOutput()
	o := outcome{target: t}
	if ctx.Err() != nil {
		return o, ctx.Err()
	}
	if all := executions.FindAllSubmatch(said, -1); len(all) > 0 {
		o.executions, _ = strconv.Atoi(string(all[len(all)-1][1]))
	}
	if err != nil && !onlyDeadline(said, t.name) {
		o.failed = string(said)
	}
	return o, nil
}

// onlyDeadline reports whether all that go test complains about is that the time was over: it stops its
// workers then, and counts it as a failure if one of them was just working on an input.
func onlyDeadline(said []byte, name string) bool {
	_, after, ok := bytes.Cut(said, []byte("--- FAIL: "+name))
	if !ok || bytes.Contains(said, []byte("Failing input written to")) {
		return false
	}
	var words []string
	for line := range strings.Lines(string(after)) {
		if line = strings.TrimSpace(line); !strings.HasPrefix(line, "(") && !strings.HasPrefix(line, "FAIL") && !strings.HasPrefix(line, "exit status") && line != "" {
			words = append(words, line)
		}
	}
	return slices.Equal(words, []string{"context deadline exceeded"})
}

// longest is the size of the largest input that is worth keeping.
const longest = 4 << 10

// keep copies inputs that were found to testdata/fuzz, and returns how many are there. Their names are
// digests, so that nothing is copied twice.
func (t target) keep(found string, most int) (int, error) {
	to := filepath.Join(t.dir, "testdata", "fuzz", t.name)
	there, _ := os.ReadDir(to)
	kept := len(there)
	if most == 0 {
		return kept, nil
	}
	entries, err := os.ReadDir(found)
	if errors.Is(err, os.ErrNotExist) {
		return kept, nil
	}
	if err != nil {
		return kept, err
	}
	texts := map[string][]byte{}
	var names []string
	for _, e := range entries {
		text, err := os.ReadFile(filepath.Join(found, e.Name()))
		if err != nil {
			return kept, err
		}
		if len(text) <= longest {
			texts[e.Name()], names = text, append(names, e.Name())
		}
	}
	slices.SortFunc(names, func(a, b string) int {
		return cmp.Or(cmp.Compare(len(texts[a]), len(texts[b])), cmp.Compare(a, b))
	})
	// Evenly spread over the sizes: the shortest alone would be all alike.
	room := max(most-kept, 0)
	for i := range min(room, len(names)) {
		name := names[i*len(names)/min(room, len(names))]
		if err := os.MkdirAll(to, 0o755); err != nil {
			return kept, err
		}
		if err := os.WriteFile(filepath.Join(to, name), texts[name], 0o644); err != nil {
			return kept, err
		}
	}
	there, _ = os.ReadDir(to)
	return len(there), nil
}

// table is the outcomes as Markdown.
func table(outcomes []outcome, each time.Duration) string {
	var s strings.Builder
	sum, kept := 0, 0
	fmt.Fprintf(&s, "%d targets, %v each:\n\n| package | target | executions | inputs kept |\n|---|---|--:|--:|\n", len(outcomes), each.Round(time.Second))
	for _, o := range outcomes {
		_, path, _ := strings.Cut(o.path, "/")
		fmt.Fprintf(&s, "| %s | %s | %d | %d |\n", path, o.name, o.executions, o.kept)
		sum, kept = sum+o.executions, kept+o.kept
	}
	fmt.Fprintf(&s, "| **all** | | **%d** | **%d** |\n", sum, kept)
	return s.String()
}

// The lines between which the table of a document stands.
const (
	begins = "<!-- make test-fuzz writes what follows -->\n"
	ends   = "<!-- and that is it -->\n"
)

func insert(doc, table string) error {
	text, err := os.ReadFile(doc)
	if err != nil {
		return err
	}
	before, rest, ok1 := strings.Cut(string(text), begins)
	_, after, ok2 := strings.Cut(rest, ends)
	if !ok1 || !ok2 {
		return fmt.Errorf("%s: no lines %q and %q", doc, strings.TrimSpace(begins), strings.TrimSpace(ends))
	}
	return os.WriteFile(doc, []byte(before+begins+table+ends+after), 0o644)
}
