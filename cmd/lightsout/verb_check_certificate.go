package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/strictjson"
	"lightsout/internal/textboard"
	"lightsout/solve"
	"lightsout/solve/certificate"
)

type claimJSON struct {
	Claim string `json:"claim"` // what is claimed
	Holds bool   `json:"holds"` // it was checked, and holds
	Left  bool   `json:"left"`  // it was not checked
	How   string `json:"how"`   // how it was checked, or why not
}

type certificateJSON struct {
	Board    string `json:"board"`
	Question string `json:"question"` // what was asked, in words and with all its conditions
	Holds    bool   `json:"holds"`    // no claim fails
	// Complete: the certificate claims the minimum of Question, and that is verified.
	Complete bool   `json:"complete"`      // the certificate claims the minimum, and that is verified
	Verdict  string `json:"verdict"`       // verified, not fully verified (exit 3) or refuted (exit 1)
	Why      string `json:"why,omitempty"` // what is missing or false
	// Unchecked names fields that tell how the answer was found; the verdict does not rest on them.
	Unchecked []string    `json:"unchecked"` // fields that the verdict does not rest on
	Claims    []claimJSON `json:"claims"`    // the claims
}

// verdictWords is what the last line says, and the exit code that goes with it.
var verdictWords = map[certificate.Verdict]struct {
	words string
	code  reported
}{
	certificate.Holds:     {"verified", exitDone},
	certificate.Fails:     {"refuted", exitNo},
	certificate.Unchecked: {"not fully verified", exitGaveUp},
}

// placedCertificate is a certificate, where it begins, for errors, and how it is told from others.
type placedCertificate struct {
	*certificate.Certificate
	place, name string
}

// readCertificates reads the certificates of a file: JSON objects one after another.
func (c *console) readCertificates(file string) (list []placedCertificate, err error) {
	text, err := c.ReadText(file)
	if err != nil {
		return nil, err
	}
	for values := json.NewDecoder(strings.NewReader(text)); ; {
		begin := values.InputOffset()
		var value json.RawMessage
		err := values.Decode(&value)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			value = json.RawMessage(text[begin:]) // reading it again says what is wrong, and in which line
		} else {
			begin = values.InputOffset() - int64(len(value))
		}
		cert := placedCertificate{Certificate: new(certificate.Certificate), name: file}
		line := 1 + strings.Count(text[:begin], "\n")
		err = cert.UnmarshalJSON(value)
		if strict, ok := errors.AsType[*strictjson.Error](err); ok {
			line += strict.Line - 1
		}
		if cert.place = fmt.Sprintf("%s:%d", file, line); err != nil {
			return nil, fmt.Errorf("%s: not a certificate: %w", cert.place, err)
		}
		list = append(list, cert)
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("%s: not a certificate: there is none in it", file)
	}
	for i := range list {
		if len(list) > 1 {
			list[i].name = fmt.Sprintf("%s, certificate %d of %d", file, i+1, len(list))
		}
	}
	return list, nil
}

// certify verifies certificates, claim by claim. All of them are read, and held against the puzzles of FILE, in order,
// and the other flags, before the first is verified.
func certify(ctx context.Context, k *call) error {
	c, err := newCheck(k)
	if err != nil {
		return err
	}
	con := k.con
	limited, cancel := withTimeout(ctx, c.lapse("timeout")) // reading a large file counts
	defer cancel()
	list, err := con.readCertificates(c.text("certificate"))
	if err != nil {
		return err
	}
	bar := con.WorkBar("pieces")
	v := certificate.Verifier{Full: c.yes("full"), MaxMemory: c.size("max-memory"), Progress: bar.Show}
	if err := c.compare(limited, con, list, c.args); err != nil {
		return err
	}
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
			return fmt.Errorf("%s: %w", cert.place, err)
		}
		verdict := verdictWords[found.Verdict]
		outcome = worse(outcome, verdict.code)
		tally[found.Verdict]++
		if last = verdict.words; found.Why != "" {
			last += ": " + found.Why
		}
		if found.Verdict == certificate.Unchecked && found.More {
			last += "; --full does it, however long that takes"
		}
		if c.format == "json" {
			if err := writeJSON(con.Out, verdictOf(cert.Certificate, found)); err != nil {
				return err
			}
		} else {
			writeClaims(con.Out, cert.name, found)
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
			return fmt.Sprintf("%s: %d of %d certificates", verdictWords[v].words, n, all)
		}
	}
	return verdictWords[certificate.Holds].words
}

