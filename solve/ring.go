package solve

import (
	"context"
	"fmt"
	"math/big"
	"sync"

	"lightsout/board"
	"lightsout/internal/zmod"
)

// modular is the name of the engine that works over Z/K. For two states it is much slower than elimination over GF(2),
// with which it shares no code, and is there so that each checks the other.
const modular = "modular"

// ring is linear algebra over Z/K by the Howell form (package zmod).
type ring struct {
	board   *board.Board
	entries [][]zmod.Entry // of each column
	system  *zmod.System

	mu    sync.Mutex
	quiet *zmod.Kernel // once it was asked for
}

// ringTakes is a *[board.TooLargeError] if the board is too large for elimination over Z/K.
func ringTakes(b *board.Board) error {
	if b.Lights() > 0 && b.Switches() > zmod.MaxEntries/b.Lights() {
		return &board.TooLargeError{
			What:  fmt.Sprintf("the %d×%d matrix of %s", b.Lights(), b.Switches(), b.Spec()),
			Limit: fmt.Sprintf("elimination modulo %d takes up to %d entries", b.States(), zmod.MaxEntries),
		}
	}
	return nil
}

func byRing(ctx context.Context, of *system) (Linear, error) {
	return newRing(ctx, of)
}

// newRing eliminates the free columns of a system.
func newRing(ctx context.Context, of *system) (*ring, error) {
	b := of.equations
	r := &ring{board: b, entries: zmod.Columns(b)}
	if of.columns != nil {
		entries := make([][]zmod.Entry, of.size())
		for c, group := range of.columns {
			for _, s := range group {
				entries[c] = append(entries[c], r.entries[s]...)
			}
		}
		r.entries = entries
	}
	var err error
	if r.system, err = zmod.NewSystem(ctx, b.States(), b.Lights(), r.entries); err != nil {
		return nil, &GaveUpError{Engine: modular, Cause: err}
	}
	return r, nil
}

// kernel is generators of the quiet patterns, as numbers of presses of the columns. They are found when they are
// first asked for.
func (r *ring) kernel(ctx context.Context) (*zmod.Kernel, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.quiet == nil {
		quiet, err := r.system.Kernel(ctx)
		if err != nil {
			return nil, &GaveUpError{Engine: modular, Cause: err}
		}
		r.quiet = quiet
	}
	return r.quiet, nil
}

func (r *ring) states() int { return r.board.States() }

func (r *ring) Rank() int {
	if !isPrime(r.states()) {
		return 0
	}
	return r.system.Rank()
}

func (r *ring) Nullity() int {
	if !isPrime(r.states()) {
		return 0
	}
	return len(r.entries) - r.system.Rank()
}

func (r *ring) QuietOrder() *big.Int { return r.system.KernelOrder() }
func (r *ring) Reachable() *big.Int  { return r.system.ImageOrder() }

// state has the given numbers.
func (r *ring) state(numbers []uint8) board.State {
	s := board.NewState(len(numbers), r.states())
	for i, d := range numbers {
		s.Set(i, int(d))
	}
	return s
}

func (r *ring) Solve(change board.State) (presses, witness board.State, ok bool) {
	x, y, ok := r.system.Solve(change.Digits())
	if !ok {
		return board.State{}, r.state(y), false
	}
	return r.state(x), board.State{}, true
}

func (r *ring) Quiet(ctx context.Context) ([]board.State, error) {
	kernel, err := r.kernel(ctx)
	if err != nil {
		return nil, err
	}
	list := make([]board.State, len(kernel.Words))
	for i, x := range kernel.Words {
		list[i] = r.state(x)
	}
	return list, nil
}

// Invariants are the quiet patterns of the transposed matrix.
func (r *ring) Invariants(ctx context.Context) ([]board.State, error) {
	rows := make([][]zmod.Entry, r.board.Lights())
	for i, column := range r.entries {
		for _, e := range column {
			rows[e.Row] = append(rows[e.Row], zmod.Entry{Row: i, Value: e.Value})
		}
	}
	transposed, err := zmod.NewSystem(ctx, r.states(), len(r.entries), rows)
	if err != nil {
		return nil, &GaveUpError{Engine: modular, Cause: err}
	}
	kernel, err := transposed.Kernel(ctx)
	if err != nil {
		return nil, &GaveUpError{Engine: modular, Cause: err}
	}
	list := make([]board.State, len(kernel.Words))
	for i, y := range kernel.Words {
		list[i] = r.state(y)
	}
	return list, nil
}

func isPrime(k int) bool {
	for d := 2; d*d <= k; d++ {
		if k%d == 0 {
			return false
		}
	}
	return k > 1
}
