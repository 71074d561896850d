package fewest

import (
	"context"
	"errors"
	"fmt"
	"math"

	"lightsout/board"
	"lightsout/internal/matching"
	"lightsout/internal/treewidth"
)

func isMethodError(err error) bool { return errors.Is(err, ErrMethod) }

// Step is a row of the plan that was considered, for a part of the problem or for all of it.
type Step struct {
	Method string
	Part   int     // counted from 1; 0 is the whole problem, or its only part
	Steps  float64 // of about a nanosecond
	Err    error   // why it does not apply, or was not estimated
	Taken  bool    // it is expected to end the search
	run    func(context.Context) (done bool, err error)
}

// Why a row is not taken.
var (
	errBefore  = errors.New("what is taken comes first")
	errForced  = errors.New("another method is asked for")
	errDearer  = errors.New("it is not the cheapest")
	errQuick   = errors.New("another method is done before this one is even estimated")
	errNoGraph = fmt.Errorf("%w: there is no graph", ErrMethod)
	errTables  = fmt.Errorf("%w: its tables would not fit", ErrMethod)
	errLimit   = fmt.Errorf("%w: it takes more steps than are allowed", ErrMethod)
)

// choice is what was found out about the ways for one part.
type choice struct {
	f     *form
	s     *search // nil if nothing is left to search
	best  *way
	steps float64 // of the best
	asked []Step  // of each row of the plan that estimates parts
}

func newChoice(s *search, forced string) choice {
	c := choice{f: s.f, s: s, best: wayNamed(Light), steps: math.Inf(1)}
	for i := range plan {
		w := &plan[i]
		if w.partEstimate == nil {
			continue
		}
		c.asked = append(c.asked, Step{Method: w.Name, Err: errQuick})
		if w.Name == forced {
			c.best, c.steps = w, 0
		}
	}
	return c
}

// ask estimates the ways whose estimates take less than some steps, and less than the best way does.
func (c *choice) ask(within float64) {
	for i := range c.asked {
		step := &c.asked[i]
		w := wayNamed(step.Method)
		asking := w.asking(c.s.f)
		if step.Err != errQuick || asking > within || max(asking, w.floor) >= c.steps || c.s.stopped() {
			continue
		}
		if step.Steps, step.Err = w.partEstimate(c.s); step.Err == nil && step.Steps < c.steps {
			c.best, c.steps = w, step.Steps
		}
	}
}

// settle gives up what would take too long.
func (c *choice) settle() {
	if c.s != nil && !c.s.affords(c.steps) {
		c.best = wayNamed(Light)
	}
}

// affords reports whether a search may take so many steps.
func (s *search) affords(steps float64) bool {
	return steps < tooLong && (s.options.MaxSteps == 0 || steps <= max(float64(s.options.MaxSteps), quick))
}

// chosen is the way for a search that stands alone.
func (s *search) chosen(forced string) *way {
	c := newChoice(s, forced)
	c.ask(math.Inf(1))
	c.settle()
	return c.best
}

// known is what is known about a part.
func (c *choice) known() Known {
	if c.s != nil {
		return c.s.known
	}
	word, _ := c.f.start()
	return Known{Best: board.Bits(word), Why: Reason{Method: Regions}}
}

// Decision is how a problem is searched: the rows of the plan, with what was estimated and which of them run.
type Decision struct {
	problem Problem
	options Options
	steps   []Step
	found   Found
	said    Known // what Options.Progress was told last

	pairs    *matching.Graph // of matching
	weighed  bool            // the ways to search the coset
	tooLarge error           // why it is not searched
	whole    *problem        // in parts; nil if it was not looked at, or the context has ended
	choices  []choice
	tree     Step               // over the whole
	program  *treewidth.Program // if it is taken
}

// Decide decides how a problem given by words is searched. The error says that the problem or the options make no
// sense, or that the method that is asked for does not apply.
func Decide(ctx context.Context, p Problem, o Options) (*Decision, error) {
	if err := errors.Join(p.check(), p.checkMethod(o.Method)); err != nil {
		return nil, err
	}
	d := &Decision{problem: p, options: o.withDefaults(), tree: Step{Method: Tree, Err: errQuick}}
	d.found.Known = p.given()
	ended := false
	for i := range plan {
		w := &plan[i]
		switch {
		case !w.takes(p):
		case p.Handed.Name != "" && w.Name != p.Handed.Name:
			d.steps = append(d.steps, Step{Method: w.Name, Err: errForced})
		case ended:
			d.steps = append(d.steps, Step{Method: w.Name, Err: errBefore})
		case w.part != nil: // this row and those that follow
			if err := d.weigh(ctx); err != nil {
				return nil, err
			}
			if w.Name == Regions {
				d.addParts()
			}
		default:
			taken, err := d.addWhole(ctx, w)
			if err != nil {
				return nil, err
			}
			ended = taken
		}
	}
	return d, nil
}

// addWhole adds a row that works on the whole, and reports whether it is expected to end the search.
func (d *Decision) addWhole(ctx context.Context, w *way) (bool, error) {
	forced := d.options.Method
	if w.Name == Packing && forced == "" {
		if err := d.weigh(ctx); err != nil {
			return false, err
		}
	}
	step := Step{Method: w.Name}
	if forced != "" && forced != w.Name && w.Name != Only {
		step.Err = errForced
	} else {
		step.Steps, step.Err = w.estimate(ctx, d)
	}
	switch {
	case step.Err == nil:
		step.Taken = w.Name != Packing
		step.run = func(ctx context.Context) (bool, error) { return w.run(ctx, d) }
	case forced == w.Name:
		return false, step.Err
	}
	d.steps = append(d.steps, step)
	return step.Taken, nil
}

