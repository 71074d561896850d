//go:build browser

package play

import (
	"net"
	"sync/atomic"
	"testing"
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

// A reload in the browser sends headers only.
func TestReloadIsSmall(t *testing.T) {
	t.Parallel()
	p := openPage(t, "server")
	server := NewServer(New(Limits{}), "")
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	counted := &countingListener{Listener: listener}
	go func() { _ = server.Serve(counted) }()
	defer server.Close()
	p.address = "http://" + listener.Addr().String() + "/"
	p.open("#board=5x5&on=all")
	first := counted.sent.Load()
	p.open("#board=5x5&on=all")
	again := counted.sent.Load() - first
	t.Logf("opened: %d bytes; opened again: %d", first, again)
	if again*3 > first {
		t.Errorf("opening the page sends %d bytes, and opening it again %d", first, again)
	}
}
