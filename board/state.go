package board

import (
	"bytes"
	"fmt"
	"iter"
	"math/bits"
	"slices"
	"strings"

	"lightsout/gf2"
	"lightsout/internal/gridpoly"
)

// State is a number modulo K for each cell of a board, K being the states of its lights: the state that each
// light is in, how often each switch is pressed, or how often each light counts in a witness. Where lights are
// on or off, K is 2 and a State is a set of cells.
//
// It is kept in one of three ways, and callers need not know which:
//
//	K = 2                      a bit for each cell
//	K > 2                      a byte for each cell
//	K = 2, on a large board    read row by row, from a formula or a file
//
// A State is a handle, as a slice is: a copy shares its cells, and [State.Clone] does not. One that is read row by
// row comes into memory when a cell is set. The zero State has no cells; in a [Puzzle] it stands for all off.
type State struct {
	bits   gf2.Vec
	digits []uint8 // if mod > 2
	mod    int     // 0 means 2
	stream *stream // if not nil, takes the place of bits
}

// stream is cells that are read row by row.
type stream struct {
	rows   Rows
	shape  gridpoly.Shape
	loaded gf2.Vec // the cells, once one was set
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

// ByRows is a set of cells of this board that is read row by row. The board must be a grid,
// cylinder or torus with the cross pattern, a path or a cycle.
func (b *Board) ByRows(cells Rows) State {
	shape, ok := b.rectangle()
	if !ok || b.states > 2 {
		panic(fmt.Sprintf("board: %s is not read row by row", b.spec))
	}
	return State{stream: &stream{rows: cells, shape: shape}}
}

// inMemory is the state without its stream if that was loaded.
func (s State) inMemory() (held State, ok bool) {
	if s.stream == nil {
		return s, true
	}
	return Bits(s.stream.loaded), s.stream.loaded.Len() > 0
}

// Len is how many cells there are.
func (s State) Len() int {
	if s.stream != nil {
		return s.stream.shape.Rows * s.stream.shape.Cols
	}
	return s.bits.Len() + len(s.digits) // one of them is empty
}

// Mod is K: the numbers are from 0 to K-1.
func (s State) Mod() int { return max(s.mod, 2) }

// At is the number of cell i.
func (s State) At(i int) int {
	held, ok := s.inMemory()
	switch {
	case !ok:
		return s.stream.at(i)
	case held.mod > 2:
		return int(held.digits[i])
	case held.bits.Bit(i):
		return 1
	}
	return 0
}

func (t *stream) at(i int) int {
	row := t.read(t.rows.From(i/t.shape.Cols), t.buffer())
	c := i % t.shape.Cols
	return int(row[c/64] >> (c % 64) & 1)
}

func (t *stream) buffer() []uint64 { return make([]uint64, (t.shape.Cols+63)/64) }

// read is the next row. Only rows of a file can fail, and only those who ask for them get such rows.
func (t *stream) read(next func([]uint64) ([]uint64, error), buf []uint64) []uint64 {
	row, err := next(buf)
	if err != nil {
		panic(fmt.Sprintf("board: the rows of a state cannot be read: %v; Puzzle.Load tells in time", err))
	}
	return row
}

// Set makes the number of cell i another one, taken modulo K.
func (s State) Set(i, number int) {
	if s.mod > 2 {
		s.digits[i] = uint8((number%s.mod + s.mod) % s.mod)
		return
	}
	if s.stream != nil && s.stream.loaded.Len() == 0 {
		s.stream.loaded = s.Bits()
	}
	held, _ := s.inMemory()
	held.bits.Set(i, number&1 != 0)
}

// All yields the cells whose number is not 0, in order, each with its number.
func (s State) All() iter.Seq2[int, int] {
	return func(yield func(cell, number int) bool) {
		held, ok := s.inMemory()
		if !ok {
			s.stream.all(yield)
			return
		}
		for i, d := range held.digits {
			if d != 0 && !yield(i, int(d)) {
				return
			}
		}
		eachOne(held.bits.Words(), 0, yield)
	}
}

func (t *stream) all(yield func(cell, number int) bool) {
	next, buf := t.rows.From(0), t.buffer()
	for r := range t.shape.Rows {
		if !eachOne(t.read(next, buf), r*t.shape.Cols, yield) {
			return
		}
	}
}

// eachOne yields the ones of some words, whose first cell has that number. It is false once yield is.
func eachOne(words []uint64, first int, yield func(cell, number int) bool) bool {
	for k, w := range words {
		for ; w != 0; w &= w - 1 {
			if !yield(first+64*k+bits.TrailingZeros64(w), 1) {
				return false
			}
		}
	}
	return true
}

// Indices lists the cells, in order, each as often as its number says.
func (s State) Indices() []int {
	if held, ok := s.inMemory(); ok && held.mod <= 2 {
		return held.bits.Indices()
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
	if s.mod <= 2 && s.stream == nil { // writing batches asks for every puzzle
		return s.bits.Weight()
	}
	if held, ok := s.inMemory(); ok && held.mod <= 2 {
		return held.bits.Weight()
	}
	sum := 0
	if s.stream != nil { // word by word: 10¹⁰ lights take half a second instead of 20
		next, buf := s.stream.rows.From(0), s.stream.buffer()
		for range s.stream.shape.Rows {
			for _, w := range s.stream.read(next, buf) {
				sum += bits.OnesCount64(w)
			}
		}
		return sum
	}
	for _, n := range s.All() {
		sum += n
	}
	return sum
}

// Size is how many cells have a number other than 0.
func (s State) Size() int {
	if s.mod > 2 {
		return len(s.digits) - bytes.Count(s.digits, []byte{0})
	}
	return s.Weight()
}

// IsZero reports whether all numbers are 0.
func (s State) IsZero() bool {
	if s.mod <= 2 && s.stream == nil {
		return s.bits.IsZero()
	}
	for range s.All() {
		return false
	}
	return true
}

// Equal reports whether both have the same numbers, modulo the same K.
func (s State) Equal(t State) bool {
	if s.Len() != t.Len() || s.Mod() != t.Mod() {
		return false
	}
	if s.stream != nil || t.stream != nil {
		return s.minus(t).IsZero()
	}
	return s.bits.Equal(t.bits) && bytes.Equal(s.digits, t.digits)
}

// Clone is a copy with cells of its own.
func (s State) Clone() State {
	held, ok := s.inMemory()
	if !ok {
		return State{stream: &stream{rows: s.stream.rows, shape: s.stream.shape}}
	}
	held.bits, held.digits = held.bits.Clone(), slices.Clone(held.digits)
	return held
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
	u, inMemory := s.inMemory()
	v, alsoInMemory := t.inMemory()
	switch {
	case inMemory && alsoInMemory:
		return Bits(u.bits.Sum(v.bits))
	case inMemory:
		return t.combine(s, factor)
	}
	shape, rows := s.stream.shape, s.stream.rows
	if alsoInMemory {
		return State{stream: &stream{rows: gridpoly.Sum(rows, gridpoly.BitsOf(shape.Rows, shape.Cols, v.bits)), shape: shape}}
	}
	return State{stream: &stream{rows: gridpoly.Sum(rows, t.stream.rows), shape: shape}}
}

// Bits is the state as a set of cells; K must be 2. They share memory if the state is in memory.
func (s State) Bits() gf2.Vec {
	if s.mod <= 2 && s.stream == nil { // small enough to be inlined: writing batches asks for every puzzle
		return s.bits
	}
	return s.readBits()
}

func (s State) readBits() gf2.Vec {
	if s.mod > 2 {
		panic(fmt.Sprintf("board: a state modulo %d is not a set of cells; Board.TwoStates tells in time", s.mod))
	}
	if held, ok := s.inMemory(); ok {
		return held.bits
	}
	loaded, err := s.load()
	if err != nil {
		panic(fmt.Sprintf("board: the rows of a state cannot be read: %v; Puzzle.Load tells in time", err))
	}
	return loaded.bits
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

// Rows is the state row by row if it is read so, and nil if it is in memory.
func (s State) Rows() Rows {
	if _, ok := s.inMemory(); ok {
		return nil
	}
	return s.stream.rows
}

// load is the state in memory: itself unless it is read row by row.
func (s State) load() (State, error) {
	if held, ok := s.inMemory(); ok {
		return held, nil
	}
	v, err := gridpoly.Store(s.stream.shape, s.stream.rows)
	return Bits(v), err
}

// MarshalText is a digit for each cell, with ",mod=K" after them if K is not 2. So a state is a text in JSON too.
func (s State) MarshalText() ([]byte, error) {
	if s.Len() > maxText {
		return nil, &TooLargeError{What: fmt.Sprintf("a state of %d cells as text", s.Len()), Limit: fmt.Sprintf("at most %d cells", maxText)}
	}
	held, err := s.load()
	if err != nil {
		return nil, err
	}
	text := []byte(held.String())
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
	if held, ok := s.inMemory(); ok && held.mod <= 2 {
		return held.bits.String()
	}
	return string(appendDigits(make([]byte, 0, s.Len()), s.Digits()))
}
