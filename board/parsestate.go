package board

import (
	"errors"
	"fmt"
	"math/bits"
	"regexp"
	"slices"
	"strings"

	"lightsout/gf2"
	"lightsout/internal/suggest"
)

// ParseState reads a state of the board's lights as people write it. These are tried in order:
//
//	all, none                 words; all is every light on, in state 1
//	0x1ff, 0b101              an integer whose least significant bit is the first light
//	101/010/101, #.#.#.#.#    a picture: a cell for every light, row by row, with optional / between
//	                          rows; a hole of the board may be written _ in its place
//	3, 1,4-7, r2c3,r2c4       a list as [Board.ParseSwitches] reads it, of lights
//
// Digits alone are a picture if they are exactly as many as there are lights, and the number of a
// light otherwise. Where lights have more than two states, a picture has a digit of 0-9a-z for every light, an integer
// tells which lights are in state 1, and a list may say 5*2 for light 5 in state 2. Where nodes have names, lists have
// names instead of numbers; one such as a,b stands in double quotes. [Puzzle.SetLights] takes random as well, and goals
// with lights that do not matter.
func (b *Board) ParseState(text string) (State, error) {
	state, dontCare, err := parseGoal(b, text)
	if err == nil && dontCare.Len() > 0 {
		return State{}, fmt.Errorf("%q: ? stands for a light that does not matter in a goal; here every light "+
			"has a state", clip(text))
	}
	return state, err
}

// integerWord is how an integer begins.
var integerWord = regexp.MustCompile(`^0[xXbB]`)

// drawnCells are the signs that drawings have for cells, on and off, whether marked or not.
var drawnCells = strings.NewReplacer("●", "#", "◉", "#", "◆", "#", "▲", "#", "▼", "#", "■", "#", "⬜", "#",
	"🟨", "#",
	"🟩", "#", "🟦", "#", "🟥", "#",
	"·", ".", "◎", ".", "◇", ".", "△", ".", "▽", ".", "□", ".", "⬛", ".", "×", " ")

// asciiCells does the same with drawings in plain ASCII, in which ^ and v say which way a triangle points.
var asciiCells = strings.NewReplacer("@", "#", "o", ".", "^", " ", "v", " ")

// PlainPicture is a picture with # and . in place of the signs that drawings have, such as ● and ·.
//
// Beside a coloured square a white one is off. Squares of several colours are left as they are: which of them are on is
// anybody's guess.
func PlainPicture(text string) string {
	colours := 0
	for _, square := range []string{"🟨", "🟩", "🟦", "🟥"} {
		if strings.Contains(text, square) {
			colours++
		}
	}
	switch {
	case colours > 1:
		return text
	case colours == 1:
		text = strings.ReplaceAll(text, "⬜", ".")
	case strings.ContainsAny(text, "#.@") && strings.Contains(text, " ") &&
		strings.Trim(text, "^v#.@o_?/ \t\r\n") == "":
		return asciiCells.Replace(text)
	}
	return drawnCells.Replace(text)
}

// stateWords are the states that have a name.
var stateWords = []string{"all", "none", "random"}

// parseGoal is ParseState with a ? in pictures for a light that does not matter. There the state is 0;
// without a ? the vector of those lights has length 0.
func parseGoal(b *Board, text string) (state State, dontCare gf2.Vec, err error) {
	text = strings.TrimSpace(text)
	if strings.Contains(text, `"`) { // as no picture does
		state, err = parseLights(b, text)
		return state, dontCare, err
	}
	isName := b.isNamed(text)
	if isName && (integerWord.MatchString(text) || slices.Contains(stateWords, text)) {
		return State{}, gf2.Vec{}, fmt.Errorf("%q is also the name of a node: write the name in double quotes",
			clip(text))
	}
	if !isName && b.states <= 2 {
		text = b.plainRows(text)
	}
	if plain := PlainPicture(text); !isName && (plain != text || strings.ContainsAny(text, "\n/.#")) {
		// Rows on lines of their own; blanks between the signs of a picture only help the eye.
		rows := strings.NewReplacer("\r", "", " ", "", "\t", "", "\n", "/").Replace(plain)
		if strings.Trim(rows, pictureCells) == "" {
			text = rows
		}
	}
	if text == "" {
		return state, dontCare, errors.New("no lights given: use all, none, a list such as 3,5-8, or a picture " +
			"of 0 and 1")
	}
	if err := b.CheckSize(); err != nil {
		return state, dontCare, err
	}
	switch text {
	case "all":
		return b.uniform(1), dontCare, nil
	case "none":
		return b.Dark(), dontCare, nil
	}
	parse := parseLit
	if b.states > 2 {
		parse = parseNumbers
	}
	return parse(b, text)
}

