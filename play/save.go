package play

import (
	"context"
	"io"
	"strings"

	"lightsout/board"
)

// SaveRequest asks for a puzzle as a file.
type SaveRequest struct {
	Position
	Format string `json:"format"` // "lo" or "graph6"
}

// Saved is the text of a file.
type Saved struct {
	Text string `json:"text"`
}

func (a *API) save(ctx context.Context, r SaveRequest) (*Saved, error) {
	p, err := a.puzzle(r.Position)
	if err != nil {
		return nil, err
	}
	var text strings.Builder
	out := untilDone{ctx, &text}
	switch r.Format {
	case "lo", "graph6":
		err = board.Write(out, r.Format, p)
	default:
		err = badRequest("no such format %q: there is lo and graph6", clip(r.Format))
	}
	if err != nil {
		return nil, err
	}
	return &Saved{Text: text.String()}, nil
}

// untilDone refuses to write once the call is over.
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
