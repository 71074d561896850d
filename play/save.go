package play

import (
	"context"
	"io"
	"math"
	"strings"

	"lightsout/board"
	"lightsout/internal/drawing"
)

// saveRequest asks for a puzzle as a file.
type saveRequest struct {
	position
	Format string `json:"format"` // "lo", "graph6" or "svg"
	// Places are where the nodes of a graph stand in an SVG, if they were moved by hand, in units of a
	// hundredth of a cell; Theme is its colours.
	Places [][2]float64 `json:"places"`
	Theme  string       `json:"theme"`
}

// saved is the text of a file.
type saved struct {
	Text string `json:"text"`
}

func (a *API) save(ctx context.Context, r saveRequest) (*saved, error) {
	p, err := a.puzzle(r.position)
	if err != nil {
		return nil, err
	}
	var text strings.Builder
	out := untilDone{ctx, &text}
	switch r.Format {
	case "lo", "graph6":
		err = board.Write(out, r.Format, p)
	case "svg":
		err = r.draw(out, p)
	default:
		err = badRequest("no such format %q: use lo, graph6 or svg", clip(r.Format))
	}
	if err != nil {
		return nil, err
	}
	return &saved{Text: text.String()}, nil
}

// pixels is the side of a cell of a saved drawing; it is the one that the command takes when none is given.
const pixels = 48

// draw writes a drawing, the same as the command's.
func (r saveRequest) draw(w io.Writer, p *board.Puzzle) error {
	theme, err := drawing.ThemeByName(r.Theme)
	if err != nil {
		return err
	}
	plan, err := r.plan(p.Board)
	if err != nil {
		return err
	}
	look := drawing.LookOf(p)
	look.Theme = theme
	return plan.Scene(look).WriteSVG(w, pixels)
}

// plan is where things are drawn: by hand, or by the library.
func (r saveRequest) plan(b *board.Board) (*drawing.Plan, error) {
	if r.Places == nil {
		return drawing.New(b)
	}
	const most = 1e6
	places := make([]drawing.Point, len(r.Places))
	for i, at := range r.Places {
		if !(math.Abs(at[0]) <= most && math.Abs(at[1]) <= most) {
			return nil, badRequest("places[%d] is out of range: places are at most %.0f from the middle", i, most)
		}
		places[i] = drawing.Point{X: at[0], Y: at[1]}
	}
	return drawing.NewAt(b, places)
}

// untilDone stops writing once the call is over.
type untilDone struct {
	ctx context.Context
	to  io.Writer
}

func (w untilDone) Write(text []byte) (int, error) {
	if w.ctx.Err() != nil {
		return 0, context.Cause(w.ctx)
	}
	return w.to.Write(text)
}
