package fewest

import (
	"testing"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/gridpoly"
)

// squareCode is the quiet patterns of the n×n grid, with its four parity classes.
func squareCode(n int) Problem {
	p := Problem{Word: gf2.NewVec(n * n), Basis: gridpoly.NewSolver(board.Rectangle{Rows: n, Cols: n}).Quiet()}
	for c := range n * n {
		p.Classes = append(p.Classes, c/n%2*2+c%n%2)
	}
	return p
}

// A form may be stopped at any moment while its pairs are sought: then there are fewer of them, or none.
func TestPairsStoppedAnyTime(t *testing.T) {
	p := squareCode(39)
	f := prepare(p, nil).reduce(p.Word, nil, nil).parts[0]
	all, err := findPairs(f)
	if err != nil {
		t.Fatal(err)
	}
	for after := 0; ; after++ {
		asked := 0
		f := *f // what is kept of a form that was stopped must not be used
		f.stop = func() bool { asked++; return asked > after }
		pairs, _ := findPairs(&f)
		if asked <= after {
			if pairs == nil || len(pairs) != len(all) || after == 0 {
				t.Errorf("%d pairs after it was asked %d times whether to stop, %d before", len(pairs), asked, len(all))
			}
			return
		}
	}
}
