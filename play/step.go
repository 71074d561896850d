package play

import "context"

// stepRequest asks what one press does.
type stepRequest struct {
	position
	Press int `json:"press"`
}

// stepped is the position after a press.
type stepped struct {
	On     []int `json:"on"`
	Solved bool  `json:"solved"`
}

func (a *API) step(_ context.Context, r stepRequest) (*stepped, error) {
	p, err := a.puzzle(r.position)
	if err != nil {
		return nil, err
	}
	switch {
	case r.Press < 0 || r.Press >= p.Board.Switches():
		return nil, outOfRange("switch", r.Press, p.Board.Switches())
	case p.IsForbidden(r.Press):
		return nil, badRequest("switch %d must not be pressed", r.Press)
	}
	for _, l := range p.Board.Toggles(r.Press) {
		p.On.Flip(l)
	}
	return &stepped{On: p.On.Indices(), Solved: p.Change().IsZero()}, nil
}
