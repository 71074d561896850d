package bench

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"golang.org/x/sync/errgroup"
)

// Options say what is measured, and how.
type Options struct {
	Suite    string        // one of Suites
	Filter   string        // a regular expression: only pairs whose "instance contestant" matches
	Self     string        // the lightsout program, which runs as a child
	Out      string        // the folder of results
	Resume   bool          // skip what is already measured, unless these options could change it
	Peers    bool          // run other solvers too
	Timeout  time.Duration // CPU time of one child; 0 takes the suite's
	Memory   int64         // of one child, in bytes, at least LeastMemory; 0 is 2 GiB
	Repeat   int           // number of seeds; 0 takes the suite's
	Jobs     int           // children at a time; 0 is 1
	AllSizes bool          // try larger sizes even after giving up on a smaller one
	// Progress, if not nil, receives each result, one at a time; of is the number of all.
	Progress func(done, of int, r Result)
}

// The limits if neither the options nor the suite set any.
const (
	defaultTimeout = 10 * time.Second
	defaultMemory  = 2 << 30
)

// LeastMemory is the smallest memory limit of a child, in bytes: this program needs half of it to
// start.
const LeastMemory = 32 << 20

// Summary counts the results of one run.
type Summary struct {
	Right    int               // correct answers
	Kept     int               // not run again, because the folder has the result
	Failures map[string]int    // by outcome
	Missing  map[string]string // the peers that are not installed, and why they were not found
}

// Sound reports whether no answer was wrong and no child failed. Giving up at a limit is sound.
func (s Summary) Sound() bool { return s.Failures[string(wrong)]+s.Failures[string(failed)] == 0 }

// String is the summary on one line.
func (s Summary) String() string {
	line := fmt.Sprintf("%d right", s.Right)
	for _, o := range []outcome{gaveUp, outOfMemory, skipped, wrong, failed, missing} {
		if n := s.Failures[string(o)]; n > 0 {
			line += fmt.Sprintf(", %d %s", n, o)
		}
	}
	if s.Kept > 0 {
		line += fmt.Sprintf(", %d already there", s.Kept)
	}
	return line
}

func (s *Summary) count(r *Result) {
	if r.Outcome.Right() {
		s.Right++
		return
	}
	s.Failures[string(r.Outcome)]++
	if r.Outcome == missing {
		s.Missing[r.Contestant] = r.Note
	}
}

// Run measures a suite and appends each result to the folder o.Out. When the context ends, running
// children are killed without a result, and the context's error is returned.
func Run(ctx context.Context, o Options) (Summary, error) {
	suite, err := suiteByName(o.Suite)
	if err != nil {
		return Summary{}, err
	}
	o.Repeat = cmp.Or(o.Repeat, suite.Repeats)
	o.Timeout = cmp.Or(o.Timeout, suite.Timeout, defaultTimeout)
	o.Memory = cmp.Or(o.Memory, defaultMemory)
	o.Jobs = max(o.Jobs, 1)
	pairs, err := o.matching()
	if err != nil {
		return Summary{}, err
	}
	files, old, err := openStore(o.Out)
	if err != nil {
		return Summary{}, err
	}
	defer files.close()
	scratch, err := os.MkdirTemp("", "lightsout-bench-")
	if err != nil {
		return Summary{}, err
	}
	defer os.RemoveAll(scratch)
	if err := probe(scratch); err != nil {
		return Summary{}, fmt.Errorf("cannot write the puzzles for the children: %w", err)
	}
	r := &runner{
		Options: o, store: files, scratch: scratch, machine: describe(ctx, o), done: map[string]outcome{}, tried: map[string]*tries{}, of: len(pairs),
		summary: Summary{Failures: map[string]int{}, Missing: map[string]string{}},
	}
	if o.Resume {
		for _, was := range latest(old) {
			if was.settled(o) {
				r.done[was.key()] = was.Outcome
			}
		}
	}
	if err := r.machine.note(o.Out); err != nil {
		return Summary{}, err
	}
	if err := r.all(ctx, pairs); err != nil {
		return r.summary, err
	}
	return r.summary, files.close()
}

