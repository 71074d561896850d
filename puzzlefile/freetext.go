package puzzlefile

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// lastList finds the answer in a text that a person or a language model wrote: the last list of
// switches in it, as a JSON list of numbers, pairs [row,column] and places "r1c1".
//
//  1. It is the last list in brackets: [0, 2, 4], {r1c1, r2c3}, [[0,0], [1,2]] or (0, 2, 4). Nothing but
//     numbers, places and pairs, and what separates them, is in the brackets; [] and [ ] are no presses,
//     but [ ] after the mark of a bulleted or numbered list is a box to tick. Two or more [row, column] side by side are pairs of one list. Two numbers in round brackets are a pair.
//     Braces around a single list, as in \boxed{[0, 2]}, make no difference.
//  2. Without brackets, it is the last two or more numbers, or two or more places and pairs, that only
//     commas, semicolons, &, the word and, blanks, line ends and the marks of bulleted or numbered lists
//     separate. A blank line ends them.
//  3. Otherwise it is the last single place or pair, or else the last single number.
//
// A number is part of no list if a letter, a digit, a fraction or a dash is attached to it: 5x5, 2.5 and
// 3-7 are none. Quotation marks or asterisks around an item, as in **3**, and letters of either case make no difference.
//
// It is written for millions of texts: it looks closely only where a byte is one that a list or an item can
// begin with, and makes no copies but of the list that it returns.
func lastList(text string) (list []byte, ok bool) {
	t := freeText(text)
	if list, ok := t.lastInBrackets(); ok {
		return list, true
	}
	return t.lastInARow()
}

type freeText string

// itemKind is what an item of a list is.
type itemKind int

const (
	nothing itemKind = iota
	aNumber
	aPlace // or a pair
)

// begins says with which bytes a list in brackets can begin, or an item of a list.
var begins = func() (table [256]struct{ list, item bool }) {
	for c := range table {
		table[c].list = strings.IndexByte("[{(", byte(c)) >= 0
		table[c].item = strings.IndexByte("\"'`*(rR-0123456789", byte(c)) >= 0
	}
	return table
}()

// lastInBrackets is the first rule.
func (t freeText) lastInBrackets() (list []byte, ok bool) {
	var room [256]byte
	last := -1
	for i := 0; i < len(t); i++ {
		if !begins[t[i]].list {
			continue
		}
		if _, end := t.bracketsInARow(room[:0], i); end > 0 {
			last, i = i, end-1
		}
	}
	if last < 0 {
		return nil, false
	}
	list, _ = t.bracketsInARow(nil, last)
	return list, true
}

// bracketsInARow appends the list in brackets that begins at i, and returns where it ends; 0 if none begins
// there. Pairs side by side are one list.
func (t freeText) bracketsInARow(dst []byte, i int) (list []byte, end int) {
	begun := len(dst)
	dst, pair, end := t.brackets(append(dst, '['), i)
	if end == 0 {
		return dst, 0
	}
	several := false
	for pair {
		more, isPair, after := t.brackets(append(dst, ','), t.separators(end))
		if after == 0 || !isPair {
			break
		}
		dst, end, several = more, after, true
	}
	if several {
		return append(dst, ']'), end
	}
	return append(dst[:begun], dst[begun+1:]...), end
}

// brackets appends the list in brackets that begins at i, and returns where it ends; 0 if none begins
// there. A pair is two numbers in square brackets.
func (t freeText) brackets(dst []byte, i int) (list []byte, pair bool, end int) {
	if i >= len(t) {
		return dst, false, 0
	}
	at := strings.IndexByte("[{(", t[i])
	if at < 0 {
		return dst, false, 0
	}
	round, closing := at == 2, "]})"[at]
	wraps := at == 1 || i > 0 && t[i-1] == '\\' // \boxed{[1, 2]} and \[ [1, 2] \] wrap a list
	items, numbers, square := 0, 0, false
	dst = append(dst, '[')
	for j := i + 1; ; {
		j = t.separators(j)
		if j == len(t) {
			return dst, false, 0
		}
		if t[j] == closing {
			switch {
			case items == 0 && !t.isEmptyList(i, j), round && items < 3:
				return dst, false, 0 // "(3)" and "(1, 2)" are no lists
			case wraps && square && items == 1:
				return dst, false, 0 // what it wraps is the list
			}
			return append(dst, ']'), at == 0 && numbers == 2 && items == 2, j + 1
		}
		if items > 0 {
			dst = append(dst, ',')
		}
		var is itemKind
		square = t[j] == '['
		if dst, is, j = t.item(dst, j, true); j == 0 {
			return dst, false, 0
		}
		if is == aNumber {
			numbers++
		}
		items++
	}
}

