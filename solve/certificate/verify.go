package certificate

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"lightsout/gf2"
	"lightsout/internal/cosetcheck"
)

// Verifier checks certificates by other methods than those that made them. The zero Verifier is ready to use; it takes
// about as long as solving.
type Verifier struct {
	// Full: check also what takes longer, however long that is.
	Full bool
	// Workers is how many goroutines may compute; 0 is one per core.
	Workers int
	// MaxMemory is in bytes; 0 leaves it to the methods.
	MaxMemory int64
	// Progress, if not nil, is called with what is being done and how much of it is. It should return
	// quickly.
	Progress func(what string, done, all int)
}

// Verification is what a [Verifier] found.
type Verification struct {
	// Question says in words what was asked, with all its conditions: the verdict is about that.
	Question string
	Claims   []Claim
	// Verdict is Holds only if the certificate claims a minimum, and that is verified. It is Fails if
	// some claim is false. Why says in words what is missing or false.
	Verdict Verdict
	Why     string
	// Unchecked names the fields that tell how the answer was found, which nobody can check afterwards.
	// The verdict does not rest on them.
	Unchecked []string
	// More: a full check may verify what is missing.
	More bool
}

// Claim is one statement of a certificate, the verdict on it, and how that was reached or, if it was
// not, why.
type Claim struct {
	Says    string
	Verdict Verdict
	How     string

	field string // that only tells how the answer was found; "" if the verdict rests on the claim
	more  bool   // it was left to a full check
}

// Verdict is the outcome of verifying a claim.
type Verdict string

// The verdicts on a claim.
const (
	Holds     Verdict = "holds"
	Fails     Verdict = "fails"
	Unchecked Verdict = "unchecked"
)

func judge(holds bool, says, how string) Claim {
	if holds {
		return Claim{Says: says, Verdict: Holds, How: how}
	}
	return Claim{Says: says, Verdict: Fails, How: how}
}

func unchecked(says string, why error) Claim {
	return Claim{Says: says, Verdict: Unchecked, How: why.Error(), more: errors.Is(why, errLong)}
}

// errLong is in what is left to a full check.
var errLong = errors.New("takes long")

// Verify checks every claim. An error means that this is not a certificate. Once the context ends, what
// is left is unchecked.
func (v Verifier) Verify(ctx context.Context, c *Certificate) (*Verification, error) {
	if c == nil {
		return nil, errors.New("there is no certificate")
	}
	p, s, words, err := c.Question()
	if err != nil {
		return nil, err
	}
	r := &Verification{Question: words}
	q, err := newQuestion(ctx, p, s)
	switch {
	case err != nil && ctx.Err() != nil:
		r.Claims = []Claim{unchecked("the presses are an answer", context.Cause(ctx))}
	case err != nil:
		return nil, err
	default:
		r.Claims = v.claims(ctx, c, q)
	}
	r.Claims = append(r.Claims, c.history()...)
	r.conclude(c)
	return r, nil
}

// conclude draws the verdict from the claims.
func (r *Verification) conclude(c *Certificate) {
	r.Verdict = Holds
	if !c.Minimum {
		r.Verdict, r.Why = Unchecked, fmt.Sprintf("the certificate does not claim that %d is the minimum", c.Cost)
	}
	for _, claim := range r.Claims {
		switch {
		case claim.Verdict == Fails:
			r.Verdict, r.Why = Fails, fmt.Sprintf("it claims: %s (%s)", claim.Says, claim.How)
			return
		case claim.Verdict == Unchecked && claim.field != "":
			if !slices.Contains(r.Unchecked, claim.field) {
				r.Unchecked = append(r.Unchecked, claim.field)
			}
		case claim.Verdict == Unchecked && r.Verdict == Holds:
			r.More = claim.more
			r.Verdict, r.Why = Unchecked, fmt.Sprintf("%s (%s)", claim.Says, claim.How)
		}
	}
}

func (v Verifier) claims(ctx context.Context, c *Certificate, q *question) []Claim {
	presses := gf2.VecOf(q.puzzle.Board.Switches(), c.Presses...)
	says := "the " + count(len(c.Presses), "press is", "presses are") + " an answer"
	kept, err := q.keeps(presses)
	answer := judge(kept, says, "replayed one by one")
	if err != nil {
		answer = unchecked(says, err)
	}
	cost, how := q.cost(presses), "added up"
	if cost != c.Cost {
		how = fmt.Sprintf("added up to %d", cost)
	}
	right := cost == c.Cost && presses.Weight() == len(c.Presses)
	claims := []Claim{answer, judge(right, fmt.Sprintf("they cost %d", c.Cost), how)}

	says = fmt.Sprintf("the board has nullity %d", c.Nullity)
	var whole *gf2.System
	if k, ok := connected(q.puzzle.Board); ok {
		claims = append(claims, judge(k == c.Nullity, says, "counting connected parts"))
	} else if system, err := v.eliminate(ctx, q.puzzle.Board, singles(q.puzzle.Board.Switches())); err == nil {
		whole = system
		claims = append(claims, judge(whole.Nullity() == c.Nullity, says, "dense elimination"))
	} else {
		claims = append(claims, unchecked(says, reason(ctx, err)))
	}
	if answer.Verdict != Holds {
		return claims
	}
	return append(claims, v.bound(ctx, c, q, presses, func() ([]gf2.Vec, error) {
		if whole != nil && q.free() && q.puzzle.DontCare.IsZero() {
			return q.quiet(whole)
		}
		system, err := v.eliminate(ctx, q.system, q.columns)
		if err != nil {
			return nil, err
		}
		return q.quiet(system)
	}))
}

