package play

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"strings"
	"sync"
	"testing"
	"testing/iotest"
	"time"

	"lightsout/board"
	"lightsout/internal/boardtest"
)

// waitLimit is how long a test waits for one condition: only what will never be true takes so long, however busy the
// machine is.
const waitLimit = 5 * time.Minute

func serve(r *http.Request) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	NewServer(New(Limits{Body: 1000}), "myhost").Handler.ServeHTTP(w, r)
	return w
}

// call is a request as the page sends it, with other headers where the test wants them.
func call(body string, header map[string]string) *http.Request {
	r := httptest.NewRequest(http.MethodPost, "http://127.0.0.1/call/solve", strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	for name, value := range header {
		r.Header.Set(name, value)
	}
	return r
}

func TestOnlyThePageItselfMayCall(t *testing.T) {
	const body = `{"board":{"spec":"5x5"},"on":[0,1,5]}`
	for _, c := range []struct {
		what, host string
		header     map[string]string
		want       int
	}{
		{"the page", "127.0.0.1:8080", map[string]string{"Origin": "http://127.0.0.1:8080", "Sec-Fetch-Site": "same-origin"}, 200},
		{"localhost", "localhost:8080", map[string]string{"Origin": "http://localhost:8080"}, 200},
		{"localhost in capitals", "LocalHost:8080", map[string]string{"Origin": "http://LocalHost:8080"}, 200},
		{"IPv6", "[::1]:8080", map[string]string{"Origin": "http://[::1]:8080"}, 200},
		{"its own name", "myhost:8080", nil, 200},
		{"a program", "127.0.0.1:8080", nil, 200},
		{"a rebound name", "evil.example", map[string]string{"Origin": "http://evil.example"}, 421},
		{"a rebound name with port", "evil.example:8080", nil, 421},
		{"no host", "", nil, 421},
		{"another origin", "127.0.0.1:8080", map[string]string{"Origin": "https://evil.example"}, 403},
		{"another port", "127.0.0.1:8080", map[string]string{"Origin": "http://127.0.0.1:9090"}, 403},
		{"a sandboxed frame", "127.0.0.1:8080", map[string]string{"Origin": "null"}, 403},
		{"cross-site", "127.0.0.1:8080", map[string]string{"Sec-Fetch-Site": "cross-site"}, 403},
		{"a form", "127.0.0.1:8080", map[string]string{"Content-Type": "text/plain"}, 415},
	} {
		r := call(body, c.header)
		r.Host = c.host
		if got := serve(r).Code; got != c.want {
			t.Errorf("%s: %d, want %d", c.what, got, c.want)
		}
	}
}

func TestErrorsHaveTheirStatus(t *testing.T) {
	for _, c := range []struct {
		body   string
		status int
		says   string
	}{
		{`{"board":{"spec":"5x5"}}`, 200, `"solvable":true,`},
		{`{`, 400, `{"error":{"code":"bad_request","message":"bad request: the JSON ends too early"`},
		{`{"board":{"spec":"999x999"}}`, 413, `{"error":{"code":"too_large","message":"that board has`},
		{strings.Repeat(" ", 2000) + `{}`, 413, `{"error":{"code":"too_large","message":"the request is longer`},
	} {
		got := serve(call(c.body, nil))
		if text := got.Body.String(); got.Code != c.status || !strings.Contains(text, c.says) {
			t.Errorf("%.30s: %d %s, want %d %s", c.body, got.Code, text, c.status, c.says)
		}
	}
	if got := serve(httptest.NewRequest(http.MethodGet, "http://127.0.0.1/call/solve", nil)).Code; got != 405 {
		t.Errorf("GET of a call: %d", got)
	}
	if got := serve(httptest.NewRequest(http.MethodPost, "http://127.0.0.1/index.html", nil)).Code; got != 405 {
		t.Errorf("POST to a file: %d", got)
	}
}

func TestBodiesThatDoNotArrive(t *testing.T) {
	for _, c := range []struct {
		err  error
		want int
		code string
	}{
		{os.ErrDeadlineExceeded, 408, "slow_request"},
		{io.ErrUnexpectedEOF, 400, "bad_request"},
	} {
		r := call("", nil)
		r.Body = io.NopCloser(io.MultiReader(strings.NewReader(`{"board":`), iotest.ErrReader(c.err)))
		got := serve(r)
		if text := got.Body.String(); got.Code != c.want || !strings.Contains(text, `{"error":{"code":"`+c.code+`"`) {
			t.Errorf("%v: %d %s, want %d %s", c.err, got.Code, text, c.want, c.code)
		}
	}
}

// endless is a call that computes until its time limit or until its client leaves: hypercubes of odd
// dimension have too many quiet patterns to search.
func endless(t *testing.T) string {
	t.Helper()
	b, err := board.Parse("hypercube:9")
	if err != nil {
		t.Fatal(err)
	}
	on := boardtest.Random(b, 1).Indices()
	body, err := json.Marshal(solveRequest{position: position{Board: boardRef{Spec: b.Spec()}, On: asCells(on)}})
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

// A call is answered however long it waits for its turn: the time limits are for slow clients only. What is slow for a
// client depends on the machine, so the times are doubled until the calls are answered.
func TestWaitingCallsAreAnswered(t *testing.T) {
	body := endless(t)
	var failures []error
	for wait := 100 * time.Millisecond; wait < 10*time.Second; wait *= 2 {
		if failures = threeWaitingCalls(t, body, wait); len(failures) == 0 {
			return
		}
	}
	t.Error(failures)
}

// threeWaitingCalls asks a server that answers one call at a time, each after ten times as long as a client may take.
func threeWaitingCalls(t *testing.T, body string, wait time.Duration) []error {
	server := NewServer(New(Limits{Concurrent: 1, Time: 10 * wait}), "")
	server.ReadTimeout, server.WriteTimeout = wait, wait
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go func() { _ = server.Serve(listener) }()
	defer server.Close()
	var calls sync.WaitGroup
	failures := make(chan error, 3)
	for range 3 {
		calls.Go(func() {
			response, err := http.Post("http://"+listener.Addr().String()+"/call/solve", "application/json", strings.NewReader(body))
			if err != nil {
				failures <- err
				return
			}
			defer response.Body.Close()
			if text, err := io.ReadAll(response.Body); err != nil || response.StatusCode != http.StatusOK || !strings.Contains(string(text), `"solvable":true`) {
				failures <- fmt.Errorf("%s %w %s", response.Status, err, text)
			}
		})
	}
	calls.Wait()
	close(failures)
	var list []error
	for err := range failures {
		list = append(list, err)
	}
	return list
}

func TestTooManyCallsAreRefused(t *testing.T) {
	server := NewServer(New(Limits{Concurrent: 1, Waiting: 1, Time: 24 * time.Hour}), "").Handler
	ctx, leave := context.WithCancel(context.Background())
	var calls sync.WaitGroup
	defer calls.Wait()
	defer leave()
	body := endless(t)
	for range 2 {
		calls.Go(func() {
			for ctx.Err() == nil { // the third may have been there first
				server.ServeHTTP(httptest.NewRecorder(), call(body, nil).WithContext(ctx))
			}
		})
	}
	// Until both are there, a third finds room.
	for end := time.Now().Add(waitLimit); ; {
		brief, cancel := context.WithTimeout(ctx, 20*time.Millisecond)
		w := httptest.NewRecorder()
		server.ServeHTTP(w, call(body, nil).WithContext(brief))
		cancel()
		if strings.Contains(w.Body.String(), `"code":"busy"`) {
			if w.Code != 503 || w.Header().Get("Retry-After") == "" {
				t.Errorf("%d, retry after %q", w.Code, w.Header().Get("Retry-After"))
			}
			return
		}
		if time.Now().After(end) {
			t.Fatalf("never refused: %d %s", w.Code, w.Body)
		}
	}
}

func TestFilesAreThoseEmbedded(t *testing.T) {
	for path, want := range map[string]int{
		"/": 200, "/index.html": 200, "/nothing.js": 404, "/web/index.html": 404,
		"/../server.go": 404, "/..%2f..%2fgo.mod": 404, "/%2e%2e/%2e%2e/go.mod": 404, "//etc/passwd": 404, "/./index.html": 404,
	} {
		r := httptest.NewRequest(http.MethodGet, "http://127.0.0.1/", nil)
		plain, err := url.PathUnescape(path)
		if err != nil {
			t.Fatal(err)
		}
		r.URL.Path = plain
		if got := serve(r).Code; got != want {
			t.Errorf("%s: %d, want %d", path, got, want)
		}
	}
	got := serve(httptest.NewRequest(http.MethodGet, "http://127.0.0.1/", nil))
	policy := got.Header().Get("Content-Security-Policy")
	if !strings.Contains(policy, "default-src 'none'") || strings.Contains(policy, "unsafe") {
		t.Errorf("policy: %s", policy)
	}
	if kind := got.Header().Get("Content-Type"); kind != "text/html; charset=utf-8" {
		t.Errorf("the page is %s", kind)
	}
}

func TestOnlyTheEmbeddedPageMayBeFramed(t *testing.T) {
	for address, want := range map[string]string{"/": "'none'", "/?embed": "'self'", "/?embed=1": "'self'", "/?embedded": "'none'", "/nothing?x": "'none'"} {
		got := serve(httptest.NewRequest(http.MethodGet, "http://127.0.0.1"+address, nil)).Header().Get("Content-Security-Policy")
		if _, by, _ := strings.Cut(got, "frame-ancestors "); by != want {
			t.Errorf("%s: may be framed by %s, want %s", address, by, want)
		}
	}
}
