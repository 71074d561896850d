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

// placed is a vector of residues or unknowns as cells of the board: its first half on one line, the second on another.
func (c Lines) placed(v gf2.Vec, first, second int) gf2.Vec {
	cells := gf2.NewVec(c.Cells())
	for i := range v.Ones() {
		if i < c.width {
			cells.Set(c.cell(first, i), true)
		} else {
			cells.Set(c.cell(second, i-c.width), true)
		}
	}
	return cells
}

// lights is the state in which only a residue is lit, and pressed the switches that unknowns press.
func (c Lines) lights(residue gf2.Vec) gf2.Vec { return c.placed(residue, c.lines-1, 0) }
func (c Lines) pressed(u gf2.Vec) gf2.Vec      { return c.placed(u, 0, c.lines-1) }

// lookup is a board that chases, its M, and the lookup table: for each residue, as a number, the unknowns that clear
// it; of length 0 if none do.
type lookup struct {
	Lines
	m     *gf2.Matrix
	press []gf2.Vec
}

// number is a vector of residues or unknowns.
func (l *lookup) number(v gf2.Vec) uint64 { return v.Words()[0] }

func (l *lookup) vector(number int) gf2.Vec {
	v := gf2.NewVec(l.Unknowns())
	v.Words()[0] = uint64(number)
	return v
}

func newLookup(b *board.Board) (*lookup, error) {
	c, ok := New(b)
	along, across := "rows", "columns"
	if c.columns {
		along, across = across, along
	}
	switch {
	case !ok:
		return nil, fmt.Errorf("light chasing needs a grid, cylinder, torus, Möbius or Klein board with the cross "+
			"pattern; %s is not one", b.Spec())
	case c.closed && c.lines < 3:
		return nil, fmt.Errorf("light chasing on %s: needs at least 3 %s, because otherwise a press reaches its "+
			"neighbours from both sides", b.Spec(), along)
	case c.Unknowns() > maxTableUnknowns:
		limit := maxTableUnknowns * c.width / c.Unknowns()
		return nil, &board.TooLargeError{What: fmt.Sprintf("the lookup table of %s", b.Spec()),
			Limit: fmt.Sprintf("it is made for up to %d %s", limit, across)}
	}
	if err := c.TooLarge(b); err != nil {
		return nil, err
	}
	m, err := c.Matrix(context.Background())
	if err != nil {
		return nil, err
	}
	l := &lookup{c, m, make([]gf2.Vec, 1<<c.Unknowns())}
	best := make([]gf2.Vec, len(l.press)) // by M·u
	for n := range best {
		u := l.vector(n)
		if at := &best[l.number(m.MulVec(u))]; at.Len() == 0 || fewerThenFirst(u, *at) {
			*at = u
		}
	}
	for left := range l.press {
		// What the second chase would leave without further presses. On an open board that is the same.
		_, residue := c.Down(l.vector(0), c.lights(l.vector(left)))
		l.press[left] = best[l.number(residue)]
	}
	return l, nil
}

// fewerThenFirst reports whether u has fewer ones than v or, if as many, comes first in dictionary order.
func fewerThenFirst(u, v gf2.Vec) bool {
	if u.Weight() != v.Weight() {
		return u.Weight() < v.Weight()
	}
	return u.Compare(v) > 0
}

// Table is the lookup table of a board that chases: a rule for everything that a solvable state can
// leave, sorted by its lights. Of the presses that clear it the table has the fewest, and among those the
// first in dictionary order. It is never nil.
func Table(b *board.Board) ([]Rule, error) {
	l, err := newLookup(b)
	if err != nil {
		return nil, err
	}
	return l.table(), nil
}

func (l *lookup) table() []Rule {
	rules := []Rule{}
	for left, u := range l.press {
		if left > 0 && u.Len() > 0 {
			rules = append(rules, l.rule(l.vector(left), u))
		}
	}
	slices.SortFunc(rules, func(r, other Rule) int {
		return cmp.Or(slices.Compare(r.Bottom, other.Bottom), slices.Compare(r.LeftTop, other.LeftTop))
	})
	return rules
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

// Explain solves a board as a person would, with the lookup table. If the fewest presses are wanted, it presses before
// the second chase what leads to them. The sum of its presses was checked against the board. It refuses puzzles that
// have another goal than dark or forbid switches.
func Explain(p *board.Puzzle, fewest bool) (*Lesson, error) {
	if !p.Goal.IsZero() || !p.DontCare.IsZero() || p.Forbidden.Len() > 0 && !p.Forbidden.IsZero() {
		return nil, errors.New("light chasing turns every light off and may press every switch: it takes no other " +
			"goal and no forbidden switches")
	}
	t, err := newLookup(p.Board)
	if err != nil {
		return nil, err
	}
	nothing := t.vector(0)
	down, left := t.Down(nothing, p.Change().Bits())
	l := &Lesson{Lines: t.Lines, Table: t.table(), Down: down.Indices()}
	u := t.press[t.number(left)]
	if u.Len() == 0 {
		l.Rule, l.Witness = t.rule(left, nothing), t.Odd(t.m.RightNull(), p.Change().Bits())
		l.Press, l.Again, l.Presses = []int{}, []int{}, down
		return l, nil
	}
	both, _ := t.Down(u, t.lights(left))
	if best := l.compare(t, down.Sum(both)); fewest && !best.IsZero() {
		u = u.Sum(best)
		both, _ = t.Down(u, t.lights(left))
	}
	l.Rule, l.Press, l.Again = t.rule(left, u), t.pressed(u).Indices(), both.Sum(t.pressed(u)).Indices()
	l.Presses = down.Sum(both)
	if left := p.After(board.Bits(l.Presses)).On; !left.IsZero() {
		return nil, fmt.Errorf("chase: the lesson leaves %d lights on; this is a fault of the program, please "+
			"report it", left.Weight())
	}
	l.Solvable = true
	return l, nil
}

// compare goes through all answers, in the order of a Gray code, and returns what is added to the unknowns for the
// first with the fewest presses. The null space of M is that of the board: at most as wide as a table may be.
func (l *Lesson) compare(t *lookup, answer gf2.Vec) (best gf2.Vec) {
	null := t.m.RightNull()
	added := t.vector(0)
	best = added.Clone()
	l.Answers, l.Fewest = 1<<len(null), answer.Weight()
	for n := 1; n < l.Answers; n++ {
		i := bits.TrailingZeros(uint(n))
		answer.Add(t.Quiet(null[i]))
		added.Add(null[i])
		if w := answer.Weight(); w < l.Fewest {
			l.Fewest, best = w, added.Clone()
		}
	}
	return best
}

// Overlap is how many lights of the witness a rule has on its left side.
func (l *Lesson) Overlap(r Rule) (lights int) {
	seen := l.Lines.Seen(l.Witness)
	for _, i := range r.Bottom {
		if slices.Contains(seen.Bottom, i) {
			lights++
		}
	}
	for _, i := range r.LeftTop {
		if slices.Contains(seen.LeftTop, i) {
			lights++
		}
	}
	return lights
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
