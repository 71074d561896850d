package fewest

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"lightsout/internal/suggest"
)

// method is one way to search a form: a row of the plan that is made for each part of a problem.
type method struct {
	name   string
	search func(*search) error
	// estimate is how many steps of about a nanosecond the search would take, or why it does not apply. It changes
	// nothing, and never looks at the clock or at the number of workers, so that the choice is always the same.
	estimate func(*search) (steps float64, err error)
	// estimating is how many steps the estimate itself takes. It is not made if another method takes no more.
	estimating float64
	// light: the estimate depends on how light a word can be, so a light word is looked for first.
	light bool
}

const (
	// orderSteps are those of looking for an order of the columns: some tens of milliseconds.
	orderSteps = 1<<25 + 1<<12
	// lightSteps are those of looking for a light word, which the other estimates need: about a millisecond.
	lightSteps = 1 << 20
	// tooLong is more steps than anyone waits for, ten hours.
	tooLong = 1 << 45
	// tableSteps are those of setting up a transform.
	tableSteps = 1 << 11
	// sumSteps are those of forming a sum of columns and looking it up in a table that is not in the cache.
	sumSteps = 30
	// classSteps are those of finding classes, at least.
	classSteps = 1 << 24
)

// methods is every method that can be forced, in the order in which they are estimated: the cheapest is taken.
var methods = []method{
	{name: "walsh", search: walsh, estimate: walshSteps},
	{name: "trellis", search: trellis, estimate: trellisSteps, estimating: orderSteps},
	{name: "split", search: split, estimate: splitSteps, estimating: lightSteps, light: true},
	{name: "mitm", search: mitm, estimate: mitmSteps, estimating: lightSteps, light: true},
}

// Names of methods that other places need.
const (
	// Regions is the method of a part with nothing left to search, and Sum that of several parts that were searched.
	Regions = "regions"
	Sum     = "sum"
	// LeeBrickell is for parts that no method can handle: it proves nothing.
	LeeBrickell = "lee-brickell"
)

var regionsProof = method{name: Regions, search: func(*search) error { return nil }}

// noProof looks for a light word: for about a second, or for all of the time that is given.
var noProof = method{name: LeeBrickell, search: func(s *search) error {
	if s.listing() {
		return ErrSize
	}
	_, given := s.ctx.Deadline()
	for more := true; more && !s.enough() && !s.stopped(); {
		before := s.descents + s.anneals
		leeBrickell(s, leeBrickellLong)
		more = given && s.steps == 0 && s.descents+s.anneals > before
	}
	if s.enough() {
		return ErrEnough
	}
	return ErrSize
}}

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

// Estimate is what a method would take for a part.
type Estimate struct {
	Method string
	Steps  float64 // of about a nanosecond
	Err    error   // why it does not apply, or was not estimated
	Taken  bool
}

// errQuick says that an estimate was not worth making.
var errQuick = errors.New("another method is done before this one is even estimated")

// choose picks the method for a form: the one forced, or the cheapest by its estimate. note, if not nil, is told
// of every row.
func choose(s *search, forced string, note func(Estimate)) method {
	if s.weight == 0 && !s.listing() {
		return regionsProof
	}
	if forced != "" {
		return methodNamed(forced)
	}
	var best method
	steps := math.Inf(1)
	for _, m := range methods {
		if s.stopped() {
			break // the context has ended
		}
		if m.estimating >= steps {
			if note != nil {
				note(Estimate{Method: m.name, Err: errQuick})
			}
			continue
		}
		if m.light && s.descents == 0 && !s.listing() {
			if leeBrickell(s, leeBrickellShort); s.weight == 0 {
				return regionsProof
			}
		}
		estimate, err := m.estimate(s)
		if note != nil {
			note(Estimate{Method: m.name, Steps: estimate, Err: err})
		}
		if err == nil && estimate < steps {
			best, steps = m, estimate
		}
	}
	switch {
	case s.steps > 0 && steps > max(float64(s.steps), orderSteps): // what takes no time is never refused
		return noProof
	case steps < tooLong:
		return best
	}
	return noProof
}

// PartPlan is how a part of a problem would be searched.
type PartPlan struct {
	Columns   int // after merging cells that change together
	Dimension int // coefficients to decide
	Method    string
	Estimates []Estimate // in the order in which they were made; none if there is nothing to choose
}

// Plan says how Minimum would search, part by part, without doing so. Like Minimum it may look for a light word first.
func Plan(ctx context.Context, p Problem, o Options) ([]PartPlan, error) {
	if err := errors.Join(p.check(), checkMethod(o.Method)); err != nil {
		return nil, err
	}
	whole := reduceProblem(p, func() bool { return ctx.Err() != nil })
	if whole == nil {
		return nil, ctx.Err()
	}
	var list []PartPlan
	for _, f := range whole.parts {
		s := newSearch(ctx, f, o.withDefaults())
		plan := PartPlan{Columns: f.n(), Dimension: f.k()}
		plan.Method = choose(s, o.Method, func(e Estimate) { plan.Estimates = append(plan.Estimates, e) }).name
		for i := range plan.Estimates {
			plan.Estimates[i].Taken = plan.Estimates[i].Method == plan.Method
		}
		list = append(list, plan)
	}
	return list, ctx.Err()
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

// splitSteps ignores the pairs: there are few unless the classes are too large anyway.
func splitSteps(s *search) (float64, error) {
	found, err := s.pairing()
	if err != nil {
		return 0, err
	}
	sum := float64(classSteps)
	for _, p := range found {
		for _, h := range p.halves {
			sum += 2 * math.Exp2(float64(h.f.k()))
		}
	}
	return sum, nil
}

func trellisSteps(s *search) (float64, error) {
	p := s.trellisPath()
	switch {
	case p == nil && s.stopped():
		return 0, fmt.Errorf("%w: no order of the columns in time", ErrMethod)
	case p == nil:
		return 0, errWideTrellis
	case p.Memory(s.f.cost, s.listing()) > float64(s.memory):
		return 0, fmt.Errorf("%w: its tables would not fit", ErrMethod)
	}
	return 3 * p.Steps(), nil
}

func mitmSteps(s *search) (float64, error) {
	if s.f.total > max(maxUnary, s.f.n()) {
		return 0, unaryError("mitm", s.f.total)
	}
	h := newHalving(s.f.total, s.aim())
	if !h.fits(s.memory) {
		return 0, fmt.Errorf("%w: its tables would not fit", ErrMethod)
	}
	return sumSteps * h.steps(), nil
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
