package generate_test

import (
	"context"
	"fmt"
	"os"

	"lightsout/board"
	"lightsout/generate"
)

// The hardest puzzles of 4x4 need seven presses; all that are not alike, to read and as a data set.
func Example() {
	ctx := context.Background()
	b, err := board.Parse("4x4")
	if err != nil {
		panic(err)
	}
	batch, err := generate.Plan(ctx, []*board.Board{b}, generate.Options{
		Seed: 1, Count: 3, Presses: &generate.Range{Low: 7, High: 7}, Distinct: "symmetry",
		Split: []generate.Share{{Name: "train", Weight: 9}, {Name: "test", Weight: 1}},
	})
	if err != nil {
		panic(err)
	}
	fmt.Println(batch.Plans()[0].Limit, "such puzzles exist")
	for p, err := range batch.All(ctx) {
		if err != nil {
			panic(err)
		}
		fmt.Println(p.ID, p.On, p.MinPresses, p.Presses.Indices(), p.Split)
	}
	if err := batch.Write(ctx, os.Stdout, generate.Form{Format: "csv"}); err != nil {
		panic(err)
	}
	// Output:
	// 6 such puzzles exist
	// grid:4x4/ac33e880/1/0 0111110010111011 7 [0 1 2 3 7 12 14] train
	// grid:4x4/ac33e880/1/1 1001000101100101 7 [0 1 3 4 12 13 14] train
	// grid:4x4/ac33e880/1/2 1101011000111001 7 [0 1 2 4 9 13 15] train
	// index,on,lit,min_presses,presses,board,nullity,answers,chase_presses,split
	// 0,0111110010111011,11,7,0 1 2 3 7 12 14,grid:4x4,4,16,7,train
	// 1,1001000101100101,7,7,0 1 3 4 12 13 14,grid:4x4,4,16,7,train
	// 2,1101011000111001,9,7,0 1 2 4 9 13 15,grid:4x4,4,16,7,train
}

func ExampleBatch_Puzzle() {
	b, _ := board.Parse("4x4")
	hardest := generate.Options{Seed: 1, Presses: &generate.Range{Low: 7, High: 7}}
	batch, _ := generate.Plan(context.Background(), []*board.Board{b}, hardest)
	p, _ := batch.Puzzle(context.Background(), 0)
	fmt.Println(p.On, p.MinPresses)
	// Output: 0001110001001011 7
}
