// Package answers reads the answers that people and language models give to puzzles, and states puzzles for them in words.
package answers

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"lightsout/board"
	"lightsout/internal/strictjson"
	"lightsout/internal/suggest"
)

// List reads an answer: a list of switches, or a text that is one. Of free text it takes the answer in its final form
// ([Final]), and returns the words that were read.
func List(b *board.Board, field string, answer json.RawMessage, free bool) (list []int, read string, err error) {
	if !Given(answer) {
		return nil, "", nil
	}
	if answer, read, err = Found(answer, free); err != nil {
		return nil, read, fmt.Errorf("%s: %w", field, err)
	}
	if string(answer) == impossible {
		return nil, read, ErrImpossible
	}
	list, err = listOf(b, field, answer)
	if errors.Is(err, ErrNoList) {
		err = fmt.Errorf("%w; %s is a list of switches counted from 0, of pairs [row, column] from 0 or of "+
			"places \"r1c1\"", err, field)
		if IsText(answer) {
			err = fmt.Errorf("%w; --free-text (free_text in requests) reads the answer that a text ends with", err)
		}
	}
	return list, read, err
}

// Found is the list of an answer, which may be a text, and the words that were read. An answer that there is none is
// the text impossible.
func Found(answer json.RawMessage, free bool) (list json.RawMessage, read string, err error) {
	answer = Unwrapped(answer)
	if !IsText(answer) {
		return answer, string(answer), nil
	}
	text := Text(answer)
	if free {
		return Final(text)
	}
	if list, ok := strictList(text); ok {
		return list, text, nil
	}
	return answer, text, nil
}

// listOf reads a list of switches, or a row of 0 and 1 for each row of a board that has not two columns: two numbers
// are a pair.
func listOf(b *board.Board, field string, answer json.RawMessage) ([]int, error) {
	var rows [][]int
	layout, high, wide := b.Layout(), 0, 0
	if layout != nil {
		high, wide = layout.Size()
	}
	if !bytes.HasPrefix(answer, []byte("[[")) || json.Unmarshal(answer, &rows) != nil || layout == nil ||
		len(rows[0]) <= 2 && (wide == 2 || len(rows[0]) != wide) {
		return Cells(b, field, answer, "switch", b.Switches())
	}
	list := []int{}
	for row, cells := range rows {
		if len(rows) != high || len(cells) != wide {
			return nil, fmt.Errorf("%s: %s are not the %d rows of %d cells of this board%w", field,
				clip(string(answer)), high, wide, ErrNoList)
		}
		for column, times := range cells {
			cell := layout.Cell(row, column)
			if times != 0 && (times != 1 || cell < 0 || cell >= b.Switches()) {
				return nil, fmt.Errorf("%s: row %d, column %d is %d; a grid has 1 for each press and 0 elsewhere%w",
					field, row, column, times, ErrNoList)
			}
			if times == 1 {
				list = append(list, cell)
			}
		}
	}
	return list, nil
}

// ErrImpossible says that an answer is that there is none.
var ErrImpossible = errors.New("the puzzle is said to have no answer")

// impossible is such an answer in JSON.
const impossible = `"impossible"`

// ErrNoSwitch says that an answer is a list, but names a switch that the board does not have.
var ErrNoSwitch = errors.New("there is no such switch")

// noCell is such a defect in words.
type noCell string

func (e noCell) Error() string { return string(e) }

func (e noCell) Is(target error) bool { return target == ErrNoSwitch }

// ErrNoList marks what is not a list of cells at all; the error it is joined to says why.
var ErrNoList = errors.New("")

