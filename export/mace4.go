package export

import (
	"io"
	"strconv"

	"lightsout/gf2"
)

// Mace4 looks for a finite model of first-order axioms. As Fazakas, Keresztes and Groza (2022) put
// the game, a light is toggled an odd number of times exactly if it has to change:
//
//	oddToggles(1) <-> -(press(1) <-> -(press(2) <-> press(6))).
//	oddToggles(x) <-> -(on(x) <-> goal(x)).
//
// Mace4's elements are 0, 1, …, domain_size−1, and all different. Element i is switch i and light i,
// counted from 1 as in every other format; for elements that are neither, such as 0, everything is
// false. Of a light that does not matter, neither its toggles nor its goal are stated, so that Mace4 may
// choose. Mace4 turns each axiom into clauses directly, and each switch doubles them. So if a light has
// more than mace4Direct switches, auxiliaries part1, part2, … hold partial sums: propositions, so
// that a model says nothing beyond the puzzle.
//
// If the lights are unknown, nothing is said about on: that is the first generator of the paper, and
// mace4_orthogonal.go has the others.

const mace4Direct = 6

func writeMace4(w io.Writer, q *question) error {
	m := &mace4{text: newText(w), question: q}
	m.comments("% ", q.head("press(1), press(2), ... are the switches"))
	size := m.domainSize()
	m.begin(size)
	m.put("oddToggles(x) <-> -(on(x) <-> goal(x)).\n\n")
	for l := range q.lights {
		if !q.puzzle.DontCare.Has(l) {
			m.toggles(l)
		}
	}
	m.put("\n")
	if q.Unknown {
		m.nowhere("on", size)
	} else {
		m.state("on", q.puzzle.On.Bits(), size, gf2.Vec{})
	}
	m.state("goal", q.puzzle.Goal.Bits(), size, q.puzzle.DontCare)
	m.presses(size)
	m.put("\nend_of_list.\n")
	return m.Flush()
}

// begin writes what comes before the axioms.
func (m *mace4) begin(size int) {
	m.put("\nassign(domain_size, ", size, ").\nassign(max_models, 1).\n\nformulas(assumptions).\n\n")
}

// mace4 is the file being written.
type mace4 struct {
	text
	*question
	parts int
}

// domainSize is large enough for switches and lights, and at least 2, the smallest domain that Mace4
// searches.
func (m *mace4) domainSize() int { return 1 + max(1, m.switches, m.lights) }

// toggles defines oddToggles for light l.
func (m *mace4) toggles(l int) {
	around := m.light(l).around
	if len(around) == 0 {
		m.put("-oddToggles(", l+1, ").\n")
		return
	}
	terms := make([]string, len(around))
	for i, s := range around {
		terms[i] = "press(" + strconv.Itoa(int(s)+1) + ")"
	}
	m.define("oddToggles("+strconv.Itoa(l+1)+")", terms)
}

// define says that an atom is the exclusive or of terms, with parts if they are many.
func (m *mace4) define(atom string, terms []string) {
	for len(terms) > mace4Direct {
		m.parts++
		part := "part" + strconv.Itoa(m.parts)
		m.put(part, " <-> ")
		m.xor(terms[:mace4Direct])
		m.put(".\n")
		terms = terms[mace4Direct-1:]
		terms[0] = part
	}
	m.put(atom, " <-> ")
	m.xor(terms)
	m.put(".\n")
}

// xor writes the exclusive or of one or more terms: the negation of an equivalence, nested.
func (m *mace4) xor(terms []string) {
	for _, t := range terms[:len(terms)-1] {
		m.put("-(", t, " <-> ")
	}
	m.put(terms[len(terms)-1])
	for range terms[1:] {
		m.put(")")
	}
}

// state fixes a relation on all elements but the lights of which nothing is known.
func (m *mace4) state(relation string, lights gf2.Vec, size int, open gf2.Vec) {
	for i := range size {
		if 1 <= i && i <= m.lights && open.Has(i-1) {
			continue
		}
		if i == 0 || i > m.lights || !lights.Bit(i-1) {
			m.put("-")
		}
		m.put(relation, "(", i, ").\n")
	}
}

// nowhere says that the elements that are not lights are not in a relation.
func (m *mace4) nowhere(relation string, size int) {
	m.put("-", relation, "(0).\n")
	for i := m.lights + 1; i < size; i++ {
		m.put("-", relation, "(", i, ").\n")
	}
}

// presses fixes forbidden and required switches, and the elements that are not switches.
func (m *mace4) presses(size int) {
	m.put("-press(0).\n")
	for i := m.switches + 1; i < size; i++ {
		m.put("-press(", i, ").\n")
	}
	for _, s := range m.forbid {
		m.put("-press(", s+1, ").\n")
	}
	for _, s := range m.require {
		m.put("press(", s+1, ").\n")
	}
}
