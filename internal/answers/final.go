package answers

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Final finds the answer in a text that people or language models wrote, by a contract that takes nothing torn from
// prose: help/answers.txt says it in words. It returns the list as JSON, or the text impossible, and the words that
// were read. The error says what is missing; such a text is malformed, and neither right nor wrong.
func Final(text string) (list json.RawMessage, read string, err error) {
	text = withoutThoughts(text)
	last := form{at: -1}
	for _, find := range []func(string) form{tagged, boxed, onLine, fenced} { // the last of each kind
		if f := find(text); f.at > last.at {
			last = f
		}
	}
	if last.at < 0 {
		last = form{what: "the text", content: text, end: len(text)}
	}
	read = strings.TrimSpace(last.content)
	switch list, ok := strictList(read); {
	case ok && takenBack.MatchString(text[last.end:]):
		return nil, read, errors.New("what follows the answer takes it back")
	case ok:
		return list, read, nil
	case last.what == "the text":
		return nil, "", errors.New(`the text has no answer in a final form, such as "Answer: [0, 2]"`)
	}
	return nil, read, fmt.Errorf("%s is not one list of switches: %s", last.what, clip(read))
}

// form is one final form in a text: what stands between at, -1 if there is none, and end.
type form struct {
	what    string
	content string
	at, end int
}

var (
	thought  = regexp.MustCompile(`(?is)<think(?:ing)?>.*?(?:</think(?:ing)?>|$)`)
	thinkEnd = regexp.MustCompile(`(?i)</think(?:ing)?>`)
	tag      = regexp.MustCompile(`(?i)<answer>`)
	tagEnd   = regexp.MustCompile(`(?i)</answer>`)
	fence    = regexp.MustCompile("(?s)```[a-zA-Z]*[ \t]*\r?\n(.*?)```")
	line     = regexp.MustCompile(`(?im)^[ \t>#*_-]*(?:the[ \t]+)?(?:final[ \t]+)?` +
		`answer(?:[*_]+|\b)[ \t]*(?:is\b)?[ \t*_:=：]*(.*)$`)
	// takenBack is words after an answer that withdraw it. They never make an answer, only a malformed one.
	takenBack = regexp.MustCompile(`(?i)\b(?:wait|actually|hmm+|oops|sorry|wrong|incorrect|mistaken?|correction|` +
		`scratch|reconsider|re-?check|redo|instead|not (?:right|correct|solved)|does(?:n['’]t| not)|leaves|` +
		`unsure|not sure)\b`)
)

// withoutThoughts leaves out what is inside of <think>, also where that is not closed, or its beginning is missing.
func withoutThoughts(text string) string {
	text = thought.ReplaceAllString(text, "\n")
	if ends := thinkEnd.FindAllStringIndex(text, -1); ends != nil {
		return text[ends[len(ends)-1][1]:]
	}
	return text
}

// none is no final form.
var none = form{at: -1}

// lastOf is where the last match is; nil if there is none.
func lastOf(all [][]int) []int {
	if len(all) == 0 {
		return nil
	}
	return all[len(all)-1]
}

// tagged is the last <answer>; one without an end is none that can be read.
func tagged(text string) form {
	at := lastOf(tag.FindAllStringIndex(text, -1))
	if at == nil {
		return none
	}
	f := form{what: "<answer>", at: at[0], end: len(text), content: "without an end"}
	if end := tagEnd.FindStringIndex(text[at[1]:]); end != nil {
		f.content, f.end = text[at[1]:at[1]+end[0]], at[1]+end[1]
	}
	return f
}

// boxed is the last \boxed{…}, with the braces in it in pairs.
func boxed(text string) form {
	const begin = `\boxed{`
	at := strings.LastIndex(text, begin)
	if at < 0 {
		return none
	}
	from := at + len(begin)
	for depth, n := 1, from; n < len(text); n++ {
		switch text[n] {
		case '{':
			depth++
		case '}':
			depth--
		}
		if depth == 0 {
			return form{what: `\boxed`, content: text[from:n], at: at, end: n + 1}
		}
	}
	return form{what: `\boxed`, content: "without an end", at: at, end: len(text)}
}

// onLine is the last line that begins with Answer or Final answer; if it says no more, what follows up to a blank line.
func onLine(text string) form {
	at := lastOf(line.FindAllStringSubmatchIndex(text, -1))
	if at == nil {
		return none
	}
	f := form{what: "the answer", at: at[0], end: at[1], content: text[at[2]:at[3]]}
	if strings.Trim(f.content, "*_ \t\r") == "" {
		rest := strings.TrimLeft(text[at[1]:], " \t\r\n")
		from := len(text) - len(rest)
		f.content, _, _ = strings.Cut(rest, "\n\n")
		f.end = from + len(f.content)
	}
	return f
}

// fenced is the last fence that holds a JSON object with presses or an answer.
func fenced(text string) form {
	for _, at := range slices.Backward(fence.FindAllStringSubmatchIndex(text, -1)) {
		if content := text[at[2]:at[3]]; isAnswer(content) {
			return form{what: "the JSON object", content: content, at: at[0], end: at[1]}
		}
	}
	return none
}

