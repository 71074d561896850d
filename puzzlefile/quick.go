package puzzlefile

import (
	"encoding/json"
	"lightsout/board"
	"math/bits"
	"strings"
	"unicode/utf8"
)

// quick reads a record as generate writes it, in one pass. It reports false for anything unusual, such
// as escapes in a name, a number with a fraction, a defect of any kind, and leaves that to strictjson,
// which says what is wrong. What it accepts it reads exactly as strictjson does.
//
// A profile of a million records is why it is here: encoding/json and the second look of strictjson
// took four fifths of the time of grading them.
func (j *jsonRecord) quick(line string) bool {
	q := quickJSON{line: line}
	if !q.next('{') {
		return false
	}
	var seen uint32
	for first := true; !q.next('}'); first = false {
		if !first && !q.next(',') {
			return false
		}
		name, ok := q.text()
		if !ok || !q.next(':') {
			return false
		}
		at := fieldNumber(name)
		known := at >= 0
		if known && seen&(1<<at) != 0 || !known && mistakable(name) || !q.field(j, name) {
			return false
		}
		if known {
			seen |= 1 << at
		} else {
			j.passOver(name)
		}
	}
	q.blanks()
	return q.at == len(line)
}

// recordFields are the fields of jsonRecord.
var recordFields = []string{"id", "board", "lights", "toggles", "graph", "names", "on", "rows", "goal", "presses", "answer", "min_presses", "answers", "seed", "index", "uniform"}

// fieldNumber is where a name is among them, or -1.
func fieldNumber(name string) int {
	for i, f := range recordFields {
		if f == name {
			return i
		}
	}
	return -1
}

// mistakable reports whether a name differs from that of a field by case alone.
func mistakable(name string) bool {
	for _, f := range recordFields {
		if len(f) == len(name) && strings.EqualFold(f, name) {
			return true
		}
	}
	return false
}

// field reads the value of a field.
func (q *quickJSON) field(j *jsonRecord, name string) (ok bool) {
	null := q.literal("null")
	switch name {
	case "board":
		if !null {
			j.Board, ok = q.text()
		}
	case "rows":
		if !null {
			j.Rows, ok = q.texts(j.room.rows)
			j.room.rows = j.Rows[:0]
		}
	case "names":
		if !null {
			j.Names, ok = q.texts(nil)
		}
	case "answers":
		if !null {
			var text string
			if text, ok = q.text(); ok {
				j.Answers = &text
			}
		}
	case "lights":
		j.Lights, ok = q.optional(null)
	case "min_presses":
		j.MinPresses, ok = q.optional(null)
	case "seed":
		if !null {
			j.Seed, ok = q.number()
		}
	case "index":
		if !null {
			j.Index, ok = q.number()
		}
	case "graph":
		if !null {
			j.Graph, ok = q.truth()
		}
	case "uniform":
		if !null {
			var even bool
			if even, ok = q.truth(); ok {
				j.Uniform = &even
			}
		}
	default:
		return q.raw(j, name, null)
	}
	return ok || null
}

// raw keeps the value of a field as it stands, or passes over one that is not known.
func (q *quickJSON) raw(j *jsonRecord, name string, null bool) bool {
	var cells *cellList
	var value *json.RawMessage
	var room []int
	switch name {
	case "on":
		cells, room = &j.On, j.room.on
	case "presses":
		cells = &j.Presses
	case "answer":
		cells = &j.Answer
	case "id":
		value = &j.ID
	case "toggles":
		value = &j.Toggles
	case "goal":
		value = &j.Goal
	}
	if cells != nil {
		value = &cells.RawMessage
	}
	if null {
		if value != nil {
			*value = json.RawMessage("null")
		}
		return true
	}
	q.blanks()
	begin := q.at
	if cells != nil {
		cells.numbers = q.numbers(room)
	}
	if cells == nil || cells.numbers == nil {
		if q.at = begin; !q.skip(0) {
			return false
		}
	} else if name == "on" {
		j.room.on = cells.numbers[:0]
	}
	if value != nil {
		*value = q.keep(begin)
	}
	return true
}

// quickJSON goes over a line.
type quickJSON struct {
	line string
	at   int
	kept []byte // what is kept of it as it stands
}

// keep keeps what was passed over since begin.
func (q *quickJSON) keep(begin int) json.RawMessage {
	if q.kept == nil {
		q.kept = make([]byte, 0, max(128, q.at-begin))
	}
	before := len(q.kept)
	q.kept = append(q.kept, q.line[begin:q.at]...)
	return q.kept[before:len(q.kept):len(q.kept)]
}

func (q *quickJSON) blanks() {
	for q.at < len(q.line) && (q.line[q.at] == ' ' || q.line[q.at] == '\t') {
		q.at++
	}
}

