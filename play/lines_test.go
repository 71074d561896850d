package play

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"
	"testing/iotest"
	"time"

	"pgregory.net/rapid"

	"lightsout/board"
	"lightsout/generate"
	"lightsout/internal/boardtest"
	"lightsout/internal/boardtest/mutant"
	"lightsout/internal/boardtest/tier"
)

type reply struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Result  json.RawMessage `json:"result"`
	Error   *lineError      `json:"error"`
}

// serveAll is the replies to an input, those in lists too.
func serveAll(t require, api *API, input string) (replies []reply, outcomes map[string]int) {
	t.Helper()
	var out bytes.Buffer
	outcomes, err := api.Serve(context.Background(), strings.NewReader(input), &out)
	if err != nil {
		t.Fatalf("%v", err)
	}
	for line := range bytes.Lines(out.Bytes()) {
		list := make([]reply, 1)
		var to any = &list[0]
		if line[0] == '[' {
			to = &list
		}
		err := json.Unmarshal(line, to)
		if len(list) == 0 {
			t.Fatalf("an empty list of replies")
		}
		for _, r := range list {
			if err != nil || line[len(line)-1] != '\n' || (r.Result == nil) == (r.Error == nil) || r.ID == nil || r.Version != "2.0" {
				t.Fatalf("%v: not a reply: %s", err, line)
			}
		}
		replies = append(replies, list...)
	}
	return replies, outcomes
}

// Whatever the lines are, each gets a reply, with its id if it has one.
func TestEveryLineGetsItsReply(t *testing.T) {
	api := New(Limits{Body: 200, Concurrent: 4})
	lines := []struct{ text, code string }{
		{`{"id":%d,"method":"solve","params":{"board":"3x3","on":[%[1]d]}}`, ""},
		{`{"id":%d,"method":"analyse","params":{"board":"7x7"}}`, ""},
		{`{"id":%d,"method":"slove"}`, "no_method"},
		{`{"id":%d,"method":7}`, "bad_request"},
		{`{"id":%d,"method":"solve","params":[]}`, "bad_request"},
		{`{"id":%d,"methud":"solve"}`, "bad_request"},
		{`{"id":%d,"method":"solve","params":{"board":"101x100"}}`, "too_large"},
		{`{"id":%d,"method":"solve","params":{"board":"5x5","on":[1,1]}}`, "bad_request"},
	}
	rapid.Check(t, func(t *rapid.T) {
		var input strings.Builder
		want := map[string]string{}
		for id := range rapid.IntRange(0, 30).Draw(t, "lines") {
			line := rapid.SampledFrom(lines).Draw(t, "line")
			if id > 8 && line.code == "" {
				line = lines[1]
			}
			fmt.Fprintf(&input, strings.ReplaceAll(line.text, "[%[1]d]", fmt.Sprintf("[%d]", id%9)), id)
			input.WriteString(rapid.SampledFrom([]string{"\n", "\r\n", "\n\n", "\n \t\n"}).Draw(t, "end"))
			want[fmt.Sprint(id)] = line.code
		}
		replies, _ := serveAll(t, api, input.String())
		for _, r := range replies {
			code, asked := want[string(r.ID)]
			delete(want, string(r.ID))
			if got := r.Error; !asked || got == nil && code != "" || got != nil && got.Data != code {
				t.Fatalf("id %s: %v, want %q", r.ID, got, code)
			}
		}
		if len(want) > 0 {
			t.Fatalf("no reply to %v", want)
		}
	})
}

