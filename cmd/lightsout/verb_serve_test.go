package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// serveRuns show every method of serve. Params and result have the fields of the sections named; an empty
// result stands for an error.
var serveRuns = []struct {
	method, params string
	of, result     []string
}{
	{"generate", `{"board":"5x5","count":3,"from":2,"seed":5,"presses":[3,9],"lit":8,"distinct":"states","unique":true,"prompt":"plain"}`, []string{"params of generate"}, []string{"result of generate"}},
	{"generate", `{"board":["5x5","4x4"],"count":4,"mix":"3,1","split":"train:0.9,test:0.1"}`, []string{"params of generate"}, []string{"result of generate"}},
	{"generate", `{"board":"4x4","presses":4,"lit":[2,9],"symmetric":"turn","levels":3,"allow_solved":true}`, []string{"params of generate"}, []string{"result of generate"}},
	{"generate", `{"board":"4x4","presses":[2,4],"levels":"even","min":true,"engine":"nullspace","unsolvable":0.5}`, []string{"params of generate"}, []string{"result of generate"}},
	{"solve", `{"board":"5x5","on":[0,1,5],"goal":[],"dont_care":[3],"known":[0]}`, []string{"params of solve"}, []string{"result of solve"}},
	{"solve", `{"board":{"spec":"5x5"},"on":[0]}`, []string{"a position"}, []string{"result of solve"}},
	{"solve", `{"board":{"spec":"3x3"},"on":[0,1,3],"forbidden":[0]}`, []string{"a position"}, []string{"result of solve"}},
	{"hint", `{"board":{"lights":2,"toggles":[[0,1],[1]],"graph":true,"names":["ann","bob"]},"on":[0]}`, []string{"a position"}, []string{"result of solve"}},
	{"check", `{"board":"3x3","on":[0,1,3],"answer":"maybe [0]","free_text":true}`, []string{"params of check"}, []string{"result of check"}},
	{"check", `{"board":"3x3","on":[0,1,3],"answer":"[0]","free_text":true,"min_presses":1}`, []string{"params of check"}, []string{"result of check"}},
	{"check", `{"board":"3x3","on":[0,1,3],"answer":[0],"forbidden":[0],"min_presses":0}`, []string{"params of check"}, []string{"result of check"}},
	{"check", `{"board":"1x2","on":[0],"answer":"impossible","witness":[0,1]}`, []string{"params of check"}, []string{"result of check"}},
	{"step", `{"board":"3x3","on":[0,1,3],"press":0}`, []string{"params of step"}, []string{"result of step"}},
	{"load", `{"spec":"2x3","on":"all","goal":"1","presses":[0,1]}`, []string{"params of load"}, []string{"result of load"}},
	{"load", `{"file":"p lights 2 1\nn 1 ann\nn 2 bob\ne 1 2\n","name":"two.lo"}`, []string{"params of load"}, []string{"result of load"}},
	{"load", `{"file":"p lights 3 1\na 1 3\n","places":[[0,0],[150,0],[300,0]]}`, []string{"params of load"}, []string{"result of load"}},
	{"load", `{"spec":"torus:4x4"}`, []string{"params of load"}, []string{"result of load"}},
	{"load", `{"spec":"2x2,mod=4","on":"0123"}`, []string{"params of load"}, []string{"result of load"}},
	{"load", `{"file":"p toggle 2 3\nm 3\nt 1 1*2 2\nt 2 2 3\n"}`, []string{"params of load"}, []string{"result of load"}},
	{"hint", `{"board":{"lights":2,"toggles":[[0,1,1],[1]],"states":3},"on":[0,0]}`, []string{"a position"}, []string{"result of solve"}},
	{"analyse", `{"board":"2x2,mod=4","on":[0]}`, []string{"a position"}, []string{"result of analyse"}},
	{"new", `{"board":"5x5","presses":4,"seed":1}`, []string{"params of new"}, []string{"result of new"}},
	{"daily", `{"date":"2026-11-15"}`, []string{"params of daily"}, []string{"result of daily"}},
	{"daily", `{"date":"2026-11-25","door":"hard"}`, []string{"params of daily"}, []string{"result of daily"}},
	{"explain", `{"board":"5x5","on":[0]}`, []string{"a position"}, []string{"result of explain"}},
	{"lines", `{"board":{"lights":3,"toggles":[[0,2],[1],[2]],"graph":true},"places":[[0,0],[150,0],[300,0]]}`, []string{"a position", "params of lines"}, []string{"result of lines"}},
	{"analyse", `{"board":"5x5","on":[0]}`, []string{"a position"}, []string{"result of analyse"}},
	{"save", `{"board":"5x5","format":"lo"}`, []string{"params of save"}, []string{"result of save"}},
	{"save", `{"board":"petersen","format":"svg","theme":"dark"}`, []string{"params of save"}, []string{"result of save"}},
	{"save", `{"board":"path:3","format":"svg","places":[[0,0],[100,0],[50,80.5]]}`, []string{"params of save"}, []string{"result of save"}},
	{"save", `{"board":"5x5","format":"doc"}`, []string{"params of save"}, nil},
}

