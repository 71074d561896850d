package chase

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/bits"
	"slices"

	"lightsout/board"
	"lightsout/gf2"
)

// maxTableUnknowns is how many unknowns a board may have for a lookup table: it has up to 2^unknowns
// rules.
const maxTableUnknowns = 12

// Rule is one row of the lookup table: what chasing leaves lit, and which switches to press before
// chasing again. Cells are counted from 0 along their line. The top is the first line and the bottom the
// last: the first and the last column where [Lines.Columns] chase.
type Rule struct {
	Bottom []int `json:"bottom"` // columns left on in the bottom row
	Top    []int `json:"top"`    // columns to press in the top row
	// Only on closed boards.
	LeftTop     []int `json:"left_top,omitempty"`     // on closed boards: columns left on in the top row
	PressBottom []int `json:"press_bottom,omitempty"` // on closed boards: columns to press in the bottom row
}

func (r Rule) compareLeft(other Rule) int {
	return cmp.Or(slices.Compare(r.Bottom, other.Bottom), slices.Compare(r.LeftTop, other.LeftTop))
}

// rule is the row of the table for a residue and the unknowns that clear it.
func (c Lines) rule(left, press gf2.Vec) Rule {
	var r Rule
	r.Bottom, r.LeftTop = c.halves(left)
	r.Top, r.PressBottom = c.halves(press)
	return r
}

// halves lists the cells of the two lines in a vector of residues or unknowns; the first list is never
// nil.
func (c Lines) halves(v gf2.Vec) (a, b []int) {
	a = []int{}
	for i := range v.Ones() {
		if i < c.width {
			a = append(a, i)
		} else {
			b = append(b, i-c.width)
		}
	}
	return a, b
}

// Table is the lookup table of a board that chases: a rule for everything that a solvable state can
// leave, sorted by its lights. Of the presses that clear it the table has the fewest, and among those the
// first in dictionary order. It is never nil.
func Table(b *board.Board) ([]Rule, error) {
	c, m, err := lookup(b)
	if err != nil {
		return nil, err
	}
	return c.table(m), nil
}

// lookup is a board for which there is a table, and its M.
func lookup(b *board.Board) (Lines, *gf2.Matrix, error) {
	c, ok := New(b)
	switch {
	case !ok:
		return c, nil, fmt.Errorf("light chasing needs a grid, cylinder, torus, Möbius or Klein board with the cross pattern; %s is not one", b.Spec())
	case c.closed && c.lines < 3:
		return c, nil, fmt.Errorf("light chasing on %s: needs at least 3 %s, because otherwise a press reaches its neighbours from both sides", b.Spec(), c.name())
	case c.Unknowns() > maxTableUnknowns:
		limit := maxTableUnknowns * c.width / c.Unknowns()
		across := "columns"
		if c.columns {
			across = "rows"
		}
		return c, nil, &board.TooLargeError{What: fmt.Sprintf("the lookup table of %s", b.Spec()), Limit: fmt.Sprintf("it is made for up to %d %s", limit, across)}
	}
	if err := c.TooLarge(b); err != nil {
		return c, nil, err
	}
	m, err := c.Matrix(context.Background())
	return c, m, err
}

func (c Lines) name() string {
	if c.columns {
		return "columns"
	}
	return "rows"
}

func (c Lines) table(m *gf2.Matrix) []Rule {
	type press struct {
		switches []int
		u        gf2.Vec
	}
	best := map[string]press{} // by M·u
	n := m.Cols()
	for number := range uint64(1) << n {
		u := gf2.NewVec(n)
		u.Words()[0] = number
		key, p := m.MulVec(u).String(), press{u.Indices(), u}
		if old, ok := best[key]; !ok || fewerThenFirst(p.switches, old.switches) < 0 {
			best[key] = p
		}
	}
	rules := []Rule{}
	for number := uint64(1); number < 1<<n; number++ {
		left := gf2.NewVec(n)
		left.Words()[0] = number
		// What the second chase would leave without further presses. On an open board that is the same.
		_, residue := c.Down(gf2.NewVec(n), c.lights(left))
		if p, ok := best[residue.String()]; ok {
			rules = append(rules, c.rule(left, p.u))
		}
	}
	slices.SortFunc(rules, Rule.compareLeft)
	return rules
}

func fewerThenFirst(a, b []int) int {
	return cmp.Or(cmp.Compare(len(a), len(b)), slices.Compare(a, b))
}

// lights is the state in which only a residue is lit.
func (c Lines) lights(residue gf2.Vec) gf2.Vec {
	state := gf2.NewVec(c.Cells())
	for i := range residue.Ones() {
		if i < c.width {
			state.Set(c.cell(c.lines-1, i), true)
		} else {
			state.Set(c.cell(0, i-c.width), true)
		}
	}
	return state
}

// pressed is the switches of a rule, numbered as on the board.
func (c Lines) pressed(r Rule) gf2.Vec {
	presses := gf2.NewVec(c.Cells())
	for _, i := range r.Top {
		presses.Set(c.cell(0, i), true)
	}
	for _, i := range r.PressBottom {
		presses.Set(c.cell(c.lines-1, i), true)
	}
	return presses
}

