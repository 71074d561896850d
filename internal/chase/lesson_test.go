package chase_test

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/chase"
)

// The table in McDonnell's description of the 5×5 game; columns count from 1 there.
func TestTableOf5x5(t *testing.T) {
	b, err := board.Parse("5x5")
	if err != nil {
		t.Fatal(err)
	}
	rules, err := chase.Table(b)
	if err != nil {
		t.Fatal(err)
	}
	want := []chase.Rule{
		{[]int{0, 1, 2}, []int{1}},
		{[]int{0, 1, 3, 4}, []int{2}},
		{[]int{0, 2, 3}, []int{4}},
		{[]int{0, 4}, []int{0, 1}},
		{[]int{1, 2, 4}, []int{0}},
		{[]int{1, 3}, []int{0, 3}},
		{[]int{2, 3, 4}, []int{3}},
	}
	if fmt.Sprint(rules) != fmt.Sprint(want) {
		t.Errorf("table\n%v, want\n%v", rules, want)
	}
}

// Following the lesson press by press must solve the grid, and a refusal must come with a witness.
func TestLessonsSolve(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		spec := fmt.Sprintf("%dx%d", rapid.IntRange(1, 8).Draw(t, "rows"), rapid.IntRange(1, 7).Draw(t, "cols"))
		b, err := board.Parse(spec)
		if err != nil {
			t.Fatal(err)
		}
		p := board.NewPuzzle(b)
		p.On = gf2.NewVec(b.Lights())
		for l := range b.Lights() {
			p.On.Set(l, rapid.Bool().Draw(t, "on"))
		}
		lesson, err := chase.Explain(p)
		if err != nil {
			t.Fatal(err)
		}
		if !lesson.Solvable {
			for s := range b.Switches() {
				if gf2.VecOf(b.Lights(), b.Toggles(s)...).Dot(lesson.Witness) {
					t.Fatalf("%s: switch %d touches the witness %v oddly", spec, s, lesson.Witness)
				}
			}
			if !lesson.Witness.Dot(p.Change()) {
				t.Fatalf("%s: an even number of the witness's lights must change", spec)
			}
			return
		}
		left := p.On.Clone()
		for _, s := range slices.Concat(lesson.Down, lesson.Rule.Top, lesson.Again) {
			b.Press(left, s)
		}
		if !left.IsZero() {
			t.Fatalf("%s: the lesson leaves %v", spec, left)
		}
		left = p.On.Clone()
		for s := range lesson.Presses.Ones() {
			b.Press(left, s)
		}
		if !left.IsZero() {
			t.Fatalf("%s: its sum leaves %v", spec, left)
		}
	})
}
