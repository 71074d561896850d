package export

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"lightsout/board"
	"lightsout/encode"
	"lightsout/internal/rows"
	"lightsout/internal/suggest"
)

// Format is a language that solvers read.
type Format struct {
	Name    string   // as Write takes it
	Ext     string   // the usual file extension, without the dot
	Summary string   // one line
	Solvers []string // programs that read it

	// The Options that the format can express; Write refuses the others.
	Xor    bool // Xor
	Card   bool // Card: these formats are clauses
	Min    bool // Min
	Bounds bool // AtMost and AtLeast

	Nearest   bool // Nearest
	Unknown   bool // Unknown
	Projected bool // Projected

	States bool // lights with more than two states
	Lights int  // the largest number of lights; 0: any

	write func(w io.Writer, q *question) error
	// relations: lights are a relation of their own, so that unknown lights need no further variables.
	relations bool
}

// formats lists every format. To add one, write a file and add a row.
var formats = []Format{
	{Name: "cnf", Ext: "cnf", Summary: "DIMACS clauses, parity by the XOR encoding",
		Solvers: []string{"minisat", "cadical", "cryptominisat5", "kissat", "clasp"},
		Xor:     true, Card: true, Bounds: true, Unknown: true, Projected: true, States: true, write: writeCNF},
	{Name: "xnf", Ext: "xnf", Summary: "DIMACS with an x line per light",
		Solvers: []string{"cryptominisat5"},
		Card:    true, Bounds: true, Unknown: true, Projected: true, write: writeXNF},
	{Name: "wcnf", Ext: "wcnf", Summary: "MaxSAT (2022): the fewest presses",
		Solvers: []string{"any solver of the MaxSAT Evaluation since 2022"},
		Xor:     true, Card: true, Min: true, Bounds: true, Nearest: true, States: true, write: writeWCNF},
	{Name: "wcnf-old", Ext: "wcnf", Summary: "MaxSAT as it was before 2022, with a p wcnf line",
		Solvers: []string{"clasp"},
		Xor:     true, Card: true, Min: true, Bounds: true, Nearest: true, States: true, write: writeOldWCNF},
	{Name: "opb", Ext: "opb", Summary: "pseudo-Boolean equations",
		Solvers: []string{"clasp", "roundingsat", "sat4j", "scip"},
		Min:     true, Bounds: true, Nearest: true, Unknown: true, States: true, write: writeOPB},
	{Name: "lp", Ext: "lp", Summary: "integer program, CPLEX LP",
		Solvers: []string{"glpsol", "cbc", "scip", "highs"},
		Min:     true, Bounds: true, Nearest: true, Unknown: true, States: true, write: writeLP},
	{Name: "mathprog", Ext: "mod", Summary: "integer program, GNU MathProg model with data",
		Solvers: []string{"glpsol"},
		Min:     true, Bounds: true, Nearest: true, Unknown: true, States: true, write: writeMathProg},
	{Name: "smt2", Ext: "smt2", Summary: "SMT-LIB 2 over Booleans (fewest presses: z3's minimize)",
		Solvers: []string{"z3", "cvc5", "yices-smt2"},
		Min:     true, Bounds: true, Nearest: true, Unknown: true, States: true, write: writeSMT2},
	{Name: "mzn", Ext: "mzn", Summary: "MiniZinc model",
		Solvers: []string{"minizinc"},
		Min:     true, Bounds: true, Nearest: true, Unknown: true, States: true, write: writeMiniZinc},
	{Name: "mace4", Ext: "in", Summary: "first-order axioms for Mace4's model finding",
		Solvers: []string{"mace4"},
		Unknown: true, relations: true, write: writeMace4},
	{Name: "tptp", Ext: "p", Summary: "planning from state to state, for theorem provers",
		Solvers: []string{"eprover"},
		Lights:  plannedLights, write: writeTPTP},
	{Name: "prover9", Ext: "p9", Summary: "planning from state to state, for Prover9's production mode",
		Solvers: []string{"prover9"},
		Lights:  plannedLights, write: writeProver9},
	{Name: "xcsp3", Ext: "xml", Summary: "XCSP3, constraint optimization: the fewest presses",
		Solvers: []string{"ACE", "choco", "cosoco"},
		Min:     true, Bounds: true, Nearest: true, write: writeXCSP3},
}

// Formats lists every format that [Write] knows, in the order to show them.
func Formats() []Format { return slices.Clone(formats) }

// FormatByName finds a format. The error for an unknown name lists the known ones.
func FormatByName(name string) (Format, error) {
	for _, f := range formats {
		if f.Name == name {
			return f, nil
		}
	}
	known := formatNames(func(Format) bool { return true })
	return Format{}, fmt.Errorf("unknown format %q%s; the formats are %s",
		name, suggest.DidYouMean(name, known), strings.Join(known, ", "))
}

func formatNames(keep func(Format) bool) []string {
	var names []string
	for _, f := range formats {
		if keep(f) {
			names = append(names, f.Name)
		}
	}
	return names
}

