package boardtest

import (
	"fmt"

	"lightsout/cnf"
)

// Models finds the models of a formula, restricted to its first variables, by search with unit
// propagation. It shares nothing with the solver that the project uses.
type Models struct {
	clauses [][]cnf.Lit
	occurs  [][]int32 // clauses in which a literal occurs, by index
	value   []int8    // of each variable: 1 true, -1 false, 0 open
	trail   []cnf.Lit
	empty   bool // an empty clause
}

// NewModels takes the clauses of f.
func NewModels(f *cnf.Formula) *Models {
	m := &Models{occurs: make([][]int32, 2*f.Vars()+2), value: make([]int8, f.Vars()+1)}
	for c := range f.Clauses() {
		for _, l := range c {
			m.occurs[index(l)] = append(m.occurs[index(l)], int32(len(m.clauses)))
		}
		m.clauses = append(m.clauses, c)
		m.empty = m.empty || len(c) == 0
	}
	return m
}

func index(l cnf.Lit) int {
	if l.Positive() {
		return 2 * l.Var()
	}
	return 2*l.Var() + 1
}

func (m *Models) of(l cnf.Lit) int8 {
	if l.Positive() {
		return m.value[l.Var()]
	}
	return -m.value[l.Var()]
}

// projected marks, among all 2^n values of the variables 1…n, those that extend to a model in which
// the assumptions hold. Bit v-1 of the index is variable v.
func (m *Models) projected(n int, assume []cnf.Lit) []bool {
	found := make([]bool, 1<<n)
	if m.empty || !m.units() {
		m.undo(0)
		return found
	}
	ok := true
	for _, l := range assume {
		ok = ok && m.assign(l)
	}
	if ok {
		m.search(n, 1, 0, found)
	}
	m.undo(0)
	return found
}

func (m *Models) units() bool {
	for _, c := range m.clauses {
		if len(c) == 1 && !m.assign(c[0]) {
			return false
		}
	}
	return true
}

// search decides the variables v…n; those before v are the bits of at.
func (m *Models) search(n, v, at int, found []bool) {
	if v > n {
		found[at] = m.satisfiable(n + 1)
		return
	}
	for bit, l := range []cnf.Lit{cnf.Lit(-v), cnf.Lit(v)} {
		mark := len(m.trail)
		if m.assign(l) {
			m.search(n, v+1, at|bit<<(v-1), found)
		}
		m.undo(mark)
	}
}

// satisfiable decides the variables from v on.
func (m *Models) satisfiable(v int) bool {
	for v < len(m.value) && m.value[v] != 0 {
		v++
	}
	if v == len(m.value) {
		return true
	}
	for _, l := range []cnf.Lit{cnf.Lit(v), cnf.Lit(-v)} {
		mark := len(m.trail)
		ok := m.assign(l) && m.satisfiable(v+1)
		m.undo(mark)
		if ok {
			return true
		}
	}
	return false
}

// assign makes l true and propagates. It returns false on a contradiction. Assignments stay until undo.
func (m *Models) assign(l cnf.Lit) bool {
	switch m.of(l) {
	case 1:
		return true
	case -1:
		return false
	}
	next := len(m.trail)
	m.set(l)
	for ; next < len(m.trail); next++ {
		for _, c := range m.occurs[index(m.trail[next].Neg())] {
			if !m.follow(m.clauses[c]) {
				return false
			}
		}
	}
	return true
}

// follow checks a clause after one of its literals became false.
func (m *Models) follow(c []cnf.Lit) bool {
	var open cnf.Lit
	for _, l := range c {
		switch m.of(l) {
		case 1:
			return true
		case 0:
			if open != 0 && open != l {
				return true
			}
			open = l
		}
	}
	if open == 0 {
		return false
	}
	m.set(open)
	return true
}

func (m *Models) set(l cnf.Lit) {
	m.value[l.Var()] = 1
	if !l.Positive() {
		m.value[l.Var()] = -1
	}
	m.trail = append(m.trail, l)
}

func (m *Models) undo(mark int) {
	for _, l := range m.trail[mark:] {
		m.value[l.Var()] = 0
	}
	m.trail = m.trail[:mark]
}

// Mismatch is nil if the models in which the assumptions hold, restricted to the first variables, are
// exactly the wanted ones. Bit v-1 of the index of want is variable v.
func (m *Models) Mismatch(want []bool, assume []cnf.Lit) error {
	n := 0
	for 1<<n < len(want) {
		n++
	}
	for at, found := range m.projected(n, assume) {
		switch {
		case found && !want[at]:
			return fmt.Errorf("pressing %0*b (last switch first) is a model but not an answer", n, at)
		case !found && want[at]:
			return fmt.Errorf("pressing %0*b (last switch first) is an answer but not a model", n, at)
		}
	}
	return nil
}
