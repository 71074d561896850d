package picture

import (
	"context"
	"fmt"
	"time"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/solve"
)

// Request asks for a picture on a board.
type Request struct {
	Board *board.Board
	Start gf2.Vec // the lights that are on before the first click
	// Wanted are the lights that should be on.
	Wanted gf2.Vec
	// Visibility, or nil, tells where wrong pixels are seen least, if there must be some:
	// see [Gray.Visibility].
	Visibility []int
	// AnyClicks leaves it at some clicks instead of the fewest.
	AnyClicks bool
	// Solver has the limits and the ears of the searches.
	Solver solve.Solver
}

// Reached is the picture nearest to the wanted one, and how to click it.
type Reached struct {
	Board   *board.Board
	Picture gf2.Vec // the lights that are on in the end
	Wrong   gf2.Vec // those that are not as wanted
	// WrongLower is a proved bound on how many pixels of any reachable picture are wrong; equal to
	// their number if WrongProved.
	WrongLower  int
	WrongProved bool
	// Hidden: with Visibility, no equally few wrong pixels are seen less.
	Hidden bool
	Clicks gf2.Vec
	// ClicksLower is a proved bound on the clicks that show this picture; equal to their number if
	// ClicksProved.
	ClicksLower  int
	ClicksProved bool
	Nullity      int
	Stopped      error // why something is not proved
	Elapsed      time.Duration
}

// Reach finds the reachable picture with the fewest wrong pixels and the fewest clicks that show it.
// It fails if the board has no drawing.
func Reach(ctx context.Context, q Request) (*Reached, error) {
	if q.Board.Layout() == nil {
		return nil, fmt.Errorf("%s has no rows and columns to draw on", q.Board.Spec())
	}
	p := &board.Puzzle{Board: q.Board, On: q.Start, Goal: q.Wanted}
	near, err := q.Solver.Nearest(ctx, p, solve.NearestOptions{Weights: q.Visibility, Fewest: !q.AnyClicks})
	if err != nil {
		return nil, err
	}
	// Changing a light at the start and leaving it wrong in the end come to the same clicks.
	r := &Reached{
		Board: q.Board, Picture: q.Wanted.Sum(near.Lights), Wrong: near.Lights,
		WrongLower: near.Lower, WrongProved: near.Proved, Hidden: near.Lightest,
		Clicks: near.Answer.Presses, ClicksLower: near.Answer.LowerBound, ClicksProved: near.Answer.Minimum,
		Nullity: near.Answer.Nullity, Stopped: near.Stopped, Elapsed: near.Elapsed,
	}
	if r.Stopped == nil {
		r.Stopped = near.Answer.Stopped
	}
	return r, nil
}