// plainRows is a picture in the signs that files may have for on and off too, X.X/.X. or OO-/--O, or with its rows between
// blanks, 101 010 101; any other text stays as it is.
func (b *Board) plainRows(text string) string {
	cells := strings.NewReplacer(" ", "", "\t", "", "\r", "", "\n", "", "/", "").Replace(text)
	if strings.Trim(text, "01 \t") == "" && len(cells) == b.lights {
		return cells
	}
	for _, on := range "XxOo*" {
		for _, off := range ".-" {
			if strings.Trim(cells, string(on)+string(off)+"?_") == "" && strings.ContainsRune(cells, off) {
				return strings.NewReplacer(string(on), "#", string(off), ".").Replace(text)
			}
		}
	}
	return text
}

// parseLit reads which lights are on, where lights have two states.
func parseLit(b *Board, text string) (state State, dontCare gf2.Vec, err error) {
	only := func(characters string) bool { return strings.Trim(text, characters) == "" }
	switch {
	case integerWord.MatchString(text):
		state, err = parseInteger(b, text)
	case only("0123456789"):
		state, err = parseDigits(b, text)
	case only(pictureCells):
		state, dontCare, err = parseCells(b, text)
	case only(listSigns) || b.names != nil:
		state, err = parseLights(b, text)
	default:
		err = fmt.Errorf("%q is not a state%s: use all, none, random, a list such as 3,5-8 or r2c3, a picture of 0/1 "+
			"or ./#, or an integer such as 0x1ff", clip(text), suggest.DidYouMean(text, stateWords))
	}
	return state, dontCare, err
}

// listSigns are the characters of a list without names.
const listSigns = "0123456789,-* \t\r\nrc\""

// parseNumbers is parseLit where lights have more than two states: a text of as many digits as there are lights may be
// something else too.
func parseNumbers(b *Board, text string) (state State, dontCare gf2.Vec, err error) {
	list := strings.Trim(text, listSigns) == "" || b.names != nil
	whole := len(strings.ReplaceAll(text, "/", "")) == b.lights && !strings.ContainsAny(text, ",-* \t\r\n")
	place, integer, isName := placeWord.MatchString(text), integerWord.MatchString(text), b.isNamed(text)
	states := whole && strings.Trim(text, stateDigits[:b.states]) == ""
	if states && place { // of a cell that the board has
		_, err := b.lightNumbers().place(text)
		place = err == nil
	}
	if states && integer {
		_, err := parseInteger(b, text)
		integer = err == nil
	}
	switch {
	case states && isName:
		err = fmt.Errorf("%q is a state for each light, and the name of a node too: write the name in double quotes",
			text)
	case states && (place || integer):
		err = fmt.Errorf("%q is a state for each light, and a %s too: a list has a comma after it, and states can be "+
			"given as a list too, such as 1*3,2", text, map[bool]string{true: "place", false: "number"}[place])
	case integer:
		state, err = parseInteger(b, text)
	case !list || whole && !place && !isName || strings.Contains(text, "/"):
		state, dontCare, err = parseCells(b, text)
	default:
		state, err = parseLights(b, text)
	}
	return state, dontCare, err
}

// parseDigits reads digits alone: a picture if they are exactly as many as there are lights, else the
// number of a light.
func parseDigits(b *Board, text string) (state State, err error) {
	hasCells := len(text) == b.lights
	isPicture := hasCells && strings.Trim(text, "01") == ""
	n, isNumber := number(text, 1, b.lights)
	switch {
	case isPicture && b.isNamed(text):
		return state, fmt.Errorf("%q is both a picture and the name of a node: write the name in double quotes, or "+
			"the picture with . and #", clip(text))
	case isPicture:
		state, _, err = parseCells(b, text)
		return state, err
	case b.names != nil:
		return parseLights(b, text)
	case isNumber && text[0] != '0' && !hasCells:
		return Bits(gf2.VecOf(b.lights, n-1)), nil
	}
	return state, fmt.Errorf("%q does not fit: a picture of %s has %d cells of 0 and 1, and a list names lights from "+
		"1 to %[3]d", clip(text), clip(b.spec), b.lights)
}

// parseLights reads a list of lights. One that is named twice is on all the same.
func parseLights(b *Board, text string) (State, error) {
	state, given := NewState(b.lights, b.States()), gf2.NewVec(b.lights)
	err := b.lightNumbers().each(text, func(first, last, amount int) error {
		for l := first; l <= last; l++ {
			if given.Bit(l) && state.At(l) != amount {
				return fmt.Errorf("light %d is named twice, in state %d and in state %d", l+1, state.At(l), amount)
			}
			given.Set(l, true)
			state.Set(l, amount)
		}
		return nil
	})
	if err == nil && given.IsZero() {
		err = fmt.Errorf("%q names no light; the state without any is none", clip(text))
	}
	return state, err
}

