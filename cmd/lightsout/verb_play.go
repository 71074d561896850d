package main

import (
	"context"
	"fmt"
	"os/exec"
	"runtime"
	"time"

	"lightsout/play"
)

var playVerb = verb{
	name: "play", args: "[PUZZLE]", count: count{0, 1}, summary: "play in the browser: any board, hints, an editor",
	takes:   "board on goal seed input addr public-url no-open max-memory",
	about:   map[string]string{"board": "the board, see lightsout help boards (default: the last game)"},
	choices: map[string]func() []string{"input": puzzleKinds}, run: runPlay,
}

type playCommand struct {
	*call
	puzzles puzzles
}

func runPlay(ctx context.Context, k *call) error {
	c := &playCommand{call: k, puzzles: puzzles{call: k, colours: true}}
	api := play.New(play.Limits{})
	var err error
	if api.PublicURL, err = play.ParsePublicURL(c.text("public-url")); err != nil {
		return c.wrong("public-url", err)
	}
	puzzle, err := c.fragment(ctx, api)
	if err != nil {
		return err
	}
	addr := c.text("addr")
	listener, err := play.Listen(addr)
	if err != nil {
		return c.wrong("addr", err)
	}
	defer listener.Close()
	if listener.Public {
		fmt.Fprintf(k.con.Err, "lightsout: warning: %s is reachable from other machines; anyone there can play and "+
			"use this machine to compute\n", addr)
	}
	page := listener.Page + puzzle
	fmt.Fprintf(k.con.Out, "%s\n", page)
	if err := k.con.Out.Flush(); err != nil {
		return err
	}
	if !c.yes("no-open") {
		if err := openBrowser(page); err != nil {
			fmt.Fprintf(k.con.Err, "lightsout: cannot open a browser (%v); open %s yourself\n", err, page)
		}
	}
	if err := listener.Serve(ctx, api, graceTime/2); err != nil {
		return err
	}
	return errInterrupted
}

// fragment is the part of the page's address that names the puzzle of FILE or of the flags; "" if there is neither. A
// puzzle that the page would refuse is refused here.
func (c *playCommand) fragment(ctx context.Context, api *play.API) (string, error) {
	if len(c.args) == 0 && !c.given("board", "on", "goal") {
		return "", nil
	}
	p, err := c.puzzles.one(ctx)
	if err != nil {
		return "", err
	}
	address, err := api.Address(p)
	if err != nil {
		return "", fmt.Errorf("the page cannot show this puzzle: %w", err)
	}
	return address, nil
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
