package puzzlefile

import (
	"encoding/json"
	"fmt"
	"iter"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A tree is a text of values within values: JSON, a literal of Python, or GML. It is a list of its tokens, so that it
// takes little more memory than the text:
//
//	{"a": [1, 2]}     kind  { " [ w w
//	                  after 5     5         the token after the last one within
type tree struct {
	text   string
	tokens []token
	at     int // while it is read
}

// Kinds of tokens.
const (
	object = '{' // keys and values by turns
	list   = '['
	tuple  = '(' // of Python
	quoted = '"' // between quotation marks of any kind
	bare   = 'w' // a number or a word, such as true
)

type token struct {
	at, end int32 // in the text, without quotation marks
	after   int32
	kind    byte
}

// value is a value in a tree. The zero value is none.
type value struct {
	*tree
	i int32
}

// deepest is how many values may be within each other.
const deepest = 100

// given reports whether there is a value: null and None are none.
func (v value) given() bool {
	return v.kind() == quoted || v.kind() != 0 && v.word() != "null" && v.word() != "None"
}

// kind is 0 if there is no value.
func (v value) kind() byte {
	if v.tree == nil {
		return 0
	}
	return v.tokens[v.i].kind
}

// raw is the text of a value, without quotation marks.
func (v value) raw() string { return v.text[v.from():v.tokens[v.i].end] }

func (v value) from() int { return int(v.tokens[v.i].at) }

func (v value) holds() bool { return v.kind() == object || v.kind() == list || v.kind() == tuple }

// items is the values within a list, or the keys and values of an object by turns.
func (v value) items() iter.Seq[value] {
	return func(yield func(value) bool) {
		for i := v.i + 1; v.holds() && i < v.tokens[v.i].after; i = v.tokens[i].after {
			if !yield(value{v.tree, i}) {
				return
			}
		}
	}
}

// pairs is the keys and values of an object.
func (v value) pairs() iter.Seq2[value, value] {
	return func(yield func(value, value) bool) {
		for i := v.i + 1; v.kind() == object && i < v.tokens[v.i].after; {
			item := v.tokens[i].after
			if item >= v.tokens[v.i].after || !yield(value{v.tree, i}, value{v.tree, item}) {
				return
			}
			i = v.tokens[item].after
		}
	}
}

// get is what an object has at the first of those keys that it has, whatever their case; no value if it has none.
func (v value) get(keys ...string) value {
	for _, key := range keys {
		for k, item := range v.pairs() {
			if strings.EqualFold(k.raw(), key) && item.given() {
				return item
			}
		}
	}
	return value{}
}

// word is what a word, a number or a text says, "" of any other value.
func (v value) word() string {
	switch v.kind() {
	case quoted:
		return unescaped(v.raw())
	case bare:
		return v.raw()
	}
	return ""
}

// number is the number that a value is, NaN if it is none.
func (v value) number() float64 {
	if x, err := strconv.ParseFloat(v.word(), 64); err == nil {
		return x
	}
	return math.NaN()
}

// isTrue accepts true, True and 1.
func (v value) isTrue() bool { return strings.EqualFold(v.word(), "true") || v.word() == "1" }

// unescaped is the text of a literal of JSON or Python.
func unescaped(s string) (text string) {
	if strings.IndexByte(s, '\\') < 0 || !utf8.ValidString(s) {
		return s
	}
	if json.Unmarshal([]byte(`"`+s+`"`), &text) == nil {
		return text
	}
	s = strings.NewReplacer(`\\`, `\\`, `\'`, `'`, `\"`, `\"`, `"`, `\"`).Replace(s)
	if text, err := strconv.Unquote(`"` + s + `"`); err == nil {
		return text
	}
	return s
}

// literal reads a value of JSON or Python. The error is at t.at, and the tree has what came before it.
func literal(text string) (v value, err error) {
	size := 2
	for _, sign := range []string{",", ":", "{", "[", "("} {
		size += strings.Count(text, sign) // as many tokens, or a few more where texts have such signs
	}
	t := &tree{text: text, tokens: make([]token, 0, size)}
	defer catch(&err)
	v = value{t, 0}
	t.literal(0)
	if t.blank(); t.at < len(text) {
		err = fmt.Errorf("%s follows the value", t.here())
	}
	return v, err
}

// here is the text at the place of an error.
func (t *tree) here() shown {
	rest, _, _ := strings.Cut(t.text[t.at:], "\n")
	if t.at == len(t.text) || rest == "" && strings.TrimSpace(t.text[t.at:]) == "" {
		return "the end of the file"
	}
	return shown(strconv.Quote(clip(rest)))
}

func (t *tree) blank() {
	for t.at < len(t.text) && strings.IndexByte(" \t\n\r", t.text[t.at]) >= 0 {
		t.at++
	}
}

// put adds a token, and returns where it is.
func (t *tree) put(kind byte, from, end int) int {
	t.tokens = append(t.tokens, token{at: int32(from), end: int32(end), after: int32(len(t.tokens) + 1), kind: kind})
	return len(t.tokens) - 1
}

// close ends a value that holds others.
func (t *tree) close(i int) {
	t.tokens[i].end, t.tokens[i].after = int32(t.at), int32(len(t.tokens))
}

func (t *tree) literal(depth int) {
	if t.blank(); t.at == len(t.text) {
		fail("the file ends where a value should come")
	}
	switch ch := t.text[t.at]; ch {
	case '{', '[', '(':
		refuse(depth == deepest, "values are nested too deeply")
		t.container(ch, depth)
	case '"', '\'':
		t.quotes(ch)
	default:
		t.bare("{}[]()\"',: \t\n\r")
	}
}

// closing is the bracket that ends what another begins.
var closing = map[byte]byte{'{': '}', '[': ']', '(': ')'}

// container reads what is between brackets. {1, 2} of Python is a list.
func (t *tree) container(ch byte, depth int) {
	i, end := t.put(ch, t.at, t.at), closing[ch]
	t.at++
	for first := true; !t.passes(end); first = false {
		t.literal(depth + 1)
		if ch == '{' && (first || t.tokens[i].kind == object) {
			if t.passes(':') {
				t.literal(depth + 1)
			} else if t.blank(); first && t.at < len(t.text) && (t.text[t.at] == ',' || t.text[t.at] == end) {
				t.tokens[i].kind = list
			} else {
				fail("%s stands where : and a value should come", t.here())
			}
		}
		if !t.passes(',') {
			if !t.passes(end) {
				fail("%s stands where , or %c should come", t.here(), end)
			}
			break
		}
	}
	t.close(i)
}

// passes goes past blanks and a sign, if that follows.
func (t *tree) passes(sign byte) bool {
	t.blank()
	found := t.at < len(t.text) && t.text[t.at] == sign
	if found {
		t.at++
	}
	return found
}

// quotes reads a text between quotation marks.
func (t *tree) quotes(mark byte) {
	from := t.at + 1
	for i := from; i < len(t.text) && t.text[i] != '\n'; i++ {
		switch t.text[i] {
		case '\\':
			i++
		case mark:
			t.put(quoted, from, i)
			t.at = i + 1
			return
		}
	}
	fail("a quotation mark is not closed on its line")
}

// bare reads a word up to one of the signs that end it.
func (t *tree) bare(ends string) {
	from := t.at
	for t.at < len(t.text) && strings.IndexByte(ends, t.text[t.at]) < 0 {
		t.at++
	}
	if t.at == from {
		fail("%s stands where a value should come", t.here())
	}
	t.put(bare, from, t.at)
}
