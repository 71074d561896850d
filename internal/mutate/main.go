// Command mutate measures how much the tests of a package notice: it changes the code in small ways, one at
// a time, and lists the changes that no test fails on.
//
//	go run ./internal/mutate -n 200 ./gf2 ./encode
//
// A change, a mutant, moves the boundary of a comparison, negates it, drops half of a condition, swaps an
// operator, adds one to a number or leaves out a statement. All mutants of a package are compiled into one
// test binary, which an environment variable tells which one to be; so a mutant costs one run of the
// tests that reach it, and no compilation. Assembly is left out by the tag purego.
//
// Tests that take longer than -slow are left out: what the others do not notice is worth a quick test.
// A mutant is killed if a test fails, or does not end within ten times its usual time.
//
// Some mutants do what the code does, only slower or with another message. equivalent.txt lists those that
// somebody looked at, with the reason; they are not tried, and the score is that of the others. -at tries
// some mutants again, say those that survived, after a test was written for them.
package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/signal"
	"regexp"
	"slices"
	"time"
)

// options are the flags.
type options struct {
	most  int           // mutants of a package, 0 is all
	seed  uint64        // which of them
	slow  time.Duration // the longest that a test may take
	spare time.Duration // how much longer than ten times as long it may take with a mutant
	files *regexp.Regexp
	tests *regexp.Regexp
	at    *regexp.Regexp // what mutants to try, as they are printed
	log   io.Writer
}

func main() {
	var o options
	files := flag.String("files", "", "only files whose name matches `REGEXP`")
	tests := flag.String("run", "", "only tests whose name matches `REGEXP`")
	at := flag.String("at", "", "of the mutants drawn only those that match `REGEXP`, such as reduce.go:166:")
	flag.IntVar(&o.most, "n", 200, "`N` mutants of each package, drawn at random; 0 is all")
	flag.Uint64Var(&o.seed, "seed", 1, "`SEED` of the draw")
	flag.DurationVar(&o.slow, "slow", 3*time.Second, "leave out tests that take longer than this `TIME`")
	flag.DurationVar(&o.spare, "spare", 5*time.Second, "a mutant hangs if its tests take ten times as long as usual, and this `TIME` besides")
	flag.Parse()
	var err1, err2, err3 error
	o.files, err1 = regexp.Compile(*files)
	o.tests, err2 = regexp.Compile(*tests)
	o.at, err3 = regexp.Compile(*at)
	o.log = os.Stderr
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	err := cmp.Or(err1, err2, err3)
	if err == nil && flag.NArg() == 0 {
		err = errors.New("name packages, such as ./gf2")
	}
	for _, name := range flag.Args() {
		var r *report
		if err == nil {
			if r, err = mutate(ctx, name, o); err == nil {
				r.print(os.Stdout)
			}
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "mutate:", err)
		os.Exit(1)
	}
}

// report is what became of the mutants of a package.
type report struct {
	path       string
	sites      int // all mutants there are
	killed     int
	equivalent int      // by equivalent.txt
	unreached  []mutant // by no quick test
	survived   []mutant
	left       []string // tests that were left out
}

func (r *report) tried() int { return r.killed + len(r.unreached) + len(r.survived) }

func (r *report) print(w io.Writer) {
	fmt.Fprintf(w, "%s: %d of %d mutants killed, %.0f %%; %d survived, %d not reached; %d equivalent; %d mutants in all\n",
		r.path, r.killed, r.tried(), 100*float64(r.killed)/float64(max(r.tried(), 1)), len(r.survived), len(r.unreached), r.equivalent, r.sites)
	for _, m := range r.survived {
		fmt.Fprintf(w, "  survived     %s\t%s\n", m, m.line)
	}
	for _, m := range r.unreached {
		fmt.Fprintf(w, "  not reached  %s\t%s\n", m, m.line)
	}
	if len(r.left) > 0 {
		fmt.Fprintf(w, "  without the tests %v\n", r.left)
	}
}

// mutate tries the mutants of a package.
func mutate(ctx context.Context, name string, o options) (*report, error) {
	p, err := load(ctx, name)
	if err != nil {
		return nil, err
	}
	all := p.collect(o.files)
	dir, err := os.MkdirTemp("", "mutate")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	b, err := p.build(ctx, dir, len(all))
	if err != nil {
		return nil, err
	}
	r := &report{path: p.path, sites: len(all)}
	tests, err := b.quickTests(ctx, o, r)
	if err != nil {
		return nil, err
	}
	for i, m := range choose(all, o) {
		if !o.at.MatchString(m.String()) {
			continue
		}
		if _, ok := equivalents[m.key()]; ok {
			r.equivalent++
			continue
		}
		var reaching []test
		for _, t := range tests {
			if t.reached[m.id] {
				reaching = append(reaching, t)
			}
		}
		killed := false
		if len(reaching) > 0 {
			if killed, err = b.kills(ctx, m, reaching, o.spare); err != nil {
				return nil, err
			}
		}
		verdict := "survived"
		switch {
		case killed:
			r.killed++
			verdict = "killed"
		case len(reaching) == 0:
			r.unreached = append(r.unreached, m)
			verdict = "not reached"
		default:
			r.survived = append(r.survived, m)
		}
		fmt.Fprintf(o.log, "%s %d: %s: %s\n", p.path, i+1, verdict, m)
	}
	return r, nil
}

// choose draws the mutants to try, and puts them in the order of the code.
func choose(all []mutant, o options) []mutant {
	if o.most == 0 || o.most >= len(all) {
		return all
	}
	rng := rand.New(rand.NewPCG(o.seed, 0))
	some := slices.Clone(all)
	rng.Shuffle(len(some), func(i, j int) { some[i], some[j] = some[j], some[i] })
	some = some[:o.most]
	slices.SortFunc(some, func(a, b mutant) int { return cmp.Compare(a.id, b.id) })
	return some
}
