package fewest

import (
	"fmt"
	"strconv"
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

// Reason is what a lower bound rests on: the name of a way, and what is said of a bound that is met by an answer, and of
// one that is not.
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

// proofs is what the proof of a method says; %s stands for the number of answers.
var proofs = map[string]string{
	Regions: AllCompared,
	"walsh": AllCompared,
	Tree:    AllCompared,
	"split": "fewer presses would be few on one of two halves; all such were tried",
	"mitm":  "no fewer presses meet in the middle",
	Sum:     "each of the independent parts was searched",
}

// AllCompared is the proof of ways that go through all answers.
const AllCompared = "all %s answers compared"

// ProofBy is what the proof of a method says where the code has so many dimensions.
func ProofBy(method string, dimensions int) string {
	return strings.Replace(proofs[method], "%s", power(dimensions), 1)
}

// power is a power of two in words.
func power(k int) string {
	if k <= 20 {
		return strconv.Itoa(1 << k)
	}
	return fmt.Sprintf("2^%d", k)
}
