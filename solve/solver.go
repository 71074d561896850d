package solve

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"math/big"
	"slices"
	"time"

	"lightsout/board"
	"lightsout/gf2"
)

// Solver says how to solve puzzles. The zero Solver is ready to use and chooses for itself.
type Solver struct {
	// Engine is one of [Engines]; "" is auto.
	Engine string
	// Forbid and Require are switches that must not, or must, be pressed, counted from 0; the
	// puzzle's own forbidden switches are forbidden as well.
	Forbid, Require []int
	// Symmetric, if not "", is one of [board.Motions]: only answers that look the same after it.
	Symmetric string
	// AtMost and AtLeast, if not nil, bound the number of presses.
	AtMost, AtLeast *int
	// BreakSymmetry, of the SAT engine: if the puzzle itself is symmetric, look only at the answers that
	// come first in dictionary order among their images. Not for counting or listing answers.
	BreakSymmetry bool
	// Xor and Card name the SAT engine's encodings (see package encode); "" chooses.
	Xor, Card string
	// Costs, if not nil, is what pressing each switch costs, from 1 to 2^30; the fewest presses are
	// then the cheapest, and lower bounds are on the cost. Method is how the answers are searched
	// for the lightest, one of [Methods]; "" chooses.
	Costs  []int
	Method string
	// Workers is how many goroutines may compute; 0 is one per core. Answers do not depend on it.
	Workers int
	// MaxMemory bounds what a search may take, in bytes; 0 leaves it to the engine.
	MaxMemory int64
	// MaxSteps, if not 0, bounds what a search for the fewest presses by linear algebra may take, in
	// steps of about a nanosecond. A search that would take more is not begun: the result has the best
	// answer that is quickly found. Unlike a deadline it gives the same answer on every machine.
	MaxSteps int64
	// Stage, if not nil, is called by a search for the fewest presses that takes long with what it is doing and how much
	// of that is done.
	Stage func(what string, done, all int)
	// Progress, if not nil, is called when a search for the fewest presses improves its best answer
	// or its proved lower bound. It should return quickly.
	Progress func(best, lower int)

	begun  time.Time
	memory *memory // nil: every question begins anew
}

// Result is a checked answer.
type Result struct {
	Puzzle *board.Puzzle
	// Presses reaches the puzzle's goal: it was replayed before it was returned.
	// Where the lights of a large board are read row by row, so are the presses: they are made from the lights
	// whenever they are read, so those must stay readable.
	Presses board.State
	// Minimum: no answer has fewer presses, and Proof says how that was proved.
	Minimum bool
	Proof   string
	// Second, of [Solver.SecondBest], is the next number of presses (or cost) above the minimum that an
	// answer has; 0 if all answers have the same number, or if the search was Stopped.
	Second int
	// Lightest, of [Solver.AllMinimum], is how many answers have the fewest presses; nil if the search
	// was stopped before that was proved. EachLightest yields them, each checked, always in the same
	// order; an error ends it.
	Lightest     *big.Int
	EachLightest iter.Seq2[board.State, error]
	// Cost is what the presses cost: their number, unless the solver has Costs, which makes it Priced.
	// LowerBound is a proved bound on the cost of any answer, equal to Cost if Minimum.
	Cost, LowerBound int
	// Bound says what LowerBound rests on, unless Minimum.
	Bound  string
	Priced bool
	// Steps is what the proof rests on, where the minimum was searched within the coset of answers.
	Steps *Steps
	// Stopped is why something asked for is missing, be it the proof of the fewest presses, Second or
	// Lightest: the context's cause, or a memory limit.
	Stopped error
	// Rank and Nullity are those of the board. Answers is the number of answers, of any number of
	// presses, that keep to the forbidden and required switches and to Symmetric. It may exceed
	// 2^Nullity if some lights do not matter.
	Rank, Nullity int
	Answers       *big.Int
	// QuietOrder is how many presses of the board change nothing, where lights have more than two states, K.
	// Rank and Nullity are 0 unless K is prime. Answers may then be nil: with many required switches it is
	// not known.
	QuietOrder *big.Int
	// fewest is a bound on the number of presses, whatever they cost.
	fewest int
	// Engine is the one that found the answer, Xor and Card the encodings it used if it is sat, and
	// Elapsed how long it took, checking included.
	Engine    string
	Xor, Card string
	Elapsed   time.Duration
	effort    *effort // of the engine sat; nil if it was another
}

