package solve

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"math/big"
	"math/bits"
	"slices"
	"time"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/fewest"
	"lightsout/internal/matching"
	"lightsout/internal/reserve"
)

// Solver says how to solve puzzles. The zero Solver is ready to use and chooses for itself.
type Solver struct {
	Conditions
	// Engine is one of [EngineNames]. Xor and Card name the SAT engine's encodings (see package encode). "" chooses.
	Engine    string
	Xor, Card string
	// Workers is how many goroutines may compute; 0 is one per core. Answers do not depend on it.
	Workers int
	// MaxMemory bounds the tables and clauses of a search, in bytes; 0 leaves it to the engine. What others in the
	// program hold does not count.
	MaxMemory int64
	// MaxSteps, if not 0, bounds what a search for the fewest presses by linear algebra may take, in
	// steps of about a nanosecond. A search that would take more is not begun: the result has the best
	// answer that is quickly found. Unlike a deadline it gives the same answer on every machine.
	MaxSteps int64
	// Progress, if not nil, is called when a search for the fewest presses improves its best answer or its proved
	// lower bound; Stage, if not nil, by one that takes long with what it is doing and how much of that is done.
	// Both should return quickly.
	Progress func(best, lower int)
	Stage    func(what string, done, all int)

	kept kept
}

// kept is what a solver has besides what is asked.
type kept struct {
	cache   *cache // nil: every question begins anew
	algebra string // of tests: the row of engines, even if it is not one that can be asked for
}

// Conditions are what an answer must keep to, besides the puzzle's own. The zero value is none.
type Conditions struct {
	// Forbid and Require are switches that must not, or must, be pressed, counted from 0; the
	// puzzle's own forbidden switches are forbidden as well.
	Forbid, Require []int
	// Symmetric, if not "", is all, mirror, turn or quarter: only answers that look the same after it.
	Symmetric string
	// AtMost and AtLeast, if not nil, bound the number of presses.
	AtMost, AtLeast *int
	// Costs, if not nil, is what pressing each switch costs, from 1 to 2^30; the fewest presses are
	// then the cheapest, and lower bounds are on the cost. They do not go together with AtMost and AtLeast.
	Costs []int
}

// Known is what is known about the cheapest answer: Best are the presses, Cost is what they cost, Lower a proved
// bound on the cost of any answer, and Why says what that rests on. Proved reports whether no answer costs less, and
// Words says in a sentence how that was proved, or what the bound rests on.
type Known = fewest.Known

// Result is a checked answer. The zero Result has no puzzle, and its methods panic.
type Result struct {
	Puzzle *board.Puzzle
	// Known: the Best presses reach the puzzle's goal: they were replayed before they were returned. Their Cost is
	// their number, unless the solver has Costs, which makes the result Priced. The name of what Lower rests on,
	// Why.Method, is one of [Methods]. Stopped is why something asked for is missing, be it the proof of the fewest
	// presses or Lightest: the context's cause, or a memory limit.
	Known
	Priced bool
	// Lightest, of [Solver.AllMinimum], is how many answers have the fewest presses; nil if the search
	// was stopped before that was proved. EachLightest yields them, each checked, always in the same
	// order; an error ends it. Where Lightest is nil, that error is all it yields.
	Lightest     *big.Int
	EachLightest iter.Seq2[board.State, error]
	Algebra      Algebra
	// Engine is the one that found the answer, Formula what it was given if it is sat, and Elapsed how long it took,
	// checking included.
	Engine  string
	Formula *Formula
	Elapsed time.Duration

	flips int // a bound on the number of presses, whatever they cost
	sets  *matching.Packing
}

// Algebra is the linear algebra behind a [Result].
type Algebra struct {
	// Rank and Nullity are those of the board. Answers is the number of answers, of any number of
	// presses, that keep to the forbidden and required switches and to Symmetric. It may exceed
	// 2^Nullity if some lights do not matter.
	Rank, Nullity int
	Answers       *big.Int
	// QuietOrder is how many presses of the board change nothing, where lights have more than two states, K.
	// Rank and Nullity are 0 unless K is prime. Answers may then be nil: with required switches it is
	// not always known.
	QuietOrder *big.Int
}

// PressCount is how many presses the answer has.
func (r *Result) PressCount() int { return r.Best.Weight() }

// Any finds an answer. It is [Solver.Any] of the zero Solver.
func Any(ctx context.Context, p *board.Puzzle) (*Result, error) { return Solver{}.Any(ctx, p) }

// Minimum finds an answer with the fewest presses. It is [Solver.Minimum] of the zero Solver.
func Minimum(ctx context.Context, p *board.Puzzle) (*Result, error) { return Solver{}.Minimum(ctx, p) }

