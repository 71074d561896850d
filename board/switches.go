package board

import (
	"fmt"
	"strconv"
	"strings"
)

// ParseSwitches reads a list of switches as people write them, counted from 1: numbers and ranges
// (3,5-8), places on boards with rows and columns (r2c3), separated by commas or spaces; or a
// string of 0 and 1 with one character for every switch. The order is kept, and a switch may
// occur more than once.
func ParseSwitches(b *Board, text string) ([]int, error) {
	text = strings.TrimSpace(text)
	if len(text) == b.switches && text != "" && strings.Trim(text, "01") == "" {
		list := []int{}
		for s, ch := range []byte(text) {
			if ch == '1' {
				list = append(list, s)
			}
		}
		return list, nil
	}
	list := []int{}
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' || r == '\t' || r == '\n' || r == '\r' }) {
		first, last, err := b.parseSwitchRange(word)
		if err != nil {
			return nil, err
		}
		for s := first; s <= last; s++ {
			list = append(list, s)
		}
	}
	return list, nil
}

func (b *Board) parseSwitchRange(word string) (first, last int, err error) {
	if strings.HasPrefix(word, "r") {
		s, err := b.parsePlace(word)
		return s, s, err
	}
	from, to, isRange := strings.Cut(word, "-")
	if !isRange {
		to = from
	}
	if first, err = b.parseSwitch(from); err != nil {
		return 0, 0, err
	}
	if last, err = b.parseSwitch(to); err != nil {
		return 0, 0, err
	}
	if last < first {
		return 0, 0, fmt.Errorf("%q counts down: write %s-%s", clip(word), to, from)
	}
	return first, last, nil
}

func (b *Board) parseSwitch(word string) (int, error) {
	n, err := strconv.Atoi(word)
	if err != nil || word[0] == '+' {
		return 0, fmt.Errorf("%q is not a switch: write numbers from 1 to %d, ranges such as 3-7, or places such as r2c3", clip(word), b.switches)
	}
	if n < 1 || n > b.switches {
		return 0, fmt.Errorf("switch %d is out of range: %s has switches 1 to %d", n, b.spec, b.switches)
	}
	return n - 1, nil
}

// parsePlace reads r2c3.
func (b *Board) parsePlace(word string) (int, error) {
	rowText, colText, ok := strings.Cut(word[1:], "c")
	row, err1 := strconv.Atoi(rowText)
	col, err2 := strconv.Atoi(colText)
	if !ok || err1 != nil || err2 != nil {
		return 0, fmt.Errorf("%q is not a place: write row and column as in r2c3", clip(word))
	}
	if b.layout == nil {
		return 0, fmt.Errorf("%q: %s has no rows and columns; use switch numbers", clip(word), b.spec)
	}
	rows, cols := b.layout.Size()
	if row < 1 || row > rows || col < 1 || col > cols {
		return 0, fmt.Errorf("%q is outside %s, which is drawn on %d rows and %d columns", clip(word), b.spec, rows, cols)
	}
	cell := b.layout.Cell(row-1, col-1)
	if cell < 0 {
		return 0, fmt.Errorf("%q: %s has no cell there", clip(word), b.spec)
	}
	return cell, nil
}
