package play

import (
	"context"
	"errors"

	"lightsout/board"
	"lightsout/generate"
)

// draw makes a puzzle that needs exactly the presses wished; where no state does, the next fewer.
// The same board, wish and seed give the same puzzle.
func (a *API) draw(ctx context.Context, b *board.Board, presses int, seed uint64) (*Drawn, error) {
	if err := checkWish(b, presses); err != nil {
		return nil, err
	}
	// Half of the time is for a search that may find nothing, as light states are rare on boards
	// with many quiet patterns.
	search, cancel := context.WithTimeout(ctx, a.limits.Time/2)
	defer cancel()
	for wish := presses; wish > 0; wish-- {
		item, err := puzzle(search, b, generate.Options{Seed: seed, Presses: &generate.Range{Low: wish, High: wish}, Workers: 1})
		var refused *generate.RefusedError
		switch {
		case err == nil:
			return &Drawn{On: item.On.Indices(), Presses: wish, Minimum: true}, nil
		case errors.As(err, &refused):
			continue
		case search.Err() != nil && ctx.Err() == nil:
			return press(ctx, b, presses, seed)
		default:
			return nil, err
		}
	}
	return nil, errNothingToDraw
}

// press makes a puzzle by pressing that many switches at random: it may need fewer.
func press(ctx context.Context, b *board.Board, presses int, seed uint64) (*Drawn, error) {
	item, err := puzzle(ctx, b, generate.Options{Seed: seed, Method: "presses", RandomPresses: presses, Workers: 1})
	if err != nil {
		return nil, err
	}
	if item.MinPresses >= 0 {
		return &Drawn{On: item.On.Indices(), Presses: item.MinPresses, Minimum: true}, nil
	}
	return &Drawn{On: item.On.Indices(), Presses: presses}, nil
}

func puzzle(ctx context.Context, b *board.Board, o generate.Options) (generate.Item, error) {
	g, err := generate.New(ctx, b, o)
	if err != nil {
		return generate.Item{}, err
	}
	return g.Puzzle(ctx, 0)
}
