package encode_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"lightsout/board"
	"lightsout/cnf"
	"lightsout/encode"
	"lightsout/internal/boardtest"
	"lightsout/puzzlefile"
)

// eachSum runs test with every encoding of sums.
func eachSum(t *testing.T, test func(t *testing.T, name string)) {
	for _, row := range encode.Sums() {
		t.Run(row.Name, func(t *testing.T) { test(t, row.Name) })
	}
}

// smallColours draws a puzzle whose switches have few variables.
func smallColours(t *rapid.T) *board.Puzzle {
	p := boardtest.DrawColours(t)
	if len(encode.Switches(p.Board)) > 15 {
		t.Skip("too many models to try all")
	}
	return p
}

// answerTable tells of every assignment of the switches' variables whether it is an answer with at least lo and
// at most hi presses.
func answerTable(p *board.Puzzle, forbid, require []int, lo, hi int) []bool {
	each := p.Board.States() - 1
	table := make([]bool, 1<<len(encode.Switches(p.Board)))
	for x := range boardtest.AnswersInColour(p, forbid, require) {
		if n := boardtest.Presses([]byte(x)); n < lo || n > hi {
			continue
		}
		at := 0
		for s, n := range []byte(x) {
			at |= (1<<n - 1) << (s * each)
		}
		table[at] = true
	}
	return table
}

// Every encoding of sums has exactly the puzzle's answers as its models.
func TestSumModelsAreTheAnswers(t *testing.T) {
	eachSum(t, func(t *testing.T, name string) {
		rapid.Check(t, func(t *rapid.T) {
			p := smallColours(t)
			opt := encode.Options{Xor: name}
			switches := rapid.SliceOfN(rapid.IntRange(0, p.Board.Switches()-1), 0, 2)
			opt.Forbid, opt.Require = switches.Draw(t, "forbid"), switches.Draw(t, "require")
			want := answerTable(p, opt.Forbid, opt.Require, 0, 1<<20)
			if err := boardtest.NewModels(formula(t, p, opt)).Mismatch(want, nil); err != nil {
				t.Fatalf("%s by %s: %v", p.Board, name, err)
			}
		})
	})
}

// A light that no switch changes must be right already.
func TestSumsOfNothing(t *testing.T) {
	eachSum(t, func(t *testing.T, name string) {
		p := board.NewPuzzle(boardtest.Parse(t, "1x1,self=off,mod=3"))
		for d := range uint8(3) {
			p.On.Set(0, int(d))
			p.Goal.Set(0, 1)
			want := answerTable(p, nil, nil, 0, 2)
			if err := boardtest.NewModels(formula(t, p, encode.Options{Xor: name})).Mismatch(want, nil); err != nil {
				t.Errorf("%s, from state %d to 1: %v", name, d, err)
			}
		}
	})
}

// Bounds count presses, a switch that is pressed twice twice.
func TestBoundedSumModels(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := smallColours(t)
		opt := encode.Options{
			Xor:  rapid.SampledFrom(encode.Sums()).Draw(t, "sum").Name,
			Card: rapid.SampledFrom(encode.Countings()).Draw(t, "card").Name,
		}
		plan, err := encode.Prepare(p, opt)
		if err != nil {
			t.Fatal(err)
		}
		var f cnf.Formula
		if err := plan.Write(&f); err != nil {
			t.Fatal(err)
		}
		k := rapid.IntRange(0, len(encode.Switches(p.Board))).Draw(t, "k")
		count, err := plan.Count(&f, k)
		if err != nil {
			t.Fatal(err)
		}
		most, least := count.AtMost(k), count.AtLeast(k)
		models := boardtest.NewModels(&f)
		if err := models.Mismatch(answerTable(p, nil, nil, 0, k), most); err != nil {
			t.Fatalf("at most %d presses: %v", k, err)
		}
		if err := models.Mismatch(answerTable(p, nil, nil, k, 1<<20), least); err != nil {
			t.Fatalf("at least %d presses: %v", k, err)
		}
	})
}

