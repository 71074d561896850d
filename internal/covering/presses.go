package covering

import (
	"slices"

	"lightsout/board"
)

// MostPresses bounds the presses that any solvable puzzle on the board needs, by what generates its quiet patterns. All
// answers to a puzzle press switch s some number modulo d, a divisor of K, each such number equally often: on average
// at most d−1 + (K−d)/2 times. The lightest answer presses no more than the average. It panics
// if a pattern is of another board.
func MostPresses(b *board.Board, quiet []board.State) int {
	k := b.States()
	divisors := slices.Repeat([]int{k}, b.Switches())
	for _, word := range quiet {
		for s, times := range word.All() {
			for times > 0 { // Euclid
				divisors[s], times = times, divisors[s]%times
			}
		}
	}
	twice := 0
	for _, d := range divisors {
		twice += k + d - 2
	}
	return twice / 2
}
