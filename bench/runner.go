package bench

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"time"

	"golang.org/x/sync/errgroup"

	"lightsout/board"
	"lightsout/cnf"
	"lightsout/encode"
	"lightsout/internal/suggest"
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

// Pair is one instance and who is asked about it, as a suite lists them.
type Pair struct {
	Instance   string
	Board      string
	Question   Question
	Seed       uint64
	Contestant string

	row  Row
	size int
	who  Contestant
}

// List is every pair of a suite, in the order they run. It is an error if there is none, which says
// what there is instead.
func List(o Options) ([]Pair, error) {
	list, err := o.pairs()
	if err == nil && len(list) == 0 {
		err = o.nothing()
	}
	return list, err
}

// nothing says that the filter matches no pair, and where it would.
func (o Options) nothing() error {
	miss := fmt.Sprintf("nothing in the suite %s matches %q", o.Suite, o.Filter)
	o.Repeat = 1
	if more := o; !o.Peers {
		more.Peers = true
		if list, err := more.pairs(); err == nil && len(list) > 0 {
			return fmt.Errorf("%s without --peers; with it, %d pairs do", miss, len(list))
		}
	}
	for _, s := range suites {
		other := o
		other.Suite, other.Peers = s.Name, true
		if list, err := other.pairs(); err == nil && len(list) > 0 {
			return fmt.Errorf("%s; in the suite %s %d pairs do, peers included", miss, s.Name, len(list))
		}
	}
	all := o
	all.Filter, all.Peers = "", true
	list, err := all.pairs()
	if err != nil {
		return err
	}
	var names []string
	for _, p := range list {
		names = append(names, p.Instance, p.Contestant, p.Instance+" "+p.Contestant)
	}
	return fmt.Errorf("%s%s; --list without --filter shows all pairs", miss, suggest.DidYouMean(o.Filter, names))
}

func (o Options) pairs() ([]Pair, error) {
	suite, err := SuiteByName(o.Suite)
	if err != nil {
		return nil, err
	}
	filter, err := regexp.Compile(o.Filter)
	if err != nil {
		return nil, fmt.Errorf("--filter: %w", err)
	}
	if o.Repeat == 0 {
		o.Repeat = suite.Repeats
	}
	var list []Pair
	listed := map[string]bool{}
	for _, row := range suite.Rows {
		f, err := familyByName(row.Family)
		if err != nil {
			return nil, err
		}
		for _, size := range row.Sizes {
			for _, q := range row.Questions {
				for seed := range uint64(o.Repeat) {
					for _, who := range row.contestants(q, o.Peers) {
						p := Pair{
							Instance: instanceName(row.Family, size, q), Board: f.about(size), Question: q, Seed: seed + 1,
							Contestant: who.Name(), row: row, size: size, who: who,
						}
						// Two rows may share a board, and then a peer.
						key := fmt.Sprint(p.sized(size), seed)
						if filter.MatchString(p.Instance+" "+p.Contestant) && !listed[key] {
							listed[key] = true
							list = append(list, p)
						}
					}
				}
			}
		}
	}
	return list, nil
}

