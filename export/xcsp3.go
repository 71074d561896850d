package export

import "io"

// XCSP3, the format of the constraint solvers' competition. The puzzle from all on is its model
// LitPuzzle (2024, after Chlond): a variable 0 or 1 per switch, and for each light a sum that must be
// odd, stated as the set of odd numbers; the objective is the fewest presses.
//
//	<sum>
//	  <list> x1 x2 x6 </list>
//	  <condition> (in,{1,3}) </condition>
//	</sum>
//
// The format has no empty sum, so the variable "nothing", whose only value is 0, takes its place.

func writeXCSP3(w io.Writer, q *question) error {
	x := xcsp3{newText(w), q, q.costs() == 0}
	for l := range q.lights {
		e := q.light(l)
		x.empty = x.empty || len(e.around) == 0 && !e.trivial()
	}
	x.put("<!--\n")
	for _, line := range q.head("x1, x2, ... are the switches") {
		x.put("  ", xmlComment(line), "\n")
	}
	x.put("-->\n<instance format=\"XCSP3\" type=\"COP\">\n")
	x.domains()
	x.put("  <constraints>\n")
	for l := range q.lights {
		if e := q.light(l); !e.trivial() {
			x.sum(e)
		}
	}
	x.fixed(q.forbid, 0)
	x.fixed(q.require, 1)
	if q.AtLeast > 0 {
		x.bound("ge", q.AtLeast)
	}
	if q.boundsAbove() {
		x.bound("le", q.most)
	}
	x.put("  </constraints>\n")
	x.objective()
	x.put("</instance>\n")
	return x.Flush()
}

type xcsp3 struct {
	text
	*question
	empty bool // there is an empty sum
}

// xmlComment keeps two hyphens, which end a comment, apart.
func xmlComment(line string) string {
	out := make([]byte, 0, len(line))
	for i := range len(line) {
		if i > 0 && line[i] == '-' && line[i-1] == '-' {
			out = append(out, ' ')
		}
		out = append(out, line[i])
	}
	return string(out)
}

func (x xcsp3) domains() {
	x.put("  <variables>\n")
	if x.empty {
		x.put("    <var id=\"nothing\"> 0 </var>\n")
	}
	for i := range x.variables() {
		x.put("    <var id=\"x", i+1, "\"> 0 1 </var>\n")
	}
	x.put("  </variables>\n")
}

// sum writes what a light asks for.
func (x xcsp3) sum(e equation) {
	x.put("    <sum>\n      <list>")
	if len(e.around) == 0 {
		x.put(" nothing")
	}
	list(x.text, "x", e.around)
	x.put(" </list>\n      <condition> (in,{")
	for n := e.needed; n <= max(len(e.around), 1); n += 2 {
		if n > 1 {
			x.put(",")
		}
		x.put(n)
	}
	x.put("}) </condition>\n    </sum>\n")
}

// fixed gives switches a value.
func (x xcsp3) fixed(switches []int, value int) {
	if len(switches) == 0 {
		return
	}
	x.put("    <instantiation>\n      <list>")
	list(x.text, "x", switches)
	x.put(" </list>\n      <values>")
	for i := range switches {
		x.wrap(i)
		x.put(value)
	}
	x.put(" </values>\n    </instantiation>\n")
}

func (x xcsp3) bound(operator string, n int) {
	x.put("    <sum>\n      <list>")
	x.names(x.switches)
	x.put(" </list>\n      <condition> (", operator, ",", n, ") </condition>\n    </sum>\n")
}

// names lists the first n variables.
func (x xcsp3) names(n int) {
	if n == 0 {
		x.put(" nothing")
	}
	for i := range n {
		x.wrap(i)
		x.put("x", i+1)
	}
}

func (x xcsp3) objective() {
	x.put("  <objectives>\n    <minimize type=\"sum\">\n      <list>")
	x.names(x.costs())
	x.put(" </list>\n")
	if x.Nearest && x.costs() > 0 {
		x.put("      <coeffs>")
		for i := range x.costs() {
			x.wrap(i)
			x.put(x.cost(i))
		}
		x.put(" </coeffs>\n")
	}
	x.put("    </minimize>\n  </objectives>\n")
}
