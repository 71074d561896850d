package encode

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"lightsout/board"
	"lightsout/cnf"
	"lightsout/internal/rows"
	"lightsout/internal/suggest"
)

// Parity is one way to write A·x = change as clauses: an XOR encoding with its argument, or one of sums
// modulo K (see [Sums]).
type Parity struct {
	Name     string // without the argument
	Min, Max int    // the argument's range; both 0 if it takes none
	Arg      int    // the argument; in Parities, the default
	Summary  string // one line
	// WholeSystem encodings work on the system of all lights. The others write the XOR of each light
	// separately, in memory that does not grow with the formula.
	WholeSystem bool

	// xor writes that an odd (or even) number of the literals is true. There is at least one, and
	// their variables differ. longest is the longest XOR it accepts (0: any). WholeSystem encodings
	// have system instead of these two.
	xor     func(w *clauses, arg int, lits []cnf.Lit, odd bool)
	longest int
	system  func(p *board.Puzzle, arg int) (func(*clauses), error)

	// sum, in place of all these, writes that terms add up to want modulo K. There is at least one. fits, if
	// not nil, tells which lights are not too large; values means that the encoding takes a literal for
	// each number of presses.
	sum    func(w *clauses, k int, terms []term, want int)
	fits   func(k int, amounts []uint8) bool
	values bool
}

// parities lists every XOR encoding. To add one, write a file and add a row.
var parities = []Parity{
	{Name: "direct", Summary: "every clause of the XOR, no auxiliary variables",
		xor: directXor, longest: directLongest},
	{Name: "cut", Summary: "a balanced tree of chunks of at most N literals, linked by auxiliaries",
		Min: cutMin, Max: cutMax, Arg: cutDefault, xor: cutXor},
	{Name: "chain", Summary: "as cut, but the chunks form a chain",
		Min: cutMin, Max: cutMax, Arg: cutDefault, xor: chainXor},
	{Name: "bdd", Summary: "a binary decision diagram, a variable per node",
		xor: bddXor},
	{Name: "arith", Summary: "the presses added up in binary, the lowest bit fixed",
		xor: arithXor},
	{Name: "gauss", Summary: "eliminated over GF(2) first, the reduced rows cut to N",
		Min: cutMin, Max: cutMax, Arg: cutDefault, WholeSystem: true, system: eliminated((*reduced).writeRows)},
	{Name: "kernel", Summary: "every switch as a sum of free ones, region by region, cut to N",
		Min: cutMin, Max: cutMax, Arg: cutDefault, WholeSystem: true, system: eliminated((*reduced).writeRegions)},
	{Name: "chase", Summary: "light chasing: each row defines the next, the first is solved; grids and cylinders",
		WholeSystem: true, system: prepareChase},
}

// parityAliases are other names that parseParity accepts. The chunks of cut form a tree.
var parityAliases = map[string]string{"tree": "cut"}

// Parities lists the XOR encodings, each with its default argument.
func Parities() []Parity { return slices.Clone(parities) }

// cheapElimination is the number of matrix entries up to which elimination is the default: 8 MiB,
// about a tenth of a second.
const cheapElimination = 1 << 26

// defaultParity is the encoding for an empty name. Where elimination is affordable it beats everything
// else, since the solver then decides only the nullity (measurements: docs/encodings.md). So it is
// kernel up to about 90×90, beyond that chase where it applies, and cut otherwise.
func defaultParity(b *board.Board) string {
	shape, width := b.Shape(), 0
	rows := shape.Cross && slices.Contains(chaseBoards, shape.Kind)
	if rows {
		width = shape.Dims[1]
	}
	switch {
	case b.Lights() == 0 || b.Switches() <= cheapElimination/b.Lights():
		return "kernel:4"
	case rows && width <= cheapElimination/width:
		return "chase"
	}
	return "cut:4"
}

// parseParity reads NAME or NAME:N. The error for an unknown name lists the known ones.
func parseParity(text string) (Parity, error) {
	name, argument, hasArgument := strings.Cut(text, ":")
	if original, ok := parityAliases[name]; ok {
		name = original
	}
	var names, forms []string
	for _, p := range parities {
		if p.Name == name {
			return p.withArgument(argument, hasArgument)
		}
		names, forms = append(names, p.Name), append(forms, p.form())
	}
	if slices.ContainsFunc(sums, func(p Parity) bool { return p.Name == name }) {
		return Parity{}, fmt.Errorf("the encoding %s is for lights with more than two states; the XOR encodings are %s",
			name, strings.Join(forms, " "))
	}
	return Parity{}, fmt.Errorf("no such XOR encoding %q%s; the encodings are %s",
		name, suggest.DidYouMean(name, names), strings.Join(forms, " "))
}

