package main

import (
	"bufio"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"lightsout/play"
)

// startPlay runs the verb until the test ends and returns the address it printed, what it says on
// standard error after its end, and its end.
func startPlay(t *testing.T, args ...string) (address string, said *strings.Builder, stop func() error) {
	t.Helper()
	reader, writer := io.Pipe()
	said = &strings.Builder{}
	con := newConsole(strings.NewReader(""), writer, said)
	flags := pflag.NewFlagSet("play", pflag.ContinueOnError)
	run := playVerb.setup(flags)
	if err := flags.Parse(args); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancelCause(context.Background())
	done := make(chan error, 1)
	go func() { done <- run(ctx, con, flags.Args()) }()
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

func TestPlayWarnsWhenOthersCanReachIt(t *testing.T) {
	for _, addr := range []string{"0.0.0.0:0", "0.0.0.0"} {
		address, said, stop := startPlay(t, "--no-open", "--addr", addr)
		_ = stop()
		if !strings.Contains(said.String(), "warning: "+addr+" is reachable from other machines") || !strings.HasPrefix(address, "http://127.0.0.1:") {
			t.Errorf("%s: %s: %q", addr, address, said)
		}
	}
}

func TestPlayAddresses(t *testing.T) {
	for address, want := range map[string]string{
		"127.0.0.1:80": "127.0.0.1 80", "localhost": "localhost 0", "0.0.0.0": "0.0.0.0 0",
		"::1": "::1 0", "[::1]": "::1 0", "[::1]:80": "::1 80", ":80": " 80", "8080": "127.0.0.1 8080",
	} {
		if host, port, err := splitAddress(address); err != nil || host+" "+port != want {
			t.Errorf("%s: %q %q %v, want %s", address, host, port, err, want)
		}
	}
	if _, _, err := splitAddress("a:b:c"); err == nil {
		t.Error("a:b:c is no address")
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
		request := map[string]string{"spec": fields.Get("board")}
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
