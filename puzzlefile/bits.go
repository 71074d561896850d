package puzzlefile

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"

	"lightsout/board"
)

// Bits are the shortest way to write many puzzles on one board: a line has a 0 or a 1 for every
// light, or the digit of its state, in order, below a comment that names the board (header.go).

// looksBits knows a line that has a digit for every light of the board that the file names. Without a board only the
// name of the file tells bits from a text grid. Where the board is a single row, a row is a state too, and text reads
// both.
func looksBits(r *Reader, at int) bool {
	line, _ := r.peek(at)
	switch b, err := r.knownBoard(); {
	case err != nil || line == "":
		return false
	case b == nil:
		return strings.Trim(line, stateDigits[:2]) == "" && suffix(r.file) == ".bits"
	default:
		return r.head.text != "" && strings.Trim(line, stateDigits[:b.States()]) == "" &&
			isWholeState(b, line) && !isSingleRow(b)
	}
}

func (r *Reader) bitsPuzzle(line string) *board.Puzzle {
	b := r.headBoard()
	if b == nil {
		panic(ErrNeedsBoard)
	}
	p, err := parseBits(b, line)
	check(err)
	return p
}

// parseBits reads a 0 or a 1 for every light of the board, or the digit of its state where there are more
// than two. The goal is all off.
func parseBits(b *board.Board, text string) (*board.Puzzle, error) {
	if len(text) != b.Lights() {
		return nil, fmt.Errorf("%d lights given, %s has %d", len(text), clip(b.Spec()), b.Lights())
	}
	known := stateDigits[:b.States()]
	on := board.NewState(b.Lights(), b.States())
	for i := range len(text) {
		switch d := strings.IndexByte(known, text[i]); {
		case d < 0 && b.States() == 2:
			return nil, fmt.Errorf("character %q in column %d: bits are 0 and 1", text[i], i+1)
		case d < 0:
			return nil, fmt.Errorf("column %d: %q is not a state: those of %s are written 0 to %c",
				i+1, text[i], clip(b.Spec()), known[len(known)-1])
		case d > 0:
			on.Set(i, d)
		}
	}
	return &board.Puzzle{Board: b, On: on, Goal: b.Dark()}, nil
}

func (w *Writer) prepareBits() error {
	if w.board.Lights() == 1 {
		if err := w.noComment(); err != nil {
			return err
		}
	}
	w.layout.Head = "c board " + boardText(w.board) + "\n"
	w.record = func(dst []byte, r *Record) []byte {
		return append(w.states(dst, r), '\n')
	}
	return nil
}

// states appends the state of every light.
func (w *Writer) states(dst []byte, r *Record) []byte {
	if w.board.States() > 2 {
		return append(dst, r.On.String()...)
	}
	return digits.appendBits(dst, r.On.Bits().Words(), 0, w.board.Lights())
}

// glyphs has, for every byte, its bits as eight signs, the first bit first: large boards have millions of them.
type glyphs [256]uint64

func newGlyphs(signs string) *glyphs {
	var table glyphs
	for v := range table {
		for k := range 8 {
			table[v] |= uint64(signs[v>>k&1]) << (8 * k)
		}
	}
	return &table
}

var digits, marks = newGlyphs("01"), newGlyphs(".#")

// appendBits appends n bits of w from bit first on.
func (g *glyphs) appendBits(dst []byte, w []uint64, first, n int) []byte {
	end := len(dst) + n
	if n <= 8 && first%64 <= 56 { // a row of a small board
		return binary.LittleEndian.AppendUint64(dst, g[uint8(w[first/64]>>(first%64))])[:end]
	}
	dst = slices.Grow(dst, n+8)
	out := dst[len(dst) : end+8] // eight signs at a time, of which the last go beyond the end
	at, shift := first/64, uint(first%64)
	for i := 0; i < n; i += 64 {
		v := w[at] >> shift
		if at++; shift > 0 && at < len(w) {
			v |= w[at] << (64 - shift)
		}
		for text := out[i : min(i+64, n)+8]; len(text) > 8; text = text[8:] {
			binary.LittleEndian.PutUint64(text, g[uint8(v)])
			v >>= 8
		}
	}
	return dst[:end]
}

// stateDigits are how states are written.
const stateDigits = "0123456789abcdefghijklmnopqrstuvwxyz"

// maxStates is the most states a light may have.
const maxStates = len(stateDigits)
