package census

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/automorphism"
	"lightsout/internal/suggest"
	"lightsout/solve"
)

// Column is a fact about a puzzle.
type Column struct {
	Name  string
	About string // one line
	// Truth: the values are 0 and 1. Large: they may have more digits than common integers. Fraction: they
	// are not whole, and cannot be compared.
	Truth, Large, Fraction bool

	// cost orders columns by how long they take; a condition asks for the cheap ones first.
	cost int
	find func(ctx context.Context, f *Facts) (Value, error)
}

// ColumnNames are the names of [Columns].
func ColumnNames() []string { return suggest.Names(Columns(), func(c Column) string { return c.Name }) }

// Columns lists what can be asked about a puzzle.
func Columns() []Column {
	return []Column{
		{Name: "lights", About: "how many lights the board has",
			find: func(_ context.Context, f *Facts) (Value, error) {
				return known(f.Board.Lights()), nil
			}},
		{Name: "switches", About: "how many switches", find: func(_ context.Context, f *Facts) (Value, error) {
			return known(f.Board.Switches()), nil
		}},
		{Name: "rank", About: "rank of its matrix", cost: 1, find: func(ctx context.Context, f *Facts) (Value, error) {
			return f.dimension(ctx, func(k int) int { return f.Board.Switches() - k })
		}},
		{Name: "nullity", About: "how many independent quiet patterns", cost: 1,
			find: func(ctx context.Context, f *Facts) (Value, error) {
				return f.dimension(ctx, func(k int) int { return k })
			}},
		{Name: "solvable-fraction", About: "the fraction of states that are solvable", Fraction: true, cost: 1,
			find: findFraction},
		{Name: "answers", About: "how many answers each solvable state has", Large: true, cost: 1, find: findAnswers},
		{Name: "solvable", About: "whether the puzzle has an answer", Truth: true, cost: 2, find: findSolvable},
		{Name: "min", About: "the fewest presses of an answer", cost: 4, find: findMin},
		{Name: "min-answers", About: "how many answers have the fewest presses", Large: true, cost: 5,
			find: findMinAnswers},
		{Name: "symmetries", About: "how many symmetries the board has", Large: true, cost: 3, find: findSymmetries},
		{Name: "answers-up-to-symmetry", About: "how many answers the puzzle has, symmetric ones counted as one",
			Large: true, cost: 6, find: findUpToSymmetry},
		{Name: "min-answers-up-to-symmetry", About: "how many of them have the fewest presses",
			Large: true, cost: 7, find: findMinUpToSymmetry},
		{Name: "quiet-min", About: "the fewest presses that change nothing: the lightest quiet pattern", cost: 5,
			find: findQuietMin},
		{Name: "classes", About: "how many classes the states form; presses lead only within a class",
			Large: true, cost: 1, find: findClasses},
		{Name: "depth", About: "how many presses the hardest solvable state needs", cost: 8, find: findDepth},
	}
}

// ParseColumns reads a list of columns, such as nullity,min. Letters are columns besides [Columns].
func ParseColumns(list string, letters []string) ([]Column, error) {
	var parsed []Column
	for name := range strings.SplitSeq(list, ",") {
		name = spelled(strings.TrimSpace(name), letters)
		c := columns[name]
		switch {
		case slices.ContainsFunc(parsed, func(c Column) bool { return c.Name == name }):
			return nil, fmt.Errorf("the column %s is there twice", name)
		case c != nil:
			parsed = append(parsed, *c)
		case slices.Contains(letters, name):
			parsed = append(parsed, Column{Name: name})
		default:
			return nil, noColumn(name, letters)
		}
	}
	return parsed, nil
}

// spelled is the name of a column. A letter may be a capital, as it is in the family and above its column.
func spelled(name string, letters []string) string {
	if small := strings.ToLower(name); slices.Contains(letters, small) {
		return small
	}
	return name
}

// noColumn says that there is no column of a name, and what was probably meant.
func noColumn(name string, letters []string) error {
	names := slices.Concat(letters, ColumnNames())
	return fmt.Errorf("no such column %q%s; the columns are %s", name,
		suggest.DidYouMean(strings.ReplaceAll(name, "_", "-"), names), strings.Join(names, ", "))
}

// columns finds the table's rows by name.
var columns = func() map[string]*Column {
	byName := map[string]*Column{}
	for _, c := range Columns() {
		byName[c.Name] = &c
	}
	return byName
}()