func (r Row) contestants(q Question, withPeers bool) []Contestant {
	list := r.Contestants
	switch {
	case !withPeers:
		return list
	case r.Peers != nil:
		return join(list, r.Peers)
	}
	return join(list, peersFor(q))
}

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
		for i := range old {
			if old[i].settled(o) {
				r.done[old[i].key()] = old[i].Outcome
			} else {
				delete(r.done, old[i].key())
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

// measure notes how large the contestant's formula is.
func (c Contestant) measure(ctx context.Context, q *instance, res *Result) error {
	if c.Xor == "" {
		return nil
	}
	var size cnf.Counter
	var err error
	if c.Broken {
		err = writeBroken(ctx, &size, q.puzzle, c.Xor)
	} else {
		err = encode.Puzzle(&size, q.puzzle, encode.Options{Xor: c.Xor})
	}
	if err != nil {
		return err
	}
	res.Vars, res.Clauses = size.Vars(), size.Clauses
	if q.question == AtMost || q.question == TooFew {
		counting, err := encode.ParseCounting(c.Card)
		if err != nil {
			return err
		}
		v, n := counting.Size(q.puzzle.Board.Switches(), q.bound)
		res.Vars, res.Clauses = res.Vars+v, res.Clauses+n
	}
	return nil
}

// paths are the files of one child.
type paths struct{ problem, answer, output, complaints string }

// ask runs the child and judges it. An error is trouble of this program, or an interrupt.
func (r *runner) ask(ctx context.Context, who Contestant, q *instance, res *Result) error {
	dir, err := os.MkdirTemp(r.scratch, "pair-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	files := paths{filepath.Join(dir, "problem"), filepath.Join(dir, "answer"), filepath.Join(dir, "stdout"), filepath.Join(dir, "stderr")}
	cmd, err := r.command(ctx, who, q, files, res)
	if err != nil {
		return err
	}
	if cmd == nil {
		res.Outcome = Missing
		return nil
	}
	cmd.Dir = dir
	out, err := outputFile(files.output)
	if err != nil {
		return err
	}
	defer out.Close()
	complaints, err := outputFile(files.complaints)
	if err != nil {
		return err
	}
	defer complaints.Close()
	cmd.Stdout, cmd.Stderr = out, complaints
	u := run(ctx, cmd, limits{cpu: r.Timeout, memory: r.Memory})
	res.CPU, res.Wall, res.Peak = u.cpu.Seconds(), u.wall.Seconds(), u.peak
	switch {
	case u.end == byInterrupt:
		return context.Cause(ctx)
	case u.err != nil:
		res.Outcome, res.Note = Failed, u.err.Error()
	case u.end == byTime:
		res.Outcome = GaveUp
	case u.end == byMemory:
		res.Outcome = OutOfMemory
	default:
		return r.judge(ctx, who, q, files, u, res)
	}
	return nil
}

// command is the child's; nil if the peer is missing.
func (r *runner) command(ctx context.Context, who Contestant, q *instance, files paths, res *Result) (*exec.Cmd, error) {
	if who.Peer == "" {
		problem := files.problem + ".lo"
		if q.question != Batch {
			if err := writePuzzle(problem, q.puzzle); err != nil {
				return nil, err
			}
		}
		cmd := exec.Command(r.Self, who.args(q, problem)...)
		// One core, so that CPU time is time, and as peers have it.
		cmd.Env = append(os.Environ(), "GOMAXPROCS=1")
		return cmd, nil
	}
	peer, ok := peerByName(who.Peer)
	if !ok {
		return nil, fmt.Errorf("no such peer %q", who.Peer)
	}
	path, err := peer.find()
	if err != nil {
		res.Version, res.Note = "", err.Error()
		return nil, nil //nolint:nilerr // missing is an outcome
	}
	res.Version = r.machine.Versions[peer.program]
	args, err := peer.command(ctx, who, q, files)
	if err != nil {
		return nil, err
	}
	return exec.Command(path, args...), nil
}

func writePuzzle(name string, p *board.Puzzle) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := board.WriteLO(f, p); err != nil {
		return err
	}
	return f.Close()
}

// judge reads what the child wrote.
func (r *runner) judge(ctx context.Context, who Contestant, q *instance, files paths, u usage, res *Result) error {
	from := files.output
	peer, isPeer := peerByName(who.Peer)
	if isPeer && peer.writes {
		from = files.answer
	}
	output, err := readOutput(from)
	if err != nil {
		return err
	}
	complaints, err := readOutput(files.complaints)
	if err != nil {
		return err
	}
	switch {
	case q.question == Batch && u.exit != exitDone:
		res.Outcome, res.Note = Failed, u.failure(complaints)
	case q.question == Batch:
		found, err := q.judgeBatch(ctx, output, isPeer)
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		res.Batch, res.Distinct, res.Expected, res.MeanFewest, res.Nullity = found.Batch, found.Distinct, found.Expected, found.MeanFewest, found.Nullity
		if res.Outcome = Solved; err != nil {
			res.Outcome, res.Note = Wrong, err.Error()
		}
	case isPeer:
		res.Outcome, res.Presses, res.Note = q.judgePeer(peer, u, output, complaints)
	default:
		res.Outcome, res.Presses, res.Note = q.judgeOwn(u, output, complaints)
	}
	return nil
}

// sized tells what a contestant is asked, on boards of some size.
func (p Pair) sized(size int) string {
	return fmt.Sprintf("%s|%s|%s|%d", p.Contestant, p.row.Family, p.Question, size)
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
