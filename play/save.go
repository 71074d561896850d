package play

import (
	"context"
	"io"
	"strings"

	"lightsout/board"
)

// saveRequest asks for a puzzle as a file.
type saveRequest struct {
	position
	Format string `json:"format"` // "lo" or "graph6"
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
	default:
		err = badRequest("no such format %q: use lo or graph6", clip(r.Format))
	}
	if err != nil {
		return nil, err
	}
	return &saved{Text: text.String()}, nil
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
