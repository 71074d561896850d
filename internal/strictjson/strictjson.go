// Package strictjson reads JSON without guessing. It is encoding/json, which decodes, and a second
// look at the text, which refuses what encoding/json lets pass and means something else than it says:
//
//   - a field's name in other letters: "Presses" is not "presses";
//   - a field that is there twice, of which the last would win;
//   - null in a list or a map, or as the whole text, which would be read as 0, as "" or as an empty list;
//   - a list of the wrong length for an array, which would be cut or filled up;
//   - fields that are not known, unless they are allowed.
//
// A field whose value is null counts as left out, as in encoding/json. Types that decode themselves
// ([json.Unmarshaler]) are left to it; a [json.RawMessage] is looked at when it is decoded in turn.
//
//	var request struct{ On []int `json:"on"` }
//	err := strictjson.Decode(body, &request, strictjson.Known) // on[2]: null is not a whole number
package strictjson

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"lightsout/internal/suggest"
)

// Fields says which fields an object may have.
type Fields bool

const (
	// Known allows only those that the type has.
	Known Fields = false
	// Any passes over the others.
	Any Fields = true
)

// Error tells what is wrong with a text, and where.
type Error struct {
	Path    string // such as rows[3] or puzzle.on; "" for the whole text
	Line    int    // of the text, from 1
	Problem string
}

func (e *Error) Error() string {
	if e.Path == "" {
		return e.Problem
	}
	return e.Path + ": " + e.Problem
}

// Decode reads the one JSON value of text into the value that into points to. What is wrong is an
// *[Error]; into may then hold what could be read.
func Decode(text []byte, into any, fields Fields) error {
	err := json.Unmarshal(text, into)
	if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
		return &Error{Line: lineAt(text, int(syntax.Offset)), Problem: syntaxProblem(text, syntax)}
	}
	// From here on the text is valid JSON, so that the walk need not look for the end of it.
	w := walk{text: text, any: bool(fields)}
	w.wrong, _ = errors.AsType[*json.UnmarshalTypeError](err)
	w.item(reflect.TypeOf(into).Elem())
	switch {
	case w.problem != "":
		return &Error{Path: w.path(), Line: lineAt(text, w.at), Problem: w.problem}
	case err != nil: // of a type that decodes itself
		return &Error{Line: 1, Problem: strings.TrimPrefix(err.Error(), "json: ")}
	}
	return nil
}

func lineAt(text []byte, offset int) int {
	return 1 + strings.Count(string(text[:min(offset, len(text))]), "\n")
}

func syntaxProblem(text []byte, err *json.SyntaxError) string {
	switch {
	case strings.TrimSpace(string(text)) == "":
		return "it is empty"
	case strings.HasPrefix(err.Error(), "unexpected end"):
		return "the JSON ends too early"
	case strings.HasSuffix(err.Error(), "after top-level value"):
		return "there is more than one JSON value"
	}
	return fmt.Sprintf("not JSON at byte %d: %v", err.Offset, err)
}

// walk goes over a valid text once, beside the type that it was decoded into. It stops at the first
// problem, with the place in at and steps.
type walk struct {
	text    []byte
	at      int
	any     bool                     // unknown fields are allowed
	wrong   *json.UnmarshalTypeError // of the value that does not fit its type, or nil
	steps   []step
	problem string
}

// step is one step into a value: by the index in a list, or if that is -1 by the name of a field.
type step struct {
	name  string
	index int
}

func (s step) shown() string {
	name := s.name
	if len(name) > 40 {
		name = name[:40] + "…"
	}
	if plain := strings.Trim(strconv.Quote(name), `"`); name != "" && plain == name {
		return name
	}
	return strconv.Quote(name)
}

func (w *walk) path() string {
	var p strings.Builder
	for _, s := range w.steps {
		switch {
		case s.index >= 0:
			fmt.Fprintf(&p, "[%d]", s.index)
		case p.Len() > 0:
			p.WriteString("." + s.shown())
		default:
			p.WriteString(s.shown())
		}
	}
	return p.String()
}

func (w *walk) fail(format string, args ...any) { w.problem = fmt.Sprintf(format, args...) }

