package cnf

import "fmt"

// Model gives every variable a value. It never changes, so it may be kept and shared. The zero Model
// has no variables.
type Model struct {
	vars int
	bits []uint64 // variable v is bit (v-1)%64 of word (v-1)/64
}

// newModel asks value for each of the variables 1…vars.
func newModel(vars int, value func(v int) bool) Model {
	m := Model{vars: vars, bits: make([]uint64, (vars+63)/64)}
	for i := range vars {
		if value(i + 1) {
			m.bits[i/64] |= 1 << (i % 64)
		}
	}
	return m
}

// Len is how many variables the model has: they are 1…Len.
func (m Model) Len() int { return m.vars }

// Value reports whether l is true. It panics for variables beyond Len, which were allocated after the
// model was found.
func (m Model) Value(l Lit) bool {
	i := l.Var() - 1
	if uint(i) >= uint(m.vars) {
		panic(fmt.Sprintf("cnf: literal %d in a model of %d variables", l, m.vars))
	}
	return m.bits[i/64]>>(i%64)&1 != 0 == l.Positive()
}
