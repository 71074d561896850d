package solve

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"lightsout/board"
	"lightsout/encode"
)

// The fields proof, steps and engine tell how the answer was found and proved. What of them follows from
// the question is checked; the rest nobody can know afterwards, and the verdict does not rest on it.

// history is a claim about one of these fields that cannot be checked.
func history(field, says string) Claim {
	return Claim{Says: says, Verdict: Unchecked, How: "the verdict does not rest on it"}.about(field)
}

// verifyEngine checks that there is such an engine and that it takes the question.
func (c *Certificate) verifyEngine(pr *problem) []Claim {
	if c.Engine == "" {
		return nil
	}
	says := fmt.Sprintf("the engine %s found it", quoted(c.Engine))
	s := pr.Solver
	s.Engine = c.Engine
	e, err := s.pick(pr.puzzle, fewestPresses)
	switch {
	case err != nil || e.name != c.Engine:
		return []Claim{judge(false, says, "there is no such engine, or it does not take this question").about("engine")}
	case e.takes(pr.puzzle.Board) != nil || e.fits(pr) != nil:
		return []Claim{judge(false, says, "the engine does not take this puzzle").about("engine")}
	}
	return []Claim{history("engine", says)}
}

// verifyProof checks that the proof is one that the program gives for this question.
func (c *Certificate) verifyProof(ctx context.Context, pr *problem, nullity int) []Claim {
	if c.Proof == "" {
		return nil
	}
	says := fmt.Sprintf("the proof is %s", quoted(c.Proof))
	fails := func(how string) []Claim { return []Claim{judge(false, says, how).about("proof")} }
	if !c.Minimum {
		return fails("the certificate claims no minimum to prove")
	}
	var n int
	var rest string
	atLeast := func(bound int, how string) []Claim {
		if bound < c.Cost && ctx.Err() != nil { // it might have risen
			return []Claim{unchecked(says, context.Cause(ctx)).about("proof")}
		}
		return []Claim{judge(pr.Costs == nil && bound >= c.Cost, says, how).about("proof")}
	}
	switch {
	case c.Proof == onlyAnswer:
		return []Claim{judge(nullity == 0, says, fmt.Sprintf("there are 2^%d answers", nullity)).about("proof")}
	case c.Proof == tooFewFlips:
		return []Claim{judge(pr.fewestFlips()*pr.cheapest() >= c.Cost, says, "lights counted").about("proof")}
	case c.Proof == boundByParities:
		return atLeast(pr.relaxed(ctx), "weights of the lights found again")
	case c.Proof == boundByPacking:
		return atLeast(pr.packed(ctx), "lights found again")
	case c.Proof == statesSearched:
		if c.Engine != "bfs" {
			return fails("that is the proof of another engine")
		}
	case scan(c.Proof, lightestOf, &n, &rest):
		switch method := strings.TrimSuffix(rest, ")"); {
		case n != nullity || nullity == 0:
			return fails(fmt.Sprintf("there are 2^%d answers", nullity))
		case !isMethod(method) || method == descended || c.Steps == nil || c.Steps.Method != method:
			return fails("the steps do not say so")
		}
	case scan(c.Proof, noneBelow, &n, &rest):
		xor := strings.TrimSuffix(rest, ")")
		known := slices.ContainsFunc(encode.Parities(), func(p encode.Parity) bool { return p.String() == xor })
		if c.Engine != "sat" || n != c.Cost || !known {
			return fails("the rest of the certificate does not say so")
		}
	default:
		return fails("the program gives no such proof")
	}
	return []Claim{history("proof", says)}
}

// scan reads text that was printed by the format, which ends in %d and %s).
func scan(text, format string, n *int, rest *string) bool {
	_, err := fmt.Sscanf(text, format[:strings.LastIndex(format, "%s")]+"%s", n, rest)
	return err == nil && text == fmt.Sprintf(format, *n, strings.TrimSuffix(*rest, ")"))
}

// descended is the method of a search that proves nothing.
const descended = "descend"

// isMethod reports whether the steps of a search may name this method.
func isMethod(name string) bool {
	return slices.Contains([]string{"sum", "regions", descended}, name) || slices.Contains(Methods(), name)
}

// verifySteps checks that the steps are about this question and answer. What they say of the search is history.
func (c *Certificate) verifySteps(presses board.State, nullity int) []Claim {
	t := c.Steps
	if t == nil {
		return nil
	}
	says := "the steps are those of a search that found this answer"
	switch {
	case !isMethod(t.Method):
		return []Claim{judge(false, says, "there is no such method").about("steps")}
	case t.Weight != c.Cost || t.Lower > c.LowerBound:
		return []Claim{judge(false, says, "they have another cost, or a higher bound").about("steps")}
	case t.Cells != 0 && t.Cells != presses.Len() || t.Columns > presses.Len() || t.Dimension > nullity || t.Fixed > c.Cost:
		return []Claim{judge(false, says, "they are about a larger problem").about("steps")}
	}
	return []Claim{history("steps", fmt.Sprintf("the method was %s", t.Method))}
}
