package play

import (
	"context"

	"lightsout/internal/drawing"
)

// linesRequest asks how the lines between nodes go that a player has put somewhere.
type linesRequest struct {
	Board  boardRef     `json:"board"`  // as in a position
	Places [][2]float64 `json:"places"` // where its nodes stand, in hundredths of a cell
}

func (r linesRequest) board() boardRef { return r.Board }

// lined is the lines, bent around nodes that they would run behind.
type lined struct {
	Lines []drawing.Line `json:"lines"` // what joins the nodes
}

func (a *API) lines(_ context.Context, r linesRequest) (*lined, error) {
	b, err := a.board(r.Board)
	if err != nil {
		return nil, err
	}
	if b, err = b.At(r.Places); err != nil {
		return nil, badRequest("places: %v", err)
	}
	return &lined{Lines: drawing.NewNetwork(b).Lines}, nil
}
