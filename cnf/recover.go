package cnf

import (
	"fmt"
	"math/bits"
	"slices"
)

// maxRecovered is the most variables of a parity constraint that RecoverXors looks for: one of eight is 128 clauses.
const maxRecovered = 8

// Recovered counts what RecoverXors found.
type Recovered struct {
	Xors     int // parity constraints
	Clauses  int // that they took the place of
	Shortest int // the fewest variables of one
	Longest  int // the most
}

// String is for people: "8 XORs of 3–5 variables recovered from 96 clauses".
func (r Recovered) String() string {
	xors, length := "XORs", fmt.Sprintf("%d–%d", r.Shortest, r.Longest)
	if r.Xors == 1 {
		xors = "XOR"
	}
	if r.Shortest == r.Longest {
		length = fmt.Sprint(r.Longest)
	}
	return fmt.Sprintf("%d %s of %s variables recovered from %d clauses", r.Xors, xors, length, r.Clauses)
}

// RecoverXors finds the parity constraints of two to eight variables that clauses of f state: every combination of
// values with the other parity is forbidden, by a clause over all of these variables or by one over two or more of them.
// The result has them instead of the clauses over all of them; shorter clauses say more, and stay. It has the models of f,
// and is f itself if there is nothing to recover, or no formula.
func RecoverXors(f *Formula) (*Formula, Recovered) {
	if f == nil {
		return nil, Recovered{}
	}
	r := recovery{f: f, number: map[clauseVars]int32{}, shortest: make([]uint8, f.vars+1)}
	r.collect()
	var found Recovered
	for i := range r.groups {
		g := &r.groups[i]
		size := g.vars.size()
		for parity := range 2 {
			g.stated[parity] = size > 1 && r.states(g, parity)
			if g.stated[parity] {
				found.Longest = max(found.Longest, size)
				if found.Xors == 0 || size < found.Shortest {
					found.Shortest = size
				}
				found.Xors++
			}
		}
	}
	if found.Xors == 0 {
		return f, found
	}
	with := r.replace()
	found.Clauses = f.numClauses - with.numClauses
	return with, found
}

// clauseVars are the variables of a clause in ascending order, and zeros.
type clauseVars [maxRecovered]Lit

func (v *clauseVars) size() int {
	if n := slices.Index(v[:], 0); n >= 0 {
		return n
	}
	return len(v)
}

// valueSet is a set of combinations of values of at most eight variables: bit i of a combination is the value of the
// i-th.
type valueSet [1 << maxRecovered / 64]uint64

func (s *valueSet) add(values int)      { s[values/64] |= 1 << (values % 64) }
func (s *valueSet) has(values int) bool { return s[values/64]>>(values%64)&1 != 0 }

// recovery is RecoverXors under way.
type recovery struct {
	f        *Formula
	groups   []clauseGroup // in the order of their first clauses
	number   map[clauseVars]int32
	shortest []uint8 // the length of the shortest clause with each variable that is no unit; 0 if there is none
}

// clauseGroup is all clauses over the same variables.
type clauseGroup struct {
	vars      clauseVars
	forbidden valueSet
	stated    [2]bool // the combinations of even, of odd sum are all forbidden
}

// read is the variables of a clause, and the one combination of their values that it forbids. It is not ok if the
// clause is too long, or is always true.
func (r *recovery) read(clause []Lit) (vars clauseVars, values int, ok bool) {
	var lits [2 * maxRecovered]Lit
	if len(clause) == 0 || len(clause) > len(lits) {
		return vars, 0, false
	}
	sorted := lits[:copy(lits[:], clause)]
	slices.SortFunc(sorted, func(a, b Lit) int { return a.Var() - b.Var() })
	n := 0
	for i, l := range sorted {
		switch {
		case i > 0 && l == sorted[i-1]:
			continue
		case i > 0 && l == -sorted[i-1] || n == maxRecovered:
			return vars, 0, false
		case !l.Positive():
			values |= 1 << n
		}
		vars[n] = Lit(l.Var())
		n++
	}
	return vars, values, true
}

func (r *recovery) collect() {
	for clause := range r.f.Clauses() {
		vars, values, ok := r.read(clause)
		if !ok {
			continue
		}
		i, known := r.number[vars]
		if !known {
			i = int32(len(r.groups))
			r.number[vars] = i
			r.groups = append(r.groups, clauseGroup{vars: vars})
			size := uint8(vars.size())
			for _, v := range vars[:size] {
				if size > 1 && (r.shortest[v] == 0 || size < r.shortest[v]) {
					r.shortest[v] = size
				}
			}
		}
		r.groups[i].forbidden.add(values)
	}
}

// states reports whether every combination of a parity is forbidden, one of them at least by a clause of the group.
func (r *recovery) states(g *clauseGroup, parity int) bool {
	size := g.vars.size()
	own, missing := 0, 0
	for values := range 1 << size {
		switch {
		case bits.OnesCount(uint(values))&1 != parity:
		case g.forbidden.has(values):
			own++
		default:
			missing++
		}
	}
	if missing == 0 || own == 0 {
		return missing == 0
	}
	among := 0 // the variables that shorter clauses have
	for i, v := range g.vars[:size] {
		if s := int(r.shortest[v]); s > 0 && s < size {
			among |= 1 << i
		}
	}
	all := g.forbidden
	for some := among; some > 0; some = (some - 1) & among {
		if some != 1<<size-1 && some&(some-1) != 0 {
			missing -= r.forbid(&all, g, some, parity)
		}
		if missing == 0 {
			return true
		}
	}
	return false
}

// forbid adds to a set what the clauses over some of the variables of g forbid, and counts what was new of a parity.
func (r *recovery) forbid(all *valueSet, g *clauseGroup, some, parity int) (added int) {
	var vars clauseVars
	var at [maxRecovered]int // where each of some is among all
	n := 0
	for rest := some; rest > 0; rest &= rest - 1 {
		at[n] = bits.TrailingZeros(uint(rest))
		vars[n] = g.vars[at[n]]
		n++
	}
	i, known := r.number[vars]
	if !known {
		return 0
	}
	short := &r.groups[i].forbidden
	for values := range 1 << g.vars.size() {
		part := 0
		for j, from := range at[:n] {
			part |= values >> from & 1 << j
		}
		if !all.has(values) && short.has(part) {
			all.add(values)
			added += 1 - (bits.OnesCount(uint(values))+parity)&1
		}
	}
	return added
}

// replace is the formula with what was found.
func (r *recovery) replace() *Formula {
	with := &Formula{Comments: r.f.Comments, sums: r.f.sums, numSums: r.f.numSums}
	with.NewVars(r.f.vars)
	for clause := range r.f.Clauses() {
		vars, values, ok := r.read(clause)
		if !ok || !r.groups[r.number[vars]].stated[bits.OnesCount(uint(values))&1] {
			with.Clause(clause...)
		}
	}
	for x, odd := range r.f.Xors() {
		with.Xor(x, odd)
	}
	for _, g := range r.groups {
		for parity, stated := range g.stated {
			if stated { // so the sum has the other parity
				with.Xor(g.vars[:g.vars.size()], parity == 0)
			}
		}
	}
	return with
}
