package fewest

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/reserve"
)

// Problem is a coset of a binary linear code, given in one of two ways, and what its words cost.
//
//   - By words: Word is any word of the coset and Basis spans the code.
//   - By checks: a word x is in the coset if Checks·x = Syndrome. Checks that are not nil mean this
//     way; Word is then ignored, and there is no Basis.
//
// Without Costs the weight of a word is the number of its ones.
type Problem struct {
	Word  gf2.Vec
	Basis []gf2.Vec // of Word's length; may be dependent
	// Code, or nil, is the code of Basis, prepared: see [Prepare]. Basis and Classes are then those it was prepared
	// with.
	Code *Code
	// Quiet, or nil, prepares the code when it is needed: it has Nullity dimensions.
	Quiet   func(context.Context) (*Code, error)
	Nullity int
	// Graph, or nil, is the equations behind the words: each flips the lights of Change. Floor is a bound on the cost
	// that is known.
	Graph  *Graph
	Change gf2.Vec
	Floor  int
	// Handed, if it has a name, is all that is given.
	Handed Handed
	// Residues, or nil, is the coset where numbers count modulo K: nothing else is then given but the Floor.
	Residues *Residues

	Checks   []gf2.Vec // all of one length; may be dependent
	Syndrome gf2.Vec   // a bit for each check

	// Costs is what a one costs, per cell, positive; nil means 1 each.
	Costs []int
	// Classes is a hint, or nil: a label per cell. It helps if the words restricted to the cells of
	// one label span a space of small dimension, as the parities of row and column do on an n×n grid
	// with n odd. If two classes together are a direct sum of both, and so are two others, the method
	// split applies. Other labels do no harm.
	Classes []int
}

// cells is the length of the words.
func (p Problem) cells() int {
	if len(p.Checks) > 0 {
		return p.Checks[0].Len()
	}
	return p.Word.Len()
}

func (p Problem) costOf(cell int) int {
	if p.Costs == nil {
		return 1
	}
	return p.Costs[cell]
}

func (p Problem) check() error {
	n := p.cells()
	if p.Checks != nil && p.Syndrome.Len() != len(p.Checks) {
		return fmt.Errorf("fewest: a syndrome of %d bits for %d checks", p.Syndrome.Len(), len(p.Checks))
	}
	for i, v := range slices.Concat(p.Checks, p.Basis) {
		if v.Len() != n {
			return fmt.Errorf("fewest: vector %d has %d cells, the others have %d", i, v.Len(), n)
		}
	}
	if p.Code != nil && p.Code.cells != n {
		return fmt.Errorf("fewest: a word of %d cells, the code has %d", n, p.Code.cells)
	}
	if p.Classes != nil && len(p.Classes) != n {
		return fmt.Errorf("fewest: %d class labels for %d cells", len(p.Classes), n)
	}
	return p.checkCosts(n)
}

func (p Problem) checkCosts(n int) error {
	if p.Costs == nil {
		return nil
	}
	if len(p.Costs) != n {
		return fmt.Errorf("fewest: %d costs for %d cells", len(p.Costs), n)
	}
	sum := 0
	for i, c := range p.Costs {
		if c <= 0 {
			return fmt.Errorf("fewest: cell %d costs %d; costs are positive", i, c)
		}
		if c > math.MaxInt-sum {
			return fmt.Errorf("fewest: the costs add up to more than %d", math.MaxInt)
		}
		sum += c
	}
	return nil
}

// Options steer a search. The zero value is what most callers want.
type Options struct {
	// Method forces one of [Methods] that are Forced, on every part that needs a search; empty chooses the cheapest.
	Method string
	// Ask is what is asked for.
	Ask Ask
	// Workers is how many goroutines search; 0 means one per core.
	Workers int
	// MaxMemory bounds, in bytes, the tables of the search; 0 means 1 GiB. A search that would need
	// more gives up with its best word.
	MaxMemory int64
	// MaxSteps, if not 0, refuses a search over words whose cheapest method would take more steps, of
	// about a nanosecond each, by an estimate; the result is then the best word that descent finds.
	// What takes well under a second is never refused. It does not depend on the clock.
	MaxSteps int64
	// Enough, if not 0, is a weight at which any word will do. The search ends once it has one, at places that do
	// not depend on the clock or on the number of workers; Stopped is then ErrEnough unless the word is proved.
	Enough int
	// Stage, if not nil, is called by a search that takes long, from one goroutine at a time, with what it
	// is doing and how much of that is done.
	Stage func(what string, done, all int)
	// Progress is called whenever the best weight or the proved lower bound improves. It is called from one goroutine
	// at a time, which waits for it. best never grows, lower never falls.
	Progress func(best, lower int)
}

