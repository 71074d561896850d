package main

import (
	"fmt"
	"strings"

	"lightsout/board"
	"lightsout/census"
	"lightsout/encode"
	"lightsout/export"
	"lightsout/puzzlefile"
	"lightsout/solve"
)

// topics are help texts about what several verbs share.
var topics = []struct {
	name string
	text func() string
}{
	{"boards", boardsTopic},
	{"files", filesTopic},
	{"columns", columnsTopic},
	{"engines", enginesTopic},
	{"encodings", encodingsTopic},
	{"answers", func() string { return answersTopic }},
	{"exit", func() string { return exitTopic }},
}

// answersTopic is the rule of --free-text, which docs/files.md has too; puzzlefile/freetext.go follows it.
const answersTopic = `How answers are written that check --batch grades. A record has its answer in the field answer, or
else in presses. With --answers FILE, answers are in a file of their own, each with the id of its
puzzle.

  [0, 2, 4]                a list of switches, from 0
  [[0,0], [1,2]]           a list of pairs [row, column], from 0
  ["r1c1", "r2c3"]         a list of places, from 1
  "{r1c1, r2c3}"           a text that is a list of places, or one of the lists above

With --free-text an answer is any text, and the last list in it counts:

  1. The last list in square brackets or braces with nothing in it but numbers, places such as r1c1,
     and pairs. [] is no presses, unless it is a box to tick (- [ ]). Braces around a single list
     are left off.
  2. Without one, the last two or more numbers, or places and pairs, in a row: between them are only
     commas, semicolons, &, the word and, blanks, line ends and the marks of bulleted or numbered
     lists. A blank line ends them.
  3. Otherwise the last single one.

Quotation marks, asterisks, backslashes and \[ \] count as blanks. What is part of a longer word, as
in 5x5, 2.5 or 3-7, is not a number. A text without a list is malformed. A list with a switch that
the board does not have is illegal.
`

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

// boardOptions explains what follows a comma in a SPEC: an example, and one line about it.
var boardOptions = []struct{ example, about string }{
	{"5x5,pattern=king", "a press flips other cells: cross, x, or the moves of a king or knight in chess"},
	{"5x5,pattern=cross:full", "a press flips its whole row and column"},
	{"5x5,pattern=.#./###/.#.", "the cells as a picture with odd sides, whose middle is the pressed cell"},
	{"5x5,self=off", "a press does not flip its own light"},
	{"5x5,switches=edges", "the switches are the edges, in order of their ends; a press flips both ends"},
	{"2x3,mask=##_/###", "holes: no light and no switch where the mask has _, row by row"},
	{"hex:2,mask=##/#_#/##", "hexagons and triangles take self=off and a mask with rows as long as theirs"},
	{"5x5,mod=3", "lights with 3 states, up to 36; a press adds one, or two to a light reached twice"},
	{"torus:6x6,pattern=king,self=off", "several options, in any order"},
	{"torus:2x2", "a press that reaches a light twice leaves it as it is: here it flips its own only"},
}

// boardNames are the words a SPEC may begin with.
func boardNames() (names []string) {
	for example := range board.Shapes() {
		name, _, _ := strings.Cut(example, ":")
		names = append(names, name)
	}
	return names
}

func boardsTopic() string {
	var s strings.Builder
	s.WriteString("Boards (--board SPEC). Here is an example of each shape; choose other numbers as you like. Rows come\nbefore columns. Every verb prints a board's full SPEC, which every verb reads.\n\n")
	for example, about := range board.Shapes() {
		fmt.Fprintf(&s, "  %-22s%s\n", example, about)
	}
	s.WriteString("\nOptions follow after a comma:\n\n")
	for _, o := range boardOptions {
		fmt.Fprintf(&s, "  %s\n%18s%s\n", o.example, "", o.about)
	}
	s.WriteString("\nA number alone is not a board: 5 could be 5x5 or path:5. Examples:\n\n  lightsout solve --board torus:6x6,pattern=king,self=off --on random\n  lightsout info --board 2x3,mask=##_/###\n")
	return s.String()
}

