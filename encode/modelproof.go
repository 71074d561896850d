package encode

import (
	"regexp"
	"strings"

	"lightsout/cnf"
	"lightsout/gf2"
)

// szsStatus is the line in which provers of the TPTP world say what they found.
var szsStatus = regexp.MustCompile(`^[#%] SZS status (\w+)`)

func isTPTP(line string) bool { return szsStatus.MatchString(line) }

// readTPTP reads a prover's verdict and the derivation that proves it:
//
//	# SZS status Theorem
//	cnf(press_5, axiom, (lights(…)|~lights(…)), file('puzzle.p', press_5)).
//	cnf(c_0_9, plain, (lights(…)), inference(rw,[status(thm)],[inference(pm,[status(thm)],[c_0_5, c_0_6]), c_0_7])).
//	cnf(c_0_11, plain, ($false), inference(…), ['proof']).
//
// Every clause of a plan has at most one state that it takes and one that it gives, so each use of a
// rule in the derivation of $false is a press, however the steps are put together.
func (m *model) readTPTP() error {
	said, saidAt := "", 0
	for n, line := range m.lines() {
		if found := szsStatus.FindStringSubmatch(line); found != nil {
			said, saidAt = found[1], n
		}
	}
	switch said {
	case "Theorem", "Unsatisfiable", "ContradictoryAxioms":
		return m.derivation(saidAt, said)
	case "CounterSatisfiable", "Satisfiable":
		return m.none(cnf.Unsat, said)
	}
	return m.none(cnf.Unknown, said)
}

// derivation adds up the presses behind each step, until one is $false.
func (m *model) derivation(saidAt int, said string) error {
	presses := map[string]gf2.Vec{} // by the name of a step
	t := tptpText{rest: m.withoutComments(), line: 1}
	for {
		fields, n, err := t.statement(m)
		switch {
		case err != nil:
			return err
		case fields == nil:
			return m.errorf(saidAt, "the prover says %s and prints no proof: ask for one (eprover --proof-object)", said)
		case len(fields) < 4:
			return m.errorf(n, "a step that does not say where it comes from")
		}
		name, formula, source := fields[0].word, fields[2], fields[3]
		sum := gf2.NewVec(m.switches)
		if err := m.addParents(n, sum, source, presses); err != nil {
			return err
		}
		if formula.is("$false") {
			m.pressed = sum
			return nil
		}
		presses[name] = sum
	}
}

// addParents adds the presses behind a source: a file's axiom, an inference, or a step by its name.
func (m *model) addParents(n int, sum gf2.Vec, source tptpTerm, presses map[string]gf2.Vec) error {
	switch {
	case source.word == "file" && len(source.args) == 2:
		digits, isPress := strings.CutPrefix(source.args[1].word, "press_")
		if !isPress {
			return nil
		}
		v, ok := variable(digits)
		if !ok || v > m.switches {
			return m.errorf(n, "there is no switch %s of %d: the output belongs to another puzzle", clip(digits), m.switches)
		}
		sum.Flip(v - 1)
	case source.word == "inference" && len(source.args) == 3:
		for _, parent := range source.args[2].args {
			if err := m.addParents(n, sum, parent, presses); err != nil {
				return err
			}
		}
	case source.word == "introduced" || source.word == "theory":
	default:
		behind, known := presses[source.word]
		if !known || len(source.args) > 0 {
			return m.errorf(n, "%q is no step before this one", clip(source.word))
		}
		sum.Add(behind)
	}
	return nil
}

