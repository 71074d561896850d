package certificate_test

import (
	"context"
	"fmt"

	"lightsout/board"
	"lightsout/solve"
	"lightsout/solve/certificate"
)

func ExampleVerifier() {
	b, _ := board.Parse("5x5")
	var s solve.Solver
	res, _ := s.Minimum(context.Background(), board.NewPuzzle(b))
	found, err := certificate.Verifier{}.Verify(context.Background(), certificate.New(s, res))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(found.Question)
	for _, c := range found.Claims {
		fmt.Printf("%s: %s (%s)\n", c.Verdict, c.Says, c.How)
	}
	fmt.Println(found.Verdict, "without", found.Unchecked)
	// Output:
	// the fewest presses on grid:5x5 (25 switches, 25 lights), from all lights on to all lights off
	// holds: the 15 presses are an answer (replayed one by one)
	// holds: they cost 15 (added up)
	// holds: the board has nullity 2 (dense elimination)
	// holds: no answer costs less than 15 (at most half of every region is pressed)
	// unchecked: the proof is "all 4 answers compared" (the verdict does not rest on it)
	// unchecked: the method was "regions" (the verdict does not rest on it)
	// unchecked: the engine "polynomial" found it (the verdict does not rest on it)
	// holds without [proof method engine]
}
