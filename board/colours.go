package board

import (
	"errors"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
)

// A light has two states unless its board says otherwise: with mod=K it has K of them, 0 to K-1, and a
// press adds one to every light it reaches, modulo K. Where a wrap or a pattern reaches a light twice, it
// adds two: on torus:2x2,mod=3 a press adds one to its own light and two to each of its two neighbours.
// A file may give other amounts.
//
// Two-state boards are the rule, and everything that counts in bits is for them only. So boards with
// more states are handed out only to callers that ask for them, by [ParseColours] and
// [ReaderOptions].Colours. All others get [ErrColours].

// maxStates is the most states a light may have: as many as there are digits.
const maxStates = len(stateDigits)

// stateDigits are how states are written.
const stateDigits = "0123456789abcdefghijklmnopqrstuvwxyz"

// ErrColours says that a board has lights with more than two states, where only two are supported.
var ErrColours = errors.New("this takes lights with two states only")

// coloursError names the board.
type coloursError struct{ board *Board }

func (e coloursError) Error() string {
	return fmt.Sprintf("%s has lights with %d states; %v", clip(e.board.spec), e.board.states, ErrColours)
}

func (e coloursError) Is(target error) bool { return target == ErrColours }

// States is how many states a light has, from 2 to 36.
func (b *Board) States() int { return max(b.states, 2) }

// TwoStates is nil if lights have two states, and an error that is [ErrColours] otherwise. Everything
// that works with bits asks it first.
func (b *Board) TwoStates() error {
	if b.states > 2 {
		return coloursError{b}
	}
	return nil
}

// ParseColours is [Parse] for callers that take boards whose lights have more than two states, mod=K.
func ParseColours(spec string) (*Board, error) {
	spec = strings.TrimSpace(spec)
	if file, ok := strings.CutPrefix(spec, "graph:"); ok {
		return parseGraph(spec, file)
	}
	b, err := parseShape(spec)
	if err != nil {
		return nil, &specError{Spec: clip(spec), Msg: err.Error()}
	}
	return b, nil
}

// withStates is the board with lights of so many states, as its SPEC then says.
func (b *Board) withStates(states int) *Board {
	if states == b.States() {
		return b
	}
	c := *b
	if t, ok := c.toggles.(*readyToggles); ok {
		c.toggles = t.toggler // its lists have flips cancelled that now add up
	}
	c.states = states
	c.spec += ",mod=" + strconv.Itoa(states)
	return &c
}

// parseStates reads the K of mod=K.
func parseStates(text string) (int, error) {
	n, ok := number(text, 2, maxStates)
	if !ok {
		return 0, fmt.Errorf("mod= takes how many states a light has, from 2 to %d, not %q", maxStates, clip(text))
	}
	return n, nil
}

// Adds yields the lights that a press of switch s changes, in order, each with what it adds: 1 on a board
// of two states, up to States()-1 on others.
func (b *Board) Adds(s int) iter.Seq2[int, int] {
	return func(yield func(light, amount int) bool) {
		if b.states == 0 {
			for _, l := range b.Toggles(s) {
				if !yield(l, 1) {
					return
				}
			}
			return
		}
		list := b.toggles.appendToggles(nil, s)
		slices.Sort(list)
		for i := 0; i < len(list); {
			end := i
			for end < len(list) && list[end] == list[i] {
				end++
			}
			if amount := (end - i) % b.states; amount > 0 && !yield(list[i], amount) {
				return
			}
			i = end
		}
	}
}

// changed sorts what a switch of a board with more than two states reaches, and keeps one of each light
// that a press changes.
func (b *Board) changed(list []int) []int {
	slices.Sort(list)
	kept := list[:0]
	for i := 0; i < len(list); {
		light, begin := list[i], i
		for i < len(list) && list[i] == light {
			i++
		}
		if (i-begin)%b.states != 0 {
			kept = append(kept, light)
		}
	}
	return kept
}