// PressCount is how many presses the answer has.
func (r *Result) PressCount() int {
	if r.Presses.Rows() != nil {
		return r.Cost // counted already, as such answers have no other costs
	}
	return r.Presses.Weight()
}

// Any finds an answer. It is [Solver.Any] of the zero Solver.
func Any(ctx context.Context, p *board.Puzzle) (*Result, error) { return Solver{}.Any(ctx, p) }

// Minimum finds an answer with the fewest presses. It is [Solver.Minimum] of the zero Solver.
func Minimum(ctx context.Context, p *board.Puzzle) (*Result, error) { return Solver{}.Minimum(ctx, p) }

// Any finds an answer, whichever is quickest to find. If the puzzle's lights come row by row and
// nothing else is asked, so does the answer.
func (s Solver) Any(ctx context.Context, p *board.Puzzle) (*Result, error) {
	if s.streams(p) {
		return s.stream(ctx, p)
	}
	return s.solve(ctx, p, anyAnswer)
}

// Minimum finds an answer with the fewest presses and proves that none has fewer. If the context
// ends first, or memory runs out, the result is the best answer so far: Minimum is false and
// LowerBound says what is proved.
func (s Solver) Minimum(ctx context.Context, p *board.Puzzle) (*Result, error) {
	return s.solve(ctx, p, fewestPresses)
}

func (s Solver) solve(ctx context.Context, p *board.Puzzle, q question) (*Result, error) {
	if p.Board.States() > 2 {
		return s.solveModular(ctx, p, q)
	}
	s = s.begin()
	ctx, release := withMemoryLimit(ctx, s.MaxMemory)
	defer release()
	e, pr, err := s.prepare(ctx, p)
	if err != nil {
		return nil, err
	}
	f, err := e.run(ctx, pr, q, s)
	if err == nil && q == anyAnswer && !s.within(f.presses.Weight()) && !e.counts {
		f, err = s.fewEnough(ctx, e, pr)
	}
	if err != nil {
		return nil, s.checkedRefusal(pr, err)
	}
	res, err := s.result(ctx, e, pr, f)
	if err == nil && (res.Minimum || q == anyAnswer) {
		res.Stopped = nil // nothing that was asked for is missing
	}
	return res, err
}

// fewEnough looks for an answer that meets the bound. The fewest presses decide whether there is one. The
// search for them ends as soon as some answer meets it.
func (s Solver) fewEnough(ctx context.Context, e engine, pr *problem) (finding, error) {
	search, stop := context.WithCancel(ctx)
	defer stop()
	enough := s
	enough.Progress = func(best, lower int) {
		if s.Progress != nil {
			s.Progress(best, lower)
		}
		if best <= *s.AtMost {
			stop()
		}
	}
	return e.run(search, pr, fewestPresses, enough)
}

// begin starts the clock for a question.
func (s Solver) begin() Solver {
	s.begun = time.Now()
	return s
}

// result checks what an engine found and adds all that is known about it.
func (s Solver) result(ctx context.Context, e engine, pr *problem, f finding) (*Result, error) {
	if err := s.believe(ctx, e, pr, f); err != nil {
		return nil, err
	}
	res := &Result{
		Puzzle: pr.puzzle, Presses: board.Bits(f.presses), Cost: s.cost(f.presses), Priced: s.Costs != nil, Proof: f.proof, Steps: f.steps, Stopped: f.stopped,
		LowerBound: f.lower, Bound: f.bound, Engine: e.name, Xor: f.xor, Card: f.card, effort: f.effort,
		Answers: pr.answers(), Rank: pr.whole.Rank(), Nullity: pr.whole.Nullity(),
		fewest: pr.fewestFlips(),
	}
	if flips := res.fewest * s.cheapest(); flips > f.lower {
		res.LowerBound, res.Bound = flips, boundByFlips
	}
	if f.proof == "" && pr.linear.Nullity() == 0 {
		res.Proof = onlyAnswer
	}
	return res.conclude(s), nil
}

