package generate

import (
	"cmp"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"lightsout/board"
	"lightsout/census"
	"lightsout/internal/automorphism"
	"lightsout/internal/batch"
	"lightsout/internal/suggest"
)

// Options say which puzzles are wanted. The zero Options are all solvable puzzles but the solved one,
// each equally likely. A puzzle depends on all options except Count, Split, Minimum and Work. An option that
// is wrong is a *[FieldError].
type Options struct {
	Seed uint64
	// Count is how many puzzles the batch has. If there are not so many, that is an error as soon as it is known. A batch
	// of 0 is as long as the puzzles within reach, for [Batch.Puzzle] and [Batch.Part].
	Count uint64
	// Mix is how many puzzles of each round of a batch of several boards are on each; none is one each. The boards take
	// turns, and the puzzles of each are those of its own batch.
	Mix []uint64
	// Split, if not empty, divides the puzzles into parts of a data set. Puzzles that are alike are in the same part, in
	// every batch with these shares.
	Split []Share
	// Unsolvable is the share of puzzles without an answer, from 0 to 1, with up to three digits. It is exact in every
	// round, and the seed shuffles each round. All unsolvable states with the wanted Lit and Symmetric are equally
	// likely, and Distinct holds for them; the other options are about the puzzles with an answer, which are those of
	// the batch that has no others.
	Unsolvable float64

	// Engine is how states are found: nullspace, which is the default and draws evenly; or presses:K, what K random
	// presses make, or sat, which do not.
	Engine string

	// Presses, if not nil, bounds the fewest presses that solve a puzzle; Lit bounds the lights that
	// are on.
	Presses, Lit *Range
	// Levels, if not "", has puzzles of each number of presses, by default from 1 to the most that any puzzle needs and
	// that is not too rare to be drawn. A number is the length of a ramp: so many puzzles go from the fewest presses to
	// the most, then the ramp starts over; one of few puzzles skips some numbers of presses in between. Or "even" is
	// each number equally often, in mixed order: of as many puzzles as there are numbers, from index 0 on, each has one.
	Levels string
	// Unique: only one answer has the fewest presses.
	Unique bool
	// Symmetric, if not "", is "all", "mirror", "turn" or "quarter": the state looks the same after that motion.
	Symmetric string
	// Distinct is which puzzles never repeat: none, which is the default, states, or symmetry: puzzles that are alike, as
	// a symmetry of the board makes one the other. Boards of a batch that are alike share one list of puzzles.
	Distinct string
	// AllowSolved: the goal itself is a puzzle too.
	AllowSolved bool

	// Minimum: find the fewest presses of every puzzle, even where that takes a search, beyond a
	// nullity of 20.
	Minimum bool
	// Work is how the batch is planned and written. The puzzles do not depend on it.
	Work Work
}

// Work is how a batch is planned and written.
type Work struct {
	// Jobs is how many goroutines do it; 0 is one per core.
	Jobs int
	// Progress, if not nil, receives a line of text now and then while Plan searches, which may
	// take a minute. It may be called from several goroutines.
	Progress func(text string)
}

// Share is a part of a data set, such as train or test: how much of it, relative to the other parts.
type Share = batch.Share

// Range is the numbers from Low to High.
type Range struct{ Low, High int }

func (r Range) String() string {
	if r.Low == r.High {
		return fmt.Sprint(r.Low)
	}
	return fmt.Sprintf("%d-%d", r.Low, r.High)
}

func (r *Range) holds(n int) bool { return r == nil || r.Low <= n && n <= r.High }

// leveled reports whether puzzles are of several levels, each with its number of presses.
func (o Options) leveled() bool { return o.Levels != "" }

// ramp is how many puzzles a ramp of levels has; 0 if there is none.
func (o Options) ramp() uint64 {
	n, _ := strconv.ParseUint(o.Levels, 10, 64)
	return n
}

// random is how many random presses the engine presses:K makes; 0 with another engine.
func (o Options) random() int {
	k, found := strings.CutPrefix(o.Engine, "presses:")
	if n, err := strconv.ParseInt(k, 10, 32); found && err == nil {
		return int(n)
	}
	return 0
}

// uniform reports whether puzzles that meet the options are equally likely.
func (o Options) uniform() bool { return o.Engine == nullspace }

const nullspace = "nullspace"

// of is the options of the puzzles without an answer, or of the others.
func (o Options) of(unsolvable bool) Options {
	if unsolvable {
		return Options{Seed: o.Seed, Unsolvable: 1, Lit: o.Lit, Symmetric: o.Symmetric, Distinct: o.Distinct,
			Work: o.Work}
	}
	o.Unsolvable = 0
	return o
}

