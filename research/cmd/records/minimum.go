package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"time"

	"github.com/spf13/pflag"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/research/pieces"
	"lightsout/research/split"
	"lightsout/solve"
)

// A search by classes that takes more steps than this, of about a nanosecond, is not begun: those of 131×131 are 2^44.
const mostSteps = 1 << 47

var minimumVerb = verb{
	name: "minimum", args: "NxN", summary: "the fewest presses of a square from all on, proved for hours if need be",
	setup: func(flags *pflag.FlagSet) func(context.Context, io.Writer, io.Writer, string) error {
		c := &minimumCommand{}
		c.flags(flags)
		flags.IntVar(&c.memory, "max-memory", 1, "use about so many `GB` for tables; 131x131 needs 12")
		return c.run
	},
}

type minimumCommand struct {
	checkpointFlags
	memory int
}

// run proves the fewest presses of a square from all on. An answer comes from the product; package split says that none
// is lighter, or finds one, from which it goes on. Where the classes are too large for that, package pieces gives a
// lower bound.
func (c *minimumCommand) run(ctx context.Context, out, diagnostics io.Writer, spec string) error {
	q, err := newSquare(ctx, spec)
	if err != nil {
		return err
	}
	return q.minimum(ctx, tables(c.memory, diagnostics), &c.checkpointFlags, out)
}

// tables is options for so many gigabytes.
func tables(memory int, diagnostics io.Writer) split.Options {
	return split.Options{MaxMemory: int64(memory) << 30, Progress: reports(diagnostics)}
}

// square is the n×n board from all on.
type square struct {
	n     int
	board *board.Board
	quiet []gf2.Vec
}

func newSquare(ctx context.Context, spec string) (*square, error) {
	b, quiet, err := quietPatterns(ctx, spec)
	if err != nil {
		return nil, err
	}
	q := &square{board: b, quiet: quiet}
	if dims := b.Shape().Dims; len(dims) == 2 {
		q.n = dims[0]
	}
	if b.Spec() != fmt.Sprintf("grid:%dx%d", q.n, q.n) {
		return nil, fmt.Errorf("%s: give a square, such as 123x123", spec)
	}
	return q, nil
}

// split is the answers by the parities of row and column, up to the symmetries of the square; nil if that is not
// possible, or would take too long.
func (q *square) split(answer gf2.Vec) *split.Split {
	labels := make([]int, q.n*q.n)
	for x := range labels {
		labels[x] = x/q.n%2*2 + x%q.n%2
	}
	var symmetries [][]int
	for _, to := range []func(r, c int) int{
		func(r, c int) int { return c*q.n + r },
		func(r, c int) int { return r*q.n + q.n - 1 - c },
	} {
		cells := make([]int, len(labels))
		for x := range cells {
			cells[x] = to(x/q.n, x%q.n)
		}
		symmetries = append(symmetries, cells)
	}
	s := split.New(answer, q.quiet, labels, symmetries)
	if s == nil || s.Steps() > mostSteps {
		return nil
	}
	return s
}

// below is the most presses that an answer with fewer than so many can have. If every quiet pattern has an even number
// of switches, all answers have the parity of the one that is known.
func (q *square) below(presses int, answer gf2.Vec) int {
	most := presses - 1
	odd := slices.ContainsFunc(q.quiet, func(v gf2.Vec) bool { return v.Weight()%2 != 0 })
	if !odd && (most-answer.Weight())%2 != 0 {
		most--
	}
	return most
}

