package main

import (
	"fmt"
	"strings"

	"lightsout/board"
	"lightsout/encode"
	"lightsout/export"
	"lightsout/solve"
)

// topics are help texts about what several verbs share.
var topics = []struct {
	name string
	text func() string
}{
	{"boards", func() string { return boardHelp }},
	{"files", filesTopic},
	{"engines", enginesTopic},
	{"encodings", encodingsTopic},
}

func topicNames() []string {
	var names []string
	for _, t := range topics {
		names = append(names, t.name)
	}
	return names
}

func topic(name string) (string, bool) {
	for _, t := range topics {
		if t.name == name {
			return t.text(), true
		}
	}
	return "", false
}

func filesTopic() string {
	var s strings.Builder
	s.WriteString(`The native puzzle file, .lo, counts from 1; a blank line ends a puzzle:

  c a comment
  p lights 6 8      nodes, and how many e and a lines (or: p toggle SWITCHES LIGHTS)
  e 1 2             pressing either flips the other
  a 1 2             pressing 1 flips 2
  o 3               node 3 does not flip itself
  t 1 4 5 6         under p toggle: switch 1 flips lights 4 5 6
  b grid:5x5        instead of p, e, a, o and t lines: the board by its SPEC
  l 1 2             lights on at the start (no l line: all; a bare l: none)
  g 4               lights on in the goal
  x 5               switch 5 must not be pressed

The kind of a file is told by its content or by --input. FILE#3 is its third puzzle, - is
standard input. Text grids, bits and bitmaps begin with their board, c board SPEC; a picture
without it is taken as a plain grid, and a note says so. Read as well:

`)
	for _, f := range board.Formats() {
		about := f.About
		if f.Writes() && !f.BoardOnly {
			about += " *"
		}
		fmt.Fprintf(&s, "  %-10s%s\n", f.Name, about)
	}
	s.WriteString("\n* is written too. A DIMACS file whose number of edges is off is read with a note; --strict refuses it.\n")
	return s.String()
}

func engineNames() []string {
	var names []string
	for name := range solve.Engines() {
		names = append(names, name)
	}
	return names
}

func enginesTopic() string {
	var s strings.Builder
	s.WriteString("Engines (solve --engine); auto chooses by board and question:\n\n")
	for name, about := range solve.Engines() {
		if name != "auto" {
			fmt.Fprintf(&s, "  %-12s%s\n", name, about)
		}
	}
	s.WriteString("\nMethods of --min (solve --method), chosen by size and structure:\n\n  " + strings.Join(solve.Methods(), " ") + "\n  (go doc lightsout/coset tells what each does)\n")
	return s.String()
}

func encodingsTopic() string {
	var s strings.Builder
	s.WriteString("XOR encodings (--xor), N from 3 to 8 where there is one:\n\n")
	for _, p := range encode.Parities() {
		name := p.Name
		if p.Max > 0 {
			name += ":N"
		}
		fmt.Fprintf(&s, "  %-12s%s\n", name, p.Summary)
	}
	s.WriteString("\nCounting encodings (--card):\n\n")
	for _, c := range encode.Countings() {
		fmt.Fprintf(&s, "  %-12s%s\n", c.Name, c.Summary)
	}
	s.WriteString("\nFormats for other solvers (encode --to):\n\n")
	for _, f := range export.Formats() {
		fmt.Fprintf(&s, "  %-12s%s\n", f.Name, f.Summary)
	}
	return s.String()
}