// share is which puzzles have an answer, level 0, and which have none. The seed shuffles each round.
func (o Options) share() (t batch.Turns, err error) {
	thousandths := math.Round(1000 * o.Unsolvable)
	switch value := strconv.FormatFloat(o.Unsolvable, 'g', -1, 64); {
	case !(0 <= o.Unsolvable && o.Unsolvable <= 1) || math.Abs(1000*o.Unsolvable-thousandths) > 1e-6*thousandths:
		return t, fieldf("unsolvable", value, "write a share from 0 to 1 with up to three digits, as in 0.1")
	case thousandths == 0:
		return batch.Single(), nil
	case o.Engine != "" && !o.uniform():
		return t, fieldf("engine", o.Engine, "only nullspace has a share of unsolvable puzzles")
	}
	share := big.NewRat(int64(thousandths), 1000) // in lowest terms
	without := share.Num().Uint64()
	return shuffled(o.Seed, toShare, []uint64{share.Denom().Uint64() - without, without}), nil
}

// weighs reports whether the fewest presses of every puzzle are asked for.
func (o Options) weighs() bool {
	return o.Minimum || o.Presses != nil || o.Unique || o.leveled()
}

// complete fills in defaults and refuses options that contradict each other or the board.
func (o Options) complete(b *board.Board) (Options, error) {
	o.Engine = cmp.Or(o.Engine, nullspace)
	if o.Engine == "presses" {
		o.Engine = "presses:6"
	}
	if o.Distinct == "none" {
		o.Distinct = ""
	}
	var err error
	if o.Presses, err = o.checkRange("presses", o.Presses); err != nil {
		return o, err
	}
	if o.Lit, err = o.checkRange("lit", o.Lit); err != nil {
		return o, err
	}
	if !o.uniform() && o.Engine != "sat" && o.random() < 1 {
		return o, fieldf("engine", o.Engine, "it is nullspace, presses:K with K random presses, or sat")
	}
	if o.Levels != "even" && o.leveled() && o.ramp() == 0 {
		return o, fieldf("levels", o.Levels, "write ramp, even, or how many puzzles a ramp has")
	}
	if err := oneOf("distinct", o.Distinct, []string{"none", "states", "symmetry", ""}); err != nil {
		return o, err
	}
	if err := oneOf("symmetric", o.Symmetric, append(automorphism.Motions(), "")); err != nil {
		return o, err
	}
	if !o.uniform() && (o.Distinct != "" || o.leveled() || o.Symmetric != "") {
		return o, fieldf("engine", o.Engine, "only nullspace can keep puzzles distinct, choose how many presses each "+
			"needs, or make symmetric states")
	}
	if k := o.random(); k > 0 && o.Presses != nil && o.Presses.Low > k {
		return o, fieldf("presses", o.Presses.String(), "what %d random presses make needs no more to solve; "+
			"raise the number in the engine presses:%[1]d", k)
	}
	return o, o.fit(b)
}

// fit refuses what the board cannot have, whatever its algebra is.
func (o Options) fit(b *board.Board) error {
	if b.States() > 2 {
		switch {
		case !o.uniform():
			return &FieldError{Field: "engine", Value: o.Engine, Err: b.TwoStates()}
		case o.Symmetric != "":
			return &FieldError{Field: "symmetric", Value: o.Symmetric, Err: b.TwoStates()}
		}
	}
	if o.Lit != nil && o.Lit.Low > b.Lights() {
		few := refusef("%s has only %d lights", b.Spec(), b.Lights())
		return &FieldError{Field: "lit", Value: o.Lit.String(), Err: few}
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
func (o Options) checkRange(field string, r *Range) (*Range, error) {
	switch {
	case r == nil:
		return nil, nil
	case r.Low < 0 || r.Low > r.High:
		return nil, fieldf(field, fmt.Sprintf("%d-%d", r.Low, r.High), "not a range: it must go up, from 0 or more")
	case r.High == 0 && !o.AllowSolved:
		return nil, &FieldError{Field: field, Value: "0",
			Err: refusef("only for the goal itself, which is not a puzzle unless solved ones are allowed")}
	case r.Low == 0 && !o.AllowSolved:
		return &Range{1, r.High}, nil
	}
	return r, nil
}

func oneOf(field, name string, names []string) error {
	if slices.Contains(names, name) {
		return nil
	}
	return fieldf(field, name, "choose one of %s", strings.TrimSpace(strings.Join(names, " ")))
}

// FieldError says what is wrong with a field of the [Options], whose name it has in lower case.
type FieldError = census.FieldError

func fieldf(field, value, format string, args ...any) error {
	return &FieldError{Field: field, Value: suggest.Clip(value, 72), Err: fmt.Errorf(format, args...)}
}

// NoSuchError says that there are no such puzzles, or fewer than were asked for.
type NoSuchError struct {
	Reason string
	None   bool // there are none at all
}

func (e *NoSuchError) Error() string { return e.Reason }

func refusef(format string, args ...any) error {
	return &NoSuchError{Reason: fmt.Sprintf(format, args...)}
}

// nonef is a refusal because there are no such puzzles at all.
func nonef(format string, args ...any) error {
	return &NoSuchError{fmt.Sprintf(format, args...), true}
}
