package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"os/exec"
	"runtime"
	"strings"
	"syscall"
	"time"

	"lightsout/play"
)

var playVerb = verb{
	name: "play", args: "[PUZZLE]", count: count{0, 1}, summary: "play in the browser: any board, hints, an editor",
	takes:   "board on goal seed input addr public-url no-open max-memory",
	choices: map[string]func() []string{"input": puzzleKinds}, run: runPlay,
}

type playCommand struct {
	*call
	puzzles puzzles
}

func runPlay(ctx context.Context, k *call) error {
	c := &playCommand{call: k, puzzles: puzzles{call: k, colours: true}}
	con := k.con
	api := play.New(play.Limits{})
	var err error
	if api.PublicURL, err = publicURL(c.text("public-url")); err != nil {
		return err
	}
	puzzle, err := c.fragment(ctx, con, api, c.args)
	if err != nil {
		return err
	}
	addr := c.text("addr")
	host, port, err := splitAddress(addr)
	if err != nil {
		return usagef("--addr %s: write HOST:PORT, such as 127.0.0.1:8000", addr)
	}
	listener, err := net.Listen("tcp", net.JoinHostPort(host, port))
	if errors.Is(err, syscall.EADDRINUSE) {
		return usagef("%s is taken, perhaps by another lightsout play; use the page at %s, or choose a port of your "+
			"own, such as --addr 127.0.0.1:0", addr, pageAddress(host, port))
	}
	if err != nil {
		return usagef("--addr %s: %s; write HOST:PORT of this machine, such as 127.0.0.1:8000", addr, listenWords(err))
	}
	defer listener.Close()
	bound := netip.MustParseAddrPort(listener.Addr().String())
	if !bound.Addr().Unmap().IsLoopback() {
		fmt.Fprintf(con.Err, "lightsout: warning: %s is reachable from other machines; anyone there can play and use "+
			"this machine to compute\n", addr)
	}
	page := pageAddress(host, fmt.Sprint(bound.Port())) + puzzle
	fmt.Fprintf(con.Out, "%s\n", page)
	if err := con.Out.Flush(); err != nil {
		return err
	}
	if !c.yes("no-open") {
		if err := openBrowser(page); err != nil {
			fmt.Fprintf(con.Err, "lightsout: cannot open a browser (%v); open %s yourself\n", err, page)
		}
	}
	return serveUntilDone(ctx, play.NewServer(api, host), listener)
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

// fragment is the part of the page's address that names the puzzle of FILE or of the flags; "" if there is neither. A
// puzzle that the page would refuse is refused here.
func (c *playCommand) fragment(ctx context.Context, con *console, api *play.API, args []string) (string, error) {
	if len(args) == 0 && !c.given("board", "on", "goal") {
		return "", nil
	}
	p, err := c.puzzles.one(ctx, con, args)
	if err != nil {
		return "", err
	}
	address, err := api.Address(p)
	if err != nil {
		return "", fmt.Errorf("the page cannot show this puzzle: %w", err)
	}
	return address, nil
}

// splitAddress is net.SplitHostPort, but the port may be missing, and is then 0, any free one; or the
// host, and is then this machine.
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

// publicURL checks the address where players find the page, and completes it by the last slash.
func publicURL(address string) (string, error) {
	if address == "" {
		return "", nil
	}
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.RawQuery != "" || u.Fragment != "" {
		return "", usagef("--public-url %s: write the address of the page, such as https://example.org/lights/",
			address)
	}
	if !strings.HasSuffix(u.Path, "/") && !strings.HasSuffix(u.Path, ".html") {
		u.Path += "/"
	}
	return u.String(), nil
}

// pageAddress is the address of the page for a browser on this machine.
func pageAddress(host, port string) string {
	if ip, err := netip.ParseAddr(host); host == "" || err == nil && ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	return "http://" + net.JoinHostPort(host, port) + "/"
}

// serveUntilDone serves until the context ends, normally by Ctrl-C.
func serveUntilDone(ctx context.Context, server *http.Server, listener net.Listener) error {
	server.BaseContext = func(net.Listener) context.Context { return ctx }
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(listener) }()
	select {
	case err := <-failed:
		return fmt.Errorf("the server stopped: %w", err)
	case <-ctx.Done():
	}
	// Calls end with the context; they have half a second to write their answers.
	grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), graceTime/2)
	defer cancel()
	if err := server.Shutdown(grace); err != nil && !errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return errInterrupted
}

// openBrowser asks the system to open the page, and does not wait for the browser to exit.
func openBrowser(address string) error {
	command := exec.Command("xdg-open", address)
	switch runtime.GOOS {
	case "darwin":
		command = exec.Command("open", address)
	case "windows":
		command = exec.Command("rundll32", "url.dll,FileProtocolHandler", address)
	}
	if err := command.Start(); err != nil {
		return err
	}
	done := make(chan error, 1)
	go func() { done <- command.Wait() }()
	select {
	case err := <-done:
		return err // it ended at once: there is no browser
	case <-time.After(500 * time.Millisecond):
		return nil
	}
}
