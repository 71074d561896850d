package board

import (
	"bufio"
	"io"
	"strconv"
	"strings"

	"lightsout/gf2"
)

// WriteLO writes a puzzle in the native format, and a blank line, so that puzzles written one
// after another read back one by one. A board that has a SPEC is written by it, other boards line
// by line. What is the default is left out: all on, goal none, nothing forbidden. The same puzzle
// is always written the same way.
func WriteLO(w io.Writer, p *Puzzle) error {
	out := bufio.NewWriter(w)
	b := p.Board
	switch {
	case !strings.HasPrefix(b.spec, "graph:"):
		out.WriteString("b " + b.spec + "\n")
	case b.graph:
		writeGraph(out, b)
	default:
		writeToggles(out, b)
	}
	if lit := p.On.Weight(); lit == 0 {
		out.WriteString("l\n")
	} else if lit < b.lights {
		writeOnes(out, "l", p.On)
	}
	writeOnes(out, "g", p.Goal)
	writeOnes(out, "x", p.Forbidden)
	out.WriteByte('\n')
	return out.Flush()
}

func writeGraph(out *bufio.Writer, b *Board) {
	writeLine(out, "p lights", b.switches, countEdges(b))
	off := gf2.AllOnes(b.switches)
	l := listsOf(b)
	for u, v := range arcsOf(b) {
		switch {
		case u == v:
			off.Set(u, false)
		case !l.flips(v, u):
			writeLine(out, "a", u+1, v+1)
		case u < v:
			writeLine(out, "e", u+1, v+1)
		}
	}
	writeOnes(out, "o", off)
}

func writeToggles(out *bufio.Writer, b *Board) {
	writeLine(out, "p toggle", b.switches, b.lights)
	var line []int
	for s := range b.switches {
		line = b.AppendToggles(append(line[:0], s), s)
		if len(line) == 1 {
			continue
		}
		for i := range line {
			line[i]++
		}
		writeLine(out, "t", line...)
	}
}

func writeLine(out *bufio.Writer, word string, numbers ...int) {
	var room [20]byte
	out.WriteString(word)
	for _, n := range numbers {
		out.WriteByte(' ')
		out.Write(strconv.AppendInt(room[:0], int64(n), 10))
	}
	out.WriteByte('\n')
}

// writeOnes lists the ones from 1, up to twenty on a line.
func writeOnes(out *bufio.Writer, letter string, v gf2.Vec) {
	var line []int
	for i := range v.Ones() {
		if line = append(line, i+1); len(line) == 20 {
			writeLine(out, letter, line...)
			line = line[:0]
		}
	}
	if len(line) > 0 {
		writeLine(out, letter, line...)
	}
}
