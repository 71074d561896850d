package board

import (
	"encoding/json"
	"errors"
	"math/bits"
	"strconv"
)

// Record is a puzzle and what a batch says about it. Formats keep more or less of it; jsonl keeps
// all.
type Record struct {
	Puzzle
	// ID tells the puzzle from others, as JSON text; empty if there is none.
	ID json.RawMessage
	// Index is the puzzle's number within a batch, from 0, and Seed the seed of the batch.
	Index, Seed uint64
	// Presses is an answer in the order of pressing, nil if there is none. [Record.Answer] tells why.
	Presses []int
	// MinPresses is the fewest presses of any answer, nil if not known.
	MinPresses *int
	// Answers is how many answers there are, in decimal, "" if not known.
	Answers string
	// Uneven: not all puzzles that could have been chosen were equally likely.
	Uneven bool

	badPresses error
}

// Answer is the presses of the record. If they are missing or do not fit the board, it says so; the
// record is a puzzle all the same.
func (r *Record) Answer() ([]int, error) {
	switch {
	case r.badPresses != nil:
		return nil, r.badPresses
	case r.Presses == nil:
		return nil, errors.New("no presses")
	}
	return r.Presses, nil
}

// appendOnes appends the indices of the ones, from 0, each followed by a separator.
func appendOnes(dst []byte, w []uint64, separator byte) []byte {
	for i, v := range w {
		for ; v != 0; v &= v - 1 {
			dst = append(appendSmall(dst, 64*i+bits.TrailingZeros64(v)), separator)
		}
	}
	return dst
}

// appendSmall is strconv.AppendInt, quicker for the small numbers that most are.
func appendSmall(dst []byte, n int) []byte {
	switch {
	case uint(n) < 10:
		return append(dst, '0'+byte(n))
	case uint(n) < 100:
		return append(dst, '0'+byte(n/10), '0'+byte(n%10))
	}
	return strconv.AppendInt(dst, int64(n), 10)
}
