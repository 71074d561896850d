package play

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"sync"

	"golang.org/x/sync/errgroup"

	"lightsout/internal/batch"
	"lightsout/internal/strictjson"
)

// lineRequest is a line of input.
type lineRequest struct {
	Version string          `json:"jsonrpc"` // 2.0, or nothing
	ID      json.RawMessage `json:"id"`      // comes back with the reply
	Method  string          `json:"method"`  // one of the methods below
	Params  json.RawMessage `json:"params"`  // what the method takes
}

// lineReply is the line of output for it: Result or Error.
type lineReply struct {
	Version string          `json:"jsonrpc"`          // 2.0
	ID      json.RawMessage `json:"id"`               // of the request, or null
	Result  any             `json:"result,omitempty"` // see the method
	Error   *lineError      `json:"error,omitempty"`  // why there is no result
}

// lineError is an [Error] in the words of JSON-RPC.
type lineError struct {
	Code    int    `json:"code"`    // of JSON-RPC
	Message string `json:"message"` // for people
	Data    string `json:"data"`    // the code of the API
}

// The codes of JSON-RPC 2.0: those of its specification, and from -32001 on those it leaves to servers.
const (
	notJSON    = -32700
	notRequest = -32600
)

var lineCodes = map[string]int{
	"no_method": -32601, "bad_request": -32602, "internal": -32603, "too_large": -32001, "timeout": -32002,
}

// served is a reply as text, and how the requests ended.
type served struct {
	line     []byte
	outcomes []string
}

// Serve reads requests of JSON-RPC 2.0, one per line, until the input ends or the context does, and writes a reply to
// each, on a line of its own:
//
//	{"jsonrpc": "2.0", "id": 1, "method": "solve", "params": {"board": "5x5", "on": [0, 1, 5]}}
//	{"jsonrpc": "2.0", "id": 1, "result": {"board": "grid:5x5", …, "presses": [0], …}}
//	{"jsonrpc": "2.0", "id": 2, "error": {"code": -32602, "message": "…", "data": "bad_request"}}
//
// A request may leave out jsonrpc. One that has it and no id is a notification, which gets no reply. A line that is a
// list of requests, a batch, gets one line with the list of their replies.
//
// Limits.Concurrent requests are answered at the same time, and replies come when they are ready, with the
// id of their request, which is any JSON value. A line that is not a request gets an error too. If out has
// a method Flush() error, it is called after every reply.
//
// outcomes counts the replies: "ok", "no" (there is no answer, or the one that was checked is wrong),
// "stopped" (an answer, but a limit was reached before it was proved to be the shortest) and the codes of [Error]. If
// the context ends, requests under way get no reply, the error is the context's cause, and one more line may be read
// from the input.
func (a *API) Serve(ctx context.Context, in io.Reader, out io.Writer) (outcomes map[string]int, err error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	flush := func() error { return nil }
	if buffered, ok := out.(interface{ Flush() error }); ok {
		flush = buffered.Flush
	}
	outcomes = map[string]int{}
	var mu sync.Mutex
	write := func(r served) {
		mu.Lock()
		defer mu.Unlock()
		if ctx.Err() != nil {
			return
		}
		for _, outcome := range r.outcomes {
			outcomes[outcome]++
		}
		_, err := out.Write(r.line)
		if err == nil {
			err = flush()
		}
		if err != nil {
			cancel(err)
		}
	}
	var requests errgroup.Group
	requests.SetLimit(a.limits.Concurrent)
	ended := make(chan error, 1)
	go func() {
		err := readRequests(ctx, in, a.limits.Body, func(line []byte) {
			requests.Go(func() error {
				write(a.replies(ctx, line))
				return nil
			})
		})
		_ = requests.Wait()
		ended <- err
	}()
	select {
	case err = <-ended:
	case <-ctx.Done():
	}
	mu.Lock() // after a reply that is being written
	defer mu.Unlock()
	if ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	return outcomes, err
}

