package solve_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"lightsout/board"
	"lightsout/solve"
)

func ExampleAny() {
	b, _ := board.Parse("torus:5x5")
	res, err := solve.Any(context.Background(), board.NewPuzzle(b))
	fmt.Println(res.Best.Weight(), res.Algebra.Answers, err)
	// Output: 13 256 <nil>
}

func ExampleMinimum() {
	b, _ := board.Parse("9x9")
	res, err := solve.Minimum(context.Background(), board.NewPuzzle(b))
	fmt.Println(res.Best.Weight(), res.Proved(), err)
	// Output: 25 true <nil>
}

func ExampleResult_Answer() {
	b, _ := board.Parse("2x2")
	res, err := solve.Any(context.Background(), board.NewPuzzle(b))
	if err != nil {
		fmt.Println(err)
		return
	}
	record := res.Answer(-1)
	record.Seconds = 0
	text, _ := json.Marshal(record)
	fmt.Println(string(text))
	// Output: {"board":"grid:2x2","lights":4,"switches":4,"rank":4,"nullity":0,"solvable":true,"presses":[0,1,2,3],"press_count":4,"minimum":true,"lower_bound":4,"proof":"the only answer","method":"only","answers":"1","engine":"polynomial","seconds":0}
}

func ExampleSolver_All() {
	b, _ := board.Parse("2x3")
	for presses, err := range (solve.Solver{}).All(context.Background(), board.NewPuzzle(b)) {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(presses)
	}
	// Output:
	// 100001
	// 110110
	// 011011
	// 001100
}

func ExampleSolver_Nearest() {
	b, _ := board.Parse("5x5")
	p := board.NewPuzzle(b)
	p.On, _ = b.ParseState("1") // only the first light, which is unsolvable
	near, err := solve.Solver{}.Nearest(context.Background(), p, solve.NearestOptions{Fewest: true})
	fmt.Println(near.Count, near.Proved, near.Answer.Best.Weight(), err)
	// Output: 1 true 0 <nil>
}

func ExampleCheck() {
	b, _ := board.Parse("3x3")
	replay := solve.Check(board.NewPuzzle(b), []int{0, 2, 4, 6})
	fmt.Println(replay.Solved, replay.Wrong)
	// Output: false [5 7 8]
}

func ExampleUnsolvableError() {
	b, _ := board.Parse("5x5")
	p := board.NewPuzzle(b)
	p.On, _ = b.ParseState("1") // only the first light

	_, err := solve.Any(context.Background(), p)
	var no *solve.UnsolvableError
	if errors.As(err, &no) {
		fmt.Println(no.Witness)
	}
	// Output: 1101100000110110000011011
}

func ExampleSolver() {
	b, _ := board.Parse("5x5")
	s := solve.Solver{Conditions: solve.Conditions{Forbid: []int{0}, Require: []int{2}}}
	res, err := s.Minimum(context.Background(), board.NewPuzzle(b))
	fmt.Println(res.Best.Bits().Bit(0), res.Best.Bits().Bit(2), res.Best.Weight(), err)
	// Output: false true 15 <nil>
}
