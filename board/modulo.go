package board

import (
	"errors"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"lightsout/gf2"
)

// A light has two states unless its board says otherwise: with mod=K it has K of them, 0 to K-1, and a
// press adds one to every light it reaches, modulo K. Where a wrap or a pattern reaches a light twice, it
// adds two: on torus:2x2,mod=3 a press adds one to its own light and two to each of its two neighbours.
// A file may give other amounts.
//
// Two-state boards are the rule. What counts in bits is for them only, and says so by [Board.TwoStates].

// maxStates is the most states a light may have: as many as there are digits.
const maxStates = len(stateDigits)

// stateDigits are how states are written.
const stateDigits = "0123456789abcdefghijklmnopqrstuvwxyz"

// ErrTwoStates says that a board has lights with more than two states, where only two are supported.
var ErrTwoStates = errors.New("this takes lights with two states only")

// twoStatesError names the board.
type twoStatesError struct{ board *Board }

func (e twoStatesError) Error() string {
	return fmt.Sprintf("%s has lights with %d states; %v", clip(e.board.spec), e.board.states, ErrTwoStates)
}

func (e twoStatesError) Is(target error) bool { return target == ErrTwoStates }

// States is how many states a light has, from 2 to 36.
func (b *Board) States() int { return max(b.states, 2) }

// TwoStates is nil if lights have two states, and an error that is [ErrTwoStates] otherwise. Everything
// that works with bits asks it first.
func (b *Board) TwoStates() error {
	if b == nil {
		return errNoBoard
	}
	if b.states > 2 {
		return twoStatesError{b}
	}
	return nil
}

// withStates is the board with lights of so many states, as its SPEC then says.
func (b *Board) withStates(states int) *Board {
	if states == b.States() {
		return b
	}
	c := *b
	c.ready = gf2.Lists{} // flips that cancel there now add up
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

// maxColoured is how many lights and switches a board with more than two states may have: each takes a
// byte, and the algebra takes far fewer.
const maxColoured = 1 << 24

// twoStates stops code that counts in bits where a caller did not ask [Board.TwoStates].
func (b *Board) twoStates() {
	if err := b.TwoStates(); err != nil {
		panic("board: " + err.Error())
	}
}

// appendDigits writes a state.
func appendDigits(dst []byte, state []uint8) []byte {
	for _, d := range state {
		dst = append(dst, stateDigits[d])
	}
	return dst
}

// listedName is the NAME of graph:NAME, without the options after it that say how many states lights have.
func listedName(b *Board) string {
	name := strings.TrimPrefix(b.spec, "graph:")
	if b.states > 2 {
		name = strings.TrimSuffix(name, fmt.Sprintf(",mod=%d", b.states))
	}
	return name
}
