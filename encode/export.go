package encode

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"lightsout/board"
	"lightsout/gf2"
	"lightsout/internal/suggest"
)

// ExportOptions is what to ask of the solver that will read the file, beyond the puzzle itself.
type ExportOptions struct {
	Options // the XOR encoding in formats that need one ("": ExportParity), switches forbidden and required

	Card string // the counting encoding for AtMost and AtLeast, in formats that need one; "" chooses

	Min     bool // ask for the fewest presses
	AtMost  int  // no more presses than this; negative: any number
	AtLeast int  // no fewer presses than this
}

// Format is a language that solvers read. Switch i, counted from 1, is variable i where variables
// are numbered, x1, x2, … where they are named; auxiliary variables come after the switches.
type Format struct {
	Name    string   // as in encode --to
	Ext     string   // the usual ending of its files, without the dot
	Summary string   // one line
	Solvers []string // programs that read it

	// What of ExportOptions the format takes; Export refuses the rest.
	Xor    bool // Options.Xor
	Card   bool // Card
	Min    bool // Min
	Bounds bool // AtMost and AtLeast

	Lights int // the most lights it takes; 0: any number

	write func(w io.Writer, q *question) error
}

// formats is the one place that knows them all: a new format is a file and a row.
var formats = []Format{
	{Name: "cnf", Ext: "cnf", Summary: "DIMACS clauses, parity by the XOR encoding",
		Solvers: []string{"minisat", "cadical", "cryptominisat5", "kissat", "clasp"},
		Xor:     true, Card: true, Bounds: true, write: writeCNF},
	{Name: "xnf", Ext: "xnf", Summary: "DIMACS with a line x per light",
		Solvers: []string{"cryptominisat5"},
		Card:    true, Bounds: true, write: writeXNF},
	{Name: "wcnf", Ext: "wcnf", Summary: "MaxSAT (2022): the fewest presses",
		Solvers: []string{"any solver of the MaxSAT Evaluation since 2022"},
		Xor:     true, Card: true, Min: true, Bounds: true, write: writeWCNF},
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

// Formats lists every format that [Export] writes, in the order to show them.
func Formats() []Format { return slices.Clone(formats) }

// FormatByName finds a format; an unknown name is an error that lists the known ones.
func FormatByName(name string) (Format, error) {
	for _, f := range formats {
		if f.Name == name {
			return f, nil
		}
	}
	known := formatNames(func(Format) bool { return true })
	return Format{}, fmt.Errorf("unknown format %q%s: the formats are %s",
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

// Export writes the puzzle as a problem for other solvers, in the format named. What they answer
// is read back by [ReadModel].
//
//	err := encode.Export(file, p, "opb", encode.ExportOptions{Min: true, AtMost: -1})
//
// The text depends on the arguments alone. It is streamed: beside the puzzle and a transposed copy
// of the board's lists, memory does not grow with the output.
func Export(w io.Writer, p *board.Puzzle, format string, opt ExportOptions) error {
	f, err := FormatByName(format)
	if err != nil {
		return err
	}
	if err := f.refuses(opt); err != nil {
		return err
	}
	if _, err := ParseCounting(opt.Card); err != nil {
		return err
	}
	q, err := newQuestion(p, opt)
	if err != nil {
		return err
	}
	if !f.Xor { // an XOR encoding lists for itself what it needs
		if q.rows, err = newRows(p.Board); err != nil {
			return err
		}
	}
	return f.write(w, q)
}

// refuses says which option the format cannot express.
func (f Format) refuses(opt ExportOptions) error {
	switch {
	case opt.Min && !f.Min:
		return fmt.Errorf("%s asks for any answer, not for the fewest presses: use %s",
			f.Name, orList(formatNames(func(f Format) bool { return f.Min })))
	case (opt.AtMost >= 0 || opt.AtLeast > 0) && !f.Bounds:
		return fmt.Errorf("%s cannot count presses: use %s",
			f.Name, orList(formatNames(func(f Format) bool { return f.Bounds })))
	case opt.Xor != "" && !f.Xor:
		return fmt.Errorf("%s states parity in its own way, without the XOR encoding %q: that is for %s",
			f.Name, opt.Xor, orList(formatNames(func(f Format) bool { return f.Xor })))
	case opt.Card != "" && !f.Card:
		return fmt.Errorf("%s counts in its own way, without the counting encoding %q: that is for %s",
			f.Name, opt.Card, orList(formatNames(func(f Format) bool { return f.Card })))
	case opt.AtMost >= 0 && opt.AtLeast > opt.AtMost:
		return fmt.Errorf("at least %d presses and at most %d contradict each other", opt.AtLeast, opt.AtMost)
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

// question is what every format writes down: for each light the parity of the switches around it,
// switches that are settled, and how many presses there may be.
type question struct {
	ExportOptions
	puzzle   *board.Puzzle
	switches int
	lights   int
	rows     *rows   // the switches around each light; nil in formats that do without
	change   gf2.Vec // by light: an odd number of the switches around it must be pressed
	forbid   []int   // switches that must not be pressed, in order
	require  []int   // switches that must be pressed, in order
}

func newQuestion(p *board.Puzzle, opt ExportOptions) (*question, error) {
	q := &question{
		ExportOptions: opt, puzzle: p,
		switches: p.Board.Switches(), lights: p.Board.Lights(), change: p.Change(),
	}
	for _, list := range [][]int{opt.Forbid, opt.Require} {
		for _, s := range list {
			if s < 0 || s >= q.switches {
				return nil, fmt.Errorf("switch %d is not on %s, which has %d switches (counted from 0)",
					s, p.Board.Spec(), q.switches)
			}
		}
	}
	q.forbid = slices.Clone(opt.Forbid)
	if p.Forbidden.Len() > 0 {
		q.forbid = append(q.forbid, p.Forbidden.Indices()...)
	}
	slices.Sort(q.forbid)
	q.forbid = slices.Compact(q.forbid)
	q.require = slices.Clone(opt.Require)
	slices.Sort(q.require)
	q.require = slices.Compact(q.require)
	return q, nil
}

// light is the equation of light l: an odd number of these switches must be pressed, or an even one.
func (q *question) light(l int) (around []int32, odd bool) { return q.rows.of(l), q.change.Bit(l) }

// boundsAbove reports whether AtMost says anything.
func (q *question) boundsAbove() bool { return q.AtMost >= 0 && q.AtMost < q.switches }

// counts reports whether anything is asked of the number of presses.
func (q *question) counts() bool { return q.boundsAbove() || q.AtLeast > 0 }

// head is the comment that every file begins with, line by line.
func (q *question) head(naming string) []string {
	lines := []string{
		fmt.Sprintf("lightsout puzzle on %s: %d switches, %d lights, %d of them to change",
			printable(q.puzzle.Board.Spec()), q.switches, q.lights, q.change.Weight()),
		naming,
	}
	if q.AtLeast > 0 {
		lines = append(lines, fmt.Sprintf("presses: at least %d", q.AtLeast))
	}
	if q.AtMost >= 0 {
		lines = append(lines, fmt.Sprintf("presses: at most %d", q.AtMost))
	}
	return lines
}

// printable makes a file's name fit for a comment in any language: one line of ASCII, not too long.
func printable(name string) string {
	const longest = 200
	if len(name) > longest {
		name = name[:longest] + "..."
	}
	return strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' {
			return '?'
		}
		return r
	}, name)
}

// text is buffered output for the formats that are written as words and numbers. Like its
// bufio.Writer it keeps the first error; Flush reports it.
type text struct{ *bufio.Writer }

func newText(w io.Writer) text { return text{bufio.NewWriterSize(w, 1<<16)} }

// put writes strings and integers, one after another.
func (t text) put(parts ...any) {
	for _, p := range parts {
		switch p := p.(type) {
		case string:
			t.WriteString(p)
		case int:
			t.num(p)
		default:
			panic(fmt.Sprintf("encode: put of a %T", p))
		}
	}
}

func (t text) num(n int) {
	t.Write(strconv.AppendInt(t.AvailableBuffer(), int64(n), 10))
}

// comments writes each line behind the mark that begins a comment.
func (t text) comments(mark string, lines []string) {
	for _, l := range lines {
		t.put(mark, l, "\n")
	}
}
