package decode

import (
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/disjoint"
	"lightsout/internal/matching"
	"lightsout/internal/treewidth"
)

// part is a connected piece of a code: its bits share no check with other bits. Of bits with the same
// checks only the cheapest is there.
type part struct {
	bits    []int32   // of the code
	checks  []int32   // of the code
	columns [][]int32 // per bit, checks of the part
	costs   []int64   // positive or zero, without a common factor
	factor  int64     // what they were divided by

	system *gf2.SparseSystem // finds any flips that explain a syndrome
	// The engine: matching, or a program over a tree of columns, or neither.
	matcher *matching.Graph
	program *treewidth.Program
	weights []int // the costs, for the program

	memory int64 // for the tables of a shot
	// For wide parts, which are decoded by regions if possible: per check, its columns. Otherwise there are none.
	around gf2.Lists
	region float64 // what the plan of a region may cost, see byClusters; of a region itself, Options.region
}

// split takes a code apart. It also returns which checks no bit violates.
func split(ctx context.Context, c *Code, costs []int64, o Options) ([]*part, gf2.Vec, error) {
	columns := make([][]int32, len(c.Columns))
	cheapest := map[string]int{} // by the checks
	for j, column := range c.Columns {
		columns[j] = reduced(column)
		key := string(checkBytes(columns[j]))
		if k, ok := cheapest[key]; !ok || costs[j] < costs[k] {
			cheapest[key] = j
		}
	}
	sets := disjoint.New[int32](c.Checks)
	odd := gf2.AllOnes(c.Checks)
	byCheck := gf2.ListsOf(c.Checks, func(put func(check, bit int)) { // the bits whose first check it is
		for j, column := range columns {
			if len(column) > 0 && cheapest[string(checkBytes(column))] == j {
				put(int(column[0]), j)
			}
		}
	})
	for _, column := range columns {
		for _, i := range column {
			sets.Join(column[0], i)
			odd.Set(int(i), false)
		}
	}
	var parts []*part
	place := make([]int32, c.Checks)
	for _, checks := range sets.Classes(c.Checks) {
		if odd.Bit(int(checks[0])) {
			continue
		}
		p := &part{checks: checks}
		for k, i := range checks {
			place[i] = int32(k)
		}
		for _, i := range checks {
			p.bits = append(p.bits, byCheck.Of(int(i))...)
		}
		slices.Sort(p.bits)
		for _, j := range p.bits {
			column := make([]int32, len(columns[j]))
			for k, i := range columns[j] {
				column[k] = place[i]
			}
			p.columns = append(p.columns, column)
			p.costs = append(p.costs, costs[j])
		}
		if err := p.prepare(ctx, o); err != nil {
			return nil, odd, err
		}
		parts = append(parts, p)
	}
	return parts, odd, nil
}

// reduced is a column's checks in order; those named an even number of times cancel.
func reduced(column []int32) []int32 {
	sorted := slices.Sorted(slices.Values(column))
	out := sorted[:0]
	for i := 0; i < len(sorted); i++ {
		if i+1 < len(sorted) && sorted[i+1] == sorted[i] {
			i++
			continue
		}
		out = append(out, sorted[i])
	}
	return out
}

func checkBytes(column []int32) []byte {
	key := make([]byte, 0, 4*len(column))
	for _, i := range column {
		key = append(key, byte(i), byte(i>>8), byte(i>>16), byte(i>>24))
	}
	return key
}

func (p *part) prepare(ctx context.Context, o Options) error {
	for _, c := range p.costs {
		p.factor = gcd(p.factor, c)
	}
	p.factor = max(p.factor, 1)
	for j := range p.costs {
		p.costs[j] /= p.factor
	}
	if len(p.checks) > gf2.MaxBits/len(p.bits) {
		return &board.TooLargeError{
			What:  fmt.Sprintf("a connected part of the code with %d bits and %d checks", len(p.bits), len(p.checks)),
			Limit: fmt.Sprintf("bits times checks may be up to %d", gf2.MaxBits),
		}
	}
	var err error
	if p.system, err = newSparse(ctx, len(p.checks), p.columns); err != nil {
		return err
	}
	p.memory = o.MaxMemory
	if p.matcher, err = p.graph(); p.matcher != nil || err != nil {
		return err
	}
	program := treewidth.NewMatrix(len(p.checks), p.columns).Program(ctx)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	steps := math.Inf(1)
	if program != nil {
		steps = program.Steps()
	}
	if p.region = o.region; p.region > 0 {
		if steps > p.region {
			return nil
		}
	} else if steps > wide {
		p.around = listsOf(p.columns).Transposed(len(p.checks))
		p.region = min(maxRegion, steps/4)
	}
	if program != nil && p.weigh() && program.Memory(p.weights, false) <= float64(o.MaxMemory) {
		p.program = program
	}
	return ctx.Err()
}

