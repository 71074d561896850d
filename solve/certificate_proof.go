package solve

import (
	"fmt"
	"slices"
	"strings"

	"lightsout/board"
	"lightsout/encode"
	"lightsout/internal/cosetleader"
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
func (c *Certificate) verifyProof(pr *problem, nullity int) []Claim {
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
	method, answers := c.Method, countText(powerOfTwo(nullity))
	if method == "" { // as before methods were named
		method = c.formerMethod(nullity)
	}
	switch {
	case c.Proof == onlyAnswer:
		return []Claim{judge(nullity == 0, says, fmt.Sprintf("there are %s answers", answers)).about("proof")}
	case c.Proof == tooFewFlips:
		return []Claim{judge(pr.fewestFlips()*pr.cheapest() >= c.Cost, says, "lights counted").about("proof")}
	case c.Proof == relaxedLights && pr.Costs != nil, c.Proof == packedLights && pr.Costs != nil:
		return fails("that proof counts presses, not costs")
	case c.Proof == relaxedLights: // which nobody repeats
	case c.Proof == packedLights && pr.packing() >= c.Cost:
		return []Claim{judge(true, says, "such lights counted").about("proof")}
	case c.Proof == packedLights:
	case c.Proof == statesSearched:
		if c.Engine != "bfs" {
			return fails("that is the proof of another engine")
		}
	case scan(c.Proof, noneBelow, &n, &rest):
		xor := strings.TrimSuffix(rest, ")")
		known := slices.ContainsFunc(encode.Parities(), func(p encode.Parity) bool { return p.String() == xor })
		if c.Engine != "sat" || n != c.Cost || !known {
			return fails("the rest of the certificate does not say so")
		}
	case !isSearch(method) || method == cosetleader.LeeBrickell || c.Method != "" && c.Proof != proofBy(method, answers):
		return fails(fmt.Sprintf("the program gives no such proof; there are %s answers", answers))
	case nullity == 0 || c.Steps == nil || isNow(c.Steps.Method) != method:
		return fails("the steps do not say so")
	}
	return []Claim{history("proof", says)}
}

// formerProof is what proofs by search said before their methods had a field of their own.
const formerProof = "lightest of 2^%d answers (%s)"

// formerMethod is the method that such a proof names, or "".
func (c *Certificate) formerMethod(nullity int) string {
	var n int
	var rest string
	if !scan(c.Proof, formerProof, &n, &rest) || n != nullity {
		return ""
	}
	return isNow(strings.TrimSuffix(rest, ")"))
}

// isNow is the name of a method today. Two had other names.
func isNow(method string) string {
	switch method {
	case "isd":
		return "brouwer-zimmermann"
	case "descend":
		return cosetleader.LeeBrickell
	}
	return method
}

// scan reads text that was printed by the format, which ends in %d and %s).
func scan(text, format string, n *int, rest *string) bool {
	_, err := fmt.Sscanf(text, format[:strings.LastIndex(format, "%s")]+"%s", n, rest)
	return err == nil && text == fmt.Sprintf(format, *n, strings.TrimSuffix(*rest, ")"))
}

// isSearch reports whether the steps of a search may name this method.
func isSearch(name string) bool {
	return name == cosetleader.Regions || name == cosetleader.Sum || name == cosetleader.LeeBrickell ||
		slices.ContainsFunc(Methods(), func(m Method) bool { return m.Forced && m.States == "two" && m.Name == name })
}

// verifyMethod checks that there is such a method, and that the proof is its.
func (c *Certificate) verifyMethod() []Claim {
	if c.Method == "" {
		return nil
	}
	says := fmt.Sprintf("the method was %s", quoted(c.Method))
	i := slices.IndexFunc(Methods(), func(m Method) bool { return m.Name == c.Method })
	switch {
	case i < 0:
		return []Claim{judge(false, says, "there is no such method").about("method")}
	case c.Proof != "" && (c.Method == onlyMethod || c.Method == flipsMethod || c.Method == packingMethod || c.Method == paritiesMethod) && c.Proof != Methods()[i].Proof:
		return []Claim{judge(false, says, "the proof is that of another method").about("method")}
	}
	return []Claim{history("method", says)}
}

// verifySteps checks that the steps are about this question and answer. What they say of the search is history.
func (c *Certificate) verifySteps(presses board.State, nullity int) []Claim {
	t := c.Steps
	if t == nil {
		return nil
	}
	says := "the steps are those of a search that found this answer"
	switch {
	case !isSearch(isNow(t.Method)):
		return []Claim{judge(false, says, "there is no such method").about("steps")}
	case t.Weight != c.Cost || t.Lower > c.LowerBound:
		return []Claim{judge(false, says, "they have another cost, or a higher bound").about("steps")}
	case t.Cells != 0 && t.Cells != presses.Len() || t.Columns > presses.Len() || t.Dimension > nullity || t.Fixed > c.Cost:
		return []Claim{judge(false, says, "they are about a larger problem").about("steps")}
	}
	return []Claim{history("steps", fmt.Sprintf("the steps are those of %s", t.Method))}
}
