package main

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/dustin/go-humanize"

	"lightsout/internal/reserve"
)

// No verb takes more memory than there is. While one runs, a guard looks at what the program holds, and ends
// it at a limit as --timeout does at its own: exit code 3, whole records only, unfinished files removed. The
// limit is --max-memory, or else most of what the machine has left.

// programMemory is what the program itself takes, beside what it works on.
const programMemory = 64 << 20

// guard begins to watch, with the limit that the flags of the verb give.
func (c *call) guard(g *reserve.Guard) {
	limit, words := reserve.Machine(), "the memory of this machine is nearly used up"
	if c.given("max-memory") && c.verb.memory == "" {
		given := c.size("max-memory")
		limit, words = given+min(programMemory, math.MaxInt64-given),
			fmt.Sprintf("--max-memory %s was reached", sizeText(given))
		if given == 0 {
			return
		}
	}
	if limit > 0 {
		g.Watch(limit, &timeLimit{words})
	}
}

// sizeText is a number of bytes as people write it.
func sizeText(n int64) string {
	if n == 0 {
		return "0"
	}
	return strings.Replace(humanize.IBytes(uint64(n)), " ", "", 1)
}

// leastSize is the least number of bytes that may stand without a unit; less is a number whose unit was forgotten.
const leastSize = 1_000_000

// parseSize reads a number of bytes: 500MB, 2GiB, 1000000; 0 is no limit.
func parseSize(text string) (uint64, error) {
	n, err := humanize.ParseBytes(text)
	switch {
	case err != nil || n > math.MaxInt64:
		return 0, errors.New("not a number of bytes, such as 500MB or 2GiB")
	case 0 < n && n < leastSize && strings.Trim(text, "0123456789") == "":
		return 0, errors.New("a size has a unit, as 500MB or 2GiB")
	}
	return n, nil
}

// parseWhole reads a number from 0 to most.
func parseWhole(text string, most uint64) (uint64, error) {
	n, err := strconv.ParseUint(text, 10, 64)
	switch {
	case n > most || errors.Is(err, strconv.ErrRange):
		return 0, fmt.Errorf("use at most %d", most)
	case err != nil:
		return 0, errors.New("use a whole number, 0 or more")
	}
	return n, nil
}
