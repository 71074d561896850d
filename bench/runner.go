package bench

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// Options say what is measured, and how.
type Options struct {
	Suite string // one of Suites, or a suite file
	// Boards take the place of a suite, and the next five say what is asked of whom. All are as in a
	// suite file, which docs/benchmarks.md describes, with commas between words; an error about one is a
	// *[FieldError] with its name there.
	Boards                         []string
	N, Question, Xor, Card, Engine string
	Solvers                        []string // take part besides: NAME=COMMAND, or known ones by name

	Filter  string        // a regular expression: only pairs whose "instance contestant" matches
	Self    string        // the lightsout program, which runs as a child
	Commit  string        // that it was built from, with more words if it has changes; "" if not known
	Out     string        // the folder of results
	Resume  bool          // skip what is already measured, unless these options could change it
	Peers   bool          // run other solvers too
	Timeout time.Duration // CPU time of one child; 0 takes the suite's
	Memory  int64         // of one child, in bytes, at least LeastMemory; 0 is 2 GiB
	Repeat  int           // number of seeds; 0 takes the suite's
	Shard   string        // i/n: only that part of the instances; "" is all
	// Progress, if not nil, receives each result, one at a time; of is the number of all.
	Progress func(done, of int, r Result)
	// Before, if not nil, is called before the first run: how many runs are left, and the CPU time that
	// each may take.
	Before func(runs int, each time.Duration)
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
	Suite    string         // its name
	Kept     int            // not run again, because the folder has the result
	Outcomes map[string]int // how many results have which
	NotRun   []NotRun       // who did not run, by reason
}

// Sound reports whether no answer was wrong and no child failed. Giving up at a limit is sound.
func (s Summary) Sound() bool {
	return !slices.ContainsFunc(outcomes, func(o outcome) bool { return o.Bad() && s.Outcomes[string(o)] > 0 })
}

// String is the summary on one line.
func (s Summary) String() string {
	line := fmt.Sprintf("%d right", s.Outcomes[string(solved)]+s.Outcomes[string(refuted)])
	for _, o := range outcomes {
		if n := s.Outcomes[string(o)]; n > 0 && !o.Right() {
			line += fmt.Sprintf(", %d %s", n, o)
		}
	}
	if s.Kept > 0 {
		line += fmt.Sprintf(", %d already there", s.Kept)
	}
	return line
}

func (s *Summary) count(r *Result) {
	s.Outcomes[string(r.Outcome)]++
	switch r.Outcome {
	case missing:
		s.NotRun = leftOut(s.NotRun, missing, solverOf(r.Contestant), r.Note)
	case notAsked:
		s.NotRun = leftOut(s.NotRun, notAsked, r.Contestant+" on "+r.Instance, r.Note)
	}
}

// Run measures a suite and appends each result to the folder o.Out. When the context ends, running
// children are killed without a result, and the context's error is returned.
func Run(ctx context.Context, o Options) (Summary, error) {
	suite, err := o.plan()
	if err != nil {
		return Summary{}, err
	}
	pairs, refused, left, err := suite.matching(o) // a pipe of boards can be read only once
	if err != nil {
		return Summary{}, err
	}
	o.Repeat = cmp.Or(o.Repeat, suite.Repeat)
	o.Timeout = cmp.Or(o.Timeout, suite.Timeout, defaultTimeout)
	o.Memory = cmp.Or(o.Memory, defaultMemory)
	old, err := openFolder(o.Out)
	if err != nil {
		return Summary{}, err
	}
	scratch, err := os.MkdirTemp("", "lightsout-bench-")
	if err != nil {
		return Summary{}, err
	}
	defer os.RemoveAll(scratch)
	r := &runner{
		Options: o, scratch: scratch, machine: describe(ctx, suite.Name, o, pairs), of: len(pairs),
		summary: Summary{Suite: suite.Name, Outcomes: map[string]int{}, NotRun: left},
	}
	if o.Resume {
		n := len(pairs)
		pairs = r.unsettled(pairs, old)
		r.summary.Kept = n - len(pairs)
		r.count = r.summary.Kept
	}
	if err := appendLine(filepath.Join(o.Out, machineFile), r.machine); err != nil {
		return Summary{}, err
	}
	for _, p := range r.unsettled(refused, old) {
		if err := r.leaveOut(p, p.Note); err != nil {
			return Summary{}, err
		}
	}
	if o.Before != nil {
		there := slices.DeleteFunc(slices.Clone(pairs), func(p pair) bool { return r.machine.Versions[p.who.peer.Name] == string(missing) })
		o.Before(len(there), o.Timeout)
	}
	err = r.all(ctx, pairs)
	return r.summary, err
}

// runner is a run under way.
type runner struct {
	Options
	scratch string
	machine machine
	count   int
	of      int
	summary Summary
}

// unsettled leaves out the pairs whose result is there already, by the same command.
func (r *runner) unsettled(pairs []pair, old results) []pair {
	done := map[string]bool{}
	for _, was := range old {
		done[was.key()+was.Command] = was.settled(r.Options)
	}
	return slices.DeleteFunc(slices.Clone(pairs), func(p pair) bool { return done[p.key()+p.Command] })
}

// all runs the pairs. Those of one instance follow each other, so that contestants that are compared run close to each
// other in time.
func (r *runner) all(ctx context.Context, pairs []pair) error {
	var q *instance
	var unable error
	for i, p := range pairs {
		if i == 0 || !p.sameInstance(pairs[i-1]) {
			q, unable = newInstance(ctx, p.family, p.Size, p.Question, p.Seed)
		}
		r.count++
		if unable != nil && ctx.Err() == nil { // one puzzle that cannot be made must not lose the others
			r.summary.NotRun = leftOut(r.summary.NotRun, notAsked, p.Instance, unable.Error())
			if err := r.leaveOut(p, unable.Error()); err != nil {
				return err
			}
			continue
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		res := &p.Result
		if err := r.measure(ctx, p.who, q, res); err != nil {
			return err
		}
		if err := appendLine(filepath.Join(r.Out, jsonFile), res); err != nil {
			return err
		}
		r.summary.count(res)
		if r.Progress != nil {
			r.Progress(r.count, r.of, *res)
		}
	}
	return nil
}

// leaveOut records that a pair is not asked, and why, for the report.
func (r *runner) leaveOut(p pair, why string) error {
	p.Outcome, p.Note, p.Lights, p.Run, p.Version = notAsked, why, p.family.lights(p.Size), r.machine.Run, r.machine.Commit
	return appendLine(filepath.Join(r.Out, jsonFile), p.Result)
}

// measure runs one contestant on one puzzle, if its formula can be written.
func (r *runner) measure(ctx context.Context, who contestant, q *instance, res *Result) error {
	res.Timeout, res.Memory, res.Run, res.Version = r.Timeout.Seconds(), r.Memory, r.machine.Run, r.machine.Commit
	if who.peer != self {
		res.Version = r.machine.Versions[who.peer.Name]
	}
	res.Lights, res.Switches, res.Nullity = q.puzzle.Board.Lights(), q.puzzle.Board.Switches(), q.nullity
	if q.question.bounds() {
		res.Bound = &q.bound
	}
	err := who.sized(q, res)
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case err != nil:
		res.Outcome, res.Note = notAsked, err.Error()
		return nil
	}
	return r.ask(ctx, who, q, res)
}