// Any finds an answer, whichever is quickest to find.
func (s Solver) Any(ctx context.Context, p *board.Puzzle) (*Result, error) {
	return s.ask(ctx, p, anyAnswer)
}

// Minimum finds an answer with the fewest presses and proves that none has fewer. If the context
// ends first, or memory runs out, the result is the best answer so far: Minimum is false and
// LowerBound says what is proved.
func (s Solver) Minimum(ctx context.Context, p *board.Puzzle) (*Result, error) {
	return s.ask(ctx, p, fewestPresses)
}

// AllMinimum finds every answer with the fewest presses, by linear algebra: the result's Lightest is
// their number, and EachLightest lists them.
func (s Solver) AllMinimum(ctx context.Context, p *board.Puzzle) (*Result, error) {
	return s.ask(ctx, p, allFewest)
}

// ask takes a question from the puzzle to the checked result.
func (s Solver) ask(ctx context.Context, p *board.Puzzle, q question) (*Result, error) {
	begun := time.Now()
	during, end := reserve.Question(ctx)
	defer end()
	pr, err := s.classify(during, p, q)
	if err != nil {
		return nil, err
	}
	find := pr.linearAnswer
	if pr.engine.run != nil {
		find = pr.handed
	}
	f, err := find(during)
	if err == nil {
		err = pr.check(during, &f)
	}
	if err != nil {
		return nil, pr.checkedRefusal(err)
	}
	res := pr.complete(during, f)
	if f.Each != nil {
		res.EachLightest = pr.checkedList(ctx, f.Each) // which outlives the question
	}
	res.Elapsed = time.Since(begun)
	return res, nil
}

// noLightest stands for a list that was not asked for, or was not found in time.
func noLightest(yield func(board.State, error) bool) {
	yield(board.State{}, errors.New("the answers with the fewest presses are not listed: "+
		"AllMinimum lists them, unless it was stopped"))
}

// check checks what an engine found against everything that was asked.
func (pr *problem) check(ctx context.Context, f *fewest.Found) error {
	if err := pr.verify(ctx, f.Best); err != nil {
		return err
	}
	return pr.bounded(&f.Known)
}

// complete adds all that is known about what an engine found.
func (pr *problem) complete(ctx context.Context, f fewest.Found) *Result {
	res := &Result{
		Puzzle: pr.puzzle, Known: f.Known, Priced: pr.asked.Costs != nil, Lightest: f.Count,
		Algebra: Algebra{Rank: pr.algebra.whole.Rank(), Nullity: pr.algebra.whole.Nullity(), Answers: pr.answers(ctx)},
		Engine:  pr.engine.name, Formula: pr.formula, EachLightest: noLightest, sets: f.Sets,
	}
	if pr.puzzle.Board.States() > 2 {
		res.Algebra.QuietOrder = pr.algebra.whole.QuietOrder()
	}
	if pr.onlyOne() {
		res.Raise(res.Cost, theOnlyAnswer)
	}
	flips, cost := pr.byFlips(0)
	res.flips = flips
	res.Raise(cost, byFlips)
	if pr.question == anyAnswer || pr.question == fewestPresses && res.Proved() {
		res.Stopped = nil // nothing that was asked for is missing
	}
	return res
}

// answer is what is known of presses without any search.
func (pr *problem) answer(presses board.State) Known {
	return Known{Best: presses, Cost: pr.asked.cost(presses)}
}

// cost is what presses cost.
func (s Conditions) cost(presses board.State) int {
	if s.Costs == nil {
		return presses.Weight()
	}
	sum := 0
	for x, n := range presses.All() {
		sum += n * s.Costs[x]
	}
	return sum
}

// checkCosts refuses costs that are not one for each switch, or out of range.
func (s Conditions) checkCosts(b *board.Board) error {
	if s.Costs == nil {
		return nil
	}
	if n := b.Switches(); len(s.Costs) != n || n == 0 {
		return fmt.Errorf("%d costs for the %d switches of %s", len(s.Costs), n, b.Spec())
	}
	total := int64(0)
	for x, c := range s.Costs {
		if c < 1 || c > maxCost {
			return fmt.Errorf("switch %s costs %d; a cost is from 1 to %d", b.Label(x), c, maxCost)
		}
		total += int64(c)
	}
	if total > math.MaxInt {
		return fmt.Errorf("the costs of all switches add up to %d; this machine counts to %d", total, math.MaxInt)
	}
	return nil
}