// Options say what to ask of the solver, beyond the puzzle itself. The zero Options ask for any
// answer.
type Options struct {
	// Xor is the XOR encoding, in formats that need one, as in [encode.Options]; "" is cut:4, and its
	// default where lights have more than two states.
	Xor  string
	Card string // the counting encoding, in formats that need one, as in [encode.Options]

	// Forbid lists switches that must not be pressed, in addition to the puzzle's own; Require lists
	// switches that must be pressed. Both count from 0.
	Forbid, Require []int

	Min     bool // ask for the fewest presses
	AtMost  *int // the largest number of presses; nil: no bound
	AtLeast int  // the smallest number of presses

	// Nearest lets lights be wrong in the end, and asks for as few of them as possible, and then for
	// the fewest presses: a wrong light costs one more than all switches together. Each light
	// has a variable, after those of the switches, which is 1 if it is.
	Nearest bool

	// Unknown leaves open which lights are on at the start, so that every model is a solvable puzzle
	// with an answer: light i, counted from 1, is the variable i after those of the switches.
	// [ReadModel] reads them.
	Unknown bool
	// Projected marks the switches as the variables to count models by, as model counters read it: a
	// line "c p show 1 2 … 0". So they count answers, and no answer twice because of auxiliary variables.
	Projected bool
}

// defaultParity is the XOR encoding for an empty name. Unlike that of package encode it shows the
// solver the puzzle itself, light by light, and is streamed whatever the size.
const defaultParity = "cut:4"

// Write writes the puzzle in the named format, as a problem for other solvers. [ReadModel] reads what
// they answer.
//
// The text depends only on the arguments. It is streamed: beside the puzzle and a transposed copy of
// the board's lists, memory does not grow with the output. Nothing is written if the puzzle or an
// option is refused; a refused option is an *UnsupportedError.
func Write(w io.Writer, p *board.Puzzle, format string, opt Options) error {
	f, err := FormatByName(format)
	if err != nil {
		return err
	}
	q, err := f.question(p, opt)
	if err != nil {
		return err
	}
	return f.write(w, q)
}

// question prepares what the format's write gets.
func (f Format) question(p *board.Puzzle, opt Options) (*question, error) {
	p, err := p.Checked()
	if err != nil {
		return nil, err
	}
	if err := f.supports(p.Board, opt); err != nil {
		return nil, err
	}
	q, err := newQuestion(p, opt)
	if err != nil {
		return nil, err
	}
	if f.relations {
		q.own = nil
	}
	extended, err := q.extended()
	if err != nil {
		return nil, err
	}
	if f.Card {
		q.plan, err = encode.Prepare(extended, f.encoding(q))
	} else {
		q.rows, err = rows.Of(extended.System())
	}
	return q, err
}

// encoding says how the puzzle becomes clauses, in formats of clauses.
func (f Format) encoding(q *question) encode.Options {
	opt := q.Options
	e := encode.Options{Card: opt.Card, Counted: q.switches, Forbid: opt.Forbid, Require: opt.Require}
	switch {
	case q.states > 2:
		e.Xor = opt.Xor
	case f.Xor:
		e.Xor = cmp.Or(opt.Xor, defaultParity)
	default:
		e.Native = true
	}
	return e
}

// UnsupportedError reports that a format cannot express an option.
type UnsupportedError struct {
	Format  string
	Option  string   // the field of Options, such as Min; "" if it is the board's number of states
	Formats []string // the formats that can express it

	reason string
}

func (e *UnsupportedError) Error() string {
	return fmt.Sprintf("%s %s: use %s", e.Format, e.reason, suggest.Or(e.Formats))
}

// OptionError is what is wrong with an option, or with two together.
type OptionError struct {
	Option string // the field of Options, such as Min

	words string
}

func (e *OptionError) Error() string { return e.words }

// supports reports the first option that the format cannot express.
func (f Format) supports(b *board.Board, opt Options) error {
	manyStates := b.States() > 2
	if manyStates && (opt.Nearest || opt.Unknown) {
		return fmt.Errorf("lights that are wrong or unknown: %w", b.TwoStates())
	}
	for _, c := range []struct {
		option string
		used   bool
		can    func(Format) bool
		reason string
	}{
		{"", manyStates, func(f Format) bool { return f.States }, "is written for lights with two states only"},
		{"Min", opt.Min, func(f Format) bool { return f.Min }, "cannot ask for the fewest presses"},
		{"AtMost", opt.AtMost != nil, func(f Format) bool { return f.Bounds }, "cannot count presses"},
		{"AtLeast", opt.AtLeast > 0, func(f Format) bool { return f.Bounds }, "cannot count presses"},
		{"Xor", opt.Xor != "", func(f Format) bool { return f.Xor },
			"states parity in its own way and takes no XOR encoding"},
		{"Nearest", opt.Nearest, func(f Format) bool { return f.Nearest }, "cannot ask for the fewest wrong lights"},
		{"Unknown", opt.Unknown, func(f Format) bool { return f.Unknown }, "cannot leave the lights open"},
		{"Projected", opt.Projected, func(f Format) bool { return f.Projected }, "is not read by model counters"},
		{"Card", opt.Card != "", func(f Format) bool { return f.Card },
			"counts in its own way and takes no counting encoding"},
	} {
		if c.used && !c.can(f) {
			return &UnsupportedError{f.Name, c.option, formatNames(c.can), c.reason}
		}
	}
	return nil
}
