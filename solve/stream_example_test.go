package solve_test

import (
	"context"
	"fmt"

	"lightsout/board"
	"lightsout/solve"
)

// A large grid is solved row by row, and its answer is read in the same way.
func ExampleSolver_Any_rows() {
	b, err := board.Parse("grid:1000x3000")
	if err != nil {
		panic(err)
	}
	res, err := solve.Any(context.Background(), board.NewPuzzle(b))
	if err != nil {
		panic(err)
	}
	rows := 0
	for row, err := range b.EachRow(res.Presses) {
		if err != nil {
			panic(err)
		}
		rows++
		if rows == 1 {
			fmt.Println("pressed at row 1, column 5:", row[0]>>4&1 == 1)
		}
	}
	fmt.Println(rows, "rows,", res.PressCount(), "presses")
	// Output:
	// pressed at row 1, column 5: true
	// 1000 rows, 1498900 presses
}
