package board

import (
	"encoding/binary"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"lightsout/gf2"
)

// Bits are the shortest way to write many puzzles on one board: a line has a 0 or a 1 for every
// light, or the digit of its state, in order, below a comment that names the board (header.go).

// aheadBits recognises a line that has a digit for every light of the board that the file names.
// Otherwise only the name of the file tells bits from a text grid.
func aheadBits(r *Reader, line string) bool {
	b, err := r.headBoard()
	states := stateDigits[:2]
	if b != nil {
		states = stateDigits[:b.States()]
	}
	if strings.Trim(line, states) != "" {
		return false
	}
	return r.head.text != "" && err == nil && isWholeState(b, line) || strings.EqualFold(filepath.Ext(r.file), ".bits")
}

func (r *Reader) nextBits() (*Puzzle, error) {
	line, err := r.skip()
	if err != nil {
		return nil, err
	}
	b, err := r.headBoard()
	if err != nil {
		return nil, err
	}
	if b == nil {
		return nil, r.wrap(r.number, ErrNeedsBoard)
	}
	p, err := parseBits(b, line)
	if err != nil {
		return nil, r.errorf(r.number, "%v", err)
	}
	p.Origin = r.origin(r.number)
	return p, nil
}

// parseBits reads a 0 or a 1 for every light of the board, or the digit of its state where there are more
// than two. The goal is all off.
func parseBits(b *Board, text string) (*Puzzle, error) {
	if b.states > 2 {
		on, err := parseStateDigits(b, text)
		return &Puzzle{Board: b, On: on, Goal: b.Dark()}, err
	}
	if len(text) != b.lights {
		return nil, fmt.Errorf("%d lights given, %s has %d", len(text), clip(b.spec), b.lights)
	}
	on := gf2.NewVec(b.lights)
	for i := range len(text) {
		switch text[i] {
		case '0':
		case '1':
			on.Set(i, true)
		default:
			return nil, fmt.Errorf("character %q in column %d: bits are 0 and 1", text[i], i+1)
		}
	}
	return &Puzzle{Board: b, On: Bits(on), Goal: b.Dark()}, nil
}

func (w *Writer) prepareBits() error {
	if w.board.lights == 1 {
		if err := w.noComment(); err != nil {
			return err
		}
	}
	w.head = "c board " + boardText(w.board) + "\n"
	w.record = func(dst []byte, r *Record) []byte {
		return append(w.states(dst, r), '\n')
	}
	return nil
}

// states appends the state of every light.
func (w *Writer) states(dst []byte, r *Record) []byte {
	if w.board.states > 2 {
		return appendDigits(dst, r.On.Digits())
	}
	return digits.appendBits(dst, r.On.Bits().Words(), 0, w.board.lights)
}

// glyphs has, for every byte, its bits as eight characters, the first bit first.
type glyphs [256]uint64

func newGlyphs(off, on byte) *glyphs {
	var table glyphs
	for v := range table {
		var text [8]byte
		for k := range text {
			if text[k] = off; v>>k&1 != 0 {
				text[k] = on
			}
		}
		table[v] = binary.LittleEndian.Uint64(text[:])
	}
	return &table
}

var digits, marks = newGlyphs('0', '1'), newGlyphs('.', '#')

// appendBits appends n bits of w from bit first on.
func (g *glyphs) appendBits(dst []byte, w []uint64, first, n int) []byte {
	end := len(dst) + n
	dst = slices.Grow(dst, n+8)
	out := dst[len(dst) : end+8]
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
