package export

import (
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"

	"lightsout/board"
	"lightsout/cnf"
	"lightsout/gf2"
)

// NoModelError reports that the solver's output was understood but contains no answer.
type NoModelError struct {
	File  string
	Unsat bool   // the solver says that there is no answer; otherwise it gave up
	Words string // the solver's own words, for example "s UNSATISFIABLE"
}

func (e *NoModelError) Error() string {
	if e.Unsat {
		return fmt.Sprintf("%s: the solver says that there is no answer (%q)", e.File, e.Words)
	}
	return fmt.Sprintf("%s: the solver gave up without an answer (%q)", e.File, e.Words)
}

// ReadModel reads what a solver printed about a problem written by [Write], and returns the switches
// to press. The solver is recognised by its output:
//
//   - the lines s, v, o and c of the SAT, pseudo-Boolean and MaxSAT competitions (cadical,
//     cryptominisat5, kissat, clasp, …), values as literals, names or a string of bits
//   - minisat's result file
//   - glpsol's solution file (--write) and report (--output)
//   - cbc's solution file
//   - the model of an SMT solver (z3, cvc5)
//   - MiniZinc's output
//   - XCSP3's instantiation, in the v lines of the same competition's rules
//   - Mace4's interpretation
//   - the proof of a planner: Prover9's, or a derivation in the TPTP's language (eprover --proof-object)
//   - a plain list of numbers: the switches to press, or literals if one of them is negative or 0
//
// If a solver prints several answers, each better than the one before, the last one counts. If it
// prints none the error is a *NoModelError. If its output is not understood, or truncated, the error
// is a *cnf.SyntaxError with name and line. The lights that may be wrong follow the switches: to read
// them too, add their number to that of the switches. A read error is returned wrapped. The answer is not
// checked against a puzzle.
func ReadModel(r io.Reader, name string, switches int) (gf2.Vec, error) {
	m, err := readOutput(r, name, switches, nil)
	if err != nil {
		return gf2.Vec{}, err
	}
	return m.pressed, nil
}

// ReadLights reads a model of a puzzle on b whose lights were unknown (Options.Unknown): the lights that
// are on at the start, and the presses that answer it. Its errors are those of [ReadModel], and it checks as little.
func ReadLights(r io.Reader, name string, b *board.Board) (on, presses gf2.Vec, err error) {
	if err := b.TwoStates(); err != nil {
		return on, presses, err
	}
	m, err := readOutput(r, name, b.Switches()+b.Lights(), b)
	if err != nil {
		return on, presses, err
	}
	on = gf2.NewVec(b.Lights())
	for l := range b.Lights() {
		on.Set(l, m.pressed.Bit(b.Switches()+l))
	}
	presses = gf2.NewVec(b.Switches())
	for s := range b.Switches() {
		presses.Set(s, m.pressed.Bit(s))
	}
	return on, presses, nil
}

// readOutput reads the values of the first variables; board is not nil if they include unknown lights.
func readOutput(r io.Reader, name string, variables int, b *board.Board) (*model, error) {
	m, err := newModel(r, name, variables)
	if err != nil {
		return nil, err
	}
	m.board = b
	return m, m.recognise().read(m)
}

// newModel reads the whole output.
func newModel(r io.Reader, name string, variables int) (*model, error) {
	data, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	m := &model{file: name, text: colours.ReplaceAllString(string(data), ""), switches: variables}
	m.forget()
	return m, nil
}

// colours are the marks by which some solvers, such as ACE, colour what they print.
var colours = regexp.MustCompile("\x1b\\[[0-9;]*m")

// model is the state of reading one output.
type model struct {
	file     string
	text     string
	switches int
	pressed  gf2.Vec
	known    gf2.Vec // the switches that have a value

	// Where lights have more than two states, how often each switch is pressed, if the output has that as
	// numbers; nil if it has several variables for each switch.
	times  []uint8
	states int

	// If lights were unknown, switches counts them too, after the board's own switches.
	board *board.Board
}

// forget starts over, because a better answer follows.
func (m *model) forget() {
	m.pressed, m.known = gf2.NewVec(m.switches), gf2.NewVec(m.switches)
	clear(m.times)
}

// outputs lists every output that ReadModel understands. To add one, write a file and add a row. A
// solver is recognised by a line that only it prints. The first line that any row claims decides; if
// several rows claim it, the first of them.
var outputs = []output{
	{isProver9, (*model).readProver9, false},
	{isMace4, (*model).readMace4, false},
	{isTPTP, (*model).readTPTP, false},
	{isGLPKSolution, (*model).readGLPKSolution, true},
	{isGLPKReport, (*model).readGLPKReport, true},
	{isGLPKLog, (*model).readGLPKLog, true},
	{isCBC, (*model).readCBC, true},
	{isCompetition, (*model).readCompetition, false},
	{isMiniSat, (*model).readMiniSat, false},
	{isSMT, (*model).readSMT, true},
	{isMiniZinc, (*model).readMiniZinc, true},
}

