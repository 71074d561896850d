package bench

import (
	"context"
	"io"
	"sync"

	"lightsout/board"
	"lightsout/cnf"
	"lightsout/encode"
)

// Contestants that are called broken get clauses that break the puzzle's symmetries besides: of all
// answers that are images of each other, only the least in lexicographic order is left.

// maxBroken bounds how many symmetries are broken one by one; of larger groups the generators are.
// It is the engine's own bound, so that peers get the same formula.
const maxBroken = 1000

// symmetries are those of one puzzle, looked for when the first contestant needs them.
type symmetries struct {
	once sync.Once
	list []board.Symmetry
	err  error
}

// of finds the symmetries of the puzzle: those of its board that leave what has to change as it is.
func (s *symmetries) of(ctx context.Context, p *board.Puzzle) ([]board.Symmetry, error) {
	s.once.Do(func() {
		group, err := p.Board.Symmetries(ctx)
		if err != nil {
			s.err = err
			return
		}
		list, ok := group.Elements(maxBroken)
		if !ok {
			list = group.Generators()
		}
		change := p.Change()
		for _, g := range list {
			if g.Apply(change).Equal(change) {
				s.list = append(s.list, g)
			}
		}
	})
	return s.list, s.err
}

// exportBroken writes the formula as a file of clauses.
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
