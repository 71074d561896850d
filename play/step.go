package play

import (
	"context"
)

// stepRequest asks what one press does.
type stepRequest struct {
	position
	Press *int `json:"press"` // the switch to press
}

// stepped is the position after a press.
type stepped struct {
	On     []int `json:"on"`
	Solved bool  `json:"solved"` // the goal is reached
}

func (a *API) step(_ context.Context, r stepRequest) (*stepped, error) {
	p, err := a.puzzle(r.position)
	if err != nil {
		return nil, err
	}
	if r.Press == nil {
		return nil, badRequest("the request has no press")
	}
	if err := mayPress(p, *r.Press); err != nil {
		return nil, err
	}
	p.Board.Press(p.On, *r.Press, 1)
	return &stepped{On: p.On.Indices(), Solved: p.Change().IsZero()}, nil
}
