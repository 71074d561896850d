package solve

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/big"
	"math/bits"
	"slices"
	"strings"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/suggest"
	"lightsout/internal/zmod"
)

// Lights with more than two states are answered here, beside the engines that count in bits: presses are
// numbers of times, from 0 to K−1 for each switch, and the algebra is over Z/K. All questions come through the
// same methods of Solver.
//
//	engine    how
//	modular   Howell form (internal/zmod), then the lightest of all answers: by going through them
//	          (methods gray and walsh), or by meeting in the middle (mitm); the default
//	sat       modular sums as clauses (package encode) and gini
//	bfs       breadth-first search over states
//
// Required switches are those that must be pressed at least once.

// Colours is the algebra of a board whose lights have K states, for many questions. It never changes and is
// safe for concurrent use.
type Colours struct {
	board  *board.Board
	system *zmod.System
}

// AnalyseColours prepares the algebra of a board, whatever its number of states. It is a *[GaveUpError] if
// the context ends first, and a *[board.TooLargeError] beyond some 5,000 lights.
func AnalyseColours(ctx context.Context, b *board.Board) (*Colours, error) {
	if err := modularTakes(b); err != nil {
		return nil, err
	}
	system, err := zmod.NewSystem(ctx, b.States(), b.Lights(), addsOf(b))
	if err != nil {
		return nil, &GaveUpError{Engine: modular, Cause: err}
	}
	return &Colours{b, system}, nil
}

// Rank is the rank of the board's matrix, and Nullity how many quiet patterns a basis has. They have this
// meaning only if K is prime; prime tells.
func (c *Colours) Rank() (rank, nullity int, prime bool) {
	rank = c.system.Rank()
	return rank, c.board.Switches() - rank, isPrime(c.board.States())
}

// QuietOrder is how many presses change nothing, as numbers of times from 0 to K−1 for each switch: the order of
// the quiet group. It is how many answers a solvable puzzle has. Reachable is how many states can be reached from any one.
func (c *Colours) QuietOrder() *big.Int { return c.system.KernelOrder() }

// Reachable is how many states can be reached from any one.
func (c *Colours) Reachable() *big.Int { return c.system.ImageOrder() }

// Quiet is generators of the presses that change nothing: each of these is Σ cᵢ·words[i] for exactly one
// choice of 0 ≤ cᵢ < orders[i]. If K is prime they are a basis and all orders are K.
func (c *Colours) Quiet(ctx context.Context) (words [][]uint8, orders []int, err error) {
	kernel, err := c.system.Kernel(ctx)
	if err != nil {
		return nil, nil, &GaveUpError{Engine: modular, Cause: err}
	}
	return kernel.Words, kernel.Radix, nil
}

// QuietType is the quiet group as a product of cyclic groups of prime power orders, the orders for each prime
// from the smallest: 2 2 4 is Z/2 × Z/2 × Z/4.
func (c *Colours) QuietType(ctx context.Context) ([]int, error) {
	kernel, err := c.system.Kernel(ctx)
	if err != nil {
		return nil, &GaveUpError{Engine: modular, Cause: err}
	}
	return kernel.Type(ctx)
}

// modular is the name of the engine.
const modular = "modular"

// modularEngines are those that take boards with more than two states; the first is the default.
var modularEngines = []string{modular, "sat", "bfs"}

func isPrime(k int) bool {
	for d := 2; d*d <= k; d++ {
		if k%d == 0 {
			return false
		}
	}
	return k > 1
}

// modularTakes is a *[board.TooLargeError] if the board is too large for elimination over Z/K.
func modularTakes(b *board.Board) error {
	if b.Lights() > 0 && b.Switches() > zmod.MaxEntries/b.Lights() {
		return &board.TooLargeError{
			What:  fmt.Sprintf("the %d×%d matrix of %s", b.Lights(), b.Switches(), b.Spec()),
			Limit: fmt.Sprintf("elimination modulo %d takes up to %d entries", b.States(), zmod.MaxEntries),
		}
	}
	return nil
}

// addsOf is the board's matrix: a column per switch.
func addsOf(b *board.Board) [][]zmod.Entry {
	columns := make([][]zmod.Entry, b.Switches())
	for s := range columns {
		for l, amount := range b.Adds(s) {
			columns[s] = append(columns[s], zmod.Entry{Row: l, Value: uint8(amount)})
		}
	}
	return columns
}

