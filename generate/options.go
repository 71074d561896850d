package generate

import "fmt"

// Options say which puzzles are wanted. The zero Options are any solvable puzzles but the solved
// one, all being equally likely. What a puzzle is depends on all of them, except for Minimum,
// Workers and Progress.
type Options struct {
	Seed uint64

	// Method is how states are found: one of Methods, "" being nullspace. RandomPresses is how many
	// presses the method presses makes; 0 stands for 6.
	Method        string
	RandomPresses int

	// Presses, if not nil, bounds the fewest presses that solve a puzzle; Lit bounds the lights that
	// are on.
	Presses, Lit *Range
	// Levels, if not 0, is how many puzzles it takes to go from the easiest of Presses to the
	// hardest; then it begins anew. Without Presses the ramp goes from 1 to the most there is. A
	// ramp of few puzzles passes over some numbers of presses in between.
	Levels uint64
	// Unique: only puzzles with a single answer of the fewest presses.
	Unique bool
	// Symmetric, if not "", is one of the names Symmetric lists: only states that look the same
	// after that motion.
	Symmetric string
	// Distinct is one of Distincts, "" being none.
	Distinct string
	// AllowSolved: the goal itself is a puzzle too.
	AllowSolved bool

	// Minimum: find the fewest presses of every puzzle also where that takes a search, which is
	// beyond a nullity of 20.
	Minimum bool
	// Workers is how many goroutines prepare, and look for distinct puzzles; 0 is one per core.
	Workers int
	// Progress, if not nil, is told in words what New does, while it looks for rare puzzles: that may
	// take a minute.
	Progress func(words string)
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

// settle fills in what was left out and refuses what contradicts itself.
func (o Options) settle() (Options, error) {
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
	if o.Presses, err = o.settleRange(o.Presses); err != nil {
		return o, fmt.Errorf("presses: %w", err)
	}
	if o.Lit, err = o.settleRange(o.Lit); err != nil {
		return o, fmt.Errorf("lit: %w", err)
	}
	if err := oneOf("method", o.Method, Methods()); err != nil {
		return o, err
	}
	if err := oneOf("way to be distinct", o.Distinct, append(Distincts(), "")); err != nil {
		return o, err
	}
	if err := oneOf("symmetry", o.Symmetric, append(Symmetric(), "")); err != nil {
		return o, err
	}
	if o.RandomPresses < 0 {
		return o, fmt.Errorf("%d random presses: there must be at least one", o.RandomPresses)
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

// settleRange leaves the goal out, which alone has no light on and needs no press.
func (o Options) settleRange(r *Range) (*Range, error) {
	switch {
	case r == nil:
		return nil, nil
	case r.Low < 0 || r.Low > r.High:
		return nil, fmt.Errorf("%d-%d is no range: it goes from a number, 0 or more, to one that is not below it", r.Low, r.High)
	case r.High == 0 && !o.AllowSolved:
		return nil, refusef("0 is only for the goal itself, which is no puzzle unless solved ones are allowed")
	case r.Low == 0 && !o.AllowSolved:
		return &Range{1, r.High}, nil
	}
	return r, nil
}

func oneOf(what, name string, names []string) error {
	for _, n := range names {
		if n == name {
			return nil
		}
	}
	return fmt.Errorf("no such %s %q", what, name)
}

// RefusedError says that there are no such puzzles, or fewer than asked for.
type RefusedError struct {
	Reason string

	none bool // there are no such puzzles
}

func (e *RefusedError) Error() string { return e.Reason }

func refusef(format string, args ...any) error {
	return &RefusedError{Reason: fmt.Sprintf(format, args...)}
}

// nonef is a refusal because there are no such puzzles at all.
func nonef(format string, args ...any) error {
	return &RefusedError{fmt.Sprintf(format, args...), true}
}
