package encode

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"lightsout/board"
	"lightsout/cnf"
	"lightsout/gf2"
	"lightsout/internal/disjoint"
	"lightsout/internal/lrat"
	"lightsout/internal/suggest"
)

// Proof says how Plan.Prove writes a proof of unsolvability.
type Proof struct {
	Format string // "lrat", with hints, or "drat"
	Binary bool   // not text
	// Witness is a set of lights that matter: every switch that may be chosen flips an even number of them,
	// but an odd number of them must change. A solve.UnsolvableError has it.
	Witness gf2.Vec
}

// Prove writes a proof that the formula has no model, for an unsolvable puzzle and an encoding that writes
// light by light. size is the size of the whole formula, which may have more variables and clauses than
// Write writes, after these.
//
// The proof adds up the equations of the witness's lights, as the encoding has written them: chunk by chunk
// where it cuts them. Forbidden and required switches are equations of one variable. See package
// internal/lrat for how sums are kept short.
func (p *Plan) Prove(ctx context.Context, w io.Writer, size cnf.Counter, how Proof) error {
	switch {
	case p.puzzle.Board.States() > 2:
		return fmt.Errorf("proofs add up parities: %w", p.puzzle.Board.TwoStates())
	case p.options.Native:
		return errors.New("parity is left to the solver, so there are no clauses to prove it from")
	case p.parity.WholeSystem:
		lightByLight := slices.DeleteFunc(Parities(), func(p Parity) bool { return p.WholeSystem })
		return fmt.Errorf("the XOR encoding %s does not write the lights one by one, so there is nothing to add "+
			"up: use %s", p.parity, suggest.Or(suggest.Names(lightByLight, func(p Parity) string { return p.Name })))
	}
	out, err := lrat.NewWriter(w, how.Format, how.Binary, size.Clauses)
	if err != nil {
		return err
	}
	proof := &proof{prover: lrat.NewProver(out, size)}
	if err := proof.choose(p, how.Witness); err != nil {
		return err
	}
	p.writeTo(&clauses{sink: proof, proof: proof})
	return proof.prover.Refute(ctx, proof.equations)
}

// proof listens while the formula is written once more, and collects the equations to add up. It is the sink
// too, since steps name clauses by their numbers. A nil proof hears nothing.
type proof struct {
	cnf.Counter
	prover    *lrat.Prover
	lights    gf2.Vec         // whose equations are added up
	switches  map[cnf.Lit]int // units to add up, each once
	equations []*lrat.Equation

	wanted   bool // the light that is being written is one of them
	watched  []lrat.Source
	watches  bool
	opposite *lrat.Equation // of a diagram: the two nodes of the last level are
}

var errWitness = errors.New("encode: the witness does not prove the puzzle unsolvable")

// choose finds the lights and units to add up. Lights that no switch connects are separate witnesses if
// their number to change is odd; the smallest such part is enough.
func (f *proof) choose(p *Plan, witness gf2.Vec) error {
	b := p.puzzle.System()
	pressed := map[int]bool{} // the switches that are not free
	for s := range p.puzzle.Forbidden.Ones() {
		pressed[s] = false
	}
	for _, s := range p.options.Forbid {
		pressed[s] = false
	}
	f.switches = map[cnf.Lit]int{}
	for _, s := range p.options.Require {
		if is, fixed := pressed[s]; fixed && !is {
			f.switches[switchLit(s)], f.switches[switchLit(s).Neg()] = 1, 1
			return nil
		}
		pressed[s] = true
	}
	if witness.Len() != b.Lights() {
		return errWitness
	}
	f.lights = smallest(p.puzzle, witness, pressed)
	touched := gf2.NewVec(b.Switches())
	var list []int
	for s := range b.Switches() {
		n := 0
		list = b.AppendToggles(list[:0], s)
		for _, l := range list {
			if f.lights.Bit(l) {
				n++
			}
		}
		touched.Set(s, n%2 == 1)
	}
	odd := f.lights.Dot(p.puzzle.Change().Bits())
	for s := range touched.Ones() {
		is, fixed := pressed[s]
		if !fixed {
			return errWitness
		}
		lit := switchLit(s)
		if !is {
			lit = lit.Neg()
		}
		f.switches[lit] = 1
		odd = odd != is
	}
	if !odd {
		return errWitness
	}
	return nil
}

