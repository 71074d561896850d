package encode

import (
	"fmt"
	"strconv"
	"strings"

	"lightsout/board"
	"lightsout/cnf"
	"lightsout/internal/suggest"
)

// Parity is one way to write A·x = change as clauses: a row of the table below, with its argument.
type Parity struct {
	Name     string // without the argument
	Min, Max int    // the argument's range; both 0 if it takes none
	Arg      int    // the argument; in Parities, the one that is taken when none is given
	Summary  string // one line
	// WholeSystem encodings look at the board as a whole. The others write the XOR of each light by
	// itself, in memory that does not grow with the formula.
	WholeSystem bool

	// xor writes that an odd (or even) number of the literals, one or more of different variables,
	// is true, and size is how many variables and clauses it takes for n ≥ 1 of them. The longest
	// XOR it takes is longest, or any if that is 0. Encodings of whole systems have system instead.
	xor     func(w *clauses, arg int, lits []cnf.Lit, odd bool)
	size    func(arg, n int) (vars, clauses int)
	longest int
	system  func(p *board.Puzzle, arg int) (func(*clauses), error)
}

// parities is every encoding. To add one, write a file and add a row.
var parities = []Parity{
	{Name: "direct", Summary: "every clause of the XOR, no auxiliary variables",
		xor: directXor, size: directSize, longest: directLongest},
	{Name: "cut", Summary: "chunks of at most N literals, linked by auxiliaries; the same as tree",
		Min: cutMin, Max: cutMax, Arg: cutDefault, xor: cutXor, size: cutSize},
	{Name: "tree", Summary: "the chunks form a balanced tree",
		Min: cutMin, Max: cutMax, Arg: cutDefault, xor: treeXor, size: cutSize},
	{Name: "chain", Summary: "the chunks form a chain",
		Min: cutMin, Max: cutMax, Arg: cutDefault, xor: chainXor, size: cutSize},
	{Name: "bdd", Summary: "a binary decision diagram, a variable per node",
		xor: bddXor, size: bddSize},
	{Name: "arith", Summary: "the presses added up in binary, the lowest bit fixed",
		xor: arithXor, size: arithSize},
	{Name: "gauss", Summary: "eliminated over GF(2) first, the reduced rows cut to N",
		Min: cutMin, Max: cutMax, Arg: cutDefault, WholeSystem: true, system: prepareGauss},
	{Name: "kernel", Summary: "every switch over the free ones, region by region, cut to N",
		Min: cutMin, Max: cutMax, Arg: cutDefault, WholeSystem: true, system: prepareKernel},
	{Name: "chase", Summary: "light chasing: rows define the next, the first row solved; grids and cylinders",
		WholeSystem: true, system: prepareChase},
}

// Parities lists the encodings, each with its default argument.
func Parities() []Parity { return append([]Parity(nil), parities...) }

// cheapElimination is how many entries of a matrix are eliminated without being asked to: 8 MiB, or
// a tenth of a second.
const cheapElimination = 1 << 26

// DefaultParity is the encoding that stands for "" on this board. Eliminating first beats everything
// else wherever it is affordable, since the solver has only the nullity left to decide (docs/encodings.md
// has the measurements): so it is kernel up to about 90×90, beyond that chase where it applies, and
// cut where nothing else is left.
func DefaultParity(b *board.Board) string {
	_, width, rows := b.Shape().CrossRows(chaseBoards...)
	switch {
	case b.Lights() == 0 || b.Switches() <= cheapElimination/b.Lights():
		return "kernel:4"
	case rows && width <= cheapElimination/width:
		return "chase"
	}
	return "cut:4"
}

// ParseParity reads NAME or NAME:N. An error lists the names there are.
func ParseParity(text string) (Parity, error) {
	name, argument, hasArgument := strings.Cut(text, ":")
	var names, forms []string
	for _, p := range parities {
		if p.Name == name {
			return p.withArgument(argument, hasArgument)
		}
		names, forms = append(names, p.Name), append(forms, p.form())
	}
	return Parity{}, fmt.Errorf("no such XOR encoding %q%s; the encodings are %s",
		name, suggest.DidYouMean(name, names), strings.Join(forms, " "))
}

// form is how the name is written, with the range of its argument.
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
		return Parity{}, fmt.Errorf("the XOR encoding %s takes no number, so %q has one too many", p.Name, p.Name+":"+text)
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < p.Min || n > p.Max || text[0] == '+' {
		return Parity{}, fmt.Errorf("the XOR encoding %s takes a number from %d to %d (%s), not %q", p.Name, p.Min, p.Max, p.form(), text)
	}
	p.Arg = n
	return p, nil
}

// String is the name as ParseParity reads it, its argument always written: "cut:4".
func (p Parity) String() string {
	if p.Max == 0 {
		return p.Name
	}
	return p.Name + ":" + strconv.Itoa(p.Arg)
}

// Size is how many auxiliary variables and clauses the XOR of n ≥ 1 switches takes. It is not ok
// where the question makes no sense: for encodings of whole systems, and for XORs that are too long
// for the encoding.
func (p Parity) Size(n int) (vars, clauses int, ok bool) {
	if p.size == nil || n < 1 || p.longest > 0 && n > p.longest {
		return 0, 0, false
	}
	vars, clauses = p.size(p.Arg, n)
	return vars, clauses, true
}

// prepare finds whatever is wrong and returns what writes the clauses.
func (p Parity) prepare(puzzle *board.Puzzle) (func(*clauses), error) {
	if p.WholeSystem {
		return p.system(puzzle, p.Arg)
	}
	return p.prepareRows(puzzle)
}

// prepareRows writes the XOR of each light after that of the light before.
func (p Parity) prepareRows(puzzle *board.Puzzle) (func(*clauses), error) {
	b := puzzle.Board
	r, err := newRows(b)
	if err != nil {
		return nil, err
	}
	vars := b.Switches()
	for l := range b.Lights() {
		n := len(r.of(l))
		if n == 0 {
			continue
		}
		more, _, ok := p.Size(n)
		if !ok {
			return nil, fmt.Errorf("light %d of %s has %d switches around it, and the encoding %s stops at %d: it doubles with each; use cut:4",
				l+1, b.Spec(), n, p, p.longest)
		}
		if vars += more; vars > cnf.MaxVar {
			return nil, tooManyVars(b, "lights, encoded by "+p.String())
		}
	}
	change := puzzle.Change()
	return func(w *clauses) {
		var lits []cnf.Lit
		for l := range b.Lights() {
			lits = lits[:0]
			for _, s := range r.of(l) {
				lits = append(lits, switchLit(int(s)))
			}
			p.write(w, lits, change.Bit(l))
		}
	}, nil
}

// write is xor, also for no literals at all: their sum is even.
func (p Parity) write(w *clauses, lits []cnf.Lit, odd bool) {
	switch {
	case len(lits) > 0:
		p.xor(w, p.Arg, lits, odd)
	case odd:
		w.clause()
	}
}
