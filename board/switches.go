package board

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// ParseSwitches reads a list of switches as people write them, counted from 1: numbers and ranges
// (3,5-8), places on boards with rows and columns (r2c3), separated by commas or spaces; or a
// string of 0 and 1 with one character for every switch. The order is kept, and a switch may
// occur more than once. Where lights have more than two states, 3*2 is switch 3 twice, and the characters
// of the string say how many times each is pressed. The word none is no switch, unless a node is called so.
func (b *Board) ParseSwitches(text string) ([]int, error) {
	if strings.TrimSpace(text) == "none" && !slices.Contains(b.Names(), "none") {
		return nil, nil
	}
	return b.switchNumbers().list(text)
}

// naming is how people name a board's switches, or its lights: by number, from 1 to most, or by
// place.
type naming struct {
	board     *Board
	one, many string // what is numbered
	most      int
	layout    Layout // nil: there are no places
}

func (b *Board) switchNumbers() naming {
	places, _ := b.Sites()
	return naming{b, "switch", "switches", b.switches, places}
}

func (b *Board) lightNumbers() naming {
	_, places := b.Sites()
	return naming{b, "light", "lights", b.lights, places}
}

func (n naming) list(text string) ([]int, error) {
	text = strings.TrimSpace(text)
	list := []int{}
	isDigits := text != "" && strings.Trim(text, stateDigits[:n.board.States()]) == ""
	if len(text) == n.most && isDigits && n.board.isNamed(text) {
		return nil, fmt.Errorf("%q is both a digit for each %s and the name of a node: write the name in double quotes",
			clip(text), n.one)
	}
	if len(text) == n.most && isDigits {
		for i, ch := range []byte(text) {
			for range strings.IndexByte(stateDigits, ch) {
				list = append(list, i)
			}
		}
		return list, nil
	}
	err := n.each(text, func(first, last, times int) error {
		for i := first; i <= last; i++ {
			for range times {
				list = append(list, i)
			}
		}
		return nil
	})
	switch {
	case err != nil && isDigits && len(text) > 1:
		return nil, fmt.Errorf("%q does not fit: as a digit for each %s it has %d, %s has %d; as a list it names a "+
			"%[2]s that is not there", clip(text), n.one, len(text), clip(n.board.spec), n.most)
	case err != nil:
		return nil, err
	}
	return list, nil
}

// each yields the ranges of a list, both ends included and counted from 0, and how many times they count:
// 1, unless lights have more than two states and the list says 3*2.
func (n naming) each(text string, yield func(first, last, times int) error) error {
	for _, word := range n.words(text) {
		word, times, err := n.times(word)
		if err != nil {
			return err
		}
		if n.board.names != nil {
			if err := n.spanNamed(word, func(first, last int) error { return yield(first, last, times) }); err != nil {
				return err
			}
			continue
		}
		first, last, err := n.span(word)
		if err != nil {
			return err
		}
		if err := yield(first, last, times); err != nil {
			return err
		}
	}
	return nil
}

// times cuts off the *2 of 3*2.
func (n naming) times(word string) (rest string, times int, err error) {
	cut := strings.LastIndexByte(word, '*')
	if cut < 0 || strings.HasSuffix(word, `"`) {
		return word, 1, nil
	}
	rest, text := word[:cut], word[cut+1:]
	states := n.board.States()
	if states == 2 {
		return "", 0, fmt.Errorf("%q: only where lights have more than two states is there a number after *",
			clip(word))
	}
	times, ok := number(text, 0, states-1)
	if !ok {
		return "", 0, fmt.Errorf("%q: %s has lights with %d states, so that after * comes a number from 0 to %d",
			clip(word), clip(n.board.spec), states, states-1)
	}
	return rest, times, nil
}

// span reads 3, 5-8 or r2c3, and "3": nodes may be called by their numbers.
func (n naming) span(word string) (first, last int, err error) {
	if name, ok := strings.CutPrefix(word, `"`); ok && strings.Trim(name, "0123456789") == `"` {
		word = strings.TrimSuffix(name, `"`)
	}
	if strings.HasPrefix(word, "r") {
		cell, err := n.place(word)
		return cell, cell, err
	}
	from, to, isRange := strings.Cut(word, "-")
	if !isRange {
		to = from
	}
	if from == "" || to == "" {
		return 0, 0, n.unknown(word)
	}
	if first, err = n.number(from); err == nil {
		last, err = n.number(to)
	}
	switch {
	case err != nil:
		return 0, 0, err
	case last < first:
		return 0, 0, fmt.Errorf("%q counts down: write %s-%s", clip(word), to, from)
	}
	return first, last, nil
}

func (n naming) number(word string) (int, error) {
	i, err := strconv.Atoi(word)
	if err != nil || word[0] == '+' {
		return 0, n.unknown(word)
	}
	if i < 1 || i > n.most {
		return 0, fmt.Errorf("%s %d is out of range: %s has %s 1 to %d", n.one, i, clip(n.board.spec), n.many, n.most)
	}
	return i - 1, nil
}

func (n naming) unknown(word string) error {
	return fmt.Errorf("%q is not a %s: write numbers from 1 to %d, ranges such as 3-7, or places such as r2c3",
		clip(word), n.one, n.most)
}

// place reads r2c3.
func (n naming) place(word string) (int, error) {
	b := n.board
	rowText, colText, ok := strings.Cut(word[1:], "c")
	row, err1 := strconv.Atoi(rowText)
	col, err2 := strconv.Atoi(colText)
	if !ok || err1 != nil || err2 != nil {
		return 0, fmt.Errorf("%q is not a place: write row and column as in r2c3", clip(word))
	}
	if n.layout == nil {
		return 0, fmt.Errorf("%q: %s has no rows and columns; use the numbers of the %s", clip(word), clip(b.spec),
			n.many)
	}
	rows, cols := n.layout.Size()
	if row < 1 || row > rows || col < 1 || col > cols {
		return 0, fmt.Errorf("%q is outside %s, whose rows are numbered 1 to %d and columns 1 to %d", clip(word),
			clip(b.spec), rows, cols)
	}
	cell := n.layout.Cell(row-1, col-1)
	if cell < 0 {
		what := n.one
		if b.graph {
			what = "cell"
		}
		return 0, fmt.Errorf("%q: %s has no %s there", clip(word), clip(b.spec), what)
	}
	return cell, nil
}
