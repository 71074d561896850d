package chase_test

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/boardtest"
	"lightsout/internal/chase"
)

// The table in McDonnell's description of the 5×5 game; columns count from 1 there.
func TestTableOf5x5(t *testing.T) {
	rules, err := chase.Table(boardtest.Parse(t, "5x5"))
	if err != nil {
		t.Fatal(err)
	}
	want := []chase.Rule{
		{Bottom: []int{0, 1, 2}, Top: []int{1}},
		{Bottom: []int{0, 1, 3, 4}, Top: []int{2}},
		{Bottom: []int{0, 2, 3}, Top: []int{4}},
		{Bottom: []int{0, 4}, Top: []int{0, 1}},
		{Bottom: []int{1, 2, 4}, Top: []int{0}},
		{Bottom: []int{1, 3}, Top: []int{0, 3}},
		{Bottom: []int{2, 3, 4}, Top: []int{3}},
	}
	if fmt.Sprint(rules) != fmt.Sprint(want) {
		t.Errorf("table\n%v, want\n%v", rules, want)
	}
}

// The nullity is the number of unknowns less the logarithm of the table's rows, the empty one included:
// every quiet pattern shows on the lines that the table speaks of. Most nullities are in docs/census.md.
func TestTablesHaveOneRowPerSolvableRemainder(t *testing.T) {
	for spec, rows := range map[string]int{
		"4x4": 1 << 0, "5x5": 1 << 3, "6x6": 1 << 6, "torus:4x4": 1 << 8, "torus:5x5": 1 << 2, "torus:6x6": 1 << 4,
		"cylinder:5x5": 1 << 4, "mobius:5x5": 1 << 9, "klein:5x5": 1 << 6, "mobius:3x4": 1 << 6, "torus:9x3": 1 << 2,
	} {
		rules, err := chase.Table(boardtest.Parse(t, spec))
		if err != nil {
			t.Fatal(err)
		}
		if len(rules)+1 != rows {
			t.Errorf("%s: %d rules, want %d", spec, len(rules), rows-1)
		}
	}
}

// drawBoard is a board with a table.
func drawBoard(t *rapid.T) *board.Board {
	kind := rapid.SampledFrom([]string{"grid", "cylinder", "torus", "mobius", "klein"}).Draw(t, "kind")
	rows, cols := rapid.IntRange(1, 8).Draw(t, "rows"), rapid.IntRange(1, 7).Draw(t, "cols")
	switch kind {
	case "torus":
		rows, cols = max(rows, 3), min(cols, 5)
	case "mobius", "klein":
		rows, cols = min(rows, 5), max(cols, 3)
	}
	self := rapid.SampledFrom([]string{"", ",self=off"}).Draw(t, "self")
	return boardtest.Parse(t, fmt.Sprintf("%s:%dx%d%s", kind, rows, cols, self))
}

// chased goes line by line from the second and presses behind every lit cell, as a person does: with
// the board's own presses, and no recurrence.
func chased(b *board.Board, state gf2.Vec, columns bool) (presses []int) {
	rows, cols := b.Shape().Dims[0], b.Shape().Dims[1]
	lines, width := rows, cols
	cell := func(line, i int) int { return line*cols + i }
	if columns {
		lines, width = cols, rows
		cell = func(line, i int) int { return i*cols + line }
	}
	for line := 1; line < lines; line++ {
		for i := range width {
			if s := cell(line, i); state.Bit(cell(line-1, i)) {
				b.Press(board.Bits(state), s, 1)
				presses = append(presses, s)
			}
		}
	}
	slices.Sort(presses)
	return presses
}

// Following the lesson on the board must solve it, and an unsolvable state must leave what no row of the
// table has, for the reason given.
func TestLessonsSolve(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := drawBoard(t)
		p := board.NewPuzzle(b)
		p.On = board.Bits(boardtest.DrawVec(t, b.Lights(), "on"))
		lesson, err := chase.Explain(p, false)
		if err != nil {
			t.Fatal(err)
		}
		columns := lesson.Lines.Columns()
		state := p.On.Clone()
		if down := chased(b, state.Bits(), columns); !slices.Equal(down, lesson.Down) {
			t.Fatalf("%s: chasing presses %v, the lesson %v", b, down, lesson.Down)
		}
		if left := lesson.Lines.Seen(state.Bits()); fmt.Sprint(left.Bottom, left.LeftTop) != fmt.Sprint(lesson.Rule.Bottom, lesson.Rule.LeftTop) {
			t.Fatalf("%s: chasing leaves %v, the lesson says %v", b, left, lesson.Rule)
		}
		if !lesson.Solvable {
			checkRefusal(t, p, lesson)
			return
		}
		for _, s := range lesson.Press {
			b.Press(state, s, 1)
		}
		if len(lesson.Rule.Bottom)+len(lesson.Rule.LeftTop) > 0 {
			if again := chased(b, state.Bits(), columns); !slices.Equal(again, lesson.Again) {
				t.Fatalf("%s: chasing again presses %v, the lesson %v", b, again, lesson.Again)
			}
		}
		if !state.IsZero() {
			t.Fatalf("%s: the lesson leaves %v", b, state)
		}
		if left := p.After(board.Bits(lesson.Presses)).On; !left.IsZero() {
			t.Fatalf("%s: its sum leaves %v", b, left)
		}
		checkFewest(t, p, lesson)
	})
}

