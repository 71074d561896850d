package bench

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
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
	Proof   string        // one of ProofKinds: solvers that can write one do, and it is checked; "" asks for none
	Timeout time.Duration // CPU time of one child; 0 takes the suite's
	Wall    time.Duration // time by the clock of one child; 0 is 30 times Timeout
	Memory  int64         // of one child, in bytes, at least LeastMemory; 0 is 2 GiB
	Repeat  int           // number of seeds; 0 takes the suite's
	Keep    string        // the folder where the files of all problems stay; "" keeps none
	Shard   string        // i/n: only that part of the runs; "" is all
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

// Summary counts the results of what was asked for, with those that were there already.
type Summary struct {
	Suite    string         // its name
	Kept     int            // not run again, because the folder has the result
	Outcomes map[string]int // how many results have which
	NotRun   []NotRun       // who did not run, by reason
	Tables   string         // who did how well: PAR-2 and factors, with intervals
	Notes    []string       // what was made of the files of boards, a line each
}

// Sound reports whether no answer was wrong and no child failed. Giving up at a limit is sound.
func (s Summary) Sound() bool {
	return !slices.ContainsFunc(outcomes, func(o outcome) bool { return o.Bad() && s.Outcomes[string(o)] > 0 })
}

// String is the summary on one line.
func (s Summary) String() string {
	line := fmt.Sprintf("%d right, %s", s.Outcomes[string(solved)]+s.Outcomes[string(refuted)], s.otherwise())
	if line = strings.TrimSuffix(line, ", "); s.Kept > 0 {
		line += fmt.Sprintf("; %d of them were already there", s.Kept)
	}
	return line
}

// otherwise is how many results have which outcome besides right answers.
func (s Summary) otherwise() string {
	var list []string
	for _, o := range outcomes {
		if n := s.Outcomes[string(o)]; n > 0 && !o.Right() {
			list = append(list, fmt.Sprintf("%d %s", n, o))
		}
	}
	return strings.Join(list, ", ")
}

// summary counts the results.
func (s results) summary() Summary {
	sum := Summary{Outcomes: map[string]int{}}
	for _, r := range s {
		sum.Outcomes[string(r.Outcome)]++
		sum.NotRun = leftOutFor(sum.NotRun, r)
	}
	return sum
}

// leftOutFor adds a result to what did not run, if it did not.
func leftOutFor(list []NotRun, r *Result) []NotRun {
	switch r.Outcome {
	case missing:
		return leftOut(list, missing, r.solver(), r.Note)
	case notAsked:
		return leftOut(list, notAsked, r.Contestant+" on "+r.Instance, r.Note)
	}
	return list
}

// Run measures a suite and appends each result to the folder o.Out. When the context ends, running
// children are killed without a result, and the context's error is returned.
func Run(ctx context.Context, o Options) (Summary, error) {
	suite, err := o.plan()
	if err != nil {
		return Summary{}, err
	}
	pairs, err := suite.matching(o) // a pipe of boards can be read only once
	if err != nil {
		return Summary{}, err
	}
	if o.Self, err = filepath.Abs(o.Self); err != nil {
		return Summary{}, err
	}
	programs := map[*peer]string{}
	for i, p := range pairs {
		if _, known := programs[p.who.peer]; !known {
			programs[p.who.peer] = p.who.peer.programDigest(o.Self)
		}
		pairs[i].Program = programs[p.who.peer]
	}
	o.Repeat = cmp.Or(o.Repeat, suite.Repeat)
	o.Timeout = cmp.Or(o.Timeout, suite.Timeout, defaultTimeout)
	o.Wall = cmp.Or(o.Wall, wallFactor*o.Timeout)
	o.Memory = cmp.Or(o.Memory, defaultMemory)
	old, err := openFolder(o.Out)
	if err != nil {
		return Summary{}, err
	}
	if o.Keep != "" {
		o.Keep, err = filepath.Abs(o.Keep)
		err = errors.Join(err, os.MkdirAll(o.Keep, 0o777))
	}
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
		notRun: refused(pairs),
	}
	left := pairs
	if o.Resume {
		left = r.unsettled(pairs, old)
		r.count = r.of - len(left)
	}
	kept := r.count
	err = errors.Join(appendLines(filepath.Join(o.Out, planFile), linesOf(r.machine, suite.digest, pairs)...),
		appendLines(filepath.Join(o.Out, machineFile), r.machine))
	if err != nil {
		return Summary{}, err
	}
	if err := r.all(ctx, left); err != nil {
		return Summary{}, err
	}
	all, err := readResults(o.Out)
	if err != nil {
		return Summary{}, err
	}
	asked := map[string]bool{}
	for _, p := range pairs {
		asked[p.key()] = true
	}
	mine := all.only(func(r *Result) bool { return asked[r.key()] })
	sum := mine.summary()
	sum.Suite, sum.Kept, sum.NotRun, sum.Tables = suite.Name, kept, r.notRun, mine.outline()
	sum.Notes = append(notesOn(pairs), mine.proofNotes()...)
	return sum, nil
}

