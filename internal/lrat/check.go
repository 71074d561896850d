package lrat

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"lightsout/cnf"
)

// WrongError says that a proof can be read but proves nothing: where it fails, and why.
type WrongError struct {
	Where string // FILE:LINE, or FILE: step N if the proof is binary
	Why   string
}

func (e *WrongError) Error() string { return e.Where + ": " + e.Why }

// Result is what a proof that holds consists of.
type Result struct {
	Clauses   int // of the formula
	Steps     int // clauses added
	Pivots    int // of these, by their pivot (RAT)
	Deletions int // clauses deleted
	MostLive  int // clauses at one time, the formula's included
}

// CheckNamed checks the proof in a file: DRAT or FRAT if its name ends in .drat or .frat, else LRAT. Clauses of a DRAT
// proof may take maxBytes; 0 is no limit.
func CheckNamed(ctx context.Context, f *cnf.Formula, proof io.Reader, name string, maxBytes int64) (Result, error) {
	if strings.HasSuffix(name, ".drat") || strings.HasSuffix(name, ".frat") {
		return CheckDRAT(ctx, f, proof, name, maxBytes)
	}
	return Check(ctx, f, proof, name)
}

// Check checks an LRAT proof that the formula has no model; name is for error messages. A proof that does
// not hold is a *WrongError, and any other error means that it could not be read. It uses the hints and
// nothing else, and keeps only what the proof has not deleted. Every step is checked, also after the
// empty clause.
func Check(ctx context.Context, f *cnf.Formula, proof io.Reader, name string) (Result, error) {
	if f.NumXors() > 0 {
		return Result{}, errors.New("the formula has XOR clauses, which LRAT does not know")
	}
	c := &checker{clauses: map[int64][]uint32{}, codes: map[int]uint32{}, r: newReader(proof, name, false)}
	for lits := range f.Clauses() {
		c.last++
		c.add(c.last, c.coded(lits))
	}
	c.result.Clauses = f.NumClauses()
	for {
		if c.r.steps%4096 == 0 && ctx.Err() != nil {
			return c.result, context.Cause(ctx)
		}
		s, err := c.r.next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err == nil {
			err = c.step(s)
		}
		if err != nil {
			return c.result, err
		}
	}
	if !c.refuted {
		return c.result, &WrongError{name, "the proof ends without the empty clause"}
	}
	return c.result, nil
}

// checker holds the clauses that are not deleted. Inside it a variable is a small number, in the order in
// which they occur, so that memory does not depend on the numbers in the files; a literal is twice that,
// plus 1 if it is negated.
type checker struct {
	r       *reader
	result  Result
	refuted bool
	last    int64 // the largest number of a clause so far

	codes   map[int]uint32
	clauses map[int64][]uint32
	holding []int32  // by literal: in how many clauses it occurs
	lits    []uint32 // of this step

	falsified []bool   // by literal
	trail     []uint32 // literals falsified in this step
}

func (c *checker) wrong(format string, args ...any) error {
	return &WrongError{c.r.where(), fmt.Sprintf(format, args...)}
}

// coded turns literals into the checker's own, without repetitions.
func (c *checker) coded(lits []cnf.Lit) []uint32 {
	c.lits = c.lits[:0]
	for _, l := range lits {
		code, ok := c.codes[l.Var()]
		if !ok {
			code = uint32(2 * len(c.codes))
			c.codes[l.Var()] = code
			c.holding = append(c.holding, 0, 0)
			c.falsified = append(c.falsified, false, false)
		}
		if !l.Positive() {
			code++
		}
		if !c.falsified[code] {
			c.falsify(code)
			c.lits = append(c.lits, code)
		}
	}
	c.undo(0)
	return c.lits
}

func (c *checker) add(id int64, lits []uint32) {
	c.clauses[id] = slices.Clone(lits)
	for _, l := range lits {
		c.holding[l]++
	}
	c.result.MostLive = max(c.result.MostLive, len(c.clauses))
}

func (c *checker) delete(id int64) error {
	lits, ok := c.clauses[id]
	if !ok {
		return c.wrong("deletes clause %d, which does not exist or is deleted already", id)
	}
	for _, l := range lits {
		c.holding[l]--
	}
	delete(c.clauses, id)
	c.result.Deletions++
	return nil
}

