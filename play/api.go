package play

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"lightsout/board"
	"lightsout/internal/strictjson"
	"lightsout/internal/suggest"
	"lightsout/solve"
)

// API answers the calls of the page and of programs. It is safe for concurrent use. No answer depends on
// earlier calls; it only remembers batches, which take long to plan.
type API struct {
	// PublicURL is where players find the page, if that is not where its server listens: links to share
	// lead there. It is set before NewServer.
	PublicURL string

	limits Limits
	short  *queue // calls that are light
	long   *queue // all others
	plans  plans
}

// New returns an API with the given limits.
func New(limits Limits) *API {
	limits = limits.withDefaults()
	return &API{
		limits: limits,
		short:  newQueue(limits.Concurrent, limits.PerClient, limits.Waiting),
		long:   newQueue(limits.Concurrent, limits.PerClient, limits.Waiting),
	}
}

// Error is the error of a call, with a message for the player.
type Error struct {
	// Code is for programs: "bad_request", "no_method", "too_large", "timeout", "busy" or
	// "internal"; over HTTP also "slow_request".
	Code    string `json:"code"`
	Message string `json:"message"` // the same for people
}

func (e *Error) Error() string { return e.Message }

func badRequest(format string, args ...any) error {
	return refusal("bad_request", format, args...)
}

func refusal(code, format string, args ...any) *Error {
	return &Error{Code: code, Message: fmt.Sprintf(format, args...)}
}

// endpoint is a method: what it does with a request, whether that is light, and an empty request.
type endpoint struct {
	do      func(*API, context.Context, []byte) (any, error)
	light   func(*API, context.Context, []byte) bool
	request any
}

// methods is every method. To add one, add a row and the file that holds it, and describe its JSON in
// docs/json.md.
var methods = map[string]endpoint{
	"load":     method((*API).load),
	"new":      method((*API).newPuzzle),
	"daily":    method((*API).daily),
	"generate": method((*API).generate),
	"solve":    method((*API).solve),
	"hint":     method((*API).hint),
	"check":    method((*API).checkAnswer),
	"step":     method((*API).step),
	"explain":  method((*API).explain),
	"analyse":  method((*API).analyse),
	"lines":    method((*API).lines),
	"save":     method((*API).save),
}

// methodNames lists the methods in alphabetical order.
func methodNames() []string { return slices.Sorted(maps.Keys(methods)) }

// method decodes the request, which must be one JSON value with known fields, and calls do.
func method[Request, Response any](do func(*API, context.Context, Request) (Response, error)) endpoint {
	e := endpoint{request: *new(Request)}
	e.do = func(a *API, ctx context.Context, body []byte) (any, error) {
		var request Request
		if err := strictjson.Decode(body, &request, strictjson.Known); err != nil {
			return nil, badRequest("bad request: %v", err)
		}
		response, err := do(a, ctx, request)
		if err != nil {
			return nil, err
		}
		return response, nil
	}
	e.light = func(a *API, ctx context.Context, body []byte) bool {
		if len(body) > lightBody {
			return false
		}
		var request Request
		return strictjson.Decode(body, &request, strictjson.Known) != nil || a.light(ctx, request)
	}
	return e
}

// caller is who makes a call: a client, or "" within the program, and what to do when its turn comes.
type caller struct {
	client string
	begins func()
}

// Call runs a method on a JSON request and returns its JSON answer. Every error is an *[Error].
func (a *API) Call(ctx context.Context, name string, body []byte) (answer []byte, err error) {
	return a.call(ctx, caller{}, name, body)
}

// call is Call for a caller.
func (a *API) call(ctx context.Context, by caller, name string, body []byte) (answer []byte, err error) {
	result, err := a.run(ctx, by, name, body)
	if err != nil {
		return nil, asError(err)
	}
	return json.Marshal(result)
}

// run is call before its result becomes JSON.
func (a *API) run(ctx context.Context, by caller, name string, body []byte) (result any, err error) {
	defer func() {
		if fault := recover(); fault != nil {
			result, err = nil, refusal("internal", "this is a bug in the program, please report it: %v", fault)
		}
	}()
	m, ok := methods[name]
	if !ok {
		names := methodNames()
		return nil, refusal("no_method", "no such method %q%s; the methods are %s",
			clip(name), suggest.DidYouMean(name, names), strings.Join(names, " "))
	}
	if len(body) > a.limits.Body {
		return nil, a.tooLong()
	}
	turns := a.long
	if m.light(a, ctx, body) {
		turns = a.short
	}
	// The time limit does not apply while waiting for a turn: only the client can give up.
	leave, err := turns.enter(ctx, by.client)
	if err != nil {
		return nil, err
	}
	defer leave()
	if by.begins != nil {
		by.begins()
	}
	ctx, cancel := context.WithTimeout(ctx, a.limits.Time)
	defer cancel()
	return m.do(a, ctx, body)
}

func (a *API) tooLong() error {
	return refusal("too_large", "the request is longer than %d bytes", a.limits.Body)
}

// asError turns errors of the library into an Error.
func asError(err error) *Error {
	var known *Error
	var tooLarge *board.TooLargeError
	var refused *solve.RefusedError
	var gaveUp *solve.GaveUpError
	switch {
	case errors.As(err, &known):
		return known
	case errors.As(err, &tooLarge):
		return &Error{Code: "too_large", Message: err.Error()}
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled), errors.As(err, &gaveUp):
		return &Error{Code: "timeout", Message: "that took too long and was stopped"}
	case errors.As(err, &refused):
		return &Error{Code: "bad_request", Message: refused.Reason}
	default:
		return &Error{Code: "bad_request", Message: err.Error()}
	}
}

// clip shortens input that is quoted in a message.
func clip(s string) string { return suggest.Clip(s, 60) }
