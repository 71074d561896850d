package lrat

import (
	"context"
	"errors"
	"fmt"
	"io"

	"lightsout/cnf"
)

// CheckDRAT checks a DRAT proof, or one in CryptoMiniSat's FRAT, that the formula has no model; name is for error
// messages. It searches for what LRAT's hints tell, so that it takes about as long as a solver does. Each clause is
// checked as it comes: unit propagation refutes its negation (RUP), or that of each of its resolvents on its first
// literal (RAT). As in drat-trim a literal that is true for good stays so, whatever is deleted, and the proof ends where
// propagation finds the contradiction. A proof that does not hold is a *WrongError; any other error means that it could
// not be read, or that its clauses take more than maxBytes (0: no limit).
func CheckDRAT(ctx context.Context, f *cnf.Formula, proof io.Reader, name string, maxBytes int64) (Result, error) {
	if f.NumXors() > 0 {
		return Result{}, errors.New("the formula has XOR clauses, which DRAT does not know")
	}
	d := &drat{named: map[uint64]int32{}, same: map[int32]int32{}}
	d.grow(f.Vars())
	d.result.Clauses = f.NumClauses()
	for lits := range f.Clauses() {
		d.read(lits)
		d.add()
	}
	r := newReader(proof, name, true)
	for !d.refuted {
		if r.steps%256 == 0 && ctx.Err() != nil {
			return d.result, context.Cause(ctx)
		}
		s, err := r.next()
		switch {
		case errors.Is(err, io.EOF):
			return d.result, &WrongError{name, "the proof ends before propagation finds a contradiction"}
		case err != nil:
			return d.result, err
		}
		d.read(s.lits)
		if s.deletes {
			d.delete()
			continue
		}
		if why := d.check(s.lits); why != "" {
			return d.result, &WrongError{r.where(), why}
		}
		d.add()
		if maxBytes > 0 && d.bytes() > maxBytes {
			return d.result, fmt.Errorf("%s: the clauses take more than %d MiB", r.where(), maxBytes>>20)
		}
	}
	return d.result, nil
}

// drat holds the clauses that are not deleted, but for those that a literal satisfies for good. A literal is twice its
// variable, plus 1 if it is negated.
type drat struct {
	result  Result
	refuted bool

	lits []uint32 // the clause of this step, without repetitions
	name uint64   // its digest
	taut bool     // it is always true
	seen []bool   // by literal: in lits

	arena []uint32         // for each clause its length, with the flag gone if it is deleted, and its literals
	live  int              // clauses that are not deleted
	lost  int              // words of the arena that deleted ones take
	named map[uint64]int32 // where in the arena a clause is
	same  map[int32]int32  // another clause of the same digest

	watches [][]watch // by literal: clauses that have it among their first two
	value   []int8    // by literal: 1 true, -1 false, 0 not known
	trail   []uint32  // literals that are true
	done    int       // of the trail, propagated
}

// watch is a clause and another literal of it: where that is true, there is nothing to do.
type watch struct {
	clause int32
	other  uint32
}

// gone flags the length of a deleted clause.
const gone = 1 << 31

func (d *drat) bytes() int64 { return 4*int64(len(d.arena)) + 64*int64(d.live) }

// grow makes room for variables.
func (d *drat) grow(vars int) {
	if more := 2*vars + 2 - len(d.value); more > 0 {
		d.value = append(d.value, make([]int8, more)...)
		d.seen = append(d.seen, make([]bool, more)...)
		d.watches = append(d.watches, make([][]watch, more)...)
	}
}

func code(l cnf.Lit) uint32 {
	if l.Positive() {
		return uint32(2 * l.Var())
	}
	return uint32(2*l.Var() + 1)
}

// read takes the clause of a step. Its digest does not depend on the order of its literals.
func (d *drat) read(lits []cnf.Lit) {
	d.lits, d.name, d.taut = d.lits[:0], 0, false
	for _, lit := range lits {
		d.grow(lit.Var())
		l := code(lit)
		if d.seen[l] {
			continue
		}
		d.seen[l] = true
		d.taut = d.taut || d.seen[l^1]
		d.lits = append(d.lits, l)
		h := (uint64(l) + 1) * 0x9e3779b97f4a7c15
		h = (h ^ h>>29) * 0xbf58476d1ce4e5b9
		d.name += h ^ h>>32
	}
	for _, l := range d.lits {
		d.seen[l] = false
	}
}

// add adds the clause of this step, without literals that are false for good, and propagates what it makes true.
func (d *drat) add() {
	if d.taut {
		return
	}
	at := int32(len(d.arena))
	d.arena = append(d.arena, 0)
	for _, l := range d.lits {
		switch d.value[l] {
		case 1:
			d.arena = d.arena[:at]
			return
		case 0:
			d.arena = append(d.arena, l)
		}
	}
	lits := d.arena[at+1:]
	if len(lits) < 2 {
		d.arena = d.arena[:at]
		if len(lits) == 1 {
			d.assume(lits[0])
		}
		d.refuted = len(lits) == 0 || d.conflict()
		return
	}
	d.arena[at] = uint32(len(lits))
	d.watches[lits[0]] = append(d.watches[lits[0]], watch{at, lits[1]})
	d.watches[lits[1]] = append(d.watches[lits[1]], watch{at, lits[0]})
	if other, twice := d.named[d.name]; twice {
		d.same[at] = other
	}
	d.named[d.name] = at
	d.live++
	d.result.MostLive = max(d.result.MostLive, d.live)
}