func TestLinesThatAreNoRequests(t *testing.T) {
	replies, outcomes := serveAll(t, New(Limits{Body: 100, Concurrent: 1}), strings.Join([]string{
		`{"id":"long","method":"load","params":{"spec":"5x5","on":"` + strings.Repeat("1", 1000) + `"}}`,
		`{`, `7`, `null`, `{}`, `{"id":{"a":[1]},"method":"load","params":{"spec":"2x2"}}`, `{"id":1,"id":2,"method":"load"}`,
		`{"id":3,"method":"solve","params":{"board":"5x5","on":[0]}}`,
		`{"id":4,"method":"check","params":{"board":"1x1","on":[0],"answer":[]}}`,
		`{"id":5,"method":"check","params":{"answer":[NaN]}}`, `{"method":"check","params":[7],"id":"six"`, `{"method":NaN,"id":7}`,
	}, "\n"))
	want := []struct {
		id   string
		code int
		word string
		says string
	}{
		{`"long"`, -32001, "too_large", "longer than 100 bytes"}, {"null", -32700, "bad_request", "ends too early"},
		{"null", -32600, "bad_request", "a number is not an object"}, {"null", -32600, "bad_request", "null is not an object"},
		{"null", -32601, "no_method", `no such method ""`}, {id: `{"a":[1]}`}, {"1", -32600, "bad_request", "id: it is there twice"},
		{id: "3"}, {id: "4"}, {"5", -32700, "bad_request", "not a request"}, {`"six"`, -32700, "bad_request", "ends too early"},
		{"null", -32700, "bad_request", "not a request"},
	}
	for i, w := range want {
		r := replies[i]
		if string(r.ID) != w.id {
			t.Errorf("line %d: id %s, want %s", i+1, r.ID, w.id)
		}
		if w.word == "" {
			continue
		}
		if r.Error.Code != w.code {
			t.Errorf("line %d: code %d, want %d", i+1, r.Error.Code, w.code)
		}
		wantError(t, fmt.Sprint("line ", i+1), &Error{r.Error.Data, r.Error.Message}, w.word, w.says)
	}
	if got := fmt.Sprint(outcomes); len(replies) != len(want) || got != "map[bad_request:7 no:2 no_method:1 ok:1 too_large:1]" {
		t.Errorf("%d replies, %s", len(replies), got)
	}
}

// The version is that of JSON-RPC or left out, and a notification gets no reply.
func TestVersionsAndNotifications(t *testing.T) {
	replies, outcomes := serveAll(t, New(Limits{Concurrent: 1}), strings.Join([]string{
		`{"jsonrpc":"2.0","id":1,"method":"load","params":{"spec":"2x2"}}`,
		`{"jsonrpc":"2.0","method":"load","params":{"spec":"2x2"}}`, `{"jsonrpc":"2.0","method":"load","params":{"spec":"2y2"}}`,
		`{"jsonrpc":"2.0","id":null,"method":"load","params":{"spec":"2x2"}}`,
		`{"jsonrpc":"1.0","id":2,"method":"load","params":{"spec":"2x2"}}`,
		`{"jsonrpc":"2.0","id":3,"method":"load","params":{"spec":"2y2"}}`,
	}, "\n"))
	var got []string
	for _, r := range replies {
		if got = append(got, string(r.ID)); r.Error != nil {
			got = append(got, fmt.Sprint(r.Error.Code))
		}
	}
	if fmt.Sprint(got) != "[1 null 2 -32600 3 -32602]" || outcomes["ok"] != 3 || outcomes["bad_request"] != 3 {
		t.Errorf("%v, %v", got, outcomes)
	}
}

// A long search does not hold up the others.
func TestRepliesComeWhenTheyAreReady(t *testing.T) {
	api := New(Limits{Time: time.Hour, Concurrent: 2})
	requests, in := io.Pipe()
	out, replies := io.Pipe()
	ctx, cancel := context.WithCancelCause(t.Context())
	ended := make(chan error, 1)
	go func() {
		_, err := api.Serve(ctx, requests, replies)
		ended <- err
	}()
	lines := json.NewDecoder(out)
	fmt.Fprintln(in, `{"id":"slow","method":"generate","params":{"board":"hypercube:7","presses":[20,25]}}`)
	for i := range 5 {
		fmt.Fprintf(in, `{"id":%d,"method":"step","params":{"board":"2x2","press":0}}`+"\n", i)
		var r reply
		if err := lines.Decode(&r); err != nil || string(r.ID) != fmt.Sprint(i) {
			t.Fatalf("%v: reply to %s, not to %d", err, r.ID, i)
		}
	}
	stop := errors.New("stop")
	cancel(stop)
	if err := <-ended; !errors.Is(err, stop) {
		t.Errorf("it ends with %v", err)
	}
	in.Close()
}

type unwritable struct{}

func (unwritable) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

func TestStreamsThatFail(t *testing.T) {
	line := `{"method":"load","params":{"spec":"2x2"}}` + "\n"
	if _, err := New(Limits{}).Serve(t.Context(), strings.NewReader(strings.Repeat(line, 100)), unwritable{}); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("an output that fails: %v", err)
	}
	broken := errors.New("broken")
	var out bytes.Buffer
	outcomes, err := New(Limits{}).Serve(t.Context(), io.MultiReader(strings.NewReader(line), iotest.ErrReader(broken)), &out)
	if !errors.Is(err, broken) || outcomes["ok"] != 1 {
		t.Errorf("an input that fails: %v, %v", err, outcomes)
	}
}

