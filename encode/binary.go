package encode

import "lightsout/cnf"

// Adding bits in binary: a full adder turns three bits of equal weight into a sum of that weight and a
// carry of twice the weight; a half adder does the same with two bits. This goes on until one bit of
// each weight is left.
//
//	            full adder   half adder
//	variables   2            2             sum and carry
//	clauses     8 + 6        4 + 3         sum, carry

// column adds one or more bits of one weight and returns their sum and the carries. It takes the bits
// from a queue, so that the adders form a tree.
func (w *clauses) column(bits []cnf.Lit) (sum cnf.Lit, carries []cnf.Lit) {
	queue := append([]cnf.Lit(nil), bits...)
	for len(queue) > 1 {
		n := min(3, len(queue))
		sum := w.newVar()
		carries = append(carries, w.carry(queue[:n]))
		w.equalSum(sum, queue[:n])
		queue = append(queue[n:], sum)
	}
	return queue[0], carries
}

// fixedColumn is column with a given sum: odd or even.
func (w *clauses) fixedColumn(bits []cnf.Lit, odd bool) (carries []cnf.Lit) {
	queue := append([]cnf.Lit(nil), bits...)
	for len(queue) > 3 {
		sum := w.newVar()
		carries = append(carries, w.carry(queue[:3]))
		w.equalSum(sum, queue[:3])
		queue = append(queue[3:], sum)
	}
	if len(queue) > 1 {
		carries = append(carries, w.carry(queue))
	}
	w.direct(queue, odd)
	return carries
}

// equalSum makes sum the XOR of two or three bits.
func (w *clauses) equalSum(sum cnf.Lit, bits []cnf.Lit) {
	var room [4]cnf.Lit
	w.direct(append(append(room[:0], bits...), sum), false)
}

// carry is a new variable that is true when at least two of two or three bits are.
func (w *clauses) carry(bits []cnf.Lit) cnf.Lit {
	c := w.newVar()
	if len(bits) == 2 {
		w.clause(c.Neg(), bits[0])
		w.clause(c.Neg(), bits[1])
		w.clause(c, bits[0].Neg(), bits[1].Neg())
		return c
	}
	for i, x := range bits {
		y := bits[(i+1)%3]
		w.clause(c.Neg(), x, y)
		w.clause(c, x.Neg(), y.Neg())
	}
	return c
}
