// Package strictjson reads JSON without guessing. It is the second version of encoding/json
// (github.com/go-json-experiment/json), which refuses
//
//   - a field that is there twice;
//   - a field's name in other letters: "Presses" is not "presses";
//   - a list of the wrong length for an array;
//   - fields that are not known, unless they are allowed;
//
// and besides null in a list, or as the whole text, which would be read as 0, as "" or as an empty list. A field whose
// value is null counts as left out. What is wrong is said in words for people, with its path and its line.
//
//	var request struct{ On []int `json:"on"` }
//	err := strictjson.Decode(body, &request, strictjson.Known) // on[2]: null is not a whole number
package strictjson

import (
	"bytes"
	stdjson "encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

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
	options := json.RejectUnknownMembers(fields == Known)
	if mayHaveNullItem(text) {
		options = json.JoinOptions(options, noNullItems)
	}
	err := json.Unmarshal(text, into, options)
	semantic, misfit := errors.AsType[*json.SemanticError](err)
	syntax, malformed := errors.AsType[*jsontext.SyntacticError](err)
	switch {
	case err == nil:
		return nil
	case misfit:
		return located(text, semantic.JSONPointer, semantic.ByteOffset, semanticProblem(semantic))
	case malformed && errors.Is(err, jsontext.ErrDuplicateName):
		return located(text, syntax.JSONPointer, syntax.ByteOffset, &Error{Problem: "it is there twice"})
	case malformed:
		return located(text, "", syntax.ByteOffset, &Error{Problem: syntaxProblem(text, syntax)})
	}
	return &Error{Line: 1, Problem: err.Error()}
}

// mayHaveNullItem reports whether null begins a text or follows a bracket or a comma. Looking for it in every value
// takes as long as reading them.
func mayHaveNullItem(text []byte) bool {
	for at := 0; ; at += len("null") {
		next := bytes.Index(text[at:], []byte("null"))
		if next < 0 {
			return false
		}
		at += next
		before := bytes.TrimRight(text[:at], " \t\r\n")
		if len(before) == 0 || before[len(before)-1] == '[' || before[len(before)-1] == ',' {
			return true
		}
	}
}

// noNullItems refuses null where it is not the value of a field, unless the type has a place for it.
var noNullItems = json.WithUnmarshalers(json.UnmarshalFromFunc(func(in *jsontext.Decoder, into any) error {
	parent, _ := in.StackIndex(in.StackDepth())
	_, own := into.(stdjson.Unmarshaler)
	t := reflect.TypeOf(into).Elem()
	if in.PeekKind() != 'n' || parent == '{' || own || t.Kind() == reflect.Pointer || t.Kind() == reflect.Interface {
		return errors.ErrUnsupported // then it is read as usual
	}
	return &Error{Problem: "null is not " + wanted(t)}
}))

// located is an error of a value, or of a part of it, at its place in the text.
func located(text []byte, pointer jsontext.Pointer, offset int64, e *Error) *Error {
	path := ""
	for token := range pointer.Tokens() {
		if _, err := strconv.Atoi(token); err == nil {
			path += "[" + token + "]"
		} else {
			path += "." + shown(token)
		}
	}
	if e.Path != "" && e.Path[0] != '[' {
		path += "."
	}
	e.Path = strings.Trim(path+e.Path, ".")
	e.Line = max(e.Line, 1) + bytes.Count(text[:min(int(offset), len(text))], []byte("\n"))
	return e
}

func semanticProblem(err *json.SemanticError) *Error {
	number := string(err.JSONValue)
	if len(number) > 30 {
		number = number[:30] + "…"
	}
	inner, isInner := errors.AsType[*Error](err.Err)
	switch {
	case isInner:
		return inner
	case errors.Is(err.Err, json.ErrUnknownName):
		return &Error{Problem: "there is no such field" + suggest.DidYouMean(err.JSONPointer.LastToken(),
			Names(err.GoType))}
	case err.Err != nil && err.JSONKind == '0' && (strings.ContainsAny(number, ".eE") &&
		wanted(err.GoType) != "a number"):
		return &Error{Problem: number + " is not " + wanted(err.GoType)}
	case err.Err != nil && err.JSONKind == '0':
		return &Error{Problem: number + " is out of range"}
	case err.Err != nil && err.GoType.Kind() == reflect.Array:
		return &Error{Problem: fmt.Sprintf("a list of %d is wanted", err.GoType.Len())}
	case err.Err != nil:
		return &Error{Problem: err.Err.Error()}
	}
	kinds := map[jsontext.Kind]string{'n': "null", 't': "true", 'f': "false", '"': "a text", '0': "a number",
		'{': "an object", '[': "a list"}
	return &Error{Problem: kinds[err.JSONKind] + " is not " + wanted(err.GoType)}
}

func syntaxProblem(text []byte, err *jsontext.SyntacticError) string {
	switch {
	case len(bytes.TrimSpace(text)) == 0:
		return "it is empty"
	case errors.Is(err, io.ErrUnexpectedEOF):
		return "the JSON ends too early"
	}
	return fmt.Sprintf("not JSON at byte %d: %v", err.ByteOffset+1, err.Err)
}

// Names lists the fields of a struct by their names in JSON.
func Names(t reflect.Type) (names []string) {
	for _, field := range reflect.VisibleFields(t) {
		name, how, _ := strings.Cut(field.Tag.Get("json"), ",")
		if name == "" {
			name = field.Name
		}
		if field.IsExported() && !field.Anonymous && name != "-" && how != "inline" {
			names = append(names, name)
		}
	}
	return names
}

// wanted names what a type takes.
func wanted(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Struct, reflect.Map:
		return "an object"
	case reflect.Slice, reflect.Array:
		return "a list"
	case reflect.String:
		return "a text"
	case reflect.Bool:
		return "true or false"
	case reflect.Float32, reflect.Float64:
		return "a number"
	}
	return "a whole number"
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
