package solve_test

import (
	"context"
	"errors"
	"fmt"

	"lightsout/board"
	"lightsout/solve"
)

func ExampleAny() {
	b, _ := board.Parse("torus:5x5")
	res, err := solve.Any(context.Background(), board.NewPuzzle(b))
	fmt.Println(res.Presses.Weight(), res.Answers, err)
	// Output: 13 256 <nil>
}

func ExampleMinimum() {
	b, _ := board.Parse("9x9")
	res, err := solve.Minimum(context.Background(), board.NewPuzzle(b))
	fmt.Println(res.Presses.Weight(), res.Minimum, err)
	// Output: 25 true <nil>
}

func ExampleUnsolvableError() {
	b, _ := board.Parse("5x5")
	p := board.NewPuzzle(b)
	p.On, _ = board.ParseState(b, "1") // only the first light

	_, err := solve.Any(context.Background(), p)
	var no *solve.UnsolvableError
	if errors.As(err, &no) {
		fmt.Println(no.Witness)
	}
	// Output: 1101100000110110000011011
}

func ExampleSolver() {
	b, _ := board.Parse("5x5")
	s := solve.Solver{Forbid: []int{0}, Require: []int{2}}
	res, err := s.Minimum(context.Background(), board.NewPuzzle(b))
	fmt.Println(res.Presses.Bit(0), res.Presses.Bit(2), res.Presses.Weight(), err)
	// Output: false true 15 <nil>
}
