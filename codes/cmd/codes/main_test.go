package main

import (
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) { testscript.Main(m, map[string]func(){"codes": main}) }

// Both verbs with their errors: the scripts are the examples of what people see.
func TestScripts(t *testing.T) { testscript.Run(t, testscript.Params{Dir: "testdata/script"}) }

// README.md names every field that --json prints.
func TestDocumentedFields(t *testing.T) {
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, record := range []any{shotJSON{}, pointJSON{}, crossingJSON{}} {
		for _, field := range reflect.VisibleFields(reflect.TypeOf(record)) {
			name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
			if !strings.Contains(string(text), "`"+name+"`") {
				t.Errorf("%T: README.md does not name %s", record, name)
			}
		}
	}
}
