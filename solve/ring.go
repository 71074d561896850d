package solve

import (
	"context"
	"fmt"
	"math/big"
	"sync"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/zmod"
)

// modular is the name of the engine that works over Z/K. For two states it is much slower than elimination over GF(2),
// with which it shares no code, and is there so that each checks the other.
const modular = "modular"

// ring is linear algebra over Z/K by the Howell form (package zmod).
type ring struct {
	board   *board.Board
	columns [][]int        // the switches of each column: one, or those that are pressed alike
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
	return newRing(ctx, of.equations, of.columns())
}

// newRing eliminates the given columns of the board, each the sum of some switches; nil means that every switch is
// a column.
func newRing(ctx context.Context, b *board.Board, columns [][]int) (*ring, error) {
	if columns == nil {
		columns = eachSwitch(b.Switches())
	}
	r := &ring{board: b, columns: columns, entries: make([][]zmod.Entry, len(columns))}
	for i, group := range columns {
		for _, s := range group {
			for l, amount := range b.Adds(s) {
				r.entries[i] = append(r.entries[i], zmod.Entry{Row: l, Value: uint8(amount)})
			}
		}
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
	return len(r.columns) - r.system.Rank()
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
	return r.widen(x), board.State{}, true
}

func (r *ring) Quiet(ctx context.Context) ([]board.State, error) {
	kernel, err := r.kernel(ctx)
	if err != nil {
		return nil, err
	}
	list := make([]board.State, len(kernel.Words))
	for i, x := range kernel.Words {
		list[i] = r.widen(x)
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

// widen turns numbers of presses of the columns into those of the switches.
func (r *ring) widen(x []uint8) board.State {
	n := r.board.Switches()
	return (&reduced{columns: r.columns, switches: n, pressed: gf2.NewVec(n)}).whole(r.state(x))
}

func isPrime(k int) bool {
	for d := 2; d*d <= k; d++ {
		if k%d == 0 {
			return false
		}
	}
	return k > 1
}