func (q *square) minimum(ctx context.Context, o split.Options, save *checkpointFlags, out io.Writer) error {
	began := time.Now()
	answer, proof, err := q.known(ctx)
	if err != nil {
		return err
	}
	saved, err := save.saved(q)
	if err != nil {
		return err
	}
	resumed := false
	if s := q.split(answer); proof == "" && s == nil {
		return q.bounds(ctx, answer, out)
	} else if proof == "" {
		if saved != nil {
			answer, o.Saved = gf2.VecOf(answer.Len(), saved.Presses...), &saved.State
		} else if answer, err = q.light(ctx, s, answer, o); err != nil {
			return err
		}
		if answer, proof, resumed, err = q.prove(ctx, s, answer, o, save); err != nil {
			return err
		}
	}
	if !q.board.Apply(answer).Equal(gf2.AllOnes(q.board.Lights())) {
		return fmt.Errorf("the answer does not turn all lights off: a bug")
	}
	if save.failed != nil {
		fmt.Fprintf(out, "c --checkpoint: %v; the search went on\n", save.failed)
	}
	if resumed {
		proof += "; RESUMED: it rests on what a checkpoint says was tried before"
	}
	fmt.Fprintf(out, "%s: nullity %d, %d presses, minimum (%s), %.1f s\n", q.board.Spec(), len(q.quiet), answer.Weight(), proof, time.Since(began).Seconds())
	return nil
}

// light is an answer of about as many presses as the lightest would have if they were random, or the one given. The
// answers that the product finds without weighing the classes are much heavier, and would make their lists too long.
func (q *square) light(ctx context.Context, s *split.Split, answer gf2.Vec, o split.Options) (gf2.Vec, error) {
	expected, spread := s.Expected()
	step := max(2, spread/4)
	for most := expected; most < answer.Weight(); {
		found, err := s.Lighter(ctx, q.below(most+1, answer), o)
		switch {
		case errors.Is(err, split.ErrMemory) && most > expected-2*spread:
			most -= step
		case err != nil:
			return answer, err
		case found.Lighter.Len() > 0:
			return found.Lighter, nil
		default:
			most += step
		}
	}
	return answer, nil
}

// prove goes on from lighter to lighter answers, and returns the last one with the proof that there is no other.
func (q *square) prove(ctx context.Context, s *split.Split, answer gf2.Vec, o split.Options, save *checkpointFlags) (best gf2.Vec, proof string, resumed bool, err error) {
	for {
		if save != nil {
			o.Save = func(state split.State) { save.keep(savedMinimum{q.board.Spec(), answer.Indices(), state}) }
		}
		found, err := s.Lighter(ctx, q.below(answer.Weight(), answer), o)
		if err != nil {
			return answer, "", false, err
		}
		if found.Lighter.Len() == 0 {
			return answer, found.How, found.Resumed, nil
		}
		answer = found.Lighter
	}
}

// known is an answer that the product finds quickly, and its proof if it has one.
func (q *square) known(ctx context.Context) (answer gf2.Vec, proof string, err error) {
	r, err := solve.Solver{MaxSteps: 1 << 30}.Minimum(ctx, board.NewPuzzle(q.board))
	if err != nil {
		return answer, "", err
	}
	if r.Minimum {
		return r.Presses.Bits(), r.Proof, nil
	}
	return r.Presses.Bits(), "", nil
}

// bounds is what is known of a board that is too large.
func (q *square) bounds(ctx context.Context, answer gf2.Vec, out io.Writer) error {
	lower := pieces.Lower(ctx, q.board, answer, q.quiet, func(lower int) {
		fmt.Fprintf(out, "%s: nullity %d, %d to %d presses so far (pieces)\n", q.board.Spec(), len(q.quiet), lower, answer.Weight())
	})
	if lower = answer.Weight() - (answer.Weight()-lower)/2*2; ctx.Err() == nil { // all answers have one parity
		fmt.Fprintf(out, "%s: nullity %d, %d to %d presses (pieces)\n", q.board.Spec(), len(q.quiet), lower, answer.Weight())
	}
	return ctx.Err()
}

// reports prints every tenth of a stage.
func reports(w io.Writer) func(what string, done, all int) {
	last := ""
	return func(what string, done, all int) {
		line := fmt.Sprintf("%s: %d %%", what, int(math.Floor(float64(done)/float64(all)*10))*10)
		if line != last {
			fmt.Fprintln(w, line)
		}
		last = line
	}
}
