package textboard

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"lightsout/board"
)

// Count counts things: "1 press", "2 presses".
func Count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// Number is a number of at most so many digits as it is, a larger one as a power of 2 or rounded: 2^77, 1.23e45.
func Number(n *big.Int, most int) string {
	if k := n.BitLen() - 1; k > most && n.TrailingZeroBits() == uint(k) {
		return fmt.Sprintf("2^%d", k)
	}
	if digits := n.String(); len(digits) <= most {
		return digits
	}
	return strings.Replace(new(big.Float).SetInt(n).Text('e', 2), "e+", "e", 1)
}

// List writes switches or lights of a board as a LIST.
func List(b *board.Board, list []int) string {
	if b.Names() == nil {
		return Numbers(list)
	}
	labels := make([]string, len(list))
	for i, x := range list {
		labels[i] = b.Label(x)
	}
	return strings.Join(labels, ",")
}

// Names are the names of nodes, for JSON; nil if they have none, or if the list is nil.
func Names(b *board.Board, list []int) []string {
	if b.Names() == nil || list == nil {
		return nil
	}
	names := make([]string, len(list))
	for i, x := range list {
		names[i] = b.Names()[x]
	}
	return names
}

// Numbers writes indices as people count them.
func Numbers(list []int) string {
	var s strings.Builder
	for i, x := range list {
		if i > 0 {
			s.WriteByte(',')
		}
		fmt.Fprintf(&s, "%d", x+1)
	}
	return s.String()
}

// Cells writes the cells as a LIST: 1,3*2 is cell 1 and twice cell 3. Nodes that have names are written by them.
func Cells(b *board.Board, cells board.State) string {
	if cells.Mod() == 2 {
		return List(b, cells.Indices())
	}
	var s strings.Builder
	for x, n := range cells.All() {
		if s.Len() > 0 {
			s.WriteByte(',')
		}
		s.WriteString(b.Label(x))
		if n > 1 {
			fmt.Fprintf(&s, "*%d", n)
		}
	}
	return s.String()
}

// digit writes a state, or a number of presses.
func digit(d int) byte { return "0123456789abcdefghijklmnopqrstuvwxyz"[d] }

// Printable quotes what would do more to a terminal than show itself.
func Printable(text string) string {
	if !utf8.ValidString(text) || strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return strconv.Quote(text)
	}
	return text
}