// Facts is a puzzle, and what has been found out about it. It is not safe for concurrent use.
type Facts struct {
	Board *board.Board
	// Puzzle, if not nil, is asked once, when it is needed, for the puzzle that the columns about answers
	// are about. Otherwise all lights are on.
	Puzzle func() (*board.Puzzle, error)
	// Letters are further columns, of a member of a [Family].
	Letters map[string]int
	// Limit, if not nil, gives the context within which a column has to be found.
	Limit func(context.Context) (context.Context, context.CancelFunc)
	// Workers is how many goroutines may compute; 0 is one per core.
	Workers int

	values map[string]Value
	quiet  *int
	rings  solve.Linear // the algebra of lights with more than two states
	puzzle *board.Puzzle
	fewest *solve.Result // of the columns about the fewest presses
	solver *solve.Solver
}

// Find is the value of a column. Limits are no errors: they leave the value open, with what is proved.
func (f *Facts) Find(ctx context.Context, column string) (Value, error) {
	if n, ok := f.Letters[column]; ok {
		return known(n), nil
	}
	if v, ok := f.values[column]; ok {
		return v, nil
	}
	c := columns[column]
	if c == nil {
		return Value{}, fmt.Errorf("no such column %q", column)
	}
	limited, cancel := ctx, func() {}
	if f.Limit != nil {
		limited, cancel = f.Limit(ctx)
	}
	defer cancel()
	v, err := c.find(limited, f)
	if err != nil {
		if v, err = f.open(ctx, limited, err); err != nil {
			return v, err
		}
	}
	if !v.Known() && ctx.Err() != nil {
		return v, context.Cause(ctx)
	}
	if f.values == nil {
		f.values = map[string]Value{}
	}
	f.values[column] = v
	return v, nil
}

// open is the value of a column that could not be found because of a limit.
func (f *Facts) open(ctx, limited context.Context, err error) (Value, error) {
	_, tooLarge := errors.AsType[*board.TooLargeError](err)
	_, refused := errors.AsType[*solve.RefusedError](err)
	gaveUp, isLimit := errors.AsType[*solve.GaveUpError](err)
	switch {
	case ctx.Err() != nil:
		return Value{}, context.Cause(ctx)
	case limited.Err() != nil:
		return Value{Stopped: context.Cause(limited)}, nil
	case isLimit:
		return Value{Stopped: gaveUp.Cause}, nil
	case tooLarge || refused || errors.Is(err, board.ErrTwoStates):
		return Value{Stopped: err}, nil
	}
	return Value{}, err
}

// dimension is a column that follows from the nullity. Where the number of states is not prime there is
// none.
func (f *Facts) dimension(ctx context.Context, of func(nullity int) int) (Value, error) {
	if f.Board.States() == 2 {
		k, err := f.nullity(ctx)
		return known(of(k)), err
	}
	algebra, err := f.colours(ctx)
	if err != nil {
		return Value{}, err
	}
	if !big.NewInt(int64(f.Board.States())).ProbablyPrime(0) {
		return Value{Infinite: true}, nil
	}
	return known(of(algebra.Nullity())), nil
}

// colours is the algebra of a board whose lights have more than two states.
func (f *Facts) colours(ctx context.Context) (solve.Linear, error) {
	if f.rings == nil {
		algebra, err := solve.Analyse(ctx, f.Board)
		if err != nil {
			return nil, err
		}
		f.rings = algebra
	}
	return f.rings, nil
}

// nullity is asked for by several columns.
func (f *Facts) nullity(ctx context.Context) (int, error) {
	if f.quiet == nil {
		k, err := solve.Nullity(ctx, f.Board)
		if err != nil {
			return 0, err
		}
		f.quiet = &k
	}
	return *f.quiet, nil
}

// ask is the puzzle, and the solver that remembers its board.
func (f *Facts) ask() (*board.Puzzle, solve.Solver, error) {
	if f.puzzle == nil {
		var err error
		if f.Puzzle == nil {
			if err = f.Board.CheckSize(); err == nil {
				f.puzzle = board.NewPuzzle(f.Board)
			}
		} else {
			f.puzzle, err = f.Puzzle()
		}
		if err != nil {
			return nil, solve.Solver{}, err
		}
	}
	if f.solver == nil {
		s := solve.Solver{Workers: f.Workers}.Remembering()
		f.solver = &s
	}
	return f.puzzle, *f.solver, nil
}

