package fewest

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"lightsout/board"
	"lightsout/internal/suggest"
	"lightsout/internal/treewidth"
)

// method is one way to search a part of a problem.
type method struct {
	name   string
	search func(*search) error
	// asking is how many steps of about a nanosecond the estimate itself takes. It is not made if another method takes
	// no more.
	asking func(*form) float64
	// estimate is how many steps the search would take, or why it does not apply. It changes nothing, and never looks
	// at the clock or at the number of workers, so that the choice is always the same.
	estimate func(*search) (steps float64, err error)
}

// methods is every method that can be forced, in the order of their estimates: the cheapest is taken.
var methods = []method{
	{"walsh", walsh, func(*form) float64 { return 0 }, walshSteps},
	{"mitm", mitm, func(*form) float64 { return meetSteps }, mitmSteps},
	{"split", split, pairingSteps, splitSteps},
	{Tree, overPath, orderSteps, pathSteps},
}

// Names of methods that other places need.
const (
	// Tree searches parts, and problems as a whole if [Problem].Tree has a program for them.
	Tree = "tree"
	// Regions is the method of a part with nothing left to search, and Sum that of several parts that were searched.
	Regions = "regions"
	Sum     = "sum"
	// Light is for parts that no method can handle: it proves nothing.
	Light = "light"
)

// What is decided by, in steps of about a nanosecond. Package solve measures what is chosen (BenchmarkWhatIsChosen).
const (
	// quick is so little that it is never refused.
	quick = 1 << 25
	// tooLong is more than anyone waits for, ten hours.
	tooLong = 1 << 45
	// tableSteps are those of setting up a transform.
	tableSteps = 1 << 11
	// meetSteps are those of setting up tables of sums.
	meetSteps = 1 << 15
	// sumSteps are those of forming a sum of columns and looking it up in a table that is not in the cache.
	sumSteps = 30
	// classSteps are those of listing and pairing small classes.
	classSteps = 1 << 24
	// treeSteps and pathSteps are those of a step over a tree and over a path.
	treeStep, pathStep = 2, 3
	// narrowSteps and wideSteps are those of looking for a tree decomposition, for each vertex of a graph that has a
	// narrow one, and of one that has not.
	narrowSteps, wideSteps = 1 << 11, 1 << 14
)

var (
	regionsOnly = method{name: Regions, search: func(*search) error { return nil }}
	lightOnly   = method{name: Light, search: light}
)

// light looks for a light word: for about a second, or for all of the time that is given. If it finds one that is much
// lighter than those of a random code, as where a few errors are to be found, mitm may be within reach after all.
func light(s *search) error {
	if s.listing() {
		return ErrSize
	}
	_, given := s.ctx.Deadline()
	for more := true; more && !s.enough() && !s.stopped(); {
		before := s.trials.descents + s.trials.anneals
		leeBrickell(s, leeBrickellLong)
		if steps, err := mitmSteps(s); err == nil && s.affords(steps) && !s.enough() {
			s.known.Why.Method = "mitm"
			return mitm(s)
		}
		more = given && s.options.MaxSteps == 0 && s.trials.descents+s.trials.anneals > before
	}
	if s.enough() {
		return ErrEnough
	}
	return ErrSize
}

// Methods are the names that Options.Method accepts besides the empty one.
func Methods() []string { return suggest.Names(methods, func(m method) string { return m.name }) }

func checkMethod(name string) error {
	if name != "" && !slices.Contains(Methods(), name) {
		return fmt.Errorf("fewest: no method %q; there are %v", name, Methods())
	}
	return nil
}

func methodNamed(name string) method {
	return methods[slices.IndexFunc(methods, func(m method) bool { return m.name == name })]
}

func isMethodError(err error) bool { return errors.Is(err, ErrMethod) }

// Step is a method that was considered, for a part of the problem or for all of it.
type Step struct {
	Method string
	Part   int     // counted from 1; 0 is the whole problem, or its only part
	Steps  float64 // of about a nanosecond
	Err    error   // why it does not apply, or was not estimated
	Taken  bool
}

// errQuick says that an estimate was not worth making.
var errQuick = errors.New("another method is done before this one is even estimated")

// choice is what was found out about the methods for one part.
type choice struct {
	f     *form
	s     *search // nil if nothing is left to search
	best  method
	steps float64 // of the best
	asked []Step  // by the place in methods
}

func newChoice(s *search, forced string) choice {
	c := choice{f: s.f, s: s, best: lightOnly, steps: math.Inf(1), asked: make([]Step, len(methods))}
	if s.known.Cost == 0 && !s.listing() {
		c.best, c.steps = regionsOnly, 0
	}
	for i, m := range methods {
		c.asked[i] = Step{Method: m.name, Err: errQuick}
		if m.name == forced && c.steps > 0 {
			c.best, c.steps = m, 0
		}
	}
	return c
}