// runner is a run under way.
type runner struct {
	Options
	store   *store
	scratch string
	machine machine
	done    map[string]outcome // by key: what need not be measured again
	tried   map[string]*tries  // by pair.sized
	count   int
	of      int
	summary Summary
}

// tries counts how a contestant did on one size.
type tries struct{ runs, tired int }

// all goes through the pairs in groups of one family, size, question and seed, so that contestants
// that are compared run close to each other in time.
func (r *runner) all(ctx context.Context, pairs []pair) error {
	for len(pairs) > 0 {
		n := 1
		for n < len(pairs) && pairs[n].Instance == pairs[0].Instance && pairs[n].Seed == pairs[0].Seed && pairs[n].row.Family == pairs[0].row.Family {
			n++
		}
		if err := r.group(ctx, pairs[:n]); err != nil {
			return err
		}
		pairs = pairs[n:]
	}
	return nil
}

// group runs several contestants on one puzzle.
func (r *runner) group(ctx context.Context, pairs []pair) error {
	first := pairs[0]
	results := make([]*Result, len(pairs))
	var todo []int
	for i, p := range pairs {
		row := Result{Suite: r.Suite, Instance: p.Instance, Contestant: p.Contestant, Seed: p.Seed}
		if outcome, there := r.done[row.key()]; there {
			r.remember(p, outcome)
			r.count++
			r.summary.Kept++
			continue
		}
		todo = append(todo, i)
	}
	if len(todo) == 0 {
		return nil
	}
	p, err := newInstance(ctx, first.row, first.size, first.Question, first.Seed)
	if errors.Is(err, errNone) {
		r.count += len(todo)
		return nil
	}
	if err != nil {
		return fmt.Errorf("%s, seed %d: %w", first.Instance, first.Seed, err)
	}
	var g errgroup.Group
	g.SetLimit(r.Jobs)
	for _, i := range todo {
		g.Go(func() error {
			var err error
			results[i], err = r.pair(ctx, pairs[i], p)
			return err
		})
	}
	err = g.Wait()
	for i, row := range results {
		if row == nil {
			continue
		}
		r.count++
		r.summary.count(row)
		r.remember(pairs[i], row.Outcome)
		if r.Progress != nil {
			r.Progress(r.count, r.of, *row)
		}
	}
	return err
}

// pair measures one contestant on one puzzle and stores the result. It returns nil if the contestant
// cannot take the puzzle at all.
func (r *runner) pair(ctx context.Context, p pair, q *instance) (*Result, error) {
	if err := p.who.fits(q); err != nil {
		return nil, nil //nolint:nilerr // the encoding does not apply to this board
	}
	res := &Result{
		Suite: r.Suite, Instance: p.Instance, Family: q.family, Size: q.size, Lights: q.puzzle.Board.Lights(), Switches: q.puzzle.Board.Switches(),
		Nullity: q.nullity, Question: q.question, Bound: q.bound, Seed: q.seed, Contestant: p.Contestant, Presses: -1,
		Timeout: r.Timeout.Seconds(), Memory: r.Memory, Run: r.machine.Run, Version: r.machine.Commit,
	}
	if err := p.who.measure(ctx, q, res); err != nil {
		return nil, err
	}
	switch {
	case r.isTired(p):
		res.Outcome, res.Note = skipped, "gave up on every seed of a smaller size"
	default:
		if err := r.ask(ctx, p.who, q, res); err != nil {
			return nil, err
		}
	}
	return res, r.store.add(res)
}

// remember notes how a contestant did on a size.
func (r *runner) remember(p pair, o outcome) {
	t := r.tried[p.sized(p.size)]
	if t == nil {
		t = &tries{}
		r.tried[p.sized(p.size)] = t
	}
	t.runs++
	if o.tired() {
		t.tired++
	}
}

// isTired reports whether the contestant gave up on every seed of some smaller size.
func (r *runner) isTired(p pair) bool {
	if r.AllSizes {
		return false
	}
	for _, size := range p.row.Sizes {
		t := r.tried[p.sized(size)]
		if size < p.size && t != nil && t.runs > 0 && t.runs == t.tired {
			return true
		}
	}
	return false
}