// conclude draws what follows from the bounds and the proof.
func (r *Result) conclude(s Solver) *Result {
	if r.Proof == "" && r.LowerBound >= r.Cost {
		r.Proof = tooFewFlips
		switch r.Bound {
		case boundByParities, boundByPacking:
			r.Proof = r.Bound
		}
	}
	if r.Proof != "" {
		r.Minimum, r.LowerBound, r.Bound = true, r.Cost, ""
	}
	r.Elapsed = time.Since(s.begun)
	return r
}

// cost is what presses cost.
func (s Solver) cost(presses gf2.Vec) int {
	if s.Costs == nil {
		return presses.Weight()
	}
	sum := 0
	for x := range presses.Ones() {
		sum += s.Costs[x]
	}
	return sum
}

// maxCost is the most that a switch may cost. A sum of costs, one per switch, is then far from overflow; with 32
// bits it is checked.
const maxCost = 1 << 30

// checkCosts refuses costs that are not one for each switch, or out of range.
func (s Solver) checkCosts(b *board.Board) error {
	if s.Costs == nil {
		return nil
	}
	if n := b.Switches(); len(s.Costs) != n || n == 0 {
		return fmt.Errorf("%d costs for the %d switches of %s", len(s.Costs), n, b.Spec())
	}
	total := int64(0)
	for x, c := range s.Costs {
		if c < 1 || c > maxCost {
			return fmt.Errorf("switch %d costs %d; a cost is from 1 to %d", x+1, c, maxCost)
		}
		total += int64(c)
	}
	if total > math.MaxInt {
		return fmt.Errorf("the costs of all switches add up to %d; this machine counts to %d", total, math.MaxInt)
	}
	return nil
}

// cheapest is the least that a press costs.
func (s Solver) cheapest() int {
	if s.Costs == nil {
		return 1
	}
	return slices.Min(s.Costs)
}

// prepare finds the engine and the problem it gets.
func (s Solver) prepare(ctx context.Context, p *board.Puzzle) (engine, *problem, error) {
	return s.prepareFor(ctx, p, false)
}

// prepareFor is prepare; listing tells whether all answers are asked for.
func (s Solver) prepareFor(ctx context.Context, p *board.Puzzle, listing bool) (engine, *problem, error) {
	if err := p.Board.TwoStates(); err != nil {
		return engine{}, nil, err
	}
	plain, asked := s.memory != nil && !listing && s.isPlain(p), s.Engine
	if plain {
		if e, pr := s.memory.again(&s, p); pr != nil {
			return e, pr, nil
		}
	}
	if s.AtMost != nil && s.AtLeast != nil && *s.AtMost < *s.AtLeast {
		return engine{}, nil, fmt.Errorf("no number of presses is at least %d and at most %d", *s.AtLeast, *s.AtMost)
	}
	if err := s.checkCosts(p.Board); err != nil {
		return engine{}, nil, err
	}
	if s.Costs != nil && s.counted() {
		return engine{}, nil, fmt.Errorf("costs and bounds on the number of presses do not go together")
	}
	e, err := s.pick(p, listing)
	if err != nil {
		return e, nil, err
	}
	s.Engine = e.name
	if err := e.takes(p.Board); err != nil {
		return e, nil, err
	}
	if p, err = p.Load(); err != nil {
		return e, nil, err
	}
	pr, err := s.restrict(ctx, p)
	if err != nil {
		return e, nil, err
	}
	pr.engine = e.name
	if err := e.fits(pr, s); err != nil {
		return e, nil, err
	}
	if s.memory == nil {
		return e, pr, pr.analyse(ctx, e)
	}
	err = s.memory.recall(ctx, pr, e, s)
	if err == nil && plain {
		s.memory.keep(asked, e, pr)
	}
	return e, pr, err
}

