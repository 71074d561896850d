package survey

import (
	"encoding/json"
	"math/big"
)

// Value is what is known of a number.
type Value struct {
	// Lower and Upper are proved bounds, nil where there is none. The number is known if they are equal.
	Lower, Upper *big.Int
	// Infinite: there is no such number, as of the fewest presses of an unsolvable puzzle. It compares as
	// larger than every number.
	Infinite bool
	// Fraction is the value of a column of fractions; such a value has no bounds.
	Fraction json.Number
	// Stopped is why the number is not known.
	Stopped error
}

// Known reports whether the number is known, or known not to exist.
func (v Value) Known() bool {
	return v.Infinite || v.Fraction != "" || v.Lower != nil && v.Upper != nil && v.Lower.Cmp(v.Upper) == 0
}

func known(n int) Value { return exactly(big.NewInt(int64(n))) }

func exactly(n *big.Int) Value { return Value{Lower: n, Upper: n} }

func truth(yes bool) Value {
	if yes {
		return known(1)
	}
	return known(0)
}

// between is a number within bounds.
func between(lower, upper int, stopped error) Value {
	v := Value{Lower: big.NewInt(int64(lower)), Upper: big.NewInt(int64(upper)), Stopped: stopped}
	if v.Known() {
		v.Stopped = nil
	}
	return v
}
