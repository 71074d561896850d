package play

import (
	"math/big"

	"lightsout/board"
	"lightsout/solve"
)

// rankOf is the rank and the nullity if the number of states is prime, otherwise the order of the quiet group.
func rankOf(b *board.Board, linear solve.Linear) (rank, nullity *int, quietOrder string) {
	if big.NewInt(int64(b.States())).ProbablyPrime(0) {
		return new(linear.Rank()), new(linear.Nullity()), ""
	}
	return nil, nil, linear.QuietOrder().String()
}

// hardest bounds the presses that any solvable state needs. All answers of a state press switch s some number
// modulo d, a divisor of K, each such number equally often: on average at most d−1 + (K−d)/2 times. The lightest presses no
// more than the average.
func hardest(b *board.Board, quiet []board.State) int {
	divisors := make([]int, b.Switches())
	for s := range divisors {
		divisors[s] = b.States()
	}
	for _, word := range quiet {
		for s, times := range word.All() {
			divisors[s] = divisor(divisors[s], times)
		}
	}
	twice := 0
	for _, d := range divisors {
		twice += b.States() + d - 2
	}
	return twice / 2
}

// divisor is the greatest that two numbers have in common.
func divisor(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
