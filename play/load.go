package play

import (
	"context"
	"io"
	"strings"

	"lightsout/board"
	"lightsout/internal/drawing"
	"lightsout/puzzlefile"
)

// loadRequest is a puzzle as people write it, or the address of the page.
type loadRequest struct {
	// Spec is the board. Or File is the text of a puzzle file, whose first puzzle is taken, and Name
	// is its name.
	Spec string `json:"spec"` // the board's SPEC; or:
	File string `json:"file"` // the text of a puzzle file; its first puzzle is taken
	Name string `json:"name"` // the file's name, for messages
	// On and Goal are states as [board.Puzzle.SetLights] reads them. If empty, they are those of the
	// file, or all on and all off.
	On   string `json:"on"`   // as for --on
	Goal string `json:"goal"` // as for --goal
	// Presses lists the switches pressed so far, in order.
	Presses []int `json:"presses"` // the presses made so far
	// Places are where the player has put the nodes of a graph; those of the file if null.
	Places [][2]float64 `json:"places"` // where the nodes of a graph stand, in hundredths of a cell
}

// randomSeed is the seed of on=random, so that an address is always the same puzzle. It is the one that
// the command takes when none is given.
const randomSeed = 1

// loaded is a puzzle ready to play.
type loaded struct {
	View      *view `json:"view"` // the board to draw and play on
	On        []int `json:"on"`
	Goal      []int `json:"goal"`
	DontCare  []int `json:"dont_care"`
	Forbidden []int `json:"forbidden"`
	Presses   []int `json:"presses"` // the presses made so far
	// Puzzle is the part of the page's address that names this puzzle: two that are the same have the same.
	Puzzle string `json:"puzzle"` // what names the puzzle in an address of the page
	// Places are where the request or the file says that the nodes of a graph stand, in units of a hundredth of a cell;
	// null if none does. The lines of the view are bent for these.
	Places [][2]float64 `json:"places"` // where the nodes stand, if the request or the file says so; else null
	More   bool         `json:"more"`   // the file has further puzzles
}

func (a *API) load(ctx context.Context, r loadRequest) (*loaded, error) {
	p, more, err := a.read(r)
	if err != nil {
		return nil, err
	}
	if err := a.check(p.Board); err != nil {
		return nil, err
	}
	if r.Places != nil {
		if p.Board, err = p.Board.At(r.Places); err != nil {
			return nil, badRequest("places: %v", err)
		}
	}
	if err := p.SetLights(r.On, r.Goal, randomSeed); err != nil {
		return nil, err
	}
	for _, s := range r.Presses {
		if err := mayPress(p, s); err != nil {
			return nil, err
		}
	}
	loaded, err := a.loaded(ctx, p)
	if err == nil {
		loaded.Presses, loaded.More = append(loaded.Presses, r.Presses...), more
	}
	return loaded, err
}

// mayPress refuses a switch that the board does not have, or that the puzzle forbids.
func mayPress(p *board.Puzzle, s int) error {
	switch {
	case s < 0 || s >= p.Board.Switches():
		return outOfRange("switch", s, p.Board.Switches())
	case p.Forbidden.Has(s):
		return badRequest("switch %d must not be pressed", s)
	}
	return nil
}

// read is the puzzle of a request, before On and Goal are applied, and whether more puzzles follow it.
func (a *API) read(r loadRequest) (*board.Puzzle, bool, error) {
	switch {
	case (r.Spec == "") == (r.File == ""):
		return nil, false, badRequest("name a board, or open a file")
	case r.File != "":
		name := r.Name
		if name == "" {
			name = "file"
		}
		puzzles := puzzlefile.NewReader(strings.NewReader(r.File), puzzlefile.ReaderOptions{Name: name})
		p, err := puzzles.Next()
		if err != nil {
			return nil, false, err
		}
		_, err = puzzles.Next()
		return p, err != io.EOF, nil // what cannot be read is more, too
	}
	b, err := a.board(boardRef{Spec: r.Spec})
	if err != nil {
		return nil, false, err
	}
	return board.NewPuzzle(b), false, nil
}

func (a *API) loaded(ctx context.Context, p *board.Puzzle) (*loaded, error) {
	plain, err := p.Board.At(nil) // the places are the puzzle's, and the view is the board's
	if err != nil {
		return nil, err
	}
	view, err := a.view(ctx, plain)
	if err != nil {
		return nil, err
	}
	if p.Board.Places() != nil {
		view.Lines = drawing.NewNetwork(p.Board).Lines
	}
	name, err := nameOf(p)
	if err != nil {
		return nil, err
	}
	return &loaded{
		View: view, On: p.On.Indices(), Goal: p.Goal.Indices(),
		DontCare: p.DontCare.Indices(), Forbidden: p.Forbidden.Indices(),
		Presses: []int{}, Puzzle: name, Places: p.Board.Places(),
	}, nil
}
