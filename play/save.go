package play

import (
	"context"
	"io"
	"strings"

	"lightsout/board"
	"lightsout/internal/drawing"
	"lightsout/puzzlefile"
)

// saveRequest asks for a puzzle as a file.
type saveRequest struct {
	position
	Format string `json:"format"` // lo, graph6, svg, or address: what names the puzzle in an address of the page
	// Places are where the nodes of a graph stand in a drawing, if they were moved by hand, in units of a
	// hundredth of a cell; lo and svg keep them. Theme is the colours of an SVG.
	Places [][2]float64 `json:"places"` // where the nodes stand, in hundredths of a cell
	Theme  string       `json:"theme"`  // of svg: light, dark or print
}

// saved is the text of a file.
type saved struct {
	Text string `json:"text"` // the file
}

func (a *API) save(_ context.Context, r saveRequest) (*saved, error) {
	p, err := a.puzzle(r.position)
	if err != nil {
		return nil, err
	}
	if r.Places != nil {
		if p.Board, err = p.Board.At(r.Places); err != nil {
			return nil, badRequest("places: %v", err)
		}
	}
	var text strings.Builder
	switch r.Format {
	case "lo", "graph6":
		err = puzzlefile.Write(&text, r.Format, p)
	case "svg":
		err = r.draw(&text, p)
	case "address":
		var name string
		name, err = nameOf(p)
		text.WriteString(name)
	default:
		err = badRequest("no such format %q: use lo, graph6, svg or address", clip(r.Format))
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
	plan, err := drawing.New(p.Board)
	if err != nil {
		return err
	}
	look := drawing.LookOf(p)
	look.Theme = theme
	return plan.Scene(look).WriteSVG(w, pixels)
}
