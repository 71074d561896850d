package syndrome

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"

	"lightsout/gf2"
)

// Problem asks for the fewest columns of a matrix whose sum is the syndrome.
type Problem struct {
	Checks   []gf2.Vec // the rows of the matrix, all of one length; they may be dependent
	Syndrome gf2.Vec   // a bit for each check

	// Weights, or nil, settle the choice among equally few columns: the least sum wins. One for each
	// column, not negative.
	Weights []int

	// Classes is a hint, or nil: a label per column. If the columns of a class span a small space,
	// mitm is quicker: what the other columns add up to is then known outside that space. On an n×n
	// grid with n odd the parities of row and column are such labels. Others do no harm.
	Classes []int
}

// Columns is the number of columns of the matrix.
func (p Problem) Columns() int {
	if len(p.Checks) == 0 {
		return 0
	}
	return p.Checks[0].Len()
}

// maxWeight keeps every sum of weights inside an int.
const maxWeight = 1 << 30

func (p Problem) check() error {
	n := p.Columns()
	if p.Syndrome.Len() != len(p.Checks) {
		return fmt.Errorf("syndrome: %d bits for %d checks", p.Syndrome.Len(), len(p.Checks))
	}
	for i, row := range p.Checks {
		if row.Len() != n {
			return fmt.Errorf("syndrome: check %d has %d columns, check 0 has %d", i, row.Len(), n)
		}
	}
	if p.Classes != nil && len(p.Classes) != n {
		return fmt.Errorf("syndrome: %d class labels for %d columns", len(p.Classes), n)
	}
	if p.Weights != nil && len(p.Weights) != n {
		return fmt.Errorf("syndrome: %d weights for %d columns", len(p.Weights), n)
	}
	for i, w := range p.Weights {
		if w < 0 || w > maxWeight {
			return fmt.Errorf("syndrome: column %d weighs %d; weights are 0 to %d", i, w, maxWeight)
		}
	}
	return nil
}

// Options limit a search. The zero value is what most callers want.
type Options struct {
	// Workers is how many goroutines search; 0 means one per core.
	Workers int
	// MaxMemory bounds, in bytes, the tables of the search; 0 means 1 GiB.
	MaxMemory int64
	// MaxSums bounds how many sums of columns are formed; 0 means 2^31, some seconds of work. Unlike
	// a deadline it gives the same answer everywhere.
	MaxSums int64
	// Progress is told whenever the best count or the lower bound improves. It should be quick.
	Progress func(best, lower int)
}

func (o Options) withDefaults() Options {
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	if o.MaxMemory <= 0 {
		o.MaxMemory = 1 << 30
	}
	if o.MaxSums <= 0 {
		o.MaxSums = 1 << 31
	}
	return o
}

// ErrUnreachable says that no set of columns adds up to the syndrome: a sum of checks that is zero
// everywhere is broken.
var ErrUnreachable = errors.New("syndrome: no columns add up to it")

// ErrLimit says that a search ended because it would have gone beyond MaxSums or MaxMemory.
var ErrLimit = errors.New("syndrome: limit of sums or memory reached")

// Result is the outcome of a search.
type Result struct {
	Columns  gf2.Vec // the columns, of length Problem.Columns; they add up to the syndrome
	Count    int     // how many they are
	Lower    int     // no set adds up to the syndrome with fewer; equal to Count if Proved
	Proved   bool
	Weight   int   // the sum of their weights
	Lightest bool  // with weights: no set as small weighs less
	Stopped  error // if not Proved, why: the context's error or ErrLimit
	Method   string
}

// Minimum returns the fewest columns that add up to the syndrome. When the context ends or a limit
// is met it returns the best set so far, with Proved false and Stopped saying why; that is no error.
// An error means that the problem makes no sense, or is ErrUnreachable.
func Minimum(ctx context.Context, p Problem, o Options) (Result, error) {
	if err := p.check(); err != nil {
		return Result{}, err
	}
	parts, err := reduce(p)
	if err != nil {
		return Result{}, err
	}
	o = o.withDefaults()
	s := &search{ctx: ctx, options: o, parts: parts, left: o.MaxSums, weighed: p.Weights != nil}
	for _, part := range parts {
		s.finds = append(s.finds, finding{set: part.byPivots(), lower: part.leastCount()})
	}
	for i := range parts {
		s.solve(i)
	}
	return s.result(p), nil
}

// search is one call of Minimum.
type search struct {
	ctx     context.Context
	options Options
	parts   []*part
	finds   []finding
	left    int64 // sums that may still be formed
	weighed bool
}

// finding is what is known of a part so far.
type finding struct {
	set      []int // indices of the part's columns, ascending
	lower    int
	lightest bool
	method   string
	stopped  error
}

func (f finding) proved() bool { return f.lower == len(f.set) }

// solve settles one part, or stops.
func (s *search) solve(i int) {
	p, f := s.parts[i], &s.finds[i]
	switch {
	case len(f.set) <= 1 && !s.weighed:
		f.lower, f.lightest = len(f.set), true
	case p.k <= maxBFSChecks && bfsMemory(p.k) <= s.options.MaxMemory:
		f.method = "bfs"
		s.bfs(i)
	case p.k > 64: // there will be no proof, most likely, so have something first
		s.isd(i)
		s.mitm(i)
		f.method = "mitm"
	default:
		f.method = "mitm"
		s.mitm(i)
		if !f.proved() && s.ctx.Err() == nil {
			s.isd(i)
		}
	}
	if f.proved() {
		f.stopped = nil
	} else if err := s.ctx.Err(); err != nil {
		f.stopped = context.Cause(s.ctx)
	}
}

// better takes a set of the part's columns if it is smaller than the best, or as small and lighter,
// or as light and first in dictionary order.
func (s *search) better(i int, set []int) {
	p, f := s.parts[i], &s.finds[i]
	if p.compare(set, f.set) < 0 {
		smaller := len(set) < len(f.set)
		f.set = slices.Clone(set)
		if smaller {
			s.tell()
		}
	}
}

// raise says that the part needs at least so many columns.
func (s *search) raise(i, lower int) {
	if f := &s.finds[i]; lower > f.lower {
		f.lower = min(lower, len(f.set))
		s.tell()
	}
}

func (s *search) tell() {
	if s.options.Progress == nil {
		return
	}
	best, lower := 0, 0
	for _, f := range s.finds {
		best += len(f.set)
		lower += f.lower
	}
	s.options.Progress(best, lower)
}

func (s *search) result(p Problem) Result {
	r := Result{Columns: gf2.NewVec(p.Columns()), Proved: true, Lightest: true, Method: "elimination"}
	hardest := 0
	for i, f := range s.finds {
		for _, c := range f.set {
			r.Columns.Set(s.parts[i].column[c], true)
			r.Weight += s.parts[i].weightOf(c)
		}
		r.Count += len(f.set)
		r.Lower += f.lower
		r.Proved = r.Proved && f.proved()
		r.Lightest = r.Lightest && f.lightest && f.proved()
		if f.stopped != nil && !f.proved() {
			r.Stopped = f.stopped
		}
		if k := s.parts[i].k; f.method != "" && k > hardest {
			r.Method, hardest = f.method, k
		}
	}
	return r
}