// Among the answers, which are those of the elimination with every choice, none has fewer presses than the lesson says,
// and the lesson of the fewest has so many.
func checkFewest(t *rapid.T, p *board.Puzzle, lesson *chase.Lesson) {
	best, err := chase.Explain(p, true)
	if err != nil {
		t.Fatal(err)
	}
	if best.Presses.Weight() != lesson.Fewest || best.Fewest != lesson.Fewest || len(best.Press) == 0 && lesson.Presses.Weight() < lesson.Fewest {
		t.Fatalf("%s: the fewest is %d, and the lesson of the fewest has %d", p.Board, lesson.Fewest, best.Presses.Weight())
	}
	if e, err := chase.Eliminate(p); err == nil && (e.Presses.Weight() != lesson.Fewest || 1<<len(e.Free) != lesson.Answers) {
		t.Fatalf("%s: the fewest is %d of %d, by elimination %d of %d", p.Board, lesson.Fewest, lesson.Answers, e.Presses.Weight(), 1<<len(e.Free))
	}
}

// An elimination solves what can be solved; otherwise its witness proves that nothing does.
func TestEliminationsSolve(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := boardtest.Parse(t, rapid.SampledFrom([]string{"petersen", "star:7", "merlin", "hex:2", "toric:3", "cycle:9", "4x4,pattern=knight", "path:6,self=off"}).Draw(t, "board"))
		p := board.NewPuzzle(b)
		p.On = board.Bits(boardtest.DrawVec(t, b.Lights(), "on"))
		if rapid.Bool().Draw(t, "restricted") {
			p.Goal = board.Bits(boardtest.DrawVec(t, b.Lights(), "goal"))
			p.DontCare = boardtest.DrawVec(t, b.Lights(), "does not matter")
			p.Forbidden = boardtest.DrawVec(t, b.Switches(), "forbidden")
		}
		e, err := chase.Eliminate(p)
		if err != nil {
			t.Fatal(err)
		}
		if e.Witness.Len() == 0 {
			if wrong := p.After(board.Bits(e.Presses)).Change(); !wrong.IsZero() {
				t.Fatalf("%s: %v leaves %v wrong", b, e.Presses, wrong)
			}
			return
		}
		for s := range b.Switches() {
			if !p.Forbidden.Has(s) && gf2.VecOf(b.Lights(), b.Toggles(s)...).Dot(e.Witness) {
				t.Fatalf("%s: switch %d touches the witness %v oddly", b, s, e.Witness)
			}
		}
		if !e.Witness.Dot(p.Change().Bits()) {
			t.Fatalf("%s: an even number of the witness's lights must change", b)
		}
	})
}

func checkRefusal(t *rapid.T, p *board.Puzzle, lesson *chase.Lesson) {
	for s := range p.Board.Switches() {
		if gf2.VecOf(p.Board.Lights(), p.Board.Toggles(s)...).Dot(lesson.Witness) {
			t.Fatalf("%s: switch %d touches the witness %v oddly", p.Board, s, lesson.Witness)
		}
	}
	if !lesson.Witness.Dot(p.Change().Bits()) {
		t.Fatalf("%s: an even number of the witness's lights must change", p.Board)
	}
	if lesson.Overlap(lesson.Rule)%2 == 0 {
		t.Fatalf("%s: an even number of the witness's lights is left", p.Board)
	}
	for _, rule := range lesson.Table {
		if lesson.Overlap(rule)%2 != 0 {
			t.Fatalf("%s: rule %v has an odd number of the witness's lights", p.Board, rule)
		}
	}
}

// Boards without a table are refused with the reason.
func TestTableRefusals(t *testing.T) {
	for spec, want := range map[string]string{
		"projective:5x5":   "light chasing needs a grid, cylinder, torus, Möbius or Klein board with the cross pattern; projective:5x5 is not one",
		"5x5,pattern=king": "light chasing needs a grid, cylinder, torus, Möbius or Klein board with the cross pattern; grid:5x5,pattern=king is not one",
		"torus:2x5":        "light chasing on torus:2x5: needs at least 3 rows, because otherwise a press reaches its neighbours from both sides",
		"mobius:5x2":       "light chasing on mobius:5x2: needs at least 3 columns, because otherwise a press reaches its neighbours from both sides",
		"5x13":             "the lookup table of grid:5x13 is too large: it is made for up to 12 columns",
		"torus:5x7":        "the lookup table of torus:5x7 is too large: it is made for up to 6 columns",
		"mobius:7x5":       "the lookup table of mobius:7x5 is too large: it is made for up to 6 rows",
	} {
		if _, err := chase.Table(boardtest.Parse(t, spec)); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", spec, err, want)
		}
	}
}

// What a counter counts is what lessons press, press by press.
func TestCounterCountsLessons(t *testing.T) {
	for _, spec := range []string{"5x5", "4x4", "3x7", "cylinder:4x5", "torus:5x5", "torus:3x4,self=off", "mobius:3x5", "klein:4x3", "1x4", "4x8", "8x8", "7x9", "10x6", "31x2", "cylinder:9x7", "120x5", "2x12"} {
		b := boardtest.Parse(t, spec)
		e, err := chase.NewCounter(b)
		if err != nil {
			t.Fatal(err)
		}
		for seed := range uint64(50) {
			p := board.NewPuzzle(b)
			p.On = boardtest.Random(b, seed)
			l, err := chase.Explain(p, false)
			if err != nil || !l.Solvable {
				t.Fatalf("%s: %v", spec, err)
			}
			if got, want := e.Presses(p.On.Bits()), len(l.Down)+len(l.Press)+len(l.Again); got != want {
				t.Errorf("%s, seed %d: %d presses, the lesson has %d", spec, seed, got, want)
			}
		}
	}
	if _, err := chase.NewCounter(boardtest.Parse(t, "hypercube:3")); err == nil {
		t.Error("a hypercube has a table")
	}
}