// modularProblem is a puzzle of more than two states after the solver's restrictions: what problem is for two states.
type modularProblem struct {
	puzzle   *board.Puzzle
	k        int
	needed   []uint8        // what must be added to each light
	columns  [][]zmod.Entry // of the free switches, without lights that do not matter
	groups   [][]int        // the switches of each column: one, or those that are pressed alike
	required []bool         // by column: it is pressed at least once
	limits   *problem       // the forbidden and required switches, for messages
	whole    *Colours       // of the board
	system   *zmod.System   // of the columns
	solver   Solver         // with its engine chosen
	price    [][]int64      // of each column, by how often it is pressed
	barred   int64          // added to a price that must not be paid
	second   bool           // the second best is asked for
}

// modularFinding is what an engine returns, before it is checked.
type modularFinding struct {
	times    []uint8
	lower    int
	proof    string
	stopped  error
	second   int
	lightest *big.Int
	xor      string
	card     string
	effort   *effort
}

// prepareModular finds the engine and applies the restrictions.
func (s Solver) prepareModular(ctx context.Context, p *board.Puzzle) (*modularProblem, error) {
	b := p.Board
	if s.AtMost != nil && s.AtLeast != nil && *s.AtMost < *s.AtLeast {
		return nil, fmt.Errorf("no number of presses is at least %d and at most %d", *s.AtLeast, *s.AtMost)
	}
	if err := s.checkCosts(b); err != nil {
		return nil, err
	}
	if s.Costs != nil && s.counted() {
		return nil, fmt.Errorf("costs and bounds on the number of presses do not go together")
	}
	if s.Engine == "" || s.Engine == "auto" {
		s.Engine = modular
		if s.Xor != "" || s.Card != "" {
			s.Engine = "sat"
		}
	}
	if err := s.fitsModular(b); err != nil {
		return nil, err
	}
	c := &modularProblem{puzzle: p, k: b.States(), needed: p.Change().Digits(), solver: s}
	if err := c.restrict(ctx); err != nil {
		return nil, err
	}
	if err := c.setPrices(); err != nil {
		return nil, err
	}
	return c, c.analyse(ctx)
}

// fitsModular refuses what the engine, or none, can do with more than two states.
func (s Solver) fitsModular(b *board.Board) error {
	name := s.Engine
	if !slices.Contains(modularEngines, name) {
		for known := range Engines() {
			if known == name {
				return &RefusedError{Engine: name, Reason: fmt.Sprintf("it counts in bits, and the lights of %s have %d states", b.Spec(), b.States()), Needs: modular}
			}
		}
		return fmt.Errorf("no such engine %q%s; with more than two states the engines are auto modular sat bfs", name, suggest.DidYouMean(name, modularEngines))
	}
	refused := func(reason, needs string) error { return &RefusedError{Engine: name, Reason: reason, Needs: needs} }
	switch {
	case s.BreakSymmetry:
		return refused("symmetries are broken only where lights have two states", "")
	case name != "sat" && (s.Xor != "" || s.Card != ""):
		return refused("an encoding needs a SAT solver", "sat")
	case name != modular && s.Costs != nil:
		return refused("a cost per switch needs linear algebra", modular)
	case name != modular && s.Method != "":
		return refused("a method of searching the answers needs linear algebra", modular)
	case s.Method != "" && !slices.Contains(modularMethods, s.Method):
		return refused(fmt.Sprintf("with more than two states the methods are %s, not %s", strings.Join(modularMethods, " "), s.Method), "")
	case s.Method == middleMethod && (s.Costs != nil || len(s.Require) > 0 || s.Symmetric != "" || s.AtLeast != nil):
		return refused(middleMethod+" counts single presses: it takes no costs, no required or symmetric switches and no least number of presses", "")
	case name == "bfs":
		return bfsModular(b, s)
	}
	return modularTakes(b)
}

