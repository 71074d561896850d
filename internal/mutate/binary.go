package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	_ "embed"
)

// switchboard is the code that tells which mutant a run is. It goes into the mutated package.
//
//go:embed switchboard.txt
var switchboard string

// binary is the test program of a package with all its mutants.
type binary struct {
	file, dir string // the program, and where its tests run
	reach     string // the file in which a run notes the mutants that it came by
	flags     []string
	mutants   int
}

// test is a test without mutants.
type test struct {
	name    string
	took    time.Duration
	reached []bool // by number of the mutant
}

// build compiles the tests of the package with all its mutants.
func (p *source) build(ctx context.Context, dir string, mutants int) (*binary, error) {
	b := &binary{file: filepath.Join(dir, "tests"), dir: p.dir, reach: filepath.Join(dir, "reach"), mutants: mutants}
	replace := map[string]string{}
	write := func(name string, text []byte) error {
		to := filepath.Join(dir, filepath.Base(name))
		replace[name] = to
		return os.WriteFile(to, text, 0o600)
	}
	for _, f := range p.files {
		if err := write(f.name, f.mutated()); err != nil {
			return nil, err
		}
	}
	if err := write(filepath.Join(p.dir, "mutants_switchboard.go"), []byte("package "+p.name+"\n"+switchboard)); err != nil {
		return nil, err
	}
	overlay, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return nil, err
	}
	list := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(list, overlay, 0o600); err != nil {
		return nil, err
	}
	cmd := exec.CommandContext(ctx, "go", "test", "-c", "-tags", tags, "-overlay", list, "-o", b.file, p.path)
	cmd.Dir = p.dir
	if out, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("the mutated %s does not compile: %w\n%s", p.path, err, out)
	}
	// What a mutant fails on is no example to keep or to make smaller.
	if usage, _ := exec.CommandContext(ctx, b.file, "-help").CombinedOutput(); strings.Contains(string(usage), "-rapid.nofailfile") {
		b.flags = append(b.flags, "-rapid.nofailfile", "-rapid.shrinktime", "1ms")
	}
	return b, nil
}

// run runs tests with a mutant, or with none if it is 0, and reports whether they pass.
func (b *binary) run(ctx context.Context, mutant int, tests string, limit time.Duration, env ...string) (bool, error) {
	within, cancel := context.WithTimeout(ctx, limit+5*time.Second)
	defer cancel()
	cmd := exec.CommandContext(within, b.file, append(b.flags, "-test.run", tests, "-test.failfast", "-test.timeout", limit.String())...)
	cmd.Dir = b.dir
	cmd.WaitDelay = 5 * time.Second
	cmd.Env = append(os.Environ(), append(env, fmt.Sprintf("MUTANT=%d", mutant))...)
	err := cmd.Run()
	if ctx.Err() != nil {
		return false, ctx.Err()
	}
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) && !errors.Is(err, exec.ErrWaitDelay) {
		return false, err
	}
	return err == nil, nil
}

// quickTests runs every test alone, to see how long it takes and what it reaches.
func (b *binary) quickTests(ctx context.Context, o options, r *report) (tests []test, err error) {
	cmd := exec.CommandContext(ctx, b.file, "-test.list", "^(Test|Example|Fuzz)")
	cmd.Dir = b.dir
	out, err := cmd.Output()
	if err != nil {
		return nil, err
	}
	for name := range strings.FieldsSeq(string(out)) {
		if !o.tests.MatchString(name) {
			continue
		}
		if err := os.WriteFile(b.reach, make([]byte, b.mutants+1), 0o600); err != nil {
			return nil, err
		}
		began := time.Now()
		passed, err := b.run(ctx, 0, "^"+name+"$", o.slow, "MUTANT_REACH="+b.reach)
		if err != nil {
			return nil, err
		}
		took := time.Since(began)
		fmt.Fprintf(o.log, "%s: %v %v\n", name, passed, took.Round(time.Millisecond))
		if !passed {
			r.left = append(r.left, name)
			continue
		}
		reach, err := os.ReadFile(b.reach)
		if err != nil {
			return nil, err
		}
		t := test{name: name, took: took, reached: make([]bool, b.mutants+1)}
		for i, c := range reach {
			t.reached[i] = c != 0
		}
		tests = append(tests, t)
	}
	if len(tests) == 0 {
		return nil, fmt.Errorf("%s has no test that passes within %v", r.path, o.slow)
	}
	return tests, nil
}

// kills reports whether one of the tests fails with the mutant. The quickest go first: most mutants die there.
func (b *binary) kills(ctx context.Context, m mutant, tests []test, spare time.Duration) (bool, error) {
	slices.SortStableFunc(tests, func(a, b test) int { return cmp.Compare(a.took, b.took) })
	for atOnce := time.Second; len(tests) > 0; atOnce *= 4 {
		var names []string
		var took time.Duration
		for _, t := range tests {
			if len(names) > 0 && took+t.took > atOnce {
				break
			}
			took += t.took
			names = append(names, t.name)
		}
		passed, err := b.run(ctx, m.id, "^("+strings.Join(names, "|")+")$", spare+10*took)
		if err != nil || !passed {
			return !passed, err
		}
		tests = tests[len(names):]
	}
	return false, nil
}
