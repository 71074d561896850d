// Command readme is the library on one page: a graph with names, the fewest presses, a proof that there is no answer, a
// generated puzzle and a formula. The README shows some of its lines.
//
//	go run ./examples/readme
package main

import (
	"context"
	"errors"
	"fmt"
	"log"

	"lightsout/board"
	"lightsout/cnf"
	"lightsout/encode"
	"lightsout/generate"
	"lightsout/solve"
)

func main() {
	ctx := context.Background()
	friends := must(board.FromNamedEdges("friends", [][2]string{
		{"alice", "bob"}, {"alice", "carol"}, {"bob", "carol"}, {"carol", "dave"}, {"dave", "erin"}}))
	names := friends.Names()

	puzzle := board.NewPuzzle(friends) // all lights on
	best := must(solve.Minimum(ctx, puzzle))
	for _, s := range best.Best.Indices() {
		fmt.Println("press", names[s])
	}
	fmt.Println("proved to be the fewest:", best.Proved())

	puzzle.On = must(friends.ParseState("alice")) // only her light
	_, err := solve.Any(ctx, puzzle)
	if no, ok := errors.AsType[*solve.UnsolvableError](err); ok {
		for _, l := range no.Witness.Indices() { // every switch flips an even number of these
			fmt.Println("witness", names[l])
		}
	}

	grid := must(board.Parse("5x5"))
	batch := must(generate.Plan(ctx, []*board.Board{grid},
		generate.Options{Seed: 1, Presses: &generate.Range{Low: 15, High: 15}}))
	seventh := must(batch.Puzzle(ctx, 7)) // puzzle 7, without those before it
	fmt.Println(seventh.On, "needs", seventh.MinPresses, "presses")

	var formula cnf.Formula
	if err := encode.Puzzle(&formula, board.NewPuzzle(grid), encode.Options{Xor: "cut:4"}); err != nil {
		log.Fatal(err)
	}
	fmt.Println(formula.NumClauses(), "clauses")
}

func must[T any](value T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return value
}