// ask estimates the methods whose estimates take less than some steps, and less than the best method does.
func (c *choice) ask(within float64) {
	for i, m := range methods {
		step := &c.asked[i]
		if asking := m.asking(c.s.f); step.Err != errQuick || asking > within || asking >= c.steps || c.s.stopped() {
			continue
		}
		if step.Steps, step.Err = m.estimate(c.s); step.Err == nil && step.Steps < c.steps {
			c.best, c.steps = m, step.Steps
		}
	}
}

// settle gives up what would take too long.
func (c *choice) settle() {
	if !c.s.affords(c.steps) {
		c.best = lightOnly
	}
}

// affords reports whether a search may take so many steps.
func (s *search) affords(steps float64) bool {
	return steps < tooLong && (s.options.MaxSteps == 0 || steps <= max(float64(s.options.MaxSteps), quick))
}

// chosen is the method for a search that stands alone.
func (s *search) chosen(forced string) method {
	c := newChoice(s, forced)
	c.ask(math.Inf(1))
	c.settle()
	return c.best
}

// Decision is how a problem is searched: a method for each of its parts, or the tree for all of it. What [Decision.Steps]
// lists is what runs.
type Decision struct {
	problem Problem
	options Options
	whole   *problem // in parts; nil if it was not looked at, or the context has ended
	choices []choice
	tree    Step
	program *treewidth.Plan // of the whole problem, if it has one
	said    Known           // what Options.Progress was told last
}

// known is what is known about a part.
func (c *choice) known() Known {
	if c.s != nil {
		return c.s.known
	}
	word, _ := c.f.start()
	return Known{Best: board.Bits(word), Why: Reason{Method: Regions}}
}

// Decide decides how a problem given by words is searched. The error says that the problem or the options make no sense,
// or that neither words nor tree are within reach.
func Decide(ctx context.Context, p Problem, o Options) (*Decision, error) {
	if err := errors.Join(p.check(), checkMethod(o.Method)); err != nil {
		return nil, err
	}
	d := &Decision{problem: p, options: o.withDefaults(), tree: Step{Method: Tree, Err: errQuick}}
	if o.Method != "" && o.Method != Tree {
		d.tree.Err = errForced
	}
	asking := float64(wideSteps) * float64(p.Vertices)
	k, n := float64(p.dimension()), float64(p.cells())
	preparing := 16 * k * k * (n/64 + 1) // three eliminations
	if o.Method == Tree || narrowSteps*float64(p.Vertices) < preparing {
		d.askTree(ctx)
		if d.program != nil && (o.Method == Tree || d.tree.Steps <= preparing) {
			return d, nil
		}
	}
	code, err := p.code(ctx)
	switch {
	case err != nil && d.program == nil:
		d.askTree(ctx)
		fallthrough
	case err != nil:
		if d.program == nil {
			return nil, err
		}
		return d, nil
	case code == nil: // the context has ended
		return d, nil
	}
	if d.whole = code.reduce(p.Word, p.Costs, func() bool { return ctx.Err() != nil }); d.whole == nil {
		return d, nil
	}
	for _, f := range d.whole.parts {
		if _, weight := f.start(); weight == 0 { // as for most puzzles of large files
			d.choices = append(d.choices, choice{f: f, best: regionsOnly})
			continue
		}
		c := newChoice(newSearch(ctx, f, d.options), o.Method)
		c.ask(asking)
		d.choices = append(d.choices, c)
	}
	if asking < d.steps() {
		d.askTree(ctx)
	}
	for i := range d.choices {
		if c := &d.choices[i]; c.s != nil && (d.tree.Err != nil || d.tree.Steps > c.steps) {
			c.ask(math.Inf(1))
		}
	}
	if steps := d.steps(); d.tree.Err != nil || d.tree.Steps > steps {
		d.program = nil
	}
	for i := range d.choices {
		if c := &d.choices[i]; c.s != nil {
			c.settle()
		}
	}
	return d, nil
}

// errForced says that the caller has chosen.
var errForced = errors.New("another method is asked for")

// askTree asks for the tree of the whole problem, once.
func (d *Decision) askTree(ctx context.Context) {
	if d.tree.Err != errQuick {
		return
	}
	if d.tree.Err = errNoTree; d.problem.Tree == nil {
		return
	}
	program, err := d.problem.Tree(ctx)
	if d.tree.Err = err; err != nil {
		return
	}
	d.tree.Steps = treeStep * program.Steps()
	switch limit := float64(d.options.MaxSteps); {
	case d.options.Method != "":
	case program.Memory(d.problem.Costs, false) > float64(d.options.MaxMemory):
		d.tree.Err = errTables
	case limit > 0 && d.tree.Steps > max(limit, quick), d.tree.Steps > tooLong:
		d.tree.Err = errLimit
	}
	if d.tree.Err == nil {
		d.program = program
	}
}

var (
	errNoTree = fmt.Errorf("%w: there is no graph", ErrMethod)
	errTables = fmt.Errorf("%w: its tables would not fit", ErrMethod)
	errLimit  = fmt.Errorf("%w: it takes more steps than are allowed", ErrMethod)
)

