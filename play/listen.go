//go:build !js

package play

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"strings"
	"syscall"
	"time"
)

// Listener is where the page is served.
type Listener struct {
	// Page is the address of the page for a browser on this machine.
	Page string
	// Public: other machines may reach it.
	Public bool

	inner net.Listener
	host  string
}

// Listen listens at HOST:PORT. The port may be missing, and is then any free one; or the host, and is then this machine.
func Listen(address string) (*Listener, error) {
	host, port, err := splitAddress(address)
	if err != nil {
		return nil, errors.New("write HOST:PORT, such as 127.0.0.1:8000")
	}
	inner, err := net.Listen("tcp", net.JoinHostPort(host, port))
	if errors.Is(err, syscall.EADDRINUSE) {
		return nil, fmt.Errorf("it is taken, perhaps by another lightsout play: use the page at %s, or choose a "+
			"port of your own, such as 127.0.0.1:0", pageAddress(host, port))
	}
	if err != nil {
		return nil, fmt.Errorf("%s; write HOST:PORT of this machine, such as 127.0.0.1:8000", listenWords(err))
	}
	bound := netip.MustParseAddrPort(inner.Addr().String())
	return &Listener{
		inner: inner, host: host,
		Page: pageAddress(host, fmt.Sprint(bound.Port())), Public: !bound.Addr().Unmap().IsLoopback(),
	}, nil
}

// Close ends listening.
func (l *Listener) Close() error {
	if l.inner == nil {
		return nil
	}
	return l.inner.Close()
}

// Serve serves the page until the context ends, or else says why it stopped. Calls end with the context; they have so
// long to write their answers.
func (l *Listener) Serve(ctx context.Context, api *API, grace time.Duration) error {
	if l.inner == nil || api == nil {
		return errors.New("there is nothing to serve: Listen and New make it")
	}
	server := NewServer(api, l.host)
	server.BaseContext = func(net.Listener) context.Context { return ctx }
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(l.inner) }()
	select {
	case err := <-failed:
		return fmt.Errorf("the server stopped: %w", err)
	case <-ctx.Done():
	}
	ending, cancel := context.WithTimeout(context.WithoutCancel(ctx), grace)
	defer cancel()
	if err := server.Shutdown(ending); !errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return nil
}

// listenWords says in short why an address cannot be listened on.
func listenWords(err error) string {
	var unknown *net.DNSError
	var number syscall.Errno
	var address *net.AddrError
	switch {
	case errors.As(err, &unknown):
		return "there is no machine called " + unknown.Name
	case errors.As(err, &number):
		return number.Error()
	case errors.As(err, &address):
		return address.Err
	}
	return err.Error()
}

// splitAddress is net.SplitHostPort where the port or the host may be missing.
func splitAddress(address string) (host, port string, err error) {
	if address != "" && strings.Trim(address, "0123456789") == "" {
		return "127.0.0.1", address, nil
	}
	bare := strings.TrimSuffix(strings.TrimPrefix(address, "["), "]")
	if _, err := netip.ParseAddr(bare); err == nil || !strings.Contains(address, ":") {
		return bare, "0", nil
	}
	return net.SplitHostPort(address)
}

// pageAddress is the address of the page for a browser on this machine.
func pageAddress(host, port string) string {
	if ip, err := netip.ParseAddr(host); host == "" || err == nil && ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	return "http://" + net.JoinHostPort(host, port) + "/"
}

// ParsePublicURL reads the address where players find the page, and completes it by the last slash; "" is none.
func ParsePublicURL(address string) (string, error) {
	if address == "" {
		return "", nil
	}
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.RawQuery != "" || u.Fragment != "" {
		return "", errors.New("write the address of the page, such as https://example.org/lights/")
	}
	if !strings.HasSuffix(u.Path, "/") && !strings.HasSuffix(u.Path, ".html") {
		u.Path += "/"
	}
	return u.String(), nil
}