func findFraction(ctx context.Context, f *Facts) (Value, error) {
	if f.Board.States() > 2 {
		algebra, err := f.colours(ctx)
		if err != nil {
			return Value{}, err
		}
		fraction := new(big.Float).SetPrec(128).SetInt(algebra.Reachable())
		fraction.Quo(fraction, new(big.Float).SetPrec(128).SetInt(f.allStates()))
		return Value{Fraction: json.Number(fraction.Text('g', 17))}, nil
	}
	k, err := f.nullity(ctx)
	return Value{Fraction: powerOfHalf(f.Board.Lights() - f.Board.Switches() + k)}, err
}

// allStates is how many states the board has, solvable or not.
func (f *Facts) allStates() *big.Int {
	return new(big.Int).Exp(big.NewInt(int64(f.Board.States())), big.NewInt(int64(f.Board.Lights())), nil)
}

// maxAnswerBits bounds the numbers of answers that are written: more than a million digits take too long.
const maxAnswerBits = 1 << 22

func findAnswers(ctx context.Context, f *Facts) (Value, error) {
	return f.count(ctx, 0, solve.Linear.QuietOrder)
}

// findClasses divides all states by those that presses reach.
func findClasses(ctx context.Context, f *Facts) (Value, error) {
	return f.count(ctx, f.Board.Lights()-f.Board.Switches(), func(algebra solve.Linear) *big.Int {
		return new(big.Int).Quo(f.allStates(), algebra.Reachable())
	})
}

// count is 2 to the power of the nullity and more or, with more than two states, of its own.
func (f *Facts) count(ctx context.Context, more int, coloured func(solve.Linear) *big.Int) (Value, error) {
	if f.Board.States() > 2 {
		algebra, err := f.colours(ctx)
		if err != nil {
			return Value{}, err
		}
		return exactly(coloured(algebra)), nil
	}
	k, err := f.nullity(ctx)
	if k += more; err == nil && k >= maxAnswerBits {
		return Value{Stopped: fmt.Errorf("2^%d is too large to write", k)}, nil
	}
	return exactly(new(big.Int).Lsh(big.NewInt(1), uint(max(0, k)))), err
}

// findQuietMin looks for the lightest quiet pattern. Each has a switch of some that are independent, so that it is the
// lightest of those with the first of them, those with the second without the first, and so on.
func findQuietMin(ctx context.Context, f *Facts) (Value, error) {
	if err := f.Board.TwoStates(); err != nil {
		return Value{}, err
	}
	quiet, err := solve.Solver{}.Quiet(ctx, f.Board)
	if err != nil || len(quiet) == 0 {
		return Value{Infinite: err == nil}, err
	}
	basis := gf2.NewMatrix(len(quiet), f.Board.Switches())
	for i, pattern := range quiet {
		basis.Row(i).Add(pattern)
	}
	p := &board.Puzzle{Board: f.Board, On: f.Board.Dark(), Goal: f.Board.Dark()}
	lower, upper, stopped := f.Board.Switches(), f.Board.Switches(), error(nil)
	s := solve.Solver{Workers: f.Workers}
	for _, pivot := range basis.Reduce() {
		s.Require = []int{pivot}
		res, err := s.Minimum(ctx, p)
		switch {
		case err != nil && ctx.Err() != nil:
			return between(1, upper, context.Cause(ctx)), nil
		case err != nil:
			return Value{}, err
		case !res.Proved():
			stopped = reason(res.Stopped)
		}
		lower, upper = min(lower, res.Lower), min(upper, res.PressCount())
		s.Forbid = append(s.Forbid, pivot)
	}
	return between(lower, upper, stopped), nil
}

func findSolvable(ctx context.Context, f *Facts) (Value, error) {
	p, s, err := f.ask()
	if err != nil {
		return Value{}, err
	}
	_, err = s.Any(ctx, p)
	if unsolvable(err) {
		return truth(false), nil
	}
	return truth(true), err
}

func unsolvable(err error) bool {
	_, no := errors.AsType[*solve.UnsolvableError](err)
	return no
}

// errTooLong is why a search ended that gave no reason.
var errTooLong = errors.New("the proof would take too long")

func reason(err error) error {
	if err == nil {
		return errTooLong
	}
	return err
}

func findMin(ctx context.Context, f *Facts) (Value, error) {
	p, s, err := f.ask()
	if err != nil {
		return Value{}, err
	}
	res := f.fewest
	if res == nil {
		res, err = s.Minimum(ctx, p)
	}
	switch {
	case unsolvable(err):
		return Value{Infinite: true}, nil
	case err != nil:
		return Value{}, err
	}
	return between(res.Lower, res.PressCount(), reason(res.Stopped)), nil
}

