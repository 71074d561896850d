//go:build !js

package play

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"os"
	"path"
	"slices"
	"strings"
	"time"
)

// policy lets the page load only its own files.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; " +
	"connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors "

// framedBy is the pages that may show a request's page in a frame: none, so that no other page can make the
// player press what it does not show; or with ?embed pages of the same server. The static site can be
// embedded anywhere.
func framedBy(r *http.Request) string {
	if r.URL.Query().Has("embed") {
		return "'self'"
	}
	return "'none'"
}

// NewServer returns an HTTP server of the page and the API, with time limits for slow clients. host is
// the name or address it listens on, without the port.
//
// It is meant for the player's own machine. Other web pages could try to reach it through the player's
// browser, by DNS rebinding (evil.example resolves to 127.0.0.1) or by cross-site requests. Therefore
// the Host of every request must be an IP address, localhost, or the name in host or api.PublicURL;
// and a call must come from the page itself, with the same Origin and the content type
// application/json, which no form can send.
//
// No client can keep the others waiting: see Limits.PerClient. A client is an IPv4 address, or an IPv6
// network of 64 bits. A proxy on the same machine must name the client as the last address of the header
// X-Forwarded-For, as proxies do unless told otherwise; a proxy on another machine is one client.
//
// It panics if there is no API.
func NewServer(api *API, host string) *http.Server {
	if api == nil {
		panic("play: a server without an API")
	}
	hosts := []string{"localhost", host}
	if u, err := url.Parse(api.PublicURL); err == nil {
		hosts = append(hosts, u.Hostname())
	}
	return &http.Server{
		Handler:           &handler{api: api, hosts: hosts, files: webFiles()},
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       15 * time.Second,
		WriteTimeout:      api.limits.Time + grace, // starts again when a call begins to compute
		IdleTimeout:       time.Minute,
		MaxHeaderBytes:    16 << 10,
	}
}

// grace is how long a client may take to receive an answer.
const grace = 15 * time.Second

// handler serves the page's files, and the API below /call/.
type handler struct {
	api   *API
	hosts []string // the names it is known by; empty ones are none
	files map[string]webFile
}

func (s *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Security-Policy", policy+framedBy(r))
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	if !s.trusts(r.Host) {
		http.Error(w, "unknown host name", http.StatusMisdirectedRequest)
		return
	}
	if name, ok := strings.CutPrefix(r.URL.Path, "/call/"); ok {
		s.call(w, r, name)
		return
	}
	if r.URL.Path == "/site.json" {
		w.Header().Set("Content-Type", types[".json"])
		w.Header().Set("Cache-Control", "no-cache")
		_ = json.NewEncoder(w).Encode(s.api.Site())
		return
	}
	s.file(w, r)
}

// trusts reports whether a Host header names this server in a way that DNS cannot forge.
func (s *handler) trusts(hostport string) bool {
	host := hostport
	if h, _, err := net.SplitHostPort(hostport); err == nil {
		host = h
	}
	host = strings.Trim(host, "[]")
	if slices.ContainsFunc(s.hosts, func(name string) bool { return name != "" && strings.EqualFold(host, name) }) {
		return true
	}
	_, err := netip.ParseAddr(host)
	return err == nil
}

// sameOrigin reports whether a call was sent by a page of this server. Browsers always send Origin
// with a POST; programs that do not send it are not at risk.
func sameOrigin(r *http.Request) bool {
	if site := r.Header.Get("Sec-Fetch-Site"); site != "" && site != "same-origin" {
		return false
	}
	origin := r.Header.Get("Origin")
	return origin == "" || origin == "http://"+r.Host || origin == "https://"+r.Host
}

// clientOf names the client of a request. Only a proxy on this machine is believed to speak for another.
func clientOf(r *http.Request) string {
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	address := peer.Addr().Unmap()
	if through := r.Header.Values("X-Forwarded-For"); address.IsLoopback() && len(through) > 0 {
		list := strings.Split(through[len(through)-1], ",")
		if client, err := netip.ParseAddr(strings.TrimSpace(list[len(list)-1])); err == nil {
			address = client.Unmap()
		}
	}
	if address.Is6() {
		network, _ := address.WithZone("").Prefix(64) // fails only for a length over 128
		return network.String()
	}
	return address.String()
}

func (s *handler) call(w http.ResponseWriter, r *http.Request, name string) {
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", http.MethodPost)
		http.Error(w, "calls must be POST", http.StatusMethodNotAllowed)
		return
	}
	if !sameOrigin(r) {
		http.Error(w, "calls must come from this server's own page", http.StatusForbidden)
		return
	}
	if kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || kind != "application/json" {
		http.Error(w, "calls must be application/json", http.StatusUnsupportedMediaType)
		return
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, int64(s.api.limits.Body)))
	if err != nil {
		writeError(w, bodyError(err))
		return
	}
	// The request's context, and with it the computation, ends when the client leaves. A writer that is
	// not a connection takes no deadline and needs none.
	answer, err := s.api.call(r.Context(), caller{clientOf(r), func() {
		_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(s.api.limits.Time + grace))
	}}, name, body)
	if err != nil {
		writeError(w, err)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	if len(answer) >= leastZipped && takesGzip(r) {
		w.Header().Set("Content-Encoding", "gzip")
		answer = zipped(answer, gzip.BestSpeed)
	}
	_, _ = w.Write(answer)
}

// bodyError describes why a body could not be read.
func bodyError(err error) *Error {
	var tooLong *http.MaxBytesError
	switch {
	case errors.As(err, &tooLong):
		return refusal("too_large", "the request is longer than %d bytes", tooLong.Limit)
	case errors.Is(err, os.ErrDeadlineExceeded):
		return &Error{Code: "slow_request", Message: "the request did not arrive in time"}
	default:
		return &Error{Code: "bad_request", Message: "the request is incomplete"}
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
	e := asError(err)
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	if e.Code == "busy" {
		w.Header().Set("Retry-After", "2")
	}
	w.WriteHeader(statusOf[e.Code])
	_ = json.NewEncoder(w).Encode(map[string]*Error{"error": e})
}

// types are the media types of the page's files; those of the operating system may be wrong.
var types = map[string]string{
	".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8",
	".json": "application/json", ".svg": "image/svg+xml", ".png": "image/png",
	".webmanifest": "application/manifest+json",
}

// file serves an embedded file by its exact name. The browser keeps it and asks every time whether it is
// still the same, so that a new version of the program shows its own page at once.
func (s *handler) file(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "files are read-only", http.StatusMethodNotAllowed)
		return
	}
	name := strings.TrimPrefix(r.URL.Path, "/")
	if name == "" {
		name = "index.html"
	}
	file, ok := s.files[name]
	if !ok {
		http.NotFound(w, r)
		return
	}
	switch path.Ext(name) {
	case ".css", ".js", ".json": // a policy is for documents; with every part of the page it would be half of a reload
		w.Header().Del("Content-Security-Policy")
	}
	w.Header().Set("Content-Type", types[path.Ext(name)])
	w.Header().Set("Cache-Control", "no-cache")
	w.Header().Set("Vary", "Accept-Encoding")
	content, tag := file.content, file.tag
	if file.zipped != nil && takesGzip(r) {
		w.Header().Set("Content-Encoding", "gzip")
		content, tag = file.zipped, tag+"-gzip"
	}
	w.Header().Set("ETag", `"`+tag+`"`)
	http.ServeContent(w, r, name, time.Time{}, bytes.NewReader(content))
}
