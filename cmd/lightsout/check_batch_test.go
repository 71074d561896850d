package main

import (
	"bufio"
	"errors"
	"io"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// Lines come back as they were, and one that is too long does not spoil the next.
func TestReadLine(t *testing.T) {
	const limit, buffer = 40, 16
	rapid.Check(t, func(t *rapid.T) {
		lines := rapid.SliceOf(rapid.StringMatching(`[a-z]{0,60}`)).Draw(t, "lines")
		text := strings.Join(lines, "\n")
		if lines = strings.Split(text, "\n"); lines[len(lines)-1] == "" {
			lines = lines[:len(lines)-1]
		}
		r := bufio.NewReaderSize(strings.NewReader(text), buffer)
		for i, want := range lines {
			got, tooLong, err := readLine(r, nil, limit)
			if err != nil {
				t.Fatalf("line %d: %v", i, err)
			}
			ended := len(want)
			if i < len(lines)-1 || strings.HasSuffix(text, "\n") {
				ended++
			}
			if tooLong != (ended > limit) || !tooLong && strings.TrimSuffix(string(got), "\n") != want {
				t.Fatalf("line %d is %q, too long: %v; want %q", i, got, tooLong, want)
			}
		}
		if _, _, err := readLine(r, nil, limit); !errors.Is(err, io.EOF) {
			t.Fatalf("after the last line: %v", err)
		}
	})
}
