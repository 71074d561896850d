package main

import (
	"bufio"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"lightsout/puzzlefile"
)

// readCosts reads a positive integer for each switch, in order, separated by blanks or lines; what
// follows a # is a comment.
func (c *console) readCosts(file string, switches int) ([]int, error) {
	src, err := c.source(file)
	if err != nil {
		return nil, err
	}
	defer src.close()
	costs := []int{}
	lines := bufio.NewScanner(src)
	lines.Buffer(nil, puzzlefile.MaxLine)
	n := 1
	for ; lines.Scan(); n++ {
		if n == 1 && strings.HasPrefix(lines.Text(), gzipMagic) {
			return nil, compressed(src.name)
		}
		text, _, _ := strings.Cut(lines.Text(), "#")
		for _, word := range strings.Fields(text) {
			cost, err := strconv.Atoi(word)
			if err != nil || cost <= 0 || cost > 1<<30 {
				return nil, usagef("%s:%d: %q is not a cost: use a positive integer up to 2^30", src.name, n, clipSpec(word))
			}
			if len(costs) == switches {
				return nil, usagef("%s:%d: more costs than the %d switches", src.name, n, switches)
			}
			costs = append(costs, cost)
		}
	}
	if err := lines.Err(); errors.Is(err, bufio.ErrTooLong) {
		return nil, usagef("%s:%d: the line is longer than %d bytes", src.name, n, puzzlefile.MaxLine)
	} else if err != nil {
		return nil, fmt.Errorf("%s: %w", src.name, err)
	}
	if len(costs) < switches {
		return nil, usagef("%s: %d costs for %d switches", src.name, len(costs), switches)
	}
	return costs, nil
}
