package chase

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"lightsout/board"
	"lightsout/gf2"
)

// maxTableColumns is how wide a grid may be for a lookup table: it has up to 2^columns rules.
const maxTableColumns = 12

// Rule is one line of the lookup table: what is left on the bottom row after chasing, and which
// switches of the top row to press before chasing again. Columns count from 0.
type Rule struct {
	Bottom []int `json:"bottom"`
	Top    []int `json:"top"`
}

// Table is the lookup table of a grid with the cross pattern: a rule for every bottom row that a
// solvable state can leave, sorted by its lights. Of the presses that do, the table has the fewest,
// and among those the first in dictionary order. It is never nil.
func Table(b *board.Board) ([]Rule, error) {
	_, m, err := grid(b)
	if err != nil {
		return nil, err
	}
	return table(m), nil
}

// grid is a board for which there is a table, and its M.
func grid(b *board.Board) (Rows, *gf2.Matrix, error) {
	c, ok := New(b)
	if !ok || c.around {
		return c, nil, fmt.Errorf("the lookup table is for grids with the cross pattern; %s is not one", b.Spec())
	}
	if c.cols > maxTableColumns {
		return c, nil, &board.TooLargeError{What: fmt.Sprintf("the lookup table of %s", b.Spec()), Limit: fmt.Sprintf("it is made for up to %d columns", maxTableColumns)}
	}
	if err := c.TooLarge(b); err != nil {
		return c, nil, err
	}
	m, err := c.Matrix(context.Background())
	return c, m, err
}

func table(m *gf2.Matrix) []Rule {
	best := map[string]Rule{}
	for bits := uint64(1); bits < 1<<m.Cols(); bits++ {
		top := gf2.NewVec(m.Cols())
		top.Words()[0] = bits
		bottom := m.MulVec(top)
		if bottom.IsZero() {
			continue
		}
		rule := Rule{Bottom: bottom.Indices(), Top: top.Indices()}
		if old, ok := best[bottom.String()]; !ok || fewerThenFirst(rule.Top, old.Top) < 0 {
			best[bottom.String()] = rule
		}
	}
	rules := make([]Rule, 0, len(best))
	for _, rule := range best {
		rules = append(rules, rule)
	}
	slices.SortFunc(rules, func(a, b Rule) int { return slices.Compare(a.Bottom, b.Bottom) })
	return rules
}

func fewerThenFirst(a, b []int) int {
	return cmp.Or(cmp.Compare(len(a), len(b)), slices.Compare(a, b))
}

// Lesson is how a person solves a grid by light chasing: press below every lit cell, row by row; look
// up what is left on the bottom row; press what the table says on the top row, and chase again. The
// lists are never nil.
type Lesson struct {
	Table []Rule
	// Solvable tells whether what the first chase leaves is in the table. If it is not, Witness is a
	// set of lights that every switch flips an even number of, and an odd number must change.
	Solvable bool
	Witness  gf2.Vec
	// Down are the presses of the first chase, row by row: under every lit cell of the row above.
	Down []int
	// Rule is what the bottom row then calls for; it is empty if nothing is left.
	Rule Rule
	// Again are the presses after those on the top row: the second chase.
	Again []int
	// Presses is the sum of all: pressing twice cancels.
	Presses gf2.Vec
}

// Explain solves a grid as a person would, with the lookup table. The sum of its presses was checked
// against the board. It refuses puzzles that have another goal than dark or forbid switches.
func Explain(p *board.Puzzle) (*Lesson, error) {
	if !p.Goal.IsZero() || !p.DontCare.IsZero() || p.Forbidden.Len() > 0 && !p.Forbidden.IsZero() {
		return nil, errors.New("the lesson turns every light off and may press every switch: it takes no other goal and no forbidden switches")
	}
	c, m, err := grid(p.Board)
	if err != nil {
		return nil, err
	}
	lesson := &Lesson{Table: table(m), Rule: Rule{[]int{}, []int{}}, Down: []int{}, Again: []int{}}
	down, left := c.Down(gf2.NewVec(c.cols), p.Change())
	if left.IsZero() {
		lesson.Down, lesson.Presses = down.Indices(), down
		return lesson, lesson.check(p)
	}
	at, ok := slices.BinarySearchFunc(lesson.Table, left.Indices(), func(r Rule, bottom []int) int { return slices.Compare(r.Bottom, bottom) })
	if !ok {
		lesson.Witness = c.witness(m, p.Change())
		return lesson, nil
	}
	lesson.Down, lesson.Rule = down.Indices(), lesson.Table[at]
	// The first chase turned off all but the bottom row, so the second starts from those lights.
	rest := gf2.NewVec(p.Board.Lights())
	for i := range left.Ones() {
		rest.Set((c.rows-1)*c.cols+i, true)
	}
	again, _ := c.Down(gf2.VecOf(c.cols, lesson.Rule.Top...), rest)
	for s := range again.Ones() {
		if s >= c.cols {
			lesson.Again = append(lesson.Again, s)
		}
	}
	lesson.Presses = down.Sum(again)
	return lesson, lesson.check(p)
}

// witness is a quiet pattern with odd overlap with an unreachable change: a grid's matrix is
// symmetric, so every switch flips an even number of a quiet pattern's lights.
func (c Rows) witness(m *gf2.Matrix, change gf2.Vec) gf2.Vec {
	dark := gf2.NewVec(c.Cells())
	for _, u := range m.RightNull() {
		if quiet, _ := c.Down(u, dark); quiet.Dot(change) {
			return quiet
		}
	}
	panic("chase: a change that overlaps every quiet pattern evenly is reachable")
}

func (l *Lesson) check(p *board.Puzzle) error {
	if left := p.After(l.Presses); !left.IsZero() {
		return fmt.Errorf("chase: the lesson leaves %d lights on; this is a fault of the program, please report it", left.Weight())
	}
	l.Solvable = true
	return nil
}
