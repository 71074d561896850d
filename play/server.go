//go:build !js

package play

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"mime"
	"net"
	"net/http"
	"net/netip"
	"os"
	"path"
	"strings"
	"time"
)

// policy lets the page use its own files and nothing else. Pictures may also be data and blobs,
// which is how a drawing is saved as PNG.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; " +
	"connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// Server is the page and the API over HTTP.
//
// It is made for one's own machine. A web page elsewhere could try to reach it through the
// player's browser, by name tricks (DNS rebinding: evil.example resolves to 127.0.0.1) or by plain
// cross-site requests. So the Host of every request must be an IP address, localhost or the name
// the server was started under, never another name; and a call must come from the page itself:
// same Origin, and the content type application/json, which no form can send.
type Server struct {
	api   *API
	host  string // the name it listens under, "" for none
	files fs.FS
}

// NewServer serves the API and the page. host is the name or address given to listen on, without
// the port.
func NewServer(api *API, host string) *Server {
	return &Server{api: api, host: host, files: Web()}
}

// grace is what a client has to take an answer, beyond the time to compute it.
const grace = 15 * time.Second

// HTTP is the server with time limits for slow clients. That for writing
// begins anew when a call has its turn.
func (s *Server) HTTP() *http.Server {
	return &http.Server{
		Handler:           s,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       15 * time.Second,
		WriteTimeout:      s.api.limits.Time + grace,
		IdleTimeout:       time.Minute,
		MaxHeaderBytes:    16 << 10,
	}
}

func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	if !s.trusts(r.Host) {
		http.Error(w, "this server does not go by that name", http.StatusMisdirectedRequest)
		return
	}
	if name, ok := strings.CutPrefix(r.URL.Path, "/call/"); ok {
		s.call(w, r, name)
		return
	}
	s.file(w, r)
}

// trusts reports whether a Host header names this server beyond the reach of DNS.
func (s *Server) trusts(hostport string) bool {
	host := hostport
	if h, _, err := net.SplitHostPort(hostport); err == nil {
		host = h
	}
	host = strings.Trim(host, "[]")
	if strings.EqualFold(host, "localhost") || s.host != "" && strings.EqualFold(host, s.host) {
		return true
	}
	_, err := netip.ParseAddr(host)
	return err == nil
}

// sameOrigin reports whether a call was sent by a page of this server. Browsers always send Origin
// with a POST; programs that send none cannot be tricked by a page.
func sameOrigin(r *http.Request) bool {
	if site := r.Header.Get("Sec-Fetch-Site"); site != "" && site != "same-origin" {
		return false
	}
	origin := r.Header.Get("Origin")
	return origin == "" || origin == "http://"+r.Host || origin == "https://"+r.Host
}

func (s *Server) call(w http.ResponseWriter, r *http.Request, name string) {
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", http.MethodPost)
		http.Error(w, "calls are POST", http.StatusMethodNotAllowed)
		return
	}
	if !sameOrigin(r) {
		http.Error(w, "calls come from this server's own page", http.StatusForbidden)
		return
	}
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		http.Error(w, "calls are application/json", http.StatusUnsupportedMediaType)
		return
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, int64(s.api.limits.Body)))
	if err != nil {
		writeError(w, bodyError(err))
		return
	}
	// The request's context ends when the client leaves, and the computation with it. A writer that
	// is no connection takes no deadline, and needs none.
	answer, err := s.api.call(r.Context(), name, body, func() {
		_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(s.api.limits.Time + grace))
	})
	if err != nil {
		writeError(w, err)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	_, _ = w.Write(answer)
}

// bodyError is what is wrong with a body that cannot be read to its end.
func bodyError(err error) *Error {
	var tooLong *http.MaxBytesError
	switch {
	case errors.As(err, &tooLong):
		return &Error{Code: "too_large", Message: fmt.Sprintf("the request is longer than %d bytes", tooLong.Limit)}
	case errors.Is(err, os.ErrDeadlineExceeded):
		return &Error{Code: "slow_request", Message: "the request did not arrive in time"}
	default:
		return &Error{Code: "bad_request", Message: "the request did not arrive whole"}
	}
}

var statusOf = map[string]int{
	"bad_request":  http.StatusBadRequest,
	"no_method":    http.StatusNotFound,
	"slow_request": http.StatusRequestTimeout,
	"too_large":    http.StatusRequestEntityTooLarge,
	"timeout":      http.StatusServiceUnavailable,
	"busy":         http.StatusServiceUnavailable,
	"internal":     http.StatusInternalServerError,
}

func writeError(w http.ResponseWriter, err error) {
	var e *Error
	if !errors.As(err, &e) {
		e = &Error{Code: "internal", Message: err.Error()}
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	if e.Code == "busy" {
		w.Header().Set("Retry-After", "2")
	}
	w.WriteHeader(statusOf[e.Code])
	_ = json.NewEncoder(w).Encode(map[string]*Error{"error": e})
}

// types are the kinds of files the page is made of; those of the operating system may be wrong.
var types = map[string]string{
	".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8",
	".svg": "image/svg+xml", ".png": "image/png", ".webmanifest": "application/manifest+json",
}

// file serves one of the embedded files, by its exact name.
func (s *Server) file(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "files are read only", http.StatusMethodNotAllowed)
		return
	}
	name := strings.TrimPrefix(r.URL.Path, "/")
	if name == "" {
		name = "index.html"
	}
	content, err := fs.ReadFile(s.files, name) // refuses .. and anything else that is no plain path
	if err != nil {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", types[path.Ext(name)])
	w.Header().Set("Cache-Control", "no-cache")
	_, _ = w.Write(content)
}
