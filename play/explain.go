package play

import (
	"context"

	"lightsout/board"
	"lightsout/internal/chase"
)

// lesson is light chasing as a person does it; see [chase.Lesson].
type lesson struct {
	Solvable bool         `json:"solvable"`
	Down     []int        `json:"down"`  // the presses of the first chase
	Rule     chase.Rule   `json:"rule"`  // the rule for what is left in the bottom row
	Again    []int        `json:"again"` // the presses of the second chase
	Table    []chase.Rule `json:"table"` // all rules
	Witness  []int        `json:"witness,omitempty"`
	// MustChange is as in solution.
	MustChange int `json:"must_change,omitempty"`
}

func (a *API) explain(ctx context.Context, r position) (*lesson, error) {
	p, err := a.puzzle(r)
	if err != nil {
		return nil, err
	}
	if err := p.Board.TwoStates(); err != nil {
		return nil, err
	}
	if !chases(p.Board) {
		return nil, badRequest("light chasing is shown on plain grids of up to %d columns", maxLessonColumns)
	}
	if !p.Goal.IsZero() || !p.DontCare.IsZero() || !p.Forbidden.IsZero() {
		return nil, badRequest("light chasing is shown for puzzles whose lights should all be off")
	}
	l, err := chase.Explain(p, false)
	if err != nil {
		return nil, err
	}
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	lesson := &lesson{Solvable: l.Solvable, Down: l.Down, Rule: l.Rule, Again: l.Again, Table: l.Table}
	if !l.Solvable {
		lesson.Witness, lesson.MustChange = l.Witness.Indices(), l.Witness.Overlap(p.Change().Bits())
	}
	return lesson, nil
}

// maxLessonColumns is how wide a grid may be for its lookup table to be shown to a person.
const maxLessonColumns = 6

func chases(b *board.Board) bool {
	shape := b.Shape()
	return shape.Cross && shape.Kind == "grid" && shape.Dims[1] <= maxLessonColumns
}