// The same puzzles, however many calls ask for however many batches at the same time: and
// they are kept.
func TestGeneratorsAreShared(t *testing.T) {
	want := map[int]string{}
	request := func(seed int) generateRequest {
		n, s := 2, uint64(seed)
		return generateRequest{Board: boardRefs{{Spec: "4x4"}}, Count: &n, batchOptions: batchOptions{Seed: &s, Presses: &bounds{2, 4}}}
	}
	for seed := range 12 {
		want[seed] = string(ask[generated](t, New(Limits{}), "generate", rawRequest(t, request(seed))).Puzzles)
	}
	api := New(Limits{Concurrent: 8})
	var calls sync.WaitGroup
	for i := range 200 {
		calls.Go(func() {
			seed := i * 7 % 12
			got, err := tryAsk[generated](api, "generate", rawRequest(t, request(seed)))
			if err != nil || string(got.Puzzles) != want[seed] {
				t.Errorf("seed %d: %v\n%s\n%s", seed, err, got.Puzzles, want[seed])
			}
		})
	}
	calls.Wait()
	api.plans.mu.Lock()
	if n := len(api.plans.used); n < 12 {
		t.Errorf("%d small batches are kept", n)
	}
	api.plans.mu.Unlock()
	// A board that has no SPEC is known by its toggles.
	for _, c := range []struct {
		toggles [][]int
		answer  string
	}{{[][]int{{0}, {1}}, `"presses":[0]`}, {[][]int{{1}, {0}}, `"presses":[1]`}} {
		r := map[string]any{"board": map[string]any{"lights": 2, "toggles": c.toggles}, "lit": 1, "distinct": "states", "count": 2}
		got := ask[generated](t, api, "generate", r)
		if i := strings.Index(string(got.Puzzles), `"on":[0]`); i < 0 || !strings.Contains(string(got.Puzzles[i:]), c.answer) {
			t.Errorf("%v: %s", c.toggles, got.Puzzles)
		}
	}
}