// restrict finds the columns that may be pressed.
func (c *modularProblem) restrict(ctx context.Context) error {
	p, s, n := c.puzzle, c.solver, c.puzzle.Board.Switches()
	pr := &problem{puzzle: p, fixed: gf2.NewVec(n), base: gf2.NewVec(n)}
	if p.Forbidden.Len() > 0 {
		pr.fixed.Add(p.Forbidden)
	}
	if err := pr.fix(ctx, s); err != nil {
		return err
	}
	c.limits = pr
	groups := pr.groups
	if groups == nil {
		groups = make([][]int, n)
		for x := range groups {
			groups[x] = []int{x}
		}
	}
	columns := addsOf(p.Board)
	for _, g := range groups {
		if pr.fixed.Bit(g[0]) && !pr.base.Bit(g[0]) {
			continue
		}
		var column []zmod.Entry
		for _, x := range g {
			for _, e := range columns[x] {
				if p.Matters(e.Row) {
					column = append(column, e)
				}
			}
		}
		c.columns, c.groups, c.required = append(c.columns, column), append(c.groups, g), append(c.required, pr.base.Bit(g[0]))
	}
	return nil
}

// setPrices gives every column its price for each number of presses.
func (c *modularProblem) setPrices() error {
	total, required := int64(1), int64(1)
	for i, g := range c.groups {
		if c.required[i] {
			required++
		}
		for _, x := range g {
			total += c.cost(x) * int64(c.k-1)
		}
	}
	if c.barred = total; total > 1<<62/required {
		return fmt.Errorf("the costs are too large to add up: %d for all switches", total)
	}
	c.price = make([][]int64, len(c.columns))
	for i, g := range c.groups {
		c.price[i] = make([]int64, c.k)
		for _, x := range g {
			for n := range c.k {
				c.price[i][n] += c.cost(x) * int64(n)
			}
		}
		if c.required[i] {
			c.price[i][0] += c.barred
		}
	}
	return nil
}

// cost is what one press of a switch costs.
func (c *modularProblem) cost(x int) int64 {
	if c.solver.Costs == nil {
		return 1
	}
	return int64(c.solver.Costs[x])
}

// restricted reports whether the columns are anything but all switches, each separate.
func (c *modularProblem) restricted() bool { return c.limits.restricted() }

// analyse gives the problem its algebra.
func (c *modularProblem) analyse(ctx context.Context) error {
	var err error
	if c.whole, err = AnalyseColours(ctx, c.puzzle.Board); err != nil {
		return err
	}
	if c.system = c.whole.system; !c.restricted() && c.puzzle.DontCare.IsZero() {
		return nil
	}
	if c.system, err = zmod.NewSystem(ctx, c.k, c.puzzle.Board.Lights(), c.columns); err != nil {
		return &GaveUpError{Engine: c.solver.Engine, Cause: err}
	}
	return nil
}

// widen turns numbers of presses of the columns into those of the switches.
func (c *modularProblem) widen(x []uint8) []uint8 {
	times := make([]uint8, c.puzzle.Board.Switches())
	for i, g := range c.groups {
		for _, s := range g {
			times[s] = x[i]
		}
	}
	return times
}

// unsolvable is why there is no answer that the columns reach; the witness is against them.
func (c *modularProblem) unsolvable(ctx context.Context, witness []uint8) error {
	if !c.restricted() {
		return c.refutation(witness)
	}
	b := c.puzzle.Board
	all := addsOf(b)
	for s, column := range all {
		all[s] = slices.DeleteFunc(column, func(e zmod.Entry) bool { return !c.puzzle.Matters(e.Row) })
	}
	puzzle, err := zmod.NewSystem(ctx, c.k, b.Lights(), all)
	if err != nil {
		return &GaveUpError{Engine: c.solver.Engine, Cause: err}
	}
	if _, w, ok := puzzle.Solve(c.needed); !ok {
		return c.refutation(w)
	}
	no := c.outOfReach()
	if c.limits.groups == nil { // a reader could not check groups on the board
		no.Witness, no.MustChange = board.Digits(witness, c.k), c.meets(witness)
	}
	return no
}

// outOfReach says that there are answers, but none under the conditions set.
func (c *modularProblem) outOfReach() *UnsolvableError {
	return &UnsolvableError{Condition: c.solver.conditions(c.limits)}
}

func (c *modularProblem) refutation(witness []uint8) *UnsolvableError {
	return &UnsolvableError{Witness: board.Digits(witness, c.k), MustChange: c.meets(witness)}
}

// meets is the weighted sum of what the lights need.
func (c *modularProblem) meets(witness []uint8) int {
	sum := 0
	for l, w := range witness {
		sum += int(w) * int(c.needed[l])
	}
	return sum % c.k
}