func (c *checker) step(s *step) error {
	if s.deletes {
		for _, id := range s.hints {
			if err := c.delete(id); err != nil {
				return err
			}
		}
		return nil
	}
	if s.id <= c.last {
		return c.wrong("clause %d comes after clause %d: numbers must increase", s.id, c.last)
	}
	c.last = s.id
	lits := c.coded(s.lits)
	err := c.redundant(lits, s.hints)
	c.undo(0)
	if err != nil {
		return err
	}
	c.result.Steps++
	c.refuted = c.refuted || len(lits) == 0
	c.add(s.id, lits)
	return nil
}

// redundant checks a clause: assuming that all its literals are false, the hints lead to a violated clause
// (RUP); or else each clause with the negation of the pivot, the first literal, does so when its other
// literals are assumed false too (RAT).
func (c *checker) redundant(lits []uint32, hints []int64) error {
	for _, l := range lits {
		if c.falsified[l^1] {
			return c.wrong("the clause is a tautology")
		}
		c.falsify(l)
	}
	hints, violated, err := c.follow(hints)
	switch {
	case err != nil:
		return err
	case violated && len(hints) > 0:
		return c.wrong("hint %d comes after the clause that is violated", hints[0])
	case violated:
		return nil
	case len(lits) == 0:
		return c.wrong("the hints violate no clause")
	}
	c.result.Pivots++
	return c.pivot(lits[0], hints)
}

func (c *checker) pivot(pivot uint32, hints []int64) error {
	resolved := int32(0)
	begun := len(c.trail)
	for before := int64(0); len(hints) > 0; resolved++ {
		id := -hints[0]
		other, ok := c.clauses[id]
		switch {
		case !ok:
			return c.wrong("hint %d: there is no clause %d, or it is deleted", -id, id)
		case id <= before:
			return c.wrong("hint %d comes after hint %d: they must be in order", -id, -before)
		case !slices.Contains(other, pivot^1):
			return c.wrong("hint %d: clause %d does not contain the negation of the pivot", -id, id)
		}
		before = id
		tautology := false
		for _, l := range other {
			if l != pivot^1 {
				tautology = tautology || c.falsified[l^1]
				c.falsify(l)
			}
		}
		violated := tautology
		var err error
		hints = hints[1:]
		if !tautology {
			hints, violated, err = c.follow(hints)
		}
		switch {
		case err != nil:
			return err
		case !violated:
			return c.wrong("after hint %d no clause is violated", -id)
		case len(hints) > 0 && hints[0] > 0:
			return c.wrong("hint %d comes after the clause that is violated", hints[0])
		}
		c.undo(begun)
	}
	if open := c.holding[pivot^1] - resolved; open > 0 {
		return c.wrong("the hints violate no clause, and the negation of the pivot is in %d %s that no hint names",
			open, map[bool]string{true: "clause", false: "clauses"}[open == 1])
	}
	return nil
}

// follow uses positive hints up to the first clause that is violated, or to a negative hint, and returns
// the hints that are left.
func (c *checker) follow(hints []int64) (rest []int64, violated bool, err error) {
	for i, id := range hints {
		if id < 0 {
			return hints[i:], false, nil
		}
		lits, ok := c.clauses[id]
		if !ok {
			return nil, false, c.wrong("hint %d: there is no such clause, or it is deleted", id)
		}
		open := 0
		var unit uint32
		for _, l := range lits {
			if !c.falsified[l] {
				open++
				unit = l
			}
		}
		switch open {
		case 0:
			return hints[i+1:], true, nil
		case 1:
			c.falsify(unit ^ 1)
		default:
			return nil, false, c.wrong("hint %d: %d literals of that clause are still open, not one", id, open)
		}
	}
	return nil, false, nil
}

func (c *checker) falsify(l uint32) {
	if !c.falsified[l] {
		c.falsified[l] = true
		c.trail = append(c.trail, l)
	}
}

func (c *checker) undo(to int) {
	for _, l := range c.trail[to:] {
		c.falsified[l] = false
	}
	c.trail = c.trail[:to]
}