// Needed is what presses have to add to every light of a board with more than two states, modulo their
// number. For a light that does not matter it is 0, and means nothing.
func (p *Puzzle) Needed() []uint8 {
	needed := make([]uint8, len(p.OnStates))
	for l, on := range p.OnStates {
		if p.Matters(l) {
			needed[l] = uint8((int(p.GoalStates[l]) + p.Board.states - int(on)) % p.Board.states)
		}
	}
	return needed
}

// AddPresses presses switch s so many times in a state of a board with more than two states.
func (b *Board) AddPresses(state []uint8, s, times int) {
	for l, amount := range b.Adds(s) {
		state[l] = uint8((int(state[l]) + amount*(times%b.states)) % b.states)
	}
}

// addsEqual is Equal for boards with as many states, more than two.
func (b *Board) addsEqual(c *Board) bool {
	for s := range b.switches {
		next, stop := iter.Pull2(c.Adds(s))
		equal := true
		for l, amount := range b.Adds(s) {
			m, other, ok := next()
			if equal = ok && m == l && other == amount; !equal {
				break
			}
		}
		_, _, more := next()
		stop()
		if !equal || more {
			return false
		}
	}
	return true
}

// maxColoured is how many lights and switches a board with more than two states may have: each takes a
// byte, and the algebra takes far fewer.
const maxColoured = 1 << 24

// twoStates stops code that counts in bits where a caller did not ask [Board.TwoStates].
func (b *Board) twoStates() {
	if err := b.TwoStates(); err != nil {
		panic("board: " + err.Error())
	}
}

// ParseStates is [Board.ParseState] on a board with more than two states: all is every light in state 1, a
// picture has a digit of 0-9a-z for every light, and a list may say 5*2 for light 5 in state 2.
func (b *Board) ParseStates(text string) ([]uint8, error) {
	state, dontCare, err := parseColours(b, text)
	if err == nil && dontCare != nil {
		return nil, fmt.Errorf("%q: ? stands for a light that does not matter in a goal; here every light has a state", clip(text))
	}
	return state, err
}

// parseColours is ParseStates with a ? in pictures for a light that does not matter; dontCare is nil
// without one.
func parseColours(b *Board, text string) (state []uint8, dontCare []int, err error) {
	if err := b.CheckSize(); err != nil {
		return nil, nil, err
	}
	text = strings.TrimSpace(text)
	switch {
	case text == "":
		return nil, nil, errors.New("no lights given: use all, none, a list such as 3,5*2, or a picture of digits")
	case text == "all":
		return slices.Repeat([]uint8{1}, b.lights), nil, nil
	case text == "none":
		return make([]uint8, b.lights), nil, nil
	}
	list := strings.Trim(text, "0123456789,-* \t\r\nrc") == ""
	whole := len(strings.ReplaceAll(text, "/", "")) == b.lights && !strings.ContainsAny(text, ",-* \t\r\n")
	if !list || whole || strings.Contains(text, "/") {
		return parseDigitCells(b, text)
	}
	state = make([]uint8, b.lights)
	given := make([]bool, b.lights)
	err = b.lightNumbers().each(text, func(first, last, amount int) error {
		if amount >= b.states {
			return fmt.Errorf("a light in state %d: the states of %s are 0 to %d", amount, clip(b.spec), b.states-1)
		}
		for l := first; l <= last; l++ {
			if given[l] && int(state[l]) != amount {
				return fmt.Errorf("light %d is named twice, in state %d and in state %d", l+1, state[l], amount)
			}
			given[l], state[l] = true, uint8(amount)
		}
		return nil
	})
	if err == nil && !slices.Contains(given, true) {
		err = fmt.Errorf("%q names no light; the state without any is none", clip(text))
	}
	return state, nil, err
}

// parseDigitCells reads a picture of digits.
func parseDigitCells(b *Board, text string) (state []uint8, dontCare []int, err error) {
	cells, err := pictureCellsOf(b, text)
	if err != nil {
		return nil, nil, err
	}
	state = make([]uint8, b.lights)
	for l, ch := range []byte(cells) {
		d, err := b.digit(ch)
		switch {
		case ch == '?':
			dontCare = append(dontCare, l)
		case err != nil:
			return nil, nil, err
		default:
			state[l] = d
		}
	}
	return state, dontCare, nil
}

