package play_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"lightsout/play"
)

func serve(r *http.Request) *httptest.ResponseRecorder {
	w := httptest.NewRecorder()
	play.NewServer(play.New(play.Limits{Body: 1000}), "myhost").ServeHTTP(w, r)
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
	for body, want := range map[string]int{
		`{"board":{"spec":"5x5"}}`:       200,
		`{`:                              400,
		`{"board":{"spec":"999x999"}}`:   413,
		strings.Repeat(" ", 2000) + `{}`: 413,
	} {
		got := serve(call(body, nil))
		if text := got.Body.String(); got.Code != want || (want != 200) != strings.Contains(text, `{"error":{"code":`) {
			t.Errorf("%.30s: %d %s, want %d", body, got.Code, text, want)
		}
	}
	if got := serve(httptest.NewRequest(http.MethodGet, "http://127.0.0.1/call/solve", nil)).Code; got != 405 {
		t.Errorf("GET of a call: %d", got)
	}
	if got := serve(httptest.NewRequest(http.MethodPost, "http://127.0.0.1/index.html", nil)).Code; got != 405 {
		t.Errorf("POST to a file: %d", got)
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
