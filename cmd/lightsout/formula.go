package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"lightsout/board"
	"lightsout/cnf"
	"lightsout/encode"
	"lightsout/export"
	"lightsout/solve"
)

// A formula of one's own, clauses and XOR lines as CryptoMiniSat reads them, is a FILE for encode, solve, check and bench.
// It is no puzzle: what is about lights and presses is refused.

// formulaKind is what --input calls a formula.
const formulaKind = "xnf"

// isFormula reports whether the arguments name a formula: --input or its name says so, or the first line that is no comment is a
// header p cnf. Of other pipes than standard input only --input tells, since they cannot be read twice.
func (c *console) isFormula(args []string, input string) bool {
	if len(args) != 1 || input != "" {
		return len(args) == 1 && input == formulaKind
	}
	if args[0] == "-" {
		in := bufio.NewReaderSize(c.in, maxHeader)
		c.in = in
		return cnf.StartsDIMACS(in)
	}
	if info, err := os.Stat(args[0]); err != nil || !info.Mode().IsRegular() {
		return false
	}
	f, err := os.Open(args[0])
	if err != nil || filepath.Ext(args[0]) == "."+formulaKind {
		return err == nil
	}
	defer f.Close()
	return cnf.StartsDIMACS(bufio.NewReaderSize(f, maxHeader))
}

// maxHeader is how long the comments before a header may be.
const maxHeader = 1 << 16

// readFormula reads it, and refuses every flag but those named.
func (c *call) readFormula(file string, allowed ...string) (*encode.Formula, error) {
	var other []string
	c.flags.Visit(func(f *pflag.Flag) {
		if !slices.Contains(allowed, f.Name) {
			other = append(other, "--"+f.Name)
		}
	})
	if len(other) > 0 {
		return nil, usagef("%s: %s is a formula, and takes only --%s", strings.Join(other, " "), file, strings.Join(allowed, ", --"))
	}
	f, err := readFile(c.con, file, cnf.ReadDIMACS)
	if err != nil {
		return nil, err
	}
	return encode.NewFormula(f, file)
}

// contradiction is a set of XOR lines that add up to 0 = 1; nil if there is none.
func contradiction(ctx context.Context, f *encode.Formula) (*solve.UnsolvableError, error) {
	if f.XORs == nil {
		return nil, nil
	}
	_, err := solve.Solver{Engine: "gf2"}.Any(ctx, f.XORs)
	if none, ok := errors.AsType[*solve.UnsolvableError](err); ok {
		return none, nil
	}
	return nil, err
}

// formula is encode for a formula: its XOR lines become clauses, or stay with --to xnf.
func (c *encodeCommand) formula(ctx context.Context, con *console, file string) error {
	f, err := c.readFormula(file, "xor", "to", "output", "proof", "binary", "input", "timeout", "max-memory")
	if err != nil {
		return err
	}
	if c.to != "cnf" && c.to != "xnf" || c.to == "xnf" && c.text("xor") != "" {
		return usagef("--to %s: a formula is written as cnf, with --xor NAME if you like, or as xnf", c.to)
	}
	if c.given("proof") {
		if err := c.proveFormula(ctx, con, f); err != nil {
			return err
		}
	}
	vars, clauses, xors := f.Size()
	about := fmt.Sprintf("%s: %d variables, %d clauses and %d XORs", file, vars, clauses, xors)
	return cnf.WriteDIMACS(con.out, func(sink cnf.Sink) error {
		if c.to == "xnf" {
			f.WriteNative(sink)
			return nil
		}
		return f.Write(sink, c.text("xor"))
	}, about)
}

func (c *encodeCommand) proveFormula(ctx context.Context, con *console, f *encode.Formula) error {
	none, err := contradiction(ctx, f)
	switch {
	case err != nil:
		return err
	case none == nil:
		return usagef("--proof: the XOR lines do not contradict each other, and a proof only adds up these")
	}
	return c.writeProof(ctx, con, none, func(w io.Writer, proof encode.Proof) error { return f.Prove(ctx, w, c.text("xor"), proof) })
}

