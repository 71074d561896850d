package play

import (
	"context"
	"fmt"
	"strings"

	"lightsout/board"
)

// LoadRequest is a puzzle as people and addresses write it.
type LoadRequest struct {
	// Spec is the board; or File is the text of a puzzle file, of which the first puzzle is taken,
	// and Name what the file is called.
	Spec string `json:"spec"`
	File string `json:"file"`
	Name string `json:"name"`
	// On and Goal are lights as the command takes them: all, none, 0/1 or ./#, an integer. Left
	// out, they are as the file says, or all on and all off.
	On   string `json:"on"`
	Goal string `json:"goal"`
	// Presses were made already: a list of switches, counted from 1, in order.
	Presses string `json:"presses"`
}

// Loaded is a puzzle ready to play.
type Loaded struct {
	View      *View `json:"view"`
	On        []int `json:"on"`
	Goal      []int `json:"goal"`
	Forbidden []int `json:"forbidden"`
	Presses   []int `json:"presses"`
}

func (a *API) load(ctx context.Context, r LoadRequest) (*Loaded, error) {
	p, err := a.read(r)
	if err != nil {
		return nil, err
	}
	if err := a.check(p.Board); err != nil {
		return nil, err
	}
	if r.On != "" {
		if p.On, err = board.ParseState(p.Board, r.On); err != nil {
			return nil, fmt.Errorf("the lights that are on: %w", err)
		}
	}
	if r.Goal != "" {
		if p.Goal, err = board.ParseState(p.Board, r.Goal); err != nil {
			return nil, fmt.Errorf("the goal: %w", err)
		}
	}
	presses, err := board.ParseSwitches(p.Board, r.Presses)
	if err != nil {
		return nil, fmt.Errorf("the presses: %w", err)
	}
	for _, s := range presses {
		if p.IsForbidden(s) {
			return nil, badRequest("the presses: switch %d must not be pressed", s+1)
		}
	}
	loaded, err := a.loaded(ctx, p)
	if err == nil {
		loaded.Presses = presses
	}
	return loaded, err
}

// read is the puzzle of a request before its own lights are put on.
func (a *API) read(r LoadRequest) (*board.Puzzle, error) {
	switch {
	case (r.Spec == "") == (r.File == ""):
		return nil, badRequest("name a board, or open a file")
	case r.File != "":
		name := r.Name
		if name == "" {
			name = "file"
		}
		return board.NewReader(strings.NewReader(r.File), board.ReaderOptions{Name: name}).Next()
	}
	b, err := a.board(BoardRef{Spec: r.Spec})
	if err != nil {
		return nil, err
	}
	return board.NewPuzzle(b), nil
}

func (a *API) loaded(ctx context.Context, p *board.Puzzle) (*Loaded, error) {
	view, err := a.view(ctx, p.Board)
	if err != nil {
		return nil, err
	}
	return &Loaded{View: view, On: p.On.Indices(), Goal: p.Goal.Indices(), Forbidden: p.Forbidden.Indices(), Presses: []int{}}, nil
}