// ParsePicture reads rows of cells, in the order of the lights: 0 and 1 or . and #, or the digits of states where
// there are more than two, with _ for a hole of the board. Where the board has no rows, the rows are joined.
func (b *Board) ParsePicture(rows []string) (State, error) {
	state, dontCare, err := parseCells(b, strings.Join(rows, "/"))
	if err == nil && dontCare.Len() > 0 {
		err = errors.New("? is for goals; here every light has a state")
	}
	return state, err
}

// pictureCells are the characters of a picture where lights have two states.
const pictureCells = "01.#?_/"

// plainCells writes such a picture in digits.
var plainCells = strings.NewReplacer(".", "0", "#", "1")

// parseCells reads a picture; see parseGoal.
func parseCells(b *Board, text string) (state State, dontCare gf2.Vec, err error) {
	two := b.states <= 2
	if two && strings.ContainsFunc(text, func(r rune) bool { return !strings.ContainsRune(pictureCells, r) }) {
		return state, dontCare, fmt.Errorf("%q: a picture is written with 0 and 1 or . and #, with / between rows "+
			"and _ for a hole", clip(text))
	}
	cells, err := pictureCellsOf(b, text)
	if err != nil {
		return state, dontCare, err
	}
	if two && strings.ContainsAny(cells, ".#") {
		if strings.ContainsAny(cells, "01") {
			return state, dontCare, fmt.Errorf("%q mixes 0/1 and ./#: use one of the two", clip(text))
		}
		cells = plainCells.Replace(cells)
	}
	state = NewState(b.lights, b.States())
	if strings.Contains(cells, "?") {
		dontCare = gf2.NewVec(b.lights)
	}
	for i, ch := range []byte(cells) {
		switch d := strings.IndexByte(stateDigits[:b.States()], ch); {
		case ch == '?':
			dontCare.Set(i, true)
		case d < 0:
			return state, dontCare, fmt.Errorf("%q is not a state: those of %s are written 0 to %c", ch, clip(b.spec),
				stateDigits[b.states-1])
		case d > 0:
			state.Set(i, d)
		}
	}
	return state, dontCare, nil
}

// pictureCellsOf is a picture without its holes and the marks between rows: a character for every light.
func pictureCellsOf(b *Board, text string) (string, error) {
	rows := strings.Split(text, "/")
	if len(rows) > 1 {
		if err := checkRows(b, rows); err != nil {
			return "", err
		}
	}
	if b.inRows() && b.hasHoles() {
		var err error
		if rows, err = withoutHoles(b, rows); err != nil {
			return "", err
		}
	}
	cells := strings.Join(rows, "")
	if strings.Contains(cells, "_") {
		return "", fmt.Errorf("_ stands for a hole, and %s has none there", clip(b.spec))
	}
	if len(cells) != b.lights {
		return "", fmt.Errorf("%d lights given, %s has %d", len(cells), clip(b.spec), b.lights)
	}
	return cells, nil
}

// checkRows holds rows that were written apart against the board's own rows.
func checkRows(b *Board, rows []string) error {
	if !b.inRows() {
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
	if !b.hasHoles() {
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
				return nil, fmt.Errorf("row %d, column %d: _ is for holes, and the board's holes are elsewhere", r+1,
					c+1)
			}
		}
		short[r] = strings.ReplaceAll(row, "_", "")
	}
	return short, nil
}

// parseInteger reads 0x1ff or 0b101.
func parseInteger(b *Board, text string) (State, error) {
	width, allowed := 4, "0123456789abcdef"
	if text[1] == 'b' || text[1] == 'B' {
		width, allowed = 1, "01"
	}
	v, digits := NewState(b.lights, b.States()), strings.ToLower(text[2:])
	for i := range len(digits) {
		d := strings.IndexByte(allowed, digits[i])
		if d < 0 {
			return v, fmt.Errorf("%q is not an integer: after %s come digits out of %s", clip(text), text[:2], allowed)
		}
		first := (len(digits) - 1 - i) * width // the light of the digit's lowest bit
		if last := first + bits.Len(uint(d)); d > 0 && last > b.lights {
			return v, fmt.Errorf("%s has a bit for light %d, but %s has %d lights", clip(text), last, clip(b.spec),
				b.lights)
		}
		for k := range width {
			if d>>k&1 == 1 {
				v.Set(first+k, 1)
			}
		}
	}
	if digits == "" {
		return v, fmt.Errorf("%q is not an integer: after %s come digits out of %s", text, text, allowed)
	}
	return v, nil
}
