package main

import (
	"errors"
	"math"
	"strings"

	"github.com/dustin/go-humanize"
)

// size is a flag that holds a number of bytes: 500MB, 2GiB, 1000000.
type size int64

// partSize is a size of a part of the program: a request, or a child.
type partSize struct{ size }

func (s *size) String() string {
	if *s == 0 {
		return "0"
	}
	return strings.Replace(humanize.IBytes(uint64(*s)), " ", "", 1)
}

func (s *size) Type() string { return "size" }

func (s *size) Set(text string) error {
	n, err := humanize.ParseBytes(text)
	if err != nil || n > math.MaxInt64 {
		return errors.New("not a number of bytes")
	}
	*s = size(n)
	return nil
}