// readRequests hands out the lines of the input that are not blank. Of a line that is too long it keeps one
// byte more than the limit.
func readRequests(ctx context.Context, in io.Reader, limit int, answer func(line []byte)) error {
	lines := batch.NewLines(in, limit, 1)
	for {
		piece, err := lines.Next(1 << 10)
		switch {
		case err == io.EOF:
			return nil
		case err != nil:
			return err
		}
		for line := range bytes.Lines(piece.Text) {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			if line = bytes.TrimRight(line, "\r\n"); len(bytes.TrimSpace(line)) > 0 {
				answer(line)
			}
		}
	}
}

// replies answers a line: a request, or a batch of them.
func (a *API) replies(ctx context.Context, line []byte) (r served) {
	var list []json.RawMessage
	if len(line) > a.limits.Body || json.Unmarshal(line, &list) != nil || len(list) == 0 {
		return a.reply(ctx, line)
	}
	var lines [][]byte
	for _, request := range list {
		one := a.reply(ctx, request)
		if r.outcomes = append(r.outcomes, one.outcomes...); one.line != nil {
			lines = append(lines, bytes.TrimSpace(one.line))
		}
	}
	if len(lines) > 0 { // and not only notifications
		r.line = fmt.Appendf(nil, "[%s]\n", bytes.Join(lines, []byte(",")))
	}
	return r
}

// reply answers a request.
func (a *API) reply(ctx context.Context, line []byte) served {
	var request lineRequest
	var result any
	err := a.readRequest(line, &request)
	if err == nil {
		result, err = a.run(ctx, caller{}, request.Method, request.Params)
	}
	reply, outcome := lineReply{Version: "2.0", ID: request.ID, Result: result}, "ok"
	if len(reply.ID) == 0 {
		reply.ID = json.RawMessage("null")
	}
	if err != nil {
		e := asError(err)
		reply.Error, outcome = &lineError{lineCodes[e.Code], e.Message, e.Code}, e.Code
		if e.Code == "bad_request" && request.Params == nil { // it was not read to the end
			if reply.Error.Code = notRequest; !json.Valid(line) {
				reply.Error.Code = notJSON
			}
		}
	} else if r, ok := result.(interface{ outcome() string }); ok {
		outcome = r.outcome()
	}
	text, err := json.Marshal(reply)
	if err != nil { // no result is a value that JSON does not have
		outcome = "internal"
		text = []byte(`{"jsonrpc":"2.0","id":null,"error":{` +
			`"code":-32603,"message":"the reply cannot be written","data":"internal"}}`)
	}
	if request.Params != nil && request.Version != "" && request.ID == nil {
		return served{nil, []string{outcome}} // to a notification
	}
	return served{append(text, '\n'), []string{outcome}}
}

// readRequest reads a line. If it fails, the id is there all the same where it comes before the mistake, so that
// nobody waits for the reply in vain.
func (a *API) readRequest(line []byte, request *lineRequest) error {
	if len(line) > a.limits.Body {
		request.ID = idBeforeMistake(line)
		return a.tooLong()
	}
	err := strictjson.Decode(line, request, strictjson.Known)
	if err == nil && request.Version != "" && request.Version != "2.0" {
		err = fmt.Errorf("jsonrpc: %q is not 2.0", clip(request.Version))
	}
	if err != nil {
		if request.Params = nil; request.ID == nil {
			request.ID = idBeforeMistake(line)
		}
		return badRequest(`not a request: %v; write {"id": 1, "method": "solve", "params": {"board": "5x5"}}`, err)
	}
	if len(request.Params) == 0 || string(request.Params) == "null" {
		request.Params = json.RawMessage("{}")
	}
	return nil
}

// idBeforeMistake is the id of a line that is too long or not JSON; nil if it has none before the mistake.
func idBeforeMistake(line []byte) json.RawMessage {
	fields := json.NewDecoder(bytes.NewReader(line))
	if start, err := fields.Token(); err != nil || start != json.Delim('{') {
		return nil
	}
	for fields.More() {
		name, err := fields.Token()
		if err != nil {
			return nil
		}
		var value json.RawMessage
		if fields.Decode(&value) != nil {
			return nil
		}
		if name == "id" {
			return value
		}
	}
	return nil
}
