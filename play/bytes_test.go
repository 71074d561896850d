//go:build browser

package play

import (
	"compress/gzip"
	"mime"
	"net"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/chromedp/chromedp"
)

// countingListener counts what its connections send.
type countingListener struct {
	net.Listener
	sent atomic.Int64
}

type countingConn struct {
	net.Conn
	sent *atomic.Int64
}

func (l *countingListener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	return countingConn{c, &l.sent}, err
}

func (c countingConn) Write(b []byte) (int, error) {
	n, err := c.Conn.Write(b)
	c.sent.Add(int64(n))
	return n, err
}

// countBytes serves a handler, and counts what is sent, headers included.
func countBytes(t *testing.T, handler http.Handler) (address string, sent *atomic.Int64) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	counted := &countingListener{Listener: listener}
	server := &http.Server{Handler: handler}
	go func() { _ = server.Serve(counted) }()
	t.Cleanup(func() { _ = server.Close() })
	return "http://" + listener.Addr().String() + "/", &counted.sent
}

// zippedSite is the static site as most hosts send it: compressed. It counts how often each file is sent.
type zippedSite struct {
	dir   string
	mu    sync.Mutex
	asked map[string]int
}

// sent is how often a file was sent.
func (z *zippedSite) sent(name string) int {
	z.mu.Lock()
	defer z.mu.Unlock()
	return z.asked[name]
}

func (z *zippedSite) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	name := strings.TrimPrefix(path.Clean(r.URL.Path), "/")
	if name == "" {
		name = "index.html"
	}
	content, err := os.ReadFile(filepath.Join(z.dir, filepath.FromSlash(name)))
	if err != nil {
		http.NotFound(w, r)
		return
	}
	z.mu.Lock()
	z.asked[name]++
	z.mu.Unlock()
	w.Header().Set("Content-Type", mime.TypeByExtension(path.Ext(name)))
	w.Header().Set("Content-Encoding", "gzip")
	w.Header().Set("Cache-Control", "max-age=600")
	_, _ = w.Write(zipped(content, gzip.DefaultCompression))
}

// Up to the first press the page of the server sends at most 150 kB, and the static site 300, on a level and on a daily puzzle.
// Then the library comes, once; the service worker keeps what is there, and sends for little more.
func TestBytes(t *testing.T) {
	t.Parallel()
	needsBrowsers(t)
	press := func(p *page) {
		p.click(p.item(0))
		p.wait(`document.getElementById("stat-presses").textContent === "1"`)
	}
	for _, hash := range []string{"", "#v=2&daily=2026-11-25/hard", "#v=2&board=5x5&on=all"} {
		p := openPage(t, "server")
		var sent *atomic.Int64
		p.address, sent = countBytes(t, NewServer(New(Limits{}), "").Handler)
		p.open(hash)
		press(p)
		first := sent.Load()
		p.open(hash)
		again := sent.Load() - first
		t.Logf("the server, %q: %d bytes up to the first press; opened again %d", hash, first, again)
		if first > 150_000 || again*3 > first {
			t.Errorf("the server, %q: %d bytes up to the first press; opened again %d", hash, first, again)
		}
	}
	for _, hash := range []string{"", "#v=2&daily=2026-11-25/hard"} {
		p := openPage(t, "wasm")
		site := &zippedSite{dir: staticSite(t), asked: map[string]int{}}
		var sent *atomic.Int64
		p.address, sent = countBytes(t, site)
		p.open(hash)
		if site.sent("lightsout.wasm") > 0 {
			t.Errorf("the site, %q: the library comes before the player does anything", hash)
		}
		before := sent.Load()
		press(p)
		p.run(chromedp.Evaluate(kept, nil, awaitPromise))
		all := sent.Load()
		t.Logf("the site, %q: %d bytes up to the first press, %d in all", hash, before, all)
		if before > 300_000 {
			t.Errorf("the site, %q: %d bytes up to the first press", hash, before)
		}
		library, err := os.ReadFile(filepath.Join(site.dir, "lightsout.wasm"))
		if err != nil {
			t.Fatal(err)
		}
		if most := before + int64(len(zipped(library, gzip.DefaultCompression))) + 200_000; all > most {
			t.Errorf("the site, %q: %d bytes in all, want at most %d", hash, all, most)
		}
		site.mu.Lock()
		for name, n := range site.asked {
			if n > 1 && name != "offline.js" && name != "index.html" {
				t.Errorf("the site, %q: %s is sent %d times", hash, name, n)
			}
		}
		site.mu.Unlock()
	}
}