// counted reports whether the number of presses is bounded.
func (s Solver) counted() bool { return s.AtMost != nil || s.AtLeast != nil }

// Proofs, as results name them and certificates keep them.
const (
	onlyAnswer  = "the only answer"
	tooFewFlips = "each press flips too few lights for fewer"

	// What a lower bound rests on that is not the minimum.
	boundByFlips    = "the most lights that a press flips"
	boundByParities = "linear programming over the parities of the lights"
	boundByPacking  = "lights that must change and have no switch in common"
	boundBySearch   = "search (%s)"
	lightestOf      = "lightest of 2^%d answers (%s)"
	noneBelow       = "fewer than %d is unsatisfiable (gini, %s)"
	statesSearched  = "breadth-first search over states"
)

// quickToCheck is a number of lights that take about a tenth of a second to replay.
const quickToCheck = 1 << 20

// within reports whether a number of presses keeps to the bounds.
func (s Solver) within(n int) bool {
	return (s.AtMost == nil || n <= *s.AtMost) && (s.AtLeast == nil || n >= *s.AtLeast)
}

// believe replays what an engine found and checks it against everything that was asked.
func (s Solver) believe(ctx context.Context, e engine, pr *problem, f finding) error {
	wrong := func(what string) error {
		return fmt.Errorf("solve: engine %s gave presses that %s; this is a fault of the program, please report it", e.name, what)
	}
	// An answer found in time is checked even if time ran out meanwhile, as long as that is quick.
	b := pr.puzzle.Board
	if b.Lights() <= quickToCheck || b.ByWords() && b.Lights()/64 <= quickToCheck {
		ctx = context.Background()
	}
	left, err := leftWrong(ctx, pr.puzzle, board.Bits(f.presses))
	if err != nil {
		return &GaveUpError{Engine: e.name, Cause: context.Cause(ctx)}
	}
	if left > 0 {
		return wrong(fmt.Sprintf("leave %d lights wrong", left))
	}
	if forbidden := pr.puzzle.Forbidden; forbidden.Len() > 0 && f.presses.Overlap(forbidden) > 0 {
		return wrong("press forbidden switches")
	}
	for x := range pr.fixed.Ones() {
		if f.presses.Bit(x) != pr.base.Bit(x) {
			return wrong(fmt.Sprintf("do not keep to the restriction on switch %d", x+1))
		}
	}
	for _, g := range pr.groups {
		for _, x := range g {
			if f.presses.Bit(x) != f.presses.Bit(g[0]) {
				return wrong("are not symmetric")
			}
		}
	}
	switch {
	case s.within(f.presses.Weight()):
		return nil
	case e.counts:
		return wrong("are not within the bounds")
	case f.proof != "" || s.AtMost != nil && max(f.lower, pr.fewestFlips()) > *s.AtMost:
		return &UnsolvableError{Condition: s.conditions(pr)}
	default:
		return &GaveUpError{Engine: e.name, Cause: f.stopped}
	}
}

// checkedRefusal passes an engine's error on, after replaying the witness if it has one.
func (s Solver) checkedRefusal(pr *problem, err error) error {
	proved := true
	no, ok := errors.AsType[*UnsolvableError](err)
	switch {
	case ok && no.Condition == "":
		proved = no.Proves(pr.puzzle)
	case ok && no.Witness.Len() > 0:
		proved = checkWitness(pr.puzzle, pr.fixed, board.Bits(pr.change), no.Witness)
	}
	if !proved {
		return fmt.Errorf("solve: the witness of unsolvability does not hold; this is a fault of the program, please report it")
	}
	return err
}

