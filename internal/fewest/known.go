package fewest

import (
	"fmt"
	"math/big"
	"strings"

	"lightsout/board"
)

// Known is what is known about the cheapest answer: the best that was found and what it costs, a bound that no answer
// goes below with what it rests on, and why nothing better is known. An answer is a word over the columns of a problem,
// or the presses of a puzzle.
type Known struct {
	Best board.State
	// Cost is what Best costs, and Lower is proved: no answer costs less.
	Cost, Lower int
	// Why is what Lower rests on.
	Why Reason
	// Stopped is why the search ended without a proof; nil if there is one.
	Stopped error
}

// Reason is what a lower bound rests on: the name of a way, and what is said of a bound that is met by an answer, and
// of one that is not.
type Reason struct{ Method, Proof, Bound string }

// Proved reports whether no answer costs less than the best.
func (k *Known) Proved() bool { return k.Lower >= k.Cost }

// Offer takes an answer if it costs less than the best, and reports whether it does.
func (k *Known) Offer(answer board.State, cost int) bool {
	if cost >= k.Cost {
		return false
	}
	k.Best, k.Cost = answer, cost
	return true
}

// Raise takes a bound if it says more than is known, and reports whether it does.
func (k *Known) Raise(lower int, why Reason) bool {
	if lower = min(lower, k.Cost); lower < k.Lower || lower == k.Lower && k.Why != (Reason{}) {
		return false
	}
	k.Lower, k.Why = lower, why
	return true
}

// Stop says why the search ends, unless it has ended with a proof.
func (k *Known) Stop(why error) {
	if k.Stopped = why; k.Proved() {
		k.Stopped = nil
	}
}

// Words says how the answer was proved to be the cheapest, or else what the bound rests on.
func (k *Known) Words() string {
	if k.Proved() {
		return k.Why.Proof
	}
	return k.Why.Bound
}

// reason is that of a way, or of several, where there are so many answers.
func reason(name string, answers *big.Int) Reason {
	proof := "each of the independent parts was searched"
	if name != Sum {
		proof = wayNamed(name).Proof
	}
	return Reason{Method: name, Proof: withNumber(proof, answers), Bound: "search (" + name + ")"}
}

// withNumber is what is said of so many answers.
func withNumber(words string, n *big.Int) string {
	return strings.Replace(words, "%s", numberText(n), 1)
}

// numberText is a number, as a power of two if it is a large one.
func numberText(n *big.Int) string {
	if k := n.BitLen() - 1; k > 20 && n.TrailingZeroBits() == uint(k) {
		return fmt.Sprintf("2^%d", k)
	}
	return n.String()
}

// power is a power of two.
func power(k int) *big.Int { return new(big.Int).Lsh(big.NewInt(1), uint(k)) }
