package main

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"io"
	"os"
	"os/signal"
	"time"

	"golang.org/x/term"

	"lightsout/play"
)

// The game in a terminal: play --terminal. This file owns the terminal itself: its mode, its keys and its
// size. The game is in terminalgame.go, what is drawn in terminalframe.go, and what is remembered in
// terminalstats.go.

// terminalWidth and terminalHeight are the smallest window.
const terminalWidth, terminalHeight = 64, 16

// enterScreen shows a screen of its own without a cursor; leaveScreen brings back what was there before.
const enterScreen, leaveScreen = "\x1b[?1049h\x1b[?25l", "\x1b[m\x1b[?25h\x1b[?1049l"

// runTerminal plays until the player quits. request is the params of the method load, or nil.
func (c *playCommand) runTerminal(ctx context.Context, con *console, api *play.API, request map[string]string) error {
	in, ok := con.in.(*os.File)
	if !ok || !con.terminal || !term.IsTerminal(int(in.Fd())) {
		return usagef("--terminal: standard input and output must be a terminal")
	}
	if width, height, err := term.GetSize(int(con.look.file.Fd())); err != nil || width < terminalWidth || height < terminalHeight {
		return usagef("--terminal: the window is too small, %d columns by %d lines; it must be at least %d by %d", width, height, terminalWidth, terminalHeight)
	}
	if !con.look.escapes {
		return usagef("--terminal: this console cannot move the cursor; play without the flag opens the page instead")
	}
	ascii := con.plain(c.ascii)
	game := &terminalGame{api: api, now: time.Now, seed: randomSeed, stats: statisticsFile(), ascii: ascii, colour: !ascii && os.Getenv("NO_COLOR") == "", jobs: make(chan func(), 4)}
	if c.now != nil {
		game.now, game.seed = c.now, c.seed
	}
	if err := game.open(ctx, request); err != nil {
		return err
	}
	return onScreen(in, con.out, func() error { return game.loop(ctx, in, con.look.file, con.out) })
}

func randomSeed() uint64 {
	var bytes [4]byte
	_, _ = rand.Read(bytes[:]) // never fails
	return uint64(binary.LittleEndian.Uint32(bytes[:]))
}

// flusher is a buffered terminal.
type flusher interface {
	io.Writer
	Flush() error
}

// onScreen gives work the terminal, key by key, and restores it however work ends.
func onScreen(in *os.File, out flusher, work func() error) (err error) {
	before, err := term.MakeRaw(int(in.Fd()))
	if err != nil {
		return err
	}
	defer func() {
		_, _ = io.WriteString(out, leaveScreen)
		_ = out.Flush()
		if e := term.Restore(int(in.Fd()), before); err == nil {
			err = e
		}
	}()
	if _, err := io.WriteString(out, enterScreen); err != nil {
		return err
	}
	return work()
}

// loop draws, and waits for a key, a new size, a result or the next second. What is written to out appears on
// the screen.
func (g *terminalGame) loop(ctx context.Context, in, screen *os.File, out flusher) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	resized := make(chan os.Signal, 1)
	notifyResized(resized)
	defer signal.Stop(resized)
	second := time.NewTicker(time.Second)
	defer second.Stop()
	typed := make(chan []byte)
	go readBytes(ctx, in, typed)

	var keys keyReader
	var shown string
	var size [2]int
	for {
		width, height, err := term.GetSize(int(screen.Fd()))
		if err != nil {
			return err
		}
		if now := [2]int{width, height}; now != size {
			size, shown = now, "" // the terminal may have moved what was there
			if _, err := io.WriteString(out, "\x1b[2J"); err != nil {
				return err
			}
		}
		if frame := g.frame(width, height); frame != shown {
			if _, err := io.WriteString(out, frame); err != nil {
				return err
			}
			if err := out.Flush(); err != nil {
				return err
			}
			shown = frame
		}
		select {
		case text, more := <-typed:
			if !more {
				return nil // the terminal is gone
			}
			for _, b := range text {
				switch key := keys.feed(b); key {
				case keyNone:
				case keyInterrupt:
					return errInterrupted
				case 'q':
					return nil
				default:
					g.key(ctx, key)
				}
			}
		case <-resized:
		case apply := <-g.jobs:
			apply()
		case <-second.C:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

// readBytes sends what is typed, until the input or the context ends.
func readBytes(ctx context.Context, in io.Reader, typed chan<- []byte) {
	defer close(typed)
	for {
		text := make([]byte, 256)
		n, err := in.Read(text)
		if n > 0 {
			select {
			case typed <- text[:n]:
			case <-ctx.Done():
				return
			}
		}
		if err != nil {
			return
		}
	}
}

// A key is a character, or one of these.
const (
	keyNone rune = -iota
	keyInterrupt
	keyUp
	keyDown
	keyRight
	keyLeft
)

// keyReader turns bytes into keys. Arrow keys are ESC [ A to D, or ESC O A to D, with numbers between for
// Shift and the like; other sequences mean nothing here.
type keyReader struct {
	state byte // 0, ESC, or [ within a sequence
}

func (k *keyReader) feed(b byte) rune {
	const esc = 0x1b
	switch {
	case b == 0x03:
		k.state = 0
		return keyInterrupt
	case b == esc:
		k.state = esc
		return keyNone
	case k.state == esc && (b == '[' || b == 'O'):
		k.state = '['
		return keyNone
	case k.state == '[':
		if b >= 0x40 && b <= 0x7e {
			k.state = 0
			if b >= 'A' && b <= 'D' {
				return keyUp - rune(b-'A')
			}
		}
		return keyNone
	}
	k.state = 0
	switch {
	case b == '\r' || b == '\n':
		return ' '
	case b == '\t':
		return '\t'
	case b >= 'A' && b <= 'Z':
		return rune(b - 'A' + 'a')
	case b >= ' ' && b < 0x7f:
		return rune(b)
	}
	return keyNone
}