// notesOn says what was made of the formulas among the pairs.
func notesOn(pairs []pair) (notes []string) {
	for _, p := range pairs {
		if f := p.family.formula; f != nil && f.recovered != "" {
			if note := p.family.template + ": " + f.recovered; !slices.Contains(notes, note) {
				notes = append(notes, note)
			}
		}
	}
	return notes
}

// runner is a run under way.
type runner struct {
	Options
	scratch string
	machine machine
	count   int
	of      int
	notRun  []NotRun
}

// unsettled leaves out the pairs whose result is there already, by the same program.
func (r *runner) unsettled(pairs []pair, old results) []pair {
	done := map[string]bool{}
	for _, was := range old {
		done[was.key()+was.program()] = was.settled(r.Options)
	}
	return slices.DeleteFunc(slices.Clone(pairs), func(p pair) bool { return done[p.key()+p.program()] })
}

// all runs the pairs. Those of one instance follow each other, so that contestants that are compared run close to each
// other in time.
func (r *runner) all(ctx context.Context, pairs []pair) error {
	var q *instance
	var unable error
	made := "" // the puzzle of q
	for _, p := range pairs {
		res := &p.Result
		res.Timeout, res.Memory, res.Run, res.Version = r.Timeout.Seconds(), r.Memory, r.machine.Run, r.machine.Commit
		if p.Outcome != notAsked && p.puzzle() != made {
			made = p.puzzle()
			if err := r.clear(q); err != nil {
				return err
			}
			if q, unable = newInstance(ctx, p.family, p.Size, p.Question, p.Seed); q != nil {
				q.dir = cmp.Or(r.Keep, r.scratch)
			}
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		switch r.count++; {
		case p.Outcome == notAsked:
		case unable != nil: // one puzzle that cannot be made must not lose the others
			r.notRun = leftOut(r.notRun, notAsked, p.Instance, unable.Error())
			res.Outcome, res.Note = notAsked, unable.Error()
		default:
			if err := r.measure(ctx, p.who, q, res); err != nil {
				return err
			}
			r.notRun = leftOutFor(r.notRun, res)
			if r.Progress != nil {
				r.Progress(r.count, r.of, *res)
			}
		}
		if err := appendLines(filepath.Join(r.Out, jsonFile), res); err != nil {
			return err
		}
	}
	return nil
}

// clear removes the files of an instance, unless they are to be kept.
func (r *runner) clear(q *instance) (err error) {
	if q != nil && r.Keep == "" {
		for _, file := range q.problems {
			if file.path != "" {
				err = errors.Join(err, os.RemoveAll(file.path))
			}
		}
	}
	return err
}

// measure runs one contestant on one puzzle, if its formula can be written.
func (r *runner) measure(ctx context.Context, who contestant, q *instance, res *Result) error {
	if res.solver() == who.peer.Name { // not an engine of this program
		res.Version = r.machine.Versions[who.peer.Name]
	}
	res.Lights, res.Switches, res.Nullity = q.puzzle.Board.Lights(), q.puzzle.Board.Switches(), q.nullity
	if q.question.bounds() {
		res.Bound = &q.bound
	}
	file, err := q.setProblem(who, res)
	if err != nil {
		res.Outcome, res.Note = notWritten(err), err.Error()
		return context.Cause(ctx)
	}
	return r.ask(ctx, who, q, file, res)
}