// showServed holds requests and replies of serve against their sections.
func showServed(t *testing.T, document map[string]map[string]*documented) {
	t.Helper()
	var requests strings.Builder
	shown := map[string]bool{}
	for id, run := range serveRuns {
		fmt.Fprintf(&requests, `{"jsonrpc":"2.0","id":%d,"method":%q,"params":%s}`+"\n", id, run.method, run.params)
		shown[run.method] = true
	}
	requests.WriteString(`{"method":"?"}` + "\n")
	code, replies := serveLines(t, requests.String(), "--timeout", "5m")
	if code != exitUsage || len(replies) != len(serveRuns)+1 {
		t.Fatalf("exit code %d, %d replies to %d requests", code, len(replies), len(serveRuns)+1)
	}
	for _, reply := range replies {
		id, numbered := reply["id"].(json.Number)
		if !numbered {
			message := reply["error"].(map[string]any)["message"].(string)
			_, methods, _ := strings.Cut(message, "the methods are ")
			for name := range strings.FieldsSeq(methods) {
				if !shown[name] {
					t.Errorf("no request shows the method %s", name)
				}
			}
			continue
		}
		n, _ := id.Int64()
		run := serveRuns[n]
		what := "serve, " + run.method + " " + run.params
		checkObject(t, what, object(t, fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":%q,"params":{}}`, run.method)), sections(t, document, "a request"))
		checkObject(t, what, object(t, run.params), sections(t, document, run.of...))
		result, ok := reply["result"].(map[string]any)
		if ok != (run.result != nil) {
			t.Errorf("%s: %v", what, reply)
			continue
		}
		if ok {
			if puzzles, ok := result["puzzles"].([]any); ok {
				for _, p := range puzzles {
					checkObject(t, what, p.(map[string]any), document["generate --format jsonl"])
				}
				*document["serve, result of generate"]["puzzles"].shown = len(puzzles) > 0
			} else {
				checkObject(t, what, result, sections(t, document, run.result...))
			}
			reply["result"] = map[string]any{}
		}
		checkObject(t, what, reply, sections(t, document, "a reply"))
	}
}

// sections joins the fields of sections, which may leave out the word serve.
func sections(t *testing.T, document map[string]map[string]*documented, titles ...string) map[string]*documented {
	t.Helper()
	fields := map[string]*documented{}
	for _, title := range titles {
		if _, known := document[title]; !known {
			title = "serve, " + title
		}
		if document[title] == nil {
			t.Fatalf("docs/json.md has no section %q", title)
		}
		for name, f := range document[title] {
			fields[name] = f
		}
	}
	return fields
}

func object(t *testing.T, text string) (o map[string]any) {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	if err := d.Decode(&o); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return o
}

// serveLines runs serve on an input.
func serveLines(t *testing.T, input string, args ...string) (code int, replies []map[string]any) {
	t.Helper()
	var out, complaint bytes.Buffer
	code = Main(append([]string{"serve"}, args...), strings.NewReader(input), &out, &complaint)
	if complaint.Len() > 0 {
		t.Errorf("serve says %s", complaint.String())
	}
	for line := range strings.Lines(out.String()) {
		replies = append(replies, object(t, line))
	}
	return code, replies
}
