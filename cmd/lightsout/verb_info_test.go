package main

import (
	"bytes"
	"context"
	"io"
	"path/filepath"
	"regexp"
	"testing"
)

// A depth that is interrupted, at whatever moment, is told as far as it is known, as at a time limit.
func TestInterruptedDepthHasBounds(t *testing.T) {
	for _, args := range [][]string{
		{"info", "--board", "19x19", "--depth"},
		{"info", "--board", "19x19", "--depth", "--json"},
		{"info", "--board", "hypercube:7", "--depth"}, // more quiet patterns than a column has bits
	} {
		ctx, cancel := context.WithCancelCause(t.Context())
		cancel(errInterrupted)
		var out, errors bytes.Buffer
		con := newConsole(nil, &out, &errors)
		if code := con.finish(dispatch(ctx, con, args)); code != exitGaveUp {
			t.Errorf("%v: exit %d", args, code)
		}
		text := `(?m)^depth +>= [1-9]\d*\ndepth +<= [1-9]\d* \(.*\)\n(.*\n)*stopped +interrupted$`
		if args[len(args)-1] == "--json" {
			text = `"depth_lower":[1-9]\d*,"depth_upper":[1-9]\d*,.*"stopped":"interrupted"`
		}
		if !regexp.MustCompile(text).Match(out.Bytes()) || errors.Len() > 0 {
			t.Errorf("%v: %s%s", args, out.Bytes(), errors.Bytes())
		}
	}
}

// A check that is interrupted says what holds, as at a time limit.
func TestInterruptedCheckSaysWhatHolds(t *testing.T) {
	file := filepath.Join(t.TempDir(), "certificate.json")
	con := newConsole(nil, io.Discard, io.Discard)
	if code := con.finish(dispatch(t.Context(), con, []string{"solve", "--board", "30x30", "--min", "--certificate", file})); code != exitDone {
		t.Fatalf("solve: exit %d", code)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errInterrupted)
	var out, errors bytes.Buffer
	con = newConsole(nil, &out, &errors)
	if code := con.finish(dispatch(ctx, con, []string{"check", "--certificate", file, "--full"})); code != exitGaveUp {
		t.Errorf("exit %d", code)
	}
	const text = `(?m)^  holds         the \d+ presses are an answer .*\n(.*\n)*not fully verified: .* \(interrupted\)$`
	if !regexp.MustCompile(text).Match(out.Bytes()) || errors.Len() > 0 {
		t.Errorf("%s%s", out.Bytes(), errors.Bytes())
	}
}
