package solve

import (
	"context"
	"fmt"

	"lightsout/board"
	"lightsout/coset"
	"lightsout/gf2"
)

// lightest finds the answer with the fewest presses, given any: all answers are that one plus the
// span of the quiet patterns.
func lightest(ctx context.Context, pr *problem, presses gf2.Vec, s Solver) (finding, error) {
	quiet, err := QuietPatterns(pr.puzzle.Board, pr.linear)
	if err != nil {
		return finding{presses: presses, stopped: err}, nil
	}
	r, err := coset.Minimum(ctx, coset.Problem{
		Word:    presses,
		Basis:   quiet,
		Classes: parityClasses(pr.puzzle.Board),
	}, coset.Options{Workers: s.Workers, MaxMemory: s.MaxMemory, Progress: s.Progress})
	if err != nil {
		return finding{}, err
	}
	f := finding{presses: r.Word, lower: r.Lower, stopped: r.Stopped}
	if r.Proved {
		f.proof = proofInWords(r, len(quiet))
	}
	return f, nil
}

func proofInWords(r coset.Result, nullity int) string {
	if nullity == 0 {
		return "the only answer"
	}
	return fmt.Sprintf("lightest of 2^%d answers (%s)", nullity, r.Method)
}

// parityClasses labels the cells of a grid by the parities of row and column: on odd squares the
// code of quiet patterns falls apart along these lines, which package coset can use.
func parityClasses(b *board.Board) []int {
	rows, cols, ok := b.Shape().CrossRows("grid")
	if !ok {
		return nil
	}
	labels := make([]int, rows*cols)
	for cell := range labels {
		labels[cell] = cell/cols%2*2 + cell%cols%2
	}
	return labels
}
