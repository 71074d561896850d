package solve

import (
	"context"
	"errors"
	"fmt"
	"iter"
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

// fewest finds the answer with the fewest presses, given any, or whatever else was asked about the lightest.
func (pr *problem) fewest(ctx context.Context, presses board.State) (finding, error) {
	if pr.puzzle.Board.States() > 2 {
		return newResidues(pr).fewest(ctx, presses)
	}
	return pr.lightestSet(ctx, presses.Bits())
}

// lightestSet is fewest where an answer is a set: all answers are the given one plus the span of the quiet patterns.
func (pr *problem) lightestSet(ctx context.Context, presses gf2.Vec) (finding, error) {
	t, err := pr.overTree(ctx)
	if err != nil {
		return finding{}, err
	}
	switch {
	case t != nil && t.quick(pr):
		return t.lightest(ctx, pr, presses), nil
	case t == nil && pr.Method == treeMethod: // the context ended
		return finding{presses: board.Bits(presses), stopped: context.Cause(ctx)}, nil
	}
	quiet, err := quietSets(ctx, pr.linear)
	if err != nil {
		return finding{presses: board.Bits(presses), stopped: err}, nil
	}
	if ctx.Err() != nil {
		return finding{presses: board.Bits(presses), stopped: context.Cause(ctx)}, nil
	}
	searching, stop := context.WithCancel(ctx)
	defer stop()
	bounds := &boundsTracker{progress: pr.Progress, stages: pr.Stage, best: presses.Weight(), stop: stop}
	c, o := pr.searchOf(presses, quiet, bounds)
	switch pr.question {
	case allFewest:
		return pr.allLightest(searching, c, o)
	case secondFewest:
		return pr.secondLightest(searching, c, o)
	}
	if t != nil && (o.MaxSteps == 0 || t.Steps()*treeStep < float64(o.MaxSteps)) {
		o.MaxSteps = max(1, int64(t.Steps()*treeStep))
	}
	var known bound
	if pr.bounded(quiet) {
		known = bound{pr.packed(ctx), boundByPacking}
		if len(quiet) > boundsFrom || known.lower > pr.fewestFlips() { // then a light answer may well need no search
			light, err := lightWord(ctx, c, o)
			switch {
			case err != nil:
				return finding{}, err
			case light.Proved && known.lower < light.Weight || pr.enough(light.Weight):
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
		bounds.raise(known.lower)
	}
	r, err := cosetleader.Minimum(searching, c, o)
	switch {
	case err != nil && ctx.Err() != nil:
		return finding{presses: board.Bits(c.Word), stopped: context.Cause(ctx)}, nil
	case err != nil:
		return finding{}, err
	case pr.bounded(quiet) && known.lower >= r.Weight: // which may have ended the search, or come too late for that
		return known.proves(r.Word), nil
	case t != nil && !r.Proved && errors.Is(r.Stopped, cosetleader.ErrSize):
		return t.lightest(ctx, pr, r.Word), nil
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

// enough reports whether any answer with so many presses will do.
func (pr *problem) enough(weight int) bool {
	return pr.question == anyAnswer && pr.AtMost != nil && weight <= *pr.AtMost
}

const (
	plainNullity = 8 // up to which weighing all answers takes no time

	packedFrom = 28 // the nullity above which a search may take long
	boundsFrom = 64 // and above which it ends with weak bounds
)

// bounded reports whether there are bounds beside the search.
func (pr *problem) bounded(quiet []gf2.Vec) bool {
	return len(quiet) > packedFrom && pr.Costs == nil && pr.Method == "" && pr.question <= fewestPresses
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
	return finding{presses: board.Bits(presses), lower: b.lower, bound: b.by}
}

// boundsTracker passes on what a search and the bounds beside it find, from one goroutine at a time: the best answer
// and the best bound of them all.
type boundsTracker struct {
	progress func(best, lower int)            // or nil
	stages   func(what string, done, all int) // or nil
	stop     context.CancelFunc               // ends the search

	mu          sync.Mutex
	best, lower int
	beside      int // the best bound that is not the search's own
}

// update is told of an answer and a bound of the search.
func (t *boundsTracker) update(best, lower int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	better := best < t.best || lower > t.lower
	t.best, t.lower = min(t.best, best), max(t.lower, lower)
	if better && t.progress != nil {
		t.progress(t.best, t.lower)
	}
	if t.beside >= t.best {
		t.stop()
	}
}

// raise is told of a bound beside the search.
func (t *boundsTracker) raise(lower int) {
	t.mu.Lock()
	t.beside = max(t.beside, lower)
	best := t.best
	t.mu.Unlock()
	t.update(best, lower)
}

// stage is told what is being done.
func (t *boundsTracker) stage(what string, done, all int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.stages(what, done, all)
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
	for l := range pr.change.All() {
		p.Change[l] = true
	}
	return p
}

// searchOf is the search for the lightest answer in the terms of package cosetleader.
func (pr *problem) searchOf(presses gf2.Vec, quiet []gf2.Vec, bounds *boundsTracker) (cosetleader.Problem, cosetleader.Options) {
	p := cosetleader.Problem{Word: presses, Basis: quiet, Costs: pr.Costs}
	if len(quiet) > plainNullity || pr.Method != "" { // else all answers are weighed, without hints
		p.Classes, p.Order = parityClasses(pr.system), sweepOrder(pr.system)
	}
	o := cosetleader.Options{Method: pr.Method, Workers: pr.Workers, MaxMemory: pr.MaxMemory, MaxSteps: pr.MaxSteps}
	if pr.Stage != nil {
		o.Stage = bounds.stage
	}
	if pr.Progress != nil || pr.bounded(quiet) {
		o.Progress = bounds.update
	}
	return p, o
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
	f := finding{presses: board.Bits(r.Word), lower: r.Lower, stopped: ended(ctx, r.Stopped), steps: &steps}
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

// allLightest finds every lightest answer.
func (pr *problem) allLightest(ctx context.Context, c cosetleader.Problem, o cosetleader.Options) (finding, error) {
	m, err := cosetleader.AllMinimum(ctx, c, o)
	if err != nil {
		return finding{}, err
	}
	f := lightestFinding(ctx, m.Result, len(c.Basis))
	f.lightest, f.each = m.Count, listOf(m.All())
	return f, nil
}

// secondLightest finds the lightest answer and the next weight.
func (pr *problem) secondLightest(ctx context.Context, c cosetleader.Problem, o cosetleader.Options) (finding, error) {
	r, second, err := cosetleader.SecondBest(ctx, c, o)
	if err != nil {
		return finding{}, err
	}
	f := lightestFinding(ctx, r, len(c.Basis))
	f.second = second
	return f, nil
}

// listOf is a list of sets as answers.
func listOf(sets iter.Seq[gf2.Vec]) answers {
	return func(context.Context) iter.Seq2[board.State, error] {
		return func(yield func(board.State, error) bool) {
			for word := range sets {
				if !yield(board.Bits(word), nil) {
					return
				}
			}
		}
	}
}
