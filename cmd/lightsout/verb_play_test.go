package main

import (
	"bufio"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"lightsout/play"
)

// startPlay runs the verb until the test ends and returns the address it printed, what it says on
// standard error after its end, and its end.
func startPlay(t *testing.T, args ...string) (address string, said *strings.Builder, stop func() error) {
	t.Helper()
	reader, writer := io.Pipe()
	said = &strings.Builder{}
	con := newConsole(strings.NewReader(""), writer, said)
	if !slices.Contains(args, "--addr") { // the usual port may be in use
		args = append([]string{"--addr", "127.0.0.1:0"}, args...)
	}
	flags := playVerb.flagSet()
	if err := flags.Parse(args); err != nil {
		t.Fatal(err)
	}
	c := &call{verb: playVerb, flags: flags, con: con, args: flags.Args()}
	if err := c.settle(); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancelCause(context.Background())
	done := make(chan error, 1)
	go func() {
		err := runPlay(ctx, c)
		done <- err
		_ = writer.CloseWithError(err) // who waits for the address is told
	}()
	line, err := bufio.NewReader(reader).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(line), said, func() error {
		cancel(errInterrupted)
		return <-done
	}
}

func TestPlayServesUntilInterrupted(t *testing.T) {
	address, said, stop := startPlay(t, "--no-open")
	response, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	page, _ := io.ReadAll(response.Body)
	response.Body.Close()
	if !strings.HasPrefix(address, "http://127.0.0.1:") || response.StatusCode != http.StatusOK || !strings.Contains(string(page), "<title>Lights Out</title>") {
		t.Errorf("%s: %s\n%s", address, response.Status, page)
	}
	if err := stop(); !errors.Is(err, errInterrupted) || exitCode(err) != exitInterrupted {
		t.Errorf("the interrupt ends it with %v", err)
	}
	if said.Len() > 0 {
		t.Errorf("on loopback there is nothing to warn of: %s", said)
	}
	if response, err := http.Get(address); err == nil {
		response.Body.Close()
		t.Error("it still serves")
	}
}

// The browser keeps games by the page's address, so the usual port is always the same; if it is taken, the
// message says so and what to do.
func TestPlayPort(t *testing.T) {
	flags := playVerb.flagSet()
	if addr := flags.Lookup("addr").DefValue; addr != "127.0.0.1:15115" {
		t.Errorf("the usual address is %s: games and statistics in browsers belong to 127.0.0.1:15115", addr)
	}
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	code, _, said := run("play", "--no-open", "--addr", taken.Addr().String())
	want := fmt.Sprintf("lightsout: --addr %[1]s: it is taken, perhaps by another lightsout play: use the page at http://%[1]s/, or choose a port of your own, such as 127.0.0.1:0\n", taken.Addr())
	if code != exitUsage || said != want {
		t.Errorf("exit %d, %q, want %q", code, said, want)
	}
}

// The page is told its public address, and answers under that name.
func TestPlayPublicURL(t *testing.T) {
	address, _, stop := startPlay(t, "--no-open", "--public-url", "https://lights.example.org/play")
	defer func() { _ = stop() }()
	for host, status := range map[string]int{"lights.example.org": http.StatusOK, "evil.example.org": http.StatusMisdirectedRequest} {
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address+"site.json", nil)
		if err != nil {
			t.Fatal(err)
		}
		request.Host = host
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		text, _ := io.ReadAll(response.Body)
		response.Body.Close()
		if response.StatusCode != status || status == http.StatusOK && !strings.Contains(string(text), `"public_url":"https://lights.example.org/play/"`) {
			t.Errorf("%s: %s %s", host, response.Status, text)
		}
	}
}

func TestPlayWarnsWhenOthersCanReachIt(t *testing.T) {
	for _, addr := range []string{"0.0.0.0:0", "0.0.0.0"} {
		address, said, stop := startPlay(t, "--no-open", "--addr", addr)
		_ = stop()
		if !strings.Contains(said.String(), "warning: "+addr+" is reachable from other machines") || !strings.HasPrefix(address, "http://127.0.0.1:") {
			t.Errorf("%s: %s: %q", addr, address, said)
		}
	}
}

// The address names the puzzle, and the page's own API reads it back from there.
func TestPlayOpensThePuzzle(t *testing.T) {
	file := filepath.Join(t.TempDir(), "tail.lo")
	if err := os.WriteFile(file, []byte("p lights 3 2\ne 1 2\ne 2 3\nl 1 3\nx 2\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args []string
		want string // of the API's answer
	}{
		{[]string{"-b", "torus:3x4,mask=##_#/####/####"}, `"on":[0,1,2,3,4,5,6,7,8,9,10],"goal":[],"dont_care":[],"forbidden":[]`},
		{[]string{"-b", "3x3", "--on", "none", "--goal", "100000001"}, `"on":[],"goal":[0,8],"dont_care":[],"forbidden":[]`},
		{[]string{file}, `"on":[0,2],"goal":[],"dont_care":[],"forbidden":[1]`},
		{[]string{"-b", "graph:" + file}, `"lights":3,`},
		{[]string{"-b", "lo2000"}, `"on":[0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24],"goal":[],"dont_care":[],"forbidden":[]`},
		{[]string{"-b", "2x2,mod=4", "--on", "0123", "--goal", "3*2"}, `"on":[1,2,2,3,3,3],"goal":[2,2],"dont_care":[],"forbidden":[]`},
	} {
		address, _, stop := startPlay(t, append([]string{"--no-open"}, c.args...)...)
		_ = stop()
		_, fragment, _ := strings.Cut(address, "#")
		fields, err := url.ParseQuery(fragment)
		if err != nil {
			t.Fatal(err)
		}
		request := map[string]string{"spec": fields.Get("board"), "on": fields.Get("on"), "goal": fields.Get("goal")}
		if lo := fields.Get("lo"); lo != "" {
			text, err := base64.RawURLEncoding.DecodeString(lo)
			if err != nil {
				t.Fatal(err)
			}
			request = map[string]string{"file": string(text)}
		}
		body, _ := json.Marshal(request)
		answer, err := play.New(play.Limits{}).Call(context.Background(), "load", body)
		if err != nil || !strings.Contains(string(answer), c.want) {
			t.Errorf("%v: %s: %v\n%s does not have %s", c.args, address, err, answer, c.want)
		}
	}
}

func TestPlayOpensTheBrowser(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the browser's stand-in is a script called xdg-open")
	}
	dir := t.TempDir()
	opened := filepath.Join(dir, "opened")
	if err := os.WriteFile(filepath.Join(dir, "xdg-open"), []byte("#!/bin/sh\necho \"$1\" > "+opened+"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir)
	address, _, stop := startPlay(t)
	_ = stop() // the verb waits for the stand-in before it serves
	if got, _ := os.ReadFile(opened); strings.TrimSpace(string(got)) != address {
		t.Errorf("%s was opened, not %s", got, address)
	}
}
