package encode

import (
	"context"
	"errors"
	"fmt"
	"io"

	"lightsout/board"
	"lightsout/cnf"
	"lightsout/gf2"
)

// Formula is clauses and XORs of one's own, which any XOR encoding can write as clauses. The XORs are a puzzle:
// variable i is switch i−1, and a light is on if its XOR is odd. The clauses restrict its answers.
// The zero Formula has no clauses to go through, and its methods panic: [NewFormula] makes one.
type Formula struct {
	// XORs is that puzzle; nil if there are none.
	XORs *board.Puzzle

	formula *cnf.Formula
	name    string
}

var errNoFormula = errors.New("there is no formula")

// NewFormula is a formula as it was read; name is for error messages. A variable that an XOR has twice cancels.
func NewFormula(f *cnf.Formula, name string) (*Formula, error) {
	if f == nil {
		return nil, errNoFormula
	}
	g := &Formula{formula: f, name: name}
	if f.NumXors() == 0 {
		return g, nil
	}
	toggles := make([][]int, f.Vars())
	on := gf2.NewVec(f.NumXors())
	light := 0
	for lits, odd := range f.Xors() {
		for _, l := range lits {
			s := l.Var() - 1
			if n := len(toggles[s]); n > 0 && toggles[s][n-1] == light {
				toggles[s] = toggles[s][:n-1]
				continue
			}
			toggles[s] = append(toggles[s], light)
		}
		on.Set(light, odd)
		light++
	}
	b, err := board.FromToggles(name, f.NumXors(), toggles)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	g.XORs = board.NewPuzzle(b)
	g.XORs.On = board.Bits(on)
	return g, nil
}

// Size is the numbers of variables, without those that name sums, of clauses and of XORs.
func (f *Formula) Size() (vars, clauses, xors int) {
	return f.formula.Given(), f.formula.NumClauses(), f.formula.NumXors()
}

// WriteNative writes the clauses and XORs.
func (f *Formula) WriteNative(sink cnf.Sink) {
	for range f.formula.Vars() {
		sink.NewVar()
	}
	for lits, odd := range f.formula.Xors() {
		sink.Xor(lits, odd)
	}
	f.writeClauses(sink)
}

// Write writes the formula into sink, which must not have variables yet: the XORs by the encoding of that name,
// as in Options, then the clauses. Models, restricted to the formula's own variables, are the formula's.
func (f *Formula) Write(sink cnf.Sink, xor string) error {
	if f.formula == nil {
		return errNoFormula
	}
	if f.XORs == nil {
		f.WriteNative(sink)
		return nil
	}
	plan, err := f.prepare(xor)
	if err != nil {
		return err
	}
	if err := plan.Write(sink); err != nil {
		return err
	}
	f.writeClauses(sink)
	return nil
}

// prepare is Prepare for the XORs. Its errors are about these, and not about lights.
func (f *Formula) prepare(xor string) (*Plan, error) {
	plan, err := Prepare(f.XORs, Options{Xor: xor})
	if long, ok := errors.AsType[*tooLongError](err); ok {
		return nil, fmt.Errorf("XOR %d of %s has %d literals%s", long.light, f.name, long.switches, long.why())
	}
	return plan, err
}

func (f *Formula) writeClauses(sink cnf.Sink) {
	for lits := range f.formula.Clauses() {
		sink.Clause(lits...)
	}
}

// Prove writes a proof that what Write writes has no model, where the XORs alone have none; the witness is a set of
// them, as in Proof.
func (f *Formula) Prove(ctx context.Context, w io.Writer, xor string, how Proof) error {
	plan, err := f.prepare(xor)
	if err != nil {
		return err
	}
	var size cnf.Counter
	if err := f.Write(&size, xor); err != nil {
		return err
	}
	return plan.Prove(ctx, w, size, how)
}

// Holds reports whether values of the variables that were given satisfy every clause and every XOR.
func (f *Formula) Holds(value func(cnf.Lit) bool) bool {
	value = f.formula.WithSums(value)
	for lits := range f.formula.Clauses() {
		some := false
		for _, l := range lits {
			some = some || value(l)
		}
		if !some {
			return false
		}
	}
	for lits, odd := range f.formula.Xors() {
		for _, l := range lits {
			odd = odd != value(l)
		}
		if odd {
			return false
		}
	}
	return true
}