func writeClaims(w io.Writer, name string, found *certificate.Verification) {
	fmt.Fprintf(w, "%s: %s\n", name, found.Question)
	for _, claim := range found.Claims {
		verdict := string(claim.Verdict)
		switch claim.Verdict {
		case certificate.Fails:
			verdict = "FAILS" // to catch the eye
		case certificate.Unchecked:
			verdict = "not verified"
		}
		fmt.Fprintf(w, "  %-12s  %s (%s)\n", verdict, claim.Says, claim.How)
	}
}

func verdictOf(cert *certificate.Certificate, found *certificate.Verification) certificateJSON {
	object := certificateJSON{
		Board: cert.Board, Question: found.Question, Holds: found.Verdict != certificate.Fails,
		Complete: found.Verdict == certificate.Holds,
		Verdict:  verdictWords[found.Verdict].words, Why: found.Why, Unchecked: append([]string{}, found.Unchecked...),
		Claims: []claimJSON{},
	}
	for _, claim := range found.Claims {
		object.Claims = append(object.Claims,
			claimJSON{claim.Says, claim.Verdict == certificate.Holds, claim.Verdict == certificate.Unchecked,
				claim.How})
	}
	return object
}

// compare refuses certificates that are not about the puzzles of FILE, in order, or not about what the flags ask.
func (c *checkCommand) compare(ctx context.Context, con *console, list []placedCertificate, args []string) error {
	puzzles := make([]*board.Puzzle, len(list))
	if len(args) > 0 {
		puzzles = nil
		err := c.puzzles.each(ctx, con, args, func(p *board.Puzzle) error {
			if puzzles = append(puzzles, p); len(puzzles) > len(list) {
				return usagef("%s holds more than %s, and %s %s", args[0],
					textboard.Count(len(list), "puzzle", "puzzles"), c.text("certificate"),
					textboard.Count(len(list), "certificate", "certificates"))
			}
			return nil
		})
		switch {
		case err != nil:
			return err
		case len(puzzles) != len(list):
			return usagef("%s holds %s, and %s %s", args[0], textboard.Count(len(puzzles), "puzzle", "puzzles"),
				c.text("certificate"), textboard.Count(len(list), "certificate", "certificates"))
		}
	}
	for i, cert := range list {
		if err := c.asked(con, cert, puzzles[i]); err != nil {
			return err
		}
	}
	return nil
}

// asked refuses a certificate that answers another question than the puzzle of FILE, if not nil, and the flags put.
// Without either, the certificate's own is taken; with one, a condition that nothing names is one that was not set.
// Only --on and --goal may be left out without FILE, except that every light matters then.
func (c *checkCommand) asked(con *console, cert placedCertificate, given *board.Puzzle) error {
	p, s, words, err := cert.Question()
	switch {
	case err != nil:
		return fmt.Errorf("%s: %w", cert.place, err)
	case given == nil && !c.given("board", "on", "goal", "forbid", "require", "symmetric", "cost"):
		return nil
	}
	q := *p
	q.DontCare = gf2.Vec{}
	switch {
	case given != nil:
		q = *given
	case c.given("board"):
		if q.Board, err = c.puzzles.theBoard(con); err != nil {
			return err
		}
	}
	differs := func(flag string) error {
		from := "--" + flag
		if given != nil && !c.given(flag) {
			from = given.Origin + ": " + flag
		}
		return usagef("%s differs from that of %s, which is about %s", from, cert.name, words)
	}
	if !q.Board.Equal(p.Board) {
		return differs("board")
	}
	if err := c.puzzles.override(&q); err != nil {
		return err
	}
	t := solve.Solver{}
	if err := c.constrain(&t, q.Board); err != nil {
		return err
	}
	t.Forbid = append(t.Forbid, q.Forbidden.Indices()...)
	if c.given("cost") {
		if t.Costs, err = con.readCosts(c.text("cost"), p.Board.Switches()); err != nil {
			return err
		}
	}
	for _, part := range []struct {
		flag string
		same bool
	}{
		{"on", q.On.Equal(p.On)},
		{"goal", q.Goal.Equal(p.Goal) && slices.Equal(q.DontCare.Indices(), p.DontCare.Indices())},
		{"forbid", sameSwitches(p.Board, t.Forbid, s.Forbid)},
		{"require", sameSwitches(p.Board, t.Require, s.Require)},
		{"symmetric", c.text("symmetric") == s.Symmetric},
		{"cost", slices.Equal(t.Costs, s.Costs)},
	} {
		if !part.same {
			return differs(part.flag)
		}
	}
	return nil
}

func sameSwitches(b *board.Board, x, y []int) bool {
	return gf2.VecOf(b.Switches(), x...).Equal(gf2.VecOf(b.Switches(), y...))
}