// next passes over a byte, and the blanks before it, if it is there.
func (q *quickJSON) next(b byte) bool {
	q.blanks()
	if q.at < len(q.line) && q.line[q.at] == b {
		q.at++
		return true
	}
	return false
}

// literal passes over a word if it is there.
func (q *quickJSON) literal(word string) bool {
	q.blanks()
	if !strings.HasPrefix(q.line[q.at:], word) {
		return false
	}
	q.at += len(word)
	return true
}

func (q *quickJSON) truth() (value, ok bool) {
	if q.literal("true") {
		return true, true
	}
	return false, q.literal("false")
}

// text is a string of plain ASCII without escapes.
func (q *quickJSON) text() (string, bool) {
	if !q.next('"') {
		return "", false
	}
	begin := q.at
	for ; q.at < len(q.line); q.at++ {
		switch b := q.line[q.at]; {
		case b == '"':
			q.at++
			return q.line[begin : q.at-1], true
		case b == '\\' || b < ' ' || b >= 0x80:
			return "", false
		}
	}
	return "", false
}

// texts is a list of such strings, in the room there is for it.
func (q *quickJSON) texts(room []string) ([]string, bool) {
	if !q.next('[') {
		return nil, false
	}
	list := room
	if list == nil {
		list = make([]string, 0, 8)
	}
	for !q.next(']') {
		if len(list) > 0 && !q.next(',') {
			return nil, false
		}
		text, ok := q.text()
		if !ok {
			return nil, false
		}
		list = append(list, text)
	}
	return list, true
}

// maxDigits is how long a number may be so that it fits any type, int too: 18, or 9 with 32 bits.
const maxDigits = bits.UintSize / 32 * 9

// number is a whole number of up to maxDigits digits.
func (q *quickJSON) number() (uint64, bool) {
	q.blanks()
	begin, n := q.at, uint64(0)
	for ; q.at < len(q.line) && q.line[q.at]-'0' <= 9; q.at++ {
		n = n*10 + uint64(q.line[q.at]-'0')
	}
	digits := q.at - begin
	return n, q.atEnd() && digits > 0 && digits <= maxDigits && (digits == 1 || q.line[begin] != '0')
}

// atEnd reports whether a value may end here.
func (q *quickJSON) atEnd() bool {
	if q.at == len(q.line) {
		return true
	}
	switch q.line[q.at] {
	case ' ', '\t', ',', ']', '}':
		return true
	}
	return false
}

func (q *quickJSON) optional(null bool) (*int, bool) {
	if null {
		return nil, true
	}
	n, ok := q.number()
	if !ok {
		return nil, false
	}
	return new(int(n)), true
}

// maxNesting is how deep a value may be that is passed over.
const maxNesting = 8

// skip passes over any value, if it is JSON.
func (q *quickJSON) skip(depth int) bool {
	q.blanks()
	if q.at == len(q.line) || depth > maxNesting {
		return false
	}
	switch b := q.line[q.at]; {
	case b == '"':
		return q.skipString()
	case b == '[':
		q.at++
		for n := 0; !q.next(']'); n++ {
			if n > 0 && !q.next(',') || !q.skip(depth+1) {
				return false
			}
		}
		return true
	case b == '{':
		q.at++
		for n := 0; !q.next('}'); n++ {
			if n > 0 && !q.next(',') {
				return false
			}
			q.blanks()
			if q.at == len(q.line) || q.line[q.at] != '"' || !q.skipString() || !q.next(':') || !q.skip(depth+1) {
				return false
			}
		}
		return true
	case b == 't':
		return q.literal("true")
	case b == 'f':
		return q.literal("false")
	case b == 'n':
		return q.literal("null")
	}
	return q.skipNumber()
}

func (q *quickJSON) skipString() bool {
	for q.at++; q.at < len(q.line); q.at++ {
		switch b := q.line[q.at]; {
		case b == '"':
			q.at++
			return true
		case b < ' ':
			return false
		case b == '\\':
			q.at++
			if q.at == len(q.line) {
				return false
			}
			switch q.line[q.at] {
			case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
			case 'u':
				if len(q.line)-q.at < 5 || strings.Trim(q.line[q.at+1:q.at+5], "0123456789abcdefABCDEF") != "" {
					return false
				}
				q.at += 4
			default:
				return false
			}
		}
	}
	return false
}

func (q *quickJSON) skipNumber() bool {
	digits := func() int {
		begin := q.at
		for q.at < len(q.line) && q.line[q.at]-'0' <= 9 {
			q.at++
		}
		return q.at - begin
	}
	next := func(set string) bool {
		if q.at < len(q.line) && strings.IndexByte(set, q.line[q.at]) >= 0 {
			q.at++
			return true
		}
		return false
	}
	next("-")
	begin := q.at
	if n := digits(); n == 0 || n > 1 && q.line[begin] == '0' {
		return false
	}
	if next(".") && digits() == 0 {
		return false
	}
	if next("eE") {
		next("+-")
		return digits() > 0
	}
	return true
}

