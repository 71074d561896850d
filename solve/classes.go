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
	"lightsout/internal/disjoint"
)

// Answers that a symmetry of the puzzle maps to each other form a class. The symmetries are those of the
// board that leave alone the lights to change, the lights that do not matter, the switches that are
// forbidden or required, and the costs.

// symmetries are those of the problem.
func (pr *problem) symmetries(ctx context.Context) (*automorphism.Symmetries, error) {
	sets := []gf2.Vec{pr.fixed.Sum(pr.base), pr.base}
	for bit := 0; pr.Costs != nil && bit < bits.Len(maxCost); bit++ {
		set := gf2.NewVec(len(pr.Costs))
		for x, cost := range pr.Costs {
			set.Set(x, cost>>bit&1 == 1)
		}
		sets = append(sets, set)
	}
	return automorphism.OfPuzzle(ctx, pr.puzzle, sets...)
}

// CountUpToSymmetry is how many classes the answers form that keep to everything asked; 0 for an
// unsolvable puzzle. By linear algebra it counts without listing: the number of classes is the mean,
// over all symmetries, of how many answers each leaves alone (Burnside's lemma), and those are the
// solutions of a linear system. It gives a *[board.TooLargeError] if there are too many symmetries for
// that.
func (s Solver) CountUpToSymmetry(ctx context.Context, p *board.Puzzle) (*big.Int, error) {
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
	presses, err := solveWithin(ctx, pr)
	if err != nil {
		return noneIfRefuted(pr.checkedRefusal(err))
	}
	if err := pr.verify(ctx, &Result{Presses: presses}); err != nil {
		return nil, err
	}
	if pr.linear.Nullity() == 0 {
		return big.NewInt(1), nil
	}
	quiet, err := quietSets(ctx, pr.linear)
	if err != nil {
		return nil, err
	}
	group, err := pr.symmetries(ctx)
	if err != nil {
		return nil, err
	}
	n, err := newAnswerSpace(presses.Bits(), quiet).classes(ctx, p.Board, group)
	if ctx.Err() != nil {
		return nil, &GaveUpError{Engine: e.name, Cause: context.Cause(ctx)}
	}
	return n, err
}

// UpToSymmetry yields the first of every class of the answers, which must be all those of the puzzle, or
// all that have the fewest presses: those of [Solver.All] or [Result].EachLightest. It keeps the answers
// that it has not met yet in classes that it has, and ends with a *[board.TooLargeError] if they
// would take more than 1 GiB.
func (s Solver) UpToSymmetry(ctx context.Context, p *board.Puzzle, answers iter.Seq2[board.State, error]) iter.Seq2[board.State, error] {
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
	if err := s.consistent(p.Board, classesOfAnswers); err != nil {
		return nil, err
	}
	p, err := p.Load()
	if err != nil {
		return nil, err
	}
	pr := &problem{Solver: s, puzzle: p}
	if err := pr.restrict(ctx); err != nil {
		return nil, err
	}
	group, err := pr.symmetries(ctx)
	switch {
	case err != nil && ctx.Err() != nil:
		return nil, &GaveUpError{Cause: context.Cause(ctx)}
	case err != nil:
		return nil, err
	}
	generators := group.Generators()
	if generators == nil && group.Order().BitLen() > 1 {
		return nil, &board.TooLargeError{What: "the list of symmetries of " + p.Board.Spec(), Limit: "it would take more than 256 MiB"}
	}
	return generators, nil
}

// maxExpected is how many bytes of answers are kept.
const maxExpected = 1 << 30

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
			return &board.TooLargeError{What: "the classes of answers up to symmetry", Limit: fmt.Sprintf("up to %d answers are kept", most)}
		}
		if ctx.Err() != nil {
			return &GaveUpError{Cause: context.Cause(ctx)}
		}
	}
	return nil
}

func wordsKey(v gf2.Vec) string {
	key := make([]byte, 0, 8*len(v.Words()))
	for _, w := range v.Words() {
		key = binary.LittleEndian.AppendUint64(key, w)
	}
	return string(key)
}

// answerSpace is all answers, by coordinates: an answer is what it presses of the pivots of a reduced
// basis of the quiet patterns, and its bit at any switch is an affine function of these.
type answerSpace struct {
	k      int
	pivots []int
	// at has for every switch the coefficients of its function, and the constant as bit k.
	at    [][]uint64
	words int // of a function
}