// steps is what all parts take together.
func (d *Decision) steps() (sum float64) {
	for _, c := range d.choices {
		sum += c.steps
	}
	return sum
}

// Steps lists what was considered, in the order of the methods, part by part, and what was taken.
func (d *Decision) Steps() []Step {
	var list []Step
	whole := d.tree
	whole.Taken = d.program != nil
	for i, c := range d.choices {
		number := i + 1
		if len(d.choices) == 1 {
			number = 0
		}
		for _, step := range c.asked {
			step.Part, step.Taken = number, !whole.Taken && step.Method == c.best.name
			if step.Method == Tree && number == 0 && (whole.Taken || whole.Err == nil && step.Err != nil) {
				continue // it has one row
			}
			list = append(list, step)
		}
		if name := c.best.name; !whole.Taken && (name == Light || name == Regions) {
			list = append(list, Step{Method: name, Part: number, Taken: true})
		}
	}
	switch {
	case len(d.choices) == 0 && d.whole != nil:
		return []Step{{Method: Regions, Taken: true}}
	case len(d.choices) != 1 || whole.Taken || whole.Err == nil:
		list = append(list, whole)
	}
	return list
}

// Expected is how many steps of about a nanosecond the search takes.
func (d *Decision) Expected() float64 {
	if d.program != nil {
		return d.tree.Steps
	}
	return d.steps()
}

func walshSteps(s *search) (float64, error) {
	switch {
	case s.f.k() > maxWalsh:
		return 0, tooManyCoefficients("walsh", s.f.k())
	case s.f.total > math.MaxInt16:
		return 0, sixteenBits("walsh", s.f.total)
	}
	return tableSteps + math.Exp2(float64(s.f.k()-1)), nil
}

// pairingSteps are those of an elimination for each class and for each pair.
func pairingSteps(f *form) float64 {
	if f.class == nil {
		return 0
	}
	const classes = 8
	return classes * float64(f.k()*f.k()*(1+f.n()/64))
}

// splitSteps ignores the pairs: there are few unless the classes are too large anyway.
func splitSteps(s *search) (float64, error) {
	found, err := s.pairing()
	if err != nil {
		return 0, err
	}
	sum := float64(classSteps + lightFor(found))
	for _, p := range found {
		for _, h := range p.halves {
			sum += 2 * math.Exp2(float64(h.f.k()))
		}
	}
	return sum, nil
}

// orderSteps are those of looking for an order of the columns: of making the rows lighter, and of a sweep.
func orderSteps(f *form) float64 {
	k, n := float64(f.k()), float64(f.n())
	return tableSteps + 8*k*k*(n/64+1) + 16*min(sweepSteps, k*n*k*n/16)
}

func pathSteps(s *search) (float64, error) {
	p := s.path()
	switch {
	case p == nil && s.stopped():
		return 0, fmt.Errorf("%w: no order of the columns in time", ErrMethod)
	case p == nil:
		return 0, errWidePath
	case p.Memory(s.f.cost, s.listing()) > float64(s.options.MaxMemory):
		return 0, errTables
	}
	return pathStep * p.Steps(), nil
}

// mitmSteps counts with a word as light as one of a random code would be, unless a lighter one is known, and with the
// search for a light word that comes first.
func mitmSteps(s *search) (float64, error) {
	if s.f.total > max(maxUnary, s.f.n()) {
		return 0, unaryError("mitm", s.f.total)
	}
	weight := s.aim()
	if !s.listing() {
		weight = min(weight, s.f.radius())
	}
	h := newHalving(s.f.total, weight)
	if !h.fits(s.options.MaxMemory) {
		return 0, errTables
	}
	return meetSteps + sumSteps*h.steps() + float64(s.f.lightEffort(weight)), nil
}

// radius is the least weight up to which there are at least as many words as cosets: few cosets of a random code have no
// word as light.
func (f *form) radius() int {
	checks, words := float64(f.total-f.k()), 0.0 // logarithms
	for w := range f.total {
		if words >= checks {
			return w
		}
		words += math.Log2(float64(f.total-w) / float64(w+1))
	}
	return f.total
}

// lightEffort is how many steps a light word is worth to a search by mitm that has to exclude a weight.
func (f *form) lightEffort(weight int) int {
	h := newHalving(f.total, weight)
	return int(min(leeBrickellLong, sumSteps*h.steps()))
}

func tooManyCoefficients(name string, k int) error {
	return fmt.Errorf("%w: %s cannot handle a part with %d coefficients", ErrMethod, name, k)
}

func unaryError(name string, total int) error {
	return fmt.Errorf("%w: %s counts in unary, and the costs add up to %d, which is too much", ErrMethod, name, total)
}

func sixteenBits(name string, total int) error {
	return fmt.Errorf("%w: %s counts in 16 bits, and the costs add up to %d", ErrMethod, name, total)
}