func isAnswer(text string) bool {
	text = strings.TrimSpace(text)
	return strings.HasPrefix(text, "{") && Unwrapped(json.RawMessage(text)) != nil &&
		string(Unwrapped(json.RawMessage(text))) != text
}

var (
	latex = strings.NewReplacer(`\{`, "{", `\}`, "}", `\[`, " ", `\]`, " ", `\(`, " ", `\)`, " ", `\,`, " ",
		`\;`, " ", "$", " ")
	inText   = regexp.MustCompile(`\\(?:text|mathrm|texttt)\{([^{}]*)\}`)
	quotes   = strings.NewReplacer("`", "", "*", "", "“", `"`, "”", `"`, "‘", "'", "’", "'", "\u00a0", " ")
	strict   = regexp.MustCompile(`^` + strictItem + `(?:` + strictBetween + strictItem + `)*,?$`)
	strictIs = regexp.MustCompile(strictItem)
	gridRow  = regexp.MustCompile(`^[01](?:[ ,]*[01])*$`)
)

const (
	strictPlace   = `["']?[rR][0-9]+[cC][0-9]+["']?`
	strictPair    = `[\[(] *-?[0-9]+ *, *-?[0-9]+ *[\])]`
	strictItem    = `(?:` + strictPlace + `|` + strictPair + `|-?[0-9]+)`
	strictBetween = `(?: *[,;] *(?:and )?| +and +| +)`
)

// strictList is the list that a text is and nothing but that: numbers, places or pairs, all of one kind, in brackets or
// braces or without; or rows of 0 and 1; or the word impossible. A number alone may as well be how many there are, and is
// none.
func strictList(text string) (json.RawMessage, bool) {
	if m := fence.FindStringSubmatch(text); m != nil && strings.TrimSpace(text) == m[0] {
		text = m[1]
	}
	if text = strings.TrimSpace(text); isAnswer(text) {
		inner := Unwrapped(json.RawMessage(text))
		if !IsText(inner) {
			return compact(inner)
		}
		text = Text(inner)
	}
	text = quotes.Replace(latex.Replace(inText.ReplaceAllString(text, "$1")))
	text = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(text), "."))
	if strings.EqualFold(strings.Trim(text, `"'`), "impossible") {
		return json.RawMessage(impossible), true
	}
	if rows, ok := gridRows(text); ok {
		return rows, true
	}
	if strings.HasPrefix(text, "[[") {
		if list, ok := compact(json.RawMessage(text)); ok {
			return list, true // pairs or rows, which the board tells apart
		}
	}
	text, bracketed := withoutBrackets(strings.Join(strings.Fields(text), " "))
	if text == "" {
		return json.RawMessage("[]"), bracketed
	}
	if !strict.MatchString(text) {
		return nil, false
	}
	items := strictIs.FindAllString(text, -1)
	kind := kindOf(items[0])
	if !bracketed && kind == '0' && len(items) == 1 {
		return nil, false
	}
	for i, item := range items {
		if kindOf(item) != kind {
			return nil, false
		}
		switch kind {
		case 'r':
			items[i] = `"` + strings.ToLower(strings.Trim(item, `"'`)) + `"`
		case '[':
			items[i] = "[" + strings.ReplaceAll(strings.Trim(item, "[]() "), " ", "") + "]"
		}
	}
	list := json.RawMessage("[" + strings.Join(items, ",") + "]")
	return list, json.Valid(list) // 007 is no number
}

// withoutBrackets is the items in brackets or braces, or the text as it is.
func withoutBrackets(text string) (items string, bracketed bool) {
	for _, pair := range []string{"[]", "{}"} {
		if strings.HasPrefix(text, pair[:1]) && strings.HasSuffix(text, pair[1:]) && len(text) > 1 {
			inner := strings.TrimSpace(text[1 : len(text)-1])
			if strict.MatchString(inner) || inner == "" {
				return inner, true
			}
		}
	}
	return text, false
}

// compact is a list in JSON without blanks.
func compact(list json.RawMessage) (json.RawMessage, bool) {
	var b bytes.Buffer
	err := json.Compact(&b, list)
	return b.Bytes(), err == nil && list[0] == '['
}

// kindOf is 0 for a number, r for a place and [ for a pair.
func kindOf(item string) byte {
	switch c := strings.Trim(item, `"'`)[0]; c {
	case 'r', 'R':
		return 'r'
	case '[', '(':
		return '['
	}
	return '0'
}

// gridRows is a text of two or more equal rows of 0 and 1, as lists.
func gridRows(text string) (json.RawMessage, bool) {
	var rows [][]int
	for row := range strings.Lines(text) {
		if row = strings.TrimSpace(row); !gridRow.MatchString(row) {
			return nil, false
		}
		var cells []int
		for _, c := range row {
			if c == '0' || c == '1' {
				cells = append(cells, int(c-'0'))
			}
		}
		rows = append(rows, cells)
	}
	if len(rows) < 2 || slices.ContainsFunc(rows, func(r []int) bool { return len(r) != len(rows[0]) || len(r) < 2 }) {
		return nil, false
	}
	list, err := json.Marshal(rows)
	return list, err == nil
}
