package solve

import (
	"context"
	"errors"
	"fmt"
	"strings"

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

// WhyNone says why a formula has no model: XORs contradict each other, of which it names ten at most, or else its clauses
// and XORs together.
func (d Decided) WhyNone(f *cnf.Formula) string {
	if d.Contradiction == nil || f == nil {
		return "clauses and XORs together have no model, by gini's search; there is no proof of it"
	}
	var lines []string
	all, i := 0, 0
	for vars, odd := range f.Xors() {
		if d.Contradiction.Witness.At(i) == 1 {
			if all++; all <= 10 {
				lines = append(lines, xLine(vars, odd))
			}
		}
		i++
	}
	if all > len(lines) {
		lines = append(lines, fmt.Sprintf("and %d more", all-len(lines)))
	}
	return fmt.Sprintf("these %d XORs add up to 0 = 1: %s", all, strings.Join(lines, ", "))
}

// xLine is an XOR as an x line.
func xLine(vars []cnf.Lit, odd bool) string {
	line := "x"
	for k, v := range vars {
		if k == 0 && !odd {
			v = v.Neg()
		}
		line += fmt.Sprint(" ", v)
	}
	return line + " 0"
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