// Cells reads the list of switches or lights in a field: numbers and pairs of row and column, which
// count from 0, and places such as "r1c1".
func Cells(b *board.Board, field string, list json.RawMessage, what string, limit int) ([]int, error) {
	cells := plainNumbers(list)
	var items []json.RawMessage
	if cells == nil {
		if err := strictjson.Decode(list, &items, strictjson.Known); err != nil {
			return nil, fmt.Errorf("%s: %w%w", field, err, ErrNoList)
		}
		cells = make([]int, len(items))
		for i, item := range items {
			var err error
			if cells[i], err = cellOf(b, what, item); err != nil {
				return nil, fmt.Errorf("%s[%d]: %w", field, i, err)
			}
		}
	}
	for i, c := range cells {
		if c < 0 || c >= limit {
			text := strconv.Itoa(c)
			if items != nil {
				text = clip(string(items[i])) // it may be too large for an int
			}
			return nil, noCell(fmt.Sprintf("there is no %s %s: they are 0 to %d", what, text, limit-1))
		}
	}
	return cells, nil
}

// cellOf reads an item of a list of cells: a number, which may be none of the board, or a place or node that it has.
func cellOf(b *board.Board, what string, item json.RawMessage) (int, error) {
	cell, err := strconv.Atoi(string(item))
	if err == nil || errors.Is(err, strconv.ErrRange) {
		return cell, nil
	}
	var place string
	var pair [2]int
	switch named := b.Names() != nil; {
	case strictjson.Decode(item, &pair, strictjson.Known) == nil:
		place = fmt.Sprintf("r%dc%d", pair[0]+1, pair[1]+1)
	case json.Unmarshal(item, &place) != nil || !named && !strings.HasPrefix(place, "r"):
		return 0, fmt.Errorf("%s is not a whole number, a pair [row, column] or a place \"r1c1\"%w", clip(string(item)),
			ErrNoList)
	case named && !strings.HasPrefix(place, `"`) && (b.Layout() == nil || !listPlace.MatchString(place)):
		place = `"` + strings.ReplaceAll(place, `"`, `""`) + `"`
	}
	cells, err := b.ParseSwitches(place)
	if what == "light" {
		var lit board.State
		lit, err = b.ParseState(place)
		cells = lit.Indices()
	}
	switch {
	case err != nil:
		return 0, noCell(err.Error())
	case len(cells) != 1:
		return 0, noCell(fmt.Sprintf("%q is not one place", clip(place)))
	}
	return cells[0], nil
}

// plainNumbers is the list, if it is one, of whole numbers from 0 of up to nine digits in a JSON value without blanks;
// nil if it is anything else. Most lists are that, and without it a batch takes 1.2 of the time.
func plainNumbers(text []byte) []int {
	if len(text) == 0 || text[0] != '[' {
		return nil
	}
	list := make([]int, 0, 16)
	number, digits := 0, 0
	for _, c := range text[1:] {
		switch {
		case '0' <= c && c <= '9' && digits < 9 && (digits == 0 || number > 0):
			number, digits = 10*number+int(c-'0'), digits+1
		case digits > 0 && (c == ',' || c == ']'):
			list = append(list, number)
			number, digits = 0, 0
		case c != ']':
			return nil
		}
	}
	return list
}

// Text is what a JSON string says, and anything else as it stands.
func Text(id json.RawMessage) string {
	var text string
	if json.Unmarshal(id, &text) == nil {
		return text
	}
	return string(id)
}

// Given reports whether a field is there and not null.
func Given(field json.RawMessage) bool {
	return len(field) > 0 && !bytes.Equal(field, []byte("null"))
}

// IsText reports whether an answer is a JSON string.
func IsText(answer json.RawMessage) bool { return len(answer) > 0 && answer[0] == '"' }

// Unwrapped is the list of an object such as {"presses":[0]} or {"answer":[0]}, and any other answer as it is.
func Unwrapped(answer json.RawMessage) json.RawMessage {
	var object struct {
		Presses json.RawMessage `json:"presses"`
		Answer  json.RawMessage `json:"answer"`
	}
	if !bytes.HasPrefix(answer, []byte("{")) || strictjson.Decode(answer, &object, strictjson.Any) != nil ||
		Given(object.Presses) == Given(object.Answer) {
		return answer
	}
	if Given(object.Answer) {
		return object.Answer
	}
	return object.Presses
}

// listPlace is a place as people write it.
var listPlace = regexp.MustCompile(`^[rR]([0-9]+)[cC]([0-9]+)$`)

func clip(s string) string { return suggest.Clip(s, 80) }
