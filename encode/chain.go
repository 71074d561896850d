package encode

import "lightsout/cnf"

// chain:N is cut:N with the chunks in a chain: each takes the link from the chunk before and the next
// literals in order. For N = 4:
//
//	x1+x2+x3 = a1    a1+x4+x5 = a2    a2+x6+x7 = a3    a3+x8+x9 = odd
//
// Its size is that of cut:N (cut.go).

func chainXor(w *clauses, max int, lits []cnf.Lit, odd bool) {
	chunk := w.queue[:0]
	for len(chunk)+len(lits) > max {
		take := max - 1 - len(chunk)
		link := w.newVar()
		chunk = append(append(chunk, lits[:take]...), link)
		w.direct(chunk, false)
		lits = lits[take:]
		chunk = append(chunk[:0], link)
	}
	chunk = append(chunk, lits...)
	w.direct(chunk, odd)
	w.queue = chunk
}
