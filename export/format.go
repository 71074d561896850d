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

	Lights int // the largest number of lights; 0: any

	write func(w io.Writer, q *question) error
}

// formats lists every format. To add one, write a file and add a row.
var formats = []Format{
	{Name: "cnf", Ext: "cnf", Summary: "DIMACS clauses, parity by the XOR encoding",
		Solvers: []string{"minisat", "cadical", "cryptominisat5", "kissat", "clasp"},
		Xor:     true, Card: true, Bounds: true, write: writeCNF},
	{Name: "xnf", Ext: "xnf", Summary: "DIMACS with an x line per light",
		Solvers: []string{"cryptominisat5"},
		Card:    true, Bounds: true, write: writeXNF},
	{Name: "wcnf", Ext: "wcnf", Summary: "MaxSAT (2022): the fewest presses",
		Solvers: []string{"any solver of the MaxSAT Evaluation since 2022"},
		Xor:     true, Card: true, Min: true, Bounds: true, write: writeWCNF},
	{Name: "wcnf-old", Ext: "wcnf", Summary: "MaxSAT as it was before 2022, with a p wcnf line",
		Solvers: []string{"clasp"},
		Xor:     true, Card: true, Min: true, Bounds: true, write: writeOldWCNF},
	{Name: "opb", Ext: "opb", Summary: "pseudo-Boolean equations",
		Solvers: []string{"clasp", "roundingsat", "sat4j", "scip"},
		Min:     true, Bounds: true, write: writeOPB},
	{Name: "lp", Ext: "lp", Summary: "integer program, CPLEX LP",
		Solvers: []string{"glpsol", "cbc", "scip", "highs"},
		Min:     true, Bounds: true, write: writeLP},
	{Name: "mathprog", Ext: "mod", Summary: "integer program, GNU MathProg model with data",
		Solvers: []string{"glpsol"},
		Min:     true, Bounds: true, write: writeMathProg},
	{Name: "smt2", Ext: "smt2", Summary: "SMT-LIB 2 over Booleans (fewest presses: z3's minimize)",
		Solvers: []string{"z3", "cvc5", "yices-smt2"},
		Min:     true, Bounds: true, write: writeSMT2},
	{Name: "mzn", Ext: "mzn", Summary: "MiniZinc model",
		Solvers: []string{"minizinc"},
		Min:     true, Bounds: true, write: writeMiniZinc},
	{Name: "mace4", Ext: "in", Summary: "first-order axioms for Mace4's model finding",
		Solvers: []string{"mace4"},
		write:   writeMace4},
	{Name: "tptp", Ext: "p", Summary: "planning from state to state, for theorem provers",
		Solvers: []string{"eprover"},
		Lights:  plannedLights, write: writeTPTP},
	{Name: "prover9", Ext: "p9", Summary: "planning from state to state, for Prover9's production mode",
		Solvers: []string{"prover9"},
		Lights:  plannedLights, write: writeProver9},
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
	Xor  string // the XOR encoding, in formats that need one, as in [encode.Options]; "" is cut:4
	Card string // the counting encoding, in formats that need one, as in [encode.Options]

	// Forbid lists switches that must not be pressed, in addition to the puzzle's own; Require lists
	// switches that must be pressed. Both count from 0.
	Forbid, Require []int

	Min     bool // ask for the fewest presses
	AtMost  *int // the largest number of presses; nil: no bound
	AtLeast int  // the smallest number of presses
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
	if err := f.supports(opt); err != nil {
		return err
	}
	q, err := newQuestion(p, opt)
	if err != nil {
		return err
	}
	if f.Card {
		q.plan, err = encode.Prepare(p, f.encoding(opt))
	} else {
		q.rows, err = rows.Of(p.System())
	}
	if err != nil {
		return err
	}
	return f.write(w, q)
}

// encoding says how the puzzle becomes clauses, in formats of clauses.
func (f Format) encoding(opt Options) encode.Options {
	e := encode.Options{Card: opt.Card, Forbid: opt.Forbid, Require: opt.Require}
	if f.Xor {
		e.Xor = cmp.Or(opt.Xor, defaultParity)
	} else {
		e.Native = true
	}
	return e
}

// UnsupportedError reports that a format cannot express an option.
type UnsupportedError struct {
	Format  string
	Option  string   // the field of Options: Min, AtMost, AtLeast, Xor or Card
	Formats []string // the formats that can express it

	reason string
}

func (e *UnsupportedError) Error() string {
	return fmt.Sprintf("%s %s: use %s", e.Format, e.reason, orList(e.Formats))
}

// supports reports the first option that the format cannot express.
func (f Format) supports(opt Options) error {
	for _, c := range []struct {
		option string
		used   bool
		can    func(Format) bool
		reason string
	}{
		{"Min", opt.Min, func(f Format) bool { return f.Min }, "cannot ask for the fewest presses"},
		{"AtMost", opt.AtMost != nil, func(f Format) bool { return f.Bounds }, "cannot count presses"},
		{"AtLeast", opt.AtLeast > 0, func(f Format) bool { return f.Bounds }, "cannot count presses"},
		{"Xor", opt.Xor != "", func(f Format) bool { return f.Xor }, "states parity in its own way and takes no XOR encoding"},
		{"Card", opt.Card != "", func(f Format) bool { return f.Card }, "counts in its own way and takes no counting encoding"},
	} {
		if c.used && !c.can(f) {
			return &UnsupportedError{f.Name, c.option, formatNames(c.can), c.reason}
		}
	}
	return nil
}

func orList(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " or " + names[last]
}
