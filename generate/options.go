package generate

import (
	"fmt"
	"slices"
	"strings"

	"lightsout/board"
	"lightsout/internal/automorphism"
)

// Options say which puzzles are wanted. The zero Options are all solvable puzzles but the solved one,
// each equally likely. A puzzle depends on all options except Minimum, Workers and Progress.
type Options struct {
	Seed uint64

	// Method is how states are found: nullspace, which is the default and draws evenly; or presses or sat, which do
	// not. RandomPresses is how many presses the method presses makes, by default 6.
	Method        string
	RandomPresses int

	// Presses, if not nil, bounds the fewest presses that solve a puzzle; Lit bounds the lights that
	// are on.
	Presses, Lit *Range
	// Levels, if not 0, is the length of a ramp: so many puzzles go from the fewest of Presses to the
	// most, then the ramp starts over. Without Presses it goes from 1 to the most that any puzzle
	// needs and that is not too rare to be drawn. A ramp of few puzzles skips some numbers of presses in between.
	Levels uint64
	// Even: each number of presses equally often, in mixed order: of as many puzzles as there are numbers, from index 0
	// on, each number has one. Without Presses they go from 1 to the most that any puzzle needs. Not with Levels.
	Even bool
	// Unique: only one answer has the fewest presses.
	Unique bool
	// Symmetric, if not "", is "all", "mirror", "turn" or "quarter": the state looks the same after that motion.
	Symmetric string
	// Distinct is which puzzles never repeat: none, which is the default, states or symmetry.
	Distinct string
	// AllowSolved: the goal itself is a puzzle too.
	AllowSolved bool

	// Minimum: find the fewest presses of every puzzle, even where that takes a search, beyond a
	// nullity of 20.
	Minimum bool
	// Workers is how many goroutines prepare the generator and look for distinct puzzles; 0 is one per
	// core.
	Workers int
	// Progress, if not nil, receives a line of text now and then while New searches, which may
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

var (
	methods   = []string{"nullspace", "presses", "sat"}
	distincts = []string{"none", "states", "symmetry"}
)

// leveled reports whether puzzles are of several levels, each with its number of presses.
func (o Options) leveled() bool { return o.Levels != 0 || o.Even }

// weighs reports whether the fewest presses of every puzzle are asked for.
func (o Options) weighs() bool {
	return o.Minimum || o.Presses != nil || o.Unique || o.leveled()
}

const defaultRandomPresses = 6

// complete fills in defaults and refuses options that contradict each other or the board.
func (o Options) complete(b *board.Board) (Options, error) {
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
	if err := oneOf("engine", o.Method, methods); err != nil {
		return o, err
	}
	if err := oneOf("distinctness", o.Distinct, append(distincts, "")); err != nil {
		return o, err
	}
	if err := oneOf("symmetry", o.Symmetric, append(automorphism.Motions(), "")); err != nil {
		return o, err
	}
	if o.RandomPresses < 0 {
		return o, fmt.Errorf("%d random presses: at least one is needed", o.RandomPresses)
	}
	if o.Method != "nullspace" && (o.Distinct != "" || o.leveled() || o.Symmetric != "") {
		return o, fmt.Errorf("only the engine nullspace can keep puzzles distinct, choose how many presses each " +
			"needs, or make symmetric states")
	}
	if o.Even && o.Levels != 0 {
		return o, fmt.Errorf("levels are even already, and sorted: even puzzles come in mixed order")
	}
	return o, o.fit(b)
}

// fit refuses what the board cannot have, whatever its algebra is.
func (o Options) fit(b *board.Board) error {
	if b.States() > 2 {
		switch {
		case o.Method != "nullspace":
			return fmt.Errorf("the engine %s: %w", o.Method, b.TwoStates())
		case o.Symmetric != "":
			return fmt.Errorf("symmetric states: %w", b.TwoStates())
		}
	}
	if o.Lit != nil && o.Lit.Low > b.Lights() {
		return refusef("lit %v: %s has only %d lights", *o.Lit, b.Spec(), b.Lights())
	}
	if !isLarge(b) {
		return nil
	}
	tooLarge := func(what, why string) error {
		return &board.TooLargeError{What: fmt.Sprintf("%s for %s", b.Spec(), what),
			Limit: fmt.Sprintf("beyond %d lights or switches %s", maxEliminated, why)}
	}
	switch {
	case o.Symmetric != "":
		return tooLarge("symmetric", "the pairs of lights that must be alike make too large a matrix")
	case o.leveled() && o.Presses == nil:
		return tooLarge("levels without a range of presses", "there are too many numbers of presses; give a range")
	}
	return nil
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
	return fmt.Errorf("no such %s %q; choose one of %s", what, name, strings.TrimSpace(strings.Join(names, " ")))
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