// Ask is what is asked for.
type Ask int

// What can be asked for: one lightest word, all of them, or any that weighs at most Options.Enough, or that fits.
const (
	One Ask = iota
	All
	Any
)

func (o Options) withDefaults() Options {
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	if o.MaxMemory <= 0 {
		o.MaxMemory = 1 << 30
	}
	return o
}

// room is ErrMemory if so many bytes are more than the search may take, or do not fit.
func (o Options) room(ctx context.Context, bytes float64) error {
	if bytes > float64(o.MaxMemory) || reserve.For(ctx, int64(bytes)) != nil {
		return ErrMemory
	}
	return nil
}

// shelf is a list that grows, and takes up to so many bytes.
type shelf struct {
	ctx             context.Context
	most            int64
	taken, reserved int64
}

// take is ErrMemory if so many bytes more do not fit. They are reserved in pieces, twice as many as the list has, since
// it grows into a new place.
func (l *shelf) take(bytes int64) error {
	if l.taken += bytes; l.taken > l.most {
		return ErrMemory
	}
	if l.taken > l.reserved {
		piece := max(l.taken, 1<<19)
		if reserve.For(l.ctx, 2*piece) != nil {
			return ErrMemory
		}
		l.reserved = l.taken + piece
	}
	return nil
}

var (
	// ErrMemory says that a search ended because it would have needed more than Options.MaxMemory.
	ErrMemory = errors.New("memory limit reached")
	// ErrSums says that a search ended because it would have formed too many sums of columns.
	ErrSums = errors.New("the search reached its limit of steps")
	// ErrSize says that a search ended with the best word it could find quickly, because no method
	// can prove anything about so many coefficients at such costs.
	ErrSize = errors.New("no method can prove it in reasonable time")
	// ErrEnough says that a search ended with a word of at most the weight Options.Enough.
	ErrEnough = errors.New("fewest: the word is light enough")
	// ErrMethod says that a forced method cannot handle the problem; the error wraps it.
	ErrMethod = errors.New("this way does not fit")
	// ErrEmpty says that no word satisfies the checks, or that none fits.
	ErrEmpty = errors.New("fewest: no word satisfies the checks")
)

// Minimum returns the lightest word of the coset. When the context ends or a limit is reached it
// returns the best word so far, not proved and with Stopped saying why; that is not an error. An
// error means that the problem or the options make no sense, or is ErrEmpty.
func Minimum(ctx context.Context, p Problem, o Options) (Known, error) {
	if p.Checks != nil {
		return overChecks(ctx, p, o)
	}
	d, err := Decide(ctx, p, o)
	if err != nil {
		return Known{}, err
	}
	found, err := d.Run(ctx)
	return found.Known, err
}

// given is what is known before any search.
func (p Problem) given() Known {
	if r := p.Residues; r != nil {
		return Known{Best: r.state(r.Word), Cost: int(r.cost())}
	}
	return Known{Best: board.Bits(p.Word), Cost: p.weigh(p.Word)}
}

// weigh is what a word costs.
func (p Problem) weigh(word gf2.Vec) (weight int) {
	if p.Costs == nil {
		return word.Weight()
	}
	for cell := range word.Ones() {
		weight += p.costOf(cell)
	}
	return weight
}

// code is the problem's code, prepared; nil if the context has ended.
func (p Problem) code(ctx context.Context) (*Code, error) {
	switch {
	case p.Code != nil:
		return p.Code, nil
	case p.Quiet != nil:
		return p.Quiet(ctx)
	}
	return prepare(p, func() bool { return ctx.Err() != nil }), nil
}

// dimension is how many words the basis has.
func (p Problem) dimension() int {
	switch {
	case p.Residues != nil:
		return p.Residues.dimension()
	case p.Code != nil:
		return len(p.Code.basis)
	case p.Quiet != nil:
		return p.Nullity
	}
	return len(p.Basis)
}
