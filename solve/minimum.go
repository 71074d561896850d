package solve

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/big"
	"slices"
	"sync"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/cosetleader"
	"lightsout/internal/narrow"
	"lightsout/internal/relax"
)

// Steps records what the proof of a minimum rests on; a certificate contains it.
type Steps = cosetleader.Proof

// lightestAnswer finds the answer with the fewest presses, given any: all answers are that one plus
// the span of the quiet patterns.
func lightestAnswer(ctx context.Context, pr *problem, presses gf2.Vec, s Solver) (finding, error) {
	t, err := s.overTree(ctx, pr)
	if err != nil {
		return finding{}, err
	}
	switch {
	case t != nil && t.quick(s, pr.puzzle.Board, pr.linear.Nullity()):
		return t.minimum(ctx, pr, presses, s), nil
	case t == nil && s.Method == treeMethod: // the context ended
		return finding{presses: presses, stopped: context.Cause(ctx)}, nil
	}
	quiet, err := quietPatterns(pr.puzzle.Board, pr.linear)
	if err != nil {
		return finding{presses: presses, stopped: err}, nil
	}
	if ctx.Err() != nil {
		return finding{presses: presses, stopped: context.Cause(ctx)}, nil
	}
	searching, stop := context.WithCancel(ctx)
	defer stop()
	news := &news{Solver: s, best: presses.Weight(), stop: stop}
	if s.Progress != nil || s.bounded(quiet) {
		s.Progress = news.standing
	}
	if s.Stage != nil {
		s.Stage = news.stage
	}
	c, o := s.coset(pr, presses, quiet)
	if t != nil && (o.MaxSteps == 0 || t.Steps()*treeStep < float64(o.MaxSteps)) {
		o.MaxSteps = max(1, int64(t.Steps()*treeStep))
	}
	var known bound
	if s.bounded(quiet) {
		known = bound{pr.packed(ctx), boundByPacking}
		if len(quiet) > boundsFrom || known.lower > pr.fewestFlips() { // then a light answer may well need no search
			light, err := lightWord(ctx, c, o)
			switch {
			case err != nil:
				return finding{}, err
			case light.Proved && known.lower < light.Weight:
				return lightestFinding(ctx, light, len(quiet)), nil
			}
			c.Word = light.Word // the search, and what stops it, begin there
		}
		if weight := c.Word.Weight(); len(quiet) > boundsFrom && known.lower < weight {
			known = known.or(pr.relaxed(ctx), boundByParities)
		}
		if known.lower >= c.Word.Weight() {
			return known.proves(c.Word), nil
		}
		news.bound(known.lower)
	}
	r, err := cosetleader.Minimum(searching, c, o)
	switch {
	case err != nil && ctx.Err() != nil:
		return finding{presses: c.Word, stopped: context.Cause(ctx)}, nil
	case err != nil:
		return finding{}, err
	case s.bounded(quiet) && known.lower >= r.Weight: // which may have ended the search, or come too late for that
		return known.proves(r.Word), nil
	case t != nil && !r.Proved && errors.Is(r.Stopped, cosetleader.ErrSize):
		return t.minimum(ctx, pr, r.Word, s), nil
	}
	f := lightestFinding(ctx, r, len(quiet))
	if f.proof == "" && known.lower > f.lower {
		f.lower, f.bound = known.lower, known.by
		odd := slices.ContainsFunc(quiet, func(q gf2.Vec) bool { return q.Weight()%2 != 0 })
		if !odd && (r.Weight-known.lower)%2 != 0 && known.lower+1 < r.Weight {
			f.lower++ // all answers have the same parity
		}
		if f.lower >= r.Weight {
			f.stopped = nil
		}
	}
	return f, nil
}

const (
	plainNullity = 8 // up to which weighing all answers takes no time

	packedFrom = 28 // the nullity above which a search may take long
	boundsFrom = 64 // and above which it ends with weak bounds
)

