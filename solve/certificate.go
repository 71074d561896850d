package solve

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"lightsout/board"
	"lightsout/gf2"
)

// Certificate is an answer with the fewest presses and what the proof of that rests on, in a form
// that can be kept and verified again. It is JSON; indices count from 0.
type Certificate struct {
	Board     string `json:"board"`
	On        string `json:"on"` // a 0 or 1 for each light
	Goal      string `json:"goal"`
	Forbid    []int  `json:"forbid,omitempty"`
	Require   []int  `json:"require,omitempty"`
	Symmetric bool   `json:"symmetric,omitempty"`
	Costs     []int  `json:"costs,omitempty"`

	Presses    []int  `json:"presses"`
	Cost       int    `json:"cost"` // the number of presses, unless there are costs
	LowerBound int    `json:"lower_bound"`
	Minimum    bool   `json:"minimum"`
	Nullity    int    `json:"nullity"` // of the board
	Engine     string `json:"engine"`
	Proof      string `json:"proof"`
	Steps      *Steps `json:"steps,omitempty"`
}

// Certificate is the certificate of a result that this solver gave.
func (s Solver) Certificate(res *Result) *Certificate {
	p := res.Puzzle
	c := &Certificate{
		Board: p.Board.Spec(), On: p.On.String(), Goal: p.Goal.String(),
		Forbid: slices.Clone(s.Forbid), Require: s.Require, Symmetric: s.Symmetric, Costs: s.Costs,
		Presses: res.Presses.Indices(), Cost: res.Cost, LowerBound: res.LowerBound, Minimum: res.Minimum,
		Nullity: res.Nullity, Engine: res.Engine, Proof: res.Proof, Steps: res.Steps,
	}
	if p.Forbidden.Len() > 0 {
		c.Forbid = append(c.Forbid, p.Forbidden.Indices()...)
	}
	return c
}

// Claim is one statement of a certificate, the verdict on it, and how that was reached or, if it was
// not, why.
type Claim struct {
	Says    string
	Verdict Verdict
	How     string
}

// Verdict is the outcome of verifying a claim.
type Verdict string

// The verdicts on a claim.
const (
	Holds     Verdict = "holds"
	Fails     Verdict = "fails"
	Unchecked Verdict = "unchecked" // verifying it would cost as much as solving again
)

// Verify checks the claims of the certificate by other methods than those that made it: presses are
// replayed, the nullity comes from elimination, and the answers are weighed one by one if they are few
// enough. It returns an error only if this is not a certificate or the context ends.
func (c *Certificate) Verify(ctx context.Context) ([]Claim, error) {
	if c.Board == "" || c.Presses == nil {
		return nil, errors.New("not a certificate: it names no board or no presses")
	}
	p, s, err := c.puzzle()
	if err != nil {
		return nil, err
	}
	pr, err := s.restrict(ctx, p)
	if err != nil {
		return nil, err
	}
	if pr.linear, err = byElimination(ctx, pr); err != nil {
		return nil, err
	}
	whole := pr.linear
	if pr.restricted() {
		if whole, err = newSparse(ctx, p.Board, nil); err != nil {
			return nil, err
		}
	}
	presses := gf2.NewVec(p.Board.Switches())
	for _, x := range c.Presses {
		presses.Set(x, true)
	}
	answer := s.believe(ctx, engine{name: c.Engine, counts: true}, pr, finding{presses: presses})
	claims := []Claim{
		judge(answer == nil, fmt.Sprintf("the %d presses are an answer", len(c.Presses)), "replayed one by one"),
		judge(s.cost(presses) == c.Cost && presses.Weight() == len(c.Presses), fmt.Sprintf("they cost %d", c.Cost), "added up"),
		judge(whole.Nullity() == c.Nullity, fmt.Sprintf("the board has nullity %d", c.Nullity), "sparse elimination"),
	}
	if answer != nil {
		return claims, nil
	}
	return append(claims, c.verifyBound(ctx, pr, s, presses)...), nil
}

func judge(holds bool, says, how string) Claim {
	if holds {
		return Claim{says, Holds, how}
	}
	return Claim{says, Fails, how}
}

