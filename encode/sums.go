package encode

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"lightsout/board"
	"lightsout/cnf"
	"lightsout/internal/rows"
	"lightsout/internal/suggest"
)

// Lights with K states, K > 2, need sums modulo K in place of XORs: for each light, what the presses around it add.
// Every encoding of sums has the same variables for the switches, so that a model can be read without
// knowing which was used: switch s, counted from 0, has the variables s(K−1)+1 to (s+1)(K−1), and the j-th of
// them says that the switch is pressed at least j times. The clauses
//
//	pressed at least j+1 times → pressed at least j times
//
// come first, K−2 for each switch. Then each light is written by the encoding.

// sums lists every encoding of sums. To add one, write a file and add a row.
var sums = []Parity{
	{Name: "onehot", Summary: "running sums, a variable for each value, and a table of their additions",
		sum: oneHotSum, values: true},
	{Name: "order", Summary: "the presses added up in unary, values that do not fit the state excluded",
		sum: orderSum, fits: orderFits},
	{Name: "binary", Summary: "the presses added up in binary, values that do not fit the state excluded",
		sum: binarySum, fits: binaryFits},
	{Name: "tuples", Summary: "a clause for every wrong combination, no auxiliary variables",
		sum: tuplesSum, fits: tuplesFit},
}

// defaultSum is the encoding for an empty name (measurements: docs/encodings.md).
const defaultSum = "onehot"

// Sums lists the encodings for lights with more than two states, which [Options].Xor takes on such boards.
func Sums() []Parity { return slices.Clone(sums) }

// term is a switch around a light.
type term struct {
	times  []cnf.Lit // pressed at least 1, 2, …, K−1 times
	values []cnf.Lit // pressed 0, 1, …, K−1 times, for encodings that take them
	amount int       // what a press adds
}

// parseSum finds an encoding by its name. The error for an unknown name lists the known ones.
func parseSum(b *board.Board, name string) (Parity, error) {
	found, names := named(sums, cmp.Or(name, defaultSum))
	if names == nil {
		return found, nil
	}
	if p, err := parseParity(name); err == nil {
		return Parity{}, fmt.Errorf("the XOR encoding %s is for two states, and the lights of %s have %d; the "+
			"encodings of sums are %s",
			p, b.Spec(), b.States(), strings.Join(names, " "))
	}
	return Parity{}, fmt.Errorf("no such encoding %q of sums%s; for lights with more than two states there are %s",
		name, suggest.DidYouMean(name, names), strings.Join(names, " "))
}

// chooseSum is chooseParity where lights have more than two states.
func (p *Plan) chooseSum() (err error) {
	b := p.puzzle.Board
	if p.options.Native {
		return fmt.Errorf("solvers that reason about parity do not add up states: %w", b.TwoStates())
	}
	if p.parity, err = parseSum(b, p.options.Xor); err != nil {
		return err
	}
	p.write, err = p.parity.prepareSums(p.puzzle)
	return err
}

// prepareSums finds all errors and returns the function that writes the clauses.
func (p Parity) prepareSums(puzzle *board.Puzzle) (func(*clauses), error) {
	b := puzzle.System()
	r, err := rows.Of(b)
	if err != nil {
		return nil, err
	}
	k, needed := b.States(), puzzle.Change().Digits()
	sizes := map[string]int{} // of lights that look alike
	vars := b.Switches() * (k - 1)
	if p.values {
		vars += b.Switches() * (k - 2)
	}
	for l := range b.Lights() {
		amounts := r.Amounts(l)
		if p.fits != nil && !p.fits(k, amounts) {
			return nil, fmt.Errorf("light %d of %s has %d switches around it, too many for the encoding %s with %d "+
				"states; use onehot",
				l+1, b.Spec(), len(amounts), p.Name, k)
		}
		key := string(amounts) + string(rune(needed[l]))
		more, known := sizes[key]
		if !known {
			more, _ = p.sumSize(k, amounts, int(needed[l]))
			sizes[key] = more
		}
		if vars += more; vars > cnf.MaxVar {
			return nil, tooManyVars(b, "lights, encoded by "+p.Name)
		}
	}
	return func(w *clauses) {
		count := w.countTimes(Switches(b), k, p.values)
		for l := range b.Lights() {
			p.writeSum(w, k, count.around(r.Light(l), r.Amounts(l)), int(needed[l]))
		}
	}, nil
}

// writeSum is sum, also for no terms at all, whose sum is 0.
func (p Parity) writeSum(w *clauses, k int, terms []term, want int) {
	switch {
	case len(terms) > 0:
		p.sum(w, k, terms, want)
	case want != 0:
		w.clause()
	}
}

// countTimes writes that a switch which is pressed often is also pressed less often, and returns, if values is
// set, K literals for each switch: it is pressed 0, 1, …, K−1 times. The first and the last of them are those
// that are there already; each of the others is a variable and takes three clauses.
func (w *clauses) countTimes(times []cnf.Lit, k int, values bool) counted {
	for s := 0; s < len(times); s += k - 1 {
		for j := range k - 2 {
			w.clause(times[s+j+1].Neg(), times[s+j])
		}
	}
	if !values {
		return counted{k: k, times: times}
	}
	list := make([]cnf.Lit, 0, len(times)/(k-1)*k)
	for s := 0; s < len(times); s += k - 1 {
		list = append(list, times[s].Neg())
		for j := range k - 2 {
			least, more := times[s+j], times[s+j+1]
			v := w.newVar()
			w.clause(v.Neg(), least)
			w.clause(v.Neg(), more.Neg())
			w.clause(v, least.Neg(), more)
			list = append(list, v)
		}
		list = append(list, times[s+k-2])
	}
	return counted{k, times, list}
}

// counted is the literals of all switches.
type counted struct {
	k             int
	times, values []cnf.Lit
}

// around is what some switches add.
func (c counted) around(switches []int32, amounts []uint8) []term {
	terms := make([]term, len(switches))
	for i, s := range switches {
		at := int(s)
		terms[i] = term{times: c.times[at*(c.k-1) : (at+1)*(c.k-1)], amount: int(amounts[i])}
		if c.values != nil {
			terms[i].values = c.values[at*c.k : (at+1)*c.k]
		}
	}
	return terms
}

// sumSize is the number of auxiliary variables and clauses for a light with these switches around it, without
// those that each switch takes.
func (p Parity) sumSize(k int, amounts []uint8, want int) (vars, clauseCount int) {
	var size cnf.Counter
	w := &clauses{sink: &size}
	times := make([]cnf.Lit, len(amounts)*(k-1))
	for i := range times {
		times[i] = w.newVar()
	}
	switches := make([]int32, len(amounts))
	for i := range switches {
		switches[i] = int32(i)
	}
	terms := w.countTimes(times, k, p.values).around(switches, amounts)
	vars, clauseCount = size.Vars(), size.Clauses
	p.writeSum(w, k, terms, want)
	return size.Vars() - vars, size.Clauses - clauseCount
}

// total is the largest sum of presses with these amounts, not reduced.
func total(k int, amounts []uint8) int {
	sum := 0
	for _, a := range amounts {
		sum += int(a) * (k - 1)
	}
	return sum
}
