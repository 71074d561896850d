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
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
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

// under is the error as that of a value that the step leads to.
func (e *Error) under(step string) *Error {
	if e.Path != "" && e.Path[0] != '[' {
		step += "."
	}
	e.Path = step + e.Path
	return e
}

// Decode reads the one JSON value of text into the value that into points to. What is wrong is an
// *[Error]; into may then hold what could be read.
func Decode(text []byte, into any, fields Fields) error {
	err := json.Unmarshal(text, into)
	if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
		return &Error{Line: lineAt(text, int(syntax.Offset)), Problem: syntaxProblem(text, syntax)}
	}
	// From here on the text is valid JSON, so that the walk need not look for the end of it.
	w := walk{text: text, tokens: json.NewDecoder(bytes.NewReader(text)), any: bool(fields)}
	w.tokens.UseNumber()
	_, w.misfits = errors.AsType[*json.UnmarshalTypeError](err)
	if problem := w.value(reflect.TypeOf(into).Elem(), true); problem != nil {
		return problem
	}
	if err != nil { // of a type that decodes itself
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

// walk goes over a valid text once, beside the type that it was decoded into, and stops at the first problem.
type walk struct {
	text    []byte
	tokens  *json.Decoder
	any     bool // unknown fields are allowed
	misfits bool // some value does not fit its type
}

// fail is a problem of what was read last.
func (w *walk) fail(format string, args ...any) *Error {
	return &Error{Line: lineAt(w.text, int(w.tokens.InputOffset())), Problem: fmt.Sprintf(format, args...)}
}

// skip passes over the next value.
func (w *walk) skip() {
	var passed json.RawMessage
	_ = w.tokens.Decode(&passed) // it is valid
}

// value looks at the next value, which is to have the type t. An item is not a field's value, so that null does not mean
// left out.
func (w *walk) value(t reflect.Type, item bool) *Error {
	nullable := !item || t.Kind() == reflect.Pointer || t.Kind() == reflect.Interface
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t.Implements(unmarshaler) || reflect.PointerTo(t).Implements(unmarshaler) {
		w.skip()
		return nil
	}
	token, _ := w.tokens.Token()
	if token == nil {
		if nullable {
			return nil
		}
		return w.fail("null is not %s", wanted(t))
	}
	if w.misfits {
		if problem := misfit(token, t); problem != "" {
			return w.fail("%s", problem)
		}
	}
	switch token {
	case json.Delim('{'):
		return w.object(t)
	case json.Delim('['):
		return w.list(t)
	}
	return nil
}

func (w *walk) list(t reflect.Type) *Error {
	wrong := w.fail("") // at the bracket
	n := 0
	for ; w.tokens.More(); n++ {
		if problem := w.value(itemType(t), true); problem != nil {
			return problem.under(fmt.Sprintf("[%d]", n))
		}
	}
	_, _ = w.tokens.Token() // the bracket at the end
	if t.Kind() == reflect.Array && n != t.Len() {
		wrong.Problem = fmt.Sprintf("a list of %d is wanted, not of %d", t.Len(), n)
		return wrong
	}
	return nil
}

func (w *walk) object(t reflect.Type) *Error {
	isStruct, known, seen := t.Kind() == reflect.Struct, fields{}, map[string]bool{}
	if isStruct {
		known = structFields(t)
	}
	for w.tokens.More() {
		token, _ := w.tokens.Token()
		name := token.(string)
		field, ok := known[name]
		var problem *Error
		switch {
		case isStruct && !ok:
			if problem = w.unknown(name, known); problem == nil {
				w.skip()
			}
		case seen[name]:
			problem = w.fail("it is there twice")
		case isStruct:
			problem = w.value(field, false)
		default:
			problem = w.value(itemType(t), true)
		}
		if problem != nil {
			return problem.under(shown(name))
		}
		seen[name] = true
	}
	_, _ = w.tokens.Token() // the brace at the end
	return nil
}

// unknown fails if a field that the type does not have is not allowed, or would be taken for one that
// it has.
func (w *walk) unknown(name string, known fields) *Error {
	for k := range known {
		if strings.EqualFold(k, name) {
			return w.fail("there is no such field; it is written %q", k)
		}
	}
	if w.any {
		return nil
	}
	return w.fail("there is no such field%s", suggest.DidYouMean(name, slices.Sorted(maps.Keys(known))))
}

// shown is the name of a field in a path.
func shown(name string) string {
	if len(name) > 40 {
		name = name[:40] + "…"
	}
	if quoted := strconv.Quote(name); name == "" || quoted[1:len(quoted)-1] != name {
		return quoted
	}
	return name
}