func filesTopic() string {
	var s strings.Builder
	s.WriteString(`The native puzzle file, .lo, counts from 1; a blank line ends a puzzle:

  c a comment       c at 1 -250 100 is where node 1 stands in drawings, in hundredths of a cell
  p lights 6 8      nodes, and how many e and a lines (or: p toggle SWITCHES LIGHTS)
  e 1 2             pressing either flips the other
  a 1 2             pressing 1 flips 2
  o 3               node 3 does not flip itself
  t 1 4 5 6         under p toggle: switch 1 flips lights 4 5 6
  n 3 carol         node 3 is called carol: a word without blanks, commas and #
  b grid:5x5        instead of p, e, a, o and t lines: the board by its SPEC
  l 1 2             lights on at the start (no l line: all; a bare l: none)
  g 4               lights on in the goal
  u 6               light 6 does not matter in the goal
  x 5               switch 5 must not be pressed
  m 3               lights have 3 states: l 1 2*2 is light 2 in state 2, t 1 4*2 adds 2

The kind of a file is recognised by its content, or given by --input. FILE#3 is the third puzzle
of FILE; - is standard input. Text grids, bits and bitmaps begin with the line c board SPEC. Without
it a picture is taken as a plain grid, and a note says so. These kinds are read; those with * are
written too:

`)
	for _, f := range puzzlefile.Formats() {
		about := f.About
		if f.Writes() && !f.BoardOnly {
			about += " *"
		}
		fmt.Fprintf(&s, "  %-10s%s\n", f.Name, about)
	}
	fmt.Fprintf(&s, "  %-10s%s\n", formulaKind, "a formula: p cnf, then clauses and x lines; for encode, solve and bench")
	s.WriteString("\nIf a DIMACS file has another number of edges than it says, it is read, with a note.\n")
	return s.String()
}

func columnsTopic() string {
	var s strings.Builder
	s.WriteString(`With --columns, info prints a table with a row for each board. These are the columns:

`)
	for _, c := range census.Columns() {
		fmt.Fprintf(&s, "  %-28s%s\n", c.Name, c.About)
	}
	s.WriteString(`
The puzzle is that of FILE, or --board with the lights of --on (default: all on).

A symmetry is a renaming of switches and lights after which each switch flips the same lights as
before. On a graph these are its automorphisms, of which the drawing may show only some: torus:4x4
has 384, because it is the 4-cube.

A family is a SPEC with M, N or K in place of numbers, and a range or a list for each letter.
The letters are columns too:

  lightsout info --board grid:MxN --m 1-3 --n 1-9 --columns nullity,min
  lightsout info --board hypercube:2N+1 --n 1-3 --columns nullity,symmetries,answers-up-to-symmetry
  lightsout info --board grid:NxN --n 1-60 --where 'nullity>0' --columns n --format bfile

--where compares columns and whole numbers by < <= > >= == !=, joined by && || ! and parentheses.
A column alone means that it is not 0. If a number without proof leaves open whether a board meets
the condition, the board is named on standard error, and the exit code is 3.

A cell that is not proved shows its bounds, as 15..17, or ? if there are none. A - says that there
is no such number: an unsolvable puzzle has no fewest presses. --timeout limits each cell.

--format bfile writes n and a(n) for the OEIS. A table of two letters is read by antidiagonals,
T(1,1), T(1,2), T(2,1), T(1,3), …, and numbered from 1; so are the rows that --where picks. Where
there is no number the file has -1, and it ends before the first number that is not proved.
--format graph6 copies the lines of graphs that --where picks, --format jsonl those of puzzles.
docs/tables.md has more.
`)
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
	s.WriteString("\nMethods of --min, in the order in which they are tried. Results and certificates name the one that\nproved it. solve --explain-plan shows what each would take. solve --method takes those with a star.\n")
	for _, states := range []struct{ name, title string }{
		{"any", "On every board"}, {"two", "Where lights are on or off"}, {"more", "With mod=K"},
	} {
		fmt.Fprintf(&s, "\n%s:\n\n", states.title)
		for _, m := range solve.Methods() {
			if m.States == states.name {
				methodText(&s, m)
			}
		}
	}
	return s.String()
}

// methodText is a row of the plan: what it does, when, and what its proof says.
func methodText(s *strings.Builder, m solve.Method) {
	name := m.Name
	if m.Forced {
		name += " *"
	}
	fmt.Fprintf(s, "  %s\n      %s\n      when: %s\n", name, m.About, m.When)
	if m.Proof != "" {
		proof := strings.NewReplacer("%s answers", "N answers", "%d", "N", "%s", "XOR").Replace(m.Proof)
		fmt.Fprintf(s, "      proof: %s\n", proof)
	}
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
	s.WriteString("\nEncodings of sums (--xor), on boards with mod=K, whose lights have more than two states:\n\n")
	for _, p := range encode.Sums() {
		fmt.Fprintf(&s, "  %-12s%s\n", p.Name, p.Summary)
	}
	s.WriteString("\nCounting encodings (--card):\n\n")
	for _, c := range encode.Countings() {
		fmt.Fprintf(&s, "  %-12s%s\n", c.Name, c.Summary)
	}
	s.WriteString("\nFormats for other solvers (encode --to), * with mod=K too:\n\n")
	for _, f := range export.Formats() {
		star := ""
		if f.States {
			star = " *"
		}
		fmt.Fprintf(&s, "  %-12s%s%s\n", f.Name, f.Summary, star)
	}
	return s.String()
}
