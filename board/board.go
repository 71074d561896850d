package board

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"lightsout/gf2"
)

// Board is a set of switches and what each of them flips. It is immutable and safe for concurrent
// use. Get one from [Parse], [FromEdges], [FromToggles] or a puzzle file.
type Board struct {
	spec     string
	switches int
	lights   int
	graph    bool // switch i and light i are the same node
	shape    Shape
	toggles  toggler
	ready    gf2.Lists // what switches flip, at hand; none if that is long, or lights have more than two states
	layout   Layout    // nil: drawn as a list
	sites    sites     // of a board whose switches are not its lights
	warning  string
	states   int          // of a light; 0: two
	places   [][2]float64 // of its nodes in a drawing; nil: not given
	names    *nameTable   // of its nodes; nil: numbers
}

// toggler is what a shape has to say about its switches.
type toggler interface {
	// appendToggles appends the lights that a switch flips, in any order, a light twice where two
	// flips meet; Board sorts them and cancels pairs, or adds them up where lights have more states.
	appendToggles(dst []int, s int) []int
	// most bounds how many lights one switch flips, and total is about how many all switches flip
	// together. Both are quick.
	most() int
	total() int
}

// Spec is the board's canonical description. Parse(b.Spec()) is the same board, unless the SPEC begins with graph:,
// which names a file or what [FromEdges] and the like were given.
func (b *Board) Spec() string { return b.spec }

func (b *Board) String() string { return b.spec }

// Switches is how many switches there are.
func (b *Board) Switches() int { return b.switches }

// Lights is how many lights there are.
func (b *Board) Lights() int { return b.lights }

// CheckSwitches refuses a list with a number that is none of the board's switches.
func (b *Board) CheckSwitches(list []int) error {
	for _, s := range list {
		if s < 0 || s >= b.switches {
			return fmt.Errorf("switch %d is not on %s, which has %d switches (counted from 0)", s, b.spec, b.switches)
		}
	}
	return nil
}

// IsGraph reports whether switches and lights are the same nodes: switch i sits at light i.
func (b *Board) IsGraph() bool { return b.graph }

// Warning is what was doubtful about the file that the board was read from, FILE:LINE first, or "": the
// board is right if the doubt is not.
func (b *Board) Warning() string { return b.warning }

// WithWarning is the board with such a doubt.
func (b *Board) WithWarning(text string) *Board {
	c := *b
	c.warning = text
	return &c
}

// Layout is how the board is drawn on paper, or nil if it has no drawing (graphs, hypercubes).
// A board with a layout is a graph in the sense of [Board.IsGraph].
func (b *Board) Layout() Layout { return b.layout }

// Sites are where switches and lights are drawn, on the same paper, or nil if the board has no drawing.
// On a board with a [Board.Layout] both are that; on a code a place has a switch, a light or nothing.
func (b *Board) Sites() (switches, lights Layout) {
	if b.layout != nil {
		return b.layout, b.layout
	}
	return b.sites.switches, b.sites.lights
}

// Toggles lists the lights that switch s flips, in order. Where lights have more than two states these are
// the ones that it changes, and [Board.Adds] says by how much.
func (b *Board) Toggles(s int) []int { return b.AppendToggles(nil, s) }

// AppendToggles is Toggles into a slice that the caller may use again.
func (b *Board) AppendToggles(dst []int, s int) []int {
	if uint(s) >= uint(b.switches) {
		panic(fmt.Sprintf("board: switch %d of %d", s, b.switches))
	}
	if b.states > 2 {
		for l := range b.Adds(s) {
			dst = append(dst, l)
		}
		return dst
	}
	if b.ready.Len() > 0 {
		for _, l := range b.ready.Of(s) {
			dst = append(dst, int(l))
		}
		return dst
	}
	start := len(dst)
	dst = b.toggles.appendToggles(dst, s)
	return dst[:start+len(cancelPairs(dst[start:]))]
}

// cancelPairs sorts the list in place and keeps one of each light that occurs an odd number of
// times.
func cancelPairs[T int | int32](list []T) []T {
	slices.Sort(list)
	kept := list[:0]
	for i := 0; i < len(list); i++ {
		if i+1 < len(list) && list[i] == list[i+1] {
			i++
			continue
		}
		kept = append(kept, list[i])
	}
	return kept
}

// times is the product of two numbers that are not negative; math.MaxInt if it does not fit.
func times(a, b int) int {
	if b > 0 && a > math.MaxInt/b {
		return math.MaxInt
	}
	return a * b
}

// Press presses switch s so many times, which changes the state.
func (b *Board) Press(state State, s, times int) {
	if state.Mod() != b.States() || state.Len() != b.lights {
		panic(fmt.Sprintf("board: a state of %d lights modulo %d on %s", state.Len(), state.Mod(), b.spec))
	}
	for l, amount := range b.Adds(s) {
		state.Set(l, state.At(l)+amount*(times%b.States()))
	}
}

// TooLargeError says that something asked for more than a limit allows, before any memory was
// taken for it.
type TooLargeError struct {
	What  string // for example "the matrix of grid:1000000x1000000"
	Limit string // for example "at most 92681 lights and as many switches"
	Err   error  // a *reserve.Error if what is left of the memory is the limit, so that it may fit elsewhere
}

func (e *TooLargeError) Error() string { return e.What + " is too large: " + e.Limit }

func (e *TooLargeError) Unwrap() error { return e.Err }

// Matrix is the board as a matrix with a row per light and a column per switch.
func (b *Board) Matrix() (*gf2.Matrix, error) {
	if err := b.TwoStates(); err != nil {
		return nil, err
	}
	// A row takes whole words, which counts when there are many lights and few switches.
	if width := (b.switches + 63) / 64 * 64; width > 0 && b.lights > gf2.MaxBits/width {
		return nil, &TooLargeError{
			What:  fmt.Sprintf("the %d×%d matrix of %s", b.lights, b.switches, b.spec),
			Limit: fmt.Sprintf("dense elimination takes up to %d entries (1 GiB)", gf2.MaxBits),
		}
	}
	m := gf2.NewMatrix(b.lights, b.switches)
	var list []int
	for s := range b.switches {
		list = b.AppendToggles(list[:0], s)
		for _, l := range list {
			m.Set(l, s, true)
		}
	}
	return m, nil
}

// Equal reports whether both are boards that have the same switches flipping the same lights, whatever
// their SPECs say.
func (b *Board) Equal(c *Board) bool {
	if c == nil || b.switches != c.switches || b.lights != c.lights || b.graph != c.graph || b.States() != c.States() {
		return false
	}
	var x, y []int
	for s := range b.switches {
		x, y = b.AppendToggles(x[:0], s), c.AppendToggles(y[:0], s)
		if !slices.Equal(x, y) || b.states > 2 && !maps.Equal(maps.Collect(b.Adds(s)), maps.Collect(c.Adds(s))) {
			return false
		}
	}
	return true
}
