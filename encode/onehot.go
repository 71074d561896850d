package encode

import "lightsout/cnf"

// onehot adds the switches of a light one after another. After each, K variables say which value the sum has
// modulo K, and clauses tell how it follows from the sum before and the number of presses:
//
//	sum is u ∧ pressed v times → next sum is u+a·v
//	next sum is w ∧ pressed v times → sum is w−a·v
//	the next sum does not have two values
//
// The first sum is the first switch itself, and after the last switch there is no sum: pairs that do not add up to
// what the light needs are excluded. A light of n ≥ 2 switches that each add one takes
//
//	variables   (n−2)·K
//	clauses     (n−2)·(2K² + K(K−1)/2) + K(K−1)
//
// of at most 3 literals, and each switch K−2 variables and 3(K−2) clauses besides. This is how tables of sums
// are usually written for SAT: values as in de Kleer, "A comparison of ATMS and CSP techniques" (IJCAI 1989), and
// additions as support clauses, after Gent, "Arc consistency in SAT" (ECAI 2002).

func oneHotSum(w *clauses, k int, terms []term, want int) {
	sum := w.oneHotFirst(k, terms[0])
	last := len(terms) - 1
	if last == 0 {
		for u, is := range sum {
			if is != 0 && u != want {
				w.clause(is.Neg())
			}
		}
		if sum[want] == 0 {
			w.clause()
		}
		return
	}
	for _, t := range terms[1:last] {
		sum = w.oneHotAdd(k, sum, t)
	}
	t := terms[last]
	for u, is := range sum {
		for v, pressed := range t.values {
			if is != 0 && (u+t.amount*v)%k != want {
				w.clause(is.Neg(), pressed.Neg())
			}
		}
	}
}

// oneHotFirst is what a switch adds, by value; 0 where it never has that value. If several numbers of presses add
// the same, new variables stand for their sums.
func (w *clauses) oneHotFirst(k int, t term) []cnf.Lit {
	sum := make([]cnf.Lit, k)
	shared := false
	for v, pressed := range t.values {
		u := t.amount * v % k
		shared = shared || sum[u] != 0
		sum[u] = pressed
	}
	if !shared {
		return sum
	}
	none := make([]cnf.Lit, k)
	none[0] = w.newVar()
	w.clause(none[0])
	return w.oneHotAdd(k, none, t)
}

// oneHotAdd adds a switch to a sum.
func (w *clauses) oneHotAdd(k int, sum []cnf.Lit, t term) []cnf.Lit {
	next := make([]cnf.Lit, k)
	for u, is := range sum {
		for v := range t.values {
			if to := (u + t.amount*v) % k; is != 0 && next[to] == 0 {
				next[to] = -1 // it occurs
			}
		}
	}
	for to := range next {
		if next[to] != 0 {
			next[to] = w.newVar()
		}
	}
	for u, is := range sum {
		for v, pressed := range t.values {
			to := (u + t.amount*v) % k
			if is != 0 {
				w.clause(is.Neg(), pressed.Neg(), next[to])
			}
			switch {
			case next[to] == 0:
			case is != 0:
				w.clause(next[to].Neg(), pressed.Neg(), is)
			default:
				w.clause(next[to].Neg(), pressed.Neg())
			}
		}
	}
	for u, one := range next {
		for _, other := range next[u+1:] {
			if one != 0 && other != 0 {
				w.clause(one.Neg(), other.Neg())
			}
		}
	}
	return next
}