// value walks over the next value, which is to have the type t; nil is for values that are looked at
// elsewhere or by nobody.
func (w *walk) value(t reflect.Type) {
	for t != nil && t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if decodesItself(t) {
		t = nil
	}
	first, begin := w.peek(), w.at
	switch {
	case first == '"':
		w.quoted()
	case first == '{' || first == '[':
		w.at++
	default:
		w.literal()
	}
	// The error's offset is the end of a text, number or truth, or that of the bracket of a list or an object.
	end := w.at
	if w.wrong != nil && w.wrong.Type == t && w.wrong.Offset == int64(end) {
		w.at = begin
		w.misfit(string(w.text[begin:end]))
		return
	}
	switch first {
	case '{':
		w.object(t)
	case '[':
		w.list(t)
	}
}

// peek is the next byte that is not space.
func (w *walk) peek() byte {
	for {
		switch b := w.text[w.at]; b {
		case ' ', '\t', '\n', '\r':
			w.at++
		default:
			return b
		}
	}
}

// quoted passes over a string and returns it with its quotation marks.
func (w *walk) quoted() []byte {
	begin := w.at
	for w.at++; w.text[w.at] != '"'; w.at++ {
		if w.text[w.at] == '\\' {
			w.at++
		}
	}
	w.at++
	return w.text[begin:w.at]
}

// literal passes over a number, true, false or null, and returns it.
func (w *walk) literal() []byte {
	begin := w.at
	for ; w.at < len(w.text); w.at++ {
		switch w.text[w.at] {
		case ' ', '\t', '\n', '\r', ',', ']', '}':
			return w.text[begin:w.at]
		}
	}
	return w.text[begin:]
}

func (w *walk) list(t reflect.Type) {
	element, length := itemType(t), -1
	if t != nil && t.Kind() == reflect.Array {
		length = t.Len()
	}
	begin, n := w.at-1, 0
	w.steps = append(w.steps, step{})
	for ; w.peek() != ']'; n++ {
		if w.text[w.at] == ',' {
			w.at++
		}
		w.steps[len(w.steps)-1].index = n
		if w.item(element); w.problem != "" {
			return
		}
	}
	w.steps = w.steps[:len(w.steps)-1]
	if length >= 0 && n != length {
		w.at = begin
		w.fail("a list of %d is wanted, not of %d", length, n)
		return
	}
	w.at++
}

// item is a value that is not a field's, so that null does not mean left out.
func (w *walk) item(t reflect.Type) {
	if w.peek() == 'n' && t != nil && t.Kind() != reflect.Pointer && t.Kind() != reflect.Interface && !decodesItself(t) {
		w.fail("null is not %s", wanted(t))
		return
	}
	w.value(t)
}

func (w *walk) object(t reflect.Type) {
	into := objectType(t)
	w.steps = append(w.steps, step{index: -1})
	for w.peek() != '}' {
		if w.text[w.at] == ',' {
			w.at++
			w.peek()
		}
		begin := w.at
		name := unquote(w.quoted())
		w.peek()
		w.at++ // the colon
		f := into.field(name)
		w.steps[len(w.steps)-1].name = f.name
		switch {
		case f.unknown && t != nil:
			w.unknown(f.name, into.known)
		case into.twice(f):
			w.fail("it is there twice")
		}
		switch {
		case w.problem != "":
			w.at = begin
			return
		case into.known == nil:
			w.item(f.value)
		default:
			w.value(f.value)
		}
		if w.problem != "" {
			return
		}
	}
	w.steps = w.steps[:len(w.steps)-1]
	w.at++
}

// unknown fails if a field that the type does not have is not allowed, or would be taken for one that
// it has.
func (w *walk) unknown(name string, known fields) {
	for k := range known {
		if strings.EqualFold(k, name) {
			w.fail("there is no such field; it is written %q", k)
			return
		}
	}
	if !w.any {
		w.fail("there is no such field%s", suggest.DidYouMean(name, known.names()))
	}
}

// unquote returns what a string says.
func unquote(quoted []byte) []byte {
	inner := quoted[1 : len(quoted)-1]
	for _, b := range inner {
		if b == '\\' || b >= 0x80 {
			var name string
			if json.Unmarshal(quoted, &name) == nil {
				return []byte(name)
			}
		}
	}
	return inner
}