// delete deletes the clause of this step, if it is among those that are held.
func (d *drat) delete() {
	at, ok := d.named[d.name]
	if !ok {
		return
	}
	if other, twice := d.same[at]; twice {
		d.named[d.name] = other
		delete(d.same, at)
	} else {
		delete(d.named, d.name)
	}
	d.result.Deletions++
	d.live--
	d.lost += 1 + int(d.arena[at])
	d.arena[at] |= gone
	if d.lost > len(d.arena)/2 && d.lost > 1<<16 {
		d.pack()
	}
}

// pack gives back the memory of deleted clauses.
func (d *drat) pack() {
	moved := map[int32]int32{}
	var packed []uint32
	for at := 0; at < len(d.arena); at += 1 + int(d.arena[at]&^gone) {
		if size := d.arena[at]; size&gone == 0 {
			moved[int32(at)] = int32(len(packed))
			packed = append(packed, d.arena[at:at+1+int(size)]...)
		}
	}
	for l, list := range d.watches {
		kept := list[:0]
		for _, w := range list {
			if to, ok := moved[w.clause]; ok {
				kept = append(kept, watch{to, w.other})
			}
		}
		d.watches[l] = kept
	}
	for name, at := range d.named {
		d.named[name] = moved[at]
	}
	same := make(map[int32]int32, len(d.same))
	for at, other := range d.same {
		same[moved[at]] = moved[other]
	}
	d.arena, d.same, d.lost = packed, same, 0
}

// check checks the clause of this step, and says what is wrong with it. Its first literal is as it was written.
func (d *drat) check(written []cnf.Lit) (why string) {
	d.result.Steps++
	for _, l := range d.lits {
		if d.taut || d.value[l] == 1 {
			return ""
		}
	}
	begun := len(d.trail)
	defer d.undo(begun)
	pivoted := len(written) > 0 && d.value[code(written[0])] == 0
	for _, l := range d.lits {
		if d.value[l] == 0 {
			d.assume(l ^ 1)
		}
	}
	switch {
	case d.conflict():
		return ""
	case len(d.lits) == 0:
		return "propagation finds no contradiction, and this is the empty clause"
	case !pivoted:
		return "propagation does not refute the negation of this clause, and its first literal is false anyway"
	}
	d.result.Pivots++
	return d.pivot(code(written[0]))
}

// pivot checks the resolvents on a literal, under the negation of the clause.
func (d *drat) pivot(pivot uint32) (why string) {
	begun := len(d.trail)
	for at := 0; at < len(d.arena); at += 1 + int(d.arena[at]&^gone) {
		size := d.arena[at]
		if size&gone != 0 {
			continue
		}
		lits := d.arena[at+1 : at+1+int(size)]
		resolves, holds := false, false
		for _, l := range lits {
			resolves = resolves || l == pivot^1
			holds = holds || l != pivot^1 && d.value[l] == 1
		}
		if !resolves || holds {
			continue
		}
		for _, l := range lits {
			if l != pivot^1 && d.value[l] == 0 {
				d.assume(l ^ 1)
			}
		}
		refuted := d.conflict()
		d.undo(begun)
		if !refuted {
			return "propagation refutes neither the negation of this clause nor that of each of its " +
				"resolvents on its first literal"
		}
	}
	return ""
}

func (d *drat) assume(l uint32) {
	d.value[l], d.value[l^1] = 1, -1
	d.trail = append(d.trail, l)
}

func (d *drat) undo(to int) {
	for _, l := range d.trail[to:] {
		d.value[l], d.value[l^1] = 0, 0
	}
	d.trail, d.done = d.trail[:to], to
}

// conflict propagates, and reports whether a clause has only false literals. What was propagated stays.
func (d *drat) conflict() bool {
	for ; d.done < len(d.trail); d.done++ {
		if d.propagate(d.trail[d.done] ^ 1) {
			return true
		}
	}
	return false
}

// propagate visits the clauses that watch a literal which has become false.
func (d *drat) propagate(l uint32) (conflict bool) {
	list := d.watches[l]
	kept := list[:0]
	for i, w := range list {
		if d.value[w.other] == 1 {
			kept = append(kept, w)
			continue
		}
		size := d.arena[w.clause]
		if size&gone != 0 {
			continue
		}
		lits := d.arena[w.clause+1 : w.clause+1+int32(size)]
		if lits[0] == l {
			lits[0], lits[1] = lits[1], l
		}
		first := lits[0]
		if d.value[first] == 1 || !d.rewatch(lits, w.clause) {
			kept = append(kept, watch{w.clause, first})
			switch d.value[first] {
			case 0:
				d.assume(first)
			case -1:
				d.watches[l] = append(kept, list[i+1:]...)
				return true
			}
		}
	}
	d.watches[l] = kept
	return false
}

// rewatch lets a clause watch, in place of its second literal, one that is not false, if there is one.
func (d *drat) rewatch(lits []uint32, clause int32) bool {
	for k := 2; k < len(lits); k++ {
		if d.value[lits[k]] >= 0 {
			lits[1], lits[k] = lits[k], lits[1]
			d.watches[lits[1]] = append(d.watches[lits[1]], watch{clause, lits[0]})
			return true
		}
	}
	return false
}
