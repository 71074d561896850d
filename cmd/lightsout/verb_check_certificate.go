package main

import (
	"context"
	"fmt"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/textboard"
	"lightsout/solve"
	"lightsout/solve/certificate"
)

// verdictCodes are the exit codes of the verdicts.
var verdictCodes = map[certificate.Verdict]reported{
	certificate.Holds: exitDone, certificate.Fails: exitNo, certificate.Unchecked: exitGaveUp,
}

// certify verifies certificates, claim by claim. All of them are read, and held against the puzzles of FILE, in order,
// and the other flags, before the first is verified.
func certify(ctx context.Context, k *call) error {
	c, err := newCheck(k)
	if err != nil {
		return err
	}
	con, file := k.con, c.text("certificate")
	limited, cancel := withTimeout(ctx, c.lapse("timeout")) // reading a large file counts
	defer cancel()
	text, err := con.ReadText(file)
	if err != nil {
		return err
	}
	list, err := certificate.ReadAll(file, text)
	if err == nil {
		err = c.compare(limited, list)
	}
	if err != nil {
		return err
	}
	bar := con.WorkBar("pieces")
	v := certificate.Verifier{Full: c.yes("full"), MaxMemory: c.size("max-memory"), Progress: bar.Show}
	outcome := reported(exitDone)
	tally := map[certificate.Verdict]int{}
	last := ""
	for i, cert := range list {
		found, err := v.Verify(limited, cert.Certificate)
		bar.Clear()
		switch {
		case err != nil && ctx.Err() != nil:
			return cause(ctx)
		case err != nil:
			return fmt.Errorf("%s: %w", cert.Place, err)
		}
		outcome = worse(outcome, verdictCodes[found.Verdict])
		tally[found.Verdict]++
		if last = found.Verdict.Words(); found.Why != "" {
			last += ": " + found.Why
		}
		if found.Verdict == certificate.Unchecked && found.More {
			last += "; --full does it, however long that takes"
		}
		if c.format == "json" {
			if err := writeJSON(con.Out, found.Report(cert.Certificate)); err != nil {
				return err
			}
		} else {
			found.Write(con.Out, cert.Name)
			if len(list) > 1 {
				fmt.Fprintf(con.Out, "  %s\n\n", last)
			}
		}
		if ctx.Err() != nil && i < len(list)-1 {
			return cause(ctx)
		}
	}
	if c.format != "json" {
		if len(list) > 1 {
			last = summary(tally, len(list))
		}
		fmt.Fprintln(con.Out, last)
	}
	return outcome.after(nil)
}

// summary is the last line for several certificates.
func summary(tally map[certificate.Verdict]int, all int) string {
	for _, v := range []certificate.Verdict{certificate.Fails, certificate.Unchecked} {
		if n := tally[v]; n > 0 {
			return fmt.Sprintf("%s: %d of %d certificates", v.Words(), n, all)
		}
	}
	return certificate.Holds.Words()
}

// compare refuses certificates that are not about the puzzles of FILE, in order, or not about what the flags ask.
func (c *checkCommand) compare(ctx context.Context, list []certificate.Placed) error {
	puzzles := make([]*board.Puzzle, len(list))
	if len(c.args) > 0 {
		puzzles = nil
		err := c.puzzles.each(ctx, func(p *board.Puzzle) error {
			puzzles = append(puzzles, p)
			return nil
		})
		switch {
		case err != nil:
			return err
		case len(puzzles) != len(list):
			return usagef("%s holds %s, and %s %s", c.args[0], textboard.Count(len(puzzles), "puzzle", "puzzles"),
				c.text("certificate"), textboard.Count(len(list), "certificate", "certificates"))
		}
	}
	for i, cert := range list {
		if err := c.asked(cert, puzzles[i]); err != nil {
			return err
		}
	}
	return nil
}

// asked refuses a certificate that answers another question than the puzzle of FILE, if not nil, and the flags put.
// Without either, the certificate's own is taken; with one, a condition that nothing names is one that was not set.
// Only --on and --goal may be left out without FILE, except that every light matters then.
func (c *checkCommand) asked(cert certificate.Placed, given *board.Puzzle) error {
	p, _, words, err := cert.Certificate.Question()
	switch {
	case err != nil:
		return fmt.Errorf("%s: %w", cert.Place, err)
	case given == nil && !c.given("board", "on", "goal", "forbid", "require", "symmetric", "cost"):
		return nil
	}
	q := *p
	q.DontCare, q.Forbidden = gf2.Vec{}, gf2.Vec{}
	switch {
	case given != nil:
		q = *given
	case c.given("board"):
		if q.Board, err = c.puzzles.theBoard(); err != nil {
			return err
		}
	}
	s := solve.Solver{Conditions: solve.Conditions{Symmetric: c.text("symmetric")}}
	differs := "board"
	if q.Board.Equal(p.Board) {
		if err = c.puzzles.override(&q); err == nil {
			err = c.constrain(&s, q.Board)
		}
		if err == nil && c.given("cost") {
			s.Costs, err = c.con.readCosts(c.text("cost"), p.Board.Switches())
		}
		if err == nil {
			differs, err = cert.Certificate.Asks(&q, s)
		}
	}
	if err != nil || differs == "" {
		return err
	}
	from := "--" + differs
	if given != nil && !c.given(differs) {
		from = given.Origin + ": " + differs
	}
	return usagef("%s differs from that of %s, which is about %s", from, cert.Name, words)
}