func newAnswerSpace(presses gf2.Vec, quiet []gf2.Vec) *answerSpace {
	n := presses.Len()
	m := gf2.NewMatrix(len(quiet), n)
	for i, q := range quiet {
		m.Row(i).Add(q)
	}
	a := &answerSpace{pivots: m.Reduce()}
	a.k = len(a.pivots)
	a.words = a.k/64 + 1
	base := presses.Clone()
	for i, p := range a.pivots {
		if base.Bit(p) {
			base.Add(m.Row(i))
		}
	}
	all := make([]uint64, n*a.words)
	for s := range n {
		a.at = append(a.at, all[s*a.words:(s+1)*a.words])
	}
	for j := range a.k {
		for s := range m.Row(j).Ones() {
			a.at[s][j/64] |= 1 << (j % 64)
		}
	}
	for s := range base.Ones() {
		a.at[s][a.k/64] |= 1 << (a.k % 64)
	}
	return a
}

// maxClassSteps bounds the counting of classes: about a minute.
const maxClassSteps = 1e11

// maxJoined is the most coordinates of answers that are joined one by one, in 128 MiB.
const maxJoined = 24

// classes is the number of classes under a group of symmetries, counted in whichever way takes less.
func (a *answerSpace) classes(ctx context.Context, b *board.Board, group *automorphism.Symmetries) (*big.Int, error) {
	generators := group.Generators()
	order, _ := new(big.Float).SetInt(group.Order()).Float64()
	eachSymmetry := order * float64(a.k*a.k*a.words/2+len(a.at)+50)
	eachAnswer := float64(maxClassSteps) + 1
	if generators != nil && a.k <= maxJoined {
		eachAnswer = float64(10*(len(generators)+1)) * float64(uint64(1)<<a.k)
	}
	switch {
	case min(eachSymmetry, eachAnswer) > maxClassSteps:
		return nil, &board.TooLargeError{What: fmt.Sprintf("%s with 2^%d answers and %v symmetries", b.Spec(), a.k, group.Order()), Limit: "counting answers up to symmetry would take too long, by symmetries as well as by answers"}
	case eachAnswer < eachSymmetry:
		return a.joined(ctx, generators), nil
	}
	return a.burnside(ctx, group)
}

// joined joins every answer with its images.
func (a *answerSpace) joined(ctx context.Context, generators []automorphism.Symmetry) *big.Int {
	sets := disjoint.New[int32](1 << a.k)
	columns := make([]int32, a.k+1)
	classes := int64(1) << a.k
	for _, g := range generators {
		clear(columns)
		for i, p := range a.pivots {
			for j := range columns {
				columns[j] |= int32(a.at[g.Switches[p]][0]>>j&1) << i
			}
		}
		c, image := int32(0), columns[a.k]
		for count := uint32(1); ; count++ { // in Gray code
			if sets.Find(c) != sets.Find(image) {
				sets.Join(c, image)
				classes--
			}
			j := bits.TrailingZeros32(count)
			if j >= a.k || count%(1<<16) == 0 && ctx.Err() != nil {
				break
			}
			c ^= 1 << j
			image ^= columns[j]
		}
	}
	return big.NewInt(classes)
}

// burnside is the mean number of answers that a symmetry leaves alone.
func (a *answerSpace) burnside(ctx context.Context, group *automorphism.Symmetries) (*big.Int, error) {
	tally := make([]uint64, a.k+1) // symmetries that leave 2^i answers alone
	rows := make([][]uint64, a.k)
	for i := range rows {
		rows[i] = make([]uint64, a.words)
	}
	done := 0
	for g := range group.All() {
		if done++; done%64 == 0 && ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		for i, p := range a.pivots {
			copy(rows[i], a.at[g.Switches[p]])
			rows[i][i/64] ^= 1 << (i % 64)
		}
		if free, ok := a.solutions(rows); ok {
			tally[free]++
		}
	}
	sum := new(big.Int)
	for i, n := range tally {
		sum.Add(sum, new(big.Int).Lsh(new(big.Int).SetUint64(n), uint(i)))
	}
	mean, rest := new(big.Int).QuoRem(sum, group.Order(), new(big.Int))
	if rest.Sign() != 0 {
		return nil, fmt.Errorf("the mean over symmetries is not whole; this is a fault of the program, please report it")
	}
	return mean, nil
}

// solutions solves the system in which each row says that a function is 0: it has 2^free solutions, or
// none. It destroys the rows.
func (a *answerSpace) solutions(rows [][]uint64) (free int, ok bool) {
	rank := 0
	for j := range a.k {
		at := rank
		for at < len(rows) && rows[at][j/64]>>(j%64)&1 == 0 {
			at++
		}
		if at == len(rows) {
			continue
		}
		rows[rank], rows[at] = rows[at], rows[rank]
		for _, r := range rows[at+1:] { // those between have a 0 there
			if r[j/64]>>(j%64)&1 == 1 {
				for w := j / 64; w < a.words; w++ {
					r[w] ^= rows[rank][w]
				}
			}
		}
		rank++
	}
	for _, r := range rows[rank:] { // only the constant is left
		if r[a.k/64]>>(a.k%64)&1 == 1 {
			return 0, false
		}
	}
	return a.k - rank, true
}
