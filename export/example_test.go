package export_test

import (
	"fmt"
	"os"
	"strings"

	"lightsout/board"
	"lightsout/export"
)

// A puzzle goes out as clauses, and a solver's answer comes back as the switches to press.
func Example() {
	b, err := board.Parse("path:2")
	if err != nil {
		fmt.Println(err)
		return
	}
	p := board.NewPuzzle(b)
	if err := export.Write(os.Stdout, p, "cnf", export.Options{}); err != nil {
		fmt.Println(err)
		return
	}
	model, err := export.ReadModel(strings.NewReader("s SATISFIABLE\nv -1 2 0\n"), "solver", b, export.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("press", model.Presses.Indices(), "and the goal is reached:", p.After(model.Presses).Change().IsZero())
	// Output:
	// c lightsout puzzle on path:2: 2 switches, 2 lights, 2 of them to change
	// c variable i is switch i; auxiliaries follow
	// c xor encoding: cut:4
	// p cnf 2 4
	// 1 2 0
	// -1 -2 0
	// 1 2 0
	// -1 -2 0
	// press [1] and the goal is reached: true
}

// The fewest presses, and at most two of them, as a pseudo-Boolean problem.
func ExampleWrite() {
	b, err := board.Parse("path:3")
	if err != nil {
		fmt.Println(err)
		return
	}
	most := 2
	err = export.Write(os.Stdout, board.NewPuzzle(b), "opb", export.Options{Min: true, AtMost: &most})
	if err != nil {
		fmt.Println(err)
	}
	// Output:
	// * #variable= 4 #constraint= 4
	// * lightsout puzzle on path:3: 3 switches, 3 lights, 3 of them to change
	// * x1, x2, ... are the switches; auxiliaries follow
	// * presses: at most 2
	// min: +1 x1 +1 x2 +1 x3 ;
	// +1 x1 +1 x2 = 1 ;
	// +1 x1 +1 x2 +1 x3 -2 x4 = 1 ;
	// +1 x2 +1 x3 = 1 ;
	// -1 x1 -1 x2 -1 x3 >= -2 ;
}
