package solve

import (
	"context"
	"encoding/binary"
	"fmt"
	"iter"
	"math/big"
	"math/bits"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/automorphism"
)

// Answers that a symmetry of the puzzle maps to each other form a class. The symmetries are those of the
// board that leave alone the lights to change, the lights that do not matter, the switches that are
// forbidden or required, and the costs.

// symmetries are those of the problem.
func (sy *system) symmetries(ctx context.Context, costs []int) (*automorphism.Symmetries, error) {
	sets := []gf2.Vec{sy.fixed.Sum(sy.pressed), sy.pressed}
	for bit := 0; costs != nil && bit < bits.Len(maxCost); bit++ {
		set := gf2.NewVec(len(costs))
		for x, cost := range costs {
			set.Set(x, cost>>bit&1 == 1)
		}
		sets = append(sets, set)
	}
	return automorphism.OfPuzzle(ctx, sy.puzzle, sets...)
}

// CountUpToSymmetry is how many classes the answers form that keep to everything asked; 0 for an
// unsolvable puzzle. By linear algebra it counts without listing: the number of classes is the mean,
// over all symmetries, of how many answers each leaves alone (Burnside's lemma), and those are the
// solutions of a linear system. With very many symmetries, or some that take much memory, it lists the
// answers, and gives a *[board.TooLargeError] if they are too many for that as well.
func (s Solver) CountUpToSymmetry(ctx context.Context, p *board.Puzzle) (*big.Int, error) {
	p, err := p.Checked()
	if err != nil {
		return nil, err
	}
	e, err := s.pick(p, classesOfAnswers)
	if err != nil {
		return nil, err
	}
	if s.counted() || e.all != nil {
		return countList(s.UpToSymmetry(ctx, p, s.All(ctx, p)))
	}
	pr, err := s.classify(ctx, p, classesOfAnswers)
	if err != nil {
		return nil, err
	}
	word, err := pr.solve(ctx)
	if err != nil {
		return noneIfRefuted(pr.checkedRefusal(err))
	}
	presses := pr.whole(word)
	if err := pr.verify(ctx, presses); err != nil {
		return nil, err
	}
	if pr.algebra.linear.Nullity() == 0 {
		return big.NewInt(1), nil
	}
	quiet, err := pr.quiet(ctx)
	if err != nil {
		return nil, err
	}
	group, err := pr.symmetries(ctx, pr.asked.Costs)
	if err != nil {
		return nil, err
	}
	order, _ := new(big.Float).SetInt(group.Order()).Float64()
	switch k := len(quiet); {
	case order*float64(k*k*(k/64+1)/2+p.Board.Switches()+1000) <= maxClassSteps && group.Bytes() <= maxExpected:
		return burnside(ctx, presses.Bits(), quiet, group)
	case k <= maxGrouped:
		return countList(s.UpToSymmetry(ctx, p, s.All(ctx, p)))
	default:
		return nil, &board.TooLargeError{
			What:  fmt.Sprintf("%s with 2^%d answers and %v symmetries", p.Board.Spec(), k, group.Order()),
			Limit: "counting answers up to symmetry would take too long, by symmetries as well as by answers",
		}
	}
}

// UpToSymmetry yields the first of every class of the answers, which must be all those of the puzzle, or
// all that have the fewest presses: those of [Solver.All] or [Result].EachLightest. It keeps the answers
// that it has not met yet in classes that it has, and ends with a *[board.TooLargeError] if they
// would take more than 1 GiB.
func (s Solver) UpToSymmetry(ctx context.Context, p *board.Puzzle, answers iter.Seq2[board.State, error],
) iter.Seq2[board.State, error] {
	return func(yield func(board.State, error) bool) {
		generators, err := s.generators(ctx, p)
		if err != nil {
			yield(board.State{}, err)
			return
		}
		expected := map[string]bool{}
		for x, err := range answers {
			if err == nil {
				bits := x.Bits() // of two states, as there are generators
				key := wordsKey(bits)
				if expected[key] {
					delete(expected, key)
					continue
				}
				err = expectClass(ctx, bits, generators, expected)
				delete(expected, key)
			}
			if !yield(x, err) || err != nil {
				return
			}
		}
	}
}

