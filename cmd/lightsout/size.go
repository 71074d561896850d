package main

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// size is a flag that holds a number of bytes: 500M, 2GiB, 1000000.
type size int64

var sizeUnits = []struct {
	suffix string
	bytes  float64
}{
	{"KiB", 1 << 10}, {"MiB", 1 << 20}, {"GiB", 1 << 30}, {"TiB", 1 << 40},
	{"KB", 1e3}, {"MB", 1e6}, {"GB", 1e9}, {"TB", 1e12},
	{"K", 1 << 10}, {"M", 1 << 20}, {"G", 1 << 30}, {"T", 1 << 40}, {"B", 1}, {"", 1},
}

func (s *size) String() string {
	switch n := int64(*s); {
	case n == 0:
		return "0"
	case n%(1<<30) == 0:
		return fmt.Sprintf("%dGiB", n>>30)
	case n%(1<<20) == 0:
		return fmt.Sprintf("%dMiB", n>>20)
	default:
		return strconv.FormatInt(n, 10)
	}
}

func (s *size) Type() string { return "size" }

func (s *size) Set(text string) error {
	for _, u := range sizeUnits {
		number, ok := strings.CutSuffix(text, u.suffix)
		if !ok {
			continue
		}
		n, err := strconv.ParseFloat(number, 64)
		if err != nil || n < 0 || math.IsNaN(n) || n*u.bytes >= math.MaxInt64 {
			break
		}
		*s = size(n * u.bytes)
		return nil
	}
	return fmt.Errorf("write a number of bytes such as 500MiB or 2GiB")
}