// fewestPresses bounds the presses of any answer from below: each reaches so many lights at most.
func (c *modularProblem) fewestPresses() int {
	lights := 0
	for _, d := range c.needed {
		if d != 0 {
			lights++
		}
	}
	most := max(c.puzzle.Board.MostToggles(), 1)
	return (lights + most - 1) / most
}

// solveModular answers a question about one answer.
func (s Solver) solveModular(ctx context.Context, p *board.Puzzle, q question) (*Result, error) {
	return s.askModular(ctx, p, func(ctx context.Context, c *modularProblem) (modularFinding, error) {
		switch c.solver.Engine {
		case "sat":
			return c.sat(ctx, q)
		case "bfs":
			return c.bfs(ctx)
		}
		return c.byAlgebra(ctx, q)
	})
}

// askModular prepares the question, and checks what the engine finds.
func (s Solver) askModular(ctx context.Context, p *board.Puzzle, ask func(context.Context, *modularProblem) (modularFinding, error)) (*Result, error) {
	s = s.begin()
	ctx, release := withMemoryLimit(ctx, s.MaxMemory)
	defer release()
	c, err := s.prepareModular(ctx, p)
	if err != nil {
		return nil, err
	}
	f, err := ask(ctx, c)
	if err != nil {
		return nil, c.checkedRefusal(err)
	}
	return c.result(ctx, f)
}

// countModular is Count.
func (s Solver) countModular(ctx context.Context, p *board.Puzzle) (*big.Int, error) {
	n := new(big.Int)
	if s.counted() || len(s.Require) > 0 || s.Engine == "sat" {
		one := big.NewInt(1)
		for _, err := range s.allModular(ctx, p) {
			if err != nil {
				return noneIfRefuted(n, err)
			}
			n.Add(n, one)
		}
		return n, nil
	}
	res, err := s.solveModular(ctx, p, anyAnswer)
	if err != nil {
		return noneIfRefuted(n, err)
	}
	return res.Answers, nil
}

// allModular is All.
func (s Solver) allModular(ctx context.Context, p *board.Puzzle) iter.Seq2[board.State, error] {
	return func(yield func(board.State, error) bool) {
		ctx, release := withMemoryLimit(ctx, s.MaxMemory)
		defer release()
		c, err := s.prepareModular(ctx, p)
		if err != nil {
			yield(board.State{}, err)
			return
		}
		list := c.coset
		if c.solver.Engine == "sat" {
			list = c.satAll
		}
		for times, err := range list(ctx) {
			if err == nil {
				err = c.believe(times)
			}
			if err != nil {
				yield(board.State{}, c.checkedRefusal(err))
				return
			}
			if !yield(board.Digits(times, c.k), nil) {
				return
			}
		}
	}
}

// allMinimumModular is AllMinimum.
func (s Solver) allMinimumModular(ctx context.Context, p *board.Puzzle) (*Result, error) {
	var list iter.Seq2[[]uint8, error]
	res, err := s.askModular(ctx, p, func(_ context.Context, c *modularProblem) (f modularFinding, err error) {
		f, list, err = c.everyLightest(ctx)
		return f, err
	})
	if err != nil {
		return nil, err
	}
	res.EachLightest = func(yield func(board.State, error) bool) {
		for times, err := range list {
			if !yield(board.Digits(times, p.Board.States()), err) {
				return
			}
		}
	}
	return res, nil
}

// secondModular is SecondBest.
func (s Solver) secondModular(ctx context.Context, p *board.Puzzle) (*Result, error) {
	return s.askModular(ctx, p, func(ctx context.Context, c *modularProblem) (modularFinding, error) {
		if c.solver.Engine != modular || c.solver.Method == middleMethod {
			return modularFinding{}, &RefusedError{Engine: c.solver.Engine, Reason: "the second best needs all answers, by linear algebra", Needs: modular}
		}
		c.second = true
		c.searchAll()
		return c.byAlgebra(ctx, fewestPresses)
	})
}

