package strictjson

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"
)

var (
	unmarshaler = reflect.TypeFor[json.Unmarshaler]()
	anything    = reflect.TypeFor[any]()
)

func decodesItself(t reflect.Type) bool {
	return t != nil && (t.Implements(unmarshaler) || reflect.PointerTo(t).Implements(unmarshaler))
}

// itemType is the type of what a list or a map holds; nil if t is neither.
func itemType(t reflect.Type) reflect.Type {
	if t != nil {
		switch t.Kind() {
		case reflect.Array, reflect.Slice, reflect.Map:
			return t.Elem()
		case reflect.Interface:
			return anything
		}
	}
	return nil
}

// field is a field of a struct, or an entry of a map.
type field struct {
	name    string
	value   reflect.Type
	index   int
	unknown bool
}

// fields is the fields of a struct by their names in JSON.
type fields map[string]field

func (f fields) names() []string { return slices.Sorted(maps.Keys(f)) }

// object is what a JSON object is decoded into, and which of its fields were there.
type object struct {
	known   fields       // of a struct
	element reflect.Type // of a map
	seen    []bool       // by index, of a struct
	keys    map[string]bool
}

func objectType(t reflect.Type) object {
	if t == nil || t.Kind() != reflect.Struct {
		return object{element: itemType(t)}
	}
	known := structFields(t)
	return object{known: known, seen: make([]bool, len(known))}
}

func (o *object) field(name []byte) field {
	if f, ok := o.known[string(name)]; ok {
		return f
	}
	return field{name: string(name), value: o.element, unknown: o.element == nil}
}

// twice notes that a field is there, and reports whether it was already.
func (o *object) twice(f field) bool {
	switch {
	case f.unknown:
		return false
	case o.known != nil:
		was := o.seen[f.index]
		o.seen[f.index] = true
		return was
	case o.keys == nil:
		o.keys = map[string]bool{}
	}
	was := o.keys[f.name]
	o.keys[f.name] = true
	return was
}

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
			f[name] = field{name: name, value: member.Type, index: len(f)}
		}
	}
}

// misfit fails because of a value that does not fit its type.
func (w *walk) misfit(text string) {
	number := strings.HasPrefix(w.wrong.Value, "number ") // where a number is wanted
	names := map[byte]string{'{': "an object", '[': "a list", '"': "a text"}
	switch name, ok := names[text[0]]; {
	case ok:
		text = name
	case !number && text != "true" && text != "false":
		text = "a number"
	case number && len(text) > 30:
		text = text[:30] + "…"
	}
	if number && (w.wrong.Type.Kind() == reflect.Float64 || !strings.ContainsAny(w.wrong.Value[len("number "):], ".eE")) {
		w.fail("%s is out of range", text)
		return
	}
	w.fail("%s is not %s", text, wanted(w.wrong.Type))
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
