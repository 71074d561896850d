package puzzlefile

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"lightsout/internal/answers"
	"lightsout/internal/strictjson"
)

// asJSON reads a line as package json does.
func asJSON(line string) (j jsonRecord, err error) {
	err = strictjson.Decode([]byte(line), &j, strictjson.Any)
	return j, err
}

// agreeOnAnswer fails if a line is read quickly as an answer that package json refuses, or reads as another answer.
func agreeOnAnswer(t *testing.T, line string) (taken bool) {
	t.Helper()
	var quick jsonAnswer
	if controlIn(line) >= 0 || !quick.asWritten(line) {
		return false
	}
	quick.seen = nil
	var slow jsonAnswer
	err := strictjson.Decode([]byte(line), &slow, strictjson.Any)
	if err == nil {
		_, err = otherFields(slow.Others, answerFields)
	}
	slow.Others = nil
	if err != nil || !reflect.DeepEqual(quick, slow) {
		t.Errorf("%q: %s\nas JSON: %s, %v", line, quick, slow, err)
	}
	return true
}

// agree fails if asWritten takes a line and package json does not, or reads another record from it.
func agree(t *testing.T, line string) (taken bool) {
	t.Helper()
	agreeOnAnswer(t, line)
	var quick jsonRecord
	if controlIn(line) >= 0 || !quick.asWritten(line) {
		return false // the reader refuses the line, or package json reads it
	}
	slow, err := asJSON(line)
	for _, j := range []*jsonRecord{&quick, &slow} {
		for _, raw := range []*[]byte{(*[]byte)(&j.On), (*[]byte)(&j.Presses), (*[]byte)(&j.Lit), (*[]byte)(&j.Witness)} {
			if !answers.Given(*raw) {
				*raw = nil // null counts as left out
			}
		}
		j.Rows = slices.Clip(j.Rows)
		if len(j.Rows) == 0 {
			j.Rows = nil
		}
	}
	if err != nil || !reflect.DeepEqual(quick, slow) {
		t.Errorf("%q: %+v\nas JSON: %+v, %v", line, quick, slow, err)
	}
	return true
}

// A record that is read quickly is the same that package json reads, whatever is left out of a line, put into it or
// changed in it.
func TestRecordsAsWritten(t *testing.T) {
	lines := []string{
		`{"id":"a/1","board":"grid:2x2","on":[2,3],"rows":["..","##"],"presses":[0,1],"min_presses":2,"answers":"1","lit":2,"nullity":0,"chase_presses":3,"seed":1,"index":0}`,
		`{"id":7,"board":"torus:3x3","on":[0],"rows":["#..","...","..."],"presses":null,"min_presses":null,"answers":null,"lit":1,"nullity":4,"chase_presses":null,"seed":18446744073709551615,"index":10}`,
		`{"board":"5x5","rows":["#"]}`,
		`{"id":8,"board":"4x4","on":[0],"presses":null,"min_presses":null,"answers":"0","lit":1,"nullity":4,"chase_presses":null,"solvable":false,"witness":[0,1],"seed":1,"index":9}`,
		`{"id":["x",null,12],"presses":[1,2]}`,
		`{"id":null,"on":["r1c1",5]}`,
	}
	for _, line := range lines {
		if !agree(t, line) {
			t.Errorf("%s is left to package json", line)
		}
		for i := range len(line) + 1 {
			for _, put := range []string{"", " ", "\t", `"`, `\`, ",", "[", "]", "{", "}", "0", "9", "-", ".", "e", "é", "\xff", "null", `"on":[],`, line} {
				agree(t, line[:i]+put+line[i:])
				if i < len(line) {
					agree(t, line[:i]+put+line[i+1:])
				}
			}
			agree(t, line[:i])
		}
		for from := range line {
			for to := from; to < min(len(line), from+40); to++ {
				agree(t, line[:from]+line[to:])
			}
		}
	}
	for _, line := range []string{
		`{"board":"5x5","on":[],"id":1}`, `{"on":[1],"on":[2]}`, `{"on":[01]}`, `{"board":5}`, `{"rows":[]}`, `{"rows":["a",5,"b"]}`,
		`{"min_presses":99999999999999999999}`, `{"seed":-1}`, `{"index":18446744073709551616}`, `{"goal":[1]}`, `{"board":"a"} `, `{}`, ``,
		"{\"board\":\"\xff\"}", `{"on":[[1,2]]}`, `{"answers":4}`, `{"seed":null`, `{"id":` + strings.Repeat("[", 1<<20),
	} {
		if agree(t, line) {
			t.Errorf("%.40s is read as if it were written by generate", line)
		}
	}
}

// An answer is read quickly from a line of solve, and what is wrong with its own fields is found all the same.
func TestAnswersAsWritten(t *testing.T) {
	for _, line := range []string{
		`{"id":"a/1","board":"grid:2x2","nullity":0,"solvable":true,"presses":[0,1],"press_count":2,"seconds":0.000492596,"origin":"p.jsonl:1"}`,
		`{"id":1,"answer":"r1c1","answers":"4","x":"Presses"}`, `{"presses":null}`, `{"id":1,"solvable":false,"witness":[0,3],"answers":"0"}`,
	} {
		if !agreeOnAnswer(t, line) {
			t.Errorf("%s is left to package json", line)
		}
	}
	for _, line := range []string{
		`{"id":1,"Presses":[0]}`, `{"id":1,"Solvable":false}`, `{"id":1,"preſſes":[0]}`, `{"id":1,"x":0,"x":1}`, `{"id":1,"presses":[0],"presses":[1]}`, `{"id":1, "presses":[0]}`, `{"id":1,"answer":"\u0031"}`,
		`{"id":1,"presses":[0]}}`, `{"id":1,"presses":[0]`, `{"id":1,"x":1.}`, `{"id":1,"x":{}}`, `{"id":1,"presses"}`, `{id:1}`, `{}`, ``,
	} {
		if agreeOnAnswer(t, line) {
			t.Errorf("%s is read as if solve had written it", line)
		}
	}
}

func FuzzAsWritten(f *testing.F) {
	f.Add(`{"id":"a","board":"grid:2x2","on":[2,3],"rows":["..","##"],"presses":[0,1],"min_presses":2,"answers":"1","lit":2,"nullity":0,"chase_presses":3,"seed":1,"index":0}`)
	f.Add(`{"on":[1],"rows":["#","."]}`)
	f.Fuzz(func(t *testing.T, line string) { agree(t, line) })
}

// controlIn is where the first control character of a text is that is not a tab, or -1: no line has one.
func controlIn(text string) int {
	return strings.IndexFunc(text, func(ch rune) bool { return ch < ' ' && ch != '\t' })
}
