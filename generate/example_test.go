package generate_test

import (
	"context"
	"fmt"

	"lightsout/board"
	"lightsout/generate"
)

// The hardest puzzles of 4x4 need seven presses.
func Example() {
	ctx := context.Background()
	b, err := board.Parse("4x4")
	if err != nil {
		panic(err)
	}
	g, err := generate.New(ctx, b, generate.Options{Seed: 1, Presses: &generate.Range{Low: 7, High: 7}, Distinct: "states"})
	if err != nil {
		panic(err)
	}
	fmt.Println(g.Plan().Limit, "such puzzles exist")
	for i := range uint64(3) {
		item, err := g.Puzzle(ctx, i)
		if err != nil {
			panic(err)
		}
		fmt.Println(item.On, item.MinPresses, item.Presses.Indices())
	}
	// Output:
	// 32 such puzzles exist
	// 1101110100111110 7 [0 1 3 4 5 10 12]
	// 0101011000011001 7 [0 1 2 8 12 13 15]
	// 1011010011000001 7 [0 1 3 4 6 10 15]
}

func ExampleGenerator_Puzzle() {
	b, _ := board.Parse("4x4")
	g, _ := generate.New(context.Background(), b, generate.Options{Seed: 1, Presses: &generate.Range{Low: 7, High: 7}})
	item, _ := g.Puzzle(context.Background(), 0)
	fmt.Println(item.On, item.MinPresses)
	// Output: 0001110001001011 7
}