// Lesson is how a person solves a board by light chasing: press behind every lit cell, line by line; look
// up what is left; press what the table says, and chase again. The lists are never nil.
type Lesson struct {
	Lines Lines
	Table []Rule
	// Solvable tells whether what the first chase leaves is in the table. If it is not, Witness is a
	// set of lights that every switch flips an even number of, and an odd number must change. So every
	// row of the table has an even number of the witness's lights, and what is left an odd number.
	Solvable bool
	Witness  gf2.Vec
	// Down are the presses of the first chase, line by line: behind every lit cell of the line before.
	Down []int
	// Rule is what then is left, and what it calls for: nothing if the state is unsolvable.
	Rule Rule
	// Answers is how many ways there are to clear what is left. Each leads to another answer, and there are no
	// others: an answer is decided by its presses on the lines that the table speaks of. So Fewest, the fewest
	// presses of them all, is the fewest of any answer.
	Answers, Fewest int
	// Press is what the rule calls for, as switches of the board.
	Press []int
	// Again are the presses of the second chase.
	Again []int
	// Presses is the sum of all: pressing twice cancels.
	Presses gf2.Vec
}

// Explain solves a board as a person would, with the lookup table. The sum of its presses was checked
// against the board. It refuses puzzles that have another goal than dark or forbid switches.
func Explain(p *board.Puzzle) (*Lesson, error) { return explain(p, false) }

// ExplainFewest is Explain, but presses before the second chase what leads to the fewest presses in all.
func ExplainFewest(p *board.Puzzle) (*Lesson, error) { return explain(p, true) }

func explain(p *board.Puzzle, fewest bool) (*Lesson, error) {
	if !p.Goal.IsZero() || !p.DontCare.IsZero() || p.Forbidden.Len() > 0 && !p.Forbidden.IsZero() {
		return nil, errors.New("light chasing turns every light off and may press every switch: it takes no other goal and no forbidden switches")
	}
	c, m, err := lookup(p.Board)
	if err != nil {
		return nil, err
	}
	down, left := c.Down(gf2.NewVec(c.Unknowns()), p.Change().Bits())
	l := &Lesson{
		Lines: c, Table: c.table(m), Rule: c.rule(left, gf2.NewVec(c.Unknowns())),
		Down: down.Indices(), Press: []int{}, Again: []int{}, Presses: down,
	}
	if !left.IsZero() {
		at, ok := slices.BinarySearchFunc(l.Table, l.Rule, Rule.compareLeft)
		if !ok {
			l.Witness = c.witness(m, p.Change().Bits())
			return l, nil
		}
		l.Rule = l.Table[at]
		l.press(left, down)
	}
	if best := l.compare(m.RightNull()); fewest && !best.IsZero() {
		u := c.joined(l.Rule.Top, l.Rule.PressBottom)
		u.Add(best)
		l.Rule = c.rule(left, u)
		l.press(left, down)
	}
	return l, l.check(p)
}

// press fills in what follows on the first chase, by the rule.
func (l *Lesson) press(left, down gf2.Vec) {
	c := l.Lines
	press := c.pressed(l.Rule)
	l.Press = press.Indices()
	both, _ := c.Down(c.joined(l.Rule.Top, l.Rule.PressBottom), c.lights(left))
	l.Again = both.Sum(press).Indices()
	l.Presses = down.Sum(both)
}

// compare goes through all answers, in the order of a Gray code, and returns what is added to the unknowns for the
// first with the fewest presses. The null space of M is that of the board: at most as wide as a table may be.
func (l *Lesson) compare(null []gf2.Vec) (best gf2.Vec) {
	c := l.Lines
	dark := gf2.NewVec(c.Cells())
	quiet := make([]gf2.Vec, len(null))
	for i, u := range null {
		quiet[i], _ = c.Down(u, dark)
	}
	answer, added := l.Presses.Clone(), gf2.NewVec(c.Unknowns())
	best = added.Clone()
	l.Answers, l.Fewest = 1<<len(null), answer.Weight()
	for n := 1; n < l.Answers; n++ {
		i := bits.TrailingZeros(uint(n))
		answer.Add(quiet[i])
		added.Add(null[i])
		if w := answer.Weight(); w < l.Fewest {
			l.Fewest, best = w, added.Clone()
		}
	}
	return best
}

// witness is a quiet pattern with odd overlap with an unreachable change: the board's matrix is
// symmetric, so every switch flips an even number of a quiet pattern's lights.
func (c Lines) witness(m *gf2.Matrix, change gf2.Vec) gf2.Vec {
	dark := gf2.NewVec(c.Cells())
	for _, u := range m.RightNull() {
		if quiet, _ := c.Down(u, dark); quiet.Dot(change) {
			return quiet
		}
	}
	panic("chase: a change that overlaps every quiet pattern evenly is reachable")
}

// Overlap is how many lights of the witness a rule has on its left side.
func (l *Lesson) Overlap(r Rule) int {
	return l.Lines.lights(l.Lines.joined(r.Bottom, r.LeftTop)).Overlap(l.Witness)
}

// joined is the vector of halves.
func (c Lines) joined(a, b []int) gf2.Vec {
	v := gf2.VecOf(c.Unknowns(), a...)
	for _, i := range b {
		v.Set(c.width+i, true)
	}
	return v
}

// Seen is what a set of lights has on the lines that the table speaks of, as the left side of a rule.
func (c Lines) Seen(lights gf2.Vec) Rule {
	part := gf2.NewVec(c.Unknowns())
	for i := range c.Unknowns() {
		if i < c.width {
			part.Set(i, lights.Bit(c.cell(c.lines-1, i)))
		} else {
			part.Set(i, lights.Bit(c.cell(0, i-c.width)))
		}
	}
	return c.rule(part, gf2.NewVec(c.Unknowns()))
}

func (l *Lesson) check(p *board.Puzzle) error {
	if left := p.After(board.Bits(l.Presses)).On; !left.IsZero() {
		return fmt.Errorf("chase: the lesson leaves %d lights on; this is a fault of the program, please report it", left.Weight())
	}
	l.Solvable = true
	return nil
}
