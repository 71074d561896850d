package encode_test

import (
	"context"
	"fmt"
	"os"

	"lightsout/board"
	"lightsout/cnf"
	"lightsout/encode"
)

// The classic 5x5 from all on needs 15 presses.
func Example() {
	b, err := board.Parse("5x5")
	if err != nil {
		fmt.Println(err)
		return
	}
	plan, err := encode.Prepare(board.NewPuzzle(b), encode.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	session := cnf.NewSession()
	if err := plan.Write(session); err != nil {
		fmt.Println(err)
		return
	}
	count, err := plan.Count(session, 15)
	if err != nil {
		fmt.Println(err)
		return
	}
	for k := 15; k >= 14; k-- {
		sat, err := session.Solve(context.Background(), count.AtMost(k)...)
		fmt.Println("at most", k, "presses:", sat, err)
	}
	// Output:
	// at most 15 presses: true <nil>
	// at most 14 presses: false <nil>
}

// Two switches and two lights, where each switch flips both lights: exactly one must be pressed.
func ExamplePuzzle() {
	b, err := board.Parse("path:2")
	if err != nil {
		fmt.Println(err)
		return
	}
	write := func(s cnf.Sink) error {
		return encode.Puzzle(s, board.NewPuzzle(b), encode.Options{Xor: "direct"})
	}
	if err := cnf.WriteDIMACS(os.Stdout, write); err != nil {
		fmt.Println(err)
	}
	// Output:
	// p cnf 2 4
	// 1 2 0
	// -1 -2 0
	// 1 2 0
	// -1 -2 0
}

func ExampleParities() {
	for _, p := range encode.Parities() {
		fmt.Println(p)
	}
	// Output:
	// direct
	// cut:4
	// chain:4
	// bdd
	// arith
	// gauss:4
	// kernel:4
	// chase
}
