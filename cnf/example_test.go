package cnf_test

import (
	"context"
	"fmt"
	"os"
	"strings"

	"lightsout/cnf"
)

// exactlyOne is an encoding: it writes to whatever Sink it is given.
func exactlyOne(s cnf.Sink, lits []cnf.Lit) {
	s.Clause(lits...)
	for i, a := range lits {
		for _, b := range lits[:i] {
			s.Clause(a.Neg(), b.Neg())
		}
	}
}

// Three switches, of which exactly one is pressed; which, if it is neither of the first two?
func Example() {
	s := cnf.NewSession()
	press := []cnf.Lit{s.NewVar(), s.NewVar(), s.NewVar()}
	exactlyOne(s, press)

	ctx := context.Background()
	status, err := s.Solve(ctx, press[0].Neg(), press[1].Neg())
	fmt.Println(status, err, s.Model().Value(press[2]))

	s.Clause(press[2].Neg()) // not that one either
	status, err = s.Solve(ctx, press[0].Neg(), press[1].Neg())
	fmt.Println(status, err, len(s.Failed()) > 0)

	status, err = s.Solve(ctx) // assumptions are gone, clauses stay
	fmt.Println(status, err, s.Model().Value(press[2]))
	// Output:
	// SATISFIABLE <nil> true
	// UNSATISFIABLE <nil> true
	// SATISFIABLE <nil> false
}

func ExampleWriter() {
	encode := func(s cnf.Sink) {
		a, b, c := s.NewVar(), s.NewVar(), s.NewVar()
		exactlyOne(s, []cnf.Lit{a, b})
		s.Xor([]cnf.Lit{a, b, c}, true)
		s.Xor([]cnf.Lit{b, c}, false)
	}
	var size cnf.Counter
	encode(&size)
	w := cnf.NewWriter(os.Stdout, size, "switches 1 to 3")
	encode(w)
	if err := w.Close(); err != nil {
		fmt.Println(err)
	}
	// Output:
	// c switches 1 to 3
	// p cnf 3 4
	// 1 2 0
	// -2 -1 0
	// x1 2 3 0
	// x-2 3 0
}

func ExampleReadDIMACS() {
	f, err := cnf.ReadDIMACS(strings.NewReader("p cnf 3 2\n1 -3 0\nx1 -2 0\n"), "toy.cnf")
	if err != nil {
		fmt.Println(err)
		return
	}
	for c := range f.Clauses() {
		fmt.Println("one of", c)
	}
	for x, odd := range f.Xors() {
		fmt.Println("sum of", x, "is odd:", odd)
	}
	_, err = cnf.ReadDIMACS(strings.NewReader("p cnf 3 2\n1 -3 0\n2 4 0\n"), "bad.cnf")
	fmt.Println(err)
	// Output:
	// one of [1 -3]
	// sum of [1 2] is odd: false
	// bad.cnf:3: variable 4 beyond the 3 of the header
}
