package coset

import (
	"errors"
	"fmt"
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
	{"isd", isd},
	{"bound", bound},
}

// regionsProof stands for the search that has nothing left to do.
var regionsProof = method{"regions", func(*search) error { return nil }}

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
		return fmt.Errorf("coset: no method %q; there are %v", name, Methods())
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

// choose picks the method for a form.
func choose(s *search, forced string) (method, error) {
	if s.weight == 0 && !s.listing() {
		return regionsProof, nil
	}
	if m, ok := methodNamed(forced); ok {
		return m, nil
	}
	if s.f.k() <= 8 {
		return method{"gray", gray}, nil
	}
	if _, err := findPairs(s.f); err == nil && s.f.k() > 20 {
		return method{"split", split}, nil
	}
	if s.f.k() > 40 {
		return method{"isd", isd}, nil
	}
	return method{"walsh", walsh}, nil
}

func tooManyCoefficients(name string, k int) error {
	return fmt.Errorf("%w: %s cannot treat a part with %d coefficients", ErrMethod, name, k)
}
