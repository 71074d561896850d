package encode

import (
	"lightsout/board"
	"lightsout/cnf"
	"lightsout/internal/rows"
)

// prepareNative writes each light as one Xor constraint, for solvers that reason about parity.
func prepareNative(p *board.Puzzle) (func(*clauses), error) {
	r, err := rows.Of(p.System())
	if err != nil {
		return nil, err
	}
	change := p.Change().Bits()
	return func(w *clauses) {
		var lits []cnf.Lit
		for l := range p.Board.Lights() {
			lits = lits[:0]
			for _, s := range r.Light(l) {
				lits = append(lits, switchLit(int(s)))
			}
			w.sink.Xor(lits, change.Bit(l))
		}
	}, nil
}
