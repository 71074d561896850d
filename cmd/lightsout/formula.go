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
	"lightsout/internal/stdio"
	"lightsout/solve"
)

// A formula of one's own, clauses and XORs in DIMACS's form, is a FILE for encode, solve, check and bench.
// It is no puzzle: what is about lights and presses is refused.

// formulaKind is what --input calls a formula.
const formulaKind = "xnf"

// isFormula reports whether the arguments name a formula: --input or its name says so, or the first line that is no
// comment is a header p cnf or p xnf. Of other pipes than standard input only --input tells, since they cannot be read
// twice.
func (c *console) isFormula(args []string, input string) bool {
	if len(args) != 1 || input != "" {
		return len(args) == 1 && input == formulaKind
	}
	if args[0] == "-" {
		in := bufio.NewReaderSize(c.In, maxHeader)
		c.In = in
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

// readFormula reads it until the context ends, and refuses every flag but those named.
func (c *call) readFormula(ctx context.Context, file string, allowed ...string) (*cnf.Formula, error) {
	var other []string
	c.flags.Visit(func(f *pflag.Flag) {
		if !slices.Contains(allowed, f.Name) {
			other = append(other, "--"+f.Name)
		}
	})
	if len(other) > 0 {
		return nil, usagef("%s: %s is a formula, and takes only --%s", strings.Join(other, " "), file,
			strings.Join(allowed, ", --"))
	}
	switch out := c.text("output"); strings.ToLower(filepath.Ext(out)) {
	case ".json", ".jsonl":
		return nil, usagef("-o %s: what is said of a formula is text; use .txt", out)
	}
	defer func(whole context.Context) { c.con.Ctx = whole }(c.con.Ctx)
	c.con.Ctx = ctx
	return stdio.Read(c.con.Console, file, cnf.ReadDIMACS)
}

// formula is encode for a formula: its XORs become clauses, or x lines with --to xnf. Those that clauses state are
// found first, if they are asked for: without --xor, clauses stay as they are.
func (c *encodeCommand) formula(ctx context.Context, file string) error {
	read, err := c.readFormula(ctx, file, "xor", "to", "output", "proof", "binary", "input", "timeout", "max-memory")
	if err != nil {
		return err
	}
	xor := c.text("xor")
	if c.to != "cnf" && c.to != "xnf" || c.to == "xnf" && xor != "" {
		return usagef("--to %s: a formula is written as cnf, with --xor NAME if you like, or as xnf", c.to)
	}
	about := file
	if xor != "" || c.to == "xnf" {
		var found cnf.Recovered
		if read, found = cnf.RecoverXors(read); found.Xors > 0 {
			about += ": " + found.String()
			fmt.Fprintf(c.con.Err, "lightsout: %s\n", about)
		}
		if read.NumXors() == 0 {
			fmt.Fprintf(c.con.Err, "lightsout: %s: no XORs were found; the clauses stay as they are\n", file)
		}
	}
	f, err := encode.NewFormula(read, file)
	if err != nil {
		return err
	}
	if c.given("proof") {
		if err := c.proveFormula(ctx, f); err != nil {
			return err
		}
	}
	vars, clauses, xors := f.Size()
	sizes := fmt.Sprintf("%s: %d variables, %d clauses and %d XORs", file, vars, clauses, xors)
	return cnf.WriteDIMACS(c.con.Out, func(sink cnf.Sink) error {
		if c.to == "xnf" {
			f.WriteNative(sink)
			return nil
		}
		return f.Write(sink, xor)
	}, sizes)
}

func (c *encodeCommand) proveFormula(ctx context.Context, f *encode.Formula) error {
	none, err := solve.Contradiction(ctx, f)
	switch {
	case err != nil:
		return err
	case none == nil:
		return usagef("--proof: the XORs do not contradict each other, and a proof only adds up these")
	}
	return c.writeProof(ctx, none, func(w io.Writer, proof encode.Proof) error {
		return f.Prove(ctx, w, c.text("xor"), proof)
	})
}

// formula is solve for a formula: an answer as in the SAT competitions.
func (c *solveCommand) formula(ctx context.Context, file string) error {
	ctx, cancel := withTimeout(ctx, c.lapse("timeout"))
	defer cancel()
	read, err := c.readFormula(ctx, file, "xor", "timeout", "output", "input")
	late := atLimit(ctx, err)
	if err != nil && !late {
		return err
	}
	if err := c.con.Output(c.text("output")); err != nil {
		return err
	}
	if late {
		return undecided(ctx, c.con)
	}
	read, found := cnf.RecoverXors(read)
	f, err := encode.NewFormula(read, file)
	if err != nil {
		return err
	}
	if found.Xors > 0 {
		fmt.Fprintf(c.con.Out, "c %s\n", found)
	}
	decided, err := solve.Solver{Xor: c.text("xor")}.Formula(ctx, f)
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return undecided(ctx, c.con)
	case err != nil && ctx.Err() != nil:
		return cause(ctx)
	case err != nil:
		return err
	case decided.Satisfiable:
		return writeModel(c.con.Out, f, decided.Model)
	}
	fmt.Fprintf(c.con.Out, "c %s\ns UNSATISFIABLE\n", decided.WhyNone(read))
	return reported(exitNo)
}

// undecided says that --timeout was reached.
func undecided(ctx context.Context, con *console) error {
	fmt.Fprintln(con.Out, "s UNKNOWN")
	return cutShort{reported: exitGaveUp, nothing: true, why: solve.Why(cause(ctx))}
}

// formula is check --model for a formula.
func (c *checkCommand) formula(ctx context.Context, file string) error {
	read, err := c.readFormula(ctx, file, "model", "input", "output")
	if err != nil {
		return err
	}
	f, err := encode.NewFormula(read, file)
	if err != nil {
		return err
	}
	_, clauses, xors := f.Size()
	b, err := board.FromToggles(file, 1, make([][]int, read.Vars())) // only its switches are needed: the variables
	if err != nil {
		return err
	}
	model, err := readModel(c.con, c.text("model"), b, export.Options{})
	claim, ok := errors.AsType[*export.NoModelError](err)
	switch {
	case ok && claim.Unsat:
		return checkClaim(ctx, c.con, file, read, claim)
	case err != nil:
		return err
	case !f.Holds(func(l cnf.Lit) bool { return (model.Presses.At(l.Var()-1) == 1) == (l > 0) }):
		fmt.Fprintf(c.con.Out, "not a model of %s\n", file)
		return reported(exitNo)
	}
	fmt.Fprintf(c.con.Out, "a model: it satisfies the %d clauses and %d XORs of %s\n", clauses, xors, file)
	return nil
}

// checkClaim checks a claim that a formula has no model, by looking for one.
func checkClaim(ctx context.Context, con *console, file string, read *cnf.Formula, claim error) error {
	read, _ = cnf.RecoverXors(read)
	f, err := encode.NewFormula(read, file)
	if err != nil {
		return err
	}
	within, cancel := context.WithTimeout(ctx, claimTime)
	defer cancel()
	decided, err := solve.Solver{}.Formula(within, f)
	switch {
	case ctx.Err() != nil:
		return cause(ctx)
	case errors.Is(err, context.DeadlineExceeded):
		return &solve.GaveUpError{Cause: fmt.Errorf("%v; not verified: %s of looking found no model of %s, nor that "+
			"there is none; use check --cnf FILE --proof PROOF", claim, claimTime, file)}
	case err != nil:
		return err
	case decided.Satisfiable:
		fmt.Fprintf(con.Out, "wrong: %s has a model; lightsout solve %s prints one\n", file, file)
		return reported(exitNo)
	}
	fmt.Fprintf(con.Out, "correct: %s\n", decided.WhyNone(read))
	return nil
}

// writeModel writes a model as s and v lines of at most 78 columns.
func writeModel(w io.Writer, f *encode.Formula, model cnf.Model) error {
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
