package census

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math/big"
	"slices"
	"strconv"

	"lightsout/board"
	"lightsout/internal/zmod"
	"lightsout/solve"
)

// Colours lists every solvable state of a board whose lights have more than two states, and the fewest presses
// that solve it. Make one with [NewColours]. It is immutable and safe for concurrent use.
//
// The states are numbered by the presses that stand for them (package zmod): K states a light make digits, so
// that K need not be a power of two for the numbers to be dense.
type Colours struct {
	board  *board.Board
	kernel *zmod.Kernel
	radix  []uint8
	place  []int // what a press of each switch adds to a number, if nothing is carried
	toGo   []uint8
	counts []*big.Int
}

// maxColourStates is how many states a Colours may have; each takes a byte, and those of the distance that is
// being found four more.
const maxColourStates = 1 << 28

// NewColours lists the states of a board with up to 2^28 solvable states, by breadth-first search from the one
// with all lights off, by presses alone. Larger boards give a *[board.TooLargeError]. progress, if not nil, is
// called with how many states are done.
func NewColours(ctx context.Context, b *board.Board, progress func(done, all int)) (*Colours, error) {
	algebra, err := solve.AnalyseColours(ctx, b)
	if err != nil {
		return nil, err
	}
	states := algebra.Reachable()
	if states.Cmp(big.NewInt(maxColourStates)) > 0 {
		return nil, &board.TooLargeError{
			What:  "the table of all states of " + b.Spec(),
			Limit: fmt.Sprintf("it has %s solvable states, and tables go up to 2^28", roughly(states)),
		}
	}
	columns := make([][]zmod.Entry, b.Switches())
	for s := range columns {
		for l, amount := range b.Adds(s) {
			columns[s] = append(columns[s], zmod.Entry{Row: l, Value: uint8(amount)})
		}
	}
	system, err := zmod.NewSystem(ctx, b.States(), b.Lights(), columns)
	if err != nil {
		return nil, err
	}
	c := &Colours{board: b, toGo: make([]uint8, states.Uint64())}
	if c.kernel, err = system.Kernel(ctx); err != nil {
		return nil, err
	}
	c.radix = c.kernel.Residues()
	at := 1
	for _, r := range c.radix {
		c.place = append(c.place, at)
		at *= int(r)
	}
	if progress == nil {
		progress = func(int, int) {}
	}
	if err := c.search(ctx, progress); err != nil {
		return nil, err
	}
	return c, nil
}

func roughly(n *big.Int) string {
	if digits := n.String(); len(digits) > 20 {
		return fmt.Sprintf("more than 10^%d", len(digits)-1)
	}
	return n.String()
}

const notSeen = 0xff

// search fills in the distances.
func (c *Colours) search(ctx context.Context, progress func(done, all int)) error {
	for i := range c.toGo {
		c.toGo[i] = notSeen
	}
	c.toGo[0] = 0
	frontier, done := []uint32{0}, 0
	walk := c.walker()
	for distance := uint8(1); len(frontier) > 0; distance++ {
		c.counts = append(c.counts, big.NewInt(int64(len(frontier))))
		done += len(frontier)
		progress(done, len(c.toGo))
		var next []uint32
		for n, i := range frontier {
			if n%(1<<12) == 0 && ctx.Err() != nil {
				return context.Cause(ctx)
			}
			walk.neighbours(int(i), 1, func(j, _ int) bool {
				if c.toGo[j] == notSeen {
					c.toGo[j] = distance
					next = append(next, uint32(j))
				}
				return true
			})
		}
		frontier = next
	}
	if done != len(c.toGo) {
		return fmt.Errorf("census: %d of %d states of %s were reached; this is a bug, please report it", done, len(c.toGo), c.board.Spec())
	}
	return nil
}

// walker goes from state to state, in memory that is used again.
type walker struct {
	*Colours
	presses, moved []uint8 // of a state, and of its neighbour
}

func (c *Colours) walker() *walker {
	return &walker{c, make([]uint8, len(c.radix)), make([]uint8, len(c.radix))}
}

