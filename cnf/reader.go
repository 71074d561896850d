package cnf

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// SyntaxError says where text from a solver's world is wrong: DIMACS, or the output of a solver. It
// prints as `file:line: message`.
type SyntaxError struct {
	File string // the name given to the reader
	Line int    // counted from 1
	Msg  string
}

func (e *SyntaxError) Error() string { return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.Msg) }

// xorLine is an XOR clause. Where one comes first, the header is missing.
var xorLine = regexp.MustCompile(`^x\s*-?\d+(\s+-?\d+)*\s+0$`)

// StartsDIMACS reports whether a formula comes next: the first line that is no comment is the header, or an XOR clause
// without one, which [ReadDIMACS] refuses. It reads ahead no
// further than to the end of that line or of the reader's buffer, and takes nothing out of it.
func StartsDIMACS(in *bufio.Reader) bool {
	for {
		_, err := in.Peek(in.Buffered() + 1)
		start, _ := in.Peek(in.Buffered())
		for line := range bytes.Lines(start) {
			text := bytes.TrimSpace(line)
			comment := len(text) == 0 || string(text) == "c" || bytes.HasPrefix(text, []byte("c "))
			if complete := bytes.HasSuffix(line, []byte("\n")) || err != nil; complete && !comment {
				return bytes.HasPrefix(text, []byte("p cnf ")) || bytes.HasPrefix(text, []byte("p xnf ")) ||
					xorLine.Match(text)
			}
		}
		if err != nil {
			return false
		}
	}
}

// ReadDIMACS reads one formula; name is for error messages. Errors in the text are reported as a
// *SyntaxError; a read error is returned wrapped.
//
// The reader is strict, since a truncated file has different answers and nobody would notice:
//
//   - One header `p cnf VARIABLES CLAUSES` comes before any clause, and it is binding: no variable
//     is larger than VARIABLES, and exactly CLAUSES follow, clauses and `x` lines counted together.
//     (CryptoMiniSat 5.11 does not check this; files written for it count both.)
//   - A header `p xnf VARIABLES CLAUSES` says the same. Where it stands, a literal of a clause may be a sum, as in
//     `-1+2 3 0`: it is true if an odd number of its literals is. A clause of one sum is a parity constraint; any
//     other sum becomes a variable above VARIABLES, see [Formula.Given].
//   - Every clause ends with 0, the last one too. Clauses may span lines and share them.
//   - An `x` line is one XOR clause: the x, literals, 0, all on one line, as CryptoMiniSat requires.
//     A negated literal flips the parity. An empty one is refused: it is a contradiction, since the
//     empty sum is even, but CryptoMiniSat ignores it.
//   - Comment lines begin with c and may come before any line, even within a clause. They are kept
//     in Comments, without the c and one space.
//   - The trailer of SATLIB's files, a line `%` and a line `0`, may follow the last clause. Nothing
//     but blanks may follow it.
//
// Blanks are spaces and tabs; lines end with LF or CR LF, the last one with either or nothing.
// Memory is a small multiple of the text: the header's numbers are compared, never allocated for.
func ReadDIMACS(r io.Reader, name string) (*Formula, error) {
	d := &dimacs{name: name, f: &Formula{}}
	in := bufio.NewReaderSize(r, 1<<16)
	for {
		text, err := in.ReadString('\n')
		d.line++
		if err != nil && err != io.EOF {
			return nil, fmt.Errorf("%s:%d: %w", name, d.line, err)
		}
		if wrong := d.read(text); wrong != nil {
			return nil, wrong
		}
		if err == io.EOF {
			if err := d.finish(); err != nil {
				return nil, err
			}
			return d.f, nil
		}
	}
}

// dimacs is the state of the parser.
type dimacs struct {
	name    string
	line    int // counted from 1
	f       *Formula
	header  int // the line of the header, 0 before it
	clauses int // promised by the header
	seen    int // clauses and x lines begun
	open    int // the line where the unfinished clause begins, 0 between clauses
	xor     []Lit
	known   map[string]Lit // the sums of a `p xnf` so far; nil for a `p cnf`
	trailer []string       // the words from the % on
}

