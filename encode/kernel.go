package encode

import (
	"encoding/binary"

	"lightsout/cnf"
	"lightsout/gf2"
	"lightsout/internal/disjoint"
)

// kernel:N writes every switch as a sum of free switches: x = x0 + Σ fj·vj, where the vj are a basis
// of the quiet patterns and vj contains free switch j and no other free switch. The solver chooses
// only the free switches.
//
// Switches contained in the same quiet patterns form a region: within it, presses differ only by x0.
// So one switch of the region is written as an XOR, cut to chunks of N, and the others are made equal
// or opposite to it. For a region of z switches that depends on t free ones:
//
//	            t = 0    t = 1, the free one among the z    t ≥ 2
//	variables   0        0                                  those of cut:N for t+1
//	clauses     z        2(z-1)                             those of cut:N for t+1, and 2(z-1)
//
// An unsolvable puzzle gives the empty clause besides. In coding theory, a region is a set of equal
// columns in the generator matrix of the quiet patterns.

// writeRegions writes every region, cut to max.
func (r *reduced) writeRegions(w *clauses, max int) {
	if r.unsolvable {
		w.clause()
	}
	type firstOf struct { // the switch that represents a region, and its value when all free switches are 0
		lit   cnf.Lit
		start bool
	}
	list := r.regions()
	first := make([]firstOf, len(list))
	region := make([]int, r.m.Cols()-1)
	for n, each := range list {
		for _, s := range each.Cells {
			region[s] = n
		}
	}
	free := gf2.AllOnes(r.m.Cols() - 1)
	for _, pivot := range r.pivots {
		free.Set(pivot, false)
	}
	for f := range free.Ones() {
		first[region[f]].lit = switchLit(f)
	}
	var lits []cnf.Lit
	for i, pivot := range r.pivots {
		var start bool
		lits, start = r.row(lits[:0], i)
		switch f := &first[region[pivot]]; {
		case list[region[pivot]].Fixed:
			w.direct(lits, start)
		case f.lit != 0:
			w.direct(append(lits[:1], f.lit), start != f.start)
		default:
			*f = firstOf{lits[0], start}
			cutXor(w, max, lits, start)
		}
	}
}

// regions groups the switches by the free switches that they depend on.
func (r *reduced) regions() []disjoint.Region {
	rows := make([]int, r.m.Cols()-1) // the row of each pivot, from 1
	for i, pivot := range r.pivots {
		rows[pivot] = i + 1
	}
	var lits []cnf.Lit
	return disjoint.ByKey(len(rows), func(key []byte, s int) []byte {
		if rows[s] == 0 {
			return binary.LittleEndian.AppendUint32(key, uint32(switchLit(s)))
		}
		lits, _ = r.row(lits[:0], rows[s]-1)
		for _, free := range lits[1:] {
			key = binary.LittleEndian.AppendUint32(key, uint32(free))
		}
		return key
	})
}