// numbers is a list of whole numbers such as [1,4,25], or nil if there is anything else, in the room there is
// for it.
func (q *quickJSON) numbers(room []int) []int {
	if !q.next('[') {
		return nil
	}
	list := room
	if list == nil {
		list = make([]int, 0, 16)
	}
	begun := q.at
	if list, ok := q.closeNumbers(list); ok {
		return list
	}
	for q.at = begun; !q.next(']'); {
		if len(list) > 0 && !q.next(',') {
			return nil
		}
		n, ok := q.number()
		if !ok {
			return nil
		}
		list = append(list, int(n))
	}
	return list
}

// closeNumbers is the rest of a list of one number or more with nothing but commas between them, as programs
// write it. It reports false for any other.
func (q *quickJSON) closeNumbers(list []int) ([]int, bool) {
	for rest := q.line[q.at:]; ; {
		n, at := 0, 0
		for at < len(rest) && rest[at]-'0' <= 9 {
			n = n*10 + int(rest[at]-'0')
			at++
		}
		if at == 0 || at > 18 || at == len(rest) || at > 1 && rest[0] == '0' {
			return nil, false
		}
		list = append(list, n)
		switch end := rest[at]; {
		case end == ']':
			q.at = len(q.line) - len(rest) + at + 1
			return list, true
		case end != ',':
			return nil, false
		}
		rest = rest[at+1:]
	}
}

// quickNumbers reads a text that is nothing but such a list.
func quickNumbers(text string) ([]int, bool) {
	q := quickJSON{line: text}
	list := q.numbers(nil)
	q.blanks()
	return list, list != nil && q.at == len(text)
}

// quickCells reads a list of cells of the board: numbers, pairs and places, as [Board.cells] does. It reports
// false if anything is unusual or wrong in it.
func quickCells(b *board.Board, text string) ([]int, bool) {
	q := quickJSON{line: text}
	if !q.next('[') {
		return nil, false
	}
	list := make([]int, 0, 16)
	for !q.next(']') {
		if len(list) > 0 && !q.next(',') {
			return nil, false
		}
		cell, ok := q.cell(b)
		if !ok {
			return nil, false
		}
		list = append(list, cell)
	}
	q.blanks()
	return list, q.at == len(text)
}

// cell is a number, a pair [1,0] from 0 or a place "r2c1" from 1.
func (q *quickJSON) cell(b *board.Board) (int, bool) {
	q.blanks()
	switch rest := q.line[q.at:]; {
	case strings.HasPrefix(rest, `"r`):
		place, ok := q.text()
		if !ok {
			return 0, false
		}
		cell, err := cellAt(b, place)
		return cell, err == nil
	case strings.HasPrefix(rest, "["):
		if b.Layout() == nil {
			return 0, false
		}
		q.at++
		row, ok := q.number()
		if !ok || !q.next(',') {
			return 0, false
		}
		col, ok := q.number()
		rows, cols := b.Layout().Size()
		if !ok || !q.next(']') || row >= uint64(rows) || col >= uint64(cols) {
			return 0, false
		}
		cell := b.Layout().Cell(int(row), int(col))
		return cell, cell >= 0
	}
	n, ok := q.number()
	return int(n), ok
}

// textOf is what a JSON string says.
func textOf(value json.RawMessage) (text string, err error) {
	if text, ok := quickText(value); ok {
		return text, nil
	}
	err = json.Unmarshal(value, &text)
	return text, err
}

// quickText reads a JSON string whose escapes are a letter each. It reports false for anything unusual, and
// reads what it accepts exactly as encoding/json does.
func quickText(value []byte) (string, bool) {
	n := len(value)
	if n < 2 || value[0] != '"' || value[n-1] != '"' || !utf8.Valid(value) {
		return "", false
	}
	var text strings.Builder
	text.Grow(n)
	for value = value[1 : n-1]; ; {
		plain := 0
		for plain < len(value) && value[plain] >= ' ' && value[plain] != '"' && value[plain] != '\\' {
			plain++
		}
		text.Write(value[:plain])
		if plain == len(value) {
			return text.String(), true
		}
		if value[plain] != '\\' || plain+1 == len(value) {
			return "", false
		}
		at := strings.IndexByte(`"\/bfnrt`, value[plain+1])
		if at < 0 {
			return "", false
		}
		text.WriteByte("\"\\/\b\f\n\r\t"[at])
		value = value[plain+2:]
	}
}