// words are separated by blanks.
func words(text string) []string {
	return strings.FieldsFunc(text, func(c rune) bool { return c == ' ' || c == '\t' })
}

// read reads a line, which is told by its first character.
func (d *dimacs) read(text string) error {
	text = strings.TrimSuffix(strings.TrimSuffix(text, "\r\n"), "\n")
	list := words(text)
	switch {
	case len(list) == 0:
		return nil
	case len(d.trailer) > 0 || list[0] == "%":
		return d.readTrailer(list)
	case list[0][0] == 'c':
		comment := strings.TrimLeft(text, " \t")[1:]
		d.f.Comments = append(d.f.Comments, strings.TrimRight(strings.TrimPrefix(comment, " "), "\r"))
		return nil
	case list[0][0] == 'p':
		return d.readHeader(text, list)
	case list[0][0] == 'x':
		return d.readXor(words(strings.TrimLeft(text, " \t")[1:]))
	}
	if d.known != nil && d.open == 0 && len(list) == 2 && list[1] == "0" && strings.Contains(list[0], "+") {
		return d.sumAlone(list[0])
	}
	for _, word := range list {
		if err := d.word(word); err != nil {
			return err
		}
	}
	return nil
}

// word reads a literal or a sum of a clause, or the 0 that ends it.
func (d *dimacs) word(word string) error {
	if d.known == nil || !strings.Contains(word, "+") {
		return d.literal(word)
	}
	if err := d.openClause(); err != nil {
		return err
	}
	vars, odd, err := d.sum(word)
	if err != nil {
		return err
	}
	switch {
	case len(vars) == 0 && odd: // 1+1 is never odd
	case len(vars) == 0: // 1+-1 is always
		d.f.clauses = append(d.f.clauses, d.xor[0], d.xor[0].Neg())
	case len(vars) == 1 && odd:
		d.f.clauses = append(d.f.clauses, vars[0])
	case len(vars) == 1:
		d.f.clauses = append(d.f.clauses, vars[0].Neg())
	default:
		d.f.clauses = append(d.f.clauses, d.f.sumLit(d.known, vars, odd))
	}
	return nil
}

// sumAlone reads a clause of one sum: a parity constraint.
func (d *dimacs) sumAlone(word string) error {
	vars, odd, err := d.sum(word)
	if err == nil {
		err = d.begin()
	}
	if err == nil {
		d.f.Xor(vars, odd)
	}
	return err
}

// sum reads the terms of a sum: an odd number of them must be true, which is so if the variables left, each once,
// have the parity that it returns.
func (d *dimacs) sum(word string) (vars []Lit, odd bool, err error) {
	d.xor = d.xor[:0]
	for term := range strings.SplitSeq(word, "+") {
		l, err := d.lit(term)
		switch {
		case err != nil:
			return nil, false, err
		case l == 0:
			return nil, false, d.errorf("0 is no term of a sum, as in %.20q", word)
		}
		d.xor = append(d.xor, l)
	}
	odd = positive(d.xor, true)
	for _, l := range d.xor {
		vars = append(vars, Lit(l.Var()))
	}
	slices.Sort(vars)
	left := vars[:0]
	for _, v := range vars {
		if n := len(left); n > 0 && left[n-1] == v {
			left = left[:n-1]
			continue
		}
		left = append(left, v)
	}
	return left, odd, nil
}

func (d *dimacs) readHeader(text string, list []string) error {
	if d.header != 0 {
		return d.errorf("second header, after the one in line %d", d.header)
	}
	if len(list) != 4 || list[0] != "p" || list[1] != "cnf" && list[1] != "xnf" {
		return d.errorf("%.30q is not a header 'p cnf VARIABLES CLAUSES'", text)
	}
	if list[1] == "xnf" {
		d.known = map[string]Lit{}
	}
	vars, err := d.number(list[2], list[2], MaxVar, "number of variables")
	if err != nil {
		return err
	}
	if d.clauses, err = d.number(list[3], list[3], math.MaxInt, "number of clauses"); err != nil {
		return err
	}
	d.header = d.line
	d.f.NewVars(vars)
	return nil
}