// Switches that are pressed alike have the same variables throughout.
func TestAlikeSums(t *testing.T) {
	for spec, each := range map[string]int{"2x2,self=off,mod=4": 3, "torus:2x2,self=off": 1, "4x4": 1} {
		p := board.NewPuzzle(boardtest.Parse(t, spec))
		want := answerTable(p, nil, nil, 0, 1<<20)
		of := func(at, s int) int { return at >> (s * each) & (1<<each - 1) }
		for at := range want {
			want[at] = want[at] && of(at, 0) == of(at, 1) && of(at, 1) == of(at, 3)
		}
		f := formula(t, p, encode.Options{Alike: [][]int{{0, 3, 1}, {2}}})
		if err := boardtest.NewModels(f).Mismatch(want, nil); err != nil {
			t.Errorf("%s: %v", spec, err)
		}
	}
}

// oneSum is a puzzle of one light: n switches that each add one to it, and one is needed modulo k.
func oneSum(t testing.TB, n, k int) *board.Puzzle {
	t.Helper()
	text := fmt.Sprintf("p toggle %d 1\nm %d\n", n, k)
	for s := range n {
		text += fmt.Sprintf("t %d 1\n", s+1)
	}
	text += fmt.Sprintf("l 1*%d\n", k-1)
	p, err := puzzlefile.NewReader(strings.NewReader(text), puzzlefile.ReaderOptions{Name: "sum.lo"}).Next()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// sumSizeOf is the size of what is written for such a light, without what each switch takes; ok is false if it is
// too long.
func sumSizeOf(t testing.TB, name string, n, k int) (vars, clauses int, ok bool) {
	t.Helper()
	if _, err := encode.Prepare(oneSum(t, n, k), encode.Options{Xor: name}); err != nil {
		return 0, 0, false
	}
	vars, clauses = sumSize(t, name, k, n)
	return vars, clauses, true
}

// The sizes of the table are those of what is written.
func TestSumSizeIsWhatIsWritten(t *testing.T) {
	eachSum(t, func(t *testing.T, name string) {
		for k := 3; k <= 6; k++ {
			for n := 1; n <= 5; n++ {
				vars, clauses := sumSize(t, name, k, n)
				var size cnf.Counter
				if err := encode.Puzzle(&size, oneSum(t, n, k), encode.Options{Xor: name}); err != nil {
					t.Fatal(err)
				}
				vars += n * (k - 1)
				clauses += n * (k - 2)
				if name == "onehot" {
					vars += n * (k - 2)
					clauses += 3 * n * (k - 2)
				}
				if size.Vars() != vars || size.Clauses != clauses {
					t.Errorf("%d switches modulo %d: %d variables and %d clauses, want %d and %d", n, k, size.Vars(), size.Clauses, vars, clauses)
				}
			}
		}
	})
}

func sumSize(t testing.TB, name string, k, n int) (vars, clauses int) {
	t.Helper()
	p, err := encode.ParseSum(board.NewPuzzle(boardtest.Parse(t, fmt.Sprintf("1x1,mod=%d", k))).Board, name)
	if err != nil {
		t.Fatal(err)
	}
	return p.SumSize(k, n)
}

func TestSumErrors(t *testing.T) {
	p := board.NewPuzzle(boardtest.Parse(t, "5x5,mod=3"))
	for _, tc := range []struct {
		opt  encode.Options
		want string
	}{
		{encode.Options{Xor: "cut:4"}, "is for two states"},
		{encode.Options{Xor: "ordre"}, `did you mean "order"`},
		{encode.Options{Native: true}, "two states only"},
	} {
		if _, err := encode.Prepare(p, tc.opt); err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%+v: %v, want %q", tc.opt, err, tc.want)
		}
	}
	for spec, name := range map[string]string{"complete:20,mod=3": "tuples", "complete:600,mod=3": "order"} {
		_, err := encode.Prepare(board.NewPuzzle(boardtest.Parse(t, spec)), encode.Options{Xor: name})
		if err == nil || !strings.Contains(err.Error(), "use onehot") {
			t.Errorf("%s by %s: %v", spec, name, err)
		}
	}
	// 512 switches add up to 1024 at most, which is as much as order takes.
	if _, err := encode.Prepare(board.NewPuzzle(boardtest.Parse(t, "complete:512,mod=3")), encode.Options{Xor: "order"}); err != nil {
		t.Error(err)
	}
	two := board.NewPuzzle(boardtest.Parse(t, "5x5"))
	if _, err := encode.Prepare(two, encode.Options{Xor: "onehot"}); err == nil || !strings.Contains(err.Error(), "more than two states") {
		t.Errorf("onehot with two states: %v", err)
	}
}
