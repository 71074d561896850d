package board

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
func lastList(text string) (list string, ok bool) {
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

// lastInBrackets is the first rule.
func (t freeText) lastInBrackets() (list string, ok bool) {
	for i := 0; i < len(t); i++ {
		items, pair, end := t.brackets(i)
		if end == 0 {
			continue
		}
		pairs := []string{inBrackets(items)}
		for i = end - 1; pair; { // more of them, side by side?
			more, isPair, after := t.brackets(t.separators(end))
			if after == 0 || !isPair {
				break
			}
			pairs = append(pairs, inBrackets(more))
			end, i = after, after-1
		}
		list, ok = pairs[0], true
		if len(pairs) > 1 {
			list = inBrackets(pairs)
		}
	}
	return list, ok
}

func inBrackets(items []string) string { return "[" + strings.Join(items, ",") + "]" }

// brackets reads a list in brackets that begins at i, and returns where it ends; 0 if none begins
// there. A pair is two numbers in square brackets.
func (t freeText) brackets(i int) (items []string, pair bool, end int) {
	if i >= len(t) {
		return nil, false, 0
	}
	at := strings.IndexByte("[{(", t[i])
	if at < 0 {
		return nil, false, 0
	}
	round, closing := at == 2, "]})"[at]
	wraps := at == 1 || i > 0 && t[i-1] == '\\' // \boxed{[1, 2]} and \[ [1, 2] \] wrap a list
	numbers, square := 0, false
	for j := i + 1; ; {
		j = t.separators(j)
		if j == len(t) {
			return nil, false, 0
		}
		if t[j] == closing {
			switch {
			case len(items) == 0 && !t.isEmptyList(i, j), round && len(items) < 3:
				return nil, false, 0 // "(3)" and "(1, 2)" are no lists
			case wraps && square && len(items) == 1:
				return nil, false, 0 // what it wraps is the list
			}
			return items, at == 0 && numbers == 2 && len(items) == 2, j + 1
		}
		item, is, after := t.item(j, true)
		if after == 0 {
			return nil, false, 0
		}
		if is == aNumber {
			numbers++
		}
		square = t[j] == '['
		items, j = append(items, item), after
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
func (t freeText) lastInARow() (list string, ok bool) {
	var several, places, numbers string
	for i := 0; i < len(t); {
		item, is, end := t.item(t.afterMark(i), false)
		if end == 0 {
			i++
			continue
		}
		run := []string{item}
		for {
			next := t.separators(end)
			more, same, after := t.item(next, false)
			if after == 0 || same != is || next == end || strings.Count(string(t[end:next]), "\n") > 1 {
				break
			}
			run, end = append(run, more), after
		}
		list := inBrackets(run)
		switch {
		case len(run) > 1:
			several = list
		case is == aPlace:
			places = list
		default:
			numbers = list
		}
		i = end
	}
	for _, list := range []string{several, places, numbers} {
		if list != "" {
			return list, true
		}
	}
	return "", false
}

// separators passes over all that may be between two items, from i on.
func (t freeText) separators(i int) int {
	for i < len(t) {
		switch c, size := utf8.DecodeRuneInString(string(t[i:])); {
		case strings.ContainsRune(" \t\r,;&\\", c):
			i++
		case c == '\n':
			i = t.afterMark(i + 1)
		case strings.ContainsRune("\u00a0“”‘’", c):
			i += size
		case len(t)-i > 3 && strings.EqualFold(string(t[i:i+3]), "and") && !isWord(rune(t[i+3])) && i > 0 && !isWord(rune(t[i-1])):
			i += 3
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

// item reads what begins at i, and returns it as JSON and where it ends; 0 if it is no item. Inside
// brackets a pair may have square ones.
func (t freeText) item(i int, inside bool) (item string, is itemKind, end int) {
	return t.marked(i, inside, 2)
}

// marked reads an item inside up to so many pairs of marks: quotation marks, or asterisks for bold type.
func (t freeText) marked(i int, inside bool, marks int) (item string, is itemKind, end int) {
	if i >= len(t) {
		return "", nothing, 0
	}
	for _, mark := range []string{`"`, "'", "`", "**"} {
		if !strings.HasPrefix(string(t[i:]), mark) {
			continue
		}
		if marks > 0 {
			item, is, end = t.marked(i+len(mark), inside, marks-1)
		}
		if end > 0 && strings.HasPrefix(string(t[end:]), mark) {
			return item, is, end + len(mark)
		}
		return "", nothing, 0
	}
	switch c := t[i]; {
	case c == '(' || c == '[' && inside:
		return t.pair(i)
	case c == 'r' || c == 'R':
		return t.place(i)
	}
	return t.number(i)
}

func (t freeText) number(i int) (item string, is itemKind, end int) {
	begin := i
	if t[i] == '-' {
		i++
	}
	if t.attachedBefore(begin) {
		return "", nothing, 0
	}
	end = t.digits(i)
	if end == i || t.attachedAfter(end) {
		return "", nothing, 0
	}
	digits := strings.TrimLeft(string(t[i:end-1]), "0") + string(t[end-1])
	return string(t[begin:i]) + digits, aNumber, end
}

// place reads r1c1.
func (t freeText) place(i int) (item string, is itemKind, end int) {
	row := t.digits(i + 1)
	if row == i+1 || row == len(t) || t[row] != 'c' && t[row] != 'C' {
		return "", nothing, 0
	}
	end = t.digits(row + 1)
	if end == row+1 || t.attachedBefore(i) || t.attachedAfter(end) {
		return "", nothing, 0
	}
	return `"` + strings.ToLower(string(t[i:end])) + `"`, aPlace, end
}

// pair reads (1, 2) or [1, 2].
func (t freeText) pair(i int) (item string, is itemKind, end int) {
	closing := byte(')')
	if t[i] == '[' {
		closing = ']'
	}
	row, isRow, j := t.number(t.spaces(i + 1))
	j = t.spaces(j)
	if isRow == nothing || j >= len(t) || t[j] != ',' {
		return "", nothing, 0
	}
	col, isCol, j := t.number(t.spaces(j + 1))
	j = t.spaces(j)
	if isCol == nothing || j >= len(t) || t[j] != closing {
		return "", nothing, 0
	}
	return "[" + row + "," + col + "]", aPlace, j + 1
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

func isWord(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }
