package cnf

import (
	"fmt"
	"math"
)

// MaxVar is the largest variable: the largest number that has a negation in 32 bits. The DIMACS
// readers of the common solvers have the same limit.
const MaxVar = math.MaxInt32

// Lit is a literal as in DIMACS: variable v is v, its negation is −v. Variables count from 1. The
// zero Lit is not a literal, and every Sink panics on it.
type Lit int32

// Var is the variable of l, without the sign.
func (l Lit) Var() int {
	sign := int(l >> 31) // 0 or -1; no branch, for signs are hard to predict
	return (int(l) ^ sign) - sign
}

// Neg is the negation of l.
func (l Lit) Neg() Lit { return -l }

// Positive reports whether l is a variable, not the negation of one.
func (l Lit) Positive() bool { return l > 0 }

// checkLits panics unless every literal belongs to one of the variables 1…vars.
func checkLits(lits []Lit, vars int) {
	for _, l := range lits {
		if uint(l.Var()-1) >= uint(vars) {
			panic(fmt.Sprintf("cnf: literal %d where variables 1 to %d are allocated", l, vars))
		}
	}
}

// allocator allocates variables in order. Each Sink has one, so that a formula has one source of
// variables however many encodings write to it.
type allocator struct{ vars int }

// NewVar allocates the next variable and returns it as a positive literal.
func (a *allocator) NewVar() Lit { return a.NewVars(1) }

// NewVars allocates n consecutive variables and returns the first.
func (a *allocator) NewVars(n int) Lit {
	if n < 0 || n > MaxVar-a.vars {
		panic(fmt.Sprintf("cnf: %d variables more than %d, of at most %d", n, a.vars, MaxVar))
	}
	first := Lit(a.vars + 1)
	a.vars += n
	return first
}

// Vars is how many variables are allocated: they are 1…Vars.
func (a *allocator) Vars() int { return a.vars }