// bounded reports whether there are bounds beside the search.
func (s Solver) bounded(quiet []gf2.Vec) bool {
	return len(quiet) > packedFrom && s.Costs == nil && s.Method == ""
}

// lightWord is a light word of the coset that is quickly found, or the lightest if that is as quick.
func lightWord(ctx context.Context, c cosetleader.Problem, o cosetleader.Options) (cosetleader.Result, error) {
	o.MaxSteps = 1
	return cosetleader.Minimum(ctx, c, o)
}

// bound is a number of presses that no answer is below, and what that rests on.
type bound struct {
	lower int
	by    string
}

// or is the better of two bounds.
func (b bound) or(lower int, by string) bound {
	if lower > b.lower {
		return bound{lower, by}
	}
	return b
}

// proves is the finding that an answer is as light as the bound. It does not tell what a search did meanwhile, which
// depends on the clock.
func (b bound) proves(presses gf2.Vec) finding {
	return finding{presses: presses, lower: b.lower, bound: b.by}
}

// news passes on what a search and the bounds beside it find, from one goroutine at a time: the best answer and
// the best bound of them all.
type news struct {
	Solver
	mu          sync.Mutex
	best, lower int
	beside      int                // the best bound that is not the search's own
	stop        context.CancelFunc // ends the search and the bounds, or nil
}

// standing hears of an answer and a bound of the search.
func (n *news) standing(best, lower int) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.hear(best, lower)
}

// bound hears of a bound beside the search.
func (n *news) bound(lower int) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.beside = max(n.beside, lower)
	n.hear(n.best, lower)
}

func (n *news) hear(best, lower int) {
	better := best < n.best || lower > n.lower
	n.best, n.lower = min(n.best, best), max(n.lower, lower)
	if better && n.Progress != nil {
		n.Progress(n.best, n.lower)
	}
	if n.stop != nil && n.beside >= n.best {
		n.stop()
	}
}

// stage hears what is being done.
func (n *news) stage(what string, done, all int) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.Stage != nil {
		n.Stage(what, done, all)
	}
}

// relaxed is a lower bound on the presses of any answer by linear programming; 0 if some switches are not
// free.
func (pr *problem) relaxed(ctx context.Context) int { return relax.Lower(ctx, pr.inequalities(ctx)) }

// packed is a lower bound by lights without a switch in common, or 0 likewise.
func (pr *problem) packed(ctx context.Context) int { return relax.Packing(pr.inequalities(ctx)) }

// inequalities is the problem that package relax bounds. It is empty if some switches are not free, or if the context
// ends.
func (pr *problem) inequalities(ctx context.Context) (p relax.Problem) {
	b := pr.system
	if !pr.fixed.IsZero() || pr.groups != nil || pr.change.Len() != b.Lights() {
		return p
	}
	p = relax.Problem{Switches: b.Switches(), Lights: make([][]int32, b.Lights()), Change: make([]bool, b.Lights())}
	var lights []int
	for x := range p.Switches {
		if x%(1<<12) == 0 && ctx.Err() != nil {
			return relax.Problem{}
		}
		lights = b.AppendToggles(lights[:0], x)
		for _, l := range lights {
			p.Lights[l] = append(p.Lights[l], int32(x))
		}
	}
	for l := range pr.change.Ones() {
		p.Change[l] = true
	}
	return p
}

// coset is the search for the lightest answer in the terms of package cosetleader.
func (s Solver) coset(pr *problem, presses gf2.Vec, quiet []gf2.Vec) (cosetleader.Problem, cosetleader.Options) {
	p := cosetleader.Problem{Word: presses, Basis: quiet, Costs: s.Costs}
	if len(quiet) > plainNullity || s.Method != "" { // else all answers are weighed, without hints
		p.Classes, p.Order = parityClasses(pr.system), sweepOrder(pr.system)
	}
	return p, cosetleader.Options{
		Method: s.Method, Workers: s.Workers, MaxMemory: s.MaxMemory, MaxSteps: s.MaxSteps,
		Stage: s.Stage, Progress: s.Progress,
	}
}

