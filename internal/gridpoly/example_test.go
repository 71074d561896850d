package gridpoly_test

import (
	"context"
	"fmt"

	"lightsout/internal/gridpoly"
)

func Example() {
	ctx, shape, lights := context.Background(), gridpoly.Shape{Rows: 3, Cols: 3}, gridpoly.All(3)
	solver, err := gridpoly.NewSolver(shape)
	if err != nil {
		panic(err)
	}
	solution, err := solver.Solve(ctx, lights)
	if err != nil {
		panic(err)
	}
	presses, err := solution.Answer.Store(ctx)
	if err != nil {
		panic(err)
	}
	for row := range 3 {
		for col := range 3 {
			if presses.Has(row, col) {
				fmt.Print("#")
			} else {
				fmt.Print(".")
			}
		}
		fmt.Println()
	}
	lit, pressed, err := gridpoly.Check(ctx, shape, presses, lights)
	fmt.Println(pressed, "presses, still lit:", lit, err)
	// Output:
	// #.#
	// .#.
	// #.#
	// 5 presses, still lit: 0 <nil>
}
