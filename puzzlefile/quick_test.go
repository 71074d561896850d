package puzzlefile

import (
	"reflect"
	"slices"
	"testing"

	"lightsout/internal/strictjson"
)

// quickSeeds are records of every kind: some that quick reads, and some that it must leave to strictjson.
var quickSeeds = []string{
	`{"id":"grid:2x2/e3b0c442/1/0","board":"grid:2x2","on":[2,3],"rows":["..","##"],"presses":[0,1],"min_presses":2,"answers":"1","seed":1,"index":0}`,
	` { "id" : {"a":[1,null,true]} , "board" : "3x3" , "on" : "all" , "prompt":"a\n\u00e9\"" , "x":-1.5e+3 } `,
	`{"board":"graph:x","lights":3,"toggles":[[0,1],[0,1,2],[1,2]],"graph":true,"on":[0],"uniform":false}`,
	`{"id":null,"board":null,"lights":null,"toggles":null,"graph":null,"on":null,"rows":null,"goal":null,"presses":null,"answer":null,"min_presses":null,"answers":null,"seed":null,"index":null,"uniform":null}`,
	`{}`, `{"id":1,}`, `{"id":01}`, `{"on":[1,]}`, `{"on":[1,2}`, `{"on":[null]}`, `{"Board":"3x3"}`, `{"id":1,"id":2}`, `{"seed":-1}`, `{"seed":1.0}`,
	`{"seed":18446744073709551615}`, `{"seed":18446744073709551616}`, `{"board":"\u0033x3"}`, `{"rows":["..",null]}`, `{"rows":["é"]}`, `{"graph":truex}`,
	`{"x":"\x"}`, `{"x":"\u12g4"}`, `{"x":tru}`, `{"x":[[[[[[[[[[[[1]]]]]]]]]]]]}`, `{"x":{"a":1,"a":2}}`, `{"x":.5}`, `{"x":1e}`, `{"x":--1}`, `null`, `[]`, ``, `{} {}`,
}

// FuzzQuick: what quick reads, strictjson reads too, and the same.
func FuzzQuick(f *testing.F) {
	for _, line := range quickSeeds {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, line string) {
		var got, want jsonRecord
		if !got.quick(line) {
			return
		}
		if err := strictjson.Decode([]byte(line), &want, strictjson.Any); err != nil {
			t.Fatalf("%q is read; strictjson says %v", line, err)
		}
		got.unknown = nil
		for _, list := range []*cellList{&got.On, &got.Presses, &got.Answer} {
			numbers := []int{}
			if err := strictjson.Decode(list.RawMessage, &numbers, strictjson.Known); list.numbers != nil && (err != nil || !slices.Equal(list.numbers, numbers)) {
				t.Fatalf("%q lists %v; strictjson says %v, %v", list.RawMessage, list.numbers, numbers, err)
			}
			list.numbers = nil
		}
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("%q is read as %+v; strictjson says %+v", line, got, want)
		}
	})
}

// The records of generate take the quick way.
func TestQuickReadsWhatIsWritten(t *testing.T) {
	for _, line := range quickSeeds[:4] {
		if !new(jsonRecord).quick(line) {
			t.Errorf("not read quickly: %s", line)
		}
	}
}