// sweepOrder finds an order of the switches in which few lights are open at a time: some of the switches
// around them were placed and some not.
func sweepOrder(b *board.Board) func() []int {
	const most, mostOnes = 1 << 14, 1 << 19 // the order itself takes time, and a dense board is wide in any order
	if b.Switches() > most {
		return nil
	}
	return func() []int {
		columns, ones := make([][]int32, b.Switches()), 0
		for s := range columns {
			for _, l := range b.Toggles(s) {
				columns[s] = append(columns[s], int32(l))
			}
			if ones += len(columns[s]); ones > mostOnes {
				return nil
			}
		}
		return narrow.New(b.Lights(), columns).Path(1 << 21)
	}
}

func lightestFinding(ctx context.Context, r cosetleader.Result, nullity int) finding {
	steps := r.Proof
	f := finding{presses: r.Word, lower: r.Lower, stopped: ended(ctx, r.Stopped), steps: &steps}
	if steps.Method == "" { // it was stopped before it began
		f.steps = nil
	}
	switch {
	case r.Proved && nullity == 0:
		f.proof = onlyAnswer
	case r.Proved:
		f.proof = proofBySearch(nullity, r.Method)
	case r.Method != "":
		f.bound = fmt.Sprintf(boundBySearch, r.Method)
	}
	return f
}

// proofBySearch is lightestOf filled in. Few different ones are asked for, so they are kept.
func proofBySearch(nullity int, method string) string {
	key := searched{nullity, method}
	if text, ok := searchProofs.Load(key); ok {
		return text.(string)
	}
	text := fmt.Sprintf(lightestOf, nullity, method)
	searchProofs.Store(key, text)
	return text
}

type searched struct {
	nullity int
	method  string
}

var searchProofs sync.Map // searched to string

// ended is why a search of package cosetleader was stopped, in the terms of this package. A context that
// ended because memory ran out, or because of a limit that has a name, says so.
func ended(ctx context.Context, err error) error {
	switch {
	case errors.Is(err, cosetleader.ErrMemory):
		return fmt.Errorf("%w: its tables would not fit", errMemory)
	case err != nil && ctx.Err() != nil:
		return context.Cause(ctx)
	}
	return err
}

// parityClasses labels the cells of a grid by the parities of row and column: on odd squares the
// code of quiet patterns splits along these lines, which makes searches faster. The reason is that the
// square of the board's matrix joins only cells with equal parities along every axis, modulo 2. So it is
// on grids of more axes and on tori, where only axes of even length have parities. With three axes and
// more there are too many classes of that kind to be paired. They make four: the cells with an even sum of
// parities, cut by the first axis, and the others, cut likewise.
func parityClasses(b *board.Board) []int {
	shape := b.Shape()
	grid := shape.Kind == "grid"
	if len(shape.Dims) < 2 || shape.Masked || !shape.Pattern.IsCross() || !grid && shape.Kind != "torus" {
		return nil
	}
	labels := make([]int, b.Switches())
	for cell := range labels {
		first, sum := 0, 0
		for at, axis := cell, len(shape.Dims)-1; axis >= 0; axis-- {
			size := shape.Dims[axis]
			if parity := at % size % 2; grid || size%2 == 0 {
				first, sum = parity, sum+parity
			}
			at /= size
		}
		labels[cell] = first*2 + sum%2
		if len(shape.Dims) == 2 && grid {
			labels[cell] = first*2 + (first+sum)%2 // row and column, as certificates name them
		}
	}
	return labels
}

// Methods lists what [Solver].Method takes.
func Methods() []string { return append(cosetleader.Methods(), treeMethod) }

