package bench

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"

	"lightsout/solve"
)

// colours is newInstance for a board whose lights have more than two states: the questions about one answer can be
// asked there.
func (p *instance) colours(ctx context.Context, row row) error {
	b := p.puzzle.Board
	if p.question == askBatch || p.question == askDecode || row.Start.flips > 0 || row.Start.presses != "" {
		return fmt.Errorf("the questions generate and decode, and puzzles so many presses away: %w", b.TwoStates())
	}
	on := row.Start.on
	if p.given = on != ""; !p.given {
		on = "random"
	}
	if err := p.puzzle.SetLights(on, "", p.seed); err != nil {
		return err
	}
	algebra, err := solve.AnalyseColours(ctx, b)
	if err != nil {
		return err
	}
	if _, nullity, prime := algebra.Rank(); prime {
		p.nullity = nullity
	}
	switch {
	case p.given:
		if err := p.suits(ctx); err != nil {
			return err
		}
	case p.question == askUnsolvable:
		return p.spoilColours(ctx)
	}
	if !p.question.counts() && p.question != askFewest {
		return nil
	}
	if algebra.QuietOrder().Cmp(big.NewInt(mostColoured)) <= 0 {
		res, err := solve.Minimum(ctx, p.puzzle)
		if err != nil {
			return err
		}
		if res.Minimum {
			p.fewest = res.PressCount()
		}
	}
	return p.setBound()
}

// mostColoured is how many answers are gone through to find the fewest presses before anyone is asked: some
// seconds' worth.
const mostColoured = 1 << 24

// spoilColours changes one light so that the puzzle has no answer.
func (p *instance) spoilColours(ctx context.Context) error {
	b := p.puzzle.Board
	r := rand.New(rand.NewPCG(p.seed, 5))
	for _, l := range r.Perm(b.Lights()) {
		p.puzzle.On.Add(l, 1)
		_, err := solve.Any(ctx, p.puzzle)
		if _, none := errors.AsType[*solve.UnsolvableError](err); none || err != nil {
			if none {
				err = nil
			}
			return err
		}
	}
	return fmt.Errorf("%w: every state has an answer", errNone)
}
