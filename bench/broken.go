package bench

import (
	"context"
	"io"
	"sync"

	"lightsout/board"
	"lightsout/cnf"
	"lightsout/encode"
)

// Contestants named broken get additional clauses that break the puzzle's symmetries: of all answers
// that are images of one another, only the lexicographically least remains.

// maxBroken is the largest group whose symmetries are all broken; of larger groups only the generators
// are. It equals the engine's bound, so that peers get the same formula.
const maxBroken = 1000

// symmetries are those of one puzzle, computed when first needed.
type symmetries struct {
	once sync.Once
	list []board.Symmetry
	err  error
}

// of finds the symmetries of the puzzle.
func (s *symmetries) of(ctx context.Context, p *board.Puzzle) ([]board.Symmetry, error) {
	s.once.Do(func() {
		group, err := p.Symmetries(ctx)
		if err != nil {
			s.err = err
			return
		}
		var ok bool
		if s.list, ok = group.Elements(maxBroken); !ok {
			s.list = group.Generators()
		}
	})
	return s.list, s.err
}

// exportBroken writes the formula in DIMACS form.
func (p *instance) exportBroken(ctx context.Context, f io.Writer, xor string) error {
	return cnf.WriteDIMACS(f, func(sink cnf.Sink) error { return p.writeBroken(ctx, sink, xor) })
}

func (p *instance) writeBroken(ctx context.Context, sink cnf.Sink, xor string) error {
	list, err := p.symmetries.of(ctx, p.puzzle)
	if err != nil {
		return err
	}
	return encode.Puzzle(sink, p.puzzle, encode.Options{Xor: xor, LexLeast: list})
}