// generators are symmetries of the puzzle whose products are all others.
func (s Solver) generators(ctx context.Context, p *board.Puzzle) ([]automorphism.Symmetry, error) {
	p, err := p.Checked()
	if err != nil {
		return nil, err
	}
	if err := s.consistent(p.Board, classesOfAnswers); err != nil {
		return nil, err
	}
	sy, err := newSystem(ctx, p, s.Conditions)
	if err != nil {
		return nil, err
	}
	group, err := sy.symmetries(ctx, s.Costs)
	switch {
	case err != nil && ctx.Err() != nil:
		return nil, &GaveUpError{Cause: context.Cause(ctx)}
	case err != nil:
		return nil, err
	}
	generators := group.Generators()
	if generators == nil && group.Order().BitLen() > 1 {
		what := "the list of symmetries of " + p.Board.Spec()
		return nil, &board.TooLargeError{What: what, Limit: "it would take more than 256 MiB"}
	}
	return generators, nil
}

// expectClass adds all members of the class of an answer.
func expectClass(ctx context.Context, x gf2.Vec, generators []automorphism.Symmetry, expected map[string]bool) error {
	most := maxExpected / (8*len(x.Words()) + 64)
	class := []gf2.Vec{x}
	expected[wordsKey(x)] = true
	for len(class) > 0 {
		member := class[len(class)-1]
		class = class[:len(class)-1]
		for _, g := range generators {
			image := g.ApplyPresses(member)
			if key := wordsKey(image); !expected[key] {
				expected[key] = true
				class = append(class, image)
			}
		}
		if len(expected) > most {
			limit := fmt.Sprintf("up to %d answers are kept", most)
			return &board.TooLargeError{What: "the classes of answers up to symmetry", Limit: limit}
		}
		if ctx.Err() != nil {
			return &GaveUpError{Cause: context.Cause(ctx)}
		}
	}
	return nil
}

// wordsKey is a vector in bytes.
func wordsKey(v gf2.Vec) string {
	key := make([]byte, 0, 8*len(v.Words()))
	for _, w := range v.Words() {
		key = binary.LittleEndian.AppendUint64(key, w)
	}
	return string(key)
}

// burnside is the mean, over all symmetries, of how many answers each leaves alone.
//
// An answer is told by what it presses of the pivots of a reduced basis of the quiet patterns: its bit at any switch is
// an affine function of those coordinates. A symmetry leaves it alone if at each pivot the image's bit is the same.
func burnside(ctx context.Context, presses gf2.Vec, quiet []gf2.Vec, group *automorphism.Symmetries) (*big.Int, error) {
	basis := gf2.NewMatrix(len(quiet), presses.Len())
	for i, q := range quiet {
		basis.Row(i).Add(q)
	}
	pivots := basis.Reduce()
	k, base := len(pivots), presses.Clone()
	for i, p := range pivots {
		if base.Bit(p) {
			base.Add(basis.Row(i))
		}
	}
	bits := gf2.NewMatrix(presses.Len(), k+1) // a row is a switch's function: its coefficients, and the constant
	for j := range k {
		for x := range basis.Row(j).Ones() {
			bits.Set(x, j, true)
		}
	}
	for x := range base.Ones() {
		bits.Set(x, k, true)
	}
	sum, one := new(big.Int), big.NewInt(1)
	for g := range group.All(ctx) {
		equations := gf2.NewMatrix(k, k+1)
		for i, p := range pivots {
			equations.Row(i).Add(bits.Row(g.Switches[p]))
			equations.Flip(i, i)
		}
		rank := len(equations.ReduceColumns(k))
		solvable := true
		for i := rank; i < k; i++ { // only the constant is left
			solvable = solvable && !equations.At(i, k)
		}
		if solvable {
			sum.Add(sum, new(big.Int).Lsh(one, uint(k-rank)))
		}
	}
	if ctx.Err() != nil {
		return nil, &GaveUpError{Cause: context.Cause(ctx)}
	}
	mean, rest := sum.QuoRem(sum, group.Order(), new(big.Int))
	if rest.Sign() != 0 {
		return nil, fault("the mean over symmetries is not whole")
	}
	return mean, nil
}
