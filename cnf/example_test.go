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

// Exactly one of three switches is pressed. Which, if it is neither of the first two?
func Example() {
	s := cnf.NewSession()
	press := []cnf.Lit{s.NewVar(), s.NewVar(), s.NewVar()}
	exactlyOne(s, press)

	ctx := context.Background()
	sat, err := s.Solve(ctx, press[0].Neg(), press[1].Neg())
	fmt.Println(sat, err, s.Model().Value(press[2]))

	s.Clause(press[2].Neg()) // not that one either
	sat, err = s.Solve(ctx, press[0].Neg(), press[1].Neg())
	fmt.Println(sat, err, len(s.Failed()) > 0)

	sat, err = s.Solve(ctx) // assumptions are gone, clauses stay
	fmt.Println(sat, err, s.Model().Value(press[2]))
	// Output:
	// true <nil> true
	// false <nil> true
	// true <nil> false
}

func ExampleWriteDIMACS() {
	encode := func(s cnf.Sink) error {
		a, b, c := s.NewVar(), s.NewVar(), s.NewVar()
		exactlyOne(s, []cnf.Lit{a, b})
		s.Xor([]cnf.Lit{a, b, c}, true)
		s.Xor([]cnf.Lit{b, c}, false)
		return nil
	}
	if err := cnf.WriteDIMACS(os.Stdout, encode, "switches 1 to 3"); err != nil {
		fmt.Println(err)
	}
	// Output:
	// c switches 1 to 3
	// p cnf 3 4
	// 1 2 0
	// -2 -1 0
	// x 1 2 3 0
	// x -2 3 0
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
	// bad.cnf:3: variable 4 is larger than the 3 of the header
}