// cheapest is the least that a press costs.
func (s Conditions) cheapest() int {
	if s.Costs == nil {
		return 1
	}
	return slices.Min(s.Costs)
}

func (s Conditions) costOf(x int) int {
	if s.Costs == nil {
		return 1
	}
	return s.Costs[x]
}

// counted reports whether the number of presses is bounded.
func (s Conditions) counted() bool { return s.AtMost != nil || s.AtLeast != nil }

// What a lower bound rests on besides a search.
var (
	theOnlyAnswer = fewest.Reason{Method: fewest.Only, Proof: fewest.OnlyAnswer}
	byFlips       = fewest.Reason{Method: flipsMethod, Proof: "fewer presses cannot flip that many lights",
		Bound: "the most lights that a press flips"}
	asAsked = fewest.Reason{Method: fewest.SAT, Proof: askedAtLeast, Bound: askedAtLeast}
)

const askedAtLeast = "no fewer presses were asked for"

// keepsBounds reports whether a number of presses keeps to the bounds.
func (s Conditions) keepsBounds(n int) bool {
	return (s.AtMost == nil || n <= *s.AtMost) && (s.AtLeast == nil || n >= *s.AtLeast)
}

// wrong is the fault of an engine that gave such presses.
func (pr *problem) wrong(what string) error {
	return fault(fmt.Sprintf("engine %s gave presses that %s", pr.engine.name, what))
}

// verify replays presses that an engine found and checks them against the conditions.
func (pr *problem) verify(ctx context.Context, presses board.State) error {
	// An answer found in time is checked even if time ran out meanwhile, as long as that is quick.
	b := pr.puzzle.Board
	if b.Lights() <= quickToCheck || b.Shape().ByWords && b.Lights()/64 <= quickToCheck {
		ctx = context.Background()
	}
	if presses.Len() != b.Switches() || presses.Mod() != b.States() {
		return pr.wrong(fmt.Sprintf("are for %d switches", presses.Len()))
	}
	left, err := leftWrong(ctx, pr.puzzle, presses)
	switch {
	case err != nil:
		return &GaveUpError{Engine: pr.engine.name, Cause: context.Cause(ctx)}
	case left > 0:
		return pr.wrong(fmt.Sprintf("leave %d lights wrong", left))
	}
	return pr.restrictionsKept(presses)
}

// restrictionsKept checks presses against the switches that are forbidden, required or pressed alike.
func (pr *problem) restrictionsKept(presses board.State) error {
	for x := range pr.puzzle.Forbidden.Ones() {
		if presses.At(x) != 0 {
			return pr.wrong("press forbidden switches")
		}
	}
	for x := range pr.fixed.Ones() {
		if presses.At(x) != 0 != pr.pressed.Bit(x) {
			return pr.wrong(fmt.Sprintf("do not keep to the restriction on switch %d", x+1))
		}
	}
	for x := range pr.once.Ones() {
		if presses.At(x) == 0 {
			return pr.wrong(fmt.Sprintf("leave out switch %d, which is required", x+1))
		}
	}
	for _, g := range pr.groups {
		for _, x := range g {
			if presses.At(x) != presses.At(g[0]) {
				return pr.wrong("are not symmetric")
			}
		}
	}
	return nil
}

// bounded checks an answer against the bounds on the number of presses, which most engines do not know.
func (pr *problem) bounded(k *Known) error {
	switch {
	case !pr.asked.counted() || pr.asked.keepsBounds(k.Best.Weight()):
		return nil
	case pr.engine.counts:
		return pr.wrong("are not within the bounds")
	}
	flips, _ := pr.byFlips(0)
	if k.Proved() || pr.asked.AtMost != nil && max(k.Lower, flips) > *pr.asked.AtMost {
		return pr.outOfReach()
	}
	return &GaveUpError{Engine: pr.engine.name, Cause: k.Stopped}
}

// checkedRefusal passes an engine's error on, after checking the witness if it has one.
func (pr *problem) checkedRefusal(err error) error {
	proved := true
	no, ok := errors.AsType[*UnsolvableError](err)
	switch {
	case ok && no.Condition == "":
		proved = no.proves(pr.puzzle)
	case ok && no.Witness.Len() > 0:
		proved = checkWitness(pr.puzzle, pr.fixed, pr.change, no.Witness)
	}
	if !proved {
		return fault("the witness of unsolvability does not hold")
	}
	return err
}