// Count is how many answers there are that keep to everything asked; 0 for an unsolvable puzzle.
// With bounds on the number of presses, and by the SAT engine, it lists them one by one.
func (s Solver) Count(ctx context.Context, p *board.Puzzle) (*big.Int, error) {
	if p.Board.States() > 2 {
		return s.countModular(ctx, p)
	}
	n := new(big.Int)
	e, err := s.pick(p, true)
	if err != nil {
		return nil, err
	}
	if s.counted() || e.all != nil {
		one := big.NewInt(1)
		for _, err := range s.All(ctx, p) {
			if err != nil {
				return noneIfRefuted(n, err)
			}
			n.Add(n, one)
		}
		return n, nil
	}
	res, err := s.Any(ctx, p)
	if err != nil {
		return noneIfRefuted(n, err)
	}
	return res.Answers, nil
}

func noneIfRefuted(zero *big.Int, err error) (*big.Int, error) {
	if _, unsolvable := errors.AsType[*UnsolvableError](err); unsolvable {
		return zero, nil
	}
	return nil, err
}

// All yields every answer, each checked. By linear algebra it begins with the one that [Solver.Any]
// finds, and one quiet pattern is added from each to the next (Gray code), so that the order is
// always the same. An error ends the sequence: a puzzle without answers is one, bounds that no
// answer keeps simply yield nothing. There may be very many answers: stop when you have enough.
func (s Solver) All(ctx context.Context, p *board.Puzzle) iter.Seq2[board.State, error] {
	if p.Board.States() > 2 {
		return s.allModular(ctx, p)
	}
	return func(yield func(board.State, error) bool) {
		e, pr, err := s.prepareFor(ctx, p, true)
		if err == nil && s.BreakSymmetry {
			err = fmt.Errorf("symmetry breaking leaves answers out: it does not go with listing or counting them")
		}
		if err != nil {
			yield(board.State{}, err)
			return
		}
		ctx, release := withMemoryLimit(ctx, s.MaxMemory)
		defer release()
		list := e.all
		if list == nil {
			list = e.coset
		}
		for presses, err := range list(ctx, pr, s) {
			if err == nil {
				err = s.believe(ctx, e, pr, finding{presses: presses})
			}
			if err != nil {
				yield(board.State{}, s.checkedRefusal(pr, err))
				return
			}
			if !yield(board.Bits(presses), nil) {
				return
			}
		}
	}
}

// coset lists all answers by linear algebra, leaving out those beyond the bounds.
func (e engine) coset(ctx context.Context, pr *problem, s Solver) iter.Seq2[gf2.Vec, error] {
	return func(yield func(gf2.Vec, error) bool) {
		f, err := e.run(ctx, pr, anyAnswer, s)
		if err != nil {
			yield(gf2.Vec{}, err)
			return
		}
		quiet, err := quietPatterns(pr.puzzle.Board, pr.linear)
		if err != nil {
			yield(gf2.Vec{}, err)
			return
		}
		for presses := range span(f.presses, quiet) {
			if err := ctx.Err(); err != nil {
				yield(gf2.Vec{}, &GaveUpError{Engine: e.name, Cause: context.Cause(ctx)})
				return
			}
			if s.within(presses.Weight()) && !yield(presses.Clone(), nil) {
				return
			}
		}
	}
}

// span yields word plus every sum of basis vectors in the order of the reflected Gray code: the
// i-th step adds the basis vector whose number is the lowest set bit of i. It counts in a slice of
// bools, as there is no word wide enough for every basis. The yielded vector is reused.
func span(word gf2.Vec, basis []gf2.Vec) iter.Seq[gf2.Vec] {
	return func(yield func(gf2.Vec) bool) {
		at := word.Clone()
		counter := make([]bool, len(basis)+1)
		for {
			if !yield(at) {
				return
			}
			low := 0
			for counter[low] {
				counter[low] = false
				low++
			}
			if low == len(basis) {
				return
			}
			counter[low] = true
			at.Add(basis[low])
		}
	}
}