// isEmptyList reports whether the brackets at i and j, with no item between them, are a list.
func (t freeText) isEmptyList(i, j int) bool {
	if t[i] == '(' || strings.Trim(string(t[i+1:j]), " \t\r\n") != "" {
		return false
	}
	return j == i+1 || t[i] != '[' || !t.afterMarkOnly(i)
}

// afterMarkOnly reports whether the mark of a bulleted or numbered list is all that is before i on its line.
func (t freeText) afterMarkOnly(i int) bool {
	mark := strings.TrimRight(string(t[:i]), " \t")
	if len(mark) == i {
		return false
	}
	before := strings.TrimRight(mark, "-+*•.)")
	if len(before) == len(mark) {
		return false
	}
	if last := mark[len(mark)-1]; last == '.' || last == ')' {
		before = strings.TrimRight(before, "0123456789")
	}
	before = strings.TrimRight(before, " \t>")
	return before == "" || strings.HasSuffix(before, "\n")
}

// lastInARow is the second and the third rule.
func (t freeText) lastInARow() (list []byte, ok bool) {
	var room [256]byte
	several, places, numbers := -1, -1, -1 // where the last of them begin
	for i := 0; i < len(t); {
		if !begins[t[i]].item || t.afterMark(i) != i {
			i++
			continue
		}
		_, items, is, end := t.itemsInARow(room[:0], i)
		switch {
		case items == 0:
			i++
			continue
		case items > 1:
			several = i
		case is == aPlace:
			places = i
		default:
			numbers = i
		}
		i = end
	}
	for _, i := range []int{several, places, numbers} {
		if i >= 0 {
			list, _, _, _ = t.itemsInARow(nil, i)
			return list, true
		}
	}
	return nil, false
}

// itemsInARow appends a list of the items from i on that only separators are between, and returns how many
// they are, of which kind, and where the last one ends.
func (t freeText) itemsInARow(dst []byte, i int) (list []byte, items int, is itemKind, end int) {
	dst, is, end = t.item(append(dst, '['), i, false)
	if end == 0 {
		return dst, 0, nothing, 0
	}
	for items = 1; ; items++ {
		next := t.separators(end)
		more, same, after := t.item(append(dst, ','), next, false)
		if after == 0 || same != is || next == end || strings.Count(string(t[end:next]), "\n") > 1 {
			return append(dst, ']'), items, is, end
		}
		dst, end = more, after
	}
}

// separators passes over all that may be between two items, from i on.
func (t freeText) separators(i int) int {
	for i < len(t) {
		switch c := t[i]; {
		case c == ' ' || c == ',' || c == ';' || c == '&' || c == '\\' || c == '\t' || c == '\r':
			i++
		case c == '\n':
			i = t.afterMark(i + 1)
		case c == 'a' || c == 'A':
			if len(t)-i <= 3 || !strings.EqualFold(string(t[i:i+3]), "and") || isWord(rune(t[i+3])) || i == 0 || isWord(rune(t[i-1])) {
				return i
			}
			i += 3
		case c >= utf8.RuneSelf:
			mark, size := utf8.DecodeRuneInString(string(t[i:]))
			if !strings.ContainsRune("\u00a0“”‘’", mark) {
				return i
			}
			i += size
		default:
			return i
		}
	}
	return i
}

// afterMark passes over the mark of a bulleted or numbered list, if a line begins at i and has one.
func (t freeText) afterMark(i int) int {
	if i > 0 && t[i-1] != '\n' {
		return i
	}
	j := i
	for j < len(t) && (t[j] == ' ' || t[j] == '\t') {
		j++
	}
	mark := j
	for j < len(t) && isDigit(t[j]) {
		j++
	}
	switch {
	case j == len(t):
		return i
	case j > mark && (t[j] == '.' || t[j] == ')'), j == mark && (t[j] == '-' || t[j] == '*'):
		j++
	case j == mark && strings.HasPrefix(string(t[j:]), "•"):
		j += len("•")
	default:
		return i
	}
	if j < len(t) && (t[j] == ' ' || t[j] == '\t') {
		return j
	}
	return i
}

// item appends what begins at i as JSON, and returns where it ends; 0 if it is no item. Inside brackets a
// pair may have square ones.
func (t freeText) item(dst []byte, i int, inside bool) (out []byte, is itemKind, end int) {
	return t.marked(dst, i, inside, 2)
}

