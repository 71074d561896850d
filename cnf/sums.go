package cnf

import (
	"encoding/binary"
	"slices"
)

// A clause of `p xnf` may have sums for literals: 1+2-3 is true if an odd number of 1, 2 and not 3 is. A sum of a
// formula that was read is a variable above those of its header, with a parity constraint that says so.

// Given is the number of variables that the formula was given, 1 to Given; those above are sums of a file.
func (f *Formula) Given() int { return f.vars - f.numSums }

// WithSums extends values of the given variables to all of them: each sum is what it adds up to.
func (f *Formula) WithSums(value func(Lit) bool) func(Lit) bool {
	if f.numSums == 0 {
		return value
	}
	first := f.Given() + 1
	var sums []bool
	for rest := f.sums; len(rest) > 0; {
		n := slices.Index(rest, 0)
		odd := false
		for _, v := range rest[:n] {
			odd = odd != value(v)
		}
		sums, rest = append(sums, odd), rest[n+1:]
	}
	return func(l Lit) bool {
		if l.Var() < first {
			return value(l)
		}
		return sums[l.Var()-first] == l.Positive()
	}
}

// sumLit is the literal that is true if the sum of the variables is odd, or even; known has those of other clauses.
func (f *Formula) sumLit(known map[string]Lit, vars []Lit, odd bool) Lit {
	key := make([]byte, 0, 4*len(vars))
	for _, v := range vars {
		key = binary.LittleEndian.AppendUint32(key, uint32(v))
	}
	l, ok := known[string(key)]
	if !ok {
		l = f.NewVar()
		known[string(key)] = l
		f.numSums++
		f.sums = append(append(f.sums, vars...), 0)
		f.Xor(append(slices.Clone(vars), l), false)
	}
	if odd {
		return l
	}
	return l.Neg()
}
