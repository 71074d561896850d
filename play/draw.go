package play

import (
	"context"
	"math/rand/v2"

	"lightsout/board"
	"lightsout/gf2"
)

// tries is how many draws are made for one puzzle before the nearest is taken.
const tries = 60

// draw presses a random set of switches on the dark board, of the size that is wished, and keeps
// it if no answer is shorter. The number of tries is fixed, not the time, so that a seed means the
// same puzzle everywhere.
func (a *API) draw(ctx context.Context, b *board.Board, presses int, seed uint64) (*Drawn, error) {
	if err := checkWish(b, presses); err != nil {
		return nil, err
	}
	random := rand.New(rand.NewPCG(seed, 0))
	var best *Drawn
	for range tries {
		answer := gf2.NewVec(b.Switches())
		for _, s := range random.Perm(b.Switches())[:presses] {
			answer.Set(s, true)
		}
		p := &board.Puzzle{Board: b, On: b.Apply(answer), Goal: gf2.NewVec(b.Lights())}
		if p.On.IsZero() {
			continue
		}
		res, err := a.fewest(ctx, p)
		if err != nil {
			return nil, err
		}
		drawn := &Drawn{On: p.On.Indices(), Presses: min(res.Presses.Weight(), presses), Minimum: res.Minimum}
		if best == nil || distance(drawn.Presses, presses) < distance(best.Presses, presses) {
			best = drawn
		}
		if best.Presses == presses || ctx.Err() != nil {
			break
		}
	}
	if best == nil {
		return nil, errNothingToDraw
	}
	return best, nil
}

func distance(a, b int) int { return max(a-b, b-a) }