// graph has the checks as nodes and the bits as edges. It is nil if a bit has more than two checks.
func (p *part) graph() (*matching.Graph, error) {
	edges := make([]matching.Edge, len(p.columns))
	for j, column := range p.columns {
		if len(column) > 2 {
			return nil, nil
		}
		edges[j] = matching.Edge{U: column[0], V: matching.Border, Cost: p.costs[j]}
		if len(column) == 2 {
			edges[j].V = column[1]
		}
	}
	return matching.New(len(p.checks), edges)
}

// weigh sets the weights, unless they do not fit.
func (p *part) weigh() bool {
	sum := int64(0)
	for _, c := range p.costs {
		sum += c
		p.weights = append(p.weights, int(c))
	}
	return sum <= math.MaxInt
}

// Steps of programs, of less than a nanosecond each: above wide it is worth looking for regions, and a region may not
// take more than maxRegion.
const (
	wide      = 1e8
	maxRegion = 4e9
	// sparse: where the whole has a plan, regions are faster if at most one check of so many is violated.
	sparse = 8
)

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// decode adds the part's flips to a shot, unless nothing explains the syndrome.
func (p *part) decode(ctx context.Context, syndrome gf2.Vec, shot *Shot) bool {
	own := p.own(syndrome)
	if own.IsZero() {
		return true
	}
	word, _, ok := p.system.Solve(own)
	if !ok {
		return false
	}
	out, lower, stopped := p.best(ctx, own, word)
	cost := p.cost(out)
	for j := range out.Ones() {
		shot.Flips.Flip(int(p.bits[j]))
	}
	shot.Cost += cost * p.factor
	shot.Lower += lower * p.factor
	if cost > lower {
		shot.Proved, shot.Stopped = false, stopped
	}
	return true
}

// best finds the cheapest flips that explain a syndrome of the part, given some, or good ones, a bound and why nothing
// better is known.
func (p *part) best(ctx context.Context, syndrome, word gf2.Vec) (out gf2.Vec, lower int64, stopped error) {
	violated := syndrome.Indices()
	if p.matcher != nil {
		join, err := p.matcher.Join(ctx, violated)
		if out = join.Edges; err != nil && p.cost(word) < join.Cost {
			out = word
		}
		return out, join.Lower, err
	}
	exactly, cancel := ctx, func() {}
	if p.around.Len() > 0 {
		exactly, cancel = mostOf(ctx)
	}
	defer cancel()
	var found bool
	if p.around.Len() > 0 && (p.program == nil || len(violated) <= len(p.checks)/sparse) {
		if out, found, lower = p.byClusters(exactly, violated); found && p.cost(out) == lower {
			return out, lower, nil
		}
	}
	exact := gf2.NewVec(len(p.bits))
	if p.cheapest(exactly, violated, word, exact) {
		return exact, p.cost(exact), nil
	}
	if p.around.Len() == 0 && p.region > 0 {
		return word, 0, ErrWide // a region that is too hard
	}
	if found && p.cost(out) < p.cost(word) {
		word = out
	}
	return p.fallback(ctx, word, max(lower, p.bound(len(violated))))
}

// mostOf is the first three quarters of a limited time, for the exact engines: what is left is for a good answer
// without them.
func mostOf(ctx context.Context) (context.Context, context.CancelFunc) {
	end, limited := ctx.Deadline()
	if !limited {
		return ctx, func() {}
	}
	return context.WithDeadline(ctx, end.Add(-time.Until(end)/4))
}

// cheapest finds the cheapest flips by the program of the part. It reports false if it has none, or the context ends.
func (p *part) cheapest(ctx context.Context, violated []int, word, out gf2.Vec) bool {
	if p.program == nil {
		return false
	}
	found, err := p.program.Minimum(ctx, word, p.weights, p.memory)
	if err == nil {
		out.Add(found)
	}
	return err == nil
}

// newSparse eliminates the matrix with these columns.
func newSparse(ctx context.Context, rows int, columns [][]int32) (*gf2.SparseSystem, error) {
	return gf2.NewSparseSystem(ctx, rows, listsOf(columns), maxCore)
}

func listsOf(columns [][]int32) (lists gf2.Lists) {
	for _, column := range columns {
		gf2.Append(&lists, column)
	}
	return lists
}

// maxCore bounds what an elimination cannot keep sparse: 2^31 bits.
const maxCore = min(1<<31, math.MaxInt)

// own is the syndrome at the checks of the part.
func (p *part) own(syndrome gf2.Vec) gf2.Vec {
	out := gf2.NewVec(len(p.checks))
	for k, i := range p.checks {
		out.Set(k, syndrome.Bit(int(i)))
	}
	return out
}
