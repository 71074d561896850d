package solve

import (
	"context"
	"errors"
	"strconv"

	"lightsout/board"
)

// Answer is an answer, or the proof that there is none, as a record. It is the JSON object that the
// command prints, and that the page and the benchmarks read. Switches and lights count from 0.
//
// Which fields there are depends on the outcome: Rank to Card are those of an answer, Feasible to
// WitnessCount those of a refutation. A field that does not apply is nil or zero and is left out.
type Answer struct {
	Board    string `json:"board"`
	Lights   int    `json:"lights"`
	Switches int    `json:"switches"`
	Rank     *int   `json:"rank,omitempty"`
	Nullity  *int   `json:"nullity,omitempty"`
	// QuietOrder, in decimal, is how many presses change nothing. It stands in place of Rank and Nullity
	// where lights have a number of states that is not prime.
	QuietOrder string `json:"quiet_order,omitempty"`
	// Solvable is about the puzzle alone. Feasible is false if it is solvable, but not under the
	// conditions that were set; Reason names those.
	Solvable bool   `json:"solvable"`           // whether the puzzle itself has an answer
	Feasible *bool  `json:"feasible,omitempty"` // false: there are answers, but none that keeps to what was asked
	Reason   string `json:"reason,omitempty"`   // what no answer keeps to
	// Witness is a set of lights as in [UnsolvableError]. With more than two states a light is repeated as often as it
	// counts. WitnessCount is how many it lists, on boards so large that it may be left out for being too long.
	Witness      []int `json:"witness,omitempty"`
	WitnessCount int   `json:"witness_count,omitempty"` // its lights, from 131,072 on

	// Presses may be nil where they are too many to list. With more than two states a switch is repeated as
	// often as it is pressed. PressCount is how many there are.
	Presses    []int `json:"presses,omitzero"` // the switches to press, if they are at most ten million
	PressCount *int  `json:"press_count,omitempty"`
	Bounds
	// Answers is how many answers there are, in decimal, "0" if the puzzle is unsolvable. It is left out
	// if it has more than a million digits.
	Answers string `json:"answers,omitempty"` // how many answers keep to --forbid, --require and --symmetric
	Engine  string `json:"engine,omitempty"`
	*Formula

	Seconds float64 `json:"seconds"`
}

// Bounds is what is proved about the presses of an [Answer], or about what they cost.
type Bounds struct {
	// Minimum and LowerBound speak of PressCount: no answer has fewer presses, or fewer than that are
	// proved impossible. Where switches have costs, Cost, CostMinimum and CostLowerBound are the same
	// for what the presses cost. Proof, Method and Stopped are as in [Result].
	Minimum        *bool `json:"minimum,omitempty"`
	LowerBound     *int  `json:"lower_bound,omitempty"`      // proved: every answer has at least this many presses
	Cost           *int  `json:"cost,omitempty"`             // what the presses cost, with --cost
	CostMinimum    *bool `json:"cost_minimum,omitempty"`     // proved: no answer costs less
	CostLowerBound *int  `json:"cost_lower_bound,omitempty"` // proved: every answer costs at least so much

	// LowerBoundBy, if Stopped, is the Bound of [Result]: of LowerBound, or of CostLowerBound if there is one.
	LowerBoundBy string `json:"lower_bound_by,omitempty"` // what the bound rests on, if the search was stopped

	Proof   string `json:"proof,omitempty"` // how the minimum was proved
	Stopped string `json:"stopped,omitempty"`
	Method  string `json:"method,omitempty"` // the name of the proof, or of what the bound rests on: see help engines
}

// Formula is what the engine sat was given: the encodings, the size of the formula when the search ended, and the time
// that it took to write and to search. Auxiliary variables are those that are no switches.
type Formula struct {
	Xor                string  `json:"xor,omitempty"`  // the XOR encoding, with engine sat
	Card               string  `json:"card,omitempty"` // the counting encoding
	Variables          int     `json:"variables"`
	Clauses            int     `json:"clauses"`
	Literals           int     `json:"literals"`
	AuxiliaryVariables int     `json:"auxiliary_variables"`
	EncodeSeconds      float64 `json:"encode_seconds"`
	SolveSeconds       float64 `json:"solve_seconds"`
}

func newAnswer(b *board.Board) Answer {
	return Answer{Board: b.Spec(), Lights: b.Lights(), Switches: b.Switches()}
}

// Answer is the result as a record. It lists the presses if there are at most that many; a negative
// number lists them in any case.
func (r *Result) Answer(most int) Answer {
	a := newAnswer(r.Puzzle.Board)
	if a.Solvable = true; r.Algebra.QuietOrder == nil || isPrime(r.Puzzle.Board.States()) {
		a.Rank, a.Nullity = &r.Algebra.Rank, &r.Algebra.Nullity
	} else {
		a.QuietOrder = r.Algebra.QuietOrder.String()
	}
	a.PressCount = new(r.PressCount())
	proved := r.Proved()
	a.Minimum, a.LowerBound = &proved, &r.Lower
	if proved {
		a.Proof = r.Words()
	}
	if proved || r.Stopped != nil {
		a.Method = r.Why.Method
	}
	if r.Priced {
		a.Cost, a.CostMinimum, a.CostLowerBound = &r.Cost, &proved, &r.Lower
		fewest := r.Why == theOnlyAnswer || r.flips >= *a.PressCount
		a.Minimum, a.LowerBound = &fewest, &r.flips
		if fewest {
			a.LowerBound = a.PressCount
		}
	}
	if r.Stopped != nil {
		a.Stopped, a.LowerBoundBy = Why(r.Stopped), r.Words()
	}
	a.Engine, a.Formula = r.Engine, r.Formula
	switch n := r.Algebra.Answers; {
	case n == nil:
	case n.IsUint64():
		a.Answers = strconv.FormatUint(n.Uint64(), 10)
	case n.BitLen() <= maxAnswerBits:
		a.Answers = n.String()
	}
	a.Seconds = r.Elapsed.Seconds()
	if most < 0 || *a.PressCount <= most {
		a.Presses = r.Best.Indices()
	}
	return a
}

// Why says in words why a search ended: contexts mean nothing to people. Of no error it is empty.
func Why(err error) string {
	if err == nil {
		return ""
	}
	if gaveUp, ok := errors.AsType[*GaveUpError](err); ok && gaveUp.Cause != nil {
		return Why(gaveUp.Cause)
	}
	switch err { // an error that wraps one of them says more
	case nil:
		return ""
	case context.DeadlineExceeded:
		return "the time limit was reached"
	case context.Canceled:
		return "interrupted"
	}
	return err.Error()
}

// Answer is the refutation of the puzzle as a record. On large boards the witness is counted, and listed if it has at
// most that many lights or the number is negative. Of no puzzle it is empty.
func (e *UnsolvableError) Answer(p *board.Puzzle, most int) Answer {
	if p == nil || p.Board == nil {
		return Answer{}
	}
	a := newAnswer(p.Board)
	if e.Condition != "" {
		a.Solvable, a.Feasible, a.Reason = true, new(false), e.Condition
	} else {
		a.Answers = "0"
	}
	a.Formula = e.Formula
	if e.Witness.Len() >= countedFrom {
		a.WitnessCount = e.Witness.Weight()
		if most >= 0 && a.WitnessCount > most {
			return a
		}
	}
	a.Witness = e.Witness.Indices()
	return a
}
