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
	Filter   string        // only pairs whose "instance contestant" this regular expression matches
	Self     string        // this program, which answers as a child
	Out      string        // the folder of results
	Resume   bool          // skip what is there, unless these options may make a difference to it
	Peers    bool          // ask peers as well
	Timeout  time.Duration // CPU time of one child; 0 leaves it to the suite
	Memory   int64         // of one child, in bytes; 0 is DefaultMemory
	Repeat   int           // how many seeds; 0 leaves it to the suite
	Jobs     int           // children at a time; 0 is 1
	AllSizes bool          // go on to larger sizes even after giving up on a smaller one
	// Progress, if not nil, is told each result, one at a time; of is how many there will be.
	Progress func(done, of int, r Result)
}

// The limits if neither options nor suite give any.
const (
	DefaultTimeout = 10 * time.Second
	DefaultMemory  = 2 << 30
)

// LeastMemory is the least that a child can be limited to: this program takes half of it to start.
const LeastMemory = 32 << 20

// Run measures a suite and appends a result for each pair to the files in o.Out. When the context
// ends the children that run are killed, without a result, and the context's error is returned. With
// o.Resume, kept is how many pairs were not asked because their results are there.
func Run(ctx context.Context, o Options) (kept int, err error) {
	suite, err := SuiteByName(o.Suite)
	if err != nil {
		return 0, err
	}
	if o.Repeat == 0 {
		o.Repeat = suite.Repeats
	}
	if o.Timeout == 0 {
		o.Timeout = cmp.Or(suite.Timeout, DefaultTimeout)
	}
	if o.Memory == 0 {
		o.Memory = DefaultMemory
	}
	o.Jobs = max(o.Jobs, 1)
	pairs, err := List(o)
	if err != nil {
		return 0, err
	}
	files, old, err := openStore(o.Out)
	if err != nil {
		return 0, err
	}
	defer files.close()
	scratch, err := os.MkdirTemp("", "lightsout-bench-")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(scratch)
	if err := probe(scratch); err != nil {
		return 0, fmt.Errorf("puzzles for children could not be written: %w", err)
	}
	r := &runner{Options: o, store: files, scratch: scratch, machine: describe(ctx, o), done: map[string]Outcome{}, tried: map[string]*tries{}, of: len(pairs)}
	if o.Resume {
		for _, was := range latest(old) {
			if was.settled(o) {
				r.done[was.key()] = was.Outcome
			}
		}
	}
	if err := r.machine.note(o.Out); err != nil {
		return 0, err
	}
	if err := r.all(ctx, pairs); err != nil {
		return r.kept, err
	}
	return r.kept, files.close()
}

// runner is a run under way.
type runner struct {
	Options
	store   *store
	scratch string
	machine Machine
	done    map[string]Outcome // by key: what there is already
	tried   map[string]*tries  // by Pair.sized
	count   int
	of      int
	kept    int // not asked, because the result is there
}

// tries is how a contestant did on the sizes before.
type tries struct{ runs, tired int }

// all goes through the pairs, a group of one family, size, question and seed after another, so that
// contestants that are compared run close to each other in time.
func (r *runner) all(ctx context.Context, pairs []Pair) error {
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

// group asks several contestants about one puzzle.
func (r *runner) group(ctx context.Context, pairs []Pair) error {
	first := pairs[0]
	results := make([]*Result, len(pairs))
	var todo []int
	for i, p := range pairs {
		row := Result{Suite: r.Suite, Instance: p.Instance, Contestant: p.Contestant, Seed: p.Seed}
		if outcome, there := r.done[row.key()]; there {
			r.remember(p, outcome)
			r.count++
			r.kept++
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
	failed := g.Wait()
	for i, row := range results {
		if row == nil {
			continue
		}
		r.count++
		r.remember(pairs[i], row.Outcome)
		if r.Progress != nil {
			r.Progress(r.count, r.of, *row)
		}
	}
	return failed
}

// pair measures one contestant on one puzzle, and keeps the result; nil if it cannot be asked at all.
func (r *runner) pair(ctx context.Context, p Pair, q *instance) (*Result, error) {
	if err := p.who.fits(q); err != nil {
		return nil, nil //nolint:nilerr // an encoding that is not for this board
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
		res.Outcome, res.Note = Skipped, "gave up on every seed of a smaller size"
	default:
		if err := r.ask(ctx, p.who, q, res); err != nil {
			return nil, err
		}
	}
	return res, r.store.add(res)
}

// remember counts how a contestant did on a size.
func (r *runner) remember(p Pair, o Outcome) {
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
func (r *runner) isTired(p Pair) bool {
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