// The batches used last are kept, as many as fit.
func TestPlansAreForgotten(t *testing.T) {
	request := func(spec string, n uint64) generateRequest {
		return generateRequest{Board: boardRefs{{Spec: spec}}, batchOptions: batchOptions{Seed: &n, Distinct: "states"}}
	}
	var c plans
	get := func(spec string, n uint64) *generate.Batch {
		b, err := c.get(t.Context(), []*board.Board{boardtest.Parse(t, spec)}, request(spec, n))
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	first := get("3x3", 0)
	for n := range uint64(50) {
		get("5x5", n)
		if get("3x3", 0) != first {
			t.Fatalf("after %d others it is planned again", n+1)
		}
	}
	held := int64(0)
	for _, p := range c.used {
		held += p.batch.Bytes()
	}
	if held != c.bytes || len(c.used) != 51 {
		t.Errorf("%d batches of %d bytes are held, %d are counted", len(c.used), held, c.bytes)
	}
	c.bytes = maxPlanBytes // as if they were large
	if get("4x4", 1); len(c.used) != 51 || c.used[len(c.used)-2].batch != first || c.take(c.used[0].key) == nil {
		t.Errorf("%d batches are kept", len(c.used))
	}
}

// rawRequest is a request with its range as clients write it.
func rawRequest(t *testing.T, r generateRequest) map[string]any {
	t.Helper()
	return map[string]any{"board": r.Board[0].Spec, "count": r.Count, "seed": r.Seed, "presses": []int{r.Presses.Low, r.Presses.High}}
}

// A batch that cannot be prepared in time is not remembered as impossible.
func TestGeneratorThatFailedIsTriedAgain(t *testing.T) {
	api := New(Limits{Time: time.Hour})
	over, cancel := context.WithCancel(t.Context())
	cancel()
	body := []byte(`{"board":"5x5","presses":15}`)
	if _, err := api.Call(over, "generate", body); err == nil {
		t.Error("an answer after the end")
	}
	if answer, err := api.Call(t.Context(), "generate", body); err != nil || !bytes.Contains(answer, []byte(`"min_presses":15`)) {
		t.Errorf("%v: %s", err, answer)
	}
}

var requests = []string{
	`{"id":1,"method":"step","params":{"board":"2x2","press":0}}` + "\n" + `{"id":2}`,
	"{\n\n[]\nnull\r\n",
	`{"method":"check","params":{"board":"2x2","answer":"(1,2) and [0]","free_text":true}}`,
	`{"method":"generate","params":{"board":"2x2","presses":[1,2],"count":3}}`,
	`{"method":"generate","params":{"bard":"2x2","presses":[1,2],"count":3}}`, // no such field
	"[0]\n[]\n[[]]",     // lists
	"{\"00\":0,0\nA\nA", // no JSON
}

func FuzzServe(f *testing.F) {
	for _, text := range requests {
		f.Add(text)
	}
	api := New(Limits{Lights: 64, Flips: 1000, Time: time.Second, Body: 1000})
	f.Fuzz(func(t *testing.T, input string) { eachReplied(t, api, input) })
}

// The same of requests that are changed at random.
func TestMutatedRequests(t *testing.T) {
	api := New(Limits{Lights: 64, Flips: 1000, Time: time.Second, Body: 1000})
	mutant.Each(t, tier.Size(200, 3000), requests, func(text string) { eachReplied(t, api, text) })
}

// eachReplied requires a reply to each request, and several to a list of them.
func eachReplied(t *testing.T, api *API, input string) {
	replies, outcomes := serveAll(t, api, input)
	lines, counted := 0, 0
	for line := range strings.Lines(input) {
		if strings.TrimSpace(line) != "" {
			lines++
		}
	}
	for _, n := range outcomes {
		counted += n
	}
	if len(replies) < lines || len(replies) != counted || outcomes["internal"] > 0 {
		t.Errorf("%d replies: %v", len(replies), outcomes)
	}
}

// Requests of the smallest kind, as a program sends them one after another without waiting.
func BenchmarkServe(b *testing.B) {
	line := `{"id":1,"method":"step","params":{"board":"5x5","on":[0,1,5],"press":0}}` + "\n"
	for b.Loop() {
		if _, err := New(Limits{}).Serve(b.Context(), strings.NewReader(strings.Repeat(line, 1000)), io.Discard); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(1000*b.N)/b.Elapsed().Seconds(), "requests/s")
}

// Boards that take turns and parts of a data set are those of the command.
func TestMixedAndSplitPuzzles(t *testing.T) {
	api := New(Limits{})
	request := func(fields string) string {
		return `{"method":"generate","params":{"board":["5x5","torus:4x4"],` + fields + `}}` + "\n"
	}
	var puzzles []struct{ Board, Split string }
	replies, _ := serveAll(t, api, request(`"mix":"3,1","split":"train:0.5,test:0.5","count":400`))
	var result struct{ Puzzles json.RawMessage }
	if err := json.Unmarshal(replies[0].Result, &result); err != nil {
		t.Fatalf("%v: %v", err, replies[0].Error)
	}
	if err := json.Unmarshal(result.Puzzles, &puzzles); err != nil {
		t.Fatal(err)
	}
	count := map[string]int{}
	for _, p := range puzzles {
		count[p.Board]++
		count[p.Split]++
	}
	if len(puzzles) != 400 || count["grid:5x5"] != 300 || count["torus:4x4"] != 100 || count["train"]+count["test"] != 400 || count["train"] < 100 || count["test"] < 100 {
		t.Errorf("%d puzzles: %v", len(puzzles), count)
	}
	for fields, want := range map[string]string{
		`"mix":"1"`:         "mix: 1 share for 2 boards",
		`"mix":"1,x"`:       `mix: "x" is not a share`,
		`"split":"a:0.3"`:   "split: the shares add up to 0.3, not to 1",
		`"split":"a:1,a:1"`: "split: a is there twice",
	} {
		replies, _ := serveAll(t, api, request(fields))
		if e := replies[0].Error; e == nil || e.Data != "bad_request" || !strings.Contains(e.Message, want) {
			t.Errorf("%s: %v, want %s", fields, e, want)
		}
	}
	replies, _ = serveAll(t, api, `{"method":"generate","params":{"board":"5x5","mix":"1,2"}}`)
	if e := replies[0].Error; e == nil || !strings.Contains(e.Message, "2 shares for 1 board") {
		t.Errorf("mix of one board: %v", e)
	}
}
