package play

import (
	"context"
	"errors"

	"lightsout/board"
	"lightsout/solve"
)

// ChaseRule is a row of the lookup table: left on the bottom row, to press on the top row; columns.
type chaseRule struct {
	Bottom []int `json:"bottom"`
	Top    []int `json:"top"`
}

// Lesson is light chasing as a person does it: press below every lit cell, row by row; look up
// what is left on the bottom row; press what the table says on the top row, and chase again.
type lesson struct {
	Solvable bool        `json:"solvable"`
	Down     []int       `json:"down"`
	Rule     chaseRule   `json:"rule"` // empty if nothing was left
	Again    []int       `json:"again"`
	Table    []chaseRule `json:"table"`
	Witness  []int       `json:"witness,omitempty"`
	// MustChange is as in Solution.
	MustChange int `json:"must_change,omitempty"`
}

func (a *API) explain(ctx context.Context, r position) (*lesson, error) {
	p, err := a.puzzle(r)
	if err != nil {
		return nil, err
	}
	if !chases(p.Board) {
		return nil, badRequest("light chasing is shown on plain grids of up to %d columns", maxLessonColumns)
	}
	if !p.Goal.IsZero() || !p.Forbidden.IsZero() {
		return nil, badRequest("light chasing is shown for puzzles whose lights should all be off")
	}
	table, err := solve.ChaseTable(p.Board)
	if err != nil {
		return nil, err
	}
	lesson := &lesson{Table: []chaseRule{}}
	for _, rule := range table {
		lesson.Table = append(lesson.Table, rowOf(rule))
	}
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	chase, err := solve.ExplainChase(p)
	var unsolvable *solve.UnsolvableError
	if errors.As(err, &unsolvable) {
		lesson.Witness, lesson.MustChange = unsolvable.Witness.Indices(), unsolvable.MustChange
		return lesson, nil
	}
	if err != nil {
		return nil, err
	}
	lesson.Solvable = true
	lesson.Down, lesson.Rule, lesson.Again = list(chase.Down), rowOf(chase.Rule), list(chase.Again)
	return lesson, nil
}

func rowOf(r solve.ChaseRule) chaseRule { return chaseRule{Bottom: list(r.Bottom), Top: list(r.Top)} }

// list is never nil, so that it becomes [] and not null.
func list(indices []int) []int { return append([]int{}, indices...) }

// maxLessonColumns is how wide a grid may be for its lookup table to be shown to a person.
const maxLessonColumns = 6

func chases(b *board.Board) bool {
	_, cols, ok := b.Shape().CrossRows("grid")
	return ok && cols <= maxLessonColumns
}