// form is the name with the range of its argument.
func (p Parity) form() string {
	if p.Max == 0 {
		return p.Name
	}
	return fmt.Sprintf("%s:%d…%d", p.Name, p.Min, p.Max)
}

func (p Parity) withArgument(text string, given bool) (Parity, error) {
	if !given {
		return p, nil
	}
	if p.Max == 0 {
		return Parity{}, fmt.Errorf("the XOR encoding %s takes no number, but %q has one", p.Name, p.Name+":"+text)
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < p.Min || n > p.Max || text[0] == '+' {
		return Parity{}, fmt.Errorf("the XOR encoding %s takes a number from %d to %d (%s), not %q", p.Name, p.Min,
			p.Max, p.form(), text)
	}
	p.Arg = n
	return p, nil
}

// String is the name as [Options].Xor takes it, always with its argument: "cut:4".
func (p Parity) String() string {
	if p.Max == 0 {
		return p.Name
	}
	return p.Name + ":" + strconv.Itoa(p.Arg)
}

// sizeOf is the number of auxiliary variables and clauses for the XOR of n ≥ 1 switches. It is not ok
// for WholeSystem encodings and for XORs that are too long for the encoding.
func (p Parity) sizeOf(n int) (vars, written int, ok bool) {
	if p.xor == nil || n < 1 || p.longest > 0 && n > p.longest {
		return 0, 0, false
	}
	var size cnf.Counter
	w, lits := &clauses{sink: &size}, make([]cnf.Lit, n)
	for i := range lits {
		lits[i] = w.newVar()
	}
	p.xor(w, p.Arg, lits, true)
	return size.Vars() - n, size.Clauses, true
}

// prepare finds all errors and returns the function that writes the clauses.
func (p Parity) prepare(puzzle *board.Puzzle) (func(*clauses), error) {
	if p.WholeSystem {
		return p.system(puzzle, p.Arg)
	}
	return p.prepareRows(puzzle)
}

// tooLongError is an XOR that an encoding does not take.
type tooLongError struct {
	parity          Parity
	board           *board.Board
	light, switches int
}

func (e *tooLongError) Error() string {
	return fmt.Sprintf("light %d of %s has %d switches around it%s", e.light, e.board.Spec(), e.switches, e.why())
}

func (e *tooLongError) why() string {
	return fmt.Sprintf(", but the XOR encoding %s takes at most %d, because each doubles the clauses; use cut:4",
		e.parity, e.parity.longest)
}

// prepareRows is for encodings that write light by light.
func (p Parity) prepareRows(puzzle *board.Puzzle) (func(*clauses), error) {
	b := puzzle.System()
	r, err := rows.Of(b)
	if err != nil {
		return nil, err
	}
	vars, sizes := b.Switches(), map[int]int{} // of lights with so many switches
	for l := range b.Lights() {
		n := len(r.Light(l))
		if n == 0 {
			continue
		}
		more, known := sizes[n]
		if !known {
			var ok bool
			if more, _, ok = p.sizeOf(n); !ok {
				return nil, &tooLongError{parity: p, board: b, light: l + 1, switches: n}
			}
			sizes[n] = more
		}
		if vars += more; vars > cnf.MaxVar {
			return nil, tooManyVars(b, "lights, encoded by "+p.String())
		}
	}
	change := puzzle.Change().Bits()
	return func(w *clauses) {
		var lits []cnf.Lit
		for l := range b.Lights() {
			lits = lits[:0]
			for _, s := range r.Light(l) {
				lits = append(lits, switchLit(int(s)))
			}
			w.proof.light(l)
			p.write(w, lits, change.Bit(l))
		}
	}, nil
}

// write is xor, also for no literals at all, whose sum is even.
func (p Parity) write(w *clauses, lits []cnf.Lit, odd bool) {
	switch {
	case len(lits) > 0:
		p.xor(w, p.Arg, lits, odd)
	case odd:
		w.proof.equation(nil, true)
		w.clause()
	}
}