// formula is solve for a formula: an answer as in the SAT competitions.
func (c *solveCommand) formula(ctx context.Context, con *console, file string) error {
	f, err := c.readFormula(file, "xor", "timeout", "output", "input")
	if err != nil {
		return err
	}
	if err := con.output(c.text("output")); err != nil {
		return err
	}
	ctx, cancel := withTimeout(ctx, c.lapse("timeout"))
	defer cancel()
	// With an encoding, the solver is asked and not elimination: encodings are to be compared.
	if c.text("xor") == "" {
		if none, err := contradiction(ctx, f); none != nil || err != nil {
			return unsatisfiable(con.out, none, err)
		}
	}
	session := cnf.NewSession()
	err = f.Write(session, c.text("xor"))
	sat := false
	if err == nil {
		sat, err = session.Solve(ctx)
	}
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		fmt.Fprintln(con.out, "s UNKNOWN")
		return bestKnown
	case err != nil && ctx.Err() != nil:
		return cause(ctx)
	case err != nil:
		return err
	case !sat:
		none, err := contradiction(ctx, f)
		return unsatisfiable(con.out, none, err)
	}
	return writeModel(con.out, f, session.Model())
}

// formula is check --model for a formula.
func (c *checkCommand) formula(ctx context.Context, con *console, file string) error {
	f, err := c.readFormula(file, "model", "input", "output")
	if err != nil {
		return err
	}
	vars, clauses, xors := f.Size()
	b, err := board.FromToggles(file, 1, make([][]int, vars)) // only its switches are needed: the variables
	if err != nil {
		return err
	}
	model, err := readModel(con, c.text("model"), b, export.Options{})
	if claim, ok := errors.AsType[*export.NoModelError](err); ok && claim.Unsat {
		none, err := contradiction(ctx, f)
		switch {
		case err != nil:
			return err
		case none == nil:
			fmt.Fprintf(con.err, "lightsout: %v; not verified: use check --cnf FILE --proof PROOF\n", claim)
			return reported(exitGaveUp)
		}
		fmt.Fprintf(con.out, "correct: %s\n", addUp(none))
		return nil
	}
	switch {
	case err != nil:
		return err
	case !f.Holds(func(l cnf.Lit) bool { return (model.Presses.At(l.Var()-1) == 1) == (l > 0) }):
		fmt.Fprintf(con.out, "not a model of %s\n", file)
		return reported(exitNo)
	}
	fmt.Fprintf(con.out, "a model: it satisfies the %d clauses and %d XORs of %s\n", clauses, xors, file)
	return nil
}

// addUp says which XOR lines contradict each other, counted without other lines.
func addUp(none *solve.UnsolvableError) string {
	lines := none.Witness.Indices()
	for i := range lines {
		lines[i]++
	}
	return "these x lines add up to 0 = 1, the first x line being 1: " + strings.Trim(fmt.Sprint(lines), "[]")
}

// unsatisfiable says that there is no model, and why, if XOR lines contradict each other.
func unsatisfiable(w io.Writer, none *solve.UnsolvableError, err error) error {
	if err != nil {
		return err
	}
	why := "clauses and XORs together have no model; there is no proof of it"
	if none != nil {
		why = addUp(none)
	}
	fmt.Fprintf(w, "c %s\ns UNSATISFIABLE\n", why)
	return reported(exitNo)
}

// writeModel writes a model, which is checked first, as s and v lines of at most 78 columns.
func writeModel(w io.Writer, f *encode.Formula, model cnf.Model) error {
	if !f.Holds(model.Value) {
		return errors.New("the model does not satisfy the formula: a fault of this program; please report it")
	}
	vars, _, _ := f.Size()
	var words []string
	for v := range vars {
		lit := cnf.Lit(v + 1)
		if !model.Value(lit) {
			lit = lit.Neg()
		}
		words = append(words, fmt.Sprint(lit))
	}
	_, err := fmt.Fprintf(w, "s SATISFIABLE\nv%s\n", wrapWords(append(words, "0"), 1, 78, "v"))
	return err
}