// AllMinimum finds every answer with the fewest presses, by linear algebra: the result's Lightest is
// their number, and EachLightest lists them.
func (s Solver) AllMinimum(ctx context.Context, p *board.Puzzle) (*Result, error) {
	if p.Board.States() > 2 {
		return s.allMinimumModular(ctx, p)
	}
	var count *big.Int
	var list iter.Seq[gf2.Vec]
	var again func(gf2.Vec) error
	res, err := s.byCoset(ctx, p, func(c cosetOf) (finding, error) {
		again = func(presses gf2.Vec) error { return c.believe(ctx, c.engine, c.problem, finding{presses: presses}) }
		if t, err := c.overTree(ctx, c.problem); err != nil {
			return finding{}, err
		} else if t != nil && t.quick(c.Solver, p.Board, c.linear.Nullity()) {
			f, m := t.all(ctx, c.problem, c.presses, c.Solver)
			count = m.Count
			list = func(yield func(gf2.Vec) bool) {
				for word := range m.All() {
					if !yield(t.widen(word, c.presses)) {
						return
					}
				}
			}
			return f, nil
		}
		return c.searched(ctx, func(l cosetleader.Problem, o cosetleader.Options) (cosetleader.Result, error) {
			m, err := cosetleader.AllMinimum(ctx, l, o)
			count, list = m.Count, m.All()
			return m.Result, err
		})
	})
	if err != nil {
		return nil, err
	}
	res.Lightest = count
	res.EachLightest = func(yield func(board.State, error) bool) {
		for presses := range list {
			err := again(presses)
			if !yield(board.Bits(presses), err) || err != nil {
				return
			}
		}
	}
	return res, nil
}

// SecondBest finds the fewest presses and the next number of presses above it that an answer has,
// which is the result's Second.
func (s Solver) SecondBest(ctx context.Context, p *board.Puzzle) (*Result, error) {
	if p.Board.States() > 2 {
		return s.secondModular(ctx, p)
	}
	second := 0
	if s.Method == treeMethod {
		return nil, fmt.Errorf("%w: tree does not look for the second best", cosetleader.ErrMethod)
	}
	res, err := s.byCoset(ctx, p, func(c cosetOf) (finding, error) {
		return c.searched(ctx, func(l cosetleader.Problem, o cosetleader.Options) (r cosetleader.Result, err error) {
			r, second, err = cosetleader.SecondBest(ctx, l, o)
			return r, err
		})
	})
	if err != nil {
		return nil, err
	}
	res.Second = second
	return res, nil
}

// cosetOf is what is needed to ask about all answers of a problem: one of them, and how it was found.
type cosetOf struct {
	Solver
	*problem
	engine  engine
	presses gf2.Vec
}

// byCoset answers a question about the whole coset of answers.
func (s Solver) byCoset(ctx context.Context, p *board.Puzzle, ask func(cosetOf) (finding, error)) (*Result, error) {
	s = s.begin()
	e, pr, err := s.prepare(ctx, p)
	if err != nil {
		return nil, err
	}
	if !e.algebraic {
		return nil, &RefusedError{Engine: e.name, Reason: "it looks for one answer; questions about all the lightest ones need linear algebra", Needs: "gf2"}
	}
	any, err := e.run(ctx, pr, anyAnswer, s)
	if err != nil {
		return nil, s.checkedRefusal(pr, err)
	}
	f, err := ask(cosetOf{Solver: s, problem: pr, engine: e, presses: any.presses})
	if err != nil {
		return nil, err
	}
	return s.result(ctx, e, pr, f)
}

// searched answers it by a search over the span of the quiet patterns.
func (c cosetOf) searched(ctx context.Context, search func(cosetleader.Problem, cosetleader.Options) (cosetleader.Result, error)) (finding, error) {
	quiet, err := quietPatterns(c.puzzle.Board, c.linear)
	if err != nil {
		return finding{}, err
	}
	r, err := search(c.coset(c.problem, c.presses, quiet))
	if err != nil {
		return finding{}, err
	}
	return lightestFinding(ctx, r, len(quiet)), nil
}