// weigh decides how the parts of the coset are searched, or that the tree searches all of it.
func (d *Decision) weigh(ctx context.Context) error {
	if d.weighed {
		return nil
	}
	d.weighed = true
	forced := d.options.Method
	if forced != "" && forced != Tree {
		d.tree.Err = errForced
	}
	vertices := 0.0
	if d.problem.Graph != nil {
		vertices = float64(d.problem.Graph.vertices())
	}
	k, n := float64(d.problem.dimension()), float64(d.problem.cells())
	preparing := 16 * k * k * (n/64 + 1) // three eliminations
	if forced == Tree || narrowSteps*vertices < preparing {
		if d.askTree(ctx); d.program != nil && (forced == Tree || d.tree.Steps <= preparing) {
			return nil
		}
	}
	code, err := d.problem.code(ctx)
	if err != nil {
		d.askTree(ctx)
		if tooLarge := (*board.TooLargeError)(nil); d.program == nil && errors.As(err, &tooLarge) {
			d.tooLarge, err = err, nil
		} else if d.program != nil {
			err = nil
		}
		return err
	}
	if code != nil {
		d.whole = code.reduce(d.problem.Word, d.problem.Costs, func() bool { return ctx.Err() != nil })
	}
	if d.whole != nil { // else the context has ended
		d.weighParts(ctx, wideSteps*vertices)
	}
	return nil
}

// weighParts chooses a way for each part, or the tree for all of them: asking for that takes so many steps.
func (d *Decision) weighParts(ctx context.Context, asking float64) {
	for _, f := range d.whole.parts {
		if _, weight := f.start(); weight == 0 { // as for most puzzles of large files
			d.choices = append(d.choices, choice{f: f, best: wayNamed(Regions)})
			continue
		}
		c := newChoice(newSearch(ctx, f, d.options), d.options.Method)
		c.ask(asking)
		d.choices = append(d.choices, c)
	}
	if asking < d.expected() {
		d.askTree(ctx)
	}
	for i := range d.choices {
		if c := &d.choices[i]; c.s != nil && (d.tree.Err != nil || d.tree.Steps > c.steps) {
			c.ask(math.Inf(1))
		}
	}
	program := d.program
	if d.program = nil; d.tree.Err == nil && d.tree.Steps <= d.expected() {
		d.program = program
	}
	for i := range d.choices {
		d.choices[i].settle()
	}
}

// askTree asks for the tree of the whole problem, once.
func (d *Decision) askTree(ctx context.Context) {
	if d.tree.Err == errQuick {
		d.tree.Steps, d.tree.Err = wayNamed(Tree).estimate(ctx, d)
	}
}

// expected is how many steps of about a nanosecond the search of the coset takes.
func (d *Decision) expected() (sum float64) {
	if d.program != nil {
		return d.tree.Steps
	}
	for _, c := range d.choices {
		sum += c.steps
	}
	return sum
}

// addParts adds what was considered for each part, and what was taken.
func (d *Decision) addParts() {
	whole := d.tree
	if d.tooLarge != nil {
		whole.Err = d.tooLarge
	}
	if whole.Taken = d.program != nil; whole.Taken {
		whole.run = func(ctx context.Context) (bool, error) { return wayNamed(Tree).run(ctx, d) }
	}
	for i := range d.choices {
		d.addPart(i, &whole)
	}
	switch {
	case len(d.choices) == 0 && d.whole != nil:
		d.steps = append(d.steps, Step{Method: Regions, Taken: true})
	case len(d.choices) != 1 || whole.Taken || whole.Err == nil:
		d.steps = append(d.steps, whole)
	}
}

// addPart adds what was considered for one part, beside the tree for all of them.
func (d *Decision) addPart(i int, whole *Step) {
	c, number := &d.choices[i], i+1
	if len(d.choices) == 1 {
		number = 0
	}
	asked := c.asked
	if name := c.best.Name; !whole.Taken && (name == Light || name == Regions) {
		asked = append(asked, Step{Method: name})
	}
	for _, step := range asked {
		if step.Method == Tree && number == 0 && (whole.Taken || whole.Err == nil && step.Err != nil) {
			continue // it has one row
		}
		step.Part, step.Taken = number, !whole.Taken && step.Method == c.best.Name
		switch {
		case step.Taken && c.s != nil:
			step.run = func(ctx context.Context) (bool, error) { return false, d.searchPart(ctx, i) }
		case !step.Taken && step.Err == nil:
			step.Err = errDearer
		}
		d.steps = append(d.steps, step)
	}
}

// Steps lists what was considered, in the order of the plan, and part by part.
func (d *Decision) Steps() []Step { return d.steps }

func noSteps(*form) float64 { return 0 }

// pairingSteps are those of an elimination for each class and for each pair.
func pairingSteps(f *form) float64 {
	const classes = 8
	return classes * float64(f.k()*f.k()*(1+f.n()/64))
}

// splitSteps ignores the pairs: there are few unless the classes are too large anyway.
func splitSteps(s *search) (float64, error) {
	found, err := s.pairs()
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
	return meetSteps + sumSteps*h.steps + float64(s.f.lightEffort(weight)), nil
}

// radius is the least weight up to which there are at least as many words as cosets: few cosets of a random code have
// no word as light.
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
	return int(min(leeBrickellLong, sumSteps*h.steps))
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
