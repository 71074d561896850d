// Package readme_test is the program of the README: a graph with names, the fewest presses, a proof that there are none, a
// generated puzzle and a formula.
package readme_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"strings"
	"testing"

	"lightsout/board"
	"lightsout/cnf"
	"lightsout/encode"
	"lightsout/generate"
	"lightsout/solve"
)

func Example() {
	ctx := context.Background()
	friends := must(board.FromNamedEdges("friends", [][2]string{
		{"alice", "bob"}, {"alice", "carol"}, {"bob", "carol"}, {"carol", "dave"}, {"dave", "erin"}}))
	names := friends.Names()

	puzzle := board.NewPuzzle(friends) // all lights on
	best := must(solve.Minimum(ctx, puzzle))
	for _, s := range best.Presses.Indices() {
		fmt.Println("press", names[s])
	}
	fmt.Println("proved to be the fewest:", best.Minimum)

	puzzle.On = must(friends.ParseState("alice")) // only her light
	_, err := solve.Any(ctx, puzzle)
	if no, ok := errors.AsType[*solve.UnsolvableError](err); ok {
		for _, l := range no.Witness.Indices() { // every switch flips an even number of these
			fmt.Println("witness", names[l])
		}
	}

	grid := must(board.Parse("5x5"))
	batch := must(generate.New(ctx, grid, generate.Options{Seed: 1, Presses: &generate.Range{Low: 15, High: 15}}))
	item := must(batch.Puzzle(ctx, 7)) // puzzle 7, without those before it
	fmt.Println(item.On, "needs", item.MinPresses, "presses")

	var formula cnf.Formula
	if err := encode.Puzzle(&formula, board.NewPuzzle(grid), encode.Options{Xor: "cut:4"}); err != nil {
		log.Fatal(err)
	}
	fmt.Println(formula.NumClauses(), "clauses")
	// Output:
	// press alice
	// press erin
	// proved to be the fewest: true
	// witness alice
	// witness bob
	// 0001110111011111000011101 needs 15 presses
	// 220 clauses
}

func must[T any](value T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return value
}

// The README shows the body of the example as a program.
func TestREADMEShowsTheProgram(t *testing.T) {
	program, err := os.ReadFile("readme_test.go")
	if err != nil {
		t.Fatal(err)
	}
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(string(program), "\nfunc Example()")
	text, _, _ = strings.Cut(text, "\t// Output:\n")
	if !strings.Contains(string(readme), "```go\nfunc main()"+text+"}\n```\n") {
		t.Error("the Go program of README.md is not the example of examples/readme/readme_test.go")
	}
}
