package encode

import "lightsout/cnf"

// tuples excludes, for each light, every combination of presses that does not add up to what it needs: the
// counterpart of direct. It takes no auxiliary variables, and if the light's n switches each add one
//
//	clauses     Kⁿ − Kⁿ⁻¹
//
// of up to 2n literals: that a switch is pressed v times is one literal for v = 0 and v = K−1, else two.

// tuplesLongest bounds the combinations of one light.
const tuplesLongest = 1 << 16

func tuplesFit(k int, amounts []uint8) bool {
	n := 1
	for range amounts {
		if n *= k; n > tuplesLongest {
			return false
		}
	}
	return true
}

func tuplesSum(w *clauses, k int, terms []term, want int) {
	var clause []cnf.Lit
	var exclude func(terms []term, sum int)
	exclude = func(terms []term, sum int) {
		if len(terms) == 0 {
			if sum%k != want {
				w.clause(clause...)
			}
			return
		}
		t, begun := terms[0], len(clause)
		for v := range k {
			if v > 0 {
				clause = append(clause, t.times[v-1].Neg())
			}
			if v < k-1 {
				clause = append(clause, t.times[v])
			}
			exclude(terms[1:], sum+t.amount*v)
			clause = clause[:begun]
		}
	}
	exclude(terms, 0)
}