// puzzle is the puzzle of the certificate, and the solver that was asked.
func (c *Certificate) puzzle() (*board.Puzzle, Solver, error) {
	s := Solver{Forbid: c.Forbid, Require: c.Require, Symmetric: c.Symmetric, Costs: c.Costs}
	b, err := board.Parse(c.Board)
	if err != nil {
		return nil, s, err
	}
	if err := board.CheckSize(b); err != nil {
		return nil, s, err
	}
	p := board.NewPuzzle(b)
	for _, state := range []struct {
		name, bits string
		into       *gf2.Vec
	}{{"on", c.On, &p.On}, {"goal", c.Goal, &p.Goal}} {
		if len(state.bits) != b.Lights() {
			return nil, s, fmt.Errorf("the certificate's %q has %d lights, %s has %d", state.name, len(state.bits), b.Spec(), b.Lights())
		}
		v := gf2.NewVec(b.Lights())
		for i, ch := range []byte(state.bits) {
			if ch != '0' && ch != '1' {
				return nil, s, fmt.Errorf("the certificate's %q holds %q instead of 0 or 1", state.name, ch)
			}
			v.Set(i, ch == '1')
		}
		*state.into = v
	}
	for _, x := range slices.Concat(c.Presses, c.Forbid, c.Require) {
		if x < 0 || x >= b.Switches() {
			return nil, s, fmt.Errorf("the certificate names switch %d (from 0), %s has %d", x, b.Spec(), b.Switches())
		}
	}
	if c.Costs != nil && len(c.Costs) != b.Switches() {
		return nil, s, fmt.Errorf("the certificate has %d costs, %s has %d switches", len(c.Costs), b.Spec(), b.Switches())
	}
	return p, s, nil
}

// weighable is the dimension up to which a coset is weighed word by word: some seconds.
const weighable = 22

// verifyBound checks the claim that nothing is cheaper than LowerBound.
func (c *Certificate) verifyBound(ctx context.Context, pr *problem, s Solver, presses gf2.Vec) []Claim {
	says := fmt.Sprintf("no answer costs less than %d", c.LowerBound)
	if c.Minimum != (c.LowerBound == c.Cost) {
		return []Claim{judge(false, says, "minimum, cost and lower bound contradict each other")}
	}
	k := pr.linear.Nullity()
	if k > 0 && c.Proof == onlyAnswer {
		return []Claim{judge(false, says, fmt.Sprintf("the proof says %q, but there are 2^%d answers", c.Proof, k))}
	}
	quiet, err := quietPatterns(pr.puzzle.Board, pr.linear)
	if err != nil {
		return []Claim{{says, Unchecked, err.Error()}}
	}
	switch {
	case k == 0:
		return []Claim{judge(c.LowerBound <= c.Cost, says, "it is the only answer")}
	case k <= weighable:
		least, ok := leastOf(ctx, presses, quiet, s)
		if !ok {
			return []Claim{{says, Unchecked, "time ran out"}}
		}
		return []Claim{judge(least >= c.LowerBound, says, fmt.Sprintf("all 2^%d answers weighed one by one", k))}
	case s.Costs == nil && c.LowerBound == c.Cost && atMostHalf(presses, quiet):
		return []Claim{judge(true, says, "at most half of every region is pressed")}
	case c.Steps != nil && c.Steps.Method == "split":
		return c.verifySplit(ctx, pr, s, presses, quiet, says)
	}
	return []Claim{{says, Unchecked, fmt.Sprintf("with 2^%d answers, verifying costs as much as solving again", k)}}
}

// leastOf is the least cost of a word of a coset, found by weighing every one.
func leastOf(ctx context.Context, word gf2.Vec, basis []gf2.Vec, s Solver) (least int, ok bool) {
	least, n := s.cost(word), 0
	for w := range span(word, basis) {
		if n++; n%(1<<14) == 0 && ctx.Err() != nil {
			return 0, false
		}
		least = min(least, s.cost(w))
	}
	return least, true
}

