package board

import (
	"math/bits"
	"strconv"

	"lightsout/gf2"
)

// prepareLO writes the native format. A board that has a SPEC is written by it, other boards line by
// line. Defaults are left out: all on, goal none, all lights matter, nothing forbidden.
func (w *Writer) prepareLO() error {
	var board []byte
	switch b := w.board; {
	case !b.isListed():
		board = []byte("b " + b.spec + "\n")
	case b.graph:
		board = appendGraph(nil, b)
	default:
		board = appendToggleLines(nil, b)
	}
	w.record = func(dst []byte, r *Record) []byte { return w.lo(append(appendComments(dst, r), board...), r) }
	w.after, w.blank = []byte("\n"), true
	w.goals, w.dontCares, w.forbids, w.counts = true, true, true, true
	return nil
}

func (w *Writer) lo(dst []byte, r *Record) []byte {
	if lit := r.On.Weight(); lit == 0 {
		dst = append(dst, "l\n"...)
	} else if lit < w.board.lights {
		dst = appendOnesLines(dst, 'l', r.On)
	}
	goal := r.Goal
	if !r.DontCare.IsZero() {
		goal = r.Wrong(gf2.NewVec(w.board.lights)) // without what Goal says of lights that do not matter
	}
	dst = appendOnesLines(dst, 'g', goal)
	dst = appendOnesLines(dst, 'u', r.DontCare)
	return appendOnesLines(dst, 'x', r.Forbidden)
}

func appendGraph(dst []byte, b *Board) []byte {
	dst = appendLine(dst, "p lights", b.switches, countEdges(b))
	off := gf2.AllOnes(b.switches)
	l := listsOf(b)
	for u, v := range arcsOf(b) {
		switch {
		case u == v:
			off.Set(u, false)
		case !l.flips(v, u):
			dst = appendLine(dst, "a", u+1, v+1)
		case u < v:
			dst = appendLine(dst, "e", u+1, v+1)
		}
	}
	return appendOnesLines(dst, 'o', off)
}

func appendToggleLines(dst []byte, b *Board) []byte {
	dst = appendLine(dst, "p toggle", b.switches, b.lights)
	var line []int
	for s := range b.switches {
		line = b.AppendToggles(append(line[:0], s), s)
		if len(line) == 1 {
			continue
		}
		for i := range line {
			line[i]++
		}
		dst = appendLine(dst, "t", line...)
	}
	return dst
}

func appendLine(dst []byte, word string, numbers ...int) []byte {
	dst = append(dst, word...)
	for _, n := range numbers {
		dst = strconv.AppendInt(append(dst, ' '), int64(n), 10)
	}
	return append(dst, '\n')
}

// appendOnesLines lists the ones from 1, up to twenty on a line.
func appendOnesLines(dst []byte, letter byte, v gf2.Vec) []byte {
	const perLine = 20
	n := 0
	for i, word := range v.Words() {
		for ; word != 0; word &= word - 1 {
			if n%perLine == 0 {
				if n > 0 {
					dst = append(dst, '\n')
				}
				dst = append(dst, letter)
			}
			dst = strconv.AppendInt(append(dst, ' '), int64(64*i+bits.TrailingZeros64(word)+1), 10)
			n++
		}
	}
	if n > 0 {
		dst = append(dst, '\n')
	}
	return dst
}
