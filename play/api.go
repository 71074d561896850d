package play

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"time"

	"lightsout/board"
	"lightsout/internal/suggest"
	"lightsout/solve"
)

// Limits bound what one call may cost. A zero field takes its default.
type Limits struct {
	// Time is how long a call may compute. A search for the fewest presses then answers with the best
	// it has found.
	Time time.Duration // 5 s
	// Lights is how many lights, and how many switches, a board may have; Flips how many lights
	// all its switches together may flip.
	Lights int // 4096
	Flips  int // 2^18
	// Body is how many bytes a request may have.
	Body int // 1 MiB
	// Memory is what one search may take, in bytes.
	Memory int64 // 256 MiB
	// Concurrent is how many calls compute at the same time; Waiting how many more may wait for their
	// turn. Any further call is refused as "busy".
	Concurrent int // twice the cores
	Waiting    int // 512
}

func (l Limits) withDefaults() Limits {
	orDefault(&l.Time, 5*time.Second)
	orDefault(&l.Lights, 4096)
	orDefault(&l.Flips, 1<<18)
	orDefault(&l.Body, 1<<20)
	orDefault(&l.Memory, 256<<20)
	orDefault(&l.Concurrent, 2*runtime.GOMAXPROCS(0))
	orDefault(&l.Waiting, 512)
	return l
}

func orDefault[T comparable](field *T, value T) {
	var zero T
	if *field == zero {
		*field = value
	}
}

// API answers the page's questions. It keeps nothing between calls and is safe for concurrent use.
type API struct {
	limits Limits
	here   chan struct{} // calls that compute or wait
	slots  chan struct{} // calls that compute
}

// New returns an API that keeps to the limits.
func New(limits Limits) *API {
	limits = limits.withDefaults()
	return &API{
		limits: limits,
		here:   make(chan struct{}, limits.Concurrent+limits.Waiting),
		slots:  make(chan struct{}, limits.Concurrent),
	}
}

// Error is what is wrong with a call, in words for the player.
type Error struct {
	// Code is for programs: "bad_request", "no_method", "too_large", "timeout", "busy" or
	// "internal"; over HTTP also "slow_request".
	Code    string `json:"code"`
	Message string `json:"message"`
}

func (e *Error) Error() string { return e.Message }

func badRequest(format string, args ...any) error {
	return &Error{Code: "bad_request", Message: fmt.Sprintf(format, args...)}
}

// methods is every method. To add one, add a row and the file that holds it.
var methods = map[string]func(*API, context.Context, []byte) (any, error){
	"load":    method((*API).load),
	"new":     method((*API).newPuzzle),
	"daily":   method((*API).daily),
	"solve":   method((*API).solve),
	"explain": method((*API).explain),
	"analyse": method((*API).analyse),
	"save":    method((*API).save),
}

// Methods lists the methods by name.
func Methods() []string {
	var names []string
	for name := range methods {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// method reads the request before its function sees it: one JSON value, every field known.
func method[Request, Response any](do func(*API, context.Context, Request) (Response, error)) func(*API, context.Context, []byte) (any, error) {
	return func(a *API, ctx context.Context, body []byte) (any, error) {
		var request Request
		d := json.NewDecoder(bytes.NewReader(body))
		d.DisallowUnknownFields()
		if err := d.Decode(&request); err != nil {
			return nil, badRequest("the request is not as this method wants it: %s", decodeProblem(err))
		}
		if _, err := d.Token(); err != io.EOF {
			return nil, badRequest("something follows the request")
		}
		return do(a, ctx, request)
	}
}

// decodeProblem says what is wrong with a request, in JSON's own terms rather than Go's.
func decodeProblem(err error) string {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.Is(err, io.EOF):
		return "it is empty"
	case errors.Is(err, io.ErrUnexpectedEOF):
		return "it ends too early"
	case errors.As(err, &syntax):
		return fmt.Sprintf("it is no JSON from byte %d on", syntax.Offset)
	case errors.As(err, &kind) && kind.Field == "":
		return "it is not an object"
	case errors.As(err, &kind):
		field := strings.TrimPrefix(kind.Field, "Position.") // embedded in Go, its fields are the request's own
		return fmt.Sprintf("%q cannot be a %s", field, kind.Value)
	default:
		return strings.TrimPrefix(err.Error(), "json: ") // unknown field "…"
	}
}

// Call answers one question. Every error is an *[Error].
func (a *API) Call(ctx context.Context, name string, body []byte) (answer []byte, err error) {
	return a.call(ctx, name, body, func() {})
}

// call is Call, and says when the wait for a turn is over.
func (a *API) call(ctx context.Context, name string, body []byte, begins func()) (answer []byte, err error) {
	defer func() {
		if fault := recover(); fault != nil {
			answer, err = nil, &Error{Code: "internal", Message: fmt.Sprintf("a fault of the program, please report it: %v", fault)}
		}
	}()
	do, ok := methods[name]
	if !ok {
		return nil, &Error{Code: "no_method", Message: fmt.Sprintf("no such method %q%s; the methods are %s", clip(name), suggest.DidYouMean(name, Methods()), strings.Join(Methods(), " "))}
	}
	if len(body) > a.limits.Body {
		return nil, &Error{Code: "too_large", Message: fmt.Sprintf("the request is longer than %d bytes", a.limits.Body)}
	}
	select {
	case a.here <- struct{}{}:
		defer func() { <-a.here }()
	default:
		return nil, &Error{Code: "busy", Message: "too many others are asking at this moment: try again soon"}
	}
	// Waiting for a turn is not computing: only the client's patience ends it.
	select {
	case a.slots <- struct{}{}:
		defer func() { <-a.slots }()
	case <-ctx.Done():
		return nil, asError(context.Cause(ctx))
	}
	begins()
	ctx, cancel := context.WithTimeout(ctx, a.limits.Time)
	defer cancel()
	result, err := do(a, ctx, body)
	if err != nil {
		return nil, asError(err)
	}
	return json.Marshal(result)
}

// asError puts the library's errors into the page's terms.
func asError(err error) error {
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

// clip keeps a message readable when something long was sent where a word belongs.
func clip(s string) string {
	if len(s) > 60 {
		return s[:57] + "..."
	}
	return s
}
