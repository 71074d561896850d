package export_test

import (
	"fmt"
	"strings"

	"lightsout/gf2"
)

// dialects print presses, and some auxiliary variables after them, as solvers do.
var dialects = []func(x gf2.Vec, auxiliary int) string{
	func(x gf2.Vec, auxiliary int) string { // SAT competition
		return "s SATISFIABLE\nv" + signed(x, auxiliary, "") + " 0\n"
	},
	func(x gf2.Vec, auxiliary int) string { // pseudo-Boolean competition
		return "v" + signed(x, auxiliary, "x") + "\ns OPTIMUM FOUND\n"
	},
	func(x gf2.Vec, auxiliary int) string { // MaxSAT Evaluation
		return "o 1\ns OPTIMUM FOUND\nv " + x.String() + strings.Repeat("1", auxiliary) + "\n"
	},
	func(x gf2.Vec, auxiliary int) string { // minisat
		return "SAT\n" + strings.TrimSpace(signed(x, auxiliary, "")) + " 0\n"
	},
	func(x gf2.Vec, auxiliary int) string { // glpsol --write
		n := x.Len() + auxiliary
		text := fmt.Sprintf("s mip 1 %d o 1\ni 1 1\n", n)
		for i := range n {
			text += fmt.Sprintf("j %d %s\n", i+1, digit(x, i))
		}
		return text + "e o f\n"
	},
	func(x gf2.Vec, auxiliary int) string { // cbc
		text := "Optimal - objective value 1.00000000\n"
		for i := range x.Len() + auxiliary {
			name := fmt.Sprintf("x%d", i+1)
			if i >= x.Len() {
				name = fmt.Sprintf("d%d", i+1)
			}
			text += fmt.Sprintf("%7d %-15s %22s %23s\n", i, name, digit(x, i), "1")
		}
		return text
	},
	func(x gf2.Vec, auxiliary int) string { // z3, the last first
		text := "sat\n(\n"
		for i := x.Len() + auxiliary - 1; i >= 0; i-- {
			text += fmt.Sprintf("  (define-fun x%d () Bool\n    %t)\n", i+1, i < x.Len() && x.Bit(i))
		}
		return text + ")\n(objectives\n)\n"
	},
	func(x gf2.Vec, _ int) string { // MiniZinc
		var items []string
		for i := range x.Len() {
			items = append(items, digit(x, i))
		}
		return "x = [" + strings.Join(items, ", ") + "];\n----------\n"
	},
	func(x gf2.Vec, auxiliary int) string { // Mace4: one element before the switches, others after
		var items []string
		for i := range x.Len() + auxiliary {
			items = append(items, digit(x, i))
		}
		return mace4Output(x.Len()+auxiliary+1, "0, "+strings.Join(items, ", "))
	},
	func(x gf2.Vec, _ int) string { return prover9Output(x.Indices()) },
	func(x gf2.Vec, _ int) string { return derivation(x.Indices()) },
}

// derivation is a proof in the TPTP's language with one step per press.
func derivation(presses []int) string {
	var b strings.Builder
	fmt.Fprint(&b, "% SZS status Theorem for puzzle\nfof(start, axiom, lights(on), file('a puzzle.p', start)).\n")
	last := "start"
	for i, s := range presses {
		fmt.Fprintf(&b, "cnf(press_%d, axiom, (~lights(X1)\n  | lights(flip(X1))), file('a puzzle.p', press_%d)).\n", s+1, s+1)
		fmt.Fprintf(&b, "cnf(c_%d, plain, (lights(off)), inference(pm, [status(thm)], [press_%d, %s])).\n", i, s+1, last)
		last = fmt.Sprintf("c_%d", i)
	}
	fmt.Fprintf(&b, "cnf(last, plain, ($false), inference(sr, [status(thm)], [%s, inference(theory,[],[theory(equality)])]), ['proof']).\n", last)
	return b.String()
}

// signed lists literals; auxiliaries are true.
func signed(x gf2.Vec, auxiliary int, prefix string) string {
	var b strings.Builder
	for i := range x.Len() + auxiliary {
		sign := ""
		if i < x.Len() && !x.Bit(i) {
			sign = "-"
		}
		fmt.Fprintf(&b, " %s%s%d", sign, prefix, i+1)
	}
	return b.String()
}

func digit(x gf2.Vec, i int) string {
	if i < x.Len() && x.Bit(i) {
		return "1"
	}
	return "0"
}
