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

func (c Counting) Size(n, maxK int) (vars, clauses int) { return c.sizeOf(n, maxK) }

func NewCount(sink cnf.Sink, name string, lits []cnf.Lit, maxK int) (*Count, error) {
	c, err := parseCounting(name)
	if err != nil {
		return nil, err
	}
	return newCount(sink, c, lits, maxK)
}

func Alike(sink cnf.Sink, groups [][]int) { (&clauses{sink: sink}).alike(groups, 1) }

var ParseSum = parseSum

// SumSize is the size of a light of n switches that each add one, and that must change by one.
func (p Parity) SumSize(k, n int) (vars, clauses int) {
	return p.sumSize(k, bytes.Repeat([]byte{1}, n), 1)
}
