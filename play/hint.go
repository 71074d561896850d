package play

import "context"

// advice is a solution with the press to make next: any press of an answer will do, in any order.
type advice struct {
	*solution
	// Hint is absent if the goal is reached, or if there is no answer.
	Hint *int `json:"hint,omitempty"` // method hint: the press to make next
}

func (a *API) hint(ctx context.Context, r solveRequest) (*advice, error) {
	s, err := a.solve(ctx, r)
	if err != nil {
		return nil, err
	}
	advice := &advice{solution: s}
	if len(s.Presses) > 0 {
		advice.Hint = &s.Presses[0]
	}
	return advice, nil
}
