package strictjson

import (
	"bytes"
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"
)

type place struct {
	Row int `json:"row"`
	Col int `json:"col"`
}

// sample has a field of every kind that is decoded somewhere.
type sample struct {
	place
	On      []int           `json:"on"`
	Toggles [][]int         `json:"toggles"`
	Ends    [][2]int        `json:"ends"`
	Rows    []string        `json:"rows"`
	Board   string          `json:"board"`
	Count   *int            `json:"count"`
	Seed    uint64          `json:"seed"`
	Seconds float64         `json:"seconds"`
	Quiet   bool            `json:"quiet"`
	ID      json.RawMessage `json:"id"`
	Steps   []place         `json:"steps"`
	Weights map[string]int  `json:"weights"`
	Began   time.Time       `json:"began"`
	Other   any             `json:"other"`
	Private int             `json:"-"`
	Plain   int
}

func TestWhatIsRefused(t *testing.T) {
	for _, tc := range []struct{ text, want string }{
		{`{"on":[null]}`, "on[0]: null is not a whole number"},
		{`{"on":[1,2,null,3]}`, "on[2]: null is not a whole number"},
		{`{"toggles":[[0],[1,null]]}`, "toggles[1][1]: null is not a whole number"},
		{`{"toggles":[null]}`, "toggles[0]: null is not a list"},
		{`{"rows":["..",null]}`, "rows[1]: null is not a text"},
		{`{"steps":[null]}`, "steps[0]: null is not an object"},
		{`{"On":[1]}`, `On: there is no such field (did you mean "on"?)`},
		{`{"on":[1],"ON":[2]}`, `ON: there is no such field (did you mean "on"?)`},
		{`{"ROW":1}`, `ROW: there is no such field (did you mean "row"?)`},
		{`{"row":1,"ſeed":1}`, `ſeed: there is no such field (did you mean "seed"?)`},
		{`{"plain":1}`, `plain: there is no such field (did you mean "Plain"?)`},
		{`{"steps":[{"row":1},{"Col":2}]}`, `steps[1].Col: there is no such field (did you mean "col"?)`},
		{`{"on":[1],"on":[2]}`, "on: it is there twice"},
		{`{"on":[1],"\u006fn":[2]}`, "on: it is there twice"},
		{`{"weights":{"a":1,"b":2,"a":3}}`, "weights.a: it is there twice"},
		{`{"other":{"a":{"b":1,"b":2}}}`, "other.a.b: it is there twice"},
		{`{"id":{"a":1,"a":2}}`, "id.a: it is there twice"},
		{`{"other":{"":1,"":2}}`, `other."": it is there twice`},
		{`{"a\nb":1}`, `"a\nb": there is no such field`},
		{`{"` + strings.Repeat("x", 1000) + `":1}`, strings.Repeat("x", 40) + "…: there is no such field"},
		{`{"ends":[[1,2],[3]]}`, "ends[1]: a list of 2 is wanted"},
		{`{"ends":[[1,2,3]]}`, "ends[0]: a list of 2 is wanted"},
		{`{"bord":"5x5"}`, `bord: there is no such field (did you mean "board"?)`},
		{`{"steps":[{"colour":1}]}`, "steps[0].colour: there is no such field"},
		{`{"Private":1}`, "Private: there is no such field"},
		{`{"on":[1,2.5]}`, "on[1]: 2.5 is not a whole number"},
		{`{"on":[1e3]}`, "on[0]: 1e3 is not a whole number"},
		{`{"on":[99999999999999999999]}`, "on[0]: 99999999999999999999 is out of range"},
		{`{"seed":-1}`, "seed: -1 is out of range"},
		{`{"seconds":1e999}`, "seconds: 1e999 is out of range"},
		{`{"on":["1"]}`, "on[0]: a text is not a whole number"},
		{`{"on":true}`, "on: true is not a list"},
		{`{"rows":[1]}`, "rows[0]: a number is not a text"},
		{`{"quiet":"yes"}`, "quiet: a text is not true or false"},
		{`{"count":[]}`, "count: a list is not a whole number"},
		{`{"steps":[[]]}`, "steps[0]: a list is not an object"},
		{`null`, "null is not an object"},
		{`[]`, "a list is not an object"},
		{`{"began":"yesterday"}`, "yesterday"},
		{"", "it is empty"},
		{" \n", "it is empty"},
		{`{"on":[1`, "the JSON ends too early"},
		{`{} {}`, "not JSON at byte 4: invalid character '{' after top-level value"},
		{`{on:1}`, "not JSON at byte 2"},
	} {
		var into sample
		err := Decode([]byte(tc.text), &into, Known)
		if _, ok := errors.AsType[*Error](err); !ok || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("Decode(%s) = %v, want an error with %q", tc.text, err, tc.want)
		}
	}
}