// begin accounts for a clause or x line that starts here.
func (d *dimacs) begin() error {
	switch {
	case d.header == 0:
		return d.errorf("clause before the header 'p cnf VARIABLES CLAUSES'")
	case d.seen == d.clauses:
		return d.errorf("more clauses than the %d of the header", d.clauses)
	}
	d.seen++
	return nil
}

// openClause begins a clause, if none is open.
func (d *dimacs) openClause() error {
	if d.open != 0 {
		return nil
	}
	d.open = d.line
	return d.begin()
}

// literal reads one literal, or the 0 that ends a clause.
func (d *dimacs) literal(word string) error {
	if strings.Trim(word[:1], "-0123456789") != "" {
		return d.errorf("unexpected %.20q where a literal is expected", word)
	}
	if err := d.openClause(); err != nil {
		return err
	}
	l, err := d.lit(word)
	if err != nil {
		return err
	}
	d.f.clauses = append(d.f.clauses, l)
	if l == 0 {
		d.f.numClauses++
		d.open = 0
	}
	return nil
}

func (d *dimacs) readXor(list []string) error {
	if d.open != 0 {
		return d.errorf("XOR clause inside the clause that began in line %d", d.open)
	}
	if err := d.begin(); err != nil {
		return err
	}
	d.xor = d.xor[:0]
	for i, word := range list {
		l, err := d.lit(word)
		switch {
		case err != nil:
			return err
		case l != 0:
			d.xor = append(d.xor, l)
			continue
		case len(d.xor) == 0:
			return d.errorf("empty XOR clause")
		case i < len(list)-1:
			return d.errorf("unexpected %.20q after an XOR clause", list[i+1])
		}
		d.f.Xor(d.xor, true)
		return nil
	}
	return d.errorf("XOR clause does not end with 0 on its line")
}

// lit reads a literal within the header's variables, or 0.
func (d *dimacs) lit(word string) (Lit, error) {
	digits, negative := strings.CutPrefix(word, "-")
	v, err := d.number(word, digits, MaxVar, "literal")
	switch {
	case err != nil:
		return 0, err
	case negative && v == 0:
		return 0, d.errorf("'-0' is not a literal")
	case v > d.f.Given():
		return 0, d.errorf("variable %d is larger than the %d of the header", v, d.f.Given())
	case negative:
		return Lit(-v), nil
	}
	return Lit(v), nil
}

// readTrailer reads a line of the end of SATLIB's files.
func (d *dimacs) readTrailer(list []string) error {
	if d.open != 0 {
		return d.errorf("'%%' inside the clause that began in line %d", d.open)
	}
	if want := []string{"%", "0", ""}[min(len(d.trailer), 2)]; len(list) > 1 || list[0] != want {
		return d.errorf("unexpected %.20q in the trailer, a line '%%' and a line '0'", strings.Join(list, " "))
	}
	d.trailer = append(d.trailer, list...)
	return nil
}

// finish checks what is known only at the end of the text. A wrong count is reported at the header's
// line, a missing 0 at the line where the clause begins.
func (d *dimacs) finish() error {
	switch {
	case d.open != 0:
		return d.errorAt(d.open, "the clause that begins here does not end with 0")
	case len(d.trailer) == 1:
		return d.errorf("the file ends where the 0 after '%%' is expected")
	case d.header == 0:
		return d.errorf("no header 'p cnf VARIABLES CLAUSES'")
	case d.seen < d.clauses:
		return d.errorAt(d.header, "the header promises %d clauses, but %d follow", d.clauses, d.seen)
	}
	return nil
}

// number reads the digits of a word, up to a limit.
func (d *dimacs) number(word, digits string, limit int, what string) (int, error) {
	if digits == "" || strings.Trim(digits, "0123456789") != "" {
		return 0, d.errorf("unexpected %.20q where a %s is expected", word, what)
	}
	n, err := strconv.Atoi(digits)
	if err != nil || n > limit {
		return 0, d.errorf("%s too large: more than %d", what, limit)
	}
	return n, nil
}

func (d *dimacs) errorf(format string, args ...any) error {
	return d.errorAt(d.line, format, args...)
}

func (d *dimacs) errorAt(line int, format string, args ...any) error {
	return &SyntaxError{File: d.name, Line: line, Msg: fmt.Sprintf(format, args...)}
}
