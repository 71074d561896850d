package solve

import (
	"context"
	"errors"
	"math/big"
	"strings"
	"testing"

	"lightsout/board"
	"lightsout/internal/boardtest"
	"lightsout/internal/fewest"
)

// manyClassics is so many 5x5 boards side by side: as many times two quiet patterns, far too many for a
// search over their sums.
func manyClassics(copies int) *board.Board {
	var edges [][2]int
	for v := range 25 * copies {
		if v%5 < 4 {
			edges = append(edges, [2]int{v, v + 1})
		}
		if v%25 < 20 {
			edges = append(edges, [2]int{v, v + 5})
		}
	}
	b, err := board.FromEdges("classics", 25*copies, edges)
	if err != nil {
		panic(err)
	}
	return b
}

// The fewest presses of many boards side by side are as many times those of one, and so is, to the power
// of their number, how many answers have as few.
func TestNarrowBoardsOfAnyNullity(t *testing.T) {
	const copies = 400
	one, err := Solver{}.AllMinimum(context.Background(), board.NewPuzzle(boardtest.Parse(t, "5x5")))
	if err != nil {
		t.Fatal(err)
	}
	s := Solver{Conditions: Conditions{Require: []int{24}, Forbid: []int{26}}} // of different copies
	p := board.NewPuzzle(manyClassics(copies))
	res, err := Solver{}.AllMinimum(context.Background(), p)
	if err != nil {
		t.Fatal(err)
	}
	count := new(big.Int).Exp(one.Lightest, big.NewInt(copies), nil)
	if !res.Proved() || res.Cost != copies*one.Cost || res.Lightest.Cmp(count) != 0 || res.Why.Method != fewest.Tree {
		t.Errorf("%d presses, want %d; %v lightest answers, want %v; %s", res.Cost, copies*one.Cost, res.Lightest, count, res.Words())
	}
	seen := map[string]bool{}
	for presses, err := range res.EachLightest {
		if err != nil {
			t.Fatal(err)
		}
		if seen[presses.String()] = true; len(seen) == 20 {
			break
		}
	}
	if len(seen) != 20 {
		t.Errorf("%d different answers of the first 20", len(seen))
	}
	res, err = s.Minimum(context.Background(), p)
	if err != nil || !res.Proved() || !res.Best.Bits().Bit(24) || res.Best.Bits().Bit(26) || res.Cost < copies*one.Cost {
		t.Errorf("with restrictions: %v (%v)", res, err)
	}
}

func TestTreeSaysWhereItDoesNotApply(t *testing.T) {
	s := Solver{Engine: "tree"}
	p := board.NewPuzzle(boardtest.Parse(t, "torus:60x60"))
	if _, err := s.Minimum(context.Background(), p); !errors.Is(err, fewest.ErrMethod) {
		t.Errorf("a wide board: %v", err)
	}
	s.Engine = "tre"
	if _, err := s.Minimum(context.Background(), p); err == nil || !strings.Contains(err.Error(), `did you mean "tree"`) {
		t.Error(err)
	}
}

// Where the tree is quick, the quiet patterns are not listed: a large tree may have thousands of them.
func TestQuickTreesListNoQuietPatterns(t *testing.T) {
	p := board.NewPuzzle(manyClassics(400))
	pr, err := Solver{}.classify(t.Context(), p, fewestPresses)
	if err != nil {
		t.Fatal(err)
	}
	word, err := pr.solve(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	d, err := pr.decide(t.Context(), word)
	if err != nil || pr.algebra.kept() != nil {
		t.Errorf("the quiet patterns are listed (%v)", err)
	}
	taken := ""
	for _, step := range d.Steps() {
		if step.Taken {
			taken = step.Method
		}
	}
	if taken != fewest.Tree {
		t.Errorf("the tree is not taken: %+v", d.Steps())
	}
}