func TestWhatIsRead(t *testing.T) {
	for _, text := range []string{
		`{}`, ` {"row" : 1 , "col":2}` + "\n",
		`{"on":null,"count":null,"board":null,"id":null,"steps":null,"weights":null,"other":null}`,
		`{"on":[],"toggles":[[],[1,2]],"ends":[[1,2]],"rows":["\"]}{,\\",""]}`,
		`{"count":3,"seed":18446744073709551615,"seconds":1.5e-3,"quiet":true,"Plain":4}`,
		`{"id":{"a":[null]},"began":"2026-01-02T03:04:05Z","other":[null,{"a":null}]}`,
		`{"steps":[{"row":1,"col":2},{}],"weights":{"":1,"On":2,"on":3}}`,
	} {
		var got, want sample
		if err := Decode([]byte(text), &got, Known); err != nil {
			t.Errorf("Decode(%s): %v", text, err)
		}
		if err := json.Unmarshal([]byte(text), &want); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("Decode(%s) = %+v, encoding/json says %+v, %v", text, got, want, err)
		}
	}
}

// Unknown fields may be allowed. A name in other letters is one of them, and is not read.
func TestAnyFields(t *testing.T) {
	var into sample
	if err := Decode([]byte(`{"prompt":{"a":[null]},"on":[1],"ON":[1,2],"steps":[{"note":null}]}`), &into, Any); err != nil || len(into.On) != 1 {
		t.Errorf("unknown fields: %v, %+v", err, into)
	}
	for _, text := range []string{`{"on":[null]}`, `{"on":[],"x":[],"on":[]}`} {
		if err := Decode([]byte(text), &into, Any); err == nil {
			t.Errorf("Decode(%s) says nothing", text)
		}
	}
}

func TestErrorsNameTheLine(t *testing.T) {
	for _, text := range []string{"{\n \"on\": [\n  1,\n  null\n ]\n}", "{\n\n\n\"ON\": []}", "{\n\n\n]", "{\"on\":[],\n\n\n\"on\":[]}"} {
		err := Decode([]byte(text), &sample{}, Known)
		if e, ok := errors.AsType[*Error](err); !ok || e.Line != 4 {
			t.Errorf("Decode(%q) = %v, want line 4", text, err)
		}
	}
}

// FuzzDecode: what is read is what encoding/json reads, if it allows no unknown fields.
func FuzzDecode(f *testing.F) {
	for _, text := range []string{`{"on":[1,null]}`, `{"On":[1]}`, `{"ends":[[1,2]],"other":[{"a":1,"a":2}]}`, `{"steps":[{"row":1}],"id":[]}`, `{"rows":["\u00e9\\"]}`, `null`, `{"seed":1e5}`, "", "[ ", "\xfe"} {
		f.Add([]byte(text), false)
		f.Add([]byte(text), true)
	}
	f.Fuzz(func(t *testing.T, text []byte, any bool) {
		var got, want sample
		if err := Decode(text, &got, Fields(any)); err != nil || any {
			return
		}
		d := json.NewDecoder(bytes.NewReader(text))
		d.DisallowUnknownFields()
		if err := d.Decode(&want); err != nil || !reflect.DeepEqual(got, want) {
			t.Fatalf("%q is read as %+v; encoding/json says %+v, %v", text, got, want, err)
		}
	})
}
