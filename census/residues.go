package census

import (
	"context"
	"fmt"
	"math"
	"math/big"

	"lightsout/board"
	"lightsout/internal/zmod"
)

// residues lists the states of a board whose lights have K states. They are numbered by the presses that solve them,
// reduced (package zmod), as the digits of a number: each has as many values as its switch has residues, so that
// the numbers are dense.
type residues struct {
	board  *board.Board
	system *zmod.System
	kernel *zmod.Kernel
	radix  []uint8
	place  []int // what a press of each switch adds to a number, if nothing is carried
	toGo   []uint8
}

// listResidues finds the distances by breadth-first search from the dark state, by presses alone.
func listResidues(ctx context.Context, b *board.Board, progress func(done, all int)) (numbering, []uint8, error) {
	tooLarge := &board.TooLargeError{What: "the table of all states of " + b.Spec()}
	if float64(b.Lights())*math.Log2(float64(b.States())) >= maxBits {
		tooLarge.Limit = fmt.Sprintf("%d lights with %d states have more than 2^%d, solvable or not", b.Lights(),
			b.States(), maxBits)
		return nil, nil, tooLarge
	}
	system, err := zmod.NewSystem(ctx, b.States(), b.Lights(), zmod.Columns(b))
	if err != nil {
		return nil, nil, err
	}
	states := system.ImageOrder()
	if states.Cmp(big.NewInt(maxStates)) > 0 {
		tooLarge.Limit = fmt.Sprintf("it has %s solvable states, and tables go up to 2^28", roughly(states))
		return nil, nil, tooLarge
	}
	r := &residues{board: b, system: system, toGo: make([]uint8, states.Uint64())}
	if r.kernel, err = system.Kernel(ctx); err != nil {
		return nil, nil, err
	}
	r.radix = r.kernel.Residues()
	at := 1
	for _, n := range r.radix {
		r.place = append(r.place, at)
		at *= int(n)
	}
	return r, r.toGo, r.search(ctx, progress)
}

func roughly(n *big.Int) string {
	if digits := n.String(); len(digits) > 20 {
		return fmt.Sprintf("more than 10^%d", len(digits)-1)
	}
	return n.String()
}

const notSeen = 0xff

// search fills in the distances.
func (r *residues) search(ctx context.Context, progress func(done, all int)) error {
	for i := range r.toGo {
		r.toGo[i] = notSeen
	}
	r.toGo[0] = 0
	frontier, done := []uint32{0}, 0
	walk := r.walker()
	for distance := uint8(1); len(frontier) > 0; distance++ {
		done += len(frontier)
		progress(done, len(r.toGo))
		var next []uint32
		for n, i := range frontier {
			if n%(1<<12) == 0 && ctx.Err() != nil {
				return context.Cause(ctx)
			}
			walk.neighbours(int(i), 1, func(j, _ int) bool {
				if r.toGo[j] == notSeen {
					r.toGo[j] = distance
					next = append(next, uint32(j))
				}
				return true
			})
		}
		frontier = next
	}
	if done != len(r.toGo) {
		return fmt.Errorf("census: %d of %d states of %s were reached; this is a bug, please report it", done,
			len(r.toGo), r.board.Spec())
	}
	return nil
}

// walker goes from state to state, in memory that is used again.
type walker struct {
	*residues
	presses, moved []uint8 // of a state, and of its neighbour
}

func (r *residues) walker() *walker {
	return &walker{r, make([]uint8, len(r.radix)), make([]uint8, len(r.radix))}
}

// neighbours calls visit with the number of the state that one more press of each switch stands for, or one
// press less if by is -1, until it returns false.
func (r *walker) neighbours(i, by int, visit func(j, s int) bool) {
	k, unpacked := r.board.States(), false
	rest := uint32(i)
	for s, n := range r.radix {
		radix := uint32(n)
		digit := int(rest % radix)
		rest /= radix
		j := 0
		switch {
		case digit+by >= 0 && digit+by < int(radix):
			j = i + by*r.place[s]
		case int(radix) == k:
			j = i - by*(k-1)*r.place[s] // all the way round
		default:
			if !unpacked {
				r.unpack(r.presses, i)
				unpacked = true
			}
			copy(r.moved, r.presses)
			r.moved[s] = uint8((int(r.moved[s]) + k + by) % k)
			r.kernel.Reduce(r.moved)
			j = r.number(r.moved)
		}
		if !visit(j, s) {
			return
		}
	}
}

// unpack makes times the presses that state i stands for.
func (r *residues) unpack(times []uint8, i int) {
	rest := uint32(i)
	for s, n := range r.radix {
		times[s] = uint8(rest % uint32(n))
		rest /= uint32(n)
	}
}

func (r *residues) number(presses []uint8) int {
	i := 0
	for s, n := range presses {
		i += int(n) * r.place[s]
	}
	return i
}

func (r *residues) state(i int) uint64 {
	k, lights := r.board.States(), r.board.Dark()
	presses := make([]uint8, len(r.radix))
	r.unpack(presses, i)
	for s, n := range presses {
		r.board.Press(lights, s, k-int(n))
	}
	return numberOf(lights)
}

// index solves the state: the presses that do are what stands for it.
func (r *residues) index(state uint64) (i int, ok bool) {
	k := r.board.States()
	change := stateOf(state, r.board.Lights(), k).Digits()
	for l, d := range change {
		change[l] = uint8((k - int(d)) % k)
	}
	presses, _, ok := r.system.Solve(change)
	if !ok {
		return 0, false
	}
	r.kernel.Reduce(presses)
	return r.number(presses), true
}

func (r *residues) press(i int) int {
	press := -1
	r.walker().neighbours(i, -1, func(j, s int) bool {
		if r.toGo[i] > 0 && r.toGo[j] == r.toGo[i]-1 {
			press = s
		}
		return press < 0
	})
	return press
}

func (r *residues) after(state uint64, s int) uint64 {
	lights := stateOf(state, r.board.Lights(), r.board.States())
	r.board.Press(lights, s, 1)
	return numberOf(lights)
}