// withoutComments blanks comment lines, and keeps the others where they are.
func (m *model) withoutComments() string {
	var b strings.Builder
	for _, line := range m.lines() {
		if !strings.HasPrefix(line, "#") && !strings.HasPrefix(line, "%") {
			b.WriteString(line)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// tptpTerm is a word with arguments, a list (no word), or a formula in parentheses (word "(").
type tptpTerm struct {
	word string
	args []tptpTerm
}

// is reports whether the term is that word, in any number of parentheses.
func (t tptpTerm) is(word string) bool {
	for t.word == "(" && len(t.args) == 1 {
		t = t.args[0]
	}
	return t.word == word && len(t.args) == 0
}

// tptpText is what is left to read.
type tptpText struct {
	rest string
	line int
}

// tptpDepth bounds how deep terms may be nested; E's rewriting nests a step for each light.
const tptpDepth = 1000

// statement reads the next cnf(name, role, formula, source). and returns its fields, nil at the end.
// Other text between statements is passed over, a line at a time.
func (t *tptpText) statement(m *model) (fields []tptpTerm, line int, err error) {
	for {
		t.space()
		line = t.line
		switch {
		case t.rest == "":
			return nil, line, nil
		case strings.HasPrefix(t.rest, "cnf("), strings.HasPrefix(t.rest, "fof("):
			t.rest = t.rest[len("cnf("):]
			fields, ok := t.list(')', 0)
			if !ok || !strings.HasPrefix(t.rest, ".") {
				return nil, line, m.errorf(line, "a step that does not end: the output is cut short")
			}
			t.rest = t.rest[1:]
			return fields, line, nil
		}
		_, t.rest, _ = strings.Cut(t.rest, "\n")
		t.line++
	}
}

func (t *tptpText) space() {
	for t.rest != "" && strings.IndexByte(" \t\r\n", t.rest[0]) >= 0 {
		if t.rest[0] == '\n' {
			t.line++
		}
		t.rest = t.rest[1:]
	}
}

// list reads terms and operators up to what closes the list. What stands between two commas is one
// item: its first term, with whatever follows that as arguments of no interest.
func (t *tptpText) list(closing byte, depth int) (items []tptpTerm, ok bool) {
	if depth > tptpDepth {
		return nil, false
	}
	begun := false // an item is under way
	for {
		t.space()
		if t.rest == "" {
			return nil, false
		}
		switch c := t.rest[0]; c {
		case closing:
			t.rest = t.rest[1:]
			return items, true
		case ')', ']':
			return nil, false
		case ',':
			t.rest, begun = t.rest[1:], false
		default:
			term, ok := t.term(depth)
			switch {
			case !ok:
				return nil, false
			case !begun:
				items, begun = append(items, term), true
			default:
				last := &items[len(items)-1]
				*last = tptpTerm{word: "(", args: []tptpTerm{*last, term}}
			}
		}
	}
}

// term reads a word, quoted or not, with its arguments; a list; a parenthesis; or one character.
func (t *tptpText) term(depth int) (tptpTerm, bool) {
	var word string
	switch c := t.rest[0]; {
	case c == '\'' || c == '"':
		end := strings.IndexByte(t.rest[1:], c)
		if end < 0 {
			return tptpTerm{}, false
		}
		word, t.rest = t.rest[1:end+1], t.rest[end+2:]
		t.line += strings.Count(word, "\n")
	case c == '[':
		t.rest = t.rest[1:]
		args, ok := t.list(']', depth+1)
		return tptpTerm{args: args}, ok
	case c == '(':
		t.rest = t.rest[1:]
		args, ok := t.list(')', depth+1)
		return tptpTerm{word: "(", args: args}, ok
	default:
		end := 1
		for isWord(c) && end < len(t.rest) && isWord(t.rest[end]) {
			end++
		}
		word, t.rest = t.rest[:end], t.rest[end:]
	}
	if !strings.HasPrefix(t.rest, "(") {
		return tptpTerm{word: word}, true
	}
	t.rest = t.rest[1:]
	args, ok := t.list(')', depth+1)
	return tptpTerm{word, args}, ok
}

func isWord(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_' || c == '$'
}

func isProver9(line string) bool {
	return strings.HasPrefix(line, "============================== Prover9 ") || line == "THEOREM PROVED" || line == "SEARCH FAILED"
}

// The lines of Prover9 and Mace4 that count, as the outputs in their manual show them.
var (
	prover9False  = regexp.MustCompile(`^\d+ \$F((?: # answer\(\d+\))*)\.  \[.*\]\.$`)
	prover9Answer = regexp.MustCompile(`answer\((\d+)\)`)
	ladrExit      = regexp.MustCompile(`\bexit \((\w+)\)`)
)

// readProver9 reads the last line of the proof, which has inherited an answer for each press:
//
//	26 $F # answer(5) # answer(19).  [resolve(25,a,16,a)].
//
// Without a proof, it has seen every state if its list of clauses to look at, sos, is empty.
func (m *model) readProver9() error {
	exit := ""
	for n, line := range m.lines() {
		if found := prover9False.FindStringSubmatch(line); found != nil {
			for _, answer := range prover9Answer.FindAllStringSubmatch(found[1], -1) {
				v, ok := variable(answer[1])
				if !ok || v > m.switches {
					return m.errorf(n, "there is no switch %s of %d: the output belongs to another puzzle", clip(answer[1]), m.switches)
				}
				m.pressed.Flip(v - 1)
			}
			return nil
		}
		if found := ladrExit.FindStringSubmatch(line); found != nil {
			exit = found[1]
		}
	}
	switch exit {
	case "":
		return m.errorf(m.lastLine(), "neither a proof nor a reason to stop: the output is cut short")
	case "sos_empty":
		return m.none(cnf.Unsat, exit)
	}
	return m.none(cnf.Unknown, exit)
}

func isMace4(line string) bool {
	return strings.HasPrefix(line, "============================== Mace4 ") || strings.HasPrefix(line, "interpretation( ")
}

var mace4Press = regexp.MustCompile(`relation\(press\(_\),\s*\[([01,\s]*)\]\)`)

// readMace4 reads the table of press in the interpretation; element 0 is no switch:
//
//	relation(press(_), [ 0, 1, 0, 1 ])
func (m *model) readMace4() error {
	found := mace4Press.FindStringSubmatchIndex(m.text)
	if found == nil {
		exit := ladrExit.FindStringSubmatch(m.text)
		switch {
		case exit == nil:
			return m.errorf(m.lastLine(), "neither a table of press nor a reason to stop: the output is cut short")
		case exit[1] == "exhausted":
			return m.none(cnf.Unsat, exit[1])
		}
		return m.none(cnf.Unknown, exit[1])
	}
	line := strings.Count(m.text[:found[0]], "\n") + 1
	values := strings.FieldsFunc(m.text[found[2]:found[3]], func(r rune) bool { return r != '0' && r != '1' })
	if len(values) <= m.switches {
		return m.errorf(line, "%d values of press for %d switches: the output belongs to another puzzle", max(0, len(values)-1), m.switches)
	}
	for s := range m.switches {
		if err := m.value(line, s+1, values[s+1]); err != nil {
			return err
		}
	}
	return nil
}