// marked reads an item inside up to so many pairs of marks: quotation marks, or asterisks for bold type.
func (t freeText) marked(dst []byte, i int, inside bool, marks int) (out []byte, is itemKind, end int) {
	if i >= len(t) {
		return dst, nothing, 0
	}
	switch c := t[i]; {
	case c == '"' || c == '\'' || c == '`':
		return t.within(dst, i, 1, inside, marks)
	case c == '*' && i+1 < len(t) && t[i+1] == '*':
		return t.within(dst, i, 2, inside, marks)
	case c == '(' || c == '[' && inside:
		return t.pair(dst, i)
	case c == 'r' || c == 'R':
		return t.place(dst, i)
	}
	return t.number(dst, i)
}

// within reads an item between two marks, of which the first has so many bytes from i on.
func (t freeText) within(dst []byte, i, size int, inside bool, marks int) (out []byte, is itemKind, end int) {
	if marks == 0 {
		return dst, nothing, 0
	}
	out, is, end = t.marked(dst, i+size, inside, marks-1)
	if end == 0 || !strings.HasPrefix(string(t[end:]), string(t[i:i+size])) {
		return dst, nothing, 0
	}
	return out, is, end + size
}

func (t freeText) number(dst []byte, i int) (out []byte, is itemKind, end int) {
	begin := i
	if t[i] == '-' {
		i++
	}
	if t.attachedBefore(begin) { // first, lest every digit of a long number reads the rest of it
		return dst, nothing, 0
	}
	end = t.digits(i)
	if end == i || t.attachedAfter(end) {
		return dst, nothing, 0
	}
	dst = append(dst, t[begin:i]...)
	for i < end-1 && t[i] == '0' {
		i++
	}
	return append(dst, t[i:end]...), aNumber, end
}

// place reads r1c1.
func (t freeText) place(dst []byte, i int) (out []byte, is itemKind, end int) {
	row := t.digits(i + 1)
	if row == i+1 || row == len(t) || t[row] != 'c' && t[row] != 'C' {
		return dst, nothing, 0
	}
	end = t.digits(row + 1)
	if end == row+1 || t.attachedBefore(i) || t.attachedAfter(end) {
		return dst, nothing, 0
	}
	dst = append(append(dst, '"', 'r'), t[i+1:row]...)
	dst = append(append(dst, 'c'), t[row+1:end]...)
	return append(dst, '"'), aPlace, end
}

// pair reads (1, 2) or [1, 2].
func (t freeText) pair(dst []byte, i int) (out []byte, is itemKind, end int) {
	closing := byte(')')
	if t[i] == '[' {
		closing = ']'
	}
	out, isRow, j := t.number(append(dst, '['), t.spaces(i+1))
	j = t.spaces(j)
	if isRow == nothing || j >= len(t) || t[j] != ',' {
		return dst, nothing, 0
	}
	out, isCol, j := t.number(append(out, ','), t.spaces(j+1))
	j = t.spaces(j)
	if isCol == nothing || j >= len(t) || t[j] != closing {
		return dst, nothing, 0
	}
	return append(out, ']'), aPlace, j + 1
}

func (t freeText) spaces(i int) int {
	for i < len(t)-1 && (t[i] == ' ' || t[i] == '\t') {
		i++
	}
	return min(i, len(t)-1)
}

func (t freeText) digits(i int) int {
	for i < len(t) && isDigit(t[i]) {
		i++
	}
	return i
}

// attachedBefore reports whether what begins there is the rest of a word or a number.
func (t freeText) attachedBefore(begin int) bool {
	before, size := utf8.DecodeLastRuneInString(string(t[:begin]))
	switch {
	case size == 0:
		return false
	case before == '.' || before == '–':
		return begin > size && isDigit(t[begin-size-1])
	}
	return before == '-' || isWord(before)
}

// attachedAfter reports whether what ends there goes on as a word, a fraction or a range.
func (t freeText) attachedAfter(end int) bool {
	after, size := utf8.DecodeRuneInString(string(t[end:]))
	switch {
	case size == 0:
		return false
	case after == '.' || after == '–':
		return end+size < len(t) && isDigit(t[end+size])
	case after == '-':
		next, _ := utf8.DecodeRuneInString(string(t[end+1:]))
		return isWord(next)
	}
	return after == '%' || isWord(after)
}

func isDigit(b byte) bool { return b >= '0' && b <= '9' }

func isWord(r rune) bool {
	if r < utf8.RuneSelf {
		return r == '_' || 'a' <= r|0x20 && r|0x20 <= 'z' || '0' <= r && r <= '9'
	}
	return unicode.IsLetter(r) || unicode.IsDigit(r)
}
