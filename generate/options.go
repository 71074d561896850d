package generate

import (
	"fmt"
	"slices"

	"lightsout/board"
)

// Options say which puzzles are wanted. The zero Options are all solvable puzzles but the solved one,
// each equally likely. A puzzle depends on all options except Minimum, Workers and Progress.
type Options struct {
	Seed uint64

	// Method is how states are found: one of Methods, by default nullspace. RandomPresses is how many
	// presses the method presses makes, by default 6.
	Method        string
	RandomPresses int

	// Presses, if not nil, bounds the fewest presses that solve a puzzle; Lit bounds the lights that
	// are on.
	Presses, Lit *Range
	// Levels, if not 0, is the length of a ramp: so many puzzles go from the fewest of Presses to the
	// most, then the ramp starts over. Without Presses it goes from 1 to the most that any puzzle
	// needs. A ramp of few puzzles skips some numbers of presses in between.
	Levels uint64
	// Unique: only one answer has the fewest presses.
	Unique bool
	// Symmetric, if not "", is one of [board.Motions]: the state looks the same after that motion.
	Symmetric string
	// Distinct is one of Distincts, by default none: which puzzles never repeat.
	Distinct string
	// AllowSolved: the goal itself is a puzzle too.
	AllowSolved bool

	// Minimum: find the fewest presses of every puzzle, even where that takes a search, beyond a
	// nullity of 20.
	Minimum bool
	// Workers is how many goroutines prepare the generator and look for distinct puzzles; 0 is one per
	// core.
	Workers int
	// Progress, if not nil, receives a line of text now and then while New or Check search, which may
	// take a minute. It may be called from several goroutines.
	Progress func(text string)
}

// Range is the numbers from Low to High.
type Range struct{ Low, High int }

func (r Range) String() string {
	if r.Low == r.High {
		return fmt.Sprint(r.Low)
	}
	return fmt.Sprintf("%d-%d", r.Low, r.High)
}

func (r *Range) holds(n int) bool { return r == nil || r.Low <= n && n <= r.High }

// Methods lists what Options.Method takes.
func Methods() []string { return []string{"nullspace", "presses", "sat"} }

// Distincts lists what Options.Distinct takes.
func Distincts() []string { return []string{"none", "states", "symmetry"} }

const defaultRandomPresses = 6

// complete fills in defaults and refuses options that contradict each other.
func (o Options) complete() (Options, error) {
	if o.Method == "" {
		o.Method = "nullspace"
	}
	if o.Distinct == "none" {
		o.Distinct = ""
	}
	if o.RandomPresses == 0 {
		o.RandomPresses = defaultRandomPresses
	}
	var err error
	if o.Presses, err = o.checkRange(o.Presses); err != nil {
		return o, fmt.Errorf("presses: %w", err)
	}
	if o.Lit, err = o.checkRange(o.Lit); err != nil {
		return o, fmt.Errorf("lit: %w", err)
	}
	if err := oneOf("method", o.Method, Methods()); err != nil {
		return o, err
	}
	if err := oneOf("distinctness", o.Distinct, append(Distincts(), "")); err != nil {
		return o, err
	}
	if err := oneOf("symmetry", o.Symmetric, append(board.Motions(), "")); err != nil {
		return o, err
	}
	if o.RandomPresses < 0 {
		return o, fmt.Errorf("%d random presses: at least one is needed", o.RandomPresses)
	}
	if o.Method != "nullspace" {
		switch {
		case o.Distinct != "":
			return o, fmt.Errorf("only the method nullspace can keep puzzles distinct; %s may repeat itself", o.Method)
		case o.Levels != 0:
			return o, fmt.Errorf("only the method nullspace has levels")
		case o.Symmetric != "":
			return o, fmt.Errorf("only the method nullspace makes symmetric states")
		}
	}
	return o, nil
}

// checkRange leaves the goal out, which alone has no light on and needs no press.
func (o Options) checkRange(r *Range) (*Range, error) {
	switch {
	case r == nil:
		return nil, nil
	case r.Low < 0 || r.Low > r.High:
		return nil, fmt.Errorf("%d-%d is not a range: it must go up, from 0 or more", r.Low, r.High)
	case r.High == 0 && !o.AllowSolved:
		return nil, refusef("0 is only for the goal itself, which is not a puzzle unless solved ones are allowed")
	case r.Low == 0 && !o.AllowSolved:
		return &Range{1, r.High}, nil
	}
	return r, nil
}

func oneOf(what, name string, names []string) error {
	if slices.Contains(names, name) {
		return nil
	}
	return fmt.Errorf("no such %s %q", what, name)
}

// refusedError says that there are no such puzzles, or fewer than were asked for.
type refusedError struct {
	Reason string

	none bool // there are no such puzzles
}

func (e *refusedError) Error() string { return e.Reason }

func refusef(format string, args ...any) error {
	return &refusedError{Reason: fmt.Sprintf(format, args...)}
}

// nonef is a refusal because there are no such puzzles at all.
func nonef(format string, args ...any) error {
	return &refusedError{fmt.Sprintf(format, args...), true}
}
