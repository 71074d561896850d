package boardtest

import (
	"testing"

	"lightsout/board"
)

// The nullity of 4x4 is 4 (OEIS A159257) and all-on needs 4 presses (OEIS A075464); the two answers
// of 4 presses are mirror images of each other.
func TestAnswersOf4x4(t *testing.T) {
	b := Parse(t, "4x4")
	if n := len(Answers(board.NewPuzzle(b), Restrictions{})); n != 16 {
		t.Errorf("4x4 from all on has %d answers, want 2^4", n)
	}
	if n := len(Answers(board.NewPuzzle(b), Restrictions{AtMost: new(3)})); n != 0 {
		t.Errorf("4x4 from all on has %d answers of 3 presses, want none", n)
	}
	if n := len(Answers(board.NewPuzzle(b), Restrictions{AtMost: new(4)})); n != 2 {
		t.Errorf("4x4 from all on has %d answers of 4 presses, want two", n)
	}
}

// The hardest 3x3 state, 341, needs 9 presses, and all-on 5 (Gawalt).
func TestDistancesOf3x3(t *testing.T) {
	d := Distances(Parse(t, "3x3"))
	if len(d) != 512 || d[341] != 9 || d[511] != 5 {
		t.Errorf("%d states; 341 at %d, 511 at %d", len(d), d[341], d[511])
	}
}
