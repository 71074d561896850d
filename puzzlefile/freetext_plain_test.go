package puzzlefile

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// The rule of [lastList], word for word and with no thought of time: every place of the text is tried, and
// every item is a string of its own. lastList must find the same in any text.

func lastListPlainly(text string) (list string, ok bool) {
	t := plainText(text)
	if list, ok := t.lastInBrackets(); ok {
		return list, true
	}
	return t.lastInARow()
}

type plainText string

// lastInBrackets is the first rule.
func (t plainText) lastInBrackets() (list string, ok bool) {
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
func (t plainText) brackets(i int) (items []string, pair bool, end int) {
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
			case len(items) == 0 && !freeText(t).isEmptyList(i, j), round && len(items) < 3:
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

// lastInARow is the second and the third rule.
func (t plainText) lastInARow() (list string, ok bool) {
	var several, places, numbers string
	for i := 0; i < len(t); {
		item, is, end := t.item(freeText(t).afterMark(i), false)
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
func (t plainText) separators(i int) int {
	for i < len(t) {
		switch c, size := utf8.DecodeRuneInString(string(t[i:])); {
		case strings.ContainsRune(" \t\r,;&\\", c):
			i++
		case c == '\n':
			i = freeText(t).afterMark(i + 1)
		case strings.ContainsRune("\u00a0“”‘’", c):
			i += size
		case len(t)-i > 3 && strings.EqualFold(string(t[i:i+3]), "and") && !isWordPlainly(rune(t[i+3])) && i > 0 && !isWordPlainly(rune(t[i-1])):
			i += 3
		default:
			return i
		}
	}
	return i
}

// item reads what begins at i, and returns it as JSON and where it ends; 0 if it is no item. Inside
// brackets a pair may have square ones.
func (t plainText) item(i int, inside bool) (item string, is itemKind, end int) {
	return t.marked(i, inside, 2)
}

// marked reads an item inside up to so many pairs of marks: quotation marks, or asterisks for bold type.
func (t plainText) marked(i int, inside bool, marks int) (item string, is itemKind, end int) {
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

func (t plainText) number(i int) (item string, is itemKind, end int) {
	begin := i
	if t[i] == '-' {
		i++
	}
	if freeText(t).attachedBefore(begin) {
		return "", nothing, 0
	}
	end = freeText(t).digits(i)
	if end == i || freeText(t).attachedAfter(end) {
		return "", nothing, 0
	}
	digits := strings.TrimLeft(string(t[i:end-1]), "0") + string(t[end-1])
	return string(t[begin:i]) + digits, aNumber, end
}

// place reads r1c1.
func (t plainText) place(i int) (item string, is itemKind, end int) {
	row := freeText(t).digits(i + 1)
	if row == i+1 || row == len(t) || t[row] != 'c' && t[row] != 'C' {
		return "", nothing, 0
	}
	end = freeText(t).digits(row + 1)
	if end == row+1 || freeText(t).attachedBefore(i) || freeText(t).attachedAfter(end) {
		return "", nothing, 0
	}
	return `"` + strings.ToLower(string(t[i:end])) + `"`, aPlace, end
}

// pair reads (1, 2) or [1, 2].
func (t plainText) pair(i int) (item string, is itemKind, end int) {
	closing := byte(')')
	if t[i] == '[' {
		closing = ']'
	}
	row, isRow, j := t.number(freeText(t).spaces(i + 1))
	j = freeText(t).spaces(j)
	if isRow == nothing || j >= len(t) || t[j] != ',' {
		return "", nothing, 0
	}
	col, isCol, j := t.number(freeText(t).spaces(j + 1))
	j = freeText(t).spaces(j)
	if isCol == nothing || j >= len(t) || t[j] != closing {
		return "", nothing, 0
	}
	return "[" + row + "," + col + "]", aPlace, j + 1
}

// isWordPlainly is isWord without a quicker way for ASCII.
func isWordPlainly(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }

// agree fails unless both find the same in a text.
func agree(t *testing.T, text string) {
	t.Helper()
	want, wantOK := lastListPlainly(text)
	if got, ok := lastList(text); string(got) != want || ok != wantOK {
		t.Fatalf("%q: %q %t, by the plain rule %q %t", text, got, ok, want, wantOK)
	}
}

func TestWordsOfAllScripts(t *testing.T) {
	for r := rune(-1); r <= unicode.MaxRune; r++ {
		if isWord(r) != isWordPlainly(r) {
			t.Errorf("%q", r)
		}
	}
}

// scraps are what untidy texts are made of.
var scraps = []string{
	"0", "1", "2", "12", "007", "-3", "3-7", "2.5", "5x5", "50%", "v2", "99999999999999999999", "r1c1", "R2C3", "r1c", "r1", "r1c1x", "rc",
	"[", "]", "{", "}", "(", ")", "[]", "[ ]", "{ }", "[1, 2]", "[0,0], [1,2]", "(1, 2)", "(0, 2, 4)", "[0, 2, 4]", "[[0,0],[1,2]]", "{r1c1, r2c3}", "\\boxed{", "\\[", "\\]", "\\{", "\\}",
	",", ", ", ";", " & ", " and ", " And ", "and", "band ", "andy", " ", "  ", "\t", "\n", "\r\n", "\n\n", "\u00a0", "“", "”", "‘", "’", "–", "—", ".", ". ", "...", ":", "!", "?", "-", "- ", "\n- ", "\n* ", "\n• ", "\n1. ", "\n2) ", "\n > - [ ] ",
	"\"", "'", "`", "**", "*", "***", "```", "_", "#", "é", "ß", "\xff", "\xe2\x80", "日本", "\u0663", "The answer is ", "press ", "row ", "or ", "light", "Answer: ", "<answer>", "</answer>", "so",
}

// What is found does not depend on how: on many texts of scraps, and on the untidy examples cut anywhere.
func TestLastListIsTheRule(t *testing.T) {
	for _, tc := range untidy {
		for i := range len(tc.text) + 1 {
			agree(t, tc.text[i:])
			agree(t, tc.text[:i])
		}
	}
	source := rand.New(rand.NewPCG(20, 1))
	found := 0
	for range 100_000 {
		var text strings.Builder
		for range 1 + source.IntN(12) {
			text.WriteString(scraps[source.IntN(len(scraps))])
		}
		agree(t, text.String())
		if _, ok := lastList(text.String()); ok {
			found++
		}
	}
	if found < 50_000 {
		t.Errorf("only %d texts have a list: the others say little", found)
	}
}