// result checks a finding and adds all that is known about it.
func (c *modularProblem) result(ctx context.Context, f modularFinding) (*Result, error) {
	s := c.solver
	if err := c.believe(f.times); err != nil {
		return nil, err
	}
	sum := int64(0)
	for x, n := range f.times {
		sum += c.cost(x) * int64(n)
	}
	rank, nullity, prime := c.whole.Rank()
	res := &Result{
		Puzzle: c.puzzle, Presses: board.Digits(f.times, c.k), Cost: int(sum), Priced: s.Costs != nil, Proof: f.proof, Stopped: f.stopped,
		LowerBound: max(f.lower, c.fewestPresses()*s.cheapest()), Engine: s.Engine, Xor: f.xor, Card: f.card, effort: f.effort,
		Answers: c.answers(ctx), QuietOrder: c.whole.QuietOrder(), Second: f.second, Lightest: f.lightest,
		fewest: c.fewestPresses(),
	}
	if prime {
		res.Rank, res.Nullity = rank, nullity
	}
	if c.system.KernelOrder().Cmp(big.NewInt(1)) == 0 {
		res.Proof = onlyAnswer
	}
	return res.conclude(s), nil
}

// maxIncluded is the most required switches for which answers are counted, by inclusion and exclusion.
const maxIncluded = 8

// answers is how many answers there are, whatever their number of presses; nil if required switches make them
// too long to count. Those that leave out none of the required switches are all of them, less those that
// leave out at least one, and so on.
func (c *modularProblem) answers(ctx context.Context) *big.Int {
	var required []int
	for i, r := range c.required {
		if r {
			required = append(required, i)
		}
	}
	if len(required) == 0 {
		return c.system.KernelOrder()
	}
	if len(required) > maxIncluded {
		return nil
	}
	sum := new(big.Int)
	for set := range 1 << len(required) {
		columns := slices.Clone(c.columns)
		for i, column := range required {
			if set>>i&1 == 1 {
				columns[column] = nil
			}
		}
		system, err := zmod.NewSystem(ctx, c.k, c.puzzle.Board.Lights(), columns)
		if err != nil {
			return nil
		}
		if _, _, ok := system.Solve(c.needed); !ok {
			continue
		}
		n := system.KernelOrder() // in which a switch without lights counts K times
		n.Quo(n, new(big.Int).Exp(big.NewInt(int64(c.k)), big.NewInt(int64(bits.OnesCount(uint(set)))), nil))
		if bits.OnesCount(uint(set))%2 == 1 {
			n.Neg(n)
		}
		sum.Add(sum, n)
	}
	return sum
}

// believe replays presses, sharing nothing with the engines, and checks them against everything asked.
func (c *modularProblem) believe(times []uint8) error {
	wrong := func(what string) error {
		return fmt.Errorf("solve: engine %s gave presses that %s; this is a fault of the program, please report it", c.solver.Engine, what)
	}
	if len(times) != c.puzzle.Board.Switches() {
		return wrong(fmt.Sprintf("are for %d switches", len(times)))
	}
	if left, _ := leftWrong(context.Background(), c.puzzle, board.Digits(times, c.k)); left > 0 {
		return wrong(fmt.Sprintf("leave %d lights wrong", left))
	}
	count := 0
	for x, n := range times {
		count += int(n)
		switch {
		case int(n) >= c.k:
			return wrong(fmt.Sprintf("press switch %d %d times", x+1, n))
		case n > 0 && c.limits.fixed.Bit(x) && !c.limits.base.Bit(x):
			return wrong("press forbidden switches")
		case n == 0 && c.limits.base.Bit(x):
			return wrong("leave out required switches")
		}
	}
	for _, g := range c.limits.groups {
		for _, x := range g {
			if times[x] != times[g[0]] {
				return wrong("are not symmetric")
			}
		}
	}
	if !c.solver.within(count) {
		return wrong("are not within the bounds")
	}
	return nil
}

// checkedRefusal passes an engine's error on, after checking the witness if it has one.
func (c *modularProblem) checkedRefusal(err error) error {
	no, ok := errors.AsType[*UnsolvableError](err)
	if !ok || no.Witness.Len() == 0 {
		return err
	}
	var without gf2.Vec
	if no.Condition != "" {
		without = c.limits.fixed.Sum(c.limits.base)
	}
	if !checkWitness(c.puzzle, without, c.puzzle.Change(), no.Witness) {
		return fmt.Errorf("solve: the witness of unsolvability does not hold; this is a fault of the program, please report it")
	}
	return err
}