type output struct {
	claims func(line string) bool
	read   func(*model) error
	// numbers: with more than two states a switch is one variable, a number; otherwise it is K−1 variables.
	numbers bool
}

func (m *model) recognise() output {
	for _, line := range m.lines() {
		for _, o := range outputs {
			if o.claims(line) {
				return o
			}
		}
	}
	return output{read: (*model).readList}
}

// lines yields the lines with their numbers, without line ends.
func (m *model) lines() func(yield func(int, string) bool) {
	return func(yield func(int, string) bool) {
		n := 0
		for line := range strings.Lines(m.text) {
			n++
			if !yield(n, strings.TrimRight(line, "\r\n")) {
				return
			}
		}
	}
}

// lastLine is the number of the last line, for errors about what is missing.
func (m *model) lastLine() int {
	return max(1, strings.Count(strings.TrimSuffix(m.text, "\n"), "\n")+1)
}

func (m *model) errorf(line int, format string, args ...any) error {
	return &cnf.SyntaxError{File: m.file, Line: line, Msg: fmt.Sprintf(format, args...)}
}

func (m *model) noAnswer(words string) error {
	return &NoModelError{File: m.file, Unsat: true, Words: clip(words)}
}

func (m *model) gaveUp(words string) error {
	return &NoModelError{File: m.file, Words: clip(words)}
}

// set gives variable v, counted from 1, a value. Variables past the switches are auxiliary.
func (m *model) set(line, v int, pressed bool) error {
	if v > m.switches {
		return nil
	}
	s := v - 1
	if m.known.Bit(s) && m.pressed.Bit(s) != pressed {
		return m.errorf(line, "switch %d is both pressed and not pressed", v)
	}
	m.known.Set(s, true)
	m.pressed.Set(s, pressed)
	return nil
}

// complete reports the first switch without a value.
func (m *model) complete(line int) error {
	if m.known.Weight() == m.switches {
		return nil
	}
	for s := range m.switches {
		if !m.known.Bit(s) {
			return m.errorf(line, "no value for switch %d of %d: the output is truncated, or belongs to another puzzle", s+1, m.switches)
		}
	}
	return nil
}

// value sets variable v to a number or a truth value as solvers print it.
func (m *model) value(line, v int, text string) error {
	if m.times != nil {
		return m.number(line, v, text)
	}
	pressed, ok := zeroOrOne(text)
	if !ok {
		return m.errorf(line, "the value of switch %d is %s, neither 0 nor 1", v, clip(text))
	}
	return m.set(line, v, pressed)
}

// wholeNumber is how far the value of an integer variable may be from an integer: glpsol's tolerance
// (1e-5), which is larger than cbc's (1e-6).
const wholeNumber = 1e-5

// zeroOrOne reads true, false, or a number that is 0 or 1 up to rounding.
func zeroOrOne(text string) (one, ok bool) {
	switch text {
	case "0", "false":
		return false, true
	case "1", "true":
		return true, true
	}
	x, err := strconv.ParseFloat(text, 64)
	switch {
	case err != nil:
		return false, false
	case -wholeNumber <= x && x <= wholeNumber:
		return false, true
	case 1-wholeNumber <= x && x <= 1+wholeNumber:
		return true, true
	}
	return false, false
}

// switchNumber reads the name of a switch, x12 or x[12]; ok is false for any other name.
func switchNumber(name string) (v int, ok bool) {
	digits, ok := strings.CutPrefix(name, "x")
	if !ok {
		return 0, false
	}
	if inner, bracket := strings.CutPrefix(digits, "["); bracket {
		if digits, ok = strings.CutSuffix(inner, "]"); !ok {
			return 0, false
		}
	}
	return variable(digits)
}

// variable reads a variable's number: decimal digits, from 1 to cnf.MaxVar.
func variable(digits string) (v int, ok bool) {
	if digits == "" || len(digits) > len("2147483647") || strings.Trim(digits, "0123456789") != "" {
		return 0, false
	}
	v, err := strconv.Atoi(digits)
	return v, err == nil && v >= 1 && v <= cnf.MaxVar
}

// clip makes text from a file fit for a message.
func clip(text string) string {
	const longest = 40
	if len(text) > longest {
		text = text[:longest] + "..."
	}
	quoted := strconv.QuoteToASCII(text)
	return quoted[1 : len(quoted)-1]
}
