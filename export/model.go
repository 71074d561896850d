package export

import (
	"fmt"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"

	"lightsout/board"
	"lightsout/cnf"
	"lightsout/gf2"
	"lightsout/internal/reserve"
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

// ReadModel reads what a solver printed about a problem on b that [Write] wrote with these options; of them only
// Nearest and Unknown matter. The solver is recognised by its output:
//
//   - the lines s, v, o and c of the SAT, pseudo-Boolean and MaxSAT competitions (cadical,
//     cryptominisat5, kissat, clasp, …), values as literals, names or a string of bits
//   - minisat's result file
//   - glpsol's solution file (--write)
//   - cbc's solution file
//   - what toulbar2 -s prints, or its file of values (-w)
//   - the model of an SMT solver (z3, cvc5)
//   - MiniZinc's output
//   - XCSP3's instantiation, in the v lines of the same competition's rules
//   - Mace4's interpretation
//   - the proof of a planner: Prover9's, or a derivation in the TPTP's language (eprover --proof-object)
//   - a plain list of numbers: the switches to press, or literals if one of them is negative or 0
//
// If a solver prints several answers, each better than the one before, the last one counts. If it
// prints none the error is a *NoModelError. If its output is not understood, contradicts itself or is truncated, the
// error is a *cnf.SyntaxError with name and line. A read error is returned wrapped. The answer is not
// checked against a puzzle.
//
// Where lights have K states, more than two, formats with integers have a number for each switch, the others K−1
// variables, of which the j-th says that it is pressed at least j times. In a plain list of switches, one that is
// pressed twice is there twice; K times is refused, since that is no press.
func ReadModel(r io.Reader, name string, b *board.Board, opt Options) (Model, error) {
	if err := board.Check(b); err != nil {
		return Model{}, err
	}
	text, err := reserve.ReadAll(r)
	if err != nil {
		return Model{}, fmt.Errorf("%s: %w", name, err)
	}
	text = strings.ReplaceAll(colours.ReplaceAllString(text, ""), "\r\n", "\n")
	m := &model{file: name, text: text, states: b.States()}
	if opt.Nearest || opt.Unknown {
		if err := b.TwoStates(); err != nil {
			return Model{}, err
		}
		m.lights = b.Lights()
	}
	o := m.recognise()
	each := b.States() - 1
	if o.numbers {
		each = 1
	}
	m.variables, m.largest = b.Switches()*each+m.lights, (b.States()-1)/each
	m.forget()
	if err := m.readAs(o); err != nil {
		return Model{}, err
	}
	return m.answer(b, each)
}

// Model is what a solver answered.
type Model struct {
	Presses board.State
	// Lights are the lights that stay wrong (Options.Nearest), or those that are on at the start
	// (Options.Unknown); otherwise there are none.
	Lights board.State
	// Optimal: the solver says that no answer is better, as in "s OPTIMUM FOUND". Without it the answer may be the best
	// that it found before a limit. It means nothing unless the question was for the best one.
	Optimal bool
}

// colours are the marks by which some solvers, such as ACE, colour what they print.
var colours = regexp.MustCompile("\x1b\\[[0-9;]*m")

// model is the state of reading one output.
type model struct {
	file   string
	text   string
	states int // of a light
	lights int // that have a variable, after those of the switches

	variables int
	largest   int     // value of a variable
	values    []uint8 // by variable
	known     gf2.Vec // the variables that have a value
	counted   counted // lines, so far
	optimal   bool    // the solver says so
}

// forget starts over, because a better answer follows.
func (m *model) forget() {
	m.values, m.known = make([]uint8, m.variables), gf2.NewVec(m.variables)
}

// answer turns the values into presses and lights. Each switch has as many variables as each says.
func (m *model) answer(b *board.Board, each int) (Model, error) {
	answer := Model{Presses: board.NewState(b.Switches(), m.states), Lights: board.NewState(m.lights, 2),
		Optimal: m.optimal}
	for s := range b.Switches() {
		times := 0
		for j, value := range m.values[s*each : (s+1)*each] {
			if value > 0 && j > 0 && times < j {
				return Model{}, m.errorf(m.lastLine(),
					"switch %d is pressed at least %d times, but not %d times: the output belongs to another puzzle",
					s+1, j+1, j)
			}
			times += int(value)
		}
		answer.Presses.Set(s, times)
	}
	for l := range m.lights {
		answer.Lights.Set(l, int(m.values[b.Switches()+l]))
	}
	return answer, nil
}

// outputs lists every output that ReadModel understands. To add one, write a file and add a row. The first line that
// any row claims decides; if several rows claim it, the first of them.
var outputs = []output{
	{claims: line(`=+ Prover9 .*|THEOREM PROVED|SEARCH FAILED`),
		some: line(`THEOREM PROVED`), none: line(`.*\bexit \(sos_empty\).*`), unknown: line(`.*\bexit \(\w+\).*`),
		read: (*model).readProver9},
	{claims: line(`=+ Mace4 .*|interpretation\( .*`),
		some: line(`interpretation\( .*`), none: line(`.*\bexit \(exhausted\).*`), unknown: line(`.*\bexit \(\w+\).*`),
		read: (*model).readMace4},
	{claims: line(`[#%] SZS status \w+.*`),
		some: tptpProved, none: line(`[#%] SZS status (?:Counter)?Satisfiable\b.*`),
		unknown: line(`[#%] SZS status \w+.*`),
		read:    (*model).readTPTP},
	{claims: line(`s (?:mip|bas|ipt) .*`),
		some: line(`s mip \d+ \d+ [of] .*`), none: line(`s mip \d+ \d+ n .*`), unknown: line(`s mip \d+ \d+ u .*`),
		read: (*model).readGLPKSolution, numbers: true},
	{claims: line(`.* - objective value .*`), unknown: line(`Stopped on .*no integer solution.*`),
		read: (*model).readCBC, numbers: true},
	{claims: line(`v|v .*|s .*|c UNKNOWN`),
		some: line(`s (?:SATISFIABLE|OPTIMUM FOUND) *|v .*[1-9].*`), none: line(`s UNSATISFIABLE *`),
		unknown: line(`s (?:UNKNOWN|INDETERMINATE) *|c UNKNOWN`),
		read:    (*model).readCompetition},
	{claims: line(`New solution: .*|No solution in .*|.*toulbar2  version.*`),
		some: line(`New solution: .*`), none: line(`No solution in .*`), unknown: line(`.*toulbar2  version.*`),
		read: (*model).readToulbar2},
	{claims: line(`(?:UN)?SAT(?:ISFIABLE)?|INDET(?:ERMINATE)?`),
		some: line(`SAT(?:ISFIABLE)?`), none: line(`UNSAT(?:ISFIABLE)?`), unknown: line(`INDET(?:ERMINATE)?`),
		read: (*model).readMiniSat},
	{claims: line(`\s*(?:sat|unsat|unknown|timeout|\(|\(model)\s*|.*\(define-fun .*`),
		some: smtSat, none: line(`\s*unsat\s*`), unknown: smtUnknown,
		read: (*model).readSMT, numbers: true},
	{claims: line(`-{10}|={10}|=====\w+=====|x = (?:\[|array1d\().*`),
		some: line(`-{10}|={10}`), none: line(`=====UNSATISFIABLE=====`), unknown: line(`=====\w+=====`),
		read: (*model).readMiniZinc, numbers: true},
}

type output struct {
	claims *regexp.Regexp // lines that only this solver prints
	some   *regexp.Regexp // those by which it says that there is an answer
	none   *regexp.Regexp // those by which it says that there is none
	// unknown: those by which it says that it gave up. They count if it gave no answer before.
	unknown *regexp.Regexp
	read    func(*model) (found bool, err error)
	// numbers: with more than two states a switch is one variable, a number; otherwise it is K−1 variables.
	numbers bool
}

// line is an expression for a whole line.
func line(text string) *regexp.Regexp { return regexp.MustCompile(`(?m)^(?:` + text + `)$`) }

func (m *model) recognise() output {
	found, first := output{read: (*model).readList, numbers: m.listsPresses()}, len(m.text)
	for _, o := range outputs {
		if at := o.claims.FindStringIndex(m.text); at != nil && at[0] < first {
			found, first = o, at[0]
		}
	}
	return found
}

// readAs reads the output of a solver that is recognised.
func (m *model) readAs(o output) error {
	if o.none != nil && o.none.MatchString(m.text) {
		none := strings.TrimSpace(o.none.FindString(m.text))
		if at := o.some.FindStringIndex(m.text); at != nil {
			some := strings.TrimSpace(m.text[at[0]:at[1]])
			return m.errorf(m.lineAt(at[0]), "the output contradicts itself: %q says that there is an answer, and %q "+
				"that there is none", clip(some), clip(none))
		}
		return m.none(none)
	}
	found, err := o.read(m)
	switch {
	case found || err != nil:
		return err
	case o.unknown.MatchString(m.text):
		return &NoModelError{File: m.file, Words: clip(strings.TrimSpace(o.unknown.FindString(m.text)))}
	}
	return m.errorf(m.lastLine(), "neither an answer nor a verdict: the output is truncated")
}

// none is the solver's claim that there is no answer.
func (m *model) none(words string) error {
	return &NoModelError{File: m.file, Unsat: true, Words: clip(words)}
}

// lines yields the lines with their numbers, without line ends.
func (m *model) lines() func(yield func(int, string) bool) {
	return func(yield func(int, string) bool) {
		n := 0
		for line := range strings.Lines(m.text) {
			n++
			if !yield(n, strings.TrimSuffix(line, "\n")) {
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

// lineAt is the number of the line with this byte of the text.
func (m *model) lineAt(offset int) int {
	if offset < m.counted.offset {
		m.counted = counted{}
	}
	m.counted.ends += strings.Count(m.text[m.counted.offset:offset], "\n")
	m.counted.offset = offset
	return m.counted.ends + 1
}

// counted is how many lines end before an offset.
type counted struct{ offset, ends int }

// set gives variable v, counted from 1, a value. Variables past those of the question are auxiliary.
func (m *model) set(line, v, value int) error {
	switch {
	case v > m.variables:
		return nil
	case m.known.Bit(v-1) && int(m.values[v-1]) != value && m.largest > 1:
		return m.errorf(line, "switch %d is pressed both %d and %d times", v, m.values[v-1], value)
	case m.known.Bit(v-1) && int(m.values[v-1]) != value:
		return m.errorf(line, "switch %d is both pressed and not pressed", v)
	}
	m.known.Set(v-1, true)
	m.values[v-1] = uint8(value)
	return nil
}

// complete reports the first switch without a value.
func (m *model) complete(line int) error {
	if m.known.Weight() == m.variables {
		return nil
	}
	for s := range m.variables {
		if !m.known.Bit(s) {
			return m.errorf(line, "no value for switch %d of %d: the output is truncated, or belongs to another puzzle",
				s+1, m.variables)
		}
	}
	return nil
}

// inOrder reads a value for each variable, instead of what was read before.
func (m *model) inOrder(line int, values []string) error {
	if n := len(values); n < m.variables {
		return m.errorf(line, "no value for switch %d of %d: the output is truncated, or belongs to another puzzle",
			n+1, m.variables)
	}
	m.forget()
	for v := range m.variables {
		if err := m.value(line, v+1, values[v]); err != nil {
			return err
		}
	}
	return nil
}

// value sets variable v to a number or a truth value as solvers print it.
func (m *model) value(line, v int, text string) error {
	n, ok := wholeNumber(text)
	switch {
	case ok && 0 <= n && n <= m.largest:
		return m.set(line, v, n)
	case m.largest > 1:
		return m.errorf(line, "the value of switch %d is %s, not a number from 0 to %d", v, clip(text), m.largest)
	}
	return m.errorf(line, "the value of switch %d is %s, neither 0 nor 1", v, clip(text))
}

// tolerance is how far the value of an integer variable may be from an integer: glpsol's
// (1e-5), which is larger than cbc's (1e-6).
const tolerance = 1e-5

// wholeNumber reads true, false, or a number that is whole up to rounding, which NaN is not.
func wholeNumber(text string) (n int, ok bool) {
	switch text {
	case "0", "false":
		return 0, true
	case "1", "true":
		return 1, true
	}
	x, err := strconv.ParseFloat(text, 64)
	whole := math.Round(x)
	if near := math.Abs(x-whole) <= tolerance; err != nil || !near || math.Abs(whole) > math.MaxInt32 {
		return 0, false
	}
	return int(whole), true
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
