package cnf

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"math"
	"regexp"
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
				return bytes.HasPrefix(text, []byte("p cnf ")) || xorLine.Match(text)
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
	d := &dimacs{scanner: newScanner(r), name: name, f: &Formula{}}
	err := d.read()
	switch {
	case d.failed != nil: // the text ended too early, whatever read made of that
		return nil, fmt.Errorf("%s:%d: %w", name, d.line, d.failed)
	case err != nil:
		return nil, err
	}
	return d.f, nil
}

// dimacs is the state of the parser.
type dimacs struct {
	*scanner
	name    string
	f       *Formula
	header  int // the line of the header, 0 before it
	clauses int // promised by the header
	seen    int // clauses and x lines begun
	open    int // the line where the unfinished clause begins, 0 between clauses
	xor     []Lit
}

// read reads one item after another: a line told by its first character, or a literal.
func (d *dimacs) read() error {
	for first := true; ; first = false {
		lineStart := d.skipBlanksAndLines() || first
		var err error
		switch c := d.c; {
		case c == '-' || isDigit(c):
			err = d.literal()
		case c == eof:
			return d.finish()
		case !lineStart:
			err = d.unexpected("where a literal is expected")
		case c == 'c':
			d.f.Comments = append(d.f.Comments, d.comment())
		case c == 'p':
			err = d.readHeader()
		case c == 'x':
			err = d.readXor()
		case c == '%':
			if err = d.trailer(); err == nil {
				return d.finish()
			}
		default:
			err = d.unexpected("where a line begins with a literal, c, p, x or %")
		}
		if err != nil {
			return err
		}
	}
}

func (d *dimacs) comment() string {
	d.next()
	if d.c == ' ' {
		d.next()
	}
	return strings.TrimRight(d.restOfLine(), "\r")
}

func (d *dimacs) readHeader() error {
	if d.header != 0 {
		return d.errorf("second header, after the one in line %d", d.header)
	}
	d.next()
	if !d.skipBlanks() {
		return d.unexpected("after the p of the header")
	}
	for _, want := range "cnf" {
		if d.c != int(want) {
			return d.errorf("header does not begin with 'p cnf '")
		}
		d.next()
	}
	if !d.skipBlanks() {
		return d.unexpected("in the header, after 'p cnf'")
	}
	vars, err := d.number(MaxVar, "number of variables")
	if err != nil {
		return err
	}
	d.skipBlanks()
	clauses, err := d.number(math.MaxInt, "number of clauses")
	if err != nil {
		return err
	}
	d.skipBlanks()
	if !d.atLineEnd() {
		return d.unexpected("after the header")
	}
	d.header, d.clauses = d.line, clauses
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

// literal reads one literal, or the 0 that ends a clause.
func (d *dimacs) literal() error {
	if d.open == 0 {
		if err := d.begin(); err != nil {
			return err
		}
		d.open = d.line
	}
	l, err := d.lit()
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

func (d *dimacs) readXor() error {
	if d.open != 0 {
		return d.errorf("XOR clause inside the clause that began in line %d", d.open)
	}
	if err := d.begin(); err != nil {
		return err
	}
	d.next()
	d.xor = d.xor[:0]
	for {
		d.skipBlanks()
		if d.atLineEnd() {
			return d.errorf("XOR clause does not end with 0 on its line")
		}
		l, err := d.lit()
		if err != nil {
			return err
		}
		if l == 0 {
			break
		}
		d.xor = append(d.xor, l)
	}
	if len(d.xor) == 0 {
		return d.errorf("empty XOR clause")
	}
	d.skipBlanks()
	if !d.atLineEnd() {
		return d.unexpected("after an XOR clause")
	}
	d.f.Xor(d.xor, true)
	return nil
}

// lit reads a literal within the header's variables, or 0.
func (d *dimacs) lit() (Lit, error) {
	negative := d.c == '-'
	if negative {
		d.next()
	}
	v, err := d.number(MaxVar, "literal")
	switch {
	case err != nil:
		return 0, err
	case negative && v == 0:
		return 0, d.errorf("'-0' is not a literal")
	case v > d.f.vars:
		return 0, d.errorf("variable %d is larger than the %d of the header", v, d.f.vars)
	case negative:
		return Lit(-v), nil
	}
	return Lit(v), nil
}

// trailer reads the end of SATLIB's files.
func (d *dimacs) trailer() error {
	if d.open != 0 {
		return d.errorf("'%%' inside the clause that began in line %d", d.open)
	}
	d.next()
	d.skipBlanks()
	if !d.atLineEnd() {
		return d.unexpected("after '%'")
	}
	d.skipBlanksAndLines()
	if d.c != '0' {
		return d.unexpected("where the 0 after '%' is expected")
	}
	d.next()
	d.skipBlanksAndLines()
	if d.c != eof {
		return d.unexpected("after the trailer '%', '0'")
	}
	return nil
}

// finish checks what is known only at the end of the text. A wrong count is reported at the header's
// line, a missing 0 at the line where the clause begins.
func (d *dimacs) finish() error {
	switch {
	case d.open != 0:
		return d.errorAt(d.open, "the clause that begins here does not end with 0")
	case d.header == 0:
		return d.errorf("no header 'p cnf VARIABLES CLAUSES'")
	case d.seen < d.clauses:
		return d.errorAt(d.header, "the header promises %d clauses, but %d follow", d.clauses, d.seen)
	}
	return nil
}

// number reads decimal digits, up to limit and to the end of a word.
func (d *dimacs) number(limit int, what string) (int, error) {
	if !isDigit(d.c) {
		return 0, d.unexpected("where a " + what + " is expected")
	}
	n := 0
	for isDigit(d.c) {
		digit := d.c - '0'
		if n > (limit-digit)/10 {
			return 0, d.errorf("%s too large: more than %d", what, limit)
		}
		n = 10*n + digit
		d.next()
	}
	if !d.atBlank() && !d.atLineEnd() {
		return 0, d.unexpected("directly after a number")
	}
	return n, nil
}

func (d *dimacs) unexpected(where string) error {
	switch d.c {
	case eof:
		return d.errorf("the file ends %s", where)
	case '\n':
		return d.errorf("the line ends %s", where)
	}
	return d.errorf("unexpected %s %s", strconv.QuoteToASCII(string([]byte{byte(d.c)})), where)
}

func (d *dimacs) errorf(format string, args ...any) error {
	return d.errorAt(d.line, format, args...)
}

func (d *dimacs) errorAt(line int, format string, args ...any) error {
	return &SyntaxError{File: d.name, Line: line, Msg: fmt.Sprintf(format, args...)}
}
