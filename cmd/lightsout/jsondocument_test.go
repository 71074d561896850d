package main

import (
	"cmp"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
)

// documented is a field of a record. Sections that share all fields of a record share whether a run has shown them.
type documented struct {
	types  []string
	always bool
	shown  *bool
}

var (
	// fieldRow is a row of a table: a field, its type and its meaning.
	fieldRow = regexp.MustCompile("^([a-z_.[\\]]+\\??) +([a-z]+(?: [a-z]+)*)  ")

	// knownFields is a line of fields that another section describes.
	knownFields = regexp.MustCompile("^(?:Common|\\[([^\\]]+)\\]\\(#[a-z-]+\\)): `([^`]+)`\\.$")

	// allFields is a line that stands for every field of another section.
	allFields = regexp.MustCompile(`^All fields of \[([^\]]+)\]`)

	// sameRecord is a line that says where the fields of a record within this one are described.
	sameRecord = regexp.MustCompile("^`([^`]+)` has the fields of `([^`]+)` in \\[([^\\]]+)\\]")

	// unsaidFields is a type and the fields of it that need no more than their names.
	unsaidFields = regexp.MustCompile("([a-z]+(?: [a-z]+)*) `([^`]+)`")

	// methodRow is a row of the table of methods: their names, what they take and what they give.
	methodRow = regexp.MustCompile("^\\| (`[a-z` ]+`) \\| (.*) \\| (.*) \\|$")

	// likeField is a field there whose fields are those of another one.
	likeField = regexp.MustCompile("(objects?) `([a-z]+)` like `([^`]+)` in \\[([^\\]]+)\\]\\([^)]*\\)")

	// linkedSection stands there for every field of another section.
	linkedSection = regexp.MustCompile(`\]\(#([a-z-]+)\)`)
)

// readJSONDocument has the fields of all records in docs/json.md, by section and field.
func readJSONDocument(t *testing.T) map[string]map[string]*documented {
	t.Helper()
	text, err := os.ReadFile("../../docs/json.md")
	if err != nil {
		t.Fatal(err)
	}
	document := map[string]map[string]*documented{}
	for _, section := range strings.Split(string(text), "\n## ")[1:] {
		title, body, _ := strings.Cut(section, "\n")
		fields := map[string]*documented{}
		document[title] = fields
		add := func(name string, types []string) { addField(t, title, fields, name, types) }
		for line := range strings.SplitSeq(body, "\n") {
			if known := knownFields.FindStringSubmatch(line); known != nil {
				for name := range strings.FieldsSeq(known[2]) {
					add(name, typesOf(document[cmp.Or(known[1], "Common fields")], name))
				}
			} else if whole := allFields.FindStringSubmatch(line); whole != nil {
				maps.Copy(fields, document[whole[1]])
			} else if same := sameRecord.FindStringSubmatch(line); same != nil {
				copyWithin(fields, same[1], document[same[3]], same[2])
			} else if also, ok := strings.CutPrefix(line, "Also: "); ok {
				addUnsaid(t, title, fields, also)
			} else if row := methodRow.FindStringSubmatch(line); row != nil {
				readMethods(t, document, row)
			} else if row := fieldRow.FindStringSubmatch(line); row != nil {
				add(row[1], strings.Split(row[2], " or "))
			}
		}
	}
	delete(document, "Common fields")
	return document
}

// addField adds a field to those of a section; a name that ends in ? may be left out.
func addField(t *testing.T, title string, fields map[string]*documented, name string, types []string) {
	name, optional := strings.CutSuffix(name, "?")
	if fields[name] != nil || len(types) == 0 {
		t.Errorf("docs/json.md, %s: the field %s is named twice, or has no type", title, name)
	}
	fields[name] = &documented{types, !optional, new(bool)}
}

func addUnsaid(t *testing.T, title string, fields map[string]*documented, text string) {
	for _, of := range unsaidFields.FindAllStringSubmatch(text, -1) {
		for name := range strings.FieldsSeq(of[2]) {
			addField(t, title, fields, name, strings.Split(of[1], " or "))
		}
	}
}

// copyWithin gives a field the fields within another one.
func copyWithin(fields map[string]*documented, name string, from map[string]*documented, within string) {
	for other, f := range from {
		if inner, ok := strings.CutPrefix(other, within+"."); ok {
			fields[name+"."+inner] = f
		}
	}
}

// readMethods makes the sections of what the methods of a row take and give, but for those that the document has.
func readMethods(t *testing.T, document map[string]map[string]*documented, row []string) {
	titles := map[string]string{}
	for title := range document {
		titles[strings.NewReplacer(",", "", " ", "-").Replace(title)] = title
	}
	for i, side := range []string{"serve, params of ", "serve, result of "} {
		cell, fields := row[2+i], map[string]*documented{}
		for _, like := range likeField.FindAllStringSubmatch(cell, -1) {
			name := like[2]
			addField(t, side+row[1], fields, name, like[1:2])
			if like[1] == "objects" {
				name += "[]"
			}
			copyWithin(fields, name, document[like[4]], like[3])
		}
		cell = likeField.ReplaceAllString(cell, "")
		for _, link := range linkedSection.FindAllStringSubmatch(cell, -1) {
			if document[titles[link[1]]] == nil {
				t.Errorf("docs/json.md has no section %s above the methods", link[1])
			}
			maps.Copy(fields, document[titles[link[1]]])
		}
		addUnsaid(t, side+row[1], fields, cell)
		for method := range strings.FieldsSeq(strings.ReplaceAll(row[1], "`", "")) {
			if document[side+method] == nil {
				document[side+method] = fields
			}
		}
	}
}

// typesOf are those of a field of a section, where the field may lie deeper here than there.
func typesOf(section map[string]*documented, name string) []string {
	name = strings.TrimSuffix(name, "?")
	f := section[name]
	if f == nil {
		f = section[name[strings.LastIndex(name, ".")+1:]]
	}
	if f == nil {
		return nil
	}
	return f.types
}

// Every field that the types of the records have is in the document, whether or not a run shows it.
func TestJSONDocumentHasEveryField(t *testing.T) {
	text, err := os.ReadFile("../../docs/json.md")
	if err != nil {
		t.Fatal(err)
	}
	words := strings.FieldsFunc(string(text), func(r rune) bool { return r != '_' && !unicode.IsLetter(r) })
	tag := regexp.MustCompile("`json:\"([a-z_]+)[,\"]")
	for _, sources := range []string{"*", "../../solve/certificate/*", "../../play/*", "../../internal/grade/*", "../../bench/result", "../../bench/machine"} {
		files, _ := filepath.Glob(sources + ".go")
		for _, name := range files {
			source, err := os.ReadFile(name)
			if err != nil || strings.HasSuffix(name, "_test.go") {
				continue
			}
			for _, field := range tag.FindAllStringSubmatch(string(source), -1) {
				if !slices.Contains(words, field[1]) {
					t.Errorf("docs/json.md does not have the field %s of %s", field[1], name)
				}
			}
		}
	}
}
