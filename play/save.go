package play

import (
	"context"
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

func (a *API) save(_ context.Context, r SaveRequest) (*Saved, error) {
	p, err := a.puzzle(r.Position)
	if err != nil {
		return nil, err
	}
	var text strings.Builder
	switch r.Format {
	case "lo":
		err = board.WriteLO(&text, p)
	case "graph6":
		err = board.WriteGraph6(&text, p.Board)
	default:
		err = badRequest("no such format %q: there is lo and graph6", clip(r.Format))
	}
	if err != nil {
		return nil, err
	}
	return &Saved{Text: text.String()}, nil
}
