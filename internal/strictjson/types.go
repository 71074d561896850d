package strictjson

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"sync"
)

var unmarshaler = reflect.TypeFor[json.Unmarshaler]()

// itemType is the type of what a list or a map holds.
func itemType(t reflect.Type) reflect.Type {
	if t.Kind() == reflect.Interface {
		return t
	}
	return t.Elem()
}

// fields is the types of a struct's fields by their names in JSON.
type fields map[string]reflect.Type

var structs sync.Map // reflect.Type to fields

func structFields(t reflect.Type) fields {
	if known, ok := structs.Load(t); ok {
		return known.(fields)
	}
	known := fields{}
	known.add(t)
	structs.Store(t, known)
	return known
}

// add goes by the rules of encoding/json as far as they are used here: an embedded struct without a
// name lends its fields, and no field hides another of the same name.
func (f fields) add(t reflect.Type) {
	for member := range t.Fields() {
		name, _, _ := strings.Cut(member.Tag.Get("json"), ",")
		if name == "" {
			name = member.Name
			if member.Anonymous && member.Type.Kind() == reflect.Struct {
				f.add(member.Type)
				continue
			}
		}
		if member.IsExported() && member.Tag.Get("json") != "-" {
			f[name] = member.Type
		}
	}
}

// misfit says that a value does not fit its type; "" if it does.
func misfit(token json.Token, t reflect.Type) string {
	fits, text := false, ""
	switch token := token.(type) {
	case json.Delim:
		kind := wanted(t)
		text = map[json.Delim]string{'{': "an object", '[': "a list"}[token]
		fits = kind == text || t.Kind() == reflect.Interface
	default:
		literal, _ := json.Marshal(token)
		_, wrong := errors.AsType[*json.UnmarshalTypeError](json.Unmarshal(literal, reflect.New(t).Interface()))
		fits, text = !wrong, string(literal)
	}
	number, isNumber := token.(json.Number)
	_, isText := token.(string)
	switch {
	case fits:
		return ""
	case isText:
		text = "a text"
	case isNumber && !strings.HasSuffix(wanted(t), "number"):
		text = "a number"
	case isNumber:
		if len(text) > 30 {
			text = text[:30] + "…"
		}
		if wanted(t) == "a number" || !strings.ContainsAny(string(number), ".eE") {
			return text + " is out of range"
		}
	}
	return fmt.Sprintf("%s is not %s", text, wanted(t))
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