// lightest finds all answers with the fewest presses.
func (f *Facts) lightest(ctx context.Context) (*solve.Result, error) {
	if f.fewest == nil {
		p, s, err := f.ask()
		if err != nil {
			return nil, err
		}
		res, err := s.AllMinimum(ctx, p)
		if err != nil || res.Lightest == nil {
			return res, err
		}
		f.fewest = res
	}
	return f.fewest, nil
}

func findMinAnswers(ctx context.Context, f *Facts) (Value, error) {
	res, err := f.lightest(ctx)
	switch {
	case unsolvable(err):
		return known(0), nil
	case err != nil:
		return Value{}, err
	case res.Lightest == nil:
		return Value{Lower: big.NewInt(1), Stopped: reason(res.Stopped)}, nil
	}
	return exactly(res.Lightest), nil
}

func findSymmetries(ctx context.Context, f *Facts) (Value, error) {
	group, err := automorphism.Of(ctx, f.Board)
	if err != nil {
		return Value{}, err
	}
	return exactly(group.Order()), nil
}

func findUpToSymmetry(ctx context.Context, f *Facts) (Value, error) {
	p, s, err := f.ask()
	if err != nil {
		return Value{}, err
	}
	n, err := s.CountUpToSymmetry(ctx, p)
	return exactly(n), err
}

func findMinUpToSymmetry(ctx context.Context, f *Facts) (Value, error) {
	all, err := findMinAnswers(ctx, f)
	if err != nil || !all.Known() || all.Lower.Sign() == 0 {
		return all, err
	}
	p, s, err := f.ask()
	if err != nil {
		return Value{}, err
	}
	n := 0
	for _, err := range s.UpToSymmetry(ctx, p, f.fewest.EachLightest) {
		if err != nil {
			return Value{}, err
		}
		n++
	}
	return known(n), nil
}

func findDepth(ctx context.Context, f *Facts) (Value, error) {
	d, err := FindDepth(ctx, f.Board, nil)
	if err != nil {
		return Value{}, err
	}
	stopped := errTooLong
	if ctx.Err() != nil {
		stopped = context.Cause(ctx)
	}
	return between(d.Lower, d.Upper, stopped), nil
}

// powerOfHalf is 2^-k as a JSON number, exact in its digits even where a float64 would be 0.
func powerOfHalf(k int) json.Number {
	const slowFrom = 1 << 14 // beyond that all digits of the number itself take too long
	if k <= slowFrom {
		return json.Number(new(big.Float).SetMantExp(big.NewFloat(1), -k).Text('g', 17))
	}
	// 10^e·2^-k for the least e that makes it 1 or more. 5^e is found by squaring, as a mantissa and an
	// exponent: the latter may be larger than a big.Float's.
	e := int(math.Ceil(float64(k) * math.Log10(2)))
	const bits = 256
	power, square := big.NewFloat(1).SetPrec(bits), big.NewFloat(5).SetPrec(bits)
	powerExp, squareExp := e-k, 0
	for n := e; n > 0; n >>= 1 {
		if n&1 == 1 {
			powerExp += squareExp + power.Mul(power, square).MantExp(power)
		}
		squareExp = 2*squareExp + square.Mul(square, square).MantExp(square)
	}
	return json.Number(fmt.Sprintf("%se-%d", power.SetMantExp(power, powerExp).Text('g', 17), e))
}

// Value is what is known of a number.
type Value struct {
	// Lower and Upper are proved bounds, nil where there is none. The number is known if they are equal.
	Lower, Upper *big.Int
	// Infinite: there is no such number, as of the fewest presses of an unsolvable puzzle. It compares as
	// larger than every number.
	Infinite bool
	// Fraction is the value of a column of fractions; such a value has no bounds.
	Fraction json.Number
	// Stopped is why the number is not known.
	Stopped error
}

// Known reports whether the number is known, or known not to exist.
func (v Value) Known() bool {
	return v.Infinite || v.Fraction != "" || v.Lower != nil && v.Upper != nil && v.Lower.Cmp(v.Upper) == 0
}

func known(n int) Value { return exactly(big.NewInt(int64(n))) }

func exactly(n *big.Int) Value { return Value{Lower: n, Upper: n} }

func truth(yes bool) Value {
	if yes {
		return known(1)
	}
	return known(0)
}

// between is a number within bounds.
func between(lower, upper int, stopped error) Value {
	v := Value{Lower: big.NewInt(int64(lower)), Upper: big.NewInt(int64(upper)), Stopped: stopped}
	if v.Known() {
		v.Stopped = nil
	}
	return v
}