// history is the fields that tell how the answer was found, if they are there. Nobody can know that afterwards, so they
// are not checked at all, and the verdict does not rest on them.
func (c *Certificate) history() (claims []Claim) {
	steps := c.stepsMethod()
	if steps == matchingMethod {
		steps = "" // they are verified
	}
	for _, f := range []struct{ field, says, value string }{
		{"proof", "the proof is %s", c.Proof},
		{"steps", "the steps are those of %s", steps},
		{"method", "the method was %s", c.Method},
		{"engine", "the engine %s found it", c.Engine},
	} {
		if f.value != "" {
			says, how := fmt.Sprintf(f.says, quoted(f.value)), "the verdict does not rest on it"
			claims = append(claims, Claim{Says: says, Verdict: Unchecked, How: how, field: f.field})
		}
	}
	return claims
}

// reason is why something could not be checked; if the context ended, its cause says more.
func reason(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return err
}

// fewestFlips is a lower bound on the presses of any answer: the lights to change, divided by the most that a press
// flips.
func (q *question) fewestFlips() int {
	most := max(q.puzzle.Board.Shape().MostToggles, 1)
	return q.pressed.Weight() + (q.change.Weight()+most-1)/most
}

// packing is a lower bound on the presses of any answer by lights without a switch in common; 0 if some switches are
// not free.
func (q *question) packing() int {
	if !q.free() {
		return 0
	}
	around := map[int][]int{} // the switches of each light that must change
	for x := range q.system.Switches() {
		for _, l := range q.system.Toggles(x) {
			if q.change.Bit(l) {
				around[l] = append(around[l], x)
			}
		}
	}
	var rows [][]int
	for _, l := range slices.Sorted(maps.Keys(around)) {
		rows = append(rows, around[l])
	}
	return cosetcheck.Packing(rows)
}

// bound checks that nothing is cheaper than the certificate's lower bound, given an answer and, if it is needed, a
// basis of what may be added to it. What Gray code and a trellis cannot weigh is not verified.
func (v Verifier) bound(ctx context.Context, c *Certificate, q *question, presses gf2.Vec,
	basis func() ([]gf2.Vec, error),
) Claim {
	says := fmt.Sprintf("no answer costs less than %d", c.LowerBound)
	cheapest := 1
	if q.Costs != nil {
		cheapest = slices.Min(q.Costs)
	}
	switch {
	case c.Minimum != (c.LowerBound == c.Cost) || c.LowerBound > q.cost(presses):
		return judge(false, says, "minimum, cost and lower bound contradict each other")
	}
	if claim := q.bySets(ctx, c, says); claim.Verdict != "" {
		return claim
	}
	switch {
	case c.LowerBound <= q.fewestFlips()*cheapest:
		most := q.puzzle.Board.Shape().MostToggles
		how := fmt.Sprintf("%d lights must change, and a press flips at most %d", q.change.Weight(), most)
		return judge(true, says, how)
	}
	if packed := q.packing(); q.Costs == nil && c.LowerBound <= packed {
		return judge(true, says, fmt.Sprintf("%d lights that must change have no switch in common", packed))
	}
	quiet, err := basis()
	switch {
	case err != nil:
		return unchecked(says, reason(ctx, err))
	case len(quiet) == 0:
		return judge(true, says, "it is the only answer")
	}
	coset := cosetcheck.New(presses, quiet, q.Costs)
	if c.LowerBound <= coset.Fixed() {
		return judge(true, says, "at most half of every region is pressed")
	}
	switch steps := coset.Steps(); {
	case steps > 1<<62:
		return unchecked(says, fmt.Errorf("2^%d answers are too many to weigh again", len(quiet)))
	case steps > quickSteps && !v.Full:
		return unchecked(says, fmt.Errorf("weighing 2^%d answers again %w", len(quiet), errLong))
	}
	o := cosetcheck.Options{Workers: v.Workers, MaxMemory: v.MaxMemory, Progress: v.Progress}
	lightest, err := coset.Least(ctx, o)
	if err != nil {
		return unchecked(says, reason(ctx, err))
	}
	return judge(lightest >= c.LowerBound, says, fmt.Sprintf("all 2^%d answers weighed again", len(quiet)))
}
