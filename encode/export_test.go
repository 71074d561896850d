package encode

import (
	"bytes"

	"lightsout/cnf"
)

// What only the tests of this package need.

var (
	ParseParity   = parseParity
	ParseCounting = parseCounting
)

func (p Parity) Size(n int) (vars, clauses int, ok bool) { return p.sizeOf(n) }

func (c Counting) Size(n, maxK int) (vars, clauses int) {
	var size cnf.Counter
	size.NewVars(n)
	lits := make([]cnf.Lit, n)
	for i := range lits {
		lits[i] = cnf.Lit(i + 1)
	}
	if _, err := newCount(&size, c, lits, maxK); err != nil {
		panic(err)
	}
	return size.Vars() - n, size.Clauses
}

// Vars is how many auxiliary variables a count is said to take.
func (c Counting) Vars(n, maxK int) int {
	if n == 0 {
		return 0
	}
	return c.vars(n, limitFor(n, maxK))
}

func NewCount(sink cnf.Sink, name string, lits []cnf.Lit, maxK int) (*Count, error) {
	c, err := parseCounting(name)
	if err != nil {
		return nil, err
	}
	return newCount(sink, c, lits, maxK)
}

var ParseSum = parseSum

// SumSize is the size of a light of n switches that each add one, and that must change by one.
func (p Parity) SumSize(k, n int) (vars, clauses int) {
	return p.sumSize(k, bytes.Repeat([]byte{1}, n), 1)
}
