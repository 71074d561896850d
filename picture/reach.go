package picture

import (
	"context"
	"time"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/solve"
)

// Request asks for an image on a board.
type Request struct {
	Board *board.Board
	Start gf2.Vec // the lights that are on before the first click
	// Wanted is the lights that should be on at the end; see [Gray.Dither].
	Wanted gf2.Vec
	// AnyClicks accepts any clicks that show the picture instead of the fewest.
	AnyClicks bool
	// Solver sets the limits of the searches and receives their progress.
	Solver solve.Solver
}

// Reached is the reachable picture nearest to the wanted one, and the clicks that show it.
type Reached struct {
	Board   *board.Board
	Picture gf2.Vec // the lights that are on at the end
	Wrong   gf2.Vec // the lights that are not as wanted
	// WrongLower is a proved lower bound on the wrong pixels of any reachable picture. WrongProved
	// means that this picture meets it.
	WrongLower  int
	WrongProved bool
	Clicks      gf2.Vec
	// ClicksLower is a proved lower bound on the clicks that show this picture. ClicksProved means that
	// Clicks meets it.
	ClicksLower  int
	ClicksProved bool
	Nullity      int
	Stopped      error // why a proof is missing, or nil
	Elapsed      time.Duration
}

// otherPixels bounds the search for equally few wrong pixels that need fewer clicks: some seconds.
const otherPixels = 1 << 31

// Reach finds the reachable picture with the fewest wrong pixels, and the fewest clicks that show it. Of pictures with
// equally few it takes one with few clicks: the fewest, where there are not too many to try.
// The board must have a layout in rows and columns.
func Reach(ctx context.Context, q Request) (*Reached, error) {
	if err := drawable(q.Board); err != nil {
		return nil, err
	}
	p := &board.Puzzle{Board: q.Board, On: board.Bits(q.Start), Goal: board.Bits(q.Wanted)}
	near, err := q.Solver.Nearest(ctx, p, solve.NearestOptions{Fewest: !q.AnyClicks, MaxSteps: otherPixels})
	if err != nil {
		return nil, err
	}
	// Changing a light at the start and leaving it wrong at the end take the same clicks.
	r := &Reached{
		Board: q.Board, Picture: q.Wanted.Sum(near.Lights), Wrong: near.Lights,
		WrongLower: near.Lower, WrongProved: near.Proved,
		Clicks: near.Answer.Best.Bits(), ClicksLower: near.Least,
		ClicksProved: near.Least == near.Answer.PressCount(),
		Nullity:      near.Answer.Algebra.Nullity, Stopped: near.Stopped, Elapsed: near.Elapsed,
	}
	if r.Stopped == nil && !r.ClicksProved {
		r.Stopped = near.Answer.Stopped
	}
	return r, nil
}
