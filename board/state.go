package board

import (
	"bytes"
	"fmt"
	"iter"
	"slices"
	"strings"

	"lightsout/gf2"
)

// State is a number modulo K for each cell of a board, K being the states of its lights: the state that each
// light is in, how often each switch is pressed, or how often each light counts in a witness. Where lights are
// on or off, K is 2 and a State is a set of cells.
//
// It is a bit for each cell where K is 2, and a byte otherwise. A State is a handle, as a slice is: a copy shares its
// cells, and [State.Clone] does not. The zero State has no cells; in a [Puzzle] it stands for all off.
type State struct {
	bits   gf2.Vec
	digits []uint8 // if mod > 2
	mod    int     // 0 means 2
}

// NewState is a state of n cells modulo K, all 0.
func NewState(n, mod int) State {
	if mod > 2 {
		return digits(make([]uint8, n), mod)
	}
	return Bits(gf2.NewVec(n))
}

// Bits is a set of cells as a state. They share memory.
func Bits(cells gf2.Vec) State { return State{bits: cells} }

// digits is a state modulo K with the given number for each cell, from 0 to K-1. They share memory unless K is 2.
func digits(cells []uint8, mod int) State {
	if mod > 2 {
		return State{digits: cells, mod: mod}
	}
	v := gf2.NewVec(len(cells))
	for i, d := range cells {
		v.Set(i, d != 0)
	}
	return Bits(v)
}

// Len is how many cells there are.
func (s State) Len() int { return s.bits.Len() + len(s.digits) } // one of them is empty

// Mod is K: the numbers are from 0 to K-1.
func (s State) Mod() int { return max(s.mod, 2) }

// At is the number of cell i.
func (s State) At(i int) int {
	switch {
	case s.mod > 2:
		return int(s.digits[i])
	case s.bits.Bit(i):
		return 1
	}
	return 0
}

// Set makes the number of cell i another one, taken modulo K.
func (s State) Set(i, number int) {
	if s.mod > 2 {
		s.digits[i] = uint8((number%s.mod + s.mod) % s.mod)
		return
	}
	s.bits.Set(i, number&1 != 0)
}

// All yields the cells whose number is not 0, in order, each with its number.
func (s State) All() iter.Seq2[int, int] {
	return func(yield func(cell, number int) bool) {
		for i, d := range s.digits {
			if d != 0 && !yield(i, int(d)) {
				return
			}
		}
		for i := range s.bits.Ones() {
			if !yield(i, 1) {
				return
			}
		}
	}
}

// Indices lists the cells, in order, each as often as its number says.
func (s State) Indices() []int {
	if s.mod <= 2 {
		return s.bits.Indices()
	}
	list := []int{}
	for i, n := range s.All() {
		for range n {
			list = append(list, i)
		}
	}
	return list
}

// Weight is the sum of all numbers. Of presses it is how many there are.
func (s State) Weight() int {
	if s.mod <= 2 { // writing batches asks for every puzzle
		return s.bits.Weight()
	}
	sum := 0
	for _, d := range s.digits {
		sum += int(d)
	}
	return sum
}

// Size is how many cells have a number other than 0.
func (s State) Size() int {
	if s.mod > 2 {
		return len(s.digits) - bytes.Count(s.digits, []byte{0})
	}
	return s.bits.Weight()
}

// IsZero reports whether all numbers are 0.
func (s State) IsZero() bool {
	if s.mod <= 2 {
		return s.bits.IsZero()
	}
	return s.Size() == 0
}

// Equal reports whether both have the same numbers, modulo the same K.
func (s State) Equal(t State) bool {
	return s.Len() == t.Len() && s.Mod() == t.Mod() && s.bits.Equal(t.bits) && bytes.Equal(s.digits, t.digits)
}

// Clone is a copy with cells of its own.
func (s State) Clone() State {
	s.bits, s.digits = s.bits.Clone(), slices.Clone(s.digits)
	return s
}

// Plus is the sum of two states of as many cells, modulo K.
func (s State) Plus(t State) State { return s.combine(t, 1) }

// minus is the difference of two states of as many cells, modulo K.
func (s State) minus(t State) State { return s.combine(t, s.Mod()-1) }

// combine is s + factor·t.
func (s State) combine(t State, factor int) State {
	if s.Len() != t.Len() || s.Mod() != t.Mod() {
		panic(fmt.Sprintf("board: states of %d and %d cells, modulo %d and %d", s.Len(), t.Len(), s.Mod(), t.Mod()))
	}
	if s.mod > 2 {
		sum := slices.Clone(s.digits)
		for i, d := range t.digits {
			sum[i] = uint8((int(sum[i]) + factor*int(d)) % s.mod)
		}
		return digits(sum, s.mod)
	}
	return Bits(s.bits.Sum(t.bits))
}

// Bits is the state as a set of cells; K must be 2. They share memory.
func (s State) Bits() gf2.Vec {
	if s.mod > 2 { // kept apart so that this is inlined: writing batches asks for every puzzle
		s.notASet()
	}
	return s.bits
}

func (s State) notASet() {
	panic(fmt.Sprintf("board: a state modulo %d is not a set of cells; Board.TwoStates tells in time", s.mod))
}

// Digits is the number of every cell. They share memory unless K is 2.
func (s State) Digits() []uint8 {
	if s.mod > 2 {
		return s.digits
	}
	list := make([]uint8, s.Len())
	for i := range s.All() {
		list[i] = 1
	}
	return list
}

// MarshalText is a digit for each cell, with ",mod=K" after them if K is not 2. So a state is a text in JSON too.
func (s State) MarshalText() ([]byte, error) {
	if s.Len() > maxText {
		return nil, &TooLargeError{What: fmt.Sprintf("a state of %d cells as text", s.Len()),
			Limit: fmt.Sprintf("at most %d cells", maxText)}
	}
	text := slices.Repeat([]byte{'0'}, s.Len())
	for i, n := range s.All() {
		text[i] = stateDigits[n]
	}
	if s.mod > 2 {
		text = fmt.Appendf(text, ",mod=%d", s.mod)
	}
	return text, nil
}

// maxText is how many cells a state may have that is written as a text.
const maxText = 1 << 30

// UnmarshalText reads what [State.MarshalText] writes. What people write is read by [Board.ParseState].
func (s *State) UnmarshalText(text []byte) error {
	cells, option, found := strings.Cut(string(text), ",")
	mod := 2
	if found {
		var ok bool
		if mod, ok = number(strings.TrimPrefix(option, "mod="), 2, maxStates); !ok {
			return fmt.Errorf("a state ends with mod= and a number from 2 to %d, not %q", maxStates, clip(option))
		}
	}
	read := NewState(len(cells), mod)
	for i, ch := range []byte(cells) {
		d := strings.IndexByte(stateDigits[:mod], ch)
		if d < 0 {
			return fmt.Errorf("%q is not a state: those modulo %d are written 0 to %c", ch, mod, stateDigits[mod-1])
		}
		read.Set(i, d)
	}
	*s = read
	return nil
}

// String is a digit for each cell.
func (s State) String() string {
	if s.mod <= 2 {
		return s.bits.String()
	}
	return string(appendDigits(make([]byte, 0, s.Len()), s.Digits()))
}
