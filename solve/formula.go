package solve

import (
	"context"
	"errors"

	"lightsout/cnf"
	"lightsout/encode"
)

// Decided says of a formula whether it has a model, and what shows it.
type Decided struct {
	Satisfiable bool
	Model       cnf.Model // of all variables of the formula, if it is satisfiable
	// Contradiction is a set of XORs that add up to 0 = 1; nil if the XORs alone have a solution.
	Contradiction *UnsolvableError
}

// Formula decides whether a formula has a model: by elimination whether its XORs contradict each other, and by gini,
// with the XORs as the encoding s.Xor writes them. Where s.Xor is given, gini is asked first, for encodings are to be
// compared. Of the other fields none counts. Every model is checked.
func (s Solver) Formula(ctx context.Context, f *encode.Formula) (Decided, error) {
	if f == nil {
		return Decided{}, errors.New("there is no formula")
	}
	if s.Xor == "" {
		if none, err := Contradiction(ctx, f); none != nil || err != nil {
			return Decided{Contradiction: none}, err
		}
	}
	session := cnf.NewSession()
	if err := f.Write(session, s.Xor); err != nil {
		return Decided{}, err
	}
	sat, err := session.Solve(ctx)
	switch {
	case err != nil:
		return Decided{}, err
	case !sat:
		none, err := Contradiction(ctx, f)
		return Decided{Contradiction: none}, err
	}
	model := session.Model()
	if !f.Holds(model.Value) {
		return Decided{}, fault("the model does not satisfy the formula")
	}
	return Decided{Satisfiable: true, Model: model}, nil
}

// Contradiction is a set of XORs of a formula that add up to 0 = 1; nil if there is none.
func Contradiction(ctx context.Context, f *encode.Formula) (*UnsolvableError, error) {
	if f == nil || f.XORs == nil {
		return nil, nil
	}
	_, err := Solver{Engine: "gf2"}.Any(ctx, f.XORs)
	if none, ok := errors.AsType[*UnsolvableError](err); ok {
		return none, nil
	}
	return nil, err
}
