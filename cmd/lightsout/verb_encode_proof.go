package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"lightsout/board"
	"lightsout/cnf"
	"lightsout/encode"
	"lightsout/export"
	"lightsout/internal/lrat"
	"lightsout/internal/stdio"
	"lightsout/internal/textboard"
	"lightsout/solve"
)

// proofFormat is the format of a proof, by the name of its file.
func proofFormat(file string) string { return strings.TrimPrefix(filepath.Ext(file), ".") }

// validateProof refuses what does not go with --proof.
func (c *encodeCommand) validateProof() error {
	proof, file := c.text("proof"), c.text("output")
	format := proofFormat(proof)
	switch {
	case !c.given("proof"):
		return nil
	case format != "lrat" && format != "drat":
		return usagef("--proof %q: the name tells the format: end it with .lrat or .drat", proof)
	case c.to != "cnf":
		return usagef("--proof is about clauses: it goes with --to cnf, not %s", c.to)
	case file == "" || file == "-":
		return usagef("--proof goes with -o FILE: a proof is about the formula that is written beside it")
	case c.puzzles.onUnknown():
		return usagef("--proof does not go with --on unknown: some lights can always be turned off")
	}
	return nil
}

// prove writes the proof. A puzzle with an answer is refused, and so is one that only a bound on the presses
// makes unsolvable: the proof adds up parities and does not count.
func (c *encodeCommand) prove(ctx context.Context, p *board.Puzzle, opt export.Options) error {
	_, err := solve.Solver{Conditions: solve.Conditions{Forbid: opt.Forbid, Require: opt.Require}}.Any(ctx, p)
	none, unsolvable := errors.AsType[*solve.UnsolvableError](err)
	switch {
	case err == nil && c.bounded():
		return usagef("--proof: without a bound on the presses the puzzle is solvable, and a proof only adds up " +
			"parities: it cannot count presses")
	case err == nil:
		return usagef("--proof: the puzzle is solvable, so its formula has a model; lightsout solve finds an answer")
	case !unsolvable:
		return err
	}
	return c.writeProof(ctx, none, func(w io.Writer, proof encode.Proof) error {
		return export.Prove(ctx, w, p, opt, proof)
	})
}

// writeProof writes a proof that rests on a witness.
func (c *encodeCommand) writeProof(ctx context.Context, none *solve.UnsolvableError,
	write func(io.Writer, encode.Proof) error) error {
	out, err := c.con.Create("--proof", c.text("proof"))
	if err != nil {
		return err
	}
	err = write(out, encode.Proof{Format: proofFormat(c.text("proof")), Binary: c.yes("binary"),
		Witness: none.Witness.Bits()})
	if err != nil && ctx.Err() == nil {
		return fmt.Errorf("--proof: %w", err)
	}
	return err
}

type proofJSON struct {
	CNF       string `json:"cnf"`           // the file of the formula
	Proof     string `json:"proof"`         // the file of the proof
	Verified  bool   `json:"verified"`      // the proof holds: the formula has no model
	Why       string `json:"why,omitempty"` // where the proof fails
	Clauses   int    `json:"clauses"`
	Steps     int    `json:"steps"`     // clauses that the proof adds
	Pivots    int    `json:"pivots"`    // of these, how many are RAT steps
	Deletions int    `json:"deletions"` // clauses that it deletes
	MostLive  int    `json:"most_live"` // the most clauses at one time
}

// checkProof checks a proof against its formula.
func checkProof(ctx context.Context, k *call) error {
	c, err := newCheck(k)
	if err != nil {
		return err
	}
	con, name, proof := k.con, c.text("cnf"), c.text("proof")
	formula, err := stdio.Read(con.Console, name, cnf.ReadDIMACS)
	if err == nil && formula.NumXors() > 0 {
		err = fmt.Errorf("%s: has x lines, and proofs are about clauses: write it with --to cnf", name)
	}
	if err != nil {
		return err
	}
	found, err := stdio.Read(con.Console, proof, func(in io.Reader, name string) (lrat.Result, error) {
		return lrat.CheckNamed(ctx, formula, in, name, 0)
	})
	wrong, isWrong := errors.AsType[*lrat.WrongError](err)
	if err != nil && !isWrong {
		return err
	}
	record, outcome := proofJSON{name, proof, !isWrong, "", found.Clauses, found.Steps, found.Pivots, found.Deletions,
		found.MostLive}, reported(exitDone)
	verdict := "the formula has no model\nverified"
	if isWrong {
		record.Why, outcome, verdict = wrong.Error(), exitNo, fmt.Sprintf("wrong proof: %v", wrong)
	}
	return outcome.after(k.con.tell(record, func() {
		fmt.Fprintf(k.con.Out, "%s: %s, %s\n", name, textboard.Count(formula.Vars(), "variable", "variables"),
			textboard.Count(found.Clauses, "clause", "clauses"))
		fmt.Fprintf(k.con.Out, "%s: %s checked, %d of them by a pivot; %s deleted, at most %d at a time\n%s\n",
			proof, textboard.Count(found.Steps, "step", "steps"), found.Pivots,
			textboard.Count(found.Deletions, "clause", "clauses"), found.MostLive, verdict)
	}))
}