// atMostHalf reports whether, of every set of switches that the quiet patterns cannot tell apart, at
// most half is pressed (those that none of them uses aside). Then no pattern can make the answer
// lighter: it would have to take more away from some region than it adds. It groups the switches itself
// because the engine uses internal/regions, and a check shares no code with the engine.
func atMostHalf(presses gf2.Vec, quiet []gf2.Vec) bool {
	type tally struct{ size, pressed int }
	regions := map[string]*tally{}
	key := make([]byte, (len(quiet)+7)/8)
	for x := range presses.Len() {
		clear(key)
		used := false
		for i, v := range quiet {
			if v.Bit(x) {
				key[i/8] |= 1 << (i % 8)
				used = true
			}
		}
		if !used {
			continue
		}
		r := regions[string(key)]
		if r == nil {
			r = &tally{}
			regions[string(key)] = r
		}
		if r.size++; presses.Bit(x) {
			r.pressed++
		}
	}
	for _, r := range regions {
		if 2*r.pressed > r.size {
			return false
		}
	}
	return true
}

// verifySplit checks a proof by splitting (four parity classes of a grid, each with its own minimum):
// it finds the minima again, weighing each class alone where that is quick, and repeats the arithmetic
// of the bounds. It does not check that the pairs of light words within those bounds hold no better
// answer.
func (c *Certificate) verifySplit(ctx context.Context, pr *problem, s Solver, presses gf2.Vec, quiet []gf2.Vec, says string) []Claim {
	labels := parityClasses(pr.puzzle.Board)
	if labels == nil || len(c.Steps.Minima) != 4 || len(c.Steps.Excess) != 2 || s.Costs != nil {
		return []Claim{{says, Unchecked, "the classes of this split are not those of a grid"}}
	}
	sum := c.Steps.Fixed
	for _, least := range c.Steps.Minima {
		sum += least
	}
	// Whatever is not among the pairs tried has more excess on both pairs; and if every quiet pattern
	// has an even number of switches, all answers have the same parity.
	beyond := sum + c.Steps.Excess[0] + 1 + c.Steps.Excess[1] + 1
	how := "arithmetic"
	if !slices.ContainsFunc(quiet, func(v gf2.Vec) bool { return v.Weight()%2 != 0 }) && (beyond-c.Cost)%2 != 0 {
		beyond++
		how = "arithmetic, and the answers' common parity"
	}
	return []Claim{
		verifyMinima(ctx, labels, presses, quiet, sum),
		judge(beyond >= c.LowerBound, fmt.Sprintf("if so, an answer below %d has excess at most %d on one pair of classes or at most %d on the other", c.LowerBound, c.Steps.Excess[0], c.Steps.Excess[1]), how),
		{fmt.Sprintf("no pair of light words within those bounds makes an answer below %d", c.LowerBound), Unchecked, "verifying costs as much as solving again"},
	}
}

// verifyMinima checks the minimum of each of the four classes.
func verifyMinima(ctx context.Context, labels []int, presses gf2.Vec, quiet []gf2.Vec, sum int) Claim {
	says := fmt.Sprintf("the minima of the four classes add up to %d", sum)
	found := 0
	for class := range 4 {
		word, basis := restrictTo(labels, class, presses, quiet)
		if len(basis) > weighable {
			return Claim{says, Unchecked, fmt.Sprintf("a class has 2^%d words, and verifying costs as much as solving again", len(basis))}
		}
		least, ok := leastOf(ctx, word, basis, Solver{})
		if !ok {
			return Claim{says, Unchecked, "time ran out"}
		}
		found += least
	}
	return judge(found == sum, says, "each class weighed word by word")
}

// restrictTo is a coset as one class of cells sees it, with an independent basis.
func restrictTo(labels []int, class int, word gf2.Vec, basis []gf2.Vec) (gf2.Vec, []gf2.Vec) {
	keep := func(v gf2.Vec) gf2.Vec {
		w := gf2.NewVec(v.Len())
		for x := range v.Ones() {
			w.Set(x, labels[x] == class)
		}
		return w
	}
	m := gf2.NewMatrix(len(basis), word.Len())
	for i, v := range basis {
		m.Row(i).Add(keep(v))
	}
	independent := make([]gf2.Vec, len(m.Reduce()))
	for i := range independent {
		independent[i] = m.Row(i)
	}
	return keep(word), independent
}
