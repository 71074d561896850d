package generate

import (
	"context"
	"math/big"
	"slices"

	"lightsout/board"
	"lightsout/internal/covering"
	"lightsout/internal/sample"
	"lightsout/internal/zmod"
	"lightsout/solve"
)

// modular is the algebra of boards whose lights have K states, K > 2. A state is what some presses y solve: −A·y.
// Presses that change nothing, the kernel of A, make many y solve the same state. Its Howell form (package zmod)
// singles out one y for each state. These are all y with a digit below K, or below a divisor of K, for each switch; as
// mixed radix numbers, switch 0 being the lowest digit, they number the states. A draw takes the digit of each switch
// from a word of its own.
type modular struct {
	k      int
	adds   [][]zmod.Entry
	system *zmod.System
	kernel *zmod.Kernel
	radix  []uint8 // by switch: how many times it may be pressed in the y that number the states
	states *big.Int
	slices uint
	price  [][]int64 // a press costs one
	// invariants, if states without an answer are wanted, tell which are. All states are drawn then, a digit for each
	// light, and radix is about lights.
	invariants []board.State
}

// maxQuietOrder is how many elements a kernel may have that is gone through for the lightest answer.
const maxQuietOrder = 1 << 20

func (g *generator) newModular(ctx context.Context) error {
	b := g.board
	linear, err := solve.Analyse(ctx, b)
	if err != nil {
		return err // it is too large
	}
	quiet, err := linear.Quiet(ctx)
	if err != nil {
		return err
	}
	m := &modular{k: b.States(), adds: zmod.Columns(b)}
	prices := make([]int64, m.k)
	for n := range prices {
		prices[n] = int64(n)
	}
	m.price = slices.Repeat([][]int64{prices}, b.Switches())
	if m.system, err = zmod.NewSystem(ctx, m.k, b.Lights(), m.adds); err != nil {
		return err
	}
	if m.kernel, err = m.system.Kernel(ctx); err != nil {
		return err
	}
	m.radix = m.kernel.Residues()
	standing := 0 // the most presses of the y that number the states, which are answers
	for _, r := range m.radix {
		standing += int(r) - 1
	}
	m.states = m.system.ImageOrder()
	if g.unsolvable() {
		solvable := m.states
		m.radix = slices.Repeat([]uint8{uint8(m.k)}, b.Lights())
		m.states = new(big.Int).Exp(big.NewInt(int64(m.k)), big.NewInt(int64(b.Lights())), nil)
		if m.invariants, err = linear.Invariants(ctx); err != nil {
			return err
		} else if m.states.Cmp(solvable) == 0 {
			return nonef("every state of %s has an answer", g.where())
		}
	}
	m.slices = sample.SliceBits(m.states)
	g.algebra, g.facts = m, facts{
		states: m.states, answers: m.kernel.Order(), nullity: -1, most: min(standing, covering.MostPresses(b, quiet)),
		cost: searchCost, drawCost: 20 * uint64(b.Switches()), containsCost: uint64(b.Lights() * len(m.invariants)),
	}
	if g.facts.answers.Cmp(big.NewInt(maxQuietOrder)) <= 0 {
		g.compared, g.cost = true, 200+g.facts.answers.Uint64()*uint64(b.Switches())
	}
	if big.NewInt(int64(m.k)).ProbablyPrime(0) {
		g.nullity = len(m.kernel.Words)
	}
	return nil
}

func (m *modular) draw(t *trial) {
	digits := m.digits(t)
	for i, radix := range m.radix {
		digits[i] = uint8(t.random.Below(uint64(radix)))
	}
	m.follow(t)
}

// digits is what is drawn: presses, from which the state follows, or the state itself.
func (m *modular) digits(t *trial) []uint8 {
	if m.invariants != nil {
		return t.state.Digits()
	}
	return t.presses.Digits()
}

func (m *modular) follow(t *trial) {
	if t.solved = m.invariants == nil; t.solved {
		m.press(context.Background(), t.state, t.presses)
	}
}

func (m *modular) refute(t *trial) bool {
	for _, witness := range m.invariants {
		sum := 0
		for l, times := range witness.All() {
			sum += times * t.state.At(l)
		}
		if sum%m.k != 0 {
			copy(t.image.Digits(), witness.Digits())
			return true
		}
	}
	return false
}

func (m *modular) at(t *trial, n uint64) {
	rest, base, digit := sample.Element(m.states, m.slices, n, &t.random), new(big.Int), new(big.Int)
	digits := m.digits(t)
	for i, radix := range m.radix {
		rest.QuoRem(rest, base.SetUint64(uint64(radix)), digit)
		digits[i] = uint8(digit.Uint64())
	}
	m.follow(t)
}

func (m *modular) press(_ context.Context, state, presses board.State) {
	to := state.Digits()
	clear(to)
	for s, n := range presses.Digits() {
		if n == 0 {
			continue
		}
		for _, e := range m.adds[s] {
			to[e.Row] = uint8((int(to[e.Row]) + (m.k-int(n))*int(e.Value)) % m.k)
		}
	}
}

func (m *modular) solve(t *trial) {
	if t.solved {
		t.take(t.presses)
	} else {
		needed := make([]uint8, t.state.Len()) // what presses must add to the state
		for l, d := range t.state.All() {
			needed[l] = uint8((m.k - d) % m.k)
		}
		x, _, ok := m.system.Solve(needed)
		if !ok {
			panic("generate: a state that can be reached has no answer")
		}
		copy(t.answer.Digits(), x)
	}
	m.kernel.Reduce(t.answer.Digits())
}

func (m *modular) compare(ctx context.Context, t *trial) error {
	m.solve(t)
	least, err := zmod.NewCoset(slices.Clone(t.answer.Digits()), m.kernel, m.price).Cheapest(ctx)
	if err != nil {
		return err
	}
	copy(t.answer.Digits(), least.Word)
	t.weight, t.ties = int(least.Cost), uint64(least.Count)
	return nil
}
