package cosetleader

import (
	"errors"
	"fmt"
	"math"
)

// method is one way to search a form.
type method struct {
	name   string
	search func(*search) error
}

// methods lists every method that can be forced.
var methods = []method{
	{"gray", gray},
	{"walsh", walsh},
	{"split", split},
	{"trellis", trellis},
	{"mitm", mitm},
	{"isd", brouwerZimmermann},
}

// regionsProof is the method of a part with nothing left to search.
var regionsProof = method{"regions", func(*search) error { return nil }}

// descent is for parts that no method can handle: it proves nothing.
var descent = method{"descend", func(s *search) error {
	if !s.listing() {
		leeBrickell(s, leeBrickellLong)
	}
	return ErrSize
}}

// Methods are the names that Options.Method accepts besides the empty one.
func Methods() []string {
	var names []string
	for _, m := range methods {
		names = append(names, m.name)
	}
	return names
}

func checkMethod(name string) error {
	if name == "" {
		return nil
	}
	if _, ok := methodNamed(name); !ok {
		return fmt.Errorf("cosetleader: no method %q; there are %v", name, Methods())
	}
	return nil
}

func methodNamed(name string) (method, bool) {
	for _, m := range methods {
		if m.name == name {
			return m, true
		}
	}
	return method{}, false
}

func isMethodError(err error) bool { return errors.Is(err, ErrMethod) }

// choose picks the method for a form: the one forced, or the cheapest by a rough estimate of its
// cost in steps of about a nanosecond. It never looks at the clock or at the number of workers, so
// that the choice is always the same.
func choose(s *search, forced string) method {
	if s.weight == 0 && !s.listing() {
		return regionsProof
	}
	if m, ok := methodNamed(forced); ok {
		return m
	}
	f := s.f
	if f.k() <= 8 {
		return method{"gray", gray}
	}
	if f.k() <= 26 { // a few milliseconds: not worth estimating
		return method{"walsh", walsh}
	}
	if trellisSteps(s) < quickTrellis {
		return method{"trellis", trellis}
	}
	if !s.listing() {
		leeBrickell(s, leeBrickellShort) // how light a word can be decides between some methods
		if s.weight == 0 {
			return regionsProof
		}
	}
	best, steps := method{"isd", brouwerZimmermann}, float64(tooLong) // nothing finishes, but this gives the best bounds
	switch {
	case f.total > math.MaxInt16 && f.k() > maxWalsh:
		best = descent
	case f.total > math.MaxInt16:
		best = method{"walsh", walsh}
	}
	for _, c := range []struct {
		method
		steps func() float64
	}{
		{method{"split", split}, func() float64 { return splitSteps(f) }},
		{method{"trellis", trellis}, func() float64 { return trellisSteps(s) }},
		{method{"mitm", mitm}, func() float64 { return mitmSteps(s) }},
		{method{"walsh", walsh}, func() float64 { return walshSteps(f) }},
		{method{"isd", brouwerZimmermann}, func() float64 { return brouwerZimmermannSteps(s) }},
	} {
		if s.stopped() {
			break // the context has ended
		}
		if estimate := c.steps(); estimate < steps {
			best, steps = c.method, estimate
		}
	}
	if s.steps > 0 && steps > float64(s.steps) {
		return descent
	}
	return best
}

// quickTrellis is a number of steps that is done before other methods are even estimated.
const quickTrellis = 1 << 20

// tooLong is more steps than anyone waits for. Then only the bounds proved on the way matter.
const tooLong = 1 << 45

func walshSteps(f *form) float64 {
	if f.total > math.MaxInt16 {
		return math.Exp2(float64(f.k() + 1)) // wider lanes
	}
	return math.Exp2(float64(f.k() - 1))
}

// splitSteps ignores the pairs: there are few unless the classes are too large anyway.
func splitSteps(f *form) float64 {
	pairs, err := findPairs(f)
	if err != nil {
		return tooLong
	}
	sum := math.Exp2(24)
	for _, p := range pairs {
		for _, h := range p.halves {
			sum += 2 * math.Exp2(float64(h.f.k()))
		}
	}
	return sum
}

func trellisSteps(s *search) float64 {
	w := bestTrellis(s.f)
	if w == nil || w.width > maxTrellis || w.memory(s.listing()) > float64(s.memory) {
		return tooLong
	}
	return 2 * w.cost()
}

func mitmSteps(s *search) float64 {
	if s.aim() > 1<<16 {
		return tooLong
	}
	p := newPlanner(s.f.byChecks())
	h := p.plain(p.all, s.aim()).halving
	if 4*h.memory() > float64(s.memory) {
		return tooLong
	}
	return 30 * h.steps()
}

// brouwerZimmermannSteps assumes that all columns cost the same.
func brouwerZimmermannSteps(s *search) float64 {
	f := s.f
	if f.total > math.MaxInt16 {
		return tooLong
	}
	sets := f.n() / f.k()
	if sets == 0 {
		return tooLong
	}
	radius := s.aim() * f.n() / f.total / sets
	patterns, sum := 1.0, 1.0
	for t := 1; t <= min(radius, f.k()); t++ {
		patterns *= float64(f.k()-t+1) / float64(t)
		sum += patterns
	}
	return sum * float64(sets) * float64(1+f.n()/128)
}

func tooManyCoefficients(name string, k int) error {
	return fmt.Errorf("%w: %s cannot handle a part with %d coefficients", ErrMethod, name, k)
}
