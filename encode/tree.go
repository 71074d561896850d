package encode

import "lightsout/cnf"

// tree:N cuts an XOR into a balanced tree: each chunk takes N-1 literals from the front of a queue
// and puts the link that stands for their sum at its end. For N = 4:
//
//	x1+x2+x3 = a1    x4+x5+x6 = a2    x7+x8+x9 = a3    a1+a2+a3 = odd
//
// Its size is that of every cut; see cut.go.

func treeXor(w *clauses, max int, lits []cnf.Lit, odd bool) { w.tree(max, lits, odd) }

func (w *clauses) tree(max int, lits []cnf.Lit, odd bool) {
	queue := append(w.queue[:0], lits...)
	head := 0
	for len(queue)-head > max {
		// The link is put behind its chunk for as long as that is written.
		link := w.newVar()
		after := head + max - 1
		next := queue[after]
		queue[after] = link
		w.direct(queue[head:after+1], false)
		queue[after] = next
		queue = append(queue, link)
		head = after
	}
	w.direct(queue[head:], odd)
	w.queue = queue
}