// digit reads a state.
func (b *Board) digit(ch byte) (uint8, error) {
	d := strings.IndexByte(stateDigits, ch)
	if d < 0 || d >= b.states {
		return 0, fmt.Errorf("%q is not a state: those of %s are written 0 to %c", ch, clip(b.spec), stateDigits[b.states-1])
	}
	return uint8(d), nil
}

// parseStateDigits reads a digit for every light, and nothing else.
func parseStateDigits(b *Board, text string) ([]uint8, error) {
	if len(text) != b.lights {
		return nil, fmt.Errorf("%d lights given, %s has %d", len(text), clip(b.spec), b.lights)
	}
	state := make([]uint8, b.lights)
	for i := range len(text) {
		var err error
		if state[i], err = b.digit(text[i]); err != nil {
			return nil, fmt.Errorf("column %d: %w", i+1, err)
		}
	}
	return state, nil
}

// appendDigits writes a state.
func appendDigits(dst []byte, state []uint8) []byte {
	for _, d := range state {
		dst = append(dst, stateDigits[d])
	}
	return dst
}

// lit is how many lights are not in state 0.
func (p *Puzzle) lit() int {
	if p.OnStates == nil {
		return p.On.Weight()
	}
	n := 0
	for _, d := range p.OnStates {
		if d != 0 {
			n++
		}
	}
	return n
}

// RandomPresses draws how many times each switch of the board is pressed, from 0 to States()-1, all
// equally likely. What a seed means is frozen: the random source is PCG seeded with (seed, stream), and a
// switch takes its next word modulo States(), passing over words from the largest multiple of it on. The states that such presses lead to are
// uniform among those that can be reached, as a linear map takes the uniform distribution to the uniform
// one on its image.
func (b *Board) RandomPresses(seed, stream uint64) []uint8 {
	source := rand.NewPCG(seed, stream)
	states := uint64(b.States())
	tooLarge := -(-states % states) // the largest multiple of states; 0 stands for 2^64
	presses := make([]uint8, b.switches)
	for s := range presses {
		word := source.Uint64()
		for tooLarge != 0 && word >= tooLarge {
			word = source.Uint64()
		}
		presses[s] = uint8(word % states)
	}
	return presses
}

// setStates is set for boards with more than two states. A random start is one that reaches the goal, a
// random goal one that the start reaches; the two differ by a sign only.
func (p *Puzzle) setStates(to *[]uint8, from []uint8, text string, seed, stream uint64, goal bool) error {
	switch text {
	case "":
		return nil
	case "random":
		state := slices.Clone(from)
		for s, times := range p.Board.RandomPresses(seed, stream) {
			p.Board.AddPresses(state, s, int(times))
		}
		*to = state
		return nil
	}
	state, dontCare, err := parseColours(p.Board, text)
	if err != nil {
		return err
	}
	if !goal && dontCare != nil {
		return fmt.Errorf("%q: ? stands for a light that does not matter in a goal; here every light has a state", clip(text))
	}
	*to = state
	if goal {
		p.setDontCare(dontCare)
	}
	return nil
}

// cutStates cuts the ,mod=K off a name; states is 0 without one.
func cutStates(name string) (rest string, states int, err error) {
	at := strings.LastIndex(name, ",mod=")
	if at < 0 {
		return name, 0, nil
	}
	states, err = parseStates(name[at+len(",mod="):])
	return name[:at], states, err
}

// listedName is the NAME of graph:NAME, without the options after it that say how many states lights have.
func listedName(b *Board) string {
	name := strings.TrimPrefix(b.spec, "graph:")
	if b.states > 2 {
		name = strings.TrimSuffix(name, fmt.Sprintf(",mod=%d", b.states))
	}
	return name
}

// anyState reports whether some light is not in state 0.
func anyState(states []uint8) bool {
	return slices.ContainsFunc(states, func(d uint8) bool { return d != 0 })
}