// neighbours calls visit with the number of the state that one more press of each switch stands for, or one
// press less if by is -1, until it returns false.
func (c *walker) neighbours(i, by int, visit func(j, s int) bool) {
	k, unpacked := c.board.States(), false
	rest := uint32(i)
	for s, r := range c.radix {
		radix := uint32(r)
		digit := int(rest % radix)
		rest /= radix
		j := 0
		switch {
		case digit+by >= 0 && digit+by < int(radix):
			j = i + by*c.place[s]
		case int(radix) == k:
			j = i - by*(k-1)*c.place[s] // all the way round
		default:
			if !unpacked {
				c.unpack(c.presses, i)
				unpacked = true
			}
			copy(c.moved, c.presses)
			c.moved[s] = uint8((int(c.moved[s]) + k + by) % k)
			c.kernel.Reduce(c.moved)
			j = c.number(c.moved)
		}
		if !visit(j, s) {
			return
		}
	}
}

// unpack makes times the presses that state i stands for.
func (c *Colours) unpack(times []uint8, i int) {
	rest := uint32(i)
	for s, r := range c.radix {
		times[s] = uint8(rest % uint32(r))
		rest /= uint32(r)
	}
}

func (c *Colours) number(presses []uint8) int {
	i := 0
	for s, n := range presses {
		i += int(n) * c.place[s]
	}
	return i
}

// Len is the number of solvable states.
func (c *Colours) Len() int { return len(c.toGo) }

// Distribution counts the states by the presses they need: entry w is how many need w. The last entry is that
// of the depth.
func (c *Colours) Distribution() []*big.Int { return slices.Clone(c.counts) }

// At is the i-th state, from 0, the fewest presses that solve it, and the first switch to press in an answer
// that has so few; -1 if the state is dark. State 0 is.
func (c *Colours) At(i int) (state board.State, toGo, press int) {
	state, press = c.board.Dark(), -1
	k := c.board.States()
	walk := c.walker()
	c.unpack(walk.presses, i)
	for s, n := range walk.presses {
		c.board.Press(state, s, k-int(n))
	}
	walk.neighbours(i, -1, func(j, s int) bool {
		if c.toGo[i] > 0 && c.toGo[j] == c.toGo[i]-1 {
			press = s
		}
		return press < 0
	})
	return state, int(c.toGo[i]), press
}

// Hardest is a state that needs the most presses.
func (c *Colours) Hardest() int {
	return slices.Index(c.toGo, uint8(len(c.counts)-1))
}

// Path is the presses that solve the i-th state, as few as possible.
func (c *Colours) Path(i int) []int {
	path, walk := []int{}, c.walker()
	for c.toGo[i] > 0 {
		walk.neighbours(i, -1, func(j, s int) bool {
			if c.toGo[j] != c.toGo[i]-1 {
				return true
			}
			path, i = append(path, s), j
			return false
		})
	}
	return path
}

// WriteCSV writes a line for every state below a header line: the board, the state as digits, the next switch to
// press, counted from 0, the presses to go, and the state after that press. progress, if not nil, is called
// with how many states are written.
func (c *Colours) WriteCSV(ctx context.Context, w io.Writer, progress func(done, all int)) error {
	out := bufio.NewWriterSize(w, 1<<16)
	fmt.Fprintln(out, "board,state,switch,to_go,destination_state")
	prefix := quoted(c.board.Spec()) + ","
	var line []byte
	for i := range c.Len() {
		if i%(1<<12) == 0 {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			if progress != nil {
				progress(i, c.Len())
			}
		}
		state, toGo, press := c.At(i)
		line = append(append(append(line[:0], prefix...), state.String()...), ',')
		line = append(strconv.AppendInt(line, int64(press), 10), ',')
		line = append(strconv.AppendInt(line, int64(toGo), 10), ',')
		if press < 0 {
			line = append(line, "-1"...)
		} else {
			c.board.Press(state, press, 1)
			line = append(line, state.String()...)
		}
		if _, err := out.Write(append(line, '\n')); err != nil {
			return err
		}
	}
	return out.Flush()
}
