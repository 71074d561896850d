// Package numbers reads numbers, ranges and lists of them as people write them: 5, 1-9, 1,4-7.
package numbers

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Range is the numbers from P to P, or from A to B.
func Range(text string) (low, high int, err error) {
	a, b, isRange := strings.Cut(text, "-")
	if !isRange {
		b = a
	}
	from, err1 := strconv.ParseUint(a, 10, 31)
	to, err2 := strconv.ParseUint(b, 10, 31)
	switch {
	case errors.Is(err1, strconv.ErrRange) || errors.Is(err2, strconv.ErrRange):
		return 0, 0, fmt.Errorf("numbers go up to %d", math.MaxInt32)
	case err1 != nil || err2 != nil || from > to:
		return 0, 0, errors.New("write a number, or two as A-B with A not above B")
	}
	return int(from), int(to), nil
}

// List is the ranges of a list, in its order.
func List(text string) (list [][2]int, err error) {
	for part := range strings.SplitSeq(text, ",") {
		from, to, err := Range(strings.TrimSpace(part))
		if err != nil {
			return nil, err
		}
		list = append(list, [2]int{from, to})
	}
	return list, nil
}

// Shard is the part i of n of a text i/n.
func Shard(text string) (i, n uint64, err error) {
	left, right, ok := strings.Cut(text, "/")
	i, err1 := strconv.ParseUint(left, 10, 32)
	n, err2 := strconv.ParseUint(right, 10, 32)
	if !ok || err1 != nil || err2 != nil || i < 1 || i > n {
		return 0, 0, errors.New("write i/n with i from 1 to n, such as 2/7")
	}
	return i, n, nil
}
