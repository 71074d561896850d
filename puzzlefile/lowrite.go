package puzzlefile

import (
	"strconv"
	"strings"

	"lightsout/board"
	"lightsout/gf2"
)

// prepareLO writes the native format. A board that has a SPEC is written by it, other boards line by
// line. Defaults are left out: all on, goal none, all lights matter, nothing forbidden.
func (w *Writer) prepareLO() error {
	board := appendPlaces(appendBoard(nil, w.board), w.board)
	w.record = func(dst []byte, r *Record) []byte { return w.lo(append(appendComments(dst, r), board...), r) }
	w.layout, w.after = Layout{Blank: true, Counts: true}, []byte("\n")
	w.goals, w.dontCares, w.forbids = true, true, true
	return nil
}

func (w *Writer) lo(dst []byte, r *Record) []byte {
	if lit := r.On.Size(); lit == 0 {
		dst = append(dst, "l\n"...)
	} else if lit < w.board.Lights() || r.On.Weight() > lit {
		dst = appendStateLines(dst, 'l', r.On)
	}
	goal := r.Goal
	if !r.DontCare.IsZero() {
		// without what Goal says of lights that do not matter
		goal = (&board.Puzzle{Board: w.board, Goal: r.Goal, DontCare: r.DontCare}).Change()
	}
	dst = appendStateLines(dst, 'g', goal)
	dst = appendOnesLines(dst, 'u', r.DontCare)
	return appendOnesLines(dst, 'x', r.Forbidden)
}

// appendStateLines lists the lights that are not in state 0 from 1, up to twenty on a line.
func appendStateLines(dst []byte, letter byte, state board.State) []byte {
	if state.IsZero() {
		return dst // at once: of most puzzles three of four lists are empty
	}
	const perLine = 20
	n := 0
	for l, d := range state.All() {
		if n%perLine == 0 {
			dst = append(endLine(dst, n), letter, ' ')
		}
		dst = appendAmount(dst, l, d)
		n++
	}
	return endLine(dst, n)
}

// endLine ends a line in place of a blank, if there is anything on it.
func endLine(dst []byte, n int) []byte {
	if n > 0 {
		dst[len(dst)-1] = '\n'
	}
	return dst
}

func appendOnesLines(dst []byte, letter byte, v gf2.Vec) []byte {
	return appendStateLines(dst, letter, board.Bits(v))
}

// appendAmount writes a light, and what it is about if that is not 1, with a blank after it: 4*2.
func appendAmount(dst []byte, light, amount int) []byte {
	if amount == 1 {
		return appendSmall(dst, light+1, ' ')
	}
	return appendSmall(appendSmall(dst, light+1, '*'), amount, ' ')
}

// appendBoard writes a board: by its SPEC or, if it has none, line by line.
func appendBoard(dst []byte, b *board.Board) []byte {
	switch {
	case !isListed(b):
		return appendNames(append(append(append(dst, "b "...), b.Spec()...), '\n'), b)
	case b.IsGraph():
		return appendGraph(dst, b)
	}
	return appendToggleLines(dst, b)
}

// appendStates writes how many states lights have.
func appendStates(dst []byte, b *board.Board) []byte {
	if b.States() == 2 {
		return dst
	}
	return appendLine(dst, "m", b.States())
}

func appendGraph(dst []byte, b *board.Board) []byte {
	l, off := listsOf(b), gf2.AllOnes(b.Switches())
	dst = appendStates(appendLine(dst, "p lights", b.Switches(), countEdges(l)), b)
	for u, v := range arcs(l) {
		switch {
		case u == v:
			off.Set(u, false)
		case !l.Has(v, u):
			dst = appendLine(dst, "a", u+1, v+1)
		case u < v:
			dst = appendLine(dst, "e", u+1, v+1)
		}
	}
	return appendNames(appendOnesLines(dst, 'o', off), b)
}

// countEdges is how many e and a lines give the board of a graph: pairs of different nodes of which
// at least one flips the other.
func countEdges(l gf2.Lists) (n int) {
	for u, v := range arcs(l) {
		if u < v || u > v && !l.Has(v, u) {
			n++
		}
	}
	return n
}

// appendNames writes what nodes are called, except those called by their numbers.
func appendNames(dst []byte, b *board.Board) []byte {
	for node, name := range b.Names() {
		if number := strconv.Itoa(node + 1); name != number {
			dst = append(append(append(append(append(dst, "n "...), number...), ' '), quotedName(name)...), '\n')
		}
	}
	return dst
}

// quotedName is a name as n lines have it.
func quotedName(name string) string {
	if !strings.ContainsAny(name, loQuoted) && name == strings.TrimSpace(name) {
		return name
	}
	return quotedText(name)
}

// quotedText is a text in quotation marks, with those within it doubled.
func quotedText(text string) string { return `"` + strings.ReplaceAll(text, `"`, `""`) + `"` }

// unquotedName is the name that an n line has; false if it needs quotation marks, or has them in the wrong place.
func unquotedName(text string) (name string, ok bool) {
	if len(text) < 2 || text[0] != '"' || !strings.HasSuffix(text, `"`) {
		return text, !strings.ContainsAny(text, loQuoted)
	}
	name = strings.ReplaceAll(text[1:len(text)-1], `""`, `"`)
	return name, quotedName(name) == text || !strings.Contains(name, `"`)
}

// loQuoted are the characters for which a name is quoted.
const loQuoted = " \t,;#\"\u00a0"

func appendToggleLines(dst []byte, b *board.Board) []byte {
	dst = appendStates(appendLine(dst, "p toggle", b.Switches(), b.Lights()), b)
	for s := range b.Switches() {
		begun := len(dst)
		dst = appendSmall(append(dst, "t "...), s+1, ' ')
		bare := len(dst)
		for l, amount := range b.Adds(s) {
			dst = appendAmount(dst, l, amount)
		}
		if len(dst) == bare {
			dst = dst[:begun]
		}
		dst = endLine(dst, len(dst)-begun)
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

// appendPlaces writes the places of a board's nodes.
func appendPlaces(dst []byte, b *board.Board) []byte {
	for i, at := range b.Places() {
		dst = strconv.AppendInt(append(dst, "c at "...), int64(i+1), 10)
		for _, x := range at {
			dst = strconv.AppendFloat(append(dst, ' '), x, 'f', -1, 64)
		}
		dst = append(dst, '\n')
	}
	return dst
}
