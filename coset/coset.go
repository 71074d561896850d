package coset

import (
	"context"
	"errors"
	"fmt"
	"runtime"

	"lightsout/gf2"
)

// Problem asks for the lightest of the words Word + (a sum of some of Basis).
type Problem struct {
	Word  gf2.Vec   // any word of the coset
	Basis []gf2.Vec // of Word's length; may be dependent
	Costs []int     // what a one costs, per cell, positive; nil means 1 each

	// Classes is a hint, or nil: a label per cell. If the code restricted to two of the classes is
	// the direct sum of both, and so it is for two others, the method split applies. On an n×n grid
	// with n odd the parities of row and column (four classes) are such labels. Labels that do not
	// have this property do no harm, and without any a search makes its own guess.
	Classes []int
}

func (p Problem) costOf(cell int) int {
	if p.Costs == nil {
		return 1
	}
	return p.Costs[cell]
}

// maxCost keeps every sum of costs well inside an int32, which the transforms rely on.
const maxCost = 1 << 30

func (p Problem) check() error {
	n := p.Word.Len()
	for i, b := range p.Basis {
		if b.Len() != n {
			return fmt.Errorf("coset: basis vector %d has %d cells, the word has %d", i, b.Len(), n)
		}
	}
	if p.Classes != nil && len(p.Classes) != n {
		return fmt.Errorf("coset: %d class labels for %d cells", len(p.Classes), n)
	}
	if p.Costs == nil {
		return nil
	}
	if len(p.Costs) != n {
		return fmt.Errorf("coset: %d costs for %d cells", len(p.Costs), n)
	}
	sum := 0
	for i, c := range p.Costs {
		if c <= 0 {
			return fmt.Errorf("coset: cell %d costs %d; costs are positive", i, c)
		}
		if c > maxCost-sum {
			return fmt.Errorf("coset: the costs add up to more than %d", maxCost)
		}
		sum += c
	}
	return nil
}

// Options steer a search. The zero value is what most callers want.
type Options struct {
	// Method forces one of Methods on every part that needs a search; empty chooses the cheapest.
	Method string
	// Workers is how many goroutines search; 0 means one per core.
	Workers int
	// MaxMemory bounds, in bytes, the tables of the search; 0 means 1 GiB. A search that would need
	// more gives up with its best word.
	MaxMemory int64
	// Progress is told whenever the best weight or the proved lower bound improves. It is called
	// from one goroutine at a time, best never grows, lower never falls, and the last call has
	// returned before the search does. It should be quick.
	Progress func(best, lower int)
}

func (o Options) withDefaults() Options {
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	if o.MaxMemory <= 0 {
		o.MaxMemory = 1 << 30
	}
	return o
}

// ErrMemory says that a search ended because it would have needed more than Options.MaxMemory.
var ErrMemory = errors.New("coset: memory limit reached")

// ErrSize says that a search ended with the best word it could find quickly, because no method
// proves anything of so many coefficients at such costs.
var ErrSize = errors.New("coset: too large for every method")

// ErrMethod says that a forced method cannot treat the problem; the error wraps it.
var ErrMethod = errors.New("coset: method does not apply")

// Result is the outcome of a search.
type Result struct {
	Word    gf2.Vec // the lightest word found
	Weight  int     // its cost
	Lower   int     // no word of the coset costs less; equal to Weight if Proved
	Proved  bool
	Stopped error // if not Proved, why: the context's error, ErrMemory or ErrSize
	Method  string
	Proof   Proof
}

// Proof records what Result.Lower rests on.
//
// For split, Lower is at most Fixed + the sum of Minima + the sum of (Excess + 1), with one more if
// that has the wrong parity and all words are of one parity; for isd, at most Fixed + the sum of
// (Radii + 1 − Borrowed) where positive, likewise. Other methods have seen to every word, or (mitm,
// bound) to every one below Lower.
type Proof struct {
	Method    string  `json:"method"`
	Cells     int     `json:"cells,omitempty"`    // of the whole problem
	Columns   int     `json:"columns"`            // after cells that change together were merged
	Dimension int     `json:"dimension"`          // coefficients to decide
	Fixed     int     `json:"fixed,omitempty"`    // cost that every word pays, whatever is added
	Weight    int     `json:"weight"`             // of the best word, Fixed included
	Lower     int     `json:"lower"`              // proved
	Words     uint64  `json:"words,omitempty"`    // how many words, or pairs of halves, were weighed
	Minima    []int   `json:"minima,omitempty"`   // split: the least cost on each class alone
	Classes   []int   `json:"classes,omitempty"`  // split: the labels of those classes
	Labels    []int   `json:"labels,omitempty"`   // split: the label of each column, if not the caller's
	Excess    []int   `json:"excess,omitempty"`   // split: each pair of classes was tested up to this excess
	Radii     []int   `json:"radii,omitempty"`    // isd: each information set's patterns tried up to this cost
	Borrowed  []int   `json:"borrowed,omitempty"` // isd: cost of each set's columns that earlier sets have
	Width     int     `json:"width,omitempty"`    // trellis: at most 2^Width states
	Parts     []Proof `json:"parts,omitempty"`    // of a direct sum, but for those where nothing was left to decide
}

// Minimum returns the lightest word of the coset. When the context ends or memory runs out it
// returns the best word so far, with Proved false and Stopped saying why; that is not an error. An
// error means that the problem or the options make no sense.
func Minimum(ctx context.Context, p Problem, o Options) (Result, error) {
	_, _, r, err := solveWhole(ctx, p, o)
	return r, err
}

// solveWhole is Minimum that also shows the parts.
func solveWhole(ctx context.Context, p Problem, o Options) (*problem, []solved, Result, error) {
	if err := p.check(); err != nil {
		return nil, nil, Result{}, err
	}
	if err := checkMethod(o.Method); err != nil {
		return nil, nil, Result{}, err
	}
	o = o.withDefaults()
	whole := reduceProblem(p)
	say := newTeller(o.Progress)
	defer say.close()
	parts, err := whole.solve(ctx, o, say)
	if err != nil {
		return nil, nil, Result{}, err
	}
	return whole, parts, whole.result(parts), nil
}