// checkedList is a list of answers, each checked before it is yielded.
func (pr *problem) checkedList(ctx context.Context, list answers) iter.Seq2[board.State, error] {
	return func(yield func(board.State, error) bool) {
		for presses, err := range list(ctx) {
			if err == nil {
				err = pr.verify(ctx, presses)
			}
			if err == nil && pr.asked.counted() && !pr.asked.keepsBounds(presses.Weight()) {
				err = pr.wrong("are not within the bounds")
			}
			if err != nil {
				yield(board.State{}, pr.checkedRefusal(err))
				return
			}
			if !yield(presses, nil) {
				return
			}
		}
	}
}

// Count is how many answers there are that keep to everything asked; 0 for an unsolvable puzzle.
// With bounds on the number of presses, and by the SAT engine, it lists them one by one.
func (s Solver) Count(ctx context.Context, p *board.Puzzle) (*big.Int, error) {
	p, err := p.Checked()
	if err != nil {
		return nil, err
	}
	e, err := s.pick(p, allAnswers)
	if err != nil {
		return nil, err
	}
	if s.counted() || e.all != nil || p.Board.States() > 2 && len(s.Require) > 0 {
		return countList(s.All(ctx, p))
	}
	res, err := s.Any(ctx, p)
	if err != nil {
		return noneIfRefuted(err)
	}
	return res.Algebra.Answers, nil
}

// countList is how many answers a list has; 0 if it ends because there are none.
func countList(list iter.Seq2[board.State, error]) (*big.Int, error) {
	n, one := new(big.Int), big.NewInt(1)
	for _, err := range list {
		if err != nil {
			return noneIfRefuted(err)
		}
		n.Add(n, one)
	}
	return n, nil
}

func noneIfRefuted(err error) (*big.Int, error) {
	if _, unsolvable := errors.AsType[*UnsolvableError](err); unsolvable {
		return new(big.Int), nil
	}
	return nil, err
}

// All yields every answer, each checked. By linear algebra it begins with the one that [Solver.Any]
// finds, and one quiet pattern is added from each to the next (Gray code), so that the order is
// always the same. An error ends the sequence: a puzzle without answers is one, bounds that no
// answer keeps simply yield nothing. There may be very many answers: stop when you have enough.
func (s Solver) All(ctx context.Context, p *board.Puzzle) iter.Seq2[board.State, error] {
	return func(yield func(board.State, error) bool) {
		ctx, end := reserve.Question(ctx)
		defer end()
		pr, err := s.classify(ctx, p, allAnswers)
		if err != nil {
			yield(board.State{}, err)
			return
		}
		list := pr.listed
		if pr.engine.all != nil {
			list = func(ctx context.Context) iter.Seq2[board.State, error] { return pr.engine.all(ctx, pr) }
		}
		for presses, err := range pr.checkedList(ctx, list) {
			if !yield(presses, err) {
				return
			}
		}
	}
}

// answers is a list of answers, which takes a context of its own.
type answers = func(context.Context) iter.Seq2[board.State, error]

// listed lists all answers by linear algebra, leaving out those that do not keep to what was asked.
func (pr *problem) listed(ctx context.Context) iter.Seq2[board.State, error] {
	return func(yield func(board.State, error) bool) {
		words, err := pr.words(ctx)
		if err != nil {
			yield(board.State{}, err)
			return
		}
		pr.list(words)(ctx)(yield)
	}
}

// words is all words.
func (pr *problem) words(ctx context.Context) (answers, error) {
	first, err := pr.solve(ctx)
	if err != nil {
		return nil, err
	}
	if pr.equations.States() > 2 {
		residues, err := pr.residues(ctx, first)
		return func(ctx context.Context) iter.Seq2[board.State, error] { return residues.UpTo(ctx, residues.Most) }, err
	}
	quiet, err := pr.algebra.linear.Quiet(ctx)
	return func(ctx context.Context) iter.Seq2[board.State, error] {
		return func(yield func(board.State, error) bool) {
			for word := range span(first.Bits(), Sets(quiet)) {
				if ctx.Err() != nil {
					yield(board.State{}, context.Cause(ctx))
					return
				}
				if !yield(board.Bits(word.Clone()), nil) {
					return
				}
			}
		}
	}, err
}

// span yields word plus every sum of basis vectors in the order of the reflected Gray code: the
// i-th step adds the basis vector whose number is the lowest set bit of i. More than 2^64 are never reached.
// The yielded vector is reused.
func span(word gf2.Vec, basis []gf2.Vec) iter.Seq[gf2.Vec] {
	return func(yield func(gf2.Vec) bool) {
		at := word.Clone()
		for i := uint64(1); yield(at); i++ {
			low := bits.TrailingZeros64(i)
			if low >= len(basis) {
				return
			}
			at.Add(basis[low])
		}
	}
}
