package puzzlefile

import (
	"encoding/json"
	"errors"
	"math/bits"
	"strconv"
	"strings"

	"lightsout/board"
	"lightsout/internal/answers"
	"lightsout/internal/textboard"
)

// Record is a puzzle and what a batch says about it. Formats keep more or less of it; jsonl keeps
// all.
type Record struct {
	board.Puzzle
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
	// Nullity is the dimension of the board's quiet patterns, nil if not known.
	Nullity *int
	// QuietOrder, if not "", stands in place of Nullity where lights have a number of states that is not
	// prime: how many quiet patterns there are, in decimal.
	QuietOrder string
	// ChasePresses is how many presses light chasing takes, done as by hand with a lookup table; nil if
	// the board has no such table.
	ChasePresses *int
	// Split names the part of a data set that the puzzle belongs to, "" if there are no parts.
	Split string
	// Unknown names the fields of the record that say nothing about the puzzle and were passed over: those
	// that a user added, or misspelled. Those that generate writes are not among them.
	Unknown []string
	// Text is the line that the puzzle was read from, without its line end, where every line is a puzzle.
	Text string
	// Read is the words of an answer that were read.
	Read string
	// Uneven: not all puzzles that could have been chosen were equally likely.
	Uneven bool
	// Witness, if not nil, says that the puzzle has no answer: lights that show it ([solve.CheckWitness]), if the
	// record is right.
	Witness []int

	badPresses error

	// What answer says, which others gave, while presses is what the batch knows.
	answered  []int
	badAnswer error
	given     json.RawMessage // of a record without a puzzle
}

// Answer is the answer of the record: what its field answer says or, without that, its presses. If they
// are missing or do not fit the board, it says so, with [ErrNoSwitch] if they name a switch that the
// board does not have; the record is a puzzle all the same. The answer that there is none is [ErrImpossible].
func (r *Record) Answer() ([]int, error) {
	switch {
	case r.badAnswer != nil:
		return nil, r.badAnswer
	case r.answered != nil:
		return r.answered, nil
	case r.badPresses != nil:
		return nil, r.badPresses
	case r.Presses == nil && r.Witness != nil:
		return nil, ErrImpossible
	case r.Presses == nil:
		return nil, errors.New("no presses")
	}
	return r.Presses, nil
}

// Given is the answer of a record that is only an answer and its id ([ReaderOptions].Answers), for
// [ParseAnswer]. Of free text it is the list. The error says why there is none.
func (r *Record) Given() (json.RawMessage, error) {
	switch {
	case r.badAnswer != nil:
		return nil, r.badAnswer
	case !answers.Given(r.given):
		return nil, errors.New("no presses")
	}
	return r.given, nil
}

// ParseAnswer reads an answer to a puzzle on the board, as a record has it. The error is [ErrNoSwitch] if it
// names a switch that the board does not have, and [ErrImpossible] if it is that there is no answer.
func ParseAnswer(b *board.Board, answer json.RawMessage) ([]int, error) {
	if err := board.Check(b); err != nil {
		return nil, err
	}
	list, _, err := answers.List(b, "answer", answer, false)
	return list, err
}

// ErrNoSwitch says that an answer is a list, but names a switch that the board does not have.
var ErrNoSwitch = answers.ErrNoSwitch

// ErrImpossible says that an answer is that there is none.
var ErrImpossible = answers.ErrImpossible

// checkLit refuses another number of lit lights than there are. Other programs may write 3 as 3.0.
func checkLit(text string, on board.State) {
	n, err := strconv.ParseFloat(text, 64)
	switch {
	case err != nil:
		fail("lit is %s, not how many lights are on", text)
	case n != float64(on.Size()):
		fail("lit is %s, but %s on", text, textboard.Count(on.Size(), "light is", "lights are"))
	}
}

// appendComments appends what the native format says about a puzzle before it.
func appendComments(dst []byte, r *Record) []byte {
	dst = appendNumber(dst, r)
	if r.Comment == "" {
		return dst
	}
	return append(append(append(dst, "c "...), strings.Map(printed, r.Comment)...), '\n')
}

// printed keeps a comment on its line.
func printed(ch rune) rune {
	if ch < ' ' {
		return ' '
	}
	return ch
}

// appendNumber appends the comment that numbers the puzzles of a batch from 1, and says how many presses each
// needs, or which lights show that it has no answer, and whether not all puzzles were equally likely; other puzzles
// have none.
func appendNumber(dst []byte, r *Record) []byte {
	if len(r.ID) == 0 {
		return dst
	}
	dst = strconv.AppendUint(append(dst, "c puzzle "...), r.Index+1, 10)
	switch {
	case r.Witness != nil:
		dst = append(dst, ", unsolvable, witness"...)
		for _, l := range r.Witness {
			dst = strconv.AppendInt(append(dst, ' '), int64(l+1), 10)
		}
	case r.MinPresses == nil:
		dst = append(dst, ", presses not counted"...)
	case *r.MinPresses == 1:
		dst = append(dst, ", 1 press"...)
	default:
		dst = append(strconv.AppendInt(append(dst, ", "...), int64(*r.MinPresses), 10), " presses"...)
	}
	if r.Uneven {
		dst = append(dst, ", not uniform"...)
	}
	return append(dst, '\n')
}

// appendRepeated appends a JSON list that repeats the index of a light as often as its state says.
func appendRepeated(dst []byte, state []uint8) []byte {
	dst = append(dst, '[')
	begun := len(dst)
	for l, d := range state {
		for range d {
			dst = append(strconv.AppendInt(dst, int64(l), 10), ',')
		}
	}
	return append(dst[:max(begun, len(dst)-1)], ']')
}

// repeatedFlips lists the lights that a switch flips, each as often as a press adds one to it.
func repeatedFlips(b *board.Board, s int) []int {
	if b.States() == 2 {
		return b.Toggles(s)
	}
	var list []int
	for l, amount := range b.Adds(s) {
		for range amount {
			list = append(list, l)
		}
	}
	return list
}

// appendNumbers appends numbers with a separator between them.
func appendNumbers(dst []byte, list []int, separator byte) []byte {
	begun := len(dst)
	for _, n := range list {
		dst = appendSmall(dst, n, separator)
	}
	return dst[:max(begun, len(dst)-1)]
}

// appendSmall appends a number and what follows it. Most are below 100, and millions are written.
func appendSmall(dst []byte, n int, separator byte) []byte {
	switch {
	case uint(n) < 10:
		return append(dst, '0'+byte(n), separator)
	case uint(n) < 100:
		return append(dst, '0'+byte(n/10), '0'+byte(n%10), separator)
	}
	return append(strconv.AppendInt(dst, int64(n), 10), separator)
}

// appendOnes does the same with the indices of the ones, and leaves the last separator.
func appendOnes(dst []byte, w []uint64, separator byte) []byte {
	for i, v := range w {
		for ; v != 0; v &= v - 1 {
			dst = appendSmall(dst, 64*i+bits.TrailingZeros64(v), separator)
		}
	}
	return dst
}
