package puzzlefile

import (
	"fmt"
	"regexp"
	"strings"

	"lightsout/board"
	"lightsout/gf2"
)

// A game ID of Flip, from Simon Tatham's Portable Puzzle Collection, is
//
//	5x4c:MATRIX,LIGHTS
//
// width and height, then c (crosses), r (random shapes) or nothing, then two bit strings in
// hexadecimal, the first bit being the most significant of the first digit. MATRIX has, for each
// square row by row, the squares that a click on it flips; LIGHTS has 1 for a square that is not
// yet lit up. Here such a square is on, and the goal is all off. That Flip's squares then end up
// light is only a matter of colours. Every line is a puzzle.
//
// The letter only says how the matrix was made, and Flip itself leaves it out of the IDs it
// prints. A matrix of crosses is read as grid:HxW, any other as a listed board with rows and
// columns.

var flipID = regexp.MustCompile(`^([0-9]+)(?:x([0-9]+))?([a-z]*)([:#]|$)`)

// looksFlip leaves a lone number to others, 10#01 to pictures, which say what is wrong with it, and "1: 2 3" to lists
// of neighbours.
func looksFlip(line string) bool {
	const size = 1000 // of a board, with its letter and sign, at most: a long line of digits is not searched
	m := flipID.FindStringSubmatch(line[:min(len(line), size)])
	switch {
	case m == nil || looksText(line):
		return false
	case m[2] != "" && (m[4] != "" || len(line) <= size), m[4] == "#":
		return true
	}
	return m[4] == ":" && strings.Contains(line[len(m[0]):], ",") && !strings.HasPrefix(line[len(m[0]):], " ") &&
		len(line) > len(m[0])+4
}

func (r *Reader) flipPuzzle(id string) *board.Puzzle {
	id = strings.Trim(id, " \t")
	m := flipID.FindStringSubmatch(id)
	refuse(m == nil, "%q is not a game ID of Flip: they look like 5x5c:MATRIX,LIGHTS", id)
	params, width, height, letter, mark := m[0], m[1], m[2], m[3], m[4]
	if height == "" {
		height = width
	}
	w, okW := number(width, 1, maxLine)
	h, okH := number(height, 1, maxLine)
	matrix, lights, hasLights := strings.Cut(id[len(params):], ",")
	switch {
	case !okW || !okH:
		fail("there is no board of %s by %s squares: each side is from 1 to %d", width, height, maxLine)
	case letter != "" && letter != "c" && letter != "r":
		fail("the letter after the size is c (crosses) or r (random), not %s", letter)
	case mark == "#":
		fail("a random seed is not a puzzle: only Flip itself can make a puzzle of it; choose Specific in its Game " +
			"menu and copy the ID that has a colon")
	case mark == "":
		fail("%s are only the parameters of a game; the squares follow after a colon", id)
	case !hasLights:
		fail("the lights are missing: a comma goes between the matrix and them")
	}
	const most = 1 << 14 // squares: the matrix has a bit for each two of them, and a line at most 2^28 bits
	if w > most/h || len(matrix) != hexDigits(w*h*w*h) || len(lights) != hexDigits(w*h) {
		fail("a board of %dx%d squares does not fit a matrix of %d and lights of %d digits", w, h, len(matrix),
			len(lights))
	}
	on := parseHex("lights", lights, w*h)
	b := r.flipBoard(matrix, w, h)
	if letter == "c" && b.Shape().Kind != "grid" {
		fail("the ID says crosses (c), but its matrix is a different one; is it damaged?")
	}
	return &board.Puzzle{Board: b, On: board.Bits(on), Goal: board.NewState(w*h, 2)}
}

// flipBoard is the grid of crosses if that is what the matrix says, or else a listed board drawn
// with rows and columns.
func (r *Reader) flipBoard(matrix string, w, h int) *board.Board {
	bits := parseHex("matrix", matrix, w*h*w*h)
	flips := gf2.ListsOf(w*h, func(put func(s, l int)) {
		for bit := range bits.Ones() {
			put(bit/(w*h), bit%(w*h))
		}
	})
	l := board.Listed{Name: r.graphName(), Lights: w * h, Graph: true, Rows: h, Cols: w, Flips: flips}
	b, err := l.Board()
	check(err)
	crosses := r.boardOf(fmt.Sprintf("grid:%dx%d", h, w), r.number)
	if b.Equal(crosses) {
		return crosses
	}
	return b
}

func hexDigits(bits int) int { return (bits + 3) / 4 }

// parseHex reads n bits written four to a digit.
func parseHex(what, text string, n int) gf2.Vec {
	v := gf2.NewVec(n)
	for i := range len(text) {
		d := strings.IndexByte("0123456789abcdef", text[i]|0x20)
		if d < 0 {
			fail("character %q at position %d of the %s: they are hexadecimal digits", text[i], i+1, what)
		}
		for k := range 4 {
			if d>>(3-k)&1 == 0 {
				continue
			}
			if 4*i+k >= n {
				fail("the last digit of the %s has a bit beyond the last square", what)
			}
			v.Set(4*i+k, true)
		}
	}
	return v
}

// maxFlipSquares keeps a game ID within what a line may hold.
const maxFlipSquares = 1 << 13

// prepareFlip writes game IDs. The board must be made of rows and columns without holes, and no
// switch may be forbidden. Flip knows one goal only, so the ID has the lights that must change.
func (w *Writer) prepareFlip() error {
	b := w.board
	switch {
	case !b.Shape().InRows || hasHoles(b):
		return fmt.Errorf("Flip's boards are rows and columns without holes; %s is not", clip(b.Spec()))
	case b.Lights() > maxFlipSquares:
		return &board.TooLargeError{What: fmt.Sprintf("the Flip game ID of %s", clip(b.Spec())),
			Limit: fmt.Sprintf("it goes up to %d squares", maxFlipSquares)}
	}
	letter := "r"
	if shape := b.Shape(); shape.Cross && shape.Kind == "grid" && !shape.SelfOff {
		letter = "c"
	}
	rows, cols := b.Layout().Size()
	n := b.Lights()
	matrix := gf2.NewVec(n * n)
	for s, l := range arcs(listsOf(b)) {
		matrix.Set(s*n+l, true)
	}
	w.before = append(appendHex(fmt.Appendf(nil, "%dx%d%s:", cols, rows, letter), matrix), ',')
	w.record, w.after, w.goals = w.flip, []byte("\n"), true
	return nil
}

func (w *Writer) flip(dst []byte, r *Record) []byte {
	change := r.On
	if !r.Goal.IsZero() {
		change = r.Change()
	}
	return appendHex(dst, change.Bits())
}

// appendHex writes four bits to a digit, the first bit being the highest.
func appendHex(dst []byte, v gf2.Vec) []byte {
	const reversed = "084c2a6e195d3b7f"
	for i := 0; i < v.Len(); i += 4 {
		dst = append(dst, reversed[v.Words()[i/64]>>(i%64)&15])
	}
	return dst
}
