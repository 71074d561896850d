package board

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"

	"lightsout/gf2"
	"lightsout/internal/gridpoly"
)

// ParseState reads a state of the board's lights: all, none, a string of 0/1 or ./# in row-major
// order with optional / between rows (a hole of the board may be written _ in its place), or an
// integer whose least significant bit is the first light.
func ParseState(b *Board, text string) (gf2.Vec, error) {
	if err := CheckSize(b); err != nil {
		return gf2.Vec{}, err
	}
	switch text {
	case "":
		return gf2.Vec{}, fmt.Errorf("no lights given: use all, none, a string of 0 and 1, or an integer")
	case "all":
		return gf2.AllOnes(b.Lights()), nil
	case "none":
		return gf2.NewVec(b.Lights()), nil
	}
	isPicture := strings.Trim(text, "01.#_/") == ""
	isNumber := strings.Trim(text, "0123456789") == "" || strings.HasPrefix(text, "0x") || strings.HasPrefix(text, "0X")
	if isPicture && (!isNumber || len(text) == b.Lights()) {
		return parseCells(b, text)
	}
	if strings.Trim(text, "01") == "" && (text[0] == '0' && len(text) > 1 || len(text) > 19) {
		// Nobody writes an integer with a leading zero, or 20 digits of which none is above 1.
		return gf2.Vec{}, fmt.Errorf("%d lights given, %s has %d", len(text), b.spec, b.Lights())
	}
	if isNumber {
		return parseInteger(b, text)
	}
	return gf2.Vec{}, fmt.Errorf("%q is not a state: use all, none, random, a string of 0/1 or ./#, or an integer such as 341 or 0x1ff", clip(text))
}

func parseCells(b *Board, text string) (gf2.Vec, error) {
	rows := strings.Split(text, "/")
	if len(rows) > 1 {
		if err := checkRows(b, rows); err != nil {
			return gf2.Vec{}, err
		}
	}
	if b.shape.Masked {
		var err error
		if rows, err = withoutHoles(b, rows); err != nil {
			return gf2.Vec{}, err
		}
	}
	cells := strings.Join(rows, "")
	if strings.ContainsAny(cells, "01") && strings.ContainsAny(cells, ".#") {
		return gf2.Vec{}, fmt.Errorf("%q mixes 0/1 and ./#: use one of the two", clip(text))
	}
	if strings.Contains(cells, "_") {
		return gf2.Vec{}, fmt.Errorf("_ stands for a hole, and %s has none there", clip(b.spec))
	}
	if len(cells) != b.Lights() {
		return gf2.Vec{}, fmt.Errorf("%d lights given, %s has %d", len(cells), clip(b.spec), b.Lights())
	}
	v := gf2.NewVec(b.Lights())
	for i, ch := range []byte(cells) {
		if ch == '1' || ch == '#' {
			v.Set(i, true)
		}
	}
	return v, nil
}

// checkRows holds rows that were written apart against the board's own rows.
func checkRows(b *Board, rows []string) error {
	if !b.hasRows() {
		return nil // no rows to hold them against: the / only help the eye
	}
	tall, wide := b.layout.Size()
	if len(rows) != tall {
		return fmt.Errorf("%d rows given, %s has %d", len(rows), clip(b.spec), tall)
	}
	for r, row := range rows {
		if there := cellsInRow(b, r); len(row) != wide && len(row) != there {
			return fmt.Errorf("row %d has %d lights, %s has %d there", r+1, len(row), clip(b.spec), there)
		}
	}
	return nil
}

func cellsInRow(b *Board, row int) int {
	_, wide := b.layout.Size()
	if !b.shape.Masked {
		return wide
	}
	there := 0
	for c := range wide {
		if b.layout.Cell(row, c) >= 0 {
			there++
		}
	}
	return there
}

// withoutHoles takes the _ out of rows that show the holes too, once each is where the board has a
// hole. A state without / may show them as well, if it is long enough for all rows.
func withoutHoles(b *Board, rows []string) ([]string, error) {
	tall, wide := b.layout.Size()
	if len(rows) == 1 && tall > 1 {
		if len(rows[0]) != tall*wide {
			return rows, nil
		}
		whole := rows[0]
		rows = nil
		for ; whole != ""; whole = whole[wide:] {
			rows = append(rows, whole[:wide])
		}
	}
	short := make([]string, len(rows))
	for r, row := range rows {
		if short[r] = row; len(row) != wide {
			continue
		}
		for c := range wide {
			if isHole := b.layout.Cell(r, c) < 0; isHole != (row[c] == '_') {
				return nil, fmt.Errorf("row %d, column %d: _ is for holes, and the board's holes are elsewhere", r+1, c+1)
			}
		}
		short[r] = strings.ReplaceAll(row, "_", "")
	}
	return short, nil
}

// maxIntegerText bounds what is handed to the quadratic conversion from decimal.
const maxIntegerText = 100_000

func parseInteger(b *Board, text string) (gf2.Vec, error) {
	if len(text) > maxIntegerText {
		return gf2.Vec{}, fmt.Errorf("an integer of %d digits: write so many lights as a string of 0 and 1", len(text))
	}
	base, digits := 10, text
	if strings.HasPrefix(text, "0x") || strings.HasPrefix(text, "0X") {
		base, digits = 16, text[2:]
	}
	n, ok := new(big.Int).SetString(digits, base)
	if !ok || n.Sign() < 0 || digits[0] == '+' {
		return gf2.Vec{}, fmt.Errorf("%q is not an integer", clip(text))
	}
	if n.BitLen() > b.Lights() {
		if strings.Trim(text, "01") == "" {
			return gf2.Vec{}, fmt.Errorf("%d lights given, %s has %d", len(text), b.spec, b.Lights())
		}
		return gf2.Vec{}, fmt.Errorf("%s has a bit for light %d, but %s has %d lights", clip(text), n.BitLen(), b.spec, b.Lights())
	}
	v := gf2.NewVec(b.Lights())
	for i := range n.BitLen() {
		v.Set(i, n.Bit(i) == 1)
	}
	return v, nil
}

// RandomReachable is a state from which the given one can be reached, every such state being
// equally likely: the presses between them are uniform, and a linear map takes the uniform
// distribution to the uniform distribution on its image. Presses undo themselves, so reaching works
// both ways.
//
// What a seed means is frozen. The random source is PCG seeded with (seed, stream), one bit per
// switch from the low end of each word; grids, cylinders and tori of 2^22 lights and more are drawn
// row by row instead (package gridpoly), so that their states need not be held in memory. Different
// streams of one seed are independent.
func RandomReachable(b *Board, state gf2.Vec, seed, stream uint64) gf2.Vec {
	if shape, ok := b.shape.Rectangle(); ok && b.lights >= drawnByRows {
		change, err := gridpoly.Store(shape, randomRows(b, shape, seed, stream))
		if err != nil {
			panic("board: " + err.Error()) // rows drawn from a seed do not fail
		}
		return change.Sum(state)
	}
	return b.Apply(randomPresses(b, seed, stream)).Sum(state)
}

func randomPresses(b *Board, seed, stream uint64) gf2.Vec {
	source := rand.NewPCG(seed, stream)
	presses := gf2.NewVec(b.Switches())
	w := presses.Words()
	for i := range w {
		w[i] = source.Uint64()
	}
	if tail := b.Switches() % 64; tail != 0 {
		w[len(w)-1] &= 1<<tail - 1
	}
	return presses
}
