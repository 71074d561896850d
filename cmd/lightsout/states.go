package main

import (
	"fmt"
	"math/big"
	"slices"

	"github.com/spf13/pflag"

	"lightsout/board"
	"lightsout/internal/textboard"
	"lightsout/solve"
)

// What is particular to boards whose lights have more than two states: states and numbers of presses are
// digits, and a LIST says 3*2 for switch 3 twice.

// forTwoStates are the flags, and values of flags, that are about lights with two states.
var forTwoStates = []string{"explain", "nearest", "certificate", "distinct symmetry", "chase-table", "on unknown",
	"proof", "path", "db"}

// takesStates refuses a board whose lights have more states than the given flags can do with.
func (c *call) takesStates(b *board.Board) (err error) {
	two := b.TwoStates()
	c.flags.Visit(func(f *pflag.Flag) {
		what := f.Name
		if !slices.Contains(forTwoStates, what) {
			what += " " + f.Value.String()
		}
		if two != nil && slices.Contains(forTwoStates, what) {
			err = usagef("--%s: %v", what, two)
		}
	})
	return err
}

// firstPress is the first of the presses, and nothing else; -1 if there is none.
func firstPress(presses board.State) (press int, one board.State) {
	one = board.NewState(presses.Len(), presses.Mod())
	for s := range presses.All() {
		one.Set(s, 1)
		return s, one
	}
	return -1, one
}

// algebraWords tells how many answers there are, and why.
func algebraWords(res *solve.Result) string {
	answers := "answers not counted"
	if res.Algebra.Answers != nil {
		answers = countWords(res.Algebra.Answers, maxDigits)
	}
	if res.Algebra.QuietOrder == nil || isPrime(res.Puzzle.Board.States()) {
		return fmt.Sprintf(", nullity %d: %s", res.Algebra.Nullity, answers)
	}
	return fmt.Sprintf(", quiet order %v: %s", res.Algebra.QuietOrder, answers)
}

// exponent is the k with base^k = n, if there is one.
func exponent(n *big.Int, base int) (k int, ok bool) {
	if base == 2 {
		k = n.BitLen() - 1
		return k, n.TrailingZeroBits() == uint(k)
	}
	rest, b, digit := new(big.Int).Set(n), big.NewInt(int64(base)), new(big.Int)
	for one := big.NewInt(1); rest.Cmp(one) > 0; k++ {
		if rest.QuoRem(rest, b, digit); digit.Sign() != 0 {
			return 0, false
		}
	}
	return k, rest.Sign() > 0
}

func isPrime(n int) bool { return big.NewInt(int64(n)).ProbablyPrime(0) }

// weightWords tells in words why a puzzle has no answer.
func weightWords(b *board.Board, e *solve.UnsolvableError) string {
	words, who := "unsolvable", "a press"
	if e.Condition != "" {
		words, who = e.Error(), "a press that is left"
	}
	if e.Size() == 1 {
		return fmt.Sprintf("%s: this 1 light, as often as it counts below: %s changes it by a multiple of %d, but it "+
			"must change by %d more", words, who, b.States(), e.MustChange)
	}
	return fmt.Sprintf("%s: these %d lights, each as often as it counts below: %s changes their sum by a multiple of "+
		"%d, but it must change by %d more", words, e.Size(), who, b.States(), e.MustChange)
}

// pressLine counts and lists presses.
func pressLine(b *board.Board, presses board.State) string {
	return listed(presses.Weight(), textboard.Cells(b, presses))
}