// smallest is the smallest part of the witness that is a witness by itself; nothing if there is none.
func smallest(p *board.Puzzle, witness gf2.Vec, pressed map[int]bool) gf2.Vec {
	b := p.System()
	parts := disjoint.New[int32](b.Lights())
	change := p.Change().Bits()
	var list []int
	for s := range b.Switches() {
		list = slices.DeleteFunc(b.AppendToggles(list[:0], s), func(l int) bool { return !witness.Bit(l) })
		is, fixed := pressed[s]
		for _, l := range list {
			if !fixed {
				parts.Join(int32(list[0]), int32(l))
			} else if is {
				change.Flip(l)
			}
		}
	}
	odd := map[int32]bool{}
	for l := range witness.Ones() {
		if root := parts.Find(int32(l)); change.Bit(l) {
			odd[root] = !odd[root]
		}
	}
	best := int32(-1)
	for l := range witness.Ones() {
		if root := parts.Find(int32(l)); odd[root] && (best < 0 || parts.Size(root) < parts.Size(best)) {
			best = root
		}
	}
	part := gf2.NewVec(b.Lights())
	for l := range witness.Ones() {
		part.Set(l, parts.Find(int32(l)) == best)
	}
	return part
}

// light announces the clauses of a light; noLight, clauses of none.
func (f *proof) light(l int) {
	if f != nil {
		f.wanted = l < f.lights.Len() && l != noLight && f.lights.Bit(l)
	}
}

const noLight = -1

// equation announces the clauses of an XOR that is written directly.
func (f *proof) equation(lits []cnf.Lit, odd bool) {
	if f != nil && f.wanted {
		f.equations = append(f.equations, lrat.Given(lits, odd, int64(f.Clauses+1)))
	}
}

// unit announces the clause of a forbidden or required switch.
func (f *proof) unit(lit cnf.Lit) {
	if f != nil && f.switches[lit] > 0 {
		f.switches[lit]--
		f.equations = append(f.equations, lrat.Given([]cnf.Lit{lit}, true, int64(f.Clauses+1)))
	}
}

// watch keeps the clauses that follow, up to level or root.
func (f *proof) watch() {
	if f != nil && f.wanted {
		f.watches, f.watched = true, nil
	}
}

// Clause counts a clause, and keeps it if it is watched.
func (f *proof) Clause(lits ...cnf.Lit) {
	f.Counter.Clause(lits...)
	if f.watches {
		f.watched = append(f.watched, &lrat.Clause{Lits: slices.Clone(lits), ID: int64(f.Clauses)})
	}
}

// level is two nodes of a diagram. By induction they are opposite, and so one of them is x plus the node
// below.
func (f *proof) level(odd, even, x, below cnf.Lit) {
	if f == nil || !f.wanted {
		return
	}
	f.watches = false
	if f.opposite != nil {
		f.watched = append(f.watched, f.opposite)
	}
	f.equations = append(f.equations, f.prover.Derive([]cnf.Lit{odd, x, below}, false, f.watched...))
	opposite := f.prover.Derive([]cnf.Lit{odd, even}, true, f.watched...)
	f.prover.Drop(f.opposite)
	f.opposite = opposite
}

// root is the first variable of a diagram: the diagram says what it and the node below add up to.
func (f *proof) root(x, below cnf.Lit, odd bool) {
	if f == nil || !f.wanted {
		return
	}
	f.watches = false
	f.equations = append(f.equations, f.prover.Derive([]cnf.Lit{x, below}, odd, append(f.watched, f.opposite)...))
	f.prover.Drop(f.opposite)
	f.opposite = nil
}
